//! `luck`: how lucky the rolls of a game were, each alone and all together.

use std::sync::LazyLock;

use super::asoiaf::CatalogueKey;
use super::error::RequestError;
use super::given::ParsedFields;
use super::group::{Keys, groups, keys};
use super::key::{Arity, Key, Mark, find};
use super::kind::{LUCK, QuestionKind, Setup};
use super::link::Link;
use super::query::{GameRoll, Query, RequestedAnalyses};
use super::raw_fields::RawFields;
use super::value::FileContents;
use crate::catalogue::Catalogue;
use crate::document::quoted;
use crate::study::{EngineKind, Isa};

/// Two lines of a file of rolls.
pub const ROLLS: [&str; 2] = [
    "attack \"stark sworn swords\" guardsmen --rolled 3",
    "enemy panic \"stark sworn swords\" --rolled 2",
];

/// The word before a roll of the enemy.
const ENEMY: &str = "enemy";

keys! {
    /// The rolls of a game.
    pub struct GameRolls in Situation {
        /// A file of rolls, or its text; `-` for standard input. Links and HTTP take the text.
        needed rolls: FileContents [Positional, Words, Single, Contents], "ROLLS";
    }
}

groups! {
    /// The keys of the rolls of a game.
    pub struct GameRollKeys {
        /// The rolls.
        pub game: GameRolls,
        /// The cards that the rolls name.
        pub catalogue: CatalogueKey,
    }
}

/// Returns the kind `luck`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: LUCK,
        about: "How lucky were the rolls of a game?",
        more: "Each line of the file is a roll: a command or a link with its result, such as \
               `attack \"sworn swords\" guardsmen --rolled 3`, and `enemy` before it if the enemy \
               rolled. Lines that begin with # are skipped. The luck of a roll is the share of \
               such rolls with a worse result, and half of those with the same result; a good roll \
               of the enemy is bad luck. Rolls of the same quantity are also added up. For one \
               roll: `warodds luck attack A B --rolled 3`.",
        examples: &[
            "warodds luck docs/guides/rolls.txt",
            "warodds luck docs/guides/rolls.txt --json",
        ],
        takes_lists: false,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(GameRollKeys::keys);
            &KEYS
        },
        ask: |values, catalogue| ask(values, catalogue),
    }
}

fn ask(values: &ParsedFields<'_>, catalogue: &Catalogue) -> Result<Query, RequestError> {
    if !values.has("rolls") {
        return Err(RequestError::Missing {
            key: values.display_name("rolls"),
            words: format!("a file of rolls, one in each line, such as\n  {}", ROLLS.join("\n  ")),
        });
    }
    let FileContents(text) = GameRollKeys::read(values)?.game.rolls;
    let lines = text.lines().map(str::trim).zip(1..);
    let lines = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    let mut faults = Vec::new();
    let mut rolls = Vec::new();
    for (text, line) in lines {
        match roll(text, line, catalogue) {
            Ok(roll) => rolls.push(roll),
            Err(wrong) => faults.push(RequestError::Refused(format!("line {line}: {wrong}"))),
        }
    }
    if rolls.is_empty() && faults.is_empty() {
        return Err(RequestError::refused(
            "there are no rolls: write one in each line, such as `panic?morale=7&rolled=0`",
        ));
    }
    if rolls.is_empty() {
        let example = format!("lines of such a file are\n  {}", ROLLS.join("\n  "));
        faults.push(RequestError::Refused(example));
    }
    RequestError::all(faults).map_or(Ok(Query::Luck(rolls)), Err)
}

/// Replaces what phones and word processors write for typed characters: curly quotes, a dash for
/// the two hyphens of an option, and spaces that do not break.
fn straightened(text: &str) -> String {
    let mut straight = String::with_capacity(text.len());
    let (mut before, mut is_quoted, mut is_single) = (' ', false, false);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let begins = before.is_whitespace() || before == '=';
        // between letters it is an apostrophe, which names have
        let opens = character == '‘' && begins && !is_quoted;
        let closes = character == '’' && is_single && next.is_whitespace();
        match character {
            '"' | '“' | '”' | '„' | '‟' => {
                is_quoted = !is_quoted;
                straight.push('"');
            }
            _ if opens || closes => {
                (is_quoted, is_single) = (opens, opens);
                straight.push('"');
            }
            '–' | '—' if begins && !is_quoted && next.is_alphabetic() => {
                straight.push_str("--")
            }
            _ if character.is_whitespace() => straight.push(' '),
            _ => straight.push(character),
        }
        before = character;
    }
    straight
}

