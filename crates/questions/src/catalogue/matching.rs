//! Compares what a player writes with the names of entries, from the strictest test to the loosest.

use super::index::SearchKey;
use super::names::normalize_name;
use warodds_games::asoiaf::Season;

/// A name to search for, normalized.
pub(super) struct NameQuery {
    pub text: String,
    /// The text without words for seasons, and the season they name.
    unqualified: Option<(String, Season)>,
    /// The text without spaces.
    letters: String,
    pub words: Vec<QueryWord>,
}

/// The shortest beginning of a word that identifies it.
const SHORTEST: usize = 3;

/// A word of a query.
pub(super) struct QueryWord {
    pub text: String,
    stem: String,
    pub season: Option<Season>,
}

impl QueryWord {
    /// Whether the word says something about a name: it is neither a letter nor a small word.
    pub(super) fn counts(&self) -> bool {
        const SMALL: [&str; 9] = ["the", "and", "for", "from", "with", "not", "his", "her", "one"];
        self.text.len() >= SHORTEST && self.season.is_none() && !SMALL.contains(&self.text.as_str())
    }
}

impl NameQuery {
    pub(super) fn new(text: &str) -> Self {
        // `2021` means all seasons since then; a later one is chosen for all names of a question
        let seasons = [Season::V1_0, Season::V1_5, Season::V1_6, Season::V2021];
        let seasons = seasons.map(|season| (normalize_name(season.name()), season));
        let text = normalize_name(text);
        let word = |word: &str| QueryWord {
            text: word.to_owned(),
            stem: stem(word),
            season: seasons
                .iter()
                // players write `v1.0` as well as `1.0`
                .find(|(name, _)| word.strip_prefix('v').unwrap_or(word) == name)
                .map(|(_, season)| *season),
        };
        let words: Vec<QueryWord> = text.split_whitespace().map(word).collect();
        let unqualified = words.iter().find_map(|word| word.season).map(|season| {
            let rest = words.iter().filter(|word| word.season.is_none());
            (rest.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "), season)
        });
        Self { words, letters: text.replace(' ', ""), unqualified, text }
    }

    /// Whether a word of the query names the season of a card.
    pub(super) fn names(&self, season: Season) -> bool {
        self.words.iter().filter_map(|word| word.season).any(|named| is_meant(named, season))
    }
}

impl SearchKey {
    pub(super) fn is_id(&self, query: &NameQuery) -> bool {
        self.id == query.text
    }

    pub(super) fn is_name(&self, query: &NameQuery) -> bool {
        self.names_match(&query.text)
    }

    /// Whether the query is the full name with the season.
    pub(super) fn is_name_of_season(&self, query: &NameQuery) -> bool {
        let unqualified = query.unqualified.as_ref();
        unqualified
            .is_some_and(|(text, season)| is_meant(*season, self.season) && self.names_match(text))
    }

    /// Whether a text is one of the names, with or without the faction.
    fn names_match(&self, text: &str) -> bool {
        // `stark bowmen` and `bowmen` are the same name within a faction
        let qualified = text.strip_prefix(&self.faction.normalized).map(str::trim_start);
        self.names.iter().any(|name| name == text || Some(name.as_str()) == qualified)
    }

    /// Whether the words of the query begin the words of a name, each in its place: `lannister
    /// guards` are the Lannister Guardsmen, not another guard of Lannister.
    pub(super) fn begins_each_word(&self, query: &NameQuery) -> bool {
        let begins = |(own, word): (&str, &QueryWord)| {
            own == word.text || (word.stem.len() >= SHORTEST && own.starts_with(&word.stem))
        };
        let is_own = |name: &String| {
            name.split(' ').count() == query.words.len()
                && name.split(' ').zip(&query.words).all(begins)
        };
        query.words.len() > 1 && self.names.iter().any(is_own)
    }

    /// Whether the query names the entry well enough for a list of an army, where a leftover word
    /// must not become a card: by its id, a whole name, or at least two words of it. A title of one
    /// word is not enough.
    pub(super) fn is_named_by(&self, query: &NameQuery) -> bool {
        let is_title = |name: &str| {
            self.names.len() > 1 && self.names.last().is_some_and(|title| title == name)
        };
        let is_whole = |name: &String| {
            let short = name.strip_prefix(&self.faction.normalized).map(str::trim_start);
            name.replace(' ', "") == query.letters || short == Some(query.text.as_str())
        };
        let whole = self.names.iter().filter(|name| name.contains(' ') || !is_title(name));
        let several = query.words.iter().filter(|word| word.counts()).count() > 1;
        self.is_id(query)
            || self.names_match(&query.text) && query.words.len() > 1
            || self.is_name_of_season(query)
            || whole.into_iter().any(is_whole)
            || (several && (self.has_stems(query) || self.begins_each_word(query)))
    }

    /// Whether all words of the query are words of one name, in singular or plural. A single word
    /// does not count: it may as well be of the faction.
    pub(super) fn one_name_has_stems(&self, query: &NameQuery) -> bool {
        let is_own = |name: &String| self.has_each(query, &[name], |own, word| own == word.stem);
        query.words.len() > 1 && self.names.iter().any(is_own)
    }

