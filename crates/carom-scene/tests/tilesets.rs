//! Tiled maps whose tiles have collision shapes: slopes stay slopes, one-way tiles are passed from below.

use carom::Polygon;
use carom_scene::{Format, Pair, ReadLimits, Scene, Side, Wall, WallShape};
use std::path::Path;

/// A slope up to the right, its two gentler halves, a full block by shape, a thin platform, a pipe, a tree, stairs.
const TILESET: &str = r#"<tileset firstgid="1" name="rocks" tilewidth="16" tileheight="16">
    <tile id="0"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,0 16,-16"/></object></objectgroup></tile>
    <tile id="1"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,-8 16,0"/></object></objectgroup></tile>
    <tile id="2"><objectgroup><object id="1" x="0" y="8"><polygon points="0,0 0,8 16,8 16,-8"/></object></objectgroup></tile>
    <tile id="3"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
    <tile id="4"><objectgroup><object id="1" x="0" y="2"><properties><property name="one_way" type="bool" value="true"/></properties><polyline points="16,0 0,0"/></object></objectgroup></tile>
    <tile id="5"><objectgroup><object id="1" x="4" y="4" width="8" height="8"><ellipse/></object></objectgroup></tile>
    <tile id="6"><properties><property name="solid" type="bool" value="false"/></properties></tile>
    <tile id="7"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 0,-8 8,-8 8,-16 16,-16 16,0"/></object></objectgroup></tile>
    <tile id="8"><properties><property name="oneway" type="bool" value="true"/></properties></tile>
    <tile id="9"><properties><property name="one_way" type="bool" value="true"/></properties><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,0 16,-16"/></object></objectgroup></tile>
</tileset>"#;

fn map(rows: &[&str]) -> String {
    let width = rows[0].split(',').count();
    format!(
        "<map tilewidth='16' tileheight='16'>{TILESET}<layer name='a' width='{width}' height='{}'>\
         <data encoding='csv'>{}</data></layer></map>",
        rows.len(),
        rows.join(",")
    )
}

#[track_caller]
fn walls(rows: &[&str]) -> Vec<Wall> {
    let (scene, skipped) = Scene::import(&map(rows), Format::Tmx).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(skipped.is_empty(), "{skipped:?}");
    scene.build().unwrap_or_else(|fault| panic!("{fault}"));
    scene.walls
}

#[track_caller]
fn only_ring(rows: &[&str]) -> Vec<Pair> {
    match &walls(rows)[..] {
        [Wall { shape: WallShape::Polygon { vertices, holes }, side: None, .. }] if holes.is_empty() => {
            vertices.clone()
        }
        other => panic!("{other:?}"),
    }
}

/// The ring from its smallest corner on.
fn sorted(mut ring: Vec<Pair>) -> Vec<Pair> {
    let first = (0..ring.len()).min_by(|&i, &j| ring[i].partial_cmp(&ring[j]).expect("finite")).unwrap_or(0);
    ring.rotate_left(first);
    ring
}

/// The bits of a tile's number that turn it.
const MIRRORED: u32 = 1 << 31;
const UPSIDE_DOWN: u32 = 1 << 30;
const DIAGONAL: u32 = 1 << 29;

#[test]
fn slopes_are_joined_to_blocks_and_to_each_other() {
    // Up, two blocks (one by its shape, one without), down: one hill.
    let down = (MIRRORED | 1).to_string();
    let hill = only_ring(&[&format!("1,4,99,{down}")]);
    assert_eq!(sorted(hill), [[0.0, -16.0], [64.0, -16.0], [48.0, 0.0], [16.0, 0.0]]);
    // Two gentle tiles are one straight slope; the floor below has no seam.
    let ramp = only_ring(&["0,2,3", "4,4,4"]);
    assert_eq!(sorted(ramp), [[0.0, -32.0], [48.0, -32.0], [48.0, 0.0], [16.0, -16.0], [0.0, -16.0]]);
    let stairs = only_ring(&["0,8", "8,4"]);
    let expected = [
        [0.0, -32.0],
        [32.0, -32.0],
        [32.0, 0.0],
        [24.0, 0.0],
        [24.0, -8.0],
        [16.0, -8.0],
        [16.0, -16.0],
        [8.0, -16.0],
        [8.0, -24.0],
        [0.0, -24.0],
    ];
    assert_eq!(sorted(stairs), expected);
}

