//! How long a thread has worked: for tests that would take minutes if work grew with the square of its size.

use std::fs;
use std::sync::OnceLock;
use std::time::Instant;

/// The seconds this thread has been on a processor, so that a busy machine makes no difference; where the system does not say, those
/// since the first call.
#[must_use]
pub fn seconds_of_work() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let on_processor = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds * 1e-9)
    };
    on_processor().unwrap_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::seconds_of_work;

    #[test]
    fn work_takes_time() {
        let before = seconds_of_work();
        let mut sum = 0_u64;
        while seconds_of_work() < before + 0.01 {
            sum = sum.wrapping_mul(31).wrapping_add(1);
        }
        assert!(sum > 0);
    }
}
