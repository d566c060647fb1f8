//! Mesh tools over the land: swept exactly by Gouge, standing at the end of each motion for parry,
//! coal and FCL, which know no motion here.

use super::parry::{Parry, convex};
use super::program::{COAL, FCL, Peer, Program};
use super::{Measured, ball, column, motions, remark, search, sweep};
use crate::experiments::Progress;
use crate::experiments::clock::seconds_of;
use crate::experiments::ground::{Land, RADIUS, Rows};
use crate::experiments::shape::{ball_tool, waisted_tool};
use crate::experiments::table::Table;
use gouge_core::sweep::{Gap, Segment, deepest};
use gouge_core::tool::{NonconvexMesh, Piece, Polyhedron, Shape, Solid, Spec};
use gouge_core::tree::{Course, Facets, WideTree};
use gouge_mesh::geom::{Swept, Vec3};
use gouge_mesh::mesh::{Mesh, defects};
use parry3d_f64::shape::Shape as Shaped;

/// A tool that touches, by rounding, is none that misses, mm.
const TOUCHING_MM: f64 = 1e-6;

/// Mesh tools take so long that they go a part of each row, those with pockets a few steps.
const SOME: usize = 100;
const FEW: usize = 2;

/// The tool of a closed mesh.
fn piece(mesh: &Mesh) -> Option<Piece> {
    if let Some(body) = Polyhedron::new(mesh) {
        return Some(Piece::Solid(Solid::Faceted(body)));
    }
    NonconvexMesh::new(mesh.clone(), defects::examine(mesh).shells).map(Piece::Nonconvex)
}

/// The part, the tool as a mesh and as a piece, and the tip's rows.
struct Scene<'a> {
    part: &'a Mesh,
    facets: &'a dyn Facets,
    tool: &'a Mesh,
    piece: &'a Piece,
    path: &'a [Vec<Vec3>],
}

impl Scene<'_> {
    /// The end of each motion.
    fn positions(&self) -> impl Iterator<Item = &Vec3> {
        self.path.iter().flat_map(|row| &row[1..])
    }

    /// A motion at whose end the tool was said to meet the part, while Gouge says that it never
    /// does.
    fn refuted(&self, hits: &[bool]) -> Option<usize> {
        let mut searcher = self.facets.searcher(Course::ALONE);
        let ends = self.path.iter().flat_map(|row| row.windows(2));
        ends.zip(hits)
            .enumerate()
            .filter(|(_, (_, hit))| **hit)
            .map(|(at, (ends, _))| (at, ends))
            .find_map(|(at, ends)| {
                let (from, travel) = (ends[0], ends[1] - ends[0]);
                let swept = Swept { from, travel, body: self.piece, grow: 0.0 };
                let depth = searcher.deeper(&swept, -TOUCHING_MM, &mut |index, floor| {
                    let facet = self.part.triangle(index as usize);
                    let found = deepest(
                        self.piece,
                        &facet,
                        &Segment::straight(from, travel),
                        floor,
                        &Gap::of(TOUCHING_MM),
                    );
                    if found.is_some_and(|found| found.hi > -TOUCHING_MM) {
                        f64::INFINITY
                    } else {
                        floor
                    }
                });
                (depth <= -TOUCHING_MM).then_some(at)
            })
    }

    /// A row of what a peer found.
    fn put(
        &self,
        about: &Measured,
        swept: f64,
        what: &str,
        seconds: f64,
        hits: &[bool],
        table: &mut Table,
    ) {
        let met = hits.iter().filter(|hit| **hit).count();
        let what = match self.refuted(hits) {
            None => what.to_owned(),
            Some(at) => format!("{what}; not so at motion {at}"),
        };
        table.row(about.row(&what, seconds, swept, &met.to_string(), "-"));
    }

    fn parry(&self, about: &Measured, swept: f64, parry: &Parry, table: &mut Table) {
        let Some(mesh) = Parry::new(self.tool) else { return };
        let body = convex(self.tool).filter(|_| matches!(self.piece, Piece::Solid(_)));
        let mut ask = |what: &str, test: &dyn Fn(&Vec3) -> bool| {
            let (seconds, hits) =
                seconds_of(1, || self.positions().map(test).collect::<Vec<bool>>());
            self.put(about, swept, what, seconds, &hits, table);
        };
        ask("parry, mesh", &|at| parry.met_by(mesh.shape(), at));
        if let Some(body) = &body {
            let body: &dyn Shaped = body;
            ask("parry, convex", &|at| parry.met_by(body, at));
            ask("parry, convex, contact", &|at| parry.in_contact(body, at));
        }
    }

    fn other(
        &self,
        about: &Measured,
        swept: f64,
        peer: &Peer,
        program: &Program,
        table: &mut Table,
    ) {
        let told = |e: std::io::Error| e.to_string();
        let asked = || {
            let part = program.mesh("part", self.part).map_err(told)?;
            let tool = program.mesh("tool", self.tool).map_err(told)?;
            let rows = program.rows("rows", self.path).map_err(told)?;
            let convex = u8::from(matches!(self.piece, Piece::Solid(_))).to_string();
            program.run(&[part, tool, rows, convex, "1".to_owned()])
        };
        match asked() {
            Err(why) => table.row(remark(about.count, format!("{}: {why}", peer.name))),
            Ok((answers, hits)) => {
                let hits: Vec<bool> = hits.iter().map(|hit| *hit != 0.0).collect();
                let asked = answers.iter().filter(|answer| answer.what != "build");
                for (answer, hits) in asked.zip(hits.chunks(about.motions.max(1))) {
                    let what = format!("{}, {}", peer.name, answer.what);
                    self.put(about, swept, &what, answer.seconds, hits, table);
                }
            }
        }
    }
}

