//! Cutter compensation in the interpreter: words, declared use, and the moves that come out late.

use super::arc::PlaneArc;
use super::block::{Block, bit};
use super::code;
use super::comp::{CompError, Compensator, Move, Planar, Shape, Side, lathe_nose};
use super::dialect::Dialect;
use super::expr::whole;
use super::fault::{BLOCK, Step, refuse};
use super::machine::{Here, Machine};
use super::motion::Kind;
use super::options::Compensation;
use super::state::{Plane, Rest, Units};
use super::tool_table::ToolEntry;
use super::words::{Group, g};

/// What a compensated move carries along: its block and where the other axes end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    here: Here,
    rest: Rest,
}

/// Compensation as the interpreter sees it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Contour {
    #[default]
    Off,
    On {
        side: Side,
        compensator: Box<Compensator<Tag>>,
    },
    /// On by a radius that was not declared, or broken off by a refusal: where the tool runs in
    /// the plane is unknown until G40.
    Unknown,
}

impl Machine<'_> {
    pub(crate) fn compensating(&self) -> bool {
        !matches!(self.contour, Contour::Off)
    }

    /// The word that describes the state, tenths.
    pub(crate) fn compensation_code(&self) -> u16 {
        match &self.contour {
            Contour::On { side: Side::Left, .. } => g::G41,
            Contour::On { side: Side::Right, .. } => g::G42,
            _ => g::G40,
        }
    }

    /// Whether motions go another way than programmed.
    pub(crate) fn diverts(&self) -> bool {
        match &self.contour {
            Contour::Off => false,
            Contour::On { compensator, .. } => compensator.changes_moves(),
            Contour::Unknown => true,
        }
    }

    /// G40 … G42.1.
    pub(crate) fn set_compensation(&mut self, code: u16, block: &Block) -> Step {
        if code == g::G40 {
            return self.end_compensation();
        }
        let at = block.code_place(Group::CutterCompensation);
        if self.state.plane == Plane::Yz {
            let message = "cutter compensation works in the planes G17 and G18 only";
            return refuse(code::COMPENSATION, at, message);
        }
        let linuxcnc = self.options.dialect == Dialect::LinuxCnc;
        if self.compensating() && (linuxcnc || self.diverts()) {
            return refuse(code::COMPENSATION, at, "cutter compensation is on already");
        }
        if !linuxcnc && self.options.compensation == Some(Compensation::Control) {
            self.contour = Contour::Unknown;
            let message = format!(
                "how {} rounds corners with the tool's radius in compensation is not followed: \
                 post the tool's path and declare wear",
                self.options.dialect.title()
            );
            return refuse(code::NOT_FOLLOWED, at, message);
        }
        let side = if matches!(code, g::G41 | g::G41_1) { Side::Left } else { Side::Right };
        let (radius, orientation) = if matches!(code, g::G41_1 | g::G42_1) {
            self.given_radius(block)?
        } else {
            match self.table_radius(block)? {
                Some(found) => found,
                None => {
                    self.contour = Contour::Unknown;
                    let message = "how this program uses cutter compensation is not declared: \
                                   say control, wear or none";
                    return refuse(code::COMPENSATION_UNDECLARED, at, message);
                }
            }
        };
        let inch = self.state.units == Units::Inch;
        let nose = if self.state.plane == Plane::Zx {
            lathe_nose(orientation, radius.abs())
        } else {
            Planar::zeros()
        };
        let side = if radius < 0.0 { side.opposite() } else { side };
        let compensator = Box::new(Compensator::new(side, radius.abs(), nose, inch));
        self.contour = Contour::On { side, compensator };
        Ok(())
    }

    /// G41.1 and G42.1: D is the diameter.
    fn given_radius(&self, block: &Block) -> Step<(f64, u8)> {
        let at = block.code_place(Group::CutterCompensation);
        let Some(diameter) = block.get(b'd') else {
            return refuse(code::MISSING, at, "G41.1 and G42.1 need D, the tool's diameter");
        };
        let orientation = match block.get(b'l') {
            None => 0,
            Some(_) if self.state.plane != Plane::Zx => {
                let message = "L, the tool's orientation, is for turning (G18)";
                return refuse(code::COMPENSATION, block.place(b'l'), message);
            }
            Some(orientation) => orientation as u8,
        };
        Ok((diameter / 2.0, orientation))
    }

    /// G41 and G42: the radius of tool D, or of the tool in the spindle; `None` when it is not
    /// declared how the program uses it.
    fn table_radius(&self, block: &Block) -> Step<Option<(f64, u8)>> {
        let place = block.first_place(bit(b'd'));
        let number = match block.get(b'd') {
            None => 0,
            Some(value) => match whole(value) {
                Some(number) if number >= 0 => number as u32,
                _ => {
                    let message = "D of G41 and G42 is a tool number: whole, zero or more";
                    return refuse(code::RANGE, place, message);
                }
            },
        };
        // The D register of other controls is no tool number.
        let linuxcnc = self.options.dialect == Dialect::LinuxCnc;
        let entry = self.tools.entry(number).or((!linuxcnc).then(ToolEntry::default));
        let Some(entry) = entry else {
            let message = format!("tool {number} is not in the tool table");
            return refuse(code::TOOL, place, message);
        };
        if self.state.plane != Plane::Zx && !matches!(entry.orientation, 0 | 9) {
            let message = "a lathe tool is compensated in the plane G18 only";
            let at = block.code_place(Group::CutterCompensation);
            return refuse(code::COMPENSATION, at, message);
        }
        Ok(match self.options.compensation {
            None => None,
            Some(Compensation::Wear | Compensation::None) => Some((0.0, entry.orientation)),
            Some(Compensation::Control) => {
                Some((entry.diameter / 2.0 / self.state.units.mm(), entry.orientation))
            }
        })
    }

    fn end_compensation(&mut self) -> Step {
        if let Contour::On { compensator, .. } = std::mem::take(&mut self.contour) {
            let mut out = Vec::new();
            self.arc_barred = compensator.entered() && compensator.changes_moves();
            let result = compensator.finish(&mut out);
            self.send_moves(out)?;
            self.compensated(result)?;
        }
        Ok(())
    }

    /// Lets waiting moves run, as a program stop does.
    pub(crate) fn flush_compensation(&mut self) -> Step {
        let mut out = Vec::new();
        let result = match &mut self.contour {
            Contour::On { compensator, .. } => compensator.stop(&mut out),
            _ => return Ok(()),
        };
        self.send_moves(out)?;
        self.compensated(result)
    }

    /// G20 and G21 while compensation is on.
    pub(crate) fn rescale_compensation(&mut self, ratio: f64) {
        let inch = self.state.units == Units::Inch;
        if let Contour::On { compensator, .. } = &mut self.contour {
            compensator.rescale(ratio, inch);
        }
    }

    /// A straight motion, compensated.
    pub(crate) fn divert_straight(
        &mut self,
        code: u16,
        to: [f64; 3],
        rest: Rest,
        block: &Block,
    ) -> Step {
        if !matches!(code, g::G0 | g::G1) || block.is(Group::Once, g::G53) {
            let at = block.code_place(Group::Motion);
            let message = "this motion is not allowed while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        let shape = if code == g::G0 { Shape::Rapid } else { Shape::Feed };
        self.divert(shape, to, rest)
    }

    /// An arc, compensated.
    pub(crate) fn divert_arc(&mut self, arc: PlaneArc, to: [f64; 3], rest: Rest) -> Step {
        let center = Planar::new(arc.centre[0], arc.centre[1]);
        self.divert(Shape::Arc { center, turns: arc.turns }, to, rest)
    }

    fn divert(&mut self, shape: Shape, to: [f64; 3], rest: Rest) -> Step {
        let plane = self.state.plane;
        let from = plane.fold(self.state.pos);
        let goal = plane.fold(to);
        let mut out = Vec::new();
        let result = match &mut self.contour {
            Contour::On { compensator, .. } => {
                if from.iter().chain(&goal).any(|value| value.is_nan()) {
                    let message = "cutter compensation needs a known position to start from";
                    return refuse(code::UNKNOWN_START, BLOCK, message);
                }
                let tag = Tag { here: self.here, rest };
                let step = Move { to: Planar::new(goal[0], goal[1]), height: goal[2], shape, tag };
                compensator.feed(Planar::new(from[0], from[1]), from[2], step, &mut out)
            }
            _ => {
                let lost = plane.unfold([f64::NAN, f64::NAN, goal[2]]);
                let kind = if shape == Shape::Rapid { Kind::Rapid } else { Kind::Feed };
                self.drifts = true;
                self.send(kind, lost, rest)?;
                Ok(())
            }
        };
        self.send_moves(out)?;
        self.compensated(result)?;
        self.state.pos = to;
        self.state.rest = rest;
        Ok(())
    }

    fn send_moves(&mut self, moves: Vec<Move<Tag>>) -> Step {
        let here = self.here;
        for step in moves {
            self.here = step.tag.here;
            let end = self.state.plane.unfold([step.to.x, step.to.y, step.height]);
            let sent = match step.shape {
                Shape::Rapid => self.send(Kind::Rapid, end, step.tag.rest),
                Shape::Feed => self.send(Kind::Feed, end, step.tag.rest),
                Shape::Arc { center, turns } => {
                    let start = self.last_point();
                    self.send_arc(start, end, [center.x, center.y], turns, step.tag.rest)
                }
            };
            self.here = here;
            sent?;
        }
        Ok(())
    }

    fn compensated(&mut self, result: Result<(), CompError>) -> Step {
        match result {
            Ok(()) => Ok(()),
            Err(error) => {
                self.contour = Contour::Unknown;
                refuse(code::COMPENSATION, BLOCK, error.to_string())
            }
        }
    }
}
