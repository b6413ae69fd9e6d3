//! Other forms of a question: a section of a file, a link, a call in Python, an HTTP request or a
//! command.
//!
//! All of them are written from [`CanonicalFields`], so they leave out default values, name units by
//! id and have the fields in the order of declaration.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::asoiaf::files_named;
use super::canonical::{cards_of, non_default};
use super::error::RequestError;
use super::heading::Heading;
use super::key::{Arity, Key, Mark};
use super::kind::{BATTLE, CAMPAIGN, EXPLAIN, LUCK, QuestionKind};
use super::raw_fields::RawFields;
use super::value::{choices, is_contents};
use crate::catalogue::Catalogue;
use crate::document::STANDARD_INPUT;

/// A form in which a question can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionForm {
    /// A scenario file with one section.
    Toml,
    /// The canonical link.
    Link,
    /// A call of the Python package.
    Python,
    /// A request to `warodds serve` on this machine.
    Curl,
    /// A command for a POSIX shell.
    Command,
}

choices!(QuestionForm {
    QuestionForm::Toml => "toml", "a file for `warodds run`";
    QuestionForm::Link => "link", "a link for `warodds ask` and the page";
    QuestionForm::Python => "python", "a call of the Python package";
    QuestionForm::Curl => "curl", "a request to `warodds serve`";
    QuestionForm::Command => "command", "a shell command";
});

/// The ids of analyses that `warodds run` lacks.
const ANALYSES: [&str; 10] = [
    "check",
    "why",
    "sensitivity",
    "explain",
    "rolled",
    "need",
    "given",
    "at_least",
    "at_most",
    "rank_by",
];

/// The address of `warodds serve` with its default port.
const SERVER: &str = "http://localhost:8420";

impl QuestionForm {
    /// Writes a question in this form.
    ///
    /// # Errors
    /// [`RequestError`] for unknown keys and invalid values, and for fields that the form cannot
    /// hold: local files in requests, a second unit without the first in commands, analyses in
    /// files.
    pub fn render(
        self,
        kind: &QuestionKind,
        given: &RawFields,
        catalogue: &Catalogue,
    ) -> Result<String, RequestError> {
        let mut fields = CanonicalFields::new(kind, given, catalogue)?;
        match self {
            Self::Toml if kind.name == EXPLAIN => Err(RequestError::Refused(format!(
                "files ask for odds, and `{}` resolves a question once: write the question without \
                 it",
                kind.name
            ))),
            Self::Toml if kind.name == BATTLE => Err(RequestError::refused(
                "a battle needs the files of its lists, which this form cannot hold: use a link or \
                 a command",
            )),
            Self::Toml if kind.name == LUCK => Err(RequestError::refused(
                "rolls cannot be written as a file of questions: use a link or a command",
            )),
            Self::Toml => fields.toml(),
            Self::Link => Ok(fields.link()),
            Self::Python => {
                fields.name_files(given);
                Ok(fields.python())
            }
            Self::Curl => fields.curl(),
            Self::Command => {
                fields.name_files(given);
                fields.command()
            }
        }
    }
}

/// A key and its canonical values; at least one.
type CanonicalField = (Key, Vec<String>);

/// The non-default fields of a question, with canonical values.
pub(super) struct CanonicalFields {
    kind: &'static str,
    /// Positional arguments up to the first that is left out.
    positional: Vec<CanonicalField>,
    /// All other fields, in the order of declaration.
    named: Vec<CanonicalField>,
}

impl CanonicalFields {
    /// Checks fields against the keys of a kind and converts their values.
    ///
    /// # Errors
    /// [`RequestError`] for unknown keys and invalid values.
    pub(super) fn new(
        kind: &QuestionKind,
        given: &RawFields,
        catalogue: &Catalogue,
    ) -> Result<Self, RequestError> {
        let keys = kind.keys();
        let values = super::ParsedFields::new(kind.name, keys, given)?;
        let catalogue = &*cards_of(&values, catalogue)?;
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        let mut is_gapless = true;
        for key in keys {
            let texts = non_default(key, catalogue, &values)?;
            let is_positional = key.has(Mark::Positional);
            match (texts.is_empty(), is_positional && is_gapless) {
                (true, _) => is_gapless &= !is_positional,
                (false, true) => positional.push((key.clone(), texts)),
                (false, false) => named.push((key.clone(), texts)),
            }
        }
        Ok(Self { kind: kind.name, positional, named })
    }

