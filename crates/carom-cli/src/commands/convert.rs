//! `carom convert`: a scene from one format to another.

use crate::output::{Failure, Output, is_dash};
use carom_scene::{Format, ReadLimits, Scene, Skipped, Unknown};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  carom convert drawing.svg scene.json
  carom convert level.tmx scene.toml
  carom convert scene.json - --to svg > scene.svg
  carom convert - parcels.geojson < scene.json
  carom convert map.yaml scene.json --unknown occupied

Formats: json and toml (scenes), svg, geojson, wkt; tmx and tmj (Tiled maps) and yaml (maps of robots, with PGM or PNG \
pictures) are read only. What is read is known by the end of the name, or else by what the file holds. What the other \
format cannot hold is told on standard error.";

/// Convert a scene from one format to another
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read, - for standard input
    input: PathBuf,
    /// The file to write, - for standard output
    out: PathBuf,
    /// The format to write; without it, what the end of the name says, or JSON on standard output
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    to: Option<Format>,
    /// Of a robot's map: what cells are that are neither occupied nor free [default: free]
    #[arg(long, value_name = "WHAT", value_parser = unknown_named)]
    unknown: Option<Unknown>,
}

/// What was done.
#[derive(Serialize)]
struct Converted {
    file: String,
    format: &'static str,
    bytes: usize,
    /// What of the input is not in the scene.
    skipped: Vec<Skipped>,
    /// What of the scene is not in the output.
    lost: Vec<Skipped>,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    if output.is_json && is_dash(&arguments.out) {
        return Err(Failure::usage("--json and - as the output both want standard output"));
    }
    let format = match arguments.to {
        Some(format) => format,
        None => format_of(&arguments.out)?,
    };
    let limits = ReadLimits::default();
    let (scene, skipped) = match arguments.unknown {
        Some(unknown) => Scene::read_map(&arguments.input, unknown, limits)?,
        None => Scene::read(&arguments.input, limits)?,
    };
    output.tell_skipped(&skipped);
    let (bytes, lost) = write(&scene, format, &arguments.out, output)?;
    if output.is_json {
        let file = arguments.out.display().to_string();
        return output.json("carom.convert/1", &Converted { file, format: format.extension(), bytes, skipped, lost });
    }
    Ok(())
}

/// Writes a scene and tells what is lost; gives the number of bytes, and what is lost.
pub(crate) fn write(
    scene: &Scene,
    format: Format,
    out: &Path,
    output: Output,
) -> Result<(usize, Vec<Skipped>), Failure> {
    let (text, lost) = scene.to(format).map_err(|fault| Failure::usage(fault.message))?;
    output.write(out, text.as_bytes())?;
    for left_out in &lost {
        output.warn(format!("{} {left_out}", if left_out.kept { "changed" } else { "lost" }));
    }
    if !is_dash(out) {
        output.note(format!("wrote {}", out.display()));
    }
    Ok((text.len(), lost))
}

/// The format that a file to be written has: by the end of its name, and JSON for standard output.
pub(crate) fn format_of(path: &Path) -> Result<Format, Failure> {
    if is_dash(path) {
        return Ok(Format::Json);
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    let (format, name) = (ending.and_then(Format::from_extension), path.display());
    if format.is_some_and(|format| !is_written(format)) {
        let message = "maps are read, not written; expected a name that ends in .json, .toml, .svg, .geojson or .wkt";
        return Err(Failure::usage(format!("{name}: {message}")));
    }
    format.ok_or_else(|| {
        Failure::usage(format!(
            "{name} tells no format; expected a name that ends in .json, .toml, .svg, .geojson or .wkt"
        ))
    })
}

fn is_written(format: Format) -> bool {
    !matches!(format, Format::Tmx | Format::Tmj | Format::Map)
}

fn format_named(word: &str) -> Result<Format, String> {
    let format = Format::from_extension(word).filter(|format| is_written(*format));
    format.ok_or_else(|| format!("`{word}` is not a format to write: json, toml, svg, geojson or wkt"))
}

fn unknown_named(word: &str) -> Result<Unknown, String> {
    match word {
        "free" => Ok(Unknown::Free),
        "occupied" => Ok(Unknown::Occupied),
        _ => Err(format!("`{word}` is not what a cell can be: free or occupied")),
    }
}
