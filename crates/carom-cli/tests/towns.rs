//! `carom crossings` beside the oracle: towns of zones and gates that share edges and vertices, and tracks along them and through them, whole and
//! in pieces.

mod common;

use carom_oracle::rng::Rng;
use carom_oracle::towns::{self, Town, Whole};
use carom_oracle::{share_of, whole};
use common::Folder;
use std::collections::BTreeMap;
use std::fs;

const TRACKS: usize = 300;

/// Who crossed what in which direction how often, and in how many zones who is at the end.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    crossings: BTreeMap<(String, String, String), usize>,
    inside: BTreeMap<String, usize>,
}

#[test]
fn what_is_counted_is_what_the_oracle_counts() {
    let folder = Folder::new("towns");
    let (mut crossings, mut inside) = (0, 0);
    for case in 0..share_of(80) {
        let rng = &mut Rng::for_case(0, "towns of the command", case);
        let town = towns::any(rng);
        folder.write("town.wkt", &wkt(&town));
        let tracks: Vec<Vec<Whole>> = (0..TRACKS).map(|_| town.track(rng)).collect();
        let rows = mixed(&tracks, rng);
        folder.write("whole.csv", &rows.concat());
        let expected = expected(&town, &tracks);
        let cuts = [0, rng.below(rows.len()), rng.below(rows.len()), rows.len()];
        assert_eq!(difference(&told(&folder, &["whole.csv".into()]), &expected), None, "case {case}");
        judge_visits(&folder, &town, &tracks);
        let mut pieces = Vec::new();
        let mut cuts = cuts.to_vec();
        cuts.sort_unstable();
        for (number, piece) in cuts.windows(2).enumerate() {
            let name = format!("piece-{number}.csv");
            folder.write(&name, &rows[piece[0]..piece[1]].concat());
            pieces.push(name);
        }
        assert_eq!(difference(&told(&folder, &pieces), &expected), None, "case {case} in pieces");
        crossings += expected.crossings.values().sum::<usize>();
        inside += expected.inside.values().sum::<usize>();
    }
    assert!(100 < crossings && 100 < inside, "{crossings} {inside}");
}

/// The first thing in which the two differ.
fn difference(found: &Counted, expected: &Counted) -> Option<String> {
    let keys = found.crossings.keys().chain(expected.crossings.keys());
    let crossings = keys.map(|key| (key, found.crossings.get(key), expected.crossings.get(key)));
    let crossings = crossings.filter(|(_, found, expected)| found != expected).map(|one| format!("{one:?}"));
    let inside = expected.inside.iter().map(|(id, count)| (id, found.inside.get(id), Some(count)));
    let inside = inside.filter(|(_, found, expected)| found != expected).map(|one| format!("inside: {one:?}"));
    crossings.chain(inside).next()
}

/// The visits of a track to a zone last as long as it is inside: from its entries to its exits, and from its first row and to its last.
fn judge_visits(folder: &Folder, town: &Town, tracks: &[Vec<Whole>]) {
    let cells = |line: &str| line.split(',').map(str::to_string).collect::<Vec<_>>();
    let mut inside: BTreeMap<(String, String), f64> = BTreeMap::new();
    for line in folder.carom("crossings whole.csv --gates town.wkt").good().stdout.lines().skip(1).map(cells) {
        let time: f64 = line[1].parse().unwrap();
        let sign = match line[3].as_str() {
            "enter" => -1.0,
            "leave" => 1.0,
            _ => continue,
        };
        *inside.entry((line[0].clone(), line[2].clone())).or_default() += sign * time;
    }
    for (number, track) in tracks.iter().enumerate() {
        let last = track[track.len() - 1];
        for (zone, _) in town.zones.iter().enumerate().filter(|(_, rings)| whole::is_inside(rings, last)) {
            let key = (format!("t{number}"), format!("zones[{zone}]"));
            *inside.entry(key).or_default() += (track.len() - 1) as f64;
        }
    }
    let mut visits: BTreeMap<(String, String), f64> = BTreeMap::new();
    for line in folder.carom("crossings whole.csv --gates town.wkt --visits").good().stdout.lines().skip(1).map(cells) {
        *visits.entry((line[0].clone(), line[1].clone())).or_default() += line[4].parse::<f64>().unwrap();
    }
    for key in inside.keys().chain(visits.keys()) {
        let [wanted, found] = [&inside, &visits].map(|all| all.get(key).copied().unwrap_or(0.0));
        assert!((wanted - found).abs() < 1e-9, "{key:?} is inside for {wanted}, and its visits last {found}");
    }
}

