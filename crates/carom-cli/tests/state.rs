//! `carom crossings --state`: tracks that go on tomorrow, and what happens if something goes wrong.

mod common;

use carom_oracle::rng::Rng;
use common::Folder;
use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};

/// Zones side by side and one over them, and a gate, on whole numbers, so that tracks often stop on them.
const TOWN: &str = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))\nPOLYGON ((4 0, 8 0, 8 4, 4 4, 4 0))\n\
                    POLYGON ((2 1, 6 1, 4 7, 2 1))\nLINESTRING (0 5, 4 6, 8 5)\n";

/// Rows of tracks that wander about, mixed.
fn rows(count: usize) -> Vec<String> {
    let rng = &mut Rng::for_case(0, "state", 0);
    let mut places: Vec<[i64; 2]> = (0..40).map(|_| [rng.between(-1, 9), rng.between(-1, 8)]).collect();
    let mut rows = Vec::with_capacity(count);
    for i in 0..count {
        let track = rng.below(places.len());
        let place = &mut places[track];
        *place = [(place[0] + rng.between(-3, 3)).clamp(-1, 9), (place[1] + rng.between(-3, 3)).clamp(-1, 8)];
        rows.push(format!("t{track},{i},{},{},n{i}\n", place[0], place[1]));
    }
    rows
}

const HEADER: &str = "id,time,x,y,note\n";

fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_string).collect();
    lines.sort();
    lines
}

#[test]
fn a_file_in_pieces_tells_the_same() {
    let folder = Folder::new("state-pieces");
    folder.write("town.wkt", TOWN);
    let rows = rows(6000);
    folder.write("whole.csv", &format!("{HEADER}{}", rows.concat()));
    for (report, least) in
        [("--keep note", 4000), ("--visits", 1000), ("--keep note --settle 100", 500), ("--tracks", 40)]
    {
        let words = format!("crossings --gates town.wkt {report} --max-tracks 1000");
        let whole = folder.carom(&format!("{words} whole.csv --state whole.state -o whole-out.csv")).good();
        let whole_rows = sorted(&folder.text("whole-out.csv"));
        assert!(whole_rows.len() >= least, "{report}: {} {}", whole_rows.len(), whole.stderr);
        let rng = &mut Rng::for_case(0, "cuts", 0);
        for pieces in [1, 7, 100] {
            let mut cuts: Vec<usize> = (1..pieces).map(|_| rng.below(rows.len())).collect();
            cuts.extend([0, rows.len()]);
            cuts.sort_unstable();
            let _ = fs::remove_file(folder.path("town.state"));
            let mut told = String::from("head\n");
            for piece in cuts.windows(2) {
                folder.write("piece.csv", &format!("{HEADER}{}", rows[piece[0]..piece[1]].concat()));
                folder.carom(&format!("{words} piece.csv --state town.state -o out.csv")).good();
                let out = folder.text("out.csv");
                if report == "--tracks" {
                    told = out;
                } else {
                    told.extend(out.lines().skip(1).flat_map(|line| [line, "\n"]));
                }
            }
            assert_eq!(sorted(&told), whole_rows, "{report} in {pieces} pieces");
            assert_eq!(folder.text("town.state"), folder.text("whole.state"), "{report} in {pieces} pieces");
        }
        fs::remove_file(folder.path("whole.state")).unwrap();
    }
}

/// Without a state, and in one go with it, the crossings are the same.
#[test]
fn a_state_changes_nothing_of_what_is_told() {
    let folder = Folder::new("state-same");
    folder.write("town.wkt", TOWN);
    folder.write("whole.csv", &format!("{HEADER}{}", rows(2000).concat()));
    let without = folder.carom("crossings --gates town.wkt whole.csv").good().stdout;
    let with = folder.carom("crossings --gates town.wkt whole.csv --state town.state").good().stdout;
    assert_eq!(with, without);
    // The same rows again are not later.
    folder
        .carom("crossings --gates town.wkt whole.csv --state town.state -o again.csv")
        .fails(65, &["whole.csv:2: `t", "not after"]);
    assert_eq!(folder.names(), ["town.state", "town.state.lock", "town.wkt", "whole.csv"]);
}

