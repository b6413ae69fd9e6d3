//! Words the faults of files that serde reads: battles, logs and shards.
//!
//! The library's messages name Rust types, so they are translated and never shown.

use super::Faults;
use super::faults::{Draft, Report, Span};
use super::source::SourceText;
use super::suggest::{name_help, quoted};
use super::{strip_bom, syntax};

/// Returns the faults of a TOML text that cannot be deserialized.
///
/// These are all syntax faults or, if there are none, the one value that the deserializer refused:
/// `message` is its message and `span` the position of the value in bytes.
///
/// # Examples
/// ```
/// use warodds_questions::document::toml_faults;
///
/// let message = "unknown field `terain`, expected one of `mode`, `terrain`";
/// let faults = toml_faults("battle.toml", "terain = 1\n", message, Some(0..6));
/// assert_eq!(
///     faults.to_string(),
///     "battle.toml:1:1: there is no key `terain` here\n  help: did you mean `terrain`?"
/// );
/// ```
pub fn toml_faults(
    source_name: &str,
    text: &str,
    message: &str,
    span: Option<std::ops::Range<usize>>,
) -> Faults {
    let text = strip_bom(text);
    let report = syntax::parse(text).err().unwrap_or_else(|| {
        let mut report = Report::default();
        // the span may be of the text before the byte order mark was stripped
        let span = span.filter(|span| span.end <= text.len()).unwrap_or(0..0);
        report.add(|| draft(message, &span));
        report
    });
    report.into_faults(SourceText::new(source_name, text))
}

/// Words the fault of a deserializer's message.
fn draft(message: &str, span: &Span) -> Draft {
    let message = message.trim();
    let quotes: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let unknown =
        [("unknown field", "key", "keys are"), ("unknown variant", "value", "values are")];
    let unknown = unknown.iter().find(|(start, ..)| message.starts_with(start));
    if let (Some((_, what, list)), Some((name, known))) = (unknown, quotes.split_first()) {
        let draft = Draft::new(span, format!("there is no {what} {} here", quoted(name)));
        return draft.label("not known").help(name_help(name, known.iter().copied(), list));
    }
    if let (true, Some(key)) = (message.starts_with("missing field"), quotes.first()) {
        return Draft::new(span, format!("the key {} is missing", quoted(key)));
    }
    if let (true, Some(key)) = (message.starts_with("duplicate field"), quotes.first()) {
        return Draft::new(span, format!("{} is set twice", quoted(key)));
    }
    match message.split_once(", expected ") {
        Some((_, expected)) => {
            Draft::new(span, format!("expected {}", value(expected))).label("something else")
        }
        None => Draft::new(span, "this value has the wrong form for its key")
            .help("docs/battles.md shows each key"),
    }
}

/// Names the kind of value that a deserializer expects.
fn value(expected: &str) -> String {
    let expected = expected.trim();
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "text in quotes".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        "a boolean" => "true or false".to_owned(),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.starts_with("an array of length ") => {
            expected.replacen("an array of length", "a list of the length", 1)
        }
        _ => "a value of another kind".to_owned(),
    }
}

/// Describes why a JSON text was refused, with its line and column from 1.
///
/// # Examples
/// ```
/// use warodds_questions::document::describe_json_error;
///
/// let error = serde_json::from_str::<serde_json::Value>("{\"a\": }").unwrap_err();
/// assert_eq!(describe_json_error(&error), "it is not JSON at line 1, column 7");
/// ```
pub fn describe_json_error(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => format!("it is cut off at {place}"),
        Category::Syntax | Category::Io => format!("it is not JSON at {place}"),
        Category::Data if error.line() == 0 => "a value is missing or of the wrong kind".to_owned(),
        Category::Data => format!("a value is missing or of the wrong kind at {place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_faults_translate_messages_of_the_deserializer() {
        let faults = |message: &str| {
            let faults = toml_faults("f.toml", "a = 1", message, Some(0..1));
            faults.to_string()
        };
        let unknown = faults("unknown field `terain`, expected one of `mode`, `terrain`");
        assert!(unknown.contains("there is no key `terain` here"), "{unknown}");
        assert!(unknown.contains("did you mean `terrain`?"), "{unknown}");
        let unknown = faults("unknown variant `afriad`, expected `panicked` or `afraid`");
        assert!(unknown.contains("there is no value `afriad` here"), "{unknown}");
        assert!(unknown.contains("did you mean `afraid`?"), "{unknown}");
        assert!(faults("missing field `battle`").contains("the key `battle` is missing"));
        let number = faults("invalid type: string \"x\", expected u64");
        assert!(number.contains("expected a whole number from 0"), "{number}");
        let untagged = faults("data did not match any variant of untagged enum Terrain");
        assert!(!untagged.contains("untagged"), "{untagged}");
    }
}
