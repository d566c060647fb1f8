//! The closing sentences that every format shares: verdict, coverage, error budget.

use std::path::Path;

use indicatif::HumanCount;

use super::data::{
    Limits, LimitsOf, MeshInput, Options, OwnLimits, Region, Report, Undecided, Verdict, Witness,
};
use crate::number::trimmed;
use crate::tolerance::{BEYOND_BOUNDS, EPSILON_SHARE, NARROW_SHARE};

/// One sentence for the whole program.
pub fn verdict(report: &Report) -> String {
    match report.assumptions.len() as u64 {
        0 => answer(report),
        number => format!("{}, under {}", answer(report), count(number, "assumption")),
    }
}

fn answer(report: &Report) -> String {
    let c = &report.coverage;
    match report.verdict {
        Verdict::Clean if c.assumed > 0 => format!(
            "clean: {} proved clean, {} accepted without proof",
            count(c.clean, "motion"),
            grouped(c.assumed)
        ),
        Verdict::Clean => format!("clean: {} proved clean", count(c.clean, "motion")),
        Verdict::Gouge => {
            let accepted = report.regions.iter().filter(|r| r.accepted.is_some()).count();
            let of_them = match accepted {
                0 => String::new(),
                all if all == report.regions.len() => match report.left() {
                    Verdict::Unknown => ", all accepted, but not everything is decided".to_owned(),
                    _ => ", all accepted".to_owned(),
                },
                some => format!(", {some} of them accepted"),
            };
            format!(
                "gouge: {} of {} in {}{of_them}",
                grouped(c.gouging),
                count(c.motions, "motion"),
                count(report.regions.len() as u64, "region")
            )
        }
        Verdict::Unknown if c.motions == 0 && c.refused_blocks == 0 => {
            "unknown: nothing is proved, because the program makes no motion".to_owned()
        }
        Verdict::Unknown if c.unknown == 0 && c.refused_blocks == 0 => {
            "unknown: nothing is proved to gouge, but the inputs may have been misread".to_owned()
        }
        Verdict::Unknown => {
            let motions = format!("{} could not be decided", count(c.unknown, "motion"));
            let were = if c.refused_blocks == 1 { "was" } else { "were" };
            let blocks = format!("{} {were} not understood", count(c.refused_blocks, "block"));
            let what = match (c.unknown, c.refused_blocks) {
                (_, 0) => motions,
                (0, _) => blocks,
                _ => format!("{motions} and {blocks}"),
            };
            format!("unknown: nothing is proved to gouge, but {what}")
        }
    }
}

/// How much was looked at.
pub fn coverage(report: &Report) -> String {
    let c = &report.coverage;
    format!(
        "coverage: {} found, {} checked: {} clean, {} gouging, {} unknown; {} refused; path checked \
         {} mm",
        count(c.motions, "motion"),
        grouped(c.checked),
        grouped(c.clean),
        grouped(c.gouging),
        grouped(c.unknown),
        count(c.refused_blocks, "block"),
        rounded(c.length_mm)
    )
}

/// What nothing proves, one line each.
pub fn assumptions(report: &Report) -> impl Iterator<Item = String> {
    report.assumptions.iter().map(|a| match a.value.is_empty() {
        true => format!("assumed: {} ({})", a.name, a.source),
        false => format!("assumed: {}: {} ({})", a.name, a.value, a.source),
    })
}

/// What accepted regions came to, one line each.
pub fn baseline(report: &Report) -> Vec<String> {
    let Some(applied) = &report.baseline else { return Vec::new() };
    let number = count(applied.accepted.len() as u64, "region");
    let mut lines = vec![format!("accepted by {}: {number}", applied.path)];
    lines.extend(
        applied.void.iter().map(|v| format!("not accepted: region {}: {}", v.region, v.why)),
    );
    if !applied.unused.is_empty() {
        let gone = count(applied.unused.len() as u64, "accepted region");
        lines.push(format!("{gone} of that file not found: {}", applied.unused.join(", ")));
    }
    lines
}

/// "accepted by A until 2027-03-31: it is meant".
pub fn accepted(region: &Region) -> Option<String> {
    let a = region.accepted.as_ref()?;
    let who = a.who.as_ref().map_or_else(String::new, |who| format!(" by {who}"));
    let until = a.until.as_ref().map_or_else(String::new, |day| format!(" until {day}"));
    Some(format!("accepted{who}{until}: {}", a.reason))
}

