//! The check that runs in the background.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::check_state::CheckState;
use super::document::Document;
use super::load::load;
use super::sightings::{Sightings, deepest_first};
use super::update::Message;
use crate::check::{Check, Phase, Running, Watch};
use crate::error::Result;
use crate::report::Report;
use crate::verify::{Progress, Sighting};

/// Before the whole check come looks with little time, worst motions first: so the worst regions
/// are on the screen early. A look that ends in time was the whole check.
pub const LOOKS: [Duration; 3] =
    [Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(15)];

/// What was seen is shown this often: a picture of it takes time.
const SHOWN: Duration = Duration::from_millis(300);

/// A check that runs.
pub struct Checking {
    shared: Arc<Shared>,
    results: Receiver<Seen>,
    shown: Instant,
    over: bool,
}

/// What its thread and the screen both know.
struct Shared {
    look: Mutex<Arc<Look>>,
    stopped: AtomicBool,
}

/// One run.
struct Look {
    watch: Watch,
    began: Instant,
    sightings: Sightings,
}

/// What a look came to.
struct Seen {
    document: Result<Document>,
    /// Nothing comes after it.
    last: bool,
}

impl Look {
    fn new(limit: Option<Duration>) -> Self {
        let began = Instant::now();
        let until = limit.and_then(|limit| began.checked_add(limit));
        let sightings = Sightings::default();
        let observer = Some(sightings.observer());
        let watch = Watch::new(Progress { until, observer, ..Progress::default() });
        Self { watch, began, sightings }
    }

    /// Whether there was time enough for everything that `document` speaks of.
    fn ended(&self, document: &Document) -> bool {
        let in_time = self.watch.progress.until.is_none_or(|end| Instant::now() < end);
        in_time && is_whole(&document.report)
    }
}

/// Whether a report leaves nothing open for want of time: for the regions it may end before the
/// rest does.
fn is_whole(report: &Report) -> bool {
    report.undecided.iter().all(|u| u.open.is_empty())
        && report.regions.iter().all(|region| !region.unmeasured)
}

