//! How roughing follows a contour piece: down into a pocket, and up out of it.

use super::segment::{Failure, Output, Point, Segment, Shape};
use crate::tolerance::{CONTOUR_SHORTEST, CONTOUR_TOUCH};

/// What became of a try to follow a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The piece was followed.
    Followed,
    /// The contour turns the other way here.
    Back,
}

impl Segment {
    /// Follows the piece upwards.
    pub fn climb(&self, at: &mut Point, out: &mut impl Output) -> Result<Turn, Failure> {
        match self.shape {
            Shape::Line => {
                if self.end.im + CONTOUR_TOUCH < self.start.im {
                    return Ok(Turn::Back);
                }
                if (*at - self.start).norm() > CONTOUR_TOUCH {
                    return Err("roughing lost the contour".to_owned());
                }
                out.feed(self.end)?;
                *at = self.end;
                Ok(Turn::Followed)
            }
            Shape::Arc { ccw: false, center } => {
                if at.re > center.re {
                    return Ok(Turn::Back);
                }
                if (*at - self.end).norm() > CONTOUR_SHORTEST {
                    out.arc(false, center, self.end)?;
                }
                *at = self.end;
                Ok(Turn::Followed)
            }
            Shape::Arc { ccw: true, center } => {
                if at.re < center.re {
                    return Ok(Turn::Back);
                }
                let top = self.top(center);
                if (*at - top).norm() > CONTOUR_SHORTEST {
                    out.arc(true, center, top)?;
                }
                *at = top;
                Ok(Turn::Back)
            }
        }
    }

    /// The end of a counter-clockwise arc, or its highest point if it comes before.
    fn top(&self, center: Point) -> Point {
        if self.end.re < center.re {
            Point::new(center.re, center.im + (self.start - center).norm())
        } else {
            self.end
        }
    }

    /// Follows only the part of the piece that climbs from the height of `at`.
    pub fn climb_from_height(&self, at: &mut Point, out: &mut impl Output) -> Result<(), Failure> {
        if self.shape == Shape::Line && self.end.im < self.start.im {
            return Ok(());
        }
        let found = self.crossings(at.im);
        let (Some(first), Some(last)) = (found.first(), found.last()) else { return Ok(()) };
        match self.shape {
            Shape::Line => {
                at.re = first;
                out.feed(*at)?;
                out.feed(self.end)?;
                *at = self.end;
            }
            Shape::Arc { ccw, center } => {
                let (z, end) = if ccw { (first, self.top(center)) } else { (last, self.end) };
                let falling = if ccw { z < center.re } else { z > center.re };
                if falling {
                    return Ok(());
                }
                at.re = z;
                out.feed(*at)?;
                if (*at - end).norm() > CONTOUR_SHORTEST {
                    out.arc(ccw, center, end)?;
                }
                *at = end;
            }
        }
        Ok(())
    }

    /// Follows the piece down, not below `x`; by rapid when it is the approach.
    pub fn dive(
        &self,
        at: &mut Point,
        x: f64,
        out: &mut impl Output,
        approach: bool,
    ) -> Result<Turn, Failure> {
        match self.shape {
            Shape::Line => {
                if self.start.im <= self.end.im + CONTOUR_TOUCH {
                    return Ok(Turn::Back);
                }
                let goal = if x < self.end.im {
                    self.end
                } else {
                    let z = self.crossings(x).first();
                    let z = z.ok_or_else(|| "the cut lies above the contour".to_owned())?;
                    Point::new(z, x)
                };
                if approach {
                    out.rapid(goal)?;
                } else {
                    out.feed(goal)?;
                }
                *at = goal;
                Ok(Turn::Followed)
            }
            Shape::Arc { ccw, center } => self.dive_arc(at, x, out, (ccw, center)),
        }
    }

    fn dive_arc(
        &self,
        at: &mut Point,
        x: f64,
        out: &mut impl Output,
        (ccw, center): (bool, Point),
    ) -> Result<Turn, Failure> {
        if (*at - self.end).norm() < CONTOUR_TOUCH || (*at - self.end).re <= CONTOUR_TOUCH {
            *at = self.end;
            return Ok(Turn::Followed);
        }
        let mut found = self.crossings(x);
        if found.first().is_none() {
            found = self.crossings(x - CONTOUR_TOUCH);
        }
        let climbing = if ccw { at.re - CONTOUR_TOUCH > center.re } else { at.re <= center.re };
        if climbing {
            return Ok(Turn::Back);
        }
        let goal = match (ccw, found.first(), found.last()) {
            (true, _, Some(last)) if last <= center.re => Point::new(last, x),
            (true, ..) | (false, None, _) => self.end,
            (false, Some(first), _) if first < center.re => return Ok(Turn::Followed),
            (false, Some(first), _) => Point::new(first, x),
        };
        out.arc(ccw, center, goal)?;
        *at = goal;
        Ok(Turn::Followed)
    }
}
