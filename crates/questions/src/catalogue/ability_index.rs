//! Indexes abilities by name and edition.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::entry::AbilityEntry;
use super::index::IndexedAbility;
use super::names::normalize_name;
use warodds_games::asoiaf::CardEdition;

/// Abilities by name and edition.
#[derive(Clone, Debug, Default)]
pub(crate) struct AbilityIndex(BTreeMap<(String, CardEdition), Arc<IndexedAbility>>);

impl AbilityIndex {
    /// Normalizes the name of an ability. Exclamation marks count: `Hodor!` is not `Hodor!!!`.
    pub(super) fn key(name: &str) -> String {
        let cries = name.chars().filter(|c| *c == '!').count();
        normalize_name(name) + &"!".repeat(cries)
    }

    /// Adds an ability; it replaces the one of its name and edition.
    pub(super) fn insert(&mut self, ability: impl Into<IndexedAbility>) {
        let ability = ability.into();
        self.0.insert((Self::key(&ability.name), ability.edition), Arc::new(ability));
    }

    /// Whether any edition has an ability of that name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.listed(name, CardEdition::V2021).is_some()
    }

    /// Returns the ability of an edition, else that of the newest edition that has it.
    pub(super) fn get(&self, name: &str, edition: CardEdition) -> Option<&AbilityEntry> {
        self.listed(name, edition)?.entry.get()
    }

    fn listed(&self, name: &str, edition: CardEdition) -> Option<&IndexedAbility> {
        let key = (Self::key(name), edition);
        let of_any_edition = || {
            // keys are sorted by edition within a name, so the last one is the newest
            let [oldest, .., newest] = CardEdition::ALL;
            self.0.range((key.0.clone(), oldest)..=(key.0.clone(), newest)).next_back()
        };
        let found = self.0.get_key_value(&key).or_else(of_any_edition);
        found.map(|(_, ability)| ability.as_ref())
    }

    /// Iterates over all abilities.
    pub(super) fn entries(&self) -> impl Iterator<Item = &AbilityEntry> + Clone {
        self.0.values().filter_map(|ability| ability.entry.get())
    }

    /// Iterates over all names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.values().map(|ability| ability.name.as_str())
    }
}
