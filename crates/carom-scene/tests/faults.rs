//! What is wrong with a file is told with its place, in words, and nothing ever panics or overflows the stack.

use carom_scene::{Fault, FaultKind, Format, ReadLimits, Scene};
use std::fs::{self, File};
use std::path::PathBuf;

/// What is said of a text, by the reader or when it is built.
fn fault(text: &str, format: Format) -> Option<Fault> {
    Scene::import(text, format).and_then(|(scene, _)| scene.build()).err()
}

#[track_caller]
fn check(format: Format, cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let found = fault(text, format).map_or("nothing wrong".to_string(), |fault| {
            assert_eq!(fault.kind, FaultKind::Data);
            fault.to_string()
        });
        if found != *expected {
            wrong.push(format!("for      {text}\nfound    {found}\nexpected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn json() {
    check(
        Format::Json,
        &[
            ("", r#"line 1, column 1: the file is empty; a scene begins with { "carom": 1"#),
            ("xxxx", "line 1, column 1: not valid JSON: expected value"),
            (
                r#"{"carom": 1, "walls": [{"segment": [[0,0],[1,"#,
                "line 1, column 45: walls[0].segment[1]: the file ends too early, in a value",
            ),
            (r#"{"carom": 1} x"#, "line 1, column 14: not valid JSON: trailing characters"),
            (
                "{\"carom\": 1,\n \"walls\": [{\"segment\": [[0,0],[1,\"a\"]]}]}",
                "line 2, column 34: walls[0].segment[1][1]: found the text \"a\", expected a number",
            ),
            (r#"{"carom": 1, "walls": 3}"#, "line 1, column 23: walls: found the number `3`, expected a list [ … ]"),
            (
                r#"{"carom": 1, "walls": [[1, 2]]}"#,
                "line 1, column 24: walls[0]: found a list, expected an object { … }",
            ),
            (
                r#"{"carom": 1, "bodies": [{"position": [1, 2, 3]}]}"#,
                "line 1, column 45: bodies[0].position: the list has too many items; a place or velocity has two numbers, as in [x, y]",
            ),
            (
                r#"{"carom": 1, "bodies": [{"position": [1]}]}"#,
                "line 1, column 38: bodies[0].position: found a list of 1, expected 2 items, as in [x, y]",
            ),
            (
                r#"{"carom": 1, "walls": [{"segment": [[0,0],[1,1]], "vanishes_after": 0}]}"#,
                "line 1, column 69: walls[0].vanishes_after: 0; expected a whole number from 1 to 4294967295",
            ),
            (
                r#"{"carom": 1, "groups": [{"walls": [{"segment": [[0,0],[1,1]], "vanishes_after": 2}]}]}"#,
                "line 1, column 81: groups[0].walls[0].vanishes_after: 2; walls that move do not vanish, expected no such field",
            ),
            (
                r#"{"carom": 1, "groups": [{"name": "lift", "walls": [], "period": 4, "script": [{"time": 3, "velocity": [0, 1]}, {"time": 4, "velocity": [0, 0]}]}]}"#,
                "line 1, column 121: groups[0].script[1].time: 4 in the script of lift, whose period is 4: it would never be; expected a time below 4",
            ),
            (
                r#"{"carom": 1, "groups": [{"walls": [], "period": 0.5, "script": [{"time": 0.75, "velocity": [0, 1]}]}]}"#,
                "line 1, column 74: groups[0].script[0].time: 0.75 in the script of groups[0], whose period is 0.5: it would never be; expected a time below 0.5",
            ),
            (
                r#"{"carom": 1, "bodies": [{"position": [1, 2], "mask": -1}]}"#,
                "line 1, column 54: bodies[0].mask: found the number `-1`, expected a whole number from 0 to 4294967295",
            ),
            (
                r#"{"carom": 1, "bodies": [{"position": [1, 2], "response": "jump"}]}"#,
                "line 1, column 58: bodies[0].response: unknown value `jump`, expected one of `bounce`, `slide`, `stop`",
            ),
            (r#"{"carom": 1, "bodies": [{}]}"#, "line 1, column 25: bodies[0]: missing field `position`"),
            (
                "{\"carom\": 1,\n \"bodies\": [{\"position\": [1, NaN]}]}",
                "line 2, column 30: bodies[0].position[1]: NaN is not JSON; numbers must be finite",
            ),
            (
                "{\"carom\": 1,\n \"bodies\": [{\"position\": [1, -Infinity]}]}",
                "line 2, column 31: bodies[0].position[1]: Infinity is not JSON; numbers must be finite",
            ),
            (
                r#"{"carom": 1, "bodies": [{"position": [1, 1e999]}]}"#,
                "line 1, column 46: bodies[0].position[1]: a number is too large; the largest is 1.7976931348623157e308",
            ),
            (
                r#"{"carom": 2, "portals": []}"#,
                "line 1, column 11: carom: the version is 2; this program reads version 1",
            ),
            (r#"{"walls": []}"#, r#"line 1, column 1: the version is missing; a scene has "carom": 1 at its top"#),
            (
                r#"{"carom": 1, "walls": [{"segment": [[0,0],[1,1]], "maks": 1}]}"#,
                "line 1, column 59: walls[0].maks: unknown field `maks`, expected one of `name`, `segment`, `chain`, \
                 `polygon`, `holes`, `circle`, `mask`, `side`, `restitution`, `friction`, `material`, `vanishes_after`",
            ),
            (
                r#"{"carom": 1, "walls": [{"segment": [[0,0],[1,1]], "chain": [[0,0],[1,1]]}]}"#,
                "line 1, column 24: walls[0]: a wall has one shape; this one has segment and chain",
            ),
            (
                r#"{"carom": 1, "walls": [{"segment": [[0,0],[1,1]], "holes": [[[0,0],[1,1]]]}]}"#,
                r#"line 1, column 24: walls[0]: only a polygon has holes; this wall has "holes" but no "polygon""#,
            ),
            (
                r#"{"carom": 1, "walls": [{}]}"#,
                r#"line 1, column 24: walls[0]: a wall needs a shape: "segment", "chain", "polygon" or "circle""#,
            ),
        ],
    );
}

#[test]
fn shapes_and_places() {
    check(
        Format::Json,
        &[
            (
                "{\"carom\": 1,\n  \"walls\": [\n   {\"segment\": [[1,2],[1,2]]}]}",
                "line 3, column 16: walls[0].segment: both ends are (1, 2); a segment needs two distinct ends",
            ),
            (
                r#"{"carom": 1, "walls": [{"chain": [[0,0],[1,1],[1,1]]}]}"#,
                "line 1, column 47: walls[0].chain[2]: points 1 and 2 are both (1, 1); neighbours in a chain must differ",
            ),
            (
                r#"{"carom": 1, "walls": [{"chain": [[0,0]]}]}"#,
                "line 1, column 34: walls[0].chain: 1 point in the chain; a chain needs at least 2 points",
            ),
            (
                r#"{"carom": 1, "walls": [{"polygon": [[0,0],[1,1],[1,0],[0,1]]}]}"#,
                "line 1, column 49: walls[0].polygon[2]: edge 0 and edge 2 cross or touch; edges may share nothing but \
                 the vertex between neighbours: the edges (0, 0)–(1, 1) and (1, 0)–(0, 1)",
            ),
            (
                r#"{"carom": 1, "walls": [{"polygon": [[0,0],[1,1]]}]}"#,
                "line 1, column 36: walls[0].polygon: outer ring has 2 vertices; a ring needs at least 3",
            ),
            (
                r#"{"carom": 1, "walls": [{"circle": {"center": [0, 0], "radius": -1}}]}"#,
                "line 1, column 64: walls[0].circle.radius: -1; expected a finite number, 0 or more",
            ),
            (
                r#"{"carom": 1, "gates": [{"from": [0, 0], "to": [0, 0]}]}"#,
                "line 1, column 24: gates[0]: both ends are (0, 0); a gate needs two distinct ends",
            ),
            (
                r#"{"carom": 1, "bodies": [{"position": [0, 0], "mass": 0}]}"#,
                "line 1, column 54: bodies[0].mass: 0; expected a finite number above 0",
            ),
            (
                "{\"carom\": 1, \"bodies\": [{\"position\": [0, 0], \"radius\": 1},\n {\"position\": [0, 0.5], \"radius\": 1}]}",
                "line 2, column 2: bodies[1]: the disc at (0, 0.5) overlaps bodies[0] at (0, 0); \
                 bodies that meet may touch, but not overlap",
            ),
            (
                r#"{"carom": 1, "walls": [{"segment": [[5,5],[6,6]]}, {"name": "room", "polygon": [[0,0],[4,0],[4,4]]}], "bodies": [{"position": [4, 2]}]}"#,
                "line 1, column 114: bodies[0]: the point at (4, 2) is on or in edge 1 of room; a point may not be on a wall",
            ),
            (
                r#"{"carom": 1, "materials": {"ice": {"restitution": 0.1}}, "walls": [{"segment": [[0,0],[1,1]], "material": "icy"}]}"#,
                r#"line 1, column 107: walls[0].material: there is no material "icy"; "materials" names "ice""#,
            ),
            (
                r#"{"carom": 1, "materials": {"ice": {"restitution": 1.1}}}"#,
                "line 1, column 51: materials.ice.restitution: 1.1; expected a number from 0 to 1",
            ),
            (
                r#"{"carom": 1, "scans": [{"origin": [0, 0], "beams": 0, "reach": 1}]}"#,
                "line 1, column 52: scans[0].beams: 0; expected a whole number from 1 to 16777216",
            ),
            (
                r#"{"carom": 1, "view": [0, 0, 0, 1]}"#,
                "line 1, column 22: view: [0.0, 0.0, 0.0, 1.0]; expected four finite numbers [min x, min y, max x, max y] \
                 with min x < max x and min y < max y",
            ),
        ],
    );
}

#[test]
fn toml() {
    check(
        Format::Toml,
        &[
            ("", "line 1, column 1: the file is empty; a scene begins with carom = 1"),
            (
                "carom = 1\n[[walls]]\nsegment = [[0, 0], [1,",
                "line 3, column 23: not valid TOML: unclosed array, expected `]`",
            ),
            (
                "carom = 1\n[[bodies]]\nposition = [1, nan]",
                "line 3, column 12: bodies[0].position: (1, NaN); expected two finite numbers [x, y]",
            ),
            (
                "carom = 1\n[[bodies]]\nposition = [1, 1]\n[[bodies]]\nradius = inf\nposition = [1, 2]",
                "line 5, column 10: bodies[1].radius: inf; expected a finite number, 0 or more",
            ),
            (
                "carom = 1\n[[bodies]]\nradius = \"a\"",
                "line 3, column 10: bodies[0].radius: found the text \"a\", expected a number",
            ),
            ("carom = 1\n[[bodies]]\nradius = 1", "line 2, column 1: bodies[0]: missing field `position`"),
            ("carom = 3\nfoo = 1", "line 1, column 9: carom: the version is 3; this program reads version 1"),
            ("walls = []", "line 1, column 1: the version is missing; a scene has carom = 1 at its top"),
            ("carom = 1\n[world]\ndt = 0", "line 3, column 6: world.dt: 0; expected a finite number above 0"),
            (
                "carom = 1\n[world]\ntime = 0",
                "line 3, column 8: world.time: unknown field `time`, expected one of `gravity`, `dt`, `duration`, \
                 `max_events`, `contact_time`, `rest_speed`, `strategy`",
            ),
        ],
    );
}

#[test]
fn svg() {
    check(
        Format::Svg,
        &[
            ("", "line 1, column 1: the file is empty"),
            ("hello", "line 1, column 1: not valid XML: unknown token"),
            ("<html/>", "line 1, column 1: the file is no SVG: its outermost element is <html>"),
            ("<svg><rect x='1'", "line 1, column 17: the file ends too early: an element is not closed"),
            (
                "<svg>\n <circle r='big'/></svg>",
                "line 2, column 2: r of <circle> is \"big\"; expected a finite number, with px, pt, pc, mm, cm, in or nothing after it",
            ),
            (
                "<svg>\n <line x1='NaN'/></svg>",
                "line 2, column 2: x1 of <line> is \"NaN\"; expected a finite number, with px, pt, pc, mm, cm, in or nothing after it",
            ),
            (
                "<svg>\n <polygon points='1,2 1e999,3 4,5'/></svg>",
                "line 2, column 2: points of <polygon> is \"1,2 1e999,3 4,5\"; expected numbers x,y x,y … (invalid number at position 5)",
            ),
            (
                "<svg>\n <path d='M 1 2 L x'/></svg>",
                "line 2, column 2: d of <path> is broken: invalid number at position 9",
            ),
            (
                "<svg viewBox='0 0 a 1'/>",
                "line 1, column 1: viewBox of <svg> is \"0 0 a 1\"; expected four finite numbers: min x, min y, width, height",
            ),
            (
                "<svg>\n <circle class='body' r='1' data-velocity='fast'/></svg>",
                "line 2, column 2: velocity of <circle> in line 2 is \"fast\"; expected two finite numbers x, y",
            ),
            (
                "<svg><g id='a'><use href='#a'/></g></svg>",
                "line 1, column 16: <use> refers to itself, or to what refers to it",
            ),
            (
                "<svg><g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g></svg>",
                "line 1, column 6: elements are nested more than 256 deep",
            ),
        ],
    );
}

#[test]
fn wkt() {
    check(
        Format::Wkt,
        &[
            ("", "line 1, column 1: the file is empty; expected geometries as in POLYGON ((0 0, 4 0, 4 3, 0 0))"),
            ("POLYGON ((0 0, 1 1", "line 1, column 1: the file ends too early: 2 brackets of this geometry are open"),
            (
                "POINT (0 0)\nPOINT (1 x)",
                "line 2, column 1: not valid WKT: Expected a number for the Y coordinate, in \"POINT (1 x)\"",
            ),
            (
                "POINT (1 nan)",
                "line 1, column 1: not valid WKT: Expected a number for the Y coordinate, in \"POINT (1 nan)\"",
            ),
            (
                "LINESTRING (1 1, 2 1e999)",
                "line 1, column 1: LINESTRING in line 1 has a number that is too large or not a number; expected finite numbers",
            ),
            ("BLOB (1 1)", "line 1, column 1: not valid WKT: Invalid type encountered, in \"BLOB (1 1)\""),
            ("POINT (1 1))", "line 1, column 12: a bracket is closed that was not opened"),
        ],
    );
}

#[test]
fn geojson() {
    check(
        Format::GeoJson,
        &[
            ("", "line 1, column 1: the file is empty"),
            ("[1]", "line 1, column 1: found a list, expected an object { … }"),
            ("{}", "line 1, column 1: it has no \"type\"; GeoJSON has one, as in \"type\": \"FeatureCollection\""),
            (
                r#"{"type": "Blob"}"#,
                "line 1, column 10: type: unknown type \"Blob\"; expected one of FeatureCollection, Feature, Point, MultiPoint, \
                 LineString, MultiLineString, Polygon, MultiPolygon, GeometryCollection",
            ),
            (
                r#"{"type": "Point", "coordinates": [1,"#,
                "line 1, column 36: coordinates: the file ends too early, in a value",
            ),
            (
                r#"{"type": "Point", "coordinates": [1, "a"]}"#,
                "line 1, column 38: coordinates[1]: found the text \"a\", expected a number",
            ),
            (
                r#"{"type": "Point", "coordinates": [1, NaN]}"#,
                "line 1, column 38: coordinates: NaN is not JSON; numbers must be finite",
            ),
            (
                "{\"type\": \"FeatureCollection\", \"features\": [\n{\"type\": \"Feature\", \"properties\": {\"radius\": -1}, \
                 \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}}]}",
                "line 2, column 1: features[0]: radius of features[0] is -1; expected a finite number, 0 or more",
            ),
        ],
    );
}

#[test]
fn characters() {
    let scene = |more: &str| {
        format!(
            "{{\"carom\": 1, \"walls\": [{{\"name\": \"floor\", \"segment\": [[-9, 0], [9, 0]]}}], \"characters\": [\n\
             {{\"position\": [1, 2]{more}}}]}}"
        )
    };
    check(
        Format::Json,
        &[
            (
                &scene(r#", "box": [0, 0, 1, 1], "capsule": [[0, 0], [0, 1]]"#),
                "line 2, column 1: characters[0]: a character has one shape; this one has box and capsule",
            ),
            (
                &scene(r#", "radius": -1"#),
                "line 2, column 32: characters[0].radius: -1; expected a finite number, 0 or more",
            ),
            (
                &scene(r#", "up": [0, 0]"#),
                "line 2, column 28: characters[0].up: [0, 0]; expected the direction of up, as in [0, 1]",
            ),
            (
                &scene(r#", "step_height": -2"#),
                "line 2, column 37: characters[0].step_height: -2; expected a finite number, 0 or more",
            ),
            (
                &scene(r#", "moves": [{"for": 0}]"#),
                "line 2, column 40: characters[0].moves[0].for: 0; expected a finite number above 0",
            ),
            (
                &scene(r#", "moves": [{"for": 1, "jump": -3}]"#),
                "line 2, column 51: characters[0].moves[0].jump: -3; expected a finite number, 0 or more",
            ),
            (
                &scene(r#", "radius": 3"#),
                "line 2, column 1: characters[0]: at (1, 2) it overlaps floor; a character starts clear of all walls",
            ),
            (&scene(r#", "radius": 2, "moves": [{"for": 1, "run": -3}]"#), "nothing wrong"),
        ],
    );
}

#[test]
fn tmj() {
    let map = |layer: &str| format!("{{\"tilewidth\": 1, \"tileheight\": 1, \"layers\": [\n{layer}]}}");
    let tiles =
        |rest: &str| map(&format!("{{\"type\": \"tilelayer\", \"name\": \"a\", \"width\": 2, \"height\": 2, {rest}}}"));
    check(
        Format::Tmj,
        &[
            ("", "line 1, column 1: the file is empty"),
            (r#"{"tilewidth": 1, "#, "line 1, column 17: the file ends too early, in a value"),
            (
                r#"{"tilewidth": "a", "tileheight": 1, "layers": []}"#,
                "line 1, column 15: tilewidth: found the text \"a\", expected a number",
            ),
            (r#"{"tilewidth": NaN}"#, "line 1, column 15: tilewidth: NaN is not JSON; numbers must be finite"),
            (r#"{"tilewidth": 1, "tileheight": 1}"#, "line 1, column 1: missing field `layers`"),
            (
                &tiles("\"data\": [1, 2, 3]"),
                "line 2, column 1: layers[0]: layer \"a\": it has 3 tiles where 2 × 2 are expected",
            ),
            (
                &tiles("\"data\": [1, 2, 3, -4]"),
                "line 2, column 69: layers[0].data: expected a list of tile numbers, or base64 text",
            ),
            (&tiles("\"data\": \"AAA!\""), "line 2, column 1: layers[0]: layer \"a\": its base64 is broken"),
            (
                &tiles("\"data\": \"AAAA\", \"compression\": \"zlib\""),
                "line 2, column 1: layers[0]: layer \"a\": its compressed data is broken: corrupt deflate stream",
            ),
            (
                &map(
                    "{\"type\": \"tilelayer\", \"chunks\": [{\"x\": 9223372036854775807, \"y\": 0, \"width\": 1, \"height\": 1, \"data\": [1]}]}",
                ),
                "line 2, column 1: layers[0]: layer \"\": its tiles begin in column 9223372036854775807, row 0; expected less than 2147483648",
            ),
            (
                &map(
                    "{\"type\": \"tilelayer\", \"chunks\": [{\"x\": -2000000000, \"y\": 0, \"width\": 1, \"height\": 1, \"data\": [1]}, \
                     {\"x\": 2000000000, \"y\": 0, \"width\": 1, \"height\": 1, \"data\": [1]}]}",
                ),
                "line 2, column 1: layers[0]: the tiles span 4000000001 × 1 cells; at most 67108864 are read",
            ),
            (
                &map(
                    "{\"type\": \"objectgroup\", \"objects\": [{\"id\": 1, \"x\": 1e308, \"width\": 1e308, \"height\": 1, \"rotation\": 1e300}]}",
                ),
                "line 2, column 37: layers[0].objects[0]: object 1 has a number that is too large or not a number; expected finite numbers",
            ),
        ],
    );
}

#[test]
fn tmx() {
    let map = |layer: &str| format!("<map tilewidth='1' tileheight='1'>\n{layer}</map>");
    check(
        Format::Tmx,
        &[
            ("", "line 1, column 1: the file is empty"),
            ("<map tilewidth='1'", "line 1, column 19: the file ends too early: an element is not closed"),
            ("<svg/>", "line 1, column 1: the file is no Tiled map: its outermost element is <svg>"),
            ("<map/>", "line 1, column 1: <map> has no tilewidth"),
            ("<map tilewidth='a'/>", "line 1, column 1: tilewidth of <map> is \"a\"; expected a finite number"),
            (
                &map("<objectgroup><object x='NaN'/></objectgroup>"),
                "line 2, column 14: x of <object> is \"NaN\"; expected a finite number",
            ),
            (
                &map("<objectgroup><object><polygon points='1,2 3'/></object></objectgroup>"),
                "line 2, column 22: \"3\" in points is no corner; expected two finite numbers x,y",
            ),
            (
                &map("<layer name='a' width='2' height='1'><data encoding='csv'>1,x</data></layer>"),
                "line 2, column 1: layer \"a\": \"x\" is no tile number",
            ),
            (
                &map("<layer name='a' width='2' height='1'><data encoding='csv'>1</data></layer>"),
                "line 2, column 1: layer \"a\": it has 1 tiles where 2 × 1 are expected",
            ),
        ],
    );
}

/// A million deep: refused in words, on a stack of the usual size.
#[test]
fn deep_nesting() {
    const DEEP: usize = 1_000_000;
    let around = |start: &str, open: &str, close: &str, end: &str| {
        format!("{start}{}{}{end}", open.repeat(DEEP), close.repeat(DEEP))
    };
    for (format, text) in [
        (Format::Json, around("", "[", "]", "")),
        (Format::Json, around("{\"carom\": 1, \"walls\": ", "[", "]", "}")),
        (Format::Json, around("{\"carom\": 1, \"walls\": [{\"polygon\": ", "[", "]", "}]}")),
        (Format::Json, around("{\"carom\": 2, \"new\": ", "{\"a\":", "}", "}")),
        (Format::Toml, around("carom = 1\nwalls = ", "[", "]", "")),
        (Format::Toml, around("carom = 1\nwalls = ", "{a=", "}", "")),
        (Format::Toml, around("carom = 1\n", "a.", "", "b = 1")),
        (Format::Toml, around("carom = 1\n[", "a.", "", "b]")),
        (Format::Svg, around("<svg>", "<g>", "</g>", "</svg>")),
        (Format::Svg, around("<svg>", "<g>", "", "")),
        (Format::Tmx, around("<map tilewidth='1' tileheight='1'>", "<group>", "</group>", "</map>")),
        (Format::Wkt, around("", "GEOMETRYCOLLECTION (", ")", "")),
        (Format::Wkt, around("POLYGON ", "(", ")", "")),
        (Format::GeoJson, around("", "{\"type\":\"GeometryCollection\",\"geometries\":[", "]}", "")),
        (Format::GeoJson, around("{\"type\":\"Polygon\",\"coordinates\":", "[", "]", "}")),
        (
            Format::Tmj,
            around("{\"tilewidth\":1,\"tileheight\":1,\"layers\":[", "{\"type\":\"group\",\"layers\":[", "]}", "]}"),
        ),
    ] {
        let start: String = text.chars().take(60).collect();
        let fault = fault(&text, format).unwrap_or_else(|| panic!("{start} is taken"));
        assert!(fault.to_string().len() < 400, "{start}: {fault}");
        // Also when the format is not known.
        let _ = Format::guess(&text);
    }
}

/// What repeats what repeats: refused before it fills the memory.
#[test]
fn small_files_that_say_much() {
    let uses: String =
        (0..40).map(|i| format!("<g id='a{}'><use href='#a{i}'/><use href='#a{i}'/></g>", i + 1)).collect();
    let text = format!("<svg><defs><g id='a0'><line x2='1'/></g>{uses}</defs><use href='#a40'/></svg>");
    let found = fault(&text, Format::Svg).expect("it is too much").to_string();
    assert!(found.contains("more than 4000000 elements"), "{found}");
    let entities: String = (0..30).map(|i| format!("<!ENTITY a{} '&a{i};&a{i};&a{i};&a{i};'>", i + 1)).collect();
    let text = format!("<!DOCTYPE svg [<!ENTITY a0 'x'>{entities}]><svg><text>&a30;</text></svg>");
    let found = fault(&text, Format::Svg).expect("it is too much").to_string();
    assert!(found.contains("entity"), "{found}");
}

/// Every beginning of every import: told, or taken, but no panic.
#[test]
fn truncated_anywhere() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    for name in [
        "imports/desk.svg",
        "imports/harbour.geojson",
        "imports/parcels.wkt",
        "imports/room.tmj",
        "tiles.tmx",
        "pinball.json",
        "hello.toml",
    ] {
        let text = fs::read_to_string(folder.join(name)).expect("it is there");
        let format = name.rsplit('.').next().and_then(Format::from_extension).expect("it is known");
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(13) {
            let _ = fault(&text[..end], format);
            let _ = Format::guess(&text[..end]);
        }
        // A byte that is something else: as wrong as it can be in a place.
        for at in (0..text.len()).step_by(41) {
            for new in ["9", "-", "\"", "{", "<", "e999", "é", "\0"] {
                if text.is_char_boundary(at) && text.is_char_boundary(at + 1) {
                    let _ = fault(&format!("{}{new}{}", &text[..at], &text[at + 1..]), format);
                }
            }
        }
    }
}

/// A folder of this test's own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("carom-scene-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("it can be made");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("it can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("unreadable");
    let read = |path: &PathBuf, limits: ReadLimits| {
        let fault = Scene::read(path, limits).expect_err("it cannot be read");
        let words = fault.to_string().replace(&path.display().to_string(), "FILE");
        (fault.kind, words)
    };
    let limits = ReadLimits::default();
    assert_eq!(
        read(&folder.0.join("nowhere.json"), limits),
        (FaultKind::Missing, "FILE: there is no such file".into())
    );
    assert_eq!(read(&folder.0, limits).0, FaultKind::Io);
    let empty = folder.write("empty.json", b"");
    assert_eq!(
        read(&empty, limits),
        (FaultKind::Data, "FILE:1:1: the file is empty; a scene begins with { \"carom\": 1".into())
    );
    let latin = folder.write("latin.json", b"{ \"carom\": 1,\n \"name\": \"caf\xe9\" }");
    assert_eq!(
        read(&latin, limits),
        (FaultKind::Data, "FILE:2:14: byte 0xe9 is not UTF-8 text; scenes are text files".into())
    );
    let garbage = folder.write("garbage.svg", &[0xff; 1000]);
    assert_eq!(
        read(&garbage, limits),
        (FaultKind::Data, "FILE:1:1: byte 0xff is not UTF-8 text; scenes are text files".into())
    );
    let long = folder.write("long.toml", &b"garbage ".repeat(1000));
    assert_eq!(
        read(&long, ReadLimits { max_bytes: 7999 }),
        (FaultKind::Data, "FILE: it has 8000 bytes; at most 7999 are read".into())
    );
    assert_eq!(read(&long, limits).0, FaultKind::Data);
    // A gigabyte without any blocks on the disk: refused by its size.
    let huge = folder.0.join("huge.json");
    File::create(&huge).and_then(|file| file.set_len(1 << 30)).expect("it can be made");
    assert_eq!(
        read(&huge, limits),
        (FaultKind::Data, "FILE: it has 1073741824 bytes; at most 268435456 are read".into())
    );
}

#[test]
fn files_by_content() {
    let folder = Folder::new("content");
    for (name, text) in [
        ("geo.json", r#"{ "type": "LineString", "coordinates": [[0, 0], [1, 1]] }"#),
        (
            "map.json",
            r#"{ "tilewidth": 1, "tileheight": 1, "layers": [{ "type": "tilelayer", "width": 1, "height": 1, "data": [1] }] }"#,
        ),
        ("scene.txt", "carom = 1\nwalls = [{ segment = [[0, 0], [1, 1]] }]"),
        ("marked.json", "\u{feff}{ \"carom\": 1, \"walls\": [{ \"segment\": [[0, 0], [1, 1]] }] }"),
        ("noextension", "<svg><line x2='1'/></svg>"),
        ("LOUD.SVG", "<svg><line x2='1'/></svg>"),
        ("lines.txt", "LINESTRING (0 0, 1 1)"),
    ] {
        let path = folder.write(name, text.as_bytes());
        let (scene, skipped) = Scene::read(&path, ReadLimits::default()).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((scene.walls.len(), skipped.len()), (1, 0), "{name}");
        assert_eq!(scene.source.file(), Some(&*path.display().to_string()));
    }
}

/// A fault that is found when a scene is built still knows its file and line.
#[test]
fn built_later() {
    let folder = Folder::new("later");
    let path = folder.write("x.json", b"{ \"carom\": 1,\n  \"bodies\": [\n    { \"position\": [0, 0], \"radius\": 1 },\n    { \"position\": [1, 0], \"radius\": 1 }\n] }");
    let (scene, _) = Scene::read(&path, ReadLimits::default()).expect("each value is allowed");
    let fault = scene.build().expect_err("they overlap");
    assert_eq!((fault.line, fault.column, fault.field.as_deref()), (Some(4), Some(5), Some("bodies[1]")));
    assert!(fault.to_string().starts_with(&format!("{}:4:5: bodies[1]: ", path.display())), "{fault}");
}
