//! The commands that ask a question in words: one for each kind that the table of keys knows.

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

/// Kinds whose answers are about a whole field, with lists that may be long.
const OF_FIELDS: [&str; 3] = ["matrix", "compare", "attachments"];

/// The commands, in the order of the help; those that are not wanted without their options, for
/// these are many and nobody looks at them.
pub(super) fn commands(is_wanted: impl Fn(&str) -> bool) -> Vec<Command> {
    let one = |kind: &QuestionKind| {
        if is_wanted(kind.name) { command(kind) } else { Command::new(kind.name).about(kind.about) }
    };
    request::kinds().iter().map(one).chain([link()]).collect()
}

/// The command that answers the question of a link.
const LINK: &str = "ask";

fn link() -> Command {
    let about = "Answer the question of a link.";
    let more = "A link is a question as one line of text: its kind, the units with / between \
                them, and the options of its command behind a ?, with & between them. What the page \
                shows beside an answer (k, or) is left aside.";
    let examples = "Examples:\n  warodds ask \
                    'attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge'\n  \
                    warodds ask 'panic?morale=7&panicked' --json";
    let link = Arg::new("link").value_name("LINK").required(true).help("The link");
    let canonical = Arg::new("canonical")
        .long("canonical")
        .action(ArgAction::SetTrue)
        .conflicts_with_all(["json", "csv", "out"])
        .help("Print the link in its shortest form in place of an answer");
    let command = Command::new(LINK).args([link, canonical]);
    // a group of options brings words of its own: those of the command stand in their place
    TopOption::augment_args(OutputOptions::augment_args(command))
        .about(about)
        .long_about(format!("{about}\n\n{more}"))
        .after_help(examples)
}

/// The command of a kind of question.
fn command(kind: &QuestionKind) -> Command {
    let examples: Vec<String> = kind.examples.iter().map(|line| format!("  {line}")).collect();
    let command = OutputOptions::augment_args(with_keys(Command::new(kind.name), &kind.keys()));
    let command = if is_of_field(kind) { TopOption::augment_args(command) } else { command };
    // a group of options brings words of its own: those of the question stand in their place
    let command =
        command.about(kind.about).after_help(format!("Examples:\n{}", examples.join("\n")));
    match kind.more {
        "" => command,
        more => command.long_about(format!("{}\n\n{more}", kind.about)),
    }
}

fn is_of_field(kind: &QuestionKind) -> bool {
    OF_FIELDS.contains(&kind.name)
}

/// Answers what was asked, if it is one of these commands.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Option<Result<(), Failure>> {
    if name == LINK {
        return Some(of_link(matches));
    }
    let kind = request::kind(name).ok()?;
    let mut given = provided_fields(&kind.keys(), matches);
    if let Err(wrong) = hand_in_lists(&kind.keys(), &mut given) {
        return Some(Err(wrong));
    }
    let top = if is_of_field(&kind) { read(matches) } else { Ok(TopOption::default()) };
    Some(top.and_then(|top| answer(&kind, &given, matches, top)))
}

/// Hands in the texts of the lists of armies that are named: a question reads no files itself.
fn hand_in_lists(keys: &[Key], given: &mut RawFields) -> Result<(), Failure> {
    let texts = keys.iter().filter(|key| key.has(Mark::Lists)).flat_map(|key| given.of(key.id));
    let files: Vec<String> = texts.flat_map(files_named).map(str::to_owned).collect();
    for file in files {
        let text = ArmyList::read_text(Path::new(&file));
        given.hand(&file, &text.map_err(|wrong| Failure::BadScenarios(vec![wrong]))?);
    }
    Ok(())
}

/// Answers the question of a link.
fn of_link(matches: &ArgMatches) -> Result<(), Failure> {
    let text = matches.get_one::<String>("link").map_or("", String::as_str);
    let link = Link::parse(text, Catalogue::shipped())?;
    if matches.get_flag("canonical") {
        return print::print(&link.canonical(Catalogue::shipped())?);
    }
    answer(&link.kind, &link.given, matches, read(matches)?)
}

/// Options of a command.
fn read<T: FromArgMatches>(matches: &ArgMatches) -> Result<T, Failure> {
    T::from_arg_matches(matches).map_err(|error| Failure::input(error.render()))
}

/// Answers what was given to a kind of question.
fn answer(
    kind: &QuestionKind,
    given: &RawFields,
    matches: &ArgMatches,
    top: TopOption,
) -> Result<(), Failure> {
    let setup = Setup { catalogue: Catalogue::shipped(), isa: isa()? };
    let request = kind.request(&kind.keys(), given, &setup)?;
    let reply = |control: &Watch| Ok(request.reply(kind, given, &setup, control)?);
    let name = || Ok(QuestionName::of_given(kind, given)?);
    output::answer(&request, reply, (kind.name, name), &read(matches)?, top)
}
