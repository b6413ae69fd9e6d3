//! Cards of units, attachments and NCUs and their abilities, and tactics cards, found by name.
//!
//! The shipped files have names and numbers only, one file a faction; `abilities.toml` describes
//! every ability in our own words. They quote no card. Files of a player ([`Catalogue::add`]) have
//! the same form; their entries add to the shipped ones or replace them.
//!
//! An ability has its effects as data, or only a summary. One without effects is never skipped in
//! silence: every answer about a unit that has it names it (`not_modelled`), unless its entry says
//! that it changes no roll (`dice = false`).
//!
//! # The format
//!
//! ```toml
//! faction = "Stark"
//!
//! [units.stark-sworn-swords]            # its id
//! name = "Stark Sworn Swords"
//! cost = 5
//! speed = 5
//! defense = 4
//! morale = 6
//! attacks = [{ name = "Winter's Bite", hit = 4, dice = [7, 5, 4] }]
//! abilities = ["Winter's Bite"]
//! season = "2021"
//! source = "my own card"
//!
//! [attachments.sworn-sword-captain]
//! name = "Sworn Sword Captain"
//! type = "infantry"
//! cost = 1
//! abilities = ["Order: Martial Training"]
//! season = "2021"
//! source = "my own card"
//!
//! [[ability]]
//! name = "Winter's Bite"
//! season = "2021"
//! codes = ["A6"]
//! summary = "With this melee weapon, natural 6s count as two hits."
//! weapon = true
//! effects = [{ when = "attacking", critical = 1 }]
//! ```
//!
//! `docs/keys.md` lists all keys, generated from these readers. `docs/abilities.md` explains the
//! keys of effects, which are defined in [`vocabulary`] and [`conditions`].

mod ability_entry;
mod ability_index;
mod army_terms;
mod attach;
mod battle_play;
mod battle_trigger;
mod cards;
mod catalogue_entry;
mod condition_words;
pub mod conditions;
mod describe;
pub(crate) mod effects;
mod entry;
mod files;
mod filter;
mod find_error;
pub(crate) mod form;
mod hits;
mod index;
mod matching;
mod named_unit;
mod names;
mod ncu_entry;
mod nearest;
mod outline;
mod own_units;
mod play_terms;
mod read;
mod search;
mod shipped;
mod tactics;
mod tactics_coverage;
mod tactics_deck;
mod tactics_entry;
pub mod vocabulary;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

pub use army_terms::{ArmyTerms, AttachmentLimit, JoinedUnits, NeededCard, NeededPlace};
pub(crate) use army_terms::{is_called, persons};
pub use attach::AttachError;
pub(crate) use attach::check_join;
pub use battle_play::{
    ActivationAfter, BattlePlay, Cancelling, ChosenEnemy, ChosenUnit, Denial, Denied, DeniedUnits,
    EachUnit, FreeAction, FreeActs, FreeRetreat, Gathering, GatheringEvent, IgnoredTerrain,
    OptionChooser, OrdersAfter, PickDuty, PickedAmong, PickedUnits, StayEnd, StayingCard,
    StayingDenial,
};
pub use battle_trigger::BattleTrigger;
pub(crate) use condition_words::{conditions as describe_conditions, describe_zone};
pub use conditions::describe_requirements;
pub use describe::{describe_effects, describe_immediate_effects};
pub use entry::{
    AbilityEntry, Attachment, Card, CardOrigin, CardTray, CardUse, EFFECT_KINDS, Joins, Ncu,
    NcuAbilities, Price, TacticsCard,
};
pub use files::EntryCounts;
pub use filter::{Filter, FilterError, TypeFilter, parse_costs, parse_season};
pub use find_error::FindError;
pub use hits::SearchHits;
pub use named_unit::NamedUnit;
pub(crate) use names::has_words;
pub use names::normalize_name;
pub use play_terms::{
    CardSource, FetchedCard, FetchedKind, OwnActivation, PlayLimit, PlayTerms, ReturnedCards,
    ZoneEffect,
};
pub use read::schema;
pub use search::FindResult;
pub use shipped::ShippedFile;
pub use tactics_coverage::{Counted, CountedShares, TacticsCoverage};
pub use tactics_deck::NoDeckError;

