//! The one place where motions, refusals and warnings go out.
//!
//! Steps come in work coordinates and the unit in force; here they become motions in program
//! coordinates and millimetres. Straight and round are `straight_feed` and `arc_feed` of LinuxCNC's
//! canonical machine.

mod count;
pub(crate) mod fact;
pub(crate) mod facts;
pub(crate) mod height;
pub(crate) mod plain_run;
mod said;
pub(crate) mod suspicion;

use std::ops::{ControlFlow, Range};

use crate::code;
use crate::comments::operations::Recognizer;
use crate::comments::tool_note::PendingNote;
use crate::control::Control;
use crate::control::length::tip;
use crate::control::state::{FIRST_SECONDARY, Rest, State};
use crate::emit::count::Count;
use crate::emit::facts::Facts;
use crate::emit::height::Height;
use crate::emit::suspicion::Suspicion;
use crate::fault::{BLOCK, Fault, Halt, Step, give_up, refuse};
use crate::motion::{Arc, Event, Kind, Motion, Refusal, Span, Warning, Zero};
use crate::tolerance::{ELSEWHERE_MM, FULL_CIRCLE, LARGEST_MM, NO_LENGTH_MM, REST_STILL};

pub(crate) use fact::Fact;
pub(crate) use said::Said;

const TURN: f64 = std::f64::consts::TAU;

/// An arc in its plane, lengths in the unit in force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneArc {
    pub centre: [f64; 2],
    /// Full and part turns, counter-clockwise positive.
    pub turns: i32,
}

/// A motion asked for; places in program coordinates, mm.
struct Request {
    kind: Kind,
    to: [f64; 3],
    /// The other axes, in the unit in force.
    rest: Rest,
    arc: Option<Arc>,
    /// Axes whose place the machine defines, where it defines one.
    named: Option<[bool; 3]>,
}

/// Hands out what the program does.
pub(crate) struct Emitter<'s> {
    /// Where the last motion ended, mm, tool length not applied; NaN where unknown.
    pub out: [f64; 3],
    /// Where it ended in work coordinates, mm: what tells a motion from none where a zero that was
    /// set at an unknown place leaves `out` unknown.
    out_work: [f64; 3],
    /// Where the other axes ended in work coordinates, degrees and mm.
    out_rest: Rest,
    /// Axes that stand at a machine position, placed in the program or not.
    at_machine: [bool; 3],
    /// What the block says of each axis, for the motion that comes next.
    pub said: [Said; 3],
    /// Under which length offset the height was last said.
    pub height: Height,
    /// Where the zero of the block of the last motion lies.
    zero: Zero,
    /// The motion being made moves an axis whose place is not known.
    pub drifts: bool,
    /// Motions asked for, those of no length included.
    pub sent: u64,
    pub count: Count,
    pub suspicion: Suspicion,
    pub(crate) facts: Facts,
    /// Tool descriptions whose unit is not known yet.
    pub notes: Vec<PendingNote>,
    /// Operations recognised so far.
    pub operations: Recognizer,
    sink: &'s mut dyn FnMut(Event) -> ControlFlow<()>,
}

fn unplaced(at_machine: [bool; 3], control: &Control<'_>) -> [bool; 3] {
    std::array::from_fn(|axis| at_machine[axis] && control.options.home[axis].is_none())
}

impl<'s> Emitter<'s> {
    /// Before the first block.
    pub fn new(control: &Control<'_>, sink: &'s mut dyn FnMut(Event) -> ControlFlow<()>) -> Self {
        Emitter {
            out: control.base_mm(control.state.pos),
            out_work: control.work_mm(control.state.pos),
            out_rest: [0.0; 6],
            at_machine: [false; 3],
            said: [Said::Nothing; 3],
            height: Height::Open,
            zero: Zero::Alike,
            drifts: false,
            sent: 0,
            count: Count::default(),
            suspicion: Suspicion::default(),
            facts: Facts::default(),
            notes: Vec::new(),
            operations: Recognizer::default(),
            sink,
        }
    }

