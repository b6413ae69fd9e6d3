//! Parses one line of a list in text form: names of pieces with costs and numbers of copies.

use super::raw_list::{ListPiece, PieceRole, RawEntry};
use crate::catalogue::normalize_name;
use crate::document::Span;

/// Whether a character in front of a piece means nothing: a bullet, a line of a tree, a picture.
fn is_bullet(character: char) -> bool {
    !character.is_alphanumeric() && !OPENING.contains(&character)
}

/// The brackets that open a cost or a part of a name.
const OPENING: [char; 3] = ['(', '[', '{'];
/// The brackets that close it.
const CLOSING: [char; 3] = [')', ']', '}'];

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
    let mut pieces: Vec<ListPiece> = Vec::new();
    let mut rest = line;
    let mut is_host = false;
    loop {
        // a line may hold several pieces: `Umber Berserkers (6) with Umber Champion (1)`
        let (start, joins) = without_bullets(rest);
        if start.text.is_empty() {
            return pieces;
        }
        let (start, joins) = match without_connector(start) {
            // `with - 1x Umber Champion`
            Some(name) => (without_bullets(name).0, true),
            None => (start, joins),
        };
        let (copies, start) = copies_in_front(start);
        let piece = piece(start);
        let (copies_behind, behind) = copies_behind(piece.behind);
        let copies = copies.max(piece.copies).max(copies_behind);
        let role = match role {
            PieceRole::Unit | PieceRole::Any if joins => PieceRole::Attachment,
            role => role,
        };
        match pieces.last_mut().filter(|_| is_host) {
            // `Robb Stark (C) in Stark Sworn Swords`: the unit comes first, as on other lines
            Some(guest) => {
                guest.role = PieceRole::Attachment;
                let host = ListPiece { raw: piece.raw, role: PieceRole::Unit };
                pieces.insert(pieces.len() - 1, host);
            }
            None if piece.raw.name.contains(char::is_alphanumeric) => {
                let piece = ListPiece { raw: piece.raw, role };
                pieces.extend(std::iter::repeat_n(piece, copies));
            }
            None => {}
        }
        let host = behind.trim().without("in").filter(|_| !pieces.is_empty());
        is_host = host.is_some();
        rest = host.unwrap_or(behind);
    }
}

/// Drops bullets and a number such as `3.` and returns whether a bullet is a plus, which attaches
/// the piece to the unit before it.
pub(super) fn without_bullets(line: LinePart<'_>) -> (LinePart<'_>, bool) {
    let start = line.trim();
    let bullets = start.text.len() - start.text.trim_start_matches(is_bullet).len();
    let joins = start.text.get(..bullets).is_some_and(|bullets| bullets.contains('+'));
    let start = start.from(bullets);
    let digits =
        start.text.len() - start.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0 && start.from(digits).text.starts_with(['.', ')']);
    (if numbered { start.from(digits + 1).trim() } else { start }, joins)
}

/// Drops `with` and similar words. Returns `None` if there is none.
fn without_connector(start: LinePart<'_>) -> Option<LinePart<'_>> {
    const CONNECTORS: [&str; 5] = ["with", "w/", "attachment:", "attachments:", "attached:"];
    CONNECTORS.iter().find_map(|word| {
        let is_whole = word.ends_with(char::is_alphanumeric);
        let matches =
            start.text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        if is_whole { start.without(word) } else { matches.then(|| start.from(word.len()).trim()) }
    })
}

/// The most copies of a piece on a line.
const MOST_COPIES: usize = 20;

/// Parses the number of copies in front of a piece: `2x Stark Sworn Swords`, `2 Stark Bowmen`.
fn copies_in_front(start: LinePart<'_>) -> (usize, LinePart<'_>) {
    let digits = start.text.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = start.text.len() - digits.len();
    let rest = start.from(count).trim();
    let times = rest
        .without("x")
        .or_else(|| rest.text.starts_with('×').then(|| rest.from('×'.len_utf8()).trim()));
    // `997th` is a word
    let apart = digits.starts_with(char::is_whitespace).then_some(rest);
    match (start.to(count).text.parse(), times.or(apart)) {
        (Ok(copies), Some(rest)) if (1..=MOST_COPIES).contains(&copies) => (copies, rest),
        _ => (1, start),
    }
}

/// Parses the number of copies after a piece: `x2`, `x 2`.
fn copies_behind(behind: LinePart<'_>) -> (usize, LinePart<'_>) {
    let rest = behind.trim();
    let number = rest.text.trim_start_matches(['x', 'X', '×']).trim_start();
    let sign = rest.text.len() - number.len();
    let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_whole = !rest.from(sign + digits).text.starts_with(char::is_alphanumeric);
    match number.get(..digits).unwrap_or_default().parse() {
        Ok(copies) if sign > 0 && is_whole && (1..=MOST_COPIES).contains(&copies) => {
            (copies, rest.from(sign + digits))
        }
        _ => (1, behind),
    }
}

/// Splits the number of copies off the end of a name: `Stark Bowmen x2`.
fn copies_at_end(name: LinePart<'_>) -> (usize, LinePart<'_>) {
    let signs = name.text.char_indices().filter(|(_, letter)| matches!(letter, 'x' | 'X' | '×'));
    for (at, _) in signs {
        let apart = name.to(at).text.ends_with(char::is_whitespace);
        if let (copies, LinePart { text: "", .. }) = copies_behind(name.from(at))
            && apart
        {
            return (copies, name.to(at).trim());
        }
    }
    (1, name)
}

/// A piece and what follows it on its line.
struct ReadPiece<'t> {
    raw: RawEntry,
    copies: usize,
    behind: LinePart<'t>,
}

