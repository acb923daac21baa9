//! Is every value of a scene allowed, looked at by itself?

use crate::document::{Body, Gate, Group, Pair, Scan, Scene, Wall, WallShape, Zone};
use crate::fault::Fault;
use crate::parse::version_fault;
use crate::place::Path;

/// What is wrong, and in which field.
pub(crate) type Wrong = Box<(Path, Fault)>;

/// Whole numbers up to this are the same in every format and language.
const LARGEST_WHOLE: u64 = (1 << 53) - 1;

/// More beams than anybody looks at; each takes memory.
const MOST_BEAMS: u32 = 1 << 24;

impl Scene {
    /// Whether every value is allowed, looked at by itself: numbers finite and in range, materials known.
    /// [`Scene::build`] checks this first, then the shapes, then whether bodies have room.
    ///
    /// # Errors
    /// The first value that is not allowed.
    pub fn check(&self) -> Result<(), Fault> {
        self.check_values().map_err(|wrong| self.source.blame(*wrong))
    }

    fn check_values(&self) -> Result<(), Wrong> {
        if self.carom != Scene::VERSION {
            return Err(Box::new((Path::field("carom"), version_fault(self.carom.into()))));
        }
        if let Some(view) = self.view {
            check_view(view)?;
        }
        self.check_settings()?;
        for (name, material) in &self.materials {
            from_zero_to_one(Path::field("materials").then(name).then("restitution"), Some(material.restitution))?;
            not_negative(Path::field("materials").then(name).then("friction"), material.friction)?;
        }
        for (i, wall) in self.walls.iter().enumerate() {
            self.check_wall(wall, &Path::item("walls", i))?;
        }
        for (i, group) in self.groups.iter().enumerate() {
            self.check_group(group, &Path::item("groups", i))?;
        }
        for (i, Gate { from, to, .. }) in self.gates.iter().enumerate() {
            let path = Path::item("gates", i);
            finite(path.clone().then("from"), *from)?;
            finite(path.clone().then("to"), *to)?;
            if from == to {
                let message = format!("both ends are {}; a gate needs two distinct ends", shown(*from));
                return Err(Box::new((path, Fault::data(message))));
            }
        }
        for (i, Zone { polygon, holes, .. }) in self.zones.iter().enumerate() {
            check_polygon(&Path::item("zones", i), polygon, holes)?;
        }
        for (i, body) in self.bodies.iter().enumerate() {
            self.check_body(body, &Path::item("bodies", i))?;
        }
        for (i, character) in self.characters.iter().enumerate() {
            character.check(&Path::item("characters", i))?;
        }
        for (i, scan) in self.scans.iter().enumerate() {
            check_scan(scan, &Path::item("scans", i))?;
        }
        Ok(())
    }

