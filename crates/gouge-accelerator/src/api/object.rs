//! Objects: filled point by point or at once, then built and brought on board.

use std::sync::Arc;

use super::card::Context;
use super::error::ObjectError;
use super::id::ObjectId;
use crate::arithmetic::operand;
use crate::boxtree::{BoxTree, MOST_NODES};
use crate::geometry::Point;
use crate::reference::Solid;

/// An object under construction.
#[derive(Debug)]
pub struct NewObject<'a> {
    context: &'a Context,
    id: ObjectId,
    points: Vec<Point>,
    indices: Vec<u32>,
}

impl Context {
    /// A new object (`colNewObject`), to be filled and finished.
    #[must_use]
    pub fn new_object(&self) -> NewObject<'_> {
        let id = self.card.slot().name();
        NewObject { context: self, id, points: Vec::new(), indices: Vec::new() }
    }
}

impl NewObject<'_> {
    /// What it will be called.
    #[must_use]
    pub fn id(&self) -> ObjectId {
        self.id
    }

    /// Appends the index of a point (`colIndex`); three make a triangle.
    pub fn index(&mut self, index: u32) {
        self.indices.push(index);
    }

    /// Appends many indices.
    pub fn indices(&mut self, indices: &[u32]) {
        self.indices.extend_from_slice(indices);
    }

    /// Appends a point (`colVertex`).
    pub fn vertex(&mut self, point: Point) {
        self.points.push(point);
    }

    /// Appends many points (`colTriangles`).
    pub fn vertices(&mut self, points: &[Point]) {
        self.points.extend_from_slice(points);
    }

    /// Ends the object (`colEndObject`): builds its tree and brings it on board, and returns
    /// when both are done.
    ///
    /// # Errors
    /// If the lists are not an object, or the card gets stuck.
    pub fn finish(self) -> Result<ObjectId, ObjectError> {
        let (triples, rest) = self.indices.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(ObjectError::NotTriangles(self.indices.len()));
        }
        let solid = Solid::new(self.points, triples.to_vec())?;
        self.context.load(self.id, Arc::new(solid))?;
        Ok(self.id)
    }
}

impl Solid {
    /// An object in software: points and the triangles between them, with their tree.
    /// Subnormal coordinates become zeros, as everywhere on the card.
    ///
    /// # Errors
    /// If there is no triangle, an index is out of range, or a coordinate is not finite.
    pub fn new(points: Vec<Point>, triangles: Vec<[u32; 3]>) -> Result<Self, ObjectError> {
        if triangles.is_empty() {
            return Err(ObjectError::Empty);
        }
        // Every inner node has two children, or one that took a share of its box: at most six
        // such in a row.
        if triangles.len() > MOST_NODES / 16 {
            return Err(ObjectError::TooLarge(triangles.len()));
        }
        if let Some(&index) = triangles.iter().flatten().find(|&&i| i as usize >= points.len()) {
            return Err(ObjectError::NoPoint { index, points: points.len() });
        }
        if let Some(at) = points.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
            return Err(ObjectError::NotFinite(at));
        }
        let points: Vec<Point> = points.into_iter().map(|p| p.map(operand)).collect();
        let tree = BoxTree::build(&points, &triangles);
        Ok(Self { points, triangles, tree })
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &BoxTree {
        &self.tree
    }
}
