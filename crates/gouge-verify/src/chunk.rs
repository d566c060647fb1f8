//! Tool-side depths of many motions, in chunks: written by the search, read by the verdict.

use super::contact::Contact;
use super::route::Chain;
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Side;

/// The depth of a body's surface in one component during one motion. Small, since there is one for
/// every motion.
#[derive(Clone, Debug)]
pub(super) struct SurfaceDepth {
    /// Bounds of the depth in the component, clearance and deviation counted, mm; negative where it
    /// stays away. Not distinguished below a depth that matters.
    pub depth: [f64; 2],
    /// The deepest contact, if any is deep enough to matter.
    pub contact: Option<Box<Contact>>,
    pub dogleg: bool,
    /// Where the component's middle is when the motion starts; `Undetermined` until it is
    /// determined.
    pub side: Side,
}

/// Surface depths of a stretch of motions, in chunks of equally many motions, except that the last
/// chunk may have fewer; chunks that were not searched are empty.
pub(super) struct Depths {
    /// Motions in a chunk.
    each: usize,
    /// The first motion.
    first: usize,
    chunks: Vec<DepthChunk>,
}

/// Consecutive motions that lead straight on with one tool and meet nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClearStretch {
    /// The first, by its place in its chunk.
    pub first: usize,
    pub count: usize,
    /// The box around their control points, work coordinates, mm.
    pub room: Aabb,
}

/// Surface depths of some motions, those of each motion's components together: one list for all,
/// since a list for each motion costs more than most searches.
#[derive(Default)]
pub(super) struct DepthChunk {
    all: Vec<SurfaceDepth>,
    /// Where the depths of each motion lie; `None` where the check was stopped.
    spans: Vec<Option<[u32; 2]>>,
    /// The motions that share their depths with the one before, in program order.
    clear: Vec<ClearStretch>,
    /// The chain that the motions are, if they are one.
    pub chain: Option<Chain>,
    /// The sides of the components during all of the chain, where they are determined at once.
    pub told: Option<Vec<Side>>,
}

impl DepthChunk {
    /// With room for this many motions.
    pub fn with_capacity(motions: usize) -> Self {
        Self { spans: Vec::with_capacity(motions), ..Self::default() }
    }

    /// Adds the depths of the next motion: all that there are.
    pub fn push(&mut self, depths: &mut Vec<SurfaceDepth>) {
        let first = self.all.len() as u32;
        self.all.append(depths);
        self.spans.push(Some([first, self.all.len() as u32]));
    }

    /// Adds the depths of motions that lead straight from each of some points to the next, meet
    /// nothing and stay on their sides: the surface depth of one of them is that of all.
    pub fn push_clear(&mut self, depths: &mut Vec<SurfaceDepth>, points: &[Vec3]) {
        let (first, count) = (self.spans.len(), points.len() - 1);
        // As the paths of the motions end.
        let end = |leg: &[Vec3]| leg[0] + (leg[1] - leg[0]);
        let room = Aabb::around(points.iter().copied().chain(points.windows(2).map(end)));
        self.clear.push(ClearStretch { first, count, room });
        self.push(depths);
        self.spans.resize(first + count, self.spans[first]);
    }

    /// The stretches of motions that meet nothing, in program order.
    pub fn take_clear(&mut self) -> Vec<ClearStretch> {
        std::mem::take(&mut self.clear)
    }

    /// Passes over the next motion, which was not searched.
    pub fn skip(&mut self) {
        self.spans.push(None);
    }

    /// Whether every motion was searched, and all of it fits `fits`, given the place of a component
    /// in its tool, with `components` of them in each.
    pub fn all(&self, components: usize, fits: impl Fn(usize, &SurfaceDepth) -> bool) -> bool {
        let asked = |span: &Option<[u32; 2]>| {
            span.is_some_and(|[first, end]| (end - first) as usize == components)
        };
        let own = self.all.chunks(components.max(1)).flat_map(|own| own.iter().enumerate());
        self.spans.iter().all(asked) && own.into_iter().all(|(i, depth)| fits(i, depth))
    }

    /// The number of motions in it.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// The depths of one of its motions.
    pub fn of(&mut self, at: usize) -> Option<&mut [SurfaceDepth]> {
        let [first, end] = self.spans.get(at).copied().flatten()?;
        Some(&mut self.all[first as usize..end as usize])
    }
}

impl Depths {
    /// The depths of chunks of `each` motions, in program order, `first` being the first motion.
    pub fn new(each: usize, first: usize, chunks: Vec<DepthChunk>) -> Self {
        Self { each, first, chunks }
    }

    /// Appends the depths of the motions that follow.
    pub fn append(&mut self, mut later: Self) {
        self.chunks.append(&mut later.chunks);
    }

    /// The first of the motions that follow.
    pub fn end(&self) -> usize {
        self.first + self.chunks.len() * self.each
    }

    /// Chunk by chunk, each with its first motion.
    pub fn chunks(&mut self) -> impl DoubleEndedIterator<Item = (usize, &mut DepthChunk)> {
        let (first, each) = (self.first, self.each);
        self.chunks.iter_mut().enumerate().map(move |(at, chunk)| (first + at * each, chunk))
    }

    /// Chunk by chunk.
    pub fn into_chunks(self) -> Vec<DepthChunk> {
        self.chunks
    }
}
