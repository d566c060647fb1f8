//! The program around the line, with guilty words marked and what is in force there.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::{choose, frame, proved, put};
use crate::nc::Situation;
use crate::report::data::Region;
use crate::report::summary::grouped;
use crate::tui::place::{Place, base_name};
use crate::tui::state::{Pane, State};

/// Lines looked back for what is in force.
const LOOK_BACK: usize = 20_000;

/// What a line is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// Between lines of a region; nothing is known of itself.
    Between,
    /// A motion of it is known to gouge.
    Gouges,
    /// The worst motion of a region.
    Witness,
}

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> usize {
    let inner = frame(state, Pane::Program, &title(state), area, buf);
    let count = state.page().0.count();
    if count == 0 {
        let why = match state.document.program_file {
            Some(_) => "the program is empty",
            None => "the program could not be read",
        };
        put(buf, inner, 0, &Line::styled(why, state.theme.faint()));
        return 0;
    }
    let head = head(state, usize::from(inner.width));
    let rows = usize::from(inner.height).saturating_sub(head.len());
    let text = Rect { height: rows as u16, ..inner };
    // The chosen line stays a third from the top, so that one sees what comes.
    let top = state.line.at.saturating_sub(rows / 3).min(count.saturating_sub(rows));
    let marks = marks(state, top, rows);
    let digits = count.to_string().len();
    for row in 0..rows.min(count - top) {
        let index = top + row;
        put(buf, text, row, &line(state, index, digits, marks.get(&index)));
        if index == state.line.at {
            choose_line(state, buf, text, row, digits);
        }
    }
    for (i, line) in head.iter().enumerate() {
        put(buf, inner, rows + i, line);
    }
    top
}

/// Reversed number and gutter only: marks in the text stay visible.
fn choose_line(state: &State, buf: &mut Buffer, area: Rect, row: usize, digits: usize) {
    let gutter = Rect { width: (digits as u16 + 2).min(area.width), ..area };
    if state.focus == Pane::Program {
        choose(state, buf, gutter, row, true);
    } else {
        buf.set_style(Rect { y: area.y + row as u16, height: 1, ..gutter }, state.theme.strong());
    }
    if let Some(cell) = buf.cell_mut((area.x, area.y + row as u16)) {
        cell.set_char('▶');
    }
}

/// The file that is shown, and what is to be known of it.
fn title(state: &State) -> String {
    let document = &state.document;
    let name = document.name_of(state.file);
    let absent = state.witnessed().filter(|r| !document.has_file_of(r));
    match absent.and_then(|r| Some((base_name(r.witness.file.as_deref()?), r))) {
        Some((file, r)) if document.call_of(r).is_some() => {
            format!("{file} is not found · {name} calls it")
        }
        Some((file, _)) => format!("{file} is not available · {name}"),
        None if document.is_stale(state.file) => {
            format!("{name} · not as it was checked: only lines found again are marked")
        }
        None if state.file > 0 => format!("{name} · called by {}", document.name_of(0)),
        None => name.to_owned(),
    }
}

/// Regions that lines are in, the worst of each line, and what the line is marked as.
fn marks(state: &State, top: usize, rows: usize) -> BTreeMap<usize, (&Region, Mark)> {
    let mut marks = BTreeMap::new();
    let (first, last) = (top as u32 + 1, (top + rows) as u32);
    let in_sight =
        |(file, span): &(u16, [u32; 2])| *file == state.file && span[1] >= first && span[0] <= last;
    let regions = state.document.report.regions.iter().zip(&state.spans);
    for (region, (file, span)) in regions.rev().filter(|(_, place)| in_sight(place)) {
        let witness = state.document.place_of(region);
        for line in span[0].max(first)..=span[1].min(last) {
            let here = Place { file: *file, line };
            let own = match () {
                () if witness == Some(here) => Mark::Witness,
                () if span.contains(&line) || state.marks.gouges(here) => Mark::Gouges,
                () => Mark::Between,
            };
            let slot = marks.entry(line as usize - 1).or_insert((region, own));
            if own >= slot.1 {
                *slot = (region, own);
            }
        }
    }
    marks
}

