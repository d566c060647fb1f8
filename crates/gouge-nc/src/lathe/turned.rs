//! The one orientation that the cycles work in, and the way back from it.

use super::segment::{Failure, Output, Point};

/// Hands moves on in the program's orientation.
pub(super) struct Turned<'o, O> {
    /// How the contour was turned: see [`Contour`](super::contour::Contour).
    pub how: u8,
    pub out: &'o mut O,
}

impl<O> Turned<'_, O> {
    fn back(&self, point: Point) -> Point {
        let turned = if self.how & 4 != 0 { point * Point::i() } else { point };
        match self.how {
            0 | 4 => turned,
            1 => -point.conj(),
            2 => point.conj(),
            3 => -point,
            5 => turned.conj(),
            6 => -turned.conj(),
            _ => -turned,
        }
    }

    fn mirrors(&self) -> bool {
        matches!(self.how, 1 | 2 | 5 | 6)
    }
}

impl<O: Output> Output for Turned<'_, O> {
    fn rapid(&mut self, to: Point) -> Result<(), Failure> {
        self.out.rapid(self.back(to))
    }

    fn approach(&mut self, to: Point) -> Result<(), Failure> {
        self.out.approach(self.back(to))
    }

    fn feed(&mut self, to: Point) -> Result<(), Failure> {
        self.out.feed(self.back(to))
    }

    fn arc(&mut self, ccw: bool, center: Point, to: Point) -> Result<(), Failure> {
        self.out.arc(ccw != self.mirrors(), self.back(center), self.back(to))
    }
}
