//! A progress bar with rate and remaining time, shown only where somebody watches.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use crate::check::Watch;
use crate::verify::Progress;

/// How often the bar is drawn, and the delay before it first is.
const BEAT: Duration = Duration::from_millis(100);

/// Runs `work`, which is to stop at `until`, and shows its progress on standard error when that
/// is a terminal.
pub fn shown<T: Send>(until: Option<Instant>, work: impl FnOnce(&Watch) -> T + Send) -> T {
    let watch = Watch::new(Progress { until, ..Progress::default() });
    if !stderr().is_terminal() {
        return work(&watch);
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| draw(&watch, &done));
        let result = work(&watch);
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    })
}

fn draw(watch: &Watch, done: &AtomicBool) {
    let bar = ProgressBar::no_length();
    let mut shown = None;
    while !done.load(Ordering::Acquire) {
        thread::park_timeout(BEAT);
        if done.load(Ordering::Acquire) {
            break;
        }
        let (name, counted) = (watch.doing(), watch.counted());
        if shown != Some(name) {
            shown = Some(name);
            let style = if counted.is_some() {
                format!(
                    "{name} {{bar:20}} {{percent}}% of {{human_len}} motions, {{rate}}, {{eta}} left"
                )
            } else {
                format!("{name}{{msg}} {{spinner}}")
            };
            if let Ok(style) = ProgressStyle::with_template(&style) {
                bar.set_style(style.with_key("rate", rate));
            }
            bar.reset_eta();
        }
        if let Some([at, total]) = counted {
            bar.set_length(total);
            bar.set_position(at);
        }
        let left = watch.progress.regions.load(Ordering::Relaxed);
        bar.set_message(match left {
            0 => String::new(),
            left => format!(", {} left", HumanCount(left)),
        });
        bar.tick();
    }
    bar.finish_and_clear();
}

/// Motions a second, in a number that people read at a glance.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A bar whose receiver is gone is not drawn: there is nobody to tell.
    let _ = write!(out, "{}/s", rounded(state.per_sec()));
}

/// Two digits, thousands set apart: 75,000.
fn rounded(value: f64) -> HumanCount {
    let grain = 10f64.powf(value.max(1.0).log10().floor() - 1.0).max(1.0);
    HumanCount(((value / grain).round() * grain) as u64)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn rates_are_rounded_for_people() {
        for (value, text) in [(74_836.2, "75,000"), (0.0, "0"), (7.4, "7"), (123.0, "120")] {
            assert_eq!(rounded(value).to_string(), text);
        }
    }
}
