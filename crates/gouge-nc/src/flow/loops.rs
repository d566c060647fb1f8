use super::super::code;
use super::super::fault::{Step, give_up};
use super::super::machine::Machine;
use super::line::{Kind, OLine};

/// Loops and conditions.
impl Machine<'_> {
    pub(super) fn begin_loop(&mut self, line: &OLine, test: f64) -> Step {
        let known = self.label(line);
        if let Some(label) = &known {
            let elsewhere = label.mark.before + 1 != self.here.number;
            let closes_do = line.kind == Kind::While && label.kind == Kind::Do;
            if elsewhere && !closes_do && line.kind != Kind::Do {
                let message =
                    format!("this label is used in line {} already", label.mark.before + 1);
                return give_up(code::FLOW, line.at.clone(), message);
            }
        } else {
            self.save_label(line)?;
        }
        self.flow.skip = None;
        match line.kind {
            Kind::Repeat => self.repeat(line, test),
            Kind::While => {
                let on = test != 0.0;
                match known {
                    Some(label) if label.kind == Kind::Do => {
                        if on && !self.flow.breaking {
                            return self.jump(label.mark);
                        }
                        self.flow.breaking = false;
                    }
                    _ if !on => self.skip_to(&line.name),
                    _ => {}
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn repeat(&mut self, line: &OLine, count: f64) -> Step {
        let Some(label) = self.flow.labels.get_mut(&line.name) else { return Ok(()) };
        let left = label.left.unwrap_or(count.round() as i64);
        if left > 0 {
            label.left = Some(left - 1);
        } else {
            label.left = None;
            self.skip_to(&line.name);
        }
        Ok(())
    }

    pub(super) fn end_loop(&mut self, line: &OLine) -> Step {
        let kind = if line.kind == Kind::EndWhile { Kind::While } else { Kind::Repeat };
        let label = self.opened(line, &[kind])?;
        if self.flow.looks_for(&line.name) {
            self.flow.skip = None;
            if !self.flow.continuing {
                return Ok(());
            }
            self.flow.continuing = false;
        }
        self.jump(label.mark)
    }

    pub(super) fn leave_loop(&mut self, line: &OLine) -> Step {
        let _ = self.opened(line, &[Kind::While, Kind::Do])?;
        if line.kind == Kind::Continue {
            if self.flow.looks_for(&line.name) {
                return Ok(());
            }
            self.flow.continuing = true;
        } else {
            self.flow.breaking = true;
        }
        self.skip_to(&line.name);
        Ok(())
    }

    pub(super) fn condition(&mut self, line: &OLine, test: f64) -> Step {
        let on = test != 0.0;
        if line.kind == Kind::If {
            match self.label(line) {
                Some(label) if label.mark.before + 1 != self.here.number => {
                    let message =
                        format!("this label is used in line {} already", label.mark.before + 1);
                    return give_up(code::FLOW, line.at.clone(), message);
                }
                Some(_) => {}
                None => self.save_label(line)?,
            }
            self.flow.taken_if = on;
            if on {
                self.flow.skip = None;
            } else {
                self.skip_to(&line.name);
            }
            return Ok(());
        }
        let _ = self.opened(line, &[Kind::If])?;
        match line.kind {
            Kind::EndIf => {
                self.flow.skip = None;
                self.flow.taken_if = true;
            }
            _ if self.flow.taken_if => self.skip_to(&line.name),
            Kind::ElseIf if on => {
                self.flow.skip = None;
                self.flow.taken_if = true;
            }
            Kind::Else if self.flow.looks_for(&line.name) => {
                self.flow.taken_if = true;
                self.flow.skip = None;
            }
            _ => {}
        }
        Ok(())
    }
}
