//! The picture of who uses whom: what is used stands above its users, in layers.
//!
//! Drawn is the least that says it all: where a file uses another also by way of a third, the direct line is left out.
//! The steps are those of every drawing in layers (Sugiyama, Tagawa and Toda, 1981): layers by the longest chain below
//! a file, points where lines pass through a layer, an order in each layer that crosses few lines, and then places.
//! It is a picture: no number here decides anything, and equal input gives the same one.

use super::graph::Graph;
use std::collections::BTreeSet;
use std::fmt::Write;

const LAYER: f64 = 54.0;
const BOX: f64 = 22.0;
const LETTER: f64 = 6.7;
/// Between neighbours: boxes, and points where lines pass.
const GAP: f64 = 14.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 64.0;

/// A file, or a point where a line passes through a layer.
struct Node {
    file: Option<usize>,
    layer: usize,
    width: f64,
    x: f64,
}

struct Drawing {
    nodes: Vec<Node>,
    /// From one layer to the next: `(used, user)`.
    links: Vec<(usize, usize)>,
    /// Each line as its nodes, from the used file down to the user.
    lines: Vec<Vec<usize>>,
    layers: Vec<Vec<usize>>,
}

pub(super) fn picture(graph: &Graph, rows: &[String]) -> String {
    let place = |file: usize| rows.iter().position(|row| *row == graph.files[file]);
    let (kept, against): (Vec<_>, Vec<_>) =
        graph.edges.keys().copied().partition(|&(user, used)| place(used) < place(user));
    let mut order: Vec<usize> = (0..graph.files.len()).collect();
    order.sort_by_key(|&file| place(file));
    let reduced = reduce(&kept, &order);
    let mut drawing = lay_out(graph, &kept, &reduced, &order);
    sort_layers(&mut drawing);
    set_places(&mut drawing);
    svg(graph, &drawing, &against)
}

/// Leaves out what follows from the rest. Files come in order, so what a file uses is complete before it is asked.
fn reduce(edges: &[(usize, usize)], order: &[usize]) -> Vec<(usize, usize)> {
    let mut below: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); order.len()];
    let mut reduced = Vec::new();
    for &user in order {
        let used: Vec<usize> = edges.iter().filter(|edge| edge.0 == user).map(|edge| edge.1).collect();
        for &one in &used {
            if !used.iter().any(|other| below[*other].contains(&one)) {
                reduced.push((user, one));
            }
        }
        let all: BTreeSet<usize> = used.iter().flat_map(|one| below[*one].iter().copied().chain([*one])).collect();
        below[user] = all;
    }
    reduced
}

fn lay_out(graph: &Graph, edges: &[(usize, usize)], reduced: &[(usize, usize)], order: &[usize]) -> Drawing {
    let mut layer = vec![0; order.len()];
    for &user in order {
        let used = edges.iter().filter(|edge| edge.0 == user);
        layer[user] = used.map(|edge| layer[edge.1] + 1).max().unwrap_or(0);
    }
    let deepest = layer.iter().max().copied().unwrap_or(0);
    // What neither uses nor is used stands at the end, as `lib.rs` does, which only passes names on.
    for &file in order {
        if !graph.edges.keys().any(|&(user, used)| user == file || used == file) {
            layer[file] = deepest;
        }
    }
    let width = |file: usize| graph.files[file].len() as f64 * LETTER + 14.0;
    let box_of = |file: usize| Node { file: Some(file), layer: layer[file], width: width(file), x: 0.0 };
    let mut drawing = Drawing {
        nodes: (0..order.len()).map(box_of).collect(),
        links: Vec::new(),
        lines: Vec::new(),
        layers: Vec::new(),
    };
    for &(user, used) in reduced {
        let mut line = vec![used];
        for between in layer[used] + 1..layer[user] {
            line.push(drawing.nodes.len());
            drawing.nodes.push(Node { file: None, layer: between, width: 4.0, x: 0.0 });
        }
        line.push(user);
        drawing.links.extend(line.windows(2).map(|pair| (pair[0], pair[1])));
        drawing.lines.push(line);
    }
    drawing.layers = vec![Vec::new(); deepest + 1];
    let points = order.len()..drawing.nodes.len();
    for node in order.iter().copied().chain(points) {
        drawing.layers[drawing.nodes[node].layer].push(node);
    }
    drawing
}

