//! What is looked at and how: everything that keys change. It knows no terminal.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::NaiveDate;
use gouge_raster::Side;

use super::binding::Keys;
use super::check_state::CheckState;
use super::depths::Depths;
use super::document::Document;
use super::filter::{Filter, Sort, listed};
use super::graphics::Mode;
use super::line_marks::LineMarks;
use super::place::Place;
use super::prompt::Prompt;
use super::text::Lines;
use super::theme::Theme;
pub use super::view::{Clip, Cursor, Cut, Eye, Field, HAIR_MM, Pane, Row, View, reach};
use crate::nc::Situation;
use crate::report::SubFile;
use crate::report::baseline::Entry;
use crate::report::data::Region;
use crate::verify::Sighting;

/// A program is read up to so many motions with every key; further on when no key is pressed.
pub const AT_ONCE: usize = 20_000;

/// Where one was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crumb {
    pub(super) focus: Pane,
    pub(super) view: View,
    pub(super) cursor: Cursor,
    pub(super) region: Option<u32>,
}

/// Everything that keys change.
#[derive(Clone, Debug)]
pub struct State {
    /// What is looked at.
    pub document: Arc<Document>,
    /// Lines of the program, and of each of the files that it calls.
    lines: Arc<Vec<Lines>>,
    /// How far the check is.
    pub check: CheckState,
    /// Keys.
    pub keys: Arc<Keys>,
    /// Who gets the keys.
    pub focus: Pane,
    /// The pane beside the view where there is room for one only.
    pub side: Pane,
    /// The focused pane is alone.
    pub full: bool,
    /// Kind of picture.
    pub view: View,
    /// Regions listed, by index in the report.
    pub listed: Vec<u32>,
    /// File, first and last line of every region of the report; no line for those in files that are
    /// not at hand. Every frame asks which are in sight.
    pub spans: Vec<(u16, [u32; 2])>,
    /// Lines that are marked beside those.
    pub marks: Arc<LineMarks>,
    /// How deep lines and operations are, as far as it is proved.
    pub depths: Arc<Depths>,
    /// Chosen region.
    pub region: Row,
    /// Chosen operation.
    pub operation: Row,
    /// The file whose text is shown; 0 is the program.
    pub file: u16,
    /// Chosen line of it, from 0.
    pub line: Row,
    /// Scroll of the witness pane.
    pub witness: Row,
    /// Chosen assumption.
    pub assumption: Row,
    /// Order of regions.
    pub sort: Sort,
    /// Text of the filter.
    pub filter: String,
    /// What was searched for last.
    pub search: String,
    /// Where in the program.
    pub cursor: Cursor,
    /// The motion it was last at rest on, and how things stand there: see
    /// [`Document::situation`].
    pub situation: Option<(usize, Option<Situation>)>,
    /// Millimetres a second, when playing.
    pub playing: Option<f64>,
    /// Speed of play, mm/s.
    pub speed: f64,
    /// Where one was.
    pub crumbs: Vec<Crumb>,
    /// A line being typed.
    pub prompt: Option<Prompt>,
    /// The help screen and its scroll.
    pub help: Option<usize>,
    /// The view in space.
    pub eye: Eye,
    /// The map.
    pub chart: Eye,
    /// What it shows.
    pub field: Field,
    /// The setup.
    pub table: Eye,
    /// The section.
    pub cut: Cut,
    /// Clip plane in space and its step, mm.
    pub clip: (Clip, f64),
    /// The tool lets through what is behind it.
    pub sheer: bool,
    /// How pictures are drawn.
    pub mode: Mode,
    /// Colours.
    pub theme: Theme,
    /// The mouse is listened to.
    pub mouse: bool,
    /// One line at the bottom.
    pub message: String,
    /// Where decisions are kept, if not beside the program.
    pub baseline: Option<PathBuf>,
    /// What was decided, by fingerprint.
    pub decisions: BTreeMap<String, Entry>,
    /// How many of the report's regions are accepted by that today.
    pub accepted: usize,
    /// How many of them are not measured.
    pub unmeasured: usize,
    /// Acceptances whose last day is before it are over.
    pub today: Option<NaiveDate>,
    /// Who decides.
    pub who: Option<String>,
    /// A reason that waits for its expiry.
    pub reason: String,
    /// A file that waits for leave to be overwritten.
    pub picture: PathBuf,
    /// Files that no picture goes over: the report, what it is made from, decisions.
    pub kept: Vec<PathBuf>,
    /// Rows of the screen, for half pages.
    pub rows: usize,
    /// Columns of the screen.
    pub columns: usize,
}

