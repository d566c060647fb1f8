//! Leaf pairs to corners: polygon to indices, indices to points, several pairs at once, handed
//! on in order.

use std::collections::VecDeque;

use super::memory::Image;
use super::messages::{Data, Leaf, Object, Polygons, Request, Source, What};
use super::unit::{Cycles, Wake};
use super::wires::{Client, Wires};
use crate::description::Description;
use crate::geometry::{Point, Triangle};
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "No leaf pair waits for its corners."),
    ("busy", "Corners are on their way."),
    ("blocked", "A leaf pair with its corners was not taken."),
];

/// Bytes of three indices, and of a point.
const TRIPLE: usize = 12;

/// Reads of a pair: two triples of indices, then six points.
const READS: usize = 8;

#[derive(Debug)]
struct Slot {
    leaf: Leaf,
    /// Which reads were sent, and what came.
    sent: usize,
    indices: [Option<[u32; 3]>; 2],
    points: [[Option<Point>; 3]; 2],
}

impl Slot {
    /// The leaf pair with what was asked for, once it is all there.
    fn complete(&self) -> Option<Polygons> {
        let leaf = self.leaf;
        if leaf.polygons.is_none() || leaf.mode.candidates {
            return Some(Polygons { leaf, corners: None });
        }
        let triangle = |points: &[Option<Point>; 3]| -> Option<Triangle> {
            Some([points[0]?, points[1]?, points[2]?])
        };
        let corners = [triangle(&self.points[0])?, triangle(&self.points[1])?];
        Some(Polygons { leaf, corners: Some(corners) })
    }

    /// The next read, if what it needs is there: object, region, element.
    fn next(&self) -> Option<(usize, Source, u32)> {
        let polygons = self.leaf.polygons.filter(|_| !self.leaf.mode.candidates)?;
        match self.sent {
            which @ 0..2 => Some((which, Source::Indices, polygons[which])),
            read @ 2..READS => {
                let (which, corner) = ((read - 2) / 3, (read - 2) % 3);
                Some((which, Source::Points, self.indices[which]?[corner]))
            }
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Corners {
    client: usize,
    turn: usize,
    most: usize,
    slots: VecDeque<Slot>,
    /// The number of the first slot, so that answers find theirs.
    first: u32,
    pairs: u64,
    pub cycles: Cycles,
}

impl Corners {
    pub fn new(d: &Description) -> Self {
        Self {
            client: Client::Polygons.index(d.lanes as usize),
            turn: 0,
            most: d.polygon.fetches as usize,
            slots: VecDeque::new(),
            first: 0,
            pairs: 0,
            cycles: Cycles::new(STATES),
        }
    }

    /// `layout(object)` tells where an object's indices and points begin.
    pub fn tick<'a>(
        &mut self,
        wires: &mut Wires,
        _now: u64,
        layout: impl Fn(Object) -> Option<&'a Image>,
    ) -> Wake {
        self.receive(wires);
        let mut blocked = false;
        if let Some(polygons) = self.slots.front().and_then(Slot::complete) {
            blocked = wires.fetched.offer(polygons).is_err();
            if !blocked {
                self.slots.pop_front();
                self.first = self.first.wrapping_add(1);
            }
        }
        self.send(wires, layout);
        self.accept(wires);
        self.cycles.is(match () {
            () if blocked => 2,
            () => usize::from(!self.slots.is_empty()),
        });
        None
    }

    fn receive(&mut self, wires: &mut Wires) {
        let Some(response) = wires.responses.lanes[self.client].take() else { return };
        let Data::Bytes(bytes) = response.data else { return };
        let (number, read) = (response.tag >> 3, (response.tag & 7) as usize);
        let at = number.wrapping_sub(self.first & SLOTS) & SLOTS;
        let Some(slot) = self.slots.get_mut(at as usize) else { return };
        let word = |i: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| bytes[4 * i + k]));
        if read < 2 {
            slot.indices[read] = Some([0, 1, 2].map(word));
        } else {
            let point = [0, 1, 2].map(|i| f32::from_bits(word(i)));
            slot.points[(read - 2) / 3][(read - 2) % 3] = Some(point);
        }
    }

    /// Sends the oldest read that can be sent: one a cycle.
    fn send<'a>(&mut self, wires: &mut Wires, layout: impl Fn(Object) -> Option<&'a Image>) {
        for (i, slot) in self.slots.iter_mut().enumerate() {
            let Some((which, source, element)) = slot.next() else { continue };
            let object = slot.leaf.objects[which];
            let begin = layout(object).map_or(0, |image| match source {
                Source::Indices => image.indices,
                _ => image.points,
            });
            let number = self.first.wrapping_add(i as u32) & SLOTS;
            let offset = begin + element as usize * TRIPLE;
            let request = Request {
                source,
                tag: number << 3 | slot.sent as u32,
                remote: slot.leaf.remote[which],
                what: What::Read { object, offset, len: TRIPLE },
            };
            slot.sent += usize::from(wires.requests.lanes[self.client].offer(request).is_ok());
            return;
        }
    }

    fn accept(&mut self, wires: &mut Wires) {
        if self.slots.len() >= self.most {
            return;
        }
        let Some(lane) = wires.leaves.waiting(self.turn) else { return };
        self.turn = (lane + 1) % wires.leaves.lanes.len();
        if let Some(leaf) = wires.leaves.lanes[lane].take() {
            self.pairs += u64::from(leaf.polygons.is_some());
            let (indices, points) = ([None; 2], [[None; 3]; 2]);
            self.slots.push_back(Slot { leaf, sent: 0, indices, points });
        }
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("corners", out);
        let sentence = "Leaf pairs taken from the lanes.";
        out.put("corners.pairs", self.pairs as f64, Unit::Count, sentence);
    }
}

/// Slots are numbered in so many bits.
const SLOTS: u32 = (1 << 29) - 1;
