//! The commands of questions, one for each kind in the table of keys, and that of links.

use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::engine::isa;
use super::failure::Failure;
use super::keys::{provided_fields, with_keys};
use super::output::{self, OutputOptions, TopOption};
use super::print;
use super::slug::QuestionName;
use super::watch::Watch;
use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::request::asoiaf::files_named;
use crate::request::link::Link;
use crate::request::{self, Key, Mark, QuestionKind, RawFields, Setup};

/// The kinds whose answers are long lists, which `--top` shortens.
const FIELD_KINDS: [&str; 3] = ["matrix", "compare", "attachments"];

/// Returns the commands. Those that `has_options` does not name lack their options, whose number
/// would slow down every start.
pub(super) fn commands(has_options: impl Fn(&str) -> bool) -> Vec<Command> {
    let one = |kind: &QuestionKind| {
        if has_options(kind.name) {
            command(kind)
        } else {
            Command::new(kind.name).about(kind.about)
        }
    };
    request::kinds().iter().map(one).chain([link_command()]).collect()
}

/// The name of the command that answers the question of a link.
const LINK: &str = "ask";

fn link_command() -> Command {
    let about = "Answer the question of a link.";
    let more = "A link is a question as one line of text: its kind and units, separated by /, \
                then ? and the options of its command, separated by &. Settings of the page (k, or) \
                are ignored.";
    let examples = "Examples:\n  warodds ask \
                    'attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge'\n  \
                    warodds ask 'panic?morale=7&panicked' --json";
    let link = Arg::new("link").value_name("LINK").required(true).help("The link");
    let canonical = Arg::new("canonical")
        .long("canonical")
        .action(ArgAction::SetTrue)
        .conflicts_with_all(["json", "csv", "out"])
        .help("Print the shortest form of the link instead of an answer");
    let command = Command::new(LINK).args([link, canonical]);
    // groups of options overwrite the description of a command, so it is set after them
    TopOption::augment_args(OutputOptions::augment_args(command))
        .about(about)
        .long_about(format!("{about}\n\n{more}"))
        .after_help(examples)
}

/// Builds the command of a kind of question.
fn command(kind: &QuestionKind) -> Command {
    let examples: Vec<String> = kind.examples.iter().map(|line| format!("  {line}")).collect();
    let command = OutputOptions::augment_args(with_keys(Command::new(kind.name), &kind.keys()));
    let command = if is_about_fields(kind) { TopOption::augment_args(command) } else { command };
    // groups of options overwrite the description of a command, so it is set after them
    let command =
        command.about(kind.about).after_help(format!("Examples:\n{}", examples.join("\n")));
    match kind.more {
        "" => command,
        more => command.long_about(format!("{}\n\n{more}", kind.about)),
    }
}

fn is_about_fields(kind: &QuestionKind) -> bool {
    FIELD_KINDS.contains(&kind.name)
}

/// Runs a command by its name; returns `None` if it is not one of these.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Option<Result<(), Failure>> {
    if name == LINK {
        return Some(answer_link(matches));
    }
    let kind = request::kind(name).ok()?;
    let mut fields = provided_fields(&kind.keys(), matches);
    if let Err(wrong) = add_list_texts(&kind.keys(), &mut fields) {
        return Some(Err(wrong));
    }
    let top =
        // only these commands have the option, and clap panics when an id is looked up that a
        // command lacks
        if is_about_fields(&kind) { parse_options(matches) } else { Ok(TopOption::default()) };
    Some(top.and_then(|top| answer(&kind, &fields, matches, top)))
}

/// Adds the contents of the army lists that the fields name: questions never read files themselves.
fn add_list_texts(keys: &[Key], fields: &mut RawFields) -> Result<(), Failure> {
    let texts = keys.iter().filter(|key| key.has(Mark::Lists)).flat_map(|key| fields.of(key.id));
    let files: Vec<String> = texts.flat_map(files_named).map(str::to_owned).collect();
    for file in files {
        let text = ArmyList::read_text(Path::new(&file));
        fields.hand(&file, &text.map_err(|wrong| Failure::BadScenarios(vec![wrong]))?);
    }
    Ok(())
}

/// Answers the question of a link.
fn answer_link(matches: &ArgMatches) -> Result<(), Failure> {
    let text = matches.get_one::<String>("link").map_or("", String::as_str);
    let link = Link::parse(text, Catalogue::shipped())?;
    if matches.get_flag("canonical") {
        return print::print(&link.canonical(Catalogue::shipped())?);
    }
    answer(&link.kind, &link.given, matches, parse_options(matches)?)
}

/// Parses a group of options.
fn parse_options<T: FromArgMatches>(matches: &ArgMatches) -> Result<T, Failure> {
    T::from_arg_matches(matches).map_err(|error| Failure::input(error.render()))
}

/// Answers a question, then prints and writes the answer.
fn answer(
    kind: &QuestionKind,
    fields: &RawFields,
    matches: &ArgMatches,
    top: TopOption,
) -> Result<(), Failure> {
    let setup = Setup { catalogue: Catalogue::shipped(), isa: isa()? };
    let request = kind.request(&kind.keys(), fields, &setup)?;
    let reply = |control: &Watch| Ok(request.reply(kind, fields, &setup, control)?);
    let name = || Ok(QuestionName::of_fields(kind, fields)?);
    output::answer(&request, reply, (kind.name, name), &parse_options(matches)?, top)
}
