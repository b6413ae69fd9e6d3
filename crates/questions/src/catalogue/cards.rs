//! Reads cards of units and attachments from the tables of a file.

use super::AbilityIndex;
use super::ability_entry;
use super::army_terms::army_terms;
use super::entry::{Attachment, Card, CardOrigin, CardTray, Joins, Price};
use super::form::{self, CardDefaults};
use crate::document::schema::{Schema, entries, one_of};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, choose, describe_table, key,
    quoted,
};
use warodds_games::asoiaf::values::Cost;
use warodds_games::asoiaf::{Season, UnitType};

/// Returns the value of the key `units`.
pub(super) fn units<'t>(root: &mut Section<'t>) -> Option<KeyedValue<'t>> {
    let words = "units by their ids: small letters, digits and single hyphens";
    root.item(key("units", words), || {
        listed("The card of a unit.", |section, report| NOWHERE.card("", section, report))
    })
}

/// Returns the value of the key `attachments`.
pub(super) fn attachments<'t>(root: &mut Section<'t>) -> Option<KeyedValue<'t>> {
    root.item(key("attachments", "attachments by their ids"), || {
        listed("An attachment.", |section, report| NOWHERE.attachment("", section, report))
    })
}

/// Returns the schema of a table of tables by id.
pub(super) fn listed<T>(words: &str, read: impl FnOnce(Section<'_>, &mut Report) -> T) -> Schema {
    entries(&describe_table(words, read).object())
}

/// Reads a table of tables by id.
pub(super) fn tables<T>(
    key: &'static str,
    item: Option<KeyedValue<'_>>,
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
                "{} is not an id: ids have small letters, digits and single hyphens",
                quoted(id)
            );
            report.add(|| Draft::new(&span, message).help("write it as in `stark-sworn-swords`"));
        }
        let item = KeyedValue { key, value, span };
        let Some(section) =
            Section::of(format!("[{key}.{}]", quoted(id).trim_matches('`')), &item, report)
        else {
            continue;
        };
        entries.extend(read(id, section, report));
    }
    entries
}

/// Whether a text is in kebab-case.
fn is_id(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split('-').all(part)
}

pub(super) const ITS_NAME: FileKey = key("name", "its name");
const CHARACTER: FileKey = key("character", "whether there is only one (A11.3)");
pub(super) const TITLE: FileKey = key("title", "tells it from others of the same name");

/// The source of a card that names none.
const OWN_CARD: &str = "my own card";

/// Reads the entries of a file.
pub(super) struct CardReader<'a> {
    /// The faction of the file.
    pub faction: &'a str,
    /// The abilities that cards may name; `None` if names are not checked.
    pub known: Option<&'a AbilityIndex>,
}

/// Describes the tables of cards for the schema.
pub(super) const NOWHERE: CardReader<'static> = CardReader { faction: "", known: None };

