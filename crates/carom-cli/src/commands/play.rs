//! `carom play`: the playground in a browser.

use super::whole_number;
use crate::output::{self, Failure, Output};
use crate::serve::{File, Server};
use crate::site;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the page is if nobody says, so that its links stay the same.
const PORT: u16 = 8420;

/// Where the page finds the scene that was named.
const SCENE: &str = "/scene.json";

const EXAMPLES: &str = "\
Examples:
  carom play                                    the playground in your browser
  carom play level.tmx                          with a scene of your own; all formats that `carom convert` reads
  carom play --no-open --port 9000              serve only, at http://127.0.0.1:9000/

The page is part of this program: nothing is fetched, and it works without a network. It is served on the loopback \
address only, so no other machine can reach it. The address is printed on standard output; Ctrl-C ends it, with status 0.

The browser is the one that BROWSER names, or else the system's own.

With --json (schema carom.play/1): address, and scene (its name, if one was given).";

/// Show the playground in a browser: drag points and walls, watch thousands of balls
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A scene's file to begin with, - for standard input
    scene: Option<PathBuf>,
    /// The port to serve at, 0 for a free one; without it 8420, or a free one if that is taken
    #[arg(long, value_name = "N", value_parser = port)]
    port: Option<u16>,
    /// Open no browser
    #[arg(long)]
    no_open: bool,
}

fn port(word: &str) -> Result<u16, String> {
    let number = whole_number(word, 0, u64::from(u16::MAX))?;
    u16::try_from(number).map_err(|error| error.to_string())
}

/// What is told when the page can be had.
#[derive(Serialize)]
struct Playing {
    address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<String>,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let mut files: Vec<File> = site::files().collect();
    if files.is_empty() {
        let message =
            "this program was built without the page; run `cargo xtask web` in its sources and build it again";
        return Err(Failure::internal(message));
    }
    let scene = arguments.scene.as_deref().map(|path| read(path, output)).transpose()?;
    let name = scene.map(|(name, file)| {
        files.push(file);
        name
    });
    let server = serve(arguments.port)?;
    let wish = if name.is_some() { "#many?scene=served" } else { "" };
    let address = format!("{}{wish}", server.address());
    output::expect_interruption();
    if output.is_json {
        output.json("carom.play/1", &Playing { address: address.clone(), scene: name })?;
    } else {
        output.print(&format!("{address}\n"))?;
    }
    if !arguments.no_open && !open(&address) {
        output.note("no browser could be opened; open the address in one yourself");
    }
    output.note("Ctrl-C ends it");
    server.run(files);
    Ok(())
}

/// A scene that can be built, its name, and the file that the page gets.
fn read(path: &Path, output: Output) -> Result<(String, File), Failure> {
    let scene = output.read_scene(path)?;
    scene.build()?;
    let bytes = scene.to_json().into_bytes().into();
    let file = File { path: SCENE, kind: "application/json", bytes };
    Ok((scene.name.unwrap_or_else(|| "standard input".into()), file))
}

/// At the port that is asked for. If none is, at ours, or at a free one if somebody else is there.
fn serve(port: Option<u16>) -> Result<Server, Failure> {
    let server = match port {
        Some(port) => Server::at(port),
        None => Server::at(PORT).or_else(|_| Server::at(0)),
    };
    server.map_err(|error| {
        let port = port.unwrap_or(PORT);
        Failure::io(format!("port {port} of 127.0.0.1 cannot be used: {error}"))
    })
}

/// Shows an address in a browser; whether that could be begun.
fn open(address: &str) -> bool {
    let Some(mut browser) = browser() else { return false };
    browser.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C is meant for us, not for the browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut browser, 0);
    browser.spawn().is_ok()
}

/// The program that shows an address. Without a screen there is none.
fn browser() -> Option<Command> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(browser) = variable("BROWSER") {
        return Some(Command::new(browser));
    }
    if cfg!(windows) {
        let mut browser = Command::new("rundll32");
        browser.arg("url.dll,FileProtocolHandler");
        return Some(browser);
    }
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    let has_screen = variable("DISPLAY").or_else(|| variable("WAYLAND_DISPLAY")).is_some();
    has_screen.then(|| Command::new("xdg-open"))
}
