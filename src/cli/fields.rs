//! `warodds fields`: the declared fields of questions.

use clap::Args;

use super::failure::Failure;
use super::print::{self, layout};
use crate::report::table::card_list::{render, text_column};
use crate::request::{self, FieldDescription, Heading, KindDescription};

/// Print the fields of questions: names, types, defaults and help.
///
/// All interfaces have these fields: options and links with `-` in the names, files, JSON and
/// Python with `_`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FieldsArgs {
    /// The kind of question, such as attack or westeros/attack [default: all].
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds fields attack
  warodds fields westeros/exchange --json";

/// Prints the fields.
pub(super) fn run(arguments: &FieldsArgs) -> Result<(), Failure> {
    let kinds = match &arguments.kind {
        Some(name) => vec![request::kind(name)?],
        None => request::kinds(),
    };
    let all: Vec<KindDescription> = kinds.iter().map(request::QuestionKind::describe).collect();
    if arguments.json {
        let text = serde_json::to_string_pretty(&all);
        return print::data(&text.map_err(|error| Failure::Failed(error.into()))?);
    }
    print::print(&all.iter().map(table).collect::<Vec<_>>().join("\n\n"))
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
