//! On which side of a body's surface the middle of each component is where a motion starts.
//!
//! A ball in the tool that no surface reaches the centre of stays on the side where it is, so one
//! place tells for a whole chain of motions, before and after. It only has to be asked where a
//! chain begins, and where something cut through the middle.

use super::plan::Plans;
use super::prepared::PreparedComponent;
use super::surface::{Depths, SurfaceDepth};
use super::target::Target;
use super::tools::HeldTool;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;

/// Tells for all components on which side they are at the start of their motions.
pub(super) fn tell_sides<'a>(
    target: &Target,
    plans: &Plans,
    tool_of: impl Fn(usize) -> Option<HeldTool<'a>> + Copy,
    depths: &mut Depths,
) {
    let mut carried = Carried::default();
    for motion in 0..plans.len() {
        let Some(link) = Link::of(plans, motion, tool_of, depths) else {
            carried.at = None;
            continue;
        };
        let known = carried.is_at(link.tool, link.from);
        carried.sides.resize(link.components.len(), None);
        for (i, component) in link.components.iter().enumerate() {
            let known = carried.sides[i].filter(|_| known);
            let kept = link.keeps(i);
            let mut side = known.unwrap_or_else(|| classify(target, component, &link.from));
            if side == Side::Untold && kept {
                side = classify(target, component, &link.to);
            }
            link.depths[i].side = side;
            carried.sides[i] = kept.then_some(side).filter(|s| *s != Side::Untold);
        }
        carried.at = Some((link.tool, link.to));
    }
    if !target.body.whole() {
        backwards(plans, tool_of, depths);
    }
}

/// What is told later in a chain tells what came before.
fn backwards<'a>(
    plans: &Plans,
    tool_of: impl Fn(usize) -> Option<HeldTool<'a>> + Copy,
    depths: &mut Depths,
) {
    let mut carried = Carried::default();
    for motion in (0..plans.len()).rev() {
        let Some(link) = Link::of(plans, motion, tool_of, depths) else {
            carried.at = None;
            continue;
        };
        let known = carried.is_at(link.tool, link.to);
        carried.sides.resize(link.components.len(), None);
        for i in 0..link.components.len() {
            let after = carried.sides[i].filter(|_| known && link.keeps(i));
            let side = &mut link.depths[i].side;
            if let (Side::Untold, Some(after)) = (*side, after) {
                *side = after;
            }
            carried.sides[i] = Some(*side).filter(|s| *s != Side::Untold);
        }
        carried.at = Some((link.tool, link.from));
    }
}

/// Where a component is that stands at `control`: inside as soon as some ball of it is.
fn classify(target: &Target, component: &PreparedComponent, control: &Vec3) -> Side {
    let mut side = Side::Outside;
    for (middle, _) in &component.interior_balls {
        match target.side_of_tool(&(control + middle)) {
            Side::Inside => return Side::Inside,
            Side::Untold => side = Side::Untold,
            Side::Outside => {}
        }
    }
    side
}

/// One motion of a chain.
struct Link<'a, 'd> {
    /// As [`HeldTool::key`] has it.
    tool: (u32, u32),
    from: Vec3,
    to: Vec3,
    components: &'a [PreparedComponent],
    depths: &'d mut [SurfaceDepth],
}

impl<'a, 'd> Link<'a, 'd> {
    fn of(
        plans: &Plans,
        motion: usize,
        tool_of: impl Fn(usize) -> Option<HeldTool<'a>>,
        depths: &'d mut Depths,
    ) -> Option<Self> {
        let depths = depths.of(motion)?;
        let (_, [from, to]) = plans.ends(motion)?;
        let held = tool_of(motion)?;
        Some(Self { tool: held.key, from, to, components: &held.tool.components, depths })
    }

    /// Whether a component stays on its side all along the motion.
    fn keeps(&self, at: usize) -> bool {
        self.components[at].keeps_side(self.depths[at].depth[1])
    }
}

/// What is known of the components where one motion gives way to the next.
#[derive(Default)]
struct Carried {
    /// Tool and control point.
    at: Option<((u32, u32), Vec3)>,
    sides: Vec<Option<Side>>,
}

impl Carried {
    fn is_at(&self, tool: (u32, u32), point: Vec3) -> bool {
        self.at == Some((tool, point))
    }
}