/// Its sentence, and who accepted it.
pub fn region(region: &Region) -> String {
    match accepted(region) {
        Some(accepted) => format!("{}; {accepted}", region.message),
        None => region.message.clone(),
    }
}

/// The job file and what came from it.
pub fn job(report: &Report) -> Option<String> {
    let job = report.job.as_ref()?;
    let values: Vec<String> = job.values.iter().map(|(k, v)| format!("{k} = {v}")).collect();
    let values =
        if values.is_empty() { "no value of it is used".to_owned() } else { values.join(", ") };
    Some(format!("job file {}: {values}", job.path))
}

/// What the tolerance is made of.
pub fn budget(report: &Report) -> String {
    let b = &report.error_budget_mm;
    let [arc, facets, deviation, chord] =
        [b.arc, b.tool_facets, b.deviation, b.mesh_chord].map(upwards);
    let own = match report.tolerances_mm() {
        [least, most] if least == most => String::new(),
        [least, most] => {
            format!(" ({least} to {most} mm for tools, operations or parts with their own)")
        }
    };
    format!(
        "tolerance {} mm{own}; included in the bounds: arc chords {arc} mm, tool facets {facets} mm, \
         deviation {deviation} mm, float {:.1e} mm; not included: mesh chord {chord} mm (as declared)",
        report.tolerance_mm, b.float
    )
}

/// What tools, operations and parts are held to in place of what holds for all, one line each.
pub fn limits(report: &Report) -> impl Iterator<Item = String> {
    report.options.limits.iter().map(|own| {
        let of = match own.of {
            LimitsOf::Operation => format!("operation {}", own.name),
            LimitsOf::Tool => format!("T{}", own.name),
            LimitsOf::Part => {
                let index = own.name.parse::<usize>().ok();
                let part = index.and_then(|index| report.inputs.parts.get(index));
                format!("part {}", part.map_or(own.name.as_str(), |part| &part.path))
            }
        };
        let OwnLimits { tolerance_mm, allowance_mm, deviation_mm, .. } = own;
        let figures =
            [("tolerance", tolerance_mm), ("allowance", allowance_mm), ("deviation", deviation_mm)];
        let said: Vec<String> =
            figures.iter().filter_map(|(name, v)| v.map(|v| format!("{name} {v} mm"))).collect();
        format!("limits of {of}: {} ({})", said.join(", "), own.source)
    })
}

/// "tolerance 0.05 mm, allowance -0.2 mm, deviation 0 mm".
pub fn held_to(limits: &Limits) -> String {
    let Limits { tolerance_mm, allowance_mm, deviation_mm } = limits;
    format!("tolerance {tolerance_mm} mm, allowance {allowance_mm} mm, deviation {deviation_mm} mm")
}

/// A part of the error budget, rounded up to a ten-thousandth.
fn upwards(mm: f64) -> String {
    short((mm * 1e4 - 1e-6).ceil().max(0.0) * 1e-4)
}

/// A depth with two digits more than the tolerance has, as the bounds deserve.
pub fn depth(depth: f64, tolerance: f64) -> String {
    let digits = (2.0 - tolerance.log10().floor()).clamp(2.0, 9.0) as usize;
    format!("{depth:.digits$}")
}

/// Whether two bounds of a depth are so far apart that one of them does not stand for both.
pub fn is_wide([lo, hi]: [f64; 2], tolerance: f64) -> bool {
    hi - lo > (tolerance * EPSILON_SHARE).max(hi * NARROW_SHARE)
}

/// How many motions lie how deep; empty when none gouges.
pub fn zones(report: &Report) -> String {
    let deeper = |i: usize| {
        let all = report.operations.iter().filter_map(|o| o.depths.get(i));
        all.fold((0, 0.0), |(motions, mm): (u64, f64), d| {
            (motions.saturating_add(d.motions[0]), mm + d.length_mm[0])
        })
    };
    let zones = report.depth_zones_mm.iter().enumerate().map(|(i, than)| (than, deeper(i)));
    let text: Vec<String> = zones
        .filter(|(_, (motions, _))| *motions > 0)
        .map(|(than, (motions, mm))| {
            format!("> {than} mm: {} ({} mm)", grouped(motions), rounded(mm))
        })
        .collect();
    if text.is_empty() {
        return String::new();
    }
    format!("motions proved deeper, and their length: {}", text.join("; "))
}

