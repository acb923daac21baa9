//! The playground: how `web/site` is built, and whether it is made from the sources that are here.
//!
//! The built site is kept with the sources, so that `carom play` needs nothing but cargo. A stamp in it is a hash of everything it was
//! made from.

use crate::command::{Command, root};
use crate::rustup;
use std::fs;
use std::path::{Path, PathBuf};

const TARGET: &str = "wasm32-unknown-unknown";

/// One of the two that are made of `carom-wasm`: its feature, how it is compiled, and for which machine.
struct Module {
    name: &'static str,
    profile: &'static str,
    flags: &'static str,
}

/// The page starts with the first and fetches the second when it needs it. No browser since 2023 is without vectors, but they make the
/// code larger, which only pays where there is much to do.
const MODULES: [Module; 2] = [
    Module { name: "explain", profile: "web", flags: "" },
    Module { name: "worlds", profile: "web-worlds", flags: "-C target-feature=+simd128" },
];

/// The stamp's name in the site.
const STAMP: &str = "stamp.txt";

/// Everything that the site is made from, but for what [`parts`] takes of the workspace's own files.
const SOURCES: [&str; 16] = [
    "crates/carom/Cargo.toml",
    "crates/carom/src",
    "crates/carom-scene/Cargo.toml",
    "crates/carom-scene/src",
    "crates/carom-wasm/Cargo.toml",
    "crates/carom-wasm/src",
    "scenes",
    "web/bindgen/Cargo.lock",
    "web/bindgen/Cargo.toml",
    "web/bindgen/src",
    "web/index.html",
    "web/pack.mjs",
    "web/package-lock.json",
    "web/src",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// Builds the site.
pub(crate) fn build() -> Result<(), String> {
    rustup::ensure_target(TARGET)?;
    let stamp = stamp()?;
    for command in steps() {
        println!("\n$ {command}");
        command.run()?;
    }
    let site = root().join("web/site");
    fs::write(site.join(STAMP), &stamp).map_err(|error| format!("cannot write web/site/{STAMP}: {error}"))?;
    println!("\nweb/site is built: {} kB in all", size(&site)? / 1000);
    Ok(())
}

/// Fails if the site is not made from the sources that are here.
pub(crate) fn check() -> Result<(), String> {
    let site = root().join("web/site");
    if !site.exists() {
        return Err("there is no web/site; build it with: cargo xtask web".into());
    }
    let built = fs::read_to_string(site.join(STAMP)).unwrap_or_default();
    if built != stamp()? {
        return Err("web/site is out of date: its sources have changed since it was built; build it again with: cargo xtask web, and \
                    commit it with the change"
            .into());
    }
    Ok(())
}

fn steps() -> Vec<Command> {
    let mut steps: Vec<Command> = MODULES.iter().flat_map(module).collect();
    if !is_installed() {
        // Browsers are for tests, which bring their own.
        let install = Command::program("npm ci --no-audit --no-fund").variable("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        steps.push(install.within("web"));
    }
    steps.push(Command::program("node pack.mjs").within("web"));
    for words in ["tsc --noEmit -p .", "vite build"] {
        steps.push(Command::program(&format!("npx --no-install {words}")).within("web"));
    }
    steps
}

/// A module is compiled, and its bindings are made.
fn module(module: &Module) -> [Command; 2] {
    let Module { name, profile, flags } = module;
    let build = format!(
        "build --profile {profile} --target {TARGET} --package carom-wasm --lib --no-default-features --features {name}"
    );
    let built = format!("../../target/{TARGET}/{profile}/carom_wasm.wasm");
    [
        Command::cargo(&build).variable("CARGO_ENCODED_RUSTFLAGS", &encoded(flags)),
        Command::cargo("run --quiet --").args(&[built, format!("../pkg/{name}")]).within("web/bindgen"),
    ]
}

/// These flags, and one that keeps the folders of this machine out of what is built: messages name the files of crates.
fn encoded(flags: &str) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let folders = home.map(|home| format!("--remap-path-prefix={}=", home.join("registry").join("src").display()));
    // As `CARGO_ENCODED_RUSTFLAGS` wants it.
    flags.split_whitespace().map(String::from).chain(folders).collect::<Vec<_>>().join("\u{1f}")
}

/// Whether the packages that the lock file names are there: npm keeps a copy of it beside them.
pub(crate) fn is_installed() -> bool {
    let modified = |path: &str| fs::metadata(root().join(path)).and_then(|file| file.modified()).ok();
    let (asked, there) = (modified("web/package-lock.json"), modified("web/node_modules/.package-lock.json"));
    asked.zip(there).is_some_and(|(asked, there)| asked <= there)
}

/// A hash of everything that the site is made from, names and contents.
fn stamp() -> Result<String, String> {
    let root = root();
    let mut files = Vec::new();
    for source in SOURCES {
        gather(&root.join(source), &mut files).map_err(|error| format!("{source}: {error}"))?;
    }
    files.sort();
    let mut hash = Fnv::new();
    for file in &files {
        let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let content = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        hash.add(name.as_bytes());
        hash.add(&content);
    }
    for part in parts(&read("Cargo.toml")?, &read("Cargo.lock")?) {
        hash.add(part.as_bytes());
    }
    Ok(format!("{:032x} of {} files\n", hash.0, files.len()))
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
}

/// What of the workspace's manifest and lock file the modules are made from: how they are compiled, and which packages of others are in
/// them. What else the workspace needs has nothing to do with the site.
fn parts(manifest: &str, lock: &str) -> Vec<String> {
    let profiles = sections(manifest)
        .filter(|part| ["[profile.release]", "[profile.web"].iter().any(|head| part.starts_with(head)));
    let packages: Vec<String> = sections(lock).filter(|part| part.starts_with("[[package]]")).collect();
    let mut wanted = vec!["carom-wasm".to_string()];
    let mut taken: Vec<String> = Vec::new();
    while let Some(name) = wanted.pop() {
        // A name stands alone unless there are several versions.
        let (name, version) =
            name.split_once(' ').map_or((name.as_str(), None), |(name, version)| (name, Some(version)));
        let is_it = |part: &&String| {
            part.contains(&format!("\nname = \"{name}\"\n"))
                && version.is_none_or(|version| part.contains(&format!("\nversion = \"{version}\"\n")))
        };
        for part in packages.iter().filter(is_it) {
            if !taken.contains(part) {
                taken.push(part.clone());
                let listed = part.lines().filter_map(|line| line.strip_prefix(" \"")?.strip_suffix("\","));
                wanted.extend(listed.map(String::from));
            }
        }
    }
    taken.sort();
    profiles.chain(taken).collect()
}

/// The parts of a TOML file, each from its head on, without comments.
fn sections(text: &str) -> impl Iterator<Item = String> {
    let mut parts: Vec<String> = vec![String::new()];
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    parts.into_iter()
}

/// All files of a folder, or the file itself.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return fs::metadata(path).map(|_| ());
    }
    for entry in fs::read_dir(path)? {
        gather(&entry?.path(), files)?;
    }
    Ok(())
}

