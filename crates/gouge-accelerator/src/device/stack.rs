//! A lane's stack: so many entries on chip, the oldest spilled to memory when it is full.

use std::collections::VecDeque;

use super::messages::{Data, Entry, Request, Source, StackOrder, What};
use super::unit::{Cycles, Wake};
use super::wires::{Client, Wires};
use crate::boxtree::Encoding;
use crate::description::Description;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "The stack has no order."),
    ("working", "The stack takes or gives an entry on chip."),
    ("spilling", "The stack waits for memory."),
    ("blocked", "The stack holds an entry that its lane has not taken."),
];

#[derive(Debug)]
pub(crate) struct Stack {
    lane: usize,
    client: usize,
    limit: usize,
    encoding: Encoding,
    one_direction: bool,
    on_chip: VecDeque<Entry>,
    spilled: usize,
    fetching: bool,
    /// An entry that came back and has not been taken over.
    back: Option<Entry>,
    highest: usize,
    spills: u64,
    pushes: u64,
    pops: u64,
    pub cycles: Cycles,
}

impl Stack {
    pub fn new(d: &Description, lane: usize) -> Self {
        Self {
            lane,
            client: Client::Stack(lane).index(d.lanes as usize),
            limit: d.stack.entries as usize,
            encoding: d.encoding,
            one_direction: false,
            on_chip: VecDeque::new(),
            spilled: 0,
            fetching: false,
            back: None,
            highest: 0,
            spills: 0,
            pushes: 0,
            pops: 0,
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, _now: u64) -> Wake {
        if let Some(response) = wires.responses.lanes[self.client].take() {
            self.fetching = false;
            if let Data::Entry(entry) = response.data {
                self.back = Some(entry);
            }
        }
        let state = match wires.stack_orders.lanes[self.lane].front() {
            None => 0,
            Some(&StackOrder::Push(entry)) => self.push(wires, entry),
            Some(StackOrder::Pop) => self.pop(wires),
            Some(&StackOrder::Begin { one_direction }) => {
                self.one_direction = one_direction;
                self.on_chip.clear();
                self.spilled = 0;
                self.done(wires)
            }
        };
        self.cycles.is(state);
        None
    }

    fn done(&self, wires: &mut Wires) -> usize {
        wires.stack_orders.lanes[self.lane].take();
        1
    }

    fn request(&self, what: What, source: Source) -> Request {
        Request { source, tag: 0, remote: false, what }
    }

    fn entry_bytes(&self) -> usize {
        Entry::bytes(self.one_direction, self.encoding)
    }

    fn push(&mut self, wires: &mut Wires, entry: Entry) -> usize {
        if self.on_chip.len() >= self.limit {
            let Some(&oldest) = self.on_chip.front() else { return 0 };
            let len = self.entry_bytes();
            let what = What::Write { slot: self.spilled, len, entry: oldest };
            let request = self.request(what, Source::SpillOut);
            if wires.requests.lanes[self.client].offer(request).is_err() {
                return 2;
            }
            self.on_chip.pop_front();
            self.spilled += 1;
            self.spills += 1;
        }
        self.on_chip.push_back(entry);
        self.pushes += 1;
        self.highest = self.highest.max(self.on_chip.len() + self.spilled);
        self.done(wires)
    }

    fn pop(&mut self, wires: &mut Wires) -> usize {
        let out = &mut wires.popped.lanes[self.lane];
        if !out.has_room() {
            return 3;
        }
        let entry = self.back.take().or_else(|| self.on_chip.pop_back());
        if entry.is_none() && self.fetching {
            return 2;
        }
        if entry.is_none() && self.spilled > 0 {
            let what = What::ReadBack { slot: self.spilled - 1, len: self.entry_bytes() };
            let request = self.request(what, Source::SpillIn);
            if wires.requests.lanes[self.client].offer(request).is_ok() {
                self.spilled -= 1;
                self.fetching = true;
            }
            return 2;
        }
        if out.offer(entry).is_ok() {
            self.pops += u64::from(entry.is_some());
        }
        self.done(wires)
    }

    pub fn report(&self, out: &mut Statistics) {
        let unit = format!("lane{}.stack", self.lane);
        self.cycles.report(&unit, out);
        let mut put = |name: &str, value: u64, sentence| {
            out.put(&format!("{unit}.{name}"), value as f64, Unit::Entries, sentence);
        };
        put("pushed", self.pushes, "Entries pushed.");
        put("popped", self.pops, "Entries popped.");
        put("spilled", self.spills, "Entries that went through memory.");
        let (name, highest) = (format!("{unit}.highest"), self.highest as f64);
        let sentence = "Most entries held, spilled ones included.";
        out.put_greatest(&name, highest, Unit::Entries, sentence);
    }
}
