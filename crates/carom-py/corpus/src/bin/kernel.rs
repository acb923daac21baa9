//! A scan by the library alone, for `bench/python/overhead.py`, which compares it with the same scan from Python.
//!
//! ```sh
//! cargo run --release --package carom-corpus --bin kernel -- walls.f64 poses.f64 1080 30 5
//! ```
//!
//! Walls are four numbers each and poses three, of which the heading is 0; then come the number of beams, the largest range, and how often
//! all of it is done.

use carom::{Point, Segment, Walls};
use std::hint::black_box;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [walls, poses, beams, range, times] = arguments.as_slice() else {
        return Err("expected walls, poses, beams, range, times".into());
    };
    let segments =
        numbers(walls)?.chunks_exact(4).map(|w| Segment::new([w[0], w[1]], [w[2], w[3]])).collect::<Vec<_>>();
    let walls = Walls::new(segments.into_iter().collect::<Result<Vec<_>, _>>()?);
    let origins: Vec<Point> = numbers(poses)?.chunks_exact(3).map(|pose| Point::new(pose[0], pose[1])).collect();
    let scan = carom_scene::Scan { name: None, origin: [0.0, 0.0], beams: beams.parse()?, reach: 1.0 };
    let (directions, range) = (scan.directions(), range.parse()?);
    let mut distances = vec![0.0_f32; origins.len() * directions.len()];
    for _ in 0..times.parse()? {
        walls.scan_distances_f32(black_box(&origins), &directions, range, &mut distances)?;
        black_box(&mut distances);
    }
    Ok(())
}

fn numbers(path: &str) -> std::io::Result<Vec<f64>> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
}
