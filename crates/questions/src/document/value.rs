//! Reads one value of a file as the type that its key requires.

use toml::de::{DeArray, DeFloat, DeInteger, DeValue};

use super::faults::{Draft, Report, Span};
use super::schema::{self, Schema};
use super::suggest::{name_help, quoted};
use warodds_games::bounded::allowed;

/// The longest name, in characters: names are printed in tables and charts.
const LONGEST_NAME: usize = 80;

/// A value with its key and its position.
#[derive(Clone, Debug)]
pub(crate) struct KeyedValue<'t> {
    pub key: &'static str,
    pub value: &'t DeValue<'t>,
    pub span: Span,
}

impl<'t> KeyedValue<'t> {
    /// Returns the elements of a list; a single value counts as a list of one.
    pub(crate) fn as_list(&self) -> Vec<KeyedValue<'t>> {
        match self.value.as_array() {
            Some(list) => self.elements(list).collect(),
            None => vec![self.clone()],
        }
    }

    /// Iterates over the elements of a list.
    pub(crate) fn elements(
        &self,
        list: &'t DeArray<'t>,
    ) -> impl Iterator<Item = KeyedValue<'t>> + use<'t> {
        let key = self.key;
        list.iter().map(move |element| KeyedValue {
            key,
            value: element.get_ref(),
            span: element.span(),
        })
    }

    /// Words the fault of a value of the wrong type; `expected` has an article.
    pub(crate) fn type_fault(&self, expected: &str) -> Draft {
        let found = match self.value {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(float) if float.as_str().ends_with("nan") => "NaN",
            DeValue::Float(float) if float.as_str() == "-inf" => "-infinity",
            DeValue::Float(float) if float.as_str().ends_with("inf") => "infinity",
            DeValue::Float(_) => "a number with a decimal point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        Draft::new(&self.span, format!("`{}` must be {expected}, not {found}", self.key))
            .label(found)
    }

    /// Words the fault of a value out of its range, as the games word their own.
    pub(super) fn out_of_range(&self, least: i64, most: i64, found: &str) -> Draft {
        let range = allowed(least.into(), most.into());
        let label = if least == most { range.clone() } else { format!("{least} to {most}") };
        Draft::new(&self.span, format!("`{}` must be {range}, not {found}", self.key)).label(label)
    }

    fn integer(&self) -> Result<&'t DeInteger<'t>, Draft> {
        match self.value {
            DeValue::Integer(integer) => Ok(integer),
            // `1e6` is a float in TOML: say how to write it rather than that a number is missing
            DeValue::Float(float) if float_value(float).is_some_and(f64::is_finite) => Err(self
                .type_fault("a whole number")
                .help("write it without point and exponent, e.g. 1_000_000")),
            _ => Err(self.type_fault("a whole number")),
        }
    }

    /// Reads a whole number from `least` to `most`.
    pub(crate) fn whole(&self, least: i64, most: i64) -> Result<i64, Draft> {
        let integer = self.integer()?;
        let value = i64::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| self.out_of_range(least, most, &integer_text(integer)))
    }

    /// Reads a whole number from 0 to 2⁶⁴ − 1.
    pub(crate) fn unsigned(&self) -> Result<u64, Draft> {
        let integer = self.integer()?;
        u64::from_str_radix(integer.as_str(), integer.radix()).map_err(|_| {
            let range = allowed(0, u64::MAX.into());
            let found = integer_text(integer);
            Draft::new(&self.span, format!("`{}` must be {range}, not {found}", self.key))
                .label(if found.starts_with('-') { "0 or more" } else { "64 bits at most" })
        })
    }

    /// Reads a number with or without a decimal point; `expected` words what it is, with an
    /// article.
    pub(crate) fn number(&self, expected: &str) -> Result<f64, Draft> {
        let (parsed, found) = match self.value {
            DeValue::Integer(integer) => {
                let value = match integer.radix() {
                    // a decimal integer beyond 64 bits is still a number; other radices need an
                    // integer type
                    10 => integer.as_str().parse().ok(),
                    radix => i64::from_str_radix(integer.as_str(), radix).ok().map(|n| n as f64),
                };
                (value, integer_text(integer))
            }
            DeValue::Float(float) => (float_value(float), float.as_str().to_owned()),
            _ => return Err(self.type_fault(expected)),
        };
        parsed.ok_or_else(|| {
            Draft::new(&self.span, format!("`{}` must be {expected}, not {found}", self.key))
        })
    }

    /// Converts the value to JSON; dates and numbers beyond 64 bits become strings.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        data(self.value)
    }

    /// Reads text; `expected` words what it is, with an article.
    pub(crate) fn text(&self, expected: &str) -> Result<&'t str, Draft> {
        self.value.as_str().ok_or_else(|| self.type_fault(expected))
    }
}

