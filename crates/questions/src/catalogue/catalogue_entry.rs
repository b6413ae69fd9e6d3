//! What searches need to know about an entry, whatever its kind.

use super::Joins;
use super::entry::{Attachment, Card, Ncu, TacticsCard};
use super::read::ReadEntry;
use warodds_games::asoiaf::Season;

/// An entry that can be searched.
pub(super) trait CatalogueEntry: ReadEntry {
    /// Returns the full name.
    fn name(&self) -> String;
    /// Returns the season of the card.
    fn season(&self) -> Season;
    /// Describes the entry in a line.
    fn describe(&self) -> String;
}

impl CatalogueEntry for Card {
    fn season(&self) -> Season {
        self.origin.season
    }

    fn name(&self) -> String {
        self.unit.name.clone()
    }

    fn describe(&self) -> String {
        format!(
            "{} ({}, {}, {})",
            self.id,
            self.unit.name,
            self.origin.faction,
            self.origin.season.name()
        )
    }
}

impl CatalogueEntry for Attachment {
    fn season(&self) -> Season {
        self.origin.season
    }

    fn name(&self) -> String {
        self.full_name()
    }

    fn describe(&self) -> String {
        let joins = if self.joins == Joins::NoUnit { "joins no unit" } else { self.joins.name() };
        format!("{} ({}, {}, {joins})", self.id, self.full_name(), self.origin.faction)
    }
}

impl CatalogueEntry for Ncu {
    fn season(&self) -> Season {
        self.origin.season
    }

    fn name(&self) -> String {
        self.full_name()
    }

    fn describe(&self) -> String {
        format!("{} ({}, {})", self.id, self.full_name(), self.origin.faction)
    }
}

impl CatalogueEntry for TacticsCard {
    fn season(&self) -> Season {
        self.origin.season
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn describe(&self) -> String {
        let of = self.commander.as_ref().map_or_else(String::new, |name| format!(", {name}"));
        format!("{} ({}, {}{of})", self.id, self.name, self.origin.faction)
    }
}
