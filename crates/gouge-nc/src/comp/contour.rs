//! The contour's vocabulary: sides, shapes, moves.

use nalgebra::Vector2;

/// A point or direction in the active plane, program units.
pub type Planar = Vector2<f64>;

/// Where the tool runs, seen along the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// G41, G41.1.
    Left,
    /// G42, G42.1.
    Right,
}

impl Side {
    /// The other side: what a negative radius asks for.
    #[must_use]
    pub fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// The unit normal of `along` that points to the tool.
    pub(super) fn normal(self, along: Planar) -> Planar {
        match self {
            Side::Left => Planar::new(-along.y, along.x),
            Side::Right => Planar::new(along.y, -along.x),
        }
    }

    /// Whether a tool on this side runs inside an arc of these turns (CCW positive).
    pub(super) fn inside(self, turns: i32) -> bool {
        (self == Side::Left) == (turns > 0)
    }
}

/// The shape of a programmed or compensated move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// G0.
    Rapid,
    /// G1.
    Feed,
    /// G2 or G3.
    Arc {
        /// Centre.
        center: Planar,
        /// Full or partial turns, CCW positive, never 0: ±1 is up to one full circle.
        turns: i32,
    },
}

/// One move, and whatever the caller wants to travel with it (its line, its rotary axes).
#[derive(Clone, Debug, PartialEq)]
pub struct Move<T> {
    /// End in the plane.
    pub to: Planar,
    /// End along the plane's normal, program units.
    pub height: f64,
    /// How it gets there.
    pub shape: Shape,
    /// The caller's own.
    pub tag: T,
}

/// Where a lathe tool's controlled point lies, seen from the centre of its nose, in (Z, X).
/// `orientation` is LinuxCNC's 0 to 9: 0 and 9 are tools controlled at the centre.
#[must_use]
pub fn lathe_nose(orientation: u8, radius: f64) -> Planar {
    let z = match orientation {
        2 | 3 | 7 => -radius,
        1 | 4 | 5 => radius,
        _ => 0.0,
    };
    let x = match orientation {
        1 | 2 | 6 => -radius,
        3 | 4 | 8 => radius,
        _ => 0.0,
    };
    Planar::new(z, x)
}
