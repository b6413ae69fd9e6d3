//! How what a player writes is held against names, from the strictest to the loosest.

use super::deferred::Key;
use super::names::plain;
use warodds_games::asoiaf::CardEdition;

/// What was given, as names are compared.
pub(super) struct Asked {
    pub text: String,
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
    pub fn new(given: &str) -> Self {
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
        let words = text.split_whitespace().map(word).collect();
        Self { words, letters: text.replace(' ', ""), text }
    }

    /// Whether one of its words is that edition.
    pub fn names(&self, edition: CardEdition) -> bool {
        self.words.iter().any(|word| word.edition == Some(edition))
    }
}

impl Key {
    pub fn is_id(&self, asked: &Asked) -> bool {
        self.id == asked.text
    }

    pub fn is_name(&self, asked: &Asked) -> bool {
        let qualified = asked.text.strip_prefix(&self.faction.plain).map(str::trim_start);
        self.names.iter().any(|name| *name == asked.text || Some(name.as_str()) == qualified)
    }

    pub fn starts(&self, asked: &Asked) -> bool {
        self.names.iter().any(|name| name.starts_with(&asked.text))
    }

    pub fn has_words(&self, asked: &Asked) -> bool {
        let texts = || self.names.iter().chain([&self.faction.plain]);
        let mut words = asked.words.iter();
        words.all(|word| {
            word.edition == Some(self.edition)
                || texts().flat_map(|text| text.split(' ')).any(|own| own.starts_with(&word.text))
        })
    }

    /// Whether its words begin with all that were asked, whatever their number: one or several.
    pub fn has_stems(&self, asked: &Asked) -> bool {
        let texts = || self.names.iter().chain([&self.faction.plain]);
        let mut words = asked.words.iter();
        words.all(|word| {
            // a stem begins as its word does: few have to be made
            let first = word.stem.chars().next();
            let may_begin = |own: &&str| own.chars().next() == first;
            let mut own = texts().flat_map(|text| text.split(' ')).filter(may_begin);
            word.edition == Some(self.edition) || own.any(|own| stem(own).starts_with(&word.stem))
        })
    }

    /// Whether the letters that were asked, without spaces, begin those of its last words.
    pub fn runs_together(&self, asked: &Asked) -> bool {
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
    pub fn has_initials(&self, asked: &Asked) -> bool {
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
    pub fn is_a_slip_away(&self, asked: &str) -> bool {
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
