//! One piece of a turned contour, in the plane (Z, X) as complex numbers.

use nalgebra::Complex;

use crate::tolerance::{CONTOUR_GAP, CONTOUR_SHORTEST, CONTOUR_TOUCH};

/// Z + i·X, unit in force.
pub(super) type Point = Complex<f64>;

/// What a contour cannot do.
pub(super) type Failure = String;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Line,
    Arc { ccw: bool, center: Point },
}

/// A corner treatment whose size is not yet applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Corner {
    None,
    Fillet(f64),
    Chamfer(f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    pub start: Point,
    pub end: Point,
    pub shape: Shape,
    pub corner: Corner,
}

/// Where the roughing tool is told to go.
pub(super) trait Output {
    fn rapid(&mut self, to: Point) -> Result<(), Failure>;
    /// A rapid to where a pass begins, never compensated.
    fn approach(&mut self, to: Point) -> Result<(), Failure> {
        self.rapid(to)
    }
    fn feed(&mut self, to: Point) -> Result<(), Failure>;
    fn arc(&mut self, ccw: bool, center: Point, to: Point) -> Result<(), Failure>;
}

/// The up to two places where a contour piece has a given X, by Z.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossings {
    values: [f64; 2],
    count: usize,
}

impl Crossings {
    fn push(&mut self, value: f64) {
        self.values[self.count] = value;
        self.count += 1;
    }

    pub fn first(&self) -> Option<f64> {
        (self.count > 0).then(|| self.values[0])
    }

    pub fn last(&self) -> Option<f64> {
        self.count.checked_sub(1).map(|last| self.values[last])
    }
}

fn turned(angle: Point, by: Point) -> f64 {
    (angle.conj() * by).im
}

impl Segment {
    pub fn line(start: Point, end: Point) -> Self {
        Segment { start, end, shape: Shape::Line, corner: Corner::None }
    }

    pub fn arc(ccw: bool, start: Point, center: Point, end: Point) -> Self {
        Segment { start, end, shape: Shape::Arc { ccw, center }, corner: Corner::None }
    }

    /// A fillet or chamfer at a point, shaped when its neighbours are known.
    pub fn corner(corner: Corner, at: Point) -> Self {
        let shape = match corner {
            Corner::Fillet(_) => Shape::Arc { ccw: false, center: at },
            _ => Shape::Line,
        };
        Segment { start: at, end: at, shape, corner }
    }

    /// Applies a map to all points; `mirrors` says whether it turns arcs round.
    pub fn map(&mut self, mirrors: bool, map: impl Fn(Point) -> Point) {
        self.start = map(self.start);
        self.end = map(self.end);
        if let Shape::Arc { ccw, center } = &mut self.shape {
            *center = map(*center);
            *ccw ^= mirrors;
        }
    }

    /// Z where the piece has this X.
    pub fn crossings(&self, x: f64) -> Crossings {
        let mut found = Crossings::default();
        match self.shape {
            Shape::Line => {
                let (low, high) = (self.start.im.min(self.end.im), self.start.im.max(self.end.im));
                if low > x + CONTOUR_TOUCH || high < x - CONTOUR_TOUCH {
                    return found;
                }
                let rise = self.end.im - self.start.im;
                if rise.abs() < CONTOUR_TOUCH {
                    found.push(self.start.re);
                    found.push(self.end.re);
                } else {
                    let share = (x - self.start.im) / rise;
                    found.push(share * (self.end.re - self.start.re) + self.start.re);
                }
            }
            Shape::Arc { ccw, center } => {
                let radius = (self.start - center).norm();
                let above = x - center.im;
                let square = -(above - radius) * (above + radius);
                if square < -CONTOUR_TOUCH {
                    return found;
                }
                let half = square.max(0.0).sqrt();
                for z in [center.re + half, center.re - half] {
                    if self.holds(ccw, center, Point::new(z, x)) {
                        found.push(z);
                    }
                }
            }
        }
        found
    }

    /// Whether a point of the circle lies between the arc's ends.
    fn holds(&self, ccw: bool, center: Point, point: Point) -> bool {
        let sign = if ccw { 1.0 } else { -1.0 };
        let from_start = turned(self.start - center, point - center) * sign;
        let from_end = turned(self.end - center, point - center) * sign;
        from_start >= -CONTOUR_TOUCH && from_end <= CONTOUR_TOUCH
    }

    /// Shortest extent that tells whether the piece is worth keeping.
    pub fn size(&self) -> f64 {
        let length = (self.start - self.end).norm();
        match self.shape {
            Shape::Line => length,
            Shape::Arc { center, .. } => length.min((self.start - center).norm()),
        }
    }

