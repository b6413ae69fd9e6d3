//! Parses one line of a list in text form: names of pieces with costs and numbers of copies.

use super::raw_list::{ListPiece, PieceRole, RawEntry};
use crate::catalogue::normalize_name;
use crate::document::Span;

/// Characters in front of a piece that mean nothing.
const BULLETS: [char; 19] =
    ['•', '*', '·', '‣', '◦', '▪', '●', '○', '■', '□', '–', '—', '-', '>', '+', '✓', ',', ';', '|'];

/// A part of the text with its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePart<'t> {
    /// The text of the part.
    pub text: &'t str,
    /// The offset of the part in the whole text, in bytes.
    pub at: usize,
}

impl<'t> LinePart<'t> {
    /// Returns the range of bytes in the whole text.
    pub(super) fn span(self) -> Span {
        self.at..self.at + self.text.len()
    }

    /// Drops the first `bytes`.
    pub(super) fn from(self, bytes: usize) -> Self {
        let bytes = bytes.min(self.text.len());
        Self { text: self.text.get(bytes..).unwrap_or_default(), at: self.at + bytes }
    }

    /// Keeps the first `bytes`.
    pub(super) fn to(self, bytes: usize) -> Self {
        Self { text: self.text.get(..bytes).unwrap_or(self.text), ..self }
    }

    /// Drops surrounding whitespace.
    pub(super) fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let part = self.from(start);
        Self { text: part.text.trim_end(), ..part }
    }

    /// Drops a word at the beginning, in upper or lower case. Returns `None` if it is not there.
    fn without(self, word: &str) -> Option<Self> {
        let start = self.text.get(..word.len())?;
        let rest = self.from(word.len());
        let ends = rest.text.chars().next().is_none_or(|next| !next.is_alphanumeric());
        (start.eq_ignore_ascii_case(word) && ends).then(|| rest.trim())
    }
}

/// Parses the pieces of a line such as `House Umber Berserkers (6) with Umber Champion (1)`.
pub(super) fn pieces(line: LinePart<'_>, role: PieceRole) -> Vec<ListPiece> {
    let mut pieces = Vec::new();
    let mut rest = line;
    loop {
        // a line may hold several pieces: `Umber Berserkers (6) with Umber Champion (1)`
        let (start, joins) = without_bullets(rest);
        if start.text.is_empty() {
            return pieces;
        }
        let (start, joins) = match without_connector(start) {
            Some(name) => (name, true),
            None => (start, joins),
        };
        let (copies, start) = copies(start);
        let (raw, behind) = piece(start);
        let (more, behind) = copies_behind(behind);
        let role = match role {
            PieceRole::Unit | PieceRole::Any if joins => PieceRole::Attachment,
            role => role,
        };
        if raw.name.chars().any(char::is_alphanumeric) {
            let one = ListPiece { raw, role };
            pieces.extend(std::iter::repeat_n(one, copies.max(more)));
        }
        rest = behind;
    }
}

/// Drops bullets and a number such as `3.` and returns whether a bullet is a plus, which attaches
/// the piece to the unit before it.
pub(super) fn without_bullets(line: LinePart<'_>) -> (LinePart<'_>, bool) {
    let start = line.trim();
    let text = start.text.trim_start_matches(|c: char| BULLETS.contains(&c) || c.is_whitespace());
    let bullets = start.text.len() - text.len();
    let joins = start.text.get(..bullets).is_some_and(|bullets| bullets.contains('+'));
    let start = start.from(bullets);
    let digits =
        start.text.len() - start.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0 && start.from(digits).text.starts_with(['.', ')']);
    (if numbered { start.from(digits + 1).trim() } else { start }, joins)
}