/// Each node goes where its neighbours in the layer before are on average, down and up again; the best order seen is kept.
fn sort_layers(drawing: &mut Drawing) {
    const ROUNDS: usize = 60;
    let (above, below) = neighbours(drawing);
    let mut best = (crossings(drawing), drawing.layers.clone());
    for round in 0..ROUNDS {
        let is_down = round % 2 == 0;
        let count = drawing.layers.len();
        for step in 1..count {
            let at = if is_down { step } else { count - 1 - step };
            let fixed = &drawing.layers[if is_down { at - 1 } else { at + 1 }];
            let near = if is_down { &above } else { &below };
            let mut places: Vec<(f64, usize)> = Vec::new();
            for (index, &node) in drawing.layers[at].iter().enumerate() {
                let found: Vec<usize> =
                    near[node].iter().filter_map(|other| fixed.iter().position(|one| one == other)).collect();
                let own = index as f64 / drawing.layers[at].len() as f64 * fixed.len() as f64;
                let mean = found.iter().sum::<usize>() as f64 / found.len().max(1) as f64;
                places.push((if found.is_empty() { own } else { mean }, node));
            }
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            drawing.layers[at] = places.into_iter().map(|(_, node)| node).collect();
        }
        let now = crossings(drawing);
        if now < best.0 {
            best = (now, drawing.layers.clone());
        }
    }
    drawing.layers = best.1;
}

/// How many pairs of links cross.
fn crossings(drawing: &Drawing) -> usize {
    let mut index = vec![0; drawing.nodes.len()];
    for layer in &drawing.layers {
        for (at, &node) in layer.iter().enumerate() {
            index[node] = at;
        }
    }
    let mut count = 0;
    for (i, &(a, b)) in drawing.links.iter().enumerate() {
        for &(c, d) in &drawing.links[i + 1..] {
            let is_same_layer = drawing.nodes[a].layer == drawing.nodes[c].layer;
            let is_crossed = (index[a] < index[c]) != (index[b] < index[d]);
            count += usize::from(is_same_layer && a != c && b != d && is_crossed);
        }
    }
    count
}

/// Nodes move toward the middle of their neighbours as far as the order in the layer lets them.
fn set_places(drawing: &mut Drawing) {
    const ROUNDS: usize = 200;
    let (above, mut below) = neighbours(drawing);
    for round in 0..ROUNDS {
        // In the last rounds everything hangs from what is above it, so that long lines run straight down.
        if round + 20 == ROUNDS {
            below = vec![Vec::new(); drawing.nodes.len()];
        }
        for layer in drawing.layers.clone() {
            let wanted: Vec<(f64, f64)> =
                layer.iter().map(|&node| wanted_place(drawing, node, &above, &below)).collect();
            place_layer(drawing, &layer, &wanted);
        }
    }
    let left = drawing.nodes.iter().map(|node| node.x - node.width / 2.0).fold(f64::INFINITY, f64::min);
    for node in &mut drawing.nodes {
        node.x += MARGIN - left;
    }
}

/// The middle of the neighbours, and how much it matters: points hold on to their lines, so that those run straight.
fn wanted_place(drawing: &Drawing, node: usize, above: &[Vec<usize>], below: &[Vec<usize>]) -> (f64, f64) {
    let near = || above[node].iter().chain(&below[node]);
    let sum: f64 = near().map(|&other| drawing.nodes[other].x).sum();
    let mean = if near().next().is_none() { drawing.nodes[node].x } else { sum / near().count() as f64 };
    (mean, if drawing.nodes[node].file.is_some() { 1.0 } else { 4.0 })
}

/// The places nearest to the wanted ones that keep the order and the gaps: neighbours that would overlap move as one.
fn place_layer(drawing: &mut Drawing, layer: &[usize], wanted: &[(f64, f64)]) {
    let mut offsets = vec![0.0];
    for pair in layer.windows(2) {
        let step = (drawing.nodes[pair[0]].width + drawing.nodes[pair[1]].width) / 2.0 + GAP;
        offsets.push(offsets[offsets.len() - 1] + step);
    }
    // Groups of nodes that touch: weighted sum, weight, number of nodes.
    let mut groups: Vec<(f64, f64, usize)> = Vec::new();
    for (at, (x, weight)) in wanted.iter().enumerate() {
        let mut group = ((x - offsets[at]) * weight, *weight, 1);
        while let Some(&last) = groups.last() {
            if last.0 / last.1 <= group.0 / group.1 {
                break;
            }
            group = (group.0 + last.0, group.1 + last.1, group.2 + last.2);
            groups.pop();
        }
        groups.push(group);
    }
    let starts = groups.iter().flat_map(|&(sum, weight, count)| std::iter::repeat_n(sum / weight, count));
    for ((&node, offset), start) in layer.iter().zip(&offsets).zip(starts) {
        drawing.nodes[node].x = start + offset;
    }
}