    /// Whether Z falls all along, as a turned contour must.
    pub fn falls(&self) -> bool {
        match self.shape {
            Shape::Line => (self.end - self.start).re <= CONTOUR_SHORTEST,
            Shape::Arc { .. } if self.corner != Corner::None => true,
            Shape::Arc { ccw, center } => {
                let sign = if ccw { 1.0 } else { -1.0 };
                let side = |point: Point| (point - center).im * sign >= -CONTOUR_SHORTEST;
                side(self.start)
                    && side(self.end)
                    && (self.end - self.start).re <= -CONTOUR_SHORTEST
            }
        }
    }

    /// Moves the piece sideways.
    pub fn offset(&mut self, distance: f64) {
        match self.shape {
            Shape::Line => {
                let along = self.start - self.end;
                let shift = Point::i() * distance * along / along.norm();
                self.start += shift;
                self.end += shift;
            }
            Shape::Arc { ccw, center } => {
                let radius = (self.start - center).norm();
                let grown = radius + if ccw { distance } else { -distance };
                let factor = grown / radius;
                self.start = (self.start - center) * factor + center;
                self.end = (self.end - center) * factor + center;
            }
        }
    }

    /// Lets this piece end, and the next begin, where they meet.
    pub fn meet(&mut self, next: &mut Segment) -> Result<(), Failure> {
        let place = match (self.shape, next.shape) {
            (Shape::Line, Shape::Line) => {
                let along = next.start - next.end;
                let turn = along.conj() / along.norm();
                let (start, end) = ((self.start - next.end) * turn, (self.end - next.end) * turn);
                let fall = (start - end).im;
                if fall == 0.0 {
                    return Err("two pieces of the contour are parallel".to_owned());
                }
                (start + (end - start) * (start.im / fall)) / turn + next.end
            }
            (Shape::Arc { center, .. }, Shape::Line) => {
                if (next.start - self.end).norm() < CONTOUR_TOUCH {
                    return Ok(());
                }
                on_line((next.start, next.end), (center, self.end), next.start)
            }
            (Shape::Line, Shape::Arc { center, .. }) => {
                if (next.start - self.end).norm() < CONTOUR_TOUCH {
                    return Ok(());
                }
                on_line((self.start, self.end), (center, next.end), next.start)
            }
            (Shape::Arc { center: first, .. }, Shape::Arc { center: second, .. }) => {
                let a = (next.start - second).norm();
                let b = (self.start - first).norm();
                let apart = (second - first).norm();
                let cosine = (apart * apart + a * a - b * b) / 2.0 / a / apart;
                let sine = (1.0 - (cosine * cosine).min(1.0)).sqrt();
                Point::new(cosine, sine) * (first - second) / apart * a + second
            }
        };
        self.end = place;
        next.start = place;
        Ok(())
    }

    /// Gives a corner its shape between its neighbours.
    pub fn shape_corner(
        &mut self,
        before: &mut Segment,
        after: &mut Segment,
    ) -> Result<(), Failure> {
        let (size, fillet) = match self.corner {
            Corner::None => return Ok(()),
            Corner::Fillet(size) => (size, true),
            Corner::Chamfer(size) => (size, false),
        };
        let moved = |size: f64| {
            let (mut one, mut two) = (*before, *after);
            one.offset(size);
            two.offset(size);
            ((one.end - two.start).re <= CONTOUR_GAP).then_some((one, two, size))
        };
        let Some((mut one, mut two, size)) = moved(size).or_else(|| moved(-size)) else {
            return Err("a corner of the contour has no room for its fillet or chamfer".to_owned());
        };
        one.meet(&mut two)?;
        let center = (one.end + two.start) / 2.0;
        one.offset(-size);
        two.offset(-size);
        self.start = one.end;
        before.end = one.end;
        self.end = two.start;
        after.start = two.start;
        if fillet {
            let ccw = (self.start - center).im > 0.0 || (self.end - center).im > 0.0;
            self.shape = Shape::Arc { ccw, center };
            self.corner = Corner::None;
        }
        Ok(())
    }

    pub fn draw(&self, out: &mut impl Output) -> Result<(), Failure> {
        match self.shape {
            Shape::Line => out.feed(self.end),
            Shape::Arc { ccw, center } => out.arc(ccw, center, self.end),
        }
    }
}

/// Where a line meets the circle about `circle.0` through `circle.1`, the nearer place to `near`.
fn on_line(line: (Point, Point), circle: (Point, Point), near: Point) -> Point {
    let along = line.0 - line.1;
    let turn = along.conj() / along.norm();
    let through = (circle.1 - line.1) * turn;
    let center = (circle.0 - line.1) * turn;
    let square = (center - through).norm_sqr() - center.im * center.im;
    let half = square.max(0.0).sqrt();
    let one = Point::new(center.re + half, 0.0) / turn + line.1;
    let two = Point::new(center.re - half, 0.0) / turn + line.1;
    if (near - one).norm() < (near - two).norm() { one } else { two }
}
