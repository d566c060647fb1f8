//! The polygon unit: whether two triangles meet, and where; a pipeline of fixed depth.

use std::collections::VecDeque;

use super::messages::{CheckNumber, Found, Leaf, Polygons};
use super::unit::{Cycles, Wake, sooner};
use super::wires::Wires;
use crate::description::Description;
use crate::intersection::{OPERATIONS, meet};
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "The polygon unit has no leaf pair."),
    ("busy", "The polygon unit works."),
    ("blocked", "The polygon unit holds a hit that the FIFO has not taken."),
];

#[derive(Debug)]
pub(crate) struct PolygonUnit {
    latency: u64,
    interval: u64,
    accepts_from: u64,
    in_flight: VecDeque<(u64, Leaf, Option<Found>)>,
    /// By lane: the check that already has the one hit it asked for.
    answered: Vec<Option<CheckNumber>>,
    tested: u64,
    hits: u64,
    discarded: u64,
    pub cycles: Cycles,
}

impl PolygonUnit {
    pub fn new(d: &Description) -> Self {
        Self {
            latency: d.polygon.latency.into(),
            interval: d.polygon.interval.into(),
            accepts_from: 0,
            in_flight: VecDeque::new(),
            answered: vec![None; d.lanes as usize],
            tested: 0,
            hits: 0,
            discarded: 0,
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        let blocked = self.hand_over(wires, now);
        // A stalled pipeline accepts nothing.
        if now >= self.accepts_from && !blocked {
            self.accept(wires, now);
        }
        self.cycles.is(match () {
            () if blocked => 2,
            () if self.in_flight.is_empty() => 0,
            () => 1,
        });
        let done = self.in_flight.front().map(|i| i.0.max(now + 1)).filter(|_| !blocked);
        sooner(done, Some(self.accepts_from).filter(|&at| at > now))
    }

    /// Emits one finished result per cycle. True when the receiver was full.
    fn hand_over(&mut self, wires: &mut Wires, now: u64) -> bool {
        let Some((at, leaf, found)) = self.in_flight.front() else { return false };
        if *at > now {
            return false;
        }
        let lane = leaf.lane;
        let ends = leaf.polygons.is_none();
        let late = !ends && self.answered[lane] == Some(leaf.check);
        match found {
            Some(_) if late => self.discarded += 1,
            Some(_) if ends && !wires.released.has_room() => return true,
            Some(found) => {
                if wires.found.offer(*found).is_err() {
                    return true;
                }
                if ends {
                    // Control and swap take one a cycle; a lane has one end at a time.
                    let _ = wires.released.offer(leaf.objects);
                    let _ = wires.finished.lanes[lane].offer(());
                } else {
                    self.hits += 1;
                    if leaf.mode.first_hit {
                        self.answered[lane] = Some(leaf.check);
                        // A lane takes one a cycle, too.
                        let _ = wires.stops.lanes[lane].offer(leaf.check);
                    }
                    wires.trace.note(now, || ("polygon".into(), format!("hit {found:?}")));
                }
            }
            None => {}
        }
        self.in_flight.pop_front();
        false
    }

    fn accept(&mut self, wires: &mut Wires, now: u64) {
        let Some(Polygons { leaf, corners }) = wires.placed.take() else { return };
        let check = leaf.check;
        let mut done = now + 1;
        let found = match (leaf.polygons, corners) {
            (None, _) => Some(Found::End { check }),
            (Some(polygons), None) => Some(Found::Hit { check, polygons, point: None }),
            (Some(polygons), Some([a, b])) => {
                self.tested += 1;
                self.accepts_from = now + self.interval;
                done = now + self.latency;
                let position = wires.registers.of(leaf.lane).map_or(f32::NAN, |r| r.position);
                meet(&a, &b, position).map(|point| Found::Hit {
                    check,
                    polygons,
                    point: Some(point),
                })
            }
        };
        let before = self.in_flight.back().map_or(0, |i| i.0);
        self.in_flight.push_back((done.max(before), leaf, found));
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("polygon", out);
        let mut put = |name: &str, value: u64, unit, sentence| {
            out.put(&format!("polygon.{name}"), value as f64, unit, sentence);
        };
        put("tested", self.tested, Unit::Count, "Pairs of triangles tested.");
        put("hits", self.hits, Unit::Count, "Hits handed to the FIFO.");
        put("discarded", self.discarded, Unit::Count, "Hits after the first, which was enough.");
        let operations = self.tested * OPERATIONS.iter().map(|&n| u64::from(n)).sum::<u64>();
        let sentence = "Operations of the tests, all of the fixed pipeline's.";
        put("operations", operations, Unit::Operations, sentence);
    }
}
