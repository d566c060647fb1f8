//! The mode of a check, as host, device and reference understand it.

/// How a check is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Enclose the second object's boxes in the first one's frame only: half the work per pair.
    pub one_direction: bool,
    /// Report leaves whose boxes overlap, without looking at their polygons.
    pub candidates: bool,
    /// Stop at the first hit.
    pub first_hit: bool,
}