/// All that the setup shows.
fn table(document: &Document) -> Eye {
    Eye::around(&document.all_bounds().union(&document.cutting()), Side::Corner)
}

/// Where the lines of the program begin, and those of each of its files.
fn lines(document: &Document) -> Vec<Lines> {
    let called = document.files.iter().map(|file| Lines::new(&file.bytes));
    [Lines::new(&document.program)].into_iter().chain(called).collect()
}

impl State {
    /// A document as it is first shown: the worst gouge.
    pub fn new(document: Arc<Document>, mode: Mode, theme: Theme, keys: Keys) -> Self {
        let bounds = document.all_bounds();
        let marks = LineMarks::of(&document);
        let mut state = Self {
            lines: Arc::new(lines(&document)),
            check: CheckState::Done,
            keys: Arc::new(keys),
            focus: Pane::Regions,
            side: Pane::Regions,
            full: false,
            view: View::Section,
            listed: Vec::new(),
            spans: Vec::new(),
            depths: Arc::new(Depths::of(&document, &marks)),
            marks: Arc::new(marks),
            region: Row::default(),
            operation: Row::default(),
            file: 0,
            line: Row::default(),
            witness: Row::default(),
            assumption: Row::default(),
            sort: Sort::Depth,
            filter: String::new(),
            search: String::new(),
            cursor: Cursor::default(),
            situation: None,
            playing: None,
            speed: 25.0,
            crumbs: Vec::new(),
            prompt: None,
            help: None,
            eye: Eye::around(&bounds, Side::Corner),
            chart: Eye::around(&bounds, Side::Top),
            field: Field::Depth,
            table: table(&document),
            cut: Cut { span: reach(&bounds), ..Cut::default() },
            clip: (Clip::None, 0.0),
            sheer: false,
            mode,
            theme,
            mouse: false,
            message: String::new(),
            baseline: None,
            decisions: BTreeMap::new(),
            accepted: 0,
            unmeasured: 0,
            today: None,
            who: None,
            reason: String::new(),
            picture: PathBuf::new(),
            kept: Vec::new(),
            rows: 24,
            columns: 80,
            document,
        };
        state.list();
        state.weigh();
        if state.listed.is_empty() {
            state.view = View::Solid;
            state.go_to_first_cut();
        } else {
            state.go_to_region();
        }
        state.settle(AT_ONCE);
        state
    }

    /// Finds out how things stand at the cursor, once it is at rest and not behind so many motions:
    /// the program is read up to there. Tells whether it did.
    pub fn settle(&mut self, most: usize) -> bool {
        let motion = self.cursor.motion;
        let known = self.situation.as_ref().is_some_and(|(at, _)| *at == motion);
        let now = self.playing.is_none() && !known && motion <= most;
        if now {
            self.situation = Some((motion, self.document.situation(motion)));
        }
        now
    }

    /// How things stand at the cursor, as far as [`settle`](Self::settle) found out.
    pub fn standing_at(&self) -> Option<&Situation> {
        let (motion, situation) = self.situation.as_ref()?;
        situation.as_ref().filter(|_| *motion == self.cursor.motion)
    }

    /// Another report of the same job: what one looks at stays.
    pub fn replace(&mut self, document: Arc<Document>) {
        let chosen = self.chosen().cloned();
        let had = !self.listed.is_empty();
        if !Arc::ptr_eq(&self.document.program, &document.program)
            || !Arc::ptr_eq(&self.document.files, &document.files)
        {
            self.lines = Arc::new(lines(&document));
            // Files are numbered in the order of their calls.
            let name = |file: &SubFile| file.name.clone();
            let shown = usize::from(self.file).checked_sub(1);
            let shown = shown.and_then(|i| self.document.files.get(i)).map(name);
            let same = |name: &String| document.files.iter().position(|file| file.name == *name);
            self.file = shown.as_ref().and_then(same).map_or(0, |index| (index + 1) as u16);
        }
        self.marks = Arc::new(LineMarks::of(&document));
        self.depths = Arc::new(Depths::of(&document, &self.marks));
        // What is cut is known when it is checked.
        if self.table == table(&self.document) {
            self.table = table(&document);
        }
        self.document = document;
        self.situation = None;
        self.list();
        self.weigh();
        let regions = &self.document.report.regions;
        let row = |same: &dyn Fn(&Region, &Region) -> bool| {
            let chosen = chosen.as_ref()?;
            self.listed.iter().position(|i| same(&regions[*i as usize], chosen))
        };
        // Of what was only seen, the worst place may be another one now.
        let same = row(&|r, chosen| r.fingerprint == chosen.fingerprint);
        if let Some(row) = same.or_else(|| row(&Region::overlaps)) {
            self.region.at = row;
        } else if !had && !self.listed.is_empty() {
            self.view = View::Section;
            self.go_to_region();
        }
    }