    /// Returns all fields, positional ones first.
    fn all(&self) -> impl Iterator<Item = &CanonicalField> {
        self.positional.iter().chain(&self.named)
    }

    /// Replaces the contents of files by their names, where these are known.
    fn name_files(&mut self, given: &RawFields) {
        let all = self.positional.iter_mut().chain(&mut self.named);
        for (_, texts) in all.filter(|(key, _)| key.has(Mark::Contents)) {
            for text in texts {
                // standard input cannot be read again
                if let Some(name) = given.file_name(text).filter(|name| *name != STANDARD_INPUT) {
                    *text = name.to_owned();
                }
            }
        }
    }

    /// Returns the canonical link.
    pub(super) fn link(&self) -> String {
        let mut path = self.kind.to_owned();
        for (key, texts) in &self.positional {
            key.joined(texts).iter().for_each(|text| path += &format!("/{}", escaped(text)));
        }
        with_query(path, &self.named)
    }

    fn curl(&self) -> Result<String, RequestError> {
        check(self.all(), is_sent, "a request cannot send files of this machine")?;
        check(self.all(), names_no_file, "a request cannot send files of this machine")?;
        let fields: Vec<CanonicalField> = self.all().cloned().collect();
        let address = with_query(format!("{SERVER}/api/{}", self.kind), &fields);
        Ok(format!("curl {}", quoted(&address)?))
    }

    fn command(&self) -> Result<String, RequestError> {
        let is_option = |(key, _): &CanonicalField| !key.has(Mark::Positional);
        check(self.named.iter(), is_option, "the argument before it is missing")?;
        let mut words = vec!["warodds".to_owned()];
        words.extend(self.kind.split('/').map(str::to_owned));
        for (key, texts) in &self.positional {
            words.extend(key.joined(texts));
        }
        for field in &self.named {
            words.extend(options(field));
        }
        let words: Result<Vec<String>, RequestError> =
            words.iter().map(|word| quoted(word)).collect();
        Ok(words?.join(" "))
    }

    fn python(&self) -> String {
        let function = self.kind.replace('/', ".").replace('-', "_");
        let units = self.positional.iter().map(|field| literal(field, PYTHON));
        let keywords = self.named.iter().map(|field| {
            let name = field.0.long.replace('-', "_");
            let mark = if RESERVED.contains(&name.as_str()) { "_" } else { "" };
            format!("{name}{mark}={}", literal(field, PYTHON))
        });
        let arguments: Vec<String> = units.chain(keywords).collect();
        format!("import warodds as wo\n\nwo.{function}({})", arguments.join(", "))
    }

    /// Writes a scenario file. Options of `warodds run` are in its first line: they apply to all
    /// questions of a file.
    fn toml(&self) -> Result<String, RequestError> {
        let is_allowed = |(key, _): &CanonicalField| key.in_files() || !ANALYSES.contains(&key.id);
        check(self.all(), is_allowed, "`warodds run` does not have this analysis")?;
        check(self.all(), names_no_file, "scenarios cannot name army lists")?;
        let mut text = format!("# warodds run FILE{}\n", self.options_of_run()?);
        if let Some((_, texts)) = self.all().find(|(key, _)| key.has(Mark::Contents)) {
            // the contents are the file
            return Ok(text + "\n" + &texts.concat());
        }
        let _ = writeln!(text, "\n[[{}]]", self.kind.replace('/', "."));
        for field in self.all().filter(|(key, _)| key.in_files()) {
            let _ = writeln!(text, "{} = {}", field.0.id, literal(field, TOML));
        }
        Ok(text)
    }

    /// Returns the options of `warodds run` that answer a file as the question would be.
    fn options_of_run(&self) -> Result<String, RequestError> {
        let is_engine_named = self.all().any(|(key, _)| key.id == "engine");
        // files are sampled by default, and questions are not, except campaigns
        let mut words = if is_engine_named || self.kind == CAMPAIGN {
            String::new()
        } else {
            " --engine exact".to_owned()
        };
        for field in self.all().filter(|(key, _)| !key.in_files()) {
            for option in options(field) {
                let _ = write!(words, " {}", quoted(&option)?);
            }
        }
        Ok(words)
    }
}

