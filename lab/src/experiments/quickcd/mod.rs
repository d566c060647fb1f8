//! The k-DOP source's choices against their alternatives, in its five data sets: kinds of
//! volumes, traversal, tumbling, front, order of directions, splits, leaves.

mod run;

use nalgebra::{DMatrix, DVector, Matrix3};

use super::clock::{build_seconds, seconds_of};
use super::flights::{Flight, SOURCE_RAPID, flights};
use super::shape::subdivided;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::PairFront;
use crate::pair::{Contacts, Descent, DopTest, TreePair, contacts};
use crate::tree::{Hierarchy, KdopTree, Splitting, Store};
use run::{How, Run, fly, fly_obb};

const KINDS: [&str; 7] = ["6-dop", "8-dop", "12-dop", "14-dop", "18-dop", "20-dop", "26-dop"];
/// The default among [`KINDS`].
const DEFAULT: usize = 4;

fn kinds(flight: &Flight) -> [Run; 7] {
    let how = How::default();
    [
        fly::<3>(flight, how),
        fly::<4>(flight, how),
        fly::<6>(flight, how),
        fly::<7>(flight, how),
        fly::<9>(flight, how),
        fly::<10>(flight, how),
        fly::<13>(flight, how),
    ]
}

/// Leaf sizes of the moving tree besides the default.
const LEAVES: [usize; 4] = [1, 5, 40, 100];

fn variants() -> [(&'static str, How); 12] {
    let how = How::default();
    let fixed = |fixed| How { fixed, ..how };
    let leaf = |leaf| How { moving: Splitting { leaf, ..how.moving }, ..how };
    [
        ("from the root again", How { restart: true, ..how }),
        ("front", How { front: true, ..how }),
        ("root by climbing", How { climb: true, ..how }),
        ("thinnest first", How { thinnest: Some(9), ..how }),
        ("thinnest six only", How { thinnest: Some(6), ..how }),
        ("split along 9 lines", fixed(Splitting { lines: 9, ..how.fixed })),
        ("oscillating", fixed(Splitting { oscillate: true, ..how.fixed })),
        ("moving leaf 1", leaf(LEAVES[0])),
        ("moving leaf 5", leaf(LEAVES[1])),
        ("moving leaf 40", leaf(LEAVES[2])),
        ("moving leaf 100", leaf(LEAVES[3])),
        ("environment leaf 4", fixed(Splitting { leaf: 4, ..how.fixed })),
    ]
}

/// All alternatives in all data sets.
pub fn quickcd(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "All contacts of a flying object in five data sets; 18-dops by the source's defaults unless said",
        &[
            "flight",
            "variant",
            "build, ms",
            "us/step",
            "node tests",
            "worst",
            "updates",
            "triangle tests",
            "comparisons",
            "contacts",
        ],
    );
    let mut sets = Vec::new();
    for flight in flights(extent) {
        progress(flight.name);
        let base = kinds(&flight);
        let others = variants().map(|(_, how)| fly::<9>(&flight, how));
        let obb = fly_obb(&flight);
        let names = KINDS.into_iter().chain(variants().map(|v| v.0)).chain(["OBB"]);
        for (name, run) in names.zip(base.iter().chain(&others).chain([&obb])) {
            row(&mut table, &flight, name, run);
        }
        if flight.name == "pipes" {
            skinny(&mut table, &flight, &base[DEFAULT]);
            shifted(&mut table, &flight);
            stored(&mut table, &flight);
        }
        sets.push(Set { base, others, obb });
    }
    claims(&mut table, &sets);
    table
}

fn row(table: &mut Table, flight: &Flight, name: &str, run: &Run) {
    let per_step = |n: u64| number(n as f64 / flight.poses.len() as f64);
    table.row([
        flight.name.into(),
        name.into(),
        number(run.build_ms),
        number(run.us),
        per_step(run.stats.nodes),
        run.worst.to_string(),
        per_step(run.updates),
        per_step(run.stats.triangles),
        per_step(run.comparisons),
        run.contacts.to_string(),
    ]);
}

/// Everything measured in one data set.
struct Set {
    base: [Run; 7],
    others: [Run; 12],
    obb: Run,
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(s, n), x| (s + x.ln(), n + 1));
    (sum / f64::from(count)).exp()
}

