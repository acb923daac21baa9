//! What pictures show: every name, every bounce, every number told from its neighbours.

mod common;

use common::{Folder, pixels, same_pixels, same_text, scene};

/// The homework case: the bounce is so near the end of the path that it can be seen only enlarged.
const HOMEWORK: &str = "explain --wall 6,0,10,7 --from 6,4 --to 9,5";

const NAMES: &str = r#"{
  "carom": 1, "name": "Überfall, Ωμέγα, Борис, 中文", "about": "Größe, naïve, Łódź",
  "world": { "duration": 1.5 },
  "walls": [{ "polygon": [[0, 0], [12, 0], [12, 8], [0, 8]] }],
  "gates": [{ "name": "Tür ñ", "from": [9, 0.5], "to": [9, 7.5] }],
  "bodies": [{ "name": "Ü", "position": [4, 6], "radius": 0.6, "velocity": [7, 1] },
             { "name": "中球", "position": [10, 2], "radius": 0.3, "velocity": [-6, 5] },
             { "name": "Жук", "position": [3, 2], "radius": 0.3, "velocity": [-6, 5] },
             { "name": "red", "position": [6, 4], "radius": 0.3, "velocity": [-1, 5] }]
}"#;

#[test]
fn what_is_too_small_is_drawn_again_and_larger() {
    let folder = Folder::new("pictures-inset");
    folder.carom(&format!("{HOMEWORK} --picture case.svg")).good();
    let text = folder.text("case.svg");
    assert!(text.contains("aria-label=\"around Bi, 9.9 times larger\""));
    // Each place has its name once: what is in the detail is not named beside it.
    for (name, times) in [("Bi", 3), ("Be", 1), ("Be'", 2), ("P0", 1), ("P1", 1), ("Bs", 1)] {
        assert_eq!(text.matches(&format!("aria-label=\"{name}\"")).count(), times, "{name}");
    }
    same_text(&text, "explain-inset.svg");
    // Where all can be seen there is none, and nothing is enlarged that has no size.
    for case in ["--wall 0,-3,0,3 --from=-2,2 --to 3,-1", "--wall 6,0,10,7 --from 6,4 --to 8,3.5"] {
        folder.carom(&format!("explain {case} --picture plain.svg")).good();
        assert!(!folder.text("plain.svg").contains("times larger"), "{case}");
    }
    // A disc that is a dot.
    folder.carom("explain --wall 0,-3,0,3 --from=-2,2 --to 3,-1 --radius 0.01 --picture dot.svg").good();
    assert!(folder.text("dot.svg").contains("times larger"));
}

#[test]
fn names_in_any_script() {
    let folder = Folder::new("pictures-names");
    folder.write("names.json", NAMES);
    folder.carom("render names.json -o names.svg").good();
    let text = folder.text("names.svg");
    same_text(&text, "names.svg");
    // Latin, Greek and Cyrillic are outlines; what has none is text, with fonts to choose from.
    for letter in "ÜößΩμБЖŁźñ".chars() {
        assert!(text.contains(&format!("<path id=\"g{:x}\" d=\"M", u32::from(letter))), "{letter}");
    }
    assert!(text.contains(">中球</text>") && text.contains(">中文</text>") && text.contains("'Noto Sans CJK SC'"));
    assert!(!text.contains(&format!("id=\"g{:x}\"", u32::from('中'))));
    // As pixels every letter leaves something, whether a font has it or not.
    let inked = |name: &str| {
        folder.write("one.json", &format!("{{ \"carom\": 1, \"name\": \"{name}\" }}"));
        folder.carom("render one.json -o one.png").good();
        let (_, _, bytes) = pixels(&folder.read("one.png"));
        bytes.iter().filter(|byte| **byte < 100).count()
    };
    let nothing = inked("\u{a0}");
    for name in ["Ü", "Ω", "Ж", "中", "\u{10ffff}", "\u{ffff}", "👩‍👧", "مرحبا", "नमस्ते", "e\u{301}"]
    {
        assert!(inked(name) > nothing + 100, "{name}");
    }
}

#[test]
fn golden_pixels_of_letters_that_are_our_own() {
    let folder = Folder::new("pictures-letters");
    folder.write("names.json", &NAMES.replace("中文", "Ångström").replace("中球", "Čeněk"));
    folder.carom("render names.json -o names.png --theme dark --size 560x420").good();
    same_pixels(&folder.read("names.png"), "names-dark.png");
}

