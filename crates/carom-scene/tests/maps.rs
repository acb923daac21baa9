//! Maps of robots: which cells are walls, where exactly their outlines run, and what is said of files that are broken.

use carom_scene::{Fault, FaultKind, Format, Pair, ReadLimits, Scene, Unknown, WallShape};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A map with these fields in place of the usual ones; an empty value leaves the field out.
fn yaml(fields: &[(&str, &str)]) -> String {
    let usual = [
        ("image", "map.pgm"),
        ("resolution", "1"),
        ("origin", "[0, 0, 0]"),
        ("negate", "0"),
        ("occupied_thresh", "0.65"),
        ("free_thresh", "0.196"),
    ];
    let mut lines: BTreeMap<&str, &str> = usual.into();
    lines.extend(fields.iter().copied());
    lines.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name}: {value}\n")).collect()
}

fn scene(fields: &[(&str, &str)], picture: &[u8], unknown: Unknown) -> Scene {
    let (scene, skipped) = Scene::from_map(&yaml(fields), picture, unknown).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(skipped.is_empty(), "{skipped:?}");
    scene
}

fn chains(scene: &Scene) -> Vec<&[Pair]> {
    let chain = |shape: &'_ WallShape| match shape {
        WallShape::Chain(points) => points.len(),
        other => panic!("{other:?} is no chain"),
    };
    assert!(scene.walls.iter().all(|wall| chain(&wall.shape) >= 5));
    let points = scene.walls.iter().filter_map(|wall| match &wall.shape {
        WallShape::Chain(points) => Some(&points[..]),
        _ => None,
    });
    points.collect()
}

/// A PGM of one row, and which of its pixels are walls.
fn row(fields: &[(&str, &str)], header: &str, values: &[u32], unknown: Unknown) -> String {
    let values: Vec<String> = values.iter().map(u32::to_string).collect();
    let picture = format!("P2 {} 1 {header} {}", values.len(), values.join(" "));
    walls_of_row(&scene(fields, picture.as_bytes(), unknown), values.len())
}

/// `#` for each cell of a row that has a wall below it, which only solid cells have.
fn walls_of_row(scene: &Scene, width: usize) -> String {
    let mut cells = vec!['.'; width];
    for chain in chains(scene) {
        for edge in chain.windows(2).filter(|edge| edge[0][1] == 0.0 && edge[1][1] == 0.0) {
            for cell in &mut cells[edge[0][0] as usize..edge[1][0] as usize] {
                *cell = '#';
            }
        }
    }
    cells.into_iter().collect()
}

/// As the map server decides: occupied above one threshold, free below the other, and 205 of 255 is unknown at 0.196.
#[test]
fn what_is_occupied() {
    let both = |fields: &[(&str, &str)], header: &str, values: &[u32]| {
        [Unknown::Free, Unknown::Occupied].map(|unknown| row(fields, header, values, unknown))
    };
    let greys = [0, 88, 89, 90, 204, 205, 206, 254, 255];
    // (255 − 89) / 255 = 0.650980…, (255 − 90) / 255 = 0.647…, (255 − 205) / 255 = 0.19607…
    assert_eq!(both(&[], "255", &greys), ["###......", "######..."]);
    assert_eq!(both(&[("free_thresh", "0.25")], "255", &greys), ["###......", "####....."]);
    assert_eq!(both(&[("negate", "1")], "255", &greys), ["....#####", ".########"]);
    assert_eq!(both(&[("negate", "true")], "255", &[0, 255]), [".#", ".#"]);
    // A value on a threshold is neither above nor below it.
    let exact = [("occupied_thresh", "0.8"), ("free_thresh", "0.2")];
    assert_eq!(both(&exact, "255", &[50, 51, 52, 203, 204, 205]), ["#.....", "#####."]);
    assert_eq!(both(&exact, "5", &[0, 1, 2, 3, 4, 5]), ["#.....", "#####."]);
    assert_eq!(both(&exact, "65535", &[13_106, 13_107, 13_108, 52_427, 52_428, 52_429]), ["#.....", "#####."]);
    // Between the thresholds, from 0 to 100: what rounds to 100 is occupied, what rounds to 0 is free.
    let scale = [("mode", "scale"), ("occupied_thresh", "0.8"), ("free_thresh", "0.2")];
    assert_eq!(both(&scale, "1000", &[200, 202, 204, 500, 796, 798, 800]), ["##.....", "#####.."]);
    assert_eq!(both(&[("mode", "raw")], "255", &[0, 1, 99, 100, 101, 255]), ["...#..", ".#####"]);
    assert_eq!(both(&[("mode", "raw"), ("negate", "1")], "255", &[0, 100]), [".#", ".#"]);
    assert_eq!(both(&[("mode", "raw")], "65535", &[0, 25_571, 25_572, 25_700, 25_828, 25_829]), ["..###.", ".#####"]);
}