/// Returns whether a field names no local file, but holds texts.
fn is_sent((key, texts): &CanonicalField) -> bool {
    !key.has(Mark::Local) || texts.iter().all(|text| is_contents(text))
}

/// Returns whether a field names no army lists.
fn names_no_file((key, texts): &CanonicalField) -> bool {
    !key.has(Mark::Lists) || texts.iter().flat_map(|text| files_named(text)).next().is_none()
}

/// Refuses the first field that is not allowed, for the reason `why`.
fn check<'f>(
    mut fields: impl Iterator<Item = &'f CanonicalField>,
    is_allowed: impl Fn(&CanonicalField) -> bool,
    why: &str,
) -> Result<(), RequestError> {
    match fields.find(|field| !is_allowed(field)) {
        Some((key, _)) => Err(RequestError::Refused(format!(
            "this form cannot hold {}: {why}",
            key.display_name()
        ))),
        None => Ok(()),
    }
}

/// The characters to escape in links.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b',').remove(b'~');

/// Escapes a value of a link.
fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

/// Appends fields to an address as its query.
pub(super) fn with_query(address: String, fields: &[CanonicalField]) -> String {
    let parameters = fields.iter().flat_map(|(key, texts)| {
        let name = if key.has(Mark::Positional) { key.id } else { &key.long };
        key.joined(texts).into_iter().map(move |text| match key.arity {
            Arity::Flag if text == "yes" => name.to_owned(),
            // read as a space, which joins the elements of a set as well
            Arity::Set => format!("{name}={}", escaped(&text).replace("%2B", "+")),
            _ => format!("{name}={}", escaped(&text)),
        })
    });
    parameters.fold(address, |address, parameter| {
        let joint = if address.contains('?') { '&' } else { '?' };
        format!("{address}{joint}{parameter}")
    })
}

/// Returns a field as options of a command.
fn options((key, texts): &CanonicalField) -> Vec<String> {
    let option = |text: String| match key.arity {
        Arity::Flag if text == "yes" => vec![format!("--{}", key.long)],
        // a value that looks like an option, and lists of flags, need the sign
        _ if text.starts_with('-') || key.arity == Arity::Flag => {
            vec![format!("--{}={text}", key.long)]
        }
        _ => vec![format!("--{}", key.long), text],
    };
    key.joined(texts).into_iter().flat_map(option).collect()
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> Result<String, RequestError> {
    let quoted = shlex::try_quote(word).map(std::borrow::Cow::into_owned);
    quoted.map_err(|_| RequestError::refused("a command cannot contain the character NUL"))
}

/// The words for false and true.
const TOML: [&str; 2] = ["false", "true"];
const PYTHON: [&str; 2] = ["False", "True"];

/// Returns the values of a field as literals; strings and numbers are those of JSON, which both
/// languages read.
fn literal((key, texts): &CanonicalField, [no, yes]: [&str; 2]) -> String {
    let one = |text: &String| match key.data(text) {
        serde_json::Value::Bool(flag) => if flag { yes } else { no }.to_owned(),
        value => value.to_string(),
    };
    let all: Vec<String> = texts.iter().map(one).collect();
    match (key.arity, all.as_slice()) {
        (Arity::Flag | Arity::One | Arity::Set, [one]) => one.clone(),
        _ => format!("[{}]", all.join(", ")),
    }
}

/// The words that Python reserves; a keyword argument of that name has `_` appended.
const RESERVED: [&str; 32] = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

impl Key {
    /// Returns the values as texts of an option: lists joined by commas, other repeated values
    /// apart.
    pub(super) fn joined(&self, texts: &[String]) -> Vec<String> {
        let is_joined = self.takes_list() && texts.len() > 1;
        if is_joined { vec![texts.join(",")] } else { texts.to_vec() }
    }

    /// Returns whether files have the key: in their sections, or at the top for editions. The
    /// others are options of `warodds run`, for all questions of a file.
    pub fn in_files(&self) -> bool {
        let is_strictness = self.heading == Heading::Rules && self.arity == Arity::Flag;
        self.heading != Heading::Engine && !self.has(Mark::Local) && !is_strictness
    }
}
