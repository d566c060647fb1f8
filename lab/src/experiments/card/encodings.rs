//! The card of the source by encoding, direction and way of asking.

use std::sync::Arc;

use gouge_accelerator::{Card, Mode, Request};

use super::super::table::{Table, number};
use super::super::{Extent, Progress};
use super::{BOTH, Run, Scene, device};

/// What differs from the card of the source, in TOML, and how it is asked.
const VARIANTS: &[(&str, &str, Mode)] = &[
    ("13 bytes", "", BOTH),
    ("9 bytes", "encoding = \"9\"", BOTH),
    ("28 bytes", "encoding = \"28\"", BOTH),
    ("13 bytes, one direction", "", Mode { one_direction: true, ..BOTH }),
    ("9 bytes, one direction", "encoding = \"9\"", Mode { one_direction: true, ..BOTH }),
    ("13 bytes, first hit", "", Mode { first_hit: true, ..BOTH }),
    ("13 bytes, boxes only", "", Mode { candidates: true, ..BOTH }),
];

/// Bytes of a node of the others, one triangle a leaf (table1).
const OTHERS: [(&str, f64); 3] = [("AABB", 34.0), ("OBB", 70.0), ("18-dop", 82.0)];

/// A row of the table, to be judged.
struct Row {
    name: &'static str,
    run: Run,
}

/// Cycles, operations, bytes and stalls of the card of the source.
pub fn card(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Emulated card at 66 MHz, all queries in flight: two tori near contact",
        &[
            "device",
            "pairs/query",
            "cycles/query",
            "cycles/pair",
            "us/query",
            "products/pair",
            "sums/pair",
            "comparisons/pair",
            "node bytes/pair",
            "reading %",
            "computing %",
            "popping %",
            "handing over %",
            "stack",
            "memory busy %",
            "limited by",
        ],
    );
    let Some(scene) = Scene::new(extent) else { return table };
    let queries = scene.queries();
    table.title += &format!(", {} triangles each, {queries} queries", scene.mesh.triangles.len());
    let mut rows = Vec::new();
    let mut equal = true;
    for &(name, differs, mode) in VARIANTS {
        progress(name);
        let Some(description) = device(differs) else { continue };
        let Some(run) = scene.run(&description, mode) else { continue };
        equal &= run.hits == scene.expected(&description, mode);
        let pairs = run.pairs();
        let per_pair = |name: &str| number(run.get(name) / pairs);
        table.row([
            name.into(),
            number(pairs / queries),
            number(run.cycles / queries),
            number(run.cycles / pairs),
            number(run.cycles / queries / description.clock_mhz),
            per_pair("calculate.products"),
            per_pair("calculate.sums"),
            per_pair("calculate.comparisons"),
            per_pair("memory.nodes.bytes"),
            number(run.lane_percent("reading")),
            number(run.lane_percent("computing")),
            number(run.lane_percent("popping")),
            number(run.lane_percent("handing_over")),
            number(run.stack()),
            number(run.percent("memory.cycles.busy")),
            run.limiting(&description),
        ]);
        rows.push(Row { name, run });
    }
    progress("one core");
    let (seconds, exact) = scene.on_a_core(extent.pick(1, 5));
    claims(&mut table, &rows, equal);
    if let Some(both) = rows.iter().find(|r| r.name == "13 bytes") {
        let all = exact.iter().zip(&both.run.hits).all(|(exact, hits)| {
            let mut found = hits.pairs.clone();
            found.sort_unstable();
            exact.iter().all(|pair| found.binary_search(pair).is_ok())
        });
        let count = |lists: &mut dyn Iterator<Item = usize>| lists.sum::<usize>();
        table.claim(
            "S4.5",
            "nothing that touches goes unreported.",
            format!(
                "{} of the card, among them {} {} that an OBB tree finds in f64",
                count(&mut both.run.hits.iter().map(|h| h.pairs.len())),
                if all { "all" } else { "not all" },
                count(&mut exact.iter().map(Vec::len)),
            ),
            all,
        );
        let (card, core) = (both.run.cycles / queries / 66.0, 1e6 * seconds / queries);
        table.claim(
            "S4.6",
            "a card is quicker than a processor.",
            format!(
                "{} us a query at 66 MHz against {} us by OBB trees on one core; as quick at {} MHz",
                number(card),
                number(core),
                number(66.0 * card / core)
            ),
            card < core,
        );
    }
    if let Some((blocking, overlapped)) = overlap(&scene) {
        table.claim(
            "S4.4",
            "checks run while the host goes on.",
            format!(
                "a host that works as long as a query takes needs {} cycles a query if it waits \
                 first, {} if it works meanwhile",
                number(blocking),
                number(overlapped)
            ),
            overlapped < blocking,
        );
    }
    table
}

