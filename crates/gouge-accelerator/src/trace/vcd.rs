//! A value change dump (IEEE 1364-2005, clause 18) of unit states and queue levels.
//!
//! One time step is one device cycle. States are strings, which waveform viewers show as text;
//! levels are 16-bit numbers.

use std::fmt::Write;

/// A waveform being recorded.
#[derive(Debug, Default)]
pub(crate) struct Wave {
    signals: Vec<Signal>,
    changes: String,
    end: u64,
}

#[derive(Debug)]
struct Signal {
    scope: String,
    name: String,
    value: String,
    is_text: bool,
}

impl Wave {
    /// Records what the signals are from `cycle` on, always in the same order.
    pub fn sample(&mut self, cycle: u64, signals: Vec<(String, &str, String, bool)>) {
        let first = self.signals.is_empty();
        let mut stamped = false;
        for (i, (scope, name, value, is_text)) in signals.into_iter().enumerate() {
            if first {
                let (name, value) = (name.to_owned(), String::new());
                self.signals.push(Signal { scope, name, value, is_text });
            }
            if self.signals[i].value == value {
                continue;
            }
            if !stamped {
                let _ = writeln!(self.changes, "#{cycle}");
                stamped = true;
            }
            let mark = if is_text { 's' } else { 'b' };
            let _ = writeln!(self.changes, "{mark}{value} {}", code(i));
            self.signals[i].value = value;
        }
        self.end = cycle + 1;
    }

    /// The file.
    pub fn finish(&self, clock_mhz: f64) -> String {
        let mut out = String::from("$version gouge-accelerator $end\n");
        let _ = writeln!(out, "$comment one step is one cycle at {clock_mhz} MHz $end");
        out.push_str("$timescale 1 ns $end\n");
        let mut scope = "";
        for (i, signal) in self.signals.iter().enumerate() {
            if signal.scope != scope {
                if !scope.is_empty() {
                    out.push_str("$upscope $end\n");
                }
                scope = &signal.scope;
                let _ = writeln!(out, "$scope module {scope} $end");
            }
            let kind = if signal.is_text { "string 1" } else { "wire 16" };
            let _ = writeln!(out, "$var {kind} {} {} $end", code(i), signal.name);
        }
        if !scope.is_empty() {
            out.push_str("$upscope $end\n");
        }
        out.push_str("$enddefinitions $end\n");
        out.push_str(&self.changes);
        let _ = writeln!(out, "#{}", self.end);
        out
    }
}

/// A signal's short name: printable characters, base 94.
fn code(mut i: usize) -> String {
    let mut out = String::new();
    loop {
        out.push((b'!' + (i % 94) as u8) as char);
        i /= 94;
        if i == 0 {
            return out;
        }
    }
}