#[test]
fn what_does_not_fit_is_told() {
    let folder = Folder::new("state-fit");
    folder.write("town.wkt", TOWN);
    folder.write("other.wkt", "LINESTRING (0 0, 1 1)");
    folder.write("a.csv", "a,0,1,1\na,1,5,1\n");
    folder.write("b.csv", "a,2,1,1\n");
    folder.write("dates.csv", "a,2026-11-15,1,1\n");
    folder.carom("crossings --gates town.wkt a.csv --state s").good();
    let state = folder.text("s");
    let cases = [
        ("--gates other.wkt b.csv", "s: it was saved with other gates or zones"),
        ("--gates town.wkt b.csv --visits", "s: it was saved by a run that told crossings, this one tells visits"),
        ("--gates town.wkt b.csv --settle 5", "s: it was saved with another --settle"),
        ("--gates town.wkt dates.csv", "dates.csv: its times are dates, those of the state are numbers"),
    ];
    for (words, message) in cases {
        folder.carom(&format!("crossings {words} --state s -o out.csv")).fails(65, &[message]);
        assert_eq!(folder.text("s"), state);
    }
    let cut = &state[..state.len() - 5];
    let short: String = state.lines().take(2).flat_map(|line| [line, "\n"]).collect();
    for (text, message) in [
        ("{}", "s: it is no state"),
        ("", "s: it is no state"),
        (cut, "s: line 3 is not as it was saved"),
        (&short, "s: it is cut short"),
    ] {
        folder.write("s", text);
        folder.carom("crossings --gates town.wkt b.csv --state s -o out.csv").fails(65, &[message]);
        assert_eq!(folder.text("s"), text);
    }
    assert!(!folder.path("out.csv").exists());
}

/// A bad row, a missing file, a disk that is full: the output and the state are as before, and nothing else is left.
#[test]
fn a_run_that_fails_changes_nothing() {
    let folder = Folder::new("state-fails");
    folder.write("town.wkt", TOWN);
    folder.write("a.csv", "a,0,1,1\na,1,5,1\n");
    folder.carom("crossings --gates town.wkt a.csv --state s -o out.csv").good();
    let (state, out, names) = (folder.text("s"), folder.text("out.csv"), folder.names().len());
    folder.write("bad.csv", "a,2,1,1\na,3,x,1\n");
    folder.write("late.csv", "a,2,1,1\na,0,1,1\n");
    for (file, code, message) in
        [("bad.csv", 65, "bad.csv:2: x: `x`"), ("late.csv", 65, "late.csv:2: `a`"), ("none.csv", 66, "none.csv")]
    {
        folder.carom(&format!("crossings --gates town.wkt {file} --state s -o out.csv")).fails(code, &[message]);
        assert_eq!(
            (folder.text("s"), folder.text("out.csv"), folder.names().len()),
            (state.clone(), out.clone(), names + 2)
        );
    }
    if fs::metadata("/dev/full").is_ok() {
        folder.write("b.csv", &(2..9000).map(|i| format!("a,{i},{},1\n", i % 2 * 9)).collect::<String>());
        let formats = if cfg!(feature = "parquet") { &["csv", "parquet", "arrow"][..] } else { &["csv"] };
        for format in formats {
            let words = format!("crossings --gates town.wkt b.csv --state s -o /dev/full --format {format}");
            folder.carom(&words).fails(74, &["/dev/full cannot be written"]);
            assert_eq!((folder.text("s"), folder.names().len()), (state.clone(), names + 3));
        }
    }
    fs::create_dir(folder.path("folder")).unwrap();
    folder.carom("crossings --gates town.wkt a.csv --state folder").fails(74, &["folder"]);
}

/// A file that may not grow further, in the middle of the results or of the state: what was there before is there still.
#[cfg(unix)]
#[test]
fn a_disk_that_gets_full_changes_nothing() {
    let folder = Folder::new("state-full");
    folder.write("town.wkt", TOWN);
    folder.write("a.csv", "a,0,1,1\na,1,5,1\n");
    // Many crossings of one track; so few that they are written at the very end, when the state waits beside its place; and many tracks that
    // cross nothing.
    folder.write("busy.csv", &(2..9000).map(|i| format!("a,{i},{},1\n", i % 2 * 9)).collect::<String>());
    folder.write("some.csv", &(2..300).map(|i| format!("a,{i},{},1\n", i % 2 * 9)).collect::<String>());
    folder.write("many.csv", &(0..9000).map(|i| format!("track {i},2,1,1\n")).collect::<String>());
    let with_columns = [
        ("csv", "busy", "out"),
        ("csv", "some", "out"),
        ("csv", "many", "s"),
        ("parquet", "busy", "out"),
        ("arrow", "busy", "out"),
    ];
    for &(format, rows, full) in if cfg!(feature = "parquet") { &with_columns[..] } else { &with_columns[..3] } {
        folder.carom(&format!("crossings --gates town.wkt a.csv --state s -o out --format {format}")).good();
        let (state, out, names) = (folder.read("s"), folder.read("out"), folder.names());
        // So many blocks of 512 bytes; that this is no signal but an error is what `trap` says.
        let words = format!("crossings --gates town.wkt {rows}.csv --state s -o out --format {format}");
        let words = format!("trap '' XFSZ; ulimit -f 8; exec {} {words}", env!("CARGO_BIN_EXE_carom"));
        let done = Command::new("sh").args(["-c", &words]).current_dir(folder.path("")).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(74), "{format}, {rows}: {told}");
        assert!(told.contains(&format!("{full} cannot be written: ")), "{format}, {rows}: {told}");
        assert!(folder.read("s") == state && folder.read("out") == out, "{format}, {rows}");
        assert_eq!(folder.names(), names, "{format}, {rows}");
        fs::remove_file(folder.path("s")).unwrap();
    }
}

