//! Indexes abilities by name and season.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::entry::AbilityEntry;
use super::index::IndexedAbility;
use super::names::normalize_name;
use warodds_games::asoiaf::Season;

/// Abilities by name and season.
#[derive(Clone, Debug, Default)]
pub(crate) struct AbilityIndex(BTreeMap<(String, Season), Arc<IndexedAbility>>);

impl AbilityIndex {
    /// Normalizes the name of an ability. Exclamation marks count: `Hodor!` is not `Hodor!!!`.
    pub(super) fn key(name: &str) -> String {
        let cries = name.chars().filter(|c| *c == '!').count();
        normalize_name(name) + &"!".repeat(cries)
    }

    /// Adds an ability; it replaces the one of its name and season.
    pub(super) fn insert(&mut self, ability: impl Into<IndexedAbility>) {
        let ability = ability.into();
        self.0.insert((Self::key(&ability.name), ability.season), Arc::new(ability));
    }

    /// Whether any season has an ability of that name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.listed(name, Season::NEWEST).is_some()
    }

    /// Returns what an ability does on cards of a season: the newest entry that plays with them,
    /// else the oldest later one.
    pub(super) fn get(&self, name: &str, season: Season) -> Option<&AbilityEntry> {
        self.listed(name, season)?.entry.get()
    }

    fn listed(&self, name: &str, season: Season) -> Option<&IndexedAbility> {
        let key = Self::key(name);
        let [oldest, ..] = Season::ALL;
        // keys are sorted by season within a name
        let mut entries = self.0.range((key.clone(), oldest)..=(key, Season::NEWEST));
        let mut until = entries.clone().filter(|((_, of), _)| *of <= season.last_played_with());
        let ability = until.next_back().or_else(|| entries.next());
        ability.map(|(_, ability)| ability.as_ref())
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
