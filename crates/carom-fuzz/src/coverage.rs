//! How often each piece of code was reached, where the compiler counts that.
//!
//! `cargo xtask fuzz` builds with `-C passes=sancov-module` and inline counters of 8 bits: each function's counters are told to
//! `__sanitizer_cov_8bit_counters_init` when the program starts. In any other build there are none, and inputs are random.

use std::sync::Mutex;

/// Where counters begin and how many there are.
struct Counters(*mut u8, usize);

// SAFETY: they are only touched while the list is locked, and count wrongly at worst.
unsafe impl Send for Counters {}

static ALL: Mutex<Vec<Counters>> = Mutex::new(Vec::new());

/// Called by what the compiler puts into every module.
// SAFETY: nobody else has a function of this name; the range is the compiler's own, and stays.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    let length = (stop as usize).saturating_sub(start as usize);
    if let Ok(mut all) = ALL.lock() {
        all.push(Counters(start, length));
    }
}

/// How many counters there are.
pub fn count() -> usize {
    ALL.lock().map_or(0, |all| all.iter().map(|counters| counters.1).sum())
}

/// Sets all counters to 0.
pub fn reset() {
    for_each(|_, counters| counters.fill(0));
}

/// Calls for every counter that is not 0, with its number and its class: once, twice, three times, up to 7, 15, 31, 127, more.
pub fn reached(mut call: impl FnMut(usize, u8)) {
    /// Most counters are 0, and so many are looked at together.
    const TOGETHER: usize = 64;
    for_each(|first, counters| {
        for (first, some) in (first..).step_by(TOGETHER).zip(counters.chunks(TOGETHER)) {
            if some.iter().fold(0, |all, counter| all | counter) == 0 {
                continue;
            }
            for (number, counter) in (first..).zip(some).filter(|(_, counter)| **counter != 0) {
                call(number, class(*counter));
            }
        }
    });
}

fn class(counter: u8) -> u8 {
    match counter {
        few @ 0..=3 => (1 << few) >> 1,
        4..=7 => 1 << 3,
        8..=15 => 1 << 4,
        16..=31 => 1 << 5,
        32..=127 => 1 << 6,
        _ => 1 << 7,
    }
}

/// Calls for the counters of each module, with the number of its first.
fn for_each(mut call: impl FnMut(usize, &mut [u8])) {
    let Ok(all) = ALL.lock() else { return };
    let mut first = 0;
    for Counters(start, length) in all.iter() {
        // SAFETY: it is the range that the compiler told of; other threads may count meanwhile, but none of ours does.
        call(first, unsafe { std::slice::from_raw_parts_mut(*start, *length) });
        first += length;
    }
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn classes_of_counters() {
        assert_eq!([0, 1, 2, 3, 4, 7, 8, 31, 127, 128, 255].map(class), [0, 1, 2, 4, 8, 8, 16, 32, 64, 128, 128]);
    }
}
