//! A picture as pixels.

use super::{Picture, svg};
use resvg::{tiny_skia, usvg};

/// Pixels row by row, three bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) rgb: Vec<u8>,
}

/// The most pixels a picture may have.
pub(crate) const MOST: u64 = 64_000_000;

/// A sheet of pixels that more can be drawn on.
#[derive(Clone)]
pub(crate) struct Canvas(tiny_skia::Pixmap);

impl Canvas {
    /// A picture, as large as wanted.
    pub(crate) fn of(picture: &Picture, [width, height]: [u32; 2]) -> Result<Canvas, String> {
        if u64::from(width) * u64::from(height) > MOST {
            return Err(format!("a picture of {width} by {height} pixels is too large; at most {MOST} pixels"));
        }
        let pixels = tiny_skia::Pixmap::new(width, height);
        let mut canvas = Canvas(pixels.ok_or_else(|| format!("no picture has {width} by {height} pixels"))?);
        canvas.add(picture)?;
        Ok(canvas)
    }

    /// Draws a picture over what is there.
    pub(crate) fn add(&mut self, picture: &Picture) -> Result<(), String> {
        let tree = usvg::Tree::from_str(&svg::text(picture), &usvg::Options::default());
        let tree = tree.map_err(|error| format!("the picture cannot be drawn: {error}"))?;
        let [x, y] = [self.0.width() as f32 / tree.size().width(), self.0.height() as f32 / tree.size().height()];
        resvg::render(&tree, tiny_skia::Transform::from_scale(x, y), &mut self.0.as_mut());
        Ok(())
    }

    pub(crate) fn pixels(&self) -> Pixels {
        let rgb = self.0.pixels().iter().flat_map(|pixel| {
            let color = pixel.demultiply();
            [color.red(), color.green(), color.blue()]
        });
        Pixels { width: self.0.width(), height: self.0.height(), rgb: rgb.collect() }
    }
}

/// The file of a PNG picture.
pub(crate) fn png(pixels: &Pixels) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let told = |error: png::EncodingError| format!("the picture cannot be written as PNG: {error}");
    let mut writer = encoder.write_header().map_err(told)?;
    writer.write_image_data(&pixels.rgb).map_err(told)?;
    writer.finish().map_err(told)?;
    Ok(file)
}
