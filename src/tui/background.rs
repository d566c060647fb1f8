//! Makes things that take seconds on a thread of their own, while the screen goes on.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

/// A value that is there, or comes, or both: the old one serves until the new one is there.
#[derive(Debug)]
pub struct Later<T> {
    ready: Option<T>,
    coming: Option<Receiver<T>>,
}

impl<T: Send + 'static> Later<T> {
    /// Begins to make it.
    pub fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        let mut later = Self { ready: None, coming: None };
        later.again(work);
        later
    }

    /// Begins to make another one. One that is still coming is not waited for any more.
    pub fn again(&mut self, work: impl FnOnce() -> T + Send + 'static) {
        let (sender, coming) = channel();
        thread::spawn(move || {
            // Nobody waits for it any more when the screen is closed.
            let _ = sender.send(work());
        });
        self.coming = Some(coming);
    }

    /// The value, when there is one.
    pub fn get(&self) -> Option<&T> {
        self.ready.as_ref()
    }

    /// Whether one is still being made.
    pub fn is_coming(&self) -> bool {
        self.coming.is_some()
    }

    /// Takes over what is made by now; tells whether something was.
    pub fn arrive(&mut self) -> bool {
        match self.coming.as_ref().map(Receiver::try_recv) {
            Some(Ok(value)) => {
                (self.ready, self.coming) = (Some(value), None);
                true
            }
            // Its thread broke: there is nothing to wait for.
            Some(Err(TryRecvError::Disconnected)) => {
                self.coming = None;
                false
            }
            Some(Err(TryRecvError::Empty)) | None => false,
        }
    }

    /// Waits until it is made.
    pub fn wait(&mut self) {
        if let Some(Ok(value)) = self.coming.take().map(|coming| coming.recv()) {
            self.ready = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_one_serves_until_the_new_one_is_there() {
        let (go, wait) = channel::<()>();
        let mut later = Later::begin(|| 1);
        assert_eq!(later.get(), None);
        later.wait();
        later.again(move || {
            wait.recv().unwrap();
            2
        });
        assert!(!later.arrive() && later.is_coming());
        assert_eq!(later.get(), Some(&1));
        go.send(()).unwrap();
        while !later.arrive() {
            thread::yield_now();
        }
        assert_eq!((later.get(), later.is_coming()), (Some(&2), false));
    }

    #[test]
    fn what_breaks_is_not_waited_for() {
        let mut later: Later<u8> = Later::begin(|| panic!("on purpose"));
        later.wait();
        assert_eq!((later.get(), later.is_coming()), (None, false));
    }
}
