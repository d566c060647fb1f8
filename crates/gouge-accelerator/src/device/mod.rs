//! The device: its units, wired by queues, ticked together.

mod calculate;
mod control;
mod corners;
mod dataflow;
mod fifo;
mod host;
mod lane;
mod memory;
mod messages;
mod polygon;
mod queue;
mod registers;
mod stack;
mod swap;
mod transform;
mod unit;
mod wires;

use std::sync::Arc;

pub(crate) use memory::Image;
pub(crate) use messages::{CheckNumber, Command, Found, Object, Order};

use crate::description::Description;
use crate::statistics::{Statistics, Unit};
use crate::trace::Wave;
use calculate::Calculating;
use control::Control;
use corners::Corners;
use fifo::Fifo;
use host::Host;
use lane::Lane;
use memory::Memory;
use polygon::PolygonUnit;
use stack::Stack;
use swap::Swap;
use transform::Transformation;
use unit::{Cycles, Wake, sooner};
use wires::Wires;

/// What no hardware could do as well.
const IDEALISED: &[&str] = &[
    "memory: objects are packed without loss, and moving them up costs nothing",
    "memory: every word takes the same time; no rows, banks or refresh",
    "bus: no packet headers; a transfer of any length runs at full bandwidth",
    "stack: a spilled entry is written as one burst from a buffer that never fills",
    "polygon: one pipeline that tests every axis, of the latency stated, not made of operations",
    "transformation: jobs overlap perfectly in its pipelines",
    "host: building the tree, and computing the inverse matrix and the margins, take no time",
];

/// A card in a slot.
#[derive(Debug)]
pub(crate) struct Device {
    pub description: Description,
    now: u64,
    wires: Wires,
    host: Host,
    control: Control,
    swap: Swap,
    memory: Memory,
    lanes: Vec<Lane>,
    stacks: Vec<Stack>,
    transformation: Transformation,
    calculating: Calculating,
    corners: Corners,
    polygon: PolygonUnit,
    fifo: Fifo,
    /// Units tick last to first: a test that the order does not matter.
    backwards: bool,
    /// Cycles in which nothing could change and which were therefore not simulated singly.
    skipped: u64,
}

/// The number of units beside lanes and stacks.
const SINGLE_UNITS: usize = 9;

impl Device {
    pub fn new(description: Description) -> Self {
        let d = &description;
        Self {
            now: 0,
            wires: Wires::new(d),
            host: Host::new(d),
            control: Control::new(d),
            swap: Swap::new(d),
            memory: Memory::new(d),
            lanes: (0..d.lanes as usize).map(|i| Lane::new(d, i)).collect(),
            stacks: (0..d.lanes as usize).map(|i| Stack::new(d, i)).collect(),
            transformation: Transformation::new(d),
            calculating: Calculating::new(d),
            corners: Corners::new(d),
            polygon: PolygonUnit::new(d),
            fifo: Fifo::new(d),
            backwards: false,
            skipped: 0,
            description,
        }
    }

    /// The cycle that comes next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Makes an object known; it is brought on board by a command.
    pub fn register(&mut self, object: Object, image: Image) {
        self.swap.register(object, image.bytes.len() as u64);
        self.memory.objects.insert(object, Arc::new(image));
    }

    /// Frees an object that no command in the device uses any more.
    pub fn forget(&mut self, object: Object) {
        self.swap.forget(object);
        self.memory.objects.remove(&object);
    }

    /// Puts a command into the host's memory, to be fetched from cycle `from` on.
    pub fn order(&mut self, from: u64, command: Command) {
        self.host.driver.push_back((from, command));
    }

    pub fn cancel(&mut self, check: CheckNumber) {
        self.host.cancel(check);
    }

    /// The next result in the host's memory, and when it came there.
    pub fn delivered(&mut self) -> Option<(u64, Found)> {
        self.host.delivered.pop_front()
    }

    pub fn record(&mut self) {
        self.wires.trace.notes = Some(Vec::new());
        self.wires.trace.wave = Some(Wave::default());
    }

    pub fn trace(&self) -> Option<(String, String)> {
        let trace = &self.wires.trace;
        let text = crate::trace::text(trace.notes.as_deref()?);
        Some((text, trace.wave.as_ref()?.finish(self.description.clock_mhz)))
    }

    #[cfg(test)]
    pub fn tick_backwards(&mut self) {
        self.backwards = true;
    }

    /// Simulates to cycle `until`, or until a result is delivered or nothing is left to do;
    /// returns whether something was left to do.
    pub fn run(&mut self, until: u64) -> bool {
        while self.now < until && self.host.delivered.is_empty() {
            let wake = self.tick();
            let moved = self.wires.commit();
            let next = if moved { Some(self.now + 1) } else { wake };
            let Some(next) = next else { return false };
            let cycles = next.clamp(self.now + 1, until.max(self.now + 1)) - self.now;
            self.pass(cycles);
        }
        true
    }

