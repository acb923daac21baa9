//! Readers for other formats: what they have in common.

pub(crate) mod geojson;
pub(crate) mod image;
pub(crate) mod map;
mod seams;
pub(crate) mod svg;
pub(crate) mod tiled;
pub(crate) mod tiles;
pub(crate) mod tileset;
pub(crate) mod tmj;
pub(crate) mod tmx;
pub(crate) mod wkt;
mod xml;
mod yaml;

use crate::boundaries::{Area, Boundaries, Line, Wanted};
use crate::build::polygon;
use crate::check::{Wrong, check_scan};
use crate::document::{Body, Gate, Pair, Response, Scan, Scene, Side, Wall, WallShape, Zone};
use crate::fault::{Fault, Skipped};
use crate::place::Path;
use crate::read::Format;
use tileset::Beside;

/// A scene in the making, and what was left out of it.
#[derive(Default)]
pub(crate) struct Import {
    pub(crate) scene: Scene,
    pub(crate) skipped: Vec<Skipped>,
    /// Where lines and polygons go that count who crosses them, if that is what the file is read for.
    pub(crate) counting: Option<(Wanted, Boundaries)>,
    /// Whether the format says that coordinates are degrees.
    pub(crate) is_geographic: bool,
}

const BOX: &str = "four finite numbers min x, min y, max x, max y";
const CAPSULE: &str = "four finite numbers, x and y of both ends";
const POLYGON: &str = "three corners or more, two finite numbers each";

/// What a format says about a thing beside its shape: `data-` attributes, properties.
pub(crate) type Extras<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A thing of another format, before it is known what it becomes.
pub(crate) struct Thing<'a> {
    /// What it is called in messages: `<line> in line 3`, `features[2]`. Only asked for when there is something to say, as
    /// finding a line takes a walk through the file.
    pub(crate) what: &'a dyn Fn() -> String,
    pub(crate) name: Option<String>,
    pub(crate) extras: Extras<'a>,
}

impl Import {
    /// Takes over what is in a text of another format than that of scenes and of robots' maps.
    pub(crate) fn of_text(text: &str, format: Format, beside: Beside<'_>, import: Import) -> Result<Import, Fault> {
        match format {
            Format::Svg => svg::import(text, import),
            Format::GeoJson => geojson::import(text, import),
            Format::Wkt => wkt::import(text, import),
            Format::Tmx => tmx::import(text, beside, import),
            Format::Tmj => tmj::import(text, beside, import),
            Format::Json | Format::Toml | Format::Map => {
                Err(Fault::data(format!("a .{} file has no lines or polygons of its own", format.extension())))
            }
        }
    }

    /// Whether a line or polygon counts who crosses it, rather than being a wall.
    fn counts(&self, thing: &Thing<'_>) -> bool {
        let role = thing.role();
        match &self.counting {
            Some((Wanted::Unmarked, _)) => role.is_none_or(|role| role == "gate" || role == "zone"),
            _ => role.is_some_and(|role| role == "gate" || role == "zone"),
        }
    }

    pub(crate) fn done(self) -> (Scene, Vec<Skipped>) {
        (self.scene, self.skipped)
    }

    pub(crate) fn skip(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.skipped.push(Skipped::new(what, why));
    }

    /// Something that is taken over, but not as it is.
    pub(crate) fn change(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.skipped.push(Skipped::changed(what, why));
    }

    /// A line of points: a gate if it is said to be one, else a wall.
    pub(crate) fn chain(&mut self, thing: &Thing<'_>, points: Vec<Pair>) -> Result<(), Fault> {
        let points = self.distinct(thing, points)?;
        if points.len() < 2 {
            self.skip((thing.what)(), "it has no length");
            return Ok(());
        }
        let is_gate = self.counts(thing);
        match (&mut self.counting, &points[..]) {
            (Some((_, found)), _) if is_gate => found.lines.push(Line { name: thing.name.clone(), points }),
            (None, &[from, to]) if is_gate => self.scene.gates.push(Gate { name: thing.name.clone(), from, to }),
            (None, _) if is_gate => {
                let count = points.len();
                let why = format!(
                    "a gate of a scene has two ends, this line has {count} points; `carom crossings` counts there"
                );
                self.skip((thing.what)(), why);
            }
            (_, &[a, b]) => self.wall(thing, WallShape::Segment([a, b]))?,
            _ => self.wall(thing, WallShape::Chain(points))?,
        }
        Ok(())
    }

