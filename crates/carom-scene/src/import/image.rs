//! Pictures of maps: PGM (`P2` and `P5`) and PNG, as they are in the file.

use crate::fault::Fault;
use std::io::Cursor;

/// A picture. The first row is the upper one.
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The value of white, and of what is opaque.
    pub(crate) max: u16,
    /// 1 grey, 2 grey and opacity, 3 red, green and blue, 4 these and opacity.
    pub(crate) channels: usize,
    /// Row by row the channels of each pixel; in two bytes each, the upper one first, if the maximum is above 255.
    bytes: Vec<u8>,
}

/// More pixels than this are refused.
pub(crate) const MAX_PIXELS: u64 = 1 << 26;

/// More bytes than this, unpacked, are refused.
const MAX_BYTES: u64 = 1 << 28;

impl Image {
    /// The picture that a file holds.
    pub(crate) fn read(bytes: &[u8]) -> Result<Image, Fault> {
        match bytes {
            [b'P', b'2' | b'5', ..] => pgm(bytes),
            [0x89, b'P', b'N', b'G', ..] => png(bytes),
            [b'P', kind @ b'1'..=b'7', ..] => {
                Err(Fault::data(format!("it is a P{} picture; P2, P5 (PGM) and PNG are read", char::from(*kind))))
            }
            [] => Err(Fault::data("it is empty; expected a PGM (P2, P5) or PNG picture")),
            _ => Err(Fault::data("it is no picture that is read; expected PGM (P2, P5) or PNG")),
        }
    }

    /// The channels of a pixel: column, and row from above.
    pub(crate) fn pixel(&self, column: usize, row: usize) -> impl Iterator<Item = u16> + '_ {
        let first = (row * self.width + column) * self.channels;
        (first..first + self.channels).map(|i| match self.max {
            ..=255 => self.bytes[i].into(),
            _ => u16::from_be_bytes([self.bytes[2 * i], self.bytes[2 * i + 1]]),
        })
    }

    /// Refuses sizes that are too large, before there is any memory for them.
    fn check_size(width: u64, height: u64, pixel_bytes: u64) -> Result<(), Fault> {
        if width == 0 || height == 0 {
            return Err(Fault::data(format!("it has {width} × {height} pixels; expected at least one")));
        }
        let pixels = width.checked_mul(height).filter(|pixels| *pixels <= MAX_PIXELS);
        let Some(pixels) = pixels else {
            return Err(Fault::data(format!("it has {width} × {height} pixels; at most {MAX_PIXELS} are read")));
        };
        if MAX_BYTES < pixels * pixel_bytes {
            return Err(Fault::data(format!(
                "it has {width} × {height} pixels of {pixel_bytes} bytes; at most {MAX_BYTES} bytes are read"
            )));
        }
        Ok(())
    }
}

fn pgm(file: &[u8]) -> Result<Image, Fault> {
    let mut words = Words { bytes: file, at: 2 };
    let [width, height, max] = [words.number("its width")?, words.number("its height")?, words.number("its maximum")?];
    let Some(max) = u16::try_from(max).ok().filter(|max| *max > 0) else {
        return Err(Fault::data(format!("its maximum is {max}; expected 1 to 65535")));
    };
    let pixel_bytes = if max > 255 { 2 } else { 1 };
    Image::check_size(width, height, pixel_bytes)?;
    let (width, height) = (width as usize, height as usize);
    let wanted = width * height * pixel_bytes as usize;
    let too_bright = |pixel: usize, value: u64| {
        let (column, row) = (pixel % width + 1, pixel / width + 1);
        Fault::data(format!("its pixel in column {column}, row {row} is {value}; expected at most {max}, its maximum"))
    };
    if file[1] == b'2' {
        // No more memory than the file can fill: a pixel takes a digit and a space.
        let mut bytes = Vec::with_capacity(wanted.min(file.len()));
        for pixel in 0..width * height {
            let value = words.number("a pixel")?;
            if u64::from(max) < value {
                return Err(too_bright(pixel, value));
            }
            let value = (value as u16).to_be_bytes();
            bytes.extend_from_slice(if max > 255 { &value } else { &value[1..] });
        }
        return Ok(Image { width, height, max, channels: 1, bytes });
    }
    // One white space ends the header.
    let rest = file.get(words.at + 1..).unwrap_or(&[]);
    let Some(bytes) = rest.get(..wanted).map(<[u8]>::to_vec) else {
        let found = rest.len();
        return Err(Fault::data(format!("it ends after {found} of the {wanted} bytes of {width} × {height} pixels")));
    };
    let image = Image { width, height, max, channels: 1, bytes };
    for pixel in 0..width * height {
        if let Some(value) = image.pixel(pixel % width, pixel / width).find(|&value| max < value) {
            return Err(too_bright(pixel, value.into()));
        }
    }
    Ok(image)
}

/// The numbers of a PGM file: white space and comments between them.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn number(&mut self, what: &str) -> Result<u64, Fault> {
        let mut is_comment = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => is_comment = false,
                b'#' => is_comment = true,
                _ if is_comment || byte.is_ascii_whitespace() => {}
                _ => break,
            }
            self.at += 1;
        }
        let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let found = &self.bytes[self.at..self.at + digits];
        let number = std::str::from_utf8(found).ok().and_then(|digits| digits.parse().ok());
        let number = number.ok_or_else(|| match self.bytes.get(self.at) {
            None => Fault::data(format!("it ends where {what} is expected")),
            Some(_) => Fault::data(format!("{what}, at byte {}, is no number that is allowed", self.at)),
        })?;
        self.at += digits;
        Ok(number)
    }
}

fn png(file: &[u8]) -> Result<Image, Fault> {
    let broken = |error: png::DecodingError| Fault::data(format!("it is a broken PNG picture: {error}"));
    let limits = png::Limits { bytes: MAX_BYTES as usize };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
    // Palettes become colours, a transparent colour becomes opacity, few bits become eight.
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (u64::from(reader.info().width), u64::from(reader.info().height));
    let (color, depth) = reader.output_color_type();
    let pixel_bytes = if depth == png::BitDepth::Sixteen { 2 } else { 1 } * color.samples();
    Image::check_size(width, height, pixel_bytes as u64)?;
    let mut bytes = vec![0; (width * height) as usize * pixel_bytes];
    reader.next_frame(&mut bytes).map_err(broken)?;
    let max = if depth == png::BitDepth::Sixteen { u16::MAX } else { 255 };
    Ok(Image { width: width as usize, height: height as usize, max, channels: color.samples(), bytes })
}