/// Four decimals, without trailing zeros: a place to look at, not a figure to calculate with.
pub fn short(value: f64) -> String {
    trimmed(value, 4)
}

/// A point for people: "X0.5 Y-2 Z10".
pub fn place(p: [f64; 3]) -> String {
    let [x, y, z] = p.map(short);
    format!("X{x} Y{y} Z{z}")
}

/// A box for people: "X0..40 Y0..20 Z-5..0".
pub fn span([lo, hi]: [[f64; 3]; 2]) -> String {
    let axis = |i: usize, name: &str| format!("{name}{}..{}", short(lo[i]), short(hi[i]));
    format!("{} {} {}", axis(0, "X"), axis(1, "Y"), axis(2, "Z"))
}

/// Where the control point of a witness is, for people; `units` are those of the program.
pub fn control_point(w: &Witness, units: &str) -> String {
    let (program, unit) = (
        place(w.control_point_program),
        match units {
            "inch" => ", inch",
            "mixed" => ", mm",
            _ => "",
        },
    );
    match w.control_point_block {
        Some(own) => {
            format!(
                "{} in the coordinates of its block, {program} in the program's{unit}",
                place(own)
            )
        }
        None => format!("{program} in the program{unit}"),
    }
}

/// One sentence for undecided motions of one reason.
pub fn undecided(u: &Undecided) -> String {
    let near = u
        .place_program
        .map_or_else(String::new, |at| format!(", near {} in the program", place(at)));
    let what = match (u.motions, u.gouging) {
        (0, 0) => return format!("{}{near}", u.message),
        (motions, 0) => format!("{} not decided", count(motions, "motion")),
        (0, gouging) => format!("{} not decided elsewhere", count(gouging, "gouging motion")),
        (motions, gouging) => {
            let gouging = count(gouging, "gouging motion");
            format!("{} not decided, and {gouging} elsewhere", count(motions, "motion"))
        }
    };
    format!("{what}: {}{near}", u.message)
}

/// What is proved of motions that their bounds leave undecided, and what may decide them.
pub fn bounds(u: &Undecided, report: &Report) -> Option<[String; 2]> {
    let [lo, hi] = u.depth_mm?;
    let [tolerance, most] = report.tolerances_mm();
    // Of two figures, and beyond what bounds may be off by.
    let unit = 10f64.powf((BEYOND_BOUNDS * hi).log10().floor() - 1.0);
    let beyond = (BEYOND_BOUNDS * hi / unit).ceil() * unit;
    let known = match hi < f64::MAX {
        true => format!("{} to {} mm deep", depth(lo, tolerance), depth(hi, tolerance)),
        false => format!("{} mm deep or more", depth(lo, tolerance)),
    };
    let help = match tolerance == most && beyond <= 2.0 * tolerance {
        true => {
            let held = trimmed(beyond, 9);
            format!("--tolerance {held} accepts that; gouge explain {} says more", u.code)
        }
        false => format!("gouge explain {} says what may decide it", u.code),
    };
    let all = if u.motions == 1 { "it is proved to be" } else { "the deepest is proved to be" };
    Some([format!("{all} {known}"), help])
}

/// The unit that a mesh was read in: files in 3MF say it themselves.
pub fn mesh_unit<'a>(mesh: &MeshInput, options: &'a Options) -> &'a str {
    let file = Path::new(&mesh.path);
    let says = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("3mf"));
    if says { "its own unit" } else { &options.mesh_units }
}

/// "1 motion", "2 motions", "4,134 motions".
pub fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// How many of some motions are rapids, to go on behind their number: ", 1 of them a rapid".
pub fn rapids_among(number: u64, rapids: u64) -> String {
    match rapids {
        0 => String::new(),
        1 if number == 1 => ", a rapid".to_owned(),
        1 => ", 1 of them a rapid".to_owned(),
        _ if rapids == number => ", all rapids".to_owned(),
        _ => format!(", {} of them rapids", grouped(rapids)),
    }
}

/// Thousands set apart: 4,134.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A length to get an idea of: whole millimetres where there are a hundred or more.
fn rounded(mm: f64) -> String {
    if mm < 100.0 { short((mm * 100.0).round() / 100.0) } else { grouped(mm.round() as u64) }
}
