//! Which objects are on board: brought in when a check needs them, least recently used ones
//! put out when there is no room.
//!
//! Objects never change on board and the host keeps what it sent, so putting one out moves
//! nothing. Two objects that do not fit together leave the second with the host: it is read
//! there, record by record.

use std::collections::BTreeMap;

use super::messages::{Granted, Object, Transfer, Wanted};
use super::unit::{Cycles, Wake};
use super::wires::Wires;
use crate::description::Description;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "Nothing is wanted on board."),
    ("transferring", "An object comes over the bus."),
    ("waiting", "Room is held by objects in use."),
];

#[derive(Debug, Default)]
struct Held {
    bytes: u64,
    on_board: bool,
    ever: bool,
    pins: u32,
    used: u64,
}

#[derive(Debug)]
pub(crate) struct Swap {
    capacity: u64,
    objects: BTreeMap<Object, Held>,
    wanted: Option<Wanted>,
    coming: Option<Object>,
    uses: u64,
    loaded: u64,
    swapped: u64,
    evictions: u64,
    remotes: u64,
    pub cycles: Cycles,
}

impl Swap {
    pub fn new(d: &Description) -> Self {
        Self {
            capacity: d.memory.bytes,
            objects: BTreeMap::new(),
            wanted: None,
            coming: None,
            uses: 0,
            loaded: 0,
            swapped: 0,
            evictions: 0,
            remotes: 0,
            cycles: Cycles::new(STATES),
        }
    }

    /// The host's driver tells of an object before its first command.
    pub fn register(&mut self, object: Object, bytes: u64) {
        self.objects.insert(object, Held { bytes, ..Held::default() });
    }

    /// ... and takes it away after the last.
    pub fn forget(&mut self, object: Object) {
        self.objects.remove(&object);
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        while let Some(objects) = wires.released.take() {
            for held in distinct(objects) {
                if let Some(held) = self.objects.get_mut(&held) {
                    held.pins = held.pins.saturating_sub(1);
                }
            }
        }
        if let Some(done) = wires.transferred.take() {
            let counted = if done.load { &mut self.loaded } else { &mut self.swapped };
            *counted += done.bytes;
            self.coming = None;
            if let Some(held) = self.objects.get_mut(&done.object) {
                (held.on_board, held.ever) = (true, true);
            }
        }
        if self.wanted.is_none() {
            self.wanted = wires.wanted.take();
        }
        let state = match self.wanted {
            _ if self.coming.is_some() => 1,
            Some(wanted) => self.serve(wanted, wires, now),
            None => 0,
        };
        self.cycles.is(state);
        None
    }

    /// Brings in what is missing, one object at a time.
    fn serve(&mut self, wanted: Wanted, wires: &mut Wires, now: u64) -> usize {
        let objects = match wanted {
            Wanted::Load(object) => [object; 2],
            Wanted::Check { objects, .. } => objects,
        };
        let mut remote = [false; 2];
        for (i, object) in objects.into_iter().enumerate() {
            let Some(held) = self.objects.get(&object) else { continue };
            if held.on_board {
                continue;
            }
            let partner = objects[1 - i];
            let beside = self.objects.get(&partner).map_or(0, |h| h.bytes);
            let together = partner == object || held.bytes.saturating_add(beside) <= self.capacity;
            // The second of two that do not fit together stays behind.
            if held.bytes > self.capacity || (i == 1 && !together && !remote[0]) {
                remote[i] = true;
                continue;
            }
            let transfer = Transfer { object, bytes: held.bytes, load: !held.ever };
            if !self.make_room(held.bytes, together.then_some(partner)) {
                return 2;
            }
            if wires.transfers.offer(transfer).is_ok() {
                self.coming = Some(object);
                wires.trace.note(now, || {
                    ("swap".into(), format!("object {object} in: {} bytes", transfer.bytes))
                });
            }
            return 1;
        }
        if wires.granted.offer(Granted { wanted, remote }).is_ok() {
            self.wanted = None;
            self.uses += 1;
            self.remotes += remote.iter().filter(|&&r| r).count() as u64;
            for object in distinct(objects) {
                if let Some(held) = self.objects.get_mut(&object) {
                    held.used = self.uses;
                    held.pins += u32::from(matches!(wanted, Wanted::Check { .. }));
                }
            }
        }
        0
    }

    /// Puts out the least recently used but `keep` until `bytes` are free; `false` while those
    /// that are left are in use.
    fn make_room(&mut self, bytes: u64, keep: Option<Object>) -> bool {
        loop {
            let taken: u64 = self.objects.values().filter(|h| h.on_board).map(|h| h.bytes).sum();
            if taken + bytes <= self.capacity {
                return true;
            }
            let idle = self
                .objects
                .iter_mut()
                .filter(|(object, held)| held.on_board && held.pins == 0 && Some(**object) != keep);
            let Some((_, held)) = idle.min_by_key(|(_, held)| held.used) else { return false };
            held.on_board = false;
            self.evictions += 1;
        }
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("swap", out);
        let mut put = |name: &str, value: u64, unit, sentence| {
            out.put(&format!("swap.{name}"), value as f64, unit, sentence);
        };
        put("loaded", self.loaded, Unit::Bytes, "Bytes of objects brought in for the first time.");
        put("swapped", self.swapped, Unit::Bytes, "Bytes of objects brought in again.");
        put("evictions", self.evictions, Unit::Count, "Objects put out for lack of room.");
        put("remote", self.remotes, Unit::Count, "Objects that had to be read on the host.");
    }
}

/// An object checked against itself counts once.
fn distinct(objects: [Object; 2]) -> impl Iterator<Item = Object> {
    let [a, b] = objects;
    [Some(a), (a != b).then_some(b)].into_iter().flatten()
}
