//! Everything for a release but the upload: `cargo xtask release`.

use crate::command::{Command, root};
use crate::test::NOT_CHECKED;
use crate::{python, rustup};
use std::fs;

/// What is published, in the order in which it is uploaded.
const CRATES: [&str; 4] = ["carom", "carom-draw", "carom-scene", "carom-cli"];

/// Licences that do not ask more of users than ours do; `deny.toml` has the same list for cargo-deny.
const LICENCES: [&str; 13] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "CC0-1.0",
    "BSL-1.0",
    "MIT-0",
];

/// Stops at the first thing that is not as it must be; names what could not be looked at.
pub(crate) fn run(is_dry: bool) -> Result<(), String> {
    let version = version()?;
    if !is_dry {
        written_down(&version)?;
        committed()?;
    }
    let told = |what: &str| println!("\n=== {what}");
    told("licences of all that is built in");
    licences()?;
    told("packages");
    packages(is_dry)?;
    told("documentation, as its host builds it");
    for name in &CRATES[..3] {
        Command::cargo(&format!("doc --no-deps --all-features --package {name}"))
            .variable("RUSTDOCFLAGS", "--cfg docsrs -D warnings")
            .run()?;
    }
    told("advisories, and changes that break users");
    let mut not_checked = Vec::new();
    with_tool("deny", "check bans licenses sources", &mut not_checked)?;
    advisories(&mut not_checked)?;
    match last_release() {
        Some(tag) => with_tool("semver-checks", &format!("--package carom --baseline-rev {tag}"), &mut not_checked)?,
        None => not_checked.push(format!("{NOT_CHECKED}: what breaks users, as nothing was released yet to break")),
    }
    if !is_dry {
        told("wheels");
        python::wheels()?;
    }
    println!("\nReady: {version}. What is left to do by hand:");
    for name in CRATES {
        println!("  cargo publish --package {name}");
    }
    println!("  twine upload target/wheels/*/*.whl\n  git tag v{version}");
    for line in not_checked {
        println!("\n{line}");
    }
    Ok(())
}

/// The one version of the workspace.
fn version() -> Result<String, String> {
    let text = read("Cargo.toml")?;
    let line = text.lines().find_map(|line| line.strip_prefix("version = \""));
    line.and_then(|rest| rest.strip_suffix('"')).map(String::from).ok_or_else(|| "Cargo.toml has no version".into())
}

/// The changelog begins with this version, and does not call it unreleased.
fn written_down(version: &str) -> Result<(), String> {
    let text = read("CHANGELOG.md")?;
    let heading = text.lines().find(|line| line.starts_with("## ")).unwrap_or("");
    let is_this = heading.starts_with(&format!("## {version}"));
    if is_this && !heading.contains("not yet released") {
        return Ok(());
    }
    Err(format!("CHANGELOG.md begins with `{heading}`; expected `## {version}, ` and a date"))
}

fn committed() -> Result<(), String> {
    let changed = Command::program("git status --porcelain").output()?;
    if changed.is_empty() { Ok(()) } else { Err(format!("not everything is committed:\n{changed}")) }
}

fn packages(is_dry: bool) -> Result<(), String> {
    let names = CRATES.map(|name| format!("--package {name}")).join(" ");
    // A dry run looks at what would be in them, and builds nothing.
    let how = if is_dry { " --no-verify --allow-dirty" } else { "" };
    Command::cargo(&format!("package {names}{how}")).run()?;
    for name in CRATES {
        let list = Command::cargo(&format!("package --list --allow-dirty --package {name}")).output()?;
        println!("{name}: {} files", list.lines().count());
        has_the_licences(name, &list)?;
        if name == "carom-cli" {
            has_the_page(&list)?;
        }
    }
    Ok(())
}

/// Both licences ask to be in every copy.
fn has_the_licences(name: &str, list: &str) -> Result<(), String> {
    match ["LICENSE-MIT", "LICENSE-APACHE"].into_iter().find(|licence| !list.lines().any(|line| line == *licence)) {
        Some(missing) => Err(format!("the package of {name} lacks {missing}")),
        None => Ok(()),
    }
}

/// Whoever installs the command from its package has `carom play` with all its files.
fn has_the_page(list: &str) -> Result<(), String> {
    let page = Command::program("git ls-files web/site").output()?;
    let mut names = page.lines().filter_map(|name| name.strip_prefix("web/")).peekable();
    if names.peek().is_none() {
        return Err("there is no web/site; build it with: cargo xtask web".into());
    }
    match names.find(|name| !list.lines().any(|line| line.replace('\\', "/") == *name)) {
        Some(missing) => Err(format!("the package of carom-cli lacks {missing}")),
        None => Ok(()),
    }
}

