//! The whole screen: a head, panes, a picture, a foot.
//!
//! ```text
//!  narrow (below 110 columns)        wide
//!  ┌ head ───────────────────┐      ┌ head ──────────────────────────────┐
//!  │ side pane │ picture     │      │ operations │ picture     │ witness │
//!  │           │             │      │ regions    │             │ program │
//!  ├───────────┴─────────────┤      │ assumptions│             │         │
//!  │ program                 │      └ foot ──────────────────────────────┘
//!  └ foot ───────────────────┘
//! ```

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Line;

use super::ground;
use super::pane::{self, frame, help, put, status};
use super::picture::Studio;
use super::state::{Field, Pane, State, View};

/// Narrower or lower screens show one pane only.
const LEAST: (u16, u16) = (40, 12);

/// From here on, panes stand on both sides of the picture.
const WIDE: u16 = 110;

/// Where things are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Panes with their areas and first rows.
    pub panes: Vec<(Pane, Rect, usize)>,
    /// Inside of the picture's border.
    pub picture: Option<Rect>,
}

/// Whether the focused pane has the whole screen.
pub fn is_alone(state: &State, area: Rect) -> bool {
    state.full || area.width < LEAST.0 || area.height < LEAST.1
}

/// Areas of the panes on a screen.
pub fn layout(state: &State, area: Rect) -> Vec<(Pane, Rect)> {
    if is_alone(state, area) {
        return vec![(state.focus, area)];
    }
    if area.width < WIDE {
        let left = (area.width * 2 / 5).clamp(30, 44);
        let program = if state.side == Pane::Program { 0 } else { (area.height / 3).clamp(5, 9) };
        let [top, low] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(program)]).areas(area);
        let [side, view] =
            Layout::horizontal([Constraint::Length(left), Constraint::Fill(1)]).areas(top);
        let side_pane = if state.side == Pane::View { Pane::Regions } else { state.side };
        let mut list = vec![(side_pane, side), (Pane::View, view)];
        if program > 0 {
            list.push((Pane::Program, low));
        }
        return list;
    }
    let left = (area.width / 4).clamp(34, 52);
    let right = (area.width / 4).clamp(36, 60);
    let [one, view, two] = Layout::horizontal([
        Constraint::Length(left),
        Constraint::Fill(1),
        Constraint::Length(right),
    ])
    .areas(area);
    let near = pane::operations::near(state, usize::from(left).saturating_sub(2)).len();
    let operations = state.document.report.operations.len() + near;
    let operations = (operations as u16 + 2).clamp(3, area.height / 4);
    let assumptions = (ground::rows(&state.document).len() as u16 + 2).clamp(3, area.height / 4);
    let [a, b, c] = Layout::vertical([
        Constraint::Length(operations),
        Constraint::Fill(1),
        Constraint::Length(assumptions),
    ])
    .areas(one);
    // The program takes what the witness leaves.
    let witness = pane::witness::height(state, right).min(area.height * 3 / 5);
    let [d, e] = Layout::vertical([Constraint::Length(witness), Constraint::Fill(1)]).areas(two);
    vec![
        (Pane::Operations, a),
        (Pane::Regions, b),
        (Pane::Assumptions, c),
        (Pane::View, view),
        (Pane::Witness, d),
        (Pane::Program, e),
    ]
}

/// Draws everything; says where things are.
pub fn draw(
    state: &State,
    studio: &mut Studio,
    cell: (u16, u16),
    budget: usize,
    f: &mut Frame,
) -> Places {
    let area = f.area();
    let mut places = Places::default();
    if area.height < 3 || area.width < 8 {
        put(f.buffer_mut(), area, 0, &Line::raw("too small"));
        return places;
    }
    let [head, middle, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)])
            .areas(area);
    let buf: &mut Buffer = f.buffer_mut();
    status::head(state, head, buf);
    for (pane, place) in layout(state, middle) {
        if pane == Pane::View {
            let title = title(state);
            let inner = frame(state, Pane::View, &title, place, buf);
            if state.help.is_none() {
                studio.draw(state, cell, inner, buf, budget);
                places.picture = Some(inner);
            }
            places.panes.push((pane, inner, 0));
        } else {
            let first = pane::draw(state, pane, place, buf);
            places.panes.push((pane, place, first));
        }
    }
    let cursor = status::foot(state, foot, buf);
    if let Some(scroll) = state.help {
        help::draw(state, scroll, middle, buf);
    }
    if places.picture.is_none() {
        studio.hide();
    }
    if let Some((x, y)) = cursor {
        f.set_cursor_position(Position { x, y });
    }
    places
}

fn title(state: &State) -> String {
    let play = if state.playing.is_some() {
        format!(" · ▶ {} mm/s", state.speed)
    } else {
        String::new()
    };
    let field = match (state.view, state.field) {
        (View::Map, Field::Depth) => " of depths",
        (View::Map, Field::Clearance) => " of clearances",
        _ => "",
    };
    let chosen = state.chosen().map_or(String::new(), |r| format!(" · region {}", r.id));
    format!("{}{field}{chosen}{play}", state.view.name())
}
