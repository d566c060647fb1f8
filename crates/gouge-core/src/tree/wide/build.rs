//! Sets of facets cut in two along the longest side of the box around their centres, near the
//! median, three times for every node.
//!
//! A cut leaves whole subtrees on one side, full to the last leaf, so that next to no byte and no
//! test is spent on empty places. The tree depends on the mesh alone.

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
    /// Three times its centre, in `f32`: it only decides where cuts lie.
    center: [f32; 3],
    triangle: u32,
}

/// The nodes of a mesh, root first, and its facets in the order of the leaves.
pub(super) fn build(mesh: &Mesh) -> (Vec<Node>, Vec<u32>) {
    let center = |triangle: usize| {
        let [a, b, c] = mesh.triangle(triangle);
        let sum = a + b + c;
        Item { center: [sum.x as f32, sum.y as f32, sum.z as f32], triangle: triangle as u32 }
    };
    let mut items: Vec<Item> = (0..mesh.triangles.len()).into_par_iter().map(center).collect();
    if items.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let (_, nodes) = subtree(mesh, &mut items, 0);
    (nodes, items.into_iter().map(|item| item.triangle).collect())
}

/// A set that becomes a child.
struct Group<'a> {
    items: &'a mut [Item],
    /// Where its facets begin in the order.
    first: u32,
}

/// The nodes of a set, its root first and links counted from there, and the box around it.
fn subtree(mesh: &Mesh, items: &mut [Item], first: u32) -> (Aabb, Vec<Node>) {
    let large = items.len() > PARALLEL;
    let groups = divided(items, first);
    let built = |group: Group| -> (Pack, Vec<Node>) {
        let normal = mean_normal(mesh, group.items);
        if group.items.len() <= WIDTH {
            let bounds = around(mesh, group.items);
            let facets = Some(group.items.len() as u8);
            return (Pack { bounds, facets, link: group.first, normal }, Vec::new());
        }
        let (bounds, nodes) = subtree(mesh, group.items, group.first);
        (Pack { bounds, facets: None, link: 0, normal }, nodes)
    };
    // The items are needed again for the slabs, in the order that the groups left them in.
    let sizes: Vec<usize> = groups.iter().map(|group| group.items.len()).collect();
    let children: Vec<(Pack, Vec<Node>)> = if large {
        groups.into_par_iter().map(built).collect()
    } else {
        groups.into_iter().map(built).collect()
    };
    let mut starts = Vec::with_capacity(sizes.len() + 1);
    let mut start = 0;
    for size in &sizes {
        starts.push(start);
        start += size;
    }
    starts.push(start);
    let (mut packs, below): (Vec<Pack>, Vec<Vec<Node>>) = children.into_iter().unzip();
    let inner = packs.iter_mut().filter(|pack| pack.facets.is_none());
    inner.zip(1..).for_each(|(pack, at)| pack.link = at);
    let extent = |lane: usize, normal: &Vec3, origin: &Vec3| {
        let facets = &items[starts[lane]..starts[lane + 1]];
        let points = facets.iter().flat_map(|item| mesh.triangle(item.triangle as usize));
        points
            .map(|p| normal.dot(&(p - origin)))
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], x| {
                [least.min(x), most.max(x)]
            })
    };
    let root = Node::new(&packs, extent);
    let bounds = packs.iter().fold(Aabb::EMPTY, |all, pack| all.union(&pack.bounds));
    let inner: Vec<Vec<Node>> = below.into_iter().filter(|nodes| !nodes.is_empty()).collect();
    let mut nodes = Vec::with_capacity(1 + inner.iter().map(Vec::len).sum::<usize>());
    nodes.push(root);
    // The roots of the children come first, then what lies below each: a root that stood at 0
    // has what stood at 1 and on at `rest`.
    let mut rest = 1 + inner.len() as u32;
    let mut tails = Vec::with_capacity(inner.len());
    for mut subtree in inner {
        let tail = subtree.split_off(1);
        let by = rest - 1;
        rest += tail.len() as u32;
        nodes.extend(subtree.into_iter().map(|node| node.moved(by)));
        tails.push((by, tail));
    }
    for (by, tail) in tails {
        nodes.extend(tail.into_iter().map(|node| node.moved(by)));
    }
    (bounds, nodes)
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

/// At most eight groups. All but one are full subtrees; what is left of the eight goes to the
/// smallest groups that it is enough for, each opened in turn.
fn divided(items: &mut [Item], first: u32) -> Vec<Group<'_>> {
    let mut groups = full(Group { items, first });
    loop {
        let room = WIDTH + 1 - groups.len();
        let parts = |group: &Group| leaves(group.items.len()).div_ceil(unit(group.items.len()));
        let fits = |at: &usize| (2..=room).contains(&parts(&groups[*at]));
        let Some(at) = (0..groups.len()).filter(fits).min_by_key(|&at| groups[at].items.len())
        else {
            return groups;
        };
        let rest = groups.split_off(at + 1);
        let opened = groups.pop().map(full).unwrap_or_default();
        groups.extend(opened);
        groups.extend(rest);
    }
}

/// A set cut into full subtrees of the largest size, and what remains.
fn full(group: Group<'_>) -> Vec<Group<'_>> {
    let unit = unit(group.items.len());
    let mut done = Vec::with_capacity(WIDTH);
    let mut open = vec![group];
    while let Some(Group { items, first }) = open.pop() {
        let parts = leaves(items.len()).div_ceil(unit);
        if parts < 2 {
            done.push(Group { items, first });
            continue;
        }
        let count = parts.div_ceil(2) * unit * WIDTH;
        cut(items, count);
        let (low, high) = items.split_at_mut(count);
        open.push(Group { items: high, first: first + count as u32 });
        open.push(Group { items: low, first });
    }
    done
}

/// Sorts a set so that its first `count` lie below the rest along the longest side of the box
/// around its centres.
fn cut(items: &mut [Item], count: usize) {
    let mut lo = [f32::INFINITY; 3];
    let mut hi = [f32::NEG_INFINITY; 3];
    for item in items.iter() {
        for axis in 0..3 {
            lo[axis] = lo[axis].min(item.center[axis]);
            hi[axis] = hi[axis].max(item.center[axis]);
        }
    }
    let size = |axis: &usize| hi[*axis] - lo[*axis];
    let axis = (0..3).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0);
    items.select_nth_unstable_by(count, |a, b| {
        a.center[axis].total_cmp(&b.center[axis]).then(a.triangle.cmp(&b.triangle))
    });
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
