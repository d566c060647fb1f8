//! A tool by its figures, under the names that catalogues and lists use: ISO 13399 (DC, RE,
//! APMX, SIG, DCONMS, OAL), Fusion's (LCF, SFDM) and plain words.
//!
//! A tool is taken over only where its kind uses every figure that says something of its shape.

use super::Read;
use super::kind::{Kind, kind};
use super::stack::{self, Stack};
use gouge_mesh::geom::MM_PER_INCH;

/// Figures that differ by this share of them are the same: lists are rounded.
const SAME_SIZE: f64 = 1e-4;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Diameter,
    /// The widest cutting diameter, where it is not the one that is meant.
    Widest,
    Corner,
    Point,
    Half,
    /// From the axis or from across it: lists differ.
    Edge,
    Tip,
    Flutes,
    Shank,
    Length,
}

/// Names of the figures, lower case. Angles are in degrees, all else is a length.
const NAMES: [(Figure, &[&str]); 10] = [
    (Figure::Diameter, &["dc", "d", "diameter", "diameter_mm"]),
    (Figure::Widest, &["dcx"]),
    (Figure::Corner, &["re", "r", "corner", "corner_radius", "corner_radius_mm"]),
    (Figure::Point, &["sig", "angle", "point_angle", "tip_angle"]),
    (Figure::Half, &["ta", "half_angle"]),
    (Figure::Edge, &["kapr"]),
    (Figure::Tip, &["tip", "tip_diameter", "dc_tip"]),
    (Figure::Flutes, &["lcf", "apmx", "flute_length", "flutes_length", "cutting_length", "lu"]),
    (Figure::Shank, &["sfdm", "dconms", "dmm", "shank", "shank_diameter"]),
    (Figure::Length, &["lb", "oal", "lf", "length", "overall_length", "body_length"]),
];

/// Names of a tool's number, kind, unit, name and ready declaration.
const WORDS: [(&str, &[&str]); 4] = [
    ("number", &["t", "number", "tool", "tool_number", "nr", "id"]),
    ("kind", &["kind", "type", "shape", "tool_type"]),
    ("unit", &["unit", "units"]),
    ("spec", &["spec", "declaration"]),
];

/// A tool of a list: what stands under each name.
pub type Pair<'a> = (&'a str, &'a str);

/// What a name in a list stands for: a word's role, or a figure.
pub fn role(name: &str) -> Option<&'static str> {
    let name = plain(name);
    WORDS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(role, _)| *role)
}

/// The word that a tool has for this role, under whatever name.
pub fn word<'a>(tool: &[Pair<'a>], wanted: &str) -> Result<Option<&'a str>, String> {
    let named = |(name, text): &&Pair| role(name) == Some(wanted) && !text.trim().is_empty();
    let mut found = tool.iter().filter(named).map(|(name, text)| (name, text.trim()));
    let Some((first, text)) = found.next() else { return Ok(None) };
    match found.find(|(_, other)| !other.eq_ignore_ascii_case(text)) {
        None => Ok(Some(text)),
        Some((name, other)) => Err(format!(
            "its {first} is `{}` and its {name} `{}`: keep the one that counts",
            text.escape_debug(),
            other.escape_debug()
        )),
    }
}

/// Reads a tool of a list.
pub fn read(tool: &[Pair]) -> Read {
    match word(tool, "spec") {
        Err(why) => Err(why).into(),
        Ok(Some(spec)) => {
            let figure = tool.iter().find(|(name, text)| stated(text) && measured(name).is_some());
            let remark =
                figure.map(|(name, _)| format!("is what its declaration says, not its {name}"));
            Read { spec: Ok(spec.to_owned()), remarks: remark.into_iter().collect() }
        }
        Ok(None) => {
            let mut read = Figures::of(tool).map_or_else(|why| Err(why).into(), |tool| tool.read());
            if let (Some(name), Ok(_)) = (holder(tool), &read.spec) {
                let what = "is taken without a holder: what lists say of one is not read";
                read.remarks.push(format!("{what} ({name})"));
            }
            read
        }
    }
}

/// The name of something that is said of a holder.
fn holder<'a>(tool: &[Pair<'a>]) -> Option<&'a str> {
    let named = |(name, text): &&Pair| stated(text) && plain(name).contains("holder");
    tool.iter().find(named).map(|(name, _)| *name)
}

/// Lower case, blanks as underscores, without a unit in brackets.
fn plain(name: &str) -> String {
    let bare = name.split(['(', '[']).next().unwrap_or(name);
    bare.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

/// What stands under a name.
fn measured(name: &str) -> Option<Figure> {
    let plain = plain(name);
    NAMES.iter().find(|(_, names)| names.contains(&plain.as_str())).map(|(figure, _)| *figure)
}

fn stated(text: &str) -> bool {
    !["", "-"].contains(&text.trim())
}

pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME_SIZE * a.abs().max(b.abs())
}

