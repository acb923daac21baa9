//! The playground in a real browser: `carom play` as it was just built (or the program that CAROM_PROGRAM names), Chromium, and the
//! specs in `web/tests`.

use crate::command::{Command, root};
use crate::web;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// How it went, if nothing failed.
#[derive(Debug, PartialEq)]
pub(crate) enum Checked {
    Yes,
    /// What this machine lacks.
    Not(String),
}

/// What Chromium and its kin are called.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The oldest Node that the packages in `web` run on.
const OLDEST_NODE: u32 = 20;

/// The program that all tests have just been run with: nothing is built again for this.
const BUILD: &str = "build --workspace --all-features --profile checked --bin carom --message-format json";

/// The scene that the specs find at its own address.
const SCENE: &str = "scenes/pinball.json";

/// Runs the specs, with these arguments for Playwright. What is missing is installed where it can be.
pub(crate) fn run(arguments: &[String]) -> Result<Checked, String> {
    let found = find_node().and_then(|()| find_browser()).and_then(|browser| install_packages().map(|()| browser));
    let browser = match found {
        Ok(browser) => browser,
        Err(Lack::Missing(what)) => return Ok(Checked::Not(what)),
        Err(Lack::Failed(error)) => return Err(error),
    };
    let playing = Playing::start()?;
    Command::program("npx --no-install playwright test")
        .args(arguments)
        .within("web")
        .variable("CHROMIUM", &browser)
        .variable("CAROM_ADDRESS", &playing.address)
        .variable("CAROM_PROGRAM", &playing.program)
        .run()?;
    Ok(Checked::Yes)
}

/// Why the specs cannot be run.
#[derive(Debug, PartialEq)]
enum Lack {
    /// Something that this machine has not got.
    Missing(String),
    /// Something that is wrong with the sources.
    Failed(String),
}

fn find_node() -> Result<(), Lack> {
    let versions = ["node", "npm"].map(|program| Command::program(&format!("{program} --version")).output());
    match &versions {
        [Ok(node), Ok(_)] if major(node) >= OLDEST_NODE => Ok(()),
        [Ok(node), Ok(_)] => Err(Lack::Missing(format!("Node {OLDEST_NODE} or later (here is {})", node.trim()))),
        [Ok(_), Err(_)] => Err(Lack::Missing("npm".into())),
        _ => Err(Lack::Missing(format!("Node {OLDEST_NODE} or later, with npm"))),
    }
}

/// 20 for `v20.20.2`.
fn major(version: &str) -> u32 {
    let digits: String = version.trim().trim_start_matches('v').chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// The browser that CHROMIUM names, or one on the PATH, or Debian's, installed now.
fn find_browser() -> Result<String, Lack> {
    if let Some(named) = std::env::var("CHROMIUM").ok().filter(|named| !named.is_empty()) {
        let works = Command::program(&named).args(&["--version".to_string()]).output();
        return works.map(|_| named.clone()).map_err(|error| Lack::Failed(format!("CHROMIUM={named}: {error}")));
    }
    let find = || BROWSERS.into_iter().find_map(on_path);
    let missing = || Lack::Missing("Chromium (set CHROMIUM, or install the package chromium)".into());
    find().or_else(|| install("chromium").then(find).flatten()).ok_or_else(missing)
}

/// The browser, or what is missing.
pub(crate) fn find() -> Result<String, String> {
    find_browser().map_err(|lack| match lack {
        Lack::Missing(what) | Lack::Failed(what) => what,
    })
}

/// Whether a program is on the PATH, if need be after its Debian package is installed.
pub(crate) fn has_program(program: &str, package: &str) -> bool {
    on_path(program).is_some() || (install(package) && on_path(program).is_some())
}

/// Installs a Debian package, where that can be done.
fn install(package: &str) -> bool {
    if on_path("apt-get").is_none() {
        return false;
    }
    let apt = |words: &str| {
        let command = Command::program(&format!("apt-get {words}")).variable("DEBIAN_FRONTEND", "noninteractive");
        println!("    $ {command}");
        command.output()
    };
    let install = format!("install --yes --quiet --no-install-recommends {package}");
    // A list of packages that is old or not there at all is fetched anew.
    let installed = apt(&install).or_else(|_| apt("update --quiet").and_then(|_| apt(&install)));
    installed.map_err(|error| println!("{error}")).is_ok()
}

/// Where a program is, if it is on the PATH.
fn on_path(program: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())?;
    Some(found.display().to_string())
}

/// What the lock file names, unless it is there already.
fn install_packages() -> Result<(), Lack> {
    if web::is_installed() {
        return Ok(());
    }
    let install = Command::program("npm ci --no-audit --no-fund")
        .within("web")
        // The browser is Debian's; nothing else is fetched.
        .variable("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    println!("    $ {install}");
    install.output().map(drop).map_err(|error| {
        let is_network = NETWORK.iter().any(|code| error.contains(code));
        if !is_network {
            return Lack::Failed(error);
        }
        println!("{error}");
        Lack::Missing("the packages of web/package-lock.json (npm cannot reach its registry)".into())
    })
}

/// What npm says if it cannot reach its registry.
const NETWORK: [&str; 6] = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH"];

/// The program, serving until it is dropped.
struct Playing {
    child: Child,
    program: String,
    address: String,
}

impl Playing {
    fn start() -> Result<Playing, String> {
        let program = match std::env::var_os("CAROM_PROGRAM") {
            Some(program) => program.into(),
            None => executable(&Command::cargo(BUILD).output()?).ok_or("cargo does not say where `carom` is")?,
        };
        let mut command = std::process::Command::new(&program);
        command.args(["play", SCENE, "--no-open", "--port", "0"]).current_dir(root());
        let failed = |error: std::io::Error| format!("`carom play` cannot be started: {error}");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        let out = child.stdout.take().map(|out| BufReader::new(out.take(1 << 10)).read_line(&mut line));
        let mut playing = Playing { child, program: program.display().to_string(), address: String::new() };
        match out {
            Some(Ok(_)) if line.starts_with("http://") => {}
            _ => return Err(format!("`carom play` prints no address but {line:?}")),
        }
        // Without the scene: a spec that wants it asks for it.
        playing.address = line.split('#').next().unwrap_or_default().trim_end().to_string();
        Ok(playing)
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The path of a program in what cargo tells of its build: one JSON object a line.
fn executable(messages: &str) -> Option<PathBuf> {
    let line = messages.lines().rfind(|line| line.contains(r#""executable":""#))?;
    let rest = line.split_once(r#""executable":""#)?.1;
    let mut path = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => return Some(path.into()),
            '\\' => path.push(letters.next()?),
            letter => path.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node() {
        assert_eq!((major("v20.20.2\n"), major("v9.1.0"), major("")), (20, 9, 0));
    }

    #[test]
    fn the_program_is_found_in_what_cargo_says() {
        let messages = r#"{"reason":"compiler-artifact","executable":null}
{"reason":"compiler-artifact","filenames":["/t/x"],"executable":"/t/a \"b\"/carom","fresh":true}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/t/a \"b\"/carom")));
        assert_eq!(executable("{}"), None);
    }

    #[test]
    fn programs_on_the_path() {
        assert!(on_path("cargo").is_some() && on_path("no-such-program-of-carom").is_none());
    }
}
