//! A picture as pixels.
//!
//! Letters that are not among our own are drawn with the fonts of this machine, the first one that has the letter; those that
//! no font has are boxes with the letter's number. The fonts are looked for only when a picture has such letters.

use carom_draw::Picture;
use resvg::usvg::fontdb::{Database, FaceInfo, ID, Style, Weight};
use resvg::{tiny_skia, usvg};
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

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
        let text = picture.svg_with(&|letter| font_with(letter, &FONTS).is_some());
        let tree = usvg::Tree::from_str(&text, &options(&text));
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

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Where letters are looked for, if there are any.
fn options(text: &str) -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    if text.contains("<text ") {
        options.fontdb = FONTS.clone();
        options.font_resolver = usvg::FontResolver {
            select_font: Box::new(|_, fonts| plain_first(fonts).first().map(|face| face.id)),
            select_fallback: Box::new(|letter, _, fonts| font_with(letter, fonts)),
        };
    }
    options
}

/// The first font that has a letter; an upright one of usual weight if there is one.
fn font_with(letter: char, fonts: &Database) -> Option<ID> {
    let has = |face: &&FaceInfo| {
        let found = fonts.with_face_data(face.id, |data, index| {
            FontRef::from_index(data, index).is_ok_and(|font| font.charmap().map(letter).is_some())
        });
        found == Some(true)
    };
    plain_first(fonts).into_iter().find(has).map(|face| face.id)
}

fn plain_first(fonts: &Database) -> Vec<&FaceInfo> {
    let mut faces: Vec<&FaceInfo> = fonts.faces().collect();
    let order = |face: &&FaceInfo| {
        let is_plain = face.style == Style::Normal && face.weight == Weight::NORMAL && !face.monospaced;
        // By name, so that it does not matter in which order a folder lists its files.
        (!is_plain, face.post_script_name.clone())
    };
    faces.sort_by_cached_key(order);
    faces
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
