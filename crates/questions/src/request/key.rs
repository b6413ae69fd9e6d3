//! Keys of questions: names, allowed values and help texts.

use super::heading::Heading;
use super::role;
use super::value::{AllowedValue, FileContents, NO_ELEMENT, Value};
use crate::document::schema::Schema;

/// The id of the key of a condition: a setting of its question although files lack it.
pub(super) const GIVEN: &str = "given";

/// The number of values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// No value: the key is present or absent.
    Flag,
    /// One value.
    One,
    /// One value per occurrence; the key may be repeated.
    Several,
    /// A set of elements joined with `+`; the value of several occurrences is their union.
    Set,
}

/// A further property of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A positional argument: `warodds attack ATTACKER`.
    Positional,
    /// On the command line a positional argument as well: `matrix stark lannister`.
    Argument,
    /// A local file. Links and the server accept its contents alone.
    Local,
    /// May name army lists as `list=FILE`; the caller provides the contents of these files.
    Lists,
    /// Holds the contents of a file; the caller reads the file that a value without line breaks
    /// names.
    Contents,
    /// The name of a unit in an option; links contain the id of the unit.
    Unit,
    /// The name of a commander, in which commas separate no values.
    Commander,
    /// Has no effect without this other key.
    Requires(&'static str),
    /// Excludes this other key.
    Conflicts(&'static str),
    /// A positional argument that is not the name of a card.
    Words,
    /// Takes no list of values, although keys of this arity usually do.
    Single,
    /// A further name.
    Alias(&'static str),
    /// A flag (first) that sets the key to a value (second).
    Short(&'static str, &'static str),
    /// A wrong name, for which the error message suggests the key.
    Mistaken(&'static str),
    /// A part of a question that `--why` leaves out to measure its worth: its category and the
    /// side that it belongs to.
    Part(&'static str, &'static str),
}

/// A key of a question: an option, a positional argument or a flag.
#[derive(Clone, Debug)]
pub struct Key {
    /// Name in links, files and other languages: `wounds_lost`.
    pub id: &'static str,
    /// Name on the command line, without leading dashes: `wounds-lost`.
    pub long: String,
    /// Help text.
    pub words: String,
    /// Heading of its group in the help.
    pub heading: Heading,
    /// Placeholder of its value in the help: `N`.
    pub value_name: &'static str,
    /// Number of values.
    pub arity: Arity,
    /// Whether the key is required.
    pub is_needed: bool,
    /// Default value, if any.
    pub default: Option<String>,
    /// Allowed values; empty if they are not an enumeration.
    pub choices: &'static [AllowedValue],
    /// Further properties.
    pub marks: Vec<Mark>,
    /// JSON Schema of a value.
    pub schema: Schema,
    /// Path of the Rust type of a value, from which the methods of the library are written.
    pub type_path: &'static str,
    /// Whether its values are numbers, which a range such as `3..5` may list.
    is_ranged: bool,
    /// Whether any text is allowed, such as the name of a weapon.
    pub(super) is_any_text: bool,
    check: fn(&str) -> Result<String, String>,
}

impl Key {
    /// Creates a flag.
    pub fn flag(id: &'static str, words: &str, heading: Heading) -> Self {
        Self {
            id,
            long: id.replace('_', "-"),
            words: words.trim().to_owned(),
            heading,
            value_name: "",
            arity: Arity::Flag,
            is_needed: false,
            default: None,
            choices: &[],
            marks: Vec::new(),
            schema: crate::document::schema::flag(),
            type_path: std::any::type_name::<bool>(),
            is_ranged: false,
            is_any_text: false,
            check: |text| match text {
                "" | "true" | "yes" | "1" => Ok("yes".to_owned()),
                "false" | "no" | "0" => Ok("no".to_owned()),
                _ => Err("it is given or left out, or its value is yes or no".to_owned()),
            },
        }
    }

    /// Creates a key with one value.
    pub fn value<T: Value>(
        id: &'static str,
        words: &str,
        heading: Heading,
        value_name: &'static str,
    ) -> Self {
        Self {
            value_name,
            arity: if T::IS_SET { Arity::Set } else { Arity::One },
            choices: T::CHOICES,
            schema: T::schema(),
            type_path: std::any::type_name::<T>(),
            is_ranged: T::IS_RANGED,
            is_any_text: T::IS_ANY_TEXT,
            check: |text| T::read(text).map(|value| value.show()),
            ..Self::flag(id, words, heading)
        }
    }

    /// Sets the default value.
    #[must_use]
    pub fn with_default(self, default: &impl Value) -> Self {
        Self { default: Some(default.show()), ..self }
    }

    /// Restricts a key of a local file to the contents of the file, so that no path is opened.
    #[must_use]
    pub(super) fn without_paths(self) -> Self {
        if self.has(Mark::Local) { Self { check: Self::contents, ..self } } else { self }
    }

    fn contents(text: &str) -> Result<String, String> {
        FileContents::read(text).map(|contents| contents.show())
    }

    /// Makes the key required.
    #[must_use]
    pub fn required(self) -> Self {
        Self { is_needed: true, ..self }
    }

    /// Allows several values: the key may be repeated.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self { arity: Arity::Several, ..self }
    }

    /// Replaces `{role}` and `{enemy}` in the help text with the owner of the key and its enemy.
    #[must_use]
    pub fn of_role(self, role: u8) -> Self {
        let words = self.words.replace("{role}", role::words(role));
        Self { words: words.replace("{enemy}", role::words(role::enemy(role))), ..self }
    }

    /// Sets the name on the command line.
    #[must_use]
    pub fn with_long(self, long: &str) -> Self {
        Self { long: long.to_owned(), ..self }
    }

    /// Sets the further properties.
    #[must_use]
    pub fn with_marks(self, marks: &[Mark]) -> Self {
        Self { marks: marks.to_vec(), ..self }
    }

    /// Expands a range such as `3..5` into its values; returns any other text unchanged.
    ///
    /// # Errors
    /// A message with the allowed values, for a range that is malformed, empty or too long.
    pub fn expand(&self, text: &str) -> Result<Vec<String>, String> {
        if !self.is_ranged {
            return Ok(vec![text.to_owned()]);
        }
        super::numbers::range(text)
    }

    /// Converts a canonical value to JSON: numbers to numbers, flags to booleans.
    pub fn data(&self, canonical: &str) -> serde_json::Value {
        match self.arity {
            Arity::Flag => return (canonical != "no").into(),
            Arity::Set => return canonical.into(),
            Arity::One | Arity::Several => {}
        }
        let kind = self.schema.get("type").and_then(serde_json::Value::as_str);
        let is_number =
            matches!(kind, Some("integer" | "number")) || self.schema.get("anyOf").is_some();
        match canonical.parse::<serde_json::Number>() {
            Ok(number) if is_number => number.into(),
            _ => canonical.into(),
        }
    }

    /// Returns whether its values may be negative numbers, also in a range: `-2..0`.
    pub fn is_signed(&self) -> bool {
        let least = self.schema.get("minimum").and_then(serde_json::Value::as_i64);
        self.is_ranged && least.is_some_and(|least| least < 0)
    }

    /// Returns whether its values may be decimals.
    pub(super) fn is_decimal(&self) -> bool {
        self.schema.get("type").is_some_and(|kind| kind == "number")
    }

    /// Returns whether the key has a property.
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// Returns the aliases, with `_`, each with the value that it sets, if any.
    pub fn aliases(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Alias(alias) => Some((*alias, None)),
            Mark::Short(short, value) => Some((*short, Some(*value))),
            _ => None,
        })
    }

    /// Returns the name shown to users: `--seed` or `ATTACKER`.
    pub fn display_name(&self) -> String {
        if self.has(Mark::Positional) {
            self.value_name.to_owned()
        } else {
            format!("--{}", self.long)
        }
    }

    /// Returns the name of its positional argument on the command line: `ATTACKERS`.
    pub fn argument_name(&self) -> String {
        if self.has(Mark::Positional) { self.value_name.to_owned() } else { self.id.to_uppercase() }
    }

    /// Joins texts of sets: the union of their elements.
    pub(crate) fn union<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> String {
        let spelled = |text: &str| self.canonical(text).unwrap_or_else(|_| text.to_owned());
        let mut sets: Vec<String> = texts.into_iter().map(spelled).collect();
        let none = spelled(NO_ELEMENT);
        sets.retain(|set| *set != none);
        if sets.is_empty() { none } else { sets.join("+") }
    }

    /// Parses a value and returns its canonical spelling: `4` for `4+`.
    ///
    /// # Errors
    /// A message with the allowed values.
    pub fn canonical(&self, text: &str) -> Result<String, String> {
        (self.check)(text)
    }
}

/// Finds a key by its id, its name or an alias, spelled with `-` or `_`.
///
/// Returns the value that the alias sets as well: `flank` finds the key `facing` with `flank`.
pub fn find<'k>(keys: &'k [Key], name: &str) -> Option<(&'k Key, Option<&'static str>)> {
    let spelled = name.replace('_', "-");
    let is_long = |key: &&Key| key.long == spelled || key.id == name;
    let by_alias = |key: &'k Key| {
        let named = key.aliases().find(|(alias, _)| alias.replace('_', "-") == spelled);
        named.map(|(_, value)| (key, value))
    };
    keys.iter().find(is_long).map(|key| (key, None)).or_else(|| keys.iter().find_map(by_alias))
}
