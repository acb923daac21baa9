//! `carom crossings` with gates and zones from files: crossings, visits, counts and tracks, end to end.

mod common;

use common::Folder;
use serde_json::json;
use std::io::Write;

/// A square zone with a hole, a zone without a name beside it, a gate of three points, and a point that is nobody's.
const TOWN: &str = r#"{ "type": "FeatureCollection", "features": [
  { "type": "Feature", "properties": { "name": "yard" }, "geometry": { "type": "Polygon", "coordinates": [
    [[0, 0], [800, 0], [800, 800], [0, 800], [0, 0]], [[200, 200], [600, 200], [600, 600], [200, 600], [200, 200]] ] } },
  { "type": "Feature", "properties": null, "geometry": { "type": "Polygon", "coordinates": [
    [[800, 0], [900, 0], [900, 800], [800, 800], [800, 0]] ] } },
  { "type": "Feature", "properties": { "name": "river" }, "geometry": { "type": "LineString", "coordinates": [
    [1000, 0], [1100, 400], [1000, 800] ] } },
  { "type": "Feature", "properties": { "name": "tree" }, "geometry": { "type": "Point", "coordinates": [5, 5] } } ] }"#;

const HEAD: &str = "id,time,gate,direction,x,y\n";

#[test]
fn lines_are_gates_and_polygons_are_zones() {
    let folder = Folder::new("zones-town");
    folder.write("town.geojson", TOWN);
    // a goes through all of it; b starts in the hole, c touches a corner, d stops on the edge between the two zones.
    let rows = "a,0,-100,100\na,12,1100,100\nb,0,400,400\nb,1,400,700\nb,2,400,900\nc,0,-100,100\nc,2,100,-100\n\
                d,0,700,100\nd,1,800,100\nd,5,850,100\n";
    folder.write("tracks.csv", rows);
    let done = folder.carom("crossings tracks.csv --gates town.geojson").good();
    let expected = "a,1,yard,enter,0,100\na,9,yard,leave,800,100\na,9,zones[1],enter,800,100\na,10,zones[1],leave,900,100\n\
                    a,11.25,river,backward,1025,100\nb,0.6666666666666666,yard,enter,400,600\nb,1.5,yard,leave,400,800\n\
                    c,1,yard,enter,0,0\nc,1,yard,leave,0,0\nd,1,yard,leave,800,100\nd,1,zones[1],enter,800,100\n";
    assert_eq!(done.stdout, format!("{HEAD}{expected}"));
    assert!(done.stderr.contains("skipped 1 × body or point: who moves is told by rows"), "{}", done.stderr);
    assert!(done.stderr.contains("10 rows of 4 tracks: 11 crossings"), "{}", done.stderr);

    let done = folder.carom("crossings tracks.csv --gates town.geojson --visits").good();
    let expected = "id,gate,entered,left,dwell,how\na,yard,1,9,8,through\na,zones[1],9,10,1,through\n\
                    b,yard,0.6666666666666666,1.5,0.8333333333333334,whole\nd,yard,0,1,1,began_inside\n\
                    d,zones[1],1,5,4,still_inside\n";
    assert_eq!(done.stdout, expected, "{}", done.stderr);

    let done = folder.carom("crossings tracks.csv --gates town.geojson --totals").good();
    assert_eq!(done.stdout, "gate,forward,backward\nriver,0,1\nyard,3,4\nzones[1],2,1\n");
    let done = folder.carom("crossings tracks.csv --gates town.geojson --tracks").good();
    let expected =
        "id,first,last,rows,forward,backward,inside\na,0,12,2,2,3,0\nb,0,2,3,1,1,0\nc,0,2,2,1,1,0\nd,0,5,3,1,1,1\n";
    assert_eq!(done.stdout, expected);
    let done = folder.carom("crossings tracks.csv --gates town.geojson --per 6 --only yard").good();
    assert_eq!(done.stdout, "from,gate,forward,backward\n0,yard,3,3\n6,yard,0,1\n");
    folder
        .carom("crossings tracks.csv --gates town.geojson --only moor")
        .fails(2, &["no gate `moor`; the scene has river, yard"]);
    folder
        .carom("crossings tracks.csv --gates town.geojson --per never")
        .fails(2, &["expected minute, hour, day, week"]);
    folder.carom("crossings tracks.csv --gates town.geojson --per hour --visits").fails(2, &["cannot be used with"]);
}

