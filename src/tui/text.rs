//! Lines of the program, found by number.

/// Where lines begin.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    starts: Vec<usize>,
    end: usize,
}

impl Lines {
    /// Indexes a text.
    pub fn new(text: &[u8]) -> Self {
        let after = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
        let mut starts: Vec<usize> =
            (!text.is_empty()).then_some(0).into_iter().chain(after).collect();
        if starts.last() == Some(&text.len()) {
            starts.pop();
        }
        Self { starts, end: text.len() }
    }

    /// Number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// A line, from 0, as it can be shown: control characters are blanks.
    pub fn line(&self, text: &[u8], index: usize) -> String {
        let Some(&start) = self.starts.get(index) else { return String::new() };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.end);
        let bytes = text.get(start..end).unwrap_or(&[]);
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let decoded = std::str::from_utf8(bytes)
            .map_or_else(|_| bytes.iter().map(|&b| b as char).collect(), str::to_owned);
        decoded.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    }

    /// The first line after `from`, going round, that holds `what` in any case.
    pub fn find(&self, text: &[u8], what: &str, from: usize, forward: bool) -> Option<usize> {
        let what = what.to_lowercase();
        let count = self.count();
        let place = |i: usize| {
            if forward { (from + 1 + i) % count } else { (from + 2 * count - 1 - i) % count }
        };
        (0..count).map(place).find(|&i| self.line(text, i).to_lowercase().contains(&what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_number_and_by_text() {
        let text = b"%\r\nG0 X1\nG1 Y2\n";
        let lines = Lines::new(text);
        assert_eq!(lines.count(), 3);
        assert_eq!(lines.line(text, 1), "G0 X1");
        assert_eq!(lines.line(text, 7), "");
        assert_eq!(lines.find(text, "g", 1, true), Some(2));
        assert_eq!(lines.find(text, "g", 2, true), Some(1));
        assert_eq!(lines.find(text, "x1", 0, false), Some(1));
        assert_eq!(lines.find(text, "q", 0, true), None);
        assert_eq!(Lines::new(b"").count(), 0);
    }
}
