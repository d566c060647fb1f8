//! A node: eight boxes in bytes, and a slab for each.

use super::WIDTH;
use crate::tree::outward;
use gouge_mesh::geom::{Aabb, Vec3};

/// What a child is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// None.
    Absent,
    /// A node, by its place among all.
    Inner(u32),
    /// Facets: where they begin in the order, and how many.
    Leaf(u32, u8),
}

/// Eight boxes. Every bound is read as `origin + step × byte`, each of the two operations rounded
/// once, and was chosen by that very expression: reading needs no pad.
#[derive(Clone, Debug)]
pub(super) struct Node {
    origin: [f32; 3],
    step: [f32; 3],
    lo: [[u8; WIDTH]; 3],
    hi: [[u8; WIDTH]; 3],
    /// Normal of each child's slab, times its length; zero where there is no slab.
    normal: [[i8; WIDTH]; 3],
    slab: [[u16; WIDTH]; 2],
    /// Each child's place among the nodes, or the place of its first facet in the order.
    link: [u32; WIDTH],
    /// Facets of each child: zero where there is none, [`INNER`] at a node.
    count: [u8; WIDTH],
}

const INNER: u8 = u8::MAX;

/// The greatest number of steps of a bound, and of a slab's.
const STEPS: f64 = u8::MAX as f64;
const SLAB_STEPS: f64 = u16::MAX as f64;

/// The boxes of a node, child by child, mm.
pub(super) struct Boxes {
    pub lo: [[f64; WIDTH]; 3],
    pub hi: [[f64; WIDTH]; 3],
}

/// The same from another place, mm.
pub(super) struct BoxesFrom {
    pub lo: [[f32; WIDTH]; 3],
    pub hi: [[f32; WIDTH]; 3],
    /// What each was computed from adds up to no more over the axes.
    pub size: f32,
}

/// The slabs of a node: `from <= normal · (x - origin) <= to` for every facet point x of a child.
pub(super) struct SlabsOf {
    pub normal: [[f32; WIDTH]; 3],
    pub from: [f32; WIDTH],
    pub to: [f32; WIDTH],
}

/// A child to be packed.
pub(super) struct Pack {
    pub bounds: Aabb,
    /// Facets of a leaf; none of a node.
    pub facets: Option<u8>,
    /// The node's place, or that of the first facet.
    pub link: u32,
    /// Its mean normal, of any length; zero for no slab.
    pub normal: Vec3,
}

impl Node {
    /// A node without children.
    pub fn absent() -> Self {
        Self {
            origin: [0.0; 3],
            step: [0.0; 3],
            lo: [[0; WIDTH]; 3],
            hi: [[0; WIDTH]; 3],
            normal: [[0; WIDTH]; 3],
            slab: [[0; WIDTH]; 2],
            link: [0; WIDTH],
            count: [0; WIDTH],
        }
    }

    /// A node of at most eight children. `extent` hands out the least and the greatest
    /// `normal · (x - origin)` over the facets of a child.
    pub fn new(children: &[Pack], extent: impl Fn(usize, &Vec3, &Vec3) -> [f64; 2]) -> Self {
        let whole = children.iter().fold(Aabb::EMPTY, |all, c| all.union(&c.bounds));
        let mut node = Self::absent();
        for axis in 0..3 {
            node.origin[axis] = outward::below(whole.lo[axis]);
            let from = f64::from(node.origin[axis]);
            let mut step = outward::above((whole.hi[axis] - from) / STEPS);
            while from + f64::from(step) * STEPS < whole.hi[axis] {
                step = step.next_up();
            }
            node.step[axis] = step;
            for (lane, child) in children.iter().enumerate() {
                let (lo, hi) = (child.bounds.lo[axis], child.bounds.hi[axis]);
                node.lo[axis][lane] = node.byte(axis, lo, false);
                node.hi[axis][lane] = node.byte(axis, hi, true);
            }
        }
        for (lane, child) in children.iter().enumerate() {
            node.count[lane] = child.facets.unwrap_or(INNER);
            node.link[lane] = child.link;
            node.set_slab(lane, &child.normal, |normal, origin| extent(lane, normal, origin));
        }
        node
    }

    /// The byte whose bound is nearest to `at`, but not above it or, where `upper`, not below it.
    fn byte(&self, axis: usize, at: f64, upper: bool) -> u8 {
        let (from, step) = (f64::from(self.origin[axis]), f64::from(self.step[axis]));
        if step == 0.0 {
            return 0;
        }
        let near = (at - from) / step;
        let mut byte = if upper { near.ceil() } else { near.floor() }.clamp(0.0, STEPS);
        if upper {
            while byte < STEPS && from + step * byte < at {
                byte += 1.0;
            }
        } else {
            while byte > 0.0 && from + step * byte > at {
                byte -= 1.0;
            }
        }
        byte as u8
    }

