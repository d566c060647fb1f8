//! Cutter radius compensation (G40, G41, G42, G41.1, G42.1) by LinuxCNC's rules.
//!
//! The programmed contour comes in one planar move at a time; the path of the tool's centre goes
//! out. A move's end is not known before its successor: a concave corner shortens both to the
//! crossing of their offset curves. So moves wait in a queue until the next corner is decided. At a
//! convex corner an arc about it keeps the tool in touch with it.
//!
//! Coordinates are those of the active plane, program units, in the order in which G2/G3 sweep
//! positively: (X, Y) with height Z in G17, (Z, X) with height Y in G18.

mod contour;
mod corner;
mod error;

use crate::tolerance::{COMP_ARC_GROWTH_IN, COMP_ARC_GROWTH_MM, COMP_RADIUS_MISMATCH};
use corner::{Corner, Offset};

pub use contour::{Move, Planar, Shape, Side, lathe_nose};
pub use error::CompError;

/// A compensated move that still waits for its end.
#[derive(Clone, Debug)]
struct Waiting<T> {
    step: Move<T>,
    /// Straight moves: the programmed direction, not normalised; zero for moves that cannot turn
    /// round. Arcs: unused.
    along: Planar,
    /// Arcs: the programmed sweep, radians; 0 when the end is final.
    sweep: f64,
}

/// Compensation between G41 or G42 and G40.
#[derive(Clone, Debug)]
pub struct Compensator<T> {
    side: Side,
    radius: f64,
    inch: bool,
    /// From the point that is compensated (the nose centre) to the controlled point; zero for
    /// mills.
    nose: Planar,
    /// Where the tool's centre will be when the queue has run, and at what height;
    /// `None` before the entry move.
    at: Option<(Planar, f64)>,
    /// Where the first waiting move starts, when that is a decided corner.
    start: Option<Planar>,
    waiting: Vec<Waiting<T>>,
    /// The shape that was first in the queue when it last ran. A stop (M0, M1, M60) lets the queue
    /// run, and the corner after it is still judged by that move.
    ran: Option<(Shape, Planar)>,
}

impl<T: Clone> Compensator<T> {
    /// Compensation by `radius` (negative: the other side) on `side`. `inch` tells the units in
    /// force, which set LinuxCNC's slack. `nose` is the place of the controlled point seen from the
    /// centre of the tool's nose: zero for mills, see [`lathe_nose`].
    #[must_use]
    pub fn new(side: Side, radius: f64, nose: Planar, inch: bool) -> Self {
        let side = if radius < 0.0 { side.opposite() } else { side };
        Compensator {
            side,
            radius: radius.abs(),
            inch,
            nose,
            at: None,
            start: None,
            waiting: Vec::new(),
            ran: None,
        }
    }

    /// Changes the unit of everything kept (G20, G21 between the moves) by `factor`.
    pub fn rescale(&mut self, factor: f64, inch: bool) {
        self.inch = inch;
        self.radius *= factor;
        self.nose *= factor;
        let scale = |shape: &mut Shape| {
            if let Shape::Arc { center, .. } = shape {
                *center *= factor;
            }
        };
        if let Some((at, height)) = &mut self.at {
            *at *= factor;
            *height *= factor;
        }
        if let Some(start) = &mut self.start {
            *start *= factor;
        }
        for waiting in &mut self.waiting {
            waiting.step.to *= factor;
            waiting.step.height *= factor;
            scale(&mut waiting.step.shape);
        }
        if let Some((shape, end)) = &mut self.ran {
            *end *= factor;
            scale(shape);
        }
    }

    /// Whether a move has been compensated: only then G40 has something to end.
    #[must_use]
    pub fn entered(&self) -> bool {
        self.at.is_some()
    }

    /// Whether moves change at all: with radius 0 they are the programmed ones.
    #[must_use]
    pub fn changes_moves(&self) -> bool {
        self.radius > 0.0
    }

    /// Takes the programmed move from `from` and puts every move that is now decided into `out`.
    ///
    /// # Errors
    /// The tool does not fit: see [`CompError`].
    pub fn feed(
        &mut self,
        from: Planar,
        height: f64,
        step: Move<T>,
        out: &mut Vec<Move<T>>,
    ) -> Result<(), CompError> {
        match (self.at, step.shape) {
            (None, Shape::Arc { center, turns }) => {
                self.enter_by_arc(from, height, step, center, turns)
            }
            (None, _) => self.enter_by_line(from, step),
            (Some((at, height)), Shape::Arc { center, turns }) => {
                self.arc((from, at, height), step, (center, turns), out)
            }
            (Some((at, height)), _) => self.line((from, at, height), step, out),
        }
    }

