//! File to scene: which format it is, and how much of it is read.

use crate::document::Scene;
use crate::fault::{Fault, FaultKind, Skipped};
use crate::import;
use crate::import::Import;
use crate::import::image::Image;
use crate::import::map::{Map, Unknown};
use crate::import::tileset::Beside;
use crate::parse;
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The scene document as JSON.
    Json,
    /// The scene document as TOML.
    Toml,
    /// A drawing.
    Svg,
    /// Features and geometries as JSON.
    GeoJson,
    /// Geometries as well-known text.
    Wkt,
    /// A Tiled map as XML. It can be read, not written.
    Tmx,
    /// A Tiled map as JSON. It can be read, not written.
    Tmj,
    /// The occupancy grid of a robot: a `map.yaml` that names a picture. It can be read from files, not written.
    Map,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] =
        [Format::Json, Format::Toml, Format::Svg, Format::GeoJson, Format::Wkt, Format::Tmx, Format::Tmj, Format::Map];

    /// How its files' names end, which is also its name: `json`, `toml`, `svg`, `geojson`, `wkt`, `tmx`, `tmj`, `yaml`.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Toml => "toml",
            Format::Svg => "svg",
            Format::GeoJson => "geojson",
            Format::Wkt => "wkt",
            Format::Tmx => "tmx",
            Format::Tmj => "tmj",
            Format::Map => "yaml",
        }
    }

    /// The format of files whose names end in this, large or small; `yml` is `yaml`.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Format> {
        if extension.eq_ignore_ascii_case("yml") {
            return Some(Format::Map);
        }
        Format::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// What a text looks like: by its first characters, and JSON by its outermost fields.
    #[must_use]
    pub fn guess(text: &str) -> Format {
        let start = text.trim_start();
        if start.starts_with('<') {
            let is_map = start.find("<map").is_some_and(|map| start.find("<svg").is_none_or(|svg| map < svg));
            return if is_map { Format::Tmx } else { Format::Svg };
        }
        if start.starts_with('{') {
            return guess_json(text);
        }
        let mut lines = start.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let line = lines.next().unwrap_or("");
        if line == "---" || line.split_once(':').is_some_and(|(name, _)| import::map::NAMES.contains(&name.trim())) {
            return Format::Map;
        }
        let word: String = line.chars().take_while(char::is_ascii_alphabetic).collect();
        let is_geometry = ["POINT", "LINE", "POLYGON", "MULTI", "GEOMETRY", "SRID"]
            .iter()
            .any(|name| word.to_ascii_uppercase().starts_with(name));
        if is_geometry { Format::Wkt } else { Format::Toml }
    }
}

/// How much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The largest file, in bytes.
    pub max_bytes: u64,
}

impl Default for ReadLimits {
    /// 256 MiB.
    fn default() -> ReadLimits {
        ReadLimits { max_bytes: 256 << 20 }
    }
}

impl Scene {
    /// A scene from text. Of formats other than JSON and TOML, [`Scene::import`] also tells what was left out.
    ///
    /// # Errors
    /// If the text is not of this format, or a value is not allowed, or it is the map of a robot, which also needs its
    /// picture: see [`Scene::from_map`].
    pub fn parse(text: &str, format: Format) -> Result<Scene, Fault> {
        Ok(Scene::import(text, format)?.0)
    }

    /// A scene from text, and what was not taken over.
    ///
    /// # Errors
    /// As for [`Scene::parse`].
    pub fn import(text: &str, format: Format) -> Result<(Scene, Vec<Skipped>), Fault> {
        Scene::import_with(text, format, &nothing_beside)
    }

    /// As [`Scene::import`] has it, with the files of a map's tilesets.
    fn import_with(text: &str, format: Format, beside: Beside<'_>) -> Result<(Scene, Vec<Skipped>), Fault> {
        let (scene, skipped) = match format {
            Format::Json | Format::Toml => (parse::document(text, format)?, Vec::new()),
            Format::Map => {
                let map = Map::parse(text)?;
                return Err(Fault::data(format!(
                    "the picture {:?} is beside the map; expected a map that is read from its file",
                    map.image
                )));
            }
            format => Import::of_text(text, format, beside, Import::default())?.done(),
        };
        scene.check()?;
        Ok((scene, skipped))
    }