#[test]
fn pieces_that_share_but_a_corner_stay_apart() {
    let walls = walls(&["0,1", "1,0"]);
    assert_eq!(walls.len(), 2);
    assert!(walls.iter().all(|wall| matches!(&wall.shape, WallShape::Polygon { vertices, .. } if vertices.len() == 3)));
}

#[test]
fn one_way_tiles_are_passed_from_below() {
    // A platform of three tiles, drawn from the right to the left, is one wall; so is the top of whole tiles.
    for (tile, y) in [("5", -2.0), ("9", 0.0)] {
        let row = format!("0,{tile},{tile},{tile},0");
        let platform = Wall {
            name: Some("a".into()),
            side: Some(Side::Left),
            ..Wall::from(WallShape::Segment([[16.0, y], [64.0, y]]))
        };
        assert_eq!(walls(&[&row]), [platform]);
    }
    // Of a slope only what looks upward, however the tile lies.
    let turned = (MIRRORED | 10).to_string();
    let walls = walls(&[&format!("10,{turned}")]);
    let WallShape::Chain(points) = &walls[0].shape else { panic!("{walls:?}") };
    assert_eq!((points[..].to_vec(), walls.len()), (vec![[0.0, -16.0], [16.0, 0.0], [32.0, -16.0]], 1));
    assert_eq!(walls[0].side, Some(Side::Left));
}

#[test]
fn circles_and_what_is_not_solid() {
    let walls = walls(&["6,7"]);
    assert_eq!(walls.len(), 1);
    assert_eq!(walls[0].shape, WallShape::Circle { center: [8.0, -8.0], radius: 4.0 });
}

#[test]
fn tiles_are_turned_as_tiled_turns_them() {
    // The right angle of tile 0 is at the lower right; where each turn takes it, and what is cut off.
    for (bits, ring) in [
        (0, [[0.0, -16.0], [16.0, -16.0], [16.0, 0.0]]),
        (MIRRORED, [[0.0, -16.0], [16.0, -16.0], [0.0, 0.0]]),
        (UPSIDE_DOWN, [[0.0, 0.0], [16.0, -16.0], [16.0, 0.0]]),
        (MIRRORED | UPSIDE_DOWN, [[0.0, -16.0], [16.0, 0.0], [0.0, 0.0]]),
    ] {
        assert_eq!(sorted(only_ring(&[&(bits | 1).to_string()])), sorted(ring.to_vec()), "{bits:x}");
    }
    // A gentle slope, which no mirror takes into a turned one: a quarter clockwise is diagonal and mirrored.
    for (bits, ring) in [
        (DIAGONAL, [[8.0, -16.0], [16.0, -16.0], [16.0, 0.0]]),
        (DIAGONAL | MIRRORED, [[0.0, 0.0], [0.0, -16.0], [8.0, -16.0]]),
        (DIAGONAL | UPSIDE_DOWN, [[16.0, -16.0], [16.0, 0.0], [8.0, 0.0]]),
        (DIAGONAL | MIRRORED | UPSIDE_DOWN, [[0.0, 0.0], [0.0, -16.0], [8.0, 0.0]]),
    ] {
        assert_eq!(sorted(only_ring(&[&(bits | 2).to_string()])), sorted(ring.to_vec()), "{bits:x}");
    }
}