    /// Lets the waiting moves run to their offset ends, as a program stop (M0, M1, M60) or end
    /// does.
    ///
    /// # Errors
    /// A waiting move turns out too short: [`CompError::LineReversed`], [`CompError::ArcReversed`].
    pub fn stop(&mut self, out: &mut Vec<Move<T>>) -> Result<(), CompError> {
        if let Some((at, _)) = self.at {
            self.settle(at, out)?;
        }
        self.flush(out);
        Ok(())
    }

    /// Ends compensation (G40): the waiting moves run; the next programmed move leaves from there.
    ///
    /// # Errors
    /// A waiting move turns out too short: [`CompError::LineReversed`], [`CompError::ArcReversed`].
    pub fn finish(mut self, out: &mut Vec<Move<T>>) -> Result<(), CompError> {
        self.stop(out)
    }

    fn flush(&mut self, out: &mut Vec<Move<T>>) {
        self.start = None;
        if let Some(first) = self.waiting.first() {
            self.ran = Some((first.step.shape, first.step.to));
        }
        let nose = self.nose;
        out.extend(self.waiting.drain(..).map(|w| {
            let mut step = w.step;
            step.to += nose;
            if let Shape::Arc { center, .. } = &mut step.shape {
                *center += nose;
            }
            step
        }));
    }

    fn enter_by_line(&mut self, from: Planar, step: Move<T>) -> Result<(), CompError> {
        let (length, radius) = ((step.to - from).norm(), self.radius);
        if length <= radius {
            return Err(CompError::EntryTooShort { length, radius });
        }
        let normal = self.side.normal((step.to - from) / length);
        self.start = Some(from);
        let to = step.to + normal * radius;
        self.push(Move { to, ..step }, normal, 0.0);
        Ok(())
    }

    fn enter_by_arc(
        &mut self,
        from: Planar,
        height: f64,
        step: Move<T>,
        center: Planar,
        turns: i32,
    ) -> Result<(), CompError> {
        let (length, radius) = ((step.to - from).norm(), self.radius);
        if length <= radius {
            return Err(CompError::EntryTooShort { length, radius });
        }
        self.room_inside((from - center).norm(), turns)?;
        let to = step.to + self.toward_tool(step.to, center, turns) * radius;
        let center =
            corner::entry_center(from, to, center).ok_or(CompError::EntryArc { radius })?;
        if self.nose != Planar::zeros() {
            let shift = Move { to: from, height, shape: Shape::Feed, tag: step.tag.clone() };
            self.push(shift, Planar::zeros(), 0.0);
            self.start = Some(from);
        }
        let sweep = corner::sweep(from, center, turns, to);
        self.push(Move { to, shape: Shape::Arc { center, turns }, ..step }, Planar::zeros(), sweep);
        Ok(())
    }

    /// A straight move from the programmed point `from`; the tool's centre is `at`.
    fn line(
        &mut self,
        (from, at, height): (Planar, Planar, f64),
        step: Move<T>,
        out: &mut Vec<Move<T>>,
    ) -> Result<(), CompError> {
        let along = step.to - from;
        if along == Planar::zeros() {
            // Along the normal only: the place in the plane stays open with the moves before.
            self.push(Move { to: at, ..step }, along, 0.0);
            return Ok(());
        }
        let direction = along.normalize();
        let offset = self.side.normal(direction) * self.radius;
        // Leaving the outside of an arc against its end tangent, the way over the arc is taken.
        let closes = matches!(
            self.waiting.first().map(|w| w.step.shape),
            Some(Shape::Arc { turns, .. }) if !self.side.inside(turns)
        );
        match corner::classify(self.side, at - from, direction, closes) {
            Corner::Smooth => {
                self.flush(out);
                self.start = Some(at);
            }
            Corner::Convex => {
                self.settle(at, out)?;
                let middle = from + offset;
                let shape = match step.shape {
                    Shape::Rapid => Shape::Rapid,
                    _ => Shape::Arc { center: from, turns: self.around() },
                };
                self.push(
                    Move { to: middle, height, shape, tag: step.tag.clone() },
                    Planar::zeros(),
                    0.0,
                );
                self.flush(out);
                self.start = Some(middle);
            }
            Corner::Concave => {
                let next = Offset::Line { through: from, direction };
                let middle = self.meet(from, at, next)?;
                self.settle(middle, out)?;
            }
        }
        let to = step.to + offset;
        self.push(Move { to, ..step }, along, 0.0);
        Ok(())
    }

