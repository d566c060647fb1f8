//! Milliseconds and bytes per frame, by mode: a part turned once around, drawn as in use. Times are
//! processor time where the system reports it, so that other work on the machine counts less.

use std::io::Write;
use std::time::Instant;

use gouge_raster::{Camera, Frame, Light, Side, shade};
use ratatui::Terminal;
use ratatui::layout::{Rect, Size};

use super::document::Document;
use super::graphics::{self, Background, ColorDepth, Mode, Painter, USUAL_CELL};
use super::scene::{Pose, Scene, Show};
use super::section::{Canvas, Drawing, Plane};
use super::terminal::backend::ThriftyBackend;
use super::theme::Theme;

/// Frames of a measurement.
const FRAMES: usize = 120;

/// Bytes that a frame in text modes may take.
pub const FRAME_BYTES: usize = 100_000;

/// What was measured of one mode.
struct Measured {
    milliseconds: Vec<f64>,
    bytes: Vec<usize>,
}

/// Measures and prints.
///
/// # Errors
/// When `out` cannot be written.
pub fn run(document: &Document, size: Size, out: &mut dyn Write) -> std::io::Result<()> {
    let began = Instant::now();
    let scene = Scene::new(document, |_| false);
    let build = began.elapsed().as_secs_f64() * 1e3;
    let facets: usize = document.bodies.iter().map(|b| b.mesh.triangles.len()).sum();
    writeln!(
        out,
        "{facets} triangles, {} motions, {} x {} cells, one core; prepared in {build:.0} ms, {:.1} MB",
        document.path.len(),
        size.width,
        size.height,
        scene.bytes() as f64 / 1e6
    )?;
    writeln!(
        out,
        "{:<26} {:>9} {:>9} {:>9} {:>11} {:>11}",
        "view and mode", "ms", "worst ms", "a second", "bytes", "worst bytes"
    )?;
    let mut line = |name: &str, m: Measured| {
        let count = m.milliseconds.len().max(1) as f64;
        let mean = m.milliseconds.iter().sum::<f64>() / count;
        let worst = m.milliseconds.iter().copied().fold(0.0, f64::max);
        let bytes = m.bytes.iter().sum::<usize>() as f64 / count;
        let most = m.bytes.iter().copied().max().unwrap_or(0);
        writeln!(
            out,
            "{name:<26} {mean:>9.2} {worst:>9.2} {:>9.0} {bytes:>11.0} {most:>11}",
            1e3 / mean
        )
    };
    for mode in Mode::ALL {
        line(
            &format!("3-D {}", mode.name()),
            solid(&scene, document, size, mode, ColorDepth::True)?,
        )?;
    }
    line(
        "3-D half-block, 256",
        solid(&scene, document, size, Mode::HalfBlock, ColorDepth::Indexed)?,
    )?;
    line(
        "3-D half-block, 16",
        solid(&scene, document, size, Mode::HalfBlock, ColorDepth::Sixteen)?,
    )?;
    for mode in [Mode::HalfBlock, Mode::Octant] {
        line(&format!("section {}", mode.name()), section(&scene, document, size, mode)?)?;
    }
    Ok(())
}

fn theme(depth: ColorDepth) -> Theme {
    Theme { background: Background::Dark, depth }
}

fn solid(
    scene: &Scene,
    document: &Document,
    size: Size,
    mode: Mode,
    depth: ColorDepth,
) -> std::io::Result<Measured> {
    let (across, down) = mode.pixels(USUAL_CELL);
    let (w, h) = (usize::from(size.width) * across, usize::from(size.height) * down);
    let mut camera = Camera::new(&scene.bounds(), Side::Corner);
    camera.aspect = mode.aspect(USUAL_CELL);
    camera.fit(&scene.bounds(), w, h);
    let mut frame = Frame::new(w, h);
    frames(size, mode, depth, |turn| {
        camera.orbit(turn, 0.0);
        let motion = document.path.len() / 2;
        let pose = document
            .path
            .at(motion, 0.5)
            .map(|at| Pose { tool: u32::from(document.path.steps[motion].tool), at });
        frame.clear(w, h);
        scene.draw(
            &mut frame,
            &Show {
                camera,
                clip: None,
                motions: 0..document.path.len(),
                pose,
                sheer: false,
                swept: &[],
                zones: &[],
                error: 1.0,
            },
        );
        shade(&frame, &camera, &theme(depth).picture(), &Light::default())
    })
}

fn section(
    scene: &Scene,
    document: &Document,
    size: Size,
    mode: Mode,
) -> std::io::Result<Measured> {
    let (across, down) = mode.pixels(USUAL_CELL);
    let (w, h) = (usize::from(size.width) * across, usize::from(size.height) * down);
    let middle = 0.5 * (scene.bounds().lo + scene.bounds().hi);
    let span = scene.bounds().size().norm().max(1.0);
    let mut angle = 0.0;
    frames(size, mode, ColorDepth::True, |turn| {
        angle += turn;
        let plane = Plane { through: middle, angle, offset: 0.0 };
        let drawing = Drawing::new(document, scene, plane, None);
        let canvas = Canvas::new((w, h), span, [0.0; 2], mode.aspect(USUAL_CELL));
        drawing.picture(&canvas, &theme(ColorDepth::True))
    })
}

/// Draws frames through the whole way to the terminal's bytes.
fn frames(
    size: Size,
    mode: Mode,
    depth: ColorDepth,
    mut picture: impl FnMut(f64) -> gouge_raster::Picture,
) -> std::io::Result<Measured> {
    let mut terminal = Terminal::new(ThriftyBackend::new(std::io::sink(), Some(size)))?;
    let area = Rect::new(0, 0, size.width, size.height);
    let mut painter = Painter::default();
    let mut measured = Measured { milliseconds: Vec::new(), bytes: Vec::new() };
    for i in 0..FRAMES {
        let began = now();
        let picture = picture(std::f64::consts::TAU / FRAMES as f64);
        terminal.draw(|f| {
            if mode.is_pixels() {
                graphics::leave(area, f.buffer_mut());
            } else {
                painter.paint(
                    &picture,
                    area,
                    f.buffer_mut(),
                    (mode, depth, Background::Dark),
                    FRAME_BYTES,
                );
            }
        })?;
        if mode.is_pixels() {
            let bytes = graphics::encode(mode, &picture, area.as_size(), i == 0);
            terminal.backend_mut().raw(&bytes)?;
        }
        measured.milliseconds.push((now() - began) * 1e3);
        measured.bytes.push(terminal.backend_mut().take_bytes());
    }
    Ok(measured)
}

/// Seconds that this thread has run, or that have passed.
fn now() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        spent.tv_sec as f64 + spent.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::sync::OnceLock;
        static BEGAN: OnceLock<Instant> = OnceLock::new();
        BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
    }
}
