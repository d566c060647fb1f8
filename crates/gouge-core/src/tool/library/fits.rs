//! Whether the figures of a Fusion tool fit each other and the shape of its type. A figure that
//! does not fit, or is not known, keeps the tool out.

use serde_json::Value;

use super::figures::{contradict, same};
use super::heading::says_something;
use super::quoted;
use super::value::{number, text};

/// What shape and length are made of.
const READ: [&str; 13] = [
    "DC",
    "DCX",
    "RE",
    "TA",
    "SIG",
    "LCF",
    "LB",
    "OAL",
    "SFDM",
    "tip-diameter",
    "tip-length",
    "shoulder-diameter",
    "shoulder-length",
];

/// What Fusion writes of every tool and what says nothing of its outline: coolant, hand, flutes,
/// the thread that it cuts, how long it is together with its holder.
const ELSE: [&str; 10] = [
    "CSP",
    "HAND",
    "NOF",
    "NT",
    "TP",
    "TPN",
    "TPX",
    "thread-profile-angle",
    "thread-tip-type",
    "assemblyGaugeLength",
];

/// How a type's end looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A cone, perhaps a blunt one; the full angle of a drill is SIG, half that of a chamfer mill TA.
    Drill,
    Chamfer,
    /// A square end holds whatever point is given with it.
    Flat,
    /// A tap is taken as a cylinder, which holds its point, its corner and its tip.
    Tap,
    Ball,
    /// A corner between flat and flank.
    Bull,
}

fn end(kind: &str) -> End {
    match kind {
        "drill" | "spot drill" | "center drill" | "counter sink" => End::Drill,
        "chamfer mill" => End::Chamfer,
        "tap right hand" | "tap left hand" => End::Tap,
        "ball end mill" => End::Ball,
        "bull nose end mill" => End::Bull,
        _ => End::Flat,
    }
}

/// The figures of a tool of the type `kind` that is `wide`, both in the unit of its `geometry`,
/// fit.
pub fn fit(geometry: &Value, kind: &str, wide: f64) -> Result<(), String> {
    let end = end(kind);
    let stated = |key: &str| Ok::<_, String>(number(geometry, key)?.filter(|v| *v != 0.0));
    let said = |key: &str, value: f64| format!("{key} {value}");
    let [corner, half, point, tip] = ["RE", "TA", "SIG", "tip-diameter"].map(stated);
    let [corner, half, point, tip] = [corner?, half?, point?, tip?];
    if let Some(most) = stated("DCX")?.filter(|most| !same(*most, wide)) {
        return Err(contradict(&said("DC", wide), &said("DCX", most)));
    }
    let unused = |key: &str, value: f64| {
        let said = said(key, value);
        Err(format!("a {kind} has no use for its {said}; declare it with --tool and a profile"))
    };
    match (end, corner, point) {
        (End::Chamfer, Some(corner), _) => return unused("RE", corner),
        (End::Ball | End::Bull, _, Some(point)) => return unused("SIG", point),
        _ => {}
    }
    let angle = match end {
        End::Chamfer => half.map(|half| 2.0 * half),
        _ => point,
    };
    if let (End::Chamfer, Some(half), Some(point)) = (end, half, point)
        && !same(2.0 * half, point)
    {
        return Err(contradict(&said("TA", half), &said("SIG", point)));
    }
    let corner = if end == End::Ball { 0.5 * wide } else { corner.unwrap_or(0.0) };
    if let Some(tip) = tip
        && matches!(end, End::Flat | End::Ball | End::Bull)
        && !same(tip + 2.0 * corner, wide)
    {
        return unused("tip-diameter", tip);
    }
    if let Some(length) = stated("tip-length")? {
        let cone =
            |angle: f64| 0.5 * (wide - tip.unwrap_or(0.0)) / (0.5 * angle.to_radians()).tan();
        let pointed = matches!(end, End::Drill | End::Chamfer);
        if !angle.filter(|_| pointed).is_some_and(|angle| same(cone(angle), length)) {
            return unused("tip-length", length);
        }
    }
    known(geometry)
}

/// Every figure has a name that is known.
fn known(geometry: &Value) -> Result<(), String> {
    let all = geometry.as_object().into_iter().flatten();
    let mut unknown = all
        .filter(|(name, _)| !READ.contains(&name.as_str()) && !ELSE.contains(&name.as_str()))
        .map(|(name, value)| (name, text(value)))
        .filter(|(_, text)| says_something(text) && text != "null");
    unknown.next().map_or(Ok(()), |(name, text)| Err(not_understood(name, &text)))
}

/// Why a tool is not used of which `text` stands under a name that is not known.
pub fn not_understood(name: &str, text: &str) -> String {
    format!(
        "its `{}` is {}, which is not understood: take it out if it says nothing of the shape, or \
         declare the tool with --tool and a profile",
        quoted(name),
        quoted(text)
    )
}