#[test]
fn bounces_are_numbered() {
    let folder = Folder::new("pictures-numbers");
    folder.carom(&format!("render {} --what explain --time 3 -o way.svg", scene("chamber.json"))).good();
    let text = folder.text("way.svg");
    assert!(text.contains("aria-label=\"The chamber: 9 bounces of body 0\""));
    for number in 1..=9 {
        assert!(text.contains(&format!("aria-label=\"{number}\"")), "{number}");
    }
    same_text(&text, "chamber-way.svg");
    // A whole run with few bounces has numbers too, one with hundreds has none.
    folder.write("names.json", NAMES);
    folder.carom("run names.json --picture few.svg").good();
    assert!(folder.text("few.svg").contains("aria-label=\"these, in order\""));
    folder.carom("run --picture many.svg").good();
    assert!(!folder.text("many.svg").contains("in order"));
}

#[test]
fn ticks_are_told_apart() {
    let folder = Folder::new("pictures-ticks");
    folder.carom("explain --wall 1e9,0,1000000010,7 --from 1e9,4 --to 1000000009,5 --picture far.svg").good();
    let text = folder.text("far.svg");
    assert!(text.contains("aria-label=\"x is 1000000000 and so much more\""));
    for label in ["+0", "+5", "+10", "0", "7"] {
        assert_eq!(text.matches(&format!("aria-label=\"{label}\"")).count(), 1, "{label}");
    }
    // And no two places are called the same.
    assert!(text.contains("wall (1e9, 0) – (1000000010, 7)"));
}

#[test]
fn nothing_leaves_the_picture_at_the_end_of_all_numbers() {
    let folder = Folder::new("pictures-huge");
    let case = "explain --wall=-1e308,-1e308,1e308,1e308 --from=-1e308,1e308 --to 1.5e308,-1e308";
    folder.carom(&format!("{case} --picture huge.svg")).good();
    let text = folder.text("huge.svg");
    assert!(text.contains("beyond all numbers"));
    let drawing = text.lines().filter_map(|line| line.strip_prefix("<path d=\"")?.split('"').next());
    let words = drawing.flat_map(|path| path.split(|letter: char| !(letter.is_ascii_digit() || letter == '.')));
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() > 100 && numbers.iter().all(|number| *number < 1000.0), "{numbers:?}");
}

#[test]
fn contact_points_of_discs_are_marked() {
    let folder = Folder::new("pictures-contact");
    folder.carom(&format!("{HOMEWORK} --radius 0.5 --picture disc.svg")).good();
    let text = folder.text("disc.svg");
    assert!(text.contains("aria-label=\"T, where it touches\"") && text.contains("aria-label=\"(8.54628, 4.45598)\""));
}

#[test]
fn a_body_called_after_a_colour_has_it() {
    let folder = Folder::new("pictures-colours");
    folder.write("names.json", NAMES);
    folder.carom("render names.json -o names.svg").good();
    assert!(folder.text("names.svg").contains("r=\"14.15\" fill=\"#cc2222\""), "{}", folder.text("names.svg"));
}

#[test]
fn the_time_runs_in_moving_pictures() {
    let folder = Folder::new("pictures-time");
    // Nothing moves, so all that changes is the time.
    folder.write("still.json", r#"{ "carom": 1, "bodies": [{ "position": [1, 1], "radius": 1 }] }"#);
    folder.carom("render still.json -o still.gif --time 1").good();
    let file = folder.read("still.gif");
    let mut decoder = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
    let height = decoder.height();
    decoder.read_next_frame().unwrap();
    let mut changed = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.top > height - 60 && frame.width < 80, "only the time below the drawing");
        changed += u32::from(frame.width > 1);
    }
    assert_eq!(changed, 19);
}

#[test]
fn a_scene_without_a_name_is_called_as_its_file() {
    let folder = Folder::new("pictures-title");
    folder.write("pool-table.json", r#"{ "carom": 1 }"#);
    folder.carom("render pool-table.json -o x.svg").good();
    assert!(folder.text("x.svg").contains("<title>pool-table</title>"));
    let done = folder.carom("run pool-table.json --no-picture --json").good();
    assert_eq!(done.json()["scene"], "pool-table");
    assert!(folder.carom("check pool-table.json").good().stdout.starts_with("pool-table: 0 walls"));
    // A file's name is no part of the scene, and standard input has none.
    folder.carom("convert pool-table.json y.json").good();
    assert!(!folder.text("y.json").contains("name"));
    let done = folder.carom_with_input("run - --no-picture --json", br#"{ "carom": 1 }"#).good();
    assert_eq!(done.json()["scene"], "A scene without a name");
}
