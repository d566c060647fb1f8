//! A card and the worlds of objects on it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::driver::{Registered, Slot, image};
use super::error::{CheckError, ObjectError};
use super::id::ObjectId;
use crate::description::Description;
use crate::device::{Command, Device, Object};
use crate::reference::Solid;
use crate::statistics::Statistics;

/// An emulated card. Clones are the same card.
#[derive(Clone, Debug)]
pub struct Card {
    slot: Arc<Mutex<Slot>>,
}

/// A world of objects of its own, several to a card. Its objects go with it.
#[derive(Debug)]
pub struct Context {
    pub(super) card: Card,
    pub(super) number: u32,
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
    pub(super) fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Context {
    /// An object whose tree was built before; on board when this returns.
    ///
    /// # Errors
    /// If the card gets stuck.
    pub fn insert(&self, solid: Arc<Solid>) -> Result<ObjectId, ObjectError> {
        let id = self.card.slot().name();
        self.load(id, solid)?;
        Ok(id)
    }

    pub(super) fn load(
        &self,
        ObjectId(id): ObjectId,
        solid: Arc<Solid>,
    ) -> Result<(), ObjectError> {
        let mut slot = self.card.slot();
        let image = image(&solid, slot.device.description.encoding);
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