impl CardReader<'_> {
    pub(super) fn cards(&self, units: Option<KeyedValue<'_>>, report: &mut Report) -> Vec<Card> {
        tables("units", units, report, |id, section, report| self.card(id, section, report))
    }

    pub(super) fn attachments(
        &self,
        item: Option<KeyedValue<'_>>,
        report: &mut Report,
    ) -> Vec<Attachment> {
        tables("attachments", item, report, |id, section, report| {
            self.attachment(id, section, report)
        })
    }

    fn card(&self, id: &str, mut section: Section<'_>, report: &mut Report) -> Option<Card> {
        let before = report.count();
        let unit = form::unit(&mut section, id, CardDefaults::Known, report);
        let title: Option<Name> = section.optional(TITLE, report);
        let commander = key("commander", "whether it is the card of a commander (A11.4)");
        let commander = section.optional(commander, report) == Some(true);
        let character = section.optional(CHARACTER, report) == Some(true);
        let terms = army_terms(&mut section, report);
        let tray = key("tray", "its tray in battles; by type if left out (A15.2)");
        let tray = section.item(tray, || one_of(CardTray::ALL.map(|(name, _)| name)));
        let tray = tray.and_then(|item| report.ok_or_add(choose(&item, &CardTray::ALL)));
        let origin = self.origin(&mut section, report);
        let abilities = self.abilities(&mut section, report);
        section.finish(report);
        let (mut unit, origin) = (unit?, origin?);
        // questions carry units without their cards
        unit.season = Some(origin.season);
        unit.faction = Some(origin.faction.clone());
        unit.doubt.clone_from(&origin.doubt);
        (report.count() == before).then(|| Card {
            id: id.to_owned(),
            unit,
            title: title.map(|title| title.0),
            abilities,
            commander,
            character,
            terms,
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
        let name: Option<Name> = section.required(ITS_NAME, report);
        let title: Option<Name> = section.optional(TITLE, report);
        let joins = section.required(key("type", "the type of unit it joins"), report);
        let price = price(&mut section, report);
        let character = section.optional(CHARACTER, report) == Some(true);
        let terms = army_terms(&mut section, report);
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
            terms,
            abilities,
            origin: origin?,
        };
        (report.count() == before).then_some(made)
    }

    pub(super) fn origin(
        &self,
        section: &mut Section<'_>,
        report: &mut Report,
    ) -> Option<CardOrigin> {
        let season = key("season", "the season of the card; the current one if left out");
        let season: Option<Season> = section.optional(season, report);
        let version: Option<Name> =
            section.optional(key("version", "the printing within the season"), report);
        let source = key("source", "the source of the numbers; my own card if left out");
        let source: Option<Name> = section.optional(source, report);
        let doubt = key("doubt", "why its numbers are uncertain");
        let doubt = ability_entry::text(section, doubt, report);
        let faction = key("faction", "the faction of the card; that of the file if left out");
        let faction: Option<Name> = section.optional(faction, report);
        let version = version.map(|version| version.0);
        Some(CardOrigin {
            faction: faction.map_or_else(|| self.faction.to_owned(), |name| name.0),
            season: season.unwrap_or_default(),
            version,
            source: source.map_or_else(|| OWN_CARD.to_owned(), |name| name.0),
            doubt,
        })
    }

    /// Reads the names of abilities, which must be known: an unknown name is more likely misspelt
    /// than an ability.
    fn abilities(&self, section: &mut Section<'_>, report: &mut Report) -> Vec<String> {
        let named =
            form::names(section, key("abilities", "names of abilities"), Name::schema, report)
                .unwrap_or_default();
        for (name, item) in &named {
            // shipped entries skip this check: a test makes it once for all of them
            if let Some(known) = self.known.filter(|known| !known.knows(name)) {
                report.add(|| unknown_ability(name, item, known));
            }
        }
        named.into_iter().map(|(name, _)| name).collect()
    }
}

/// Words the fault of an unknown ability.
pub(crate) fn unknown_ability(name: &str, item: &KeyedValue<'_>, known: &AbilityIndex) -> Draft {
    let message = format!("there is no ability {}", quoted(name));
    let hint = crate::document::nearest(name, known.names())
        .map(|near| format!("did you mean {}?", quoted(near)));
    let help = hint
        .unwrap_or_else(|| "declare it as an [[ability]] in a catalogue of your own".to_owned());
    Draft::new(&item.span, message).label("not known").help(help)
}

/// Reads the price: `commander = true` or a cost.
fn price(section: &mut Section<'_>, report: &mut Report) -> Option<Price> {
    let commander = key("commander", "whether it is a commander, who is free (A11.1)");
    let commander = section.item(commander, bool::schema);
    let is_commander =
        commander.as_ref().is_some_and(|item| report.ok_or_add(bool::read(item)) == Some(true));
    let cost = key("cost", "points; required unless it is a commander");
    // a commander is free, so a missing cost is no fault of one
    if !is_commander {
        return section.required_by_reader::<Cost>(cost, report).map(Price::Points);
    }
    if let Some(cost) = section.item(cost, Cost::schema) {
        report.add(|| {
            Draft::new(&cost.span, "a commander is free (A11.1)")
                .help("leave out `cost` or `commander`")
        });
    }
    Some(Price::Commander)
}

impl Readable for Joins {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let units = UnitType::ALL.map(|kind| (kind.name(), Self::Units(kind)));
        crate::document::choose(
            item,
            &[units.as_slice(), &[(Self::NoUnit.name(), Self::NoUnit)]].concat(),
        )
    }

    fn schema() -> Schema {
        one_of(UnitType::ALL.map(UnitType::name).into_iter().chain([Self::NoUnit.name()]))
    }
}
