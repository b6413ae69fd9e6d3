//! Answer a card by what a player calls it.
//!
//! From the strictest to the loosest: its id, its whole name, the start of its name, words that
//! start words of its name, faction or edition, the same whatever their number (`guardsman`), its
//! letters run together (`shebears`), its initials. The first of these that finds anything counts.
//! Of one name in several editions the newest card is meant, unless an older one is asked for by
//! its edition or id. A misspelling is never guessed: what may be meant is offered.

use thiserror::Error;

use super::deferred::{Key, Listed};
use super::entry::{Attachment, Card, Ncu};
use super::matching::Asked;
use super::read::FromPassage;
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
    /// No unit is called that, but an attachment is.
    #[error(
        "`{given}` is an attachment, {name}, and no unit: name the unit that it joins, and add it \
         with --with"
    )]
    Attachment {
        /// What was given.
        given: String,
        /// The attachment.
        name: String,
    },
    /// No unit is called that, but an NCU is.
    #[error("`{given}` is an NCU, {name}, and no unit: it never fights")]
    Ncu {
        /// What was given.
        given: String,
        /// The NCU.
        name: String,
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
        let found = find("unit", given, self.cards.values().map(AsRef::as_ref));
        found.map_err(|error| {
            let NotFound::Unknown { given: shown, .. } = &error else { return error };
            match (self.find_attachment(given), self.find_ncu(given)) {
                (Ok(found), _) => {
                    NotFound::Attachment { given: shown.clone(), name: found.full_name() }
                }
                (_, Ok(found)) => NotFound::Ncu { given: shown.clone(), name: found.full_name() },
                _ => error,
            }
        })
    }

    /// The NCU that a name means; titles count as well.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find_ncu(&self, given: &str) -> Found<'_, Ncu> {
        find("NCU", given, self.ncus.values().map(AsRef::as_ref))
    }

    /// The attachment that a name means; titles count as well.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find_attachment(&self, given: &str) -> Found<'_, Attachment> {
        find("attachment", given, self.attachments.values().map(AsRef::as_ref))
    }
}

/// All that some words may mean.
#[derive(Clone, Debug, Default)]
pub struct Hits<'a> {
    /// Units.
    pub cards: Vec<&'a Card>,
    /// Attachments.
    pub attachments: Vec<&'a Attachment>,
    /// NCUs.
    pub ncus: Vec<&'a Ncu>,
    /// Where there is none of them: names that are like the words.
    pub nearest: Vec<String>,
}

impl Catalogue {
    /// All that some words may mean, of all kinds and editions, by id.
    pub fn search(&self, given: &str) -> Hits<'_> {
        let asked = Asked::new(given);
        let cards = all_hits(&asked, self.cards.values().map(AsRef::as_ref));
        let attachments = all_hits(&asked, self.attachments.values().map(AsRef::as_ref));
        let ncus = all_hits(&asked, self.ncus.values().map(AsRef::as_ref));
        let mut near = Vec::new();
        if cards.is_empty() && attachments.is_empty() && ncus.is_empty() {
            near.extend(nearest(&asked.text, self.cards.values().map(AsRef::as_ref)));
            near.extend(nearest(&asked.text, self.attachments.values().map(AsRef::as_ref)));
            near.extend(nearest(&asked.text, self.ncus.values().map(AsRef::as_ref)));
            near.truncate(OFFERED);
        }
        Hits { cards, attachments, ncus, nearest: near }
    }
}

/// All entries that pass any test.
fn all_hits<'a, T: FromPassage + 'a>(
    asked: &Asked,
    entries: impl Iterator<Item = &'a Listed<T>>,
) -> Vec<&'a T> {
    let is_hit = |listed: &&Listed<T>| {
        !asked.text.is_empty() && TESTS.iter().any(|test| test(listed.key(), asked))
    };
    entries.filter(is_hit).filter_map(|listed| listed.entry.get()).collect()
}

