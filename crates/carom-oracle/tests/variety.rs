//! Do the cases reach every answer, often?
//!
//! A check is worth what its cases are worth: if nearly all of them had the same answer, a function that always gives it would nearly pass.

use std::collections::BTreeMap;
use std::fmt::Debug;

use carom_oracle::regions::{self, Region};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{self, Meeting};
use carom_oracle::{cases, polygons};

/// Every one of `answers` kinds of answers comes at least once in fifty cases.
#[track_caller]
fn check<Answer: Debug>(name: &str, answers: usize, cases: u64, one_case: impl Fn(&mut Rng) -> Answer) {
    let mut counts = BTreeMap::<String, u64>::new();
    for index in 0..cases {
        let answer = format!("{:?}", one_case(&mut Rng::for_case(2, name, index)));
        *counts.entry(answer).or_default() += 1;
    }
    assert_eq!(counts.len(), answers, "{name}: {counts:?}");
    assert!(counts.values().all(|&count| cases / 50 <= count), "{name}: {counts:?}");
}

#[test]
fn every_sign_is_frequent() {
    check("orient", 3, 10_000, |rng| {
        let [a, b, c] = cases::points(rng);
        truth::orient(a, b, c)
    });
    check("turn", 3, 10_000, |rng| {
        let [a, b, c, d] = cases::points(rng);
        truth::turn(a, b, c, d)
    });
    check("dot_sign", 3, 10_000, |rng| {
        let [a, b, c, d] = cases::points(rng);
        truth::dot_sign(a, b, c, d)
    });
    check("in_circle", 3, 10_000, |rng| {
        let [a, b, c, p] = cases::points_of_a_circle(rng);
        truth::in_circle(a, b, c, p).unwrap_or(truth::Location::Edge)
    });
}

#[test]
fn every_comparison_is_frequent() {
    check("compare_distance", 3, 10_000, |rng| {
        let (p, q, radius) = cases::points_and_radius(rng);
        truth::compare_distance(p, q, radius)
    });
    check("compare_distance_to_segment", 3, 10_000, |rng| {
        let (p, wall, radius) = cases::point_wall_and_radius(rng);
        truth::compare_distance_to_segment(p, wall, radius)
    });
    check("compare_distance_of_segments", 3, 10_000, |rng| {
        let (a, b, radius) = cases::walls_and_radius(rng);
        truth::compare_distance_of_segments(a, b, radius)
    });
    check("order_of_hits", 4, 10_000, |rng| {
        let (path, first, second) = cases::path_and_walls(rng);
        truth::order_of_hits(path, first, second)
    });
    check("meeting", 3, 10_000, |rng| {
        let (a, b) = cases::walls(rng);
        match truth::meeting(a, b) {
            Meeting::Nothing => 0,
            Meeting::Point(_) => 1,
            Meeting::Shared(_) => 2,
        }
    });
}

#[test]
fn every_place_is_frequent() {
    check("locate_point", 3, 1_000, |rng| {
        let rings = polygons::any(rng, 24);
        truth::locate(polygons::point_near(rng, &rings), &rings)
    });
    let kind = |region: &Region| match region {
        Region::Point(_) => "point",
        Region::Segment(_) => "segment",
        Region::Circle(..) => "circle",
        Region::Aabb(..) => "aabb",
        Region::Polygon(_) => "polygon",
    };
    for wanted in ["point", "segment", "circle", "aabb", "polygon"] {
        let region_of_kind = |rng: &mut Rng| {
            loop {
                let rings = polygons::any(rng, 16);
                let region = polygons::region_near(rng, &rings);
                if kind(&region) == wanted {
                    return (region, rings);
                }
            }
        };
        check(&format!("locate {wanted}"), 3, 500, |rng| {
            let (region, rings) = region_of_kind(rng);
            regions::locate_in(&region, &rings)
        });
        check(&format!("polygon intersects {wanted}"), 2, 500, |rng| {
            let (region, rings) = region_of_kind(rng);
            regions::intersects(&region, &Region::Polygon(rings))
        });
    }
}

#[test]
fn polygons_have_holes_reflex_vertices_and_straight_ones() {
    check("holes", 2, 1_000, |rng| 1 < polygons::any(rng, 24).len());
    check("convex", 2, 1_000, |rng| {
        let mut ring = polygons::any(rng, 24).swap_remove(0);
        let scale = truth::Scale::of(ring.as_flattened());
        if scale.twice_area(&ring) < dashu_int::IBig::ZERO {
            ring.reverse();
        }
        regions::is_convex(&ring)
    });
    check("straight", 2, 1_000, |rng| {
        let ring = polygons::any(rng, 24).swap_remove(0);
        let at = |i: usize| ring[i % ring.len()];
        (0..ring.len()).any(|i| truth::orient(at(i), at(i + 1), at(i + 2)) == truth::Side::On)
    });
}

/// Mutations of carom's kind of mistakes must be seen: plain floating point is wrong on a good part of the cases.
#[test]
fn plain_floating_point_is_caught() {
    let wrong = (0..10_000).filter(|&index| {
        let [a, b, c] = cases::points(&mut Rng::for_case(2, "float", index));
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let expected = truth::orient(a, b, c);
        let got = match area.partial_cmp(&0.0) {
            Some(std::cmp::Ordering::Greater) => Some(truth::Side::Left),
            Some(std::cmp::Ordering::Equal) => Some(truth::Side::On),
            Some(std::cmp::Ordering::Less) => Some(truth::Side::Right),
            None => None,
        };
        got != Some(expected)
    });
    let wrong = wrong.count();
    assert!(1_000 < wrong, "only {wrong} of 10000 cases are hard");
}
