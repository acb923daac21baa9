//! `tracks`: rows of tracks that wander through a town, with its gates and zones, to time `carom crossings` with.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// The town is a square of so many centimetres.
const SIDE: i64 = 10_000_000;

/// So many tracks are on the move at once.
const TRACKS: usize = 20_000;

/// Zones along one side of the town: they are a grid of stars.
const ZONES: i64 = 32;

const GATES: i64 = 50;

/// Writes `tracks.csv` with so many rows, and `zones.geojson`, into a folder. The same numbers always.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let [count, folder] = arguments else { return Err("tracks takes how many rows, as in 1e7, and a folder".into()) };
    let count = count.parse::<f64>().ok().filter(|count| (1.0..=1e12).contains(count));
    let count = count.ok_or("the number of rows is from 1 to 1e12")? as u64;
    let folder = Path::new(folder);
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(told)?;
    fs::write(folder.join("zones.geojson"), zones()).map_err(told)?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(folder.join("tracks.csv")).map_err(told)?);
    rows(count, &mut out).and_then(|()| out.flush()).map_err(told)
}

/// A star in each cell of a grid, some over their neighbours, and lines across the town.
fn zones() -> String {
    let mut rng = Rng(1);
    let mut text = String::from("{ \"type\": \"FeatureCollection\", \"features\": [\n");
    let cell = SIDE / ZONES;
    for number in 0..ZONES * ZONES {
        let [x, y] = [number % ZONES, number / ZONES].map(|place| place * cell + cell / 2);
        let mut ring: Vec<[i64; 2]> = Vec::new();
        // Eight directions, each with a reach of its own: a star, whatever they are.
        for [dx, dy] in [[2, 0], [1, 1], [0, 2], [-1, 1], [-2, 0], [-1, -1], [0, -2], [1, -1]] {
            let reach = cell / 8 + rng.below(cell / 4);
            ring.push([x + dx * reach, y + dy * reach]);
        }
        ring.push(ring[0]);
        let ring: Vec<String> = ring.iter().map(|p| format!("[{}, {}]", metres(p[0]), metres(p[1]))).collect();
        feature(&mut text, &format!("zone {number}"), "Polygon", &format!("[{}]", ring.join(", ")));
    }
    for number in 0..GATES {
        let (x, slope) = (rng.below(SIDE), rng.below(SIDE / 4));
        let points = [[x, 0], [x + slope, SIDE / 2], [x, SIDE]];
        let line: Vec<String> = points.iter().map(|p| format!("[{}, {}]", metres(p[0]), metres(p[1]))).collect();
        feature(&mut text, &format!("gate {number}"), "LineString", &line.join(", "));
    }
    text.truncate(text.len() - 2);
    text + "\n] }\n"
}

fn feature(text: &mut String, name: &str, kind: &str, inner: &str) {
    let geometry = format!("{{ \"type\": \"{kind}\", \"coordinates\": [{inner}] }}");
    let _ = writeln!(
        text,
        "{{ \"type\": \"Feature\", \"properties\": {{ \"name\": \"{name}\" }}, \"geometry\": {geometry} }},"
    );
}

/// Each track goes on in a direction of its own, turns now and then, and is replaced by a new one after a thousand rows.
fn rows(count: u64, out: &mut impl Write) -> std::io::Result<()> {
    let mut rng = Rng(2);
    let mut tracks: Vec<([i64; 2], [i64; 2])> = (0..TRACKS)
        .map(|_| ([rng.below(SIDE), rng.below(SIDE)], [rng.below(6_001) - 3_000, rng.below(6_001) - 3_000]))
        .collect();
    out.write_all(b"id,time,x,y\n")?;
    for row in 0..count {
        let (track, round) = (row as usize % TRACKS, row / TRACKS as u64);
        let (at, step) = &mut tracks[track];
        if rng.below(50) == 0 {
            *step = [rng.below(6_001) - 3_000, rng.below(6_001) - 3_000];
        }
        for axis in 0..2 {
            at[axis] = (at[axis] + step[axis]).rem_euclid(SIDE);
        }
        let generation = round / 1000;
        writeln!(out, "t{track}-{generation},{round},{},{}", metres(at[0]), metres(at[1]))?;
    }
    Ok(())
}

/// Centimetres as metres.
fn metres(value: i64) -> String {
    format!("{}{}.{:02}", if value < 0 { "-" } else { "" }, value.abs() / 100, value.abs() % 100)
}

/// Splitmix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, count: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * count as u128) >> 64) as i64
    }
}