/// Parses a piece with its cost.
fn piece(start: LinePart<'_>) -> ReadPiece<'_> {
    let mut end = start.text.len();
    let mut content = BracketContent::default();
    let mut behind = start.from(end);
    for (open, _) in start.text.match_indices(OPENING) {
        if let Some(join) = connector(start.to(open)) {
            end = join;
            behind = start.from(join);
            break;
        }
        let inner = start.from(open + 1);
        let Some(close) = inner.text.find(CLOSING) else { break };
        // brackets may be part of the name: `Scorpion Modifications (Builder)`
        let Some(read) = BracketContent::of(inner.to(close).text) else { continue };
        content = content.with(read);
        end = end.min(open);
        let rest = inner.from(close + 1);
        let (copies, rest) = copies_behind(rest);
        content.copies = content.copies.max(copies);
        behind = rest;
        // `(commander) (0)`
        if !behind.trim().text.starts_with(OPENING) {
            break;
        }
    }
    if end == start.text.len() {
        end = connector(start).unwrap_or(end);
        behind = start.from(end);
    }
    let (name, cost, copies) = name_with_numbers(start.to(end).trim(), content.cost);
    let title = content.title.map_or_else(String::new, |title| format!(", {title}"));
    let raw = RawEntry {
        name: format!("{}{title}", name.text),
        cost,
        commands: content.commands,
        span: name.span(),
    };
    ReadPiece { raw, copies: content.copies.max(copies), behind }
}

/// Splits copies and a cost without brackets off a name, in either order.
fn name_with_numbers(name: LinePart<'_>, cost: Option<u8>) -> (LinePart<'_>, Option<u8>, usize) {
    let (copies, name) = copies_at_end(without_end(name));
    let (name, cost) = if cost.is_none() { cost_behind(name) } else { (name, cost) };
    let (more, name) = copies_at_end(without_end(name));
    (without_end(name), cost, copies.max(more))
}

/// Drops dashes, commas and the like after a name.
fn without_end(name: LinePart<'_>) -> LinePart<'_> {
    let is_end = |c: char| is_bullet(c) && !CLOSING.contains(&c);
    name.to(name.text.trim_end_matches(is_end).len()).trim()
}

/// Finds the word that joins an attachment to the unit before it.
fn connector(part: LinePart<'_>) -> Option<usize> {
    let lower = part.text.to_ascii_lowercase();
    [" with ", " w/", " + ", "\twith ", "\t+ "].iter().filter_map(|word| lower.find(word)).min()
}

/// What brackets say about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BracketContent {
    cost: Option<u8>,
    commands: bool,
    copies: usize,
    /// A part of the name, as in `Robb Stark (The Young Wolf, 2 pts)`.
    title: Option<String>,
}

impl Default for BracketContent {
    fn default() -> Self {
        Self { cost: None, commands: false, copies: 1, title: None }
    }
}

impl BracketContent {
    /// Parses the text in brackets. Returns `None` if all of it is a part of the name.
    fn of(text: &str) -> Option<Self> {
        let mut content = Self::default();
        let mut names: Vec<&str> = Vec::new();
        let mut parts = 0;
        for part in text.split([',', ';', '|', '/']).flat_map(|part| part.split(" - ")) {
            parts += 1;
            let words = normalize_name(part);
            let copies = copies_behind(LinePart { text: part, at: 0 });
            // `(1.0)` is an edition
            if let Some(cost) = bracket_cost(&words).filter(|_| !part.contains('.')) {
                content.cost = Some(cost);
            } else if COMMANDS.contains(&words.as_str()) {
                content.commands = true;
            } else if let (copies, LinePart { text: "", .. }) = copies {
                content.copies = copies;
            } else {
                names.push(part.trim());
            }
        }
        content.title = (!names.is_empty()).then(|| names.join(", "));
        (names.len() < parts).then_some(content)
    }

    fn with(self, other: Self) -> Self {
        Self {
            cost: other.cost.or(self.cost),
            commands: self.commands || other.commands,
            copies: self.copies.max(other.copies),
            title: self.title.or(other.title),
        }
    }
}

/// Marks of the commander, in brackets.
const COMMANDS: [&str; 7] = ["c", "commander", "cmd", "cmdr", "com", "leader", "general"];

/// Parses a cost in brackets: `6`, `6 pts`, `Cost: 6`, `free`.
fn bracket_cost(words: &str) -> Option<u8> {
    if words == "free" {
        return Some(0);
    }
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let unit = words.trim_start_matches(|c: char| !is_letter(c));
    let number = words.trim_end_matches(is_letter).trim();
    let label = number.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = number.get(label.len()..)?;
    // `cost 6` begins with its unit, `6 pts` ends with it
    let unit = if label.is_empty() { unit } else { label.trim() };
    let known = ["", "pts", "pt", "p", "points", "point", "cost"].contains(&unit);
    number.parse().ok().filter(|_| known)
}

/// Splits off a cost without brackets: `Stark Bowmen - 6 pts`.
pub(super) fn cost_behind(name: LinePart<'_>) -> (LinePart<'_>, Option<u8>) {
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
