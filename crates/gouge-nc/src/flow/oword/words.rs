//! The words that follow O and a label: what kinds of lines there are.

/// What an O line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sub,
    Bare,
    EndSub,
    Call,
    Do,
    While,
    EndWhile,
    Repeat,
    EndRepeat,
    If,
    ElseIf,
    Else,
    EndIf,
    Break,
    Continue,
    Return,
    M98,
    M99,
}

/// In the order in which they are tried: longer words before their beginnings.
pub(super) const KINDS: [(&[u8], Kind); 15] = [
    (b"sub", Kind::Sub),
    (b"endsub", Kind::EndSub),
    (b"call", Kind::Call),
    (b"do", Kind::Do),
    (b"while", Kind::While),
    (b"repeat", Kind::Repeat),
    (b"if", Kind::If),
    (b"elseif", Kind::ElseIf),
    (b"else", Kind::Else),
    (b"endif", Kind::EndIf),
    (b"break", Kind::Break),
    (b"continue", Kind::Continue),
    (b"endwhile", Kind::EndWhile),
    (b"endrepeat", Kind::EndRepeat),
    (b"return", Kind::Return),
];

impl Kind {
    /// Belongs to a subprogram rather than to a place in one.
    pub fn of_subprogram(self) -> bool {
        matches!(
            self,
            Kind::Sub
                | Kind::Bare
                | Kind::EndSub
                | Kind::Call
                | Kind::M98
                | Kind::Return
                | Kind::M99
        )
    }
}

/// An O line, or an M98 or M99 block.
pub(super) struct OLine {
    pub kind: Kind,
    /// Full name of its label.
    pub name: String,
    /// Where it stands, bytes of the line.
    pub at: std::ops::Range<usize>,
}
