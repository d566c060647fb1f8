//! Turning, moving and zooming pictures.

use gouge_raster::Side;

use super::picture::camera;
use super::section::Plane;
use super::state::{Eye, State, View, reach};

/// Radians that one key press turns: 5°.
const TURN: f64 = 0.087_266;
/// Share of the picture that it moves.
pub const MOVE: f64 = 0.08;
/// How much nearer or farther it goes.
pub const ZOOM: f64 = 1.25;

/// Arrow keys in a picture.
pub fn steer(state: &mut State, right: f64, up: f64) {
    match state.view {
        View::Section => {
            state.cut.pan[0] += right * MOVE * state.cut.span;
            state.cut.pan[1] += up * MOVE * state.cut.span;
        }
        View::Solid => orbit(&mut state.eye, right, up),
        View::Setup => orbit(&mut state.table, right, up),
        View::Map => pan(&mut state.chart, right, up),
    }
}

/// Turns an eye about its target.
pub fn orbit(eye: &mut Eye, right: f64, up: f64) {
    let quarter = std::f64::consts::FRAC_PI_2;
    eye.azimuth = (eye.azimuth + right * TURN).rem_euclid(std::f64::consts::TAU);
    eye.elevation = (eye.elevation + up * TURN).clamp(-quarter, quarter);
}

/// Moves what an eye looks at.
pub fn pan(eye: &mut Eye, right: f64, up: f64) {
    let camera = camera(eye, 100, 100, 1.0);
    let [r, u, _] = camera.axes();
    eye.target += (r * right + u * up) * (MOVE * eye.span);
}

/// Shifted keys in a picture.
pub fn turn(state: &mut State, right: f64, up: f64) {
    match state.view {
        View::Section => {
            state.cut.angle = (state.cut.angle + right * TURN).rem_euclid(std::f64::consts::TAU);
            state.cut.offset += up * 0.25 * MOVE * state.cut.span;
        }
        View::Solid => pan(&mut state.eye, right, up),
        View::Setup => pan(&mut state.table, right, up),
        View::Map => pan(&mut state.chart, right, up),
    }
}

/// Goes nearer or farther.
pub fn zoom(state: &mut State, by: f64) {
    let span = match state.view {
        View::Section => &mut state.cut.span,
        View::Solid => &mut state.eye.span,
        View::Map => &mut state.chart.span,
        View::Setup => &mut state.table.span,
    };
    *span = (*span * by).clamp(1e-4, 1e6);
}

/// All of it; where that is what is shown already, the gouge.
pub fn fit(state: &mut State) {
    let bounds = state.document.all_bounds();
    let whole = reach(&bounds);
    let middle = 0.5 * (bounds.lo + bounds.hi);
    match state.view {
        View::Section if state.cut.span == whole => state.go_to_region(),
        View::Solid if state.eye.span == whole => state.go_to_region(),
        View::Section => {
            let through = state.pose().map_or(middle, |p| p.at);
            let plane = Plane { through, angle: state.cut.angle, offset: state.cut.offset };
            let [u, v, _] = plane.flat(middle);
            state.cut.pan = [u, v];
            state.cut.span = whole;
        }
        View::Solid => (state.eye.span, state.eye.target) = (whole, middle),
        View::Map => {
            let shown = (state.chart.span, state.chart.target) == (whole, middle);
            let gouge = state.gouge().filter(|_| shown);
            (state.chart.target, state.chart.span) = gouge.unwrap_or((middle, whole));
        }
        View::Setup => {
            let bounds = bounds.union(&state.document.cutting());
            let all = (reach(&bounds), 0.5 * (bounds.lo + bounds.hi));
            if (state.table.span, state.table.target) == all {
                state.message = "all of it is shown".to_owned();
            }
            (state.table.span, state.table.target) = all;
        }
    }
}

/// Looks from the next standard side.
pub fn next_side(state: &mut State) {
    let eye = match state.view {
        View::Section => {
            state.cut.angle += std::f64::consts::FRAC_PI_2;
            return;
        }
        View::Solid => &mut state.eye,
        View::Map => &mut state.chart,
        View::Setup => &mut state.table,
    };
    let next = match eye.side {
        Side::Corner => Side::Top,
        Side::Top => Side::Front,
        Side::Front => Side::Right,
        Side::Right => Side::Back,
        Side::Back => Side::Left,
        Side::Left => Side::Bottom,
        Side::Bottom => Side::Corner,
    };
    let (target, span) = (eye.target, eye.span);
    let bounds = crate::geom::Aabb::around([target]);
    *eye = Eye { target, span, ..Eye::around(&bounds, next) };
}