    /// A scene from the map of a robot, the text of a `map.yaml` and the bytes of its picture (PGM or PNG), and what was
    /// not taken over. The walls are the outlines of the occupied cells: closed chains that turn only at corners of cells,
    /// counter-clockwise around what is occupied. What is occupied is decided as ROS's map server does; `unknown` says what
    /// becomes of cells that are neither occupied nor free. A yaw turns the map around its lower left corner.
    ///
    /// ```
    /// use carom_scene::{Scene, Unknown};
    /// let map = "image: map.pgm
    /// resolution: 0.5
    /// origin: [-1.0, 2.0, 0.0]
    /// negate: 0
    /// occupied_thresh: 0.65
    /// free_thresh: 0.25";
    /// // White, black, white; and all white below.
    /// let (scene, _) = Scene::from_map(map, b"P2 3 2 255  255 0 255  255 255 255", Unknown::Free)?;
    /// let around = vec![[-0.5, 2.5], [0.0, 2.5], [0.0, 3.0], [-0.5, 3.0], [-0.5, 2.5]];
    /// assert_eq!(scene.walls, [carom_scene::WallShape::Chain(around).into()]);
    /// # Ok::<(), carom_scene::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If a field is missing or not allowed, or the picture cannot be read.
    pub fn from_map(text: &str, picture: &[u8], unknown: Unknown) -> Result<(Scene, Vec<Skipped>), Fault> {
        let map = Map::parse(text)?;
        let image = Image::read(picture).map_err(|fault| {
            let message = format!("{:?}: {}", map.image, fault.message);
            Fault::data(message).in_field("image").at(map.image_place.0, map.image_place.1)
        })?;
        let (scene, skipped) = map.scene(&image, unknown)?;
        scene.check()?;
        Ok((scene, skipped))
    }

    /// A scene from the file of a robot's map, as [`Scene::from_map`] has it. [`Scene::read`] reads maps too, with cells
    /// that are unknown taken as free.
    ///
    /// # Errors
    /// If it is no map, or it or its picture is not there, cannot be read or is too large.
    pub fn read_map(
        path: impl AsRef<Path>,
        unknown: Unknown,
        limits: ReadLimits,
    ) -> Result<(Scene, Vec<Skipped>), Fault> {
        let path = path.as_ref();
        let (mut scene, skipped) = in_file(path, || {
            let bytes = unpacked(read_bytes(path, limits)?, limits)?;
            map_beside(path, text(&bytes)?, unknown, limits)
        })?;
        scene.source.file = Some(name_of(path).into());
        Ok((scene, skipped))
    }

    /// A scene from a file, `-` for standard input, and what was not taken over. The format is known by the end of the
    /// name, or else by what the file holds; `.json` may also hold GeoJSON or a Tiled map. Files packed with gzip are unpacked.
    /// The picture of a robot's map and the tilesets of a Tiled map are looked for in the folder of the map.
    ///
    /// # Errors
    /// If there is no such file, it cannot be read or is too large, or it is no scene.
    pub fn read(path: impl AsRef<Path>, limits: ReadLimits) -> Result<(Scene, Vec<Skipped>), Fault> {
        let path = path.as_ref();
        let (mut scene, skipped) = in_file(path, || {
            of_file(path, limits, |text, format| match format {
                Format::Map => map_beside(path, text, Unknown::default(), limits),
                format => Scene::import_with(text, format, &|source| beside(path, source, limits)),
            })
        })?;
        scene.source.file = Some(name_of(path).into());
        Ok((scene, skipped))
    }
}

/// The text of a file that another one names.
pub(crate) fn beside(path: &Path, source: &str, limits: ReadLimits) -> Result<String, Fault> {
    let bytes = unpacked(read_bytes(&folder_of(path).join(source), limits)?, limits)?;
    text(&bytes).map(str::to_string)
}

/// Where a text is all there is.
pub(crate) fn nothing_beside(_: &str) -> Result<String, Fault> {
    Err(Fault::data("it is a file beside the map, and only the map was given"))
}

/// What is made of a file's text, whose format is known by its name or by what it holds.
pub(crate) fn of_file<T>(
    path: &Path,
    limits: ReadLimits,
    read: impl FnOnce(&str, Format) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let bytes = unpacked(read_bytes(path, limits)?, limits)?;
    let text = text(&bytes)?;
    let is_packed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    let inner = if is_packed { path.with_extension("") } else { path.to_path_buf() };
    let format = inner.extension().and_then(|extension| Format::from_extension(extension.to_str()?));
    let format = match format {
        // A scene is tried as one first, so that large ones are read once.
        Some(Format::Json) if !is_scene(text) => guess_json(text),
        Some(format) => format,
        None => Format::guess(text),
    };
    read(text, format)
}

