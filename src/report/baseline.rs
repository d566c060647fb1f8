//! Regions that somebody accepted, and why: `gouge-baseline.toml`.
//!
//! An acceptance holds for one region (by its fingerprint), one mesh (by its hash), one tool (by
//! its declaration and the hashes of the files in it), the limits it was held to, up to one depth
//! and one size; when any of them changes, or its last day is over, it is void. The verdict of a
//! report stays what was proved; an acceptance only changes what is left to object to
//! ([`Report::left`]). What is unknown is never accepted.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, Serialize};

use super::Size;
use super::data::{Acceptance, Applied, BodyRole, Cells, Region, Report, Verdict, Void};
use crate::tolerance::LARGEST_MM;
use crate::tool::library;

/// Name of the file beside a program.
pub const NAME: &str = "gouge-baseline.toml";

/// The file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// By fingerprint of the region.
    #[serde(default)]
    pub regions: BTreeMap<String, Entry>,
}

/// What was decided about a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Why it is accepted; without one, it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who accepted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The last day on which it is accepted, as 2027-03-31; without one, it does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "day")]
    pub until: Option<String>,
    /// What to remember of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// SHA-256 of the mesh that it was accepted in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mesh: Option<String>,
    /// Declaration of the tool that it was accepted with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// SHA-256 of the files that the declaration names, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_sha256: Vec<String>,
    /// Depth up to which it was accepted, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_mm: Option<f64>,
    /// Gouging motions that it was accepted with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contacts: Option<u64>,
    /// How many of these are rapids; not counted where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rapids: Option<u64>,
    /// Length of the tip's path during them up to which it was accepted, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_mm: Option<f64>,
    /// Least and greatest corner of that path, part coordinates, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach_mm: Option<[[f64; 3]; 2]>,
    /// Where within there that path is; not compared where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Cells>,
    /// Tolerance that it was accepted under, mm; not compared where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance_mm: Option<f64>,
    /// Allowance that it was accepted under, mm; none where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance_mm: Option<f64>,
    /// Deviation that it was accepted under, mm; none where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation_mm: Option<f64>,
}

impl Baseline {
    /// From the text of a file.
    ///
    /// # Errors
    /// What is wrong with it: text that is no TOML, names that are none, days that are none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let read: Self = toml::from_str(text).map_err(|e| library::toml_error(text, &e))?;
        for (fingerprint, entry) in &read.regions {
            if let Some(day) = entry.until.as_deref().filter(|day| date(day).is_none()) {
                return Err(format!("{fingerprint}: `{day}` is not a day such as 2027-03-31"));
            }
            if let Some(fault) = entry.fault() {
                return Err(format!("{fingerprint}: {fault}"));
            }
        }
        Ok(read)
    }

    /// Marks the regions of `report` that it accepts on the day `today`.
    pub fn apply(&self, report: &mut Report, path: &Path, today: NaiveDate) {
        let path = path.display().to_string();
        let mut applied =
            Applied { path, accepted: Vec::new(), void: Vec::new(), unused: Vec::new() };
        let mut regions = std::mem::take(&mut report.regions);
        for region in &mut regions {
            let Some(entry) = self.regions.get(&region.fingerprint) else { continue };
            let Some(reason) = entry.reason.clone() else { continue };
            match entry.void(report, region, Some(today)) {
                Some(why) => applied.void.push(Void { region: region.id, why }),
                None => {
                    applied.accepted.push(region.id);
                    let (who, until) = (entry.who.clone(), entry.until.clone());
                    region.accepted = Some(Acceptance { reason, who, until });
                }
            }
        }
        report.regions = regions;
        let accepts = self.regions.iter().filter(|(_, entry)| entry.reason.is_some());
        applied.unused = accepts
            .map(|(fingerprint, _)| fingerprint.clone())
            .filter(|f| !report.regions.iter().any(|r| r.fingerprint == *f))
            .collect();
        report.baseline = Some(applied);
    }
}

