//! The card as an application uses it: contexts, objects, checks that run while the host goes on.
//!
//! | the source's call | here |
//! |-|-|
//! | `colInit` | [`Card::context`] |
//! | `colNewObject` | [`Context::new_object`] |
//! | `colIndex` | [`NewObject::index`], [`NewObject::indices`] |
//! | `colVertex` | [`NewObject::vertex`] |
//! | `colTriangles` | [`NewObject::vertices`]: the whole list at once |
//! | `colEndObject` | [`NewObject::finish`]: blocks until the tree is built and on board |
//! | `colCheck` | [`Context::check`]: returns at once |
//! | `colDeleteObject` | [`Context::delete`] |
//!
//! The source leaves open how a result is waited for, what if an array is too small, and what
//! goes wrong: [`Check::is_done`], [`Check::wait`], [`Request::capacity`], [`CheckError`].
//!
//! The host has a clock in device cycles. Calls take no time; [`Card::work`] lets time pass in
//! which the host does something else and the card goes on; waiting moves the clock to when the
//! result was there. So what overlaps is simulated, and the same on every run.

mod check;
mod error;
mod object;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use check::{Check, Mode, Outcome, Request};
pub use error::{CheckError, ObjectError};
pub use object::NewObject;

use crate::description::Description;
use crate::device::{CheckNumber, Command, Device, Found, Object};
use crate::reference::Solid;
use crate::statistics::Statistics;
use check::Pending;

/// An emulated card. Clones are the same card.
#[derive(Clone, Debug)]
pub struct Card {
    slot: Arc<Mutex<Slot>>,
}

/// A card and what its driver knows of it.
#[derive(Debug)]
struct Slot {
    device: Device,
    /// The host's clock, cycles.
    clock: u64,
    contexts: u32,
    objects: BTreeMap<Object, Registered>,
    next_object: Object,
    checks: BTreeMap<CheckNumber, Pending>,
    next_check: CheckNumber,
}

/// An object the driver knows.
#[derive(Debug)]
struct Registered {
    context: u32,
    solid: Arc<Solid>,
    on_board: bool,
    deleted: bool,
}

/// An object of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(Object);

/// A world of objects of its own, several to a card. Its objects go with it.
#[derive(Debug)]
pub struct Context {
    card: Card,
    number: u32,
}

impl Card {
    /// Switches a card on.
    #[must_use]
    pub fn new(description: Description) -> Self {
        let slot = Slot {
            device: Device::new(description),
            clock: 0,
            contexts: 0,
            objects: BTreeMap::new(),
            next_object: 0,
            checks: BTreeMap::new(),
            next_check: 0,
        };
        Self { slot: Arc::new(Mutex::new(slot)) }
    }

    /// A new context (`colInit`).
    #[must_use]
    pub fn context(&self) -> Context {
        let mut slot = self.slot();
        slot.contexts += 1;
        Context { card: self.clone(), number: slot.contexts }
    }

    /// The host does something else for so many device cycles; the card goes on meanwhile.
    pub fn work(&self, cycles: u64) {
        let mut slot = self.slot();
        slot.clock += cycles;
        slot.catch_up();
    }

    /// The host's clock, device cycles.
    #[must_use]
    pub fn clock(&self) -> u64 {
        self.slot().clock
    }