fn licences() -> Result<(), String> {
    let names = CRATES.map(|name| format!("--package {name}")).join(" ");
    let tree = Command::cargo(&format!("tree {names} --all-features --edges normal,build --prefix none --format"))
        .args(&["{l}|{p}".to_string()])
        .output()?;
    let mut lines: Vec<&str> = tree.lines().filter(|line| line.contains('|')).collect();
    lines.sort_unstable();
    lines.dedup();
    let refused: Vec<&&str> = lines.iter().filter(|line| !is_allowed(line.split('|').next().unwrap_or(""))).collect();
    println!("{} packages, {} refused", lines.len(), refused.len());
    if refused.is_empty() { Ok(()) } else { Err(format!("licences that are not in the list: {refused:?}")) }
}

/// Whether one of the ways to take it is allowed: `MIT OR (Apache-2.0 AND ISC)`.
fn is_allowed(expression: &str) -> bool {
    // Parts outside of parentheses, by a word.
    fn parts<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
        let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
        for (i, letter) in text.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ if depth == 0 && text[i..].starts_with(word) => {
                    parts.push(&text[from..i]);
                    from = i + word.len();
                }
                _ => {}
            }
        }
        parts.push(&text[from..]);
        parts
    }
    let text = expression.trim();
    let either = if text.contains(" OR ") { parts(text, " OR ") } else { parts(text, "/") };
    if either.len() > 1 {
        return either.into_iter().any(is_allowed);
    }
    let both = parts(text, " AND ");
    if both.len() > 1 {
        return both.into_iter().all(is_allowed);
    }
    match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => is_allowed(inner),
        None => LICENCES.contains(&text),
    }
}

/// Runs `cargo <tool>`, which is installed if it can be.
fn with_tool(tool: &str, words: &str, not_checked: &mut Vec<String>) -> Result<(), String> {
    if let Err(error) = rustup::ensure_tool(tool, None) {
        not_checked.push(format!("{NOT_CHECKED}: cargo {tool} {words}, as cargo-{tool} cannot be installed: {error}"));
        return Ok(());
    }
    Command::cargo(&format!("{tool} {words}")).run()
}

/// Known faults of what is built in. They are kept in a repository of others, which not every machine can reach.
fn advisories(not_checked: &mut Vec<String>) -> Result<(), String> {
    if Command::cargo("deny --version").output().is_err() {
        return Ok(());
    }
    let (said, result) = Command::cargo("deny check advisories").run_quietly();
    print!("{said}");
    if result.is_err() && said.contains("failed to fetch advisory database") {
        not_checked.push(format!("{NOT_CHECKED}: cargo deny check advisories, as this machine cannot reach them"));
        return Ok(());
    }
    result
}

/// The tag of the last release in the history of what is here.
fn last_release() -> Option<String> {
    let tag = Command::program("git describe --tags --abbrev=0 --match v[0-9]*").output().ok()?;
    Some(tag.trim().to_string())
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_by_their_expressions() {
        for allowed in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Unicode-3.0", "ISC AND MIT"] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in ["", "GPL-3.0", "MIT AND GPL-3.0", "LGPL-3.0 OR GPL-3.0", "(MIT OR ISC) AND MPL-2.0"] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn cargo_deny_has_the_same_list() {
        let text = read("deny.toml").expect("it is there");
        for licence in LICENCES {
            assert!(text.contains(&format!("\"{licence}\"")), "{licence}");
        }
    }

    /// As cargo lists them, and the same text as at the top of the repository.
    #[test]
    fn every_package_has_the_licences() {
        assert_eq!(
            has_the_licences("x", "LICENSE-MIT\nREADME.md"),
            Err("the package of x lacks LICENSE-APACHE".into())
        );
        for name in CRATES {
            let list = Command::cargo(&format!("package --list --allow-dirty --package {name}")).output();
            assert_eq!(list.and_then(|list| has_the_licences(name, &list)), Ok(()));
            for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
                assert_eq!(read(&format!("crates/{name}/{licence}")), read(licence), "{name}");
            }
        }
    }

    #[test]
    fn a_package_without_the_page_is_refused() {
        let page =
            Command::program("git ls-files web/site").output().expect("git lists files").replace("web/site", "site");
        assert_eq!(has_the_page(&format!("Cargo.toml\n{page}")), Ok(()));
        let without = page.lines().filter(|line| *line != "site/index.html").collect::<Vec<_>>().join("\n");
        assert_eq!(has_the_page(&without), Err("the package of carom-cli lacks site/index.html".into()));
    }

    #[test]
    fn a_version_that_is_not_written_down_is_no_release() {
        assert!(written_down("99.0.0").unwrap_err().contains("expected `## 99.0.0, ` and a date"));
        assert!(version().is_ok_and(|version| version.split('.').count() == 3));
    }
}
