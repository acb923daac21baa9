//! Scene to text: JSON and TOML here, the other formats under `export`.

use crate::document::Scene;
use crate::fault::{Fault, Skipped};
use crate::read::Format;

impl Scene {
    /// The scene in a format, and what of it the format cannot hold.
    ///
    /// # Errors
    /// If scenes cannot be written in this format: maps, of Tiled (TMX and TMJ) and of robots.
    pub fn to(&self, format: Format) -> Result<(String, Vec<Skipped>), Fault> {
        match format {
            Format::Json => Ok((self.to_json(), Vec::new())),
            #[cfg(feature = "toml")]
            Format::Toml => Ok((self.to_toml(), Vec::new())),
            #[cfg(not(feature = "toml"))]
            Format::Toml => Err(Fault::data("this program writes no TOML; expected json, svg, geojson or wkt")),
            Format::Svg => Ok(self.to_svg()),
            Format::GeoJson => Ok(self.to_geojson()),
            Format::Wkt => Ok(self.to_wkt()),
            Format::Tmx | Format::Tmj | Format::Map => {
                let message = "maps (tmx, tmj, yaml) are read, not written; expected json, toml, svg, geojson or wkt";
                Err(Fault::data(message))
            }
        }
    }

    /// The scene as JSON, which reads back as the same scene if [`Scene::check`] finds nothing wrong with it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let compact = serde_json::to_string(self).unwrap_or_default();
        let mut text = spread(&compact);
        text.push('\n');
        text
    }

    /// The scene as TOML, which reads back as the same scene if [`Scene::check`] finds nothing wrong with it.
    #[cfg(feature = "toml")]
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

/// The longest line that a list or object is kept on.
const LINE: usize = 110;

/// Spreads compact JSON over lines: what fits on one stays on one.
fn spread(compact: &str) -> String {
    let bytes = compact.as_bytes();
    let out = String::with_capacity(compact.len() * 5 / 4);
    let mut spread = Spread { out, open: Vec::new(), lengths: lengths(bytes).into_iter() };
    let (mut at, mut run) = (0, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'"' {
            at = past_string(bytes, at);
            continue;
        }
        let is_sign = matches!(byte, b'{' | b'[' | b'}' | b']' | b',' | b':');
        if is_sign {
            spread.out.push_str(&compact[run..at]);
            run = at + 1;
        }
        match byte {
            b'{' | b'[' => spread.begin(byte),
            b'}' | b']' => spread.end(byte),
            b',' => spread.comma(bytes.get(at + 1) == Some(&b'[')),
            b':' => spread.out.push_str(": "),
            _ => {}
        }
        at += 1;
    }
    spread.out + &compact[run..]
}

/// JSON on its way over lines.
struct Spread {
    out: String,
    /// For each open list or object, whether its items stand on lines of their own.
    open: Vec<bool>,
    /// How long those are that begin from here on.
    lengths: std::vec::IntoIter<usize>,
}

impl Spread {
    fn begin(&mut self, sign: u8) {
        let length = self.lengths.next().unwrap_or(0);
        let may_be_spread = self.open.last().is_none_or(|&outer| outer) && 1 < length;
        let is_spread = may_be_spread && (self.open.is_empty() || LINE < length);
        self.out.push(sign.into());
        self.open.push(is_spread);
        if is_spread {
            new_line(&mut self.out, self.open.len());
        } else if sign == b'{' && 1 < length {
            self.out.push(' ');
        }
    }

    fn end(&mut self, sign: u8) {
        let was_spread = self.open.pop().unwrap_or(false);
        if was_spread {
            new_line(&mut self.out, self.open.len());
        } else if sign == b'}' && !self.out.ends_with('{') {
            self.out.push(' ');
        }
        self.out.push(sign.into());
    }

    /// Points of a list share a line as long as they fit.
    fn comma(&mut self, is_before_list: bool) {
        self.out.push(',');
        let is_spread = self.open.last().is_some_and(|&is_spread| is_spread);
        let next = self.lengths.as_slice().first().copied().filter(|_| is_before_list);
        let line = self.out.len() - self.out.rfind('\n').map_or(0, |newline| newline + 1);
        if is_spread && next.is_none_or(|length| LINE < line + length + 2) {
            new_line(&mut self.out, self.open.len());
        } else {
            self.out.push(' ');
        }
    }
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// How long each list and object is, in the order in which they begin.
fn lengths(bytes: &[u8]) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = past_string(bytes, at);
                continue;
            }
            b'{' | b'[' => {
                open.push((lengths.len(), at));
                lengths.push(0);
            }
            b'}' | b']' => {
                if let Some((place, start)) = open.pop() {
                    lengths[place] = at - start;
                }
            }
            _ => {}
        }
        at += 1;
    }
    lengths
}

fn past_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}