    /// Every figure of every unit so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.slot().device.statistics()
    }

    /// The device this is.
    #[must_use]
    pub fn description(&self) -> Description {
        self.slot().device.description.clone()
    }

    /// Records from now on what happens in every cycle.
    pub fn record(&self) {
        self.slot().device.record();
    }

    /// What was recorded: as text, and as a value change dump. `None` if nothing was.
    #[must_use]
    pub fn trace(&self) -> Option<(String, String)> {
        self.slot().device.trace()
    }

    #[cfg(test)]
    pub(crate) fn tick_backwards(&self) {
        self.slot().device.tick_backwards();
    }

    /// Nothing that can panic runs between two changes that belong together.
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Context {
    /// A new object (`colNewObject`), to be filled and finished.
    #[must_use]
    pub fn new_object(&self) -> NewObject<'_> {
        let mut slot = self.card.slot();
        let id = slot.next_object;
        slot.next_object += 1;
        NewObject::new(self, ObjectId(id))
    }

    /// An object whose tree was built before; on board when this returns.
    ///
    /// # Errors
    /// If the card gets stuck.
    pub fn insert(&self, solid: Arc<Solid>) -> Result<ObjectId, ObjectError> {
        let id = self.new_object().id();
        self.load(id, solid)?;
        Ok(id)
    }

    fn load(&self, ObjectId(id): ObjectId, solid: Arc<Solid>) -> Result<(), ObjectError> {
        let mut slot = self.card.slot();
        let image = solid.image(slot.device.description.encoding);
        slot.device.register(id, image);
        let (context, on_board, deleted) = (self.number, false, false);
        slot.objects.insert(id, Registered { context, solid, on_board, deleted });
        let from = slot.clock;
        slot.device.order(from, Command::Load(id));
        slot.run_until(|slot| slot.objects.get(&id).is_none_or(|o| o.on_board))
            .then_some(())
            .ok_or(ObjectError::Stuck)
    }

    /// Deletes an object (`colDeleteObject`) at once: checks of it that have not ended fail.
    ///
    /// # Errors
    /// If this context has no such object.
    pub fn delete(&self, id: ObjectId) -> Result<(), CheckError> {
        let mut slot = self.card.slot();
        slot.catch_up();
        slot.find(self.number, id)?;
        slot.delete(id.0);
        Ok(())
    }

    /// The object in software, as the reference checks it.
    ///
    /// # Errors
    /// If this context has no such object.
    pub fn solid(&self, id: ObjectId) -> Result<Arc<Solid>, CheckError> {
        self.card.slot().find(self.number, id)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let mut slot = self.card.slot();
        let own = |o: &Registered| o.context == self.number && !o.deleted;
        let ids: Vec<Object> =
            slot.objects.iter().filter(|(_, o)| own(o)).map(|(&id, _)| id).collect();
        for id in ids {
            slot.delete(id);
        }
    }
}

impl Slot {
    fn find(&self, context: u32, id: ObjectId) -> Result<Arc<Solid>, CheckError> {
        self.objects
            .get(&id.0)
            .filter(|o| o.context == context && o.on_board && !o.deleted)
            .map(|o| Arc::clone(&o.solid))
            .ok_or(CheckError::UnknownObject(id))
    }

    fn delete(&mut self, id: Object) {
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
    fn catch_up(&mut self) {
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
    fn run_until(&mut self, happened: impl Fn(&Self) -> bool) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Placement;

    fn ball(points: usize) -> Arc<Solid> {
        let corners = (0..points)
            .map(|i| {
                let (u, v) = (i as f32 * 0.7, i as f32 * 2.1);
                [u.cos() * v.sin(), u.sin() * v.sin(), v.cos()]
            })
            .collect();
        let triangles = (2..points as u32).map(|i| [i - 2, i - 1, i]).collect();
        Arc::new(Solid::new(corners, triangles).unwrap())
    }

    /// Units see of each other only what was there when the cycle began.
    #[test]
    fn the_order_in_which_units_tick_does_not_matter() {
        let solid = ball(30);
        let run = |name: &str, backwards: bool| {
            let card = Card::new(Description::preset(name).unwrap());
            if backwards {
                card.tick_backwards();
            }
            card.record();
            let context = card.context();
            let id = context.insert(Arc::clone(&solid)).unwrap();
            let order = |x: f32, mode| {
                let placement = Placement::moved([x, 0.3, 0.1]);
                let request = Request { objects: [id; 2], placement, mode, capacity: usize::MAX };
                context.check(&request).unwrap()
            };
            let first_hit = Mode { first_hit: true, ..Mode::default() };
            let checks: Vec<Check> = (0..6)
                .map(|i| {
                    order(i as f32 * 0.3, if i % 2 == 0 { Mode::default() } else { first_hit })
                })
                .collect();
            let outcomes: Vec<Outcome> = checks.into_iter().map(|c| c.wait().unwrap()).collect();
            let waveform = card.trace().unwrap().1;
            (outcomes, waveform, card.statistics().list)
        };
        for preset in ["card", "ecp5-85"] {
            assert_eq!(run(preset, false), run(preset, true));
        }
    }
}
