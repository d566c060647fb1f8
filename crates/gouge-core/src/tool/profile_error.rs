//! Errors in a profile, each with the number of its point.

/// What is wrong with a profile.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileError {
    /// The chain does not start on the axis.
    #[error("the profile must start on the axis (r = 0), but starts at r = {0} mm")]
    OffAxis(f64),
    /// A radius is negative.
    #[error("point {index} of the profile has the negative radius {radius} mm")]
    Negative {
        /// Number of the point, from 1.
        index: usize,
        /// Its radius.
        radius: f64,
    },
    /// The chain turns back down.
    #[error(
        "point {index} of the profile is lower than the one before it; list points from the tip upwards"
    )]
    Descends {
        /// Number of the point, from 1.
        index: usize,
    },
    /// The chain leads back over its own way.
    #[error(
        "point {index} of the profile leads back over the level line before it: what has no thickness is no part of a tool; leave it out, or give it the thickness that it has"
    )]
    Folds {
        /// Number of the point, from 1.
        index: usize,
    },
    /// It ends in a line that leads out, level.
    #[error(
        "the profile ends in a level line outwards, to point {index}: what has no thickness is no part of a tool; leave it out, or give it the thickness that it has"
    )]
    Brim {
        /// Number of the point, from 1.
        index: usize,
    },
    /// An arc that cannot pass through its ends.
    #[error(
        "arc {index} of the profile cannot join its ends: its radius {radius} mm is less than half their distance"
    )]
    ArcTooSmall {
        /// Number of the arc's end point, from 1.
        index: usize,
        /// Its radius.
        radius: f64,
    },
    /// An arc that turns back down on its way.
    #[error(
        "arc {index} of the profile leads {by:.4} mm downwards between its ends; list the silhouette from the tip upwards, with a larger radius where that is rounded, hollows that open downwards filled"
    )]
    TurnsBack {
        /// Number of the arc's end point, from 1.
        index: usize,
        /// How far down, mm.
        by: f64,
    },
    /// It leads over its own way, around a void: the place, (r, z) mm.
    #[error(
        "the profile crosses itself at r {:.4} and z {:.4} mm: cut off there what it leads around",
        .0[0],
        .0[1]
    )]
    Crosses([f64; 2]),
    /// An arc beyond the axis.
    #[error("arc {index} of the profile crosses the axis (r = 0) between its ends")]
    CrossesAxis {
        /// Number of the arc's end point, from 1.
        index: usize,
    },
    /// It steps in above a hollow tip, no higher than that begins.
    #[error(
        "the profile leads in to point {index} no higher than its hollow tip begins on the axis, so that the tool has no thickness there: give it the thickness that it has"
    )]
    ThinAtAxis {
        /// Number of the point, from 1.
        index: usize,
    },
    /// It comes back to the axis, and goes on.
    #[error(
        "point {index} of the profile is on the axis (r = 0), or the arc to it touches that, and the profile goes on: between its ends a tool has some thickness everywhere"
    )]
    Pinched {
        /// Number of the point, from 1.
        index: usize,
    },
    /// Figures of an APT cutter that no cutter has.
    #[error(
        "the angles A and B lie between -90 and 90 degrees, D, R, E and H are not negative, and none leads beyond 100 km"
    )]
    AptRange,
    /// Figures of an APT cutter that contradict each other.
    #[error(
        "the figures contradict each other: R, E, F, A and B make a diameter of {made:.4} mm, and D says {said} mm"
    )]
    AptDiameter {
        /// What the others make, mm.
        made: f64,
        /// As stated, mm.
        said: f64,
    },
    /// The end of an APT cutter that is not where it is programmed.
    #[error(
        "the figures contradict each other: R, E, F and A put the tip at {tip:.4} mm, and it is where \
         the tool is programmed, at 0"
    )]
    AptTip {
        /// Where they put it along the axis, mm.
        tip: f64,
    },
    /// An APT cutter without a corner, whose E and F say that there is one elsewhere.
    #[error(
        "the figures contradict each other: D and A put the corner at E {:.4} and F {:.4} mm, and R is 0",
        .corner[0],
        .corner[1]
    )]
    AptCorner {
        /// From the axis and above the tip, mm.
        corner: [f64; 2],
    },
    /// An APT cutter that ends below its own corner.
    #[error(
        "the figures contradict each other: the corner ends at {corner:.4} mm, and H says {said} mm"
    )]
    AptHeight {
        /// Where the corner ends along the axis, mm.
        corner: f64,
        /// As stated, mm.
        said: f64,
    },
    /// Nothing that could cut.
    #[error("the profile has no volume")]
    Empty,
}

impl ProfileError {
    /// The number of the point that is wrong, from 1.
    pub fn point(&self) -> Option<usize> {
        match self {
            Self::OffAxis(_) => Some(1),
            Self::Negative { index, .. }
            | Self::Descends { index }
            | Self::Folds { index }
            | Self::Brim { index }
            | Self::ArcTooSmall { index, .. }
            | Self::TurnsBack { index, .. }
            | Self::CrossesAxis { index }
            | Self::ThinAtAxis { index }
            | Self::Pinched { index } => Some(*index),
            Self::AptRange
            | Self::AptDiameter { .. }
            | Self::AptTip { .. }
            | Self::AptCorner { .. }
            | Self::AptHeight { .. }
            | Self::Crosses(_)
            | Self::Empty => None,
        }
    }
}
