//! A lathe contour as a whole: brought into the one orientation that the cycles work in, offset,
//! finished (G70) and roughed (G71, G72).

use super::pocket::Pocket;
use super::segment::{Failure, Output, Point, Segment};
use super::turned::Turned;
use crate::tolerance::{CONTOUR_GAP, CONTOUR_SHORTEST, CONTOUR_TOUCH};

/// Rounds of offsetting and repairing after which a contour is given up.
const MOST_REPAIRS: usize = 100_000;

/// The words of a roughing cycle, unit in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roughing {
    /// Where the cycle starts.
    pub start: Point,
    /// Stock to leave (D).
    pub leave: f64,
    /// Shift of the contour (W, U).
    pub shift: Point,
    /// Depth of cut (I).
    pub depth: f64,
    /// Retraction (R).
    pub retract: f64,
    /// 0, 1 or 2: which pockets are cut, and when.
    pub pockets: u8,
    /// Along X instead of Z (G72).
    pub facing: bool,
}

/// The words of a finishing cycle, unit in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finishing {
    pub start: Point,
    /// First and last distance from the contour (D, E).
    pub from: f64,
    pub to: f64,
    /// Passes (P).
    pub passes: i64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Contour {
    pieces: Vec<Segment>,
    /// How the contour was turned: 1 mirrored in Z, 2 mirrored in X, 4 axes exchanged.
    turned: u8,
}

impl Contour {
    pub fn push(&mut self, piece: Segment) {
        self.pieces.push(piece);
    }

    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Closes a contour that ends short of where roughing starts, by a way out along X or Z.
    pub fn lead_out(&mut self, start: Point, facing: bool) {
        let Ok((first, last)) = self.ends() else { return };
        let (leaves, arrives) = (last.end - last.start, first.end - first.start);
        let rest = start - last.end;
        let (short, out) = if facing {
            (leaves.im != 0.0 && arrives.re * rest.re < 0.0, Point::new(start.re, last.end.im))
        } else {
            (leaves.re != 0.0 && arrives.im * rest.im < 0.0, Point::new(last.end.re, start.im))
        };
        if short {
            self.push(Segment::line(last.end, out));
        }
    }

