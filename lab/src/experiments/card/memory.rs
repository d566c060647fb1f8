//! More objects than the card's memory holds.

use std::sync::Arc;

use gouge_accelerator::{Card, Hits, Request};
use gouge_random::Random;

use super::super::table::{Table, number};
use super::super::{Extent, Progress};
use super::{BOTH, Scene, device};

/// Objects in the scene.
const OBJECTS: u32 = 8;

/// Where swapping begins, and what it costs.
pub fn memory(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        format!("Emulated card, random pairs of {OBJECTS} tori, memory for some of them"),
        &[
            "room for",
            "cycles/query",
            "slower",
            "object bytes/query",
            "evictions/query",
            "bytes read on the host/query",
            "bus busy %",
        ],
    );
    let Some(scene) = Scene::new(extent) else { return table };
    let queries = scene.queries();
    let mut bytes = None;
    let mut hits: Vec<Vec<Hits>> = Vec::new();
    let mut cycles: Vec<f64> = Vec::new();
    for room in [8.0, 7.5, 6.0, 4.0, 3.0, 2.0, 1.5, 0.5] {
        progress(&format!("room for {room}"));
        let size: u64 = bytes.unwrap_or(1 << 23);
        let differs = format!("[memory]\nbytes = {}", (size as f64 * room).ceil());
        let Some(description) = device(&differs) else { continue };
        let card = Card::new(description);
        let context = card.context();
        let objects: Vec<_> =
            (0..OBJECTS).filter_map(|_| context.insert(Arc::clone(&scene.solid)).ok()).collect();
        if bytes.is_none() {
            bytes = Some((card.statistics().get("swap.loaded") / f64::from(OBJECTS)) as u64);
        }
        let (began, before) = (card.clock(), card.statistics());
        let mut random = Random::new(8);
        let found: Option<Vec<_>> = scene
            .placements
            .iter()
            .map(|&placement| {
                let objects = [0; 2].map(|_| objects[random.below(objects.len())]);
                let request = Request { objects, placement, mode: BOTH, capacity: usize::MAX };
                Some(context.check(&request).ok()?.wait().ok()?.hits)
            })
            .collect();
        let Some(found) = found else { continue };
        hits.push(found);
        let spent = (card.clock() - began) as f64;
        cycles.push(spent / queries);
        let after = card.statistics();
        let get = |name: &str| after.get(name) - before.get(name);
        let remote: f64 = ["headers", "nodes", "indices", "points"]
            .iter()
            .map(|source| get(&format!("memory.{source}.remote")))
            .sum();
        let bus: f64 =
            ["down", "up", "both"].iter().map(|s| get(&format!("host.cycles.{s}"))).sum();
        table.row([
            number(room),
            number(spent / queries),
            number(spent / queries / cycles[0]),
            number((get("swap.loaded") + get("swap.swapped")) / queries),
            number(get("swap.evictions") / queries),
            number(remote / queries),
            number(100.0 * bus / spent),
        ]);
    }
    table.title += &format!(" ({} bytes each)", bytes.unwrap_or(0));
    let same = hits.windows(2).all(|w| w[0] == w[1]);
    table.claim(
        "S4.8",
        "what does not fit is swapped, least recently used first, with the same results.",
        format!(
            "{}; {} times the cycles with room for one object less than there are",
            if same { "the same hits in every row" } else { "hits differ" },
            number(cycles.get(1).unwrap_or(&f64::NAN) / cycles.first().unwrap_or(&f64::NAN))
        ),
        same,
    );
    table
}
