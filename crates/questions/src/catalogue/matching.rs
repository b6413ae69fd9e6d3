//! How what a player writes is compared with names, from the strictest to the loosest.

use super::deferred::Key;
use super::names::plain;
use warodds_games::asoiaf::CardEdition;

/// What was given, as names are compared.
pub(super) struct Asked {
    pub text: String,
    /// Its text without words that name editions, and the edition.
    unqualified: Option<(String, CardEdition)>,
    /// Its letters without spaces.
    letters: String,
    pub words: Vec<Word>,
}

/// A word of it, and the edition that it names.
pub(super) struct Word {
    pub text: String,
    stem: String,
    pub edition: Option<CardEdition>,
}

impl Asked {
    pub(super) fn new(given: &str) -> Self {
        let editions = CardEdition::ALL.map(|edition| (plain(edition.name()), edition));
        let text = plain(given);
        let word = |word: &str| Word {
            text: word.to_owned(),
            stem: stem(word),
            edition: editions
                .iter()
                .find(|(name, _)| word.strip_prefix('v').unwrap_or(word) == name)
                .map(|(_, edition)| *edition),
        };
        let words: Vec<Word> = text.split_whitespace().map(word).collect();
        let unqualified = words.iter().find_map(|word| word.edition).map(|edition| {
            let rest = words.iter().filter(|word| word.edition.is_none());
            (rest.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "), edition)
        });
        Self { words, letters: text.replace(' ', ""), unqualified, text }
    }

    /// Whether one of its words is that edition.
    pub(super) fn names(&self, edition: CardEdition) -> bool {
        self.words.iter().any(|word| word.edition == Some(edition))
    }
}

impl Key {
    pub(super) fn is_id(&self, asked: &Asked) -> bool {
        self.id == asked.text
    }

    pub(super) fn is_name(&self, asked: &Asked) -> bool {
        self.is_called(&asked.text)
    }

    /// Whether its whole name was given with its edition.
    pub(super) fn is_name_of_edition(&self, asked: &Asked) -> bool {
        let unqualified = asked.unqualified.as_ref();
        unqualified.is_some_and(|(text, edition)| *edition == self.edition && self.is_called(text))
    }

    /// Whether a text is one of its names, or its faction and one of them.
    fn is_called(&self, text: &str) -> bool {
        let qualified = text.strip_prefix(&self.faction.plain).map(str::trim_start);
        self.names.iter().any(|name| name == text || Some(name.as_str()) == qualified)
    }

    /// Whether the words that were asked are words of one of its names, whatever their number: one
    /// or several. A single word is as good a word of the faction.
    pub(super) fn has_own_stems(&self, asked: &Asked) -> bool {
        let is_own = |name: &String| self.has_each(asked, &[name], |own, word| own == word.stem);
        asked.words.len() > 1 && self.names.iter().any(is_own)
    }

    /// The same of words of its names and faction.
    pub(super) fn has_stems(&self, asked: &Asked) -> bool {
        self.has_each(asked, &self.texts(), |own, word| own == word.stem)
    }

    /// Whether the words that were asked begin words of one of its names.
    pub(super) fn has_own_words(&self, asked: &Asked) -> bool {
        let begins = |word: &Word, name: &String| {
            word.edition == Some(self.edition)
                || name.split(' ').any(|own| own.starts_with(&word.text))
        };
        let is_own = |name: &String| asked.words.iter().all(|word| begins(word, name));
        asked.words.len() > 1 && self.names.iter().any(is_own)
    }

    /// The same of words of its names and faction.
    pub(super) fn has_words(&self, asked: &Asked) -> bool {
        let texts = self.texts();
        let begins =
            |word: &Word, text: &&String| text.split(' ').any(|own| own.starts_with(&word.text));
        asked.words.iter().all(|word| {
            word.edition == Some(self.edition) || texts.iter().any(|text| begins(word, text))
        })
    }

    /// Whether the words that were asked begin words of its names and faction, whatever their
    /// number: one or several.
    pub(super) fn begins_stems(&self, asked: &Asked) -> bool {
        self.has_each(asked, &self.texts(), |own, word| own.starts_with(&word.stem))
    }

    /// Its names and its faction.
    fn texts(&self) -> Vec<&String> {
        self.names.iter().chain([&self.faction.plain]).collect()
    }

    /// Whether each word that was asked fits the stem of a word of these texts.
    fn has_each(
        &self,
        asked: &Asked,
        texts: &[&String],
        fits: impl Fn(&str, &Word) -> bool,
    ) -> bool {
        asked.words.iter().all(|word| {
            // a stem begins as its word does: few have to be made
            let first = word.stem.chars().next();
            let may_begin = |own: &&str| own.chars().next() == first;
            let mut own = texts.iter().flat_map(|text| text.split(' ')).filter(may_begin);
            word.edition == Some(self.edition) || own.any(|own| fits(&stem(own), word))
        })
    }

    /// Whether the letters that were asked, without spaces, begin those of its last words.
    pub(super) fn runs_together(&self, asked: &Asked) -> bool {
        let begins = |tail: &str| {
            let mut letters = tail.chars().filter(|letter| *letter != ' ');
            asked.letters.chars().all(|letter| letters.next() == Some(letter))
        };
        self.names.iter().any(|name| {
            let starts = name.match_indices(' ').map(|(space, _)| space + 1);
            let mut tails = std::iter::once(0).chain(starts).filter_map(|start| name.get(start..));
            asked.letters.len() > 2 && tails.any(begins)
        })
    }

    /// Whether the letters that were asked are the initials of its name, or of it and its faction.
    pub(super) fn has_initials(&self, asked: &Asked) -> bool {
        fn initials(text: &str) -> impl Iterator<Item = char> {
            text.split(' ').filter_map(|word| word.chars().next())
        }
        let is_it = |name: &String| {
            initials(name).eq(asked.text.chars())
                || initials(&self.faction.plain).chain(initials(name)).eq(asked.text.chars())
        };
        asked.text.len() > 1 && self.names.iter().any(is_it)
    }

    /// Whether each word that was asked is one slip away from one of its words, or none.
    pub(super) fn is_a_slip_away(&self, asked: &str) -> bool {
        let texts = || self.names.iter().chain([&self.faction.plain]);
        let is_long = asked.len() > 2;
        is_long
            && asked.split(' ').all(|word| {
                let letters = word.chars().count();
                let is_near = |own: &str| {
                    own.chars().count().abs_diff(letters) <= 1
                        && strsim::osa_distance(own, word) <= 1
                };
                let mut own = texts().flat_map(|text| text.split(' '));
                own.any(|own| own.starts_with(word) || is_near(own))
            })
    }
}

/// A word without what tells one of it from several: `guardsman` and `guardsmen`, `bear` and
/// `bears` are the same.
fn stem(word: &str) -> String {
    if let Some(start) = word.strip_suffix("men").or_else(|| word.strip_suffix("man")) {
        return format!("{start}m");
    }
    let short = word.strip_suffix("ies").map(|start| format!("{start}y"));
    let short = short.or_else(|| word.strip_suffix('s').map(str::to_owned));
    short.filter(|short| short.len() > 2).unwrap_or_else(|| word.to_owned())
}
