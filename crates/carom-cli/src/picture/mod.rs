//! Pictures as files: which format, how many pixels.

mod animation;
mod raster;

use crate::output::{Failure, is_dash};
use animation::Frames;
use carom_draw::Picture;
use clap::ValueEnum;
use raster::{Canvas, Pixels};
use std::path::Path;

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines and shapes, sharp at every size
    Svg,
    /// Pixels
    Png,
    /// Moving pixels, at most 256 colours
    Gif,
    /// Moving pixels, all colours
    Apng,
}

impl Format {
    /// The format that was asked for, or the one that the file's name ends in. Standard output is SVG.
    pub(crate) fn of(path: &Path, wanted: Option<Format>) -> Result<Format, Failure> {
        if let Some(format) = wanted {
            return Ok(format);
        }
        if is_dash(path) {
            return Ok(Format::Svg);
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("gif") => Ok(Format::Gif),
            Some("apng") => Ok(Format::Apng),
            _ => {
                let path = path.display();
                Err(Failure::usage(format!("{path}: a picture's name ends in .svg, .png, .gif or .apng")))
            }
        }
    }

    /// Whether it shows motion.
    pub(crate) fn moves(self) -> bool {
        matches!(self, Format::Gif | Format::Apng)
    }
}

/// The file of a picture that stands still.
pub(crate) fn still(picture: Picture, format: Format, size: Option<[u32; 2]>) -> Result<Vec<u8>, Failure> {
    match format {
        Format::Svg => Ok(picture.shown_at(size).svg().into_bytes()),
        Format::Png => {
            // Twice as fine as drawn, for fine screens.
            let pixels = size.unwrap_or_else(|| pixels_of(&picture, 2.0));
            let canvas = Canvas::of(&picture, pixels).map_err(Failure::usage)?;
            raster::png(&canvas.pixels()).map_err(Failure::internal)
        }
        Format::Gif | Format::Apng => Err(Failure::usage("this stands still: write it as .svg or .png")),
    }
}

/// The file of a moving picture: what stays, and what is drawn over it in each frame.
pub(crate) fn moving(
    base: &Picture,
    format: Format,
    size: Option<[u32; 2]>,
    count: u32,
    delay: f64,
    mut over: impl FnMut(u32) -> Picture,
) -> Result<Vec<u8>, Failure> {
    let pixels = size.unwrap_or_else(|| pixels_of(base, 1.0));
    let base = Canvas::of(base, pixels).map_err(Failure::usage)?;
    let mut draw = |index: u32| -> Result<Pixels, String> {
        let mut canvas = base.clone();
        canvas.add(&over(index))?;
        Ok(canvas.pixels())
    };
    let frames = Frames { count: count.max(1), delay, draw: &mut draw };
    let file = if format == Format::Gif { animation::gif(frames) } else { animation::apng(frames) };
    file.map_err(Failure::internal)
}

fn pixels_of(picture: &Picture, scale: f64) -> [u32; 2] {
    [picture.width, picture.height].map(|side| (side * scale).round().clamp(1.0, 16_384.0) as u32)
}
