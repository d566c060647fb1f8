//! `gouge browse`: a check or a saved report in the terminal.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

use super::args::BrowseArgs;
use super::{said, written};
use crate::check::{Check, Running, Watch};
use crate::error::{Error, Result};
use crate::output;
use crate::tui::binding::Keys;
use crate::tui::checking::{Checking, LOOKS};
use crate::tui::state::State;
use crate::tui::update::{Message, update};
use crate::tui::{self, ColorDepth, Document, Mode, Theme, bench, shot};

/// How long a terminal may take to tell its background.
const ASKED: Duration = Duration::from_millis(300);

/// Runs the command.
pub fn run(args: &BrowseArgs) -> Result<ExitCode> {
    if let Some(threads) = args.check.threads {
        // Only fails when the pool is already there, which no command before this one makes.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    }
    // A picture file is the same on every terminal.
    let depth = args.colors.unwrap_or_else(|| match &args.shot {
        Some(_) => ColorDepth::True,
        None => ColorDepth::from_environment(|name| std::env::var(name).ok()),
    });
    if args.graphics.as_deref() == Some("test") {
        return Ok(tui::test_card(depth, &mut stdout().lock()).map(|()| ExitCode::SUCCESS)?);
    }
    let (document, check) = opened(args)?;
    if args.bench {
        let mut out = stdout().lock();
        bench::run(&document, args.size.0, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mode = match &args.graphics {
        Some(word) => word.parse().map_err(|e: String| Error::new("J006", e))?,
        None if depth == ColorDepth::Mono => Mode::Braille,
        None => Mode::HalfBlock,
    };
    let asked = args.background.as_deref().or(args.shot.as_ref().map(|_| "dark"));
    let theme = Theme { light: is_light(asked), depth };
    let keys = Keys::with(&BTreeMap::new()).map_err(|e| Error::new("J006", e))?;
    let mut state = State::new(Arc::new(document), mode, theme, keys);
    match tui::decisions(&state.document.report) {
        Ok(decisions) => state.decisions = decisions,
        Err(why) => state.message = why,
    }
    for key in args.press.iter().flat_map(|keys| keys.split_whitespace()) {
        let key = key.parse().map_err(|e: String| Error::new("J006", e))?;
        update(&mut state, Message::Key(key));
    }
    if let Some(path) = &args.shot {
        let svg = shot::screen(&mut state, args.size.0);
        output::write_with(path, |out| out.write_all(svg.as_bytes()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !stdout().is_terminal() {
        return Err(Error::new("J006", "browse needs a terminal")
            .help("`gouge check` writes the same findings as text"));
    }
    let clearance = args.check.output.clearance;
    // Distances are measured once, with everything.
    let looks = if clearance { &[][..] } else { &LOOKS[..] };
    let running = Running { clearance, ..Running::default() };
    let checking = check.map(|check| Checking::begin(check, running, looks));
    tui::run(state, checking)?;
    Ok(ExitCode::SUCCESS)
}

/// What to look at at once, and the check that is still to be run.
fn opened(args: &BrowseArgs) -> Result<(Document, Option<Check>)> {
    if let Some(path) = saved(args) {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        return Ok((tui::load(written::read(path)?, &folder)?, None));
    }
    let check = Check::new(&said::settings(&args.check)?)?;
    let watch = Watch::default();
    // A check that is stopped before it begins reads everything and leaves every motion open:
    // there is something to look at while the real one runs in the background.
    let later = !args.bench && args.shot.is_none();
    watch.progress.cancel.store(later, Ordering::Relaxed);
    let clearance = !later && args.check.output.clearance;
    let running = Running { clearance, ..Running::default() };
    let report = check.run(&running, &watch)?;
    Ok((tui::load(report, &PathBuf::new())?, later.then_some(check)))
}

/// The report to look at, when one is named instead of a part and a program.
fn saved(args: &BrowseArgs) -> Option<&Path> {
    let path = args.check.part.as_deref().filter(|_| args.check.program.is_none())?;
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")).then_some(path)
}

/// Said, or asked of the terminal; dark when it does not tell.
fn is_light(said: Option<&str>) -> bool {
    match said {
        Some(word) => word == "light",
        None => {
            let mut options = QueryOptions::default();
            options.timeout = ASKED;
            matches!(theme_mode(options), Ok(ThemeMode::Light))
        }
    }
}
