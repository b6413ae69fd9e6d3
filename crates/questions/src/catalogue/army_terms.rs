//! What cards say about the armies they are in (A11.7): what an army must or must not have, which
//! units an attachment joins, and what it costs there.

use super::{form, normalize_name};
use crate::document::schema::{Schema, any_of, flag, set_of, whole};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, describe_table, key,
};

/// What a card says about the army it is in (A11.7). Names are those of cards, with or without
/// title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmyTerms {
    /// What the army must have.
    pub needs: Option<NeededCard>,
    /// What the army must not have.
    pub without: Vec<String>,
    /// The most copies in an army.
    pub at_most: Option<u8>,
    /// The units that an attachment joins, apart from their type.
    pub joins: JoinedUnits,
    /// Whether an attachment counts as the one of its unit (A11.3).
    pub limit: AttachmentLimit,
    /// The points by which attachments cost less in this unit.
    pub discount: u8,
    /// The attachments that are free in this unit.
    pub free: Vec<String>,
    /// The printing on which all this was read, if it is later than the printing of the entry: it
    /// is not known whether the entry says so, and it is noted instead of checked.
    pub printing: Option<String>,
}

/// A card that an army must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededCard {
    /// The names of which the army has at least one.
    pub names: Vec<String>,
    /// Where it must be.
    pub place: NeededPlace,
}

/// Where a needed card must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededPlace {
    /// Anywhere in the army.
    Army,
    /// In the same unit.
    Unit,
}

/// The units that an attachment joins, apart from their type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JoinedUnits {
    /// All of its type.
    #[default]
    All,
    /// Those of its own faction.
    OwnFaction,
    /// Those of the enemy.
    Enemy,
    /// Those of these names.
    Named(Vec<String>),
}

/// Whether an attachment counts as the one of its unit (A11.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AttachmentLimit {
    /// It counts.
    #[default]
    Counts,
    /// It does not.
    Beyond,
    /// It does not in the unit of an attachment of one of these names.
    BeyondWith(Vec<String>),
}

impl ArmyTerms {
    /// Whether the printing of the entry is known to say this.
    pub const fn is_sure(&self) -> bool {
        self.printing.is_none()
    }
}

/// Whether a name in the terms of a card means the card of a name and a title: it is either, both,
/// or one of the persons of the name.
pub(crate) fn is_called(term: &str, name: &str, title: Option<&str>) -> bool {
    let term = normalize_name(term);
    let full = title.map(|title| normalize_name(&format!("{name} {title}")));
    normalize_name(name) == term || full == Some(term.clone()) || persons(name).contains(&term)
}

/// Returns the persons of a name, without titles: `Ser Jaime & Cersei` are two.
pub(crate) fn persons(name: &str) -> Vec<String> {
    const ADDRESS: [&str; 5] = ["ser", "lord", "lady", "maester", "the"];
    let name = name.strip_suffix(" (commander)").unwrap_or(name);
    let parts = name.split(" & ").flat_map(|part| part.split(" and "));
    let bare = |part: &str| {
        let words = normalize_name(part);
        let bare = ADDRESS.iter().find_map(|one| words.strip_prefix(one)?.strip_prefix(' '));
        // `Jaime Lannister the Kingslayer` is Jaime Lannister
        bare.unwrap_or(&words).split(" the ").next().unwrap_or(&words).to_owned()
    };
    parts.map(bare).collect()
}

/// The words for `joins` that are no names of units.
const OWN_FACTION: &str = "own faction";
const ENEMY: &str = "enemy";
/// The largest number of copies and of points saved.
const MOST: i64 = 10;

/// Reads the key `army` of an entry.
pub(super) fn army_terms(section: &mut Section<'_>, report: &mut Report) -> ArmyTerms {
    let words = "what the card says about its army (A11.7)";
    let item = section.item(key("army", words), || {
        describe_table("What a card says about its army.", terms).object()
    });
    let table = item.and_then(|item| Section::of("`army`".to_owned(), &item, report));
    table.map_or_else(ArmyTerms::default, |table| terms(table, report))
}

fn terms(mut section: Section<'_>, report: &mut Report) -> ArmyTerms {
    let needs = needed(&mut section, report);
    let without = names(&mut section, key("without", "what the army must not have"), report);
    let at_most = count(&mut section, key("at_most", "the most copies in an army"), report);
    let joins = section.item(key("joins", "the units it joins, `own faction` or `enemy`"), || {
        any_of([Name::schema(), set_of(&Name::schema())])
    });
    let joins = joins.map_or(JoinedUnits::All, |item| joined(&item, report));
    let words = "whether its unit may have another attachment: true, or its possible names";
    let limit =
        section.item(key("beyond_limit", words), || any_of([flag(), set_of(&Name::schema())]));
    let limit = limit.map_or(AttachmentLimit::Counts, |item| limited(&item, report));
    let words = "points that attachments in the unit cost less";
    let discount = count(&mut section, key("discount", words), report);
    let free =
        names(&mut section, key("free", "the attachments that are free in the unit"), report);
    let words = "the printing on which this was read, if later than that of the card";
    let printing: Option<Name> = section.optional(key("printing", words), report);
    section.finish(report);
    ArmyTerms {
        needs,
        without,
        at_most,
        joins,
        limit,
        discount: discount.unwrap_or_default(),
        free,
        printing: printing.map(|name| name.0),
    }
}

fn needed(section: &mut Section<'_>, report: &mut Report) -> Option<NeededCard> {
    let span = section.span.clone();
    let needs = key("needs", "names, one of which the army must have");
    let needs = names(section, needs, report);
    let together = key("together", "whether that card must be in the same unit");
    let together = section.optional(together, report) == Some(true);
    if needs.is_empty() && together {
        report.add(|| Draft::new(&span, "`together` needs `needs`").help("add `needs`"));
    }
    let place = if together { NeededPlace::Unit } else { NeededPlace::Army };
    (!needs.is_empty()).then_some(NeededCard { names: needs, place })
}

fn joined(item: &KeyedValue<'_>, report: &mut Report) -> JoinedUnits {
    match item.value.as_str() {
        Some(OWN_FACTION) => JoinedUnits::OwnFaction,
        Some(ENEMY) => JoinedUnits::Enemy,
        _ => JoinedUnits::Named(listed(item, report)),
    }
}

fn limited(item: &KeyedValue<'_>, report: &mut Report) -> AttachmentLimit {
    match item.value.as_bool() {
        Some(true) => AttachmentLimit::Beyond,
        Some(false) => AttachmentLimit::Counts,
        None => AttachmentLimit::BeyondWith(listed(item, report)),
    }
}

fn names(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Vec<String> {
    let named = form::names(section, key, Name::schema, report).unwrap_or_default();
    named.into_iter().map(|(name, _)| name).collect()
}

fn listed(item: &KeyedValue<'_>, report: &mut Report) -> Vec<String> {
    let names = item.as_list().into_iter().filter_map(|item| report.ok_or_add(Name::read(&item)));
    names.map(|name| name.0).collect()
}

fn count(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Option<u8> {
    let item = section.item(key, || -> Schema { whole(1, MOST) })?;
    // at most ten
    report.ok_or_add(item.whole(1, MOST)).map(|count| count as u8)
}