impl Entry {
    /// What an acceptance of `region` of this `report` holds for; nothing else is filled in.
    pub fn bound(report: &Report, region: &Region) -> Self {
        let (inputs, limits) = (&report.inputs, region.held_to(report));
        let meshes = match region.body_role {
            BodyRole::Part => &inputs.parts,
            BodyRole::Fixture => &inputs.fixtures,
        };
        let tool = inputs.tools.iter().find(|t| t.number == region.tool);
        Self {
            mesh: meshes.get(region.body as usize).map(|m| m.sha256.clone()),
            tool: tool.map(|t| t.spec.clone()),
            tool_sha256: tool.map_or_else(Vec::new, |t| t.sha256.clone()),
            depth_mm: Some(region.depth_mm[1]),
            contacts: Some(region.contacts),
            rapids: Some(region.rapids),
            length_mm: region.length_mm,
            reach_mm: region.reach_mm,
            cells: region.cells.clone(),
            tolerance_mm: Some(limits.tolerance_mm),
            allowance_mm: Some(limits.allowance_mm),
            deviation_mm: Some(limits.deviation_mm),
            ..Self::default()
        }
    }

    /// Why it does not count for a region of the same fingerprint; without a day none is over.
    pub fn void(
        &self,
        report: &Report,
        region: &Region,
        today: Option<NaiveDate>,
    ) -> Option<String> {
        let of = Self::bound(report, region);
        let last = self.until.as_deref().and_then(date);
        let over = last.filter(|last| today.is_some_and(|today| *last < today));
        if let Some(last) = over {
            Some(ended(last))
        } else if let unsaid @ [_, ..] = &*self.unsaid(&of) {
            let list = unsaid.join(", ");
            Some(format!(
                "the file does not say what it was accepted for: no {list}; accept it again in \
                 `gouge browse`, or take them from the report (`gouge help baseline`)"
            ))
        } else if self.mesh != of.mesh {
            Some("the mesh is not the one it was accepted for".to_owned())
        } else if self.tool != of.tool {
            Some("the tool is not the one it was accepted for".to_owned())
        } else if self.tool_sha256 != of.tool_sha256 {
            Some("a file of the tool has changed since it was accepted".to_owned())
        } else if let Some(why) = self.slackened(&of) {
            Some(why)
        } else if self.depth_mm.is_some_and(|most| region.depth_mm[0] > most) {
            Some("it is deeper than the accepted depth".to_owned())
        } else {
            let (Some(accepted), Some(now)) = (self.size(), Size::of(region)) else {
                return Some("the report does not say how large it is".to_owned());
            };
            now.beyond(&accepted)
        }
    }

    /// Why its depth and size say less of a region that is held to the limits of `now`: stock that
    /// had to stay and the deviation were counted in the depth, and of what is below the tolerance
    /// nothing is counted in the size.
    fn slackened(&self, now: &Self) -> Option<String> {
        let less = |then: Option<f64>, now: Option<f64>| {
            let (then, now) = (then.unwrap_or(0.0), now.unwrap_or(0.0));
            (now < then).then_some([then, now])
        };
        let (what, [then, now]) = if let Some(mm) = less(self.allowance_mm, now.allowance_mm) {
            ("an allowance", mm)
        } else if let Some(mm) = less(self.deviation_mm, now.deviation_mm) {
            ("a deviation", mm)
        } else {
            let [then, now] = [self.tolerance_mm?, now.tolerance_mm?];
            ("a tolerance", (now > then).then_some([then, now])?)
        };
        Some(format!("it was accepted under {what} of {then} mm, which is {now} mm now"))
    }

