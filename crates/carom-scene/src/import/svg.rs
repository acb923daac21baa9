//! SVG drawings to scenes.
//!
//! Lines, paths and shapes become walls, circles stay circles, curves become chains that stay within a thousandth
//! of their element's size. Transforms and `use` are followed. Coordinates are those of the drawing with y turned
//! around, `(x, y)` becomes `(x, −y)`, so that up is up and nothing is rounded.
//! Elements of the class `gate`, `body` or `scan` become that; `data-velocity` and the like say the rest. A body with `data-box`,
//! `data-capsule` or `data-polygon` has that shape, whatever is drawn, and is where the element's own coordinates have their origin.

use super::tileset::TILESET;
use super::xml::{Lines, MAX_DEPTH, fault, parse, placed};
use super::{Import, Thing};
use crate::document::Pair;
use crate::fault::Fault;
use carom::Polygon;
use kurbo::{Affine, BezPath, PathEl, Point, RoundedRect, RoundedRectRadii, Shape};
use roxmltree::Node;
use std::collections::BTreeMap;
use std::str::FromStr;
use svgtypes::{Length, LengthUnit, NumberListParser, SimplePathSegment, SimplifyingPathParser};

/// How far a chain may be from its curve, in sizes of the element.
const TOLERANCE: f64 = 1e-3;

/// More elements than this are refused: `use` can repeat what repeats.
const MAX_ELEMENTS: usize = 4_000_000;

pub(crate) fn import(text: &str, import: Import) -> Result<Import, Fault> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        if root.tag_name().name() == "tileset" {
            return Err(fault(root, TILESET));
        }
        return Err(fault(root, format!("the file is no SVG: its outermost element is <{}>", root.tag_name().name())));
    }
    let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut reader = Reader { import, ids, elements: 0, lines: Lines::of(text) };
    reader.import.scene.view = view(root)?;
    reader.import.scene.name = child_text(root, "title");
    reader.import.scene.about = child_text(root, "desc");
    reader.children(root, Affine::IDENTITY, 0)?;
    Ok(reader.import)
}

struct Reader<'a, 'input> {
    import: Import,
    ids: BTreeMap<&'a str, Node<'a, 'input>>,
    elements: usize,
    lines: Lines,
}

impl<'a, 'input> Reader<'a, 'input> {
    fn children(&mut self, node: Node<'a, 'input>, transform: Affine, depth: usize) -> Result<(), Fault> {
        if depth > MAX_DEPTH {
            return Err(fault(node, format!("elements are nested more than {MAX_DEPTH} deep")));
        }
        node.children().filter(Node::is_element).try_for_each(|child| self.element(child, transform, depth))
    }

