//! The side of a body's surface on which the middle of each component is where a motion starts.
//!
//! A ball in the tool whose centre no surface reaches stays on its side, so one place settles a
//! whole chain of motions, before and after. The side has to be determined only where a chain
//! begins, and where something cut through the middle.

use super::chunk::{DepthChunk, Depths, SurfaceDepth};
use super::plan::Plans;
use super::prepared::PreparedComponent;
use super::target::Target;
use super::tools::HeldTool;
use super::verdict::enters_gap;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;

/// Determines the side of all components at the start of their motions, stretch after stretch of a
/// program.
pub(super) struct Sides<'t, F> {
    target: &'t Target<'t>,
    plans: &'t Plans<'t>,
    tool_of: F,
    carried: Carried,
}

impl<'a, 't, F: Fn(usize) -> Option<HeldTool<'a>> + Copy> Sides<'t, F> {
    /// At the beginning of a program.
    pub fn new(target: &'t Target<'t>, plans: &'t Plans<'t>, tool_of: F) -> Self {
        Self { target, plans, tool_of, carried: Carried::default() }
    }

    /// Carries the sides known from earlier motions forward to those that come next.
    pub fn forwards(&mut self, depths: &mut Depths) {
        for (first, chunk) in depths.chunks() {
            if chunk.len() == 0 {
                self.carried.at = None;
            }
            match &chunk.chain {
                Some(chain) if self.carried.is_at(chain.tool, chain.from) => {
                    let told: Option<Vec<Side>> = self.carried.sides.iter().copied().collect();
                    if let Some(told) = told {
                        self.carried.at = Some((chain.tool, chain.to));
                        chunk.told = Some(told);
                        continue;
                    }
                }
                _ => {}
            }
            for at in 0..chunk.len() {
                self.forward(first + at, chunk, at);
            }
        }
    }

    fn forward(&mut self, motion: usize, chunk: &mut DepthChunk, at: usize) {
        let carried = &mut self.carried;
        let Some(link) = Link::of(self.target, self.plans, motion, self.tool_of, chunk, at) else {
            carried.at = None;
            return;
        };
        let known = carried.is_at(link.tool, link.from);
        carried.sides.resize(link.components.len(), None);
        for (i, component) in link.components.iter().enumerate() {
            let known = carried.sides[i].filter(|_| known);
            let kept = link.keeps(i);
            let mut side = known.unwrap_or_else(|| classify(self.target, component, &link.from));
            if side == Side::Undetermined && kept {
                side = classify(self.target, component, &link.to);
            }
            link.depths[i].side = side;
            carried.sides[i] = kept.then_some(side).filter(|s| *s != Side::Undetermined);
        }
        carried.at = Some((link.tool, link.to));
    }

    /// Carries the sides known later in a chain back to what came before. Against a closed body
    /// nothing is left to determine.
    pub fn backwards(&self, depths: &mut Depths) {
        let mut carried = Carried::default();
        if self.target.body.whole() {
            return;
        }
        for (first, chunk) in depths.chunks().rev() {
            if chunk.len() == 0 {
                carried.at = None;
            }
            if let (Some(chain), Some(told)) = (&chunk.chain, &chunk.told) {
                carried.sides = told.iter().copied().map(Some).collect();
                carried.at = Some((chain.tool, chain.from));
                continue;
            }
            for at in (0..chunk.len()).rev() {
                self.backward(first + at, chunk, at, &mut carried);
            }
        }
    }

    fn backward(&self, motion: usize, chunk: &mut DepthChunk, at: usize, carried: &mut Carried) {
        let Some(link) = Link::of(self.target, self.plans, motion, self.tool_of, chunk, at) else {
            carried.at = None;
            return;
        };
        let known = carried.is_at(link.tool, link.to);
        carried.sides.resize(link.components.len(), None);
        for i in 0..link.components.len() {
            let after = carried.sides[i].filter(|_| known && link.keeps(i));
            let side = &mut link.depths[i].side;
            if let (Side::Undetermined, Some(after)) = (*side, after) {
                *side = after;
            }
            carried.sides[i] = Some(*side).filter(|s| *s != Side::Undetermined);
        }
        carried.at = Some((link.tool, link.from));
    }

    /// Whether motions that come later may determine something about these.
    pub fn waits(&self, depths: &mut Depths) -> bool {
        if self.target.body.whole() {
            return false;
        }
        let Some((first, chunk)) = depths.chunks().next_back() else { return false };
        let Some(last) = chunk.len().checked_sub(1).filter(|_| chunk.told.is_none()) else {
            return false;
        };
        let link = Link::of(self.target, self.plans, first + last, self.tool_of, chunk, last);
        link.is_some_and(|link| {
            let open = |(i, depth): (usize, &SurfaceDepth)| {
                depth.side == Side::Undetermined && link.keeps(i)
            };
            link.depths.iter().enumerate().any(open)
        })
    }
}

/// The side of a component that stands at `control`: inside as soon as some ball of it is.
pub(super) fn classify(target: &Target, component: &PreparedComponent, control: &Vec3) -> Side {
    let mut side = Side::Outside;
    for (middle, _) in &component.interior_balls {
        match target.side(&(control + middle)) {
            Side::Inside => return Side::Inside,
            Side::Undetermined => side = Side::Undetermined,
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
    /// It goes where a facet may be missing that it would have met.
    gap: bool,
    /// What closes the body may lie deeper in it by this than any facet, mm.
    crack: f64,
}

impl<'a, 'd> Link<'a, 'd> {
    fn of(
        target: &Target,
        plans: &Plans,
        motion: usize,
        tool_of: impl Fn(usize) -> Option<HeldTool<'a>>,
        chunk: &'d mut DepthChunk,
        at: usize,
    ) -> Option<Self> {
        let depths = chunk.of(at)?;
        let (_, [from, to]) = plans.ends(motion)?;
        let held = tool_of(motion)?;
        let components = &held.tool.components[..];
        let paths = || plans.paths(motion);
        let gap = target.body.has_gaps()
            && components.iter().any(|c| enters_gap(target.body, c, &paths()));
        Some(Self {
            tool: held.key,
            from,
            to,
            components,
            depths,
            gap,
            crack: target.body.crack_mm(),
        })
    }

    /// Whether a component stays on its side all along the motion.
    fn keeps(&self, at: usize) -> bool {
        !self.gap && self.components[at].keeps_side(self.depths[at].depth[1] + self.crack)
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
