//! `gouge browse`: a check or a saved report in the terminal.

use std::io::{self, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::Utc;
use ratatui::layout::Size;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

use super::args::BrowseArgs;
use super::preferences::{self, Preferences};
use super::{check, reports, typed};
use crate::accelerator::Cards;
use crate::check::{Check, Running, Watch};
use crate::error::{Error, Result};
use crate::files;
use crate::output;
use crate::report::Listed;
use crate::tree::Engine;
use crate::tui::binding::Keys;
use crate::tui::check_state::CheckState;
use crate::tui::checking::{Checking, LOOKS};
use crate::tui::key::Key;
use crate::tui::opening::{Waited, wait};
use crate::tui::state::State;
use crate::tui::update::{Message, update};
use crate::tui::{
    self, Background, ColorDepth, Document, Mode, Session, Target, Theme, bench, shot,
};

/// How long a terminal may take to tell its background.
const ASKED: Duration = Duration::from_millis(300);

/// Runs the command.
pub fn run(args: &BrowseArgs) -> Result<ExitCode> {
    args.engine.threads.begin();
    // A picture file is the same for everybody and on every terminal.
    let preferences =
        if args.shot.is_some() { Preferences::default() } else { preferences::read()? };
    let keys = Keys::with(&preferences.keys).map_err(preferences::wrong)?;
    let depth = color_depth(args, &preferences)?;
    if args.graphics.as_deref() == Some("test") {
        return Ok(tui::test_card(depth, &mut stdout().lock()).map(|()| ExitCode::SUCCESS)?);
    }
    if let Some(path) = &args.shot {
        expect_picture(path)?;
    }
    if saved(args).is_some() {
        expect_nothing_asked(args)?;
    }
    if !args.bench && args.shot.is_none() {
        expect_terminal()?;
    }
    let (source, baseline) = Source::of(args)?;
    if args.bench {
        let mut out = stdout().lock();
        bench::run(&source.open(false, &Watch::default())?, args.size.0, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let opening = Opening {
        mode: mode(args, &preferences, depth)?,
        theme: theme(args, &preferences, depth),
        keys,
        pressed: pressed(args)?,
        baseline,
        kept: source.kept(),
    };
    match &args.shot {
        Some(path) => shoot(&source, opening, path, args.size.0),
        None => live(source, opening),
    }
}

/// With what the screen opens.
struct Opening {
    mode: Mode,
    theme: Theme,
    keys: Keys,
    /// Keys that are pressed first.
    pressed: Vec<Key>,
    baseline: Option<PathBuf>,
    /// Files that nothing is written over.
    kept: Vec<PathBuf>,
}

impl Opening {
    /// The state before anybody presses a key.
    fn state(self, document: Document, check: CheckState) -> State {
        let mut state = State::new(Arc::new(document), self.mode, self.theme, self.keys);
        state.baseline = self.baseline;
        state.check = check;
        state.kept = self.kept;
        state.today = Some(Utc::now().date_naive());
        state.who = ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
        if let Err(why) = state.recall() {
            state.message = why;
        }
        self.pressed.into_iter().for_each(|key| drop(update(&mut state, Message::Key(key))));
        state
    }
}

/// Writes the screen as a picture.
fn shoot(source: &Source, opening: Opening, path: &Path, size: Size) -> Result<ExitCode> {
    let document = source.open(false, &Watch::default())?;
    let mut state = opening.state(document, CheckState::Done);
    if let Target::Refused(why) = state.target(path) {
        return Err(Error::new("J007", why).help("name another file"));
    }
    let svg = shot::screen(&mut state, size);
    output::write_with(path, |out| out.write_all(svg.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}

/// Takes the terminal over, reads, and shows until one leaves.
fn live(source: Source, opening: Opening) -> Result<ExitCode> {
    let mut session = Session::enter().map_err(|e| unusable(&e))?;
    let watch = Arc::new(Watch::default());
    let (files, phase) = (source.files(), || watch.doing());
    let seen = Arc::clone(&watch);
    let work = move || source.open(true, &seen).map(|document| (document, source));
    let waited = wait(&mut session, &opening.theme, &opening.keys, files, phase, work);
    let (document, source) = match waited.map_err(|e| unusable(&e))? {
        Waited::Ready(opened) => opened?,
        Waited::Left => return Ok(ExitCode::SUCCESS),
        Waited::Ended(signal) => return Ok(ended_by(signal)),
    };
    let (state, checking) = match source {
        Source::Saved(_) => (CheckState::Done, None),
        Source::Check(check, running) => {
            // Distances are measured once, with everything, and so are the depths of clean motions.
            let once = running.clearance || running.listed == Listed::Every;
            let looks = if once { &[][..] } else { &LOOKS[..] };
            let read = Some(document.clone());
            (CheckState::begun(), Some(Checking::begin(*check, running, looks, read)))
        }
    };
    let ended = tui::run(session, opening.state(document, state), checking);
    Ok(ended.map_err(|e| unusable(&e))?.map_or(ExitCode::SUCCESS, ended_by))
}

fn color_depth(args: &BrowseArgs, preferences: &Preferences) -> Result<ColorDepth> {
    let preferred = preferences.colors.as_deref().map(str::parse).transpose();
    let preferred = preferred.map_err(preferences::wrong)?;
    Ok(args.colors.or(preferred).unwrap_or_else(|| match &args.shot {
        Some(_) => ColorDepth::True,
        None => ColorDepth::from_environment(|name| std::env::var(name).ok()),
    }))
}

fn mode(args: &BrowseArgs, preferences: &Preferences, depth: ColorDepth) -> Result<Mode> {
    match args.graphics.as_ref().or(preferences.graphics.as_ref()) {
        Some(word) => word.parse().map_err(|e: String| Error::new("J006", e)),
        None if depth == ColorDepth::Mono => Ok(Mode::Braille),
        None => Ok(Mode::HalfBlock),
    }
}

fn theme(args: &BrowseArgs, preferences: &Preferences, depth: ColorDepth) -> Theme {
    let asked = args.background.as_deref().or(preferences.background.as_deref());
    let asked = asked.or(args.shot.as_ref().map(|_| "dark"));
    Theme { background: background(asked), depth }
}

fn pressed(args: &BrowseArgs) -> Result<Vec<Key>> {
    let keys = args.press.iter().flat_map(|keys| keys.split_whitespace()).map(str::parse);
    keys.collect::<std::result::Result<_, String>>().map_err(|e| Error::new("J006", e))
}

/// Refuses a terminal that cannot show a screen.
fn expect_terminal() -> Result<()> {
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(Error::new("J006", "browse needs a terminal that can move its cursor")
            .help("TERM is set to `dumb`; `gouge check` writes the same findings as text"));
    }
    if !stdout().is_terminal() {
        return Err(Error::new("J006", "browse needs a terminal")
            .help("`gouge check` writes the same findings as text"));
    }
    Ok(())
}

/// A terminal that fails: no file was to be written, and no disk is full.
fn unusable(cause: &io::Error) -> Error {
    Error::new("J006", format!("the terminal cannot be used: {cause}"))
        .help("`gouge check` writes the same findings as text")
}

/// As shells tell of what a signal ended.
fn ended_by(signal: i32) -> ExitCode {
    u8::try_from(128 + signal).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// What there is to look at.
enum Source {
    /// A saved report.
    Saved(PathBuf),
    /// A check, and how it is run.
    Check(Box<Check>, Running),
}

impl Source {
    /// And where decisions are kept, if not beside the program.
    fn of(args: &BrowseArgs) -> Result<(Self, Option<PathBuf>)> {
        let baseline = args.analysis.baseline.clone();
        // Words that are wrong are told even where a saved report leaves nothing to run.
        let running = running(args)?;
        if let Some(path) = saved(args) {
            return Ok((Self::Saved(path.to_owned()), baseline));
        }
        let settings = typed::settings(&args.inputs)?;
        let baseline = baseline.or_else(|| settings.paths("baseline").into_iter().next());
        Ok((Self::Check(Box::new(Check::new(&settings)?), running), baseline))
    }

    /// Files that nothing is written over, but for those that a report names.
    fn kept(&self) -> Vec<PathBuf> {
        match self {
            Self::Saved(path) => vec![path.clone()],
            Self::Check(check, _) => check.reads(),
        }
    }

    /// The files that are read, with their sizes.
    fn files(&self) -> Vec<(String, Option<u64>)> {
        let size = |path: &PathBuf| {
            let bytes = std::fs::metadata(path).ok().map(|facts| facts.len());
            (path.display().to_string(), bytes)
        };
        match self {
            Self::Saved(path) => vec![size(path)],
            Self::Check(check, _) => {
                let bodies = check.parts.iter().chain(&check.fixtures);
                bodies.chain([&check.program]).map(size).collect()
            }
        }
    }

    /// Reads it. A check that is stopped before it begins reads everything and leaves every motion
    /// open: there is something to look at while the real one runs in the background, `later`.
    fn open(&self, later: bool, watch: &Watch) -> Result<Document> {
        match self {
            Self::Saved(path) => {
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                tui::load(reports::read(path)?, &folder)
            }
            Self::Check(check, running) => {
                watch.progress.cancel.store(later, Ordering::Relaxed);
                let clearance = !later && running.clearance;
                let report = check.run(&Running { clearance, ..running.clone() }, watch)?;
                tui::load(report, &PathBuf::new())
            }
        }
    }
}

/// What a check is asked that is looked at.
fn running(args: &BrowseArgs) -> Result<Running> {
    let cards = Cards::new(check::device(&args.engine)?);
    Ok(Running {
        engine: check::chosen(&args.engine, Engine::SHIPPED, &cards)?,
        listed: if args.analysis.moves { Listed::Every } else { Listed::Gouging },
        zones: args.analysis.zones.clone(),
        clearance: args.analysis.clearance,
        deny_warnings: args.analysis.deny.is_some(),
        ..Running::default()
    })
}

/// Refuses what is asked of a check: a saved report is one already.
fn expect_nothing_asked(args: &BrowseArgs) -> Result<()> {
    let analysis = &args.analysis;
    let asked = [
        ("--moves", analysis.moves),
        ("--clearance", analysis.clearance),
        ("--zones", !analysis.zones.is_empty()),
        ("--deny", analysis.deny.is_some()),
        ("--engine", args.engine.name.is_some()),
    ];
    let asked = asked.iter().find(|(_, given)| *given).map(|(name, _)| (*name).to_owned());
    match asked.map_or_else(|| typed::option_of_scene(&args.inputs), |name| Ok(Some(name)))? {
        Some(name) => {
            Err(Error::new("J006", format!("`{name}` has no meaning for a saved report"))
                .help("give it to `gouge check` when the report is made"))
        }
        None => Ok(()),
    }
}

/// Refuses a name that says another kind of file than a screen is written as.
fn expect_picture(path: &Path) -> Result<()> {
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("svg")) {
        return Ok(output::expect_folder(path)?);
    }
    let what = format!("{}: a screen is written as SVG", path.display());
    Err(Error::new("J006", what).help("name a file that ends in .svg"))
}

/// The report to look at, when one is named instead of a part and a program.
fn saved(args: &BrowseArgs) -> Option<&Path> {
    let path = args.inputs.part.as_deref().filter(|_| args.inputs.program.is_none())?;
    let named = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    (named || files::is_stdin(path)).then_some(path)
}

/// Said, or asked of the terminal; dark when it does not tell.
fn background(said: Option<&str>) -> Background {
    match said {
        Some("light") => Background::Light,
        Some(_) => Background::Dark,
        None => {
            let mut options = QueryOptions::default();
            options.timeout = ASKED;
            match theme_mode(options) {
                Ok(ThemeMode::Light) => Background::Light,
                _ => Background::Dark,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal that did not answer was told to make room on the disk.
    #[test]
    fn a_failing_terminal_is_not_reported_as_a_full_disk() {
        let said = unusable(&io::Error::other("it does not answer")).to_string();
        assert!(said.contains("terminal") && said.contains("it does not answer"), "{said}");
        assert!(!said.contains("disk") && !said.contains("standard output"), "{said}");
    }
}
