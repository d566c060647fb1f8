//! On-board memory: one port, answers in order. Objects and spilled stack entries live here.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::messages::{ANSWER_BYTES, Data, Entry, Object, RemoteRead, Response, Source, What};
use super::unit::{Cycles, Wake, sooner};
use super::wires::Wires;
use crate::description::Description;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "The memory port has nothing to move."),
    ("busy", "The memory port moves words."),
    ("blocked", "An answer waits for room in the requester's queue."),
];

/// An object's bytes as they lie in memory: header, node records, indices, points.
#[derive(Debug)]
pub(crate) struct Image {
    pub bytes: Vec<u8>,
    pub indices: usize,
    pub points: usize,
}

#[derive(Debug)]
pub(crate) struct Memory {
    pub objects: BTreeMap<Object, Arc<Image>>,
    word: usize,
    cycles_per_word: u64,
    latency: u64,
    turn: usize,
    /// When the port is free again.
    busy_until: u64,
    in_flight: VecDeque<(u64, usize, Response)>,
    spilled: Vec<Vec<Option<Entry>>>,
    lanes: usize,
    /// Bytes asked for, and of whole words moved, by source.
    asked: [u64; Source::COUNT],
    moved: [u64; Source::COUNT],
    remote: [u64; Source::COUNT],
    requests: [u64; Source::COUNT],
    pub cycles: Cycles,
}

impl Memory {
    pub fn new(d: &Description) -> Self {
        Self {
            objects: BTreeMap::new(),
            word: d.memory.word_bytes as usize,
            cycles_per_word: d.memory.cycles_per_word.into(),
            latency: d.memory.latency.into(),
            turn: 0,
            busy_until: 0,
            in_flight: VecDeque::new(),
            spilled: vec![Vec::new(); d.lanes as usize],
            lanes: d.lanes as usize,
            asked: [0; Source::COUNT],
            moved: [0; Source::COUNT],
            remote: [0; Source::COUNT],
            requests: [0; Source::COUNT],
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        let blocked = self.answer(wires, now);
        self.pass_remote_answer(wires);
        if now >= self.busy_until {
            self.accept(wires, now);
        }
        self.cycles.is(if now < self.busy_until { 1 } else { usize::from(blocked) * 2 });
        let first = self.in_flight.front().map(|c| c.0).filter(|&at| at > now);
        sooner(first, Some(self.busy_until).filter(|&at| at > now))
    }

    fn answer(&mut self, wires: &mut Wires, now: u64) -> bool {
        let Some(&(at, client, response)) = self.in_flight.front() else { return false };
        if at > now {
            return false;
        }
        let refused = wires.responses.lanes[client].offer(response).is_err();
        if !refused {
            self.in_flight.pop_front();
        }
        refused
    }

    fn pass_remote_answer(&mut self, wires: &mut Wires) {
        let Some(read) = wires.remote_answers.front() else { return };
        let (client, response) = (read.client, read.response);
        if wires.responses.lanes[client].offer(response).is_ok() {
            wires.remote_answers.take();
        }
    }

    fn accept(&mut self, wires: &mut Wires, now: u64) {
        let Some(client) = wires.requests.waiting(self.turn) else { return };
        let Some(&request) = wires.requests.lanes[client].front() else { return };
        let (what, source) = (request.what, request.source as usize);
        let len = what.len();
        if request.remote {
            let data = self.data(client, &what);
            let response = Response { tag: request.tag, data };
            if wires.remote_reads.offer(RemoteRead { client, len, response }).is_err() {
                return;
            }
            self.remote[source] += len as u64;
        } else {
            let words = self.words(client, &what);
            self.moved[source] += (words * self.word) as u64;
            self.busy_until = now + words as u64 * self.cycles_per_word;
            let data = self.data(client, &what);
            if !matches!(what, What::Write { .. }) {
                let response = Response { tag: request.tag, data };
                self.in_flight.push_back((self.busy_until + self.latency, client, response));
            }
            wires.trace.note(now, || {
                (
                    "memory".into(),
                    format!(
                        "{:?}: {len} bytes in {words} words, there at {}",
                        request.source,
                        self.busy_until + self.latency
                    ),
                )
            });
        }
        wires.requests.lanes[client].take();
        self.turn = (client + 1) % wires.requests.lanes.len();
        self.asked[source] += len as u64;
        self.requests[source] += 1;
    }

    /// Aligned words that hold the bytes.
    fn words(&self, client: usize, what: &What) -> usize {
        let (from, len) = match *what {
            // Every object begins at a word of its own.
            What::Read { offset, len, .. } => (offset, len),
            What::Write { slot, len, .. } | What::ReadBack { slot, len } => (slot * len, len),
        };
        debug_assert!(client < 2 * self.lanes + 1);
        (from + len - 1) / self.word - from / self.word + 1
    }

    fn data(&mut self, client: usize, what: &What) -> Data {
        let mut bytes = [0; ANSWER_BYTES];
        match *what {
            What::Read { object, offset, len } => {
                if let Some(image) = self.objects.get(&object) {
                    bytes[..len].copy_from_slice(&image.bytes[offset..offset + len]);
                }
            }
            What::Write { slot, entry, .. } => {
                let spilled = &mut self.spilled[client - self.lanes];
                if spilled.len() <= slot {
                    spilled.resize(slot + 1, None);
                }
                spilled[slot] = Some(entry);
            }
            What::ReadBack { slot, .. } => {
                if let Some(entry) = self.spilled[client - self.lanes][slot].take() {
                    return Data::Entry(entry);
                }
            }
        }
        Data::Bytes(bytes)
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("memory", out);
        let sources = ["headers", "nodes", "indices", "points", "spill_out", "spill_in"];
        for (i, source) in sources.into_iter().enumerate() {
            let mut put = |what: &str, value: u64, unit, sentence| {
                out.put(&format!("memory.{source}.{what}"), value as f64, unit, sentence);
            };
            put("requests", self.requests[i], Unit::Count, "Requests of this source.");
            put("bytes", self.asked[i], Unit::Bytes, "Bytes asked for by this source.");
            put("moved", self.moved[i], Unit::Bytes, "Bytes of whole words moved for it on board.");
            put("remote", self.remote[i], Unit::Bytes, "Bytes read for it in the host's memory.");
        }
    }
}
