//! Keys: how they are written, what they may hold, and what they mean.

use super::error::RequestError;
use super::given::ParsedFields;
use super::value::{AllowedValue, Value};
use crate::document::schema::Schema;

/// How often a key may be given, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// It is given or it is not.
    Flag,
    /// With one value.
    One,
    /// With one value, each time it is given.
    Several,
    /// With several values and commas between them.
    List,
}

/// What else is to be known of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It stands in a place of its own, before all options: `warodds attack ATTACKER`.
    Positional,
    /// It names a file of the machine on which the question is asked, and means nothing elsewhere.
    Local,
    /// It may name files of lists of armies, `list=FILE`, whose texts must be handed in.
    Lists,
    /// It names a unit as what stands in a place of its own does: links write its id.
    Unit,
    /// It says nothing without this other key.
    Requires(&'static str),
    /// It contradicts this other key.
    Conflicts(&'static str),
    /// It stands in a place of its own and names no card.
    Words,
    /// It holds one value where other keys take lists.
    Single,
    /// It has this name as well.
    Alias(&'static str),
    /// A flag of this name stands for this value.
    Short(&'static str, &'static str),
    /// What players may call it by mistake, to be told what it is called.
    Mistaken(&'static str),
    /// It is a part of a question that can be left out, to see what it is worth: what it is, and
    /// whose.
    Part(&'static str, &'static str),
}

/// What a question may be told.
#[derive(Clone, Debug)]
pub struct Key {
    /// As links, interfaces and other languages write it: `wounds_lost`.
    pub id: &'static str,
    /// As the command line writes it, without dashes before it: `wounds-lost`.
    pub long: String,
    /// What it means, in a sentence or two.
    pub words: String,
    /// Above which group of keys it belongs.
    pub heading: &'static str,
    /// What stands for its value in the help: `N`.
    pub value_name: &'static str,
    /// How often it may be given.
    pub arity: Arity,
    /// Whether a question lacks something without it.
    pub is_needed: bool,
    /// Its value if it is left out, where there is one.
    pub default: Option<String>,
    /// The names it may hold, if it may not hold anything else.
    pub choices: &'static [AllowedValue],
    /// What else is to be known.
    pub marks: Vec<Mark>,
    /// A value of it as JSON Schema.
    pub schema: Schema,
    /// Whether its values are numbers, of which a range such as `3..5` names several.
    is_ranged: bool,
    /// Whether it accepts any text, such as the name of a weapon.
    pub(super) is_any_text: bool,
    check: fn(&str) -> Result<String, String>,
}

impl Key {
    /// A key that is given or not.
    pub fn flag(id: &'static str, words: &str, heading: &'static str) -> Self {
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

    /// A key with a value.
    pub fn value<T: Value>(
        id: &'static str,
        words: &str,
        heading: &'static str,
        value_name: &'static str,
    ) -> Self {
        Self {
            value_name,
            arity: Arity::One,
            choices: T::CHOICES,
            schema: T::schema(),
            is_ranged: T::IS_RANGED,
            is_any_text: T::IS_ANY_TEXT,
            check: |text| T::read(text).map(|value| value.show()),
            ..Self::flag(id, words, heading)
        }
    }

    /// The same with a value where none is given.
    #[must_use]
    pub fn or(self, default: &impl Value) -> Self {
        Self { default: Some(default.show()), ..self }
    }

    /// The same, without which a question lacks something.
    #[must_use]
    pub fn needed(self) -> Self {
        Self { is_needed: true, ..self }
    }

    /// The same with several values.
    #[must_use]
    pub fn several<T: Value>(self) -> Self {
        Self { arity: if T::IS_LISTED { Arity::List } else { Arity::Several }, ..self }
    }

    /// The same under another name on the command line.
    #[must_use]
    pub fn called(self, long: &str) -> Self {
        Self { long: long.to_owned(), ..self }
    }

    /// The same with marks.
    #[must_use]
    pub fn marked(self, marks: &[Mark]) -> Self {
        Self { marks: marks.to_vec(), ..self }
    }

    /// Returns all values of one element of a list: those of a range such as `3..5`, or itself.
    ///
    /// # Errors
    /// What would do instead, for a range without values or with too many.
    pub fn expand(&self, text: &str) -> Result<Vec<String>, String> {
        if !self.is_ranged {
            return Ok(vec![text.to_owned()]);
        }
        super::numbers::range(text)
    }

    /// Returns a value in its usual spelling as data: numbers as numbers, flags as booleans.
    pub fn data(&self, canonical: &str) -> serde_json::Value {
        if self.arity == Arity::Flag {
            return (canonical != "no").into();
        }
        let kind = self.schema.get("type").and_then(serde_json::Value::as_str);
        let is_number =
            matches!(kind, Some("integer" | "number")) || self.schema.get("anyOf").is_some();
        match canonical.parse::<serde_json::Number>() {
            Ok(number) if is_number => number.into(),
            _ => canonical.into(),
        }
    }

    /// Whether it has a mark.
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// Returns its other names, each with the value that it stands for, if any.
    pub fn aliases(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Alias(alias) => Some((*alias, None)),
            Mark::Short(short, value) => Some((*short, Some(*value))),
            _ => None,
        })
    }

    /// What players call it: `--seed`, or `ATTACKER`.
    pub fn called_by_players(&self) -> String {
        if self.has(Mark::Positional) {
            self.value_name.to_owned()
        } else {
            format!("--{}", self.long)
        }
    }

    /// One value of it in its usual spelling: `4+` is `4`.
    ///
    /// # Errors
    /// What would do instead.
    pub fn canonical(&self, text: &str) -> Result<String, String> {
        (self.check)(text)
    }
}

/// Finds the key of a name, with `-` or `_` between its words, and the value that the name stands
/// for, such as `flank` for the key `facing`.
pub fn find<'k>(keys: &'k [Key], name: &str) -> Option<(&'k Key, Option<&'static str>)> {
    let spelled = name.replace('_', "-");
    let is_long = |key: &&Key| key.long == spelled || key.id == name;
    let short = |key: &'k Key| {
        let named = key.aliases().find(|(alias, _)| *alias == spelled);
        named.map(|(_, value)| (key, value))
    };
    keys.iter().find(is_long).map(|key| (key, None)).or_else(|| keys.iter().find_map(short))
}

