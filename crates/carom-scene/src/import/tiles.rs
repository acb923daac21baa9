//! Tiles to outlines: pieces of solid with their holes.

use super::tileset::NUMBER;
use crate::document::Pair;
use crate::fault::Fault;
use carom::merge_tiles;
use flate2::read::{GzDecoder, ZlibDecoder};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// The cells that hold a tile, by column and row, rows counted downward: the number of the tile, with how it is turned.
pub(crate) type Cells = BTreeMap<(i64, i64), u32>;

/// More cells than this are refused, tiles or not: each takes some bytes.
const MAX_CELLS: i64 = 1 << 26;

/// The connected pieces of solid, each with its outline and then its holes, in columns and rows (downward).
pub(crate) fn outlines(cells: &BTreeSet<(i64, i64)>) -> Result<Vec<Vec<Vec<Pair>>>, Fault> {
    let Some(frame) = Frame::around(cells) else { return Ok(Vec::new()) };
    let (width, height) = (frame.width, frame.height);
    if width.checked_mul(height).is_none_or(|area| area > MAX_CELLS) {
        return Err(Fault::data(format!("the tiles span {width} × {height} cells; at most {MAX_CELLS} are read")));
    }
    // The library's rows go upward.
    let index = |column: i64, row: i64| ((frame.bottom - row) * width + column - frame.left) as usize;
    let mut solid = vec![false; (width * height) as usize];
    for &(column, row) in cells {
        solid[index(column, row)] = true;
    }
    let piece_of = pieces(width as usize, &solid);
    let chains = merge_tiles(width as usize, &solid).map_err(|error| Fault::data(error.to_string()))?;
    let mut pieces: BTreeMap<u32, Vec<Vec<Pair>>> = BTreeMap::new();
    for chain in chains {
        let (a, b) = (chain[0], chain[1]);
        // Solid is on the left of the first edge.
        let (column, row) = match (a.x < b.x, a.x > b.x, a.y < b.y) {
            (true, ..) => (a.x, a.y),
            (_, true, _) => (a.x - 1.0, a.y - 1.0),
            (.., true) => (a.x - 1.0, a.y),
            _ => (a.x, a.y - 1.0),
        };
        let piece = piece_of[row as usize * width as usize + column as usize];
        let ring: Vec<Pair> =
            chain.iter().map(|corner| [frame.left as f64 + corner.x, (frame.bottom + 1) as f64 - corner.y]).collect();
        let rings = pieces.entry(piece).or_default();
        let is_outline =
            chain.iter().zip(chain.iter().cycle().skip(1)).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>() > 0.0;
        if is_outline { rings.insert(0, ring) } else { rings.push(ring) }
    }
    Ok(pieces.into_values().collect())
}

/// Why the tiles of a layer cannot be had.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// They are written in a way that is not read; the rest of the map can be.
    NotRead(String),
    /// The file is broken.
    Broken(String),
}

/// Tiled counts cells in 32 bits.
const FARTHEST: i64 = 1 << 31;

/// The cells that a layer's list of tile numbers fills.
pub(crate) fn fill(
    cells: &mut Cells,
    [left, top]: [i64; 2],
    [width, height]: [i64; 2],
    numbers: &[u32],
) -> Result<(), Trouble> {
    if width <= 0 || height <= 0 || width.checked_mul(height) != Some(numbers.len() as i64) {
        let message = format!("it has {} tiles where {width} × {height} are expected", numbers.len());
        return Err(Trouble::Broken(message));
    }
    let is_near = |corner: i64| (-FARTHEST..FARTHEST).contains(&corner);
    if !is_near(left) || !is_near(top) {
        return Err(Trouble::Broken(format!(
            "its tiles begin in column {left}, row {top}; expected less than {FARTHEST}"
        )));
    }
    for (i, &number) in numbers.iter().enumerate() {
        if number & NUMBER != 0 {
            cells.insert((left + i as i64 % width, top + i as i64 / width), number);
        }
    }
    Ok(())
}

/// Tile numbers from text: commas between them, or base64, compressed or not, for so many columns and rows.
pub(crate) fn decode(text: &str, encoding: &str, compression: &str, size: [i64; 2]) -> Result<Vec<u32>, Trouble> {
    let expected = size[0].checked_mul(size[1]).filter(|count| (0..=MAX_CELLS).contains(count));
    let Some(expected) = expected else {
        let message = format!("it has {} × {} cells; at most {MAX_CELLS} are read", size[0], size[1]);
        return Err(Trouble::Broken(message));
    };
    let broken = |message: String| Trouble::Broken(message);
    if encoding == "csv" {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        return words.map(|word| word.parse().map_err(|_| broken(format!("{word:?} is no tile number")))).collect();
    }
    if encoding != "base64" {
        return Err(Trouble::NotRead(format!("its encoding {encoding:?} is not read; csv and base64 are")));
    }
    let packed = base64(text).ok_or_else(|| broken("its base64 is broken".into()))?;
    // No more than expected is unpacked, and one byte to see that there is more.
    let expected = expected as usize;
    let limit = 4 * expected as u64 + 1;
    let mut bytes = Vec::new();
    let unpacked = match compression {
        "" => {
            bytes = packed;
            Ok(0)
        }
        "zlib" => ZlibDecoder::new(&packed[..]).take(limit).read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(&packed[..]).take(limit).read_to_end(&mut bytes),
        other => {
            return Err(Trouble::NotRead(format!("its compression {other:?} is not read; zlib, gzip and none are")));
        }
    };
    unpacked.map_err(|error| broken(format!("its compressed data is broken: {error}")))?;
    if bytes.len() != 4 * expected {
        return Err(broken(format!("its data is not that of {} × {} tiles", size[0], size[1])));
    }
    Ok(bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
}

/// The columns and rows that cells span.
struct Frame {
    left: i64,
    bottom: i64,
    width: i64,
    height: i64,
}

impl Frame {
    fn around(cells: &BTreeSet<(i64, i64)>) -> Option<Frame> {
        let columns = || cells.iter().map(|cell| cell.0);
        let rows = || cells.iter().map(|cell| cell.1);
        let (left, right, top, bottom) = (columns().min()?, columns().max()?, rows().min()?, rows().max()?);
        // Saturated spans are refused for their size.
        let span = |low: i64, high: i64| high.saturating_sub(low).saturating_add(1);
        Some(Frame { left, bottom, width: span(left, right), height: span(top, bottom) })
    }
}

/// For each solid cell the number of its piece: cells that share a side are of one piece.
fn pieces(width: usize, solid: &[bool]) -> Vec<u32> {
    let mut piece_of = vec![0; solid.len()];
    let mut next = 0;
    let mut open = Vec::new();
    for start in 0..solid.len() {
        if !solid[start] || piece_of[start] != 0 {
            continue;
        }
        next += 1;
        piece_of[start] = next;
        open.push(start);
        while let Some(cell) = open.pop() {
            let column = cell % width;
            let beside = [
                (column > 0).then(|| cell.wrapping_sub(1)),
                (column + 1 < width).then_some(cell + 1),
                cell.checked_sub(width),
                Some(cell + width),
            ];
            for other in beside.into_iter().flatten() {
                if solid.get(other) == Some(&true) && piece_of[other] == 0 {
                    piece_of[other] = next;
                    open.push(other);
                }
            }
        }
    }
    piece_of
}

/// The bytes of a base64 text; white space is passed over.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u32);
    for symbol in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => continue,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}
