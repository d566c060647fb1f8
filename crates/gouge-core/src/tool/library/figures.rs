//! A tool by its figures, under the names that catalogues and lists use: ISO 13399 (DC, RE,
//! APMX, SIG, DCONMS, OAL), Fusion's (LCF, SFDM) and plain words.
//!
//! A tool is taken over only where its kind uses every figure that says something of its shape.

use super::Read;
use super::heading::{self, Figure, measured, plain, role};
use super::kind::{Kind, kind};
use super::stack::{self, Stack};

/// Figures that differ by this share of them are the same: lists are rounded.
const SAME_SIZE: f64 = 1e-4;

/// A tool of a list: what stands under each name.
pub type Pair<'a> = (&'a str, &'a str);

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

fn stated(text: &str) -> bool {
    !["", "-"].contains(&text.trim())
}

pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME_SIZE * a.abs().max(b.abs())
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
        let scale = heading::unit(word(tool, "unit")?.unwrap_or(""))?;
        let kind = word(tool, "kind")?.unwrap_or("").to_owned();
        let mut figures = Self { kind, sizes: Vec::new() };
        for (name, text) in tool {
            figures.take(name, text, scale)?;
        }
        Ok(figures)
    }

    /// Takes a figure in its list's unit, `scale` mm each; nothing of a name that is none. A dash
    /// or nothing at all state none, and nor does a zero, but for a tip: that is a point.
    fn take(&mut self, name: &str, text: &str, scale: f64) -> Result<(), String> {
        let text = text.trim();
        let Some(figure) = measured(name).filter(|_| stated(text)) else {
            return match heading::is_unread(name) && heading::says_something(text) {
                true => Err(unread(name, text)),
                false => Ok(()),
            };
        };
        let value = text.replace(',', ".").parse().ok();
        let value: f64 = value
            .filter(|v: &f64| *v >= 0.0 && v.is_finite())
            .ok_or_else(|| format!("its {name} is `{}`, which is no size", text.escape_debug()))?;
        let (figure, scale) = match (figure, heading::scale(name, figure, scale)) {
            _ if value == 0.0 && !figure.is_tip() => return Ok(()),
            (_, Err(why)) => return Err(why),
            (Figure::TipRadius, Ok(scale)) => (Figure::Tip, 2.0 * scale),
            (figure, Ok(scale)) => (figure, scale),
        };
        let said = format!("{} {text}", name.trim());
        self.sizes.push(Size { figure, said, name: plain(name), value: value * scale });
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
                let tip = self.size(Figure::Tip);
                let tip = tip.ok_or("it states no diameter of its tip (tip; 0 is a point)")?;
                stack::chamfer(tip, half, diameter)
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
            Figure::Tip => size.value == 0.0,
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

/// Why a tool with `text` under `name` is not taken over.
fn unread(name: &str, text: &str) -> String {
    let (name, text) = (name.trim().escape_debug(), text.escape_debug());
    format!(
        "its `{name}` is `{text}`, and that heading is not read; `gouge help tools` names those that \
         are, and a profile holds any shape"
    )
}

fn contradict(one: &str, other: &str) -> String {
    format!("its {one} and its {other} contradict each other")
}
