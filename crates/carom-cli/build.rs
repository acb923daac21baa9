//! Puts the playground's files into the program: a table of everything under `web/site`, as `cargo xtask web` built it.
//!
//! `site` beside this file is a link there, which a package has as files of its own. Where links are only texts, as git for Windows makes
//! them unless it is told otherwise, the folder is found without it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let folder = [package.join("site"), package.join("../../web/site")].into_iter().find(|folder| folder.is_dir());
    let folder = folder.unwrap_or_else(|| package.join("site"));
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    if folder.is_dir() {
        list(&folder, "", &mut names)?;
    }
    // In the order of their names on every machine.
    names.sort();
    let mut table = String::from("&[\n");
    for name in names {
        let path = folder.join(&name).canonicalize()?;
        let _ = writeln!(table, "    ({:?}, include_bytes!({path:?})),", format!("/{name}"));
    }
    table.push_str("]\n");
    fs::write(Path::new(&variable("OUT_DIR")).join("site.rs"), table)
}

/// The names of all files in a folder and in the folders below it.
fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

/// What cargo tells every build script.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
