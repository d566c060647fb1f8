//! The event loop: events in, state updated, screen out.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::crossterm::event::{self, Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::crossterm::terminal::window_size;

use super::checking::Checking;
use super::editor;
use super::effect::Effect;
use super::export::Target;
use super::graphics::{USUAL_CELL, encode};
use super::key::Key;
use super::picture::Studio;
use super::prompt::Asked;
use super::prompt::ask;
use super::screen::{Places, draw};
use super::state::{Pane, State};
use super::terminal::late_answer::LateAnswer;
use super::terminal::pace::Pace;
use super::terminal::session::Session;
use super::terminal::signals::Signals;
use super::update::{Message, update};

/// Between two looks at the check and the keyboard when nothing moves.
const IDLE: Duration = Duration::from_millis(200);

/// Between two frames when something does.
const FRAME: Duration = Duration::from_millis(33);

/// After nothing happened for so long, a picture becomes finer from frame to frame until it is as
/// fine as it can be.
const STILL: Duration = Duration::from_millis(250);

/// Runs until one leaves, or until a signal ends it: then that is the answer. `checking` is the
/// check in the background, if one runs. The terminal is given back.
///
/// # Errors
/// When the terminal cannot be used.
pub fn run(
    mut session: Session,
    state: State,
    mut checking: Option<Checking>,
) -> io::Result<Option<i32>> {
    let signals = Arc::clone(&session.signals);
    let shown = follow(&mut session, state, checking.as_mut(), &signals);
    drop(session);
    if let Some(checking) = &checking {
        checking.stop();
    }
    match signals.end() {
        // A terminal that is gone fails before its signal is heard.
        Some(signal) => Ok(Some(signal)),
        None => shown.map(|()| None),
    }
}

fn follow(
    session: &mut Session,
    mut state: State,
    mut checking: Option<&mut Checking>,
    signals: &Signals,
) -> io::Result<()> {
    let mut studio = Studio::begin(state.document.clone());
    let mut cell = cell_size();
    let mut places = Places::default();
    let mut dirty = true;
    let (mut drawn, mut touched) = (Instant::now(), None::<Instant>);
    let mut first = true;
    let mut late = LateAnswer::default();
    let mut edited = false;
    let mut pace = Pace::default();
    // How long an answer takes on an idle line.
    pace.sent(1);
    loop {
        let settled = touched.is_none_or(|at| at.elapsed() > STILL);
        dirty |= studio.arrive();
        dirty |= settled && state.settle(usize::MAX);
        if dirty || settled && studio.is_coarse() {
            studio.show(&state.document);
            places = show(session, &mut state, &mut studio, cell, first, pace.budget())?;
            pace.sent(session.terminal.backend_mut().take_bytes());
            first = false;
            dirty = false;
        }
        if signals.end().is_some() {
            break;
        }
        if session.stood_still()? {
            (cell, first, dirty) = (cell_size(), true, true);
            continue;
        }
        let wait = if state.playing.is_some() || settled && studio.is_coarse() {
            FRAME
        } else if settled && !studio.is_coming() {
            IDLE
        } else {
            FRAME * 4
        };
        let mut quit = false;
        if event::poll(wait.saturating_sub(drawn.elapsed().min(wait / 2)))? {
            // All that is waiting, before anything is drawn: keys held down do not pile up.
            loop {
                let effects = match event::read()? {
                    Event::Key(key) if late.holds(&key) => Vec::new(),
                    Event::Key(key) if key.kind != KeyEventKind::Release => {
                        touched = Some(Instant::now());
                        update(&mut state, Message::Key(Key::of(&key)))
                    }
                    Event::Paste(text) => {
                        touched = Some(Instant::now());
                        update(&mut state, Message::Paste(text))
                    }
                    Event::Mouse(mouse) => mouse_message(&places, mouse)
                        .map_or(Vec::new(), |message| update(&mut state, message)),
                    Event::Resize(..) => {
                        cell = cell_size();
                        first = true;
                        Vec::new()
                    }
                    _ => Vec::new(),
                };
                dirty = true;
                for effect in effects {
                    quit |= effect == Effect::Quit;
                    edited |= matches!(effect, Effect::Edit(..));
                    perform(effect, session, &mut state, &mut studio, checking.as_deref())?;
                    first = true;
                }
                if quit || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if quit {
            break;
        }
        if state.playing.is_some() {
            update(&mut state, Message::Tick(drawn.elapsed().as_secs_f64()));
            dirty = true;
            touched = Some(Instant::now());
        }
        drawn = Instant::now();
        for message in checking.as_deref_mut().map_or(Vec::new(), Checking::news) {
            update(&mut state, message);
            dirty = true;
            // A check that had read the program before it was edited goes on with what it read.
            if edited {
                look_again(&mut state);
            }
        }
    }
    Ok(())
}

fn show(
    session: &mut Session,
    state: &mut State,
    studio: &mut Studio,
    cell: (u16, u16),
    first: bool,
    budget: usize,
) -> io::Result<Places> {
    session.frame(|terminal| {
        let mut places = Places::default();
        terminal.draw(|f| {
            let size = f.area();
            (state.columns, state.rows) = (usize::from(size.width), usize::from(size.height));
            places = draw(state, studio, cell, budget, f);
        })?;
        if let (true, Some(area)) = (state.mode.is_pixels(), places.picture) {
            let place = format!("\x1b[{};{}H", area.y + 1, area.x + 1);
            let bytes = encode(state.mode, &studio.picture, area.as_size(), first);
            terminal.backend_mut().raw(place.as_bytes())?;
            terminal.backend_mut().raw(&bytes)?;
        }
        Ok(places)
    })
}

/// Pixels of a cell, as the terminal tells.
fn cell_size() -> (u16, u16) {
    match window_size() {
        Ok(s) if s.width >= s.columns && s.height >= s.rows && s.columns > 0 && s.rows > 0 => {
            (s.width / s.columns, s.height / s.rows)
        }
        _ => USUAL_CELL,
    }
}

fn mouse_message(places: &Places, mouse: event::MouseEvent) -> Option<Message> {
    let at = ratatui::layout::Position { x: mouse.column, y: mouse.row };
    let (pane, area, top) = places.panes.iter().find(|(_, area, _)| area.contains(at))?;
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            let row = usize::from(at.y.saturating_sub(area.y + 1)) + top;
            Some(Message::Click(*pane, if *pane == Pane::View { 0 } else { row }))
        }
        MouseEventKind::ScrollDown => Some(Message::Wheel(3)),
        MouseEventKind::ScrollUp => Some(Message::Wheel(-3)),
        _ => None,
    }
}

