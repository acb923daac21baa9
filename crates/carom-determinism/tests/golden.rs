//! The lines of this machine are the golden ones: with all its vectors, on one thread and on several.
//!
//! `CAROM_RENEW=1 cargo test -p carom-determinism` writes them anew after a change that is meant to change answers.

use carom::Vectors;
use carom_determinism::{GOLDEN, SCENES, difference, lines};
use std::path::Path;

/// Which vectors are in use is one setting of the whole process, so all of it is one test.
#[test]
fn all_hashes_are_equal() {
    if std::env::var_os("CAROM_RENEW").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden.txt");
        return std::fs::write(file, lines()).expect("it can be written");
    }
    for vectors in Vectors::available() {
        assert!(vectors.force());
        assert_eq!(difference(&on_threads(1)), None, "{vectors:?}");
    }
    for threads in [2, 3, 7] {
        assert_eq!(difference(&on_threads(threads)), None, "{threads} threads");
    }
}

#[cfg(feature = "threads")]
fn on_threads(threads: usize) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(lines)
}

#[cfg(not(feature = "threads"))]
fn on_threads(_: usize) -> String {
    lines()
}

#[test]
fn every_scene_is_among_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let names = std::fs::read_dir(folder)
        .expect("there is a folder of scenes")
        .map(|entry| entry.expect("it can be listed").file_name().into_string().expect("names are plain"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".json") || name.ends_with(".toml")).collect();
    names.sort();
    assert_eq!(names, SCENES.map(|(name, _)| name));
}

/// What differs is named, and how much of it.
#[test]
fn a_difference_is_told() {
    let spoiled = GOLDEN.replacen("questions discs ", "questions discs 1", 1);
    let told = difference(&spoiled).expect("they differ");
    let all = GOLDEN.lines().count();
    assert!(told.starts_with(&format!("1 of {all} lines differ, the first: \"questions discs 1")), "{told}");
    assert!(difference("").is_some_and(|told| told.starts_with(&format!("{all} of {all} lines differ"))));
    assert_eq!(difference(GOLDEN), None);
}