    /// Rings of points, the outer one first. A last point that repeats the first is dropped. What is no polygon
    /// becomes closed chains: its edges are walls all the same.
    pub(crate) fn rings(&mut self, thing: &Thing<'_>, rings: Vec<Vec<Pair>>) -> Result<(), Fault> {
        let mut clean = Vec::with_capacity(rings.len());
        for ring in rings {
            let mut ring = self.distinct(thing, ring)?;
            if ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            if ring.len() < 2 {
                self.skip((thing.what)(), "a ring of it has no length");
            } else {
                clean.push(ring);
            }
        }
        let mut rest = clean.clone().into_iter();
        let Some(vertices) = rest.next() else { return Ok(()) };
        let holes: Vec<Vec<Pair>> = rest.collect();
        let is_zone = self.counts(thing);
        match (polygon(&vertices, &holes), &mut self.counting) {
            (Ok(polygon), Some((_, found))) if is_zone => {
                found.areas.push(Area { name: thing.name.clone(), polygon });
                Ok(())
            }
            (Err(error), _) if is_zone => {
                Err(Fault::data(format!("{} is to be a zone, but no polygon: {error}", (thing.what)())))
            }
            (Ok(_), None) if is_zone => {
                self.scene.zones.push(Zone { name: thing.name.clone(), polygon: vertices, holes });
                Ok(())
            }
            (Ok(_), _) => self.wall(thing, WallShape::Polygon { vertices, holes }),
            (Err(error), _) => {
                self.change((thing.what)(), format!("kept as lines, as it is no polygon: {error}"));
                for mut ring in clean {
                    // Two points are a line there and back.
                    if ring.len() > 2 {
                        ring.push(ring[0]);
                    }
                    match ring[..] {
                        [a, b] => self.wall(thing, WallShape::Segment([a, b]))?,
                        _ => self.wall(thing, WallShape::Chain(ring))?,
                    }
                }
                Ok(())
            }
        }
    }

    /// A circle: a body or a scan if it is said to be one, else a wall.
    pub(crate) fn circle(&mut self, thing: &Thing<'_>, center: Pair, radius: f64) -> Result<(), Fault> {
        finite(thing, center)?;
        finite(thing, [radius, 0.0])?;
        match thing.role().as_deref() {
            Some("body") => {
                let radius = thing.number("radius")?.unwrap_or(radius);
                self.body(thing, center, radius)
            }
            Some("scan") => self.scan(thing, center, radius),
            _ if radius > 0.0 => self.wall(thing, WallShape::Circle { center, radius }),
            _ => {
                self.skip((thing.what)(), "its radius is 0");
                Ok(())
            }
        }
    }

    /// A point: a body, with whatever radius it is said to have, or what else it is said to be.
    pub(crate) fn point(&mut self, thing: &Thing<'_>, at: Pair) -> Result<(), Fault> {
        finite(thing, at)?;
        match thing.role().as_deref() {
            Some("wall") => {
                let radius = thing.number("radius")?.unwrap_or(0.0);
                self.circle(thing, at, radius)
            }
            Some("scan") => {
                let reach = thing.number("reach")?.unwrap_or(1.0);
                self.scan(thing, at, reach)
            }
            _ => {
                let radius = thing.number("radius")?.unwrap_or(0.0);
                self.body(thing, at, radius)
            }
        }
    }

