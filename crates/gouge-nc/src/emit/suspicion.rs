//! What looks wrong in the shop though the control accepts it, and how often it was reported.

use crate::control::Control;
use crate::control::length::{InForce, LengthOffset, is_of_another};
use crate::emit::height::Aim;
use crate::motion::Span;

/// What has been seen so far that decides whether something looks wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suspicion {
    /// A motion without feed was reported, and none is until F is set again.
    pub feed_reported: bool,
    /// How often each warning was given, and where it was last withheld.
    given: Vec<Given>,
    /// First motion of the tool in the spindle made without a length offset.
    bare_motion: Option<Span>,
    /// A rapid has gone down or to a height that its block says since the program took the length
    /// offset off, or to a height under the offset of the tool before.
    sank: bool,
}

/// One kind of warning.
#[derive(Clone, Debug)]
struct Given {
    code: &'static str,
    count: u64,
    last: Span,
}

/// A warning given this often is withheld from then on, and counted.
const OFTEN: u64 = 20;

impl Suspicion {
    /// Counts a warning; whether it has been given often enough.
    pub fn repeats(&mut self, code: &'static str, span: Span) -> bool {
        if let Some(given) = self.given.iter_mut().find(|given| given.code == code) {
            given.count += 1;
            given.last = span;
            return given.count > OFTEN;
        }
        self.given.push(Given { code, count: 1, last: span });
        false
    }

    /// What to say at the end of warnings withheld: the last place, the code, a sentence.
    pub fn withheld(&mut self) -> Vec<(Span, &'static str, String)> {
        let given = std::mem::take(&mut self.given);
        let often = given.into_iter().filter(|given| given.count > OFTEN);
        let say = |given: Given| {
            let more = given.count - OFTEN;
            (given.last, given.code, format!("the same {more} more times, the last time here"))
        };
        often.map(say).collect()
    }

    pub fn tool_changed(&mut self) {
        self.bare_motion = None;
    }

    /// Notes a motion; whether one went down, or to a height that its block says, since the program
    /// took the length offset off, or to a height under that of the tool before: so that none is
    /// only on its way to where its own comes into force.
    pub fn sinks(&mut self, height: Aim, control: &Control<'_>) -> bool {
        let (taken_off, of_another) = (control.length.taken_off, is_of_another(control));
        let sinks = taken_off && (height.down || height.place) || of_another && height.says;
        self.sank = (taken_off || of_another) && (self.sank || sinks);
        self.sank
    }

    /// Notes a motion at feed; whether it is the tool's first without a length offset in a program
    /// that is known to use them.
    pub fn cut(&mut self, span: Span, length: &LengthOffset) -> bool {
        if length.in_force != InForce::Nothing || self.bare_motion.is_some() {
            return false;
        }
        self.bare_motion = Some(span);
        length.used
    }

    /// A length offset comes into force; gives the motion that should have had it.
    pub fn offset_on(&mut self) -> Option<Span> {
        self.bare_motion.take()
    }

    pub fn offset_off(&mut self) {
        self.bare_motion = None;
    }
}
