//! The laboratory: the experiments of the sources run here, claim by claim, and the hierarchies
//! that only they use. Nothing of it is in the product.

pub mod experiments;
pub mod hierarchy;
pub mod pair;
pub mod tree;
