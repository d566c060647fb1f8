//! Time spent on repeated work by one thread.

use std::time::{Duration, Instant};

/// Shorter work is repeated: the system's account of processor time is kept in ticks.
const LEAST: Duration = Duration::from_millis(30);

/// Seconds a run, averaged over at least `rounds` runs, and what the first one yielded.
///
/// Processor time of this thread where the system tells it, so that other work on the machine
/// counts less; else wall time. Work that other threads help with is not counted right.
pub fn seconds_of<T>(rounds: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let (wall, on_cpu) = (Instant::now(), processor_time());
    let first = work();
    let mut runs = 1;
    while runs < rounds || wall.elapsed() < LEAST {
        work();
        runs += 1;
    }
    let spent = match (on_cpu, processor_time()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => wall.elapsed(),
    };
    (spent.as_secs_f64() / runs as f64, first)
}

/// Time this thread has run, where the system keeps account (Linux).
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
