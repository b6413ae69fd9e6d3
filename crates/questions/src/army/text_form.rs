//! Parses the text form of a list: what list builders export and players type, one unit a line.
//!
//! Builders differ in bullets, numbers, brackets and in the words between a unit and its
//! attachment; all are accepted. Headings decide what the lines below them are.

use super::line::{LinePart, cost_behind, pieces, without_bullets};
use super::points_line::{PointsLine, parse_points};
use super::raw_list::{ListPiece, MOST_POINTS, PieceRole, RawEntry, RawList};
use crate::catalogue::normalize_name;
use crate::document::{Draft, Report, quoted};

/// What follows a heading or the word before a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListHeading {
    /// The faction.
    Faction,
    /// The title of the list.
    Title,
    /// The limit of points.
    Points,
    /// The commander.
    Commander,
    /// Pieces of this role.
    Pieces(PieceRole),
    /// An attachment of the unit above.
    Attachment,
    /// Nothing that matters.
    Ignored,
}

/// Headings by their normalized words.
const HEADINGS: [(&[&str], ListHeading); 9] = [
    (&["faction", "house", "army", "allegiance"], ListHeading::Faction),
    (&["name", "title", "list", "list name", "army name", "army list"], ListHeading::Title),
    (
        &["points", "point", "pts", "points limit", "limit", "size", "game size", "army size"],
        ListHeading::Points,
    ),
    (&["commander", "leader", "general"], ListHeading::Commander),
    (
        &[
            "combat units",
            "combat unit",
            "units",
            "unit",
            "infantry",
            "cavalry",
            "monsters",
            "solos",
        ],
        ListHeading::Pieces(PieceRole::Unit),
    ),
    (
        &["non combat units", "non combat unit", "noncombat units", "ncus", "ncu"],
        ListHeading::Pieces(PieceRole::Ncu),
    ),
    (
        &["attachments", "unit attachments", "enemy attachments", "enemy attachment"],
        ListHeading::Pieces(PieceRole::Unattached),
    ),
    (&["attachment", "unit attachment", "attached"], ListHeading::Attachment),
    (
        &[
            "total",
            "total points",
            "total cost",
            "activations",
            "version",
            "format",
            "date",
            "player",
            "author",
            "edition",
            "neutral points",
            "tactics deck",
            "tactics cards",
        ],
        ListHeading::Ignored,
    ),
];

/// First words of lines that name the program a list was made with.
const MADE: [&str; 6] = ["made", "created", "built", "generated", "exported", "shared"];

impl ListHeading {
    fn of(words: &str) -> Option<Self> {
        let words = normalize_name(words);
        let found = HEADINGS.iter().find(|(known, _)| known.contains(&words.as_str()));
        found.map(|(_, heading)| *heading)
    }
}

/// What was read of a list so far.
#[derive(Default)]
struct ListTextReader {
    written: RawList,
    /// The last heading, which applies to lines without one.
    below: Option<ListHeading>,
    /// The heading of pieces before a heading that covers one line.
    above: Option<ListHeading>,
}

/// Parses a list.
pub(super) fn read(text: &str, report: &mut Report) -> RawList {
    let mut reader = ListTextReader::default();
    let mut at = 0;
    // one fault instead of one for each line of JSON or XML
    if text.trim_start().starts_with(['{', '<']) {
        report.add(|| {
            Draft::new(&(0..1), "this is JSON, XML or HTML, not a list")
                .help("export the list as plain text, or write it as TOML")
        });
        return reader.written;
    }
    for line in text.split_inclusive('\n') {
        for cell in cells(LinePart { text: line, at }.trim()) {
            reader.line(cell, report);
        }
        at += line.len();
    }
    reader.written
}