pub(crate) use ability_index::AbilityIndex;
pub(crate) use cards::unknown_ability;
pub(crate) use own_units::{ListedNumber, OwnUnit};
pub(crate) use tactics::is_same_name;

use crate::document::{self, Faults, Report, Section};
use index::IndexedEntry;
use outline::{EntryHeading, EntryOutline};
use warodds_games::asoiaf::{Ability, Allegiance, ModelStatus, ModelledAbility, Season, Unit};

/// Cards of units, attachments and NCUs, and abilities.
///
/// Shipped entries are parsed one by one when they are first used: most commands need two cards of
/// several hundred.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    cards: BTreeMap<String, Arc<IndexedEntry<Card>>>,
    attachments: BTreeMap<String, Arc<IndexedEntry<Attachment>>>,
    ncus: BTreeMap<String, Arc<IndexedEntry<Ncu>>>,
    /// Tactics cards of files of a player.
    tactics: tactics::TacticsCards,
    /// Whether the shipped cards are in it.
    has_shipped: bool,
    abilities: AbilityIndex,
    /// Units of a file of questions by id.
    own: BTreeMap<String, Arc<OwnUnit>>,
    /// The newest season of the cards in it.
    season: Season,
    /// The texts of the files of a player, in the order in which they were added.
    texts: Vec<Arc<str>>,
}

impl Catalogue {
    /// Reads the cards of a text alone, which may name the abilities of this catalogue. `name` is
    /// the name of the text in faults.
    ///
    /// # Errors
    /// All faults of the text.
    pub fn read_alone(&self, name: &str, text: &str) -> Result<Self, Faults> {
        let mut alone = Self { abilities: self.abilities.clone(), ..Self::default() };
        alone.add_text(name, text).map(|_| alone)
    }

    /// Iterates over the cards of units by id.
    pub fn cards(&self) -> impl Iterator<Item = &Card> + Clone {
        self.cards.values().filter_map(|card| card.entry.get())
    }

    /// Iterates over the attachments by id.
    pub fn attachments(&self) -> impl Iterator<Item = &Attachment> + Clone {
        self.attachments.values().filter_map(|attachment| attachment.entry.get())
    }

    /// Iterates over the factions of all units in alphabetical order.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// assert!(Catalogue::shipped().factions().any(|faction| faction == "Night's Watch"));
    /// ```
    pub fn factions(&self) -> impl Iterator<Item = &str> {
        let all = self.cards.values().map(|card| card.faction().name.as_str());
        all.collect::<std::collections::BTreeSet<_>>().into_iter()
    }

    /// Iterates over the NCUs by id.
    pub fn ncus(&self) -> impl Iterator<Item = &Ncu> + Clone {
        self.ncus.values().filter_map(|ncu| ncu.entry.get())
    }

    /// Iterates over the abilities by name.
    pub fn abilities(&self) -> impl Iterator<Item = &AbilityEntry> + Clone {
        self.abilities.entries()
    }

    /// Iterates over what the abilities on cards of the catalogue's season do, by name.
    pub fn current_abilities(&self) -> impl Iterator<Item = &AbilityEntry> {
        self.abilities().filter(|ability| {
            let current = self.ability(&ability.name, self.season);
            ability.season.plays_with(self.season) && current == Some(*ability)
        })
    }

