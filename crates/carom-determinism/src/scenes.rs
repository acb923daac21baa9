//! The scenes of the project, each run for a while.

use crate::Bits;
use carom_scene::{Format, Scene};

/// Every scene of `scenes/`: its file, and what is in it.
pub const SCENES: [(&str, &str); 22] = [
    ("breakout.json", include_str!("../../../scenes/breakout.json")),
    ("chamber.json", include_str!("../../../scenes/chamber.json")),
    ("corridor.json", include_str!("../../../scenes/corridor.json")),
    ("cradle.json", include_str!("../../../scenes/cradle.json")),
    ("crates.toml", include_str!("../../../scenes/crates.toml")),
    ("galton.json", include_str!("../../../scenes/galton.json")),
    ("gas.json", include_str!("../../../scenes/gas.json")),
    ("geofence.json", include_str!("../../../scenes/geofence.json")),
    ("hello.toml", include_str!("../../../scenes/hello.toml")),
    ("lift.toml", include_str!("../../../scenes/lift.toml")),
    ("maze.json", include_str!("../../../scenes/maze.json")),
    ("museum.json", include_str!("../../../scenes/museum.json")),
    ("needle.json", include_str!("../../../scenes/needle.json")),
    ("pi.toml", include_str!("../../../scenes/pi.toml")),
    ("pinball.json", include_str!("../../../scenes/pinball.json")),
    ("piston.json", include_str!("../../../scenes/piston.json")),
    ("platforms.toml", include_str!("../../../scenes/platforms.toml")),
    ("pool.json", include_str!("../../../scenes/pool.json")),
    ("slope.toml", include_str!("../../../scenes/slope.toml")),
    ("stadium.json", include_str!("../../../scenes/stadium.json")),
    ("tiles.json", include_str!("../../../scenes/tiles.json")),
    ("walker.json", include_str!("../../../scenes/walker.json")),
];

/// A scene's line: its name, frames and their length, the hash of its state, and that of all that happened.
pub(crate) fn line((name, text): (&str, &str)) -> String {
    let format = if name.ends_with(".toml") { Format::Toml } else { Format::Json };
    let scene = Scene::parse(text, format).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let mut built = scene.build().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let dt = scene.world.dt;
    let frames = (2.0_f64.min(scene.world.duration) / dt).round() as u32;
    let mut told = Bits::new();
    for _ in 0..frames {
        let frame = built.step(dt);
        frame.events.iter().for_each(|event| told.add(event));
        told.add(&frame.end);
        for walker in &mut built.walkers {
            told.add(&walker.step(built.world.walls(), scene.world.gravity, dt));
        }
    }
    format!("scene {name} {frames} {dt:?} {:016x} {:016x}\n", built.state_hash(), told.hash())
}
