//! G5 … G5.3 and G76: words of curves and threads into their moves.

use super::block::{Block, bit};
use super::code;
use super::fault::{BLOCK, Step, refuse};
use super::machine::Machine;
use super::motion::Kind;
use super::operation::radians;
use super::spline::{ControlPoint, Nurbs, chords, cubic, quadratic};
use super::state::Plane;
use super::state::Rest;
use super::thread::Thread;
use super::words::{Group, g};

impl Machine<'_> {
    /// G5 and G5.1.
    pub(crate) fn spline(&mut self, code: u16, block: &Block) -> Step {
        let at = block.code_place(Group::Motion);
        if self.compensating() {
            let message = "splines are not allowed while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        self.check_feed(block)?;
        if self.state.plane != Plane::Xy {
            return refuse(code::CONFLICT, at, "splines need the XY plane (G17)");
        }
        let others = bit(b'z') | bit(b'a') | bit(b'b') | bit(b'c');
        if block.any(others) {
            let at = block.first_place(others);
            return refuse(code::CONFLICT, at, "a spline moves in X and Y only");
        }
        let start = self.curve_start(block)?;
        let offset = match (block.get(b'i'), block.get(b'j')) {
            (Some(i), Some(j)) => [i, j],
            (None, None) if code == g::G5 => [self.state.cycle.ijk[0], self.state.cycle.ijk[1]],
            _ => return refuse(code::MISSING, at, "the spline needs both I and J"),
        };
        let (to, _) = self.target(block)?;
        let end = [to[0], to[1]];
        if code == g::G5_1 {
            self.chords(&quadratic(start, offset, end), 3)?;
        } else {
            let (Some(p), Some(q)) = (block.get(b'p'), block.get(b'q')) else {
                return refuse(code::MISSING, at, "G5 needs both P and Q");
            };
            self.chords(&cubic(start, offset, [p, q], end), 4)?;
            self.state.cycle.ijk[0] = -p;
            self.state.cycle.ijk[1] = -q;
        }
        self.state.pos[0] = end[0];
        self.state.pos[1] = end[1];
        Ok(())
    }

    fn curve_start(&self, block: &Block) -> Step<[f64; 2]> {
        let [x, y, _] = self.state.pos;
        if x.is_nan() || y.is_nan() {
            let message = "the curve starts from a position that is not known";
            return refuse(code::UNKNOWN_START, block.code_place(Group::Motion), message);
        }
        Ok([x, y])
    }

    fn chords(&mut self, points: &[ControlPoint], order: usize) -> Step {
        let (height, rest) = (self.state.pos[2], self.state.rest);
        for [x, y] in chords(points, order) {
            self.send(Kind::Feed, [x, y, height], rest)?;
        }
        Ok(())
    }

    /// G5.2: one control point, or the weight of the first.
    pub(crate) fn nurbs_point(&mut self, block: &Block) -> Step {
        self.check_feed(block)?;
        let start = self.curve_start(block)?;
        if self.state.motion != Some(g::G5_2) {
            self.nurbs = None;
        }
        let point = if block.any(bit(b'x') | bit(b'y')) {
            let (to, _) = self.target(block)?;
            [0, 1].map(|axis| block.axis(axis).map(|_| to[axis]))
        } else {
            [None, None]
        };
        let order = block.get(b'l').map(|order| order as usize);
        let nurbs = self.nurbs.get_or_insert_with(|| Nurbs::new(start));
        if let Err(error) = nurbs.block(point, block.get(b'p'), order) {
            return refuse(code::RANGE, BLOCK, error.to_string());
        }
        self.state.motion = Some(g::G5_2);
        Ok(())
    }

    /// G5.3: draws the spline.
    pub(crate) fn end_nurbs(&mut self, block: &Block) -> Step {
        let at = block.code_place(Group::Once);
        let nurbs = self.nurbs.take().filter(|_| self.state.motion == Some(g::G5_2));
        let Some(nurbs) = nurbs else {
            return refuse(code::CONFLICT, at, "G5.3 ends a spline that G5.2 must begin");
        };
        match nurbs.finish() {
            Ok((points, order)) => {
                self.chords(&points, order)?;
                if let Some(last) = points.last() {
                    self.state.pos[0] = last.at[0];
                    self.state.pos[1] = last.at[1];
                }
                self.state.motion = None;
                Ok(())
            }
            Err(error) => refuse(code::RANGE, at, error.to_string()),
        }
    }

    /// G76 of LinuxCNC.
    pub(crate) fn threading_cycle(&mut self, to: [f64; 3], rest: Rest, block: &Block) -> Step {
        let at = block.code_place(Group::Motion);
        if rest != self.state.rest {
            return refuse(code::CONFLICT, at, "G76 moves X, Y and Z only");
        }
        if self.compensating() {
            let message = "G76 is not allowed while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        if self.state.pos.iter().any(|value| value.is_nan()) {
            let message = "the thread starts from a position that is not known";
            return refuse(code::UNKNOWN_START, at, message);
        }
        let scale = if self.state.lathe_diameter { 0.5 } else { 1.0 };
        let word = |letter: u8| block.get(letter).unwrap_or(0.0);
        let tapers = block.get(b'l').map_or(0, |flags| flags as i64);
        let thread = Thread {
            start: self.state.pos,
            end: to,
            peak: word(b'i') * scale,
            first_cut: word(b'j') * scale,
            full_depth: word(b'k') * scale,
            compound: block.get(b'q').filter(|angle| *angle != -1.0).map_or(0.0, radians),
            degression: word(b'r'),
            springs: word(b'h').max(0.0) as u32,
            taper: word(b'e'),
            entry_taper: tapers & 1 != 0,
            exit_taper: tapers & 2 != 0,
        };
        if let Err(error) = thread.check() {
            return refuse(code::CYCLE, at, error.to_string());
        }
        thread.run(|step| {
            let kind = if step.rapid { Kind::Rapid } else { Kind::Feed };
            self.send(kind, step.to, rest)
        })?;
        self.state.pos = to;
        Ok(())
    }
}
