//! FreeCAD's three postings of one program (LinuxCNC, Grbl, Fanuc) must cut the same.

use std::ops::ControlFlow;
#[path = "support/absent.rs"]
mod absent;

use std::path::PathBuf;

use gouge_nc::{Dialect, Event, Interpreter, Kind, Motion, Options, Source};

/// Largest distance between the paths, mm: the postings round to four places.
const SAME_MM: f64 = 1e-3;

fn data(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/freecad"))
        .join(name);
    path.exists().then_some(path)
}

fn motions(name: &str, dialect: Dialect) -> Option<Vec<Motion>> {
    let Some(path) = data(name) else {
        absent::absent(name);
        return None;
    };
    let source = Source::open(path).expect("a readable program");
    let options =
        Options { dialect, start: [Some(0.0), Some(0.0), Some(100.0)], ..Options::default() };
    let mut all = Vec::new();
    Interpreter::new(options.clone()).run(&source, |event| {
        match event {
            Event::Motion(motion) => all.push(motion),
            Event::Refusal(refusal) => panic!("{name}:{}: {}", refusal.span.line, refusal.message),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    Some(all)
}

/// Feed motions other than straight up and down, in order: what is cut outside of holes.
fn cuts(all: &[Motion]) -> Vec<&Motion> {
    let flat = |m: &&Motion| {
        m.kind != Kind::Rapid
            && (m.arc.is_some() || m.from.axis(0) != m.to.axis(0) || m.from.axis(1) != m.to.axis(1))
    };
    all.iter().filter(flat).collect()
}

/// The lowest point that feed reaches at each place of straight descents, in order of place.
fn depths(all: &[Motion]) -> Vec<[f64; 3]> {
    let mut lowest: std::collections::BTreeMap<(i64, i64), f64> = std::collections::BTreeMap::new();
    for m in all.iter().filter(|m| m.kind == Kind::Feed && m.arc.is_none()) {
        let Some([x, y, z]) = m.to.known() else { continue };
        if m.from.axis(0) == m.to.axis(0) && m.from.axis(1) == m.to.axis(1) {
            let place = ((x * 1e3).round() as i64, (y * 1e3).round() as i64);
            let low = lowest.entry(place).or_insert(z);
            *low = low.min(z);
        }
    }
    lowest.into_iter().map(|((x, y), z)| [x as f64 / 1e3, y as f64 / 1e3, z]).collect()
}

fn apart(a: &Motion, b: &Motion) -> bool {
    let far = |p: [Option<f64>; 3], q: [Option<f64>; 3]| {
        (0..3).any(|k| match (p[k], q[k]) {
            (Some(p), Some(q)) => (p - q).abs() > SAME_MM,
            _ => true,
        })
    };
    far(a.from.axes(), b.from.axes())
        || far(a.to.axes(), b.to.axes())
        || match (&a.arc, &b.arc) {
            (Some(p), Some(q)) => {
                far(p.center.map(Some), q.center.map(Some)) || (p.sweep - q.sweep).abs() > SAME_MM
            }
            (None, None) => false,
            _ => true,
        }
}

#[test]
fn three_postings_cut_the_same() {
    for stem in ["pockets_ok", "pockets_wrong_d", "pockets_deep"] {
        let Some(linuxcnc) = motions(&format!("{stem}.linuxcnc.ngc"), Dialect::LinuxCnc) else {
            return;
        };
        for (name, dialect) in [("grbl.gcode", Dialect::Grbl), ("fanuc.nc", Dialect::Fanuc)] {
            let Some(other) = motions(&format!("{stem}.{name}"), dialect) else { return };
            let (a, b) = (cuts(&linuxcnc), cuts(&other));
            assert!(a.len() > 100);
            for (p, q) in a.iter().zip(&b) {
                assert!(!apart(p, q), "{stem}.{name}\n{p:?}\n{q:?}");
            }
            assert_eq!(a.len(), b.len(), "{stem}.{name}");
            let (a, b) = (depths(&linuxcnc), depths(&other));
            assert_eq!(a.len(), b.len(), "{stem}.{name}: {a:?} {b:?}");
            for (p, q) in a.iter().zip(&b) {
                assert!(
                    (0..3).all(|k| (p[k] - q[k]).abs() <= SAME_MM),
                    "{stem}.{name}: {p:?} {q:?}"
                );
            }
        }
    }
}
