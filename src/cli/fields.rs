//! `warodds fields`: the declared fields of questions.

use clap::Args;

use super::failure::Failure;
use super::print::{self, layout};
use crate::report::table::card_list::{render, text_column};
use crate::request::{self, FieldDescription, Heading, KindDescription, QuestionKind};

/// Print the fields of a kind of question: names, types, defaults and meanings.
///
/// Without a kind it lists the kinds. All interfaces have these fields: options and links with `-`
/// in the names, files, JSON and Python with `_`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FieldsArgs {
    /// The kind of question, such as attack or westeros/attack.
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Print the fields as JSON. Without a kind, those of all kinds.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds fields attack
  warodds fields westeros/exchange --json";

/// Prints the fields of a kind, or the names of all kinds.
pub(super) fn run(arguments: &FieldsArgs) -> Result<(), Failure> {
    let kinds = match &arguments.kind {
        Some(name) => vec![request::kind(name)?],
        None => request::kinds(),
    };
    if arguments.json {
        let fields: Vec<KindDescription> = kinds.iter().map(QuestionKind::describe).collect();
        let text = serde_json::to_string_pretty(&fields);
        return print::data(&text.map_err(|error| Failure::Failed(error.into()))?);
    }
    match (&arguments.kind, kinds.as_slice()) {
        (Some(_), [kind]) => print::print(&table(&kind.describe())),
        _ => print::print(&names(&kinds)),
    }
}

/// Lists the names of kinds with their questions.
fn names(kinds: &[QuestionKind]) -> String {
    let cells = |cell: fn(&QuestionKind) -> &str| {
        kinds.iter().map(|kind| cell(kind).to_owned()).collect::<Vec<_>>()
    };
    let table = render(&layout(), |width| {
        vec![
            text_column("kind", 0, usize::MAX, cells(|kind| kind.name)),
            text_column("question", 0, width, cells(|kind| kind.about)),
        ]
    });
    format!("{table}\n`warodds fields KIND` prints the fields of a kind.")
}

/// Renders the fields of a kind, by heading.
fn table(kind: &KindDescription) -> String {
    let groups = Heading::ALL.map(|heading| {
        let name = heading.name();
        let fields: Vec<&FieldDescription> =
            kind.fields.iter().filter(|field| field.heading == name).collect();
        if fields.is_empty() { String::new() } else { format!("\n{name}\n{}", rows(&fields)) }
    });
    let groups = groups.into_iter().filter(|group| !group.is_empty());
    std::iter::once(kind.kind.to_owned()).chain(groups).collect::<Vec<_>>().join("\n")
}

fn rows(fields: &[&FieldDescription]) -> String {
    let cells =
        |cell: fn(&FieldDescription) -> String| fields.iter().map(|one| cell(one)).collect();
    render(&layout(), |width| {
        vec![
            text_column("field", 0, usize::MAX, cells(|field| field.id.to_owned())),
            text_column("type", 0, width, cells(|field| field.value_type.replace('|', ", "))),
            text_column("default", 2, width, cells(default)),
            text_column("other names", 1, width, cells(other_names)),
            text_column("meaning", 0, width, cells(|field| field.help.clone())),
        ]
    })
}

fn default(field: &FieldDescription) -> String {
    match &field.default {
        None => String::new(),
        Some(serde_json::Value::Bool(_)) => "no".to_owned(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

fn other_names(field: &FieldDescription) -> String {
    let names = field.alias.iter().map(|alias| alias.name.replace('-', "_"));
    names.collect::<Vec<_>>().join(", ")
}
