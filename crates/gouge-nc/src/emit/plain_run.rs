//! Runs of plain blocks: X, Y and Z alone while G1 is in force, one after the other.
//!
//! All that such a block requires of the control, except where it ends, was settled for the one
//! before it, which was carried out as any block is. So only the end of the next is worked out, in
//! the order in which [`straight`](crate::execute::straight) does it; a block in which anything
//! else could matter is left to that function.

use crate::control::Control;
use crate::control::length::{takes_for_granted, tip};
use crate::control::state::FeedMode;
use crate::dialect::Dialect;
use crate::emit::height::Height;
use crate::emit::{Emitter, Said};
use crate::fault::Step;
use crate::grbl::number::MOST_DIGITS;
use crate::motion::{Event, Motion};
use crate::read::plain::plain_axes;
use crate::tolerance::LARGEST_MM;
use crate::words::g;

/// What plain blocks have in common that follow one another.
#[derive(Clone, Debug)]
pub(crate) struct PlainRun {
    /// As each of their motions is, but for its places.
    like: Motion,
    /// What the height is once one of them has said Z.
    height: Height,
}

impl PlainRun {
    /// The run that begins with the block just carried out, if that is plain and made a motion;
    /// `before` is how many there had been.
    pub fn after(
        text: &[u8],
        before: u64,
        control: &Control<'_>,
        emitter: &Emitter<'_>,
    ) -> Option<Self> {
        let state = &control.state;
        let moved = emitter.count.motions == before + 1 && state.motion == Some(g::G1);
        if !moved || plain_axes(text, most_digits(control)).is_none() {
            return None;
        }
        // Where blocks are macro calls, or numbers increments, every block is looked at.
        let dialect = matches!(control.options.dialect, Dialect::LinuxCnc | Dialect::Grbl);
        let feeds = state.feed_mode == FeedMode::PerMinute && state.feed != 0.0;
        let bent = control.compensating()
            || state.polar.is_some()
            || state.transform.active()
            || state.rotation != 0.0;
        let placed = emitter.out.iter().all(|place| place.is_finite())
            && emitter.at_machine == [false; 3]
            && !control.invalid.doubts_frame()
            && !emitter.drifts;
        let owes = !emitter.notes.is_empty()
            || takes_for_granted(control)
            || emitter.is_under_another(control)
            || emitter.is_of_tool_before(control);
        let gathers = control.gathers || control.nurbs.is_some() || control.scope.defining;
        let read_as_written = !state.incremental && !state.lathe_diameter;
        if !dialect || !feeds || bent || !placed || owes || gathers || !read_as_written {
            return None;
        }
        let tip = tip(false, control);
        let height = emitter.height_at(&tip, control);
        let like = Motion {
            operation: emitter.operations.current()?,
            tip,
            turned: control.away(state.rest),
            ..Motion::feed(control.tools.spindle_number, [0.0; 3], [0.0; 3])
        };
        Some(Self { like, height })
    }

    /// Carries out the next block; `None`, and nothing done, where the run ends before it.
    pub fn go_on(
        &self,
        text: &[u8],
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Option<Step> {
        let axes = plain_axes(text, most_digits(control))?;
        let state = &mut control.state;
        let unit = state.units.mm();
        let end = |axis: usize| axes[axis].unwrap_or(state.pos[axis]);
        let [x, y, z] = [end(0), end(1), end(2)];
        let base = |axis: usize, place: f64| (place + state.g92[axis] + state.origin[axis]) * unit;
        let to = [base(0, x), base(1, y), base(2, z)];
        // Nor where a place is not known, which is no number.
        let near = to.iter().all(|place| place.abs() <= LARGEST_MM);
        if !near || emitter.sent >= control.options.max_motions {
            return None;
        }
        emitter.sent += 1;
        emitter.said = [Said::Nothing; 3];
        emitter.out_work = [x * unit, y * unit, z * unit];
        state.pos = [x, y, z];
        if axes[2].is_some() {
            emitter.height = self.height;
        }
        if (0..3).all(|axis| emitter.stays(axis, to)) {
            return Some(Ok(()));
        }
        let from = std::mem::replace(&mut emitter.out, to);
        let motion = Motion {
            span: control.here.span(),
            from: from.into(),
            to: to.into(),
            ..self.like.clone()
        };
        Some(emitter.emit(Event::Motion(motion)))
    }
}

/// Longer numbers are not read as they are written.
fn most_digits(control: &Control<'_>) -> usize {
    if control.options.dialect == Dialect::Grbl { MOST_DIGITS } else { usize::MAX }
}