/// A run that is killed has changed nothing, and keeps nobody out.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_changes_nothing() {
    let folder = Folder::new("state-killed");
    folder.write("town.wkt", TOWN);
    folder.write("a.csv", "a,0,1,1\na,1,5,1\n");
    folder.write("b.csv", "a,2,1,1\n");
    folder.carom("crossings --gates town.wkt a.csv --state s -o out.csv").good();
    let (state, out) = (folder.text("s"), folder.text("out.csv"));
    let words = "crossings --gates town.wkt - --state s -o out.csv";
    let mut command = folder.command(&words.split_whitespace().collect::<Vec<_>>());
    let mut run = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let rows: String = (2..200_000).map(|i| format!("a,{i},{},1\n", i % 2 * 9)).collect();
    run.stdin.as_mut().unwrap().write_all(rows.as_bytes()).unwrap();
    // It is in the middle of its results.
    let is_writing = || folder.names().iter().any(|name| name.ends_with(".part"));
    (0..600).take_while(|_| !is_writing()).for_each(|_| std::thread::sleep(std::time::Duration::from_millis(50)));
    assert!(is_writing());
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!((folder.text("s"), folder.text("out.csv")), (state, out));
    let done = folder.carom("crossings --gates town.wkt b.csv --state s").good();
    assert!(done.stdout.lines().count() > 1, "{}", done.stdout);
}

/// Two runs that write the same file at the same time: it is one's or the other's, and whole.
#[test]
fn two_runs_with_one_output() {
    let folder = Folder::new("state-one-output");
    folder.write("town.wkt", TOWN);
    let rows = |id: &str| (0..20_000).map(|i| format!("{id},{i},{},1\n", i % 2 * 9)).collect::<String>();
    for id in ["a", "b"] {
        folder.write(&format!("{id}.csv"), &rows(id));
        folder.carom(&format!("crossings --gates town.wkt {id}.csv -o whole-{id}.csv")).good();
    }
    let wholes = ["a", "b"].map(|id| folder.read(&format!("whole-{id}.csv")));
    let start = |id: &str| {
        let words = format!("crossings --quiet --gates town.wkt {id}.csv -o out.csv");
        folder.command(&words.split_whitespace().collect::<Vec<_>>()).spawn().unwrap()
    };
    for _ in 0..4 {
        let runs = ["a", "b"].map(start);
        assert!(runs.map(|mut run| run.wait().unwrap().success()).iter().all(|&is_well| is_well));
        assert!(wholes.contains(&folder.read("out.csv")));
    }
    assert!(folder.names().iter().all(|name| !name.ends_with(".part")));
}

#[test]
fn two_writers() {
    let folder = Folder::new("state-two");
    folder.write("town.wkt", TOWN);
    folder.write("a.csv", "a,0,1,1\n");
    let words = "crossings --gates town.wkt - --state s -o first.csv";
    let mut command = folder.command(&words.split_whitespace().collect::<Vec<_>>());
    let mut first = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // It has the lock once it waits for rows.
    let lock = folder.path("s.lock");
    let is_held = || File::open(&lock).is_ok_and(|lock| lock.try_lock_shared().is_err());
    for _ in 0..600 {
        if is_held() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let message = "s: another carom is at work with this state";
    folder.carom("crossings --gates town.wkt a.csv --state s -o second.csv").fails(74, &[message]);
    assert!(!folder.path("second.csv").exists() && !folder.path("s").exists());
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    folder.carom("crossings --gates town.wkt a.csv --state s -o second.csv").good();
    assert!(folder.path("first.csv").exists() && folder.path("second.csv").exists());
}
