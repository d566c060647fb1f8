//! The driver's promises: what blocks, what runs on, what is refused and how.

mod common;

use std::sync::Arc;

use common::same;
use gouge_accelerator::{
    Card, CheckError, Context, Description, Encoding, Mode, ObjectError, ObjectId, Placement,
    Point, Request, Solid, reference,
};

fn card() -> Card {
    Card::new(Description::preset("card").unwrap())
}

/// A grid of n by n squares with a wave on it.
fn sheet(n: usize, phase: f32) -> Arc<Solid> {
    let at = |i: usize, k: usize| -> Point {
        let (x, y) = (i as f32 / n as f32, k as f32 / n as f32);
        [x, y, 0.1 * (7.0 * x + 5.0 * y + phase).sin()]
    };
    let points = (0..=n).flat_map(|k| (0..=n).map(move |i| at(i, k))).collect();
    let index = |i: usize, k: usize| (k * (n + 1) + i) as u32;
    let square = |i, k| {
        [
            [index(i, k), index(i + 1, k), index(i, k + 1)],
            [index(i + 1, k), index(i + 1, k + 1), index(i, k + 1)],
        ]
    };
    let triangles = (0..n).flat_map(|k| (0..n).flat_map(move |i| square(i, k))).collect();
    Arc::new(Solid::new(points, triangles).unwrap())
}

fn request(objects: [ObjectId; 2], capacity: usize) -> Request {
    let placement = Placement::moved([0.1, 0.05, 0.02]);
    Request { objects, placement, mode: Mode::default(), capacity }
}

fn two(context: &Context) -> [ObjectId; 2] {
    [sheet(8, 0.0), sheet(8, 3.0)].map(|s| context.insert(s).unwrap())
}

#[test]
fn an_object_can_be_sent_point_by_point_or_at_once() {
    let card = card();
    let context = card.context();
    let mut single = context.new_object();
    let mut whole = context.new_object();
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let indices = [0, 1, 2, 0, 1, 3];
    points.iter().for_each(|&p| single.vertex(p));
    indices.iter().for_each(|&i| single.index(i));
    whole.indices(&indices);
    whole.vertices(&points);
    assert_ne!(single.id(), whole.id());
    let ids = [single.finish().unwrap(), whole.finish().unwrap()];
    let found = |objects| context.check(&request(objects, 99)).unwrap().wait().unwrap().hits;
    assert!(same(&found([ids[0]; 2]), &found([ids[1]; 2])));
}

#[test]
fn finishing_blocks_until_the_object_is_on_board_and_ordering_does_not() {
    let card = card();
    let context = card.context();
    let objects = two(&context);
    let loaded = card.clock();
    assert!(loaded > 0);
    let check = context.check(&request(objects, 10_000)).unwrap();
    assert_eq!(card.clock(), loaded);
    assert!(!check.is_done());
    card.work(10);
    assert!(!check.is_done());
    card.work(1_000_000);
    assert!(check.is_done());
    let outcome = check.wait().unwrap();
    // It ended while the host was at work: waiting took no time.
    assert_eq!(card.clock(), loaded + 1_000_010);
    assert!(outcome.cycles < 1_000_000);
}

#[test]
fn work_of_the_host_overlaps_with_checks() {
    let time = |overlapped: bool| {
        let card = card();
        let context = card.context();
        let objects = two(&context);
        let begin = card.clock();
        for _ in 0..5 {
            let check = context.check(&request(objects, 10_000)).unwrap();
            if overlapped {
                card.work(20_000);
            }
            check.wait().unwrap();
            if !overlapped {
                card.work(20_000);
            }
        }
        card.clock() - begin
    };
    assert!(time(true) < time(false));
}

