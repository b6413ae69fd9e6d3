//! The TOML form of a list.

use super::written::{MOST_POINTS, Piece, Role, Said, Written};
use crate::document::{Draft, Item, Name, Readable, Report, Section};

/// Keys that lists have.
const KEYS: [&str; 7] = ["game", "title", "faction", "points", "commander", "units", "ncus"];

/// Whether a text is written as TOML: whether a line of it sets a key or begins a table.
pub fn is_toml(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start_matches('\u{feff}').trim();
        let sets = line.split_once('=').is_some_and(|(key, _)| is_key(key.trim()));
        let table = line.trim_start_matches('[');
        let begins = table.len() < line.len()
            && table.split_once(']').is_some_and(|(name, _)| KEYS.contains(&name.trim()));
        sets || begins
    })
}

/// Whether a text may be a key of TOML.
fn is_key(text: &str) -> bool {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !text.is_empty() && text.chars().all(is_bare)
}

/// Points of an army.
#[derive(Clone, Copy, Debug)]
struct Limit(u16);

impl Readable for Limit {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let points = item.whole(1, MOST_POINTS)?;
        u16::try_from(points).map(Self).map_err(|_| item.wrong("a whole number of points"))
    }

    fn show(&self) -> String {
        self.0.to_string()
    }
}

/// The list of a file.
pub fn read(mut root: Section<'_>, report: &mut Report) -> Written {
    let game: Option<Name> = root.optional("game", report);
    if game.is_some_and(|game| game.0 != "asoiaf") {
        report.add(|| {
            Draft::new(&root.span, "lists are of the game `asoiaf`").help("leave out `game`")
        });
    }
    let title: Option<Name> = root.optional("title", report);
    let faction = said(root.item("faction"), report);
    let points = root.item("points");
    let points = points.and_then(|item| Some((report.unless(Limit::read(&item))?.0, item.span)));
    let commander = said(root.item("commander"), report);
    let units = root.list("units");
    if units.is_none() {
        root.missing("units", report);
    }
    let mut pieces = Vec::new();
    for item in units.into_iter().flat_map(|(_, items)| items) {
        unit(&item, &mut pieces, report);
    }
    for item in root.list("ncus").into_iter().flat_map(|(_, items)| items) {
        let ncu = said(Some(item), report).map(|said| Piece { said, role: Role::Ncu });
        pieces.extend(ncu);
    }
    root.finish(report);
    Written { title: title.map(|title| title.0), faction, points, commander, pieces }
}

/// A unit by name, or a table of it and its attachments.
fn unit(item: &Item<'_>, pieces: &mut Vec<Piece>, report: &mut Report) {
    if item.value.as_table().is_none() {
        let unit = said(Some(item.clone()), report).map(|said| Piece { said, role: Role::Unit });
        pieces.extend(unit);
        return;
    }
    let Some(mut section) = Section::of("[[units]]".to_owned(), item, report) else { return };
    let named = section.item("use");
    if named.is_none() {
        section.missing("use", report);
    }
    let unit = said(named, report).map(|said| Piece { said, role: Role::Unit });
    let attachments = section.list("attachment");
    section.finish(report);
    let Some(unit) = unit else { return };
    pieces.push(unit);
    for item in attachments.into_iter().flat_map(|(_, items)| items) {
        let one = said(Some(item), report).map(|said| Piece { said, role: Role::Attachment });
        pieces.extend(one);
    }
}

/// A name.
fn said(item: Option<Item<'_>>, report: &mut Report) -> Option<Said> {
    let item = item?;
    let name = report.unless(Name::read(&item))?.0;
    Some(Said { name, cost: None, commands: false, span: item.span })
}
