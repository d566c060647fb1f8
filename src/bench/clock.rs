//! Wall time of repeated work.

use std::time::Instant;

/// The best of `rounds` runs, in seconds, and what the work yielded: on a machine shared with
/// others the fastest run is the least disturbed.
pub fn fastest<T>(rounds: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut run = || {
        let start = Instant::now();
        let result = work();
        (start.elapsed().as_secs_f64(), result)
    };
    let mut best = run();
    for _ in 1..rounds {
        let next = run();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}
