//! Reads the head of a list: its title and its faction.

use super::ListEntry;
use super::raw_list::{ListPiece, RawEntry};
use super::resolve::NameResolver;
use crate::catalogue::{Catalogue, normalize_name};
use crate::document::{Draft, quoted};

/// Takes title and faction off the first lines, which exports write without a heading, and returns
/// the title. Lines above the faction are a title unless they are the whole name of a card of two
/// words. Without a faction, a line that is similar to the name of a card is none: more likely a
/// misspelt unit.
pub(super) fn take_head(
    pieces: &mut Vec<ListPiece>,
    faction: &mut Option<RawEntry>,
    text: &str,
    names: NameResolver<'_>,
) -> Option<String> {
    let bare = pieces.iter().take_while(|piece| piece.is_of_head()).count();
    let is_faction = |piece: &ListPiece| {
        piece.is_bare() && find_faction(&piece.raw.name, names.catalogue).is_some()
    };
    let end = match faction {
        // `Faction: Stark` is no piece, so its position tells what is above it
        Some(faction) => {
            pieces.iter().take_while(|piece| piece.raw.span.start < faction.span.start).count()
        }
        None => pieces.iter().take(bare).position(is_faction).unwrap_or_default(),
    };
    let is_named = faction.is_some();
    let mut title: Vec<String> = Vec::new();
    for _ in 0..end.min(bare) {
        let Some(first) = pieces.first() else { break };
        let line = line_at(text, first.raw.span.start);
        if is_card(first, &line, names) {
            break;
        }
        if title.last() != Some(&line) {
            title.push(line);
        }
        pieces.remove(0);
    }
    if !is_named && pieces.first().is_some_and(is_faction) {
        *faction = Some(pieces.remove(0).raw);
    } else if !is_named {
        let unlike = |first: &&ListPiece| first.is_bare() && names.is_like_nothing(&first.raw);
        if let Some(first) = pieces.first().filter(unlike) {
            title.push(first.raw.name.clone());
            pieces.remove(0);
            if pieces.first().is_some_and(is_faction) {
                *faction = Some(pieces.remove(0).raw);
            }
        }
    }
    (!title.is_empty()).then(|| title.join(", "))
}

/// Whether a line above the faction is a card: it has the whole name of one, or the cost of one in
/// brackets and a name that is similar to one.
fn is_card(piece: &ListPiece, line: &str, names: NameResolver<'_>) -> bool {
    /// The largest cost that a piece may have; larger numbers are those of a list.
    const MOST: u8 = 15;
    let raw = &piece.raw;
    let several = normalize_name(&raw.name).contains(' ');
    let costs = line.contains(['(', '[']) && raw.cost.is_some_and(|cost| cost <= MOST);
    (several && names.catalogue.has_full_name(&raw.name)) || (costs && !names.is_like_nothing(raw))
}

/// Returns the line of a text at a position.
fn line_at(text: &str, position: usize) -> String {
    let (before, behind) = text.split_at_checked(position).unwrap_or((text, ""));
    let start = before.rsplit('\n').next().unwrap_or_default();
    let end = behind.split('\n').next().unwrap_or_default();
    format!("{start}{end}").trim().to_owned()
}

/// Finds a faction by name, with or without `House` or `the`.
fn find_faction(name: &str, catalogue: &Catalogue) -> Option<String> {
    let target = normalize_name(name);
    let target = target.strip_prefix("house ").unwrap_or(&target);
    let target = target.strip_prefix("the ").unwrap_or(target);
    let joined = |text: &str| normalize_name(text).replace(' ', "");
    let several = joined(target);
    // `Starks` and `Brotherhood`
    let single = several.strip_suffix('s').unwrap_or(&several);
    let is_beginning = |faction: &str| {
        let faction = normalize_name(faction);
        faction.strip_prefix(target).is_some_and(|rest| rest.starts_with(' ')) && target.len() > 5
    };
    let is_it = |faction: &&str| {
        joined(faction) == several || joined(faction) == single || is_beginning(faction)
    };
    catalogue.factions().find(is_it).map(str::to_owned)
}

/// Finds a faction by a text after `Faction:`, which may have more words (`House Baratheon (Renly)`)
/// or be initials.
fn find_stated_faction(name: &str, catalogue: &Catalogue) -> Option<String> {
    let target = normalize_name(name);
    let target = target.strip_prefix("house ").unwrap_or(&target);
    let is_it = |faction: &&str| {
        let faction = normalize_name(faction);
        let initials: String = faction.split(' ').filter_map(|word| word.chars().next()).collect();
        (initials.len() > 1 && initials == target)
            || target.strip_prefix(&faction).is_some_and(|rest| rest.starts_with(' '))
    };
    find_faction(name, catalogue).or_else(|| catalogue.factions().find(is_it).map(str::to_owned))
}

/// Finds the faction that a list names.
pub(super) fn listed_faction(
    raw: &RawEntry,
    catalogue: &Catalogue,
) -> Result<ListEntry<String>, Draft> {
    let found = find_stated_faction(&raw.name, catalogue);
    found.map(|faction| ListEntry::new(faction, raw)).ok_or_else(|| {
        let known: Vec<&str> = catalogue.factions().collect();
        Draft::new(&raw.span, format!("there is no faction {}", quoted(&raw.name)))
            .label("not known")
            .help(crate::document::name_help(&raw.name, known, "factions are"))
    })
}
