//! Carries out a block: its words take effect in a fixed order, whatever order they stand in.

use super::block::{Block, Setting, bit};
use super::code;
use super::cursor::Cursor;
use super::expr::read_name;
use super::fault::{Step, give_up, refuse};
use super::machine::{Machine, Next};
use super::motion::{Event, Warning};
use super::state::{FeedMode, Plane, Spindle, Units};
use super::tool_note;
use super::words::{Group, g};

/// Tool descriptions kept until the program's unit is known.
const MOST_NOTES: usize = 1000;

/// Groups that change what coordinates mean on Fanuc and Haas controls.
const FIGURES: &[Group] = &[Group::Mirror, Group::Scaling, Group::Rotation, Group::Polar];

impl Machine<'_> {
    pub(crate) fn execute(&mut self, block: &mut Block, text: &[u8]) -> Step {
        self.set_parameters(block);
        if let Some(at) = block.comment.as_ref().or(block.remark.as_ref())
            && block.only_comment()
        {
            let span = self.here.part(at);
            self.operations.comment(text.get(at.clone()).unwrap_or_default(), span);
        }
        if let Some(comment) = block.comment.clone() {
            self.comment(text, comment)?;
        }
        if block.has_codes() || block.any(bit(b'f') | bit(b's') | bit(b't')) {
            self.rates(block);
            self.select_tool(block)?;
            self.m_words(block)?;
            self.settings(block)?;
        }
        if let Some(motion) = block.motion {
            self.motion(motion, block)?;
        }
        if let Some(stop) = block.code(Group::Stop) {
            self.stop(stop, block)?;
        }
        Ok(())
    }

    /// Parameters take the values that the block gives them.
    pub(crate) fn set_parameters(&mut self, block: &mut Block) {
        for setting in block.settings.drain(..) {
            match setting {
                Setting::Number(number, value) => self.params.set(number, value),
                Setting::Name(name, value) => self.names.set(&name, value),
            }
        }
    }

    /// Comments that act, and comments that describe tools.
    fn comment(&mut self, text: &[u8], at: std::ops::Range<usize>) -> Step {
        let comment = text.get(at.clone()).unwrap_or_default();
        let mut cursor = Cursor::new(comment);
        if cursor.take(b"abort,") {
            let message = String::from_utf8_lossy(&comment[cursor.end()..]).trim().to_owned();
            return give_up(code::ABORTED, at, format!("the program stops itself: {message}"));
        }
        if cursor.take(b"py,") || cursor.take(b"pyrun,") {
            let message = "the comment runs Python at the machine, which cannot be followed";
            return refuse(code::NOT_FOLLOWED, at, message);
        }
        let span = self.here.part(&at);
        if let Some(note) = tool_note::parse(comment, span)
            && self.notes.len() < MOST_NOTES
        {
            self.notes.push(note);
        }
        Ok(())
    }

    /// Hands out the tool descriptions read so far: the unit and the tool they mean are known now.
    pub(crate) fn settle_notes(&mut self) -> Step {
        for note in std::mem::take(&mut self.notes) {
            let units = self.state.units;
            let (span, oddity) = (note.span, note.oddity(units));
            let next = if self.tools.selected > 0 {
                self.tools.selected
            } else {
                self.tools.spindle_number
            };
            self.emit(Event::ToolNote(note.settle(units, next)))?;
            if let Some(message) = oddity {
                let code = code::UNITS_MISMATCH;
                self.emit(Event::Warning(Warning { span, code, message }))?;
            }
        }
        Ok(())
    }

    /// Spindle mode, feed mode, F and S.
    fn rates(&mut self, block: &Block) {
        if let Some(mode) = block.code(Group::SpindleMode) {
            self.state.surface_speed = mode == g::G96;
        }
        if let Some(mode) = block.code(Group::FeedMode) {
            self.state.feed_mode = match mode {
                g::G93 => FeedMode::InverseTime,
                g::G95 => FeedMode::PerRevolution,
                _ => FeedMode::PerMinute,
            };
            if mode != g::G93 {
                self.state.feed = 0.0;
            }
        }
        if let Some(feed) = block.get(b'f')
            && self.state.feed_mode != FeedMode::InverseTime
        {
            self.state.feed = feed;
            self.suspicion.feed_reported = false;
        }
        if let Some(speed) = block.get(b's') {
            self.state.speed = speed;
        }
    }

    fn m_words(&mut self, block: &Block) -> Step {
        self.output_words(block)?;
        self.change_tool(block)?;
        match block.code(Group::Spindle) {
            Some(3) => self.state.spindle = Spindle::Clockwise,
            Some(4) => self.state.spindle = Spindle::CounterClockwise,
            Some(5 | 19) => self.state.spindle = Spindle::Stopped,
            Some(code @ 70..=73) => self.saved_state(code)?,
            _ => {}
        }
        match block.code(Group::Coolant) {
            Some(7) => self.state.mist = true,
            Some(8) => self.state.flood = true,
            Some(9) => (self.state.mist, self.state.flood) = (false, false),
            _ => {}
        }
        self.overrides(block)?;
        if let Some(number) = block.code(Group::User)
            && number >= 100
        {
            let at = block.code_place(Group::User);
            let message =
                format!("M{number} runs a program of this machine that is not shown here");
            self.warn(code::USER_PROGRAM, at, message)?;
        }
        Ok(())
    }

    /// M62 … M68: no motion, but the letters they need must be there.
    fn output_words(&mut self, block: &Block) -> Step {
        let Some(number) = block.code(Group::InputOutput) else { return Ok(()) };
        let at = block.code_place(Group::InputOutput);
        if self.compensating() {
            let message = format!("M{number} is not allowed while cutter compensation is on");
            return refuse(code::COMPENSATION, at, message);
        }
        let index = if number <= 65 { b'p' } else { b'e' };
        if block.get(index).is_none_or(|value| value.round() < 0.0) {
            let letter = char::from(index).to_ascii_uppercase();
            return refuse(code::MISSING, at, format!("M{number} needs {letter}, zero or more"));
        }
        Ok(())
    }

    fn overrides(&mut self, block: &Block) -> Step {
        let Some(number) = block.code(Group::Override) else { return Ok(()) };
        if self.compensating() {
            let at = block.code_place(Group::Override);
            let message = format!("M{number} is not allowed while cutter compensation is on");
            return refuse(code::COMPENSATION, at, message);
        }
        let on = block.get(b'p') != Some(0.0);
        match number {
            48 | 49 => {
                self.state.feed_override = number == 48;
                self.state.speed_override = number == 48;
            }
            50 => self.state.feed_override = on,
            51 => self.state.speed_override = on,
            52 => self.state.adaptive_feed = on,
            53 => self.state.feed_hold = on,
            _ => {}
        }
        Ok(())
    }

    /// G words that set something, in their order.
    fn settings(&mut self, block: &mut Block) -> Step {
        if let Some(plane) = block.code(Group::Plane) {
            self.set_plane(plane, block)?;
        }
        match block.code(Group::Units) {
            Some(g::G20 | g::G70) => self.set_units(Units::Inch),
            Some(_) => self.set_units(Units::Mm),
            None => {}
        }
        if let Some(mode) = block.code(Group::LatheDiameter) {
            self.set_diameter_mode(mode == g::G7, block);
        }
        if let Some(code) = block.code(Group::CutterCompensation) {
            self.set_compensation(code, block)?;
        }
        if let Some(code) = block.code(Group::ToolLength) {
            self.set_tool_length(code, block)?;
        }
        if let Some(code) = block.code(Group::WorkOffset) {
            self.set_system(code, block)?;
        }
        if let Some(code) = block.code(Group::PathControl) {
            if self.compensating() {
                let at = block.code_place(Group::PathControl);
                let message = "path control cannot change while cutter compensation is on";
                return refuse(code::COMPENSATION, at, message);
            }
            self.state.path_control = code;
        }
        if let Some(code) = block.code(Group::Distance) {
            self.state.incremental = code == g::G91;
        }
        if let Some(code) = block.code(Group::ArcDistance) {
            self.state.arc_absolute = code == g::G90_1;
        }
        if let Some(code) = block.code(Group::ReturnLevel) {
            if self.compensating() {
                let at = block.code_place(Group::ReturnLevel);
                let message = "the return level cannot change while cutter compensation is on";
                return refuse(code::COMPENSATION, at, message);
            }
            self.state.return_to_r = code != g::G98;
        }
        if block.any_group(FIGURES) {
            self.set_figures(block)?;
        }
        if block.is(Group::ModalCall, g::G67) {
            self.end_modal_call();
        }
        if let Some(code) = block.code(Group::Once) {
            self.once(code, block)?;
        }
        if let Some(code) = block.code(Group::OffsetState) {
            self.set_zero(code, block)?;
        }
        Ok(())
    }

    fn set_plane(&mut self, code: u16, block: &Block) -> Step {
        let plane = match code {
            g::G18 => Plane::Zx,
            g::G19 => Plane::Yz,
            _ => Plane::Xy,
        };
        if self.compensating() && (plane != self.state.plane || plane == Plane::Yz) {
            let at = block.code_place(Group::Plane);
            let message = "the plane cannot change while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        self.state.plane = plane;
        Ok(())
    }

    /// G7, G8: X of this very block was read in the old mode.
    fn set_diameter_mode(&mut self, diameter: bool, block: &mut Block) {
        if diameter == self.state.lathe_diameter {
            return;
        }
        let factor = if diameter { 0.5 } else { 2.0 };
        let letters: &[u8] = if block.motion == Some(g::G76) { b"xijk" } else { b"x" };
        for letter in letters {
            if let Some(value) = block.get(*letter) {
                block.change(*letter, value * factor);
            }
        }
        self.state.lathe_diameter = diameter;
    }

    fn once(&mut self, code: u16, block: &Block) -> Step {
        match code {
            g::G10 if self.options.dialect.macro_b() => self.fanuc_data(block),
            g::G10 => self.set_data(block),
            g::G28 | g::G30 => self.go_home(code, block),
            g::G29 => self.return_from_home(block),
            g::G28_1 | g::G30_1 => self.save_home(code, block),
            g::G12 | g::G13 => self.circular_pocket(code, block),
            g::G52 | g::G92 => self.set_zero(code, block),
            g::G5_3 => self.end_nurbs(block),
            _ => Ok(()),
        }
    }

    fn motion(&mut self, code: u16, block: &Block) -> Step {
        if !g::is_cycle(code) {
            self.state.cycle.initial = None;
        }
        match code {
            g::G0 | g::G1 | g::G33 | g::G33_1 | g::G76 => self.straight(code, block),
            g::G2 | g::G3 => self.arc(code, block),
            g::G5 | g::G5_1 => self.spline(code, block),
            g::G5_2 => self.nurbs_point(block),
            g::G80 if self.options.dialect.macro_b() => {
                self.end_drilling();
                Ok(())
            }
            g::G80 => {
                self.state.motion = Some(g::G80);
                Ok(())
            }
            _ if g::is_cycle(code) && self.options.dialect.macro_b() => {
                self.drill_fanuc(code, block)
            }
            _ if g::is_cycle(code) => self.cycle(code, block),
            _ if g::is_lathe_cycle(code) => self.lathe_cycle(code, block),
            _ => refuse(code::NOT_FOLLOWED, block.code_place(Group::Motion), "not followed"),
        }
    }

    /// M0, M1, M2, M30, M60, M99.
    fn stop(&mut self, code: u16, block: &Block) -> Step {
        if self.options.dialect.subprograms_by_number() {
            match code {
                97 | 98 => return self.call_subprogram(code, block),
                99 => return self.leave_subprogram(block),
                _ => {}
            }
        }
        self.flush_compensation()?;
        if matches!(code, 2 | 30 | 99) {
            self.next = Next::End;
            self.flow.ended = true;
        }
        Ok(())
    }

    /// A parameter that a refused block sets is unknown from there on.
    fn doubt_setting(&mut self, cursor: &mut Cursor<'_>) {
        cursor.bump();
        if cursor.peek() == b'<' {
            if let Ok(name) = read_name(cursor)
                && cursor.peek() == b'='
            {
                self.names.set(&name, f64::NAN);
            }
        } else if let Some(number) = cursor.digits()
            && cursor.peek() == b'='
            && let Ok(number) = usize::try_from(number)
        {
            self.params.set(number, f64::NAN);
        }
    }

    /// After a refused block: what it may have changed is not known any more.
    pub(crate) fn doubt(&mut self, text: &[u8], block: &Block) {
        let mut cursor = Cursor::new(text);
        let (mut unknown, mut g_words) = ([false; 3], 0);
        loop {
            match cursor.peek() {
                0 | b';' => break,
                b'(' if cursor.comment().is_ok() => continue,
                letter @ b'x'..=b'z' => unknown[usize::from(letter - b'x')] = true,
                b'@' | b'^' => unknown = [true, true, false],
                b'#' if !self.options.dialect.macro_b() => {
                    self.doubt_setting(&mut cursor);
                    continue;
                }
                b'g' => g_words += 1,
                _ => {}
            }
            cursor.bump();
        }
        let moves_zero = matches!(block.code(Group::Once), Some(g::G10 | g::G28 | g::G30));
        let shifts = [Group::WorkOffset, Group::ToolLength, Group::OffsetState]
            .into_iter()
            .any(|group| block.code(group).is_some());
        for (axis, unknown) in unknown.into_iter().enumerate() {
            if unknown || moves_zero || shifts {
                self.state.pos[axis] = f64::NAN;
                self.out[axis] = f64::NAN;
            }
        }
        if g_words > block.groups().count_ones() {
            self.state.motion = None;
        } else if let Some(motion) = block.code(Group::Motion) {
            self.state.motion = Some(motion);
        }
        if let Some(code) = block.code(Group::Distance) {
            self.state.incremental = code == g::G91;
        }
    }
}
