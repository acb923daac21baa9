//! A hash of answers.

use std::fmt::{Debug, Write};

/// FNV-1a over the text that debugging shows of an answer: it has all its fields, and numbers with as many digits as tell them apart.
pub struct Bits(u64);

impl Bits {
    /// The hash of nothing.
    #[must_use]
    pub fn new() -> Bits {
        Bits(0xcbf2_9ce4_8422_2325)
    }

    /// One more answer.
    pub fn add(&mut self, answer: &impl Debug) {
        let _ = write!(self, "{answer:?};");
    }

    /// The hash of all so far.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.0
    }
}

impl Default for Bits {
    fn default() -> Bits {
        Bits::new()
    }
}

impl Write for Bits {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}
