//! Every queue of the device, and the matrix registers.

use super::messages::{
    Answer, Command, Entry, Found, Granted, Leaf, Order, Polygons, RemoteRead, Request, Response,
    StackOrder, Start, Step, Transfer, Wanted,
};
use super::queue::{PerLane, Queue};
use super::registers::MatrixRegisters;
use crate::description::Description;
use crate::geometry::Bounds;
use crate::trace::Trace;

macro_rules! wires {
    ($($(#[$doc:meta])* $name:ident: $kind:ident<$item:ty>,)*) => {
        /// The queues between units, by name.
        #[derive(Debug)]
        pub(crate) struct Wires {
            $($(#[$doc])* pub $name: $kind<$item>,)*
            pub registers: MatrixRegisters,
            pub trace: Trace,
        }

        impl Wires {
            /// Ends the cycle; whether anything moved.
            pub fn commit(&mut self) -> bool {
                let mut moved = self.registers.commit();
                $(moved |= self.$name.commit();)*
                moved
            }

            /// Every queue: its name, what is in it, the most that ever was.
            pub fn levels(&self) -> impl Iterator<Item = (&'static str, usize, usize)> {
                [$((stringify!($name), self.$name.len(), self.$name.peak()),)*].into_iter()
            }
        }
    };
}

wires! {
    /// Host interface to control.
    commands: Queue<Command>,
    /// Control to swap, and back.
    wanted: Queue<Wanted>,
    granted: Queue<Granted>,
    /// Swap to host interface, and back.
    transfers: Queue<Transfer>,
    transferred: Queue<Transfer>,
    /// Polygon unit to swap: these objects are no longer read.
    released: Queue<[u32; 2]>,
    /// Control to host interface.
    notices: Queue<Found>,
    /// Control to lanes.
    starts: PerLane<Start>,
    /// Polygon unit to control: the last of a lane's check has passed.
    finished: PerLane<()>,
    /// Polygon unit and host interface to lanes: what is running need not go on.
    stops: PerLane<u64>,
    /// Lanes to transformation, and back.
    roots: PerLane<[Bounds; 2]>,
    enclosures: PerLane<[Bounds; 2]>,
    /// Lanes to calculating unit, and back.
    steps: PerLane<Step>,
    answers: PerLane<Answer>,
    /// Lanes to their stacks, and back.
    stack_orders: PerLane<StackOrder>,
    popped: PerLane<Option<Entry>>,
    /// Lanes, stacks and polygon fetch to memory, and back.
    requests: PerLane<Request>,
    responses: PerLane<Response>,
    /// Memory to host interface, and back.
    remote_reads: Queue<RemoteRead>,
    remote_answers: Queue<RemoteRead>,
    /// Lanes to polygon fetch.
    leaves: PerLane<Leaf>,
    /// Polygon fetch to transformation to intersection.
    fetched: Queue<Polygons>,
    placed: Queue<Polygons>,
    /// Intersection to FIFO to host interface.
    found: Queue<Found>,
    results: Queue<Found>,
}

/// Who asks memory: lanes for nodes, stacks to spill, polygon fetch.
#[derive(Clone, Copy)]
pub(crate) enum Client {
    Lane(usize),
    Stack(usize),
    Polygons,
}

impl Client {
    pub fn index(self, lanes: usize) -> usize {
        match self {
            Client::Lane(lane) => lane,
            Client::Stack(lane) => lanes + lane,
            Client::Polygons => 2 * lanes,
        }
    }
}

impl Wires {
    pub fn new(d: &Description) -> Self {
        let lanes = d.lanes as usize;
        let transformation = d.transformation.queue as usize;
        Self {
            commands: Queue::new(d.bus.commands as usize),
            wanted: Queue::new(1),
            granted: Queue::new(1),
            transfers: Queue::new(2),
            transferred: Queue::new(2),
            released: Queue::new(lanes),
            notices: Queue::new(1),
            starts: PerLane::new(lanes, 1),
            finished: PerLane::new(lanes, 1),
            stops: PerLane::new(lanes, 2),
            roots: PerLane::new(lanes, 1),
            enclosures: PerLane::new(lanes, 1),
            steps: PerLane::new(lanes, d.calculating.queue as usize),
            answers: PerLane::new(lanes, 1),
            stack_orders: PerLane::new(lanes, 1),
            popped: PerLane::new(lanes, 1),
            requests: PerLane::new(2 * lanes + 1, d.memory.queue as usize),
            responses: PerLane::new(2 * lanes + 1, d.memory.queue as usize),
            remote_reads: Queue::new(d.memory.queue as usize),
            remote_answers: Queue::new(d.memory.queue as usize),
            leaves: PerLane::new(lanes, d.polygon.queue as usize),
            fetched: Queue::new(transformation),
            placed: Queue::new(transformation),
            found: Queue::new(1),
            results: Queue::new(1),
            registers: MatrixRegisters::new(lanes),
            trace: Trace::default(),
        }
    }

    /// Loads a lane's matrix registers; they are read from the next cycle on.
    pub fn load_registers(&mut self, lane: usize, order: &Order) {
        self.registers.load(lane, order.registers);
    }
}
