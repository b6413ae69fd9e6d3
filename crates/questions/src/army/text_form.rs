//! Parses the text form of a list: what list builders export and players type, one unit a line.
//!
//! Builders differ in bullets, numbers, brackets and in the words between a unit and its
//! attachment; all are accepted. Headings decide what the lines below them are.

use super::line::{LinePart, pieces, without_bullets};
use super::raw_list::{MOST_POINTS, PieceRole, RawEntry, RawList};
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
    /// Nothing that matters.
    Ignored,
}

/// Headings by their normalized words.
const HEADINGS: [(&[&str], ListHeading); 8] = [
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
    (&["attachments", "unit attachments"], ListHeading::Pieces(PieceRole::Unattached)),
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
        reader.line(LinePart { text: line, at }.trim(), report);
        at += line.len();
    }
    reader.written
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
        if let Some((heading, value)) = split_heading(bare) {
            self.read_under(heading, value, report);
        } else if let Some(points) = points_alone(bare.text) {
            self.limit(points, bare, report);
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
            ListHeading::Commander if is_empty => self.below = Some(heading),
            // the heading of a commander covers one line
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
            ListHeading::Commander => {
                let raw = pieces(value, PieceRole::Any).into_iter().next().map(|one| one.raw);
                self.written.commander = raw.map(|raw| RawEntry { commands: true, ..raw });
            }
            ListHeading::Pieces(role) => self.written.pieces.extend(pieces(value, role)),
        }
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

/// Splits a heading off a line.
fn split_heading(line: LinePart<'_>) -> Option<(ListHeading, LinePart<'_>)> {
    if let Some(colon) = line.text.find(':') {
        let words = without_bullets(line.to(colon)).0;
        if let Some(heading) = ListHeading::of(without_brackets(words.text)) {
            return Some((heading, line.from(colon + 1).trim()));
        }
    }
    let heading = ListHeading::of(without_brackets(without_bullets(line).0.text))?;
    Some((heading, line.from(line.text.len())))
}

/// Drops the count after a heading: `Combat Units (5)`.
fn without_brackets(text: &str) -> &str {
    text.split(['(', '[']).next().unwrap_or(text)
}

/// Parses a line that is a limit of points alone: `40 points`.
fn points_alone(line: &str) -> Option<u16> {
    let words = normalize_name(line);
    let mut words = words.split(' ');
    let number = words.next()?.parse().ok()?;
    let is_points = words.next().is_some_and(|word| ["points", "point", "pts"].contains(&word));
    (is_points && words.next().is_none()).then_some(number)
}

/// Parses a limit of points: `40`, `39/40`, `40 | Activations: 7`.
fn parse_points(text: &str) -> Option<u16> {
    let text = text.split(['|', '(', '[']).next()?;
    let words = normalize_name(text);
    let mut numbers = words.split(' ').filter_map(|word| word.parse().ok());
    let first = numbers.next()?;
    let is_of = text.contains('/') || words.split(' ').any(|word| word == "of");
    // of `39/40` and `39 of 40` the second number is the limit
    Some(if is_of { numbers.next().unwrap_or(first) } else { first })
}
