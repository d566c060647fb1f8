//! The emulated card as an engine: the card searches the part, and the host proves what it finds.
//!
//! The card answers with every facet whose leaf box meets the swept tool; its bounds are rounded
//! outward all the way, so nothing is lost, and the exact sweep decides as with every other engine.
//! Distances to the nearest facet, which the card cannot compute, are left to the host.

mod cover;
mod facets;

use std::sync::{Arc, Mutex, PoisonError};

use gouge_accelerator::{Card, Description, Statistics};

use crate::mesh::Mesh;
use crate::tree::{Build, Engine, Facets};
use facets::CardFacets;

/// What a user types to choose it.
pub const NAME: &str = "accelerator";

/// One line about it.
pub const ABOUT: &str = "emulated BoxTree card (US 6862026), slow; `--device` describes it";

/// Cards of one kind, as many as threads and parts ask for.
#[derive(Clone, Debug)]
pub struct Cards {
    description: Description,
    inserted: Arc<Mutex<Vec<Card>>>,
}

impl Cards {
    /// None yet, of this kind.
    pub fn new(description: Description) -> Self {
        Self { description, inserted: Arc::default() }
    }

    /// One more.
    fn insert(&self) -> Card {
        let card = Card::new(self.description.clone());
        self.inserted.lock().unwrap_or_else(PoisonError::into_inner).push(card.clone());
        card
    }

    /// The engine that searches with them. An engine lasts as long as the process, as the shipped
    /// ones do: it is made once, from what was typed.
    pub fn engine(&self) -> Engine {
        let cards = self.clone();
        let build = lasting(move |mesh| Box::new(CardFacets::new(&cards, mesh)));
        Engine { name: NAME, about: ABOUT, build }
    }

    /// The figures of all cards together; `None` if none was used. With one thread they are the
    /// same on every run.
    pub fn statistics(&self) -> Option<Statistics> {
        let cards = self.inserted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = cards.iter().map(Card::statistics);
        let first = all.next()?;
        Some(all.fold(first, |mut sum, other| {
            sum.absorb(&other);
            sum
        }))
    }
}

fn lasting<F>(build: F) -> &'static Build
where
    F: for<'m> Fn(&'m Mesh) -> Box<dyn Facets + 'm> + Send + Sync + 'static,
{
    Box::leak(Box::new(build))
}
