//! Moving pictures: GIF with one palette for all frames, and animated PNG.
//!
//! Only the part of a frame that differs from the one before is written.

use super::raster::Pixels;
use std::collections::BTreeMap;

/// Frames to be drawn one by one, so that only two are in memory.
pub(crate) struct Frames<'a> {
    pub(crate) count: u32,
    /// Seconds between two frames.
    pub(crate) delay: f64,
    pub(crate) draw: &'a mut dyn FnMut(u32) -> Result<Pixels, String>,
}

/// The file of an animated GIF that repeats for ever.
pub(crate) fn gif(frames: Frames<'_>) -> Result<Vec<u8>, String> {
    let told = |error: gif::EncodingError| format!("the picture cannot be written as GIF: {error}");
    let palette = Palette::of(&mut *frames.draw, frames.count)?;
    let first = (frames.draw)(0)?;
    let [width, height] = [first.width, first.height].map(u16::try_from);
    let (Ok(width), Ok(height)) = (width, height) else {
        return Err(format!("a GIF has at most 65535 by 65535 pixels; this has {} by {}", first.width, first.height));
    };
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, width, height, &palette.bytes()).map_err(told)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(told)?;
    let delay = (frames.delay * 100.0).round().clamp(2.0, 60_000.0) as u16;
    let mut lookup = BTreeMap::new();
    let mut before: Option<Pixels> = None;
    for index in 0..frames.count {
        let now = (frames.draw)(index)?;
        let Part { x, y, width, height } = changed(before.as_ref(), &now);
        let mut buffer = Vec::with_capacity((width * height) as usize);
        for row in y..y + height {
            for column in x..x + width {
                let color = now.at(column, row);
                let is_same = before.as_ref().is_some_and(|old| old.at(column, row) == color);
                let index = if is_same { TRANSPARENT } else { palette.nearest(color, &mut lookup) };
                buffer.push(index);
            }
        }
        let frame = gif::Frame {
            delay,
            left: x as u16,
            top: y as u16,
            width: width as u16,
            height: height as u16,
            transparent: Some(TRANSPARENT),
            dispose: gif::DisposalMethod::Keep,
            buffer: buffer.into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(told)?;
        before = Some(now);
    }
    drop(encoder);
    Ok(file)
}

/// The file of an animated PNG that repeats for ever.
pub(crate) fn apng(frames: Frames<'_>) -> Result<Vec<u8>, String> {
    let told = |error: png::EncodingError| format!("the picture cannot be written as PNG: {error}");
    let first = (frames.draw)(0)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, first.width, first.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(frames.count, 0).map_err(told)?;
    let delay = (frames.delay * 1000.0).round().clamp(1.0, 60_000.0) as u16;
    encoder.set_frame_delay(delay, 1000).map_err(told)?;
    let mut writer = encoder.write_header().map_err(told)?;
    let mut before: Option<Pixels> = None;
    for index in 0..frames.count {
        let now = (frames.draw)(index)?;
        let Part { x, y, width, height } = changed(before.as_ref(), &now);
        if before.is_some() {
            // First the position of the new part must fit the old size, so it starts at the corner.
            writer.set_frame_position(0, 0).map_err(told)?;
            writer.set_frame_dimension(width, height).map_err(told)?;
            writer.set_frame_position(x, y).map_err(told)?;
        }
        let rows = (y..y + height).flat_map(|row| {
            let start = 3 * (row * now.width + x) as usize;
            now.rgb[start..start + 3 * width as usize].iter().copied()
        });
        let rows: Vec<u8> = rows.collect();
        writer.write_image_data(&rows).map_err(told)?;
        before = Some(now);
    }
    writer.finish().map_err(told)?;
    Ok(file)
}

/// The last colour of the palette is kept for pixels that stay as they were.
const TRANSPARENT: u8 = 255;

struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// The smallest rectangle outside of which nothing has changed; never empty.
fn changed(before: Option<&Pixels>, now: &Pixels) -> Part {
    let Some(before) = before else { return Part { x: 0, y: 0, width: now.width, height: now.height } };
    let (mut left, mut right, mut top, mut bottom) = (now.width, 0, now.height, 0);
    for row in 0..now.height {
        for column in 0..now.width {
            if before.at(column, row) != now.at(column, row) {
                (left, right) = (left.min(column), right.max(column + 1));
                (top, bottom) = (top.min(row), bottom.max(row + 1));
            }
        }
    }
    if right <= left {
        return Part { x: 0, y: 0, width: 1, height: 1 };
    }
    Part { x: left, y: top, width: right - left, height: bottom - top }
}

impl Pixels {
    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let place = 3 * (y * self.width + x) as usize;
        [self.rgb[place], self.rgb[place + 1], self.rgb[place + 2]]
    }
}

/// At most 255 colours.
struct Palette(Vec<[u8; 3]>);

impl Palette {
    /// The colours that suit a dozen of the frames.
    fn of(draw: &mut dyn FnMut(u32) -> Result<Pixels, String>, count: u32) -> Result<Palette, String> {
        let mut seen: BTreeMap<[u8; 3], u64> = BTreeMap::new();
        for sample in 0..count.min(12) {
            let frame = draw((u64::from(sample) * u64::from(count) / u64::from(count.min(12))) as u32)?;
            for color in frame.rgb.chunks_exact(3) {
                *seen.entry([color[0], color[1], color[2]]).or_default() += 1;
            }
        }
        // The commonest are taken as they are: grounds and lines stay exact. The rest is divided in boxes.
        let mut colors: Vec<([u8; 3], u64)> = seen.into_iter().collect();
        colors.sort_by_key(|&(color, times)| (std::cmp::Reverse(times), color));
        let rest = colors.split_off(colors.len().min(48));
        let mut palette: Vec<[u8; 3]> = colors.into_iter().map(|(color, _)| color).collect();
        let mut boxes = if rest.is_empty() { Vec::new() } else { vec![rest] };
        while boxes.len() < 255 - 48 {
            let widest =
                boxes.iter().enumerate().max_by_key(|(index, part)| (spread(part).1, std::cmp::Reverse(*index)));
            let Some((index, part)) = widest else { break };
            let (channel, width) = spread(part);
            if width == 0 {
                break;
            }
            let mut part = boxes.swap_remove(index);
            part.sort_by_key(|&(color, _)| (color[channel], color));
            let upper = part.split_off(part.len() / 2);
            boxes.push(part);
            boxes.push(upper);
        }
        palette.extend(boxes.iter().map(|part| mean(part)));
        Ok(Palette(palette))
    }

    /// All 256 entries, as a GIF wants them.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    fn nearest(&self, color: [u8; 3], known: &mut BTreeMap<[u8; 3], u8>) -> u8 {
        if let Some(&index) = known.get(&color) {
            return index;
        }
        let distance = |other: &[u8; 3]| -> i32 {
            (0..3).map(|channel| (i32::from(other[channel]) - i32::from(color[channel])).pow(2)).sum()
        };
        let nearest = (0..255_u8).zip(&self.0).min_by_key(|(_, other)| distance(other));
        let index = nearest.map_or(0, |(index, _)| index);
        known.insert(color, index);
        index
    }
}

/// The channel in which colours differ most, and by how much.
fn spread(part: &[([u8; 3], u64)]) -> (usize, u8) {
    let width = |channel: usize| {
        let values = || part.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    let channel = if widths[1] >= widths[0] && widths[1] >= widths[2] {
        1
    } else if widths[0] >= widths[2] {
        0
    } else {
        2
    };
    (channel, if part.len() < 2 { 0 } else { widths[channel] })
}

fn mean(part: &[([u8; 3], u64)]) -> [u8; 3] {
    let total: u64 = part.iter().map(|(_, times)| times).sum::<u64>().max(1);
    [0, 1, 2].map(|channel| {
        let sum: u64 = part.iter().map(|(color, times)| u64::from(color[channel]) * times).sum();
        ((sum + total / 2) / total) as u8
    })
}
