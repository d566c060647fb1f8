//! Cases whose depths a formula gives.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use crate::Vec3;
use crate::part::{Kind, Part};
use crate::path::Path;
use crate::scene::Scene;
use crate::shapes::{block, cells, cuboid, groove};
use crate::tools::{Tool, ball, bull, drill, flat, lollipop, stack, t_slot, taper};

/// A scene of one motion and what the law says of it.
pub struct Case {
    /// What it shows.
    pub name: String,
    /// Part, tool, motion.
    pub scene: Scene,
    /// δt, mm, where a formula gives it.
    pub tool_side: Option<f64>,
    /// δp, mm, where a formula gives it.
    pub part_side: Option<f64>,
    /// The greater of the two, mm.
    pub depth: f64,
}

fn line(a: [f64; 3], b: [f64; 3]) -> Path {
    Path::Line { from: Vec3::from(a), to: Vec3::from(b) }
}

fn scene(part: Part, tool: Tool, path: Path) -> Scene {
    Scene { part, tool, tolerance: 0.01, allowance: 0.0, deviation: 0.0, motions: vec![path] }
}

fn case(
    name: impl Into<String>,
    scene: Scene,
    tool_side: Option<f64>,
    part_side: Option<f64>,
) -> Case {
    let depth = tool_side.unwrap_or(0.0).max(part_side.unwrap_or(0.0));
    Case { name: name.into(), scene, tool_side, part_side, depth }
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let mut all = vec![
        case(
            "chamfered edge",
            scene(block(), drill(60.0, 90.0, None), line([-3.0, 20.0, -4.0], [-3.0, 80.0, -4.0])),
            Some(FRAC_1_SQRT_2),
            Some(0.5),
        ),
        case(
            "ball on plane",
            scene(block(), ball(6.0, None), line([20.0, 20.0, -0.3], [50.0, 60.0, -0.3])),
            Some(0.3),
            Some(0.3),
        ),
        case(
            "ball on plane along an arc",
            scene(
                block(),
                ball(6.0, None),
                Path::Round {
                    from: Vec3::new(30.0, 50.0, -0.3),
                    to: Vec3::new(70.0, 50.0, -0.3),
                    center: Vec3::new(50.0, 50.0, -0.3),
                    axis: 2,
                    sweep: PI,
                },
            ),
            Some(0.3),
            Some(0.3),
        ),
        case(
            "cone in a flat",
            scene(
                block(),
                taper(0.0, 10.0, 6.0, None),
                line([50.0, 50.0, 3.0], [50.0, 50.0, -0.4]),
            ),
            Some(0.4 * f64::to_radians(10.0).sin()),
            Some(0.4),
        ),
        case(
            "flat mill plunges",
            scene(block(), flat(6.0, None), line([50.0, 50.0, 5.0], [50.0, 50.0, -2.0])),
            Some(2.0),
            Some(2.0),
        ),
        case(
            "bull nose into a wall",
            scene(block(), bull(6.0, 1.0, None), line([-2.7, 20.0, -8.0], [-2.7, 80.0, -8.0])),
            Some(0.3),
            Some(0.3),
        ),
        case(
            "slot thinner than the tolerance allows for balls in the tool",
            scene(block(), flat(0.018, Some(30.0)), line([20.0, 50.0, -5.0], [60.0, 50.0, -5.0])),
            Some(0.009),
            Some(5.0),
        ),
        case(
            "wire that begins inside and leaves",
            scene(block(), flat(0.018, Some(30.0)), line([50.0, 50.0, -5.0], [50.0, 50.0, 5.0])),
            Some(0.009),
            Some(5.0),
        ),
        case(
            "saw that begins inside and leaves",
            scene(block(), flat(12.0, Some(0.18)), line([50.0, 50.0, -5.0], [50.0, -50.0, -5.0])),
            Some(0.09),
            Some(5.0),
        ),
        case(
            "thin disc wholly inside",
            scene(block(), flat(19.0, Some(0.018)), line([50.0, 50.0, -5.0], [52.0, 50.0, -5.0])),
            Some(0.0),
            Some(5.0),
        ),
        case(
            "fin severed",
            scene(
                Part::new("fin", cuboid([-5.0, -0.03, 0.0], [5.0, 0.03, 6.0]), Kind::Closed),
                flat(2.0, Some(10.0)),
                line([-3.0, -5.0, 2.0], [-3.0, 5.0, 2.0]),
            ),
            Some(1.0),
            Some(0.03),
        ),
        case(
            "T-slot mill under a ledge",
            scene(
                block(),
                t_slot(10.0, 2.0, 4.0, 20.0),
                line([20.0, 50.0, -6.0], [50.0, 50.0, -6.0]),
            ),
            Some(2.0),
            Some(6.0),
        ),
        case(
            "lollipop against a wall",
            scene(block(), lollipop(8.0, 3.0, 30.0), line([-3.6, 20.0, -9.0], [-3.6, 80.0, -9.0])),
            Some(0.4),
            Some(0.4),
        ),
        case(
            "holder against a wall",
            scene(
                block(),
                stack(6.0, 12.0, [6.0, 8.0], [40.0, 30.0], 0.0),
                line([-19.5, 20.0, -35.0], [-19.5, 80.0, -35.0]),
            ),
            Some(0.5),
            Some(0.5),
        ),
        case(
            "tool wholly inside a box whose facets are doubled",
            scene(
                Part::new("doubled", [block().facets, block().facets].concat(), Kind::Closed),
                flat(3.0, Some(4.0)),
                line([50.0, 50.0, -12.0], [52.0, 50.0, -12.0]),
            ),
            None,
            Some(10.0),
        ),
        case(
            "arc through a block",
            scene(
                block(),
                ball(1.0, None),
                Path::Round {
                    from: Vec3::new(20.0, 50.0, -5.0),
                    to: Vec3::new(50.0, 80.0, -5.0),
                    center: Vec3::new(50.0, 50.0, -5.0),
                    axis: 2,
                    sweep: -0.5 * PI,
                },
            ),
            Some(0.5),
            Some(5.0),
        ),
        case(
            "corner where three planes meet",
            scene(
                Part::new(
                    "inner corner",
                    cells(
                        [&[0.0, 10.0, 20.0], &[0.0, 10.0, 20.0], &[0.0, 10.0, 20.0]],
                        |[x, y, z]| x == 0 || y == 0 || z == 0,
                    ),
                    Kind::Closed,
                ),
                ball(0.2, None),
                // The middle of the ball is in the corner.
                line([15.0, 15.0, 15.0], [10.0, 10.0, 9.9]),
            ),
            None,
            Some(0.1),
        ),
    ];
    for (degrees, deep) in [(90.0, 0.05), (90.0, 0.02), (30.0, 0.05), (150.0, 0.05)] {
        for half in [5.0, 10.0, 20.0].into_iter().filter(|half| 2.0 * half < degrees) {
            let tip = -5.0 - deep;
            all.push(case(
                format!("bottom of a {degrees}° groove scratched {deep} deeper by {half}°"),
                scene(
                    groove(degrees, 5.0),
                    drill(1.0, 2.0 * half, None),
                    line([0.0, 5.0, tip], [0.0, 35.0, tip]),
                ),
                None,
                Some(deep),
            ));
        }
    }
    all
}
