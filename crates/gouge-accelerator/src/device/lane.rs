//! Control logic of one lane: the simultaneous traversal of two trees, depth first.
//!
//! Roots are enclosed and compared; then, pair by pair: read what is below, compute a step, push
//! all survivors except the first and continue with that one. Leaf pairs go to the polygon unit.
//! When nothing survives, the stack has the next pair.

use super::messages::{
    Answer, Data, Entry, Leaf, Pair, Request, Source, StackOrder, Start, Step, What,
};
use super::unit::{Cycles, Wake};
use super::wires::{Client, Wires};
use crate::boxtree::{Encoding, HEADER_BYTES, NodeRef, Record, read_header};
use crate::description::Description;
use crate::geometry::Bounds;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "The lane has no check."),
    ("headers", "The lane reads the headers of both objects."),
    ("enclosing", "The lane waits for the roots' enclosures."),
    ("reading", "The lane waits for node records."),
    ("computing", "The lane waits for the calculating unit."),
    ("pushing", "The lane pushes survivors."),
    ("popping", "The lane waits for its stack."),
    ("handing_over", "The lane hands a leaf pair, or the end, to the polygon unit."),
];

/// What the lane does next.
#[derive(Debug)]
enum State {
    Idle,
    Headers { sent: usize, read: [Option<(Bounds, NodeRef)>; 2] },
    Enclose { roots: [(Bounds, NodeRef); 2], sent: bool },
    Roots { entry: Entry, sent: bool },
    Read { entry: Entry, records: [Option<Record>; 2], sent: [bool; 2] },
    Compute { entry: Entry, records: [Record; 2], sent: bool },
    Push { next: usize },
    Pop { sent: bool },
    Leaf { polygons: [u32; 2] },
    End,
}

#[derive(Debug)]
pub(crate) struct Lane {
    index: usize,
    encoding: Encoding,
    start: Option<Start>,
    state: State,
    /// Of the last step, in the order in which they are to be visited.
    survivors: Vec<Entry>,
    stopping: bool,
    pairs: u64,
    leaf_pairs: u64,
    checks: u64,
    pub cycles: Cycles,
}

