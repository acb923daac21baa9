//! The order as it is written: the rows of ARCHITECTURE.md, and the list of uses that still go against it.

/// The files named in the first table after the heading that names `folder`, in order.
///
/// A row begins with one file in backticks, seen from the folder: ``| `walls/mod.rs` | … |``.
pub(super) fn rows(architecture: &str, folder: &str) -> Result<Vec<String>, String> {
    let wanted = format!("`{folder}`");
    let is_heading = |line: &&str| line.starts_with('#') && line.contains(&wanted);
    let mut lines = architecture.lines().skip_while(|line| !is_heading(line));
    if lines.next().is_none() {
        return Err(format!("ARCHITECTURE.md has no heading with {wanted}"));
    }
    let section = lines.take_while(|line| !line.starts_with('#'));
    let table = section.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    table.skip(2).map(row).collect()
}

fn row(line: &str) -> Result<String, String> {
    let cell = line.trim_start_matches('|').split('|').next().unwrap_or_default().trim();
    let name = cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    match name {
        Some(name) if name.ends_with(".rs") && !name.contains('`') => Ok(name.to_string()),
        _ => Err(format!("ARCHITECTURE.md: a row names one file; found `{cell}` in `{line}`")),
    }
}

/// A use that goes against the order and is known to.
#[derive(Debug, PartialEq)]
pub(super) struct Exception {
    pub(super) user: String,
    pub(super) used: String,
    pub(super) line: usize,
}

/// One a line, `user -> used: reason`; empty lines and those that begin with `#` are remarks.
pub(super) fn exceptions(text: &str) -> Result<Vec<Exception>, String> {
    let is_entry = |(_, line): &(usize, &str)| !line.trim().is_empty() && !line.starts_with('#');
    text.lines().enumerate().filter(is_entry).map(|(at, line)| exception(line, at + 1)).collect()
}

fn exception(text: &str, line: usize) -> Result<Exception, String> {
    let parts = text.split_once(" -> ").and_then(|(user, rest)| Some((user, rest.split_once(": ")?)));
    match parts {
        Some((user, (used, reason))) if !reason.trim().is_empty() => {
            Ok(Exception { user: user.trim().to_string(), used: used.trim().to_string(), line })
        }
        _ => Err(format!("line {line}: expected `user -> used: reason`; found `{text}`")),
    }
}