    /// A normal in whole numbers is exact; the slab's steps are a 65,535th of what the boxes span
    /// along it, and one step more on either side is far more than the rounding of `extent`: the
    /// share of that in what is spanned is below 2⁻⁴⁵ unless coordinates are that much larger than
    /// the node, which the pad of a query is there for.
    fn set_slab(&mut self, lane: usize, normal: &Vec3, extent: impl Fn(&Vec3, &Vec3) -> [f64; 2]) {
        const LONGEST: f64 = i8::MAX as f64;
        let size = normal.norm();
        if !(size > 0.0 && size.is_finite()) {
            return;
        }
        let whole = normal.map(|x| (x / size * LONGEST).round());
        let [least, unit] = self.span(whole.into());
        if unit <= 0.0 {
            return;
        }
        let origin = Vec3::from(self.origin.map(f64::from));
        let [from, to] = extent(&whole, &origin);
        let steps = |x: f64| (x - least) / unit;
        for axis in 0..3 {
            self.normal[axis][lane] = whole[axis] as i8;
        }
        self.slab[0][lane] = (steps(from).floor() - 1.0).clamp(0.0, SLAB_STEPS) as u16;
        self.slab[1][lane] = (steps(to).ceil() + 1.0).clamp(0.0, SLAB_STEPS) as u16;
    }

    /// Least value along a normal over the whole node, from its origin, and the step of slabs.
    fn span(&self, normal: [f64; 3]) -> [f64; 2] {
        let (mut least, mut most) = (0.0, 0.0);
        for (normal, step) in normal.into_iter().zip(self.step) {
            let across = normal * (f64::from(step) * STEPS);
            least += across.min(0.0);
            most += across.max(0.0);
        }
        [least, (most - least) * (1.0 / SLAB_STEPS)]
    }

    /// The boxes of the children, mm.
    #[inline(always)]
    pub fn boxes(&self) -> Boxes {
        let mut boxes = Boxes { lo: [[0.0; WIDTH]; 3], hi: [[0.0; WIDTH]; 3] };
        for axis in 0..3 {
            let (from, step) = (f64::from(self.origin[axis]), f64::from(self.step[axis]));
            for lane in 0..WIDTH {
                boxes.lo[axis][lane] = from + step * f64::from(self.lo[axis][lane]);
                boxes.hi[axis][lane] = from + step * f64::from(self.hi[axis][lane]);
            }
        }
        boxes
    }

    /// The boxes of the children from `middle`, rounded (see [`super::planes`]).
    #[inline(always)]
    pub fn boxes_from(&self, middle: &Vec3) -> BoxesFrom {
        let from = self.origin_from(middle);
        let mut boxes = BoxesFrom { lo: [[0.0; WIDTH]; 3], hi: [[0.0; WIDTH]; 3], size: 0.0 };
        for (axis, from) in from.into_iter().enumerate() {
            let step = self.step[axis];
            boxes.size += from.abs() + step * STEPS as f32;
            for lane in 0..WIDTH {
                boxes.lo[axis][lane] = from + step * f32::from(self.lo[axis][lane]);
                boxes.hi[axis][lane] = from + step * f32::from(self.hi[axis][lane]);
            }
        }
        boxes
    }

    /// The slabs of the children, mm times the length of their normals, rounded.
    #[inline(always)]
    pub fn slabs(&self) -> SlabsOf {
        let mut normal = [[0.0; WIDTH]; 3];
        let (mut least, mut most) = ([0.0; WIDTH], [0.0; WIDTH]);
        for (axis, row) in normal.iter_mut().enumerate() {
            let across = self.step[axis] * STEPS as f32;
            for lane in 0..WIDTH {
                let whole = f32::from(self.normal[axis][lane]);
                row[lane] = whole;
                least[lane] += (whole * across).min(0.0);
                most[lane] += (whole * across).max(0.0);
            }
        }
        let (mut from, mut to) = ([0.0; WIDTH], [0.0; WIDTH]);
        for lane in 0..WIDTH {
            let unit = (most[lane] - least[lane]) * (1.0 / SLAB_STEPS as f32);
            from[lane] = least[lane] + unit * f32::from(self.slab[0][lane]);
            to[lane] = least[lane] + unit * f32::from(self.slab[1][lane]);
        }
        SlabsOf { normal, from, to }
    }

    /// Where the boxes are measured from, seen from `middle`, mm.
    #[inline(always)]
    pub fn origin_from(&self, middle: &Vec3) -> [f32; 3] {
        let [x, y, z] = self.origin;
        let from = |origin: f32, middle: f64| (f64::from(origin) - middle) as f32;
        [from(x, middle.x), from(y, middle.y), from(z, middle.z)]
    }

    /// Whether any child has a slab.
    #[inline(always)]
    pub fn has_slabs(&self) -> bool {
        self.normal != [[0; WIDTH]; 3]
    }

    /// The children.
    #[inline(always)]
    pub fn children(&self) -> [Child; WIDTH] {
        std::array::from_fn(|lane| self.child(lane))
    }

    /// A child.
    #[inline(always)]
    pub fn child(&self, lane: usize) -> Child {
        match (self.count[lane], self.link[lane]) {
            (0, _) => Child::Absent,
            (INNER, node) => Child::Inner(node),
            (count, first) => Child::Leaf(first, count),
        }
    }
}
