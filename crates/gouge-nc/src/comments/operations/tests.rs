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
    let text =
        "(T3| 1/4 FLAT ENDMILL|H3)\nT3 M6\nG0 X1\nG1 X2 F9\n(ROUGH POCKET)\nG0 X5\nG1 X6\nM30\n";
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

/// An operation went on past the comment that named the next, if that did not begin with one of
/// twenty words, and so did the limits of its own that a job held it to.
#[test]
fn a_name_ends_at_the_next_and_a_comment_that_may_be_one_is_kept() {
    let cut = "G0 X1\nG1 X2 F9\n";
    for next in [
        "MILL TOP",
        "OP2 FINISH FLOOR",
        "OPERATION 2 FINISH FLOOR",
        "2D Contour2",
        "FINISH WALLS",
        "Adaptive1",
        "Roughing 3",
        "PENCIL",
    ] {
        let text = format!("(title)\n(Engrave logo)\n{cut}({next})\n{cut}M2\n");
        expect(&text, &[("Engrave logo", 0), (next, 0)]);
    }
    let doubts = |text: &str| {
        let source = Source::from_bytes("p", text);
        let summary =
            Interpreter::new(Options::default()).run(&source, |_: Event| ControlFlow::Continue(()));
        let possible_end = |o: &super::Operation| {
            o.possible_end.as_ref().map(|(text, span)| (text.clone(), span.line))
        };
        summary.operations.iter().map(possible_end).collect::<Vec<_>>()
    };
    let text = format!("(title)\n(Engrave logo)\n{cut}(Kontur)\n{cut}(Tabs)\n{cut}M2\n");
    assert_eq!(doubts(&text), [Some(("Kontur".to_owned(), 5))]);
    // Words that headers begin with begin names, too.
    for other in ["POST HOLES", "END POCKET", "TOOL POCKET"] {
        let text = format!("(title)\n(Engrave logo)\n{cut}({other})\n{cut}M2\n");
        assert_eq!(doubts(&text), [Some((other.to_owned(), 5))]);
    }
    // Before it has cut, and where a program has a word for operations, no comment begins another.
    let text = format!("(title)\n(Engrave logo)\nG0 X9\n(depth 5)\n{cut}M2\n");
    assert_eq!(doubts(&text), [None]);
    let text = format!("(Operation: Engrave logo)\n{cut}(Kontur)\n{cut}M2\n");
    assert_eq!(doubts(&text), [Some(("Kontur".to_owned(), 4))]);
    let text = format!("(begin operation: Engrave logo)\n{cut}(Kontur)\n{cut}M2\n");
    assert_eq!(doubts(&text), [None]);
}

/// A tool that was changed to itself went on under the name of the last comment.
#[test]
fn a_guessed_name_ends_where_the_tool_is_changed_to_itself() {
    let cut = "G0 X1\nG1 X2 F9\n";
    let text = format!("(title)\n(Engrave logo)\nT1 M6\n{cut}T1 M6\n{cut}M2\n");
    expect(&text, &[("Engrave logo", 1), ("", 1)]);
}

/// What FreeCAD moves between two operations went under the name of the first.
#[test]
fn a_name_ends_where_the_program_says_so() {
    let text = "(begin operation: A)\nT1 M6\nG1 X2 F9\n(finish operation: A)\nG1 X3\n\
                (begin operation: B)\nG1 X4\nM2\n";
    expect(text, &[("A", 1), ("", 1), ("B", 1)]);
    let text = "(title)\n(Mill top)\nT1 M6\nG1 X2 F9\n(END OF MILL TOP)\nG1 X3\nM2\n";
    expect(text, &[("Mill top", 1), ("", 1)]);
    let text = "(Operation: A)\nT1 M6\nG1 X2 F9\n(END OPERATION)\nG1 X3\nM2\n";
    expect(text, &[("A", 1), ("", 1)]);
}
