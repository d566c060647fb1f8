//! The calculating unit: pipelines that multiply, add and compare, fed with recursion steps.
//!
//! Steps of all lanes share the pipelines. Of the steps inside, the oldest issues first; an
//! operation issues when the results it needs are there and a pipeline of its kind is free
//! this cycle. With 12, 16 and 20 pipelines a step enters every cycle.

use std::collections::VecDeque;

use super::dataflow::{Dataflow, Kind, step};
use super::messages::Answer;
use super::unit::{Cycles, Wake};
use super::wires::Wires;
use crate::description::Description;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "The calculating unit holds no step."),
    ("issuing", "The calculating unit begins at least one operation."),
    ("waiting", "The calculating unit waits for results of its own pipelines."),
    ("blocked", "The calculating unit holds answers that no lane has taken."),
];

#[derive(Debug)]
pub(crate) struct Calculating {
    pipelines: [u32; 3],
    latency: [u64; 3],
    turn: usize,
    inside: VecDeque<Inside>,
    issued: [u64; 3],
    retired: [u64; 3],
    steps: u64,
    full_steps: u64,
    /// Most operations of each kind in one step.
    most: [u64; 3],
    pub cycles: Cycles,
}

/// A step in the pipelines.
#[derive(Debug)]
struct Inside {
    lane: usize,
    answer: Answer,
    flow: Dataflow,
    /// When the result of each operation is there; `None` until it has issued.
    ready: Vec<Option<u64>>,
    left: usize,
    /// When the last result is there, once all have issued.
    done: u64,
}

impl Calculating {
    pub fn new(d: &Description) -> Self {
        let c = &d.calculating;
        Self {
            pipelines: [c.multipliers, c.adders, c.comparators],
            latency: [c.multiply_latency, c.add_latency, c.compare_latency].map(u64::from),
            turn: 0,
            inside: VecDeque::new(),
            issued: [0; 3],
            retired: [0; 3],
            steps: 0,
            full_steps: 0,
            most: [0; 3],
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        let blocked = self.answer(wires, now);
        self.accept(wires, now);
        let begun = self.issue(now);
        self.cycles.is(match () {
            () if begun => 1,
            () if self.inside.is_empty() => 0,
            () if blocked => 3,
            () => 2,
        });
        if begun {
            return Some(now + 1);
        }
        // Nothing could begin: the next result to come is what everything waits for.
        let results = self.inside.iter().flat_map(|i| i.ready.iter().flatten());
        results.copied().filter(|&at| at > now).min()
    }

    /// Hands over what is done, in the order in which it came; whether that was refused.
    fn answer(&mut self, wires: &mut Wires, now: u64) -> bool {
        while let Some(first) = self.inside.front() {
            if first.left > 0 || first.done > now {
                return false;
            }
            if !wires.answers.lanes[first.lane].has_room() {
                return true;
            }
            if let Some(done) = self.inside.pop_front() {
                for operation in &done.flow.operations {
                    self.retired[operation.kind as usize] += 1;
                }
                // The room was there a moment ago.
                let _ = wires.answers.lanes[done.lane].offer(done.answer);
            }
        }
        false
    }

    /// Takes one step in, if it could begin at once.
    fn accept(&mut self, wires: &mut Wires, now: u64) {
        // Steps that have not begun all of their operations would only queue up inside.
        if self.inside.iter().filter(|i| i.left > 0).count() >= self.depth() {
            return;
        }
        let Some(lane) = wires.steps.waiting(self.turn) else { return };
        self.turn = (lane + 1) % wires.steps.lanes.len();
        let job = wires.steps.lanes[lane].take();
        let (Some(job), Some(registers)) = (job, wires.registers.of(lane)) else { return };
        let (answer, flow) = step(&job, registers);
        let mut count = [0; 3];
        for operation in &flow.operations {
            count[operation.kind as usize] += 1;
        }
        for (most, count) in self.most.iter_mut().zip(count) {
            *most = count.max(*most);
        }
        self.steps += 1;
        self.full_steps += u64::from(count == super::dataflow::MOST.map(|n| n as u64));
        wires.trace.note(now, || {
            (
                format!("calculate lane {lane}"),
                format!(
                    "step enters: {} products, {} sums, {} comparisons",
                    count[0], count[1], count[2]
                ),
            )
        });
        let left = flow.operations.len();
        let ready = vec![None; left];
        self.inside.push_back(Inside { lane, answer, flow, ready, left, done: now });
    }

    /// As many steps as the pipelines are deep.
    fn depth(&self) -> usize {
        self.latency.iter().sum::<u64>() as usize
    }

    fn issue(&mut self, now: u64) -> bool {
        let mut free = self.pipelines;
        let mut begun = false;
        for inside in self.inside.iter_mut().filter(|i| i.left > 0) {
            for (at, operation) in inside.flow.operations.iter().enumerate() {
                let kind = operation.kind as usize;
                if free[kind] == 0 || inside.ready[at].is_some() {
                    continue;
                }
                let there = |by: &Option<u8>| match by {
                    Some(by) => inside.ready[usize::from(*by)].is_some_and(|t| t <= now),
                    None => true,
                };
                if operation.after.iter().all(there) {
                    free[kind] -= 1;
                    self.issued[kind] += 1;
                    let done = now + self.latency[kind];
                    inside.ready[at] = Some(done);
                    inside.left -= 1;
                    inside.done = inside.done.max(done);
                    begun = true;
                }
            }
            if free == [0; 3] {
                break;
            }
        }
        begun
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("calculate", out);
        let kinds = [Kind::Multiply, Kind::Add, Kind::Compare];
        for (kind, noun) in kinds.into_iter().zip(["products", "sums", "comparisons"]) {
            let k = kind as usize;
            let name = format!("calculate.{noun}");
            out.put(&name, self.issued[k] as f64, Unit::Operations, "Operations begun.");
            let name = format!("calculate.{noun}_retired");
            out.put(&name, self.retired[k] as f64, Unit::Operations, "Operations answered for.");
            let name = format!("calculate.{noun}_most");
            let sentence = "Most operations of this kind in one step.";
            out.put_greatest(&name, self.most[k] as f64, Unit::Operations, sentence);
        }
        out.put(
            "calculate.steps",
            self.steps as f64,
            Unit::Count,
            "Steps computed, roots included.",
        );
        let sentence = "Steps of two nodes with two children each, in both directions.";
        out.put("calculate.full_steps", self.full_steps as f64, Unit::Count, sentence);
    }
}