/// Shows the program as it stands, and what was found as what was found before, where it changed.
fn look_again(state: &mut State) {
    match state.document.again() {
        None => {}
        Some(Ok(document)) => drop(update(state, Message::Report(Arc::new(document)))),
        Some(Err(why)) => state.message = why.to_string(),
    }
}

fn perform(
    effect: Effect,
    session: &mut Session,
    state: &mut State,
    studio: &mut Studio,
    checking: Option<&Checking>,
) -> io::Result<()> {
    match effect {
        Effect::Quit => {}
        Effect::Suspend => session.signals.stand_still(),
        Effect::Copy(text) => {
            let sequence = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
            session.terminal.backend_mut().raw(sequence.as_bytes())?;
        }
        Effect::Edit(path, line) => {
            let done = session.away(|| editor::open(&editor::named(), &path, line))?;
            look_again(state);
            if let Err(why) = done {
                state.message = why;
            }
        }
        Effect::Export(path, over) => match state.target(&path) {
            Target::Refused(why) => state.message = why,
            Target::There if !over => {
                state.picture = path;
                ask(state, Asked::Overwrite, "");
            }
            Target::There | Target::Free => {
                studio.wait();
                state.message = match super::export::write(state, studio, &path) {
                    Ok(()) => format!("{} written", path.display()),
                    Err(why) => why,
                };
            }
        },
        Effect::Stop => match checking {
            Some(checking) if state.is_running() => {
                checking.stop();
                state.message = "stopping: what is proved until now stays".to_owned();
            }
            _ => state.message = "no check is running".to_owned(),
        },
        Effect::Mouse(on) => {
            session.mouse(on)?;
            state.message =
                format!("mouse {}", if on { "on: hold Shift to select text" } else { "off" });
        }
        Effect::Keep(fingerprint) => {
            state.message = match super::decision::keep(state, &fingerprint) {
                Ok(path) => format!("kept in {}", path.display()),
                Err(why) => {
                    // What the file does not hold, `check` does not honour. Why it does not read
                    // is said already.
                    let _ = state.recall();
                    format!("not kept: {why}")
                }
            };
        }
    }
    Ok(())
}