fn size(folder: &Path) -> Result<u64, String> {
    let mut files = Vec::new();
    gather(folder, &mut files).map_err(|error| error.to_string())?;
    Ok(files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum())
}

/// The 128-bit hash of Fowler, Noll and Vo (FNV-1a): it tells of a change, and guards against nobody.
struct Fnv(u128);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds some bytes and how many they are, so that no two lists of parts are one.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().copied().chain((bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_made_from_these_sources() {
        check().unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn the_hash_is_that_of_fowler_noll_and_vo() {
        // The empty text and "a" followed by its length, computed by hand from the definition for the first.
        assert_eq!(Fnv::new().0, 144_066_263_297_769_815_596_495_629_667_062_367_629);
        let hash = |parts: &[&str]| {
            let mut hash = Fnv::new();
            parts.iter().for_each(|part| hash.add(part.as_bytes()));
            hash.0
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a"]), hash(&["b"]));
    }

    #[test]
    fn only_what_the_site_needs_of_the_workspace_counts() {
        let manifest =
            "[workspace]\nmembers = []\n\n[profile.web]\n# small\nlto = \"fat\"\n\n[profile.checked]\nlto = \"off\"\n";
        let package = |name: &str, needs: &str| {
            format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\ndependencies = [\n{needs}]\n\n")
        };
        let lock =
            |other: &str| package("carom-wasm", " \"serde 1.0.0\",\n") + &package("serde", "") + &package(other, "");
        let found = parts(manifest, &lock("clap"));
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0], "[profile.web]\nlto = \"fat\"\n");
        assert_eq!(found, parts(manifest, &lock("pyo3")));
        assert_ne!(found, parts(&manifest.replace("fat", "thin"), &lock("clap")));
        assert_ne!(
            found,
            parts(
                manifest,
                &lock("clap")
                    .replace("[\n]\n\n[[package]]\nname = \"clap", "[\n \"clap\",\n]\n\n[[package]]\nname = \"clap")
            )
        );
    }

    /// The tool that makes the bindings and what they are made for must be of one version.
    #[test]
    fn bindings_are_of_one_version() {
        let version = |file: &str, name: &str| {
            let text = fs::read_to_string(root().join(file)).unwrap();
            let line = text.lines().find(|line| line.starts_with(name)).unwrap().to_string();
            line.split('"').nth(1).unwrap().to_string()
        };
        let module = version("crates/carom-wasm/Cargo.toml", "wasm-bindgen =");
        assert!(module.starts_with('='), "{module}");
        assert_eq!(module, version("web/bindgen/Cargo.toml", "wasm-bindgen-cli-support ="));
    }
}
