//! Builds a list of cards from the names of a raw list.

use super::raw_list::{ListPiece, MOST_PIECES, PieceRole, RawEntry, RawList};
use super::resolve::{NameResolver, ResolvedEntry};
use super::{ArmyList, Leader, ListEntry, ListedUnit};
use crate::catalogue::{Catalogue, normalize_name};
use crate::document::{Draft, Report, quoted};

impl<T> ListEntry<T> {
    fn new(entry: T, raw: &RawEntry) -> Self {
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
    let RawList { mut title, mut faction, points, commander, mut pieces } = written;
    // each piece is searched among hundreds of names, so a hostile list must be cut first
    if let Some(first) = pieces.get(MOST_PIECES) {
        report.add(|| {
            let wrong = format!("a list has at most {MOST_PIECES} units, attachments and NCUs");
            Draft::new(&first.raw.span, wrong).label("one too many")
        });
        pieces.truncate(MOST_PIECES);
    }
    take_head(&mut pieces, &mut title, &mut faction, catalogue);
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
    let unsaid = NameResolver { catalogue, faction: None };
    let names = NameResolver { catalogue, faction: raw.or_else(|| unsaid.faction_of(&pieces)) };
    for piece in pieces {
        add_piece(&mut list, piece, names, report);
    }
    // after the pieces, as the leader is usually one of them
    if let Some(raw) = commander {
        list.leader = report.ok_or_add(find_leader(&mut list, &raw, names));
    }
    // other faults explain why units are missing
    if list.units.is_empty() && report.count() == 0 {
        let wrong = "there is no combat unit in this list";
        report.add(|| Draft::new(&(0..0), wrong).help("name units, one on a line"));
    }
    list.faction = faction;
    list
}

/// Takes title and faction off the first lines, which exports write without a heading. A line that
/// is similar to the name of a card is neither: more likely a misspelt unit.
fn take_head(
    pieces: &mut Vec<ListPiece>,
    title: &mut Option<String>,
    faction: &mut Option<RawEntry>,
    catalogue: &Catalogue,
) {
    let names = NameResolver { catalogue, faction: None };
    while let Some(first) = pieces.first().filter(|first| first.is_bare()) {
        let name = &first.raw.name;
        if faction.is_none() && find_faction(name, catalogue).is_some() {
            *faction = Some(pieces.remove(0).raw);
        } else if title.is_none() && faction.is_none() && names.is_like_nothing(&first.raw) {
            *title = Some(pieces.remove(0).raw.name);
        } else {
            return;
        }
    }
}

/// Finds a faction by name, with or without `House` or `the`.
fn find_faction(name: &str, catalogue: &Catalogue) -> Option<String> {
    let target = normalize_name(name);
    let target = target.strip_prefix("house ").unwrap_or(&target);
    let target = target.strip_prefix("the ").unwrap_or(target);
    let joined = |text: &str| normalize_name(text).replace(' ', "");
    let mut factions = catalogue.factions();
    factions.find(|faction| joined(faction) == joined(target)).map(str::to_owned)
}

/// Finds the faction that a list names.
fn listed_faction(raw: &RawEntry, catalogue: &Catalogue) -> Result<ListEntry<String>, Draft> {
    let found = find_faction(&raw.name, catalogue);
    found.map(|faction| ListEntry::new(faction, raw)).ok_or_else(|| {
        let known: Vec<&str> = catalogue.factions().collect();
        Draft::new(&raw.span, format!("there is no faction {}", quoted(&raw.name)))
            .label("not known")
            .help(crate::document::name_help(&raw.name, known, "factions are"))
    })
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
            match list.units.last_mut().filter(|_| role != PieceRole::Unattached) {
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
    let found = match names.resolve(raw, PieceRole::Attachment) {
        Ok(found) => found,
        // the first error is reported: a leader is far more often an attachment than an NCU
        Err(wrong) => names.resolve(raw, PieceRole::Ncu).map_err(|_| wrong)?,
    };
    let leader = match found {
        ResolvedEntry::Unit(card) => Leader::Absent(card.unit.name.clone()),
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
