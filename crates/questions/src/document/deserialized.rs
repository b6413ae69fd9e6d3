//! Faults of files that are deserialized: what the deserializer says, in the words of this program.

use super::Faults;
use super::faults::{Draft, Report, Span};
use super::source::SourceText;
use super::suggest::{name_help, quoted};
use super::{strip_bom, syntax};

/// What is wrong with a TOML text that cannot be deserialized: all that keeps it from being TOML,
/// or the first value that does not fit, given by the deserializer's message and its place in
/// bytes.
pub fn toml_faults(
    source_name: &str,
    text: &str,
    message: &str,
    span: Option<std::ops::Range<usize>>,
) -> Faults {
    let text = strip_bom(text);
    let report = syntax::parse(text).err().unwrap_or_else(|| {
        let mut report = Report::default();
        let span = span.filter(|span| span.end <= text.len()).unwrap_or(0..0);
        report.add(|| draft(message, &span));
        report
    });
    report.into_faults(SourceText::new(source_name, text))
}

/// The fault of a deserializer's message.
fn draft(message: &str, span: &Span) -> Draft {
    let message = message.trim();
    let quotes: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let (true, Some((key, known))) = (message.starts_with("unknown field"), quotes.split_first())
    {
        let draft = Draft::new(span, format!("there is no key {} here", quoted(key)));
        return draft.label("not known").help(name_help(key, known.iter().copied(), "keys are"));
    }
    if let (true, Some(key)) = (message.starts_with("missing field"), quotes.first()) {
        return Draft::new(span, format!("the key {} is missing", quoted(key)));
    }
    if let (true, Some(key)) = (message.starts_with("duplicate field"), quotes.first()) {
        return Draft::new(span, format!("{} is given twice", quoted(key)));
    }
    match message.split_once(", expected ") {
        Some((_, expected)) => {
            Draft::new(span, format!("expected {}", value(expected))).label("something else")
        }
        None => Draft::new(span, "this value has another form than its key takes")
            .help("docs/battles.md shows each key"),
    }
}

/// What a deserializer expects, in words.
fn value(expected: &str) -> String {
    let expected = expected.trim();
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        "a boolean" => "true or false".to_owned(),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.starts_with("an array of length ") => {
            expected.replacen("an array of length", "a list of the length", 1)
        }
        _ => "another kind of value".to_owned(),
    }
}

/// What is wrong with a JSON text that a deserializer refuses, with its place.
pub fn describe_json_error(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => format!("it ends too early, at {place}"),
        Category::Syntax | Category::Io => format!("it is no JSON at {place}"),
        Category::Data if error.line() == 0 => "a value is missing or of another kind".to_owned(),
        Category::Data => format!("a value is missing or of another kind at {place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_deserializer_are_translated() {
        let told = |message: &str| {
            let faults = toml_faults("f.toml", "a = 1", message, Some(0..1));
            faults.to_string()
        };
        let unknown = told("unknown field `terain`, expected one of `mode`, `terrain`");
        assert!(unknown.contains("there is no key `terain` here"), "{unknown}");
        assert!(unknown.contains("did you mean `terrain`?"), "{unknown}");
        assert!(told("missing field `battle`").contains("the key `battle` is missing"));
        let number = told("invalid type: string \"x\", expected u64");
        assert!(number.contains("expected a whole number from 0"), "{number}");
        let untagged = told("data did not match any variant of untagged enum Terrain");
        assert!(!untagged.contains("untagged"), "{untagged}");
    }
}
