//! Builds a list of cards from the names of a raw list.

use super::head::{listed_faction, take_head};
use super::raw_list::{ListPiece, MOST_PIECES, PieceRole, RawEntry, RawList};
use super::resolve::{NameResolver, ResolvedEntry};
use super::split::{parts, whole_names};
use super::{ArmyList, Leader, ListEntry, ListedUnit};
use crate::catalogue::{Attachment, Catalogue, JoinedUnits, normalize_name};
use crate::document::{Draft, Report};

impl<T> ListEntry<T> {
    pub(super) fn new(entry: T, raw: &RawEntry) -> Self {
        Self { entry, listed_cost: raw.cost, span: raw.span.clone() }
    }
}

/// Builds the list from a raw list; `source` is the name of the file and its text.
pub(super) fn build_list(
    written: RawList,
    source: (&str, &str),
    catalogue: &Catalogue,
    report: &mut Report,
) -> ArmyList {
    let RawList { mut title, mut faction, points, commander, host, mut pieces } = written;
    // each piece is searched among hundreds of names, so a hostile list must be cut first
    if let Some(first) = pieces.get(MOST_PIECES) {
        report.add(|| {
            let wrong = format!("a list has at most {MOST_PIECES} units, attachments and NCUs");
            Draft::new(&first.raw.span, wrong).label("one too many")
        });
        pieces.truncate(MOST_PIECES);
    }
    let unsaid = NameResolver { catalogue, faction: None };
    let above = take_head(&mut pieces, &mut faction, source.1, unsaid);
    title = title.or(above);
    let faction = faction.and_then(|raw| report.ok_or_add(listed_faction(&raw, catalogue)));
    let mut list = ArmyList {
        title,
        points: points.map(|(entry, span)| ListEntry { entry, listed_cost: None, span }),
        units: Vec::new(),
        ncus: Vec::new(),
        unattached: Vec::new(),
        leader: None,
        faction: None,
        source: (source.0.to_owned(), source.1.to_owned()),
    };
    let raw = faction.as_ref().map(|faction| faction.entry.as_str());
    // unambiguous names show the faction, which then decides the ambiguous ones
    let names = NameResolver { catalogue, faction: raw.or_else(|| unsaid.faction_of(&pieces)) };
    for piece in whole_names(pieces, names) {
        for part in parts(piece, names) {
            add_piece(&mut list, part, names, report);
        }
    }
    // after the pieces, as the leader is usually one of them
    if let Some(raw) = commander {
        let leader = find_leader(&mut list, &raw, names);
        list.leader = report.ok_or_add(leader.and_then(|leader| match host {
            Some(host) => seat(&mut list, leader, (&raw, &host), names),
            None => Ok(leader),
        }));
    }
    // other faults explain why units are missing
    if list.units.is_empty() && report.count() == 0 {
        let wrong = "there is no combat unit in this list";
        report.add(|| Draft::new(&(0..0), wrong).help("name units, one on a line"));
    }
    list.faction = faction;
    list
}

/// Adds a piece to the list.
fn add_piece(list: &mut ArmyList, piece: ListPiece, names: NameResolver<'_>, report: &mut Report) {
    let ListPiece { raw, role } = piece;
    let Some(found) = report.ok_or_add(names.resolve(&raw, role)) else { return };
    let leads = match found {
        ResolvedEntry::Unit(card) => {
            let card = ListEntry::new(card.clone(), &raw);
            list.units.push(ListedUnit { card, attachments: Vec::new() });
            Leader::Unit(list.units.len() - 1)
        }
        ResolvedEntry::Attachment(attachment) => {
            let attachment = ListEntry::new(attachment.clone(), &raw);
            let number = list.units.len().saturating_sub(1);
            // an attachment belongs to the unit written before it
            // a line below a unit does not say that it joins it, as `with` does
            let joins = role != PieceRole::Unattached
                && (role == PieceRole::Attachment
                    || attachment.entry.terms.joins != JoinedUnits::Enemy);
            match list.units.last_mut().filter(|_| joins) {
                Some(unit) => {
                    unit.attachments.push(attachment);
                    Leader::Attachment(number, unit.attachments.len() - 1)
                }
                None => {
                    let absent = Leader::Absent(attachment.entry.full_name());
                    list.unattached.push(attachment);
                    absent
                }
            }
        }
        ResolvedEntry::Ncu(ncu) => {
            list.ncus.push(ListEntry::new(ncu.clone(), &raw));
            Leader::Ncu(list.ncus.len() - 1)
        }
    };
    if raw.commands {
        list.leader = Some(ListEntry::new(leads, &raw));
    }
}