    /// An arc from the programmed point `from`; the tool's centre is `at`.
    fn arc(
        &mut self,
        (from, at, height): (Planar, Planar, f64),
        step: Move<T>,
        (center, turns): (Planar, i32),
        out: &mut Vec<Move<T>>,
    ) -> Result<(), CompError> {
        let arc_radius = (center - step.to).norm();
        self.room_inside(arc_radius, turns)?;
        let inside = self.side.inside(turns);
        let inward = (center - from).normalize();
        let tangent = if turns > 0 {
            Planar::new(inward.y, -inward.x)
        } else {
            Planar::new(-inward.y, inward.x)
        };
        match corner::classify(self.side, at - from, tangent, !inside) {
            Corner::Smooth => {
                self.flush(out);
                self.start = Some(at);
            }
            Corner::Convex => {
                let middle = from + inward * if inside { self.radius } else { -self.radius };
                self.flush(out);
                let shape = Shape::Arc { center: from, turns: self.around() };
                self.push(
                    Move { to: middle, height, shape, tag: step.tag.clone() },
                    Planar::zeros(),
                    0.0,
                );
                self.flush(out);
                self.start = Some(middle);
            }
            Corner::Concave => {
                let next = Offset::Arc { center, radius: arc_radius, turns };
                let middle = self.meet(from, at, next)?;
                self.settle(middle, out)?;
            }
        }
        let to = step.to + self.toward_tool(step.to, center, turns) * self.radius;
        let sweep = corner::sweep(from, center, turns, step.to);
        self.push(Move { to, ..step }, Planar::zeros(), sweep);
        Ok(())
    }

    /// Where the offset curves of the previous move and of `next` cross.
    fn meet(&self, from: Planar, at: Planar, next: Offset) -> Result<Planar, CompError> {
        let radius = self.radius;
        let before = match self.previous() {
            Some((Shape::Arc { center, turns }, end)) => {
                Offset::Arc { center, radius: (end - center).norm(), turns }
            }
            _ => {
                let normal = (at - from) / radius;
                let direction = self.side.opposite().normal(normal);
                Offset::Line { through: from, direction }
            }
        };
        if let (Offset::Arc { center: a, radius: r, .. }, Offset::Arc { center: b, .. }) =
            (&before, &next)
            && (a == b || *r == 0.0)
        {
            return Err(CompError::SameCenter);
        }
        corner::crossing(self.side, radius, &before, &next)
            .ok_or(CompError::CornerTooTight { radius })
    }

    /// Moves the end of every waiting move to `end`, lets them run, and starts anew from there.
    fn settle(&mut self, end: Planar, out: &mut Vec<Move<T>>) -> Result<(), CompError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let radius = self.radius;
        let growth = if self.inch { COMP_ARC_GROWTH_IN } else { COMP_ARC_GROWTH_MM };
        for waiting in &mut self.waiting {
            match waiting.step.shape {
                Shape::Arc { center, turns } => {
                    let (r0, r1) = ((waiting.step.to - center).norm(), (end - center).norm());
                    if (r0 - r1).abs() > COMP_RADIUS_MISMATCH {
                        return Err(CompError::UnequalRadii { start: r0, end: r1 });
                    }
                    if let Some(start) = self.start
                        && waiting.sweep != 0.0
                        && corner::sweep(start, center, turns, end).abs()
                            > waiting.sweep.abs() + growth
                    {
                        return Err(CompError::ArcReversed { radius });
                    }
                }
                Shape::Rapid | Shape::Feed => {
                    if let Some(start) = self.start
                        && waiting.along.dot(&(end - start)) < 0.0
                    {
                        return Err(CompError::LineReversed { radius });
                    }
                }
            }
            waiting.step.to = end;
        }
        self.flush(out);
        self.start = Some(end);
        Ok(())
    }

    fn push(&mut self, step: Move<T>, along: Planar, sweep: f64) {
        self.at = Some((step.to, step.height));
        self.waiting.push(Waiting { step, along, sweep });
    }

    /// Shape and end of the move whose end the next corner decides.
    fn previous(&self) -> Option<(Shape, Planar)> {
        self.waiting.first().map(|w| (w.step.shape, w.step.to)).or(self.ran)
    }

    /// Turns of the arc that takes the tool around a convex corner.
    fn around(&self) -> i32 {
        match self.side {
            Side::Left => -1,
            Side::Right => 1,
        }
    }

    /// The direction from a point of an arc to the tool's centre beside it.
    fn toward_tool(&self, point: Planar, center: Planar, turns: i32) -> Planar {
        let inward = (center - point).normalize();
        if self.side.inside(turns) { inward } else { -inward }
    }

    fn room_inside(&self, arc: f64, turns: i32) -> Result<(), CompError> {
        if self.side.inside(turns) && arc <= self.radius {
            return Err(CompError::ToolTooLarge { radius: self.radius, arc });
        }
        Ok(())
    }
}
