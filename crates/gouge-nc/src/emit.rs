//! The one place where motions go out.

use super::code;
use super::fault::{BLOCK, Step, give_up, refuse};
use super::machine::Machine;
use super::motion::{Arc, Event, Kind, Motion, Tip};
use super::state::{FIRST_SECONDARY, Rest, State, Units};
use crate::tolerance::{FULL_CIRCLE, LARGEST_MM, NO_LENGTH_MM, REST_STILL};

const TURN: f64 = std::f64::consts::TAU;

impl Machine<'_> {
    /// Moves straight to a point in work coordinates (unit in force) and the other axes.
    pub(crate) fn send(&mut self, kind: Kind, to: [f64; 3], rest: Rest) -> Step {
        let to = self.base_mm(to);
        self.send_base(kind, to, rest, None, false)
    }

    /// The same to a place that the machine defines (G28, G30, G53).
    pub(crate) fn send_to_machine(&mut self, kind: Kind, to: [f64; 3], rest: Rest) -> Step {
        let to = self.base_mm(to);
        self.send_base(kind, to, rest, None, true)
    }

    /// Moves on an arc in the plane in force. `start` is where the arc's geometry begins, `end`
    /// where it ends, both in work coordinates; `centre` holds the plane's two axes; `turns` counts
    /// full and part turns, counter-clockwise positive.
    pub(crate) fn send_arc(
        &mut self,
        start: [f64; 3],
        end: [f64; 3],
        centre: [f64; 2],
        turns: i32,
        rest: Rest,
    ) -> Step {
        let plane = self.state.plane;
        let to = self.base_mm(end);
        let (from, goal) = (plane.fold(start), plane.fold(end));
        let open = from
            .iter()
            .chain(&goal)
            .chain(&centre)
            .chain(&self.out)
            .chain(&to)
            .any(|value| value.is_nan());
        if turns == 0 || open {
            return self.send_base(Kind::Feed, to, rest, None, false);
        }
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
        if self.state.figure.flips(plane) {
            sweep = -sweep;
        }
        let center = self.base_mm(plane.unfold([centre[0], centre[1], from[2]]));
        let normal = self.state.figure.axis_of(plane);
        let normal = State::turn(normal, self.state.rotation);
        self.send_base(Kind::Arc, to, rest, Some(Arc { center, normal, sweep }), false)
    }

    fn send_base(
        &mut self,
        kind: Kind,
        to: [f64; 3],
        rest: Rest,
        arc: Option<Arc>,
        machine: bool,
    ) -> Step {
        self.sent += 1;
        self.flow.moved();
        if self.sent > self.options.max_motions {
            return give_up(
                code::LIMIT,
                BLOCK,
                format!(
                    "more than {} motions: the program is taken to be endless (see --max-motions)",
                    self.options.max_motions
                ),
            );
        }
        // Unknown axes are no number and pass.
        let far = |value: &f64| value.abs() > LARGEST_MM;
        if to.iter().any(far) || rest.iter().any(|value| value.is_infinite()) {
            return refuse(code::RANGE, BLOCK, "the motion ends more than 100 km away");
        }
        if arc.is_some_and(|arc| arc.center.iter().any(far)) {
            return refuse(code::RANGE, BLOCK, "the arc's centre lies more than 100 km away");
        }
        if !self.notes.is_empty() {
            self.settle_notes()?;
        }
        let shown = self.in_mm(rest);
        let moves = |axis: usize| (shown[axis] - self.out_rest[axis]).abs() > REST_STILL;
        let (turns, slides) = ((0..FIRST_SECONDARY).any(moves), (FIRST_SECONDARY..6).any(moves));
        let still = (0..3).all(|axis| {
            (to[axis] - self.out[axis]).abs() <= NO_LENGTH_MM
                || (to[axis].is_nan() && self.out[axis].is_nan())
        });
        if still && !turns && !slides && arc.is_none() && !std::mem::take(&mut self.drifts) {
            return Ok(());
        }
        self.drifts = false;
        let span = self.here.span();
        let motion = Motion {
            span,
            kind,
            from: self.out.into(),
            to: to.into(),
            tool: self.tools.spindle_number,
            operation: self.operations.motion(self.tools.spindle_number, kind, span),
            tip: Tip::AtControlPoint,
            arc: arc.map(Box::new),
            rotary: turns.then(|| Box::new([shown[0], shown[1], shown[2]])),
            secondary: slides.then(|| Box::new([shown[3], shown[4], shown[5]])),
            turned: self.away(rest),
            dogleg: kind == Kind::Rapid && self.options.dialect.dogleg(),
            machine,
        };
        match self.state.units {
            Units::Mm => self.count.millimetres = true,
            Units::Inch => self.count.inches = true,
        }
        if kind != Kind::Rapid {
            self.suspicion.cut(motion.span);
        }
        self.out = to;
        self.out_rest = shown;
        self.emit(Event::Motion(motion))
    }
}
