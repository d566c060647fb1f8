use super::block::{ANGLE, Block, POLAR, RADIUS, XYZ, bit};
use super::code;
use super::fault::{Step, refuse};
use super::machine::Machine;
use super::motion::Kind;
use super::operation::radians;
use super::state::{FeedMode, Rest, State, add, sub};
use super::words::{Group, g};

/// Where a block ends: X, Y, Z and the other axes in work coordinates.
pub(crate) type Target = ([f64; 3], Rest);

impl Machine<'_> {
    /// Where the axis words lead.
    pub(crate) fn target(&mut self, block: &Block) -> Step<Target> {
        if block.is(Group::Once, g::G53) {
            return self.machine_target(block);
        }
        let mut to = self.state.pos;
        let mut rest = self.state.rest;
        let incremental = self.state.incremental;
        for (axis, place) in to.iter_mut().enumerate() {
            if let Some(value) = block.axis(axis) {
                if incremental {
                    self.drifts |= place.is_nan() && value != 0.0;
                    *place += value;
                } else {
                    *place = value;
                }
            }
        }
        for (axis, place) in rest.iter_mut().enumerate() {
            if let Some(value) = block.rest(axis) {
                *place = if incremental { *place + value } else { value };
            }
        }
        if self.state.polar.is_some() {
            to = self.polar_place(block, to)?;
        }
        if block.any(POLAR) {
            let here = to;
            [to[0], to[1]] = self.polar(block, [here[0], here[1]])?;
        }
        Ok((to, rest))
    }

    /// `@` and `^` about the origin of the work coordinates.
    fn polar(&self, block: &Block, here: [f64; 2]) -> Step<[f64; 2]> {
        let at = block.first_place(POLAR);
        let (radius, angle) = (block.slot(RADIUS), block.slot(ANGLE));
        if !self.state.incremental
            && let (Some(radius), Some(angle)) = (radius, angle)
        {
            let (sin, cos) = radians(angle).sin_cos();
            return Ok([radius * cos, radius * sin]);
        }
        if here[0].is_nan() || here[1].is_nan() {
            let message = "the polar word starts from a position that is not known";
            return refuse(code::UNKNOWN_START, at, message);
        }
        let [mut x, mut y] = here;
        let at_origin = |x: f64, y: f64| x == 0.0 && y == 0.0;
        if let Some(radius) = radius {
            if at_origin(x, y) {
                let message = "a polar radius alone has no direction from the origin: give ^ too";
                return refuse(code::RANGE, at, message);
            }
            let length = if self.state.incremental { x.hypot(y) + radius } else { radius };
            let (sin, cos) = y.atan2(x).sin_cos();
            (x, y) = (length * cos, length * sin);
        }
        if let Some(angle) = angle {
            let length = x.hypot(y);
            let direction = if self.state.incremental {
                if at_origin(x, y) {
                    let message = "an incremental polar angle has no meaning at the origin";
                    return refuse(code::RANGE, at, message);
                }
                y.atan2(x) + radians(angle)
            } else {
                radians(angle)
            };
            let (sin, cos) = direction.sin_cos();
            (x, y) = (length * cos, length * sin);
        }
        Ok([x, y])
    }

    /// G53: the axis words are machine coordinates.
    fn machine_target(&mut self, block: &Block) -> Step<Target> {
        if block.any(POLAR) {
            let at = block.first_place(POLAR);
            return refuse(code::CONFLICT, at, "polar words and G53 exclude each other");
        }
        let state = &self.state;
        let turned = State::turn(add(state.pos, state.g92), state.rotation);
        let mut moved = turned;
        for (axis, place) in moved.iter_mut().enumerate() {
            if let Some(value) = block.axis(axis) {
                *place = value - state.origin[axis] - state.tool_length[axis];
            }
        }
        let back = sub(State::turn(moved, -state.rotation), state.g92);
        // Without a word an axis keeps its exact value; with rotation both move together.
        let to = std::array::from_fn(|axis| {
            let kept = block.axis(axis).is_none() && (axis == 2 || state.rotation == 0.0);
            if kept { state.pos[axis] } else { back[axis] }
        });
        let rest = std::array::from_fn(|axis| match block.rest(axis) {
            Some(value) => state.rest_of_machine(axis, value),
            None => state.rest[axis],
        });
        Ok((to, rest))
    }

    /// Whether motions at feed may run; reports a missing feed rate once, and goes on, since the
    /// path does not depend on it.
    pub(crate) fn check_feed(&mut self, block: &Block) -> Step {
        let missing = match self.state.feed_mode {
            FeedMode::InverseTime => !block.has(b'f'),
            FeedMode::PerMinute | FeedMode::PerRevolution => self.state.feed == 0.0,
        };
        let still = self.state.feed_mode == FeedMode::PerRevolution && self.state.speed == 0.0;
        if (missing || still) && !self.suspicion.feed_reported {
            self.suspicion.feed_reported = true;
            let at = block.code_place(Group::Motion);
            let message = if missing && self.state.feed_mode == FeedMode::InverseTime {
                "inverse time feed (G93) needs F in every block that cuts"
            } else if missing {
                "no feed rate is set for this motion: the control refuses it"
            } else {
                "feed per revolution (G95) needs a spindle speed"
            };
            let fault = super::fault::Fault {
                code: code::FEED,
                message: message.to_owned(),
                at,
                line: None,
                fatal: false,
            };
            self.report(fault)?;
        }
        Ok(())
    }

    /// G0, G1 and the spindle-synchronised straight motions.
    pub(crate) fn straight(&mut self, code: u16, block: &Block) -> Step {
        self.arc_barred = false;
        if code == g::G1 {
            self.check_feed(block)?;
        }
        self.state.motion = Some(code);
        let (to, rest) = self.target(block)?;
        if self.diverts() {
            return self.divert_straight(code, to, rest, block);
        }
        match code {
            g::G0 | g::G1 => {
                let kind = if code == g::G0 { Kind::Rapid } else { Kind::Feed };
                if block.is(Group::Once, g::G53) {
                    self.send_to_machine(kind, to, rest)?;
                } else {
                    if kind == Kind::Rapid {
                        self.watch_rapid(to, block)?;
                    }
                    self.send(kind, to, rest)?;
                }
            }
            g::G33 => {
                self.check_spindle(block)?;
                self.send(Kind::Feed, to, rest)?;
            }
            g::G33_1 => {
                self.check_spindle(block)?;
                // The spindle reverses at the bottom and the tool comes back the same way.
                let start = self.state.pos;
                self.send(Kind::Feed, to, self.state.rest)?;
                self.send(Kind::Feed, start, self.state.rest)?;
                self.state.rest = rest;
                return Ok(());
            }
            _ => {
                self.check_spindle(block)?;
                return self.threading_cycle(to, rest, block);
            }
        }
        self.state.pos = to;
        self.state.rest = rest;
        Ok(())
    }

    fn watch_rapid(&mut self, to: [f64; 3], block: &Block) -> Step {
        let from = self.state.pos;
        if block.has(b'z') && to[2] < from[2] && (to[0] != from[0] || to[1] != from[1]) {
            // An axis that was unknown may not have moved at all.
            if !from[0].is_nan() && !from[1].is_nan() {
                let at = block.first_place(XYZ | bit(b'g'));
                let message = "a rapid goes down and sideways at once".to_owned();
                return self.warn(code::RAPID_DOWN, at, message);
            }
        }
        Ok(())
    }

    pub(crate) fn check_spindle(&self, block: &Block) -> Step {
        if self.state.spindle == super::state::Spindle::Stopped {
            let at = block.code_place(Group::Motion);
            return refuse(code::SPINDLE, at, "this motion needs a turning spindle (M3 or M4)");
        }
        Ok(())
    }
}
