//! The state of the driver: a card, its objects and checks, and the host's clock.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::CheckError;
use super::id::ObjectId;
use crate::boxtree::Encoding;
use crate::device::{CheckNumber, Device, Found, Image, Object};
use crate::geometry::Point;
use crate::reference::{Hits, Solid};

/// A card and what its driver knows of it.
#[derive(Debug)]
pub(super) struct Slot {
    pub device: Device,
    /// The host's clock, cycles.
    pub clock: u64,
    pub contexts: u32,
    pub objects: BTreeMap<Object, Registered>,
    pub next_object: Object,
    pub checks: BTreeMap<CheckNumber, Pending>,
    pub next_check: CheckNumber,
}

/// An object the driver knows.
#[derive(Debug)]
pub(super) struct Registered {
    pub context: u32,
    pub solid: Arc<Solid>,
    pub on_board: bool,
    pub deleted: bool,
}

/// What the driver knows of a check.
#[derive(Debug)]
pub(super) struct Pending {
    pub objects: [Object; 2],
    pub ended: Option<u64>,
    pub deleted: bool,
    /// Its handle is gone: nobody will ask.
    pub abandoned: bool,
    pub ordered: u64,
    pub hits: Hits,
    pub found: u64,
    pub capacity: usize,
}

impl Pending {
    pub fn hit(&mut self, polygons: [u32; 2], point: Option<Point>) {
        self.found += 1;
        if self.hits.pairs.len() < self.capacity {
            self.hits.pairs.push(polygons);
            self.hits.points.extend(point);
        }
    }
}

impl Slot {
    /// A name for one more object.
    pub fn name(&mut self) -> ObjectId {
        let id = self.next_object;
        self.next_object += 1;
        ObjectId(id)
    }

    pub fn find(&self, context: u32, id: ObjectId) -> Result<Arc<Solid>, CheckError> {
        self.objects
            .get(&id.0)
            .filter(|o| o.context == context && o.on_board && !o.deleted)
            .map(|o| Arc::clone(&o.solid))
            .ok_or(CheckError::UnknownObject(id))
    }

    pub fn delete(&mut self, id: Object) {
        if let Some(object) = self.objects.get_mut(&id) {
            object.deleted = true;
        }
        for (&number, check) in &mut self.checks {
            if check.objects.contains(&id) && check.ended.is_none() {
                check.deleted = true;
                self.device.cancel(number);
            }
        }
        self.sweep();
    }

    /// Frees deleted objects that no check in the device uses any more.
    fn sweep(&mut self) {
        let checks = &self.checks;
        let in_use =
            |id: &Object| checks.values().any(|c| c.ended.is_none() && c.objects.contains(id));
        let device = &mut self.device;
        self.objects.retain(|id, object| {
            let keep = !object.deleted || in_use(id);
            if !keep {
                device.forget(*id);
            }
            keep
        });
    }

    /// Simulates the card up to the host's clock.
    pub fn catch_up(&mut self) {
        let clock = self.clock;
        while self.device.now() < clock {
            if !self.device.run(clock) {
                self.device.idle_until(clock);
            }
            self.collect();
        }
        self.collect();
    }

    /// Simulates until something has happened, and moves the host's clock there; `false` if it
    /// never will.
    pub fn run_until(&mut self, happened: impl Fn(&Self) -> bool) -> bool {
        self.catch_up();
        while !happened(self) {
            let more = self.device.run(u64::MAX);
            self.collect();
            if !more && !happened(self) {
                return false;
            }
        }
        self.clock = self.clock.max(self.device.now());
        true
    }

    /// Takes what the card has written to the host's memory.
    fn collect(&mut self) {
        let mut ended = false;
        while let Some((at, found)) = self.device.delivered() {
            match found {
                Found::Loaded { object } => {
                    if let Some(object) = self.objects.get_mut(&object) {
                        object.on_board = true;
                    }
                }
                Found::Hit { check, polygons, point } => {
                    if let Some(check) = self.checks.get_mut(&check) {
                        check.hit(polygons, point);
                    }
                }
                Found::End { check } => {
                    ended = true;
                    if let Some(check) = self.checks.get_mut(&check) {
                        check.ended = Some(at);
                    }
                }
            }
        }
        if ended {
            self.checks.retain(|_, check| !check.abandoned || check.ended.is_none());
            self.sweep();
        }
    }
}

/// The bytes of an object that go on board.
pub(super) fn image(solid: &Solid, encoding: Encoding) -> Image {
    let mut bytes = encoding.header(&solid.tree).to_vec();
    bytes.extend(encoding.encode(&solid.tree));
    let indices = bytes.len();
    bytes.extend(solid.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()));
    let points = bytes.len();
    bytes.extend(solid.points.iter().flatten().flat_map(|x| x.to_le_bytes()));
    Image { bytes, indices, points }
}
