//! M99 in the main program: the control begins it again, endlessly.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::snapshot::Snapshot;
use crate::emit::{Emitter, Fact};
use crate::fault::{Step, give_up};

/// What the first run left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restart {
    first: Option<Box<Snapshot>>,
}

impl Restart {
    /// Whether to begin again, at the `word` (M99, M47) in `at`: once, which shows the way back to the top.
    /// `flow` is what the flow keeps from run to run.
    ///
    /// # Errors
    /// When the second run ends otherwise than it began: those after it are others again.
    pub fn again(
        &mut self,
        word: &str,
        at: Range<usize>,
        flow: &str,
        control: &Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<bool> {
        if !emitter.has_moved() {
            return Ok(false);
        }
        let now = Snapshot::take(control, emitter.standing(), flow);
        let Some(first) = &self.first else {
            self.first = Some(Box::new(now));
            return Ok(true);
        };
        if let Some(what) = first.differs(&now) {
            let message = format!(
                "{word} restarts the program endlessly, and its second run ends in a different state \
                 from the one it began in ({what}): later runs are not checked"
            );
            return give_up(code::LIMIT, at, message);
        }
        let value = format!(
            "{word} restarts the program endlessly: two runs are checked, and the second ends as it \
             began"
        );
        let message = "every further run is as the second";
        emitter.assume((Fact::Repeat, 0), control.here.part(&at), value, message)?;
        Ok(false)
    }
}
