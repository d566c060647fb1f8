//! Trees survive a trip to disk; damaged files are refused.

use gouge::geom::{Swept, Vec3};
use gouge::mesh::Mesh;
use gouge_lab::tree::{
    Builder, Front, Hierarchy, KdopTree, RestrictedTree, Stats, Store, validate, visit,
};

use crate::support::{Random, Rod, soup};

fn answers<H: Hierarchy>(tree: &H) -> (Vec<u32>, Stats) {
    let rod = Rod { axis: [0.0, 1.0], radius: 1.0, round: true };
    let (mut all, mut stats) = (Vec::new(), Stats::default());
    let swept = Swept { from: Vec3::zeros(), travel: Vec3::x(), body: &rod, grow: 0.0 };
    let probe = tree.probe(&swept);
    visit(tree, &probe, &mut Front::without(), 0.0, &mut stats, |t, d| {
        all.push(t);
        d
    });
    (all, stats)
}

fn round_trip<H: Hierarchy + Store>(tree: &H, mesh: &Mesh) {
    let mut bytes = Vec::new();
    tree.save(&mut bytes).unwrap();
    let again = H::load(&mut &bytes[..]).unwrap();
    validate(&again, mesh).unwrap();
    assert_eq!(answers(tree), answers(&again));
    assert_eq!(tree.bytes(), again.bytes());
    for length in [0, 7, 12, 20, bytes.len() / 2, bytes.len() - 1] {
        assert!(H::load(&mut &bytes[..length]).is_err(), "cut off at {length}");
    }
    // Whatever is altered, loading ends, and walking what it yields ends too.
    let mut random = Random::new(31);
    for _ in 0..300 {
        let mut bad = bytes.clone();
        let at = random.below(bad.len());
        bad[at] = random.bits() as u8;
        if let Ok(tree) = H::load(&mut &bad[..]) {
            let _ = validate(&tree, mesh);
        }
    }
}

#[test]
fn trees_come_back_as_they_were() {
    let mesh = soup(&mut Random::new(30), 400, 3.0, 0.3);
    round_trip(&KdopTree::<9>::build(&mesh), &mesh);
    round_trip(&KdopTree::<3>::build(&mesh), &mesh);
    round_trip(&RestrictedTree::with(&mesh, Builder::Greedy), &mesh);
    let (dop, empty) = (KdopTree::<9>::build(&mesh), Mesh::default());
    let mut bytes = Vec::new();
    dop.save(&mut bytes).unwrap();
    assert!(KdopTree::<3>::load(&mut &bytes[..]).is_err(), "another kind");
    assert!(RestrictedTree::load(&mut &bytes[..]).is_err(), "another kind");
    round_trip_empty(&empty);
}

fn round_trip_empty(empty: &Mesh) {
    let mut bytes = Vec::new();
    KdopTree::<9>::build(empty).save(&mut bytes).unwrap();
    assert!(KdopTree::<9>::load(&mut &bytes[..]).unwrap().root().is_none());
}
