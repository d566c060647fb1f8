//! The transformation unit: encloses roots, and moves one triangle of a leaf pair by the
//! matrix. Jobs follow each other as fast as its pipelines take their operations.

use std::collections::VecDeque;

use super::messages::Polygons;
use super::unit::{Cycles, Wake};
use super::wires::Wires;
use crate::description::Description;
use crate::geometry::Bounds;
use crate::intersection::place;
use crate::reference::enclose;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "The transformation unit has no job."),
    ("busy", "The transformation unit works."),
    ("blocked", "The transformation unit holds a result that was not taken."),
];

/// Operations of a job: products, sums, and how many sums follow each other. Both roots are
/// enclosed in one job; a face is three products summed up and the margin added.
const ENCLOSURES: [u64; 3] = [36, 48, 4];
const TRIANGLE: [u64; 3] = [27, 27, 3];

#[derive(Debug)]
enum Job {
    Roots { lane: usize, enclosures: [Bounds; 2] },
    Triangle(Box<Polygons>),
}

#[derive(Debug)]
pub(crate) struct Transformation {
    pipelines: [u64; 2],
    latency: [u64; 2],
    /// No job enters before.
    free: u64,
    turn: usize,
    inside: VecDeque<(u64, Job)>,
    operations: [u64; 2],
    jobs: [u64; 2],
    pub cycles: Cycles,
}

impl Transformation {
    pub fn new(d: &Description) -> Self {
        let t = &d.transformation;
        Self {
            pipelines: [t.multipliers, t.adders].map(u64::from),
            latency: [d.calculating.multiply_latency, d.calculating.add_latency].map(u64::from),
            free: 0,
            turn: 0,
            inside: VecDeque::new(),
            operations: [0; 2],
            jobs: [0; 2],
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        let blocked = self.hand_over(wires, now);
        if now >= self.free && !blocked {
            self.accept(wires, now);
        }
        self.cycles.is(match () {
            () if blocked => 2,
            () if self.inside.is_empty() => 0,
            () => 1,
        });
        let done = self.inside.front().map(|i| i.0).filter(|&at| at > now);
        super::unit::sooner(done, Some(self.free).filter(|&at| at > now))
    }

    fn hand_over(&mut self, wires: &mut Wires, now: u64) -> bool {
        let Some((at, job)) = self.inside.pop_front() else { return false };
        if at > now {
            self.inside.push_front((at, job));
            return false;
        }
        let refused = match job {
            Job::Roots { lane, enclosures } => wires.enclosures.lanes[lane]
                .offer(enclosures)
                .err()
                .map(|enclosures| Job::Roots { lane, enclosures }),
            Job::Triangle(polygons) => {
                wires.placed.offer(*polygons).err().map(|p| Job::Triangle(Box::new(p)))
            }
        };
        let blocked = refused.is_some();
        if let Some(job) = refused {
            self.inside.push_front((at, job));
        }
        blocked
    }

    fn accept(&mut self, wires: &mut Wires, now: u64) {
        if let Some(lane) = wires.roots.waiting(self.turn) {
            self.turn = (lane + 1) % wires.roots.lanes.len();
            let roots = wires.roots.lanes[lane].take();
            if let (Some(roots), Some(registers)) = (roots, wires.registers.of(lane)) {
                let enclosures = [
                    enclose(&registers.a_to_b, &roots[0], registers.margin_b),
                    enclose(&registers.b_to_a, &roots[1], registers.margin_a),
                ];
                self.enter(now, Job::Roots { lane, enclosures }, ENCLOSURES);
                self.jobs[0] += 1;
            }
        } else if let Some(mut polygons) = wires.fetched.take() {
            let mut operations = [0; 3];
            if let Some(corners) = &mut polygons.corners
                && let Some(registers) = wires.registers.of(polygons.leaf.lane)
            {
                corners[1] = corners[1].map(|p| place(&registers.b_to_a, p));
                operations = TRIANGLE;
                self.jobs[1] += 1;
            }
            self.enter(now, Job::Triangle(Box::new(polygons)), operations);
        }
    }

    fn enter(&mut self, now: u64, job: Job, [products, sums, chain]: [u64; 3]) {
        let busy = products.div_ceil(self.pipelines[0]).max(sums.div_ceil(self.pipelines[1]));
        let depth = if products > 0 { self.latency[0] + chain * self.latency[1] } else { 0 };
        self.free = now + busy.max(1);
        // In order: a short job waits for a long one before it.
        let before = self.inside.back().map_or(0, |i| i.0);
        self.inside.push_back(((self.free + depth).max(before), job));
        self.operations[0] += products;
        self.operations[1] += sums;
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("transformation", out);
        let mut put = |name: &str, value: u64, unit, sentence| {
            out.put(&format!("transformation.{name}"), value as f64, unit, sentence);
        };
        put("products", self.operations[0], Unit::Operations, "Products of the matrix.");
        put("sums", self.operations[1], Unit::Operations, "Sums of the matrix.");
        put("roots", self.jobs[0], Unit::Count, "Pairs of roots enclosed.");
        put("triangles", self.jobs[1], Unit::Count, "Triangles moved.");
    }
}
