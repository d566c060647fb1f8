//! A tool from its figures, under the names that catalogues and lists use: ISO 13399 (DC, RE, APMX,
//! SIG, DCONMS, OAL), Fusion's (LCF, SFDM) and plain words.
//!
//! A tool is used only if its kind uses every figure that says something about its shape.

use super::beside::Beside;
use super::elsewhere::{About, about};
use super::heading::{self, Figure, measured, plain, role, says_something};
use super::kind::{self, Kind, kind};
use super::number::Decimals;
use super::stack::{self, Stack};
use super::unit::Unit;
use super::{Read, quoted};
use crate::tolerance::SAME_FIGURE_SHARE;

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
            quoted(text),
            quoted(other)
        )),
    }
}

/// How the figures of a list write their decimals.
pub fn decimals<'a>(list: impl IntoIterator<Item = &'a Pair<'a>>) -> Decimals {
    let figures = list.into_iter().filter(|(name, _)| measured(name).is_some());
    Decimals::of(figures.map(|(_, text)| *text))
}

/// Reads a tool of a list.
pub fn read(tool: &[Pair], decimals: Decimals) -> Read {
    match word(tool, "spec") {
        Err(why) => Err(why).into(),
        Ok(Some(spec)) => {
            let figure = tool.iter().find(|(name, text)| stated(text) && measured(name).is_some());
            let remark =
                figure.map(|(name, _)| format!("is what its declaration says, not its {name}"));
            Read { remarks: remark.into_iter().collect(), ..Ok(spec.to_owned()).into() }
        }
        Ok(None) => {
            let mut read =
                Figures::of(tool, decimals).map_or_else(|why| Err(why).into(), |tool| tool.read());
            if let (Some(name), Ok(_)) = (holder(tool), &read.spec) {
                let what = "is taken without a holder: what lists say of one is not understood";
                read.remarks.push(format!("{what} ({name})"));
            }
            read
        }
    }
}

/// The name of something that is said of a holder.
fn holder<'a>(tool: &[Pair<'a>]) -> Option<&'a str> {
    let named = |(name, text): &&Pair| {
        says_something(text) && about(name) == About::Holder && role(name).is_none()
    };
    tool.iter().find(named).map(|(name, _)| *name)
}

fn stated(text: &str) -> bool {
    !["", "-"].contains(&text.trim())
}

pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME_FIGURE_SHARE * a.abs().max(b.abs())
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
    unit: Unit,
    /// A figure counts in millimetres, which the list does not say.
    unit_taken: bool,
    decimals: Decimals,
    beside: Beside,
}

impl Figures {
    fn of(tool: &[Pair], decimals: Decimals) -> Result<Self, String> {
        let own = word(tool, "kind")?;
        let kind = if own.is_some() { own } else { word(tool, "perhaps kind")? };
        let mut figures = Self {
            kind: kind.unwrap_or("").to_owned(),
            sizes: Vec::new(),
            unit: Unit::of(tool)?,
            unit_taken: false,
            decimals,
            beside: Beside::default(),
        };
        for (name, text) in tool {
            figures.take(name, text)?;
        }
        Ok(figures)
    }

    /// Takes a figure; nothing of a name that is none. A dash or nothing at all state none, and nor
    /// does a zero, but for a tip: that is a point.
    fn take(&mut self, name: &str, text: &str) -> Result<(), String> {
        let text = text.trim();
        let Some(figure) = measured(name).filter(|_| stated(text)) else {
            return self.beside.take(name, text, &self.kind);
        };
        let value = self.decimals.number(text);
        let value =
            value.map_err(|why| format!("its {name} is `{}`, which {why}", quoted(text)))?;
        let value = value
            .filter(|v| *v >= 0.0)
            .ok_or_else(|| format!("its {name} is `{}`, which is no size", quoted(text)))?;
        if value == 0.0 && !figure.is_tip() {
            return Ok(());
        }
        let scale = match heading::scale(name, figure)? {
            Some(own) => own,
            None => self.of_list()?,
        };
        let (figure, scale) = match figure {
            Figure::TipRadius => (Figure::Tip, 2.0 * scale),
            figure => (figure, scale),
        };
        let said = format!("{} {text}", name.trim());
        self.sizes.push(Size { figure, said, name: plain(name), value: value * scale });
        Ok(())
    }

    /// Lengths among the words of its kind are its diameter.
    fn alike(&self, diameter: f64) -> Result<(), String> {
        let other = kind::lengths(&self.kind).into_iter().find(|mm| !same(*mm, diameter));
        other.map_or(Ok(()), |mm| {
            let kind = quoted(&self.kind);
            Err(format!("its kind `{kind}` names {mm} mm, and its diameter is {diameter} mm"))
        })
    }

    /// Millimetres in the list's unit.
    fn of_list(&mut self) -> Result<f64, String> {
        match &self.unit {
            Unit::Stated(own) => Ok(*own),
            Unit::Unstated => {
                self.unit_taken = true;
                Ok(1.0)
            }
            Unit::Blank(name) => Err(format!("its {name} is empty: write mm or inch in it")),
        }
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
        Read { spec, remarks, unit_taken: self.unit_taken }
    }

    fn spec(&self, remarks: &mut Vec<String>) -> Result<String, String> {
        let diameter = self.size(Figure::Diameter).or(self.size(Figure::Widest));
        let diameter = diameter.ok_or("it states no diameter (DC)")?;
        self.agree()?;
        let kind = kind(&self.kind)?;
        self.alike(diameter)?;
        match kind {
            Some(_) => self.beside.alike(&self.kind)?,
            None => self.beside.plain()?,
        }
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
        self.neck(diameter, &mut stack)?;
        let (shank, length) = (self.size(Figure::Shank), self.size(Figure::Length));
        remarks.extend(stack.shank(shank, length));
        remarks.extend(self.beside.unread());
        Ok(stack.spec())
    }

    /// Puts on its flutes what stands between them and the shank.
    fn neck(&self, diameter: f64, stack: &mut Stack) -> Result<(), String> {
        let one = |figure: Figure| self.all(figure).next();
        let [wide, end] = [one(Figure::Neck), one(Figure::NeckEnd)];
        match (one(Figure::Shoulder), wide.or(end)) {
            (Some(shoulder), None) => stack.raise(diameter, shoulder.value),
            (None, Some(part)) => {
                let what = "a neck is its diameter (DN), no wider than the tool, and how far it \
                            goes up from the tip (LH), above the flutes (LCF)";
                let why =
                    || format!("its {} describes a neck that is not understood: {what}", part.said);
                let (wide, end) = wide.zip(end).ok_or_else(why)?;
                let above = stack.length.is_some_and(|flutes| flutes < end.value);
                if wide.value > diameter || !above {
                    return Err(why());
                }
                stack.raise(wide.value, end.value);
            }
            (None, None) => {}
            (Some(shoulder), Some(part)) => {
                return Err(contradict(&shoulder.said, &part.said));
            }
        }
        Ok(())
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
                kind => format!("the kind `{}`", quoted(kind)),
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

pub fn contradict(one: &str, other: &str) -> String {
    format!("its {one} and its {other} contradict each other")
}