/// What is read of a file, with the name of the file in what is wrong with it.
pub(crate) fn in_file<T>(path: &Path, read: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    read().map_err(|fault| fault.in_file(name_of(path)))
}

fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_string() } else { path.display().to_string() }
}

/// The map of a text whose picture is in the folder of this file.
fn map_beside(path: &Path, text: &str, unknown: Unknown, limits: ReadLimits) -> Result<(Scene, Vec<Skipped>), Fault> {
    let map = Map::parse(text)?;
    let picture = folder_of(path).join(&map.image);
    let bytes = read_bytes(&picture, limits).and_then(|bytes| unpacked(bytes, limits)).map_err(|fault| {
        let message = format!("the picture {}: {}", picture.display(), fault.message);
        Fault { message, ..fault }.in_field("image").at(map.image_place.0, map.image_place.1)
    })?;
    let image = Image::read(&bytes).map_err(|fault| fault.in_file(picture.display().to_string()))?;
    let (scene, skipped) = map.scene(&image, unknown)?;
    scene.check()?;
    Ok((scene, skipped))
}

/// The folder of a file. A name alone is one in this folder, also if it is the dash that elsewhere stands for standard input.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// The version stands near the top of a scene; this need not be right, only quick.
fn is_scene(text: &str) -> bool {
    let start = &text[..crate::place::char_boundary(text, 512)];
    let after = start.split_once("\"carom\"").and_then(|(_, after)| after.trim_start().strip_prefix(':'));
    after.is_some_and(|after| after.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

fn guess_json(text: &str) -> Format {
    #[derive(Deserialize)]
    struct Fields {
        carom: Option<IgnoredAny>,
        r#type: Option<String>,
        tiledversion: Option<IgnoredAny>,
        layers: Option<IgnoredAny>,
    }
    let Ok(fields) = serde_json::from_str::<Fields>(text) else { return Format::Json };
    let is_type = |word: &str| fields.r#type.as_deref() == Some(word);
    if fields.carom.is_some() {
        Format::Json
    } else if fields.tiledversion.is_some() || fields.layers.is_some() || is_type("tileset") {
        Format::Tmj
    } else if import::geojson::TYPES.iter().any(|known| is_type(known)) {
        Format::GeoJson
    } else {
        Format::Json
    }
}

fn read_bytes(path: &Path, limits: ReadLimits) -> Result<Vec<u8>, Fault> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Fault::new(FaultKind::Missing, "there is no such file"),
        ErrorKind::IsADirectory => Fault::new(FaultKind::Io, "it is a folder; expected a file"),
        _ => Fault::new(FaultKind::Io, format!("it cannot be read: {error}")),
    };
    let too_large = |size: String| Fault::data(format!("it has {size} bytes; at most {} are read", limits.max_bytes));
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(limits.max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        let file = File::open(path).map_err(failed)?;
        // A file that is too large is refused before it is read.
        let size = file.metadata().map_err(failed)?.len();
        if limits.max_bytes < size {
            return Err(too_large(size.to_string()));
        }
        file.take(limits.max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    }
    if limits.max_bytes < bytes.len() as u64 {
        return Err(too_large(format!("more than {}", limits.max_bytes)));
    }
    Ok(bytes)
}

/// The same bytes, unpacked if they are packed with gzip.
fn unpacked(bytes: Vec<u8>, limits: ReadLimits) -> Result<Vec<u8>, Fault> {
    if !bytes.starts_with(b"\x1f\x8b") {
        return Ok(bytes);
    }
    let mut inner = Vec::new();
    let read = MultiGzDecoder::new(bytes.as_slice()).take(limits.max_bytes.saturating_add(1)).read_to_end(&mut inner);
    read.map_err(|error| Fault::data(format!("it is packed with gzip and cannot be unpacked: {error}")))?;
    if limits.max_bytes < inner.len() as u64 {
        return Err(Fault::data(format!(
            "it has more than {0} bytes unpacked; at most {0} are read",
            limits.max_bytes
        )));
    }
    Ok(inner)
}

/// The text of a file, without the mark that some programs put before it.
fn text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = good.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = String::from_utf8_lossy(&good[start..]).chars().count() + 1;
        let found = bytes.get(error.valid_up_to()).copied().unwrap_or(0);
        Fault::data(format!("byte 0x{found:02x} is not UTF-8 text; scenes are text files")).at(line, column)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
