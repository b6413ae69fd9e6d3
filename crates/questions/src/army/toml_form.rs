//! Reads the TOML form of a list.

use std::sync::LazyLock;

use serde_json::json;

use super::raw_list::{ListPiece, MOST_POINTS, PieceRole, RawEntry, RawList};
use crate::document::schema::{Schema, TableSchema, any_of, file, one_of, some_of, whole};
use crate::document::{Draft, KeyedValue, Name, Readable, Report, Section, describe_table, key};

/// The keys of lists.
static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| list().keys().map(str::to_owned).collect());

/// Whether a text is TOML: a line sets a key or begins a table. The text form may have `=` and
/// brackets too, so the key must be a bare word and the table one of a list.
pub(super) fn is_toml(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start_matches('\u{feff}').trim();
        let sets = line.split_once('=').is_some_and(|(key, _)| is_key(key.trim()));
        // text forms have lines such as `[Units]` too, so the name must be a key of lists
        let table = line.trim_start_matches('[');
        let begins = table.len() < line.len()
            && table
                .split_once(']')
                .is_some_and(|(name, _)| KEYS.iter().any(|key| key == name.trim()));
        sets || begins
    })
}

/// Whether a text is a bare key of TOML.
fn is_key(text: &str) -> bool {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !text.is_empty() && text.chars().all(is_bare)
}

/// A limit of points.
#[derive(Clone, Copy, Debug)]
struct PointsLimit(u16);

impl Readable for PointsLimit {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let points = item.whole(1, MOST_POINTS)?;
        u16::try_from(points).map(Self).map_err(|_| item.type_fault("a whole number of points"))
    }

    fn schema() -> Schema {
        whole(1, MOST_POINTS)
    }
}

/// Returns the JSON Schema of a list file.
pub fn schema() -> Schema {
    file("warodds list", list().schema())
}

/// Describes the table of a list.
fn list() -> TableSchema {
    describe_table("A list of an army for warodds.", read)
}

/// Reads a list from the table of a file.
pub(super) fn read(mut root: Section<'_>, report: &mut Report) -> RawList {
    let game = root.item(key("game", "the game"), || one_of([GAME]));
    let game: Option<Name> = game.and_then(|item| report.ok_or_add(Name::read(&item)));
    if game.is_some_and(|game| game.0 != GAME) {
        report.add(|| {
            Draft::new(&root.span, format!("`game` must be \"{GAME}\" in a list"))
                .help("leave out `game`")
        });
    }
    let title: Option<Name> = root.optional(key("title", "the title"), report);
    let faction = key("faction", "the faction; that of the cards if left out");
    let faction = raw_entry(root.item(faction, Name::schema), report);
    let points = key("points", "the limit of points: 30, 40, 50 or as agreed (A11.1)");
    let points = root.item(points, PointsLimit::schema);
    let points =
        points.and_then(|item| Some((report.ok_or_add(PointsLimit::read(&item))?.0, item.span)));
    let commander = "the commander; the one among the cards if left out";
    let commander = raw_entry(root.item(key("commander", commander), Name::schema), report);
    let units = root.required_item(key("units", "the combat units"), units, report);
    let mut pieces = Vec::new();
    for item in units.iter().flat_map(KeyedValue::as_list) {
        unit(&item, &mut pieces, report);
    }
    let ncus = root.item(key("ncus", "the NCUs"), || several(&Name::schema()));
    for item in ncus.iter().flat_map(KeyedValue::as_list) {
        let ncu = raw_entry(Some(item), report).map(|raw| ListPiece { raw, role: PieceRole::Ncu });
        pieces.extend(ncu);
    }
    root.finish(report);
    RawList { title: title.map(|title| title.0), faction, points, commander, host: None, pieces }
}

/// The game that has lists.
const GAME: &str = "asoiaf";

/// Returns the schema of units: names, or tables with attachments.
fn units() -> Schema {
    let unit = describe_table("A combat unit with its attachments.", |section, report| {
        unit_table(section, &mut Vec::new(), report);
    });
    several(&any_of([Name::schema(), unit.object()]))
}

/// Returns the schema of a list of values.
fn several(one: &Schema) -> Schema {
    json!({ "type": "array", "items": one })
}

/// Reads a unit: a name, or a table with attachments.
fn unit(item: &KeyedValue<'_>, pieces: &mut Vec<ListPiece>, report: &mut Report) {
    if item.value.as_table().is_none() {
        let unit = raw_entry(Some(item.clone()), report)
            .map(|raw| ListPiece { raw, role: PieceRole::Unit });
        pieces.extend(unit);
        return;
    }
    if let Some(section) = Section::of("[[units]]".to_owned(), item, report) {
        unit_table(section, pieces, report);
    }
}

/// Reads the table of a unit with attachments.
fn unit_table(mut section: Section<'_>, pieces: &mut Vec<ListPiece>, report: &mut Report) {
    let named = key("use", "the name of the unit, or its id");
    let named = section.required_item(named, Name::schema, report);
    let unit = raw_entry(named, report).map(|raw| ListPiece { raw, role: PieceRole::Unit });
    let attachment = key("attachment", "the name of its attachment; the rules allow one");
    let attachments = section.item(attachment, || some_of(&Name::schema()));
    section.finish(report);
    let Some(unit) = unit else { return };
    pieces.push(unit);
    for item in attachments.iter().flat_map(KeyedValue::as_list) {
        let one =
            raw_entry(Some(item), report).map(|raw| ListPiece { raw, role: PieceRole::Attachment });
        pieces.extend(one);
    }
}

/// Reads a name.
fn raw_entry(item: Option<KeyedValue<'_>>, report: &mut Report) -> Option<RawEntry> {
    let item = item?;
    let name = report.ok_or_add(Name::read(&item))?.0;
    Some(RawEntry { name, cost: None, commands: false, span: item.span })
}
