//! Parses the text of a declaration into components, to compare the report's components with them.

use crate::tolerance::SAME_MM;
use std::path::Path;

use crate::document::{Component, Edge, Role};
use crate::files::Files;

/// What a declaration says, as far as it is read again.
pub(crate) struct Declared {
    /// Its first word.
    pub kind: String,
    /// From the tip upwards; `None` for what is not read again: APT profiles.
    pub components: Option<Vec<Component>>,
}

/// Reads `ball:6;len=20;shank=6,30`.
///
/// # Errors
/// What does not fit, in a sentence.
pub(crate) fn read(text: &str, base: &Path, files: &mut Files) -> Result<Declared, String> {
    let mut words = text.split(';').map(str::trim).filter(|w| !w.is_empty());
    let head = words.next().unwrap_or("");
    let (kind, rest) = head.split_once(':').ok_or_else(|| format!("`{head}` has no colon"))?;
    let (mut unit, mut length, mut clearance) = (None, None, None);
    let (mut shank, mut holder) = (None, None);
    for word in words {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("`{word}`"))?;
        match key.trim() {
            "unit" => {
                let mm = match value.trim() {
                    "mm" => 1.0,
                    "m" => 1000.0,
                    "inch" | "in" => 25.4,
                    other => return Err(format!("`{other}` is no unit")),
                };
                if unit.replace(mm).is_some() {
                    return Err("it has two units".to_owned());
                }
            }
            "len" => length = Some(value.trim()),
            "clearance" => clearance = Some(value.trim()),
            "shank" => shank = Some(value.trim()),
            "holder" => holder = Some(value.trim()),
            other => return Err(format!("`{other}` is not known")),
        }
    }
    let kind = kind.trim().to_owned();
    let scale = unit.unwrap_or(1.0);
    let mm = |v: Option<&str>| v.map(|v| number(v, scale)).transpose();
    let (length, clearance) = (mm(length)?, mm(clearance)?.unwrap_or(0.0));
    let first = match cutter(&kind, rest.trim(), scale, base, files)? {
        Shape::Unread => return Ok(Declared { kind, components: None }),
        Shape::Whole(component, top) => (component, top),
        Shape::Column(mut edges, end) => {
            let top = length.unwrap_or(end[1]);
            if length.is_some() && top > end[1] {
                edges.push(line(end, [end[0], top]));
            }
            (round(Role::Cutter, 0.0, edges, length.is_none()), top)
        }
    };
    let (cutter, mut top) = first;
    let mut components = vec![cutter];
    for (role, value) in [(Role::Shank, shank), (Role::Holder, holder)] {
        let Some(value) = value else { continue };
        let file = files.text(&base.join(value));
        let edges = match file {
            Some(text) => match profile(&text, scale)? {
                Some(edges) => edges,
                None => return Ok(Declared { kind, components: None }),
            },
            // What reads neither way is most likely the name of a file that is gone.
            None => cones(value, scale).map_err(|what| {
                format!("{} is not there, and as figures {what}", base.join(value).display())
            })?,
        };
        let raised: Vec<Edge> = edges.into_iter().map(|e| raise(e, top)).collect();
        top = raised.last().map_or(top, |e| e.to[1]);
        components.push(round(role, clearance, raised, false));
    }
    Ok(Declared { kind, components: Some(components) })
}

enum Shape {
    /// Lower edges and where the column begins.
    Column(Vec<Edge>, [f64; 2]),
    /// A component with its own top.
    Whole(Component, f64),
    Unread,
}

