//! The check in the background.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

use super::document::Document;
use super::load::load;
use super::state::Work;
use super::update::Message;
use crate::check::{Check, Phase, Result, Running, Watch};

/// A check that runs.
pub struct Checking {
    watch: Arc<Watch>,
    began: Instant,
    result: Receiver<Result<Document>>,
    over: bool,
}

impl Checking {
    /// Begins; the document that comes out speaks of every motion.
    pub fn begin(check: Check, running: Running) -> Self {
        let (sender, result) = channel();
        let watch = Arc::new(Watch::default());
        let seen = Arc::clone(&watch);
        thread::spawn(move || {
            let document = check.run(&running, &seen).and_then(|report| load(report, "".as_ref()));
            // Nobody waits for it any more when the screen is closed.
            let _ = sender.send(document);
        });
        Self { watch, began: Instant::now(), result, over: false }
    }

    /// Ends it early: what was not checked by then is unknown.
    pub fn stop(&self) {
        self.watch.progress.cancel.store(true, Ordering::Relaxed);
    }

    /// What there is to tell since the last look.
    pub fn news(&mut self) -> Vec<Message> {
        if self.over {
            return Vec::new();
        }
        match self.result.try_recv() {
            Ok(Ok(document)) => {
                self.over = true;
                let stopped = self.watch.progress.cancel.load(Ordering::Relaxed);
                let work = if stopped { Work::Stopped } else { Work::Done };
                vec![Message::Report(Arc::new(document)), Message::Work(work)]
            }
            Ok(Err(why)) => {
                self.over = true;
                vec![Message::Work(Work::Failed(why.to_string()))]
            }
            Err(TryRecvError::Disconnected) => {
                self.over = true;
                vec![Message::Work(Work::Failed("the check ended without an answer".to_owned()))]
            }
            Err(TryRecvError::Empty) => vec![Message::Work(self.work())],
        }
    }

    fn work(&self) -> Work {
        let phase = match self.watch.phase() {
            Phase::Program => "reading the program",
            Phase::Meshes => "reading meshes",
            Phase::Motions => "checking",
            Phase::Report => "writing the report",
        };
        let progress = &self.watch.progress;
        Work::Running {
            phase,
            done: progress.done.load(Ordering::Relaxed),
            total: progress.total.load(Ordering::Relaxed),
            seconds: self.began.elapsed().as_secs_f64(),
        }
    }
}
