//! Lathe cycles of LinuxCNC: finishing (G70), roughing along Z (G71 … G71.2) and X (G72 … G72.2).
//!
//! The cycle's block calls a subprogram that holds the contour. Its blocks are gathered instead of
//! carried out; when the call is over, the cycle runs along the gathered contour.

mod contour;
mod pocket;
mod rough;
mod segment;
mod turned;

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::current_line::CurrentLine;
use crate::control::plane::Plane;
use crate::emit::Emitter;
use crate::execute::arc::arc;
use crate::execute::straight::straight;
use crate::execute::target::target;
use crate::fault::{BLOCK, Halt, Step, refuse};
use crate::motion::Kind;
use crate::read::block::{Block, slot};
use crate::tolerance::EXPRESSION_EQUAL;
use crate::words::{Group, code_name, g};
use contour::{Contour, Finishing, Roughing};
use segment::{Corner, Failure, Output, Point, Segment};

/// A lathe cycle whose contour is being gathered.
#[derive(Clone, Debug)]
pub(crate) struct Gathering {
    code: u16,
    /// The cycle's own block, and where it stands.
    block: Block,
    here: CurrentLine,
    /// Calls open before the contour's.
    level: usize,
    /// Q: the contour's subprogram, and the words that name it, bytes of the line.
    subprogram: i64,
    at_word: Range<usize>,
    contour: Contour,
    /// Where the contour has come to.
    at: Point,
    /// Distance modes to return to.
    incremental: bool,
    arc_absolute: bool,
    /// A block of the contour was refused.
    pub broken: bool,
}

