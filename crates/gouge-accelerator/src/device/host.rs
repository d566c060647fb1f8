//! The host interface: commands and objects come down the bus, results go up.
//!
//! Orders from the host wait in its own memory without bound; the card fetches them in order.

use std::collections::{BTreeSet, VecDeque};

use super::messages::{CheckNumber, Command, Found, Order, RemoteRead, Transfer};
use super::unit::{Cycles, Wake, sooner};
use super::wires::Wires;
use crate::description::Description;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("idle", "Nothing is on the bus."),
    ("down", "Commands or objects come down the bus."),
    ("up", "Results go up the bus."),
    ("both", "The bus is used in both directions."),
];

/// Bytes of a command on the bus, without its payload.
const COMMAND_BYTES: u64 = 8;

/// Bytes of a request for a read in the host's memory.
const REMOTE_REQUEST_BYTES: u64 = 16;

#[derive(Clone, Copy, Debug)]
enum Down {
    Command(Command),
    Transfer(Transfer),
    Remote(RemoteRead),
}

/// A direction of the bus.
#[derive(Debug)]
struct Channel<T> {
    /// Taken until then.
    until: u64,
    in_flight: VecDeque<(u64, T)>,
    bytes: u64,
}

impl<T> Channel<T> {
    fn new() -> Self {
        Self { until: 0, in_flight: VecDeque::new(), bytes: 0 }
    }
}

#[derive(Debug)]
pub(crate) struct Host {
    /// Ordered and not yet fetched, with the cycle from which it may be.
    pub driver: VecDeque<(u64, Command)>,
    bytes_per_cycle: f64,
    latency: u64,
    duplex: bool,
    down: Channel<Down>,
    up: Channel<Found>,
    /// Results in the host's memory, not looked at yet.
    pub delivered: VecDeque<(u64, Found)>,
    /// Checks that nobody waits for any more, and whose lanes were not told yet.
    cancelled: BTreeSet<CheckNumber>,
    commands: u64,
    hits: u64,
    pub cycles: Cycles,
}

impl Host {
    pub fn new(d: &Description) -> Self {
        Self {
            driver: VecDeque::new(),
            bytes_per_cycle: d.bus_bytes_per_cycle(),
            latency: d.bus.latency_cycles.into(),
            duplex: d.bus.duplex,
            down: Channel::new(),
            up: Channel::new(),
            delivered: VecDeque::new(),
            cancelled: BTreeSet::new(),
            commands: 0,
            hits: 0,
            cycles: Cycles::new(STATES),
        }
    }

    /// Tells lanes that nobody waits for this check any more.
    pub fn cancel(&mut self, check: CheckNumber) {
        self.cancelled.insert(check);
    }

    pub fn tick(&mut self, wires: &mut Wires, now: u64) -> Wake {
        self.broadcast_cancellation(wires);
        self.arrive(wires, now);
        self.send_up(wires, now);
        self.send_down(wires, now);
        let (down, up) = (now < self.down.until, now < self.up.until);
        self.cycles.is(usize::from(down) + 2 * usize::from(up));
        let later = |at: u64| Some(at).filter(|&at| at > now);
        [
            later(self.down.until),
            later(self.up.until),
            self.down.in_flight.front().and_then(|c| later(c.0)),
            self.up.in_flight.front().and_then(|c| later(c.0)),
            self.driver.front().and_then(|c| later(c.0)),
        ]
        .into_iter()
        .fold(None, sooner)
    }

    /// A check may run on any lane: all are told, one check a cycle.
    fn broadcast_cancellation(&mut self, wires: &mut Wires) {
        let Some(&check) = self.cancelled.first() else { return };
        if wires.stops.lanes.iter().all(|lane| lane.has_room()) {
            for lane in &mut wires.stops.lanes {
                // The room was there a moment ago.
                let _ = lane.offer(check);
            }
            self.cancelled.pop_first();
        }
    }

    fn arrive(&mut self, wires: &mut Wires, now: u64) {
        if let Some(&(at, what)) = self.down.in_flight.front()
            && at <= now
        {
            let taken = match what {
                Down::Command(command) => wires.commands.offer(command).is_ok(),
                Down::Transfer(transfer) => wires.transferred.offer(transfer).is_ok(),
                Down::Remote(read) => wires.remote_answers.offer(read).is_ok(),
            };
            if taken {
                self.down.in_flight.pop_front();
            }
        }
        while let Some(&(at, found)) = self.up.in_flight.front()
            && at <= now
        {
            self.up.in_flight.pop_front();
            self.hits += u64::from(matches!(found, Found::Hit { .. }));
            self.delivered.push_back((at, found));
        }
    }

    fn transfer_cycles(&self, bytes: u64) -> u64 {
        ((bytes as f64 / self.bytes_per_cycle).ceil() as u64).max(1)
    }

    fn is_free(&self, now: u64) -> [bool; 2] {
        let (down, up) = (now >= self.down.until, now >= self.up.until);
        if self.duplex { [down, up] } else { [down && up; 2] }
    }

    fn send_up(&mut self, wires: &mut Wires, now: u64) {
        if !self.is_free(now)[1] {
            return;
        }
        let Some(found) = wires.results.take().or_else(|| wires.notices.take()) else { return };
        self.up.until = now + self.transfer_cycles(found.bytes());
        self.up.bytes += found.bytes();
        self.up.in_flight.push_back((self.up.until + self.latency, found));
    }

    /// What the card waits for comes before the next command, and a command leaves only when the
    /// card has room for it and nothing else is under way: it never holds up objects or reads.
    fn send_down(&mut self, wires: &mut Wires, now: u64) {
        if !self.is_free(now)[0] || self.down.in_flight.len() > 1 {
            return;
        }
        let (what, bytes) = if let Some(read) = wires.remote_reads.take() {
            self.up.bytes += REMOTE_REQUEST_BYTES;
            (Down::Remote(read), read.len as u64)
        } else if let Some(transfer) = wires.transfers.take() {
            (Down::Transfer(transfer), transfer.bytes)
        } else if let Some(&(from, command)) = self.driver.front()
            && from <= now
            && self.down.in_flight.is_empty()
            && wires.commands.has_room()
        {
            self.driver.pop_front();
            self.commands += 1;
            let payload = if matches!(command, Command::Check(_)) { Order::BYTES } else { 0 };
            (Down::Command(command), COMMAND_BYTES + payload)
        } else {
            return;
        };
        // A read is asked for over the bus first.
        let bus_crossings = if matches!(what, Down::Remote(_)) { 2 } else { 1 };
        self.down.until = now + self.transfer_cycles(bytes);
        self.down.bytes += bytes;
        self.down.in_flight.push_back((self.down.until + bus_crossings * self.latency, what));
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("host", out);
        let mut put = |name: &str, value: u64, unit, sentence| {
            out.put(&format!("host.{name}"), value as f64, unit, sentence);
        };
        put("down", self.down.bytes, Unit::Bytes, "Bytes from the host to the card.");
        put("up", self.up.bytes, Unit::Bytes, "Bytes from the card to the host.");
        put("commands", self.commands, Unit::Count, "Commands fetched.");
        put("hits", self.hits, Unit::Count, "Hits written to the host's memory.");
    }
}