fn claims(table: &mut Table, sets: &[Set]) {
    let equal = sets.iter().all(|s| {
        s.base.iter().chain(&s.others).chain([&s.obb]).all(|r| r.contacts == s.obb.contacts)
    });
    table.claim(
        "S3.1",
        "every kind and variant finds the same contacts.",
        if equal { "all equal" } else { "contacts differ" },
        equal,
    );
    let mut ranks = [0; 7];
    for set in sets {
        for (i, rank) in ranks.iter_mut().enumerate() {
            *rank += 1 + set.base.iter().filter(|r| r.us < set.base[i].us).count();
        }
    }
    let sums: Vec<String> = KINDS.iter().zip(ranks).map(|(k, r)| format!("{k} {r}")).collect();
    table.claim(
        "S3.14",
        "18-dops are best on average, 8-dops worst.",
        format!("rank sums {}", sums.join(", ")),
        ranks.iter().all(|r| ranks[DEFAULT] <= *r) && ranks.iter().all(|r| *r <= ranks[1]),
    );
    let rapid: Vec<String> = sets
        .iter()
        .zip(SOURCE_RAPID)
        .map(|(s, said)| format!("{} ({said})", number(s.obb.us / s.base[DEFAULT].us)))
        .collect();
    table.claim(
        "S3.15",
        "OBB trees (RAPID) take 1 to 10 times as long.",
        format!("{}, in brackets the source's", rapid.join(", ")),
        sets.iter().all(|s| s.obb.us > 0.95 * s.base[DEFAULT].us),
    );
    let ratio = |variant: usize, of: fn(&Run) -> f64| {
        geometric_mean(sets.iter().map(|s| of(&s.others[variant]) / of(&s.base[DEFAULT])))
    };
    let us = |r: &Run| r.us;
    let nodes = |r: &Run| r.stats.nodes as f64;
    let comparisons = |r: &Run| r.comparisons as f64;
    let build = |r: &Run| r.build_ms;
    let nodes_and_time = |variant: usize| {
        let [tests, time] = [ratio(variant, nodes), ratio(variant, us)].map(number);
        format!("{tests} times the node tests, {time} times as long")
    };
    table.claim(
        "S3.7",
        "starting at the root again for each moving node is 10 to 20 % slower.",
        nodes_and_time(0),
        ratio(0, us) > 1.0,
    );
    table.claim(
        "S3.9",
        "the front saves 8 to 31 % of node tests and 3 to 20 % of the time, up to 22 % of the worst query.",
        format!(
            "{}, {} times in the worst query",
            nodes_and_time(1),
            number(ratio(1, |r| r.worst as f64))
        ),
        ratio(1, nodes) < 1.0 && ratio(1, us) < 1.0,
    );
    table.claim(
        "S3.6",
        "the root enclosed by climbing is tighter than by its turned corners.",
        nodes_and_time(2),
        sets.iter().all(|s| s.others[2].stats.nodes <= s.base[DEFAULT].stats.nodes),
    );
    table.claim(
        "S3.10",
        "thinnest slabs first spare 3 to 20 % of comparisons and are slower; so is stopping after six.",
        format!(
            "{} times the comparisons, {} times as long; six only {} times as long",
            number(ratio(3, comparisons)),
            number(ratio(3, us)),
            number(ratio(4, us))
        ),
        ratio(3, comparisons) < 1.0 && ratio(3, us) > 1.0 && ratio(4, us) > 1.0,
    );
    table.claim(
        "S3.11",
        "splits along k/2 lines (build +17 to 60 %) and oscillating trees (2 to 10 times) gain nothing.",
        format!(
            "build {} and {}, queries {} and {} times as long",
            number(ratio(5, build)),
            number(ratio(6, build)),
            number(ratio(5, us)),
            number(ratio(6, us))
        ),
        ratio(5, us) > 0.95 && ratio(6, us) > 0.95,
    );
    let at_leaf = [ratio(7, us), ratio(8, us), 1.0, ratio(9, us), ratio(10, us)];
    let best = at_leaf.iter().copied().fold(f64::INFINITY, f64::min);
    table.claim(
        "S3.5",
        "moving leaves of 20 triangles are within 5 % of the best.",
        format!("times for 1, 5, 20, 40, 100: {}", at_leaf.map(number).join(", ")),
        best > 0.95,
    );
    cost_model(table, sets);
}

