//! From a file's tables to entries.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ability_entry::ability;
use super::entry::{AbilityEntry, Attachment, Card, CardTray, Joins, Ncu, Origin, Price};
use super::form::{self, Basis};
use super::outline::Passage;
use super::{Abilities, Catalogue};
use crate::document::{self, Draft, Item, Name, Readable, Report, Section, choose, quoted};
use warodds_games::asoiaf::values::Cost;
use warodds_games::asoiaf::{CardEdition, UnitType};

/// The entries of a file.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub cards: Vec<Card>,
    pub attachments: Vec<Attachment>,
    pub ncus: Vec<Ncu>,
    pub abilities: Vec<AbilityEntry>,
}

/// Reads the abilities of a file and nothing else, without telling what is wrong: the whole file is
/// read later.
pub(super) fn abilities_alone(mut root: Section<'_>) -> Vec<AbilityEntry> {
    abilities(&mut root, &mut Report::default())
}

/// Reads a file; the names of abilities are looked up in `known`.
pub(super) fn entries(mut root: Section<'_>, known: &Abilities, report: &mut Report) -> Entries {
    let abilities = abilities(&mut root, report);
    let faction: Option<Name> = root.optional("faction", report);
    let units = root.item("units");
    let attachments = root.item("attachments");
    let ncus = root.item("ncus");
    let first = units.as_ref().or(attachments.as_ref()).or(ncus.as_ref());
    if let (None, Some(item)) = (&faction, first) {
        report.add(|| {
            Draft::new(&item.span, "a file with units, attachments or NCUs needs `faction`")
                .help("add a line `faction = \"…\"` on top")
        });
    }
    let faction = faction.map_or_else(String::new, |name| name.0);
    let shelf = Shelf { faction: &faction, known: Some(known) };
    let cards = shelf.cards(units, report);
    let attachments = shelf.attachments(attachments, report);
    let ncus = shelf.ncus(ncus, report);
    root.finish(report);
    Entries { cards, attachments, ncus, abilities }
}

/// An entry that can be read by itself.
pub(super) trait FromPassage: Sized {
    /// The entry of a passage; none where it has faults.
    fn read(passage: &Passage) -> Option<Self>;
}

impl FromPassage for Card {
    fn read(passage: &Passage) -> Option<Self> {
        alone(passage, |root, report| Shelf::of(passage).cards(root.item("units"), report))
    }
}

impl FromPassage for Attachment {
    fn read(passage: &Passage) -> Option<Self> {
        alone(passage, |root, report| {
            Shelf::of(passage).attachments(root.item("attachments"), report)
        })
    }
}

impl FromPassage for Ncu {
    fn read(passage: &Passage) -> Option<Self> {
        alone(passage, |root, report| Shelf::of(passage).ncus(root.item("ncus"), report))
    }
}

impl FromPassage for AbilityEntry {
    fn read(passage: &Passage) -> Option<Self> {
        alone(passage, abilities)
    }
}

