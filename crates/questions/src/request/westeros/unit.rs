//! Units, described in one text such as `blue cavalry stalwart figures=3`, or key by key.
//!
//! The words after the rank are the keys of [`UnitDetails`] without a role before them, so both are
//! declared and read once.

use std::marker::PhantomData;

use crate::document::quoted;
use crate::document::schema::{Schema, line};
use crate::request::{
    Arity, Heading, Key, Keys, Mark, ParsedFields, RawFields, RequestError, Value, keys, one_of,
};
use warodds_games::westeros::values::{Capture, Dice, Figures, Protection, Room};
use warodds_games::westeros::{Rank, UnitClass, WesterosTerrain, WesterosUnit};

keys! {
    /// The details of a unit in addition to its rank.
    pub struct UnitDetails in Units {
        /// Its class; only the valor of cavalry hits cavalry.
        usual class: UnitClass = UnitClass::Infantry, "CLASS";
        /// Its attack dice before terrain and modifiers [default: by rank: 2, 3, 4].
        maybe dice: Dice, "N";
        /// Its valor never hits.
        flag no_valor;
        /// It has Heavy Armor: it counts as one rank higher when it is attacked.
        flag heavy_armor;
        /// Number of hits that its toughness ignores in each attack.
        usual toughness: Protection = Protection::NONE, "N";
        /// Number of hits that cover ignores, in addition to the cover of a building.
        usual cover: Protection = Protection::NONE, "N";
        /// It is Stalwart, by keyword or with two adjacent friends: it ignores a flag and
        /// counter-attacks.
        flag stalwart;
        /// Figures it has left, including a commander [default: 4, cavalry 3].
        maybe figures: Figures, "N";
        /// It has a commander with this capture rating.
        maybe commander: Capture, "RATING";
        /// Its terrain.
        usual terrain: WesterosTerrain = WesterosTerrain::Plains, "TERRAIN";
        /// Number of hexes it can retreat [default: no limit].
        maybe room: Room, "N";
    }
}

impl UnitDetails {
    fn unit(&self, rank: Rank) -> WesterosUnit {
        let usual = WesterosUnit::new(rank, self.class);
        WesterosUnit {
            dice: self.dice.unwrap_or(usual.dice),
            no_valor: self.no_valor,
            heavy_armor: self.heavy_armor,
            toughness: self.toughness,
            cover: self.cover,
            stalwart: self.stalwart,
            figures: self.figures.unwrap_or(usual.figures),
            commander: self.commander,
            terrain: self.terrain,
            room: self.room,
            ..usual
        }
    }
}

/// A unit described in one text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnitWords {
    rank: Rank,
    details: RawFields,
}

/// The longest description, in characters.
const LONGEST: usize = 200;

impl UnitWords {
    /// Builds the unit; `replaced` overrides details of the text.
    fn unit(&self, replaced: &RawFields) -> Result<WesterosUnit, RequestError> {
        let keys = UnitDetails::keys();
        let mut given = replaced.clone();
        for (id, text) in self.details.all().filter(|(id, _)| !replaced.has(id)) {
            given.push(id, text);
        }
        let values = ParsedFields::new("a unit", &keys, &given)?;
        Ok(UnitDetails::read(&values)?.unit(self.rank))
    }

    /// Builds the unit of the text alone.
    pub(super) fn plain_unit(&self) -> Result<WesterosUnit, RequestError> {
        self.unit(&RawFields::new())
    }
}

impl Value for UnitWords {
    fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace().peekable();
        // players say `3 green dice` for `green dice=3`
        let is_number = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
        let dice = words.next_if(is_number).map(|number| format!("dice={number}"));
        let rank = Rank::read(words.next().unwrap_or_default())
            .map_err(|_| format!("a unit begins with its rank, and {}", one_of(Rank::CHOICES)))?;
        let (keys, mut details) = (UnitDetails::keys(), RawFields::new());
        let named = words.filter(|word| dice.is_none() || *word != "dice");
        for word in dice.as_deref().into_iter().chain(named) {
            let (key, text) = detail(&keys, word)?;
            let text = key.canonical(text).map_err(|wrong| format!("`{}`: {wrong}", key.long))?;
            if details.has(key.id) {
                return Err(format!("`{}` is given twice", key.long));
            }
            details.push(key.id, &text);
        }
        Ok(Self { rank, details })
    }

    fn show(&self) -> String {
        let mut words = self.rank.show();
        for key in UnitDetails::keys() {
            for text in self.details.of(key.id) {
                words += &match (key.arity, key.choices) {
                    (Arity::Flag, _) => format!(" {}", key.long),
                    (_, []) => format!(" {}={text}", key.long),
                    _ => format!(" {text}"),
                };
            }
        }
        words
    }

    fn schema() -> Schema {
        line(LONGEST)
    }
}

