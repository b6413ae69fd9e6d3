//! TOML files whose values know their places, and all that is wrong with them.
//!
//! Scenarios and catalogues are read the same way: text becomes a tree of values with their spans
//! (`syntax`), a table is read key by key and knows which keys nobody asked for (`reader`), a value
//! is checked with the constructors of [`warodds_games`] so that ranges are said once (`value`),
//! and what is wrong is collected with its place and a way to mend it ([`Faults`]). What the tables
//! mean is left to those who read them. What editors are told of them is what these readers ask for
//! (`describe_table`), built of the pieces in `schema`.

mod deserialized;
mod faults;
mod load;
mod reader;
pub(crate) mod schema;
mod source;
mod suggest;
mod syntax;
#[macro_use]
mod value;
mod game_value;
mod westeros;

pub use deserialized::{describe_json_error, toml_faults};
pub use faults::{FaultStyle, Faults, FileFault, MAX_LISTED_FAULTS};
pub use load::{LoadError, MAX_FILE_BYTES, STANDARD_INPUT, read_text, read_text_up_to};

pub(crate) use faults::{Draft, Report, Span};
pub(crate) use game_value::WoundsLost;
pub(crate) use reader::{FileKey, Section, TableArray, describe_table, key};
pub use suggest::{EDITION, SuggestedKey, quoted, suggest_key};
pub(crate) use suggest::{key_help, name_help, nearest};
pub(crate) use value::{KeyedValue, Name, Readable, choose};
pub(crate) use westeros::OptionalValue;

use source::SourceText;

/// A text without the mark that some editors put in front of it and that is no part of its first
/// line.
fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A key at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopKey {
    pub name: String,
    /// Whether its value is a table with a name, as in `[units.guards]`.
    pub is_table: bool,
}

/// Lists the keys at the top of a text; empty if the text is not TOML.
pub(crate) fn top_keys(text: &str) -> Vec<TopKey> {
    let Ok(table) = syntax::parse(strip_bom(text)) else { return Vec::new() };
    let keys = table.iter().map(|(key, value)| TopKey {
        name: key.get_ref().to_string(),
        is_table: value.get_ref().is_table(),
    });
    keys.collect()
}

/// Reads a text that is no TOML with `read`, which reports what is wrong with it; places are bytes
/// of the text that `read` gets.
///
/// # Errors
/// With all faults.
pub(crate) fn read_text_form<T>(
    source_name: &str,
    text: &str,
    read: impl FnOnce(&str, &mut Report) -> T,
) -> Result<T, Faults> {
    let text = strip_bom(text);
    let mut report = Report::default();
    let made = read(text, &mut report);
    if report.count() == 0 {
        Ok(made)
    } else {
        Err(report.into_faults(SourceText::new(source_name, text)))
    }
}

/// Reads a text as TOML with `read`, which reports what is wrong with it.
///
/// # Errors
/// With all faults, and with what `read` made all the same, as far as it goes.
pub(crate) fn read<T>(
    source_name: &str,
    text: &str,
    read: impl FnOnce(Section<'_>, &mut Report) -> T,
) -> Result<T, (Option<T>, Faults)> {
    let text = strip_bom(text);
    let told = |report: Report| report.into_faults(SourceText::new(source_name, text));
    let table = syntax::parse(text).map_err(|report| (None, told(report)))?;
    let mut report = Report::default();
    let made = read(Section::new("the file".to_owned(), &table, 0..0), &mut report);
    if report.count() == 0 { Ok(made) } else { Err((Some(made), told(report))) }
}
