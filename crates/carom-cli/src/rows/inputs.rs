//! Which files are read: those that are named, and those in folders that are named.

use super::RowFormat;
use super::ends_in;
use super::pieces::ColumnForm;
use crate::output::{Failure, Output, is_dash};
use std::path::{Path, PathBuf};

/// How deep folders may be in each other.
const MAX_DEPTH: usize = 32;

/// The files to read, in the order given; those of a folder in the order of their names, folders in it too. What is in a folder and is
/// not read is told.
pub(crate) fn inputs(named: &[PathBuf], output: Output) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in named {
        if is_dash(path) || !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        take_folder(path, 0, &mut found, output)?;
        if found.len() == before {
            let endings = ".csv, .tsv, .ndjson, .jsonl, .parquet, .arrow or .feather";
            return Err(Failure::data(format!("{}: the folder has no file that ends in {endings}", path.display())));
        }
    }
    Ok(found)
}

fn take_folder(folder: &Path, depth: usize, found: &mut Vec<PathBuf>, output: Output) -> Result<(), Failure> {
    let told = |error: std::io::Error| Failure::io(format!("{}: it cannot be read: {error}", folder.display()));
    if depth > MAX_DEPTH {
        return Err(Failure::data(format!("{}: folders are nested more than {MAX_DEPTH} deep", folder.display())));
    }
    let entries = std::fs::read_dir(folder).map_err(told)?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<PathBuf>, _>>().map_err(told)?;
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // What other programs leave beside their files: _SUCCESS, .crc and the like.
        if name.starts_with(['.', '_']) {
            continue;
        }
        if path.is_dir() {
            take_folder(&path, depth + 1, found, output)?;
        } else if is_of_rows(&path) {
            found.push(path);
        } else {
            output.warn(format!("{} is not read: its name does not end like that of a file of rows", path.display()));
        }
    }
    Ok(())
}

fn is_of_rows(path: &Path) -> bool {
    let is_packed = ["gz", "zst", "zstd"].iter().any(|ending| ends_in(path, ending));
    let inner = if is_packed { path.with_extension("") } else { path.to_path_buf() };
    RowFormat::of(&inner).is_some() || (!is_packed && ColumnForm::of(path).is_some())
}
