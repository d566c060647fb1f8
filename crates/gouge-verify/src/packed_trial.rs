//! A trial packed until the report is made, and the finding that it becomes: one record for both,
//! since every motion of a program may gouge.

use super::body::Body;
use super::finding::{Finding, Gouge, NO_TRIANGLE, PartSide, Verdict, WitnessSide};
use super::interior::Reached;
use super::thresholds::Thresholds;
use super::verdict::Trial;
use gouge_core::tool::Role;
use gouge_mesh::geom::Vec3;
use gouge_nc::{Kind, MotionRef, Span};

/// What one component did to one body during one motion, packed: rarely needed data stands apart.
#[derive(Clone, Debug)]
pub(super) struct PackedTrial {
    /// As [`Touch`] has them.
    point: Vec3,
    control: Vec3,
    t: f64,
    /// Bounds of the depth of the surface in the component, as in
    /// [`SurfaceDepth`](super::chunk::SurfaceDepth).
    pub surface: [f64; 2],
    /// As [`Finding::depth`].
    pub depth: [f64; 2],
    /// The upper bound of the part-side depth, mm.
    pub part: f64,
    /// As [`Trial::outside`]; not a number where that is not known.
    outside: f64,
    more: Option<Box<More>>,
    span: Span,
    pub motion: u32,
    /// [`NO_TRIANGLE`] where nothing touches.
    triangle: u32,
    pub tool: u32,
    pub operation: u32,
    pub body: u32,
    kind: Kind,
    pub role: Role,
    pub verdict: Verdict,
    pub dogleg: bool,
    pub roofed: bool,
    /// A negative depth says how far off the tool stays, within an allowance.
    stays_off: bool,
}

/// The result of a look into the material.
#[derive(Clone, Debug)]
struct More {
    reached: Option<Reached>,
    /// The lower bound of the part-side depth, mm.
    part: f64,
    /// The point reached shows more than the contact.
    shows: bool,
    undetermined: Option<Vec3>,
}

/// The deepest contact of the surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub triangle: u32,
    /// Time along the motion.
    pub t: f64,
    /// Point of the triangle, mm.
    pub point: Vec3,
    /// Control point, mm.
    pub control: Vec3,
}

/// Where a trial was made.
#[derive(Clone, Copy)]
pub(super) struct TrialOf<'a> {
    /// Index of the motion.
    pub index: u32,
    pub motion: &'a MotionRef<'a>,
    /// Index of the body.
    pub number: u32,
    pub body: &'a Body<'a>,
    pub thresholds: &'a Thresholds,
}

impl PackedTrial {
    /// The packed form of a trial.
    pub fn new(trial: Trial, tried: TrialOf) -> Self {
        let TrialOf { index, motion, number, body, thresholds } = tried;
        let Trial { role, verdict, surface, part, outside, roofed, reached, undetermined } = trial;
        let contact = surface.contact;
        let shows = reached.as_ref().is_some_and(|reached| {
            contact.is_none()
                || !thresholds.counts_tool_side(body)
                || reached.depth > surface.depth[0]
        });
        let more = (reached.is_some() || undetermined.is_some()).then(|| {
            let (reached, undetermined) = (reached.map(|r| *r), undetermined.map(|u| *u));
            Box::new(More { reached, part: part[0], shows, undetermined })
        });
        let none = (NO_TRIANGLE, 0.0, Vec3::zeros(), Vec3::zeros());
        let (triangle, t, point, control) =
            contact.as_ref().map_or(none, |c| (c.triangle, c.t, c.point, c.control));
        Self {
            point,
            control,
            t,
            surface: surface.depth,
            depth: thresholds.judged(body, surface.depth, part),
            part: part[1],
            outside: outside.unwrap_or(f64::NAN),
            more,
            span: motion.span,
            motion: index,
            triangle,
            tool: motion.tool,
            operation: motion.operation,
            body: number,
            kind: motion.kind,
            role,
            verdict,
            dogleg: surface.dogleg,
            roofed,
            stays_off: thresholds.allowance(body) > 0.0 && contact.is_some(),
        }
    }

    /// The deepest contact, if any is deep enough to matter.
    pub fn contact(&self) -> Option<Touch> {
        let Self { triangle, t, point, control, .. } = *self;
        (triangle != NO_TRIANGLE).then_some(Touch { triangle, t, point, control })
    }