fn png(size: [u32; 2], color: png::ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size[0], size[1]);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == png::ColorType::Indexed {
        encoder.set_palette(&[0, 0, 0, 255, 255, 255, 205, 205, 205][..]);
        encoder.set_trns(&[255, 255, 0][..]);
    }
    let mut writer = encoder.write_header().expect("it can be written");
    writer.write_image_data(data).expect("it can be written");
    writer.finish().expect("it can be written");
    file
}

#[test]
fn png_pictures() {
    use png::BitDepth::{Eight, One, Sixteen};
    use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    let both = |fields: &[(&str, &str)], width: u32, color, depth, data: &[u8]| {
        let picture = png([width, 1], color, depth, data);
        [Unknown::Free, Unknown::Occupied]
            .map(|unknown| walls_of_row(&scene(fields, &picture, unknown), width as usize))
    };
    assert_eq!(both(&[], 4, Grayscale, Eight, &[0, 255, 205, 89]), ["#..#", "#.##"]);
    assert_eq!(both(&[], 8, Grayscale, One, &[0b0110_1001]), ["#..#.##.", "#..#.##."]);
    assert_eq!(both(&[], 2, Grayscale, Sixteen, &[0, 200, 255, 255]), ["#.", "#."]);
    assert_eq!(both(&[], 3, Rgb, Eight, &[0, 0, 0, 255, 255, 255, 0, 255, 255]), ["#..", "#.#"]);
    // Opacity is averaged in with the colours: an opaque black is 0.75, a transparent black 1, a transparent white 0.25.
    let greys = [0, 255, 0, 0, 255, 255, 255, 0];
    assert_eq!(both(&[], 4, GrayscaleAlpha, Eight, &greys), ["##..", "##.#"]);
    assert_eq!(both(&[("occupied_thresh", "0.75")], 4, GrayscaleAlpha, Eight, &greys), [".#..", "##.#"]);
    let colors = [0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 0];
    assert_eq!(both(&[], 4, Rgba, Eight, &colors), ["##..", "##.#"]);
    // With the mode scale what is transparent is unknown.
    assert_eq!(both(&[("mode", "scale")], 4, Rgba, Eight, &colors), ["#...", "##.#"]);
    // A palette of black, white and a transparent grey.
    assert_eq!(both(&[("mode", "scale")], 3, Indexed, Eight, &[0, 1, 2]), ["#..", "#.#"]);
}

/// Small numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A grid, row by row from below, of values that are occupied (0), unknown (205) or free (254).
struct Grid {
    width: usize,
    cells: Vec<u8>,
}

type Corner = [i64; 2];

