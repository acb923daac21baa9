//! Installs the parts of the toolchain that are missing, and only those.
//!
//! Each part is looked for first, so that a machine that has them all needs no network.

use crate::command::Command;

/// The components rust-toolchain.toml names; a toolchain installed earlier may lack them.
pub(crate) fn ensure_components() -> Result<(), String> {
    for component in ["clippy", "rustfmt"] {
        ensure_component(component)?;
    }
    Ok(())
}

/// A part of the toolchain that few commands need.
pub(crate) fn ensure_component(name: &str) -> Result<(), String> {
    ensure("component list --installed", name, &format!("component add {name}"))
}

/// The standard library for another machine.
pub(crate) fn ensure_target(target: &str) -> Result<(), String> {
    ensure("target list --installed", target, &format!("target add {target}"))
}

/// Another compiler.
pub(crate) fn ensure_toolchain(version: &str) -> Result<(), String> {
    let install = format!("toolchain install {version} --profile minimal --no-self-update");
    ensure("toolchain list", version, &install)
}

/// A part of the nightly compiler, where that is installed or can be.
pub(crate) fn ensure_nightly(component: &str) -> Result<(), String> {
    ensure_toolchain("nightly")?;
    ensure(
        "component list --installed --toolchain nightly",
        component,
        &format!("component add --toolchain nightly {component}"),
    )
}

/// `cargo <tool>`, of this version if one is named.
pub(crate) fn ensure_tool(tool: &str, version: Option<&str>) -> Result<(), String> {
    let there = Command::cargo(&format!("{tool} --version")).output().unwrap_or_default();
    if !there.is_empty() && version.is_none_or(|version| there.trim().ends_with(version)) {
        return Ok(());
    }
    let version = version.map(|version| format!(" --version {version}")).unwrap_or_default();
    let install = Command::cargo(&format!("install cargo-{tool} --locked{version}"));
    println!("    $ {install}");
    install.run()
}

/// Installed parts are listed one a line, most of them with the host's name appended.
fn ensure(list: &str, part: &str, install: &str) -> Result<(), String> {
    let installed = Command::rustup(list).output()?;
    if installed.lines().any(|line| names(line, part)) {
        return Ok(());
    }
    let install = Command::rustup(install);
    println!("    $ {install}");
    install.run()
}

fn names(line: &str, part: &str) -> bool {
    let rest = line.strip_prefix(part);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', ' ']))
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_part_is_found_by_its_whole_name() {
        assert!(names("clippy-x86_64-unknown-linux-gnu", "clippy"));
        assert!(names("thumbv7em-none-eabihf", "thumbv7em-none-eabihf"));
        assert!(names("1.85.0-x86_64-unknown-linux-gnu (default)", "1.85.0"));
        assert!(!names("1.85.01-x86_64-unknown-linux-gnu", "1.85.0"));
        assert!(!names("thumbv7em-none-eabihf", "thumbv7em-none-eabi"));
    }
}
