//! Definitions, calls and returns of subprograms: O… sub, O… call, M98, M99.

use std::ops::Range;

use super::labels::{CallKind, DEEPEST_CALL, Frame, WordFlow};
use super::words::{Kind, OLine};
use crate::code;
use crate::control::Control;
use crate::control::params::CALL_PARAMETERS;
use crate::emit::Emitter;
use crate::execute::saved_state::restore;
use crate::fault::{Step, give_up};
use crate::flow::route::Next;
use crate::read::block::Block;

impl WordFlow {
    pub(super) fn begin_sub(
        &mut self,
        line: OLine,
        control: &mut Control<'_>,
        _emitter: &mut Emitter<'_>,
    ) -> Step {
        let frame = self.frame().kind;
        let bare = line.kind == Kind::Bare;
        if bare && frame == CallKind::Oword {
            let message = "a subprogram that begins with O… alone is called with M98";
            return give_up(code::FLOW, line.at, message);
        }
        if !bare && frame == CallKind::M98 {
            let message = "a subprogram that begins with O… sub is called with O… call";
            return give_up(code::FLOW, line.at, message);
        }
        if self.skipping() {
            self.save_label(&line, control)?;
            self.skip = None;
        }
        self.to_sub = false;
        if bare || control.scope.level() > 0 {
            return Ok(());
        }
        self.save_label(&line, control)?;
        self.skip_to(&line.name, control);
        control.scope.defining = true;
        self.sub_name = Some(line.name);
        Ok(())
    }

    pub(super) fn end_sub(
        &mut self,
        line: &OLine,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        if control.scope.level() == 0 {
            if self.sub_name.is_none() {
                return give_up(
                    code::FLOW,
                    line.at.clone(),
                    "no subprogram begins before this end",
                );
            }
            if line.kind == Kind::EndSub {
                if !control.scope.defining {
                    let message = "no subprogram begins before this end";
                    return give_up(code::FLOW, line.at.clone(), message);
                }
                self.skip = None;
                control.scope.defining = false;
                self.sub_name = None;
            }
            return Ok(());
        }
        let kind = self.frame().kind;
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
            self.skip = None;
        }
        self.leave(kind, control, emitter)
    }

    /// Goes back to the caller.
    pub(super) fn leave(
        &mut self,
        kind: CallKind,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let state = control.scope.leave();
        emitter.operations.go_back();
        control.names.leave();
        self.frames.pop();
        let caller = self.frame();
        let (back, saved) = (caller.back, caller.saved);
        let name = caller.name.clone();
        if kind == CallKind::Oword {
            for (index, value) in saved.into_iter().enumerate() {
                control.params.put(index + 1, value);
            }
        }
        self.sub_name = (!name.is_empty()).then_some(name);
        if let Some(state) = state {
            restore(state, control, emitter)?;
        }
        self.route.jump(back, control, emitter)
    }

    pub(super) fn call(
        &mut self,
        line: OLine,
        kind: CallKind,
        arguments: &[f64],
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        if control.scope.level() + 1 >= DEEPEST_CALL {
            let message = "calls are nested ten deep: the control allows nine";
            return give_up(code::LIMIT, line.at, message);
        }
        let back = control.here.next();
        let params = &mut control.params;
        let saved = std::array::from_fn(|index| params.stated(index + 1));
        let caller = self.frame();
        caller.back = back;
        if kind == CallKind::Oword {
            caller.saved = saved;
            for index in 0..CALL_PARAMETERS {
                params.set(index + 1, arguments.get(index).copied().unwrap_or(0.0));
            }
        }
        self.skip = None;
        control.scope.enter(control.here.span());
        emitter.operations.call();
        self.frames.push(Frame::new(line.name.clone(), kind));
        control.names.enter();
        self.go_to_sub(&line.name, control, emitter)
    }

    /// Whether a subprogram was called.
    pub fn has_called(&self, name: &str) -> bool {
        self.called.contains(name)
    }

    /// Calls the subprogram that holds a lathe cycle's contour.
    pub fn call_contour(
        &mut self,
        number: i64,
        at: Range<usize>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let line = OLine { kind: Kind::Call, name: number.to_string(), at };
        self.call(line, CallKind::Oword, &[], control, emitter)
    }

    pub(super) fn call_m98(
        &mut self,
        line: OLine,
        block: &Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let Some(count) = block.get(b'l') else {
            return self.call(line, CallKind::M98, &[], control, emitter);
        };
        if count == 0.0 {
            return Ok(());
        }
        // Each repetition carries the call out again, words and all.
        let again = control.here.mark();
        let left = self.frame().repeats_left.unwrap_or(count as i64) - 1;
        self.call(line, CallKind::M98, &[], control, emitter)?;
        let level = control.scope.level();
        if let Some(caller) = self.frames.get_mut(level - 1) {
            caller.repeats_left = (left > 0).then_some(left);
            if left > 0 {
                caller.back = again;
            }
        }
        Ok(())
    }

    /// To a subprogram met before, to its file, or on until its definition comes.
    pub(super) fn go_to_sub(
        &mut self,
        name: &str,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let short = name.rsplit('/').next().unwrap_or(name).to_owned();
        self.called.insert(short.clone());
        if let Some(label) = self.labels.get(&short) {
            let mark = label.mark;
            return self.route.jump(mark, control, emitter);
        }
        self.skip_to(&short, control);
        self.to_sub = true;
        self.route.next = Next::File(name.to_owned());
        Ok(())
    }
}
