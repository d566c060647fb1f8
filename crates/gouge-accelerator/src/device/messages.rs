//! The messages between units.

use crate::boxtree::{Children, Encoding, NodeRef};
use crate::geometry::{Bounds, Point, Triangle};
use crate::margin::Registers;
use crate::mode::Mode;

/// An object, as the device counts them.
pub(crate) type Object = u32;

/// A check, numbered as they were ordered.
pub(crate) type CheckNumber = u64;

/// A check as it comes over the bus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub check: CheckNumber,
    pub objects: [Object; 2],
    pub registers: Registers,
    pub mode: Mode,
}

impl Order {
    /// Two ids, two matrices, three margins, two addresses with capacities, mode.
    pub const BYTES: u64 = 8 + 2 * 48 + 12 + 24 + 4;
}

/// What the host asks of the card.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Load(Object),
    Check(Order),
}

/// Objects wanted on board.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    Load(Object),
    Check { lane: usize, objects: [Object; 2] },
}

/// ... and where they are now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Granted {
    pub wanted: Wanted,
    /// Those that have to be read over the bus, because they do not fit.
    pub remote: [bool; 2],
}

/// An object's bytes to bring on board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer {
    pub object: Object,
    pub bytes: u64,
    /// For the first time.
    pub load: bool,
}

/// A check for a lane to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub order: Order,
    pub remote: [bool; 2],
}

/// A pair of nodes that overlap: what the stack keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub nodes: [NodeRef; 2],
    pub pair: Pair,
}

impl Entry {
    /// Two node pointers, the first object's box and the second's enclosure; in both
    /// directions the other two boxes as well. A cut that is the difference of two faces needs
    /// the second object's box in any case.
    pub fn bytes(one_direction: bool, encoding: Encoding) -> usize {
        match (one_direction, encoding) {
            (false, _) => 8 + 4 * 24,
            (true, Encoding::TwentyEight) => 8 + 3 * 24,
            (true, _) => 8 + 2 * 24,
        }
    }
}

/// The boxes of two nodes: each one's own, and its enclosure in the other's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub own: [Bounds; 2],
    /// `[0]` is the first object's box, in the second's frame.
    pub enclosure: [Bounds; 2],
}

/// Work for the calculating unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub entry: Entry,
    /// `None` stays as it is. Both: whether the roots overlap.
    pub children: [Option<Children>; 2],
    pub one_direction: bool,
}

/// Its answer.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Roots(bool),
    /// At most four, in the order in which they are to be visited.
    Survivors(Vec<Entry>),
}

/// What a lane asks of its stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StackOrder {
    Push(Entry),
    Pop,
    /// Forget what is left of the check before.
    Begin {
        one_direction: bool,
    },
}

/// Where bytes are read for, which is how traffic is accounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Headers,
    Nodes,
    Indices,
    Points,
    SpillOut,
    SpillIn,
}

impl Source {
    pub const COUNT: usize = 6;
}

/// A request to memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub source: Source,
    /// Told back with the answer.
    pub tag: u32,
    pub remote: bool,
    pub what: What,
}

/// What is read or written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Read { object: Object, offset: usize, len: usize },
    Write { slot: usize, len: usize, entry: Entry },
    ReadBack { slot: usize, len: usize },
}

impl What {
    pub fn len(&self) -> usize {
        match *self {
            What::Read { len, .. } | What::Write { len, .. } | What::ReadBack { len, .. } => len,
        }
    }
}

/// The most bytes of one answer: two records of 28.
pub(crate) const ANSWER_BYTES: usize = 64;

/// Memory's answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response {
    pub tag: u32,
    pub data: Data,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Data {
    Bytes([u8; ANSWER_BYTES]),
    Entry(Entry),
}

/// A read that has to go to the host's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemoteRead {
    pub client: usize,
    pub len: usize,
    pub response: Response,
}

/// What leaves a lane: leaf pairs in order, then the end of the check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub lane: usize,
    pub check: CheckNumber,
    pub objects: [Object; 2],
    pub remote: [bool; 2],
    pub mode: Mode,
    /// `None`: the check ends here.
    pub polygons: Option<[u32; 2]>,
}

/// A leaf pair on its way, with corners unless boxes alone are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polygons {
    pub leaf: Leaf,
    pub corners: Option<[Triangle; 2]>,
}

/// What goes through the FIFO to the host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Found {
    Hit { check: CheckNumber, polygons: [u32; 2], point: Option<Point> },
    End { check: CheckNumber },
    Loaded { object: Object },
}

impl Found {
    /// Two indices and a point; or a status word.
    pub fn bytes(&self) -> u64 {
        match self {
            Found::Hit { point: Some(_), .. } => 20,
            Found::Hit { .. } | Found::End { .. } | Found::Loaded { .. } => 8,
        }
    }
}
