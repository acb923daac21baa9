//! Cells of a grid become outlines without seams.

use crate::cases;
use carom::{Point, Side, merge_tiles, orient};
use carom_oracle::rng::Rng;
use std::collections::BTreeMap;

type Corner = [i64; 2];

/// The unit steps between solid and empty cells, the solid one on the left.
fn boundary(width: usize, solid: &[bool]) -> BTreeMap<[Corner; 2], usize> {
    let height = solid.len() / width;
    let is_solid = |x: i64, y: i64| {
        let is_inside = (0..width as i64).contains(&x) && (0..height as i64).contains(&y);
        is_inside && solid[y as usize * width + x as usize]
    };
    let mut steps = BTreeMap::new();
    for (x, y) in (0..height as i64).flat_map(|y| (0..width as i64).map(move |x| (x, y))) {
        let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        let neighbours = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
        for side in (0..4).filter(|&side| is_solid(x, y) && !is_solid(neighbours[side][0], neighbours[side][1])) {
            steps.insert([corners[side], corners[(side + 1) % 4]], 1);
        }
    }
    steps
}

/// The unit steps of the chains, and how often each is taken.
fn steps_of(chains: &[Vec<Point>]) -> BTreeMap<[Corner; 2], usize> {
    let mut steps = BTreeMap::new();
    for [from, to] in chains.iter().flat_map(|chain| edges(chain)) {
        let [from, to] = [from, to].map(|p| [p.x as i64, p.y as i64]);
        let towards = [0, 1].map(|axis| (to[axis] - from[axis]).signum());
        assert!(towards[0] == 0 || towards[1] == 0, "{from:?} to {to:?} is not along an axis");
        let mut at = from;
        while at != to {
            let next = [at[0] + towards[0], at[1] + towards[1]];
            *steps.entry([at, next]).or_insert(0) += 1;
            at = next;
        }
    }
    steps
}

fn edges(chain: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    (0..chain.len()).map(|i| [chain[i], chain[(i + 1) % chain.len()]])
}

#[track_caller]
fn check(width: usize, solid: &[bool]) {
    let chains = merge_tiles(width, solid).expect("the width fits");
    for chain in &chains {
        assert!(4 <= chain.len(), "{width}, {solid:?}: {chain:?}");
        assert!(chain.iter().all(|p| p.x == p.x.trunc() && p.y == p.y.trunc()), "{width}, {solid:?}: {chain:?}");
        for i in 0..chain.len() {
            let [a, b, c] = [0, 1, 2].map(|k| chain[(i + k) % chain.len()]);
            assert_ne!(orient(a, b, c), Side::On, "{width}, {solid:?}: {b:?} is in the middle of an edge of {chain:?}");
        }
    }
    let twice_area: f64 = chains.iter().flat_map(|chain| edges(chain)).map(|[p, q]| p.x * q.y - p.y * q.x).sum();
    let cells = solid.iter().filter(|&&is_solid| is_solid).count();
    assert_eq!(twice_area, 2.0 * cells as f64, "{width}, {solid:?}: {chains:?}");
    assert_eq!(steps_of(&chains), boundary(width, solid), "{width}, {solid:?}: {chains:?}");
}

/// A picture, first row at the top as it is written; the lowest row has y = 0.
fn picture(rows: &[&str]) -> (usize, Vec<bool>) {
    (rows[0].len(), rows.iter().rev().flat_map(|row| row.bytes().map(|cell| cell == b'#')).collect())
}

#[test]
fn known_grids() {
    let grids: &[&[&str]] = &[
        &["#"],
        &["."],
        &["####"],
        &["#", "#", "#"],
        &["####", "#..#", "#..#", "####"],
        // A solid cell in a hole, and one that touches a hole's corner.
        &["#####", "#...#", "#.#.#", "#...#", "#####"],
        &["#####", "##..#", "#.#.#", "#..##", "#####"],
        // Cells that touch at corners only.
        &["#.", ".#"],
        &[".#", "#."],
        &["#.#", ".#.", "#.#"],
        // Holes that touch at corners only.
        &["####", "#.##", "##.#", "####"],
        &["....", "....", "...."],
    ];
    for rows in grids {
        let (width, solid) = picture(rows);
        check(width, &solid);
    }
    let one = merge_tiles(1, &[true]).unwrap();
    assert_eq!(one.len(), 1);
    let mut corners: Vec<[f64; 2]> = one[0].iter().map(|&p| p.into()).collect();
    corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(corners, [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
    let (width, frame) = picture(&["###", "#.#", "###"]);
    assert_eq!(merge_tiles(width, &frame).unwrap().len(), 2, "an outline and a hole");
}

#[test]
fn random_grids() {
    for case in 0..cases(20_000) {
        let rng = &mut Rng::for_case(0, "tiles", case);
        let (width, height, one_in) = (1 + rng.below(12), 1 + rng.below(12), 2 + rng.below(4));
        let is_mostly_solid = rng.one_in(2);
        let solid: Vec<bool> = (0..width * height).map(|_| rng.one_in(one_in) != is_mostly_solid).collect();
        check(width, &solid);
    }
}

/// Every grid of three by three.
#[test]
fn all_small_grids() {
    for cells in 0..1 << 9 {
        let solid: Vec<bool> = (0..9).map(|cell| cells >> cell & 1 == 1).collect();
        check(3, &solid);
    }
}

#[test]
fn a_large_grid() {
    let width = if carom_oracle::FEW_CASES { 100 } else { 1000 };
    let chess: Vec<bool> = (0..width * width).map(|cell| (cell % width + cell / width) % 2 == 0).collect();
    check(width, &chess);
    check(width, &vec![true; width * width]);
}

#[test]
fn empty_and_wrong_grids() {
    assert_eq!(merge_tiles(5, &[]), Ok(vec![]));
    for (width, cells) in [(0, 1), (0, 6), (2, 1), (4, 6), (7, 6), (usize::MAX, 1), (usize::MAX, 6)] {
        let error = merge_tiles(width, &vec![true; cells]).expect_err("the width does not fit");
        assert!(!error.to_string().is_empty() && !error.to_string().ends_with('.'), "{error}");
    }
}