/// Zones and gates, called by their numbers.
fn wkt(town: &Town) -> String {
    let listed = |points: &[Whole]| points.iter().map(|[x, y]| format!("{x} {y}")).collect::<Vec<_>>().join(", ");
    let ring = |ring: &Vec<Whole>| format!("({}, {} {})", listed(ring), ring[0][0], ring[0][1]);
    let zone =
        |rings: &Vec<Vec<Whole>>| format!("POLYGON ({})\n", rings.iter().map(ring).collect::<Vec<_>>().join(", "));
    let zones = town.zones.iter().map(zone);
    zones.chain(town.gates.iter().map(|gate| format!("LINESTRING ({})\n", listed(gate)))).collect()
}

/// The rows of all tracks, mixed, those of each in order.
fn mixed(tracks: &[Vec<Whole>], rng: &mut Rng) -> Vec<String> {
    let mut next = vec![0; tracks.len()];
    let mut order: Vec<usize> =
        tracks.iter().enumerate().flat_map(|(number, track)| vec![number; track.len()]).collect();
    rng.shuffle(&mut order);
    let row = |number: usize| {
        let ([x, y], time) = (tracks[number][next[number]], next[number]);
        next[number] += 1;
        format!("t{number},{time},{x},{y}\n")
    };
    order.into_iter().map(row).collect()
}

fn expected(town: &Town, tracks: &[Vec<Whole>]) -> Counted {
    let mut counted = Counted::default();
    for (number, track) in tracks.iter().enumerate() {
        let id = format!("t{number}");
        let mut count = |gate: String, direction: &str| {
            *counted.crossings.entry((id.clone(), gate, direction.to_string())).or_default() += 1;
        };
        for leg in track.windows(2).map(|leg| [leg[0], leg[1]]) {
            for (number, gate) in town.gates.iter().enumerate() {
                for ends in gate.windows(2) {
                    if let Some((is_forward, _)) = whole::crossed([ends[0], ends[1]], leg) {
                        count(format!("gates[{number}]"), if is_forward { "forward" } else { "backward" });
                    }
                }
            }
            for (number, rings) in town.zones.iter().enumerate() {
                for (enters, _) in whole::passages(rings, leg) {
                    count(format!("zones[{number}]"), if enters { "enter" } else { "leave" });
                }
            }
        }
        let last = track[track.len() - 1];
        counted.inside.insert(id, town.zones.iter().filter(|rings| whole::is_inside(rings, last)).count());
    }
    counted
}

/// What the command says, file after file, each going on from the state of the one before.
fn told(folder: &Folder, files: &[String]) -> Counted {
    let mut counted = Counted::default();
    for state in ["crossings.state", "tracks.state"] {
        let _ = fs::remove_file(folder.path(state));
    }
    for file in files {
        let words = format!("crossings {file} --gates town.wkt --max-tracks 1000");
        let found = folder.carom(&format!("{words} --state crossings.state")).good().stdout;
        for line in found.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let key = (cells[0].to_string(), cells[2].to_string(), cells[3].to_string());
            *counted.crossings.entry(key).or_default() += 1;
        }
        let found = folder.carom(&format!("{words} --state tracks.state --tracks")).good().stdout;
        counted.inside = found
            .lines()
            .skip(1)
            .map(|line| {
                let cells: Vec<&str> = line.split(',').collect();
                (cells[0].to_string(), cells[6].parse().unwrap())
            })
            .collect();
    }
    counted
}
