//! Checks: ordered at once, answered later.

use super::card::{Card, Context};
use super::driver::Pending;
use super::error::CheckError;
use super::id::ObjectId;
use crate::device::{CheckNumber, Command, Order};
use crate::geometry::Placement;
use crate::margin::Registers;
use crate::mode::Mode;
use crate::reference::Hits;

/// A check to be ordered.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The two objects; one may be checked against itself.
    pub objects: [ObjectId; 2],
    /// Where the second stands in the first one's frame.
    pub placement: Placement,
    /// How.
    pub mode: Mode,
    /// How many hits the arrays in the host's memory have room for.
    pub capacity: usize,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Pairs of polygons that meet, or whose boxes do, in the order of the traversal.
    pub hits: Hits,
    /// Cycles from the order to the end of the answer in the host's memory.
    pub cycles: u64,
}

/// A check under way.
#[derive(Debug)]
pub struct Check {
    card: Card,
    number: CheckNumber,
}

impl Context {
    /// Orders a check (`colCheck`) and returns at once; several may be under way.
    ///
    /// Bounds are widened by how much the card's arithmetic can be off, so that what it does not
    /// report is apart.
    ///
    /// # Errors
    /// If this context does not have both objects.
    pub fn check(&self, request: &Request) -> Result<Check, CheckError> {
        let mut slot = self.card.slot();
        slot.catch_up();
        let [a, b] = request.objects;
        let (solid_a, solid_b) = (slot.find(self.number, a)?, slot.find(self.number, b)?);
        let root = |solid: &crate::reference::Solid| (solid.tree.root, solid.tree.depth);
        let ((box_a, depth_a), (box_b, depth_b)) = (root(&solid_a), root(&solid_b));
        let registers = Registers::new(request.placement, (&box_a, depth_a), (&box_b, depth_b));
        let (number, clock, objects) = (slot.next_check, slot.clock, [a.0, b.0]);
        slot.next_check += 1;
        let order = Order { check: number, objects, registers, mode: request.mode };
        slot.device.order(clock, Command::Check(order));
        let pending = Pending {
            objects,
            ended: None,
            deleted: false,
            abandoned: false,
            ordered: clock,
            hits: Hits::default(),
            found: 0,
            capacity: request.capacity,
        };
        slot.checks.insert(number, pending);
        Ok(Check { card: self.card.clone(), number })
    }
}

impl Check {
    /// Whether [`Check::wait`] would return at once.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let mut slot = self.card.slot();
        slot.catch_up();
        slot.checks.get(&self.number).is_none_or(|c| c.ended.is_some() || c.deleted)
    }

    /// Hits in the host's memory so far; more than the capacity are counted all the same.
    #[must_use]
    pub fn found(&self) -> u64 {
        let mut slot = self.card.slot();
        slot.catch_up();
        slot.checks.get(&self.number).map_or(0, |c| c.found)
    }

    /// Waits for the end and takes the result.
    ///
    /// # Errors
    /// If an object was deleted meanwhile, there were more hits than room, or the card got
    /// stuck.
    pub fn wait(self) -> Result<Outcome, CheckError> {
        let mut slot = self.card.slot();
        let number = self.number;
        let done = slot.run_until(|slot| {
            slot.checks.get(&number).is_none_or(|c| c.ended.is_some() || c.deleted)
        });
        let Some(check) = slot.checks.get_mut(&number).filter(|_| done) else {
            return Err(CheckError::Stuck);
        };
        if check.deleted {
            return Err(CheckError::Deleted);
        }
        let (found, ordered) = (check.found, check.ordered);
        let ended = check.ended.unwrap_or(ordered);
        let hits = std::mem::take(&mut check.hits);
        if found > hits.pairs.len() as u64 {
            return Err(CheckError::Overflow { kept: hits, found });
        }
        Ok(Outcome { hits, cycles: ended - ordered })
    }
}

impl Drop for Check {
    /// A check that nobody waits for any more is given up.
    fn drop(&mut self) {
        let mut slot = self.card.slot();
        let Some(check) = slot.checks.get_mut(&self.number) else { return };
        if check.ended.is_some() {
            slot.checks.remove(&self.number);
        } else {
            check.abandoned = true;
            slot.device.cancel(self.number);
        }
    }
}