/// G70 … G72.2: approaches the start and calls the contour.
pub(crate) fn lathe_cycle(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<Box<Gathering>> {
    let at = block.code_place(Group::Motion);
    let name = code_name('G', code);
    let Some(contour) = block.get(b'q') else {
        let message = format!("{name} needs Q, the number of the contour's subprogram");
        return refuse(code::MISSING, at, message);
    };
    if control.compensating() && code != g::G70 {
        let message = format!("{name} is not allowed while cutter compensation is on");
        return refuse(code::COMPENSATION, at, message);
    }
    if control.state.plane != Plane::Zx {
        return refuse(code::CONFLICT, at, format!("{name} needs the plane G18"));
    }
    if block.get(b'i').is_some_and(|depth| depth <= 0.0) {
        return refuse(code::RANGE, block.place(b'i'), "I, the depth of cut, must be above zero");
    }
    let (incremental, arc_absolute) = (control.state.incremental, control.state.arc_absolute);
    let mut own = block.clone();
    let mut start = [control.state.pos[0], control.state.pos[2]];
    for (place, letter) in start.iter_mut().zip(*b"xz") {
        if let Some(value) = block.get(letter) {
            *place = if incremental { *place + value } else { value };
        }
        own.put(slot(letter), *place, 0, 0);
    }
    if start.iter().any(|value| value.is_nan()) {
        let message = "the cycle starts from a position that is not known";
        return refuse(code::UNKNOWN_START, at, message);
    }
    (control.state.incremental, control.state.arc_absolute) = (false, true);
    let gathering = Gathering {
        code,
        block: own,
        here: control.here,
        level: control.scope.level(),
        subprogram: contour.floor() as i64,
        at_word: at,
        contour: Contour::default(),
        at: Point::new(start[1], start[0]),
        incremental,
        arc_absolute,
        broken: false,
    };
    if let Err(halt) = approach_contour(block, control, emitter) {
        gathering.restore_modes(control);
        return Err(halt);
    }
    Ok(Box::new(gathering))
}

impl Gathering {
    /// The subprogram that holds the contour, and the words that ask for it.
    pub fn call(&self) -> (i64, Range<usize>) {
        (self.subprogram, self.at_word.clone())
    }

    /// Distance modes as they were before the cycle.
    pub fn restore_modes(&self, control: &mut Control<'_>) {
        (control.state.incremental, control.state.arc_absolute) =
            (self.incremental, self.arc_absolute);
    }

    /// Whether the contour's call is over.
    pub fn complete(&self, control: &Control<'_>) -> bool {
        self.level >= control.scope.level()
    }
}

/// The rapid to the start, which compensation leaves alone.
fn approach_contour(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let (to, rest) = target(block, control, emitter)?;
    emitter.send(Kind::Rapid, to, rest, control)?;
    control.state.motion = Some(g::G0);
    (control.state.pos, control.state.rest) = (to, rest);
    Ok(())
}

/// Takes one block of the contour.
pub(crate) fn gather(
    gathering: &mut Gathering,
    block: &mut Block,
    control: &mut Control<'_>,
) -> Step {
    control.set_parameters(block)?;
    let start = gathering.at;
    let steps = gathering.incremental;
    let mut end = if steps { Point::default() } else { start };
    for (axis, step, letters) in [(true, b'u', "U and X"), (false, b'w', "W and Z")] {
        let word = if axis { b'x' } else { b'z' };
        let coordinate = if axis { &mut end.im } else { &mut end.re };
        if let Some(value) = block.get(step) {
            if steps || block.has(word) {
                let message = format!("{letters} exclude each other, and steps exclude G91");
                return refuse(code::CONFLICT, block.place(step), message);
            }
            let half = axis && control.state.lathe_diameter;
            *coordinate += if half { value / 2.0 } else { value };
        } else if let Some(value) = block.get(word) {
            *coordinate = value;
        }
    }
    if steps {
        end += start;
    }
    if let Some(motion) = block.code(Group::Motion) {
        control.state.motion = Some(motion);
    }
    if start == end {
        return Ok(());
    }
    let drawn = match control.state.motion {
        Some(g::G0 | g::G1) => {
            gathering.contour.push(Segment::line(start, end));
            true
        }
        Some(code @ (g::G2 | g::G3)) => {
            let center = gathered_center(block, start, end, code, gathering.arc_absolute)?;
            gathering.contour.push(Segment::arc(code == g::G3, start, center, end));
            true
        }
        _ => false,
    };
    if drawn {
        match (block.get(b'a'), block.get(b'c')) {
            (Some(_), Some(_)) => {
                let message = "a corner takes a fillet (A) or a chamfer (C), not both";
                return refuse(code::CONFLICT, block.place(b'a'), message);
            }
            (Some(size), None) => {
                gathering.contour.push(Segment::corner(Corner::Fillet(size), end));
            }
            (None, Some(size)) => {
                gathering.contour.push(Segment::corner(Corner::Chamfer(size), end));
            }
            (None, None) => {}
        }
    }
    control.state.pos[0] = end.im;
    control.state.pos[2] = end.re;
    gathering.at = end;
    Ok(())
}

/// Runs the cycle along what was gathered, as the cycle's own block.
pub(crate) fn end_gathering(
    gathering: &Gathering,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let here = std::mem::replace(&mut control.here, gathering.here);
    let result = run_lathe_cycle(gathering, control, emitter);
    gathering.restore_modes(control);
    let reported = match result {
        Err(Halt::Fault(fault)) => emitter.report(*fault, control),
        other => other,
    };
    control.here = here;
    reported
}

fn run_lathe_cycle(
    gathering: &Gathering,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    if gathering.broken {
        for axis in [0, 2] {
            control.state.pos[axis] = f64::NAN;
            emitter.out[axis] = f64::NAN;
        }
        let message = "the contour of this cycle was not understood";
        return refuse(code::NOT_FOLLOWED, BLOCK, message);
    }
    if gathering.contour.len() <= 1 {
        return Ok(());
    }
    let block = &gathering.block;
    let word = |letter: u8, default: f64| block.get(letter).unwrap_or(default);
    let start = Point::new(word(b'z', 0.0), word(b'x', 0.0));
    let mut contour = gathering.contour.clone();
    if gathering.code != g::G70 {
        contour.lead_out(start, gathering.code >= g::G72);
    }
    let mut out = Follower { control, emitter, halt: None };
    let result = if gathering.code == g::G70 {
        let words = Finishing {
            start,
            from: word(b'd', 0.0),
            to: word(b'e', 0.0),
            passes: word(b'p', 1.0) as i64,
        };
        contour.finish(words, &mut out)
    } else {
        let words = Roughing {
            start,
            leave: word(b'd', 0.0),
            shift: Point::new(word(b'w', 0.0), word(b'u', 0.0)),
            depth: word(b'i', 1.0),
            retract: word(b'r', 0.5),
            pockets: (gathering.code % 10) as u8,
            facing: gathering.code >= g::G72,
        };
        contour.rough(words, &mut out)
    };
    match (out.halt.take(), result) {
        (Some(halt), _) => Err(halt),
        (None, Err(why)) => refuse(code::CYCLE, BLOCK, format!("the cycle cannot run: {why}")),
        (None, Ok(())) => Ok(()),
    }
}

/// Centre of a gathered arc, from I and K or from R.
fn gathered_center(
    block: &Block,
    start: Point,
    end: Point,
    code: u16,
    absolute: bool,
) -> Step<Point> {
    let at = block.code_place(Group::Motion);
    let by_centre = block.has(b'i') || block.has(b'k');
    if let Some(radius) = block.get(b'r') {
        if by_centre {
            return refuse(code::CONFLICT, at, "an arc takes I, K or R, not both");
        }
        let chord = end - start;
        let share = (radius * radius - chord.norm_sqr() / 4.0) / chord.norm_sqr();
        if share < 0.0 {
            return refuse(code::ARC, block.place(b'r'), "the radius is too short for the arc");
        }
        let side = Point::i() * share.sqrt() * chord;
        let middle = (start + end) / 2.0;
        return Ok(if code == g::G3 { middle + side } else { middle - side });
    }
    if !by_centre {
        return refuse(code::MISSING, at, "an arc needs its centre (I, K) or its radius (R)");
    }
    let word = Point::new(block.get(b'k').unwrap_or(0.0), block.get(b'i').unwrap_or(0.0));
    Ok(if absolute { word } else { word + start })
}

/// Carries out the moves of a cycle as if they were programmed.
struct Follower<'a, 'o, 's> {
    control: &'a mut Control<'o>,
    emitter: &'a mut Emitter<'s>,
    halt: Option<Halt>,
}