/// Whether a name is meant, from the strictest test to the loosest.
const TESTS: [fn(&Key, &Asked) -> bool; 7] = [
    Key::is_id,
    Key::is_name,
    Key::starts,
    Key::has_words,
    Key::has_stems,
    Key::runs_together,
    Key::has_initials,
];

/// What can be looked for.
trait Entry: FromPassage {
    /// Its name for people.
    fn name(&self) -> String;
    /// The entry in a line.
    fn told(&self) -> String;
}

impl Entry for Card {
    fn name(&self) -> String {
        self.unit.name.clone()
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
    fn name(&self) -> String {
        self.full_name()
    }

    fn told(&self) -> String {
        let joins = if self.joins == Joins::NoUnit { "joins no unit" } else { self.joins.name() };
        format!("{} ({}, {}, {joins})", self.id, self.full_name(), self.origin.faction)
    }
}

impl Entry for Ncu {
    fn name(&self) -> String {
        self.full_name()
    }

    fn told(&self) -> String {
        format!("{} ({}, {})", self.id, self.full_name(), self.origin.faction)
    }
}

fn find<'a, T: Entry>(
    what: &'static str,
    given: &str,
    entries: impl Iterator<Item = &'a Listed<T>> + Clone,
) -> Found<'a, T> {
    let asked = Asked::new(given);
    let meant = meant(&asked, entries.clone());
    let candidates: Vec<&T> = meant.into_iter().filter_map(|listed| listed.entry.get()).collect();
    match candidates.as_slice() {
        [] => {
            let nearest = nearest(&asked.text, entries);
            Err(NotFound::Unknown { what, given: shown(given), nearest })
        }
        [one] => Ok(one),
        several => Err(NotFound::Ambiguous {
            given: shown(given),
            candidates: several.iter().map(|one| one.told()).collect(),
        }),
    }
}

/// Those that what was given may mean: those of the strictest test that any passes, the newest
/// unless it asks for an edition.
fn meant<'a, T>(
    asked: &Asked,
    entries: impl Iterator<Item = &'a Listed<T>> + Clone,
) -> Vec<&'a Listed<T>> {
    // a text without letters starts every name
    if asked.text.is_empty() {
        return Vec::new();
    }
    let mut hits = TESTS.into_iter().map(|test| {
        let hit = |listed: &&Listed<T>| test(listed.key(), asked);
        entries.clone().filter(hit).collect::<Vec<_>>()
    });
    let hits = hits.find(|hits| !hits.is_empty()).unwrap_or_default();
    let newest = hits.iter().map(|listed| listed.key().edition).max();
    let is_meant = |listed: &&Listed<T>| {
        asked.names(listed.key().edition) || Some(listed.key().edition) == newest
    };
    hits.into_iter().filter(is_meant).collect()
}

/// What was given, as a message shows it.
fn shown(given: &str) -> String {
    const LONGEST: usize = 60;
    let short: String = given.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if given.chars().nth(LONGEST).is_some() { format!("{short}…") } else { short }
}

/// The names most like what was given; long texts are no slips.
fn nearest<'a, T: Entry + 'a>(
    asked: &str,
    entries: impl Iterator<Item = &'a Listed<T>>,
) -> Vec<String> {
    const LONGEST: usize = 64;
    if asked.len() > LONGEST {
        return Vec::new();
    }
    let likeness = |key: &Key| {
        if key.is_a_slip_away(asked) {
            return 1.0;
        }
        key.names.iter().map(|name| strsim::jaro_winkler(asked, name)).fold(0.0, f64::max)
    };
    let mut like: Vec<(f64, String)> = entries
        .map(|listed| (likeness(listed.key()), &listed.entry))
        .filter(|(alike, _)| *alike >= ALIKE)
        .filter_map(|(alike, entry)| Some((alike, entry.get()?.name())))
        .collect();
    like.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let likest = like.first().map_or(0.0, |(alike, _)| *alike);
    like.retain(|(alike, _)| *alike >= likest - NEARLY);
    like.dedup_by(|a, b| a.1 == b.1);
    like.into_iter().take(OFFERED).map(|(_, name)| name).collect()
}