/// Drops `with` and similar words. Returns `None` if there is none.
fn without_connector(start: LinePart<'_>) -> Option<LinePart<'_>> {
    ["with", "w/", "attachment:", "attached:"].iter().find_map(|word| {
        let is_whole = word.ends_with(char::is_alphanumeric);
        let matches =
            start.text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        if is_whole { start.without(word) } else { matches.then(|| start.from(word.len()).trim()) }
    })
}

/// The most copies of a piece on a line.
const MOST_COPIES: usize = 20;

/// Parses the number of copies in front of a piece: `2x Stark Sworn Swords`.
fn copies(start: LinePart<'_>) -> (usize, LinePart<'_>) {
    let digits = start.text.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = start.text.len() - digits.len();
    let rest = start.from(count).trim();
    let times = rest
        .without("x")
        .or_else(|| rest.text.starts_with('×').then(|| rest.from('×'.len_utf8()).trim()));
    match (start.to(count).text.parse(), times) {
        (Ok(copies), Some(rest)) if (1..=MOST_COPIES).contains(&copies) => (copies, rest),
        _ => (1, start),
    }
}

/// Parses the number of copies after a piece: `x2`.
fn copies_behind(behind: LinePart<'_>) -> (usize, LinePart<'_>) {
    let rest = behind.trim();
    let Some(number) = rest.text.strip_prefix(['x', 'X', '×']) else { return (1, behind) };
    let sign = rest.text.len() - number.len();
    let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match number.get(..digits).unwrap_or_default().parse() {
        Ok(copies) if (1..=MOST_COPIES).contains(&copies) => (copies, rest.from(sign + digits)),
        _ => (1, behind),
    }
}

/// Parses a piece with its cost and returns the rest of the line.
fn piece(start: LinePart<'_>) -> (RawEntry, LinePart<'_>) {
    let mut end = start.text.len();
    let (mut cost, mut commands, mut behind) = (None, false, start.from(end));
    for (open, _) in start.text.match_indices(['(', '[', '{']) {
        if let Some(join) = connector(start.to(open)) {
            end = join;
            behind = start.from(join);
            break;
        }
        let inner = start.from(open + 1);
        let Some(close) = inner.text.find([')', ']', '}']) else { break };
        // brackets may be part of the name: `Scorpion Modifications (Builder)`
        match bracket_content(inner.to(close).text) {
            BracketContent::Cost(points) => cost = Some(points),
            BracketContent::Commander => commands = true,
            BracketContent::Name => continue,
        }
        end = end.min(open);
        behind = inner.from(close + 1);
        // `(commander) (0)`
        if !behind.trim().text.starts_with(['(', '[', '{']) {
            break;
        }
    }
    if end == start.text.len() {
        end = connector(start).unwrap_or(end);
        behind = start.from(end);
    }
    let mut name = start.to(end).trim();
    if cost.is_none() {
        (name, cost) = cost_behind(name);
    }
    let name =
        name.to(name.text.trim_end_matches(|c: char| BULLETS.contains(&c) || c == ':').len());
    let name = name.trim();
    (RawEntry { name: name.text.to_owned(), cost, commands, span: name.span() }, behind)
}

/// Finds the word that joins an attachment to the unit before it.
fn connector(part: LinePart<'_>) -> Option<usize> {
    let lower = part.text.to_ascii_lowercase();
    [" with ", " w/", " + ", "\twith ", "\t+ "].iter().filter_map(|word| lower.find(word)).min()
}

/// The content of brackets.
enum BracketContent {
    Cost(u8),
    Commander,
    /// A part of the name, as in `Scorpion Modifications (Builder)`.
    Name,
}

fn bracket_content(text: &str) -> BracketContent {
    let words = normalize_name(text);
    let number = words
        .trim_end_matches(|c: char| c.is_ascii_alphabetic())
        .trim()
        .trim_start_matches("cost ")
        .trim();
    let unit = words.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let is_points = ["", "pts", "pt", "p", "points", "point"].contains(&unit);
    match (number.parse(), words.as_str()) {
        (Ok(points), _) if is_points => BracketContent::Cost(points),
        (_, "free") => BracketContent::Cost(0),
        (_, "c" | "commander") => BracketContent::Commander,
        _ => BracketContent::Name,
    }
}

/// Splits off a cost without brackets: `Stark Bowmen - 6 pts`.
fn cost_behind(name: LinePart<'_>) -> (LinePart<'_>, Option<u8>) {
    let lower = name.text.to_ascii_lowercase();
    let words = ["points", "point", "pts", "pt"];
    let named = words.iter().find_map(|word| lower.strip_suffix(word)).map(str::trim_end);
    let text = name.to(named.map_or(name.text.len(), str::len)).text;
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = text.get(before.len()..).unwrap_or_default();
    let apart = before.ends_with(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | ':' | '='));
    match digits.parse() {
        // larger numbers are part of the name, such as an edition
        Ok(points) if apart && points <= 100u8 => (name.to(before.len()).trim(), Some(points)),
        _ => (name, None),
    }
}
