//! What overlaps from the start says so, how deep, and which way is the shortest out.

use carom_oracle::movers::{Moving, State};
use carom_oracle::near_movers;
use carom_oracle::truth::Xy;

use super::cases;
use super::judged::{agree, any_mover, for_each_kind};
use super::made::{circle, mover, segment, sweep};

const OVERLAPS: u64 = cases(500_000);

/// How far, in units of the last place of the largest number involved, a rounded depth may be off.
const PLACE: f64 = 64.0;

/// What overlaps from the start: whether, how deep, and in which direction out.
#[test]
fn overlaps() {
    for_each_kind("overlaps", OVERLAPS, |rng, kind| {
        let (mut moving, other, got) = match rng.below(3) {
            0 => {
                let (mut moving, wall) = near_movers::mover_and_wall(rng, kind);
                let shape = mover(kind, &mut moving)?;
                let got = sweep(&shape, &moving)?.overlap(&segment(wall)?);
                (moving, Moving::wall(wall), got)
            }
            1 => {
                let (mut moving, round) = near_movers::mover_and_circle(rng, kind);
                let shape = mover(kind, &mut moving)?;
                let got = sweep(&shape, &moving)?.overlap(&circle(round)?);
                (moving, Moving::circle(round.0, round.1), got)
            }
            _ => {
                let (mut moving, mut other) = near_movers::mover_and_mover(rng, kind);
                let (shape, other_shape) = (mover(kind, &mut moving)?, any_mover(&mut other)?);
                let got = sweep(&shape, &moving)?.overlap(&sweep(&other_shape, &other)?);
                (moving, other, got)
            }
        };
        let case = (&mut moving, &other);
        agree(&case, got.is_some(), case.0.at_start(&other) == State::Deep)?;
        let Some(overlap) = got else { return Ok(()) };
        // In the direction out, all of the mover passes the highest of the other: that far is the way out, and no way is shorter.
        let n = [overlap.out.x, overlap.out.y];
        let numbers = || {
            [case.0 as &Moving, &other]
                .into_iter()
                .flat_map(|m| m.shape.core.iter().chain(&m.path).flatten().chain([&m.shape.radius]))
        };
        let size = numbers().fold(0.0, |size: f64, x| size.max(x.abs()));
        if !(1e-290..=1e300).contains(&size) {
            return Ok(());
        }
        let height = |p: Xy| n[0] * p[0] + n[1] * p[1];
        let heights = |m: &Moving| {
            m.shape.core.iter().map(|p| height([p[0] + m.path[0][0], p[1] + m.path[0][1]])).collect::<Vec<f64>>()
        };
        let lowest = heights(case.0).into_iter().fold(f64::MAX, f64::min);
        let highest = heights(&other).into_iter().fold(f64::MIN, f64::max);
        let depth = highest - lowest + case.0.shape.radius + other.shape.radius;
        let shortest = case.0.depth_at_start(&other);
        let off = (depth - shortest).abs().max((overlap.depth - shortest).abs()) / (size * f64::EPSILON);
        let is_right = off <= PLACE && (n[0].hypot(n[1]) - 1.0).abs() <= 1e-15;
        if is_right {
            Ok(())
        } else {
            Err(format!("{case:?}: {overlap:?}, {depth} deep there, {shortest} at least, {off} units"))
        }
    });
}
