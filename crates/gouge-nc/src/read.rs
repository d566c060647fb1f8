//! Words of one line into a [`Block`], as LinuxCNC reads them.

use super::block::{ANGLE, Block, RADIUS, SECONDARY, SPINDLE, Setting, slot};
use super::code;
use super::cursor::Cursor;
use super::dialect::Dialect;
use super::expr::read_name;
use super::fault::{Fault, Step, fault, refuse};
use super::machine::Machine;
use super::params::{INPUT_RESULT, PROBE_RESULT, is_read_only};
use super::words::{Group, Use, Word, code_name, g};
use crate::tolerance::G_NUMBER;

/// Most M words in a block.
const MOST_M_WORDS: u32 = 4;

impl Machine<'_> {
    /// Reads the words from the cursor to the end of the line.
    pub(crate) fn read_words(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
        let mut m_words = 0;
        loop {
            let start = cursor.position();
            match cursor.peek() {
                0 => break,
                b'g' => self.read_g(cursor, block, start)?,
                b'm' => {
                    m_words += 1;
                    self.read_m(cursor, block, start)?;
                }
                b'#' if self.options.dialect.macro_b() => {
                    let message = "a macro statement stands in a block of its own";
                    return refuse(code::FLOW, start..start + 1, message);
                }
                b'#' if self.options.dialect.expressions() => {
                    self.read_setting(cursor, block, start)?;
                }
                b'(' => self.read_comment(cursor, block)?,
                b';' => {
                    let rest = cursor.rest();
                    self.check_end_of_block(cursor.text(rest.clone()), start)?;
                    block.remark = Some(rest.start + 1..rest.end);
                }
                letter => self.read_word(cursor, block, letter, start)?,
            }
        }
        if m_words > MOST_M_WORDS {
            let at = block.code_place(Group::User);
            return refuse(code::CONFLICT, at, "more than four M words stand in one block");
        }
        Ok(())
    }

    /// A comment, its `(` next.
    pub(crate) fn read_comment(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
        let start = cursor.position();
        match cursor.comment() {
            Ok(text) => {
                block.comment = Some(text);
                Ok(())
            }
            Err(at) if at.start == start => {
                refuse(code::COMMENT, at, "this comment is not closed on its line")
            }
            Err(at) => refuse(code::COMMENT, at, "a second `(` stands inside a comment"),
        }
    }

    /// On Fanuc and Haas controls `;` ends the block, so nothing but a comment may follow it.
    fn check_end_of_block(&self, rest: &[u8], start: usize) -> Step {
        let text = rest.strip_prefix(b";").unwrap_or(rest).trim_ascii();
        if self.options.dialect.macro_b() && !text.is_empty() && !text.starts_with(b"(") {
            let message = "a second block stands behind `;`: write it on a line of its own";
            return refuse(code::CHARACTER, start..start + 1, message);
        }
        Ok(())
    }

    /// A value of a Fanuc or Haas block, and whether it has a decimal point or is computed;
    /// `None` for a vacant variable, which leaves its word out.
    fn macro_value(&mut self, cursor: &mut Cursor<'_>) -> Step<Option<(f64, bool)>> {
        let sign = matches!(cursor.peek(), b'+' | b'-');
        let first = if sign { cursor.peek_second() } else { cursor.peek() };
        if first.is_ascii_digit() || first == b'.' {
            let start = cursor.position();
            return match cursor.literal() {
                Some(literal) => Ok(Some((literal.value, literal.point))),
                None => refuse(code::NUMBER, start..cursor.end(), "this number is malformed"),
            };
        }
        let value = self.macro_read(cursor, |reader, cursor| reader.value(cursor))?;
        Ok(value.map(|value| (value, true)))
    }

    /// An argument of a macro call: a number without a decimal point counts increments.
    pub(crate) fn macro_word(&mut self, cursor: &mut Cursor<'_>, letter: u8) -> Step<Option<f64>> {
        let value = self.macro_value(cursor)?;
        Ok(value
            .map(|(value, pointed)| if pointed { value } else { value * self.increment(letter) }))
    }

    /// The number of a G or M word.
    fn code_value(&mut self, cursor: &mut Cursor<'_>) -> Step<f64> {
        if !self.options.dialect.macro_b() {
            return self.value(cursor);
        }
        let start = cursor.position();
        match self.macro_value(cursor)? {
            Some((value, _)) => Ok(value),
            None => refuse(
                code::NUMBER,
                start..cursor.end(),
                "the variable is vacant: no word to carry out",
            ),
        }
    }

    #[inline]
    fn read_word(
        &mut self,
        cursor: &mut Cursor<'_>,
        block: &mut Block,
        letter: u8,
        start: usize,
    ) -> Step {
        let linuxcnc = self.options.dialect == Dialect::LinuxCnc;
        let slot = match letter {
            b'a'..=b'f' | b'h'..=b'l' | b'p'..=b't' | b'x'..=b'z' => slot(letter),
            b'u'..=b'w' if linuxcnc => {
                self.report_secondary(block, letter, start)?;
                slot(letter)
            }
            b'@' if linuxcnc => RADIUS,
            b'^' if linuxcnc => ANGLE,
            b'$' if linuxcnc => SPINDLE,
            b'u'..=b'w' => {
                let name = char::from(letter).to_ascii_uppercase();
                return refuse(
                    code::NO_SUCH_WORD,
                    start..start + 1,
                    format!(
                        "the machine is taken to have no {name} axis: it cannot be placed on the part"
                    ),
                );
            }
            _ => return self.strange_character(letter, start),
        };
        cursor.bump();
        let macro_b = self.options.dialect.macro_b();
        let repeated = match letter {
            b'@' | b'^' => false,
            // These two tell "not there" by a value, which a program can write.
            b'p' => block.get(b'p').is_some_and(|value| value > -1.0),
            b'q' => block.get(b'q').is_some_and(|value| value > -1.0),
            _ => block.slot(slot).is_some(),
        };
        if repeated {
            let name = char::from(letter).to_ascii_uppercase();
            let message = format!("the block has two {name} words");
            return refuse(code::REPEATED, start..start + 1, message);
        }
        let value = if macro_b {
            let Some((value, pointed)) = self.macro_value(cursor)? else { return Ok(()) };
            if !pointed {
                block.put_whole(slot);
            }
            value
        } else {
            match letter {
                b'h' | b'l' | b't' => self.integer(cursor)? as f64,
                _ => self.value(cursor)?,
            }
        };
        let least = match letter {
            b'f' | b's' | b'l' | b't' => 0.0,
            b'h' => -1.0,
            _ => f64::NEG_INFINITY,
        };
        if value < least {
            let name = char::from(letter).to_ascii_uppercase();
            let message = format!("{name} may not be negative");
            return refuse(code::RANGE, start..cursor.end(), message);
        }
        let value = if letter == b'x' && self.state.lathe_diameter { value / 2.0 } else { value };
        block.put(slot, value, start, cursor.end());
        Ok(())
    }

    /// Unless the machine is said to have U, V and W, the first of them in a block is reported; the
    /// motion is carried all the same. In lathe cycles they are steps, not axes.
    fn report_secondary(&mut self, block: &Block, letter: u8, start: usize) -> Step {
        let steps = block.code(Group::Motion).is_some_and(g::is_lathe_cycle);
        let told = block.any(SECONDARY) || steps || self.gathering.is_some();
        if self.options.secondary_axes || told || self.flow.defining {
            return Ok(());
        }
        let name = char::from(letter).to_ascii_uppercase();
        let message = format!(
            "the machine is taken to have no {name} axis: its motion is carried along, and it \
             cannot be placed on the part"
        );
        self.report(Fault {
            code: code::NO_SUCH_WORD,
            message,
            at: start..start + 1,
            line: None,
            fatal: false,
        })
    }

    fn strange_character<T>(&self, letter: u8, start: usize) -> Step<T> {
        let (what, length) = if letter.is_ascii_graphic() {
            (format!("`{}`", char::from(letter).to_ascii_uppercase()), 1)
        } else {
            (format!("the byte {letter:#04x}"), 1)
        };
        let message = match letter {
            b'o' if self.options.dialect != Dialect::LinuxCnc => {
                format!("{} does not read O words", self.options.dialect.title())
            }
            b'$' => "a command to the control's settings: what it does is not read here".to_owned(),
            b',' if self.options.dialect.macro_b() => {
                let corners = "corner rounding and chamfers (,R ,C) are not followed";
                return refuse(code::NOT_FOLLOWED, start..start + 1, corners);
            }
            b'o' => "an O word must stand first in its block".to_owned(),
            b'n' => "N must stand first in its block".to_owned(),
            _ => format!("{} does not read {what}", self.options.dialect.title()),
        };
        refuse(code::CHARACTER, start..start + length, message)
    }

    #[inline]
    fn read_g(&mut self, cursor: &mut Cursor<'_>, block: &mut Block, start: usize) -> Step {
        cursor.bump();
        let number = self.code_value(cursor)?;
        let at = start..cursor.end();
        let tenths = 10.0 * number;
        let floor = tenths.floor();
        let rest = tenths - floor;
        let tenths = if rest > 1.0 - G_NUMBER { floor + 1.0 } else { floor };
        let broken = rest > G_NUMBER && rest <= 1.0 - G_NUMBER;
        if broken || !(0.0..3000.0).contains(&tenths) {
            return refuse(code::NO_SUCH_WORD, at, format!("there is no G{number}"));
        }
        let tenths = tenths as u16;
        let Some(word) = self.lookup.g(tenths) else {
            return refuse(code::NO_SUCH_WORD, at, self.lookup.absent('G', tenths));
        };
        self.check_use(word, &at)?;
        match block.code(word.group) {
            None => {}
            // G80 steps aside for another motion word, on either side.
            Some(_) if tenths == g::G80 => return Ok(()),
            Some(g::G80) if word.group == Group::Motion => {}
            // Of several words of a group the last is in force on these controls.
            Some(_) if self.options.dialect.macro_b() && word.group != Group::Once => {}
            Some(other) => {
                return refuse(
                    code::CONFLICT,
                    at,
                    format!(
                        "{} and {} exclude each other in one block",
                        code_name('G', other),
                        word.name()
                    ),
                );
            }
        }
        block.put_code(word, at.start, at.end);
        Ok(())
    }

    fn read_m(&mut self, cursor: &mut Cursor<'_>, block: &mut Block, start: usize) -> Step {
        cursor.bump();
        let value = self.code_value(cursor)?;
        let at = start..cursor.end();
        let Some(number) = super::expr::whole(value) else {
            return refuse(code::NO_SUCH_WORD, at, format!("there is no M{value}"));
        };
        let number = u16::try_from(number)
            .map_err(|_| fault(code::NO_SUCH_WORD, at.clone(), format!("there is no M{number}")))?;
        let Some(word) = self.lookup.m(number) else {
            if self.options.dialect.macro_b() {
                let message =
                    format!("M{number} is the machine builder's: what it does is not known here");
                return self.warn(code::USER_PROGRAM, at, message);
            }
            return refuse(code::NO_SUCH_WORD, at, self.lookup.absent('M', number));
        };
        self.check_use(word, &at)?;
        if let Some(other) = block.code(word.group) {
            let (one, two) = (code_name('M', other), word.name());
            let message = format!("{one} and {two} exclude each other in one block");
            return refuse(code::CONFLICT, at, message);
        }
        block.put_code(word, at.start, at.end);
        Ok(())
    }

    #[inline]
    fn check_use(&mut self, word: &Word, at: &std::ops::Range<usize>) -> Step {
        match self.lookup.use_of(word) {
            Use::Refused(reason) => {
                self.lose_results(word);
                refuse(
                    code::NOT_FOLLOWED,
                    at.clone(),
                    format!("{} ({}) is not followed: {reason}", word.name(), word.what),
                )
            }
            _ => Ok(()),
        }
    }

    /// What a probe or an input would have left in the parameters is not known.
    fn lose_results(&mut self, word: &Word) {
        let lost = match (word.letter, word.code) {
            ('G', g::G38_2..=g::G38_5) => PROBE_RESULT,
            ('M', 66) => INPUT_RESULT,
            _ => return,
        };
        for number in lost {
            self.params.set(number, f64::NAN);
        }
    }

    /// `#… = …`: takes effect after the whole line is read.
    fn read_setting(&mut self, cursor: &mut Cursor<'_>, block: &mut Block, start: usize) -> Step {
        cursor.bump();
        if cursor.peek() == b'<' {
            let name = read_name(cursor)?;
            let at = start..cursor.end();
            let machines = name.starts_with("_ini[") || name.starts_with("_hal[");
            if machines || super::system_names::value(self, &name).is_some() {
                let message = format!("#<{name}> cannot be set by a program");
                return refuse(code::PARAMETER, at, message);
            }
            self.names.declare(&name);
            expect_equals(cursor, start)?;
            let value = self.value(cursor)?;
            block.settings.push(Setting::Name(name, value));
            return Ok(());
        }
        let number = self.parameter_number(cursor, 0, start)?;
        let at = start..cursor.end();
        if is_read_only(number) {
            return refuse(code::PARAMETER, at, format!("#{number} cannot be set by a program"));
        }
        expect_equals(cursor, start)?;
        let value = self.value(cursor)?;
        block.settings.push(Setting::Number(number, value));
        Ok(())
    }
}

fn expect_equals(cursor: &mut Cursor<'_>, start: usize) -> Step {
    if cursor.peek() != b'=' {
        return refuse(
            code::PARAMETER,
            start..cursor.end(),
            "a `=` is missing after the parameter",
        );
    }
    cursor.bump();
    Ok(())
}
