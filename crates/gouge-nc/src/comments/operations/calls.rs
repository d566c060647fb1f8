//! Operations across calls: an operation named in a subprogram ends with the subprogram, and one
//! named by its caller goes on in the subprogram and after it.

use super::{Mark, Recognizer};
use crate::motion::Span;

/// Where a program stood when it called a subprogram.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    current: Option<u32>,
    cuts: bool,
    next: Option<Mark>,
    comments: Vec<(String, Span)>,
    changed: Option<usize>,
    /// A comment of the subprogram has begun an operation.
    pub(super) left: bool,
}

impl Caller {
    /// Whether the comment at a place was said before the call, and named nothing yet.
    pub(super) fn said(&self, span: Span) -> bool {
        self.next.as_ref().is_some_and(|mark| mark.span == span)
            || self.comments.iter().any(|(_, said)| *said == span)
    }
}

impl Recognizer {
    /// A subprogram is called.
    pub fn call(&mut self) {
        self.callers.push(Caller {
            current: self.current,
            cuts: self.cuts,
            next: self.next.clone(),
            comments: self.comments.clone(),
            changed: self.changed,
            left: false,
        });
    }

    /// It goes back to its caller, whose operation goes on: what comments of the subprogram name
    /// ends with it.
    pub fn go_back(&mut self) {
        let Some(caller) = self.callers.pop() else { return };
        if caller.left {
            (self.current, self.cuts, self.next) = (caller.current, caller.cuts, caller.next);
            self.comments = caller.comments;
            self.changed = self.changed.and(Some(self.comments.len())).or(caller.changed);
            return;
        }
        if self.next.is_some() {
            self.next = caller.next;
        }
        self.comments.retain(|(_, span)| caller.comments.iter().any(|(_, said)| said == span));
        self.changed = self.changed.map(|before| before.min(self.comments.len()));
    }
}