fn line(
    state: &State,
    index: usize,
    digits: usize,
    mark: Option<&(&Region, Mark)>,
) -> Line<'static> {
    let theme = &state.theme;
    let (lines, text) = state.page();
    let text = lines.line(text, index);
    let here = Place { file: state.file, line: index as u32 + 1 };
    let gutter = match mark {
        Some((_, Mark::Witness)) => Span::styled("✗", theme.bad()),
        Some((_, Mark::Gouges)) => Span::styled("│", theme.bad()),
        _ if state.marks.gouges(here) => Span::styled("│", theme.bad()),
        // While the check runs, everything is open.
        _ if !state.is_running() && state.marks.is_open(here) => {
            Span::styled("?", theme.doubtful())
        }
        Some((_, Mark::Between)) => Span::styled("┊", theme.faint()),
        None => Span::raw(" "),
    };
    let mut spans = vec![
        Span::styled(format!(" {:>digits$} ", index + 1), theme.faint()),
        gutter,
        Span::raw(" "),
    ];
    match mark {
        Some((region, Mark::Witness)) => {
            // Of a very long line the report holds the stretch around the mark.
            let block = &region.witness.block;
            let before = text.find(block.text.trim_end()).unwrap_or(0);
            let before = text[..before].chars().count();
            let [from, to] = block.mark.map(|m| before + m as usize);
            let chars: Vec<char> = text.chars().collect();
            let (from, to) = (from.min(chars.len()), to.clamp(from.min(chars.len()), chars.len()));
            let part = |list: &[char]| list.iter().collect::<String>();
            spans.push(Span::raw(part(&chars[..from])));
            spans.push(Span::styled(
                part(&chars[from..to]),
                theme.bad().add_modifier(Modifier::UNDERLINED),
            ));
            spans.push(Span::raw(part(&chars[to..])));
            if let Some(depth) = state.depths.of_line(here) {
                spans.push(Span::styled(format!("  ← {} mm", proved(depth)), theme.bad()));
            }
        }
        _ => spans.extend(words(state, &text)),
    }
    Line::from(spans)
}

/// Comments are faint.
fn words(state: &State, text: &str) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(['(', ';']) {
        let end = if rest[open..].starts_with(';') {
            rest.len()
        } else {
            rest[open..].find(')').map_or(rest.len(), |i| open + i + 1)
        };
        spans.push(Span::raw(rest[..open].to_owned()));
        spans.push(Span::styled(rest[open..end].to_owned(), state.theme.faint()));
        rest = &rest[end..];
    }
    spans.push(Span::raw(rest.to_owned()));
    spans
}

/// What is in force at the chosen line, read from the lines above it, and where the tool is; in
/// lines of so many characters.
fn head(state: &State, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut lines = Vec::new();
    let mut say = |title: &str, words: &str| {
        let indent = title.chars().count();
        for (i, text) in super::assumptions::wrapped(words, width.saturating_sub(indent).max(8))
            .into_iter()
            .enumerate()
        {
            let head = if i == 0 { title.to_owned() } else { " ".repeat(indent) };
            lines.push(Line::from(vec![Span::styled(head, theme.faint()), Span::raw(text)]));
        }
    };
    let step = state.document.path.steps.get(state.cursor.motion);
    let here = step.is_some_and(|s| s.file == state.file && s.line as usize == state.line.at + 1);
    match state.standing_at().filter(|_| here) {
        Some(situation) => {
            say(" in force ", &situation.words.join(" "));
            if let Some(calls) = calls(state, situation) {
                say(" called ", &calls);
            }
        }
        // Which way led here, the text does not tell.
        None if state.document.path.jumps() => say(" above ", &in_force(state, state.line.at)),
        None => say(" in force ", &in_force(state, state.line.at)),
    }
    if let Some(step) = state.document.path.steps.get(state.cursor.motion) {
        let kind = match step.kind {
            crate::nc::Kind::Rapid => "rapid",
            crate::nc::Kind::Feed => "feed",
            crate::nc::Kind::Arc => "arc",
        };
        let sub = if step.file > 0 {
            format!(", line {} of {}", step.line, state.document.name_of(step.file))
        } else {
            String::new()
        };
        let words = format!(
            "{} of 0–{}, {kind}, T{}{sub}, {:.0} %",
            grouped(state.cursor.motion as u64),
            grouped(state.document.path.len() as u64 - 1),
            state.tool(),
            100.0 * state.cursor.t
        );
        say(" motion ", &words);
    }
    lines
}

