//! Loops and conditions: O… while, do, repeat, if, break, continue.

use super::labels::WordFlow;
use super::words::{Kind, OLine};
use crate::code;
use crate::control::Control;
use crate::emit::Emitter;
use crate::fault::{Step, give_up};

impl WordFlow {
    pub(super) fn begin_loop(
        &mut self,
        line: &OLine,
        test: f64,
        control: &Control<'_>,
        emitter: &Emitter<'_>,
    ) -> Step {
        let known = self.label(line);
        if let Some(label) = &known {
            let elsewhere = label.mark.before + 1 != control.here.number;
            let closes_do = line.kind == Kind::While && label.kind == Kind::Do;
            if elsewhere && !closes_do && line.kind != Kind::Do {
                let message =
                    format!("this label is used in line {} already", label.mark.before + 1);
                return give_up(code::FLOW, line.at.clone(), message);
            }
        } else {
            self.save_label(line, control)?;
        }
        self.skip = None;
        match line.kind {
            Kind::Repeat => self.repeat(line, test, control),
            Kind::While => {
                let on = test != 0.0;
                match known {
                    Some(label) if label.kind == Kind::Do => {
                        if on && !self.breaking {
                            return self.route.jump(label.mark, control, emitter);
                        }
                        self.breaking = false;
                    }
                    _ if !on => self.skip_to(&line.name, control),
                    _ => {}
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn repeat(&mut self, line: &OLine, count: f64, control: &Control<'_>) -> Step {
        let Some(label) = self.labels.get_mut(&line.name) else { return Ok(()) };
        // Halves go to the even number (`round_to_int` of `rtapi_math.h`).
        let left = label.left.unwrap_or(count.round_ties_even() as i64);
        if left > 0 {
            label.left = Some(left - 1);
        } else {
            label.left = None;
            self.skip_to(&line.name, control);
        }
        Ok(())
    }

    pub(super) fn end_loop(
        &mut self,
        line: &OLine,
        control: &Control<'_>,
        emitter: &Emitter<'_>,
    ) -> Step {
        let kind = if line.kind == Kind::EndWhile { Kind::While } else { Kind::Repeat };
        let label = self.opened(line, &[kind])?;
        if self.looks_for(&line.name) {
            self.skip = None;
            if !self.continuing {
                return Ok(());
            }
            self.continuing = false;
        }
        self.route.jump(label.mark, control, emitter)
    }

    pub(super) fn leave_loop(&mut self, line: &OLine, control: &Control<'_>) -> Step {
        let _ = self.opened(line, &[Kind::While, Kind::Do])?;
        if line.kind == Kind::Continue {
            if self.looks_for(&line.name) {
                return Ok(());
            }
            self.continuing = true;
        } else {
            self.breaking = true;
        }
        self.skip_to(&line.name, control);
        Ok(())
    }

    pub(super) fn condition(&mut self, line: &OLine, test: f64, control: &Control<'_>) -> Step {
        let on = test != 0.0;
        if line.kind == Kind::If {
            match self.label(line) {
                Some(label) if label.mark.before + 1 != control.here.number => {
                    let message =
                        format!("this label is used in line {} already", label.mark.before + 1);
                    return give_up(code::FLOW, line.at.clone(), message);
                }
                Some(_) => {}
                None => self.save_label(line, control)?,
            }
            self.taken_if = on;
            if on {
                self.skip = None;
            } else {
                self.skip_to(&line.name, control);
            }
            return Ok(());
        }
        let _ = self.opened(line, &[Kind::If])?;
        match line.kind {
            Kind::EndIf => {
                self.skip = None;
                self.taken_if = true;
            }
            _ if self.taken_if => self.skip_to(&line.name, control),
            Kind::ElseIf if on => {
                self.skip = None;
                self.taken_if = true;
            }
            Kind::Else if self.looks_for(&line.name) => {
                self.taken_if = true;
                self.skip = None;
            }
            _ => {}
        }
        Ok(())
    }
}
