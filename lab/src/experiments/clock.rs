//! Time spent on repeated work by one thread.

use std::time::{Duration, Instant};

/// Shorter work is repeated, so that one interruption does not count for much.
const LEAST: Duration = Duration::from_millis(20);

/// Seconds a run, averaged over at least `rounds` runs, and what the first one yielded.
///
/// Processor time of this thread where the system tells it, so that other work on the machine
/// counts less; else wall time. Work that other threads help with is not counted right:
/// [`build_seconds`] is for that.
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

/// As [`seconds_of`], for work that would use several threads: on one.
pub fn build_seconds<T: Send>(rounds: usize, work: impl FnMut() -> T + Send) -> (f64, T) {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(alone) => alone.install(|| seconds_of(rounds, work)),
        Err(_) => seconds_of(rounds, work),
    }
}

/// Time this thread has run, where the system keeps account of it.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let spent = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(spent.tv_sec).ok()?, u32::try_from(spent.tv_nsec).ok()?))
}

#[cfg(not(target_os = "linux"))]
fn processor_time() -> Option<Duration> {
    None
}
