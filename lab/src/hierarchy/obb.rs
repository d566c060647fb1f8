//! Oriented boxes fitted to their triangles (Gottschalk's OBB-tree, as RAPID builds it).

use nalgebra::{Matrix3, SymmetricEigen};

use crate::pair::OrientedBox;
use gouge_core::tree::clip::{Core, Interval, WHOLE, farthest, pad};
use gouge_core::tree::{BinaryTree, Item, Volume, outward};
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// A tree of oriented boxes.
pub type ObbTree = BinaryTree<Obb>;

/// An oriented box in the mesh's own coordinates: slabs along three axes that are
/// orthonormal to `f32` rounding. Bounds hold along the axes as stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// Rows: the axes.
    axes: [[f32; 3]; 3],
    /// `[lo, hi]` along each axis, rounded outward, mm.
    slabs: [[f32; 2]; 3],
}

/// How far the stored axes may be from orthonormal, mm of corner per mm of extent: three
/// roundings of `f32` each.
const AXIS_ROUNDING: f64 = 1e-6;

impl Obb {
    /// Axes, widened so that the box holds its content even if its axes are taken for
    /// exactly orthonormal: centre in mesh coordinates, half sides.
    pub(super) fn widened(&self) -> OrientedBox {
        let rows = Matrix3::from_fn(|r, c| f64::from(self.axes[r][c]));
        let (middle, half) = self.middle_and_half();
        let slack = AXIS_ROUNDING * (middle.amax() + half.amax());
        let axes = rows.transpose();
        OrientedBox { axes, center: axes * middle, half: half.add_scalar(slack) }
    }

    fn middle_and_half(&self) -> (Vec3, Vec3) {
        let end = |i: usize, e: usize| f64::from(self.slabs[i][e]);
        (
            Vec3::from_fn(|i, _| (end(i, 0) + end(i, 1)) / 2.0),
            Vec3::from_fn(|i, _| (end(i, 1) - end(i, 0)) / 2.0),
        )
    }

    fn axis(&self, i: usize) -> Vec3 {
        Vec3::from_fn(|k, _| f64::from(self.axes[i][k]))
    }
}

/// The principal axes of the surface: eigenvectors of the area-weighted covariance, exact
/// for each triangle. Unit matrix when there is no area to speak of.
fn principal_axes(mesh: &Mesh, items: &[Item]) -> Matrix3<f64> {
    let origin = mesh.triangle(items[0].triangle as usize)[0];
    let corners = |i: &Item| mesh.triangle(i.triangle as usize).map(|p| p - origin);
    let scale = items.iter().flat_map(&corners).fold(0.0_f64, |m, p| m.max(p.amax()));
    if !(scale.is_normal() && scale.is_finite()) {
        return Matrix3::identity();
    }
    let (mut area, mut first, mut second) = (0.0, Vec3::zeros(), Matrix3::zeros());
    for item in items {
        let [a, b, c] = corners(item).map(|p| p / scale);
        let weight = (b - a).cross(&(c - a)).norm();
        let middle = (a + b + c) / 3.0;
        area += weight;
        first += middle * weight;
        second += (middle * middle.transpose() * 9.0
            + a * a.transpose()
            + b * b.transpose()
            + c * c.transpose())
            * (weight / 12.0);
    }
    if area == 0.0 {
        return Matrix3::identity();
    }
    let mean = first / area;
    let covariance = second / area - mean * mean.transpose();
    let Some(eigen) = SymmetricEigen::try_new(covariance, f64::EPSILON, 100) else {
        return Matrix3::identity();
    };
    let axes = eigen.eigenvectors;
    let unit = axes.column_iter().all(|c| (c.norm_squared() - 1.0).abs() < 1e-9);
    if unit { axes } else { Matrix3::identity() }
}

impl Volume for Obb {
    /// The sweep's hull: a motion is seen along every box's own axes, where only a closed
    /// form will do.
    type Probe = Core;

    const EMPTY: Self = Self {
        axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        slabs: [[f32::INFINITY, f32::NEG_INFINITY]; 3],
    };
    const LOOSE: bool = true;

    fn around(mesh: &Mesh, items: &[Item], inflate: f64) -> Self {
        let axes = principal_axes(mesh, items);
        let mut fitted =
            Self { axes: [0, 1, 2].map(|r| [0, 1, 2].map(|c| axes[(c, r)] as f32)), ..Self::EMPTY };
        for i in 0..3 {
            let d = fitted.axis(i);
            let (lo, hi) = items
                .iter()
                .flat_map(|item| mesh.triangle(item.triangle as usize))
                .map(|p| d.dot(&p))
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
            let grown = inflate * d.norm();
            fitted.slabs[i] = [outward::below(lo - grown), outward::above(hi + grown)];
        }
        fitted
    }

    fn join(mesh: &Mesh, items: &[Item], inflate: f64, _: &Self, _: &Self) -> Self {
        Self::around(mesh, items, inflate)
    }

    fn probe(swept: &Swept, bounds: &Aabb) -> Core {
        Core::new(swept, pad(swept, farthest(bounds)))
    }

    #[inline]
    fn meets(&self, probe: &Core, depth: f64) -> bool {
        if probe.vanishes(depth) {
            return false;
        }
        let mut stretch = WHOLE;
        let own = (0..3).all(|i| {
            let shadow = probe.shadow(&self.axis(i), depth);
            shadow.reaches_up_to(self.slabs[i][0].into(), 0.0, &mut stretch)
                && shadow.reaches_down_to(self.slabs[i][1].into(), 0.0, &mut stretch)
        });
        if !own {
            return false;
        }
        // What is left may pass over a corner or around an edge: the box seen along the tool's
        // axis, and from where the tool comes nearest.
        let wide = self.widened();
        let apart = |d: Vec3, stretch: &mut Interval| {
            let shadow = probe.shadow(&d, depth);
            let (middle, reach) = (d.dot(&wide.center), wide.axes.tr_mul(&d).abs().dot(&wide.half));
            !(shadow.reaches_up_to(middle - reach, 0.0, stretch)
                && shadow.reaches_down_to(middle + reach, 0.0, stretch))
        };
        let toward = |s: Interval| probe.toward(&wide.center, s);
        !apart(Vec3::z(), &mut stretch) && !apart(toward(stretch), &mut stretch)
    }

    fn bounds(&self) -> Aabb {
        let OrientedBox { axes, center, half } = self.widened();
        let reach = axes.abs() * half;
        Aabb { lo: center - reach, hi: center + reach }
    }

    fn gap(&self, p: &Vec3) -> f64 {
        let OrientedBox { axes, center, half } = self.widened();
        let outside = (axes.tr_mul(&(p - center)).abs() - half).map(|x| x.max(0.0));
        outside.norm() * (1.0 - AXIS_ROUNDING)
    }

    fn holds(&self, point: &Vec3) -> bool {
        (0..3).all(|i| {
            let x = self.axis(i).dot(point);
            f64::from(self.slabs[i][0]) <= x && x <= f64::from(self.slabs[i][1])
        })
    }

    fn size(&self) -> f64 {
        let (_, half) = self.middle_and_half();
        8.0 * half.map(|x| x.max(0.0)).product()
    }
}