    fn check_settings(&self) -> Result<(), Wrong> {
        let path = |field: &str| Path::field("world").then(field);
        let world = &self.world;
        finite(path("gravity"), world.gravity)?;
        above_zero(path("dt"), world.dt)?;
        not_negative(path("duration"), world.duration)?;
        not_negative(path("rest_speed"), world.rest_speed)?;
        not_negative(path("contact_time"), world.contact_time.unwrap_or(0.0))?;
        match world.max_events {
            Some(events) if !(1..=LARGEST_WHOLE).contains(&events) => {
                let message = format!("{events}; expected a whole number from 1 to {LARGEST_WHOLE}");
                Err(Box::new((path("max_events"), Fault::data(message))))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn check_wall(&self, wall: &Wall, path: &Path) -> Result<(), Wrong> {
        match &wall.shape {
            WallShape::Segment(ends) => {
                let path = path.clone().then("segment");
                all_finite(path.clone(), ends)?;
                if ends[0] == ends[1] {
                    let message = format!("both ends are {}; a segment needs two distinct ends", shown(ends[0]));
                    return Err(Box::new((path, Fault::data(message))));
                }
            }
            WallShape::Chain(points) => {
                let path = path.clone().then("chain");
                all_finite(path.clone(), points)?;
                if points.len() < 2 {
                    let message = format!("{} in the chain; a chain needs at least 2 points", count(points.len()));
                    return Err(Box::new((path, Fault::data(message))));
                }
                if let Some(i) = points.windows(2).position(|pair| pair[0] == pair[1]) {
                    let message = format!(
                        "points {i} and {} are both {}; neighbours in a chain must differ",
                        i + 1,
                        shown(points[i])
                    );
                    return Err(Box::new((path.nth(i + 1), Fault::data(message))));
                }
            }
            WallShape::Polygon { vertices, holes } => {
                check_polygon(path, vertices, holes)?;
            }
            WallShape::Circle { center, radius } => {
                let path = path.clone().then("circle");
                finite(path.clone().then("center"), *center)?;
                not_negative(path.then("radius"), *radius)?;
            }
        }
        from_zero_to_one(path.clone().then("restitution"), wall.restitution)?;
        not_negative(path.clone().then("friction"), wall.friction.unwrap_or(0.0))?;
        if wall.vanishes_after == Some(0) {
            let message = format!("0; expected a whole number from 1 to {}", u32::MAX);
            return Err(Box::new((path.clone().then("vanishes_after"), Fault::data(message))));
        }
        self.check_material(path, wall.material.as_deref())
    }

    fn check_group(&self, group: &Group, path: &Path) -> Result<(), Wrong> {
        finite(path.clone().then("velocity"), group.velocity)?;
        for (i, wall) in group.walls.iter().enumerate() {
            let path = path.clone().then("walls").nth(i);
            self.check_wall(wall, &path)?;
            if let Some(touches) = wall.vanishes_after {
                let message = format!("{touches}; walls that move do not vanish, expected no such field");
                return Err(Box::new((path.then("vanishes_after"), Fault::data(message))));
            }
        }
        if let Some(mark) = group.mark {
            finite(path.clone().then("mark"), mark)?;
        }
        if let Some(period) = group.period {
            above_zero(path.clone().then("period"), period)?;
        }
        let mut last = 0.0;
        for (i, turn) in group.script.iter().enumerate() {
            let of = path;
            let path = path.clone().then("script").nth(i);
            not_negative(path.clone().then("time"), turn.time)?;
            finite(path.clone().then("velocity"), turn.velocity)?;
            if turn.time < last {
                let message = format!("{} comes after {last}; a script is in order of time", turn.time);
                return Err(Box::new((path.then("time"), Fault::data(message))));
            }
            if let Some(period) = group.period.filter(|&period| period <= turn.time) {
                let name = group.name.clone().unwrap_or_else(|| of.to_string());
                let message = format!(
                    "{} in the script of {name}, whose period is {period}: it would never be; expected a time below {period}",
                    turn.time
                );
                return Err(Box::new((path.then("time"), Fault::data(message))));
            }
            last = turn.time;
        }
        Ok(())
    }

    pub(crate) fn check_body(&self, body: &Body, path: &Path) -> Result<(), Wrong> {
        finite(path.clone().then("position"), body.position)?;
        finite(path.clone().then("velocity"), body.velocity)?;
        not_negative(path.clone().then("radius"), body.radius)?;
        body.shape(path)?;
        above_zero(path.clone().then("mass"), body.mass)?;
        from_zero_to_one(path.clone().then("restitution"), body.restitution)?;
        not_negative(path.clone().then("friction"), body.friction.unwrap_or(0.0))?;
        self.check_material(path, body.material.as_deref())
    }

    fn check_material(&self, path: &Path, material: Option<&str>) -> Result<(), Wrong> {
        let Some(name) = material.filter(|name| !self.materials.contains_key(*name)) else { return Ok(()) };
        let known: Vec<String> = self.materials.keys().map(|known| format!("{known:?}")).collect();
        let known = match known.is_empty() {
            true => "\"materials\" names none".to_string(),
            false => format!("\"materials\" names {}", known.join(", ")),
        };
        Err(Box::new((path.clone().then("material"), Fault::data(format!("there is no material {name:?}; {known}")))))
    }
}

fn check_view(view: [f64; 4]) -> Result<(), Wrong> {
    let [min_x, min_y, max_x, max_y] = view;
    let is_box = view.iter().all(|number| number.is_finite()) && min_x < max_x && min_y < max_y;
    if is_box {
        return Ok(());
    }
    let message = format!(
        "{view:?}; expected four finite numbers [min x, min y, max x, max y] with min x < max x and min y < max y"
    );
    Err(Box::new((Path::field("view"), Fault::data(message))))
}

pub(crate) fn check_scan(scan: &Scan, path: &Path) -> Result<(), Wrong> {
    finite(path.clone().then("origin"), scan.origin)?;
    above_zero(path.clone().then("reach"), scan.reach)?;
    if (1..=MOST_BEAMS).contains(&scan.beams) {
        return Ok(());
    }
    let message = format!("{}; expected a whole number from 1 to {MOST_BEAMS}", scan.beams);
    Err(Box::new((path.clone().then("beams"), Fault::data(message))))
}

fn check_polygon(path: &Path, vertices: &[Pair], holes: &[Vec<Pair>]) -> Result<(), Wrong> {
    all_finite(path.clone().then("polygon"), vertices)?;
    let mut holes = holes.iter().enumerate();
    holes.try_for_each(|(i, hole)| all_finite(path.clone().then("holes").nth(i), hole))
}

fn all_finite(path: Path, points: &[Pair]) -> Result<(), Wrong> {
    let one = |(i, point): (usize, &Pair)| if is_finite(*point) { Ok(()) } else { finite(path.clone().nth(i), *point) };
    points.iter().enumerate().try_for_each(one)
}

fn is_finite(pair: Pair) -> bool {
    pair[0].is_finite() && pair[1].is_finite()
}

pub(crate) fn finite(path: Path, pair: Pair) -> Result<(), Wrong> {
    if is_finite(pair) {
        return Ok(());
    }
    Err(Box::new((path, Fault::data(format!("{}; expected two finite numbers [x, y]", shown(pair))))))
}

pub(crate) fn not_negative(path: Path, number: f64) -> Result<(), Wrong> {
    if number.is_finite() && 0.0 <= number {
        return Ok(());
    }
    Err(Box::new((path, Fault::data(format!("{number}; expected a finite number, 0 or more")))))
}

pub(crate) fn above_zero(path: Path, number: f64) -> Result<(), Wrong> {
    if number.is_finite() && 0.0 < number {
        return Ok(());
    }
    Err(Box::new((path, Fault::data(format!("{number}; expected a finite number above 0")))))
}

fn from_zero_to_one(path: Path, number: Option<f64>) -> Result<(), Wrong> {
    match number {
        Some(number) if !(0.0..=1.0).contains(&number) => {
            Err(Box::new((path, Fault::data(format!("{number}; expected a number from 0 to 1")))))
        }
        _ => Ok(()),
    }
}

/// A place as people write it.
pub(crate) fn shown([x, y]: Pair) -> String {
    let number = |value: f64| {
        let size = value.abs();
        let plain = size == 0.0 || (1e-5..1e16).contains(&size) || !size.is_finite();
        if plain { format!("{value}") } else { format!("{value:e}") }
    };
    format!("({}, {})", number(x), number(y))
}

fn count(points: usize) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}
