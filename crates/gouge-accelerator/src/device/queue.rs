//! The only link between units: a bounded queue with registers at both ends.
//!
//! An entry pushed in a cycle is seen in the next, and a place that is freed in a cycle can be
//! filled in the next. So the order in which units tick within a cycle does not matter.

use std::collections::VecDeque;

/// A bounded first-in, first-out queue.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    items: VecDeque<T>,
    capacity: usize,
    /// Of `items`, those that were here when the cycle began and were not taken since.
    visible: usize,
    /// Taken in this cycle: their places are not free yet.
    taken: usize,
    /// Most items at the end of any cycle.
    peak: usize,
}

impl<T> Queue<T> {
    pub fn new(capacity: usize) -> Self {
        Self { items: VecDeque::new(), capacity, visible: 0, taken: 0, peak: 0 }
    }

    /// Whether one more may be pushed in this cycle.
    pub fn has_room(&self) -> bool {
        self.items.len() + self.taken < self.capacity
    }

    /// Pushes, if there is room; hands the item back otherwise.
    pub fn offer(&mut self, item: T) -> Result<(), T> {
        if self.has_room() {
            self.items.push_back(item);
            Ok(())
        } else {
            Err(item)
        }
    }

    pub fn front(&self) -> Option<&T> {
        if self.visible > 0 { self.items.front() } else { None }
    }

    pub fn take(&mut self) -> Option<T> {
        if self.visible == 0 {
            return None;
        }
        self.visible -= 1;
        self.taken += 1;
        self.items.pop_front()
    }

    /// Ends the cycle; whether anything moved.
    pub fn commit(&mut self) -> bool {
        let pushed = self.items.len() - self.visible;
        let moved = pushed > 0 || self.taken > 0;
        self.visible = self.items.len();
        self.taken = 0;
        self.peak = self.peak.max(self.visible);
        moved
    }

    /// Items at the end of the last cycle.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn peak(&self) -> usize {
        self.peak
    }
}

/// One queue a lane, read in turn.
#[derive(Debug)]
pub(crate) struct PerLane<T> {
    pub lanes: Vec<Queue<T>>,
}

impl<T> PerLane<T> {
    pub fn new(lanes: usize, capacity: usize) -> Self {
        Self { lanes: (0..lanes).map(|_| Queue::new(capacity)).collect() }
    }

    pub fn commit(&mut self) -> bool {
        // All of them, not only until one moved.
        self.lanes.iter_mut().map(Queue::commit).filter(|&moved| moved).count() > 0
    }

    /// The first lane at or after `turn`, wrapping, that has an item.
    pub fn waiting(&self, turn: usize) -> Option<usize> {
        let n = self.lanes.len();
        (0..n).map(|i| (turn + i) % n).find(|&lane| self.lanes[lane].front().is_some())
    }

    pub fn len(&self) -> usize {
        self.lanes.iter().map(Queue::len).sum()
    }

    pub fn peak(&self) -> usize {
        self.lanes.iter().map(Queue::peak).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_seen_a_cycle_later_and_so_is_a_freed_place() {
        let mut queue = Queue::new(1);
        assert_eq!(queue.offer(1), Ok(()));
        assert_eq!(queue.front(), None);
        assert_eq!(queue.offer(2), Err(2));
        assert!(queue.commit());
        assert_eq!(queue.take(), Some(1));
        assert_eq!(queue.offer(2), Err(2));
        assert!(queue.commit());
        assert_eq!(queue.offer(2), Ok(()));
        assert!(queue.commit() && !queue.commit());
        assert_eq!(queue.peak(), 1);
    }
}
