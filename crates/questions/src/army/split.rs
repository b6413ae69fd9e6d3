//! Finds where the names of a list begin and end: names on two lines, and several on one.

use super::raw_list::{ListPiece, PieceRole, RawEntry};
use super::resolve::NameResolver;

/// Joins names that are written on two lines: `Robb Stark,` above `The Wolf Lord (C)`.
pub(super) fn whole_names(pieces: Vec<ListPiece>, names: NameResolver<'_>) -> Vec<ListPiece> {
    let mut joined: Vec<ListPiece> = Vec::new();
    for piece in pieces {
        let below = joined.last_mut().filter(|last| last.is_first_line());
        let whole = below.and_then(|last| {
            let name = format!("{}, {}", last.raw.name, piece.raw.name);
            names.catalogue.has_full_name(&name).then_some((last, name))
        });
        match whole {
            Some((last, name)) => {
                last.raw = RawEntry { name, commands: piece.raw.commands, ..last.raw.clone() };
                last.raw.cost = piece.raw.cost;
            }
            None => joined.push(piece),
        }
    }
    joined
}

/// What stands between several names.
const BETWEEN: [&str; 3] = [" & ", " and ", ", "];
/// What stands between an attachment and its unit.
const IN: &str = " in ";

/// Splits a piece that is no name but several: `Sansa Stark & Petyr Baelish`, `Robb Stark in Stark
/// Sworn Swords`. Returns the piece itself if a part is no name.
pub(super) fn parts(piece: ListPiece, names: NameResolver<'_>) -> Vec<ListPiece> {
    // most names have no such sign, and a search is slow
    let has_sign = BETWEEN.iter().chain([&IN]).any(|sign| piece.raw.name.contains(sign));
    if !has_sign || names.resolve(&piece.raw, piece.role).is_ok() {
        return vec![piece];
    }
    let part = |name: &str, role: PieceRole| {
        // nobody knows whose cost it is
        let raw = RawEntry { name: name.trim().to_owned(), cost: None, ..piece.raw.clone() };
        ListPiece { raw, role }
    };
    let is_found = |parts: &Vec<ListPiece>| {
        parts.len() > 1 && parts.iter().all(|part| names.resolve(&part.raw, part.role).is_ok())
    };
    let hosted = piece.raw.name.split_once(IN).map(|(guest, host)| {
        let guest = part(guest, PieceRole::Attachment);
        let mut host = part(host, PieceRole::Unit);
        host.raw.commands = false;
        vec![host, guest]
    });
    let split =
        |sign: &str| piece.raw.name.split(sign).map(|name| part(name, piece.role)).collect();
    let several = BETWEEN.into_iter().map(split);
    several.chain(hosted).find(is_found).unwrap_or_else(|| vec![piece.clone()])
}