/// Splits a line such as `Commander: Robb Stark | Points: 40 / 40`. Other lines with `|` are rows
/// of tables, such as `Stark Bowmen | 6`, and stay whole.
fn cells(line: LinePart<'_>) -> Vec<LinePart<'_>> {
    let ends = line.text.match_indices('|').map(|(end, _)| end).chain([line.text.len()]);
    let mut start = 0;
    let mut cells = Vec::new();
    for end in ends {
        cells.push(line.to(end).from(start).trim());
        start = end + 1;
    }
    if cells.iter().any(|cell| split_heading(*cell).is_some()) { cells } else { vec![line] }
}

impl ListTextReader {
    fn line(&mut self, line: LinePart<'_>, report: &mut Report) {
        // exports write headings as `## Units`: of such lines only headings are read
        let is_comment = line.text.starts_with('#') || line.text.starts_with("//");
        let bare = line.from(line.text.len() - line.text.trim_start_matches(['#', '/', '=']).len());
        let bare = bare.trim();
        if !bare.text.contains(char::is_alphanumeric) || is_credit(bare.text) {
            return;
        }
        let headed = split_heading(bare);
        // `Total: 38/40` has a limit as well, and no heading of one
        let points =
            PointsLine::of(bare.text).filter(|_| !matches!(headed, Some((ListHeading::Points, _))));
        if let Some(points) = points {
            match points {
                PointsLine::Limit(points) => self.limit(points, bare, report),
                PointsLine::Total => {}
            }
        } else if let Some((heading, value)) = headed {
            self.read_under(heading, value, report);
        } else if !is_comment {
            self.read_under(
                self.below.unwrap_or(ListHeading::Pieces(PieceRole::Any)),
                bare,
                report,
            );
        }
    }

    /// Reads the text below or after a heading.
    fn read_under(&mut self, heading: ListHeading, value: LinePart<'_>, report: &mut Report) {
        let is_empty = value.text.is_empty();
        match heading {
            ListHeading::Pieces(_) => self.below = Some(heading),
            ListHeading::Commander | ListHeading::Attachment if is_empty => {
                self.above = self.below.filter(|below| matches!(below, ListHeading::Pieces(_)));
                self.below = Some(heading);
            }
            // the headings of a commander and of one attachment cover one line
            ListHeading::Commander | ListHeading::Attachment => {
                self.below = if self.below == Some(heading) { self.above } else { self.below };
            }
            _ => self.below = self.below.filter(|below| matches!(below, ListHeading::Pieces(_))),
        }
        if is_empty {
            return;
        }
        match heading {
            ListHeading::Ignored => {}
            ListHeading::Title => self.written.title = Some(value.text.to_owned()),
            ListHeading::Faction => {
                self.written.faction =
                    pieces(value, PieceRole::Any).into_iter().next().map(|one| one.raw);
            }
            ListHeading::Points => match parse_points(value.text) {
                Some(points) => self.limit(points, value, report),
                None => report.add(|| {
                    let wrong = format!("{} is not a number of points", quoted(value.text));
                    Draft::new(&value.span(), wrong).help("write it as in `Points: 40`")
                }),
            },
            ListHeading::Commander => self.commander(pieces(value, PieceRole::Any)),
            ListHeading::Pieces(role) => self.written.pieces.extend(pieces(value, role)),
            ListHeading::Attachment => {
                self.written.pieces.extend(pieces(value, PieceRole::Attachment));
            }
        }
    }

    /// Takes the commander, and the unit of `Robb Stark (C) in Stark Sworn Swords`.
    fn commander(&mut self, pieces: Vec<ListPiece>) {
        let (hosts, named): (Vec<ListPiece>, Vec<ListPiece>) =
            pieces.into_iter().partition(|piece| piece.role == PieceRole::Unit);
        let raw = named.into_iter().next().map(|piece| piece.raw);
        self.written.commander = raw.map(|raw| RawEntry { commands: true, ..raw });
        self.written.host = hosts.into_iter().next().map(|piece| piece.raw);
    }

    fn limit(&mut self, points: u16, place: LinePart<'_>, report: &mut Report) {
        if points == 0 || i64::from(points) > MOST_POINTS {
            report.add(|| {
                let wrong = format!("the limit must be 1 to {MOST_POINTS} points, not {points}");
                Draft::new(&place.span(), wrong)
            });
        }
        self.written.points = Some((points, place.span()));
    }
}

/// Whether a line names the program that the list was made with.
fn is_credit(line: &str) -> bool {
    let words = normalize_name(line);
    let mut words = words.split(' ');
    let made = words.next().is_some_and(|first| MADE.contains(&first));
    let by =
        words.next().is_some_and(|second| ["with", "by", "in", "on", "from"].contains(&second));
    (made && by) || line.contains("://")
}

/// Splits a heading off a line: `Points: 40`, `Faction – Stark`, `[Combat Units] - 32 points`.
fn split_heading(line: LinePart<'_>) -> Option<(ListHeading, LinePart<'_>)> {
    // a dash without spaces is in a word or an id: `house-bolton-flayed-men`
    let is_apart = |end: usize, sign: char| {
        line.to(end).text.ends_with(char::is_whitespace)
            || line.from(end + sign.len_utf8()).text.starts_with(char::is_whitespace)
    };
    let signs = line.text.char_indices().filter(|(end, sign)| {
        *sign == ':' || (['-', '–', '—'].contains(sign) && is_apart(*end, *sign))
    });
    for (end, sign) in signs {
        if let Some(heading) = heading(line.to(end)) {
            let value = line.from(end + sign.len_utf8()).trim();
            return match heading {
                // `Attachments: Umber Champion` is of the unit above, not a heading of several
                ListHeading::Pieces(role) if is_number(value) => {
                    Some((ListHeading::Pieces(role), value.from(value.text.len())))
                }
                ListHeading::Pieces(PieceRole::Unattached) if !value.text.is_empty() => {
                    Some((ListHeading::Attachment, value))
                }
                heading => Some((heading, value)),
            };
        }
    }
    heading(line).map(|heading| (heading, line.from(line.text.len())))
}

/// Parses a heading without what follows it: `[Combat Units] (5)`, `Total 40`. A number makes a
/// title of other headings: `List 1`.
fn heading(part: LinePart<'_>) -> Option<ListHeading> {
    let signs = ['[', ']', '(', ')', '*', '_', '=', '~'];
    let words = without_brackets(without_bullets(part).0.text.trim_matches(signs));
    let counted = || {
        let heading = ListHeading::of(cost_behind(LinePart { text: words, at: 0 }).0.text);
        heading.filter(|heading| {
            matches!(
                heading,
                ListHeading::Pieces(_) | ListHeading::Attachment | ListHeading::Ignored
            )
        })
    };
    ListHeading::of(words).or_else(counted)
}

/// Whether a text is a number of points or of pieces and nothing else.
fn is_number(value: LinePart<'_>) -> bool {
    let words = normalize_name(value.text);
    let letters = words.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    !words.is_empty()
        && letters.len() < words.len()
        && ["", "points", "point", "pts", "pt", "units", "unit"].contains(&letters)
}

/// Drops the count after a heading: `Combat Units (5)`.
fn without_brackets(text: &str) -> &str {
    text.split(['(', '[']).next().unwrap_or(text)
}