    /// What the check has seen so far, beside what is measured.
    pub fn sight(&mut self, sightings: &[Sighting]) {
        self.replace(Arc::new(self.document.with_sighted(sightings)));
    }

    /// Whether the check still runs.
    pub fn is_running(&self) -> bool {
        matches!(self.check, CheckState::Running { .. })
    }

    /// Lists the regions anew, by filter and order.
    pub fn list(&mut self) {
        let regions = &self.document.report.regions;
        let span = |r: &Region| self.document.span_of(r).unwrap_or((0, [1, 0]));
        self.spans = regions.iter().map(span).collect();
        let filter = Filter::parse(&self.filter).unwrap_or_default();
        self.listed = listed(regions, &filter, self.sort);
        self.region.step(0, self.listed.len());
    }

    /// The file that is shown: its lines and its text.
    pub fn page(&self) -> (&Lines, &[u8]) {
        static NONE: Lines = Lines::NONE;
        let lines = self.lines.get(usize::from(self.file)).unwrap_or(&NONE);
        (lines, self.document.text_of(self.file))
    }

    /// Whether there is such a line.
    pub(super) fn has_line(&self, at: Place) -> bool {
        let count = self.lines.get(usize::from(at.file)).map_or(0, Lines::count);
        (1..=count).contains(&(at.line as usize))
    }

    /// Shows a line.
    pub(super) fn stand(&mut self, at: Place) {
        self.file = at.file;
        let last = self.page().0.count().saturating_sub(1);
        self.line.at = (at.line as usize).saturating_sub(1).min(last);
    }

    /// The chosen region.
    pub fn chosen(&self) -> Option<&Region> {
        let index = *self.listed.get(self.region.at)?;
        self.document.report.regions.get(index as usize)
    }

    /// The chosen region, when the cursor is on its worst motion.
    pub fn witnessed(&self) -> Option<&Region> {
        self.chosen().filter(|r| r.witness.motion as usize == self.cursor.motion)
    }

    /// The tool that makes the motion under the cursor: the report's where it names one, for it
    /// may rest on an assumption about the spindle.
    pub fn tool(&self) -> u32 {
        let motion = self.cursor.motion as u32;
        let of = |list: &[u32; 2]| list[0] <= motion && motion <= list[1];
        let operation = self.document.report.operations.iter().find(|o| of(&o.motion_range));
        match (self.witnessed(), self.document.path.steps.get(self.cursor.motion), operation) {
            (Some(region), ..) => region.tool,
            (None, Some(step), _) if self.document.tools.contains_key(&u32::from(step.tool)) => {
                u32::from(step.tool)
            }
            (None, _, operation) => {
                // A program that calls none is checked with the only one there is.
                let one =
                    self.document.tools.keys().next().filter(|_| self.document.tools.len() == 1);
                let named = operation.map(|o| o.tool).filter(|t| *t != 0);
                named.or(one.copied()).unwrap_or(0)
            }
        }
    }

    /// Where the tool is, work coordinates, mm.
    pub fn pose(&self) -> Option<super::scene::Pose> {
        let at = match self.witnessed() {
            Some(r) if self.cursor.t == r.witness.t => {
                self.document.work(r.witness.control_point_mm)
            }
            _ => self.document.path.at(self.cursor.motion, self.cursor.t)?,
        };
        Some(super::scene::Pose { tool: self.tool(), at })
    }

    /// Remembers where one is.
    pub fn drop_crumb(&mut self) {
        const MOST: usize = 200;
        if self.crumbs.len() == MOST {
            self.crumbs.remove(0);
        }
        self.crumbs.push(Crumb {
            focus: self.focus,
            view: self.view,
            cursor: self.cursor,
            region: self.listed.get(self.region.at).copied(),
        });
    }

    /// Rows of the focused pane.
    pub fn count(&self) -> usize {
        let report = &self.document.report;
        match self.focus {
            Pane::Operations => report.operations.len(),
            Pane::Regions => self.listed.len(),
            Pane::Program => self.page().0.count(),
            Pane::Witness => 200,
            Pane::Assumptions => super::ground::rows(&self.document).len(),
            Pane::View => 0,
        }
    }

    /// The chosen row of the focused pane.
    pub fn row(&mut self) -> &mut Row {
        match self.focus {
            Pane::Operations => &mut self.operation,
            Pane::Regions => &mut self.region,
            Pane::Program | Pane::View => &mut self.line,
            Pane::Witness => &mut self.witness,
            Pane::Assumptions => &mut self.assumption,
        }
    }
}
