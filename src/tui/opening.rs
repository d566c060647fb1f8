//! The screen before there is anything to look at: large files take seconds to read.

use std::io;
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Theme;
use super::binding::{Action, Keys};
use super::key::Key;
use super::pane::put;
use super::terminal::session::Session;

/// Between two looks at the keyboard and at what is read.
const LOOK: Duration = Duration::from_millis(20);

/// What is read sooner never shows: a flash tells nobody anything.
const PATIENCE: Duration = Duration::from_millis(80);

/// Between two frames.
const FRAME: Duration = Duration::from_millis(200);

/// What is being read.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The files, with their sizes in bytes where the system tells them.
    pub files: Vec<(String, Option<u64>)>,
    /// What is done at the moment.
    pub phase: &'static str,
    /// Since it began.
    pub seconds: f64,
    /// The key that leaves.
    pub leave: String,
}

/// What waiting came to.
pub enum Waited<T> {
    /// It is there.
    Ready(T),
    /// Somebody left.
    Left,
    /// This signal ended it.
    Ended(i32),
}

/// Shows what is being read until `work` is done, or until one leaves.
///
/// # Errors
/// When the terminal cannot be used.
pub fn wait<T: Send + 'static>(
    session: &mut Session,
    theme: &Theme,
    keys: &Keys,
    files: Vec<(String, Option<u64>)>,
    phase: impl Fn() -> &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Waited<T>> {
    let (sender, done) = channel();
    thread::spawn(move || {
        // Nobody waits for it any more when the screen is closed.
        let _ = sender.send(work());
    });
    let began = Instant::now();
    let mut drawn: Option<Instant> = None;
    let mut opening = Opening { files, phase: "", seconds: 0.0, leave: keys.first(Action::Quit) };
    loop {
        match done.try_recv() {
            Ok(ready) => return Ok(Waited::Ready(ready)),
            Err(TryRecvError::Disconnected) => {
                return Err(io::Error::other("reading the files ended without an answer"));
            }
            Err(TryRecvError::Empty) => {}
        }
        if let Some(signal) = session.signals.end() {
            return Ok(Waited::Ended(signal));
        }
        while event::poll(LOOK)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    match keys.action(Key::of(&key)) {
                        Some(Action::Quit) => return Ok(Waited::Left),
                        Some(Action::Suspend) => session.signals.stand_still(),
                        _ => {}
                    }
                }
                Event::Resize(..) => drawn = None,
                _ => {}
            }
        }
        if session.stood_still()? {
            drawn = None;
        }
        if began.elapsed() > PATIENCE && drawn.is_none_or(|at| at.elapsed() > FRAME) {
            opening.phase = phase();
            opening.seconds = began.elapsed().as_secs_f64();
            session.frame(|terminal| terminal.draw(|f| draw(&opening, theme, f)).map(drop))?;
            drawn = Some(Instant::now());
        }
    }
}

/// Draws it: a block of lines in the middle.
pub fn draw(opening: &Opening, theme: &Theme, f: &mut Frame) {
    let area = f.area();
    let widest = opening.files.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let most = usize::from(area.width).saturating_sub(16).max(8);
    let mut lines = vec![
        Line::from(vec![
            Span::styled("gouge ", theme.strong()),
            Span::styled(format!("▶ {} ", opening.phase), theme.accent()),
            Span::raw(format!("{:.1} s", opening.seconds)),
        ]),
        Line::default(),
    ];
    for (name, bytes) in &opening.files {
        // The end of a path tells more than its beginning.
        let length = name.chars().count();
        let end: String = name.chars().skip(length.saturating_sub(most)).collect();
        let size = bytes.map_or(String::new(), |b| format!("{:>9.1} MB", b as f64 / 1e6));
        lines.push(Line::raw(format!("{end:<width$}{size}", width = widest.min(most))));
    }
    lines.push(Line::default());
    lines.push(Line::styled(format!("{} leaves", opening.leave), theme.faint()));
    let width = lines.iter().map(Line::width).max().unwrap_or(0).min(usize::from(area.width));
    let room = usize::from(area.height);
    let block = Rect {
        x: area.x + (area.width - width as u16) / 2,
        y: area.y + (room.saturating_sub(lines.len()) / 2) as u16,
        width: width as u16,
        height: lines.len().min(room) as u16,
    };
    for (row, line) in lines.iter().take(room).enumerate() {
        put(f.buffer_mut(), block, row, line);
    }
}
