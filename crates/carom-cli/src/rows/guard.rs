//! Readers of others that panic where a file is damaged.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

thread_local! {
    /// Whether a reader of others is at work.
    static READS: Cell<bool> = const { Cell::new(false) };
}

/// What a reader gives; if it panics, that is an error like any other. What it was reading with is not to be used again then.
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, &'static str> {
    let before = READS.replace(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    READS.set(before);
    read.map_err(|_| "it is damaged")
}

/// Nothing is said of panics that become errors.
pub(crate) fn keep_quiet_of_errors() {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        if !READS.get() {
            usual(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_is_an_error() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(guarded(|| [1, 2][std::hint::black_box(2)]), Err("it is damaged"));
    }
}