impl Grid {
    fn random(dice: &mut Dice) -> Grid {
        let (width, height) = (1 + dice.below(14) as usize, 1 + dice.below(14) as usize);
        let share = 1 + dice.below(9);
        let cells = (0..width * height).map(|_| match dice.below(10) {
            value if value < share => 0,
            9 => 205,
            _ => 254,
        });
        Grid { width, cells: cells.collect() }
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    fn is_solid(&self, x: i64, y: i64, unknown: Unknown) -> bool {
        let is_inside = (0..self.width as i64).contains(&x) && (0..self.height() as i64).contains(&y);
        is_inside
            && match self.cells[y as usize * self.width + x as usize] {
                0 => true,
                205 => unknown == Unknown::Occupied,
                _ => false,
            }
    }

    /// Its picture, in one of the formats.
    fn picture(&self, dice: &mut Dice) -> Vec<u8> {
        let rows = self.cells.chunks(self.width).rev();
        let (width, height) = (self.width, self.height());
        match dice.below(3) {
            0 => {
                let words: Vec<String> = rows.flatten().map(u8::to_string).collect();
                format!("P2\n# a comment\n{width} {height} 255\n{}\n", words.join("\n")).into_bytes()
            }
            1 => {
                let mut file = format!("P5 {width}\t{height}\n#255\n65535\n").into_bytes();
                file.extend(rows.flatten().flat_map(|&value| (u16::from(value) * 257).to_be_bytes()));
                file
            }
            _ => {
                let data: Vec<u8> = rows.flatten().copied().collect();
                png([width as u32, height as u32], png::ColorType::Grayscale, png::BitDepth::Eight, &data)
            }
        }
    }

    /// The unit edges between solid cells and others, the solid one on the left: asked of each cell by itself.
    fn edges(&self, unknown: Unknown) -> BTreeSet<[Corner; 2]> {
        let mut edges = BTreeSet::new();
        for y in 0..self.height() as i64 {
            for x in 0..self.width as i64 {
                let around = [
                    ([x, y - 1], [[x, y], [x + 1, y]]),
                    ([x + 1, y], [[x + 1, y], [x + 1, y + 1]]),
                    ([x, y + 1], [[x + 1, y + 1], [x, y + 1]]),
                    ([x - 1, y], [[x, y + 1], [x, y]]),
                ];
                let open = around.iter().filter(|([x, y], _)| !self.is_solid(*x, *y, unknown));
                edges.extend(open.filter(|_| self.is_solid(x, y, unknown)).map(|(_, edge)| *edge));
            }
        }
        edges
    }
}

/// The corner of the grid that a place is next to, and how far off it is, in cells.
fn corner_of([x, y]: Pair, origin: Pair, yaw: f64, resolution: f64) -> (Corner, f64) {
    let (x, y) = ((x - origin[0]) / resolution, (y - origin[1]) / resolution);
    let (x, y) = (x * yaw.cos() + y * yaw.sin(), y * yaw.cos() - x * yaw.sin());
    ([x.round() as i64, y.round() as i64], (x - x.round()).abs().max((y - y.round()).abs()))
}

/// On random grids of every format, turned and moved: every edge between a solid cell and another lies on exactly one
/// segment, the solid cell on its left; chains are closed, turn at every point, and keep to their cell where two meet.
#[test]
fn outlines_are_those_of_each_cell_by_itself() {
    let mut met = 0;
    for case in 0..3000 {
        let dice = &mut Dice(case);
        let grid = Grid::random(dice);
        let unknown = if dice.below(2) == 0 { Unknown::Free } else { Unknown::Occupied };
        let origin = [dice.below(2001) as f64 / 7.0 - 140.0, dice.below(2001) as f64 / 3.0 - 300.0];
        let resolution = [0.05, 0.1, 1.0, 0.025, 3.3][dice.below(5) as usize];
        let quarter = std::f64::consts::FRAC_PI_2;
        let yaw = [0.0, 0.0, quarter, -quarter, 0.3, 2.0 * quarter, 3.0 * quarter, -2.9, 6.9][dice.below(9) as usize];
        let fields = [
            ("origin", format!("[{:?}, {:?}, {yaw:?}]", origin[0], origin[1])),
            ("resolution", format!("{resolution:?}")),
        ];
        let fields = [(fields[0].0, &*fields[0].1), (fields[1].0, &*fields[1].1)];
        let scene = scene(&fields, &grid.picture(dice), unknown);
        let mut places: BTreeMap<Corner, Pair> = BTreeMap::new();
        let mut edges = BTreeSet::new();
        for chain in chains(&scene) {
            assert_eq!(chain.first(), chain.last(), "{case}: it is closed");
            let corners: Vec<Corner> = chain
                .iter()
                .map(|&place| {
                    let (corner, off) = corner_of(place, origin, yaw, resolution);
                    assert!(off < 1e-9, "{case}: {place:?} is no corner, off by {off}");
                    let first = *places.entry(corner).or_insert(place);
                    assert_eq!(first.map(f64::to_bits), place.map(f64::to_bits), "{case}: {corner:?} has two places");
                    corner
                })
                .collect();
            for (k, leg) in corners.windows(2).enumerate() {
                let step = [0, 1].map(|axis| (leg[1][axis] - leg[0][axis]).signum());
                assert!(step[0] == 0 || step[1] == 0, "{case}: {leg:?} is not along an edge");
                let mut at = leg[0];
                while at != leg[1] {
                    let next = [at[0] + step[0], at[1] + step[1]];
                    assert!(edges.insert([at, next]), "{case}: {at:?} to {next:?} is there twice");
                    at = next;
                }
                let after = corners.get(k + 2).unwrap_or(&corners[1]);
                let turn = step[0] * (after[1] - at[1]) - step[1] * (after[0] - at[0]);
                assert_ne!(turn, 0, "{case}: it does not turn at {at:?}");
                // Four edges meet where two cells share but a corner: there it turns around its own cell, to the left.
                let [x, y] = at;
                let solid = [[x, y], [x - 1, y], [x - 1, y - 1], [x, y - 1]].map(|[x, y]| grid.is_solid(x, y, unknown));
                if solid == [true, false, true, false] || solid == [false, true, false, true] {
                    assert!(turn > 0, "{case}: it crosses another at {at:?}");
                    met += 1;
                }
            }
        }
        assert_eq!(edges, grid.edges(unknown), "{case}");
        // Along the axes exactly, unless it is turned by something else than quarters.
        if (yaw / quarter).fract() == 0.0 {
            for leg in chains(&scene).iter().flat_map(|chain| chain.windows(2)) {
                assert!(leg[0][0] == leg[1][0] || leg[0][1] == leg[1][1], "{case}: {leg:?}");
            }
        }
        if !scene.walls.is_empty() {
            let report = scene.build().unwrap_or_else(|fault| panic!("{case}: {fault}")).world.report();
            assert!(report.walls.dangling.is_empty(), "{case}: {report:?}");
        }
    }
    assert!(met > 10_000, "{met}");
}

/// Without yaw a corner is where its column and row say, to the last bit.
#[test]
fn corners_are_where_they_are_said_to_be() {
    let fields = [("origin", "[-12.2, 3.7, 0.0]"), ("resolution", "0.05")];
    let scene = scene(&fields, b"P2 3 2 255 255 0 255 255 255 255", Unknown::Free);
    let x = |column: f64| -12.2 + column * 0.05;
    let y = |row: f64| 3.7 + row * 0.05;
    let around = [[x(1.0), y(1.0)], [x(2.0), y(1.0)], [x(2.0), y(2.0)], [x(1.0), y(2.0)], [x(1.0), y(1.0)]];
    assert_eq!(chains(&scene), [&around[..]]);
    // A quarter turn is around the lower left corner of the picture, counter-clockwise.
    let fields = [("origin", "[10, 20, 1.5707963267948966]")];
    let turned = self::scene(&fields, b"P2 3 2 255 255 0 255 255 255 255", Unknown::Free);
    let around = [[9.0, 21.0], [9.0, 22.0], [8.0, 22.0], [8.0, 21.0], [9.0, 21.0]];
    assert_eq!(chains(&turned), [&around[..]]);
}

fn scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

#[test]
fn the_office() {
    let limits = ReadLimits::default();
    let (office, skipped) = Scene::read(scenes().join("office.yaml"), limits).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(skipped.is_empty());
    let edges: usize = chains(&office).iter().map(|chain| chain.len() - 1).sum();
    println!("{} chains of {edges} segments from 200 × 140 cells", office.walls.len());
    assert!(office.walls.len() > 10 && (200..1000).contains(&edges), "{} chains, {edges} edges", office.walls.len());
    let built = office.build().unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((built.world.walls().len(), built.world.report().walls.dangling.len()), (edges, 0));
    let path = scenes().join("office.yaml");
    let (cautious, _) = Scene::read_map(path, Unknown::Occupied, limits).unwrap_or_else(|fault| panic!("{fault}"));
    assert_ne!(cautious.walls, office.walls);
    let free = Scene::read_map(scenes().join("office.yaml"), Unknown::Free, limits).map(|(scene, _)| scene);
    assert_eq!(free.as_ref(), Ok(&office));
}

#[test]
fn fields_as_other_programs_write_them() {
    let picture = b"P2 1 1 255 0";
    let plain = scene(&[("origin", "[-1.5, 2, 0]"), ("resolution", "0.05")], picture, Unknown::Free);
    for text in [
        "image: x.pgm\nresolution: 0.050000\norigin: [-1.500000, 2.000000, 0.000000]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n\n",
        "free_thresh: 0.25\nimage: x.pgm\nnegate: 0\noccupied_thresh: 0.65\norigin:\n- -1.5\n- 2.0\n- 0.0\nresolution: 0.05\n",
        "---\nimage: \"./x.pgm\"  # beside\nmode: trinary\nresolution: 5e-2\norigin:\n  - -1.5\n  - 2.0\n  - 0\nnegate: false\noccupied_thresh: .65\nfree_thresh: 0.25\n...\n",
        "image: 'x.pgm'\r\nresolution: 0.05\r\norigin: [ -1.5,\r\n  2., 0.0 ]\r\nnegate: 0\r\noccupied_thresh: 0.65\r\nfree_thresh: 0.196\r\n",
    ] {
        let (scene, skipped) = Scene::from_map(text, picture, Unknown::Free).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((&scene, skipped.len()), (&plain, 0), "{text}");
        assert_eq!(Format::guess(text), Format::Map, "{text}");
    }
    // What it says beside is told.
    let more = yaml(&[("start", "\n  x: 1\n  y: 2"), ("floor", "3")]);
    let (_, skipped) = Scene::from_map(&more, picture, Unknown::Free).unwrap_or_else(|fault| panic!("{fault}"));
    let told: Vec<String> = skipped.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["\"floor\" in line 1: it is not read", "\"start\" in line 8: it is not read"]);
}

