//! Answer a card by what a player calls it.
//!
//! From the strictest to the loosest: its id, its whole name, the start of its name, words that
//! start words of its name, faction or edition. The first of these that finds anything counts. Of
//! one name in several editions the newest card is meant, unless an older one is asked for by its
//! edition or id.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::entry::{Attachment, Card, Origin};
use super::{Catalogue, Joins};

/// How alike names must be to be offered for each other (Jaro–Winkler, 0 to 1).
const ALIKE: f64 = 0.8;
/// How much less alike than the likest a name may be and still be offered.
const NEARLY: f64 = 0.05;
/// How many names are offered.
const OFFERED: usize = 3;
/// How many candidates are listed.
const LISTED: usize = 12;

/// Why a name finds nothing, or too much.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotFound {
    /// Nothing is called that.
    #[error("there is no {what} `{given}`{}", offer(nearest))]
    Unknown {
        /// What was looked for, e.g. `unit`.
        what: &'static str,
        /// What was given.
        given: String,
        /// Names that are like it, the likest first.
        nearest: Vec<String>,
    },
    /// Several are called that.
    #[error("`{given}` may be any of {}", list(candidates))]
    Ambiguous {
        /// What was given.
        given: String,
        /// All of them: id, name, faction and edition.
        candidates: Vec<String>,
    },
}

fn offer(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", quoted.join(" or "))
    }
}

fn list(candidates: &[String]) -> String {
    let lines: String =
        candidates.iter().take(LISTED).map(|candidate| format!("\n  {candidate}")).collect();
    let more = candidates.len().saturating_sub(LISTED);
    if more > 0 {
        format!("{}:{lines}\n  and {more} more", candidates.len())
    } else {
        format!("{}:{lines}", candidates.len())
    }
}

/// What a search comes to.
pub type Found<'a, T> = Result<&'a T, NotFound>;

impl Catalogue {
    /// The card that a name, the start of a name, some of its words or an id means.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find(&self, given: &str) -> Found<'_, Card> {
        find("unit", given, self.cards())
    }

    /// The attachment that a name means; titles count as well.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find_attachment(&self, given: &str) -> Found<'_, Attachment> {
        find("attachment", given, self.attachments())
    }
}

/// A text as names are compared: small letters and digits in words, without accents and
/// apostrophes.
pub fn plain(text: &str) -> String {
    let letters = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '’' | '‘' | '`' | '´' | '.'));
    let spaced: String = letters
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What can be looked for.
trait Entry {
    fn id(&self) -> &str;
    /// What it may be called in full.
    fn names(&self) -> Vec<String>;
    fn origin(&self) -> &Origin;
    /// The entry in a line.
    fn told(&self) -> String;
}

impl Entry for Card {
    fn id(&self) -> &str {
        &self.id
    }

    fn names(&self) -> Vec<String> {
        vec![self.unit.name.clone()]
    }

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn told(&self) -> String {
        format!(
            "{} ({}, {}, {})",
            self.id,
            self.unit.name,
            self.origin.faction,
            self.origin.edition.name()
        )
    }
}

impl Entry for Attachment {
    fn id(&self) -> &str {
        &self.id
    }

    fn names(&self) -> Vec<String> {
        let title = self.title.clone();
        [Some(self.full_name()), Some(self.name.clone()), title].into_iter().flatten().collect()
    }

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn told(&self) -> String {
        let joins = if self.joins == Joins::NoUnit { "joins no unit" } else { self.joins.name() };
        format!("{} ({}, {}, {joins})", self.id, self.full_name(), self.origin.faction)
    }
}

/// An entry with its names as they are compared.
struct Key<'a, T> {
    entry: &'a T,
    id: String,
    names: Vec<String>,
    faction: String,
    edition: [String; 2],
}

impl<'a, T: Entry> Key<'a, T> {
    fn new(entry: &'a T) -> Self {
        let edition = plain(entry.origin().edition.name());
        Self {
            entry,
            id: plain(entry.id()),
            names: entry.names().iter().map(|name| plain(name)).collect(),
            faction: plain(&entry.origin().faction),
            edition: [format!("v{edition}"), edition],
        }
    }

    fn is_id(&self, given: &str) -> bool {
        self.id == given
    }

    fn is_name(&self, given: &str) -> bool {
        let qualified = given.strip_prefix(&self.faction).map(str::trim_start);
        self.names.iter().any(|name| name == given || Some(name.as_str()) == qualified)
    }

    fn starts(&self, given: &str) -> bool {
        self.names.iter().any(|name| name.starts_with(given))
    }

    fn has_words(&self, given: &str) -> bool {
        let words =
            || self.names.iter().flat_map(|name| name.split(' ')).chain(self.faction.split(' '));
        given.split(' ').all(|asked| {
            words().any(|word| word.starts_with(asked))
                || self.edition.iter().any(|edition| edition == asked)
        })
    }

    /// Whether a word of what was given is its edition.
    fn edition_is_asked(&self, given: &str) -> bool {
        given.split(' ').any(|word| self.edition.iter().any(|edition| edition == word))
    }
}

fn find<'a, T: Entry + 'a>(
    what: &'static str,
    given: &str,
    entries: impl Iterator<Item = &'a T>,
) -> Found<'a, T> {
    let keys: Vec<Key<'a, T>> = entries.map(Key::new).collect();
    let asked = plain(given);
    // a text without letters starts every name
    let tests: [fn(&Key<'a, T>, &str) -> bool; 4] =
        [Key::is_id, Key::is_name, Key::starts, Key::has_words];
    let hits = tests.iter().map(|test| {
        keys.iter().filter(|key| !asked.is_empty() && test(key, &asked)).collect::<Vec<_>>()
    });
    let hits = hits.into_iter().find(|hits| !hits.is_empty()).unwrap_or_default();
    let newest = hits.iter().map(|key| key.entry.origin().edition).max();
    let meant: Vec<&Key<'a, T>> = hits
        .into_iter()
        .filter(|key| key.edition_is_asked(&asked) || Some(key.entry.origin().edition) == newest)
        .collect();
    match meant.as_slice() {
        [] => Err(NotFound::Unknown { what, given: shown(given), nearest: nearest(&asked, &keys) }),
        [one] => Ok(one.entry),
        several => Err(NotFound::Ambiguous {
            given: shown(given),
            candidates: several.iter().map(|key| key.entry.told()).collect(),
        }),
    }
}

/// What was given, as a message shows it.
fn shown(given: &str) -> String {
    const LONGEST: usize = 60;
    let short: String = given.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if given.chars().nth(LONGEST).is_some() { format!("{short}…") } else { short }
}

/// The names most like what was given; long texts are no slips.
fn nearest<T: Entry>(asked: &str, keys: &[Key<'_, T>]) -> Vec<String> {
    const LONGEST: usize = 64;
    if asked.len() > LONGEST {
        return Vec::new();
    }
    let likeness = |key: &Key<'_, T>| {
        key.names.iter().map(|name| strsim::jaro_winkler(asked, name)).fold(0.0, f64::max)
    };
    let mut like: Vec<(f64, String)> =
        keys.iter().map(|key| (likeness(key), key.entry.names().swap_remove(0))).collect();
    like.retain(|(alike, _)| *alike >= ALIKE);
    like.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let likest = like.first().map_or(0.0, |(alike, _)| *alike);
    like.retain(|(alike, _)| *alike >= likest - NEARLY);
    like.dedup_by(|a, b| a.1 == b.1);
    like.into_iter().take(OFFERED).map(|(_, name)| name).collect()
}