    fn element(&mut self, node: Node<'a, 'input>, outer: Affine, depth: usize) -> Result<(), Fault> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(fault(node, format!("more than {MAX_ELEMENTS} elements, counting those that are used again")));
        }
        let tag = node.tag_name().name();
        if is_hidden(node) {
            self.import.skip(self.lines.label(node), "it is not displayed");
            return Ok(());
        }
        for attribute in ["clip-path", "mask"] {
            if node.attribute(attribute).is_some_and(|value| value != "none") {
                self.import
                    .change(self.lines.label(node), format!("its {attribute} is not applied; it is taken whole"));
            }
        }
        let transform = outer * own_transform(node)?;
        match tag {
            "g" | "a" | "svg" | "switch" => self.group(node, transform, depth),
            "use" => self.used(node, transform, depth),
            "line" | "polyline" | "polygon" | "rect" | "circle" | "ellipse" | "path" => self.shape(node, transform),
            _ => {
                self.no_shape(node);
                Ok(())
            }
        }
    }

    fn group(&mut self, node: Node<'a, 'input>, transform: Affine, depth: usize) -> Result<(), Fault> {
        let is_svg = node.tag_name().name() == "svg";
        if is_svg && node.attribute("viewBox").is_some() {
            let why = "the viewBox of an inner <svg> is not applied; it is taken at its own size";
            self.import.change(self.lines.label(node), why);
        }
        let shift = if is_svg { (length(node, "x")?, length(node, "y")?) } else { (0.0, 0.0) };
        self.children(node, transform * Affine::translate(shift), depth + 1)
    }

    fn shape(&mut self, node: Node<'a, 'input>, transform: Affine) -> Result<(), Fault> {
        if says_shape(node) {
            if transform.as_coeffs()[..4] != [1.0, 0.0, 0.0, 1.0] {
                let why = "its shape is taken as its data- attributes say, neither turned nor scaled";
                self.import.change(self.lines.label(node), why);
            }
            let at = placed_at(transform, [0.0, 0.0]);
            return self.with(node, |import, thing| import.point(thing, at));
        }
        match node.tag_name().name() {
            "line" => {
                let mut points = Vec::new();
                for [x, y] in [["x1", "y1"], ["x2", "y2"]] {
                    points.push(placed_at(transform, [length(node, x)?, length(node, y)?]));
                }
                self.with(node, |import, thing| import.chain(thing, points))
            }
            tag @ ("polyline" | "polygon") => {
                let points = points(node)?.into_iter().map(|point| placed_at(transform, point)).collect();
                self.with(node, |import, thing| match tag {
                    "polygon" => import.rings(thing, vec![points]),
                    _ => import.chain(thing, points),
                })
            }
            "rect" => self.rect(node, transform),
            "circle" => {
                let center = [length(node, "cx")?, length(node, "cy")?];
                let r = length(node, "r")?;
                self.ellipse(node, transform, center, [r, r])
            }
            "ellipse" => {
                let center = [length(node, "cx")?, length(node, "cy")?];
                let radii = [length(node, "rx")?, length(node, "ry")?];
                self.ellipse(node, transform, center, radii)
            }
            _ => {
                let path = path(node)?;
                self.path(node, transform, &path)
            }
        }
    }

    /// What of an element that is no shape there is to say.
    fn no_shape(&mut self, node: Node<'a, 'input>) {
        match node.tag_name().name() {
            // Things that are no part of the picture themselves.
            "defs" | "symbol" | "title" | "desc" | "metadata" | "linearGradient" | "radialGradient" | "pattern"
            | "filter" | "clipPath" | "mask" | "marker" | "script" | "namedview" | "font" => {}
            "style" => {
                if node.text().is_some_and(|text| text.contains("display") || text.contains("visibility")) {
                    self.import.change(self.lines.label(node), "style sheets are not applied; what they hide is taken");
                }
            }
            "text" | "image" | "foreignObject" => {
                self.import.skip(self.lines.label(node), "texts and pictures are no walls");
            }
            _ => self.import.skip(self.lines.label(node), "unknown element"),
        }
    }

    fn used(&mut self, node: Node<'a, 'input>, transform: Affine, depth: usize) -> Result<(), Fault> {
        let href = node.attributes().find(|attribute| attribute.name() == "href").map(|attribute| attribute.value());
        let target = href.and_then(|href| self.ids.get(href.strip_prefix('#')?)).copied();
        let Some(target) = target else {
            let href = href.unwrap_or("nothing");
            self.import.skip(self.lines.label(node), format!("it refers to {href}, which is not in the file"));
            return Ok(());
        };
        let is_inside = node.ancestors().any(|ancestor| ancestor == target);
        if is_inside || depth > MAX_DEPTH {
            return Err(fault(node, "<use> refers to itself, or to what refers to it"));
        }
        let transform = transform * Affine::translate((length(node, "x")?, length(node, "y")?));
        match target.tag_name().name() {
            "symbol" => self.children(target, transform * own_transform(target)?, depth + 1),
            _ => self.element(target, transform, depth + 1),
        }
    }

    fn rect(&mut self, node: Node<'a, 'input>, transform: Affine) -> Result<(), Fault> {
        let [x, y, width, height] =
            [length(node, "x")?, length(node, "y")?, length(node, "width")?, length(node, "height")?];
        if width <= 0.0 || height <= 0.0 {
            self.import.skip(self.lines.label(node), "it has no size");
            return Ok(());
        }
        let rx = optional_length(node, "rx")?;
        let ry = optional_length(node, "ry")?;
        let rx_or_ry = rx.or(ry).unwrap_or(0.0).clamp(0.0, width / 2.0);
        let ry_or_rx = ry.or(rx).unwrap_or(0.0).clamp(0.0, height / 2.0);
        if rx_or_ry == 0.0 || ry_or_rx == 0.0 {
            let corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
            let corners = corners.map(|corner| placed_at(transform, corner)).to_vec();
            return self.with(node, |import, thing| import.rings(thing, vec![corners]));
        }
        // Round corners that are higher than wide: drawn in a plane in which they are circles.
        let stretch = ry_or_rx / rx_or_ry;
        let round =
            RoundedRect::new(x, y / stretch, x + width, (y + height) / stretch, RoundedRectRadii::from(rx_or_ry));
        let path = Affine::scale_non_uniform(1.0, stretch) * round.to_path(TOLERANCE * width.min(height / stretch));
        self.path(node, transform, &path)
    }

    fn ellipse(&mut self, node: Node<'a, 'input>, transform: Affine, center: Pair, radii: Pair) -> Result<(), Fault> {
        if radii[0] <= 0.0 || radii[1] <= 0.0 {
            self.import.skip(self.lines.label(node), "it has no size");
            return Ok(());
        }
        let at = placed_at(transform, center);
        let is_round = radii[0] == radii[1];
        if let Some(scale) = even_scale(transform).filter(|_| is_round) {
            return self.with(node, |import, thing| import.circle(thing, at, radii[0] * scale));
        }
        self.import.change(self.lines.label(node), "an ellipse is taken as a polygon of 72 sides");
        let around = crate::turns::around(72).into_iter();
        let ring = around.map(|unit| [center[0] + radii[0] * unit.x, center[1] + radii[1] * unit.y]);
        let ring = ring.map(|point| placed_at(transform, point)).collect();
        self.with(node, |import, thing| import.rings(thing, vec![ring]))
    }

    /// A path: each part of it a chain, or a ring if it is closed. Closed parts inside another are holes.
    fn path(&mut self, node: Node<'a, 'input>, transform: Affine, path: &BezPath) -> Result<(), Fault> {
        let path = transform * path;
        if path.elements().iter().any(|element| !element.is_finite()) {
            return Err(fault(node, "it has a number that is too large or not a number; expected finite numbers"));
        }
        let size = path.control_box();
        let tolerance = TOLERANCE * size.width().max(size.height());
        // A path without size cannot be divided; its points are all it has.
        let parts = parts(&path, if tolerance > 0.0 { tolerance } else { 1.0 });
        if parts.is_empty() {
            self.import.skip(self.lines.label(node), "it has no length");
        }
        self.with(node, |import, thing| {
            let (rings, chains): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, is_closed)| *is_closed);
            for (points, _) in chains {
                import.chain(thing, points)?;
            }
            let mut rings: Vec<Vec<Pair>> = rings.into_iter().map(|(ring, _)| ring).collect();
            // The outer ring mostly comes first; else it is the largest.
            let is_one = is_polygon(&rings) || {
                rings.sort_by(|a, b| area(b).total_cmp(&area(a)));
                is_polygon(&rings)
            };
            if is_one {
                return import.rings(thing, rings);
            }
            rings.into_iter().try_for_each(|ring| import.rings(thing, vec![ring]))
        })
    }

    /// Calls with an element as a thing, and puts its place into a fault.
    fn with(
        &mut self,
        node: Node<'a, 'input>,
        take: impl FnOnce(&mut Import, &Thing<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let what = || self.lines.label(node);
        let extras = |key: &str| match key {
            "carom" => node.attribute("class")?.split_whitespace().find_map(|class| {
                ["wall", "gate", "zone", "body", "scan"].into_iter().find(|role| *role == class).map(str::to_string)
            }),
            _ => node.attribute(format!("data-{key}").as_str()).map(str::to_string),
        };
        let label = node.attributes().find(|attribute| attribute.name() == "label").map(|attribute| attribute.value());
        let name = node.attribute("data-name").or(label).or(node.attribute("id")).map(str::to_string);
        take(&mut self.import, &Thing { what: &what, name, extras: &extras }).map_err(|fault| placed(node, fault))
    }
}