impl Follower<'_, '_, '_> {
    fn go(&mut self, code: u16, to: Point, center: Option<Point>) -> Result<(), Failure> {
        let mut block = Block::new();
        block.put(slot(b'x'), to.im, 0, 0);
        block.put(slot(b'z'), to.re, 0, 0);
        if let Some(center) = center {
            block.put(slot(b'i'), center.im, 0, 0);
            block.put(slot(b'k'), center.re, 0, 0);
        }
        let result = if center.is_some() {
            arc(code, &block, self.control, self.emitter)
        } else {
            straight(code, &block, self.control, self.emitter)
        };
        result.map_err(|halt| {
            self.halt = Some(halt);
            Failure::default()
        })
    }
}

impl Output for Follower<'_, '_, '_> {
    fn rapid(&mut self, to: Point) -> Result<(), Failure> {
        self.go(g::G0, to, None)
    }

    fn approach(&mut self, to: Point) -> Result<(), Failure> {
        let goal = [to.im, self.control.state.pos[1], to.re];
        let sent = self.emitter.send(Kind::Rapid, goal, self.control.state.rest, self.control);
        self.control.state.pos = goal;
        sent.map_err(|halt| {
            self.halt = Some(halt);
            Failure::default()
        })
    }

    fn feed(&mut self, to: Point) -> Result<(), Failure> {
        self.go(g::G1, to, None)
    }

    fn arc(&mut self, ccw: bool, center: Point, to: Point) -> Result<(), Failure> {
        let [x, _, z] = self.control.state.pos;
        let same = |a: f64, b: f64| (a - b).abs() < EXPRESSION_EQUAL;
        if same(x, to.im) && same(z, to.re) {
            return Ok(());
        }
        self.go(if ccw { g::G3 } else { g::G2 }, to, Some(center))
    }
}