/// Returns the key and the value that a word means: `figures=3`, `stalwart`, `forest`.
fn detail<'k, 'w>(keys: &'k [Key], word: &'w str) -> Result<(&'k Key, &'w str), String> {
    let (name, text) = word.split_once('=').unwrap_or((word, ""));
    let has_value = word.len() > name.len();
    let is_meant = |key: &&Key| match (key.arity, key.choices) {
        (Arity::Flag, _) => !has_value && key.long == name,
        (_, []) => has_value && key.long == name,
        (_, choices) => !has_value && choices.iter().any(|choice| choice.name == word),
    };
    let key = keys.iter().find(is_meant).ok_or_else(|| {
        let all: Vec<String> = keys.iter().flat_map(words_of).collect();
        format!("{} does not describe a unit; the words are {}", quoted(word), all.join(", "))
    })?;
    Ok((key, if has_value || key.arity == Arity::Flag { text } else { word }))
}

/// Returns the words that a key allows.
fn words_of(key: &Key) -> Vec<String> {
    match (key.arity, key.choices) {
        (Arity::Flag, _) => vec![key.long.clone()],
        (_, []) => vec![format!("{}=N", key.long)],
        (_, choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
    }
}

/// The role of a unit in a question, which determines its keys.
pub(crate) trait Role {
    /// The id of the unit.
    const UNIT: &'static str;
    /// The help text of the unit.
    const WORDS: &'static str;
    /// The value name in the help.
    const VALUE: &'static str;
    /// Whether the unit is positional and required.
    const IS_NEEDED: bool = true;
    /// The rank of an omitted unit, if it has a default.
    const DEFAULT: Option<Rank> = None;
    /// The ids of the keys, each with the id of its detail.
    const DETAILS: &'static [(&'static str, &'static str)];
    /// Ids of keys that require another key, and the id of that key.
    const REQUIRES: (&'static [&'static str], &'static str) = (&[], "");
    /// Former names of keys: the id of the key and the option.
    const FORMER: &'static [(&'static str, &'static str)] = &[];
}

/// Declares a role with the details its unit has.
macro_rules! role {
    (
        $role:ident: $unit:literal, $words:literal, $value:literal,
        [$($detail:literal),*] $(, $name:ident: $type:ty = $more:expr)*
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) struct $role;

        impl $crate::request::westeros::unit::Role for $role {
            const UNIT: &'static str = $unit;
            const WORDS: &'static str = $words;
            const VALUE: &'static str = $value;
            const DETAILS: &'static [(&'static str, &'static str)] =
                &[$((concat!($unit, "_", $detail), $detail)),*];
            $(const $name: $type = $more;)*
        }
    };
}
pub(super) use role;

/// A unit with the keys that describe it; `None` if it is optional and omitted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnitKeys<R> {
    unit: Option<WesterosUnit>,
    role: PhantomData<R>,
}

impl<R: Role> UnitKeys<R> {
    /// Returns the unit, if it is given.
    pub(super) const fn given(&self) -> Option<WesterosUnit> {
        self.unit
    }

    /// Returns the unit.
    ///
    /// # Errors
    /// [`RequestError`] if it is missing, which parsing excludes for a required unit.
    pub(super) fn unit(&self) -> Result<WesterosUnit, RequestError> {
        let words = R::WORDS.to_lowercase();
        self.unit.ok_or_else(|| RequestError::Missing { key: R::VALUE.to_owned(), words })
    }

    /// Returns a short name of the unit, such as `blue infantry`.
    pub(super) fn words(&self) -> String {
        self.unit.as_ref().map_or_else(String::new, words)
    }

    /// Returns the marks of a detail's key.
    fn marks(id: &'static str) -> Vec<Mark> {
        let (ids, other) = R::REQUIRES;
        let requires = ids.contains(&id).then_some(Mark::Requires(other));
        let unit = (!R::IS_NEEDED && R::DEFAULT.is_none()).then_some(Mark::Requires(R::UNIT));
        requires.into_iter().chain(unit).chain(former::<R>(id)).collect()
    }
}

