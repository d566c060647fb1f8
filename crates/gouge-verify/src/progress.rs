//! How far a check has come, and how it shares out a limited time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::sighting::Observer;

/// How far a check has come, for others to read while it runs, and a way to end it early.
#[derive(Debug, Default)]
pub struct Progress {
    /// Motions times bodies done.
    pub done: AtomicU64,
    /// Motions times bodies in all.
    pub total: AtomicU64,
    /// When every motion had its verdict: what follows measures regions.
    pub decided: OnceLock<Instant>,
    /// Regions whose depth is not measured yet, once all motions are done.
    pub regions: AtomicU64,
    /// Set from outside: what is not done yet stays unknown.
    pub cancel: AtomicBool,
    /// When to stop of itself, worst motions first until then. What is proved by then depends on
    /// the machine's speed: the one exception to equal bytes for equal input.
    pub until: Option<Instant>,
    /// How much of the time until then is kept for what follows the check, ns.
    pub kept: AtomicU64,
    /// Receives gouges before the outcome is there; it does not change the outcome.
    pub observer: Option<Observer>,
}

impl Progress {
    /// When the check is to be over: what follows it has its time, but at most half of what is
    /// left.
    pub(super) fn end(&self) -> Option<Instant> {
        let kept = Duration::from_nanos(self.kept.load(Ordering::Relaxed));
        let now = Instant::now();
        self.until.map(|end| {
            let left = end.saturating_duration_since(now);
            now + left - kept.min(left / 2)
        })
    }

    /// Whether to stop: then no further work is begun.
    pub(super) fn stopped(&self, until: Option<Instant>) -> bool {
        self.cancel.load(Ordering::Relaxed) || until.is_some_and(|end| Instant::now() >= end)
    }
}

/// Of a limited time this share goes into verdicts, the rest into the depths of regions.
pub(super) const SEARCH_SHARE: f64 = 0.85;

/// When this share of the time until `end` is over.
pub(super) fn share_of(end: Instant, share: f64) -> Instant {
    let now = Instant::now();
    now + end.saturating_duration_since(now).mul_f64(share)
}

/// The end of the first part when `parts` share what is left until `end`.
pub(super) fn share(end: Instant, parts: usize) -> Instant {
    let now = Instant::now();
    let each = end.saturating_duration_since(now).checked_div(parts as u32);
    now + each.unwrap_or(Duration::ZERO)
}
