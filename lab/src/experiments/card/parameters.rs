//! One parameter of the card at a time.

use gouge_accelerator::Description;

use super::super::chart::{Chart, Panel};
use super::super::table::{Table, number};
use super::super::{Extent, Progress};
use super::{BOTH, Scene, device};

/// A parameter: its name, how it stands in TOML with `#` for the value, its values.
const SWEEPS: &[(&str, &str, &[&str])] = &[
    ("lanes", "lanes = #", &["1", "2", "4", "8", "16"]),
    (
        "pipelines of each kind",
        "[calculating]\nmultipliers = #\nadders = #\ncomparators = #",
        &["1", "2", "4", "8", "20"],
    ),
    ("memory latency, cycles", "[memory]\nlatency = #", &["1", "4", "8", "20", "60"]),
    ("memory word, bytes", "[memory]\nword_bytes = #", &["4", "8", "16", "32", "64"]),
    ("stack entries", "[stack]\nentries = #", &["1", "2", "4", "8", "32"]),
    ("polygon interval, cycles", "[polygon]\ninterval = #", &["1", "8", "32", "128"]),
    (
        "FIFO entries, bus of 2 MB/s",
        "[bus]\nmegabytes_per_second = 2.0\n[fifo]\nentries = #",
        &["1", "4", "16", "64"],
    ),
    (
        "bus, MB/s, FIFO of 1",
        "[fifo]\nentries = 1\n[bus]\nmegabytes_per_second = #",
        &["2.0", "10.0", "33.0", "133.0"],
    ),
    ("lanes, 64-byte words", "lanes = #\n[memory]\nword_bytes = 64", &["1", "2", "4", "8", "16"]),
];

/// What each parameter of the card does, with a chart.
pub fn parameters(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Emulated card, one parameter at a time: two tori near contact",
        &[
            "parameter",
            "value",
            "cycles/pair",
            "us/query",
            "speed",
            "reading %",
            "computing %",
            "popping %",
            "handing over %",
            "spilled bytes/query",
            "FIFO full %",
            "memory busy %",
            "limited by",
        ],
    );
    let Some(scene) = Scene::new(extent) else { return table };
    let queries = scene.queries();
    let base = device("").and_then(|d| scene.run(&d, BOTH));
    let Some(base) = base else { return table };
    let mut same = true;
    let mut row = |table: &mut Table, parameter: &str, value: &str, d: &Description| {
        let run = scene.run(d, BOTH)?;
        same &= run.hits == base.hits;
        let microseconds = run.cycles / queries / d.clock_mhz;
        table.row([
            parameter.into(),
            value.into(),
            number(run.cycles / run.pairs()),
            number(microseconds),
            number(base.cycles / queries / 66.0 / microseconds),
            number(run.lane_percent("reading")),
            number(run.lane_percent("computing")),
            number(run.lane_percent("popping")),
            number(run.lane_percent("handing_over")),
            number(run.get("memory.spill_out.bytes") / queries),
            number(run.percent("fifo.cycles.full")),
            number(run.percent("memory.cycles.busy")),
            run.limiting(d),
        ]);
        Some(run.cycles / run.pairs())
    };
    let mut panels = Vec::new();
    for &(parameter, text, values) in SWEEPS {
        progress(parameter);
        let points = values.iter().filter_map(|&value| {
            let description = device(&text.replace('#', value))?;
            Some((value.to_owned(), row(&mut table, parameter, value, &description)?))
        });
        panels.push(Panel { title: parameter.to_owned(), points: points.collect() });
    }
    for preset in Description::presets() {
        progress(preset);
        if let Ok(description) = Description::preset(preset) {
            row(&mut table, "preset", preset, &description);
        }
    }
    table.chart =
        Some(Chart { title: "Cycles a pair of nodes, by parameter of the card".into(), panels });
    table.claim(
        "S4.7",
        "what is small makes a card slower, never wrong.",
        if same { "the same hits in every row" } else { "hits differ" },
        same,
    );
    table
}
