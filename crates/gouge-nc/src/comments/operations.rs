//! The operations of a program, as CAM systems name them in comments.
//!
//! Comments that announce an operation in so many words count first, then those of a system that
//! its header gives away (`habit.rs` has both). In any other program the comment before a tool
//! change counts, or one that begins with what is done ("MILL CLEARANCE"), and without any the
//! tool change alone. Names are for readers; a verdict rests on one only where a job holds the
//! operation of that name to limits of its own.

mod calls;

use std::collections::BTreeMap;

use crate::comments::habit::{NAMED, OTHER, STYLES, Said, VERBS};
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
    /// Announced in so many words, not begun.
    next: Option<Mark>,
    /// The program announces its operations: nothing else counts.
    announces: bool,
    style: Option<&'static str>,
    /// Comments since the last motion.
    comments: Vec<(String, Span)>,
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
        let of_use = text.chars().any(char::is_alphabetic)
            && !lists_tool
            && !OTHER.iter().any(|word| small.starts_with(word));
        if !title && of_use && self.comments.len() < MOST_COMMENTS {
            self.comments.push((text, span));
        }
    }

    /// A tool comes into the spindle.
    pub fn tool_change(&mut self) {
        self.changed = Some(self.comments.len());
    }

    /// The operation of the next motion, an index into [`Self::list`].
    pub fn motion(&mut self, tool: u32, kind: Kind, span: Span) -> u32 {
        let mark = self.mark();
        self.comments.clear();
        self.changed = None;
        let cuts = kind != Kind::Rapid;
        let current = self.current.and_then(|id| self.list.get_mut(id as usize).map(|o| (id, o)));
        let id = match (mark, current) {
            (Some(mark), _) => {
                if let Some(caller) = self.callers.last_mut() {
                    caller.left |= !caller.said(mark.span);
                }
                self.begin(mark, tool)
            }
            (None, Some((id, operation))) if operation.tool == tool => id,
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
        let short = |c: &(String, Span)| c.0.chars().count() <= LONGEST_TITLE;
        if let Some(before) = self.changed
            && let Some(last) = self.comments[..before].iter().rfind(|c| short(c))
        {
            return Some(mark(last, Sign::BeforeToolChange));
        }
        let acts = |text: &str| {
            let small = text.to_ascii_lowercase();
            let first =
                small.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or("");
            !text.contains(':') && VERBS.contains(&first)
        };
        self.comments.iter().rfind(|c| short(c) && acts(&c.0)).map(|c| mark(c, Sign::Verb))
    }

    /// Begins what `mark` names, or goes on with it where a loop or a subprogram comes back.
    fn begin(&mut self, mark: Mark, tool: u32) -> u32 {
        let next = self.list.len() as u32;
        let id = *self.known.entry((mark.span, tool)).or_insert(next);
        if id == next {
            let Mark { name, span, sign } = mark;
            self.list.push(Operation { name, span, tool, sign });
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

fn named(text: &str) -> Option<String> {
    let text: String = text.trim().chars().take(LONGEST_NAME).collect();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::{Event, Interpreter, Options, Source};

    /// Name, tool and sign of each operation that moves, with its number of motions.
    fn operations(text: &str) -> Vec<(String, u32, String, usize)> {
        let mut of = Vec::new();
        let summary =
            Interpreter::new(Options::default()).run(&Source::from_bytes("p", text), |event| {
                if let Event::Motion(m) = event {
                    of.push(m.operation as usize);
                }
                ControlFlow::Continue(())
            });
        let count = |id| of.iter().filter(|o| **o == id).count();
        summary
            .operations
            .iter()
            .enumerate()
            .map(|(id, o)| (o.name.clone().unwrap_or_default(), o.tool, o.sign.name(), count(id)))
            .collect()
    }

    fn names(text: &str) -> Vec<(String, u32)> {
        operations(text).into_iter().map(|(name, tool, ..)| (name, tool)).collect()
    }

    fn expect(text: &str, list: &[(&str, u32)]) {
        let list: Vec<_> = list.iter().map(|(name, tool)| ((*name).to_owned(), *tool)).collect();
        assert_eq!(names(text), list, "{text}");
    }

    #[test]
    fn freecad_says_begin_operation() {
        let text = "(begin operation: T3)\nM6 T3\n(finish operation: T3)\n\
                    (begin operation: Face)\n(machine units: mm/min)\n(Face)\nG0 X1\nG1 X2 F9\n\
                    (finish operation: Face)\n(BEGIN OPERATION: POCKET_1)\nG1 X3\nM2\n";
        expect(text, &[("Face", 3), ("POCKET_1", 3)]);
    }

    #[test]
    fn fusion_and_hsmworks_write_a_comment_a_section() {
        let text = "(1001)\n(T1  D=6.35 CR=0. - ZMIN=-19.8 - flat end mill)\n(T2 D=3. CR=0. - ZMIN=-2. - drill)\n\
                    G90 G94\n(2D POCKET1)\nT1 M6\n(6.35 flat)\nS5000 M3\nG0 X1\nG1 X2 F9\nG0 Z9\n\
                    (2D Contour1)\nG0 X3\nG1 X4\n(Drill1)\nG0 Z50\nT2 M6\nG0 X1\nG1 Z-1\nM30\n";
        expect(text, &[("2D POCKET1", 1), ("2D Contour1", 1), ("Drill1", 2)]);
    }

    #[test]
    fn mastercam_lists_its_tools_with_bars() {
        let text = "(T3| 1/4 FLAT ENDMILL|H3)\nT3 M6\nG0 X1\nG1 X2 F9\n(ROUGH POCKET)\nG0 X5\nG1 X6\nM30\n";
        expect(text, &[("", 3), ("ROUGH POCKET", 3)]);
    }

    #[test]
    fn other_systems_have_words_of_their_own() {
        let cut = "G0 X1\nG1 X2 F9\n";
        expect(
            &format!(
                "(Project 100)\n(Created by Estlcam version 11 build 11.245)\n(No. 1: Engraving 1)\n{cut}(Nr. 2: Loch 1)\nG1 X3\nM30\n"
            ),
            &[("Engraving 1", 0), ("Loch 1", 0)],
        );
        expect(
            &format!(
                "; Operation:    0\n; Name:\n; Type:         Pocket\n; Paths:        4\n{cut}; Path 1\nG1 X9\nM2\n"
            ),
            &[("Pocket", 0)],
        );
        expect(
            &format!(
                ";PYCAM_TOOLPATH_SETTINGS: START\n;[Process]\n;generator = EngraveCutter\n;PYCAM_TOOLPATH_SETTINGS: END\nT4 M6\n{cut}M2\n"
            ),
            &[("EngraveCutter", 4)],
        );
        expect(
            &format!(
                "(Toolpaths used in this file:)\n(Toolpath:- Circle Pocket)\nT1 M6\n{cut}(| Toolpath:- 'Outside' |)\nG1 X5\nM2\n"
            ),
            &[("Circle Pocket", 1), ("Outside", 1)],
        );
        expect(
            &format!(
                "( Made using CamBam - http://www.cambam.co.uk )\n( T0 : 3.175 )\nT1 M6\n( TireGuardBottom )\nM3 S1000\n{cut}( 4Hole )\nG1 X5\nM30\n"
            ),
            &[("TireGuardBottom", 1), ("4Hole", 1)],
        );
        expect(
            &format!("(OPERATION 1: FACE)\nT2 M6\n{cut}(OP 20 - SLOT)\nG1 X5\nM30\n"),
            &[("FACE", 2), ("SLOT", 2)],
        );
        expect(
            &format!("(MYCOMMENT)\n(Toolpath name      = Boring_2)\n{cut}M30\n"),
            &[("Boring_2", 0)],
        );
        expect(
            &format!("(Machine Setup - 1)\n(FEATURE 4 AXIS ROTARY)\nT1 M6\n{cut}M30\n"),
            &[("4 AXIS ROTARY", 1)],
        );
    }

    #[test]
    fn plain_comments_count_before_tool_changes_and_where_they_say_what_is_done() {
        let text = "( 1/4 DIA. E.M. )\n( REV. )\n( MILL CLEARANCE )\nT3\nG28 Z0 M6\nG0 X1\nG1 X2 F9\n\
                    ( REV. )\n( MILL CLEARANCE POCKETS )\nG1 X5\n(height -5)\nG1 X6\n\
                    ( LET. B DRILL )\n( REV. )\nM6 T9\nG1 X7\nM30\n";
        expect(text, &[("MILL CLEARANCE", 3), ("MILL CLEARANCE POCKETS", 3), ("LET. B DRILL", 9)]);
    }

    #[test]
    fn without_names_tools_tell_operations_apart() {
        let text =
            "(title)\nT1 M6\nG0 X1\nG1 X2 F9\n(width 5)\nG1 X3\nM6 T2\nG1 X4\nM6 T1\nG1 X5\nM2\n";
        assert_eq!(
            operations(text),
            [(1, 3), (2, 1), (1, 1)].map(|(t, n)| (String::new(), t, "tool".to_owned(), n))
        );
    }

    #[test]
    fn what_a_loop_comes_back_to_is_the_same_operation() {
        let text = "(title)\n#1=0\nO1 while [#1 lt 5]\n(DRILL A)\nG1 X[#1+1] F9\n(DRILL B)\nG1 X[#1+1.5]\n#1=[#1+1]\nO1 endwhile\nM2\n";
        let names: Vec<_> = operations(text).into_iter().map(|o| (o.0, o.3)).collect();
        assert_eq!(names, [("DRILL A".to_owned(), 5), ("DRILL B".to_owned(), 5)]);
    }

    /// The next tool cut under the name of the last one's operation, and its limits.
    #[test]
    fn a_name_ends_at_the_next_tool() {
        let cut = "G0 X1\nG1 X2 F9\nG0 X0\n";
        let text = format!("(Operation: Engrave)\nT1 M6\n{cut}T3 M6\n{cut}T1 M6\n{cut}M2\n");
        expect(&text, &[("Engrave", 1), ("", 3), ("", 1)]);
        let named = format!("(Operation: A)\nT1 M6\n{cut}(Operation: B)\nG0 X9\nT3 M6\n{cut}M2\n");
        expect(&named, &[("A", 1), ("B", 3)]);
        let same = format!("(Operation: A)\nT1 M6\n{cut}T1 M6\n{cut}M2\n");
        expect(&same, &[("A", 1)]);
    }

    /// What a comment of a subprogram names went on behind the call.
    #[test]
    fn a_name_in_a_subprogram_ends_with_it() {
        let inner = "O9 sub\n(Operation: Engrave)\nG1 X5 F9\nG1 X4\nO9 endsub\n";
        let call = "(Operation: Finish)\nT1 M6\nG1 X1 F9\nO9 call\nG1 X2\nO9 call\nG1 X3\n";
        let ops = |text: &str| {
            operations(text).into_iter().map(|(name, .., n)| (name, n)).collect::<Vec<_>>()
        };
        let pair = |name: &str, n: usize| (name.to_owned(), n);
        let finish = pair("Finish", 3);
        assert_eq!(ops(&format!("{inner}{call}M2\n")), [finish.clone(), pair("Engrave", 4)]);
        // One that no motion follows names nothing behind the call either.
        let late = inner.replace("O9 endsub", "(Operation: Late)\nO9 endsub");
        assert_eq!(ops(&format!("{late}{call}M2\n")), [finish, pair("Engrave", 4)]);
        // What the caller names before the call goes on in it and behind it.
        let plain = "O9 sub\n(depth 5)\nG1 X5 F9\nG1 X4\nO9 endsub\n";
        let before = "(Operation: Drill)\nT1 M6\nO9 call\nG1 X1\n";
        assert_eq!(ops(&format!("{plain}{before}M2\n")), [pair("Drill", 3)]);
        assert_eq!(ops(&format!("{plain}T1 M6\nO9 call\nG1 X1\nM2\n")), [pair("", 3)]);
    }
}
