//! The operations of a program, as CAM systems name them in comments.
//!
//! Comments that announce an operation in so many words count first, then those of a system that
//! its header gives away (`habit.rs` has both). In any other program the comment before a tool
//! change counts, or one that begins with the action ("MILL CLEARANCE"); without any, the tool
//! change alone. Names are for readers; a verdict depends on one only where a job holds the
//! operation of that name to limits of its own.

mod calls;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::comments::habit::{DIMENSIONS, NAMED, OTHER, STYLES, Said, VERBS};
use crate::comments::operations::calls::Caller;
use crate::motion::{Kind, Span};

/// Comments kept between two motions.
const MOST_COMMENTS: usize = 256;

/// Longest comment that is taken for a name without a system's word for it, characters: what is
/// longer is a sentence.
const LONGEST_TITLE: usize = 48;

/// Longest name, characters.
const LONGEST_NAME: usize = 80;

/// What told that an operation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A comment that says so, as this CAM system writes it.
    Named(&'static str),
    /// A comment of its own in a program whose header names this CAM system.
    Styled(&'static str),
    /// A comment before the tool change.
    BeforeToolChange,
    /// A comment that begins with a machining verb.
    Verb,
    /// The tool alone.
    Tool,
}

impl Sign {
    /// In a few words.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Named(system) | Self::Styled(system) => format!("{system} comment"),
            Self::BeforeToolChange => "comment before the tool change".to_owned(),
            Self::Verb => "comment".to_owned(),
            Self::Tool => "tool".to_owned(),
        }
    }

    /// Whether a comment may name the next operation that is not taken for a name.
    fn may_end_unseen(self) -> bool {
        self.is_guess() || self == Self::Named("plain")
    }

    /// Whether the program has no word of its own for operations.
    fn is_guess(self) -> bool {
        matches!(self, Self::BeforeToolChange | Self::Verb | Self::Styled(_))
    }
}

/// A stretch of a program that its author calls one operation, or that one tool does.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// As the program names it; `None` when only the tool tells it from its neighbours.
    pub name: Option<String>,
    /// The comment or, without one, the first motion's block.
    pub span: Span,
    /// Tool in the spindle, 0 for none.
    pub tool: u32,
    /// How it was recognised.
    pub sign: Sign,
    /// The first comment in it that may name another, in a program that does not announce its
    /// operations.
    pub possible_end: Option<(String, Span)>,
}

/// A name that the next operation may take.
#[derive(Clone, Debug, PartialEq)]
struct Mark {
    name: Option<String>,
    span: Span,
    sign: Sign,
}

/// Follows comments, tool changes and motions, in program order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recognizer {
    list: Vec<Operation>,
    known: BTreeMap<(Span, u32), u32>,
    current: Option<u32>,
    /// The current operation has cut.
    cuts: bool,
    /// The program said that it ends.
    ended: bool,
    /// Announced in so many words, not begun.
    next: Option<Mark>,
    /// The program announces its operations: nothing else counts.
    announces: bool,
    style: Option<&'static str>,
    /// Comments since the last motion.
    comments: Vec<(String, Span)>,
    /// The first of others, which seem to be no names.
    other: Option<(String, Span)>,
    /// How many of them stood before the last tool change; `None` without one.
    changed: Option<usize>,
    /// The first comment of the program is its title.
    titled: bool,
    /// Of the calls that are open.
    callers: Vec<Caller>,
}

impl Recognizer {
    /// A comment on a line of its own.
    pub fn comment(&mut self, bytes: &[u8], span: Span) {
        let text = readable(bytes);
        let small = text.to_ascii_lowercase();
        let title = !std::mem::replace(&mut self.titled, true);
        let said = NAMED.iter().find_map(|rule| Some((rule.system, (rule.says)(&text)?)));
        match said {
            Some((system, Said::Begins(name))) => {
                self.announces = true;
                self.next = Some(Mark { name: named(&name), span, sign: Sign::Named(system) });
                return;
            }
            Some((system, Said::Is(name))) => {
                if let Some(mark) = self.next.as_mut().filter(|m| m.sign == Sign::Named(system)) {
                    mark.name = named(&name);
                }
                return;
            }
            Some((_, Said::Ends)) => {
                self.ended = true;
                return;
            }
            Some((_, Said::Passes)) => return,
            None => {}
        }
        if let Some((system, _)) = STYLES.iter().find(|(_, tells)| tells(&small)) {
            self.style = Some(system);
            // Everything up to the tool list is the header.
            self.comments.clear();
            return;
        }
        let lists_tool =
            small.strip_prefix('t').is_some_and(|s| s.starts_with(|c: char| c.is_ascii_digit()));
        if lists_tool && self.style.is_some() {
            self.comments.clear();
            return;
        }
        if title || lists_tool {
            return;
        }
        if small.starts_with("end") && self.ends_current(&small) {
            self.ended = true;
            return;
        }
        let of_use = text.chars().any(char::is_alphabetic)
            && !OTHER.iter().any(|word| small.starts_with(word));
        if !of_use {
            self.other.get_or_insert((text, span));
        } else if self.comments.len() < MOST_COMMENTS {
            self.comments.push((text, span));
        }
    }

