use std::ops::Range;

use super::super::block::Block;
use super::super::code;
use super::super::fault::{BLOCK, Step, fault, give_up};
use super::super::machine::{Machine, Next};
use super::super::saved_state::SavedState;
use super::line::{Kind, OLine};
use super::{CALL_PARAMETERS, CallKind, DEEPEST_CALL, Frame};

/// Definitions, calls and returns.
impl Machine<'_> {
    pub(super) fn begin_sub(&mut self, line: OLine) -> Step {
        let frame = self.flow.frame().kind;
        let bare = line.kind == Kind::Bare;
        if bare && frame == CallKind::Oword {
            let message = "a subprogram that begins with O… alone is called with M98";
            return give_up(code::FLOW, line.at, message);
        }
        if !bare && frame == CallKind::M98 {
            let message = "a subprogram that begins with O… sub is called with O… call";
            return give_up(code::FLOW, line.at, message);
        }
        if self.flow.skipping() {
            self.save_label(&line)?;
            self.flow.skip = None;
        }
        self.flow.to_sub = false;
        if bare || self.flow.level() > 0 {
            return Ok(());
        }
        self.save_label(&line)?;
        self.skip_to(&line.name);
        self.flow.defining = true;
        self.flow.sub_name = Some(line.name);
        Ok(())
    }

    pub(super) fn end_sub(&mut self, line: &OLine) -> Step {
        if self.flow.level() == 0 {
            if self.flow.sub_name.is_none() {
                return give_up(
                    code::FLOW,
                    line.at.clone(),
                    "no subprogram begins before this end",
                );
            }
            if line.kind == Kind::EndSub {
                if !self.flow.defining {
                    let message = "no subprogram begins before this end";
                    return give_up(code::FLOW, line.at.clone(), message);
                }
                self.flow.skip = None;
                self.flow.defining = false;
                self.flow.sub_name = None;
            }
            return Ok(());
        }
        let kind = self.flow.frame().kind;
        if kind == CallKind::M98 && line.kind != Kind::M99 {
            return give_up(
                code::FLOW,
                line.at.clone(),
                "a subprogram called with M98 ends with M99",
            );
        }
        if kind == CallKind::Oword && line.kind == Kind::M99 {
            let message = "a subprogram called with O… call ends with O… endsub";
            return give_up(code::FLOW, line.at.clone(), message);
        }
        if line.kind == Kind::EndSub {
            self.flow.skip = None;
        }
        self.leave(kind)
    }

    /// Goes back to the caller.
    pub(super) fn leave(&mut self, kind: CallKind) -> Step {
        let state = {
            let frame = self.flow.frame();
            frame.state.take().filter(|_| frame.restore)
        };
        self.names.leave();
        self.flow.frames.pop();
        let caller = self.flow.frame();
        let (back, saved) = (caller.back, caller.saved);
        let name = caller.name.clone();
        if kind == CallKind::Oword {
            for (index, value) in saved.into_iter().enumerate() {
                self.params.set(index + 1, value);
            }
        }
        self.flow.sub_name = (!name.is_empty()).then_some(name);
        if let Some(state) = state {
            self.restore(state)?;
        }
        self.jump(back)
    }

    pub(super) fn call(&mut self, line: OLine, kind: CallKind, arguments: &[f64]) -> Step {
        if self.flow.level() + 1 >= DEEPEST_CALL {
            let message = "calls are nested ten deep: the control allows nine";
            return give_up(code::LIMIT, line.at, message);
        }
        let back = self.next_line();
        let params = &mut self.params;
        let saved = std::array::from_fn(|index| params.get(index + 1));
        let caller = self.flow.frame();
        caller.back = back;
        if kind == CallKind::Oword {
            caller.saved = saved;
            for index in 0..CALL_PARAMETERS {
                params.set(index + 1, arguments.get(index).copied().unwrap_or(0.0));
            }
        }
        self.flow.skip = None;
        let span = self.here.span();
        self.flow.frames.push(Frame::new(line.name.clone(), kind, span));
        self.names.enter();
        self.go_to_sub(&line.name)
    }

    /// Calls the subprogram that holds a lathe cycle's contour.
    pub(crate) fn call_contour(&mut self, number: i64, at: Range<usize>) -> Step {
        let line = OLine { kind: Kind::Call, name: number.to_string(), at };
        self.call(line, CallKind::Oword, &[])
    }

    pub(super) fn call_m98(&mut self, line: OLine, block: &Block) -> Step {
        let Some(count) = block.get(b'l') else { return self.call(line, CallKind::M98, &[]) };
        if count == 0.0 {
            return Ok(());
        }
        // Each repetition carries the call out again, words and all.
        let again = self.this_line();
        let left = self.flow.frame().repeats_left.unwrap_or(count as i64) - 1;
        self.call(line, CallKind::M98, &[])?;
        let level = self.flow.level();
        if let Some(caller) = self.flow.frames.get_mut(level - 1) {
            caller.repeats_left = (left > 0).then_some(left);
            if left > 0 {
                caller.back = again;
            }
        }
        Ok(())
    }

    /// To a subprogram met before, to its file, or on until its definition comes.
    pub(super) fn go_to_sub(&mut self, name: &str) -> Step {
        let short = name.rsplit('/').next().unwrap_or(name).to_owned();
        if let Some(label) = self.flow.labels.get(&short) {
            let mark = label.mark;
            return self.jump(mark);
        }
        self.skip_to(&short);
        self.flow.to_sub = true;
        self.next = Next::File(name.to_owned());
        Ok(())
    }

    /// M70 … M73.
    pub(crate) fn saved_state(&mut self, number: u16) -> Step {
        match number {
            70 | 73 => {
                let state = SavedState::of(&self.state, &self.params);
                let inside = self.flow.level() > 0;
                let frame = self.flow.frame();
                frame.state = Some(state);
                frame.restore |= number == 73 && inside;
            }
            71 => self.flow.frame().state = None,
            _ => {
                let state = self.flow.frame().state.clone();
                let missing =
                    || fault(code::FLOW, BLOCK, "M72 has nothing to restore: M70 is missing");
                let state = state.ok_or_else(missing)?;
                self.restore(state)?;
            }
        }
        Ok(())
    }
}
