//! Text to scene: JSON and TOML, with the place of whatever is wrong.

use crate::document::Scene;
use crate::fault::Fault;
use crate::object::Object;
use crate::place::{self, Path, Step};
use crate::read::Format;
use serde::Deserialize;
use serde_path_to_error::Segment;
use std::sync::Arc;

/// The text a scene was read from. It gives messages their line and column; nothing else depends on it.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name of the file.
    pub(crate) file: Option<Arc<str>>,
    /// Only of JSON and TOML: in a scene that comes from another format, fields do not stand anywhere.
    pub(crate) text: Option<(Arc<str>, Format)>,
}

/// Two scenes are equal if they say the same, wherever they come from.
impl PartialEq for Source {
    fn eq(&self, _: &Source) -> bool {
        true
    }
}

impl Source {
    /// The name of the file, if there is one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The fault of a field, with the place where it stands.
    pub(crate) fn blame(&self, (path, mut fault): (Path, Fault)) -> Fault {
        if !path.is_empty() {
            fault = fault.in_field(path.to_string());
        }
        if let Some(file) = &self.file {
            fault = fault.in_file(&**file);
        }
        let Some((text, format)) = &self.text else { return fault };
        match find(text, *format, &path) {
            Some(offset) => fault.at_byte(text, offset),
            None => fault,
        }
    }
}

/// A scene from JSON or TOML, its values checked one by one.
pub(crate) fn document(text: &str, format: Format) -> Result<Scene, Fault> {
    if text.trim().is_empty() {
        let start = if format == Format::Toml { "carom = 1" } else { "{ \"carom\": 1" };
        return Err(Fault::data(format!("the file is empty; a scene begins with {start}")).at(1, 1));
    }
    let scene = match format {
        Format::Toml => toml(text),
        _ => json(text),
    };
    let Object(mut scene): Object<Scene> = match scene {
        Ok(scene) => scene,
        // A newer document fails in some new field first; its version is what its author should hear of.
        Err(fault) => return Err(wrong_version(text, format).unwrap_or(fault)),
    };
    scene.source = Source { file: None, text: Some((text.into(), format)) };
    scene.check()?;
    Ok(scene)
}

fn json(text: &str) -> Result<Object<Scene>, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let scene = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = path_of(error.path());
        json_fault(text, error.inner(), &path)
    })?;
    reader.end().map_err(|error| json_fault(text, &error, &Path::default()))?;
    Ok(scene)
}

/// What a JSON reader says, in plainer words and with its place.
pub(crate) fn json_fault(text: &str, error: &serde_json::Error, path: &Path) -> Fault {
    let words = error.to_string();
    // The reader adds its place to its words.
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    if error.is_data() {
        let fault = Fault::data(plain_words(words)).at(error.line(), error.column());
        let fault = if path.is_empty() { fault } else { fault.in_field(path.to_string()) };
        return match place::in_json(text, path) {
            Some(offset) => fault.at_byte(text, offset),
            None => fault,
        };
    }
    let offset = offset_of(text, error.line(), error.column());
    let message = if text.trim().is_empty() {
        "the file is empty".to_string()
    } else if error.is_eof() {
        format!("the file ends too early, in {}", words.trim_start_matches("EOF while parsing "))
    } else if let Some(word) = not_a_number(text, offset) {
        format!("{word} is not JSON; numbers must be finite")
    } else if words == "trailing characters" && !path.is_empty() {
        "the list has too many items; a place or velocity has two numbers, as in [x, y]".to_string()
    } else if words == "number out of range" {
        format!("a number is too large; the largest is {:e}", f64::MAX)
    } else if words.starts_with("recursion limit") {
        "lists or objects are nested more than 127 deep; a scene needs no more than 6".to_string()
    } else {
        format!("not valid JSON: {words}")
    };
    let fault = Fault::data(message).at_byte(text, offset);
    if path.is_empty() { fault } else { fault.in_field(path.to_string()) }
}

#[cfg(not(feature = "toml"))]
fn toml(_: &str) -> Result<Object<Scene>, Fault> {
    Err(Fault::data("this program reads no TOML; expected json, svg, geojson, wkt, tmx or tmj"))
}

