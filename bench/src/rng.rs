//! Numbers that look random and are the same in every run.

/// Steele, Lea and Flood's SplitMix64: neighbouring seeds give unrelated numbers.
pub struct Rng(pub u64);

impl Rng {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: i32, high: i32) -> i32 {
        low + (self.bits() % (high - low + 1) as u64) as i32
    }

    /// A point of the square from −1000 to 1000.
    pub fn point(&mut self) -> [f64; 2] {
        [self.between(-1000.0, 1000.0), self.between(-1000.0, 1000.0)]
    }

    /// `x` or one of its two neighbours.
    pub fn nudged(&mut self, x: f64) -> f64 {
        match self.whole(-1, 1) {
            -1 => x.next_down(),
            0 => x,
            _ => x.next_up(),
        }
    }

    /// Within one unit in the last place of the line from `a` to `b`, between the two.
    pub fn beside(&mut self, a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        let t = self.unit();
        [0, 1].map(|axis| self.nudged(a[axis] + t * (b[axis] - a[axis])))
    }
}
