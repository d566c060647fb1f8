//! The rasteriser against a ray caster that looks at every facet for every pixel, in `f64`.

use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_raster::{Camera, Frame, Material, Model, Paint, Side};
use proptest::prelude::*;

/// Pictures are this large.
const SIZE: (usize, usize) = (48, 36);

/// The greatest depth on the ray through a point of the picture; none where it meets nothing.
fn cast(mesh: &Mesh, camera: &Camera, x: f64, y: f64) -> Option<f64> {
    let flat = |i: usize| mesh.triangle(i).map(|p| camera.project(&p, SIZE.0, SIZE.1));
    let hits = (0..mesh.triangles.len()).filter_map(|i| {
        let [a, b, c] = flat(i);
        let cross = |o: [f64; 3], p: [f64; 3]| (o[0] - x) * (p[1] - y) - (p[0] - x) * (o[1] - y);
        let w = [cross(b, c), cross(c, a), cross(a, b)];
        let area: f64 = w.iter().sum();
        let inside = w.iter().all(|v| *v >= 0.0) || w.iter().all(|v| *v <= 0.0);
        (inside && area != 0.0).then(|| (w[0] * a[2] + w[1] * b[2] + w[2] * c[2]) / area)
    });
    hits.reduce(f64::max)
}

/// A closed surface: a sphere whose radius varies.
fn potato(rings: usize, sectors: usize, waves: [f64; 3]) -> Mesh {
    let radius =
        |u: f64, v: f64| 10.0 + waves[0] * (3.0 * u).sin() + waves[1] * (4.0 * v).cos() * u.sin();
    let mut mesh = Mesh::default();
    let point = |u: f64, v: f64| {
        let r = radius(u, v);
        Vec3::new(r * u.sin() * v.cos(), r * u.sin() * v.sin(), (r + waves[2]) * u.cos())
    };
    let (pi, tau) = (std::f64::consts::PI, std::f64::consts::TAU);
    mesh.vertices.push(point(0.0, 0.0));
    for i in 1..rings {
        for j in 0..sectors {
            mesh.vertices
                .push(point(pi * i as f64 / rings as f64, tau * j as f64 / sectors as f64));
        }
    }
    mesh.vertices.push(point(pi, 0.0));
    let last = mesh.vertices.len() as u32 - 1;
    let at = |i: usize, j: usize| (1 + (i - 1) * sectors + j % sectors) as u32;
    for j in 0..sectors {
        mesh.triangles.push([0, at(1, j), at(1, j + 1)]);
        mesh.triangles.push([last, at(rings - 1, j + 1), at(rings - 1, j)]);
        for i in 1..rings - 1 {
            mesh.triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            mesh.triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    mesh
}

fn view(bounds: &Aabb, angles: (f64, f64), zoom: f64, aspect: f64) -> Camera {
    let mut camera = Camera::new(bounds, Side::Front);
    camera.aspect = aspect;
    camera.orbit(angles.0, angles.1);
    camera.fit(bounds, SIZE.0, SIZE.1);
    camera.scale *= zoom;
    camera
}

/// Depths that the ray caster finds within a pixel of the middle of pixel (x, y).
fn around(mesh: &Mesh, camera: &Camera, x: usize, y: usize) -> Vec<Option<f64>> {
    let steps = [-1.0, -0.5, 0.0, 0.5, 1.0];
    let at = |dx: f64, dy: f64| cast(mesh, camera, x as f64 + 0.5 + dx, y as f64 + 0.5 + dy);
    steps.iter().flat_map(|dx| steps.iter().map(move |dy| at(*dx, *dy))).collect()
}

fn drawn(mesh: &Mesh, camera: &Camera, error: f64) -> Frame {
    let mut frame = Frame::new(SIZE.0, SIZE.1);
    frame.draw(camera, &Model::new(mesh, true), &Paint { error, ..Paint::of(Material::PART) });
    frame
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn depths_of_the_whole_mesh_are_those_of_the_rays(
        (rings, sectors) in (3usize..14, 3usize..18),
        waves in prop::array::uniform3(-2.5f64..2.5),
        angles in (0.0f64..6.3, -1.57f64..1.57),
        zoom in 0.5f64..6.0,
        aspect in 0.5f64..1.0,
    ) {
        let mesh = potato(rings, sectors, waves);
        let camera = view(&mesh.bounds(), angles, zoom, aspect);
        let frame = drawn(&mesh, &camera, 0.0);
        for y in 0..SIZE.1 {
            for x in 0..SIZE.0 {
                let (material, depth) = frame.at(x, y);
                let exact = cast(&mesh, &camera, x as f64 + 0.5, y as f64 + 0.5);
                let shown = (material != Material::NOTHING).then_some(f64::from(depth));
                let same = match (shown, exact) {
                    (Some(a), Some(b)) => (a - b).abs() < 1e-3,
                    (None, None) => true,
                    _ => false,
                };
                // A ray along an edge may go either way, by rounding: a hundredth of a pixel, or
                // what rounding leaves of that where a facet is steep.
                let beside = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
                let close = || [0.01, 1e-5, 3e-6, 1e-6].iter().any(|by| beside.iter().any(|(dx, dy)| {
                    let near = cast(&mesh, &camera, x as f64 + 0.5 + by * dx, y as f64 + 0.5 + by * dy);
                    match (shown, near) {
                        (Some(a), Some(b)) => (a - b).abs() < by * 8.0 / camera.scale + 1e-3,
                        (a, b) => a.is_none() && b.is_none(),
                    }
                }));
                prop_assert!(same || close(), "{x},{y}: {shown:?} drawn, {exact:?} is true");
            }
        }
    }
}

/// A millionth of a pixel aside the ray meets what is drawn, on a facet that all but lies along it:
/// said to be wrong for 1.5 µm.
#[test]
fn a_steep_facet_is_drawn_between_the_rays_beside_it() {
    let mesh = potato(7, 10, [-0.9925382543099543, 2.3882500244571228, 0.0]);
    let angles = (0.571971004035399, -1.4156523541173618);
    let camera = view(&mesh.bounds(), angles, 1.0779497130157991, 0.5);
    let (_, drawn) = drawn(&mesh, &camera, 0.0).at(36, 21);
    let ray = |dx, dy| cast(&mesh, &camera, 36.5 + dx, 21.5 + dy);
    let beside = [ray(-0.01, 0.0), ray(0.01, 0.0), ray(0.0, -0.01), ray(0.0, 0.01)];
    let met = || beside.into_iter().flatten();
    let [low, high] = [f64::min, f64::max].map(|f| met().reduce(f).unwrap());
    assert!((low..=high).contains(&f64::from(drawn)), "{low} {drawn} {high}");
}

#[test]
fn levels_of_detail_stay_within_a_pixel() {
    let mesh = potato(64, 96, [1.5, 2.0, 1.0]);
    assert!(Model::new(&mesh, true).facets().len() > 2);
    for (i, zoom) in [1.0, 0.3, 2.5].into_iter().enumerate() {
        let camera = view(&mesh.bounds(), (0.9 * i as f64, 0.4), zoom, 1.0);
        let frame = drawn(&mesh, &camera, 1.0);
        for y in (0..SIZE.1).step_by(3) {
            for x in (0..SIZE.0).step_by(4) {
                let (material, depth) = frame.at(x, y);
                let near = around(&mesh, &camera, x, y);
                if material == Material::NOTHING {
                    assert!(near.contains(&None), "{x},{y} is not drawn");
                    continue;
                }
                let found = || near.iter().flatten();
                let (low, high) = (
                    found().copied().fold(f64::INFINITY, f64::min),
                    found().copied().fold(f64::NEG_INFINITY, f64::max),
                );
                let slack = 1.0 / camera.scale;
                let depth = f64::from(depth);
                assert!(
                    low - slack <= depth && depth <= high + slack,
                    "{x},{y}: {low} {depth} {high}"
                );
            }
        }
    }
}

#[test]
fn a_clip_plane_shows_the_cut() {
    let mesh = potato(40, 60, [0.0; 3]);
    let camera = view(&mesh.bounds(), (0.0, 1.57), 1.0, 1.0);
    let mut frame = Frame::new(SIZE.0, SIZE.1);
    let paint = Paint { clip: Some((Vec3::z(), 2.0)), ..Paint::of(Material::PART) };
    frame.draw(&camera, &Model::new(&mesh, true), &paint);
    let (material, depth) = frame.at(SIZE.0 / 2, SIZE.1 / 2);
    assert_eq!(material, Material::CUT);
    let at = camera.unproject(
        [SIZE.0 as f64 / 2.0, SIZE.1 as f64 / 2.0, f64::from(depth)],
        SIZE.0,
        SIZE.1,
    );
    assert!((at.z - 2.0).abs() < 0.01, "{at}");
}

#[test]
fn no_facet_and_no_pixel_are_drawn_without_fault() {
    let camera = Camera::new(&Aabb::EMPTY, Side::Corner);
    let mut frame = Frame::new(0, 0);
    frame.draw(&camera, &Model::new(&Mesh::default(), true), &Paint::of(Material::PART));
    let flat = Mesh { vertices: vec![Vec3::zeros(); 3], triangles: vec![[0, 1, 2]] };
    frame.draw(&camera, &Model::new(&flat, false), &Paint::of(Material::PART));
    let mut one = Frame::new(1, 1);
    one.draw(&camera, &Model::new(&flat, false), &Paint::of(Material::PART));
    assert_eq!(one.at(0, 0).0, Material::NOTHING);
}
