//! The gates and zones that count, and what a move does to them.

use super::Arguments;
use crate::output::{Failure, Output};
use carom::{Change, Contact, Direction, Gates, Point, Polygon, Sweep, Zones, distance};
use carom_scene::{Boundaries, ReadLimits, Wanted};

/// Gates, then zones: each is a boundary with a number.
pub(super) struct Counted {
    gates: Gates,
    zones: Zones,
    names: Vec<String>,
    /// What the files are called.
    pub(super) title: String,
}

/// A boundary is crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossed {
    pub(super) boundary: u32,
    /// From the right of a gate to its left, or into a zone.
    pub(super) is_forward: bool,
    /// When, from 0 to 1 between the two fixes.
    pub(super) t: f64,
    pub(super) point: Point,
    /// Whether that is exactly where the move starts or ends.
    pub(super) contact: Contact,
    /// Whether a zone is entered and left at one time here.
    pub(super) is_touch: bool,
}

impl Counted {
    /// Reads the files that the command line names, and tells what of them is not used.
    pub(super) fn read(arguments: &Arguments, output: Output) -> Result<Counted, Failure> {
        let (files, wanted) = arguments.boundary_files();
        let mut found = Boundaries::default();
        let mut titles = Vec::new();
        for file in files {
            let (more, skipped) = Boundaries::read(file, wanted, ReadLimits::default())?;
            output.tell_skipped(&skipped);
            if more.is_in_degrees && !arguments.planar {
                return Err(in_degrees(&format!("{}: its numbers are longitudes and latitudes", file.display())));
            }
            titles.extend(crate::output::name_of_file(file));
            found.lines.extend(more.lines);
            found.areas.extend(more.areas);
        }
        if found.lines.is_empty() && found.areas.is_empty() {
            let advice = match wanted {
                Wanted::Marked => "; lines and polygons that have no mark count with --gates FILE",
                Wanted::Unmarked => "; a line is a gate, and a polygon is a zone",
            };
            return Err(Failure::data(format!(
                "the scene has no gates and no zones, so nothing can be crossed{advice}"
            )));
        }
        Counted::of(found, &arguments.only, titles.join(", "))
    }

    /// Those of some boundaries that are wanted by name or number; all of them if none is.
    fn of(found: Boundaries, only: &[String], title: String) -> Result<Counted, Failure> {
        let numbered =
            |name: &Option<String>, kind: &str, i: usize| name.clone().unwrap_or_else(|| format!("{kind}[{i}]"));
        let lines = found.lines.iter().enumerate().map(|(i, line)| numbered(&line.name, "gates", i));
        let areas = found.areas.iter().enumerate().map(|(i, area)| numbered(&area.name, "zones", i));
        let names: Vec<String> = lines.chain(areas).collect();
        let mut is_wanted = vec![only.is_empty(); names.len()];
        for wanted in only {
            let by_name: Vec<usize> = (0..names.len()).filter(|&i| names[i] == *wanted).collect();
            let by_number = || wanted.parse::<usize>().ok().filter(|&i| i < names.len());
            let places = if by_name.is_empty() { by_number().into_iter().collect() } else { by_name };
            if places.is_empty() {
                let shown: Vec<&str> = names.iter().take(20).map(String::as_str).collect();
                let more = if names.len() > 20 { " and more" } else { "" };
                let message = format!("there is no gate `{wanted}`; the scene has {}{more}", shown.join(", "));
                return Err(Failure::usage(message));
            }
            places.into_iter().for_each(|place| is_wanted[place] = true);
        }
        let count = found.lines.len();
        let lines =
            found.lines.into_iter().zip(&is_wanted).filter(|(_, is_wanted)| **is_wanted).map(|(line, _)| line.points);
        let gates = Gates::new(lines).map_err(|error| Failure::data(error.to_string()))?;
        let areas = found.areas.into_iter().zip(&is_wanted[count..]).filter(|(_, is_wanted)| **is_wanted);
        let zones = Zones::new(areas.map(|(area, _)| area.polygon));
        let names =
            names.into_iter().zip(&is_wanted).filter(|(_, is_wanted)| **is_wanted).map(|(name, _)| name).collect();
        Ok(Counted { gates, zones, names, title })
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, boundary: u32) -> &str {
        self.names.get(boundary as usize).map_or("", String::as_str)
    }