    /// Returns the ability of that name on cards of a season: the newest that plays with them, else
    /// the oldest later one.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Season;
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let codes = |season| {
    ///     let lance = Catalogue::shipped().ability("Lance", season);
    ///     lance.map(|ability| ability.codes.clone())
    /// };
    /// assert_eq!(codes(Season::V2021), Some(vec!["A1", "D1"]));
    /// assert_eq!(codes(Season::V1_0), Some(vec!["A1", "A6", "D1"]));
    /// ```
    pub fn ability(&self, name: &str, season: Season) -> Option<&AbilityEntry> {
        self.abilities.get(name, season)
    }

    /// Returns the summary of an ability or a tactics card, if the catalogue has one of this name
    /// with the same effects.
    pub fn summary_of(&self, ability: &ModelledAbility) -> Option<&str> {
        let entries = self.abilities().filter(|entry| *entry.name == *ability.name);
        let is_same = |entry: &&AbilityEntry| matches!(&entry.status, ModelStatus::Modelled(effects) if *effects == ability.effects);
        let mut summaries = entries.filter(is_same).filter_map(|entry| entry.summary.as_deref());
        let card = || {
            let cards = self.tactics_cards().filter(|card| *card.name == *ability.name);
            let is_played = |card: &&TacticsCard| {
                card.uses.iter().any(|option| option.effects == ability.effects)
            };
            cards.filter(is_played).find_map(|card| card.summary.as_deref())
        };
        summaries.next().or_else(card)
    }

    /// Builds the unit of a card with its abilities.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Catalogue;
    ///
    /// let cards = Catalogue::shipped();
    /// let unit = cards.unit(cards.find("stark sworn swords")?);
    /// assert_eq!((unit.body.models(), unit.body.ranks(), unit.defense.get()), (12, 3, 4));
    /// # Ok::<(), warodds_questions::catalogue::FindError>(())
    /// ```
    pub fn unit(&self, card: &Card) -> Unit {
        let allegiance = Allegiance::of([&*card.origin.faction, &*card.unit.name]);
        let commander = card.commander.then_some(&*card.unit.name);
        Unit {
            abilities: self.resolve_abilities(&card.abilities, card.origin.season),
            allegiance: allegiance.joined_by(affiliations(&card.abilities), commander),
            season: Some(self.played_season(card)),
            ..card.unit.clone()
        }
    }

    /// Returns the season of the cards that a card is played with: that of the catalogue, if it is
    /// not from before 2021.
    fn played_season(&self, card: &Card) -> Season {
        let printed = card.origin.season;
        let is_revised = !printed.is_before_2021() && printed.plays_with(self.season);
        if is_revised { self.season } else { printed }
    }

    /// Finds abilities by name on cards of a season. An unknown one counts as not modelled.
    pub fn resolve_abilities(&self, names: &[String], season: Season) -> Vec<Ability> {
        let ability = |name: &String| {
            let entry = self.ability(name, season);
            let status = entry.map_or(ModelStatus::NotModelled, |entry| entry.status.clone());
            Ability { name: name.as_str().into(), status, attached: false }
        };
        names.iter().map(ability).collect()
    }

    /// Returns the index of abilities, against which readers check names.
    pub(crate) const fn ability_index(&self) -> &AbilityIndex {
        &self.abilities
    }

    /// Adds the abilities that a scenario declares for itself; they replace others of their names.
    pub(crate) fn with_abilities(
        &self,
        root: &mut Section<'_>,
        report: &mut Report,
    ) -> Cow<'_, Self> {
        let words = "what the file's own abilities do, as in a catalogue";
        let declared = read::abilities(root, words, report);
        let mut catalogue = Cow::Borrowed(self);
        for entry in declared {
            catalogue.to_mut().abilities.insert(entry);
        }
        catalogue
    }