#[test]
fn larger_tiles_stand_on_the_lower_left_corner() {
    let text = "<map tilewidth='16' tileheight='16'><tileset firstgid='1' name='tall' tilewidth='16' tileheight='32'>\
         <tileoffset x='1' y='-2'/><tile id='0'><objectgroup><object x='0' y='16' width='16' height='8'/></objectgroup></tile>\
         </tileset><layer name='a' width='1' height='1'><data encoding='csv'>1</data></layer></map>";
    let scene = Scene::parse(text, Format::Tmx).expect("it is a map");
    let WallShape::Polygon { vertices, .. } = &scene.walls[0].shape else { panic!("{:?}", scene.walls) };
    assert_eq!(sorted(vertices.clone()), [[1.0, -6.0], [17.0, -6.0], [17.0, 2.0], [1.0, 2.0]]);
}

/// Whether something is solid at a point does not depend on what is joined.
#[test]
fn what_is_solid_is_what_each_tile_is() {
    let tiles: [(u32, &[Pair]); 6] = [
        (1, &[[0.0, 16.0], [16.0, 16.0], [16.0, 0.0]]),
        (2, &[[0.0, 16.0], [16.0, 8.0], [16.0, 16.0]]),
        (3, &[[0.0, 8.0], [0.0, 16.0], [16.0, 16.0], [16.0, 0.0]]),
        (4, &[[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]]),
        (8, &[[0.0, 16.0], [0.0, 8.0], [8.0, 8.0], [8.0, 0.0], [16.0, 0.0], [16.0, 16.0]]),
        (11, &[[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]]),
    ];
    let mut seed = 1_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    for round in 0..60 {
        let cells: Vec<Option<(usize, u32)>> =
            (0..36).map(|_| (random(4) > 0).then(|| (random(6) as usize, (random(8) as u32) << 29))).collect();
        let number = |cell: &Option<(usize, u32)>| cell.map_or(0, |(tile, bits)| tiles[tile].0 | bits);
        let rows: Vec<String> = cells
            .chunks(6)
            .map(|row| row.iter().map(|cell| number(cell).to_string()).collect::<Vec<_>>().join(","))
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (scene, _) = Scene::import(&map(&rows), Format::Tmx).unwrap_or_else(|fault| panic!("{fault}"));
        let solid = |x: f64, y: f64| -> bool {
            let Some(&Some((tile, bits))) = cells.get((y / 16.0) as usize * 6 + (x / 16.0) as usize) else {
                return false;
            };
            let (mut x, mut y) = (x % 16.0, y % 16.0);
            // The turns undone, the last first.
            if bits & UPSIDE_DOWN != 0 {
                y = 16.0 - y;
            }
            if bits & MIRRORED != 0 {
                x = 16.0 - x;
            }
            if bits & DIAGONAL != 0 {
                (x, y) = (y, x);
            }
            Polygon::new(tiles[tile].1.iter().copied()).expect("it is one").contains([x, y])
        };
        for _ in 0..300 {
            // Never on a line along an axis, nor on a diagonal.
            let [x, y] = [random(960) as f64 + 0.37, random(960) as f64 + 0.61].map(|n| n / 10.0);
            assert_eq!(is_inside(&scene, [x, -y]), solid(x, y), "round {round} at ({x}, {y}): {rows:?}");
        }
    }
}

/// Whether the walls of a scene go around a point an odd number of times: each edge that passes above it counts.
fn is_inside(scene: &Scene, [x, y]: Pair) -> bool {
    let mut edges = 0;
    for wall in &scene.walls {
        let rings: Vec<Vec<Pair>> = match &wall.shape {
            WallShape::Polygon { vertices, holes } => std::iter::once(vertices).chain(holes).cloned().collect(),
            WallShape::Chain(points) => vec![points[1..].to_vec()],
            other => panic!("{other:?}"),
        };
        for ring in rings {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let spans = (a[0] < x) != (b[0] < x);
                let height = a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]);
                edges += u32::from(spans && y < height);
            }
        }
    }
    edges % 2 == 1
}

