//! Writes the files of `corpus/` anew: `cargo xtask corpus`.

use carom_oracle::corpus::{self, Mover};
use flate2::{Compression, GzBuilder};
use std::io::Write;
use std::path::Path;

/// Cases of each mover and of each kind of numbers.
const COUNT: usize = 18_000;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    for mover in Mover::ALL {
        let text = corpus::text(mover, COUNT);
        // Without a name and a date in it, equal texts make equal files.
        let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes())?;
        let packed = packed.finish()?;
        let file = folder.join(format!("{}.csv.gz", mover.file()));
        println!("{}: {} cases, {} bytes, {} unpacked", file.display(), 2 * COUNT, packed.len(), text.len());
        std::fs::write(file, packed)?;
    }
    Ok(())
}