    /// Hands something out.
    pub fn emit(&mut self, event: Event) -> Step {
        self.count.add(&event);
        match (self.sink)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Stop),
        }
    }

    /// Warns about some bytes of the line (none: the block).
    pub fn warn(
        &mut self,
        code: &'static str,
        at: Range<usize>,
        message: String,
        control: &Control<'_>,
    ) -> Step {
        let span = control.here.part(&at);
        if self.suspicion.repeats(code, span) {
            return Ok(());
        }
        self.emit(Event::Warning(Warning { span, code, message }))
    }

    /// Reports a block that was not carried out.
    pub fn report(&mut self, fault: Fault, control: &Control<'_>) -> Step {
        let mut span = control.here.part(&fault.at);
        if let Some(line) = fault.line {
            span = Span { file: control.here.file, line, column: 1, length: 1 };
        }
        let Fault { code, message, .. } = fault;
        let calls = control.scope.calls();
        self.emit(Event::Refusal(Refusal { span, code, message, calls }))
    }

    /// Reports a fault found at another place than the line being carried out.
    pub fn refuse_at(
        &mut self,
        span: Span,
        code: &'static str,
        message: String,
        control: &Control<'_>,
    ) -> Step {
        let calls = control.scope.calls();
        self.emit(Event::Refusal(Refusal { span, code, message, calls }))
    }

    /// Hands out the tool descriptions read so far: the unit and the tool they mean are known now.
    pub fn settle_notes(&mut self, control: &Control<'_>) -> Step {
        for note in std::mem::take(&mut self.notes) {
            let units = control.state.units;
            let (span, oddity) = (note.span, note.oddity(units));
            let next = if control.tools.selected > 0 {
                control.tools.selected
            } else {
                control.tools.spindle_number
            };
            self.emit(Event::ToolNote(note.settle(units, next)))?;
            if let Some(message) = oddity {
                let code = code::UNITS_MISMATCH;
                self.emit(Event::Warning(Warning { span, code, message }))?;
            }
        }
        Ok(())
    }

    /// Axes that stand at a machine position of which nobody said where it lies in the program:
    /// their numbers are not places of the work.
    pub fn unplaced(&self, control: &Control<'_>) -> [bool; 3] {
        unplaced(self.at_machine, control)
    }

    /// Axes that stand at a machine position.
    pub fn standing(&self) -> [bool; 3] {
        self.at_machine
    }

    /// Whether a motion was made.
    pub fn has_moved(&self) -> bool {
        self.count.motions > 0
    }

    /// Where the last motion ended, in work coordinates, unit in force.
    pub fn last_point(&self, control: &Control<'_>) -> [f64; 3] {
        let unit = control.state.units.mm();
        control.state.at_base(self.out.map(|value| value / unit))
    }

    /// Moves straight to a point in work coordinates (unit in force) and the other axes.
    pub fn send(&mut self, kind: Kind, to: [f64; 3], rest: Rest, control: &Control<'_>) -> Step {
        self.look_for_drift(to, control);
        let to = control.base_mm(to);
        self.send_base(Request { kind, to, rest, arc: None, named: None }, control)
    }

    /// The same to a place that the machine defines (G28, G30, G53); `named` are the axes that it
    /// defines it for.
    pub fn send_to_machine(
        &mut self,
        kind: Kind,
        to: [f64; 3],
        named: [bool; 3],
        rest: Rest,
        control: &Control<'_>,
    ) -> Step {
        self.look_for_drift(to, control);
        let to = control.base_mm(to);
        self.send_base(Request { kind, to, rest, arc: None, named: Some(named) }, control)
    }

    /// Takes note where an axis is sent to another place of work coordinates that lie at an unknown
    /// place.
    fn look_for_drift(&mut self, to: [f64; 3], control: &Control<'_>) {
        let (base, work) = (control.base_mm(to), control.work_mm(to));
        self.drifts |= (0..3).any(|axis| {
            let stays = (work[axis] - self.out_work[axis]).abs() <= NO_LENGTH_MM;
            base[axis].is_nan() && !work[axis].is_nan() && !stays
        });
        self.out_work = work;
    }

    /// Takes note where an axis of `named` goes to a machine position that lies at an unknown place, or
    /// while it is in doubt what X, Y and Z mean: that the numbers stay the same tells nothing.
    pub fn look_for_doubt(&mut self, to: [f64; 3], named: [bool; 3], control: &Control<'_>) {
        let doubtful = control.invalid.doubts_frame();
        self.drifts |= (0..3).any(|axis| named[axis] && (doubtful || to[axis].is_nan()));
    }

    /// Moves on an arc in the plane in force. `start` is where the arc's geometry begins, `end`
    /// where it ends, both in work coordinates; `centre` holds the plane's two axes; `turns` counts
    /// full and part turns, counter-clockwise positive.
    pub fn send_arc(
        &mut self,
        start: [f64; 3],
        end: [f64; 3],
        centre: [f64; 2],
        turns: i32,
        rest: Rest,
        control: &Control<'_>,
    ) -> Step {
        let plane = control.state.plane;
        let to = control.base_mm(end);
        let (from, goal) = (plane.fold(start), plane.fold(end));
        let open = from
            .iter()
            .chain(&goal)
            .chain(&centre)
            .chain(&self.out)
            .chain(&to)
            .any(|value| value.is_nan());
        self.drifts |= open && turns != 0;
        self.out_work = control.work_mm(end);
        if turns == 0 || open {
            let chord = Request { kind: Kind::Feed, to, rest, arc: None, named: None };
            return self.send_base(chord, control);
        }
        // LinuxCNC forgets an offset of G92 where G10 L2 turns the axes: the tool does not stand
        // where its coordinates say, and the arc leads on from there.
        let unit = control.state.units.mm();
        let stands = plane.fold(control.state.at_base(self.out.map(|value| value / unit)));
        let away = (stands[0] - from[0]).hypot(stands[1] - from[1]) * unit;
        let from = if away > ELSEWHERE_MM { stands } else { from };
        let first = (from[1] - centre[1]).atan2(from[0] - centre[0]);
        let last = (goal[1] - centre[1]).atan2(goal[0] - centre[0]);
        let mut sweep = last - first;
        let direction = f64::from(turns.signum());
        while sweep * direction <= FULL_CIRCLE {
            sweep += direction * TURN;
        }
        while sweep * direction > TURN + FULL_CIRCLE {
            sweep -= direction * TURN;
        }
        sweep += direction * TURN * f64::from(turns.abs() - 1);
        if control.state.transform.flips(plane) {
            sweep = -sweep;
        }
        let center = control.base_mm(plane.unfold([centre[0], centre[1], from[2]]));
        let normal = control.state.transform.axis_of(plane);
        let normal = State::turn(normal, control.state.rotation);
        let arc = Some(Arc { center, normal, sweep });
        self.send_base(Request { kind: Kind::Arc, to, rest, arc, named: None }, control)
    }

    /// Whether the number of an axis stays as it is.
    fn stays(&self, axis: usize, to: [f64; 3]) -> bool {
        (to[axis] - self.out[axis]).abs() <= NO_LENGTH_MM
            || (to[axis].is_nan() && self.out[axis].is_nan())
    }

    /// Which axes stand at a machine position after a motion to `to`; `named` are those that the
    /// machine defines it for. Equal numbers tell nothing: home X0 is not the work's X0.
    fn frames(&self, to: [f64; 3], named: Option<[bool; 3]>, said: [Said; 3]) -> [bool; 3] {
        std::array::from_fn(|axis| match (named, said[axis]) {
            (Some(named), _) if named[axis] => true,
            (Some(_), Said::Place) => false,
            (Some(_), _) => !self.stays(axis, to) || self.at_machine[axis],
            (None, Said::Place) => false,
            (None, Said::Way) => self.at_machine[axis],
            (None, Said::Nothing) => self.at_machine[axis] && self.stays(axis, to),
        })
    }

    /// Refuses one motion too many, and one that is farther away than anything is measured.
    #[inline]
    fn check_reach(&self, request: &Request, control: &Control<'_>) -> Step {
        if self.sent > control.options.max_motions {
            return give_up(
                code::LIMIT,
                BLOCK,
                format!(
                    "the program goes on after {} motions, the most that are read: it is taken \
                     to be endless (--max-motions N reads more)",
                    control.options.max_motions
                ),
            );
        }
        // Unknown axes are no number and pass.
        let far = |value: &f64| value.abs() > LARGEST_MM;
        if request.to.iter().any(far) || request.rest.iter().any(|value| value.is_infinite()) {
            return refuse(code::RANGE, BLOCK, "the motion ends more than 100 km away");
        }
        if request.arc.is_some_and(|arc| arc.center.iter().any(far)) {
            return refuse(code::RANGE, BLOCK, "the arc's centre lies more than 100 km away");
        }
        Ok(())
    }

    fn send_base(&mut self, request: Request, control: &Control<'_>) -> Step {
        // While a contour is followed the motion is that of a block before.
        let said = std::mem::take(&mut self.said);
        let said = if control.compensating() { [Said::Nothing; 3] } else { said };
        let at_machine = self.frames(request.to, request.named, said);
        self.sent += 1;
        self.check_reach(&request, control)?;
        let Request { kind, to, rest, arc, named } = request;
        if !self.notes.is_empty() {
            self.settle_notes(control)?;
        }
        let shown = control.in_mm(rest);
        let moves = |axis: usize| (shown[axis] - self.out_rest[axis]).abs() > REST_STILL;
        let (turns, slides) = ((0..FIRST_SECONDARY).any(moves), (FIRST_SECONDARY..6).any(moves));
        let apart = unplaced(at_machine, control);
        let height = self.aim(to[2], said[2], named.is_some_and(|named| named[2]), control);
        let still = apart == self.unplaced(control)
            && (0..3).all(|axis| self.stays(axis, to))
            && !height.jumps;
        if still && !turns && !slides && arc.is_none() && !std::mem::take(&mut self.drifts) {
            self.at_machine = at_machine;
            self.arrive(height, &tip(false, control), control);
            return Ok(());
        }
        self.drifts = false;
        let span = control.here.span();
        let passes = kind == Kind::Rapid && !self.suspicion.sinks(height, control);
        if height.jumps {
            self.out[2] = f64::NAN;
        }
        // What X, Y and Z mean is in doubt, whatever their numbers.
        let doubtful = control.invalid.doubts_frame();
        let place = |at: [f64; 3]| if doubtful { [f64::NAN; 3] } else { at }.into();
        let arc = arc.filter(|_| !doubtful);
        let kind = if kind == Kind::Arc && doubtful { Kind::Feed } else { kind };
        let motion = Motion {
            span,
            kind,
            from: place(self.out),
            to: place(to),
            tool: control.tools.spindle_number,
            operation: self.operations.motion(control.tools.spindle_number, kind, span),
            tip: tip(passes, control),
            arc: arc.map(Box::new),
            rotary: turns.then(|| Box::new([shown[0], shown[1], shown[2]])),
            secondary: slides.then(|| Box::new([shown[3], shown[4], shown[5]])),
            turned: control.away(rest),
            dogleg: kind == Kind::Rapid && control.options.dialect.dogleg(),
            machine: named.is_some(),
            at_machine: apart,
        };
        let zero = if named.is_some() { Zero::Unknown } else { control.state.zero() };
        if zero != self.zero {
            self.zero = zero.clone();
            self.emit(Event::Zero(zero))?;
        }
        self.count.see(control.state.units);
        let late = !passes && self.suspicion.cut(span, &control.length);
        if late {
            let message = "the tool moves before its length offset (G43) is in force".to_owned();
            let code = code::BEFORE_OFFSET;
            self.emit(Event::Warning(Warning { span, code, message }))?;
        }
        self.out = to;
        let leaves = std::mem::replace(&mut self.at_machine, at_machine);
        self.out_rest = shown;
        self.weigh(&motion, leaves, at_machine, control)?;
        self.arrive(height, &motion.tip, control);
        self.emit(Event::Motion(motion))
    }
}