/// Returns the former names of a key as marks.
fn former<R: Role>(id: &'static str) -> impl Iterator<Item = Mark> {
    R::FORMER.iter().filter(move |(key, _)| *key == id).map(|(_, name)| Mark::Mistaken(name))
}

impl<R: Role> Keys for UnitKeys<R> {
    fn keys() -> Vec<Key> {
        let unit = Key::value::<UnitWords>(R::UNIT, R::WORDS, Heading::Units, R::VALUE);
        let place = R::IS_NEEDED.then_some([Mark::Positional, Mark::Words]).into_iter().flatten();
        let marks: Vec<Mark> = place.chain(former::<R>(R::UNIT)).collect();
        let unit = if R::IS_NEEDED { unit.required() } else { unit }.with_marks(&marks);
        let details = UnitDetails::keys();
        let detail = |(id, plain): &(&'static str, &'static str)| {
            let mut key = details.iter().find(|key| key.id == *plain)?.clone();
            // an omitted key has the value in the unit's text, which may differ from the default
            if let Some(default) = key.default.take() {
                key.words = format!("{} [default: {default}].", key.words.trim_end_matches('.'));
            }
            key.id = id;
            key.long = id.replace('_', "-");
            Some(key.with_marks(&Self::marks(id)))
        };
        std::iter::once(unit).chain(R::DETAILS.iter().filter_map(detail)).collect()
    }

    fn ids() -> Vec<&'static str> {
        std::iter::once(R::UNIT).chain(R::DETAILS.iter().map(|(id, _)| *id)).collect()
    }

    fn read(values: &ParsedFields<'_>) -> Result<Self, RequestError> {
        let role = PhantomData;
        let words: Option<UnitWords> =
            if R::IS_NEEDED { Some(values.needed(R::UNIT)?) } else { values.one(R::UNIT)? };
        let words = words.or(R::DEFAULT.map(|rank| UnitWords { rank, details: RawFields::new() }));
        let Some(words) = words else { return Ok(Self { unit: None, role }) };
        let mut replaced = RawFields::new();
        for (id, plain) in R::DETAILS {
            values.given().of(id).for_each(|text| replaced.push(plain, text));
        }
        Ok(Self { unit: Some(words.unit(&replaced)?), role })
    }
}

/// Returns a short name of a unit, such as `blue infantry`.
pub(super) fn words(unit: &WesterosUnit) -> String {
    // rank and class alone keep headlines short
    format!("{} {}", unit.rank.name(), unit.class.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(text: &str) -> Result<WesterosUnit, String> {
        UnitWords::read(text)?.plain_unit().map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn unit_parses_words_and_names_the_wrong_one() {
        let parsed = unit("red figures=2 cavalry forest stalwart room=0").expect("a unit");
        assert_eq!(
            (parsed.rank, parsed.class, parsed.terrain, parsed.stalwart),
            (Rank::Red, UnitClass::Cavalry, WesterosTerrain::Forest, true)
        );
        assert_eq!(
            (parsed.figures.get(), parsed.dice.get(), parsed.room.map(Room::get)),
            (2, 4, Some(0))
        );
        assert_eq!(unit("3 red dice stalwart"), unit("red dice=3 stalwart"));
        assert_eq!(unit("green cavalry").map(|unit| unit.figures.get()), Ok(3));
        assert_eq!(
            unit("purple"),
            Err("a unit begins with its rank, and it must be green, blue or red".to_owned())
        );
        assert_eq!(
            unit("9 blue dice"),
            Err("`dice`: it must be a whole number from 1 to 8".to_owned())
        );
        for wrong in
            ["", "blue brave", "blue hats=3", "blue dice=x", "blue hill ford", "red dice", "3"]
        {
            assert!(unit(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unit_words_show_in_one_order() {
        let shown = |text: &str| UnitWords::read(text).map(|words| words.show());
        let expected = "red cavalry no-valor stalwart figures=2 forest";
        assert_eq!(shown("red forest figures=02 stalwart cavalry no-valor"), Ok(expected.into()));
        assert_eq!(shown(expected), Ok(expected.to_owned()));
    }
}
