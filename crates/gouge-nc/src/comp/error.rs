//! Why a compensated path does not exist.

/// Why a compensated path does not exist or would gouge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CompError {
    /// The entry move is too short to bring the tool beside the contour.
    #[error(
        "the entry move of cutter compensation is {length:.4} long; it must be longer than the tool radius, {radius:.4}"
    )]
    EntryTooShort {
        /// Length of the entry move, program units.
        length: f64,
        /// Compensation radius, program units.
        radius: f64,
    },
    /// No circle touches both the tool's place and the contour as an entry arc would have to.
    #[error(
        "the entry arc of cutter compensation cannot bring the tool of radius {radius:.4} beside the contour"
    )]
    EntryArc {
        /// Compensation radius, program units.
        radius: f64,
    },
    /// The tool is larger than an arc it must cut from inside.
    #[error(
        "the tool radius, {radius:.4}, is not less than the radius of the arc it must run inside, {arc:.4}"
    )]
    ToolTooLarge {
        /// Compensation radius, program units.
        radius: f64,
        /// Programmed arc radius, program units.
        arc: f64,
    },
    /// The tool does not fit into the corner between the previous move and this one.
    #[error(
        "the tool of radius {radius:.4} does not fit into the corner before this move without gouging"
    )]
    CornerTooTight {
        /// Compensation radius, program units.
        radius: f64,
    },
    /// The previous straight move is too short: the tool would have to run it backwards.
    #[error(
        "the straight move before this corner is too short for the tool radius, {radius:.4}: it would gouge"
    )]
    LineReversed {
        /// Compensation radius, program units.
        radius: f64,
    },
    /// The previous arc is too short: the tool would have to run it beyond its ends.
    #[error(
        "the arc before this corner is too short for the tool radius, {radius:.4}: it would gouge"
    )]
    ArcReversed {
        /// Compensation radius, program units.
        radius: f64,
    },
    /// Two arcs about one centre meet in a corner.
    #[error(
        "the arc before this one has the same centre, so their corner has no place for the tool"
    )]
    SameCenter,
    /// The end that the corner asks for does not lie on the previous arc.
    #[error("the arc before this corner would get unequal radii, {start:.4} and {end:.4}")]
    UnequalRadii {
        /// Radius at the arc's former end, program units.
        start: f64,
        /// Radius at the end the corner asks for, program units.
        end: f64,
    },
}
