//! WKT geometries to scenes: one after the other, on lines of their own or not.
//!
//! Lines and polygons become walls, points become bodies at rest. Lines that begin with `#` are comments.

use super::{Import, Thing};
use crate::document::Pair;
use crate::fault::Fault;
use std::str::FromStr;
use wkt::Wkt;
use wkt::types::{Coord, Dimension, LineString, Polygon};

/// How deep collections may be nested; the parser calls itself once a level.
const MAX_DEPTH: usize = 64;

pub(crate) fn import(text: &str, mut import: Import) -> Result<Import, Fault> {
    if text.trim().is_empty() {
        return Err(Fault::data("the file is empty; expected geometries as in POLYGON ((0 0, 4 0, 4 3, 0 0))").at(1, 1));
    }
    for (start, line, geometry) in geometries(text)? {
        let at = |fault: Fault| if fault.line.is_some() { fault } else { fault.at_byte(text, start) };
        // PostGIS puts a reference system before its geometries.
        let geometry = match geometry.split_once(';') {
            Some((system, rest)) if system.to_ascii_uppercase().starts_with("SRID=") => {
                import.is_geographic |= system[5..].trim() == "4326";
                rest
            }
            _ => geometry,
        };
        let shape: Wkt<f64> = Wkt::from_str(geometry).map_err(|words| {
            let shown: String = geometry.chars().take(40).collect();
            at(Fault::data(format!("not valid WKT: {words}, in {shown:?}")))
        })?;
        let what = || {
            let (name, _) = geometry.split_once(['(', ' ']).unwrap_or((geometry, ""));
            format!("{} in line {line}", name.to_ascii_uppercase())
        };
        take(&mut import, &what, shape).map_err(at)?;
    }
    Ok(import)
}

/// The geometries of a text with the bytes and lines at which they begin. Each ends where its brackets close.
fn geometries(text: &str) -> Result<Vec<(usize, usize, &str)>, Fault> {
    let mut found = Vec::new();
    let (mut start, mut depth): (Option<(usize, usize)>, usize) = (None, 0);
    let mut line = 1;
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        let is_end_of_line = byte == b'\n';
        match byte {
            b'#' if start.is_none() => while bytes.next_if(|(_, byte)| *byte != b'\n').is_some() {},
            b'(' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    let fault = Fault::data(format!("brackets are nested more than {MAX_DEPTH} deep"));
                    return Err(fault.at_byte(text, at));
                }
                start.get_or_insert((at, line));
            }
            b')' => {
                if depth == 0 {
                    return Err(Fault::data("a bracket is closed that was not opened").at_byte(text, at));
                }
                depth -= 1;
                if depth == 0
                    && let Some((start, line)) = start.take()
                {
                    found.push((start, line, &text[start..=at]));
                }
            }
            // A line without brackets ends with its line: POINT EMPTY.
            b'\n' if depth == 0 => {
                if let Some((begin, line)) = start {
                    let words = text[begin..at].trim_end();
                    if is_empty_word(words) {
                        found.push((begin, line, words));
                        start = None;
                    }
                }
            }
            b',' | b';' | b' ' | b'\t' | b'\r' | b'\n' if start.is_none() => {}
            _ => {
                start.get_or_insert((at, line));
            }
        }
        line += usize::from(is_end_of_line);
    }
    match start {
        Some((start, _)) if depth > 0 => {
            Err(Fault::data(format!("the file ends too early: {depth} brackets of this geometry are open"))
                .at_byte(text, start))
        }
        Some((start, line)) => {
            found.push((start, line, text[start..].trim_end()));
            Ok(found)
        }
        None => Ok(found),
    }
}

/// Whether a geometry ends in the word for one without points. Only its end is looked at: it may be long.
fn is_empty_word(words: &str) -> bool {
    words.as_bytes().last_chunk().is_some_and(|end: &[u8; 5]| end.eq_ignore_ascii_case(b"EMPTY"))
}

fn take(import: &mut Import, what: &dyn Fn() -> String, shape: Wkt<f64>) -> Result<(), Fault> {
    if shape.dimension() != Dimension::XY {
        import.change(what(), "only x and y are taken; heights and measures are left out");
    }
    let none = |_: &str| None;
    let thing = Thing { what, name: None, extras: &none };
    match shape {
        Wkt::Point(point) => points(import, &thing, point.into_inner().0),
        Wkt::MultiPoint(many) => {
            many.into_inner().0.into_iter().try_for_each(|point| points(import, &thing, point.into_inner().0))
        }
        Wkt::LineString(line) => import.chain(&thing, pairs(line)),
        Wkt::MultiLineString(many) => {
            many.into_inner().0.into_iter().try_for_each(|line| import.chain(&thing, pairs(line)))
        }
        Wkt::Polygon(polygon) => import.rings(&thing, rings(polygon)),
        Wkt::MultiPolygon(many) => {
            many.into_inner().0.into_iter().try_for_each(|polygon| import.rings(&thing, rings(polygon)))
        }
        Wkt::GeometryCollection(many) => {
            many.into_inner().0.into_iter().try_for_each(|shape| take(import, what, shape))
        }
    }
}

fn points(import: &mut Import, thing: &Thing<'_>, coord: Option<Coord<f64>>) -> Result<(), Fault> {
    match coord {
        Some(coord) => import.point(thing, [coord.x, coord.y]),
        None => {
            import.skip((thing.what)(), "it is empty");
            Ok(())
        }
    }
}

fn rings(polygon: Polygon<f64>) -> Vec<Vec<Pair>> {
    polygon.into_inner().0.into_iter().map(pairs).collect()
}

fn pairs(line: LineString<f64>) -> Vec<Pair> {
    line.into_inner().0.into_iter().map(|coord| [coord.x, coord.y]).collect()
}
