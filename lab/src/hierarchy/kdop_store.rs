//! Saving and loading k-DOP trees.

use std::io::{self, Read, Write};

use super::store::{
    Store, StoreError, read_all, read_box, read_header, write_all, write_box, write_header,
};
use gouge_core::tree::{BinaryTree, KdopTree, Node, Slabs};

fn kind<const N: usize>() -> [u8; 4] {
    [b'k', b'd', b'p', N as u8]
}

impl<const N: usize> Store for KdopTree<N> {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let (nodes, order) = self.parts();
        write_header(out, &kind::<N>())?;
        write_box(out, self.whole())?;
        let slabs: Vec<f32> =
            nodes.iter().flat_map(|n| n.volume.slabs().as_flattened()).copied().collect();
        write_all(out, &slabs, |x| x.to_le_bytes())?;
        write_all(out, nodes, |n| n.link.to_le_bytes())?;
        write_all(out, nodes, |n| n.count.to_le_bytes())?;
        write_all(out, order, |t| t.to_le_bytes())
    }

    fn load(input: &mut dyn Read) -> Result<Self, StoreError> {
        read_header(input, &kind::<N>())?;
        let bounds = read_box(input)?;
        let slabs = read_all(input, f32::from_le_bytes)?;
        let links = read_all(input, u32::from_le_bytes)?;
        let counts = read_all(input, u32::from_le_bytes)?;
        let order = read_all(input, u32::from_le_bytes)?;
        if slabs.len() != 2 * N * links.len() || counts.len() != links.len() {
            return Err(StoreError::Damaged("its arrays differ in length"));
        }
        let ends = slabs.as_chunks::<2>().0;
        let mut nodes = Vec::with_capacity(links.len());
        for (at, (volume, (&link, &count))) in
            ends.as_chunks::<N>().0.iter().zip(links.iter().zip(&counts)).enumerate()
        {
            // Links lead forward, so that no walk can turn in circles.
            let (first, end) = (link as usize, link as usize + count as usize);
            let inner = count == 0 && first > at && first + 1 < links.len();
            if !inner && (count == 0 || end > order.len()) {
                return Err(StoreError::Damaged("a link leads nowhere"));
            }
            nodes.push(Node { volume: Slabs::from_slabs(*volume), link, count });
        }
        Ok(BinaryTree::from_parts(nodes, order, bounds))
    }
}