fn fault(text: &str, picture: &[u8]) -> Fault {
    Scene::from_map(text, picture, Unknown::Free).expect_err(text)
}

#[test]
fn fields_that_are_wrong() {
    for (field, value, expected) in [
        ("image", "", "image is missing; expected a line as in `image: map.pgm`"),
        ("image", "[a, b]", "line 2, column 8: image: expected the name of a file"),
        ("resolution", "", "resolution is missing; expected a line as in `resolution: 0.05`"),
        ("resolution", "0", "line 6, column 13: resolution: it is 0; expected the side of a cell, above 0"),
        ("resolution", "-0.05", "line 6, column 13: resolution: it is -0.05; expected the side of a cell, above 0"),
        ("resolution", "nan", "line 6, column 13: resolution: it is \"nan\"; expected a finite number"),
        ("resolution", "0,05", "line 6, column 13: resolution: it is \"0,05\"; expected a finite number"),
        ("resolution", "*r", "line 6, column 13: resolution: expected a number"),
        ("origin", "0", "line 5, column 9: origin: expected three finite numbers [x, y, yaw]"),
        ("origin", "[1, 2]", "line 5, column 9: origin: it is [1, 2]; expected three finite numbers [x, y, yaw]"),
        ("origin", "[1, 2", "line 5, column 9: origin: expected three finite numbers [x, y, yaw]"),
        (
            "origin",
            "[1, 2, inf]",
            "line 5, column 9: origin: it is [1, 2, inf]; expected three finite numbers [x, y, yaw]",
        ),
        ("origin", "[0, 0, 90]", "line 5, column 9: origin: its yaw is 90; expected an angle in radians from -7 to 7"),
        ("negate", "2", "line 3, column 9: negate: it is \"2\"; expected 0 or 1"),
        ("mode", "binary", "line 3, column 7: mode: it is \"binary\"; expected trinary, scale or raw"),
        ("free_thresh", "25", "line 1, column 14: free_thresh: it is 25; expected a number from 0 to 1"),
        (
            "free_thresh",
            "0.7",
            "line 1, column 14: free_thresh: it is 0.7, above occupied_thresh, 0.65; expected no more than that",
        ),
        ("occupied_thresh", "", "occupied_thresh is missing; expected a line as in `occupied_thresh: 0.65`"),
        (
            "just words",
            "x\nand more",
            "line 4, column 1: \"and more\" is no field of a map; expected lines as in `resolution: 0.05`",
        ),
        ("a", "1\na: 2", "line 2, column 1: \"a\" stands here again, after line 1; expected it once"),
        (
            "origin",
            "[1e15, 0, 0]",
            "resolution: it is 1, and 1 × 1 cells from (1000000000000000, 0) on reach as far as 1000000000000002; \
             expected at least 2⁻⁴⁰ of that",
        ),
    ] {
        let found = fault(&yaml(&[(field, value)]), b"P2 1 1 255 0");
        assert_eq!((found.kind, found.to_string().as_str()), (FaultKind::Data, expected), "{field}: {value}");
    }
    assert_eq!(fault("", b"").to_string(), "line 1, column 1: it has no fields; a map begins as in `image: map.pgm`");
    for (origin, resolution) in [("[1e308, 1e308, 0.1]", "1"), ("[0, 0, 0]", "1e308"), ("[0, 0, 0]", "1e-320")] {
        // Huge, or so small that there are few digits: told or taken, but every wall is one.
        let text = yaml(&[("origin", origin), ("resolution", resolution)]);
        if let Ok((scene, _)) = Scene::from_map(&text, b"P2 2 2 255 0 255 255 0", Unknown::Free) {
            assert!(scene.build().is_ok(), "{text}");
        }
    }
    // A word that never ends is shown in part.
    let long = fault(&yaml(&[("resolution", &"é".repeat(1_000_000))]), b"");
    assert!(long.to_string().len() < 300, "{long}");
}

