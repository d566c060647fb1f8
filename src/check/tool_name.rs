//! Tools as messages name them.

use crate::number::trimmed;
use crate::tool::{Shape, Spec};

/// "a 6 mm ball", "an 8 mm flat": the article that goes with a number as it is spoken.
pub fn with_article(name: &str) -> String {
    let whole = name.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let an = whole.starts_with('8') || matches!(whole, "11" | "18");
    format!("{} {name}", if an { "an" } else { "a" })
}

/// "6 mm ball, shank, holder".
pub fn name(spec: &Spec) -> String {
    let mm = |v: f64| trimmed(v, 4);
    let degrees = |radians: f64| mm(radians.to_degrees());
    let mut name = match &spec.shape {
        Shape::Ball(d) => format!("{} mm ball", mm(*d)),
        Shape::Flat(d) => format!("{} mm flat", mm(*d)),
        Shape::Bull(d, r) => format!("{} mm bull nose, corner {} mm", mm(*d), mm(*r)),
        Shape::Taper(tip, half, d) => {
            format!("{} mm taper, tip {} mm, {}° a side", mm(*d), mm(*tip), degrees(*half))
        }
        Shape::Drill(d, point) => format!("{} mm drill, {}°", mm(*d), degrees(*point)),
        Shape::Chamfer(tip, half, d) => {
            format!("{} mm chamfer, tip {} mm, {}° a side", mm(*d), mm(*tip), degrees(*half))
        }
        Shape::Profile(p) => format!("{} mm profile", mm(2.0 * p.radius())),
        Shape::Mesh(_) => format!("{} mm mesh", mm(spec.shape.diameter())),
    };
    if spec.shank.is_some() {
        name += ", shank";
    }
    if spec.holder.is_some() {
        name += ", holder";
    }
    name
}