/// Finds the leader that a list names: one of its pieces, else a card that is not in the list.
fn find_leader(
    list: &mut ArmyList,
    raw: &RawEntry,
    names: NameResolver<'_>,
) -> Result<ListEntry<Leader>, Draft> {
    let possible = possible_leaders(list);
    let target = normalize_name(&raw.name);
    let whole: Vec<&Leader> =
        possible.iter().filter(|one| one.0 == target).map(|one| &one.2).collect();
    let short: Vec<&Leader> =
        possible.iter().filter(|one| one.1 == target).map(|one| &one.2).collect();
    // a name without title counts only if one piece has it
    if let Some(leader) = whole.first().or_else(|| short.first().filter(|_| short.len() == 1)) {
        return Ok(ListEntry::new((*leader).clone(), raw));
    }
    // the first error is reported: a leader is far more often an attachment
    let resolve = |role| names.resolve(raw, role);
    let found = resolve(PieceRole::Attachment).or_else(|wrong| {
        let other = resolve(PieceRole::Ncu).or_else(|_| resolve(PieceRole::Unit));
        other.map_err(|_| wrong)
    })?;
    let leader = match found {
        ResolvedEntry::Unit(card) => {
            let unit = list.units.iter().position(|unit| unit.card.entry.id == card.id);
            unit.map_or_else(|| Leader::Absent(card.unit.name.clone()), Leader::Unit)
        }
        ResolvedEntry::Attachment(attachment) => {
            let name = normalize_name(&attachment.full_name());
            let there = possible.into_iter().find(|one| one.0 == name).map(|one| one.2);
            there.unwrap_or_else(|| Leader::Absent(attachment.full_name()))
        }
        ResolvedEntry::Ncu(ncu) => {
            let there = list.ncus.iter().position(|one| one.entry.id == ncu.id);
            // an NCU that commands is in the army even if the list names it in its head alone
            Leader::Ncu(there.unwrap_or_else(|| {
                list.ncus.push(ListEntry::new(ncu.clone(), raw));
                list.ncus.len() - 1
            }))
        }
    };
    Ok(ListEntry::new(leader, raw))
}

/// Puts a commander who is in no unit yet into the unit that the list names: `Robb Stark in Stark
/// Sworn Swords`.
fn seat(
    list: &mut ArmyList,
    leader: ListEntry<Leader>,
    (raw, host): (&RawEntry, &RawEntry),
    names: NameResolver<'_>,
) -> Result<ListEntry<Leader>, Draft> {
    let Leader::Absent(_) = leader.entry else { return Ok(leader) };
    let ResolvedEntry::Attachment(attachment) = names.resolve(raw, PieceRole::Attachment)? else {
        return Ok(leader);
    };
    let ResolvedEntry::Unit(card) = names.resolve(host, PieceRole::Unit)? else {
        return Ok(leader);
    };
    let is_free = |unit: &ListedUnit| unit.card.entry.id == card.id && unit.attachments.is_empty();
    let unit = list.units.iter().position(is_free).unwrap_or_else(|| {
        let card = ListEntry::new(card.clone(), host);
        list.units.push(ListedUnit { card, attachments: Vec::new() });
        list.units.len() - 1
    });
    let attachments: &mut Vec<ListEntry<Attachment>> = match list.units.get_mut(unit) {
        Some(unit) => &mut unit.attachments,
        None => return Ok(leader),
    };
    attachments.push(ListEntry::new(attachment.clone(), raw));
    Ok(ListEntry::new(Leader::Attachment(unit, attachments.len() - 1), raw))
}

/// Returns the pieces that may lead, each with its full name and its name without title.
fn possible_leaders(list: &ArmyList) -> Vec<(String, String, Leader)> {
    let mut leaders = Vec::new();
    for (number, unit) in list.units.iter().enumerate() {
        for (place, one) in unit.attachments.iter().enumerate() {
            let (whole, short) =
                (normalize_name(&one.entry.full_name()), normalize_name(&one.entry.name));
            leaders.push((whole, short, Leader::Attachment(number, place)));
        }
        let name = normalize_name(&unit.card.entry.unit.name);
        let short = name.strip_suffix(" commander").unwrap_or(&name).to_owned();
        if unit.card.entry.unit.is_solo() {
            leaders.push((name, short, Leader::Unit(number)));
        }
    }
    for (number, ncu) in list.ncus.iter().enumerate() {
        let (whole, short) =
            (normalize_name(&ncu.entry.full_name()), normalize_name(&ncu.entry.name));
        leaders.push((whole, short, Leader::Ncu(number)));
    }
    leaders
}