#[test]
fn pictures_that_are_wrong() {
    let place = "line 2, column 8: image: \"map.pgm\": ";
    for (picture, expected) in [
        (&b""[..], "it is empty; expected a PGM (P2, P5) or PNG picture"),
        (b"GIF89a", "it is no picture that is read; expected PGM (P2, P5) or PNG"),
        (b"P6 1 1 255 abc", "it is a P6 picture; P2, P5 (PGM) and PNG are read"),
        (b"P5", "it ends where its width is expected"),
        (b"P5 1 -1 255 ", "its height, at byte 5, is no number that is allowed"),
        (b"P5 1 99999999999999999999 255 ", "its height, at byte 5, is no number that is allowed"),
        (b"P5 0 1 255 ", "it has 0 × 1 pixels; expected at least one"),
        (b"P5 1 1 0 \0", "its maximum is 0; expected 1 to 65535"),
        (b"P5 1 1 65536 \0", "its maximum is 65536; expected 1 to 65535"),
        (b"P5 2 2 255 abc", "it ends after 3 of the 4 bytes of 2 × 2 pixels"),
        (b"P5 2 1 256 abc", "it ends after 3 of the 4 bytes of 2 × 1 pixels"),
        (b"P5 1 1 255", "it ends after 0 of the 1 bytes of 1 × 1 pixels"),
        (b"P5 2 2 96 ```a", "its pixel in column 2, row 2 is 97; expected at most 96, its maximum"),
        (b"P2 2 2 255 0 0 0", "it ends where a pixel is expected"),
        (b"P2 2 2 255 0 0 256 0", "its pixel in column 1, row 2 is 256; expected at most 255, its maximum"),
        (b"P2 2 2 255 0 0 x 0", "a pixel, at byte 15, is no number that is allowed"),
        // Headers that lie are refused before there is memory for them.
        (b"P5 4000000000 4000000000 255 ", "it has 4000000000 × 4000000000 pixels; at most 67108864 are read"),
        (b"P5 18446744073709551615 2 255 ", "it has 18446744073709551615 × 2 pixels; at most 67108864 are read"),
        (b"P2 8192 8192 255 0", "it ends where a pixel is expected"),
        (b"P5 8192 8192 65535 0", "it ends after 1 of the 134217728 bytes of 8192 × 8192 pixels"),
    ] {
        let found = fault(&yaml(&[]), picture).to_string();
        assert_eq!(found, format!("{place}{expected}"), "{}", String::from_utf8_lossy(picture));
    }
    let mut lying = png([2, 2], png::ColorType::Rgba, png::BitDepth::Sixteen, &[0; 32]);
    lying[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    let found = fault(&yaml(&[]), &lying).to_string();
    assert!(found.contains("it is a broken PNG picture") || found.contains("at most 67108864 are read"), "{found}");
}

/// Every beginning of a map and of its picture, and every byte of them changed: told, or taken, but no panic.
#[test]
fn broken_anywhere() {
    let data: Vec<u8> = (0..48).map(|i| i * 5).collect();
    let pictures = [
        b"P2 # c\n4 3 255 0 1 2 3 4 5 6 7 8 9 10 11".to_vec(),
        [&b"P5 4 4 65535 "[..], &data[..32]].concat(),
        png([4, 4], png::ColorType::Rgb, png::BitDepth::Eight, &data),
        png([6, 8], png::ColorType::Indexed, png::BitDepth::Eight, &[1; 48]),
    ];
    let text = "---\nimage: 'a.pgm' # x\nmode: \"raw\"\nresolution: 0.05\norigin: [1, 2,\n 0.5]\nlist:\n - 1\n- 2\nnegate: 0\n\
        occupied_thresh: 0.65\nfree_thresh: 0.196\n";
    for picture in &pictures {
        assert!(Scene::from_map(text, picture, Unknown::Free).is_ok());
        for at in 0..picture.len() {
            let _ = Scene::from_map(text, &picture[..at], Unknown::Occupied);
            for new in [0, 1, b'9', b' ', 0x7f, 0xff] {
                let mut broken = picture.clone();
                broken[at] = new;
                let _ = Scene::from_map(text, &broken, Unknown::Occupied);
            }
        }
    }
    for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        let _ = Scene::from_map(&text[..at], &pictures[0], Unknown::Free);
        for new in ["9", "-", "\"", "'", "[", "]", ":", "#", "\n", " ", "é", "\0", "- ", "\t", "e999"] {
            let _ = Scene::from_map(&format!("{}{new}{}", &text[..at], &text[at + 1..]), &pictures[0], Unknown::Free);
        }
    }
}