#[test]
fn a_polygon_that_is_marked_as_a_gate_is_a_zone() {
    let folder = Folder::new("zones-marked");
    let feature = |mark: &str, shape: &str| {
        format!(r#"{{ "type": "Feature", "properties": {{ "name": "x", "carom": "{mark}" }}, "geometry": {shape} }}"#)
    };
    let square = r#"{ "type": "Polygon", "coordinates": [[[0, 0], [900, 0], [900, 900], [0, 900], [0, 0]]] }"#;
    let line = r#"{ "type": "LineString", "coordinates": [[450, 0], [451, 400], [450, 900]] }"#;
    let scene =
        |features: &[String]| format!(r#"{{ "type": "FeatureCollection", "features": [{}] }}"#, features.join(", "));
    folder.write("tracks.csv", "a,0,-450,450\na,1,1350,450\n");
    folder.write("marked.geojson", &scene(&[feature("gate", square), feature("gate", line), feature("wall", square)]));
    let done = folder.carom("crossings marked.geojson tracks.csv --totals").good();
    assert_eq!(done.stdout, "gate,forward,backward\nx,0,1\nx,1,1\n");
    assert!(done.stderr.contains("skipped 1 × wall: walls stop bodies and count nobody"), "{}", done.stderr);
    let done = folder.carom("crossings --gates marked.geojson tracks.csv --totals").good();
    assert_eq!(done.stdout, "gate,forward,backward\nx,0,1\nx,1,1\n");
    // As a scene it has a zone, too, and only the line is told, which is no gate of a scene.
    let done = folder.carom("check marked.geojson");
    assert!(done.stdout.contains("4 walls, 0 bodies, 0 gates, 1 zone"), "{}", done.stdout);
    assert!(done.stderr.contains("a gate of a scene has two ends"), "{}", done.stderr);
    folder.write("walls.geojson", &scene(&[feature("wall", square)]));
    folder
        .carom("crossings walls.geojson tracks.csv")
        .fails(65, &["has no gates and no zones", "count with --gates FILE"]);
    let bow_tie = r#"{ "type": "Polygon", "coordinates": [[[0, 0], [900, 900], [900, 0], [0, 900], [0, 0]]] }"#;
    folder.write("bow.geojson", &scene(&[feature("gate", bow_tie)]));
    folder
        .carom("crossings --gates bow.geojson tracks.csv")
        .fails(65, &["features[0] (x)", "is to be a zone, but no polygon: edge 0 and edge 2 cross"]);
    folder.write("square.wkt", "POLYGON ((0 0, 90 0, 90 90, 0 90, 0 0))\nLINESTRING (0 0, 5 5, 9 0)\n");
    let done = folder.carom("crossings --gates square.wkt tracks.csv --totals").good();
    assert_eq!(done.stdout, "gate,forward,backward\ngates[0],0,0\nzones[0],0,0\n");
    folder.carom("crossings").fails(2, &["which gates count? --gates FILE"]);
}

#[test]
fn degrees_are_refused() {
    let folder = Folder::new("zones-degrees");
    let town = TOWN.replace("00", "0");
    folder.write("town.geojson", &town.replace("110", "105").replace("100", "85"));
    folder.write("tracks.csv", "a,0,-10,10\na,12,110,10\n");
    let words = ["town.geojson: its numbers are longitudes and latitudes", "project", "--planar"];
    folder.carom("crossings --gates town.geojson tracks.csv").fails(65, &words);
    assert!(folder.carom("crossings --gates town.geojson tracks.csv --planar").good().stdout.lines().count() > 3);
    let said = town.replacen(
        '{',
        r#"{ "crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:EPSG::32633" } }, "#,
        1,
    );
    folder.write("town.geojson", &said);
    folder.carom("crossings --gates town.geojson tracks.csv").good();
    folder.write("degrees.csv", "who,t,Lon,Lat\na,0,1,2\n");
    let words = ["the column `Lon` is in degrees", "--planar"];
    folder.carom("crossings --gates town.geojson degrees.csv --columns who,t,Lon,Lat").fails(65, &words);
    folder.carom("crossings --gates town.geojson degrees.csv --columns who,t,Lon,Lat --planar").good();
    folder.write("srid.wkt", "SRID=4326;LINESTRING (0 0, 5 5)\n");
    folder.carom("crossings --gates srid.wkt tracks.csv").fails(65, &["srid.wkt: its numbers are longitudes"]);
}

/// Visits of no length: at a vertex, on an edge where a track turns back, and absences of that kind.
#[test]
fn a_visit_of_no_length_is_none() {
    let folder = Folder::new("zones-brief");
    folder.write("square.wkt", "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0))");
    let cases = [
        ("a,0,-1,1\na,1,1,-1\n", "", "touches a vertex"),
        ("a,0,-1,1\na,1,0,0\na,2,1,-1\n", "", "touches a vertex with a row there"),
        ("a,0,-1,1\na,1,0,1\na,2,-1,1\n", "", "turns back on the edge"),
        ("a,0,-1,1\na,1,0,1\na,2,0,1\na,3,-1,1\n", "a,zones[0],1,2,1,whole\n", "stands on the edge"),
        (
            "a,0,4,1\na,1,8,1\na,2,4,1\na,3,9,1\n",
            "a,zones[0],0,2.8,2.8,began_inside\n",
            "turns back on the edge inside",
        ),
        ("a,0,0,1\na,1,-1,1\n", "", "begins on the edge and leaves"),
        ("a,0,4,1\na,1,8,1\na,2,9,1\n", "a,zones[0],0,1,1,began_inside\n", "leaves where a row is"),
        ("a,0,4,1\na,1,8,1\n", "a,zones[0],0,1,1,began_inside\n", "leaves where the last row is"),
        ("a,0,4,1\na,1,5,1\n", "a,zones[0],0,1,1,always_inside\n", "stays inside"),
    ];
    for (rows, visits, name) in cases {
        folder.write("tracks.csv", rows);
        let done = folder.carom("crossings --gates square.wkt tracks.csv --visits").good();
        assert_eq!(done.stdout, format!("id,gate,entered,left,dwell,how\n{visits}"), "{name}");
    }
}

/// Out exactly where a row is, and in again later in the next move, through the other arm of a U: two visits.
#[test]
fn a_visit_that_ends_at_a_row_is_over() {
    let folder = Folder::new("zones-arms");
    folder.write("arms.wkt", "POLYGON ((0 0, 6 0, 6 6, 4 6, 4 2, 2 2, 2 6, 0 6, 0 0))\n");
    folder.write("tracks.csv", "a,0,1,4\na,1,2,4\na,4,5,4\n");
    let done = folder.carom("crossings tracks.csv --gates arms.wkt --visits").good();
    let head = "id,gate,entered,left,dwell,how\n";
    assert_eq!(done.stdout, format!("{head}a,zones[0],0,1,1,began_inside\na,zones[0],3,4,1,still_inside\n"));
    let done = folder.carom("crossings tracks.csv --gates arms.wkt --tracks").good();
    assert_eq!(done.stdout, "id,first,last,rows,forward,backward,inside\na,0,4,3,1,1,1\n");
}

#[test]
fn crossings_may_have_to_settle() {
    let folder = Folder::new("zones-settle");
    folder.write("gate.wkt", "LINESTRING (0 0, 0 10)");
    // Flickers around the gate, crosses for good at 4.5, and comes back at 19.5.
    let rows =
        "a,0,5,5\na,1,1,5\na,2,-1,5\na,3,1,5\na,4,1,5\na,5,-1,5\na,6,-1,5\na,10,-5,5\na,19,-1,5\na,20,1,5\na,21,1,5\n";
    folder.write("tracks.csv", rows);
    let crossings = |words: &str| folder.carom(&format!("crossings --gates gate.wkt tracks.csv {words}")).good();
    assert_eq!(crossings("").stdout.lines().count(), 5);
    let done = crossings("--settle 3");
    assert_eq!(done.stdout, format!("{HEAD}a,4.5,gates[0],forward,0,5\n"));
    assert!(done.stderr.contains("1 crossing, 3 crossings that did not settle left out"), "{}", done.stderr);
    assert_eq!(crossings("--settle-distance 3").stdout, format!("{HEAD}a,4.5,gates[0],forward,0,5\n"));
    assert_eq!(crossings("--settle 1 --settle-distance 0.5").stdout.lines().count(), 3);
    assert_eq!(crossings("--settle 3 --totals").stdout, "gate,forward,backward\ngates[0],1,0\n");
    folder.write("square.wkt", "POLYGON ((-9 0, 0 0, 0 10, -9 10, -9 0))");
    let done = folder.carom("crossings --gates square.wkt tracks.csv --visits --settle 3").good();
    assert_eq!(done.stdout, "id,gate,entered,left,dwell,how\na,zones[0],4.5,21,16.5,still_inside\n");
}

#[test]
fn files_folders_headers_and_packing() {
    let folder = Folder::new("zones-files");
    folder.write("gate.wkt", "LINESTRING (4 -9, 4 9)");
    let header = "who,id,x,y,time\n";
    let rows = ["red,a,3,0,0\nblue,b,3,1,0\n", "red,a,5,0,1\n", "blue,b,5,1,2\nred,a,3,0,4\n"];
    folder.write("whole.csv", &format!("{header}{}{header}{}{}{header}", rows[0], rows[1], rows[2]));
    let expected = "id,time,gate,direction,x,y,who\na,0.5,gates[0],backward,4,0,red\nb,1,gates[0],backward,4,1,blue\n\
         a,2.5,gates[0],forward,4,0,red\n";
    let words = "crossings --gates gate.wkt --keep who";
    assert_eq!(folder.carom(&format!("{words} whole.csv")).good().stdout, expected);
    std::fs::create_dir_all(folder.path("days/two")).unwrap();
    folder.write("days/1.csv", &format!("{header}{}", rows[0]));
    let packed = |name: &str, bytes: Vec<u8>| std::fs::write(folder.path(name), bytes).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(format!("{header}{}", rows[1]).as_bytes()).unwrap();
    packed("days/2.csv.gz", gzip.finish().unwrap());
    packed("days/two/3.csv.zst", zstd::encode_all(format!("{header}{}", rows[2]).as_bytes(), 1).unwrap());
    folder.write("days/_SUCCESS", "");
    folder.write("days/readme.txt", "not rows");
    let done = folder.carom(&format!("{words} days")).good();
    assert_eq!(done.stdout, expected);
    assert!(done.stderr.contains("readme.txt is not read"), "{}", done.stderr);
    assert_eq!(folder.carom(&format!("{words} days/1.csv days/2.csv.gz days/two")).good().stdout, expected);
    folder
        .carom(&format!("{words} days/two days/1.csv -o out.csv"))
        .fails(65, &["1.csv:2: `a` is at time 0, not after 4", "--sort"]);
    assert_eq!(folder.carom(&format!("{words} days/two days/1.csv days/2.csv.gz --sort")).good().stdout, expected);
    folder.write("dates.csv", "who,id,x,y,time\nred,a,5,0,2026-11-15\n");
    folder
        .carom(&format!("{words} whole.csv dates.csv -o out.csv"))
        .fails(65, &["dates.csv: its times are dates, those of whole.csv are numbers"]);
    std::fs::create_dir(folder.path("empty")).unwrap();
    folder.carom(&format!("{words} empty")).fails(65, &["empty: the folder has no file that ends in .csv"]);
    folder.carom(&format!("{words},x whole.csv")).fails(2, &["a crossing has a column of this name itself"]);
    folder.carom(&format!("{words},colour whole.csv")).fails(65, &["has no column `colour`"]);
    folder.write("plain.csv", "a,0,3,0\n");
    folder.carom(&format!("{words} plain.csv")).fails(65, &["it has no header, so --keep does not know its columns"]);
    folder.carom(&format!("{words} whole.csv --visits")).fails(2, &["--keep carries columns to crossings"]);
    let half = folder.read("days/2.csv.gz");
    packed("half.csv.gz", half[..half.len() - 12].to_vec());
    folder.carom(&format!("{words} half.csv.gz -o out.csv")).fails(74, &["half.csv.gz: it cannot be read"]);
    let half = folder.read("days/two/3.csv.zst");
    packed("half.csv.zst", half[..half.len() - 5].to_vec());
    folder.carom(&format!("{words} half.csv.zst -o out.csv")).fails(74, &["half.csv.zst: it cannot be read"]);
    assert!(!folder.names().iter().any(|name| name.contains("out.csv")));
}

#[test]
fn counts_of_hours() {
    let folder = Folder::new("zones-hours");
    folder.write("gate.wkt", "LINESTRING (4 -9, 4 9)");
    let rows = "a,2026-11-15T09:59:00Z,3,0\na,2026-11-15T09:59:58Z,5,0\na,2026-11-15T10:00:02Z,3,0\nb,2026-11-15T10:10:00Z,3,0\n\
                b,2026-11-15T10:20:00Z,5,0\n";
    folder.write("tracks.csv", rows);
    let done = folder.carom("crossings --gates gate.wkt tracks.csv --per hour").good();
    let expected = "from,gate,forward,backward\n2026-11-15T09:00:00Z,gates[0],0,1\n2026-11-15T10:00:00Z,gates[0],1,1\n";
    assert_eq!(done.stdout, expected);
    let done = folder.carom("crossings --gates gate.wkt tracks.csv --per day --format ndjson").good();
    assert_eq!(done.stdout, "{\"from\":\"2026-11-15T00:00:00Z\",\"gate\":\"gates[0]\",\"forward\":1,\"backward\":2}\n");
    let summary = folder.carom("crossings --gates gate.wkt tracks.csv --per day --json").good().json();
    assert_eq!((&summary["crossings"], &summary["files"]), (&json!(3), &json!(1)));
}

/// The commands of docs/crossings.md do what the page says.
#[test]
fn the_commands_of_the_page_work() {
    let folder = Folder::new("zones-page");
    let read = |path: &str| std::fs::read_to_string(common::repository(path)).unwrap();
    for name in ["geofence-tracks.csv", "geofence-zones.geojson"] {
        folder.write(name, &read(&format!("scenes/{name}")));
    }
    let page = read("docs/crossings.md");
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("$ carom ")).collect();
    assert_eq!(commands.len(), 3);
    for command in commands {
        assert!(folder.carom(command).good().stdout.lines().count() > 3, "{command}");
    }
}

/// A scene with a zone: the run tells who enters and leaves, the check counts it, the picture shows it, and rows are counted there.
#[test]
fn zones_of_a_scene() {
    let folder = Folder::new("zones-scene");
    let scene = r#"{ "carom": 1, "world": { "dt": 1, "duration": 3 },
      "zones": [{ "name": "yard", "polygon": [[0, 0], [4, 0], [4, 4], [0, 4]], "holes": [[[1, 1], [3, 1], [3, 3], [1, 3]]] }],
      "bodies": [{ "name": "a", "position": [-2, 2], "velocity": [4, 0] }, { "name": "b", "position": [2, -1], "velocity": [0, 0.5] }] }"#;
    folder.write("yard.json", scene);
    let done = folder.carom("run yard.json --events events.csv --json").good().json();
    assert_eq!(done["zones"], json!([{ "name": "yard", "entered": 3, "left": 2, "inside": 1 }]));
    let events = folder.text("events.csv");
    let told: Vec<String> =
        events.lines().skip(1).map(|line| line.split(',').take(5).collect::<Vec<_>>().join(",")).collect();
    let expected = [
        "0.5,0,enters,a,yard",
        "0.75,0,leaves,a,yard",
        "1.25,1,enters,a,yard",
        "1.5,1,leaves,a,yard",
        "2,1,enters,b,yard",
    ];
    assert_eq!(told, expected);
    let done = folder.carom("run yard.json").good();
    assert!(done.stdout.contains("3 in, 2 out, 1 inside"), "{}", done.stdout);
    let done = folder.carom("check yard.json").good();
    assert!(done.stdout.contains("1 zone"), "{}", done.stdout);
    folder.carom("render yard.json -o yard.svg").good();
    let picture = folder.text("yard.svg");
    assert!(picture.contains("aria-label=\"yard\"") && picture.contains("aria-label=\"zone\""), "{picture}");
    folder.write("tracks.csv", "a,0,-2,2\na,4,6,2\n");
    let expected = "id,time,gate,direction,x,y\na,1,yard,enter,0,2\na,1.5,yard,leave,1,2\na,2.5,yard,enter,3,2\na,3,yard,leave,4,2\n";
    assert_eq!(folder.carom("crossings yard.json tracks.csv").good().stdout, expected);
    assert_eq!(folder.carom("crossings tracks.csv --gates yard.json").good().stdout, expected);
}