#[test]
fn what_is_not_an_object_is_refused() {
    let card = card();
    let context = card.context();
    let refused = |points: &[Point], indices: &[u32]| {
        let mut object = context.new_object();
        object.vertices(points);
        object.indices(indices);
        object.finish().unwrap_err()
    };
    let three = [[0.0; 3]; 3];
    assert!(matches!(refused(&three, &[]), ObjectError::Empty));
    assert!(matches!(refused(&three, &[0, 1]), ObjectError::NotTriangles(2)));
    assert!(matches!(refused(&three, &[0, 1, 3]), ObjectError::NoPoint { index: 3, points: 3 }));
    let infinite = [[0.0; 3], [0.0, f32::INFINITY, 0.0], [0.0; 3]];
    assert!(matches!(refused(&infinite, &[0, 1, 2]), ObjectError::NotFinite(1)));
}

#[test]
fn objects_of_other_contexts_unfinished_and_deleted_ones_are_unknown() {
    let card = card();
    let (context, other) = (card.context(), card.context());
    let objects = two(&context);
    let refused = |context: &Context, objects| {
        matches!(context.check(&request(objects, 1)), Err(CheckError::UnknownObject(_)))
    };
    assert!(refused(&other, objects));
    let unfinished = context.new_object().id();
    assert!(refused(&context, [objects[0], unfinished]));
    context.delete(objects[1]).unwrap();
    assert!(refused(&context, objects));
    assert!(matches!(context.delete(objects[1]), Err(CheckError::UnknownObject(_))));
    assert!(!refused(&context, [objects[0]; 2]));
}

#[test]
fn more_hits_than_room_are_counted_and_the_first_ones_kept() {
    let card = card();
    let context = card.context();
    let objects = two(&context);
    let all = context.check(&request(objects, usize::MAX)).unwrap().wait().unwrap().hits;
    assert!(all.pairs.len() > 5);
    match context.check(&request(objects, 5)).unwrap().wait() {
        Err(CheckError::Overflow { kept, found }) => {
            assert_eq!(found, all.pairs.len() as u64);
            assert_eq!(kept.pairs, all.pairs[..5]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn deleting_an_object_fails_its_checks_and_no_others() {
    for wait in [0, 50, 500, 3_000, 100_000_000] {
        let card = card();
        let context = card.context();
        let [a, b] = two(&context);
        let doomed = context.check(&request([a, b], usize::MAX)).unwrap();
        let other = context.check(&request([a, a], usize::MAX)).unwrap();
        card.work(wait);
        let ended = doomed.is_done();
        context.delete(b).unwrap();
        match doomed.wait() {
            Ok(_) => assert!(ended, "after {wait}"),
            Err(CheckError::Deleted) => assert!(!ended, "after {wait}"),
            Err(error) => panic!("{error}"),
        }
        let solid = context.solid(a).unwrap();
        let placement = Placement::moved([0.1, 0.05, 0.02]);
        let mode = Mode::default();
        let (hits, _) = reference::check(&solid, &solid, &placement, Encoding::Thirteen, mode);
        assert!(same(&other.wait().unwrap().hits, &hits));
    }
}

#[test]
fn a_check_given_up_frees_its_lane() {
    let card = card();
    let context = card.context();
    let objects = two(&context);
    let alone = {
        let begin = card.clock();
        context.check(&request(objects, usize::MAX)).unwrap().wait().unwrap();
        card.clock() - begin
    };
    let given_up = context.check(&request(objects, usize::MAX)).unwrap();
    card.work(alone / 4);
    drop(given_up);
    let begin = card.clock();
    let again = context.check(&request(objects, usize::MAX)).unwrap().wait().unwrap();
    assert!(card.clock() - begin < alone + alone / 2);
    assert!(!again.hits.pairs.is_empty());
}

#[test]
fn a_context_takes_its_objects_with_it() {
    let card = card();
    let kept = card.context();
    let objects = two(&kept);
    {
        let gone = card.context();
        let theirs = two(&gone);
        let _unwaited = gone.check(&request(theirs, 9)).unwrap();
    }
    assert!(kept.check(&request(objects, usize::MAX)).unwrap().wait().is_ok());
}
