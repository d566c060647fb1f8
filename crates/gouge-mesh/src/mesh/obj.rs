//! Wavefront OBJ: the surface it describes (`v` and `f`), nothing else.
//!
//! Read here rather than by a crate: the common one (tobj) takes NaN, cuts concave polygons as
//! fans, does not know continued lines, and names no line in its errors.

use super::Units;
use super::error::{Fault, Found};
use super::parsed::Parsed;
use super::polygon;
use super::text::{Line, Lines, Word, shown, unpadded};
use super::weld::Welder;

/// Statements whose surface would be missing from the part if they were skipped; the last three are
/// patches of an older form.
const REFUSED: [&[u8]; 6] = [b"surf", b"call", b"csh", b"bsp", b"bzp", b"cdp"];

/// Statements of a name, which add no surface, in which a backslash may be a part of that: of a folder's, or the second
/// byte of a letter in Shift-JIS.
const NAMES: [&[u8]; 12] = [
    b"o",
    b"g",
    b"s",
    b"usemtl",
    b"usemap",
    b"mtllib",
    b"maplib",
    b"shadow_obj",
    b"trace_obj",
    b"usemat",
    b"mat",
    b"lod",
];

/// Others that add no surface (Wavefront's Advanced Visualizer manual, Appendix B), those of an
/// older form last.
const PASSED: [&[u8]; 27] = [
    b"vt",
    b"vn",
    b"vp",
    b"mg",
    b"p",
    b"l",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"ctech",
    b"stech",
    b"cstype",
    b"deg",
    b"bmat",
    b"step",
    b"curv",
    b"curv2",
    b"parm",
    b"trim",
    b"hole",
    b"scrv",
    b"sp",
    b"end",
    b"con",
    b"vw",
    b"cdc",
    b"res",
];

/// True when the first statement of a text is one of OBJ's.
pub(super) fn begins(bytes: &[u8]) -> bool {
    const SAMPLE: usize = 4096;
    const FIRST: [&[u8]; 9] = [b"v", b"vn", b"vt", b"vp", b"o", b"g", b"s", b"mtllib", b"usemtl"];
    if bytes[..bytes.len().min(SAMPLE)].contains(&0) {
        return false;
    }
    let mut words = Lines::new(bytes).filter_map(|l| l.words().next());
    words.find(|w| !w.text.starts_with(b"#")).is_some_and(|w| FIRST.contains(&w.text))
}

pub(super) fn read(bytes: &[u8], units: Units) -> Result<Parsed, Found> {
    let bytes = unpadded(bytes);
    let vertices = vertices(bytes)?;
    let mut welder = Welder::default();
    let mut defined = 0;
    let mut corners = Vec::new();
    let mut bent = 0.0f64;
    for statement in statements(bytes) {
        let statement = &statement;
        match statement.keyword.text {
            b"v" => defined += 1,
            b"f" | b"fo" => {
                corners.clear();
                for (line, word) in &statement.words {
                    let at = index(word, defined, vertices.len())
                        .map_err(|fault| fault.at_line(*line, word.column))?;
                    corners.push(vertices[at]);
                }
                let at = |fault: Fault| fault.at_line(statement.line, statement.keyword.column);
                bent = bent.max(polygon::triangulate(&corners, &mut welder).map_err(at)?);
            }
            keyword if REFUSED.contains(&keyword) => {
                let what = format!("`{}` statements are not supported", shown(keyword));
                let fault = Fault::Unsupported(what);
                return Err(fault.at_line(statement.line, statement.keyword.column));
            }
            keyword if keyword.starts_with(b"#") => {}
            keyword if NAMES.contains(&keyword) || PASSED.contains(&keyword) => {}
            keyword => {
                let expected = "a statement of OBJ, such as `v` or `f`".into();
                let fault = Fault::Syntax { expected, found: shown(keyword) };
                return Err(fault.at_line(statement.line, statement.keyword.column));
            }
        }
    }
    if welder.len() == 0 {
        let what = match vertices.len() {
            0 => "this OBJ holds neither vertices nor faces".into(),
            n => format!("this OBJ holds {n} vertices but no faces"),
        };
        return Err(Fault::Empty(what).into());
    }
    let bent = bent * units.millimetres();
    Ok(Parsed { mesh: welder.finish(units), units, warnings: Vec::new(), bent })
}