/// Puts them in the table; `rows` are those of sparse and dense paths.
pub fn rows(land: &Land, side: usize, rows: [Rows; 2], progress: Progress, table: &mut Table) {
    let part = land.mesh(side);
    let count = part.triangles.len();
    let facets = WideTree::new(&part);
    let Some(ball) = ball().as_ref().and_then(column) else { return };
    let Some(parry) = Parry::new(&part) else { return };
    progress("compiling what is installed");
    let others = [&COAL, &FCL].map(|peer| (peer, peer.made()));
    for (peer, made) in &others {
        if let Err(why) = made {
            table.row(remark(count, format!("{}: {why}", peer.name)));
        }
    }
    for (named, tool) in [("ball", ball_tool(RADIUS)), ("waisted", waisted_tool(RADIUS))] {
        let Some(piece) = piece(&tool) else { continue };
        let solid = matches!(piece, Piece::Solid(_));
        let spec = Spec::cutter(Shape::Mesh(Box::new(piece.clone())));
        for (name, rows) in [("sparse", rows[0]), ("dense", rows[1])] {
            let most = if solid { SOME } else { FEW };
            let rows = Rows { motions: rows.motions.min(most), ..rows };
            for lowered in [false, true] {
                let name = format!("{name}, {}", if lowered { "heavy" } else { "clean" });
                progress(&format!("{named} of {} triangles, {name}", tool.triangles.len()));
                let path = if lowered {
                    land.heavy(&rows)
                } else {
                    land.clean(&rows, &part, &facets, &ball)
                };
                let scene =
                    Scene { part: &part, facets: &facets, tool: &tool, piece: &piece, path: &path };
                let path_name = format!("{name}, mesh tool, {named}");
                let about = Measured { count, path: &path_name, motions: rows.total() };
                let (swept, gouging) = sweep(&part, &spec, &motions(&path), 1);
                let what = "gouge, sweep and verdict";
                table.row(about.row(what, swept, swept, &gouging.to_string(), "-"));
                let (searched, gouging) = search(&part, &facets, &piece, &path, 1);
                table.row(about.row("gouge, search", searched, swept, &gouging.to_string(), "-"));
                scene.parry(&about, swept, &parry, table);
                for (peer, made) in &others {
                    if let Ok(program) = made {
                        scene.other(&about, swept, peer, program, table);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_where_gouge_finds_nothing_is_refuted() {
        let part = Land::default().mesh(40);
        let facets = WideTree::new(&part);
        for tool in [ball_tool(RADIUS), waisted_tool(RADIUS)] {
            let piece = piece(&tool).unwrap();
            let middle = part.vertices[part.vertices.len() / 2];
            let [deep, high] = [-1.0, 40.0].map(|by| middle + Vec3::new(0.0, 0.0, by));
            let path = [vec![high, deep], vec![high, high]];
            let scene =
                Scene { part: &part, facets: &facets, tool: &tool, piece: &piece, path: &path };
            assert_eq!(scene.refuted(&[true, false]), None);
            assert_eq!(scene.refuted(&[true, true]), Some(1));
            let parry = Parry::new(&part).unwrap();
            let shape = Parry::new(&tool).unwrap();
            assert!(parry.met_by(shape.shape(), &deep) && !parry.met_by(shape.shape(), &high));
        }
    }
}
