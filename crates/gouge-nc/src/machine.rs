use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use super::block::Block;
use super::code;
use super::compensate::Contour;
use super::cursor::{Cursor, is_blank};
use super::dialect::Dialect;
use super::fanuc::flow::MacroFlow;
use super::fault::{Fault, Halt, Step, refuse};
use super::flow::{Flow, Mark};
use super::foreign;
use super::lathe::Gathering;
use super::motion::{Event, Refusal, Span, Warning};
use super::operations::Recognizer;
use super::options::Options;
use super::params::{G92_APPLIED, G92_FIRST, Names, Parameters, SYSTEM, system_first};
use super::spline::Nurbs;
use super::state::{Rest, State, Units};
use super::suspicion::Suspicion;
use super::tool_note::PendingNote;
use super::tools::Tools;
use super::words::{Group, Lookup, g};

/// The line being carried out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Here {
    pub file: u16,
    pub number: u32,
    /// The block's text in the line.
    pub column: u32,
    pub length: u32,
    /// Place of the line in the text and of the line after it.
    pub offset: u64,
    pub after: u64,
}

impl Here {
    /// The whole block.
    pub fn span(&self) -> Span {
        Span { file: self.file, line: self.number, column: self.column, length: self.length.max(1) }
    }

    /// Some bytes of the line; the whole block when there are none.
    pub fn part(&self, at: &Range<usize>) -> Span {
        if at.is_empty() {
            return self.span();
        }
        Span {
            file: self.file,
            line: self.number,
            column: at.start as u32 + 1,
            length: (at.end - at.start) as u32,
        }
    }
}

/// Where the program goes after a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Next {
    /// On to the following line.
    #[default]
    Line,
    /// To the line at a mark.
    Jump(Mark),
    /// To the file of this subprogram if there is one, else on to the following line.
    File(String),
    /// Nowhere: it has ended.
    End,
}

/// The interpreter: everything a control knows while it runs a program.
pub(crate) struct Machine<'s> {
    pub options: &'s Options,
    pub lookup: Lookup,
    pub state: State,
    pub params: Parameters,
    pub names: Names,
    pub tools: Tools,
    pub flow: Flow,
    /// Fanuc and Haas: variables, calls and loops.
    pub macros: MacroFlow,
    /// Fanuc and Haas: work offsets beyond the ninth, mm.
    pub further: BTreeMap<usize, [f64; 3]>,
    pub here: Here,
    pub next: Next,
    pub suspicion: Suspicion,
    /// Tool descriptions whose unit is not known yet.
    pub notes: Vec<PendingNote>,
    /// Operations recognised so far.
    pub operations: Recognizer,
    pub contour: Contour,
    /// Compensation ended with the block before: an arc may not follow.
    pub arc_barred: bool,
    /// The lathe cycle whose contour is being read.
    pub gathering: Option<Box<Gathering>>,
    /// The spline that G5.2 blocks are building.
    pub nurbs: Option<Nurbs>,
    /// Where the last motion ended, mm, tool length not applied; NaN where unknown.
    pub out: [f64; 3],
    /// Where the other axes ended in work coordinates, degrees and mm.
    pub out_rest: Rest,
    /// Where they stood before the first block, all offsets counted, degrees and mm.
    pub home_rest: Rest,
    /// The motion being made moves an axis whose place is not known.
    pub drifts: bool,
    /// The point that the last G28 or G30 passed, mm, tool length not applied.
    pub passed: Option<[f64; 3]>,
    /// Motions asked for, those of no length included.
    pub sent: u64,
    pub count: Count,
    sink: &'s mut dyn FnMut(Event) -> ControlFlow<()>,
}

/// What was handed out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub motions: u64,
    pub refusals: u64,
    pub warnings: u64,
    pub millimetres: bool,
    pub inches: bool,
}

impl<'s> Machine<'s> {
    pub fn new(options: &'s Options, sink: &'s mut dyn FnMut(Event) -> ControlFlow<()>) -> Self {
        let mut params = Parameters::new();
        if let Some(file) = &options.parameters {
            file.apply(&mut params);
        }
        for offset in &options.offsets {
            let first = system_first(offset.system.clamp(1, 9));
            for axis in 0..3 {
                params.set(first + axis, offset.at[axis] / options.machine_units.mm());
            }
            params.set(first + 9, offset.rotation);
        }
        let mut state = State::new(options.units);
        state.arc_absolute = options.absolute_arc_centers;
        // LinuxCNC starts with G99, the others with G98.
        state.return_to_r = options.dialect == Dialect::LinuxCnc;
        state.system = (params.get(SYSTEM) as usize).clamp(1, 9);
        let mut machine = Machine {
            options,
            lookup: Lookup::new(options.dialect),
            state,
            params,
            names: Names::new(),
            tools: Tools::new(options.tools.clone()),
            flow: Flow::new(),
            macros: MacroFlow::new(),
            further: BTreeMap::new(),
            here: Here { number: 1, column: 1, ..Here::default() },
            next: Next::Line,
            suspicion: Suspicion::default(),
            notes: Vec::new(),
            operations: Recognizer::default(),
            contour: Contour::Off,
            arc_barred: false,
            gathering: None,
            nurbs: None,
            out: [f64::NAN; 3],
            out_rest: [0.0; 6],
            home_rest: [0.0; 6],
            drifts: false,
            passed: None,
            sent: 0,
            count: Count::default(),
            sink,
        };
        machine.load_system();
        if machine.params.get(G92_APPLIED) != 0.0 {
            let nine = machine.params.nine(G92_FIRST);
            (machine.state.g92, machine.state.g92_rest) = machine.in_force(nine);
        }
        let unit = machine.state.units.mm();
        machine.state.pos = options.start.map(|known| known.map_or(f64::NAN, |mm| mm / unit));
        machine.out = machine.base_mm(machine.state.pos);
        machine.home_rest = machine.rest_mm();
        machine
    }

