//! Roughing of a contour, pocket by pocket (G71, G72).

use super::rough::Turn;
use super::segment::{Failure, Output, Point, Segment};
use crate::tolerance::CONTOUR_TOUCH;

/// Passes without a move after which roughing is given up.
const IDLE_STEPS: usize = 1_000_000;

/// Roughing of one contour, pocket by pocket.
pub(super) struct Pocket<'c> {
    pub pieces: &'c [Segment],
    pub depth: f64,
    pub escape: Point,
    /// Where the pockets that are open began.
    pub tops: Vec<Point>,
}

impl Pocket<'_> {
    pub fn cut(
        &mut self,
        mut pockets: u8,
        start: Point,
        out: &mut impl Output,
    ) -> Result<(), Failure> {
        let (mut at, mut index) = (start, 0);
        // Each round cuts one pocket, from where the last one was left.
        'pocket: loop {
            let mut x = self.tops.last().map_or(start.im, |top| top.im);
            if pockets == 2 {
                while index < self.pieces.len() {
                    if self.pieces[index].dive(&mut at, -1e9, out, index == 0)? == Turn::Back {
                        break;
                    }
                    index += 1;
                }
                pockets = 3;
            }
            let mut idle = 0;
            while index < self.pieces.len() {
                idle += 1;
                if idle > IDLE_STEPS {
                    return Err("roughing does not end".to_owned());
                }
                while x - CONTOUR_TOUCH > at.im {
                    x -= self.depth;
                }
                if self.pieces[index].dive(&mut at, x, out, index == 0)? == Turn::Back {
                    if self.climb(pockets, &mut at, &mut index, out)? {
                        continue 'pocket;
                    }
                    return Ok(());
                }
                if index + 1 == self.pieces.len() {
                    return Ok(());
                }
                if (at.im - x).abs() > CONTOUR_TOUCH || self.pieces[index].end == at {
                    index += 1;
                    continue;
                }
                self.level(&mut at, &mut index, &mut x, out)?;
            }
            return Ok(());
        }
    }

    /// Up the far side; whether another pocket follows.
    fn climb(
        &mut self,
        pockets: u8,
        at: &mut Point,
        index: &mut usize,
        out: &mut impl Output,
    ) -> Result<bool, Failure> {
        if pockets == 1 {
            for piece in &self.pieces[*index..] {
                piece.climb_from_height(at, out)?;
            }
            return Ok(false);
        }
        while *index < self.pieces.len() {
            if self.pieces[*index].climb(at, out)? == Turn::Back {
                if pockets == 3 {
                    let above = self.tops.last().is_some_and(|top| at.im > top.im);
                    if above && self.tops.len() > 1 {
                        self.tops.pop();
                    }
                    if self.tops.len() == 1 {
                        self.tops.push(*at);
                    }
                }
                return Ok(true);
            }
            *index += 1;
        }
        Ok(false)
    }

    /// One cut at constant X, to where the contour rises again, and back.
    fn level(
        &self,
        at: &mut Point,
        index: &mut usize,
        x: &mut f64,
        out: &mut impl Output,
    ) -> Result<(), Failure> {
        for other in *index..self.pieces.len() {
            let found = self.pieces[other].crossings(at.im);
            let far = if other == *index { found.last() } else { found.first() };
            let Some(far) = far else { continue };
            let length = (far - at.re).abs();
            if far - CONTOUR_TOUCH > at.re {
                continue;
            }
            if length < CONTOUR_TOUCH {
                if other == *index {
                    continue;
                }
                if (*at - self.pieces[other].start).norm() < CONTOUR_TOUCH {
                    *index = other;
                } else {
                    *x -= self.depth;
                }
                return Ok(());
            }
            let goal = Point::new(far, at.im);
            out.feed(goal)?;
            let share = (length / 2.0 / self.escape.re).min(1.0);
            out.rapid(goal + self.escape * share)?;
            out.rapid(*at - self.escape.conj() * share)?;
            if *index == 0 {
                out.rapid(*at)?;
            } else {
                out.feed(*at)?;
            }
            *x -= self.depth;
            return Ok(());
        }
        Ok(())
    }
}
