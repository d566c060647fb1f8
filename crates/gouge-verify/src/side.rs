//! On which side of a body's surface the middle of each component is where a motion starts.
//!
//! A ball in the tool that no surface reaches the centre of stays on the side where it is, so one
//! place tells for a whole chain of motions, before and after. It only has to be asked where a
//! chain begins, and where something cut through the middle.

use super::plan::{Plan, ends};
use super::prepared::{PreparedComponent, PreparedTool};
use super::surface::SurfaceDepth;
use super::target::Target;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;
use std::collections::BTreeMap;

/// For every motion the sides of its components at the start; empty where nothing was searched.
pub(super) fn sides(
    target: &Target,
    plans: &[Plan],
    tools: &BTreeMap<u32, PreparedTool>,
    depths: &[Option<Vec<SurfaceDepth>>],
) -> Vec<Vec<Side>> {
    let mut sides: Vec<Vec<Side>> = Vec::with_capacity(plans.len());
    let mut carried = Carried::default();
    for (plan, depths) in plans.iter().zip(depths) {
        let Some(link) = Link::of(plan, tools, depths) else {
            carried = Carried::default();
            sides.push(Vec::new());
            continue;
        };
        let known = carried.at(link.tool, link.from);
        let mut start = Vec::with_capacity(link.components.len());
        let mut end = Vec::with_capacity(link.components.len());
        for (i, component) in link.components.iter().enumerate() {
            let known = known.and_then(|k| k[i]);
            let kept = link.keeps(i);
            let mut side = known.unwrap_or_else(|| classify(target, component, &link.from));
            if side == Side::Untold && kept {
                side = classify(target, component, &link.to);
            }
            start.push(side);
            end.push(kept.then_some(side).filter(|s| *s != Side::Untold));
        }
        sides.push(start);
        carried = Carried { at: Some((link.tool, link.to)), sides: end };
    }
    if !target.body.whole() {
        backwards(plans, tools, depths, &mut sides);
    }
    sides
}

/// What is told later in a chain tells what came before.
fn backwards(
    plans: &[Plan],
    tools: &BTreeMap<u32, PreparedTool>,
    depths: &[Option<Vec<SurfaceDepth>>],
    sides: &mut [Vec<Side>],
) {
    let mut carried = Carried::default();
    for ((plan, depths), sides) in plans.iter().zip(depths).zip(sides.iter_mut()).rev() {
        let Some(link) = Link::of(plan, tools, depths) else {
            carried = Carried::default();
            continue;
        };
        if let Some(after) = carried.at(link.tool, link.to) {
            for (i, side) in sides.iter_mut().enumerate() {
                if let (Side::Untold, true, Some(after)) = (*side, link.keeps(i), after[i]) {
                    *side = after;
                }
            }
        }
        let told = |side: &Side| Some(*side).filter(|s| *s != Side::Untold);
        let sides = sides.iter().map(told).collect();
        carried = Carried { at: Some((link.tool, link.from)), sides };
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
struct Link<'a> {
    tool: u32,
    from: Vec3,
    to: Vec3,
    components: &'a [PreparedComponent],
    depths: &'a [SurfaceDepth],
}

impl<'a> Link<'a> {
    fn of(
        plan: &Plan,
        tools: &'a BTreeMap<u32, PreparedTool>,
        depths: &'a Option<Vec<SurfaceDepth>>,
    ) -> Option<Self> {
        let Plan::Check { tool, ways, .. } = plan else { return None };
        let components = &tools.get(tool)?.components;
        let [from, to] = ends(ways);
        Some(Self { tool: *tool, from, to, components, depths: depths.as_ref()? })
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
    at: Option<(u32, Vec3)>,
    sides: Vec<Option<Side>>,
}

impl Carried {
    fn at(&self, tool: u32, point: Vec3) -> Option<&[Option<Side>]> {
        (self.at == Some((tool, point))).then_some(&self.sides)
    }
}
