//! Units of a question about a field and their summaries.

use std::collections::HashSet;

use super::FieldTerms;
use crate::study::{doubts, foreign};
use warodds_answer::UnitSummary;
use warodds_games::asoiaf::{Edition, ForeignAttachment, Unit, Weapon};

/// A unit that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldUnit {
    /// Its id in the catalogue or in its file.
    pub id: String,
    /// Its faction; empty where it has none.
    pub faction: String,
    /// Its card.
    pub unit: Unit,
}

impl From<(String, String, Unit)> for FieldUnit {
    fn from((id, faction, unit): (String, String, Unit)) -> Self {
        Self { id, faction, unit }
    }
}

/// Pairs each of some units with each of others, row by row.
pub(super) fn pairs<'u>(rows: &'u [FieldUnit], columns: &'u [FieldUnit]) -> Vec<[&'u Unit; 2]> {
    let row = |one: &'u FieldUnit| columns.iter().map(move |other| [&one.unit, &other.unit]);
    rows.iter().flat_map(row).collect()
}

/// Lists the names of the first few units.
pub(super) fn names(members: &[FieldUnit]) -> String {
    // a field may have all 148 current units: an error names a few
    const NAMED: usize = 5;
    let named: Vec<&str> =
        members.iter().take(NAMED).map(|member| member.unit.name.as_str()).collect();
    let more = members.len().saturating_sub(NAMED);
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}

/// Adds the faction, or else the id, to names that several units share.
pub(super) fn disambiguate_names(members: &mut [FieldUnit]) {
    // readers know factions, but two units of one may share a name; ids are unique
    for by in [|member: &FieldUnit| member.faction.clone(), |member: &FieldUnit| member.id.clone()]
    {
        let names: Vec<String> = members.iter().map(|member| member.unit.name.clone()).collect();
        for (place, member) in members.iter_mut().enumerate() {
            let twice = names
                .iter()
                .enumerate()
                .any(|(other, name)| other != place && *name == member.unit.name);
            let more = by(member);
            if twice && !more.is_empty() {
                member.unit.name = format!("{} ({more})", member.unit.name);
            }
        }
    }
}

/// Summarizes a unit that makes the attacks named in `used`.
pub(in crate::study) fn summary(member: &FieldUnit, used: &HashSet<&str>) -> UnitSummary {
    let FieldUnit { id, faction, unit } = member;
    let attacks: Vec<&Weapon> = weapons_used(unit, used).collect();
    let names: Vec<&str> = attacks.iter().map(|weapon| weapon.name.as_str()).collect();
    let mut not_modelled: Vec<String> = Vec::new();
    for weapon in in_hand(unit, used) {
        not_modelled.extend(unit.not_counted(weapon));
    }
    // an ability of the unit itself is listed for each of its weapons
    let mut seen = HashSet::new();
    not_modelled.retain(|name| seen.insert(name.clone()));
    UnitSummary {
        id: id.clone(),
        name: unit.name.clone(),
        faction: faction.clone(),
        cost: unit.cost.map(|cost| cost.get()),
        attack: (!names.is_empty()).then(|| names.join(" / ")),
        out_of_reach: None,
        wounds: unit.body.wounds(),
        not_modelled,
    }
}

/// Adds to the summaries of attackers why they are out of reach, and returns notes on them.
pub(in crate::study) fn mark_reach(
    terms: &FieldTerms,
    members: &[FieldUnit],
    summaries: &mut [UnitSummary],
) -> Vec<String> {
    let mut by_reason: Vec<(String, Vec<FieldUnit>)> = Vec::new();
    for (member, summary) in members.iter().zip(summaries) {
        summary.out_of_reach = terms.out_of_reach(&member.unit);
        let Some(why) = &summary.out_of_reach else { continue };
        match by_reason.iter_mut().find(|(known, _)| known == why) {
            Some((_, all)) => all.push(member.clone()),
            None => by_reason.push((why.clone(), vec![member.clone()])),
        }
    }
    by_reason.into_iter().map(|(why, members)| format!("{}: {why}", names(&members))).collect()
}

/// Returns the attacks of a unit named in `used`, in the order of the card.
fn weapons_used<'a>(unit: &'a Unit, used: &HashSet<&str>) -> impl Iterator<Item = &'a Weapon> {
    unit.attacks.iter().filter(|weapon| used.contains(weapon.name.as_str()))
}

/// Returns the weapons with which a unit makes the attacks named in `used`; without any, the one of
/// its counter-attacks, if it has one.
pub(in crate::study) fn in_hand<'a>(
    unit: &'a Unit,
    used: &HashSet<&str>,
) -> Vec<Option<&'a Weapon>> {
    let all: Vec<Option<&Weapon>> = weapons_used(unit, used).map(Some).collect();
    if all.is_empty() { vec![unit.answers_with()] } else { all }
}

/// Returns the notes that hold for all cells: mixed editions of cards, doubts about the rules, and
/// attachments that may not be in an army with their units.
pub(in crate::study) fn notes<'a>(
    (terms, edition): (&FieldTerms, Edition),
    units: impl Iterator<Item = &'a Unit> + Clone,
) -> Vec<String> {
    let (foreign, doubts) = (foreign(units.clone()), doubts(units.clone()));
    let mut editions: Vec<(&str, Vec<&str>)> = Vec::new();
    for (unit, card) in units.filter_map(|unit| Some((unit, unit.season?))) {
        match editions.iter_mut().find(|(name, _)| *name == card.name()) {
            Some((_, units)) if units.contains(&unit.name.as_str()) => {}
            Some((_, units)) => units.push(&unit.name),
            None => editions.push((card.name(), vec![&unit.name])),
        }
    }
    let cards = |(card, units): &(&str, Vec<&str>)| match units.as_slice() {
        [only] => format!("{only} is a card of {card}"),
        several => format!("{} cards are of {card}", several.len()),
    };
    let mixture = (editions.len() > 1).then(|| {
        let cards: Vec<String> = editions.iter().map(cards).collect();
        format!("cards of different editions fight each other: {}", cards.join(", "))
    });
    let foreign = foreign.iter().map(ForeignAttachment::to_string);
    let of_units = terms.notes.iter().cloned().chain(mixture).chain(doubts);
    of_units.chain(edition.doubts().map(str::to_owned)).chain(foreign).collect()
}