/// The one entry of a passage.
fn alone<T>(
    passage: &Passage,
    read: impl FnOnce(&mut Section<'_>, &mut Report) -> Vec<T>,
) -> Option<T> {
    let entries = document::read(&passage.faction.name, passage.text, |mut root, report| {
        let entries = read(&mut root, report);
        root.finish(report);
        entries
    });
    entries.ok()?.pop()
}

/// Reads the tables of a table, each under its id.
fn tables<T>(
    key: &'static str,
    item: Option<Item<'_>>,
    report: &mut Report,
    read: impl Fn(&str, Section<'_>, &mut Report) -> Option<T>,
) -> Vec<T> {
    let Some(section) = item.and_then(|item| Section::of(format!("[{key}]"), &item, report)) else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (id, value, span) in section.entries() {
        if !is_id(id) {
            let message = format!(
                "{} is no id: small letters, digits and single hyphens make one",
                quoted(id)
            );
            report.add(|| Draft::new(&span, message).help("e.g. `stark-sworn-swords`"));
        }
        let item = Item { key, value, span };
        let Some(section) =
            Section::of(format!("[{key}.{}]", quoted(id).trim_matches('`')), &item, report)
        else {
            continue;
        };
        entries.extend(read(id, section, report));
    }
    entries
}

/// Whether a text is kebab-case.
fn is_id(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split('-').all(part)
}

/// Where the entries of a file stand.
struct Shelf<'a> {
    faction: &'a str,
    /// The abilities that their cards may name, where that is to be checked.
    known: Option<&'a Abilities>,
}

impl<'a> Shelf<'a> {
    /// That of a shipped entry, whose abilities a test looks up.
    fn of(passage: &'a Passage) -> Self {
        Self { faction: &passage.faction.name, known: None }
    }
}

impl Shelf<'_> {
    fn cards(&self, units: Option<Item<'_>>, report: &mut Report) -> Vec<Card> {
        tables("units", units, report, |id, section, report| self.card(id, section, report))
    }

    fn attachments(&self, item: Option<Item<'_>>, report: &mut Report) -> Vec<Attachment> {
        tables("attachments", item, report, |id, section, report| {
            self.attachment(id, section, report)
        })
    }

    fn ncus(&self, item: Option<Item<'_>>, report: &mut Report) -> Vec<Ncu> {
        tables("ncus", item, report, |id, section, report| self.ncu(id, section, report))
    }

    fn ncu(&self, id: &str, mut section: Section<'_>, report: &mut Report) -> Option<Ncu> {
        let before = report.count();
        let name: Option<Name> = section.required("name", report);
        let title: Option<Name> = section.optional("title", report);
        let cost: Option<Cost> = section.required("cost", report);
        let commander = section.optional("commander", report) == Some(true);
        let origin = self.origin(&mut section, report);
        section.finish(report);
        let made = Ncu {
            id: id.to_owned(),
            name: name?.0,
            title: title.map(|title| title.0),
            cost: cost?,
            commander,
            origin: origin?,
        };
        (report.count() == before).then_some(made)
    }

    fn card(&self, id: &str, mut section: Section<'_>, report: &mut Report) -> Option<Card> {
        let before = report.count();
        let unit = form::unit(&mut section, id, Basis::Known, report);
        let commander = section.optional("commander", report) == Some(true);
        let tray = section.item("tray");
        let tray = tray.and_then(|item| report.unless(choose(&item, &CardTray::ALL)));
        let origin = self.origin(&mut section, report);
        let abilities = self.abilities(&mut section, report);
        section.finish(report);
        let (mut unit, origin) = (unit?, origin?);
        unit.edition = Some(origin.edition);
        unit.faction = Some(origin.faction.clone());
        (report.count() == before).then(|| Card {
            id: id.to_owned(),
            unit,
            abilities,
            commander,
            tray,
            origin,
        })
    }

    fn attachment(
        &self,
        id: &str,
        mut section: Section<'_>,
        report: &mut Report,
    ) -> Option<Attachment> {
        let before = report.count();
        let name: Option<Name> = section.required("name", report);
        let title: Option<Name> = section.optional("title", report);
        let joins = section.required("type", report);
        let price = price(&mut section, report);
        let character = section.optional("character", report) == Some(true);
        let origin = self.origin(&mut section, report);
        let abilities = self.abilities(&mut section, report);
        section.finish(report);
        let title = title.map(|title| title.0);
        let made = Attachment {
            id: id.to_owned(),
            name: name?.0,
            title,
            joins: joins?,
            price: price?,
            character,
            abilities,
            origin: origin?,
        };
        (report.count() == before).then_some(made)
    }

    fn origin(&self, section: &mut Section<'_>, report: &mut Report) -> Option<Origin> {
        let edition: Option<CardEdition> = section.required("edition", report);
        let version: Option<Name> = section.optional("version", report);
        let source: Option<Name> = section.required("source", report);
        let version = version.map(|version| version.0);
        Some(Origin {
            faction: self.faction.to_owned(),
            edition: edition?,
            version,
            source: source?.0,
        })
    }

    /// The names of abilities, which must be known: a name nobody knows is more likely a slip than
    /// an ability.
    fn abilities(&self, section: &mut Section<'_>, report: &mut Report) -> Vec<String> {
        let named = form::names(section, "abilities", report).unwrap_or_default();
        for (name, item) in &named {
            if let Some(known) = self.known.filter(|known| !known.knows(name)) {
                report.add(|| unknown_ability(name, item, known));
            }
        }
        named.into_iter().map(|(name, _)| name).collect()
    }
}

/// The fault of an ability that is in no catalogue.
pub(crate) fn unknown_ability(name: &str, item: &Item<'_>, known: &Abilities) -> Draft {
    let message = format!("there is no ability {}", quoted(name));
    let hint = crate::document::nearest(name, known.names())
        .map(|near| format!("did you mean {}?", quoted(near)));
    let help = hint
        .unwrap_or_else(|| "declare it as an [[ability]] in a catalogue of your own".to_owned());
    Draft::new(&item.span, message).label("not known").help(help)
}

/// Either `commander = true` or a cost.
fn price(section: &mut Section<'_>, report: &mut Report) -> Option<Price> {
    let commander = section.item("commander");
    let is_commander =
        commander.as_ref().is_some_and(|item| report.unless(bool::read(item)) == Some(true));
    if !is_commander {
        return section.required::<Cost>("cost", report).map(Price::Points);
    }
    if let Some(cost) = section.item("cost") {
        report.add(|| {
            Draft::new(&cost.span, "a commander is free (A11.1)")
                .help("leave out `cost` or `commander`")
        });
    }
    Some(Price::Commander)
}

impl Readable for Joins {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let units = UnitType::ALL.map(|kind| (kind.name(), Self::Units(kind)));
        crate::document::choose(
            item,
            &[units.as_slice(), &[(Self::NoUnit.name(), Self::NoUnit)]].concat(),
        )
    }

    fn show(&self) -> String {
        self.name().to_owned()
    }
}

/// The abilities of a file.
pub(super) fn abilities(root: &mut Section<'_>, report: &mut Report) -> Vec<AbilityEntry> {
    let Some((_, items)) = root.list("ability") else { return Vec::new() };
    let (mut entries, mut seen) = (Vec::new(), BTreeSet::new());
    for item in items {
        let Some(entry) = Section::of("[[ability]]".to_owned(), &item, report)
            .and_then(|section| ability(section, report))
        else {
            continue;
        };
        if !seen.insert((Abilities::key(&entry.name), entry.edition)) {
            let message = format!(
                "{} of edition {} stands here twice",
                quoted(&entry.name),
                entry.edition.name()
            );
            report.add(|| Draft::new(&item.span, message).label("the second time"));
        }
        entries.push(entry);
    }
    entries
}

impl Catalogue {
    /// Takes the entries in, over those of the same id.
    pub(super) fn take(&mut self, entries: Entries) {
        entries.abilities.into_iter().for_each(|entry| self.abilities.insert(entry));
        for card in entries.cards {
            self.cards.insert(card.id.clone(), Arc::new(card.into()));
        }
        for attachment in entries.attachments {
            self.attachments.insert(attachment.id.clone(), Arc::new(attachment.into()));
        }
        for ncu in entries.ncus {
            self.ncus.insert(ncu.id.clone(), Arc::new(ncu.into()));
        }
    }
}
