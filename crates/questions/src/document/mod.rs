//! Reads TOML files and reports faults with their positions.
//!
//! Scenarios, catalogues and lists share these steps: `syntax` parses the text into values with
//! spans, `reader` reads a table key by key and reports unknown keys, `value` checks a value with
//! the constructors of [`warodds_games`], so that each range is defined once, and [`Faults`]
//! collects what is wrong and what to do. The JSON Schemas for editors come from the same readers:
//! a reader that is run on an empty table records the keys it reads (`describe_table`, `schema`).
//!
//! This module does not know what tables mean: that is left to `catalogue`, `army` and `scenario`.

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

pub use deserialized::{describe_json_error, toml_faults};
pub use faults::{FaultStyle, Faults, FileFault, MAX_LISTED_FAULTS};
pub use load::{LoadError, MAX_FILE_BYTES, STANDARD_INPUT, read_text, read_text_up_to};

pub(crate) use faults::{Draft, Report, Span};
pub(crate) use reader::{FileKey, Section, TableArray, describe_table, key};
pub use suggest::{SuggestedKey, escaped, quoted, suggest_key};
pub(crate) use suggest::{key_help, name_help, nearest};
pub(crate) use value::{KeyedValue, Name, Readable, choose};

use source::SourceText;
use toml::de::DeTable;

/// Strips the byte order mark, which some editors write at the start of a file.
pub(crate) fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A key at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopKey {
    pub name: String,
    pub value: TopValue,
}

/// What a key at the top of a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TopValue {
    /// A table of tables, as in `[units.guards]`.
    Tables,
    /// A list, as in `units = []` and `[[attack]]`.
    List,
    /// Anything else.
    Other,
}

/// Lists the keys at the top of a text; empty if the text is not TOML.
pub(crate) fn top_keys(text: &str) -> Vec<TopKey> {
    let Ok(table) = syntax::parse(strip_bom(text)) else { return Vec::new() };
    let keys = table.iter().map(|(key, value)| {
        let value = value.get_ref();
        let has_tables =
            |table: &DeTable<'_>| table.values().all(|entry| entry.get_ref().is_table());
        let value = match (value.as_table(), value.as_array()) {
            (Some(table), _) if has_tables(table) => TopValue::Tables,
            (_, Some(_)) => TopValue::List,
            _ => TopValue::Other,
        };
        TopKey { name: key.get_ref().to_string(), value }
    });
    keys.collect()
}

/// Reads a text that is not TOML. `read` reports faults by their byte range in the text it gets.
///
/// # Errors
/// All reported faults, and what `read` returned.
pub(crate) fn read_text_form<T>(
    source_name: &str,
    text: &str,
    read: impl FnOnce(&str, &mut Report) -> T,
) -> Result<T, (Option<T>, Faults)> {
    let text = strip_bom(text);
    let mut report = Report::default();
    let made = read(text, &mut report);
    if report.count() == 0 {
        Ok(made)
    } else {
        Err((Some(made), report.into_faults(SourceText::new(source_name, text))))
    }
}

/// Reads a TOML text. `read` gets the top table and reports faults.
///
/// # Errors
/// All faults, and what `read` returned unless the text could not be parsed.
pub(crate) fn read<T>(
    source_name: &str,
    text: &str,
    read: impl FnOnce(Section<'_>, &mut Report) -> T,
) -> Result<T, (Option<T>, Faults)> {
    let text = strip_bom(text);
    let faults = |report: Report| report.into_faults(SourceText::new(source_name, text));
    let table = syntax::parse(text).map_err(|report| (None, faults(report)))?;
    let mut report = Report::default();
    let made = read(Section::new("the file".to_owned(), &table, 0..0), &mut report);
    if report.count() == 0 { Ok(made) } else { Err((Some(made), faults(report))) }
}