/// Millimetres in a unit, as lists word it.
pub fn unit(word: &str) -> Result<f64, String> {
    match word.trim().to_ascii_lowercase().as_str() {
        "" | "mm" | "metric" | "millimeter" | "millimeters" | "millimetre" | "millimetres" => {
            Ok(1.0)
        }
        "in" | "in." | "\"" | "inch" | "inches" | "imperial" => Ok(MM_PER_INCH),
        "cm" => Ok(10.0),
        "m" => Ok(1000.0),
        other => Err(format!("its unit is `{}`", other.escape_debug())),
    }
}

/// The unit in brackets behind a name: "diameter (in)".
fn bracketed(name: &str) -> Option<f64> {
    let (_, rest) = name.split_once(['(', '['])?;
    unit(rest.split([')', ']']).next()?).ok()
}

/// One figure as it stands in the list.
#[derive(Clone, Debug)]
struct Size {
    figure: Figure,
    /// "DC 6".
    said: String,
    name: String,
    value: f64,
}

/// A tool being put together.
#[derive(Clone, Debug)]
struct Figures {
    kind: String,
    sizes: Vec<Size>,
}

impl Figures {
    fn of(tool: &[Pair]) -> Result<Self, String> {
        let scale = unit(word(tool, "unit")?.unwrap_or(""))?;
        let kind = word(tool, "kind")?.unwrap_or("").to_owned();
        let mut figures = Self { kind, sizes: Vec::new() };
        for (name, text) in tool {
            figures.take(name, text, scale)?;
        }
        Ok(figures)
    }

    /// Takes a figure in its list's unit, `scale` mm each; nothing of a name that is none. A zero,
    /// a dash or nothing at all state none.
    fn take(&mut self, name: &str, text: &str, scale: f64) -> Result<(), String> {
        let (Some(figure), true) = (measured(name), stated(text)) else { return Ok(()) };
        let text = text.trim();
        let value = text.replace(',', ".").parse().ok();
        let value: f64 = value
            .filter(|v: &f64| *v >= 0.0 && v.is_finite())
            .ok_or_else(|| format!("its {name} is `{}`, which is no size", text.escape_debug()))?;
        let scale = match figure {
            Figure::Point | Figure::Half | Figure::Edge => 1.0,
            _ => bracketed(name).unwrap_or(scale),
        };
        if value > 0.0 {
            let said = format!("{} {text}", name.trim());
            self.sizes.push(Size { figure, said, name: plain(name), value: value * scale });
        }
        Ok(())
    }

    fn all(&self, figure: Figure) -> impl Iterator<Item = &Size> {
        self.sizes.iter().filter(move |size| size.figure == figure)
    }

    /// Of several names for one figure the greatest: a shank is never taken shorter than one of
    /// them has it.
    fn size(&self, figure: Figure) -> Option<f64> {
        self.all(figure).map(|size| size.value).reduce(f64::max)
    }

    /// No two figures may say that one thing is of two sizes. Lengths and shanks have several under
    /// names of their own: usable, cutting, overall.
    fn agree(&self) -> Result<(), String> {
        for (index, one) in self.sizes.iter().enumerate() {
            let several = [Figure::Flutes, Figure::Shank, Figure::Length].contains(&one.figure);
            let twice =
                |other: &&Size| other.figure == one.figure && (!several || other.name == one.name);
            let mut others = self.sizes.iter().skip(index + 1).filter(twice);
            if let Some(other) = others.find(|other| !same(other.value, one.value)) {
                return Err(contradict(&one.said, &other.said));
            }
        }
        if let (Some(dc), Some(most)) =
            (self.all(Figure::Diameter).next(), self.all(Figure::Widest).next())
            && !same(dc.value, most.value)
        {
            return Err(contradict(&dc.said, &most.said));
        }
        Ok(())
    }

    /// The declaration.
    fn read(&self) -> Read {
        let mut remarks = Vec::new();
        let spec = self.spec(&mut remarks);
        Read { spec, remarks }
    }