#[cfg(feature = "toml")]
fn toml(text: &str) -> Result<Object<Scene>, Fault> {
    let place = |error: &toml::de::Error, fault: Fault| match error.span() {
        Some(span) => fault.at_byte(text, span.start),
        None => fault,
    };
    let reader = toml::Deserializer::parse(text)
        .map_err(|error| place(&error, Fault::data(format!("not valid TOML: {}", error.message()))))?;
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let path = path_of(error.path());
        let inner = error.inner();
        let fault = place(inner, Fault::data(plain_words(inner.message())));
        let fault = match place::in_toml(text, &path) {
            Some(offset) => fault.at_byte(text, offset),
            None => fault,
        };
        if path.is_empty() { fault } else { fault.in_field(path.to_string()) }
    })
}

/// The fault of a document whose version is not ours, if that can be told.
fn wrong_version(text: &str, format: Format) -> Option<Fault> {
    #[derive(Deserialize)]
    struct Version {
        carom: Option<f64>,
    }
    let found = match format {
        #[cfg(feature = "toml")]
        Format::Toml => toml::from_str::<Version>(text).ok()?,
        #[cfg(not(feature = "toml"))]
        Format::Toml => return None,
        _ => serde_json::from_str::<Version>(text).ok()?,
    };
    let path = Path::field("carom");
    match found.carom {
        None => {
            let example = if format == Format::Toml { "carom = 1" } else { "\"carom\": 1" };
            Some(Fault::data(format!("the version is missing; a scene has {example} at its top")).at(1, 1))
        }
        Some(version) if version != f64::from(Scene::VERSION) => {
            let fault = version_fault(version).in_field("carom");
            Some(match find(text, format, &path) {
                Some(offset) => fault.at_byte(text, offset),
                None => fault,
            })
        }
        Some(_) => None,
    }
}

/// A version that is not ours.
pub(crate) fn version_fault(version: f64) -> Fault {
    Fault::data(format!("the version is {version}; this program reads version {}", Scene::VERSION))
}

fn find(text: &str, format: Format, path: &Path) -> Option<usize> {
    match format {
        #[cfg(feature = "toml")]
        Format::Toml => place::in_toml(text, path),
        _ => place::in_json(text, path),
    }
}

pub(crate) fn path_of(path: &serde_path_to_error::Path) -> Path {
    let step = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Field(key.clone())),
        Segment::Enum { .. } | Segment::Unknown => None,
    };
    Path(path.iter().filter_map(step).collect())
}

/// The words of a reader, for people who do not write Rust.
fn plain_words(words: &str) -> String {
    let mut words = words.to_string();
    for (from, to) in [
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
        ("invalid length 0", "found an empty list"),
        ("invalid length ", "found a list of "),
        ("expected an array of length 2", "expected 2 items, as in [x, y]"),
        ("expected an array of length 4", "expected 4 numbers [min x, min y, max x, max y]"),
        ("expected a string", "expected a text"),
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected a sequence", "expected a list [ … ]"),
        ("expected a map", "expected an object { … }"),
        ("expected a boolean", "expected true or false"),
        ("floating point ", "the number "),
        ("integer ", "the number "),
        ("string ", "the text "),
        ("boolean ", ""),
        ("found sequence", "found a list"),
        ("found map", "found an object"),
        ("found null", "found null (nothing)"),
        ("unknown variant ", "unknown value "),
    ] {
        words = words.replace(from, to);
    }
    words
}

/// A word that other languages use for numbers that are not finite, if one stands where a reader stopped.
fn not_a_number(text: &str, offset: usize) -> Option<&'static str> {
    // The reader stops one character into the word, or after a minus sign.
    let near = text.get(place::char_boundary(text, offset.saturating_sub(2))..)?;
    let near: String = near.chars().take(12).collect();
    ["NaN", "Infinity", "nan", "inf"].into_iter().find(|word| near.contains(word))
}

/// The byte at a line and column as serde_json counts them: lines from 1, columns in bytes from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        _ => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(newline, _)| newline + 1),
    };
    text.len().min(start + column.saturating_sub(1))
}
