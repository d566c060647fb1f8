//! The acceptances in a report: its regions and its list of acceptances agree.

use std::collections::BTreeSet;

use crate::document::Document;
use crate::failures::Out;

/// Acceptances without their region, regions without theirs, and those that are void and count.
pub(crate) fn agree(d: &Document, out: &mut Out) {
    let accepted: Vec<u32> =
        d.regions.iter().filter(|region| region.accepted.is_some()).map(|r| r.id).collect();
    let Some(baseline) = &d.baseline else {
        if !accepted.is_empty() {
            let what = format!("is missing, though regions are accepted: {}", ids(&accepted));
            out.fail("baseline", what);
        }
        return;
    };
    if baseline.accepted != accepted {
        let what = format!("is {}, and accepted are {}", ids(&baseline.accepted), ids(&accepted));
        out.fail("baseline.accepted", what);
    }
    let mut void = BTreeSet::new();
    for id in baseline.void.iter().map(|void| void.region) {
        let open = d.regions.iter().any(|region| region.id == id && region.accepted.is_none());
        if !open || !void.insert(id) {
            let what = format!("is {id}, which is not a region left open, named once");
            out.fail("baseline.void.region", what);
        }
    }
    let found = |name: &&String| d.regions.iter().any(|region| region.fingerprint == **name);
    if let Some(name) = baseline.unused.iter().find(found) {
        out.fail("baseline.unused", format!("holds {name}, which is that of a region"));
    }
}

/// "1, 2", or "none".
fn ids(list: &[u32]) -> String {
    let list: Vec<String> = list.iter().map(u32::to_string).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}