/// S3.17: time from counts, costs fitted to all 18-dop runs at once.
fn cost_model(table: &mut Table, sets: &[Set]) {
    let runs: Vec<&Run> =
        sets.iter().flat_map(|s| [&s.base[DEFAULT]].into_iter().chain(&s.others[7..11])).collect();
    let counts = |r: &Run| [r.stats.nodes, r.stats.triangles, r.updates].map(|n| n as f64);
    let time = |r: &Run| r.us;
    // Every run counts by its relative error.
    let rows = DMatrix::from_fn(runs.len(), 3, |i, k| counts(runs[i])[k] / time(runs[i]));
    let ones = DVector::from_element(runs.len(), 1.0);
    let Ok(costs) = rows.clone().svd(true, true).solve(&ones, 1e-12) else { return };
    let errors: Vec<f64> = (rows * &costs - ones).iter().map(|e| e.abs()).collect();
    let (worst, mean) = (
        errors.iter().copied().fold(0.0, f64::max),
        errors.iter().sum::<f64>() / errors.len() as f64,
    );
    table.claim(
        "S3.17",
        "time follows from the counts of node tests, triangle tests and updates, within 15 %.",
        format!(
            "{} runs, mean error {} %, worst {} %; costs in proportion {}",
            runs.len(),
            number(100.0 * mean),
            number(100.0 * worst),
            costs.iter().map(|c| number(c / costs[0])).collect::<Vec<_>>().join(" : ")
        ),
        mean < 0.15,
    );
}

/// S3.12: the longest triangles cut in two.
fn skinny(table: &mut Table, flight: &Flight, base: &Run) {
    let cut = Flight {
        name: flight.name,
        fixed: subdivided(&flight.fixed, 0.07),
        moving: flight.moving.clone(),
        poses: flight.poses.clone(),
    };
    let run = fly::<9>(&cut, How::default());
    row(table, &cut, "skinny cut, +7 %", &run);
    table.claim(
        "S3.12",
        "cutting the longest 7 % of the pipes' triangles gains 4 %.",
        format!("{} times as long", number(run.us / base.us)),
        run.us < base.us,
    );
}

/// S3.21: without turns, by the general way and by shifting slabs.
fn shifted(table: &mut Table, flight: &Flight) {
    let mut still = Flight {
        name: flight.name,
        fixed: flight.fixed.clone(),
        moving: flight.moving.clone(),
        poses: flight.poses.clone(),
    };
    still.poses.iter_mut().for_each(|p| p.rotation = Matrix3::identity());
    let general = fly::<9>(&still, How::default());
    row(table, &still, "no turns, in general", &general);
    let fixed = KdopTree::<9>::build(&still.fixed);
    let moving = KdopTree::<9>::with(&still.moving, &How::default().moving);
    let (seconds, run) = seconds_of(1, || {
        let mut run = Run::default();
        for pose in &still.poses {
            let test = DopTest::translated(&fixed, &moving, pose.translation);
            let pair = TreePair { a: &fixed, b: &moving, test: &test, descent: Descent::FirstA };
            let meshes = Contacts { a: &still.fixed, b: &still.moving, pose };
            contacts(&pair, &meshes, &mut PairFront::without(), &mut run.stats, |_, _| {
                run.contacts += 1;
                true
            });
            run.comparisons += test.comparisons();
        }
        run
    });
    let run = Run { us: 1e6 * seconds / still.poses.len() as f64, ..run };
    row(table, &still, "no turns, shifted", &run);
    table.claim(
        "S3.21",
        "shifting slabs gives the same contacts without updates, faster.",
        format!(
            "{} times as long, contacts {} and {}",
            number(run.us / general.us),
            run.contacts,
            general.contacts
        ),
        run.contacts == general.contacts && run.us < general.us,
    );
}

/// S3.18: reading a tree back against building it.
fn stored(table: &mut Table, flight: &Flight) {
    let (build, tree) = build_seconds(3, || KdopTree::<9>::build(&flight.fixed));
    let mut bytes = Vec::new();
    if tree.save(&mut bytes).is_err() {
        return;
    }
    let (load, again) = seconds_of(3, || KdopTree::<9>::load(&mut &bytes[..]).ok());
    let same = again.is_some_and(|a| a.bytes() == tree.bytes());
    table.claim(
        "S3.18",
        "reading a saved tree is faster than building it.",
        format!("{} ms against {} ms", number(1e3 * load), number(1e3 * build)),
        same && load < build,
    );
}