fn claims(table: &mut Table, rows: &[Row], equal: bool) {
    let of = |name: &str| rows.iter().find(|r| r.name == name).map(|r| &r.run);
    let (Some(both), Some(one)) = (of("13 bytes"), of("13 bytes, one direction")) else { return };
    let step = ["products", "sums", "comparisons"]
        .map(|what| both.after.get(&format!("calculate.{what}_most")));
    table.claim(
        "S4.2",
        "a step of four pairs in both directions takes 12 products, 16 sums, 20 comparisons.",
        format!("{}, {}, {} at most, roots included", step[0], step[1], step[2]),
        step[0] <= 12.0 && step[1] <= 16.0 && step[2] <= 20.0,
    );
    let per_pair = ["products", "sums", "comparisons"]
        .map(|what| both.get(&format!("calculate.{what}")) / both.pairs());
    table.claim(
        "S4.2",
        "a pair takes 3 products, 4 sums, 5 comparisons, in a step of four pairs.",
        format!(
            "{}, {}, {} a pair: steps with a leaf have two pairs, not four",
            number(per_pair[0]),
            number(per_pair[1]),
            number(per_pair[2])
        ),
        per_pair[0] < 4.5 && per_pair[1] < 6.0 && per_pair[2] < 7.5,
    );
    let work = |run: &Run| {
        let names = ["calculate.products", "calculate.sums", "calculate.comparisons"];
        names.iter().map(|n| run.get(n)).sum::<f64>()
    };
    let a_pair = (work(one) / one.pairs()) / (work(both) / both.pairs());
    table.claim(
        "S4.3",
        "one direction halves the operations a pair; it may or may not be faster.",
        format!(
            "{} of the operations a pair, {} of the pairs, {} of the cycles",
            number(a_pair),
            number(one.pairs() / both.pairs()),
            number(one.cycles / both.cycles)
        ),
        a_pair < 0.6,
    );
    table.claim(
        "S4.5",
        "the card gives what software gives.",
        if equal {
            "the same hits and points, to the last bit, in every row"
        } else {
            "hits differ"
        },
        equal,
    );
    let bytes =
        |name: &str| of(name).map_or(f64::NAN, |run| run.get("memory.nodes.bytes") / run.pairs());
    let [nine, thirteen, full] = ["9 bytes", "13 bytes", "28 bytes"].map(bytes);
    let least = OTHERS.iter().map(|(_, bytes)| *bytes).fold(f64::INFINITY, f64::min);
    table.claim(
        "S4.9",
        "the fewest bytes of all hierarchies.",
        format!(
            "{}, {} and {} bytes a pair at 9, 13 and 28 a node; a node of an AABB, OBB or 18-dop \
             tree has {}, {} and {}",
            number(nine),
            number(thirteen),
            number(full),
            OTHERS[0].1,
            OTHERS[1].1,
            OTHERS[2].1
        ),
        nine < thirteen && thirteen < full && full < least,
    );
}

/// Cycles a query for a host that has as much to do itself: waiting first, and working while
/// the card does.
fn overlap(scene: &Scene) -> Option<(f64, f64)> {
    let work = (scene.run(&device("")?, BOTH)?.cycles / scene.queries()) as u64;
    let run = |meanwhile: bool| {
        let card = Card::new(device("")?);
        let context = card.context();
        let objects = [context.insert(Arc::clone(&scene.solid)).ok()?; 2];
        let began = card.clock();
        for &placement in &scene.placements {
            let request = Request { objects, placement, mode: BOTH, capacity: usize::MAX };
            let check = context.check(&request).ok()?;
            if meanwhile {
                card.work(work);
            }
            check.wait().ok()?;
            if !meanwhile {
                card.work(work);
            }
        }
        Some((card.clock() - began) as f64 / scene.queries())
    };
    Some((run(false)?, run(true)?))
}