/// A group of keys that are read together.
pub trait Keys: Sized {
    /// Its keys, in the order of the help.
    fn keys() -> Vec<Key>;

    /// What was given for them.
    ///
    /// # Errors
    /// Where a value will not do, or is missing.
    fn read(values: &ParsedFields<'_>) -> Result<Self, RequestError>;

    /// The ids of its keys, in the same order: each question asks for some, and making whole keys
    /// takes longer than answering it.
    fn ids() -> Vec<&'static str>;
}

/// Declares a group of keys: a struct, the table of its keys, and how they are read.
///
/// A line is `kind name: Type [marks] = default, "VALUE";`, where `kind` is `flag` (`bool`),
/// `maybe` (`Option`), `usual` (with a default), `needed` or `several` (`Vec`); `as "long"` after
/// the name gives it another name on the command line. The doc comment is the key's help.
macro_rules! keys {
    (
        $(#[doc = $about:literal])*
        pub struct $group:ident in $heading:literal {
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
        pub struct $group {
            $($(#[doc = $words])* pub $name: $crate::request::keys!(@type $kind $($type)?),)*
        }

        impl $crate::request::Keys for $group {
            fn keys() -> Vec<$crate::request::Key> {
                #[allow(unused_imports, reason = "not every group has marked keys")]
                use $crate::request::Mark::*;
                let words = |lines: &[&str]| lines.concat();
                vec![$({
                    let key = $crate::request::keys!(
                        @key $kind $($type)?, stringify!($name), words(&[$($words),*]), $heading
                        $(, $value)?
                    );
                    $(let key = key.called($long);)?
                    $(let key = key.marked(&[$($mark),*]);)?
                    $crate::request::keys!(@or key, $($type)?, $($default)?)
                }),*]
            }

            fn ids() -> Vec<&'static str> {
                vec![$(stringify!($name)),*]
            }

            fn read(
                values: &$crate::request::ParsedFields<'_>,
            ) -> Result<Self, $crate::request::RequestError> {
                Ok(Self {
                    $($name: $crate::request::keys!(
                        @read $kind $($type)?, values, stringify!($name) $(, $default)?
                    ),)*
                })
            }
        }
    };
    (@or $key:expr, $($type:ty)?,) => { $key };
    (@or $key:expr, $type:ty, $default:expr) => {{
        let default: $type = $default;
        $key.or(&default)
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
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value).needed()
    };
    (@key several $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value).several::<$type>()
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

/// Declares a question's groups of keys: a struct of them, in the order of the help.
macro_rules! groups {
    (
        $(#[doc = $about:literal])*
        pub struct $all:ident { $($(#[doc = $words:literal])* pub $name:ident: $group:ty,)* }
    ) => {
        $(#[doc = $about])*
        #[allow(unreachable_pub, reason = "some groups are used by one question alone")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $all { $($(#[doc = $words])* pub $name: $group,)* }

        impl $crate::request::Keys for $all {
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
