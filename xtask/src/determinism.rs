//! The same bits everywhere: `crates/carom-determinism`, built and run in all the ways that this machine can.
//!
//! Every way prints its lines, which must be those of `golden.txt`. What cannot be run here is named, and is no failure.

use crate::browser;
use crate::command::{Command, root};
use crate::{python, rustup};
use std::fs;

/// Everything that is built for it; each way has a folder of its own, as their flags differ.
const FOLDER: &str = "target/determinism";

/// How long a browser may take, in its own time.
const PATIENCE: &str = "--virtual-time-budget=600000";

/// How a way went.
enum Outcome {
    Equal,
    Different(String),
    /// What this machine lacks.
    NotRun(String),
}

/// A way: what it is called, and how it went.
type Way = (String, Outcome);

/// All ways so far. Each is told as soon as it is known, as all of them take long.
struct Ways(Vec<Way>);

impl Ways {
    fn push(&mut self, way: Way) {
        println!("{}", line(&way));
        self.0.push(way);
    }
}

/// All ways, and a table of them.
pub(crate) fn run() -> Result<(), String> {
    let mut ways = Ways(Vec::new());
    let golden = fs::read_to_string(root().join("crates/carom-determinism/golden.txt"))
        .map_err(|error| format!("crates/carom-determinism/golden.txt: {error}"))?;
    fs::create_dir_all(root().join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))?;
    for machine in &MACHINES {
        ways.push(emulated(machine, &golden));
    }
    for (vectors, flags) in [("without vectors", ""), ("with simd128", "-C target-feature=+simd128")] {
        web(vectors, flags, &golden, &mut ways);
    }
    host(&golden, &mut ways);
    ways.push(("Python, the scenes".into(), of_result(python::golden())));
    report(&ways.0)
}

/// The lines of a program, beside the golden ones.
fn compared(command: &Command, golden: &str) -> Outcome {
    match command.output() {
        Ok(lines) if lines == golden => Outcome::Equal,
        Ok(lines) => Outcome::Different(first_difference(&lines, golden)),
        Err(error) => Outcome::Different(error),
    }
}

fn first_difference(lines: &str, golden: &str) -> String {
    let found = lines.lines().zip(golden.lines()).find(|(line, golden)| line != golden);
    found.map_or_else(
        || format!("{} lines, expected {}", lines.lines().count(), golden.lines().count()),
        |(line, golden)| format!("{line:?}, expected {golden:?}"),
    )
}

/// `Ok(Some(what))` names what is missing.
fn of_result(result: Result<Option<String>, String>) -> Outcome {
    match result {
        Ok(None) => Outcome::Equal,
        Ok(Some(lack)) => Outcome::NotRun(lack),
        Err(error) => Outcome::Different(error),
    }
}

/// This machine: not optimised, as released, and for its own processor; each kind of vectors and some numbers of threads.
fn host(golden: &str, ways: &mut Ways) {
    let build = |name: &str| Command::cargo("build --quiet --package carom-determinism --target-dir").args(&[at(name)]);
    let builds = [
        ("not optimised", "debug", build("plain").variable("CARGO_PROFILE_DEV_OPT_LEVEL", "0")),
        ("released", "release", build("release").args(&["--release".to_string()])),
        (
            "released, for this processor",
            "release",
            build("native").args(&["--release".to_string()]).variable("RUSTFLAGS", "-C target-cpu=native"),
        ),
    ];
    for (i, (name, profile, build)) in builds.iter().enumerate() {
        let name = format!("{}, {name}", std::env::consts::ARCH);
        println!("$ {build}");
        if let Err(error) = build.run() {
            ways.push((name, Outcome::Different(error)));
            continue;
        }
        let folder = at(["plain", "release", "native"][i]);
        let program = format!("{folder}/{profile}/carom-determinism{}", std::env::consts::EXE_SUFFIX);
        let ask = |words: &str| {
            let words: Vec<String> = words.split_whitespace().map(String::from).collect();
            compared(&Command::at(&program).args(&words), golden)
        };
        for vectors in ["plain", "avx2fma", "neon"] {
            let name = format!("{name}, vectors {vectors}");
            let has = Command::at(&program).args(&["--vectors".into(), vectors.into(), "--threads".into(), "1".into()]);
            match has.output() {
                Err(error) if error.contains("no vectors") => {
                    ways.push((name, Outcome::NotRun("a processor with these vectors".into())));
                }
                _ => ways.push((name, ask(&format!("--vectors {vectors}")))),
            }
        }
        for threads in [2, 3, 7] {
            ways.push((format!("{name}, {threads} threads"), ask(&format!("--threads {threads}"))));
        }
    }
}

