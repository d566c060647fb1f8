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

/// The screen while somebody looks at it.
struct Live<'a> {
    session: &'a mut Session,
    state: State,
    studio: Studio,
    checking: Option<&'a mut Checking>,
    /// Pixels of a cell.
    cell: (u16, u16),
    places: Places,
    /// Something is not on the screen yet.
    dirty: bool,
    /// The picture is drawn over whatever is there.
    first: bool,
    /// The last look at the check and the keyboard.
    looked: Instant,
    /// The last key, or step of what plays.
    touched: Option<Instant>,
    late: LateAnswer,
    /// The program was edited since it was read.
    edited: bool,
    pace: Pace,
}

fn follow(
    session: &mut Session,
    state: State,
    checking: Option<&mut Checking>,
    signals: &Signals,
) -> io::Result<()> {
    let mut live = Live {
        studio: Studio::begin(state.document.clone()),
        session,
        state,
        checking,
        cell: cell_size(),
        places: Places::default(),
        dirty: true,
        first: true,
        looked: Instant::now(),
        touched: None,
        late: LateAnswer::default(),
        edited: false,
        pace: Pace::default(),
    };
    // How long an answer takes on an idle line.
    live.pace.sent(1);
    loop {
        let settled = live.touched.is_none_or(|at| at.elapsed() > STILL);
        live.show_news(settled)?;
        if signals.end().is_some() {
            break;
        }
        if live.session.stood_still()? {
            (live.cell, live.first, live.dirty) = (cell_size(), true, true);
            continue;
        }
        if live.heed(live.patience(settled))? {
            break;
        }
        live.play();
        live.looked = Instant::now();
        live.take_results();
    }
    Ok(())
}

impl Live<'_> {
    /// Draws, if anything is not as it was drawn last, or can be finer.
    fn show_news(&mut self, settled: bool) -> io::Result<()> {
        self.dirty |= self.studio.arrive();
        self.dirty |= settled && self.state.settle(usize::MAX);
        if self.dirty || settled && self.studio.is_coarse() {
            self.studio.show(&self.state.document);
            self.show()?;
            self.pace.sent(self.session.terminal.backend_mut().take_bytes());
            self.first = false;
            self.dirty = false;
        }
        Ok(())
    }

    fn show(&mut self) -> io::Result<()> {
        let Self { state, studio, cell, first, .. } = self;
        let budget = self.pace.budget();
        self.places = self.session.frame(|terminal| {
            let mut places = Places::default();
            terminal.draw(|f| {
                let size = f.area();
                (state.columns, state.rows) = (usize::from(size.width), usize::from(size.height));
                places = draw(state, studio, *cell, budget, f);
            })?;
            if let (true, Some(area)) = (state.mode.is_pixels(), places.picture) {
                let place = format!("\x1b[{};{}H", area.y + 1, area.x + 1);
                let bytes = encode(state.mode, &studio.picture, area.as_size(), *first);
                terminal.backend_mut().raw(place.as_bytes())?;
                terminal.backend_mut().raw(&bytes)?;
            }
            Ok(places)
        })?;
        Ok(())
    }

    /// How long to wait for a key.
    fn patience(&self, settled: bool) -> Duration {
        let between = if self.state.playing.is_some() || settled && self.studio.is_coarse() {
            FRAME
        } else if settled && !self.studio.is_coming() {
            IDLE
        } else {
            FRAME * 4
        };
        between.saturating_sub(self.looked.elapsed().min(between / 2))
    }

    /// Waits so long for keys, and does what they ask; whether one leaves.
    fn heed(&mut self, patience: Duration) -> io::Result<bool> {
        let mut quit = false;
        // All that is waiting, before anything is drawn: keys held down do not pile up.
        let mut waiting = event::poll(patience)?;
        while waiting {
            self.dirty = true;
            for effect in self.hear(event::read()?) {
                quit |= effect == Effect::Quit;
                self.edited |= matches!(effect, Effect::Edit(..));
                self.perform(effect)?;
                self.first = true;
            }
            waiting = !quit && event::poll(Duration::ZERO)?;
        }
        Ok(quit)
    }

    fn hear(&mut self, event: Event) -> Vec<Effect> {
        let message = match event {
            Event::Key(key) if self.late.holds(&key) => None,
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.touched = Some(Instant::now());
                Some(Message::Key(Key::of(&key)))
            }
            Event::Paste(text) => {
                self.touched = Some(Instant::now());
                Some(Message::Paste(text))
            }
            Event::Mouse(mouse) => mouse_message(&self.places, mouse),
            Event::Resize(..) => {
                self.cell = cell_size();
                self.first = true;
                None
            }
            _ => None,
        };
        message.map_or(Vec::new(), |message| update(&mut self.state, message))
    }

    fn play(&mut self) {
        if self.state.playing.is_some() {
            update(&mut self.state, Message::Tick(self.looked.elapsed().as_secs_f64()));
            self.dirty = true;
            self.touched = Some(Instant::now());
        }
    }

    /// Takes over what the check has found since.
    fn take_results(&mut self) {
        for message in self.checking.as_deref_mut().map_or(Vec::new(), Checking::news) {
            update(&mut self.state, message);
            self.dirty = true;
            // A check that had read the program before it was edited goes on with what it read.
            if self.edited {
                look_again(&mut self.state);
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::Quit => {}
            Effect::Suspend => self.session.signals.stand_still(),
            Effect::Copy(text) => {
                let sequence = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
                self.session.terminal.backend_mut().raw(sequence.as_bytes())?;
            }
            Effect::Edit(path, line) => {
                let done = self.session.away(|| editor::open(&editor::named(), &path, line))?;
                look_again(&mut self.state);
                if let Err(why) = done {
                    self.state.message = why;
                }
            }
            Effect::Export(path, over) => match self.state.target(&path) {
                Target::Refused(why) => self.state.message = why,
                Target::There if !over => {
                    self.state.picture = path;
                    ask(&mut self.state, Asked::Overwrite, "");
                }
                Target::There | Target::Free => {
                    self.studio.wait();
                    self.state.message =
                        match super::export::write(&self.state, &mut self.studio, &path) {
                            Ok(()) => format!("{} written", path.display()),
                            Err(why) => why,
                        };
                }
            },
            Effect::Stop => match &self.checking {
                Some(checking) if self.state.is_running() => {
                    checking.stop();
                    self.state.message = "stopping: what is proved until now stays".to_owned();
                }
                _ => self.state.message = "no check is running".to_owned(),
            },
            Effect::Mouse(on) => {
                self.session.mouse(on)?;
                self.state.message =
                    format!("mouse {}", if on { "on: hold Shift to select text" } else { "off" });
            }
            Effect::Keep(fingerprint) => {
                self.state.message = match super::decision::keep(&self.state, &fingerprint) {
                    Ok(path) => format!("kept in {}", path.display()),
                    Err(why) => {
                        // What the file does not hold, `check` does not honour. Why it does not read
                        // is said already.
                        let _ = self.state.recall();
                        format!("not kept: {why}")
                    }
                };
            }
        }
        Ok(())
    }
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