impl Shared {
    fn look(&self) -> Arc<Look> {
        Arc::clone(&self.look.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn begin(&self, look: Arc<Look>) {
        *self.look.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&look);
        // It may have been stopped between two looks.
        if self.stopped.load(Ordering::SeqCst) {
            look.watch.progress.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn run(
        &self,
        check: &Check,
        running: &Running,
        looks: &[Duration],
        mut before: Option<Document>,
        out: &Sender<Seen>,
    ) {
        let mut told: Vec<Arc<Look>> = Vec::new();
        for limit in looks.iter().copied().map(Some).chain([None]) {
            let look = Arc::new(Look::new(limit));
            self.begin(Arc::clone(&look));
            let report = check.run(running, &look.watch);
            told.push(Arc::clone(&look));
            // The same inputs need not be read again to be shown.
            let document = report.and_then(|report| match &before {
                Some(d) if d.report.inputs == report.inputs => Ok(Document { report, ..d.clone() }),
                _ => load(report, "".as_ref()),
            });
            let stopped = self.stopped.load(Ordering::SeqCst);
            let document = match (document, before.take()) {
                (Ok(document), before) if stopped => Ok(kept(document, before, &told)),
                (document, _) => document,
            };
            before = document.as_ref().ok().cloned();
            let ended = document.as_ref().map_or(true, |d| look.ended(d));
            let last = ended || limit.is_none() || stopped;
            let found = document.as_ref().map_or(true, |d| !d.report.regions.is_empty());
            if last || found {
                // Nobody waits for it any more when the screen is closed.
                let gone = out.send(Seen { document, last }).is_err();
                if last || gone {
                    return;
                }
            }
        }
    }
}

/// What a check that was stopped leaves: of the look that ran last and the one `before` that which
/// decided more motions, with all gouges that any of them told of.
fn kept(last: Document, before: Option<Document>, told: &[Arc<Look>]) -> Document {
    let decided = |d: &Document| d.report.coverage.clean + d.report.coverage.gouging;
    let best = before.filter(|d| decided(d) > decided(&last)).unwrap_or(last);
    let mut seen: Vec<Sighting> = told.iter().flat_map(|look| look.sightings.all()).collect();
    seen.sort_by(deepest_first);
    best.with_sighted(&seen)
}

impl Checking {
    /// Begins; the last document that comes out speaks of every motion, those of the `looks`
    /// before it of the worst ones. What was `read` before is not read again.
    pub fn begin(
        check: Check,
        running: Running,
        looks: &'static [Duration],
        read: Option<Document>,
    ) -> Self {
        let (sender, results) = channel();
        let look = Mutex::new(Arc::new(Look::new(None)));
        let shared = Arc::new(Shared { look, stopped: AtomicBool::new(false) });
        let seen = Arc::clone(&shared);
        thread::spawn(move || seen.run(&check, &running, looks, read, &sender));
        Self { shared, results, shown: Instant::now(), over: false }
    }

    /// Ends it early: what was not checked by then is unknown.
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        self.shared.look().watch.progress.cancel.store(true, Ordering::Relaxed);
    }

    /// What there is to tell since the last look.
    pub fn news(&mut self) -> Vec<Message> {
        if self.over {
            return Vec::new();
        }
        match self.results.try_recv() {
            Ok(Seen { document: Ok(document), last }) => {
                self.over = last;
                let stopped = self.shared.stopped.load(Ordering::SeqCst);
                let state = match (last, stopped) {
                    (false, _) => self.state(),
                    (true, true) => CheckState::Stopped,
                    (true, false) => CheckState::Done,
                };
                vec![Message::Report(Arc::new(document)), Message::Check(state)]
            }
            Ok(Seen { document: Err(why), .. }) => {
                self.over = true;
                vec![Message::Check(CheckState::Failed(why.to_string()))]
            }
            Err(TryRecvError::Disconnected) => {
                self.over = true;
                vec![Message::Check(CheckState::Failed(
                    "the check ended without an answer".to_owned(),
                ))]
            }
            Err(TryRecvError::Empty) => {
                let seen = self.sighted().map(Message::Sighted);
                seen.into_iter().chain([Message::Check(self.state())]).collect()
            }
        }
    }

    /// What the look that runs has seen, now and then.
    fn sighted(&mut self) -> Option<Vec<Sighting>> {
        if self.shown.elapsed() < SHOWN {
            return None;
        }
        let seen = self.shared.look().sightings.news()?;
        self.shown = Instant::now();
        Some(seen)
    }

    fn state(&self) -> CheckState {
        let look = self.shared.look();
        let progress = &look.watch.progress;
        let whole = progress.until.is_none();
        let phase = match look.watch.phase() {
            Phase::Program | Phase::Meshes => look.watch.doing(),
            _ if !whole => "looking for the worst",
            _ => look.watch.doing(),
        };
        // A look with little time counts to where its time ends, and the next one from zero again.
        let [done, total] = look.watch.counted().filter(|_| whole).unwrap_or_default();
        let seconds = whole.then(|| look.began.elapsed().as_secs_f64());
        CheckState::Running { phase, done, total, seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Settings;
    use crate::report::data::Verdict;

    fn document(stopped: bool, look: &Look) -> Document {
        let settings = Settings::duct_low();
        look.watch.progress.cancel.store(stopped, Ordering::Relaxed);
        let report = Check::new(&settings).unwrap().run(&Running::default(), &look.watch).unwrap();
        load(report, "".as_ref()).unwrap()
    }

    /// What was seen was thrown away, and the header said that no gouge was found.
    #[test]
    fn a_check_that_is_stopped_keeps_what_it_reported() {
        let [look, next] = [Arc::new(Look::new(None)), Arc::new(Look::new(None))];
        let whole = document(false, &look);
        let empty = document(true, &next);
        assert!(empty.report.regions.is_empty() && !whole.report.regions.is_empty());

        let left = kept(empty.clone(), Some(whole.clone()), &[Arc::clone(&look), next]);
        assert_eq!(left.report.regions, whole.report.regions);
        assert_eq!(left.report.verdict, Verdict::Gouge);

        let seen = kept(empty.clone(), Some(empty), &[look]).report;
        assert_eq!(
            (seen.verdict, seen.regions.len()),
            (Verdict::Gouge, whole.report.regions.len())
        );
        assert!(seen.regions.iter().all(|r| r.unmeasured && r.depth_mm[0] > seen.tolerance_mm));
    }

    /// A look that came to an end just before its time was over was the last, with regions that
    /// nobody had measured.
    #[test]
    fn a_look_that_left_a_region_unmeasured_is_not_the_last() {
        let look = Look::new(None);
        let mut document = document(false, &look);
        assert!(look.ended(&document) && !document.report.regions.is_empty());
        document.report.regions[0].unmeasured = true;
        assert!(!look.ended(&document));
    }
}