    /// Lets time go by in which the host works and the card has nothing to do.
    pub fn idle_until(&mut self, until: u64) {
        if until > self.now {
            self.pass(until - self.now);
        }
    }

    fn pass(&mut self, cycles: u64) {
        if self.wires.trace.wave.is_some() {
            let signals = self.signals();
            if let Some(wave) = &mut self.wires.trace.wave {
                wave.sample(self.now, signals);
            }
        }
        for spent in self.cycles_mut() {
            spent.pass(cycles);
        }
        self.skipped += cycles - 1;
        self.now += cycles;
    }

    fn tick(&mut self) -> Wake {
        let count = SINGLE_UNITS + 2 * self.lanes.len();
        (0..count)
            .map(|i| self.tick_unit(if self.backwards { count - 1 - i } else { i }))
            .fold(None, sooner)
    }

    fn tick_unit(&mut self, unit: usize) -> Wake {
        let (wires, now, lanes) = (&mut self.wires, self.now, self.lanes.len());
        match unit {
            0 => self.host.tick(wires, now),
            1 => self.control.tick(wires, now),
            2 => self.swap.tick(wires, now),
            3 => self.memory.tick(wires, now),
            4 => self.transformation.tick(wires, now),
            5 => self.calculating.tick(wires, now),
            6 => {
                let objects = &self.memory.objects;
                self.corners.tick(wires, now, |object| objects.get(&object).map(AsRef::as_ref))
            }
            7 => self.polygon.tick(wires, now),
            8 => self.fifo.tick(wires, now),
            i if i < SINGLE_UNITS + lanes => self.lanes[i - SINGLE_UNITS].tick(wires, now),
            i => self.stacks[i - SINGLE_UNITS - lanes].tick(wires, now),
        }
    }

    fn cycles_mut(&mut self) -> impl Iterator<Item = &mut Cycles> {
        [
            &mut self.host.cycles,
            &mut self.control.cycles,
            &mut self.swap.cycles,
            &mut self.memory.cycles,
            &mut self.transformation.cycles,
            &mut self.calculating.cycles,
            &mut self.corners.cycles,
            &mut self.polygon.cycles,
            &mut self.fifo.cycles,
        ]
        .into_iter()
        .chain(self.lanes.iter_mut().map(|l| &mut l.cycles))
        .chain(self.stacks.iter_mut().map(|s| &mut s.cycles))
    }

    fn units(&self) -> impl Iterator<Item = (String, &Cycles)> {
        let single: [(&str, &Cycles); SINGLE_UNITS] = [
            ("host", &self.host.cycles),
            ("control", &self.control.cycles),
            ("swap", &self.swap.cycles),
            ("memory", &self.memory.cycles),
            ("transformation", &self.transformation.cycles),
            ("calculate", &self.calculating.cycles),
            ("corners", &self.corners.cycles),
            ("polygon", &self.polygon.cycles),
            ("fifo", &self.fifo.cycles),
        ];
        let lanes = self.lanes.iter().enumerate().map(|(i, l)| (format!("lane{i}"), &l.cycles));
        let stacks = self.stacks.iter().enumerate();
        let stacks = stacks.map(|(i, s)| (format!("lane{i}.stack"), &s.cycles));
        single.into_iter().map(|(name, c)| (name.to_owned(), c)).chain(lanes).chain(stacks)
    }

    fn signals(&self) -> Vec<(String, &'static str, String, bool)> {
        let states =
            self.units().map(|(unit, cycles)| (unit, "state", cycles.state().to_owned(), true));
        let levels = self.wires.levels();
        let levels =
            levels.map(|(name, len, _)| ("queues".to_owned(), name, format!("{len:b}"), false));
        states.chain(levels).collect()
    }

    /// Every figure of every unit since the card was switched on.
    pub fn statistics(&self) -> Statistics {
        let mut out = Statistics {
            parameters: self.description.parameters(),
            list: Vec::new(),
            idealised: IDEALISED,
        };
        let seconds = self.now as f64 / (self.description.clock_mhz * 1e6);
        out.put("device.cycles", self.now as f64, Unit::Cycles, "Cycles since power-on.");
        out.put("device.seconds", seconds, Unit::Seconds, "The same at the stated clock.");
        let sentence = "Of these, cycles in which nothing could change.";
        out.put("device.still", self.skipped as f64, Unit::Cycles, sentence);
        self.host.report(&mut out);
        self.control.report(&mut out);
        self.swap.report(&mut out);
        self.memory.report(&mut out);
        self.transformation.report(&mut out);
        self.calculating.report(&mut out);
        self.corners.report(&mut out);
        self.polygon.report(&mut out);
        self.fifo.report(&mut out);
        self.lanes.iter().for_each(|lane| lane.report(&mut out));
        self.stacks.iter().for_each(|stack| stack.report(&mut out));
        for (name, _, peak) in self.wires.levels() {
            let name = format!("queue.{name}.peak");
            out.put_greatest(&name, peak as f64, Unit::Entries, "Most entries in this queue.");
        }
        out
    }
}