#[test]
fn files() {
    let folder = std::env::temp_dir().join(format!("carom-scene-maps-{}", std::process::id()));
    fs::create_dir_all(folder.join("pictures")).expect("it can be made");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).expect("it can be written");
        folder.join(name)
    };
    let read = |path: &Path| Scene::read(path, ReadLimits::default());
    let told = |path: &Path| {
        let fault = read(path).expect_err("it cannot be read");
        (fault.kind, fault.to_string().replace(&folder.display().to_string(), "FOLDER"))
    };
    write("pictures/a.pgm", b"P2 1 1 255 0");
    let good = write("map.yml", yaml(&[("image", "pictures/a.pgm")]).as_bytes());
    assert_eq!(read(&good).map(|(scene, _)| scene.walls.len()), Ok(1));
    // By what it holds.
    let plain = write("map.txt", yaml(&[("image", "pictures/a.pgm")]).as_bytes());
    assert_eq!(read(&plain).map(|(scene, _)| scene.walls.len()), Ok(1));
    let absolute = folder.join("pictures/a.pgm").display().to_string();
    let absolute = write("absolute.yaml", yaml(&[("image", &absolute)]).as_bytes());
    assert_eq!(read(&absolute).map(|(scene, _)| scene.walls.len()), Ok(1));
    let lost = write("lost.yaml", yaml(&[("image", "none.pgm")]).as_bytes());
    let message = "FOLDER/lost.yaml:2:8: image: the picture FOLDER/none.pgm: there is no such file";
    assert_eq!(told(&lost), (FaultKind::Missing, message.into()));
    let in_folder = write("folder.yaml", yaml(&[("image", "pictures")]).as_bytes());
    assert_eq!(told(&in_folder).0, FaultKind::Io);
    write("short.pgm", b"P5 9 9 255 ");
    let short = write("short.yaml", yaml(&[("image", "short.pgm")]).as_bytes());
    let message = "FOLDER/short.pgm: it ends after 0 of the 81 bytes of 9 × 9 pixels";
    assert_eq!(told(&short), (FaultKind::Data, message.into()));
    let scene = write("scene.toml", b"carom = 1");
    let fault = Scene::read_map(&scene, Unknown::Occupied, ReadLimits::default()).expect_err("it is no map");
    assert!(fault.to_string().contains("is no field of a map"), "{fault}");
    let fault = Scene::parse(&yaml(&[]), Format::Map).expect_err("it has no picture");
    assert!(fault.to_string().contains("\"map.pgm\" is beside the map"), "{fault}");
    fs::remove_dir_all(&folder).expect("it can be removed");
}
