//! How fast the line to the terminal is, and so how long a frame may be.
//!
//! Over ssh, megabytes wait in buffers between this process and the terminal: output is taken at
//! once and seen much later, and every key takes effect that much later. So once some bytes are on
//! their way, the terminal is asked where its cursor is. It answers when it has shown everything
//! that came before. Until then nothing more is sent: keys wait, and are followed together. The
//! time it took gives the speed, and the speed how long the next frame may be.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::position;

use crate::tui::bench::FRAME_BYTES;

/// A frame is to be on the screen after so long.
const AIM: Duration = Duration::from_millis(200);

/// However slow the line is: a screen of text takes as much.
const LEAST: usize = 4_000;

/// Bytes of a frame while the speed is not known.
const UNKNOWN: usize = 12_000;

/// So many bytes may be on their way unasked, however fast the line was.
const MOST_UNASKED: f64 = 16_000.0;

/// Fewer bytes tell nothing of a speed.
const TELLING: usize = 1_000;

/// A terminal that answers nothing for so long is not asked again, if it never did.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Questions are told apart by so many places of the cursor.
const PLACES: u16 = 7;

/// What is known of the line.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Bytes a second, when there was something to measure.
    rate: Option<f64>,
    /// The shortest time that an answer took.
    latency: Option<Duration>,
    /// Bytes that may still be on their way, and when that was so.
    unasked: (f64, Option<Instant>),
    /// It answers, as far as is known.
    answers: bool,
}

impl Default for Pace {
    fn default() -> Self {
        Self { rate: None, latency: None, unasked: (0.0, None), answers: true }
    }
}

impl Pace {
    /// Bytes that the next frame may take.
    pub fn budget(&self) -> usize {
        match self.rate {
            _ if !self.answers => FRAME_BYTES,
            Some(rate) => ((rate * AIM.as_secs_f64()) as usize).clamp(LEAST, FRAME_BYTES),
            None => UNKNOWN,
        }
    }

    /// So many bytes were sent. Waits for the terminal where many are on their way.
    pub fn sent(&mut self, bytes: usize) {
        self.follow(bytes, Instant::now(), answered);
    }

    /// The same with another clock and another way to ask: whether an answer came, and when.
    fn follow(&mut self, bytes: usize, now: Instant, ask: impl FnOnce() -> (bool, Duration)) {
        let before = self.unasked.1.map_or(0.0, |at| {
            let since = now.saturating_duration_since(at).as_secs_f64();
            (self.unasked.0 - self.rate.unwrap_or(0.0) * since).max(0.0)
        });
        let unasked = before + bytes as f64;
        self.unasked = (unasked, Some(now));
        let worth = self.rate.map_or(0.0, |rate| 0.5 * rate * AIM.as_secs_f64());
        if !self.answers || unasked <= worth.min(MOST_UNASKED) {
            return;
        }
        let (heard, took) = ask();
        match (heard, self.latency) {
            (true, _) => self.measured(bytes, unasked, took),
            (false, None) => self.answers = took < PATIENCE,
            // It is slower than it was, or than anything that was expected.
            (false, Some(_)) => {
                let most = unasked / took.as_secs_f64().max(1e-3);
                self.rate = Some(0.5 * self.rate.map_or(most, |before| before.min(most)));
            }
        }
        self.unasked = (0.0, Some(now + took));
    }

    /// `unasked` bytes were on their way, `bytes` of them sent just then.
    fn measured(&mut self, bytes: usize, unasked: f64, took: Duration) {
        let latency = self.latency.map_or(took, |least| least.min(took));
        self.latency = Some(latency);
        if bytes >= TELLING {
            let now = unasked / (took - latency).as_secs_f64().max(1e-3);
            // What other programs send over the same line comes and goes.
            self.rate = Some(self.rate.map_or(now, |before| 0.5 * (before + now)));
        }
    }
}