/// Another machine: its name, its target, the variable that names its linker, and what runs its programs here.
struct Machine {
    name: &'static str,
    target: &'static str,
    linker: &'static str,
    runner: Option<(&'static str, &'static str)>,
}

/// Their C library comes with the compiler, and so does the linker, so that nothing has to be installed but the emulator.
const MACHINES: [Machine; 2] = [
    Machine {
        name: "i686 with SSE2",
        target: "i686-unknown-linux-musl",
        linker: "CARGO_TARGET_I686_UNKNOWN_LINUX_MUSL_LINKER",
        runner: None,
    },
    Machine {
        name: "aarch64, by qemu-user",
        target: "aarch64-unknown-linux-musl",
        linker: "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER",
        runner: Some(("qemu-aarch64", "qemu-user")),
    },
];

fn emulated(machine: &Machine, golden: &str) -> Way {
    let ask = || -> Result<Outcome, String> {
        if std::env::consts::OS != "linux" || std::env::consts::ARCH != "x86_64" {
            return Ok(Outcome::NotRun("Linux on x86-64, from where it is tried".into()));
        }
        if let Some((program, package)) = machine.runner {
            if !browser::has_program(program, package) {
                return Ok(Outcome::NotRun(format!("{program} (Debian's package {package})")));
            }
        }
        if let Err(error) = rustup::ensure_target(machine.target) {
            return Ok(Outcome::NotRun(format!("the target {}: {error}", machine.target)));
        }
        let build = quick("build --quiet --release --package carom-determinism --target")
            .args(&[machine.target.to_string(), "--target-dir".into(), at("others")])
            .variable(machine.linker, "rust-lld");
        println!("$ {build}");
        build.run()?;
        let program = format!("{}/{}/release/carom-determinism", at("others"), machine.target);
        let command = match machine.runner {
            Some((runner, _)) => Command::at(runner).args(&[program]),
            None => Command::at(&program),
        };
        Ok(compared(&command, golden))
    };
    (machine.name.to_string(), ask().unwrap_or_else(Outcome::Different))
}

/// WebAssembly, in Node and in a browser.
fn web(vectors: &str, flags: &str, golden: &str, ways: &mut Ways) {
    let names = ["Node", "Chromium"].map(|name| format!("wasm32 {vectors}, in {name}"));
    let module = match module(flags) {
        Ok(module) => module,
        Err(error) => {
            names.into_iter().for_each(|name| ways.push((name, Outcome::Different(error.clone()))));
            return;
        }
    };
    // The first line names the vectors in use.
    let expected = format!("{}\n{golden}", if flags.is_empty() { "Plain" } else { "Simd128" });
    let [node, chromium] = names;
    ways.push(match Command::program("node --version").output() {
        Err(_) => (node, Outcome::NotRun("Node".into())),
        Ok(_) => {
            let script = "crates/carom-determinism/web/lines.mjs".to_string();
            (node, compared(&Command::at("node").args(&[script, module.clone()]), &expected))
        }
    });
    let outcome = match browser::find() {
        Err(lack) => Outcome::NotRun(lack),
        Ok(browser) => {
            page(&module).and_then(|page| in_browser(&browser, &page)).map_or_else(Outcome::Different, |lines| {
                if lines == expected { Outcome::Equal } else { Outcome::Different(first_difference(&lines, &expected)) }
            })
        }
    };
    ways.push((chromium, outcome));
}

