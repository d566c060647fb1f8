//! The forms of a tool that a motion is tested against: a component, all of it and its joints, or
//! the component alone.

use super::super::prepared::{PreparedComponent, PreparedTool};
use super::form::Form;
use crate::tolerance::FLOAT_MM;
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Vec3};

/// What has to be found out about a motion.
#[derive(Clone, Debug)]
pub(in super::super) struct Asked {
    /// The surface is no deeper in the component by itself, mm; where it is not asked about alone,
    /// nor in anything else.
    pub cap: f64,
    /// Another component may be deeper, which tells of that: of joints counts only what lies in the
    /// component.
    pub alone: bool,
    /// Where that may be deeper than in the component by itself: joints by index, boxes about the
    /// control point, mm.
    pub deeper: Vec<(usize, Aabb)>,
}

/// The pieces of a component, then the joints of its tool.
pub(super) struct Forms<'a> {
    pub list: Vec<Form<'a>>,
    /// How many of them belong to the component.
    own: usize,
}

impl<'a> Forms<'a> {
    /// `None` where nothing narrower can be found.
    pub fn new(
        tool: &'a PreparedTool,
        component: &'a PreparedComponent,
        asked: &[Asked],
    ) -> Option<Self> {
        let mut list: Vec<Form> = Form::own(component).collect();
        let own = list.len();
        list.extend(tool.joints.iter().map(|joint| Form::joint(tool, joint)));
        let hollow = list.iter().any(|f| matches!(f.piece, Piece::Nonconvex(_)));
        let pockets = list.iter().any(|f| matches!(f.piece, Piece::ConcaveRevolve(_)));
        let deeper = asked.iter().any(|asked| !asked.deeper.is_empty());
        if hollow || !(pockets || deeper) {
            return None;
        }
        let about = |all: Aabb, f: &Form| all.union(&f.bounds().grown(f.grow));
        let about = list[..own].iter().fold(Aabb::EMPTY, about);
        for form in &mut list {
            form.most = form.deepest(&form.bounds());
            form.near = if deeper { form.deepest(&about) } else { form.most };
        }
        Some(Self { list, own })
    }

    /// Those that a motion is asked about, each with how deep it is in that at most, mm, rounding
    /// counted.
    pub fn of(&self, asked: &Asked, float: f64) -> Vec<(usize, f64)> {
        let most = self.list.iter().map(|f| f.most + f.grow).fold(f64::NEG_INFINITY, f64::max);
        let all = if asked.alone { self.own } else { self.list.len() };
        let all = (0..all).map(|form| (form, asked.cap.min(most + float)));
        let joint = |(joint, _): &(usize, Aabb)| {
            (self.own + joint, self.list[self.own + joint].near + float)
        };
        all.chain(asked.deeper.iter().map(joint)).collect()
    }

    /// Where about the control point one is asked about, as seen from a chord that the path bends
    /// away from by `sag` mm.
    pub fn room(&self, asked: &Asked, form: usize, sag: f64) -> Aabb {
        let all = self.list[form].bounds();
        let bounds = self.at_joint(asked, form).map_or(all, |room| room.intersection(&all));
        bounds.grown(self.list[form].grow + sag + FLOAT_MM)
    }

    /// A half space, normal and offset, that holds all that one is asked about, seen from such a
    /// chord, and not the point `at`; what is not convex tells nothing.
    pub fn parted(&self, asked: &Asked, form: usize, at: &Vec3, sag: f64) -> Option<(Vec3, f64)> {
        let wide = self.at_joint(asked, form)?.hi.x + sag;
        let out = Vec3::new(at.x, at.y, 0.0);
        if out.norm() > wide + FLOAT_MM {
            return Some((out.normalize(), wide));
        }
        let [Form { piece: Piece::Solid(own), grow, .. }] = &self.list[..self.own] else {
            return None;
        };
        let pose = own.depth(at);
        let most = pose.offset + grow + sag;
        (pose.normal.dot(at) > most + FLOAT_MM).then_some((pose.normal, most))
    }

    fn at_joint<'q>(&self, asked: &'q Asked, form: usize) -> Option<&'q Aabb> {
        let joint = asked.deeper.iter().find(|(joint, _)| self.own + joint == form);
        joint.map(|(_, room)| room)
    }

    /// Whether any point no farther than `reach` from `x` may lie in the component, mm.
    pub fn may_hold(&self, x: &Vec3, reach: f64) -> bool {
        self.list[..self.own].iter().any(|own| own.piece.depth(x) + own.grow + reach >= 0.0)
    }

    /// Whether of a joint only that counts which lies in the component.
    pub fn only_within(&self, asked: &Asked, form: usize) -> bool {
        asked.alone && form >= self.own
    }

    /// What moves a point of a joint into the component by about so much, mm, where nothing else
    /// counts: what is seen at its end along a chord may lie beyond it when seen from the true
    /// path.
    pub fn inward(
        &self,
        asked: &Asked,
        form: usize,
        by: f64,
    ) -> Option<impl Fn(&Vec3) -> Vec3 + use<>> {
        let own = self.list[..self.own].first().filter(|_| self.only_within(asked, form))?;
        let Aabb { lo, hi } = own.bounds();
        let middle = 0.5 * (lo.z + hi.z);
        Some(move |at: &Vec3| {
            let out = Vec3::new(at.x, at.y, 0.0).try_normalize(FLOAT_MM).unwrap_or_default();
            at + (Vec3::z() * (middle - at.z).signum() - out) * by
        })
    }
}