fn cutter(
    kind: &str,
    rest: &str,
    scale: f64,
    base: &Path,
    files: &mut Files,
) -> Result<Shape, String> {
    let column = |edges: Vec<Edge>| {
        let end = edges.last().map_or([0.0; 2], |e| e.to);
        Ok(Shape::Column(edges, end))
    };
    match (kind, rest.split(',').map(str::trim).collect::<Vec<_>>().as_slice()) {
        ("ball", [d]) => {
            let r = 0.5 * number(d, scale)?;
            column(vec![arc([0.0, 0.0], [r, r], [0.0, r])])
        }
        ("flat", [d]) => column(vec![line([0.0, 0.0], [0.5 * number(d, scale)?, 0.0])]),
        ("bull", [d, c]) => {
            let (r, c) = (0.5 * number(d, scale)?, number(c, scale)?);
            let round = arc([r - c, 0.0], [r, c], [r - c, c]);
            column(vec![line([0.0, 0.0], [r - c, 0.0]), round])
        }
        ("taper", [q, half, d]) => {
            let (q, r) = (number(q, 1.0)? * scale, 0.5 * number(d, 1.0)? * scale);
            let half = number(half, 1.0)?.to_radians();
            let low = [q * half.cos(), q - q * half.sin()];
            let low = if q > 0.0 { low } else { [0.0, 0.0] };
            let high = [r, low[1] + (r - low[0]) / half.tan()];
            column(vec![arc([0.0, 0.0], low, [0.0, q]), line(low, high)])
        }
        ("drill", [d, point]) => {
            let (r, half) = (0.5 * number(d, 1.0)? * scale, 0.5 * number(point, 1.0)?.to_radians());
            column(vec![line([0.0, 0.0], [r, r / half.tan()])])
        }
        ("chamfer", [tip, half, d]) => {
            let (t, r) = (0.5 * number(tip, 1.0)? * scale, 0.5 * number(d, 1.0)? * scale);
            let high = [r, (r - t) / number(half, 1.0)?.to_radians().tan()];
            column(vec![line([0.0, 0.0], [t, 0.0]), line([t, 0.0], high)])
        }
        ("profile", _) => {
            let path = base.join(rest);
            let text =
                files.text(&path).ok_or_else(|| format!("{} is not there", path.display()))?;
            Ok(match profile(&text, scale)? {
                Some(edges) => {
                    let top = edges.last().map_or(0.0, |e| e.to[1]);
                    Shape::Whole(round(Role::Cutter, 0.0, edges, false), top)
                }
                None => Shape::Unread,
            })
        }
        ("mesh", _) => {
            let mesh = files.declared_mesh(rest, scale, base)?;
            let top = files
                .tool_mesh(&mesh, base)?
                .facets
                .iter()
                .flatten()
                .map(|v| v.z)
                .fold(0.0, f64::max);
            let component = Component {
                role: Role::Cutter,
                clearance_mm: 0.0,
                profile_mm: None,
                endless: false,
                mesh: Some(mesh),
            };
            Ok(Shape::Whole(component, top))
        }
        _ => Err(format!("`{kind}:{rest}` is not a tool")),
    }
}

/// A number with an optional `mm` or `in`, mm.
fn number(word: &str, scale: f64) -> Result<f64, String> {
    let (digits, unit) = match (word.strip_suffix("mm"), word.strip_suffix("in")) {
        (Some(d), _) => (d, 1.0),
        (_, Some(d)) => (d, 25.4),
        _ => (word, scale),
    };
    let value: f64 = digits.trim().parse().map_err(|_| format!("`{word}` is not a number"))?;
    Ok(value * unit)
}

/// `D,L` or `D1,D2,H/D1,D2,H`.
fn cones(value: &str, scale: f64) -> Result<Vec<Edge>, String> {
    let mut edges = Vec::new();
    let mut at = [0.0, 0.0];
    for cone in value.split('/') {
        let words: Vec<f64> =
            cone.split(',').map(|w| number(w.trim(), scale)).collect::<Result<_, _>>()?;
        let [low, high, height] = match words[..] {
            [d, l] => [d, d, l],
            [a, b, h] => [a, b, h],
            _ => return Err(format!("`{cone}` is not a cone")),
        };
        for to in [[0.5 * low, at[1]], [0.5 * high, at[1] + height]] {
            edges.push(line(at, to));
            at = to;
        }
    }
    Ok(edges)
}

/// A profile file, a step a line; `None` for APT cutters.
fn profile(text: &str, scale: f64) -> Result<Option<Vec<Edge>>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut at = [0.0, 0.0];
    let mut edges = Vec::new();
    for row in text.lines().map(|l| l.split('#').next().unwrap_or("").trim()) {
        let mut words = row.split_whitespace();
        let Some(word) = words.next() else { continue };
        let n: Vec<f64> = words
            .map(|w| w.parse::<f64>().map(|v| v * scale).map_err(|_| format!("`{w}` in a profile")))
            .collect::<Result<_, _>>()?;
        match (word, &n[..]) {
            ("start", &[r, z]) => at = [r, z],
            ("line", &[r, z]) => {
                edges.push(line(at, [r, z]));
                at = [r, z];
            }
            ("arc", &[r, z, radius]) => {
                edges.push(through(at, [r, z], radius));
                at = [r, z];
            }
            ("apt", _) => return Ok(None),
            _ => return Err(format!("`{row}` in a profile")),
        }
    }
    Ok(Some(edges))
}

