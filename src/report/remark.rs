//! A check's remarks besides its findings.

use crate::nc::Span;

/// Something to be said of an input; [`data::Remark`](super::data::Remark) is how it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// Where in the program; line 0 for nowhere.
    pub span: Span,
    /// Stable code.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
}