/// For every node, those it is linked with in the layer above and in the one below.
fn neighbours(drawing: &Drawing) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut above = vec![Vec::new(); drawing.nodes.len()];
    let mut below = above.clone();
    for &(used, user) in &drawing.links {
        above[user].push(used);
        below[used].push(user);
    }
    (above, below)
}

fn svg(graph: &Graph, drawing: &Drawing, against: &[(usize, usize)]) -> String {
    let right = drawing.nodes.iter().map(|node| node.x + node.width / 2.0).fold(0.0, f64::max);
    let (width, height) = (right + MARGIN, HEAD + drawing.layers.len() as f64 * LAYER + MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"ui-monospace, monospace\" font-size=\"11\">\n\
         <title>Which file of carom uses which</title>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"26\" font-size=\"14\" fill=\"#1a1a1a\">{} files, {} uses: a file uses those above it</text>\n\
         <text x=\"{MARGIN}\" y=\"46\" fill=\"#555555\">lines that follow from others are left out{}</text>\n",
        graph.files.len(),
        graph.edges.len(),
        if against.is_empty() { String::new() } else { format!("; {} against the order in red", against.len()) },
    );
    for line in &drawing.lines {
        let color = drawing.nodes[line[line.len() - 1]].file.map_or("#000000", |file| colors(&graph.files[file]).1);
        let _ = writeln!(
            text,
            "<path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-opacity=\"0.55\"/>",
            curve(drawing, line)
        );
    }
    for &(user, used) in against {
        let _ = writeln!(
            text,
            "<path d=\"{}\" fill=\"none\" stroke=\"#d00000\" stroke-width=\"1.6\" stroke-dasharray=\"5 3\"/>",
            arc(drawing, user, used)
        );
    }
    for node in &drawing.nodes {
        let Some(file) = node.file else { continue };
        let (fill, stroke) = colors(&graph.files[file]);
        let (x, y) = (node.x - node.width / 2.0, y_of(node) - BOX / 2.0);
        let _ = writeln!(
            text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"4\" fill=\"{fill}\" stroke=\"{stroke}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#1a1a1a\">{}</text>",
            node.width,
            node.x,
            y + 15.0,
            graph.files[file]
        );
    }
    text + "</svg>\n"
}

/// From the lower edge of the used file through all points to the upper edge of the user.
fn curve(drawing: &Drawing, line: &[usize]) -> String {
    let point = |at: usize| {
        let node = &drawing.nodes[line[at]];
        let y = y_of(node);
        let edge = if at == 0 { BOX / 2.0 } else { -BOX / 2.0 };
        (node.x, if node.file.is_some() { y + edge } else { y })
    };
    let (x, y) = point(0);
    let mut path = format!("M{x:.1} {y:.1}");
    for at in 1..line.len() {
        let ((x0, y0), (x1, y1)) = (point(at - 1), point(at));
        let half = (y1 - y0) / 2.0;
        let _ = write!(path, "C{x0:.1} {:.1} {x1:.1} {:.1} {x1:.1} {y1:.1}", y0 + half, y1 - half);
    }
    path
}

/// Around the side, from a user to a used file that is not above it.
fn arc(drawing: &Drawing, user: usize, used: usize) -> String {
    let ends = [&drawing.nodes[user], &drawing.nodes[used]];
    let [(x0, y0), (x1, y1)] = ends.map(|node| (node.x + node.width / 2.0, y_of(node)));
    let out = x0.max(x1) + 30.0;
    format!("M{x0:.1} {y0:.1}C{out:.1} {y0:.1} {out:.1} {y1:.1} {x1:.1} {y1:.1}")
}

fn y_of(node: &Node) -> f64 {
    HEAD + (node.layer as f64 + 0.5) * LAYER
}

/// Fill and line, one pair a folder.
fn colors(file: &str) -> (&'static str, &'static str) {
    match file.split_once('/').map_or("", |(folder, _)| folder) {
        "exact" => ("#fff3d6", "#b07d00"),
        "sweep" => ("#e0f2ff", "#1f78b4"),
        "walls" => ("#e3f5e1", "#2d8a34"),
        "bounce" => ("#fde5ef", "#b03a75"),
        "world" => ("#ece6fb", "#6a4bb8"),
        _ => ("#f2f2f2", "#777777"),
    }
}