/// Asks the terminal where its cursor is, at a place that tells this question from those before:
/// an answer to one of those may still come.
fn answered() -> (bool, Duration) {
    static TURN: AtomicU16 = AtomicU16::new(0);
    let column = TURN.fetch_add(1, Ordering::Relaxed) % PLACES;
    let began = Instant::now();
    let say = |text: String| {
        let mut out = stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    let ask = || -> io::Result<bool> {
        say(format!("\x1b7\x1b[1;{}H", column + 1))?;
        for _ in 0..=PLACES {
            if position()? == (column, 0) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let heard = ask().unwrap_or(false);
    let took = began.elapsed();
    // A terminal that is gone is noticed by the next frame.
    let _ = say("\x1b8".to_owned());
    (heard, took)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a terminal is asked that takes so many bytes a second and answers so much later.
    fn line(pace: &mut Pace, bytes: usize, rate: f64, late: u64) -> bool {
        let mut asked = false;
        let took = Duration::from_secs_f64(bytes as f64 / rate) + Duration::from_millis(late);
        // The line was idle before.
        let now = Instant::now() + Duration::from_secs(3600);
        pace.unasked = (0.0, None);
        pace.follow(bytes, now, || {
            asked = true;
            (true, took)
        });
        asked
    }

    #[test]
    fn a_frame_takes_a_fifth_of_a_second_on_any_line() {
        for (rate, late, budget) in [
            (5_000.0, 2, LEAST),
            (25_000.0, 2, 5_000),
            (25_000.0, 300, 5_000),
            (200_000.0, 60, 40_000),
            (1e9, 2, FRAME_BYTES),
        ] {
            let mut pace = Pace::default();
            assert_eq!(pace.budget(), UNKNOWN);
            line(&mut pace, 1, rate, late);
            for _ in 0..9 {
                let bytes = pace.budget();
                line(&mut pace, bytes, rate, late);
            }
            let off = pace.budget().abs_diff(budget);
            assert!(off <= 10, "{rate} {late}: {}", pace.budget());
        }
    }

    /// Frames sent one after the other while nothing is drawn: the answer to the last of them tells
    /// nothing of the time that the others took.
    #[test]
    fn what_was_shown_long_ago_makes_no_line_faster() {
        let mut pace = Pace::default();
        line(&mut pace, 1, 20_000.0, 2);
        line(&mut pace, 4_000, 20_000.0, 2);
        let began = Instant::now();
        let budget = pace.budget();
        for i in 0..40 {
            // 50 ms a frame: all of the frame before is shown by then.
            let now = began + Duration::from_millis(50 * i);
            pace.follow(900, now, || (true, Duration::from_millis(47)));
        }
        assert_eq!(pace.budget(), budget);
    }

    #[test]
    fn few_bytes_are_not_asked_about_on_a_fast_line() {
        let mut pace = Pace::default();
        let began = Instant::now();
        let mut asked = Vec::new();
        for (i, bytes) in [8_000, 8_000, 9_000, 100].into_iter().enumerate() {
            pace.follow(bytes, began, || {
                asked.push(i);
                (true, Duration::from_millis(1))
            });
        }
        assert_eq!(asked, [0, 2]);
    }

    #[test]
    fn a_terminal_that_never_answers_is_asked_once() {
        let mut pace = Pace::default();
        let mut asked = 0;
        for _ in 0..3 {
            pace.follow(5_000, Instant::now(), || {
                asked += 1;
                (false, Duration::from_secs(2))
            });
        }
        assert_eq!((asked, pace.budget()), (1, FRAME_BYTES));
    }

    #[test]
    fn a_line_that_becomes_slow_gets_short_frames() {
        let mut pace = Pace::default();
        line(&mut pace, 1, 1e6, 2);
        line(&mut pace, 50_000, 1e6, 2);
        assert_eq!(pace.budget(), FRAME_BYTES);
        pace.follow(50_000, Instant::now(), || (false, Duration::from_secs(2)));
        assert!(pace.budget() < LEAST + 1_000, "{}", pace.budget());
        line(&mut pace, 5_000, 1e6, 2);
        assert!(pace.budget() > 50_000, "{}", pace.budget());
    }
}
