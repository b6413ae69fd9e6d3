//! Types of the values of keys.

use std::borrow::Cow;

use serde_json::json;

use super::numbers;
use crate::document::schema::{Schema, decimal, line, whole};
use crate::document::{MAX_FILE_BYTES, strip_bom};
use warodds_games::asoiaf::values::{
    Activations, AutoHits, Defense, DiceCount, Hit, Inches, Modifier, Morale, Speed,
};

/// One of the names that a key allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowedValue {
    /// The name.
    pub name: &'static str,
    /// Help text.
    pub words: &'static str,
}

/// A type of values of keys.
pub trait Value: Sized {
    /// The allowed values; empty if they are not an enumeration.
    const CHOICES: &'static [AllowedValue] = &[];
    /// Whether it is a set of the elements in `CHOICES`, joined with `+`.
    const IS_SET: bool = false;
    /// Whether a range such as `3..5` may list values.
    const IS_RANGED: bool = false;
    /// Whether any text is a value, such as a name, which may contain commas.
    const IS_ANY_TEXT: bool = false;

    /// Parses user input.
    ///
    /// # Errors
    /// A message with the allowed values.
    fn read(text: &str) -> Result<Self, String>;

    /// Returns the canonical spelling, which [`read`](Self::read) parses.
    fn show(&self) -> String;

    /// Returns the JSON Schema of the value; of an element, if it is a set.
    fn schema() -> Schema;
}

/// Implements [`Value`] for bounded numbers, parsed by `$read`.
macro_rules! number_values {
    ($read:path => $($number:ty),* $(,)?) => {$(
        impl $crate::request::Value for $number {
            const IS_RANGED: bool = true;

            fn read(text: &str) -> Result<Self, String> {
                $read(text)
            }

            fn show(&self) -> String {
                self.get().to_string()
            }

            fn schema() -> $crate::document::schema::Schema {
                $crate::document::schema::whole(
                    <$number as warodds_games::bounded::Bounded>::LEAST,
                    <$number as warodds_games::bounded::Bounded>::MOST,
                )
            }
        }
    )*};
}
pub(crate) use number_values;

number_values!(numbers::number => Activations, AutoHits, DiceCount, Modifier, Speed);
number_values!(numbers::card => Hit, Defense, Morale);

impl Value for Inches {
    const IS_RANGED: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        numbers::inches(text)
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn schema() -> Schema {
        decimal(0.0, 100.0)
    }
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedInteger<const LEAST: i64, const MOST: i64>(i64);

impl<const LEAST: i64, const MOST: i64> BoundedInteger<LEAST, MOST> {
    /// Clamps a number to the range.
    pub const fn clamped(number: i64) -> Self {
        Self(if number < LEAST {
            LEAST
        } else if number > MOST {
            MOST
        } else {
            number
        })
    }

    /// Returns the number.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns the number as a byte; compiles only if the range fits.
    pub const fn small(self) -> u8 {
        const { assert!(LEAST >= 0 && MOST <= 255, "the range fits into a byte") };
        self.0.to_le_bytes()[0]
    }
}

impl<const LEAST: i64, const MOST: i64> Value for BoundedInteger<LEAST, MOST> {
    const IS_RANGED: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        numbers::between(text, LEAST.into(), MOST.into()).map(Self)
    }

    fn show(&self) -> String {
        self.0.to_string()
    }

    fn schema() -> Schema {
        whole(LEAST, MOST)
    }
}

/// A non-negative whole number, such as a seed.
impl Value for u64 {
    fn read(text: &str) -> Result<Self, String> {
        numbers::seed(text)
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn schema() -> Schema {
        json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX })
    }
}

/// Any text, such as a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextValue(pub String);

/// The maximum length of a text, in characters.
const LONGEST: usize = 400;

impl Value for TextValue {
    const IS_ANY_TEXT: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        let length = text.chars().count();
        if text.trim().is_empty() {
            Err("it must not be empty".to_owned())
        } else if length > LONGEST {
            Err(format!("it may have at most {LONGEST} characters"))
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    fn show(&self) -> String {
        self.0.clone()
    }

    fn schema() -> Schema {
        line(LONGEST)
    }
}

/// The contents of a file of several lines, so that no path is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContents(pub String);

impl Value for FileContents {
    const IS_ANY_TEXT: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        if !is_contents(text) {
            let takers = "commands and Python take file names; links and HTTP take the text itself";
            Err(format!("it must be the text of a file, not its name: {takers}"))
        } else if text.len() as u64 > MAX_FILE_BYTES {
            Err(format!("it may have at most {MAX_FILE_BYTES} bytes"))
        } else {
            Ok(Self(strip_bom(text).to_owned()))
        }
    }

    fn show(&self) -> String {
        self.0.clone()
    }

    fn schema() -> Schema {
        json!({ "type": "string", "minLength": 1, "maxLength": MAX_FILE_BYTES })
    }
}

/// Where cards are from: the path of a file or a directory, or the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardSource {
    /// A path on this machine.
    Path(String),
    /// The text of the cards.
    Contents(String),
}

impl Value for CardSource {
    const IS_ANY_TEXT: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        if is_contents(text) {
            FileContents::read(text).map(|contents| Self::Contents(contents.0))
        } else {
            TextValue::read(text).map(|path| Self::Path(path.0))
        }
    }

    fn show(&self) -> String {
        let (Self::Path(text) | Self::Contents(text)) = self;
        text.clone()
    }

    fn schema() -> Schema {
        FileContents::schema()
    }
}

/// Returns whether a value of a key of contents is a text, and not the path of a file.
pub fn is_contents(text: &str) -> bool {
    text.contains('\n')
}