    /// Whether a comment in small letters that begins with `end` is about the current operation: by
    /// its name, or the word for one.
    fn ends_current(&self, small: &str) -> bool {
        let current = self.current.and_then(|id| self.list.get(id as usize)?.name.as_ref());
        let is_named = current.is_some_and(|name| small.contains(&name.to_ascii_lowercase()));
        is_named || ["end", "end operation", "end of operation", "end op"].contains(&small)
    }

    /// A tool comes into the spindle.
    pub fn tool_change(&mut self) {
        self.changed = Some(self.comments.len());
    }

    /// The operation of the next motion, an index into [`Self::list`].
    pub fn motion(&mut self, tool: u32, kind: Kind, span: Span) -> u32 {
        let mark = self.mark();
        let changed = self.changed.take().is_some();
        let comments = std::mem::take(&mut self.comments);
        let other = self.other.take();
        let ended = std::mem::take(&mut self.ended);
        let cuts = kind != Kind::Rapid;
        let current = self.current.and_then(|id| self.list.get_mut(id as usize).map(|o| (id, o)));
        let id = match (mark, current) {
            (Some(mark), _) => {
                if let Some(caller) = self.callers.last_mut() {
                    caller.left |= !caller.said(mark.span);
                }
                self.begin(mark, tool)
            }
            (None, Some((id, operation)))
                if operation.tool == tool && !ended && !(changed && operation.sign.is_guess()) =>
            {
                if self.cuts && operation.sign.may_end_unseen() && operation.possible_end.is_none()
                {
                    operation.possible_end = comments.into_iter().chain(other).find(is_short);
                }
                id
            }
            // It has only been on its way to the tool change.
            (None, Some((id, operation))) if !self.cuts && operation.sign != Sign::Tool => {
                operation.tool = tool;
                id
            }
            // What was named for another tool is not this tool's.
            (None, _) => self.begin(Mark { name: None, span, sign: Sign::Tool }, tool),
        };
        self.cuts |= cuts;
        id
    }

    /// That of the last motion.
    pub fn current(&self) -> Option<u32> {
        self.current
    }

    /// The operations, as motions index them.
    pub fn list(self) -> Vec<Operation> {
        self.list
    }

    fn mark(&mut self) -> Option<Mark> {
        if self.announces {
            return self.next.take();
        }
        let mark =
            |(name, span): &(String, Span), sign| Mark { name: named(name), span: *span, sign };
        if let Some(system) = self.style {
            return self.comments.first().map(|c| mark(c, Sign::Styled(system)));
        }
        if let Some(before) = self.changed
            && let Some(last) = self.comments[..before].iter().rfind(|c| is_short(c))
        {
            return Some(mark(last, Sign::BeforeToolChange));
        }
        let acts = |text: &str| {
            let small = text.to_ascii_lowercase();
            let mut words = small.split(|c: char| !c.is_alphanumeric() && c != '-');
            let first = words.find(|word| !DIMENSIONS.contains(word)).unwrap_or("");
            let verb = first.trim_end_matches(|c: char| c.is_ascii_digit());
            !text.contains(':') && VERBS.contains(&verb)
        };
        self.comments.iter().rfind(|c| is_short(c) && acts(&c.0)).map(|c| mark(c, Sign::Verb))
    }

    /// Begins what `mark` names, or goes on with it where a loop or a subprogram comes back.
    fn begin(&mut self, mark: Mark, tool: u32) -> u32 {
        let next = self.list.len() as u32;
        let id = *self.known.entry((mark.span, tool)).or_insert(next);
        if id == next {
            let Mark { name, span, sign } = mark;
            self.list.push(Operation { name, span, tool, sign, possible_end: None });
        }
        self.current = Some(id);
        self.cuts = false;
        id
    }
}

/// A comment as text: UTF-8, or Latin-1 where it is not; blanks in one.
fn readable(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().map(|&b| b as char).collect(), str::to_owned);
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

fn is_short((text, _): &(String, Span)) -> bool {
    text.chars().count() <= LONGEST_TITLE
}

fn named(text: &str) -> Option<String> {
    let text: String = text.trim().chars().take(LONGEST_NAME).collect();
    (!text.is_empty()).then_some(text)
}
