//! Files of every format: the texts of the project with pieces changed, cut, doubled and mixed.

use carom_scene::{Format, Scene, Unknown};

/// Small files of each format.
const TEXTS: [(Format, &str); 9] = [
    (Format::Json, include_str!("../../../scenes/cradle.json")),
    (Format::Json, include_str!("../../../scenes/walker.json")),
    (Format::Toml, include_str!("../../../scenes/hello.toml")),
    (Format::Toml, include_str!("../../../scenes/platforms.toml")),
    (Format::Svg, include_str!("../../../scenes/imports/desk.svg")),
    (Format::GeoJson, include_str!("../../../scenes/imports/harbour.geojson")),
    (Format::Wkt, include_str!("../../../scenes/imports/parcels.wkt")),
    (Format::Tmx, include_str!("../../../scenes/tiles.tmx")),
    (Format::Tmj, include_str!("../../../scenes/imports/room.tmj")),
];

/// The map of a robot: its text, and its picture as it begins.
const MAP: &str = include_str!("../../../scenes/office.yaml");
const PICTURE: &[u8] = b"P5\n4 3\n255\n\0\0\0\0\0\xfe\xcd\0\0\xfe\xfe\0";

/// The first byte names the format, the rest is the file.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts = TEXTS.iter().enumerate().map(|(i, (_, text))| [&[i as u8], text.as_bytes()].concat());
    let map = [&[TEXTS.len() as u8], PICTURE].concat();
    let yaml = [&[TEXTS.len() as u8 + 1], MAP.as_bytes()].concat();
    texts.chain([map, yaml]).collect()
}

/// Nothing panics, and a scene that is read can be written and read again.
pub(crate) fn run(bytes: &[u8]) -> Result<(), String> {
    let Some((which, rest)) = bytes.split_first() else { return Ok(()) };
    let which = usize::from(*which) % (TEXTS.len() + 2);
    if which == TEXTS.len() {
        let _ = Scene::from_map(MAP, rest, Unknown::Free);
        return Ok(());
    }
    let text = String::from_utf8_lossy(rest);
    let _ = Format::guess(&text);
    if which == TEXTS.len() + 1 {
        let _ = Scene::from_map(&text, PICTURE, Unknown::Free);
        return Ok(());
    }
    let Ok((scene, _)) = Scene::import(&text, TEXTS[which].0) else { return Ok(()) };
    let again = scene.to_json();
    match Scene::parse(&again, Format::Json) {
        Ok(read) if read.to_json() == again => {}
        Ok(_) => return Err(format!("{again} is written in another way when it is read")),
        Err(fault) => return Err(format!("{again} was written and cannot be read: {fault}")),
    }
    // What is built takes a step; large ones take too long.
    if text.len() < 20_000
        && let Ok(mut built) = scene.build()
        && built.world.len() < 50
    {
        let mut events = 0;
        built.world.advance(scene.world.dt.min(0.1), |_| events += 1);
    }
    Ok(())
}