    fn ends(&self) -> Result<(Segment, Segment), Failure> {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => Ok((*first, *last)),
            _ => Err("nothing is left of the contour".to_owned()),
        }
    }

    fn map(&mut self, mirrors: bool, map: impl Fn(Point) -> Point + Copy) {
        for piece in &mut self.pieces {
            piece.map(mirrors, map);
        }
    }

    /// Exchanges the axes.
    fn exchange(&mut self) {
        self.map(false, |point| -point * Point::i());
        self.turned ^= 4;
    }

    /// Mirrors the contour so that X falls from its first end to its last, and Z falls too.
    fn orient(&mut self) -> Result<(), Failure> {
        let (first, last) = self.ends()?;
        let across = first.end - last.end;
        if across.im > 0.0 {
            self.map(true, |point| point.conj());
            self.turned ^= 2;
        }
        if across.re < 0.0 {
            self.map(true, |point| -point.conj());
            self.turned ^= 1;
        }
        Ok(())
    }

    /// Z must fall from piece to piece.
    fn check_falls(&mut self) -> Result<(), Failure> {
        if let Some(first) = self.pieces.first_mut()
            && first.end.re > first.start.re
        {
            first.start.re = first.end.re;
        }
        if self.pieces.iter().all(Segment::falls) {
            Ok(())
        } else {
            Err("the contour turns back: it must run one way".to_owned())
        }
    }

    fn shape_corners(&mut self) -> Result<(), Failure> {
        for index in 1..self.pieces.len().saturating_sub(1) {
            let (before, rest) = self.pieces.split_at_mut(index);
            let (corner, after) = rest.split_at_mut(1);
            if let (Some(before), [corner], Some(after)) =
                (before.last_mut(), corner, after.first_mut())
            {
                corner.shape_corner(before, after)?;
            }
        }
        self.pieces.retain(|piece| piece.size() >= CONTOUR_SHORTEST);
        Ok(())
    }

    /// Moves the contour sideways, away from the start's side, in steps small enough to repair.
    fn offset(&mut self, distance: f64) -> Result<(), Failure> {
        let (first, last) = self.ends()?;
        let turn = (first.end - first.start) / (last.start - first.start);
        let distance = if turn.im < 0.0 { -distance } else { distance };
        let mut approach = self.pieces.remove(0);
        let mut done = 0.0;
        let mut rounds = 0;
        while done != distance {
            rounds += 1;
            if rounds > MOST_REPAIRS {
                return Err("the contour cannot be moved sideways".to_owned());
            }
            let least = self.pieces.iter().map(|piece| piece.size() / 2.0).fold(1e9, f64::min);
            let step = least.min(f64::abs(distance - done)).copysign(distance);
            self.offset_step(step, distance > 0.0)?;
            done += step;
        }
        let (first, _) = self.ends()?;
        for index in 1..self.pieces.len() {
            let middle = (self.pieces[index - 1].end + self.pieces[index].start) / 2.0;
            self.pieces[index - 1].end = middle;
            self.pieces[index].start = middle;
        }
        approach.end = self.pieces.first().map_or(first.start, |first| first.start);
        self.pieces.insert(0, approach);
        Ok(())
    }

    fn offset_step(&mut self, step: f64, outward: bool) -> Result<(), Failure> {
        self.pieces.retain_mut(|piece| {
            piece.offset(step);
            piece.size() >= CONTOUR_SHORTEST
        });
        // Where neighbours came apart, an arc about their old corner joins them.
        let mut index = 0;
        while index + 1 < self.pieces.len() {
            let (mut one, mut two) = (self.pieces[index], self.pieces[index + 1]);
            if (one.end - two.start).re > CONTOUR_GAP {
                let (from, to) = (one.end, two.start);
                one.offset(-step);
                two.offset(-step);
                let center = (one.end + two.start) / 2.0;
                self.pieces.insert(index + 1, Segment::arc(outward, from, center, to));
                index += 1;
            }
            index += 1;
        }
        self.join()
    }

    /// Lets neighbours meet again, dropping pieces that have turned over.
    fn join(&mut self) -> Result<(), Failure> {
        let mut index = 0;
        let mut rounds = 0;
        while index + 1 < self.pieces.len() {
            rounds += 1;
            if rounds > MOST_REPAIRS {
                return Err("the contour cannot be moved sideways".to_owned());
            }
            if !self.pieces[index].falls() {
                let Some(before) = index.checked_sub(1) else {
                    return Err("the contour's beginning turns over".to_owned());
                };
                let shorter = self.pieces[index].size() < self.pieces[before].size();
                self.pieces.remove(if shorter { index } else { before });
                index = 0;
                if self.pieces.len() < 2 {
                    break;
                }
            }
            if self.pieces[index].size() < CONTOUR_SHORTEST {
                self.pieces.remove(index);
                index = 0;
            } else {
                let (one, rest) = self.pieces.split_at_mut(index + 1);
                if let (Some(one), Some(two)) = (one.last_mut(), rest.first_mut()) {
                    one.meet(two)?;
                }
            }
            index += 1;
        }
        Ok(())
    }

    /// G70.
    pub fn finish(mut self, words: Finishing, out: &mut impl Output) -> Result<(), Failure> {
        if let Some(first) = self.pieces.first_mut() {
            first.start = words.start;
        }
        let mut path = self.clone();
        path.pieces.remove(0);
        path.orient()?;
        if !path.pieces.iter().all(Segment::falls) {
            self.exchange();
        }
        self.orient()?;
        self.shape_corners()?;
        self.check_falls()?;
        let mut out = Turned { how: self.turned, out };
        for pass in (1..=words.passes).rev() {
            let share = (pass - 1) as f64 / words.passes as f64;
            let mut path = self.clone();
            path.offset(share * (words.from - words.to) + words.to)?;
            let (first, _) = path.ends()?;
            out.approach(first.start)?;
            out.rapid(first.end)?;
            for piece in path.pieces.iter().skip(1) {
                piece.draw(&mut out)?;
            }
        }
        Ok(())
    }

    /// G71 and G72.
    pub fn rough(mut self, words: Roughing, out: &mut impl Output) -> Result<(), Failure> {
        if let Some(first) = self.pieces.first_mut() {
            first.start = words.start;
        }
        if words.facing {
            self.exchange();
        }
        self.orient()?;
        self.shape_corners()?;
        self.check_falls()?;
        self.offset(words.leave)?;
        self.map(false, |point| point + words.shift);
        let mut out = Turned { how: self.turned, out };
        let (first, last) = self.ends()?;
        out.rapid(first.start)?;
        if last.end.im < first.start.im {
            let top = Point::new(last.end.re, first.start.im);
            self.pieces.push(Segment::line(last.end, top));
        }
        let escape = Point::new(words.retract, words.retract);
        let depth = words.depth.max(2.0 * CONTOUR_TOUCH);
        Pocket { pieces: &self.pieces, depth, escape, tops: vec![first.start] }.cut(
            words.pockets,
            first.start,
            &mut out,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Path(Vec<(char, Point)>);

    impl Output for Path {
        fn rapid(&mut self, to: Point) -> Result<(), Failure> {
            self.0.push(('r', to));
            Ok(())
        }
        fn feed(&mut self, to: Point) -> Result<(), Failure> {
            self.0.push(('f', to));
            Ok(())
        }
        fn arc(&mut self, _: bool, _: Point, to: Point) -> Result<(), Failure> {
            self.0.push(('a', to));
            Ok(())
        }
    }

    #[test]
    fn roughing_never_cuts_below_the_contour() {
        let mut contour = Contour::default();
        let mut at = Point::new(0.0, 10.0);
        for (z, x) in [(0.0, 4.0), (-5.0, 4.0), (-10.0, 8.0), (-12.0, 12.0)] {
            contour.push(Segment::line(at, Point::new(z, x)));
            at = Point::new(z, x);
        }
        let words = Roughing {
            start: Point::new(0.0, 12.0),
            leave: 0.0,
            shift: Point::default(),
            depth: 1.0,
            retract: 0.5,
            pockets: 0,
            facing: false,
        };
        let mut path = Path(Vec::new());
        contour.rough(words, &mut path).unwrap();
        let cuts: Vec<&Point> =
            path.0.iter().filter(|step| step.0 == 'f').map(|step| &step.1).collect();
        assert!(cuts.len() > 6);
        for cut in cuts {
            let floor = if cut.re > -5.0 { 4.0 } else { 4.0 + (-5.0 - cut.re) * 0.8 };
            assert!(cut.im >= floor - 1e-9, "{cut}");
        }
    }
}
