//! The figures of a tool bit: its parameters, and its attributes, which FreeCAD applies after them.

use serde_json::Value;

use super::super::elsewhere::{About, about};
use super::super::figures::same;
use super::super::fits;
use super::super::heading::says_something;
use super::super::value::{says, text};
use super::quantity::{degrees, first, millimetres, quantity};

/// Both, with their names.
pub struct Figures<'a>([(&'static str, &'a Value); 2]);

impl<'a> Figures<'a> {
    /// Those of a bit.
    pub fn of(bit: &'a Value) -> Result<Self, String> {
        let both = ["parameter", "attribute"].map(|name| (name, &bit[name]));
        match both.iter().find(|(_, of)| !of.is_object() && says(of)) {
            None => Ok(Self(both)),
            Some((name, of)) => Err(fits::not_understood(name, &of.to_string())),
        }
    }

    /// A length, mm.
    pub fn length(&self, name: &str) -> Result<Option<f64>, String> {
        self.stated(name, millimetres)
    }

    /// An angle, degrees.
    pub fn angle(&self, name: &str) -> Result<Option<f64>, String> {
        self.stated(name, degrees)
    }

    fn stated(
        &self,
        name: &str,
        unit: impl Fn(&str) -> Option<f64>,
    ) -> Result<Option<f64>, String> {
        let [(_, parameter), (_, attribute)] = self.0.map(|(of, all)| (of, &all[name]));
        match (quantity(parameter, &unit)?, quantity(attribute, &unit)?) {
            (Some(one), Some(other)) if !same(one, other) => {
                let [one, other] = [parameter, attribute].map(text);
                Err(format!(
                    "its `{name}` is {one} in `parameter` and {other} in `attribute`: keep the one \
                     that counts, or declare the tool with --tool"
                ))
            }
            (one, other) => Ok(one.or(other)),
        }
    }

    /// Every figure is one that the shape `kind` uses, or says nothing of it.
    pub fn used(&self, kind: &str, remarks: &mut Vec<String>) -> Result<(), String> {
        let own: &[&str] = match kind {
            "bullnose" => &["CornerRadius", "TorusRadius", "FlatRadius"],
            "drill" => &["TipAngle"],
            // The cylinder that is taken for it holds its point.
            "tap" => &["TipAngle", "CuttingEdgeLength"],
            "chamfer" | "v-bit" => &["CuttingEdgeAngle", "TipDiameter"],
            _ => &[],
        };
        let read = ["Diameter", "CuttingEdgeHeight", "Length", "ShankDiameter"];
        // How far it sticks out of its holder, which is not read.
        let other = ["Units", "Stickout"];
        let known = [&read[..], own, &other].concat();
        let all = self.0.into_iter().filter_map(|(_, of)| of.as_object()).flatten();
        for (name, value) in all {
            let text = text(value);
            if known.contains(&name.as_str()) || value.is_null() || !says_something(first(&text)) {
                continue;
            }
            match about(name) {
                About::Holder => remarks.push(format!(
                    "is taken without a holder: what FreeCAD says of one is not read ({name})"
                )),
                About::Unknown => return Err(fits::not_understood(name, &text)),
                About::Else | About::Name | About::Comment => {}
            }
        }
        Ok(())
    }
}