/// The calls that led to the cursor, outermost first; none where it is in the program itself.
pub fn calls(state: &State, situation: &Situation) -> Option<String> {
    let place = |span: &crate::nc::Span| {
        let file = usize::from(span.file).checked_sub(1).and_then(|i| state.document.files.get(i));
        let file = file.map_or(String::new(), |f| format!("{}, ", f.name));
        format!("{file}line {}", span.line)
    };
    let all: Vec<String> = situation.calls.iter().map(place).collect();
    (!all.is_empty()).then(|| format!("from {}", all.join(" › ")))
}

/// The last word of each modal group above and on a line. Jumps are not followed.
fn in_force(state: &State, line: usize) -> String {
    const GROUPS: [&[&str]; 9] = [
        &["G0", "G1", "G2", "G3", "G80", "G81", "G82", "G83", "G73", "G84", "G85"],
        &["G17", "G18", "G19"],
        &["G20", "G21"],
        &["G40", "G41", "G42"],
        &["G43", "G49"],
        &["G54", "G55", "G56", "G57", "G58", "G59"],
        &["G90", "G91"],
        &["G93", "G94", "G95"],
        &["M3", "M4", "M5"],
    ];
    const OTHERS: [u8; 3] = *b"FST";
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    let mut words = Vec::new();
    let (lines, text) = state.page();
    for index in (line.saturating_sub(LOOK_BACK)..=line).rev() {
        words.clear();
        codes(lines.bytes(text, index), &mut words);
        for (letter, number) in words.iter().rev().copied() {
            let other = OTHERS.iter().position(|o| *o == letter).map(|i| GROUPS.len() + i);
            if other.is_some_and(|group| found.contains_key(&group)) {
                continue;
            }
            let word = written(letter, number);
            let group = other.or_else(|| GROUPS.iter().position(|g| g.contains(&word.as_str())));
            if let Some(group) = group {
                found.entry(group).or_insert(word);
            }
        }
        if found.len() == GROUPS.len() + OTHERS.len() {
            break;
        }
    }
    found.into_values().collect::<Vec<_>>().join(" ")
}

/// Words of a block that may say what is in force: G, M, F, S, T, each with its number as it
/// stands.
fn codes<'a>(text: &'a [u8], words: &mut Vec<(u8, &'a [u8])>) {
    let (mut depth, mut at) = (0, 0);
    while let Some(byte) = text.get(at) {
        at += 1;
        match byte.to_ascii_uppercase() {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' => break,
            letter @ (b'G' | b'M' | b'F' | b'S' | b'T') if depth == 0 => {
                let digit = |b: &&u8| b.is_ascii_digit() || **b == b'.';
                let count = text[at..].iter().take_while(digit).count();
                if count > 0 {
                    words.push((letter, &text[at..at + count]));
                }
                at += count;
            }
            _ => {}
        }
    }
}

/// A word without leading zeros.
fn written(letter: u8, number: &[u8]) -> String {
    let number = String::from_utf8_lossy(number);
    let plain = number.trim_start_matches('0');
    let zero = if plain.is_empty() || plain.starts_with('.') { "0" } else { "" };
    format!("{}{zero}{plain}", letter as char)
}

#[cfg(test)]
mod tests {
    use super::{codes, written};

    #[test]
    fn words_are_told_from_comments() {
        let read = |text: &str| {
            let mut words = Vec::new();
            codes(text.as_bytes(), &mut words);
            words.into_iter().map(|(letter, number)| written(letter, number)).collect::<Vec<_>>()
        };
        assert_eq!(read("N10 G01 X5 F200.5 (G2 T9) M03 ; S1"), ["G1", "F200.5", "M3"]);
        assert_eq!(read("g00 t7"), ["G0", "T7"]);
    }
}
