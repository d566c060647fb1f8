//! Decides motions whose bounds lie on both sides of the limit because the convex parts of a tool
//! with pockets leave depths open that are as great as the tool is thick between two pockets.

use super::super::chunk::SurfaceDepth;
use super::super::contact::Stop;
use super::super::plan::TimedPath;
use super::super::pockets::{Asked, PocketAim, PocketQuery};
use super::super::target::Target;
use super::ToolChecker;

impl ToolChecker<'_> {
    /// Separates the bounds of all components from the limit where cells can decide what parts
    /// cannot.
    pub(super) fn decide(&self, paths: &[TimedPath], depths: &mut [SurfaceDepth], stop: Stop) {
        let Self { facets, body, tool, thresholds, .. } = *self;
        let limit = thresholds.limit(body);
        if limit < 0.0 || !thresholds.counts_tool_side(body) {
            return;
        }
        let target = Target { body, facets };
        for (i, component) in tool.components.iter().enumerate() {
            let [lo, hi] = depths[i].depth;
            if stop() || lo > limit || hi <= limit {
                continue;
            }
            let asked = vec![Asked { cap: hi, alone: false, deeper: Vec::new() }];
            let known = (PocketAim::Decide(limit), lo.max(0.0));
            let width = [thresholds.epsilon(), thresholds.slack.float];
            let query = PocketQuery::new(target, (tool, component), asked, known, width);
            let Some(mut query) = query else { continue };
            let [lo, most] = query.run(|_| paths.to_vec(), stop);
            let shown = query.deeper.filter(|_| lo > limit);
            let of = |role| tool.components.iter().position(|c| c.component.role == role);
            let Some((found, own)) = shown.and_then(|d| Some((d, of(d.role)?))) else {
                depths[i].depth[1] = hi.min(most);
                continue;
            };
            let own = &mut depths[own];
            let is_deeper = own.contact.is_none() || lo > own.depth[0];
            own.depth = [own.depth[0].max(lo), own.depth[1].max(most)];
            if is_deeper {
                (own.contact, own.dogleg) = (Some(Box::new(found.contact)), found.dogleg);
            }
        }
    }
}
