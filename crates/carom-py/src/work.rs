//! Work in pieces: on as many threads as the caller wants, without the interpreter's lock, and interrupted by Ctrl-C.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How often it is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// How many threads work.
#[derive(Clone, Copy)]
pub(crate) struct Threads(usize);

impl Threads {
    /// As many as asked for; 0 means one a core.
    pub(crate) fn new(threads: i64) -> PyResult<Threads> {
        match usize::try_from(threads) {
            Ok(0) => Ok(Threads(std::thread::available_parallelism().map_or(1, usize::from))),
            Ok(count) if count <= 1024 => Ok(Threads(count)),
            _ => Err(PyValueError::new_err(format!(
                "threads is {threads}; expected a number from 1 to 1024, or 0 for one a core"
            ))),
        }
    }
}

/// How work is cut: the answers of `width` places each belong to one question, and a piece has at most so many questions.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) width: usize,
    /// The first pieces are small, so that it is soon known how long a question takes.
    pub(crate) first: usize,
    pub(crate) largest: usize,
}

impl Cut {
    /// Questions that take about a microsecond: with so many at once, the library finds a good order for them.
    pub(crate) const SWEEPS: Cut = Cut { width: 1, first: 1024, largest: 65_536 };
}

/// Works on all questions, piece by piece: `work` gets the number of a piece's first question, and the places of its answers. What it
/// returns is in the order of the questions, whoever worked on them.
///
/// The calling thread takes part, and now and then looks whether somebody has pressed Ctrl-C.
pub(crate) fn in_pieces<T: Send, R: Send>(
    py: Python<'_>,
    threads: Threads,
    answers: &mut [T],
    cut: Cut,
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> PyResult<Vec<R>> {
    let questions = answers.len() / cut.width.max(1);
    let pieces = Mutex::new(Pieces { rest: answers, next: 0, size: cut.first.max(1), threads, cut });
    let results = Mutex::new(Vec::new());
    let is_stopped = AtomicBool::new(false);
    let work_until = |goes_on: &mut dyn FnMut() -> bool| {
        while !is_stopped.load(Ordering::Relaxed) {
            let Some((first, piece)) = lock(&pieces).take() else { return };
            let start = Instant::now();
            let result = work(first, piece);
            lock(&results).push((first, result));
            lock(&pieces).learn(start.elapsed());
            if !goes_on() {
                is_stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    let mut interrupted = Ok(());
    py.detach(|| {
        let mut looked = Instant::now();
        let mut goes_on = || {
            if looked.elapsed() >= PATIENCE {
                interrupted = Python::attach(|py| py.check_signals());
                looked = Instant::now();
            }
            interrupted.is_ok()
        };
        // Less than a few questions each are not worth a thread.
        let helpers = (threads.0 - 1).min(questions / 2);
        if helpers == 0 {
            return work_until(&mut goes_on);
        }
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                // Where there are no more threads to be had, the others do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || work_until(&mut || true));
            }
            work_until(&mut goes_on);
        });
    });
    interrupted?;
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_unstable_by_key(|(first, _)| *first);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Room for answers, or a MemoryError if there is not so much memory.
pub(crate) fn room<T: Clone>(empty: T, count: usize) -> PyResult<Vec<T>> {
    let mut answers = Vec::new();
    answers.try_reserve_exact(count).map_err(|_| {
        PyMemoryError::new_err(format!(
            "{count} answers of {} bytes each are more than there is memory",
            size_of::<T>()
        ))
    })?;
    answers.resize(count, empty);
    Ok(answers)
}

/// What somebody who panicked had locked is as good as before: nothing is left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What is left to do.
struct Pieces<'a, T> {
    rest: &'a mut [T],
    next: usize,
    size: usize,
    threads: Threads,
    cut: Cut,
}

impl<'a, T> Pieces<'a, T> {
    /// The next piece: the number of its first question, and the places of its answers.
    fn take(&mut self) -> Option<(usize, &'a mut [T])> {
        if self.rest.is_empty() {
            return None;
        }
        let width = self.cut.width.max(1);
        let left = self.rest.len() / width;
        // Several pieces a thread are left until the end, so that all have something to do.
        let fair = if self.threads.0 == 1 { left } else { left.div_ceil(4 * self.threads.0) };
        let size = self.size.min(fair).min(left).max(1);
        let (piece, rest) = std::mem::take(&mut self.rest).split_at_mut(size * width);
        let first = self.next;
        (self.rest, self.next) = (rest, first + size);
        Some((first, piece))
    }

    /// Pieces become larger as long as each is soon done, and smaller if one took long.
    fn learn(&mut self, time: Duration) {
        if time < PATIENCE / 8 {
            self.size = (4 * self.size).min(self.cut.largest);
        } else if time > PATIENCE {
            self.size = (self.size / 4).max(1);
        }
    }
}