/// Parses a line.
fn roll(text: &str, line: usize, catalogue: &Catalogue) -> Result<GameRoll, RequestError> {
    let text = straightened(text);
    // phones write the first word of a line with a capital letter
    let (by_enemy, text) = match text.split_once(' ') {
        Some((word, rest)) if word.eq_ignore_ascii_case(ENEMY) => (true, rest.trim_start()),
        _ => (false, text.as_str()),
    };
    let (kind, fields) = if text.contains(['?', '/']) && !text.contains(char::is_whitespace) {
        let link = Link::read(text)?;
        (link.kind, link.given)
    } else {
        command(text)?
    };
    if kind.name == LUCK {
        return Err(RequestError::refused("a roll is a question such as `attack`, not `luck`"));
    }
    // a link or an address asks as well, and must not open files of the machine that answers
    let is_local = |key: &&Key| key.has(Mark::Local) && fields.has(key.id);
    if let Some(key) = kind.keys().iter().find(is_local) {
        return Err(RequestError::Refused(format!(
            "{} names a file: leave it out here and give it once for all rolls",
            key.display_name()
        )));
    }
    let setup = Setup { catalogue, isa: Isa::best(), battles: None };
    let request = kind.request(kind.keys(), &fields, &setup)?;
    if request.analyses.rolled.is_empty() {
        return Err(RequestError::refused(
            "the rolled result is missing: add --rolled N, or --rolled hits=N for hits",
        ));
    }
    let rolled = request.analyses.rolled.clone();
    if request.analyses != (RequestedAnalyses { rolled, ..RequestedAnalyses::default() }) {
        return Err(RequestError::refused(
            "a line has a roll and its result only: leave out --why, --sensitivity, --at-least and \
             --at-most",
        ));
    }
    if request.plan.engine != EngineKind::Exact {
        return Err(RequestError::refused(
            "luck is computed exactly: leave out --engine and --check",
        ));
    }
    Ok(GameRoll { line, by_enemy, request })
}

/// Parses a command without its program. The parser of the program is not used: it would build the
/// options of all commands, and is not there where links and addresses are read.
fn command(text: &str) -> Result<(QuestionKind, RawFields), RequestError> {
    let words = shlex::split(text)
        .ok_or_else(|| RequestError::refused("a quotation mark is not closed"))?;
    let mut words = words.into_iter().skip_while(|word| word.eq_ignore_ascii_case("warodds"));
    let mut name = words.next().unwrap_or_default().to_lowercase();
    if super::groups().iter().any(|game| game.name == name) {
        name = format!("{name}/{}", words.next().unwrap_or_default());
    }
    let kind = super::kind(&name)?;
    let keys = kind.keys();
    let arguments = keys.iter().filter(|key| key.has(Mark::Argument));
    let mut positional = keys.iter().filter(|key| key.has(Mark::Positional)).chain(arguments);
    let mut fields = RawFields::new();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--") else {
            let key = positional.next().ok_or_else(|| {
                RequestError::Refused(format!(
                    "`{}` takes no further argument {}",
                    kind.name,
                    quoted(&word)
                ))
            })?;
            fields.push(key.id, &word);
            continue;
        };
        match option.split_once('=') {
            Some((name, value)) => fields.push_named(keys, name, value),
            None => {
                let needs_value = |(key, short): (&Key, Option<&str>)| {
                    short.is_none() && key.arity != Arity::Flag
                };
                let value = find(keys, option).filter(|found| needs_value(*found));
                let value = value.and_then(|_| words.next()).unwrap_or_default();
                fields.push_named(keys, option, &value);
            }
        }
    }
    Ok((kind, fields))
}
