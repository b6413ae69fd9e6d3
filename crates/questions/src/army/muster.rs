//! From names to cards: a list as it is written becomes one of cards.

use super::resolve::{Meant, Names};
use super::written::{MOST_PIECES, Piece, Role, Said, Written};
use super::{ArmyList, Leader, Listed, ListedUnit};
use crate::catalogue::{Catalogue, plain};
use crate::document::{Draft, Report, quoted};

impl<T> Listed<T> {
    fn new(entry: T, said: &Said) -> Self {
        Self { entry, written_cost: said.cost, span: said.span.clone() }
    }
}

/// The list of what is written in `source`, a name and its text.
pub(super) fn muster(
    written: Written,
    source: (&str, &str),
    catalogue: &Catalogue,
    report: &mut Report,
) -> ArmyList {
    let Written { mut title, mut faction, points, commander, mut pieces } = written;
    if let Some(first) = pieces.get(MOST_PIECES) {
        report.add(|| {
            let wrong = format!("a list has at most {MOST_PIECES} units, attachments and NCUs");
            Draft::new(&first.said.span, wrong).label("one too many")
        });
        pieces.truncate(MOST_PIECES);
    }
    head(&mut pieces, &mut title, &mut faction, catalogue);
    let faction = faction.and_then(|said| report.unless(own_faction(&said, catalogue)));
    let mut list = ArmyList {
        title,
        points: points.map(|(entry, span)| Listed { entry, written_cost: None, span }),
        units: Vec::new(),
        ncus: Vec::new(),
        unattached: Vec::new(),
        leader: None,
        faction: None,
        source: (source.0.to_owned(), source.1.to_owned()),
    };
    let said = faction.as_ref().map(|faction| faction.entry.as_str());
    let unsaid = Names { catalogue, faction: None };
    let names = Names { catalogue, faction: said.or_else(|| unsaid.faction_of(&pieces)) };
    for piece in pieces {
        take(&mut list, piece, names, report);
    }
    if let Some(said) = commander {
        list.leader = report.unless(leader(&mut list, &said, names));
    }
    if list.units.is_empty() && report.count() == 0 {
        let wrong = "there is no combat unit in this list";
        report.add(|| Draft::new(&(0..0), wrong).help("name units, one on a line"));
    }
    list.faction = faction;
    list
}

/// Takes lines from the top that are no pieces: what the list is called, and its faction. A line
/// that is like the name of a card is none of them.
fn head(
    pieces: &mut Vec<Piece>,
    title: &mut Option<String>,
    faction: &mut Option<Said>,
    catalogue: &Catalogue,
) {
    let names = Names { catalogue, faction: None };
    while let Some(first) = pieces.first().filter(|first| first.is_bare()) {
        let name = &first.said.name;
        if faction.is_none() && faction_named(name, catalogue).is_some() {
            *faction = Some(pieces.remove(0).said);
        } else if title.is_none() && faction.is_none() && names.is_like_nothing(&first.said) {
            *title = Some(pieces.remove(0).said.name);
        } else {
            return;
        }
    }
}

/// The faction of a name, `House` or not.
fn faction_named(name: &str, catalogue: &Catalogue) -> Option<String> {
    let wanted = plain(name);
    let wanted = wanted.strip_prefix("house ").unwrap_or(&wanted);
    let wanted = wanted.strip_prefix("the ").unwrap_or(wanted);
    let joined = |text: &str| plain(text).replace(' ', "");
    let mut factions = catalogue.factions();
    factions.find(|faction| joined(faction) == joined(wanted)).map(str::to_owned)
}

/// The faction that a list says it is of.
fn own_faction(said: &Said, catalogue: &Catalogue) -> Result<Listed<String>, Draft> {
    let found = faction_named(&said.name, catalogue);
    found.map(|faction| Listed::new(faction, said)).ok_or_else(|| {
        let known: Vec<&str> = catalogue.factions().collect();
        Draft::new(&said.span, format!("there is no faction {}", quoted(&said.name)))
            .label("not known")
            .help(crate::document::help(&said.name, known, "factions are"))
    })
}

/// Takes a piece into the list.
fn take(list: &mut ArmyList, piece: Piece, names: Names<'_>, report: &mut Report) {
    let Piece { said, role } = piece;
    let Some(meant) = report.unless(names.meant(&said, role)) else { return };
    let leads = match meant {
        Meant::Unit(card) => {
            let card = Listed::new(card.clone(), &said);
            list.units.push(ListedUnit { card, attachments: Vec::new() });
            Leader::Unit(list.units.len() - 1)
        }
        Meant::Attachment(attachment) => {
            let attachment = Listed::new(attachment.clone(), &said);
            let number = list.units.len().saturating_sub(1);
            match list.units.last_mut().filter(|_| role != Role::Unattached) {
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
        Meant::Ncu(ncu) => {
            list.ncus.push(Listed::new(ncu.clone(), &said));
            Leader::Ncu(list.ncus.len() - 1)
        }
    };
    if said.commands {
        list.leader = Some(Listed::new(leads, &said));
    }
}

/// Who a list says commands: one of its own pieces, or else somebody of that name who is missing.
fn leader(list: &mut ArmyList, said: &Said, names: Names<'_>) -> Result<Listed<Leader>, Draft> {
    let own = own_pieces(list);
    let wanted = plain(&said.name);
    let whole: Vec<&Leader> = own.iter().filter(|one| one.0 == wanted).map(|one| &one.2).collect();
    let short: Vec<&Leader> = own.iter().filter(|one| one.1 == wanted).map(|one| &one.2).collect();
    if let Some(leader) = whole.first().or_else(|| short.first().filter(|_| short.len() == 1)) {
        return Ok(Listed::new((*leader).clone(), said));
    }
    let meant = match names.meant(said, Role::Attachment) {
        Ok(meant) => meant,
        Err(wrong) => names.meant(said, Role::Ncu).map_err(|_| wrong)?,
    };
    let leader = match meant {
        Meant::Unit(card) => Leader::Absent(card.unit.name.clone()),
        Meant::Attachment(attachment) => {
            let name = plain(&attachment.full_name());
            let there = own.into_iter().find(|one| one.0 == name).map(|one| one.2);
            there.unwrap_or_else(|| Leader::Absent(attachment.full_name()))
        }
        Meant::Ncu(ncu) => {
            let there = list.ncus.iter().position(|one| one.entry.id == ncu.id);
            Leader::Ncu(there.unwrap_or_else(|| {
                list.ncus.push(Listed::new(ncu.clone(), said));
                list.ncus.len() - 1
            }))
        }
    };
    Ok(Listed::new(leader, said))
}

/// All pieces that may command by their whole names and by their names alone.
fn own_pieces(list: &ArmyList) -> Vec<(String, String, Leader)> {
    let mut own = Vec::new();
    for (number, unit) in list.units.iter().enumerate() {
        for (place, one) in unit.attachments.iter().enumerate() {
            let (whole, short) = (plain(&one.entry.full_name()), plain(&one.entry.name));
            own.push((whole, short, Leader::Attachment(number, place)));
        }
        let name = plain(&unit.card.entry.unit.name);
        let short = name.strip_suffix(" commander").unwrap_or(&name).to_owned();
        if unit.card.entry.unit.is_solo() {
            own.push((name, short, Leader::Unit(number)));
        }
    }
    for (number, ncu) in list.ncus.iter().enumerate() {
        let (whole, short) = (plain(&ncu.entry.full_name()), plain(&ncu.entry.name));
        own.push((whole, short, Leader::Ncu(number)));
    }
    own
}