/// Whether it is a body that says which shape it has, around the origin of its own coordinates.
fn says_shape(node: Node<'_, '_>) -> bool {
    let is_body = node.attribute("class").is_some_and(|class| class.split_whitespace().any(|word| word == "body"));
    is_body && ["data-box", "data-capsule", "data-polygon"].iter().any(|key| node.attribute(*key).is_some())
}

/// A point of the drawing in the scene: y is turned around.
fn placed_at(transform: Affine, [x, y]: Pair) -> Pair {
    let point = transform * Point::new(x, y);
    [point.x, -point.y + 0.0]
}

/// The parts of a path as points, and whether they are closed.
fn parts(path: &BezPath, tolerance: f64) -> Vec<(Vec<Pair>, bool)> {
    let mut parts: Vec<(Vec<Pair>, bool)> = Vec::new();
    kurbo::flatten(path.iter(), tolerance, |element| match element {
        PathEl::MoveTo(to) => parts.push((vec![[to.x, -to.y + 0.0]], false)),
        PathEl::LineTo(to) => {
            if let Some((points, _)) = parts.last_mut() {
                points.push([to.x, -to.y + 0.0]);
            }
        }
        PathEl::ClosePath => {
            if let Some((_, is_closed)) = parts.last_mut() {
                *is_closed = true;
            }
        }
        // What is flat has no curves.
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    parts.retain(|(points, _)| points.len() > 1);
    for (points, is_closed) in &mut parts {
        *is_closed |= points.len() > 3 && points.first() == points.last();
    }
    parts
}

/// Whether several rings are one polygon with holes.
fn is_polygon(rings: &[Vec<Pair>]) -> bool {
    let [outer, holes @ ..] = rings else { return false };
    !holes.is_empty() && Polygon::from_closed_rings(outer.clone(), holes.to_vec()).is_ok()
}

/// Twice the area within a ring, rounded: it only says which ring to try as the outer one.
fn area(ring: &[Pair]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>().abs()
}

/// How much larger a transform makes things, if it is the same in all directions.
fn even_scale(transform: Affine) -> Option<f64> {
    let [a, b, c, d, ..] = transform.as_coeffs();
    let size = (a * a + b * b).sqrt();
    let near = |x: f64, y: f64| (x - y).abs() <= 1e-12 * size;
    let is_even = (near(a, d) && near(b, -c)) || (near(a, -d) && near(b, c));
    is_even.then_some(if b == 0.0 { a.abs() } else { size })
}

fn own_transform(node: Node<'_, '_>) -> Result<Affine, Fault> {
    let Some(text) = node.attribute("transform") else { return Ok(Affine::IDENTITY) };
    let svgtypes::Transform { a, b, c, d, e, f } = svgtypes::Transform::from_str(text)
        .map_err(|error| wrong(node, "transform", text, &format!("a transform as in rotate(45) ({error})")))?;
    if [a, b, c, d, e, f].iter().all(|number| number.is_finite()) {
        return Ok(Affine::new([a, b, c, d, e, f]));
    }
    Err(wrong(node, "transform", text, "finite numbers"))
}

fn length(node: Node<'_, '_>, attribute: &str) -> Result<f64, Fault> {
    Ok(optional_length(node, attribute)?.unwrap_or(0.0))
}

fn optional_length(node: Node<'_, '_>, attribute: &str) -> Result<Option<f64>, Fault> {
    let Some(text) = node.attribute(attribute) else { return Ok(None) };
    if text == "auto" {
        return Ok(None);
    }
    let allowed = "a finite number, with px, pt, pc, mm, cm, in or nothing after it";
    let Length { number, unit } = Length::from_str(text.trim()).map_err(|_| wrong(node, attribute, text, allowed))?;
    // 96 pixels to the inch, as CSS has it.
    let scale = match unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pt => 96.0 / 72.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::Em | LengthUnit::Ex | LengthUnit::Percent => return Err(wrong(node, attribute, text, allowed)),
    };
    let number = number * scale;
    if number.is_finite() { Ok(Some(number)) } else { Err(wrong(node, attribute, text, allowed)) }
}

fn points(node: Node<'_, '_>) -> Result<Vec<Pair>, Fault> {
    let text = node.attribute("points").unwrap_or("");
    let numbers: Result<Vec<f64>, _> = NumberListParser::from(text).collect();
    let numbers = numbers.map_err(|error| wrong(node, "points", text, &format!("numbers x,y x,y … ({error})")))?;
    if !numbers.len().is_multiple_of(2) {
        return Err(wrong(node, "points", text, &format!("pairs x,y x,y …, not {} numbers", numbers.len())));
    }
    Ok(numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
}

fn path(node: Node<'_, '_>) -> Result<BezPath, Fault> {
    let text = node.attribute("d").unwrap_or("");
    let mut path = BezPath::new();
    for segment in SimplifyingPathParser::from(text) {
        let segment = segment.map_err(|error| fault(node, format!("d of <path> is broken: {error}")))?;
        match segment {
            SimplePathSegment::MoveTo { x, y } => path.move_to((x, y)),
            SimplePathSegment::LineTo { x, y } => path.line_to((x, y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => path.curve_to((x1, y1), (x2, y2), (x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => path.quad_to((x1, y1), (x, y)),
            SimplePathSegment::ClosePath => path.close_path(),
        }
    }
    Ok(path)
}

fn is_hidden(node: Node<'_, '_>) -> bool {
    let says = |property: &str, value: &str| {
        let in_style = || {
            let style = node.attribute("style").unwrap_or("");
            style.split(';').any(|rule| {
                rule.split_once(':').is_some_and(|(name, found)| name.trim() == property && found.trim() == value)
            })
        };
        node.attribute(property) == Some(value) || in_style()
    };
    says("display", "none") || says("visibility", "hidden")
}

/// The part of the plane that the drawing shows.
fn view(root: Node<'_, '_>) -> Result<Option<[f64; 4]>, Fault> {
    let Some(text) = root.attribute("viewBox") else { return Ok(None) };
    let words = text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok().filter(|n: &f64| n.is_finite())).collect();
    match numbers.as_deref() {
        Some(&[x, y, width, height]) if width > 0.0 && height > 0.0 => {
            let view = [x, -(y + height) + 0.0, x + width, -y + 0.0];
            // Rounding may leave nothing of a small part far out.
            let is_box = view.iter().all(|number| number.is_finite()) && view[0] < view[2] && view[1] < view[3];
            Ok(is_box.then_some(view))
        }
        _ => Err(wrong(root, "viewBox", text, "four finite numbers: min x, min y, width, height")),
    }
}

fn child_text(node: Node<'_, '_>, tag: &str) -> Option<String> {
    let text = node.children().find(|child| child.tag_name().name() == tag)?.text()?.trim();
    (!text.is_empty()).then(|| text.to_string())
}

fn wrong(node: Node<'_, '_>, attribute: &str, found: &str, allowed: &str) -> Fault {
    let found: String = found.chars().take(60).collect();
    fault(node, format!("{attribute} of <{}> is {found:?}; expected {allowed}", node.tag_name().name()))
}