    /// Adds the abilities that a file of another kind declares for itself. The other keys of the file
    /// are not looked at. `name` is the name of the file in faults.
    ///
    /// # Errors
    /// All faults of the abilities.
    pub fn with_abilities_of(&self, name: &str, text: &str) -> Result<Cow<'_, Self>, Faults> {
        let read =
            document::read(name, text, |mut root, report| self.with_abilities(&mut root, report));
        read.map_err(|(_, faults)| faults)
    }

    /// Counts the abilities on cards and attachments by whether they are modelled.
    pub fn coverage(&self) -> Coverage {
        let of_cards = self.cards().map(|card| (&card.abilities, card.origin.season));
        let of_attachments =
            self.attachments().map(|attachment| (&attachment.abilities, attachment.origin.season));
        let mut coverage = Coverage::default();
        for (names, season) in of_cards.chain(of_attachments) {
            self.resolve_abilities(names, season)
                .iter()
                .for_each(|ability| coverage.count(&ability.status));
        }
        coverage
    }

    /// Adds an unread entry under its names.
    fn list(&mut self, outline: EntryOutline) {
        match outline.heading {
            EntryHeading::Unit(id) => {
                self.cards.insert(id.to_owned(), Arc::new(IndexedEntry::unread(id, outline)));
            }
            EntryHeading::Attachment(id) => {
                self.attachments.insert(id.to_owned(), Arc::new(IndexedEntry::unread(id, outline)));
            }
            EntryHeading::Ncu(id) => {
                self.ncus.insert(id.to_owned(), Arc::new(IndexedEntry::unread(id, outline)));
            }
            // tactics cards have files and an index of their own
            EntryHeading::Tactics(_) => {}
            EntryHeading::Ability => self.abilities.insert(outline),
        }
    }

    /// Adds the entries of a file's text; an entry replaces the one of its id. `name` is the name
    /// of the file in faults.
    ///
    /// # Errors
    /// All faults of the text. Entries without faults are added even then.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<EntryCounts, Faults> {
        // the cards of a file may name abilities that are declared further down
        let mut known = self.abilities.clone();
        let declared =
            document::read(name, text, |root, _| read::abilities_alone(root)).unwrap_or_default();
        declared.into_iter().for_each(|entry| known.insert(entry));
        let read = document::read(name, text, |root, report| read::entries(root, &known, report));
        let (entries, faults) = match read {
            Ok(entries) => (entries, None),
            Err((entries, faults)) => (entries.unwrap_or_default(), Some(faults)),
        };
        let counts = entries.counts();
        self.take(entries);
        self.texts.push(text.into());
        faults.map_or(Ok(counts), Err)
    }
}

/// Returns the affiliations among the names of abilities.
fn affiliations(abilities: &[String]) -> impl Iterator<Item = &str> {
    abilities.iter().filter_map(|name| name.strip_prefix("Affiliation: "))
}

/// How many abilities on cards and attachments are modelled; one on several cards counts for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Abilities that change no roll.
    pub no_dice: usize,
    /// Abilities that affect other units than the two of a question, or act at other times.
    pub elsewhere: usize,
    /// Abilities that answers count.
    pub modelled: usize,
    /// Abilities that answers do not count, or not in full, and list instead.
    pub not_modelled: usize,
}

impl Coverage {
    fn count(&mut self, status: &ModelStatus) {
        match status {
            ModelStatus::NoDice => self.no_dice += 1,
            ModelStatus::Elsewhere => self.elsewhere += 1,
            // answers list an ability that is modelled in part, just as one that is not
            ModelStatus::Modelled(effects) if effects.left_out.is_none() => self.modelled += 1,
            ModelStatus::Modelled(_) | ModelStatus::NotModelled => self.not_modelled += 1,
        }
    }

    /// Returns the share of modelled abilities among those that may matter between two units, in
    /// `[0, 1]`.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::catalogue::Coverage;
    ///
    /// let coverage = Coverage { no_dice: 5, elsewhere: 1, modelled: 3, not_modelled: 1 };
    /// assert_eq!(coverage.share(), 0.75);
    /// assert_eq!(Coverage::default().share(), 0.0);
    /// ```
    pub fn share(&self) -> f64 {
        let matter = self.modelled + self.not_modelled;
        if matter == 0 { 0.0 } else { self.modelled as f64 / matter as f64 }
    }
}