    pub(super) fn is_zone(&self, boundary: u32) -> bool {
        self.gates.len() <= boundary as usize
    }

    pub(super) fn has_zones(&self) -> bool {
        !self.zones.is_empty()
    }

    pub(super) fn direction(&self, boundary: u32, is_forward: bool) -> &'static str {
        match (self.is_zone(boundary), is_forward) {
            (false, true) => "forward",
            (false, false) => "backward",
            (true, true) => "enter",
            (true, false) => "leave",
        }
    }

    /// What a track crosses on its straight way from one place to the next: in order of exact time, gates before zones where times round alike.
    pub(super) fn crossed(&self, from: Point, to: Point, found: &mut Vec<Crossed>) {
        found.clear();
        let Ok(path) = Sweep::point(from, to) else { return };
        if !self.gates.is_empty() {
            found.extend(self.gates.crossings(&path).into_iter().map(|(gate, direction, hit)| Crossed {
                boundary: gate as u32,
                is_forward: direction == Direction::Forward,
                t: hit.t,
                point: hit.point,
                contact: hit.contact,
                is_touch: false,
            }));
        }
        if !self.zones.is_empty() {
            let before = found.len();
            let first = self.gates.len();
            found.extend(self.zones.passages(&path).into_iter().map(|(zone, passage)| Crossed {
                boundary: (first + zone) as u32,
                is_forward: passage.change == Change::Enters,
                t: passage.hit.t,
                point: passage.hit.point,
                contact: passage.hit.contact,
                is_touch: passage.is_touch,
            }));
            if before > 0 {
                // Both are in order, and this keeps what is.
                found.sort_by(|a, b| a.t.total_cmp(&b.t));
            }
        }
    }

    /// The zones that a place is in.
    pub(super) fn inside(&self, at: Point) -> Vec<u32> {
        let first = self.gates.len();
        self.zones.containing(at).into_iter().map(|zone| (first + zone) as u32).collect()
    }

    /// How far a place is from a gate, or from the edge of a zone.
    pub(super) fn distance(&self, boundary: u32, at: Point) -> f64 {
        let nearest = |least: f64, edge: carom::Segment| least.min(distance(at, &edge));
        match (boundary as usize).checked_sub(self.gates.len()) {
            None => self.gates.pieces(boundary as usize).fold(f64::INFINITY, nearest),
            Some(zone) => match self.zones.get(zone) {
                Some(zone) => zone.polygon().edges().fold(f64::INFINITY, nearest),
                None => f64::INFINITY,
            },
        }
    }

    /// A number that differs for other boundaries, or other names.
    pub(super) fn fingerprint(&self) -> String {
        // FNV-1a, of 64 bits.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        self.names.iter().for_each(|name| add(&[name.as_bytes(), &[0]].concat()));
        let mut add_point =
            |point: Point| add(&[point.x.to_bits().to_le_bytes(), point.y.to_bits().to_le_bytes()].concat());
        for gate in 0..self.gates.len() {
            self.gates.pieces(gate).flat_map(|piece| piece.ends()).for_each(&mut add_point);
        }
        let polygons = (0..self.zones.len()).filter_map(|zone| self.zones.get(zone)).map(|zone| zone.polygon());
        polygons.flat_map(Polygon::edges).flat_map(|edge| edge.ends()).for_each(add_point);
        format!("{hash:016x}")
    }
}

/// Degrees are refused, with what to do.
pub(super) fn in_degrees(what: &str) -> Failure {
    Failure::data(format!(
        "{what}; this is plane geometry, and a degree is not as long everywhere, so project both the boundaries and the tracks to \
         metres first (as with ogr2ogr -t_srs, pyproj or ST_Transform); --planar takes degrees as x and y all the same"
    ))
}