    /// Hands something out.
    pub fn emit(&mut self, event: Event) -> Step {
        match &event {
            Event::Motion(_) => self.count.motions += 1,
            Event::Refusal(_) => self.count.refusals += 1,
            Event::Warning(_) => self.count.warnings += 1,
            Event::ToolNote(_) | Event::Assumption(_) | Event::Missing(_) => {}
        }
        match (self.sink)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Stop),
        }
    }

    /// Warns about some bytes of the line (none: the block).
    pub fn warn(&mut self, code: &'static str, at: Range<usize>, message: String) -> Step {
        let span = self.here.part(&at);
        if self.suspicion.repeats(code, span) {
            return Ok(());
        }
        self.emit(Event::Warning(Warning { span, code, message }))
    }

    /// Reports a block that was not carried out.
    pub fn report(&mut self, fault: Fault) -> Step {
        let mut span = self.here.part(&fault.at);
        if let Some(line) = fault.line {
            span = Span { file: self.here.file, line, column: 1, length: 1 };
        }
        let calls = if self.options.dialect.subprograms_by_number() {
            self.macros.calls()
        } else {
            self.flow.calls()
        };
        let Fault { code, message, .. } = fault;
        self.emit(Event::Refusal(Refusal { span, code, message, calls }))
    }

    /// Reads and carries out one line. A refused block is reported here; `Err` ends the run.
    pub fn line(&mut self, text: &[u8], block: &mut Block) -> Step {
        self.next = Next::Line;
        let lead = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
        self.here.column = lead as u32 + 1;
        self.here.length = (text.len() - lead) as u32;
        block.clear();
        match self.try_line(text, block) {
            Ok(()) => Ok(()),
            Err(Halt::Stop) => Err(Halt::Stop),
            Err(Halt::Fault(mut fault)) => {
                if let Some(language) = foreign::language(text) {
                    *fault = Fault {
                        code: code::LANGUAGE,
                        message: format!(
                            "this is the language of {language} controls, which is not read here"
                        ),
                        at: 0..0,
                        line: None,
                        fatal: true,
                    };
                }
                let fatal = fault.fatal;
                self.report(*fault)?;
                if let Some(gathering) = &mut self.gathering {
                    gathering.broken = true;
                }
                if fatal {
                    self.next = Next::End;
                } else {
                    self.doubt(text, block);
                }
                Ok(())
            }
        }
    }

    /// Changes the unit of length.
    pub fn set_units(&mut self, units: Units) {
        let ratio = self.state.units.mm() / units.mm();
        self.state.convert(units);
        if ratio != 1.0 {
            self.rescale_compensation(ratio);
        }
    }

    fn try_line(&mut self, text: &[u8], block: &mut Block) -> Step {
        let mut cursor = Cursor::new(text);
        match cursor.peek() {
            0 => return Ok(()),
            b'/' if self.options.block_delete => return Ok(()),
            b'/' => {
                cursor.bump();
                if self.options.dialect.macro_b() {
                    // Which of the skip switches it belongs to.
                    cursor.digits();
                }
            }
            _ => {}
        }
        if self.options.dialect.macro_b() {
            return self.try_macro_line(cursor, text, block);
        }
        if cursor.peek() == b'n' {
            read_line_number(&mut cursor)?;
        }
        if self.try_flow(&mut cursor, block)? {
            return self.end_gathering();
        }
        self.read_words(&mut cursor, block)?;
        self.check(block)?;
        if self.gathering.is_some() {
            return self.gather(block);
        }
        self.execute(block, text)
    }

    /// A line of a Fanuc or Haas program.
    fn try_macro_line(&mut self, mut cursor: Cursor<'_>, text: &[u8], block: &mut Block) -> Step {
        let start = cursor.position();
        let mut label = None;
        if cursor.peek() == b'n' {
            cursor.bump();
            label = cursor.digits();
            if label.is_none() {
                return refuse(code::NUMBER, start..start + 1, "N needs a whole number");
            }
        }
        if self.try_macro(&mut cursor, label)? {
            return Ok(());
        }
        self.read_words(&mut cursor, block)?;
        self.scale_increments(block);
        self.check_fanuc(block)?;
        let (moves, modal) = (block.motion.is_some(), self.state.motion);
        self.execute(block, text)?;
        if block.is(Group::Once, g::G53) {
            // Its rapid is for this block only.
            self.state.motion = modal;
        }
        if moves && self.next == Next::Line { self.modal_call() } else { Ok(()) }
    }
}

/// `N` and its number, which may have a fraction.
fn read_line_number(cursor: &mut Cursor<'_>) -> Step {
    let start = cursor.position();
    cursor.bump();
    let mut number = cursor.digits();
    if number.is_some() && cursor.peek() == b'.' {
        cursor.bump();
        number = cursor.digits();
    }
    if number.is_none() {
        return refuse(code::NUMBER, start..start + 1, "N needs a whole number");
    }
    Ok(())
}
