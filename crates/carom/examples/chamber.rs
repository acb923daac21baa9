//! The chamber of the README: its edge table, where three points lie, and its convex parts.
//!
//! `cargo run --example chamber` prints it; with a path (`-- chamber.svg`) it also draws it there.

use carom::{PartEdge, Point, Polygon, Vec2};

/// The chamber's vertices.
pub(crate) const CHAMBER: [[f64; 2]; 5] = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chamber = Polygon::new(CHAMBER)?;

    println!("edge   vector          outward normal   line constant");
    for (index, row) in chamber.edge_table().iter().enumerate() {
        let pair = |v: Vec2| format!("({}, {})", v.x, v.y);
        println!("{index:4}   {:14}  {:15}  {:13}", pair(row.vector), pair(row.normal), row.constant);
    }

    println!("\nconvex: {}, area: {}", chamber.is_convex(), chamber.area());
    for point in [[150.0, 150.0], [80.0, 80.0], [80.0, 80.00000000000001]] {
        println!("({}, {}): {:?}", point[0], point[1], chamber.locate(point));
    }

    println!();
    for (index, part) in chamber.decompose().parts().enumerate() {
        let corners: Vec<String> = part.vertices().map(|p| format!("({}, {})", p.x, p.y)).collect();
        let cuts = part.edges().filter(|edge| matches!(edge, PartEdge::Cut(_))).count();
        println!("convex part {index}: {} with {cuts} cut", corners.join(" "));
    }

    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, picture(&chamber))?;
        println!("\nwrote {path}");
    }
    Ok(())
}

/// The chamber beside its edge table, as SVG on a panel of its own that reads well on light and dark pages.
pub(crate) fn picture(chamber: &Polygon) -> String {
    const COLORS: [&str; 3] = ["#cfe3f7", "#fbe3c0", "#d8efd3"];
    let x = |p: Point| 130.0 + p.x;
    let y = |p: Point| 450.0 - p.y;
    let mut svg = String::from(concat!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 510" font-family="system-ui, sans-serif" "#,
        "font-size=\"14\" fill=\"#1d2733\">\n",
        "<title>A chamber with five edges, its convex parts, outward normals and edge table</title>\n",
        "<rect width=\"900\" height=\"510\" rx=\"14\" fill=\"#ffffff\"/>\n",
    ));
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };

    if let Ok(circle) = chamber.smallest_circle() {
        let (center, radius) = (circle.center(), circle.radius());
        line(format!(
            r##"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="none" stroke="#b9c4cf" stroke-dasharray="2 5"/>"##,
            x(center),
            y(center)
        ));
    }
    for (part, color) in chamber.decompose().parts().zip(COLORS.iter().cycle()) {
        let corners: Vec<String> = part.vertices().map(|p| format!("{:.1},{:.1}", x(p), y(p))).collect();
        line(format!(
            r##"<polygon points="{}" fill="{color}" stroke="#7b8794" stroke-dasharray="6 5"/>"##,
            corners.join(" ")
        ));
    }
    for (index, edge) in chamber.edges().enumerate() {
        let (a, b, middle, out) = (edge.a(), edge.b(), edge.midpoint(), edge.normal() / edge.length());
        let (tip, label) = (middle + out * 26.0, middle + out * 40.0);
        line(format!(
            r##"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="#1d2733" stroke-width="3" stroke-linecap="round"/>"##,
            x(a),
            y(a),
            x(b),
            y(b)
        ));
        line(format!(
            r##"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="#c2410c" stroke-width="2"/>"##,
            x(middle),
            y(middle),
            x(tip),
            y(tip)
        ));
        line(format!(r##"<circle cx="{:.1}" cy="{:.1}" r="3.5" fill="#c2410c"/>"##, x(tip), y(tip)));
        line(format!(
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#c2410c" font-weight="600">{index}</text>"##,
            x(label),
            y(label) + 5.0
        ));
    }
    for &vertex in chamber.vertices() {
        line(format!(r##"<circle cx="{:.1}" cy="{:.1}" r="5" fill="#1d2733"/>"##, x(vertex), y(vertex)));
    }

    let columns = [490.0, 538.0, 646.0, 870.0];
    let mut row = |y: f64, weight: u32, cells: [&str; 4]| {
        for ((text, x), anchor) in cells.iter().zip(columns).zip(["start", "start", "start", "end"]) {
            line(format!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{text}</text>"#));
        }
    };
    row(150.0, 600, ["edge", "vector", "outward normal", "constant"]);
    for (index, edge) in chamber.edge_table().iter().enumerate() {
        let pair = |v: Vec2| format!("({}, {})", v.x, v.y).replace('-', "\u{2212}");
        let constant = edge.constant.to_string().replace('-', "\u{2212}");
        let height = 184.0 + 30.0 * index as f64;
        row(height, 400, [&index.to_string(), &pair(edge.vector), &pair(edge.normal), &constant]);
    }
    line(r##"<path d="M490 162H870" stroke="#b9c4cf"/>"##.into());
    let (convex, area) = (chamber.decompose().len(), chamber.area());
    line(format!(r##"<text x="490" y="346" fill="#52606d">{convex} convex parts, area {area}</text>"##));
    svg.push_str("</svg>\n");
    svg
}