/// The arc of `radius` from `a` to `b`: the shorter one, to the right of the way where it is
/// positive, so that it bulges outwards.
fn through(a: [f64; 2], b: [f64; 2], radius: f64) -> Edge {
    let (dr, dz) = (b[0] - a[0], b[1] - a[1]);
    let chord = dr.hypot(dz);
    let off = (radius * radius - 0.25 * chord * chord).max(0.0).sqrt() * radius.signum();
    // Left of the way upwards is towards the axis.
    let left = [-dz / chord, dr / chord];
    let center = [0.5 * (a[0] + b[0]) + left[0] * off, 0.5 * (a[1] + b[1]) + left[1] * off];
    Edge { from: a, to: b, center: Some(center), hollow: radius < 0.0 }
}

fn line(from: [f64; 2], to: [f64; 2]) -> Edge {
    Edge { from, to, center: None, hollow: false }
}

fn arc(from: [f64; 2], to: [f64; 2], center: [f64; 2]) -> Edge {
    Edge { from, to, center: Some(center), hollow: false }
}

fn raise(e: Edge, up: f64) -> Edge {
    let raise = |p: [f64; 2]| [p[0], p[1] + up];
    Edge { from: raise(e.from), to: raise(e.to), center: e.center.map(raise), ..e }
}

fn round(role: Role, clearance_mm: f64, edges: Vec<Edge>, endless: bool) -> Component {
    Component { role, clearance_mm, profile_mm: Some(edges), endless, mesh: None }
}

/// Whether two lists of components say the same; edges of no length do not count.
pub(crate) fn alike(a: &[Component], b: &[Component]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same(a: &Component, b: &Component) -> bool {
    let near = |p: [f64; 2], q: [f64; 2]| {
        (p[0] - q[0]).hypot(p[1] - q[1]) <= SAME_MM * (1.0 + p[0].abs() + p[1].abs())
    };
    let edges = |c: &Component| -> Vec<Edge> {
        let all = c.profile_mm.iter().flatten();
        all.filter(|e| !near(e.from, e.to)).cloned().collect()
    };
    let (x, y) = (edges(a), edges(b));
    a.role == b.role
        && a.clearance_mm == b.clearance_mm
        && a.endless == b.endless
        && a.mesh == b.mesh
        && a.profile_mm.is_some() == b.profile_mm.is_some()
        && x.len() == y.len()
        && x.iter().zip(&y).all(|(p, q)| {
            let center = match (p.center, q.center) {
                (None, None) => true,
                (Some(p), Some(q)) => near(p, q),
                _ => false,
            };
            near(p.from, q.from) && near(p.to, q.to) && center && p.hollow == q.hollow
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn components(text: &str) -> Vec<Component> {
        let files = &mut Files::beside(Path::new(""));
        read(text, Path::new(""), files).unwrap().components.unwrap()
    }

    #[test]
    fn stacks_stand_on_each_other() {
        let c =
            components("flat:6;len=20;shank=6,30;holder=40,50,10/50,50,20;clearance=0.5;unit=mm");
        assert_eq!(c.len(), 3);
        assert_eq!(c[1].profile_mm.as_ref().unwrap()[1].to, [3.0, 50.0]);
        assert_eq!(c[2].profile_mm.as_ref().unwrap().last().unwrap().to, [25.0, 80.0]);
        assert_eq!((c[0].clearance_mm, c[2].clearance_mm), (0.0, 0.5));
    }

    #[test]
    fn units_of_lengths_not_of_angles() {
        let c = components("taper:0,45,1;unit=inch");
        let edges = c[0].profile_mm.as_ref().unwrap();
        assert!((edges.last().unwrap().to[1] - 12.7).abs() < 1e-12 && c[0].endless);
    }

    #[test]
    fn arcs_bulge_outwards_where_their_radius_is_positive() {
        let bulge = profile("start 0 0\nline 3 0\narc 5 2 2\n", 1.0).unwrap().unwrap();
        assert_eq!(bulge[1].center.map(|c| c.map(|v| (v * 1e9).round() / 1e9)), Some([3.0, 2.0]));
        let cove = profile("line 3 0\narc 5 2 -2\n", 1.0).unwrap().unwrap();
        assert_eq!(cove[1].center.map(|c| c.map(|v| (v * 1e9).round() / 1e9)), Some([5.0, 0.0]));
        assert!(cove[1].hollow);
    }
}
