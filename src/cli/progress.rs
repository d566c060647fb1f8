//! A progress bar with rate and remaining time, only where somebody watches.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::verify::Progress;

/// How often the bar is drawn, and the delay before it first is.
const BEAT: Duration = Duration::from_millis(100);

/// Runs `work`, which is to stop at `until`, and shows its progress on standard error when that
/// is a terminal.
pub fn shown<T: Send>(until: Option<Instant>, work: impl FnOnce(&Progress) -> T + Send) -> T {
    let progress = Progress { until, ..Progress::default() };
    if !stderr().is_terminal() {
        return work(&progress);
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(&progress, &done));
        let result = work(&progress);
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    })
}

fn watch(progress: &Progress, done: &AtomicBool) {
    let bar = ProgressBar::no_length();
    let style = "{bar:30} {percent}% of {len} motions, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    while !done.load(Ordering::Acquire) {
        thread::park_timeout(BEAT);
        let total = progress.total.load(Ordering::Relaxed);
        if total > 0 && !done.load(Ordering::Acquire) {
            bar.set_length(total);
            bar.set_position(progress.done.load(Ordering::Relaxed));
        }
    }
    bar.finish_and_clear();
}