fn vertices(bytes: &[u8]) -> Result<Vec<[f64; 3]>, Found> {
    let mut vertices = Vec::new();
    for statement in statements(bytes).filter(|s| s.keyword.text == b"v") {
        let mut point = [0.0; 3];
        // What follows the third number is a weight or a colour, and no part of the shape.
        for (axis, coordinate) in point.iter_mut().enumerate() {
            let Some((line, word)) = statement.words.get(axis) else {
                let expected = "three coordinates after `v`".into();
                let fault = Fault::Syntax { expected, found: "end of line".into() };
                return Err(fault.at_line(statement.line, statement.keyword.column));
            };
            let text = || shown(word.text);
            *coordinate = match word.number::<f64>() {
                Some(value) if value.is_finite() => value,
                Some(_) => {
                    let number = vertices.len() as u64 + 1;
                    return Err(
                        Fault::NotFinite { text: text(), number }.at_line(*line, word.column)
                    );
                }
                None => {
                    return Err(Fault::Syntax { expected: "a number".into(), found: text() }
                        .at_line(*line, word.column));
                }
            };
        }
        vertices.push(point);
    }
    Ok(vertices)
}

/// The place in `vertices` that a corner `v/vt/vn` names; negative counts back from the
/// last vertex defined before the face.
fn index(word: &Word<'_>, defined: usize, count: usize) -> Result<usize, Fault> {
    let text = word.text.split(|b| *b == b'/').next().unwrap_or_default();
    let bad = || Fault::BadIndex { index: shown(text), count: count as u64 };
    let number: i64 =
        std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()).ok_or_else(|| {
            Fault::Syntax { expected: "a vertex number".into(), found: shown(word.text) }
        })?;
    let at = match number {
        1.. => number.checked_sub(1),
        0 => None,
        _ => number.checked_add(defined as i64),
    };
    at.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < count).ok_or_else(bad)
}

/// One statement, its continued lines joined.
struct Statement<'a> {
    keyword: Word<'a>,
    line: usize,
    words: Vec<(usize, Word<'a>)>,
}

fn statements(bytes: &[u8]) -> impl Iterator<Item = Statement<'_>> {
    let mut lines = Lines::new(bytes);
    std::iter::from_fn(move || {
        loop {
            let mut line = lines.next()?;
            let mut words = line.words();
            let Some(keyword) = words.next() else { continue };
            let number = line.number;
            if keyword.text.starts_with(b"#") {
                return Some(Statement { keyword, line: number, words: Vec::new() });
            }
            // Only these are looked into.
            let wanted = matches!(keyword.text, b"v" | b"f" | b"fo");
            let mut all: Vec<_> = words.filter(|_| wanted).map(|w| (number, w)).collect();
            let continues = |line: &Line<'_>| {
                line.text.trim_ascii_end().ends_with(b"\\")
                    && !NAMES.contains(&keyword.text)
                    && !line.words().any(|word| word.text.starts_with(b"#"))
            };
            while continues(&line) {
                if let Some((_, last)) = all.last_mut() {
                    last.text = last.text.strip_suffix(b"\\").unwrap_or(last.text);
                }
                all.retain(|(_, w)| !w.text.is_empty());
                let Some(next) = lines.next() else { break };
                all.extend(next.words().filter(|_| wanted).map(|w| (next.number, w)));
                line = next;
            }
            if let Some(comment) = all.iter().position(|(_, w)| w.text.starts_with(b"#")) {
                all.truncate(comment);
            }
            return Some(Statement { keyword, line: number, words: all });
        }
    })
}