#[test]
fn as_json_too_and_in_a_file_of_its_own() {
    let folder = std::env::temp_dir().join(format!("carom-tilesets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let json = r#"{ "name": "rocks", "tilewidth": 16, "tileheight": 16, "tiles": [
        { "id": 0, "objectgroup": { "objects": [
            { "id": 1, "x": 0, "y": 16, "polygon": [{"x": 0, "y": 0}, {"x": 16, "y": 0}, {"x": 16, "y": -16}] }] } },
        { "id": 4, "objectgroup": { "objects": [
            { "id": 1, "x": 0, "y": 2, "polyline": [{"x": 16, "y": 0}, {"x": 0, "y": 0}],
              "properties": [{ "name": "one_way", "type": "bool", "value": true }] }] } }] }"#;
    let layer = r#"{ "type": "tilelayer", "name": "a", "width": 4, "height": 1, "data": [1, 99, 5, 5] }"#;
    let json_map = |tileset: &str| {
        format!(r#"{{ "tilewidth": 16, "tileheight": 16, "tilesets": [{tileset}], "layers": [{layer}] }}"#)
    };
    let xml_map = |source: &str| {
        format!(
            "<map tilewidth='16' tileheight='16'><tileset firstgid='1' source='{source}'/><layer name='a' width='4' height='1'>\
             <data encoding='csv'>1,99,5,5</data></layer></map>"
        )
    };
    let expected = walls(&["1,99,5,5"]);
    assert_eq!(expected.len(), 2);
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("it can be written");
    write("rocks.tsj", json);
    write("rocks.tsx", &TILESET.replace("firstgid=\"1\" ", ""));
    write("inside.tmj", &json_map(&json.replacen('{', "{ \"firstgid\": 1,", 1)));
    write("beside.tmj", &json_map(r#"{ "firstgid": 1, "source": "rocks.tsx" }"#));
    write("beside.tmx", &xml_map("rocks.tsj"));
    write("lost.tmx", &xml_map("gone.tsx"));
    write("broken.tsx", "<tileset>\n<tile/></tileset>");
    write("broken.tmx", &xml_map("broken.tsx"));
    let read = |name: &str| Scene::read(folder.join(name), ReadLimits::default());
    for name in ["inside.tmj", "beside.tmj", "beside.tmx"] {
        let (scene, skipped) = read(name).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((scene.walls, skipped), (expected.clone(), vec![]), "{name}");
    }
    let (scene, skipped) = read("lost.tmx").expect("the rest can be read");
    assert_eq!(scene.walls.len(), 1);
    assert_eq!(
        skipped.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["tileset \"gone.tsx\": its tiles are taken as full blocks: there is no such file"]
    );
    let fault = read("broken.tmx").expect_err("a tile needs a number");
    assert_eq!(fault.to_string(), "broken.tsx:2:1: <tile> has no id");
    assert!(Path::new(&folder).is_dir());
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn what_is_not_understood_is_told_once_a_tile() {
    let text = "<map tilewidth='16' tileheight='16'><tileset firstgid='1' name='odd' tilewidth='16' tileheight='16'>\
         <tile id='0'><properties><property name='one_way' value='up'/></properties></tile>\
         <tile id='1'><objectgroup><object id='1' x='1' y='1'><point/></object>\
           <object id='2' width='16' height='8'><ellipse/></object>\
           <object id='3'><polygon points='0,0 16,16 16,0 0,16'/></object></objectgroup></tile>\
         </tileset><layer name='a' width='4' height='1'><data encoding='csv'>1,1,2,2</data></layer></map>";
    let (scene, skipped) = Scene::import(text, Format::Tmx).expect("it is a map");
    scene.build().expect("walls may cross");
    let told: Vec<(&str, &str)> = skipped.iter().map(|one| (one.what.as_str(), &one.why[..20])).collect();
    assert_eq!(
        told,
        [
            ("tile 0 of tileset \"odd\"", "its property one_way"),
            ("tile 1 of tileset \"odd\", object 1", "points of tiles are "),
            ("tile 1 of tileset \"odd\", object 2", "an ellipse is taken "),
            ("tile 1 of tileset \"odd\", object 3", "kept as lines, as it"),
        ]
    );
}

/// Tiles that no tileset has are full blocks, and each is told of once, however it is turned.
#[test]
fn tiles_beyond_their_tileset_are_told() {
    let told = |tilesets: &str, tiles: &str| {
        let text = format!(
            "<map tilewidth='16' tileheight='16'>{tilesets}<layer name='a' width='4' height='1'>\
             <data encoding='csv'>{tiles}</data></layer></map>"
        );
        let (scene, skipped) = Scene::import(&text, Format::Tmx).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(scene.walls.len(), 1);
        skipped.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let rocks = "<tileset firstgid='3' name='rocks' tilewidth='16' tileheight='16' tilecount='4'/>";
    let turned = (MIRRORED | 9).to_string();
    assert_eq!(
        told(rocks, &format!("3,6,9,{turned}")),
        ["tile number 9: tileset \"rocks\" has the numbers 3 to 6; it is taken as a full block"]
    );
    assert_eq!(told(rocks, "2,3,4,5"), ["tile number 2: no tileset of the map has it; it is taken as a full block"]);
    // A tile of a set of pictures may have any number; one of a set that does not say how many it has, too.
    let pictures =
        "<tileset firstgid='1' name='p' tilewidth='16' tileheight='16' tilecount='1'><tile id='7'/></tileset>";
    assert_eq!(told(pictures, "8,8,8,8"), Vec::<String>::new());
    assert_eq!(told("<tileset firstgid='1' name='p'/>", "8,9,10,11"), Vec::<String>::new());
    // Those of a tileset that is not there are not those of the one before.
    let two = "<tileset firstgid='1' name='p' tilecount='2'/><tileset firstgid='3' source='gone.tsx'/>";
    let told = told(two, "1,2,3,4");
    assert!(
        told.len() == 1 && told[0].starts_with("tileset \"gone.tsx\": its tiles are taken as full blocks"),
        "{told:?}"
    );
}

/// Sizes that are no sizes, and tilesets given as maps.
#[test]
fn what_is_no_map_is_told() {
    let fault = |text: &str, format| Scene::import(text, format).expect_err("it is no map").to_string();
    let xml = |attributes: &str, inside: &str| format!("<map {attributes}>{inside}</map>");
    assert_eq!(
        fault(&xml("tilewidth='0' tileheight='16'", ""), Format::Tmx),
        "line 1, column 1: tilewidth of <map> is 0; expected a finite number above 0"
    );
    assert_eq!(
        fault(&xml("tilewidth='16' tileheight='-1'", ""), Format::Tmx),
        "line 1, column 1: tileheight of <map> is -1; expected a finite number above 0"
    );
    assert_eq!(
        fault(r#"{ "tilewidth": 16, "tileheight": 0, "layers": [] }"#, Format::Tmj),
        "line 1, column 34: tileheight: 0; expected a finite number above 0"
    );
    let set = "<tileset firstgid='1' name='odd' tilewidth='0' tileheight='16'><tile id='0'/></tileset>";
    assert_eq!(
        fault(&xml("tilewidth='16' tileheight='16'", set), Format::Tmx),
        "line 1, column 37: tilewidth of <tileset> is 0; expected a finite number above 0"
    );
    // A set of pictures without one yet.
    let set = "<tileset firstgid='1' name='new' tilewidth='0' tileheight='0' tilecount='0'/>";
    assert!(Scene::import(&xml("tilewidth='16' tileheight='16'", set), Format::Tmx).is_ok());
    let tsx = "<?xml version='1.0'?><tileset name='rocks' tilewidth='16' tileheight='16'/>";
    let words = "the file is a tileset of Tiled, which has tiles but no places for them; expected a map that uses it (.tmx or .tmj)";
    for format in [Format::guess(tsx), Format::Tmx, Format::Svg] {
        assert_eq!(fault(tsx, format), format!("line 1, column 22: {words}"));
    }
    let tsj = r#"{ "type": "tileset", "name": "rocks", "tilewidth": 16, "tileheight": 16 }"#;
    assert_eq!((Format::guess(tsj), fault(tsj, Format::Tmj)), (Format::Tmj, format!("line 1, column 1: {words}")));
}
