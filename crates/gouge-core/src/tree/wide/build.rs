//! Builds the wide tree: for every node, sets of facets are cut in two three times, along the
//! longest side of the box around their centres, near the median.
//!
//! A cut leaves whole subtrees on one side, full to the last leaf, so that next to no bytes or
//! tests are spent on empty places. The tree depends on the mesh alone.

use rayon::prelude::*;

use super::WIDTH;
use super::node::{Node, Pack};
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Mesh;

/// Larger sets are built on several threads: a count, so that the layout does not depend on them.
const PARALLEL: usize = 1 << 13;

/// Larger sets have no slab: their facets look everywhere.
const MOST_IN_SLAB: usize = 512;

/// A facet to be sorted.
#[derive(Clone, Copy)]
struct Item {
    /// Three times its centre as [`ordered`] `f32`: it only decides where cuts lie.
    center: [u32; 3],
    triangle: u32,
}

/// Numbers in the order of `f32::total_cmp`.
fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    bits ^ if bits >> 31 == 1 { u32::MAX } else { 1 << 31 }
}

/// What [`ordered`] was given.
fn unordered(key: u32) -> f32 {
    f32::from_bits(key ^ if key >> 31 == 1 { 1 << 31 } else { u32::MAX })
}

/// The nodes of a mesh, root first, and its facets in the order of the leaves.
pub(super) fn build(mesh: &Mesh) -> (Vec<Node>, Vec<u32>) {
    let center = |triangle: usize| {
        let [a, b, c] = mesh.triangle(triangle);
        let sum = a + b + c;
        Item { center: [sum.x, sum.y, sum.z].map(|x| ordered(x as f32)), triangle: triangle as u32 }
    };
    let mut items: Vec<Item> = (0..mesh.triangles.len()).into_par_iter().map(center).collect();
    if items.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut nodes = vec![Node::absent(); count(items.len())];
    let (root, below) = nodes.split_at_mut(1);
    fill(mesh, &mut items, 0, &mut root[0], below, 1);
    // Taken one by one out of a list that is used up they would keep the room of that.
    (nodes, items.iter().map(|item| item.triangle).collect())
}

/// What is divided: a set of facets, or its size alone.
trait Divisible: Sized {
    /// Facets.
    fn size(&self) -> usize;
    /// The first `count` along its longest side, and the rest.
    fn parted(self, count: usize) -> [Self; 2];
}

impl Divisible for usize {
    fn size(&self) -> usize {
        *self
    }

    fn parted(self, count: usize) -> [Self; 2] {
        [count, self - count]
    }
}

/// A set that becomes a child.
struct Group<'a> {
    items: &'a mut [Item],
    /// Where its facets begin in the order.
    first: u32,
}

impl Divisible for Group<'_> {
    fn size(&self) -> usize {
        self.items.len()
    }

    fn parted(self, count: usize) -> [Self; 2] {
        let Self { items, first } = self;
        cut(items, count);
        let (low, high) = items.split_at_mut(count);
        [Group { items: low, first }, Group { items: high, first: first + count as u32 }]
    }
}

/// A child and where it goes.
struct Branch<'a> {
    group: Group<'a>,
    /// Its node, that one's place, what is to stand below it and the place of that; nothing for
    /// a leaf.
    node: Option<(&'a mut Node, u32, &'a mut [Node], u32)>,
}

/// Fills the node of a set and those `below` it, which stand from the place `at` on: its children
/// first, then what is below each. Hands out the box around the set.
fn fill(
    mesh: &Mesh,
    items: &mut [Item],
    first: u32,
    node: &mut Node,
    below: &mut [Node],
    at: u32,
) -> Aabb {
    let large = items.len() > PARALLEL;
    let groups = divided(Group { items: &mut *items, first });
    let sizes: Vec<usize> = groups.iter().map(|group| group.items.len()).collect();
    let inner = sizes.iter().filter(|size| **size > WIDTH).count();
    let (mut nodes, mut rest) = below.split_at_mut(inner);
    let (mut place, mut rest_at) = (at, at + inner as u32);
    let mut branches = Vec::with_capacity(WIDTH);
    for group in groups {
        if group.items.len() <= WIDTH {
            branches.push(Branch { group, node: None });
            continue;
        }
        let (own, others) = nodes.split_at_mut(1);
        let (tail, more) = rest.split_at_mut(count(group.items.len()) - 1);
        (nodes, rest) = (others, more);
        let tail_at = rest_at;
        rest_at += tail.len() as u32;
        branches.push(Branch { group, node: Some((&mut own[0], place, tail, tail_at)) });
        place += 1;
    }
    let built = |Branch { group, node }: Branch| {
        let normal = mean_normal(mesh, group.items);
        match node {
            None => {
                let bounds = around(mesh, group.items);
                let facets = Some(group.items.len() as u8);
                Pack { bounds, facets, link: group.first, normal }
            }
            Some((node, link, tail, tail_at)) => {
                let bounds = fill(mesh, group.items, group.first, node, tail, tail_at);
                Pack { bounds, facets: None, link, normal }
            }
        }
    };
    let packs: Vec<Pack> = if large {
        branches.into_par_iter().map(built).collect()
    } else {
        branches.into_iter().map(built).collect()
    };
    // The items are needed again for the slabs, in the order that the groups left them in.
    let mut starts = [0; WIDTH + 1];
    for (lane, size) in sizes.iter().enumerate() {
        starts[lane + 1] = starts[lane] + size;
    }
    let extent = |lane: usize, normal: &Vec3, origin: &Vec3| {
        let facets = &items[starts[lane]..starts[lane + 1]];
        let points = facets.iter().flat_map(|item| mesh.triangle(item.triangle as usize));
        points
            .map(|p| normal.dot(&(p - origin)))
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], x| {
                [least.min(x), most.max(x)]
            })
    };
    *node = Node::new(&packs, extent);
    packs.iter().fold(Aabb::EMPTY, |all, pack| all.union(&pack.bounds))
}