    /// Whether all words of the query are words of the names or the faction, in singular or plural.
    pub(super) fn has_stems(&self, query: &NameQuery) -> bool {
        self.has_each(query, &self.texts(), |own, word| own == word.stem)
    }

    /// Whether all words of the query begin words of one name.
    pub(super) fn one_name_has_beginnings(&self, query: &NameQuery) -> bool {
        let begins = |word: &QueryWord, name: &String| {
            self.is_of_season_in(word) || name.split(' ').any(|own| own.starts_with(&word.text))
        };
        let is_own = |name: &String| query.words.iter().all(|word| begins(word, name));
        query.words.len() > 1 && self.names.iter().any(is_own)
    }

    /// Whether all words of the query begin words of the names or the faction.
    pub(super) fn has_beginnings(&self, query: &NameQuery) -> bool {
        let texts = self.texts();
        let begins = |word: &QueryWord, text: &&String| {
            text.split(' ').any(|own| own.starts_with(&word.text))
        };
        query
            .words
            .iter()
            .all(|word| self.is_of_season_in(word) || texts.iter().any(|text| begins(word, text)))
    }

    /// Whether all words of the query begin words of the names or the faction, in singular or
    /// plural.
    pub(super) fn has_stem_beginnings(&self, query: &NameQuery) -> bool {
        self.has_each(query, &self.texts(), |own, word| own.starts_with(&word.stem))
    }

    /// Whether the word is the season of the entry.
    fn is_of_season_in(&self, word: &QueryWord) -> bool {
        word.season.is_some_and(|named| is_meant(named, self.season))
    }

    /// Returns the names and the faction.
    fn texts(&self) -> Vec<&String> {
        self.names.iter().chain([&self.faction.normalized]).collect()
    }

    /// Whether each word of the query fits the stem of a word of these texts.
    fn has_each(
        &self,
        query: &NameQuery,
        texts: &[&String],
        fits: impl Fn(&str, &QueryWord) -> bool,
    ) -> bool {
        query.words.iter().all(|word| {
            // a stem has the first letter of its word, so most words need not be stemmed
            let first = word.stem.chars().next();
            let may_begin = |own: &&str| own.chars().next() == first;
            let mut own = texts.iter().flat_map(|text| text.split(' ')).filter(may_begin);
            self.is_of_season_in(word) || own.any(|own| fits(&stem(own), word))
        })
    }

    /// Whether the letters of the query begin a name or its last words, spaces ignored.
    pub(super) fn runs_together(&self, query: &NameQuery) -> bool {
        let begins = |tail: &str| {
            let mut letters = tail.chars().filter(|letter| *letter != ' ');
            query.letters.chars().all(|letter| letters.next() == Some(letter))
        };
        self.names.iter().any(|name| {
            let starts = name.match_indices(' ').map(|(space, _)| space + 1);
            let mut tails = std::iter::once(0).chain(starts).filter_map(|start| name.get(start..));
            // two letters begin too many names
            query.letters.len() > 2 && tails.any(begins)
        })
    }

    /// Whether the query is the initials of a name, with or without the faction.
    pub(super) fn has_initials(&self, query: &NameQuery) -> bool {
        fn initials(text: &str) -> impl Iterator<Item = char> {
            text.split(' ').filter_map(|word| word.chars().next())
        }
        let is_it = |name: &String| {
            initials(name).eq(query.text.chars())
                || initials(&self.faction.normalized).chain(initials(name)).eq(query.text.chars())
        };
        // a single letter is the initial of hundreds of names
        query.text.len() > 1 && self.names.iter().any(is_it)
    }

    /// Whether each word of the query is at most one typing error away from a word of the names or
    /// the faction.
    pub(super) fn is_near(&self, query: &str) -> bool {
        let texts = || self.names.iter().chain([&self.faction.normalized]);
        let is_long = query.len() > 2;
        is_long
            && query.split(' ').all(|word| {
                let letters = word.chars().count();
                let is_near = |own: &str| {
                    // words of other lengths are sorted out before the costly distance
                    own.chars().count().abs_diff(letters) <= 1
                        && strsim::osa_distance(own, word) <= 1
                };
                let mut own = texts().flat_map(|text| text.split(' '));
                own.any(|own| own.starts_with(word) || is_near(own))
            })
    }
}

/// Whether a season in a name means the season of a card: 2021 means all since then.
fn is_meant(named: Season, card: Season) -> bool {
    named == card || (named == Season::V2021 && card > named)
}

/// Reduces singular and plural to the same text: `guardsman` and `guardsmen`, `bear` and `bears`.
fn stem(word: &str) -> String {
    if let Some(start) = word.strip_suffix("men").or_else(|| word.strip_suffix("man")) {
        return format!("{start}m");
    }
    let short = word.strip_suffix("ies").map(|start| format!("{start}y"));
    let short = short.or_else(|| word.strip_suffix('s').map(str::to_owned));
    // short words that end with `s` are no plurals
    short.filter(|short| short.len() > 2).unwrap_or_else(|| word.to_owned())
}
