//! What a refused line says, as far as its letters tell, whether it was read to its end or not.

use crate::control::Control;
use crate::dialect::Dialect;
use crate::read::block::Block;
use crate::read::code_word::code_value;
use crate::read::cursor::Cursor;
use crate::read::expr::read_name;
use crate::words::{Group, Use, g};

/// Words that go to an unknown place on the axes that they name only: probes (G31, G38.2 …) and
/// the approach from one side.
const NAMED_ONLY: [u16; 6] = [310, g::G38_2, 383, 384, g::G38_5, ONE_SIDE];

/// The approach from one side, which a parameter of a Fanuc makes a motion word.
const ONE_SIDE: u16 = 600;

/// Words that have other blocks carried out, or the following ones otherwise than they say: G66.1,
/// G72.1 and G72.2 of a Fanuc.
const STEERING: [u16; 3] = [661, 721, 722];

/// What a refused line says.
pub(super) struct Written {
    /// The block with every G and M word of the line, those behind what was refused too; of its
    /// letters it has those that were read.
    pub block: Block,
    /// X, Y and Z are named.
    pub axes: [bool; 3],
    /// A, B, C, U, V and W are.
    pub rest: [bool; 6],
    /// Every G number, tenths.
    pub codes: Vec<u16>,
    /// R is named.
    pub level: bool,
    /// There is a C0, which ends cylindrical interpolation.
    pub unrolls: bool,
    /// A word is not followed, or not known, and may have left the tool anywhere.
    pub strange: bool,
    /// Which motion word is in force after it is not told.
    pub unclear: bool,
    /// A T chooses a tool.
    pub selects: bool,
    /// A program is called, modes are restored, or the number of a G is not known: anything may
    /// have changed.
    pub anything: bool,
    /// H is named.
    pub length: bool,
    /// Where the program goes after it depends on it.
    pub steers: bool,
    /// The variables that it sets, `None` for one whose number is not read.
    pub variables: Vec<Option<u32>>,
}

impl Written {
    /// Reads the letters of a refused line, of which `block` holds what was read. A name of
    /// LinuxCNC's that it sets is not known from there on.
    pub fn of(text: &[u8], block: &Block, control: &mut Control<'_>) -> Self {
        let mut written = Written {
            block: block.clone(),
            axes: [false; 3],
            rest: [false; 6],
            codes: Vec::new(),
            level: false,
            unrolls: false,
            strange: false,
            unclear: false,
            selects: false,
            anything: false,
            length: false,
            steers: false,
            variables: Vec::new(),
        };
        let mut cursor = Cursor::new(text);
        let macro_b = control.options.dialect.macro_b();
        pass_number(&mut cursor);
        let statement = macro_b && begins_statement(&mut cursor);
        // The number of the first variable was read, and what it holds lost, as it was set.
        if statement && cursor.peek() == b'#' && !cursor.peek_second().is_ascii_digit() {
            pass_variable(&mut cursor);
        }
        if cursor.peek() == b'o' && control.options.dialect == Dialect::LinuxCnc {
            written.steers = true;
            return written;
        }
        let (mut motions, mut behind) = (0, false);
        loop {
            let letter = cursor.peek();
            if statement && written.pass_keyword(&mut cursor) {
                continue;
            }
            // Behind `;` a block may follow there, or some text.
            if behind && letter.is_ascii_alphabetic() && !begins_value(cursor.peek_second()) {
                cursor.bump();
                continue;
            }
            match letter {
                0 => break,
                b';' if !macro_b => break,
                b';' => {
                    cursor.bump();
                    behind = true;
                }
                // The reset of a Grbl.
                0x18 => {
                    cursor.bump();
                    written.anything = true;
                }
                b'(' if control.options.dialect == Dialect::Grbl => _ = cursor.comment_of_grbl(),
                b'(' => pass_comment(&mut cursor),
                b'[' => pass_brackets(&mut cursor),
                b'#' if cursor.peek_second() == b'<' => lose_name(&mut cursor, control),
                b'#' => {
                    let number = pass_variable(&mut cursor);
                    if cursor.peek() == b'=' {
                        written.variables.push(number);
                    }
                }
                b'g' => {
                    cursor.bump();
                    motions += u32::from(written.take_g(&mut cursor, control));
                }
                b'm' => {
                    cursor.bump();
                    written.take_m(&mut cursor, control);
                }
                _ => {
                    cursor.bump();
                    written.take_letter(letter, &mut cursor);
                }
            }
        }
        written.unclear |= motions > 1 || written.anything;
        written
    }

    /// A word of a macro statement: THEN and ELSE stand before words that may be carried out,
    /// others are operations.
    fn pass_keyword(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if cursor.take(b"then") || cursor.take(b"else") {
            return true;
        }
        if cursor.take(b"goto") {
            self.steers = true;
            return true;
        }
        let long =
            cursor.peek().is_ascii_alphabetic() && cursor.peek_second().is_ascii_alphabetic();
        while long && cursor.peek().is_ascii_alphabetic() {
            cursor.bump();
        }
        long
    }