/// Leaves that a set fills.
fn leaves(count: usize) -> usize {
    count.div_ceil(WIDTH)
}

/// Leaves of the largest full subtree that is smaller than a set: a power of eight.
fn unit(count: usize) -> usize {
    let mut unit = 1;
    while unit * WIDTH < leaves(count) {
        unit *= WIDTH;
    }
    unit
}

/// Nodes of the tree of so many facets. All groups but one are full, so the descent is one way.
fn count(facets: usize) -> usize {
    if facets.is_power_of_two() && facets.ilog2().is_multiple_of(WIDTH.ilog2()) {
        // 1 + 8 + 64 + …
        return (facets / WIDTH / (WIDTH - 1)).max(1);
    }
    let inner = divided(facets).into_iter().filter(|size| *size > WIDTH);
    1 + inner.map(count).sum::<usize>()
}

/// At most eight groups. All but one are full subtrees; what is left of the eight goes to the
/// smallest groups that it is enough for, each opened in turn.
fn divided<D: Divisible>(whole: D) -> Vec<D> {
    let mut groups = full(whole);
    loop {
        let room = WIDTH + 1 - groups.len();
        let parts = |group: &D| leaves(group.size()).div_ceil(unit(group.size()));
        let fits = |at: &usize| (2..=room).contains(&parts(&groups[*at]));
        let Some(at) = (0..groups.len()).filter(fits).min_by_key(|&at| groups[at].size()) else {
            return groups;
        };
        let rest = groups.split_off(at + 1);
        let opened = groups.pop().map(full).unwrap_or_default();
        groups.extend(opened);
        groups.extend(rest);
    }
}

/// A set cut into full subtrees of the largest size, and what remains.
fn full<D: Divisible>(whole: D) -> Vec<D> {
    let unit = unit(whole.size());
    let mut done = Vec::with_capacity(WIDTH);
    let mut open = Vec::with_capacity(WIDTH);
    open.push(whole);
    while let Some(group) = open.pop() {
        let parts = leaves(group.size()).div_ceil(unit);
        if parts < 2 {
            done.push(group);
            continue;
        }
        let [low, high] = group.parted(parts.div_ceil(2) * unit * WIDTH);
        open.extend([high, low]);
    }
    done
}

/// Sorts a set so that its first `count` lie below the rest along the longest side of the box
/// around its centres.
fn cut(items: &mut [Item], count: usize) {
    let mut lo = [u32::MAX; 3];
    let mut hi = [0; 3];
    for item in items.iter() {
        for axis in 0..3 {
            lo[axis] = lo[axis].min(item.center[axis]);
            hi[axis] = hi[axis].max(item.center[axis]);
        }
    }
    let size = |axis: &usize| unordered(hi[*axis]) - unordered(lo[*axis]);
    let axis = (0..3).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0);
    let key = |item: &Item| u64::from(item.center[axis]) << 32 | u64::from(item.triangle);
    items.select_nth_unstable_by_key(count, key);
}

fn around(mesh: &Mesh, items: &[Item]) -> Aabb {
    Aabb::around(items.iter().flat_map(|item| mesh.triangle(item.triangle as usize)))
}

/// The mean of the normals by area; zero for large sets.
fn mean_normal(mesh: &Mesh, items: &[Item]) -> Vec3 {
    if items.len() > MOST_IN_SLAB {
        return Vec3::zeros();
    }
    items.iter().fold(Vec3::zeros(), |sum, item| {
        let [a, b, c] = mesh.triangle(item.triangle as usize);
        sum + (b - a).cross(&(c - a))
    })
}