    fn spec(&self, remarks: &mut Vec<String>) -> Result<String, String> {
        let diameter = self.size(Figure::Diameter).or(self.size(Figure::Widest));
        let diameter = diameter.ok_or("it states no diameter (DC)")?;
        self.agree()?;
        let kind = kind(&self.kind)?;
        let shape = match kind {
            Some(Kind::Ball) => {
                self.only(&[Figure::Corner])?;
                self.half_of(diameter)?;
                stack::ball(diameter)
            }
            Some(Kind::Bull) => {
                self.only(&[Figure::Corner])?;
                let corner = self.size(Figure::Corner).ok_or("it states no corner radius (RE)")?;
                match same(2.0 * corner, diameter) {
                    true => stack::ball(diameter),
                    false => stack::flat(diameter, corner),
                }
            }
            Some(Kind::Flat) => {
                self.only(&[])?;
                stack::flat(diameter, 0.0)
            }
            Some(Kind::Mill) | None => {
                self.only(&[Figure::Corner])?;
                let corner = self.size(Figure::Corner).unwrap_or(0.0);
                // It may be the radius of the tool as well.
                if let Some(half) = self.all(Figure::Corner).find(|c| same(2.0 * c.value, diameter))
                {
                    let what = "is half of its diameter: call it a ball, if it is one";
                    return Err(format!("its {} {what}", half.said));
                }
                let shape = stack::flat(diameter, corner);
                if kind.is_none() {
                    remarks.push("states no kind: taken as an end mill".to_owned());
                }
                shape
            }
            Some(kind @ (Kind::Drill | Kind::Center)) => {
                self.only(&[Figure::Point, Figure::Half, Figure::Edge, Figure::Tip])?;
                let point = self.size(Figure::Point).ok_or("it states no point angle (SIG)")?;
                self.leaning(remarks)?;
                let tip = self.size(Figure::Tip).unwrap_or(0.0);
                if kind == Kind::Center {
                    if tip <= 0.0 {
                        return Err("it states no diameter of its pilot (tip)".to_owned());
                    }
                    let what = "is taken with a cone that begins at its tip: that holds its pilot";
                    remarks.push(what.to_owned());
                }
                stack::drill(tip, diameter, point)
            }
            Some(Kind::Chamfer) => {
                self.only(&[Figure::Point, Figure::Half, Figure::Edge, Figure::Tip])?;
                let half = self.leaning(remarks)?;
                let half = half.ok_or("it states no half angle (TA) and no point angle (SIG)")?;
                stack::chamfer(self.size(Figure::Tip).unwrap_or(0.0), half, diameter)
            }
        };
        let mut stack = Stack { length: self.size(Figure::Flutes), ..Stack::new(shape) };
        let (shank, length) = (self.size(Figure::Shank), self.size(Figure::Length));
        remarks.extend(stack.shank(shank, length));
        Ok(stack.spec())
    }

    /// No figure of a shape but `used` is stated. A square end has a point of 180 degrees and edges
    /// of 90.
    fn only(&self, used: &[Figure]) -> Result<(), String> {
        let shaping = [Figure::Corner, Figure::Point, Figure::Half, Figure::Edge, Figure::Tip];
        let square = |size: &Size| match size.figure {
            Figure::Point => same(size.value, 180.0),
            Figure::Edge => same(size.value, 90.0),
            _ => false,
        };
        let unused = self.sizes.iter().find(|size| {
            shaping.contains(&size.figure) && !used.contains(&size.figure) && !square(size)
        });
        unused.map_or(Ok(()), |size| {
            let kind = match self.kind.trim() {
                "" => "a tool without a kind".to_owned(),
                kind => format!("the kind `{}`", kind.escape_debug()),
            };
            let what = "declare it with --tool and a profile";
            Err(format!("{kind} says nothing of its {}; {what}", size.said))
        })
    }

    /// Its corner, where one is stated, is a ball's.
    fn half_of(&self, diameter: f64) -> Result<(), String> {
        let other = self.all(Figure::Corner).find(|corner| !same(2.0 * corner.value, diameter));
        let said =
            self.sizes.iter().find(|s| [Figure::Diameter, Figure::Widest].contains(&s.figure));
        match (other, said) {
            (Some(corner), Some(said)) => Err(format!(
                "its {} is not half of its {}: no ball has both",
                corner.said, said.said
            )),
            _ => Ok(()),
        }
    }

    /// Degrees between the flank and the axis, where they are stated.
    fn leaning(&self, remarks: &mut Vec<String>) -> Result<Option<f64>, String> {
        let [point, half, edge] =
            [Figure::Point, Figure::Half, Figure::Edge].map(|figure| self.all(figure).next());
        if let (Some(point), Some(half)) = (point, half)
            && !same(point.value, 2.0 * half.value)
        {
            return Err(contradict(&point.said, &half.said));
        }
        let told = half.map(|h| (h, h.value)).or(point.map(|p| (p, 0.5 * p.value)));
        match (told, edge) {
            (Some((by, half)), Some(edge)) => {
                let alike = same(edge.value, half) || same(edge.value, 90.0 - half);
                if alike { Ok(Some(half)) } else { Err(contradict(&by.said, &edge.said)) }
            }
            (Some((by, half)), None) => {
                if by.name == "angle" && kind(&self.kind) == Ok(Some(Kind::Chamfer)) {
                    remarks.push(format!("is taken with its {} from flank to flank", by.said));
                }
                Ok(Some(half))
            }
            (None, Some(edge)) if same(edge.value, 45.0) => Ok(Some(edge.value)),
            (None, Some(edge)) => Err(format!(
                "its {} may count from the axis or from across it: state TA or SIG",
                edge.said
            )),
            (None, None) => Ok(None),
        }
    }
}

fn contradict(one: &str, other: &str) -> String {
    format!("its {one} and its {other} contradict each other")
}
