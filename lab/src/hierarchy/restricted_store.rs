//! Saving and loading restricted BoxTrees.

use std::io::{self, Read, Write};

use super::store::{
    Store, StoreError, read_all, read_box, read_header, write_all, write_box, write_header,
};
use gouge_core::tree::{Flag, Nodes, RestrictedTree};

const KIND: &[u8; 4] = b"rbox";

impl Store for RestrictedTree {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        write_header(out, KIND)?;
        let (root, whole, nodes) = self.parts();
        write_box(out, root)?;
        write_box(out, whole)?;
        write_all(out, &nodes.flags, |f| [f.0])?;
        write_all(out, &nodes.cuts, |x| x.to_le_bytes())?;
        write_all(out, &nodes.links, |x| x.to_le_bytes())
    }

    fn load(input: &mut dyn Read) -> Result<Self, StoreError> {
        read_header(input, KIND)?;
        let (root, whole) = (read_box(input)?, read_box(input)?);
        let flags = read_all(input, |[byte]: [u8; 1]| Flag(byte))?;
        let cuts = read_all(input, f32::from_le_bytes)?;
        let links = read_all(input, u32::from_le_bytes)?;
        if flags.len() != cuts.len() || flags.len() != links.len() {
            return Err(StoreError::Damaged("its arrays differ in length"));
        }
        for (at, (flag, &link)) in flags.iter().zip(&links).enumerate() {
            let last = link as usize + usize::from(!flag.has(Flag::ONLY_CHILD_BELOW));
            // Links lead forward, so that no walk can turn in circles.
            let inside = link as usize > at && last < flags.len();
            if flag.axis() > 2 || !(flag.has(Flag::LEAF) || inside) {
                return Err(StoreError::Damaged("a link leads nowhere"));
            }
        }
        Ok(Self::from_parts(root, whole, Nodes { flags, cuts, links }))
    }
}
