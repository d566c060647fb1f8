//! Control logic above the lanes: takes commands in order, has their objects brought on board,
//! starts checks on free lanes.

use super::messages::{Command, Found, Order, Start, Wanted};
use super::unit::{Cycles, Wake};
use super::wires::Wires;
use crate::description::Description;
use crate::statistics::Statistics;

const STATES: &[(&str, &str)] = &[
    ("idle", "Control has no command."),
    ("starting", "Control takes a command or starts a check."),
    ("objects", "Control waits for objects to come on board."),
    ("lanes", "Control waits for a free lane."),
];

#[derive(Debug)]
pub(crate) struct Control {
    free: Vec<bool>,
    /// The check whose objects are being brought on board.
    next: Option<Order>,
    waiting: bool,
    pub cycles: Cycles,
}

impl Control {
    pub fn new(d: &Description) -> Self {
        let free = vec![true; d.lanes as usize];
        Self { free, next: None, waiting: false, cycles: Cycles::new(STATES) }
    }

    pub fn tick(&mut self, wires: &mut Wires, _now: u64) -> Wake {
        for (lane, free) in self.free.iter_mut().enumerate() {
            *free |= wires.finished.lanes[lane].take().is_some();
        }
        let started = self.grant(wires);
        let taken = self.take(wires);
        let lanes_short = !self.waiting && wires.commands.front().is_some();
        self.cycles.is(match () {
            () if started || taken => 1,
            () if self.waiting => 2,
            () if lanes_short => 3,
            () => 0,
        });
        None
    }

    /// Starts what the objects have come for.
    fn grant(&mut self, wires: &mut Wires) -> bool {
        let Some(&granted) = wires.granted.front() else { return false };
        match (granted.wanted, self.next) {
            (Wanted::Load(object), _) => {
                if wires.notices.offer(Found::Loaded { object }).is_err() {
                    return false;
                }
            }
            (Wanted::Check { lane, .. }, Some(order)) => {
                let start = Start { order, remote: granted.remote };
                if wires.starts.lanes[lane].offer(start).is_err() {
                    return false;
                }
                wires.load_registers(lane, &order);
                self.next = None;
            }
            (Wanted::Check { .. }, None) => {}
        }
        wires.granted.take();
        self.waiting = false;
        true
    }

    fn take(&mut self, wires: &mut Wires) -> bool {
        if self.waiting || !wires.wanted.has_room() {
            return false;
        }
        let Some(&command) = wires.commands.front() else { return false };
        let wanted = match command {
            Command::Load(object) => Wanted::Load(object),
            Command::Check(order) => {
                let Some(lane) = self.free.iter().position(|&free| free) else { return false };
                self.free[lane] = false;
                self.next = Some(order);
                Wanted::Check { lane, objects: order.objects }
            }
        };
        wires.commands.take();
        self.waiting = wires.wanted.offer(wanted).is_ok();
        true
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("control", out);
    }
}
