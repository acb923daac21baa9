//! The package for Python: its tests against the installed wheel, and wheels for others.

use crate::command::{self, Command};
use crate::rustup;
use crate::test::NOT_CHECKED;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Everything that is built and installed for it.
const FOLDER: &str = "target/python";

/// The crate, a workspace of its own.
const CRATE: &str = "crates/carom-py";

/// The oldest Python that the wheel is for.
const OLDEST_PYTHON: (u32, u32) = (3, 9);

/// What the wheel is built by.
const MATURIN: &str = "maturin>=1.9.4,<2";

/// What the tests need beside the wheel: what it works with, and engines that are soon installed.
const TOOLS: [&str; 9] =
    [MATURIN, "numpy", "pytest", "mypy", "gymnasium", "pyarrow", "dask[dataframe,distributed]", "duckdb", "polars"];

/// What the tests of the engine need that takes long to install.
const SPARK: [&str; 6] = [MATURIN, "numpy", "pytest", "pandas>=2.2,<3", "pyarrow", "pyspark>=4,<5"];

/// The oldest Java that it runs on.
const OLDEST_JAVA: u32 = 17;

/// Wheels are built for these machines.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// A fresh virtual environment, the wheel installed in it, and there all tests, the types and the examples. Without Python, what is
/// not checked is told, and nothing fails.
pub(crate) fn check() -> Result<(), String> {
    let Some(python) = python() else {
        println!("{}", not_checked());
        return Ok(());
    };
    let tests = root().join(CRATE).join("tests");
    let told = |what: &str, start: Instant| println!("    {:>5.1} s  {what}", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let environment = Environment::new(&python, "environment", &TOOLS)?;
    told("virtual environment", start);

    let start = Instant::now();
    cargo("fmt --all --check").run()?;
    let wheel = environment.wheel(&["--profile", "quick"], &root().join(FOLDER).join("wheels"))?;
    told("wheel", start);

    let start = Instant::now();
    let corpus = root().join(FOLDER).join("corpus.txt");
    let answers = cargo("run --quiet --profile quick --package carom-corpus").output()?;
    fs::write(&corpus, answers).map_err(|error| format!("{}: {error}", corpus.display()))?;
    cargo("clippy --workspace --profile quick --all-targets -- -D warnings").run()?;
    told("cases of the library, lints", start);

    let start = Instant::now();
    // As the tests of the workspace build it, so that it is there already where they have run.
    Command::cargo("build --quiet --workspace --all-features --profile checked --bin carom").run()?;
    let command = root().join("target/checked").join(format!("carom{}", std::env::consts::EXE_SUFFIX));
    told("the command", start);

    let start = Instant::now();
    environment.pip(&["--no-deps", &shown(&wheel)]).run()?;
    let pytest = environment.pytest().args(&[shown(&tests)]).variable("CAROM_CORPUS", &shown(&corpus));
    pytest.variable("CAROM_COMMAND", &shown(&command)).run()?;
    told("tests", start);

    let start = Instant::now();
    environment
        .module("mypy")
        .args(&words("--strict --no-incremental"))
        .args(&[shown(&tests.join("use_of_types.py"))])
        .run()?;
    let (allowed, settings) = (shown(&tests.join("stubtest-allowed.txt")), settings());
    let stubtest = environment.module("mypy.stubtest").args(&words("carom --allowlist")).args(&[allowed]);
    stubtest.args(&["--mypy-config-file".to_string(), settings]).run()?;
    told("types", start);
    Ok(())
}

/// The scenes' hashes alone; `Ok(Some(what))` names what this machine lacks.
pub(crate) fn golden() -> Result<Option<String>, String> {
    let Some(python) = python() else { return Ok(Some("Python with venv".into())) };
    let environment = Environment::new(&python, "golden", &[MATURIN, "numpy", "pytest"])?;
    let wheel = environment.wheel(&["--profile", "quick"], &root().join(FOLDER).join("wheels"))?;
    environment.pip(&["--no-deps", &shown(&wheel)]).run()?;
    environment.pytest().args(&[shown(&root().join(CRATE).join("tests/test_golden.py"))]).run().map(|()| None)
}

/// The tests with engines that take long to install, in an environment of their own. What is not checked is told.
pub(crate) fn engines() -> Result<(), String> {
    let Some(python) = python() else {
        println!("{}", not_checked());
        return Ok(());
    };
    let Some(java) = java() else {
        println!(
            "{NOT_CHECKED}: crossings by Spark, {CRATE}/tests/test_spark.py. There is no Java {OLDEST_JAVA} or later on the PATH; on \
             Debian install openjdk-{OLDEST_JAVA}-jre-headless."
        );
        return Ok(());
    };
    let told = |what: &str, start: Instant| println!("    {:>5.1} s  {what}", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let environment = Environment::new(&python, "engines", &SPARK)?;
    told("virtual environment", start);

    let start = Instant::now();
    let wheel = environment.wheel(&["--profile", "quick"], &root().join(FOLDER).join("wheels"))?;
    environment.pip(&["--no-deps", &shown(&wheel)]).run()?;
    told("wheel", start);

    let start = Instant::now();
    let test = root().join(CRATE).join("tests/test_spark.py");
    environment.pytest().args(&[shown(&test)]).run()?;
    told(&format!("tests with Spark on Java {java}"), start);
    Ok(())
}

/// Portable wheels, for every machine in the list.
pub(crate) fn wheels() -> Result<(), String> {
    let python = python().ok_or_else(not_checked)?;
    let environment = Environment::new(&python, "environment", &[MATURIN, "ziglang"])?;
    let mut lines = Vec::new();
    for target in TARGETS {
        rustup::ensure_target(target)?;
        let folder = root().join("target/wheels").join(target);
        let wheel = environment
            .wheel(&["--release", "--zig", "--compatibility", "manylinux2014", "--target", target], &folder)?;
        let size = fs::metadata(&wheel).map_err(|error| format!("{}: {error}", wheel.display()))?.len();
        let machine = environment.machine_of(&wheel)?;
        lines.push(format!("{:>9} bytes  {machine:<8} {}", size, wheel.display()));
    }
    println!("\n{}", lines.join("\n"));
    Ok(())
}

/// A virtual environment, made anew.
struct Environment {
    python: PathBuf,
}

impl Environment {
    fn new(python: &str, name: &str, tools: &[&str]) -> Result<Environment, String> {
        let folder = root().join(FOLDER).join(name);
        Command::at(python).args(&words("-m venv --clear")).args(&[shown(&folder)]).run()?;
        let bin = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        let environment = Environment { python: folder.join(bin) };
        environment.pip(tools).run()?;
        Ok(environment)
    }

    fn module(&self, name: &str) -> Command {
        // Not from the sources' folder, where `carom` would be found without being installed; and what is in ours alone.
        Command::at(&shown(&self.python)).args(&words("-I -m")).args(&[name.to_string()]).within(FOLDER)
    }

    fn pytest(&self) -> Command {
        self.module("pytest").args(&words("--quiet --config-file")).args(&[settings()])
    }

    fn pip(&self, what: &[&str]) -> Command {
        let quietly = words("install --quiet --no-compile --disable-pip-version-check --no-input");
        self.module("pip").args(&quietly).args(&what.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// Builds a wheel, and tells where it is. Wheels that were there before are gone.
    fn wheel(&self, how: &[&str], folder: &Path) -> Result<PathBuf, String> {
        let _ = fs::remove_dir_all(folder);
        let manifest = shown(&root().join(CRATE).join("Cargo.toml"));
        let place = ["--manifest-path".to_string(), manifest, "--out".to_string(), shown(folder)];
        let how: Vec<String> = how.iter().map(ToString::to_string).collect();
        let target = shown(&root().join(FOLDER));
        let build = self.module("maturin").args(&words("build --quiet --locked")).args(&place).args(&how);
        build.variable("CARGO_TARGET_DIR", &target).variable("PATH", &self.path()).run()?;
        let found = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut wheels = found.flatten().map(|entry| entry.path());
        wheels
            .find(|path| path.extension().is_some_and(|end| end == "whl"))
            .ok_or_else(|| "there is no wheel".to_string())
    }

    /// Where programs are looked for: first in the environment, where maturin finds the Python that has zig.
    fn path(&self) -> String {
        let others = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.python.parent().map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&others));
        std::env::join_paths(folders).unwrap_or(others).to_string_lossy().into_owned()
    }

    /// The machine that the compiled part of a wheel is for, by its own header.
    fn machine_of(&self, wheel: &Path) -> Result<String, String> {
        const READ: &str = "\
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
[name] = [name for name in wheel.namelist() if name.endswith('.so')]
machine = int.from_bytes(wheel.read(name)[18:20], 'little')
print({62: 'x86-64', 183: 'aarch64'}.get(machine, machine))";
        let read = Command::at(&shown(&self.python)).args(&["-c".to_string(), READ.to_string(), shown(wheel)]);
        Ok(read.output()?.trim().to_string())
    }
}

/// Where the tools' settings are.
fn settings() -> String {
    shown(&root().join(CRATE).join("pyproject.toml"))
}

/// Cargo within the crate; what it builds goes where the wheel's parts go.
fn cargo(what: &str) -> Command {
    Command::cargo(what).within(CRATE).variable("CARGO_TARGET_DIR", &shown(&root().join(FOLDER)))
}

/// A Python that is new enough and can make virtual environments.
fn python() -> Option<String> {
    let (major, minor) = OLDEST_PYTHON;
    let test = format!("import sys, venv, ensurepip; sys.exit(sys.version_info < ({major}, {minor}))");
    let works = |name: &&&str| Command::at(name).args(&["-c".to_string(), test.clone()]).output().is_ok();
    ["python3", "python"].iter().find(works).map(ToString::to_string)
}

/// The version of a Java that is new enough.
fn java() -> Option<u32> {
    // It tells its version as in: openjdk version "17.0.15" 2025-04-15.
    let (said, done) = Command::at("java").args(&words("-version")).run_quietly();
    done.ok()?;
    let version: u32 = said.split('"').nth(1)?.split(['.', '-', '+']).next()?.parse().ok()?;
    Some(version).filter(|version| *version >= OLDEST_JAVA)
}

fn not_checked() -> String {
    let (major, minor) = OLDEST_PYTHON;
    format!(
        "{NOT_CHECKED}: the package for Python, {CRATE}: neither that it can be built, nor its {} tests, types and examples. \
         There is no Python {major}.{minor} or later with the modules venv and ensurepip on the PATH; on Debian install python3-venv.",
        count_of_tests()
    )
}

fn count_of_tests() -> usize {
    let files = fs::read_dir(root().join(CRATE).join("tests")).into_iter().flatten().flatten();
    let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok());
    texts.map(|text| text.lines().filter(|line| line.starts_with("def test_")).count()).sum()
}

/// A place as it is passed on. Links are kept: a virtual environment's Python is one, and where it leads is another.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The workspace's folder, from wherever a program is run.
fn root() -> PathBuf {
    let root = command::root();
    fs::canonicalize(&root).unwrap_or(root)
}

fn words(words: &str) -> Vec<String> {
    words.split_whitespace().map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_checked_is_said() {
        let said = not_checked();
        assert!(said.starts_with("NOT CHECKED: the package for Python, crates/carom-py"), "{said}");
        assert!(count_of_tests() > 30, "{said}");
    }
}