    /// A G, its number next; whether it is a motion word.
    fn take_g(&mut self, cursor: &mut Cursor<'_>, control: &Control<'_>) -> bool {
        let computed = is_computed(cursor);
        let number = written_number(cursor, control);
        self.anything |= computed && number.is_none();
        let tenths = number.map(|number| (number * 10.0).round());
        let Some(code) = tenths.filter(|tenths| (0.0..3000.0).contains(tenths)) else {
            (self.strange, self.unclear) = (true, true);
            return false;
        };
        let code = code as u16;
        self.codes.push(code);
        self.anything |= control.options.dialect.macro_b() && matches!(code, 650 | 660);
        let Some(word) = control.lookup.g(code) else {
            (self.strange, self.unclear) = (true, true);
            return false;
        };
        if let Use::Refused(_) = control.lookup.use_of(word) {
            self.strange |= !NAMED_ONLY.contains(&code);
            // Words that are in force in their block alone leave the motion word as it was.
            let once = control.options.dialect.macro_b() && word.group != Group::Motion;
            self.unclear |= !once || code == ONE_SIDE;
            self.steers |= STEERING.contains(&code) && control.options.dialect.macro_b();
            // It changes lengths or zeros, and is no motion word that could stay in force.
            if !matches!(word.group, Group::ToolLength | Group::OffsetState) {
                return false;
            }
        }
        self.block.put_code(word, 0, 0);
        word.group == Group::Motion
    }

    /// An M, its number next.
    fn take_m(&mut self, cursor: &mut Cursor<'_>, control: &Control<'_>) {
        let computed = is_computed(cursor);
        let number = written_number(cursor, control);
        // It may be M30 or M99.
        self.steers |= computed && number.is_none();
        let number = number.unwrap_or(0.0) as u16;
        let Some(word) = control.lookup.m(number) else {
            // Of a Fanuc or a Haas it is the machine builder's, which is said where it is read.
            self.strange |= !control.options.dialect.macro_b();
            return;
        };
        let refused = matches!(control.lookup.use_of(word), Use::Refused(_));
        let stops = word.group == Group::Stop;
        // The modal state is saved or restored.
        let restores = word.group == Group::Spindle && matches!(number, 70..=73);
        self.anything |= restores || (stops && matches!(number, 97 | 98));
        self.steers |= stops && (refused || matches!(number, 2 | 30 | 47 | 99));
        if !refused {
            self.block.put_code(word, 0, 0);
        }
    }

    /// Another letter, its value next.
    fn take_letter(&mut self, letter: u8, cursor: &mut Cursor<'_>) {
        match letter {
            b'x'..=b'z' => self.axes[usize::from(letter - b'x')] = true,
            b'@' | b'^' => (self.axes[0], self.axes[1]) = (true, true),
            b'a'..=b'c' => {
                self.rest[usize::from(letter - b'a')] = true;
                self.unrolls |= letter == b'c'
                    && matches!(cursor.peek(), b'0'..=b'9' | b'.')
                    && cursor.literal().is_some_and(|number| number.value == 0.0);
            }
            b'u'..=b'w' => self.rest[3 + usize::from(letter - b'u')] |= begins_value(cursor.peek()),
            b'h' => self.length |= begins_value(cursor.peek()),
            b'r' => self.level = true,
            b't' => self.selects = true,
            _ => {}
        }
    }
}

/// The block delete sign and N.
fn pass_number(cursor: &mut Cursor<'_>) {
    if cursor.peek() == b'/' {
        cursor.bump();
        cursor.digits();
    }
    if cursor.peek() == b'n' {
        cursor.bump();
        cursor.literal();
    }
}

/// Whether a macro statement begins here, its name being passed.
fn begins_statement(cursor: &mut Cursor<'_>) -> bool {
    const STATEMENTS: [&[u8]; 9] =
        [b"if", b"while", b"do", b"end", b"goto", b"popen", b"pclos", b"dprnt", b"bprnt"];
    cursor.peek() == b'#' || STATEMENTS.iter().any(|word| cursor.take(word))
}

/// A comment; what is left open or holds another goes on to the last `)`.
fn pass_comment(cursor: &mut Cursor<'_>) {
    if cursor.comment().is_ok() {
        return;
    }
    let start = cursor.position();
    let rest = cursor.rest();
    if let Some(last) = cursor.text(rest).iter().rposition(|byte| *byte == b')') {
        cursor.rewind(start + last + 1);
    }
}

fn pass_brackets(cursor: &mut Cursor<'_>) {
    let mut depth = 0;
    loop {
        match cursor.peek() {
            0 => return,
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        cursor.bump();
        if depth == 0 {
            return;
        }
    }
}

/// Whether a value begins so, and the letter before it is not one of some text.
fn begins_value(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'#' | b'[')
}

/// Whether the value that comes next is not a plain number.
fn is_computed(cursor: &mut Cursor<'_>) -> bool {
    matches!(cursor.peek(), b'#' | b'[')
}

/// The number of a G or M, where it is known; what it is written as is passed.
fn written_number(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Option<f64> {
    if !is_computed(cursor) {
        return cursor.literal().map(|number| number.value);
    }
    let start = cursor.position();
    let number = code_value(cursor, control).ok();
    cursor.rewind(start);
    match cursor.peek() {
        b'[' => pass_brackets(cursor),
        _ => _ = pass_variable(cursor),
    }
    number
}

/// A variable, its `#` next; its number where that is written out.
fn pass_variable(cursor: &mut Cursor<'_>) -> Option<u32> {
    cursor.bump();
    if let Some(number) = cursor.digits() {
        return u32::try_from(number).ok();
    }
    while cursor.peek() == b'#' {
        cursor.bump();
    }
    match cursor.peek() {
        b'[' => pass_brackets(cursor),
        _ => _ = cursor.digits(),
    }
    None
}

/// A name that a refused block sets is unknown from there on.
fn lose_name(cursor: &mut Cursor<'_>, control: &mut Control<'_>) {
    cursor.bump();
    if let Ok(name) = read_name(cursor)
        && cursor.peek() == b'='
    {
        control.names.set(&name, f64::NAN);
    }
}
