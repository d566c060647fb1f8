//! Forwards or backwards: in the text, along the program.

/// Which of two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// On, towards the end.
    Forward,
    /// Back, towards the beginning.
    Backward,
}
