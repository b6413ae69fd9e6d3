//! Keys of questions: names, allowed values and help texts.

use super::error::RequestError;
use super::given::ParsedFields;
use super::heading::Heading;
use super::role;
use super::value::{AllowedValue, NO_ELEMENT, Value};
use crate::document::schema::Schema;

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
    /// A local file, which links and the server do not accept.
    Local,
    /// May name army lists as `list=FILE`; the caller provides the contents of these files.
    Lists,
    /// The name of a unit in an option; links contain the id of the unit.
    Unit,
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

    /// Returns whether the key has a property.
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// Returns the aliases, each with the value that it sets, if any.
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

    /// Joins texts of sets: the union of their elements.
    pub(super) fn union<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> String {
        let spelled = |text: &str| self.canonical(text).unwrap_or_else(|_| text.to_owned());
        let mut sets: Vec<String> = texts.into_iter().map(spelled).collect();
        sets.retain(|set| set != NO_ELEMENT);
        if sets.is_empty() { NO_ELEMENT.to_owned() } else { sets.join("+") }
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
        let named = key.aliases().find(|(alias, _)| *alias == spelled);
        named.map(|(_, value)| (key, value))
    };
    keys.iter().find(is_long).map(|key| (key, None)).or_else(|| keys.iter().find_map(by_alias))
}

/// A group of keys that are parsed together.
pub trait Keys: Sized {
    /// The owner of the keys, one of [`role`].
    const ROLE: u8 = role::NONE;

    /// Returns the keys, in the order of the help.
    fn keys() -> Vec<Key>;

    /// Parses the values of the keys.
    ///
    /// # Errors
    /// [`RequestError::Value`] for an invalid value, [`RequestError::Missing`] for a missing one.
    fn read(values: &ParsedFields<'_>) -> Result<Self, RequestError>;

    /// Returns the ids of the keys, in the same order.
    // every question looks some up, and building whole keys takes longer than answering it
    fn ids() -> Vec<&'static str>;
}

/// Declares a group of keys: a struct with a field per key, and its [`Keys`] implementation.
///
/// A line is `kind name: Type [marks] = default, "VALUE";`, where `kind` is `flag` (`bool`),
/// `maybe` (`Option`), `usual` (with a default value), `needed` or `several` (`Vec`). `as "long"`
/// after the name sets the name on the command line. The doc comment is the help text.
///
/// `struct Name<ROLE>` declares the keys of one side: its [`role`](crate::request::role) prefixes
/// their ids, and `{role}` and `{enemy}` in their help texts name the sides.
macro_rules! keys {
    (
        $(#[doc = $about:literal])*
        pub struct $group:ident $(<$role:ident>)? in $heading:ident {
            $(
                $(#[doc = $words:literal])*
                $kind:ident $name:ident $(as $long:literal)? $(: $type:ty)?
                    $([$($mark:expr),*])? $(= $default:expr)? $(, $value:literal)?;
            )*
        }
    ) => {
        $(#[doc = $about])*
        #[allow(unreachable_pub, reason = "some groups are used by one question alone")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $group $(<const $role: u8>)? {
            $($(#[doc = $words])* pub $name: $crate::request::keys!(@type $kind $($type)?),)*
        }

        impl $(<const $role: u8>)? $crate::request::Keys for $group $(<$role>)? {
            $(const ROLE: u8 = $role;)?

            fn keys() -> Vec<$crate::request::Key> {
                #[allow(unused_imports, reason = "not every group has marked keys")]
                use $crate::request::{Mark::*, role};
                let words = |lines: &[&str]| lines.concat();
                vec![$({
                    let key = $crate::request::keys!(
                        @key $kind $($type)?, $crate::request::keys!(@id $name),
                        words(&[$($words),*]), $crate::request::Heading::$heading $(, $value)?
                    );
                    let key = if Self::ROLE == role::NONE { key } else { key.of_role(Self::ROLE) };
                    $(let key = key.with_long($long);)?
                    $(let key = key.with_marks(&[$($mark),*]);)?
                    $crate::request::keys!(@or key, $($type)?, $($default)?)
                }),*]
            }

            fn ids() -> Vec<&'static str> {
                vec![$($crate::request::keys!(@id $name)),*]
            }

            fn read(
                values: &$crate::request::ParsedFields<'_>,
            ) -> Result<Self, $crate::request::RequestError> {
                Ok(Self {
                    $($name: $crate::request::keys!(
                        @read $kind $($type)?, values, $crate::request::keys!(@id $name)
                        $(, $default)?
                    ),)*
                })
            }
        }
    };
    (@id $name:ident) => {
        const {
            $crate::request::role::id(
                <Self as $crate::request::Keys>::ROLE,
                [
                    stringify!($name),
                    concat!("attacker_", stringify!($name)),
                    concat!("defender_", stringify!($name)),
                    concat!("a_", stringify!($name)),
                    concat!("b_", stringify!($name)),
                ],
            )
        }
    };
    (@or $key:expr, $($type:ty)?,) => { $key };
    (@or $key:expr, $type:ty, $default:expr) => {{
        let default: $type = $default;
        $key.with_default(&default)
    }};
    (@type flag) => { bool };
    (@type maybe $type:ty) => { Option<$type> };
    (@type usual $type:ty) => { $type };
    (@type needed $type:ty) => { $type };
    (@type several $type:ty) => { Vec<$type> };
    (@key flag, $id:expr, $words:expr, $heading:expr) => {
        $crate::request::Key::flag($id, &$words, $heading)
    };
    (@key maybe $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value)
    };
    (@key usual $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value)
    };
    (@key needed $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value).required()
    };
    (@key several $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value).repeated()
    };
    (@read flag, $values:expr, $id:expr) => { $values.flag($id) };
    (@read maybe $type:ty, $values:expr, $id:expr) => { $values.one::<$type>($id)? };
    (@read usual $type:ty, $values:expr, $id:expr, $default:expr) => {
        match $values.one::<$type>($id)? { Some(value) => value, None => $default }
    };
    (@read needed $type:ty, $values:expr, $id:expr) => { $values.needed::<$type>($id)? };
    (@read several $type:ty, $values:expr, $id:expr) => { $values.several::<$type>($id)? };
}
pub(crate) use keys;

/// Declares a struct of groups of keys, in the order of the help.
macro_rules! groups {
    (
        $(#[doc = $about:literal])*
        pub struct $all:ident $(<$($role:ident),+>)? {
            $($(#[doc = $words:literal])* pub $name:ident: $group:ty,)*
        }
    ) => {
        $(#[doc = $about])*
        #[allow(unreachable_pub, reason = "some groups are used by one question alone")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $all $(<$(const $role: u8),+>)? {
            $($(#[doc = $words])* pub $name: $group,)*
        }

        impl $(<$(const $role: u8),+>)? $crate::request::Keys for $all $(<$($role),+>)? {
            fn keys() -> Vec<$crate::request::Key> {
                [$(<$group as $crate::request::Keys>::keys()),*].concat()
            }

            fn ids() -> Vec<&'static str> {
                [$(<$group as $crate::request::Keys>::ids()),*].concat()
            }

            fn read(
                values: &$crate::request::ParsedFields<'_>,
            ) -> Result<Self, $crate::request::RequestError> {
                Ok(Self { $($name: <$group as $crate::request::Keys>::read(values)?,)* })
            }
        }
    };
}
pub(crate) use groups;