    /// As [`Trial::outside`].
    pub fn outside(&self) -> Option<f64> {
        (!self.outside.is_nan()).then_some(self.outside)
    }

    /// As [`Trial::reached`].
    pub fn reached(&self) -> Option<&Reached> {
        self.more.as_ref()?.reached.as_ref()
    }

    /// As [`Trial::undetermined`].
    pub fn undetermined(&self) -> Option<Vec3> {
        self.more.as_ref()?.undetermined
    }

    /// Whether it proves a gouge and a place shows it.
    pub fn shows(&self) -> bool {
        let place = self.reached().is_some() || self.contact().is_some();
        self.verdict == Verdict::Gouge && place
    }

    /// The point reached, where it shows more than the contact.
    fn shown(&self) -> Option<&Reached> {
        self.more.as_ref().filter(|more| more.shows)?.reached.as_ref()
    }

    /// Line of the block that makes the motion.
    pub fn line(&self) -> u32 {
        self.span.line
    }

    /// As [`Finding::triangle`] and [`Finding::surface_point`].
    pub fn place(&self) -> (u32, Vec3) {
        match (self.shown(), self.contact()) {
            (Some(reached), _) => (reached.triangle, reached.foot),
            (None, Some(contact)) => (contact.triangle, contact.point),
            (None, None) => (0, Vec3::zeros()),
        }
    }

    /// The gouge in short.
    pub fn gouge(&self) -> Gouge {
        let Self { kind, tool, operation, role, body, depth, .. } = *self;
        let (triangle, surface_point) = self.place();
        Gouge { kind, tool, operation, role, body, triangle, surface_point, depth }
    }

    /// The finding that a reader gets if the trial [`shows`](Self::shows) a gouge, except for the
    /// normal.
    pub fn finding(&self) -> Finding {
        let least = if self.stays_off { f64::NEG_INFINITY } else { 0.0 };
        let (triangle, surface_point) = self.place();
        let mut finding = Finding {
            motion: self.motion,
            span: self.span,
            kind: self.kind,
            tool: self.tool,
            operation: self.operation,
            role: self.role,
            body: self.body,
            side: WitnessSide::Tool,
            triangle,
            t: self.t,
            dogleg: self.dogleg,
            control_point: self.control,
            surface_point,
            inner_point: None,
            normal: Vec3::zeros(),
            tool_side: self.surface.map(|d| d.max(least)),
            part_side: None,
            depth: self.depth,
            lift: None,
            shift: None,
            // Nothing of the surface lies in the component: it is wholly inside.
            buried: self.reached().is_some() && self.contact().is_none(),
        };
        if let Some(reached) = self.shown() {
            finding.side = WitnessSide::Part;
            finding.t = reached.t;
            (finding.control_point, finding.dogleg) = (reached.control, reached.dogleg);
            finding.inner_point = Some(Box::new(reached.x));
        }
        let part_side = |(reached, least): (&Reached, f64)| PartSide {
            depth: [least, self.part.max(least)],
            inner: reached.x,
            triangle: reached.triangle,
            point: reached.foot,
            t: reached.t,
        };
        let reached = self.more.as_ref().and_then(|more| Some((more.reached.as_ref()?, more.part)));
        finding.part_side = reached.map(part_side).map(Box::new);
        finding
    }
}

impl From<&Finding> for PackedTrial {
    fn from(f: &Finding) -> Self {
        Self {
            point: f.surface_point,
            control: f.control_point,
            t: f.t,
            surface: f.tool_side,
            depth: f.depth,
            part: 0.0,
            outside: f64::NAN,
            more: None,
            span: f.span,
            motion: f.motion,
            triangle: f.triangle,
            tool: f.tool,
            operation: f.operation,
            body: f.body,
            kind: f.kind,
            role: f.role,
            verdict: Verdict::Gouge,
            dogleg: f.dogleg,
            roofed: false,
            stays_off: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PackedTrial;

    /// A boxed contact, a trial and a finding with all that they have in common took 392.
    #[test]
    fn a_gouge_takes_no_more_than_this() {
        assert!(size_of::<PackedTrial>() <= 160, "{}", size_of::<PackedTrial>());
    }
}