    fn body(&mut self, thing: &Thing<'_>, at: Pair, radius: f64) -> Result<(), Fault> {
        let response = match thing.text("response").as_deref() {
            None | Some("bounce") => Response::Bounce,
            Some("slide") => Response::Slide,
            Some("stop") => Response::Stop,
            Some(other) => return Err(thing.wrong("response", other, "bounce, slide or stop")),
        };
        let sensor = match thing.text("sensor").as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => return Err(thing.wrong("sensor", other, "true or false")),
        };
        let shape = |key: &str, allowed: &str| -> Result<Option<Vec<f64>>, Fault> {
            // Another file's point may have a property of such a name.
            if thing.role().as_deref() == Some("body") { thing.numbers(key, allowed) } else { Ok(None) }
        };
        let wrong = |key: &str, allowed: &str| thing.wrong(key, &thing.text(key).unwrap_or_default(), allowed);
        let body = Body {
            aabb: match shape("box", BOX)?.as_deref() {
                None => None,
                Some(&[min_x, min_y, max_x, max_y]) => Some([min_x, min_y, max_x, max_y]),
                Some(_) => return Err(wrong("box", BOX)),
            },
            capsule: match shape("capsule", CAPSULE)?.as_deref() {
                None => None,
                Some(&[x0, y0, x1, y1]) => Some([[x0, y0], [x1, y1]]),
                Some(_) => return Err(wrong("capsule", CAPSULE)),
            },
            polygon: match shape("polygon", POLYGON)? {
                None => None,
                Some(numbers) if numbers.len() % 2 != 0 => return Err(wrong("polygon", POLYGON)),
                Some(numbers) => Some(numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()),
            },
            name: thing.name.clone(),
            velocity: thing.pair("velocity")?.unwrap_or([0.0, 0.0]),
            mass: thing.number("mass")?.unwrap_or(1.0),
            restitution: thing.number("restitution")?,
            friction: thing.number("friction")?,
            layers: thing.bits("layers")?,
            mask: thing.bits("mask")?,
            sensor,
            response,
            ..Body::new(at, radius)
        };
        thing.allow(self.scene.check_body(&body, &Path::default()))?;
        self.scene.bodies.push(body);
        Ok(())
    }

    fn scan(&mut self, thing: &Thing<'_>, origin: Pair, reach: f64) -> Result<(), Fault> {
        let beams = thing.bits("beams")?.unwrap_or(360);
        let scan = Scan { name: thing.name.clone(), origin, beams, reach };
        thing.allow(check_scan(&scan, &Path::default()))?;
        self.scene.scans.push(scan);
        Ok(())
    }

    pub(crate) fn wall(&mut self, thing: &Thing<'_>, shape: WallShape) -> Result<(), Fault> {
        let side = match thing.text("side").as_deref() {
            None => None,
            Some("left") => Some(Side::Left),
            Some("right") => Some(Side::Right),
            Some(other) => return Err(thing.wrong("side", other, "left or right")),
        };
        let wall = Wall {
            name: thing.name.clone(),
            shape,
            mask: thing.bits("mask")?,
            side,
            restitution: thing.number("restitution")?,
            friction: thing.number("friction")?,
            material: None,
            vanishes_after: thing.bits("vanishes_after")?,
        };
        thing.allow(self.scene.check_wall(&wall, &Path::default()))?;
        self.scene.walls.push(wall);
        Ok(())
    }

    /// The points without repetitions of the one before.
    fn distinct(&mut self, thing: &Thing<'_>, mut points: Vec<Pair>) -> Result<Vec<Pair>, Fault> {
        for point in &mut points {
            finite(thing, *point)?;
            // Without −0.0, which mirroring makes.
            *point = [point[0] + 0.0, point[1] + 0.0];
        }
        points.dedup();
        Ok(points)
    }
}

impl Thing<'_> {
    /// What it is said to be: wall, gate, zone, body or scan.
    fn role(&self) -> Option<String> {
        self.text("carom")
    }

    fn text(&self, key: &str) -> Option<String> {
        (self.extras)(key).map(|text| text.trim().to_string())
    }

    fn number(&self, key: &str) -> Result<Option<f64>, Fault> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(Some).ok_or_else(|| self.wrong(key, &text, "a finite number"))
    }

    fn bits(&self, key: &str) -> Result<Option<u32>, Fault> {
        let Some(text) = self.text(key) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| self.wrong(key, &text, "a whole number from 0 to 4294967295"))
    }

    /// Numbers with spaces or commas between them.
    fn numbers(&self, key: &str, allowed: &str) -> Result<Option<Vec<f64>>, Fault> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let words = text.split([' ', ',', '[', ']']).filter(|word| !word.is_empty());
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok().filter(|n: &f64| n.is_finite())).collect();
        numbers.map(Some).ok_or_else(|| self.wrong(key, &text, allowed))
    }

    fn pair(&self, key: &str) -> Result<Option<Pair>, Fault> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let words = text.split([' ', ',', '[', ']']).filter(|word| !word.is_empty());
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[x, y]) if x.is_finite() && y.is_finite() => Ok(Some([x, y])),
            _ => Err(self.wrong(key, &text, "two finite numbers x, y")),
        }
    }

    /// What the check of a scene finds wrong with it, in its own words.
    fn allow(&self, checked: Result<(), Wrong>) -> Result<(), Fault> {
        checked.map_err(|wrong| {
            let (path, fault) = *wrong;
            let field = path.to_string();
            Fault::data(format!("{} of {} is {}", field.trim_start_matches('.'), (self.what)(), fault.message))
        })
    }

    fn wrong(&self, key: &str, found: &str, allowed: &str) -> Fault {
        Fault::data(format!("{key} of {} is {found:?}; expected {allowed}", (self.what)()))
    }
}

fn finite(thing: &Thing<'_>, point: Pair) -> Result<(), Fault> {
    if point.iter().all(|number| number.is_finite()) {
        return Ok(());
    }
    Err(Fault::data(format!(
        "{} has a number that is too large or not a number; expected finite numbers",
        (thing.what)()
    )))
}
