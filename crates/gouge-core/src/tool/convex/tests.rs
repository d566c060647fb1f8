//! A random search for points that are farther from the depths of a tool than its bluntness says.

use super::{Edge, Meridian, norm, sub};
use crate::tool::{Piece, Solid, Spec};
use gouge_random::Random;

const TOOLS: [&str; 9] = [
    "ball:20",
    "bull:20,3",
    "bull:20,9.999",
    "taper:2,10,12",
    "taper:0.05,3,6",
    "drill:6,118",
    "chamfer:1,45,10",
    "flat:8",
    "ball:3;len=10;shank=3,30",
];

#[test]
fn no_point_of_an_arc_is_blunter_than_the_tool() {
    let mut random = Random::new(31);
    let mut asked = 0;
    for spec in TOOLS {
        let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(60.0);
        for piece in tool.components.iter().flat_map(|c| &c.pieces) {
            let Piece::Solid(Solid::Round(body)) = piece else { continue };
            for scale in [8e-9, 1e-4, 0.01, 0.3, 2.0] {
                let blunt = body.bluntness(scale);
                for _ in 0..200 {
                    let edge = &body.edges[random.below(body.edges.len())];
                    let Edge::Arc { a, b, center, radius } = *edge else { continue };
                    let share = random.between(0.0, 1.0);
                    let chord = [0, 1].map(|k| a[k] + share * (b[k] - a[k]));
                    let out = sub(chord, center);
                    let p: Meridian = [0, 1].map(|k| center[k] + out[k] * radius / norm(out));
                    let Some(c) = body.pushed_in([p[0].max(0.0), p[1]], scale) else {
                        // At nanometres rounding can keep pushing from its end.
                        let hard = !(1e-6..=0.1).contains(&scale);
                        assert!(blunt.is_infinite() || hard, "{spec}, {scale}");
                        continue;
                    };
                    // What pushing finds need not be the nearest.
                    let straight = [0, 1].map(|k| p[k] - out[k] / norm(out) * scale);
                    let at = gouge_mesh::geom::Vec3::new(straight[0].max(0.0), 0.0, straight[1]);
                    let deep = straight[0] >= 0.0 && body.depth(&at).depth >= scale;
                    let ratio = if deep { 1.0 } else { norm(sub(p, c)) / scale };
                    let slack = 1e-6 + 1e-14 / scale;
                    assert!(
                        ratio <= blunt + slack,
                        "{spec}, {scale}: {ratio} at {p:?}, not {blunt}"
                    );
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 1000, "{asked}");
}
