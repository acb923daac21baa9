//! Where the figures are kept: one file a day, with the machine and the command that repeats them.

use crate::table::Table;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

/// Writes the day's record and returns where it is; a second one on the same day replaces it.
pub fn write(tables: &[Table]) -> io::Result<PathBuf> {
    let date = date(days_since_1970());
    // Where cargo found this package, and not where it was compiled: two checkouts may share a target folder.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let folder = Path::new(&package).join("records");
    let file = folder.join(format!("{date}.md"));
    fs::create_dir_all(&folder)?;
    fs::write(&file, text(&date, tables))?;
    Ok(Path::new("bench/records").join(file.file_name().expect("just named")))
}

/// How many targets are met, and every one that is missed.
pub fn summary(tables: &[Table]) -> String {
    let (met, missed): (Vec<usize>, Vec<Vec<String>>) = tables.iter().map(Table::targets).unzip();
    let (met, missed): (usize, Vec<String>) = (met.iter().sum(), missed.concat());
    let wrong: usize = tables.iter().map(Table::wrong).sum();
    let mut text = format!("{met} of {} targets are met; {wrong} wrong answers.\n\n", met + missed.len());
    missed.iter().for_each(|line| writeln!(text, "- {line}").expect("a string takes all"));
    text
}

fn text(date: &str, tables: &[Table]) -> String {
    let tables_text: Vec<String> = tables.iter().map(Table::to_string).collect();
    format!(
        "# Speed beside the peers, {date}\n\n\
         Repeat it with `cargo xtask bench`.\n\
         Times are the best of several rounds in which everybody takes turns; \
         in brackets, how many times as long as carom a peer takes.\n\n\
         - machine: {}\n- compiler: {}\n- crates: {}\n\n{}\n{}",
        machine(),
        compiler(),
        crates(),
        summary(tables),
        tables_text.join("\n")
    )
}

fn machine() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or("?".to_string(), |n| n.to_string());
    format!("{model}, {cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    format!("{}, release, thin LTO, one codegen unit", version.unwrap_or("unknown rustc".to_string()))
}

/// The versions that were compiled in, as the lock file has them.
fn crates() -> String {
    let lock = include_str!("../Cargo.lock");
    let version = |name: &str| {
        let after = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
        Some(format!("{name} {}", after.split_once('"')?.0))
    };
    let names = [
        "carom",
        "robust",
        "geometry-predicates",
        "geo",
        "earcut",
        "parry2d",
        "parry2d-f64",
        "boxdd-sys",
        "bvh",
        "rapier2d",
    ];
    names.into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}

fn days_since_1970() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is past 1970");
    since.as_secs() / 86_400
}

/// The date in the Gregorian calendar, in UTC.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while 365 + u64::from(is_leap(year)) <= days {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while lengths[month] <= days {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        let cases = [
            (0, "1970-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
        ];
        for (days, expected) in cases {
            assert_eq!(date(days), expected, "{days}");
        }
    }
}
