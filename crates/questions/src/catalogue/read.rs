//! Reads the entries of a catalogue file.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ability_entry::ability;
use super::cards::{CardReader, attachments, units};
use super::entry::{AbilityEntry, Attachment, Card, Ncu, TacticsCard};
use super::files::EntryCounts;
use super::ncu_entry::ncus;
use super::outline::EntryText;
use super::tactics_entry::tactics;
use super::{AbilityIndex, Catalogue};
use crate::document::schema::{Schema, file};
use crate::document::{
    self, Draft, Name, Report, Section, TableArray, describe_table, key, quoted,
};
use warodds_games::asoiaf::army::NEUTRAL;

/// The entries of a file.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub cards: Vec<Card>,
    pub attachments: Vec<Attachment>,
    pub ncus: Vec<Ncu>,
    pub tactics: Vec<TacticsCard>,
    pub abilities: Vec<AbilityEntry>,
}

impl Entries {
    pub(super) fn counts(&self) -> EntryCounts {
        EntryCounts {
            units: self.cards.len(),
            attachments: self.attachments.len(),
            ncus: self.ncus.len(),
            tactics: self.tactics.len(),
            abilities: self.abilities.len(),
        }
    }
}

/// Reads the abilities of a file only. Faults are dropped, as the whole file is read afterwards.
pub(super) fn abilities_alone(mut root: Section<'_>) -> Vec<AbilityEntry> {
    abilities(&mut root, WHAT_THEY_DO, &mut Report::default())
}

/// Returns the JSON Schema of a catalogue file.
///
/// # Examples
/// ```
/// let schema = warodds_questions::catalogue::schema();
/// assert_eq!(schema["title"], "warodds catalogue");
/// assert!(schema["properties"]["units"].is_object());
/// ```
pub fn schema() -> Schema {
    let words = "Cards for warodds: units, attachments and abilities.";
    let known = AbilityIndex::default();
    // tables without entries name no abilities, so none need be known
    let root = describe_table(words, |root, report| entries(root, &known, report));
    file("warodds catalogue", root.schema())
}

/// Reads the entries of a file. Abilities that cards name must be in `known`.
pub(super) fn entries(mut root: Section<'_>, known: &AbilityIndex, report: &mut Report) -> Entries {
    let abilities = abilities(&mut root, WHAT_THEY_DO, report);
    let words = "the faction of the file's cards that name none; Neutral if left out";
    let faction: Option<Name> = root.optional(key("faction", words), report);
    let (units, attachments, ncus) = (units(&mut root), attachments(&mut root), ncus(&mut root));
    let tactics = tactics(&mut root);
    let faction = faction.map_or_else(|| NEUTRAL.to_owned(), |name| name.0);
    let shelf = CardReader { faction: &faction, known: Some(known) };
    let cards = shelf.cards(units, report);
    let attachments = shelf.attachments(attachments, report);
    let ncus = shelf.ncus(ncus, report);
    let tactics = shelf.tactics(tactics, report);
    root.finish(report);
    Entries { cards, attachments, ncus, tactics, abilities }
}

/// An entry that can be read without the rest of its file.
pub(super) trait ReadEntry: Sized {
    /// Reads the entry; `None` if it has faults.
    fn read(passage: &EntryText) -> Option<Self>;
}

impl ReadEntry for Card {
    fn read(passage: &EntryText) -> Option<Self> {
        alone(passage, |root, report| CardReader::of(passage).cards(units(root), report))
    }
}

impl ReadEntry for Attachment {
    fn read(passage: &EntryText) -> Option<Self> {
        alone(passage, |root, report| {
            CardReader::of(passage).attachments(attachments(root), report)
        })
    }
}

impl ReadEntry for Ncu {
    fn read(passage: &EntryText) -> Option<Self> {
        alone(passage, |root, report| CardReader::of(passage).ncus(ncus(root), report))
    }
}

impl ReadEntry for TacticsCard {
    fn read(passage: &EntryText) -> Option<Self> {
        alone(passage, |root, report| CardReader::of(passage).tactics(tactics(root), report))
    }
}

impl ReadEntry for AbilityEntry {
    fn read(passage: &EntryText) -> Option<Self> {
        alone(passage, |root, report| abilities(root, WHAT_THEY_DO, report))
    }
}

impl<'a> CardReader<'a> {
    /// Reads a shipped entry. Its abilities are not looked up: a test does that for all of them.
    fn of(passage: &'a EntryText) -> Self {
        Self { faction: &passage.faction.name, known: None }
    }
}

/// Reads the only entry of a text.
fn alone<T>(
    passage: &EntryText,
    read: impl FnOnce(&mut Section<'_>, &mut Report) -> Vec<T>,
) -> Option<T> {
    let entries = document::read(&passage.faction.name, passage.text, |mut root, report| {
        let entries = read(&mut root, report);
        root.finish(report);
        entries
    });
    entries.ok()?.pop()
}

/// Description of the key `ability` in a catalogue.
const WHAT_THEY_DO: &str = "what abilities do";

/// Reads the abilities of a file; `words` describes their key.
pub(super) fn abilities(
    root: &mut Section<'_>,
    words: &'static str,
    report: &mut Report,
) -> Vec<AbilityEntry> {
    let of = TableArray {
        key: key("ability", words),
        definition: "ability",
        words: "What an ability does.",
    };
    let (mut entries, mut seen) = (Vec::new(), BTreeSet::new());
    root.tables(of, "[[ability]]", report, |section, report| {
        let span = section.span.clone();
        let Some(entry) = ability(section, report) else { return };
        // seasons of one ability may differ, so a name may recur with another season
        if !seen.insert((AbilityIndex::key(&entry.name), entry.season)) {
            let message = format!(
                "there are two entries {} of season {}",
                quoted(&entry.name),
                entry.season.name()
            );
            report.add(|| Draft::new(&span, message).label("the second time"));
        }
        entries.push(entry);
    });
    entries
}

impl Catalogue {
    /// Adds entries; each replaces the one of its id.
    pub(super) fn take(&mut self, entries: Entries) {
        entries.abilities.into_iter().for_each(|entry| self.abilities.insert(entry));
        for card in entries.cards {
            self.cards.insert(card.id.clone(), Arc::new(card.into()));
        }
        for attachment in entries.attachments {
            self.attachments.insert(attachment.id.clone(), Arc::new(attachment.into()));
        }
        for card in entries.tactics {
            self.tactics.insert(card.id.clone(), Arc::new(card.into()));
        }
        for ncu in entries.ncus {
            self.ncus.insert(ncu.id.clone(), Arc::new(ncu.into()));
        }
    }
}