/// The module's file.
fn module(flags: &str) -> Result<String, String> {
    const TARGET: &str = "wasm32-unknown-unknown";
    rustup::ensure_target(TARGET)?;
    let folder = at(if flags.is_empty() { "web" } else { "web-simd" });
    let build = quick("build --quiet --release --package carom-determinism --lib --no-default-features --target")
        .args(&[TARGET.to_string(), "--target-dir".into(), folder.clone()])
        .variable("RUSTFLAGS", flags);
    println!("$ {build}");
    build.run()?;
    Ok(format!("{folder}/{TARGET}/release/carom_determinism.wasm"))
}

/// A page with the module in it.
fn page(module: &str) -> Result<String, String> {
    let bytes = fs::read(module).map_err(|error| format!("{module}: {error}"))?;
    let page = include_str!("../../crates/carom-determinism/web/page.html").replace("MODULE", &base64(&bytes));
    let file = format!("{module}.html");
    fs::write(&file, page).map_err(|error| format!("{file}: {error}"))?;
    Ok(file)
}

/// What stands on the page when it has done its work.
fn in_browser(browser: &str, page: &str) -> Result<String, String> {
    let profile = format!("--user-data-dir={}", at("browser"));
    let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                 --disable-component-update --disable-sync --dump-dom";
    let words = flags.split_whitespace().map(String::from);
    let rest = [PATIENCE.to_string(), profile, format!("file://{page}")];
    let shown = Command::at(browser).args(&words.chain(rest).collect::<Vec<_>>()).output()?;
    let text = shown.split_once("<pre id=\"lines\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    text.map(|(lines, _)| lines.to_string()).ok_or_else(|| "the page has no lines".into())
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize % 64] as char;
            text.push(if place <= three.len() { letter } else { '=' });
        }
    }
    text
}

/// Optimised a little, and soon built.
fn quick(words: &str) -> Command {
    Command::cargo(words)
        .variable("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .variable("CARGO_PROFILE_RELEASE_LTO", "off")
        .variable("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
}

/// A folder of ours, from wherever a program is run.
fn at(name: &str) -> String {
    let root = fs::canonicalize(root()).unwrap_or_else(|_| root());
    root.join(FOLDER).join(name).display().to_string()
}

/// A way's line in the table.
fn line((name, outcome): &Way) -> String {
    match outcome {
        Outcome::Equal => format!("equal      {name}"),
        Outcome::Different(how) => format!("DIFFERENT  {name}: {how}"),
        Outcome::NotRun(lack) => format!("{} {name}, as this machine lacks {lack}", crate::test::NOT_CHECKED),
    }
}

/// A line for each way; fails if one differs.
fn report(ways: &[Way]) -> Result<(), String> {
    println!();
    ways.iter().for_each(|way| println!("{}", line(way)));
    let count = |wanted: fn(&Outcome) -> bool| ways.iter().filter(|(_, outcome)| wanted(outcome)).count();
    let equal = count(|outcome| matches!(outcome, Outcome::Equal));
    let different = count(|outcome| matches!(outcome, Outcome::Different(_)));
    println!("\n{equal} ways equal, {different} different, {} not run", ways.len() - equal - different);
    if different == 0 { Ok(()) } else { Err(format!("{different} of {} ways give other bits", ways.len())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_rfc_4648() {
        let pairs = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (plain, text) in pairs {
            assert_eq!(base64(plain.as_bytes()), text);
        }
        assert_eq!(base64(&[255, 255, 254]), "///+");
    }

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(first_difference("a 1\nb 2\n", "a 1\nb 3\n"), "\"b 2\", expected \"b 3\"");
        assert_eq!(first_difference("a 1\n", "a 1\nb 3\n"), "1 lines, expected 2");
    }

    #[test]
    fn a_way_that_differs_fails() {
        let different = || ("b".to_string(), Outcome::Different("1, expected 2".into()));
        let others = || vec![("a".to_string(), Outcome::Equal), ("c".to_string(), Outcome::NotRun("a Cray".into()))];
        assert_eq!(report(&others()), Ok(()));
        let ways: Vec<Way> = others().into_iter().chain([different()]).collect();
        assert_eq!(report(&ways), Err("1 of 3 ways give other bits".into()));
    }
}