/// Converts a value to JSON; dates and numbers beyond 64 bits become strings.
fn data(value: &DeValue<'_>) -> serde_json::Value {
    use serde_json::Value;
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => {
            let text = integer_text(number);
            text.parse::<i64>().map_or(Value::String(text), Value::from)
        }
        // JSON has no infinity and no NaN
        DeValue::Float(number) => float_value(number).map_or(Value::Null, Value::from),
        DeValue::Array(all) => all.iter().map(|one| data(one.get_ref())).collect(),
        DeValue::Table(all) => {
            all.iter().map(|(key, one)| (key.get_ref().to_string(), data(one.get_ref()))).collect()
        }
        DeValue::Datetime(date) => Value::String(date.to_string()),
    }
}

fn integer_text(integer: &DeInteger<'_>) -> String {
    let text = integer.to_string();
    // a hostile file may have a number of a million digits
    if text.len() > 40 { format!("a number of {} digits", text.len()) } else { text }
}

fn float_value(float: &DeFloat<'_>) -> Option<f64> {
    float.as_str().parse().ok()
}

/// A type that can be read from a value of a file.
pub(crate) trait Readable: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// The fault of a value of another type or out of its range.
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft>;

    /// Returns the schema of what [`read`](Self::read) accepts.
    fn schema() -> Schema;
}

impl Readable for bool {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        item.value.as_bool().ok_or_else(|| item.type_fault("true or false"))
    }

    fn schema() -> Schema {
        schema::flag()
    }
}

/// Implements [`Readable`] for number types of the games, each with its own range.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Readable for $number {
            fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
                let value = item.whole(Self::LEAST, Self::MOST)?;
                Self::new(value).map_err(|wrong| {
                    item.out_of_range(wrong.least, wrong.most, &wrong.given.to_string())
                })
            }

            fn schema() -> $crate::document::schema::Schema {
                $crate::document::schema::whole(Self::LEAST, Self::MOST)
            }
        }
    )*};
}

/// A name that the player chooses: one line of 1 to 80 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub String);

impl Readable for Name {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let text = item.text("text")?.trim();
        let wrong = |what: &str| Err(Draft::new(&item.span, format!("`{}` {what}", item.key)));
        if text.is_empty() {
            wrong("must not be empty")
        } else if text.chars().count() > LONGEST_NAME {
            wrong(&format!("may have at most {LONGEST_NAME} characters"))
        } else if text.chars().any(char::is_control) {
            wrong("must be one line of plain text")
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    fn schema() -> Schema {
        schema::line(LONGEST_NAME)
    }
}

/// A type whose values have names in files.
pub(super) trait NamedValue: Copy + 'static {
    const ALL: &'static [Self];
    fn name(self) -> &'static str;
}

macro_rules! named {
    ($($choice:ty),*) => {$(
        impl NamedValue for $choice {
            const ALL: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }
        }

        impl Readable for $choice {
            fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
                choice(item)
            }

            fn schema() -> $crate::document::schema::Schema {
                let names = <Self as NamedValue>::ALL.iter().map(|one| one.name());
                $crate::document::schema::one_of(names)
            }
        }
    )*};
}

/// Reads one of the values of a type by its name.
pub(super) fn choice<T: NamedValue>(item: &KeyedValue<'_>) -> Result<T, Draft> {
    let known: Vec<(&str, T)> = T::ALL.iter().map(|value| (value.name(), *value)).collect();
    choose(item, &known)
}

/// Reads one of `known` by its name; case does not matter.
pub(crate) fn choose<T: Copy>(
    item: &KeyedValue<'_>,
    known: &[(&'static str, T)],
) -> Result<T, Draft> {
    let text = item.value.as_str();
    // names in files are of the game, and players write `Front` as on the card
    let is_meant = |name: &str| text.is_some_and(|text| name.eq_ignore_ascii_case(text));
    let found = known.iter().find(|(name, _)| is_meant(name));
    let names = || known.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    found.map(|(_, value)| *value).ok_or_else(|| not_chosen(item, text, &names()))
}

/// Words the fault of a value that is none of `known`; `text` is what it is, if it is text.
fn not_chosen(item: &KeyedValue<'_>, text: Option<&str>, known: &[&str]) -> Draft {
    let Some(text) = text else {
        let expected: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
        return item.type_fault(&expected.join(" or "));
    };
    let help = name_help(text, known.iter().copied(), "known names are");
    let message = format!("`{}` cannot be {}", item.key, quoted(text));
    Draft::new(&item.span, message).label("not known").help(help)
}

/// Reads a value and reports its fault.
pub(crate) fn single<T: Readable>(item: &KeyedValue<'_>, report: &mut Report) -> Option<T> {
    report.ok_or_add(T::read(item))
}