/// Implements [`Value`] for an enum by naming its variants. A `former` name is rejected with its own
/// message.
macro_rules! choices {
    ($type:ty $(, start: $by_start:ident)? $(, former: $former:literal => $fault:literal)? {
        $($value:path => $name:literal $(| $alias:literal)*, $words:literal;)*
    }) => {
        impl $crate::request::Value for $type {
            const CHOICES: &'static [$crate::request::AllowedValue] =
                &[$($crate::request::AllowedValue { name: $name, words: $words }),*];

            fn read(text: &str) -> Result<Self, String> {
                let text = text.trim().to_lowercase();
                $(
                    let names = Self::CHOICES.iter().map(|choice| choice.name);
                    let text = $crate::request::$by_start(names, &text);
                )?
                match &*text {
                    $(name if name.eq_ignore_ascii_case($name) => Ok($value),)*
                    $($($alias => Ok($value),)*)*
                    $($former => Err($fault.to_owned()),)?
                    _ => Err($crate::request::one_of(Self::CHOICES)),
                }
            }

            fn show(&self) -> String {
                match self {
                    $($value => $name.to_owned(),)*
                }
            }

            fn schema() -> $crate::document::schema::Schema {
                $crate::document::schema::one_of([$($name),*])
            }
        }
    };
}
pub(crate) use choices;

/// Returns the only one of several names that begins with a text, with or without an article; else
/// the text.
///
/// # Examples
/// ```
/// use warodds_questions::request::name_by_start;
///
/// let modes = ["a-clash-of-kings", "a-feast-for-crows", "fire-and-blood"];
/// assert_eq!(name_by_start(modes.into_iter(), "clash of"), "a-clash-of-kings");
/// assert_eq!(name_by_start(modes.into_iter(), "f"), "f");
/// ```
pub fn name_by_start<'t>(names: impl Iterator<Item = &'t str>, text: &'t str) -> Cow<'t, str> {
    let start = text.trim().to_lowercase().replace(' ', "-");
    let begins = |name: &&str| {
        let short = ["a-", "the-"].iter().find_map(|article| name.strip_prefix(article));
        name.starts_with(&start) || short.is_some_and(|short| short.starts_with(&start))
    };
    let names: Vec<&str> = names.collect();
    let mut fitting = names.iter().copied().filter(begins);
    match (names.contains(&&*start), fitting.next(), fitting.next()) {
        (false, Some(only), None) if !start.is_empty() => only.into(),
        _ => text.into(),
    }
}

/// Returns the id of a result of an answer, with `_` for `-`; `None` for other texts.
pub(super) fn result_id(text: &str) -> Option<String> {
    let id = text.trim().replace('-', "_");
    let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (!id.is_empty() && id.chars().all(is_id)).then_some(id)
}

/// Implements [`Value`] for sets of elements; `$holds` returns whether a set has an element.
macro_rules! sets {
    ($($set:ty, $element:ty, $holds:path;)*) => {$(
        impl $crate::request::Value for $set {
            const CHOICES: &'static [$crate::request::AllowedValue] =
                <$element as $crate::request::Value>::CHOICES;
            const IS_SET: bool = true;

            fn read(text: &str) -> Result<Self, String> {
                $crate::request::read_set::<$element>(text).map(Self::from_iter)
            }

            fn show(&self) -> String {
                $crate::request::show_set::<$element>(|element| $holds(*self, element))
            }

            fn schema() -> $crate::document::schema::Schema {
                <$element as $crate::request::Value>::schema()
            }
        }
    )*};
}
pub(crate) use sets;

/// The spelling of an empty set.
pub(super) const NO_ELEMENT: &str = "none";

/// Parses a set: elements joined with `+`, or `none`. A space stands for `+`, as in links.
pub(crate) fn read_set<T: Value + PartialEq>(text: &str) -> Result<Vec<T>, String> {
    let mut elements = Vec::new();
    let names = || text.split(|letter: char| letter == '+' || letter.is_whitespace());
    if text.trim().eq_ignore_ascii_case(NO_ELEMENT) {
        return Ok(elements);
    }
    for name in names().filter(|name| !name.is_empty()) {
        let element = T::read(name)
            .map_err(|wrong| format!("{wrong}, several of them joined with `+`, or none"))?;
        if elements.contains(&element) {
            return Err(format!("it names {} twice", element.show()));
        }
        elements.push(element);
    }
    if elements.is_empty() { Err(one_of(T::CHOICES)) } else { Ok(elements) }
}

/// Returns the canonical spelling of a set: its elements in the order of `CHOICES`, joined with `+`.
pub(crate) fn show_set<T: Value>(holds: impl Fn(T) -> bool) -> String {
    let is_held = |name: &&str| T::read(name).is_ok_and(&holds);
    let held: Vec<&str> = T::CHOICES.iter().map(|choice| choice.name).filter(is_held).collect();
    if held.is_empty() { NO_ELEMENT.to_owned() } else { held.join("+") }
}

/// Returns the message for an invalid name: `it must be front, flank or rear`.
pub fn one_of(choices: &[AllowedValue]) -> String {
    let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
    match names.split_last() {
        Some((last, [])) => format!("it must be {last}"),
        Some((last, others)) => format!("it must be {} or {last}", others.join(", ")),
        None => "no value is valid here".to_owned(),
    }
}

/// A whole number whose range depends on other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub i64);

impl Value for Count {
    const IS_RANGED: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        numbers::count(text).map(Self)
    }

    fn show(&self) -> String {
        self.0.to_string()
    }

    fn schema() -> Schema {
        json!({ "type": "integer" })
    }
}