    /// What no acceptance can say.
    fn fault(&self) -> Option<String> {
        let figures = [
            ("depth_mm", self.depth_mm),
            ("length_mm", self.length_mm),
            ("tolerance_mm", self.tolerance_mm),
            ("allowance_mm", self.allowance_mm.map(f64::abs)),
            ("deviation_mm", self.deviation_mm),
        ];
        let fits = |mm: f64| (0.0..=LARGEST_MM).contains(&mm);
        let mut said = figures.into_iter().filter_map(|(key, mm)| Some((key, mm?)));
        if let Some((key, mm)) = said.find(|(_, mm)| !fits(*mm)) {
            return Some(format!("{key} = {mm}: a number from 0 to {LARGEST_MM} is needed here"));
        }
        if let Some([lo, hi]) = self.reach_mm {
            let fits = |k: usize| lo[k] <= hi[k] && fits(lo[k].abs()) && fits(hi[k].abs());
            if !(0..3).all(fits) {
                return Some(format!(
                    "reach_mm: two corners are needed here, the least one first, no number beyond \
                     {LARGEST_MM}"
                ));
            }
        }
        if let Some(fault) = self.cells.as_ref().and_then(Cells::fault) {
            return Some(format!("cells: {fault}"));
        }
        let blank = self.reason.as_ref().is_some_and(|reason| reason.trim().is_empty());
        blank
            .then(|| "the reason is empty: say why it is accepted, or leave the key out".to_owned())
    }

    /// Keys that are not there of those that an acceptance is bound by, as `of` has them.
    fn unsaid(&self, of: &Self) -> Vec<&'static str> {
        let said = [
            ("mesh", self.mesh.is_some()),
            ("tool", self.tool.is_some()),
            ("tool_sha256", !self.tool_sha256.is_empty() || of.tool_sha256.is_empty()),
            ("depth_mm", self.depth_mm.is_some()),
            ("contacts", self.contacts.is_some()),
            ("length_mm", self.length_mm.is_some()),
            ("reach_mm", self.reach_mm.is_some()),
        ];
        said.into_iter().filter(|(_, said)| !said).map(|(key, _)| key).collect()
    }

    fn size(&self) -> Option<Size> {
        let (length_mm, reach_mm) = self.length_mm.zip(self.reach_mm)?;
        let (contacts, rapids, cells) = (self.contacts?, self.rapids, self.cells.clone());
        Some(Size { contacts, rapids, length_mm, reach_mm, cells })
    }
}

impl Report {
    /// The report as if nobody had accepted anything.
    pub fn forget_accepted(&mut self) {
        self.baseline = None;
        self.regions.iter_mut().for_each(|region| region.accepted = None);
    }

    /// Takes back what was accepted until a day before `today`.
    pub fn expire(&mut self, today: NaiveDate) {
        let Some(applied) = &mut self.baseline else { return };
        for region in &mut self.regions {
            let until = region.accepted.as_ref().and_then(|a| date(a.until.as_deref()?));
            let Some(last) = until.filter(|last| *last < today) else { continue };
            region.accepted = None;
            applied.accepted.retain(|id| *id != region.id);
            applied.void.push(Void { region: region.id, why: ended(last) });
        }
        applied.void.sort_by_key(|void| void.region);
    }

    /// The verdict as far as nobody accepted it: a gouge whose regions are all accepted leaves what
    /// is unknown, or nothing.
    pub fn left(&self) -> Verdict {
        match self.verdict {
            Verdict::Gouge if self.regions.iter().all(|r| r.accepted.is_some()) => {
                match self.is_open() {
                    true => Verdict::Unknown,
                    false => Verdict::Clean,
                }
            }
            verdict => verdict,
        }
    }
}

fn ended(last: NaiveDate) -> String {
    format!("it was accepted until {last}")
}

/// A day as text, or as TOML itself writes one.
fn day<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a day is written as \"2027-03-31\"")]
    enum Day {
        Text(String),
        Date(toml::value::Datetime),
    }
    Ok(Some(match Day::deserialize(from)? {
        Day::Text(text) => text,
        Day::Date(date) => date.to_string(),
    }))
}

fn date(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}
