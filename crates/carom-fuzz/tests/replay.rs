//! Every input that failed once, and some new ones, in the normal tests.

use carom_fuzz::{Fuzzer, TARGETS, Target};
use std::path::Path;

fn target(name: &str) -> Target {
    TARGETS.into_iter().find(|target| target.name == name).expect("there is such a target")
}

/// What is in `kept`, then the target's seeds as they are, then some that are made of them.
fn check(name: &str, count: u64) {
    let target = target(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kept").join(name);
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let kept: Vec<Vec<u8>> = files.map(|file| std::fs::read(file).expect("it can be read")).collect();
    let mut fuzzer = Fuzzer::new(target, 1, kept.clone());
    let count = if carom_oracle::FEW_CASES { count / 20 } else { count };
    let made: Vec<Vec<u8>> = (0..count).map(|_| fuzzer.next_input()).collect();
    for bytes in kept.into_iter().chain((target.seeds)()).chain(made) {
        if let Some(found) = fuzzer.judge(bytes) {
            panic!("{name}: {}\n{:?}", found.message, found.bytes);
        }
    }
}

#[test]
fn predicates() {
    check("predicates", 20_000);
}

#[test]
fn sweeps() {
    check("sweeps", 10_000);
}

#[test]
fn walls() {
    check("walls", 500);
}

#[test]
fn worlds() {
    check("worlds", 500);
}

#[test]
fn groups() {
    check("groups", 100);
}

#[test]
fn shapes() {
    check("shapes", 60);
}

#[test]
fn changes() {
    check("changes", 100);
}

#[test]
fn zones() {
    check("zones", 300);
}

#[test]
fn readers() {
    check("readers", 3_000);
}

#[test]
fn rows() {
    check("rows", 3_000);
}

/// A target that is wrong is told, and so is one that panics: the other tests could fail.
#[test]
fn a_wrong_answer_is_found() {
    let wrong = Target {
        name: "wrong",
        run: |bytes| if bytes.len() == 3 { Err("three".into()) } else { Ok(()) },
        ..target("walls")
    };
    let mut fuzzer = Fuzzer::new(wrong, 1, vec![]);
    assert!(fuzzer.judge(vec![1, 2]).is_none());
    assert_eq!(fuzzer.judge(vec![1, 2, 3]).map(|found| found.message), Some("three".to_string()));
    let panics = Target { run: |bytes| panic!("at {}", bytes.len()), ..wrong };
    let found = Fuzzer::new(panics, 1, vec![]).judge(vec![7]).expect("it panics");
    assert_eq!((found.message.as_str(), found.bytes), ("panic: at 1", vec![7]));
}