impl Lane {
    pub fn new(d: &Description, index: usize) -> Self {
        Self {
            index,
            encoding: d.encoding,
            start: None,
            state: State::Idle,
            survivors: Vec::new(),
            stopping: false,
            pairs: 0,
            leaf_pairs: 0,
            checks: 0,
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        if let Some(check) = wires.stops.lanes[self.index].take() {
            self.stopping |= self.start.is_some_and(|s| s.order.check == check);
        }
        if self.start.is_none() {
            self.begin(wires, now);
        }
        let Some(start) = self.start else {
            self.cycles.is(0);
            return None;
        };
        let state = std::mem::replace(&mut self.state, State::Idle);
        let before = std::mem::discriminant(&state);
        self.state = self.advance(state, &start, wires, now);
        self.cycles.is(self.shown());
        // A new state acts in the next cycle, whether or not anything moved in this one.
        (std::mem::discriminant(&self.state) != before).then_some(now + 1)
    }

    fn begin(&mut self, wires: &mut Wires, now: u64) {
        let orders = &mut wires.stack_orders.lanes[self.index];
        if !orders.has_room() {
            return;
        }
        let Some(start) = wires.starts.lanes[self.index].take() else { return };
        let one_direction = start.order.mode.one_direction;
        // The room was there a moment ago.
        let _ = orders.offer(StackOrder::Begin { one_direction });
        wires.trace.note(now, || {
            (format!("lane {}", self.index), format!("check {} begins", start.order.check))
        });
        (self.start, self.stopping) = (Some(start), false);
        self.checks += 1;
        self.state = State::Headers { sent: 0, read: [None; 2] };
    }

    fn shown(&self) -> usize {
        match self.state {
            State::Idle => 0,
            State::Headers { .. } => 1,
            State::Enclose { .. } => 2,
            State::Read { .. } => 3,
            State::Roots { .. } | State::Compute { .. } => 4,
            State::Push { .. } => 5,
            State::Pop { .. } => 6,
            State::Leaf { .. } | State::End => 7,
        }
    }

    /// One cycle: the state after this one.
    fn advance(&mut self, state: State, start: &Start, wires: &mut Wires, now: u64) -> State {
        match state {
            State::Headers { sent, read } => self.headers(sent, read, start, wires),
            State::Enclose { roots, sent } => self.enclose(roots, sent, wires),
            State::Roots { entry, sent } => self.roots(entry, sent, start, wires),
            State::Read { entry, records, sent } => {
                self.read(entry, records, sent, start, wires, now)
            }
            State::Compute { entry, records, sent } => {
                self.compute(entry, records, sent, start, wires, now)
            }
            State::Push { next } => {
                let order = StackOrder::Push(self.survivors[next]);
                let pushed = wires.stack_orders.lanes[self.index].offer(order).is_ok();
                match (pushed, next) {
                    (false, _) => State::Push { next },
                    (true, 1) => self.open(self.survivors[0]),
                    (true, _) => State::Push { next: next - 1 },
                }
            }
            State::Pop { sent } => self.pop(sent, wires),
            State::Leaf { polygons } => {
                if self.stopping {
                    return State::End;
                }
                match self.hand_over(Some(polygons), start, wires) {
                    true => {
                        self.leaf_pairs += 1;
                        State::Pop { sent: false }
                    }
                    false => State::Leaf { polygons },
                }
            }
            State::End => match self.hand_over(None, start, wires) {
                true => {
                    self.start = None;
                    State::Idle
                }
                false => State::End,
            },
            State::Idle => State::Idle,
        }
    }

    fn headers(
        &self,
        mut sent: usize,
        mut read: [Option<(Bounds, NodeRef)>; 2],
        start: &Start,
        wires: &mut Wires,
    ) -> State {
        let client = Client::Lane(self.index).index(wires.starts.lanes.len());
        if let Some(response) = wires.responses.lanes[client].take()
            && let Data::Bytes(bytes) = response.data
        {
            read[response.tag as usize] = Some(read_header(&bytes[..HEADER_BYTES]));
        }
        if sent < 2 {
            let object = start.order.objects[sent];
            let request = Request {
                source: Source::Headers,
                tag: sent as u32,
                remote: start.remote[sent],
                what: What::Read { object, offset: 0, len: HEADER_BYTES },
            };
            sent += usize::from(wires.requests.lanes[client].offer(request).is_ok());
        }
        match read {
            [Some(a), Some(b)] => State::Enclose { roots: [a, b], sent: false },
            _ => State::Headers { sent, read },
        }
    }

    fn enclose(&self, roots: [(Bounds, NodeRef); 2], sent: bool, wires: &mut Wires) -> State {
        let own = [roots[0].0, roots[1].0];
        if !sent {
            let sent = wires.roots.lanes[self.index].offer(own).is_ok();
            return State::Enclose { roots, sent };
        }
        match wires.enclosures.lanes[self.index].take() {
            Some(enclosure) => {
                let entry =
                    Entry { nodes: [roots[0].1, roots[1].1], pair: Pair { own, enclosure } };
                State::Roots { entry, sent: false }
            }
            None => State::Enclose { roots, sent },
        }
    }

    fn roots(&mut self, entry: Entry, sent: bool, start: &Start, wires: &mut Wires) -> State {
        if !sent {
            let one_direction = start.order.mode.one_direction;
            let step = Step { entry, children: [None; 2], one_direction };
            let sent = wires.steps.lanes[self.index].offer(step).is_ok();
            return State::Roots { entry, sent };
        }
        match wires.answers.lanes[self.index].take() {
            Some(Answer::Roots(overlap)) => {
                self.pairs += 1;
                if overlap { self.open(entry) } else { State::End }
            }
            _ => State::Roots { entry, sent },
        }
    }

    /// Goes down into a pair of nodes.
    fn open(&self, entry: Entry) -> State {
        let known = |node: NodeRef| match self.encoding.locate(node) {
            Some(_) => None,
            None => Some(Record::Leaf { polygon: node.link }),
        };
        let records = entry.nodes.map(known);
        match records {
            [Some(Record::Leaf { polygon: p }), Some(Record::Leaf { polygon: q })] => {
                State::Leaf { polygons: [p, q] }
            }
            _ => State::Read { entry, records, sent: records.map(|r| r.is_some()) },
        }
    }

    fn read(
        &self,
        entry: Entry,
        mut records: [Option<Record>; 2],
        mut sent: [bool; 2],
        start: &Start,
        wires: &mut Wires,
        now: u64,
    ) -> State {
        let client = Client::Lane(self.index).index(wires.starts.lanes.len());
        let waiting = (0..2).any(|i| sent[i] && records[i].is_none());
        if self.stopping && !waiting {
            return State::End;
        }
        let place = |i: usize| self.encoding.locate(entry.nodes[i]);
        if let Some(response) = wires.responses.lanes[client].take()
            && let Data::Bytes(bytes) = response.data
        {
            let which = response.tag as usize;
            let len = place(which).map_or(0, |(_, len)| len);
            records[which] = Some(self.encoding.read(&bytes[..len]));
        }
        if let Some(i) = (0..2).find(|&i| !sent[i])
            && let Some((offset, len)) = place(i)
        {
            let object = start.order.objects[i];
            let request = Request {
                source: Source::Nodes,
                tag: i as u32,
                remote: start.remote[i],
                what: What::Read { object, offset: HEADER_BYTES + offset, len },
            };
            sent[i] = wires.requests.lanes[client].offer(request).is_ok();
        }
        match records {
            [Some(Record::Leaf { polygon: p }), Some(Record::Leaf { polygon: q })] => {
                wires.trace.note(now, || {
                    (format!("lane {}", self.index), format!("polygons {p} and {q}"))
                });
                State::Leaf { polygons: [p, q] }
            }
            [Some(a), Some(b)] => State::Compute { entry, records: [a, b], sent: false },
            _ => State::Read { entry, records, sent },
        }
    }

    fn compute(
        &mut self,
        entry: Entry,
        records: [Record; 2],
        sent: bool,
        start: &Start,
        wires: &mut Wires,
        now: u64,
    ) -> State {
        if !sent {
            let children = records.map(|record| match record {
                Record::Inner(children) => Some(children),
                Record::Leaf { .. } => None,
            });
            let one_direction = start.order.mode.one_direction;
            let step = Step { entry, children, one_direction };
            let sent = wires.steps.lanes[self.index].offer(step).is_ok();
            return State::Compute { entry, records, sent };
        }
        let answer = wires.answers.lanes[self.index].take();
        let Some(Answer::Survivors(survivors)) = answer else {
            return State::Compute { entry, records, sent };
        };
        let below = |record: &Record| match record {
            Record::Inner(children) => children.nodes.iter().flatten().count() as u64,
            Record::Leaf { .. } => 1,
        };
        self.pairs += below(&records[0]) * below(&records[1]);
        self.survivors = survivors;
        let count = self.survivors.len();
        wires.trace.note(now, || {
            (format!("lane {}", self.index), format!("pairs below that overlap: {count}"))
        });
        match count {
            _ if self.stopping => State::End,
            0 => State::Pop { sent: false },
            1 => self.open(self.survivors[0]),
            _ => State::Push { next: count - 1 },
        }
    }

    fn pop(&self, sent: bool, wires: &mut Wires) -> State {
        if !sent {
            if self.stopping {
                return State::End;
            }
            let sent = wires.stack_orders.lanes[self.index].offer(StackOrder::Pop).is_ok();
            return State::Pop { sent };
        }
        match wires.popped.lanes[self.index].take() {
            Some(Some(entry)) => self.open(entry),
            Some(None) => State::End,
            None => State::Pop { sent },
        }
    }

    fn hand_over(&self, polygons: Option<[u32; 2]>, start: &Start, wires: &mut Wires) -> bool {
        let leaf = Leaf {
            lane: self.index,
            check: start.order.check,
            objects: start.order.objects,
            remote: start.remote,
            mode: start.order.mode,
            polygons,
        };
        wires.leaves.lanes[self.index].offer(leaf).is_ok()
    }

    pub fn report(&self, out: &mut Statistics) {
        let unit = format!("lane{}", self.index);
        self.cycles.report(&unit, out);
        let mut put = |name: &str, value: u64, sentence| {
            out.put(&format!("{unit}.{name}"), value as f64, Unit::Count, sentence);
        };
        put("checks", self.checks, "Checks begun.");
        put("pairs", self.pairs, "Pairs of nodes compared, roots included.");
        put("leaf_pairs", self.leaf_pairs, "Pairs of leaves handed to the polygon unit.");
    }
}
