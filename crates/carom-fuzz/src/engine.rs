//! Inputs that change, and are kept if they reach something new.

use crate::coverage;
use crate::targets::Target;
use carom_oracle::rng::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The longest input.
const LONGEST: usize = 8_192;

/// An input that failed.
#[derive(Clone, Debug)]
pub struct Found {
    /// The input.
    pub bytes: Vec<u8>,
    /// What is wrong.
    pub message: String,
}

/// A target and the inputs that reached something new so far.
pub struct Fuzzer {
    target: Target,
    rng: Rng,
    pool: Vec<Vec<u8>>,
    /// For every counter, the classes that were seen.
    seen: Vec<u8>,
    /// How many inputs were judged.
    pub runs: u64,
}

impl Fuzzer {
    /// Begins with a target's seeds and these inputs.
    pub fn new(target: Target, seed: u64, inputs: Vec<Vec<u8>>) -> Fuzzer {
        let mut pool = (target.seeds)();
        pool.extend(inputs);
        let seen = vec![0; coverage::count()];
        Fuzzer { target, rng: Rng::for_case(seed, target.name, 0), pool, seen, runs: 0 }
    }

    /// Judges what has grown in earlier runs, the short ones first, and keeps what reaches something that no other does. They are not counted.
    pub fn grow(&mut self, mut inputs: Vec<Vec<u8>>) -> Vec<Found> {
        inputs.sort_by_key(Vec::len);
        let found = inputs.into_iter().filter_map(|bytes| self.judge(bytes)).collect();
        self.runs = 0;
        found
    }

    /// The inputs that changes are made of.
    pub fn pool(&self) -> &[Vec<u8>] {
        &self.pool
    }

    /// How many inputs are kept, and how many counters were reached.
    pub fn reached(&self) -> (usize, usize) {
        (self.pool.len(), self.seen.iter().filter(|classes| **classes != 0).count())
    }

    /// The next input, which is not judged yet.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut bytes = self.rng.pick(&self.pool).clone();
        for _ in 0..=self.rng.below(6) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    /// Judges an input, and keeps it if it reached something new.
    pub fn judge(&mut self, bytes: Vec<u8>) -> Option<Found> {
        coverage::reset();
        let result = catch_unwind(AssertUnwindSafe(|| (self.target.run)(&bytes)));
        self.runs += 1;
        let mut is_new = false;
        coverage::reached(|number, class| {
            if let Some(seen) = self.seen.get_mut(number) {
                is_new |= *seen & class != class;
                *seen |= class;
            }
        });
        let message = match result {
            Ok(Ok(())) => {
                if is_new {
                    self.pool.push(bytes);
                }
                return None;
            }
            Ok(Err(message)) => message,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message"))
            }
        };
        Some(Found { bytes, message })
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let rng = &mut self.rng;
        let at = rng.below(bytes.len() + 1);
        match rng.below(9) {
            0 => bytes.insert(at, rng.bits() as u8),
            1 if at < bytes.len() => bytes[at] = rng.bits() as u8,
            2 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            3 if at < bytes.len() => {
                let upto = at + rng.below((bytes.len() - at).min(64) + 1);
                bytes.drain(at..upto);
            }
            // A piece of itself somewhere else, and a piece of another one.
            4 if at < bytes.len() => {
                let piece = bytes[at..at + rng.below((bytes.len() - at).min(64) + 1)].to_vec();
                let place = rng.below(bytes.len() + 1);
                bytes.splice(place..place, piece);
            }
            5 | 6 => {
                let other = rng.pick(&self.pool).clone();
                let from = rng.below(other.len() + 1);
                let piece = &other[from..from + rng.below((other.len() - from).min(128) + 1)];
                let until = (at + rng.below(piece.len() + 1)).min(bytes.len());
                bytes.splice(at..until, piece.iter().copied());
            }
            // Numbers as texts have them, and as generators ask for them.
            7 => {
                let numbers: [&[u8]; 8] = [b"0", b"-1", b"1e308", b"-1e-320", b"NaN", b"9999999999", b"[]", b"\"\""];
                bytes.splice(at..at, numbers[rng.below(8)].iter().copied());
            }
            _ => {
                let value: u8 = *rng.pick(&[0, 1, 0x7f, 0x80, 0xff]);
                let until = (at + rng.below(9)).min(bytes.len());
                bytes[at..until].fill(value);
            }
        }
    }
}
