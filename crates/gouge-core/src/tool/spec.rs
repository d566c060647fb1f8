//! The specification of a tool as declared, and the tool that is built from it.

use super::edge::Edge;
use super::profile::Profile;
use super::seam::seams;
use super::{Component, Piece, Role, Tool};

/// The cutting shape, lengths in mm, angles in radians.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Ball end of this diameter.
    Ball(f64),
    /// Square end of this diameter.
    Flat(f64),
    /// Diameter and corner radius.
    Bull(f64, f64),
    /// Tip radius, half angle from the axis, greatest diameter.
    Taper(f64, f64, f64),
    /// Diameter and full point angle.
    Drill(f64, f64),
    /// Tip diameter, half angle from the axis, greatest diameter.
    Chamfer(f64, f64, f64),
    /// Any profile.
    Profile(Profile),
    /// A closed mesh: the shape the spinning cutter sweeps.
    Mesh(Box<Piece>),
}

impl Shape {
    /// The kind as it is written in a declaration.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Ball(_) => "ball",
            Self::Flat(_) => "flat",
            Self::Bull(..) => "bull",
            Self::Taper(..) => "taper",
            Self::Drill(..) => "drill",
            Self::Chamfer(..) => "chamfer",
            Self::Profile(_) => "profile",
            Self::Mesh(_) => "mesh",
        }
    }

    /// Greatest diameter, mm.
    pub fn diameter(&self) -> f64 {
        match self {
            Self::Ball(d) | Self::Flat(d) | Self::Bull(d, _) | Self::Drill(d, _) => *d,
            Self::Taper(_, _, d) | Self::Chamfer(_, _, d) => *d,
            Self::Profile(p) => 2.0 * p.radius(),
            Self::Mesh(p) => 2.0 * gouge_mesh::geom::Body::hull(p.as_ref()).radius,
        }
    }
}

/// A file that a declaration names, as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolFile {
    /// As declared.
    pub path: String,
    /// Of the bytes that the tool is made of, lower-case hex.
    pub sha256: String,
}

/// A declared tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The cutting shape.
    pub shape: Shape,
    /// The files that it was read from: first that of the cutter.
    pub files: Vec<ToolFile>,
    /// Millimetres of the unit that they and the declaration are in.
    pub scale: f64,
    /// Length of the cutter from the tip, mm; without it the cutter is a column without end.
    pub length: Option<f64>,
    /// The shank above the cutter, lower end at z = 0.
    pub shank: Option<Profile>,
    /// The holder above shank or cutter, lower end at z = 0.
    pub holder: Option<Profile>,
    /// Distance that shank and holder keep from the part, mm.
    pub clearance: f64,
    /// The declaration as it was written.
    pub text: String,
}

impl Spec {
    /// A bare cutter.
    pub fn cutter(shape: Shape) -> Self {
        let text = shape.kind().to_owned();
        let (length, shank, holder) = (None, None, None);
        let (files, scale) = (Vec::new(), 1.0);
        Self { shape, files, scale, length, shank, holder, clearance: 0.0, text }
    }

    /// The tool, with a cutter of no declared length made a column `column` mm high: high
    /// enough that its top is above everything.
    pub fn build(&self, column: f64) -> Tool {
        let mut components = Vec::new();
        let mut stack = Vec::new();
        let mut top = match &self.shape {
            Shape::Mesh(body) => {
                let top = gouge_mesh::geom::Body::hull(body.as_ref()).axis[1];
                components.push(Component {
                    role: Role::Cutter,
                    clearance: 0.0,
                    pieces: vec![(**body).clone()],
                    facet_error: 0.0,
                });
                stack.push(None);
                top
            }
            _ => {
                let open = self.length.is_none() && !matches!(self.shape, Shape::Profile(_));
                let height = self.length.unwrap_or(column);
                let profile = self.cutter_profile(Some(height));
                let top = profile.as_ref().map_or(0.0, Profile::top);
                components.extend(profile.as_ref().map(|p| component(Role::Cutter, 0.0, p, open)));
                stack.push(profile);
                top
            }
        };
        for (role, profile) in [(Role::Shank, &self.shank), (Role::Holder, &self.holder)] {
            if let Some(profile) = profile {
                let raised = profile.raised(top);
                components.push(component(role, self.clearance, &raised, false));
                stack.push(Some(raised));
                top += profile.top();
            }
        }
        Tool { components, seams: seams(&stack) }
    }

    /// The cutter's silhouette up to `height`, or up to where its own shape ends.
    pub fn cutter_profile(&self, height: Option<f64>) -> Option<Profile> {
        let mut edges = match &self.shape {
            Shape::Mesh(_) => return None,
            Shape::Profile(p) => return Some(p.clone()),
            Shape::Ball(d) => vec![ball_arc(0.5 * d, 0.5 * d, 0.0)],
            Shape::Flat(d) => vec![Edge::Line { a: [0.0, 0.0], b: [0.5 * d, 0.0] }],
            Shape::Bull(d, c) => {
                let (radius, flat) = (0.5 * d, 0.5 * d - c);
                let arc =
                    Edge::Arc { a: [flat, 0.0], b: [radius, *c], center: [flat, *c], radius: *c };
                let mut edges = Vec::new();
                if flat > 0.0 {
                    edges.push(Edge::Line { a: [0.0, 0.0], b: [flat, 0.0] });
                }
                if *c > 0.0 {
                    edges.push(arc);
                }
                edges
            }
            Shape::Taper(q, half, d) => {
                let mut edges = Vec::new();
                let mut at = [0.0, 0.0];
                if *q > 0.0 {
                    let arc = ball_arc(*q, q * half.cos(), *half);
                    at = arc.end();
                    edges.push(arc);
                }
                let radius = 0.5 * d;
                if radius > at[0] {
                    let b = [radius, at[1] + (radius - at[0]) / half.tan()];
                    edges.push(Edge::Line { a: at, b });
                }
                edges
            }
            Shape::Drill(d, point) => {
                let radius = 0.5 * d;
                let rise = radius / (0.5 * point).tan();
                vec![Edge::Line { a: [0.0, 0.0], b: [radius, rise.max(0.0)] }]
            }
            Shape::Chamfer(tip, half, d) => {
                let flat = [0.5 * tip, 0.0];
                let b = [0.5 * d, 0.5 * (d - tip) / half.tan()];
                let mut edges = vec![Edge::Line { a: flat, b }];
                if *tip > 0.0 {
                    edges.insert(0, Edge::Line { a: [0.0, 0.0], b: flat });
                }
                edges
            }
        };
        let end = edges.last()?.end();
        if let Some(height) = height.filter(|&h| h > end[1]) {
            edges.push(Edge::Line { a: end, b: [end[0], height] });
        }
        Some(Profile::from_edges(edges))
    }
}

fn component(role: Role, clearance: f64, profile: &Profile, open: bool) -> Component {
    let pieces = vec![Piece::turned(profile, open)];
    Component { role, clearance, pieces, facet_error: profile.facet_error() }
}

/// The lower arc of a ball of radius `radius` from the tip to distance `reach` from the axis,
/// where its tangent leans by `half` from the axis.
fn ball_arc(radius: f64, reach: f64, half: f64) -> Edge {
    let b = if half == 0.0 { [radius, radius] } else { [reach, radius - radius * half.sin()] };
    Edge::Arc { a: [0.0, 0.0], b, center: [0.0, radius], radius }
}
