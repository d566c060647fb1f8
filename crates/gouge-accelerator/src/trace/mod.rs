//! What happened in which cycle: as text to read, as a waveform to look at.

mod vcd;

pub(crate) use vcd::Wave;

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The cycle.
    pub cycle: u64,
    /// Which unit.
    pub unit: String,
    /// What it did.
    pub event: String,
}

/// A recording; off unless asked for, since it grows with every cycle.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub notes: Option<Vec<Note>>,
    pub wave: Option<Wave>,
}

impl Trace {
    /// Notes an event, if anyone wants to know.
    #[inline]
    pub fn note(&mut self, cycle: u64, event: impl FnOnce() -> (String, String)) {
        if let Some(notes) = &mut self.notes {
            let (unit, event) = event();
            notes.push(Note { cycle, unit, event });
        }
    }
}

/// Notes as lines, a cycle's number where it changes.
pub(crate) fn text(notes: &[Note]) -> String {
    let width = notes.iter().map(|n| n.unit.len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut last = None;
    for note in notes {
        let cycle = if last == Some(note.cycle) { String::new() } else { note.cycle.to_string() };
        last = Some(note.cycle);
        out.push_str(&format!("{cycle:>8}  {:width$}  {}\n", note.unit, note.event));
    }
    out
}
