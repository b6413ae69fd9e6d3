//! The commands that ask a question in words: one for each kind that the table of keys knows.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::engine::isa;
use super::failure::Failure;
use super::field::{self, OutputOptions};
use super::keys::{given, with_keys};
use super::print;
use crate::catalogue::Catalogue;
use crate::request::link::Link;
use crate::request::why::contributions;
use crate::request::{self, Asked, Given, Kind, Setup};

/// Kinds whose answers are about a whole field and can be written as files.
const OF_FIELDS: [&str; 2] = ["matrix", "compare"];

/// The commands, in the order of the help.
pub fn commands() -> Vec<Command> {
    request::kinds().iter().map(command).chain([link()]).collect()
}

/// The command that answers the question of a link.
const LINK: &str = "ask";

fn link() -> Command {
    let about = "Answer the question of a link.";
    let more = "A link is a question as one line of text: its kind, the units with / between \
                them, and the options of its command behind a ?, with & between them.";
    let examples = "Examples:\n  warodds ask \
                    'attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge'\n  \
                    warodds ask 'panic?morale=7&panicked' --json";
    let link = Arg::new("link").value_name("LINK").required(true).help("The link");
    let canonical = Arg::new("canonical")
        .long("canonical")
        .action(ArgAction::SetTrue)
        .conflicts_with("json")
        .help("Print the link in its shortest form in place of an answer");
    let command = Command::new(LINK)
        .about(about)
        .long_about(format!("{about}\n\n{more}"))
        .after_help(examples)
        .args([link, canonical, json()]);
    OutputOptions::augment_args(command)
}

/// The option for data in place of tables.
fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help_heading("How to answer")
        .help("Print the answer as JSON")
}

/// The command of a kind of question.
fn command(kind: &Kind) -> Command {
    let examples: Vec<String> = kind.examples.iter().map(|line| format!("  {line}")).collect();
    let command = Command::new(kind.name)
        .about(kind.about)
        .after_help(format!("Examples:\n{}", examples.join("\n")));
    let command = match kind.more {
        "" => command,
        more => command.long_about(format!("{}\n\n{more}", kind.about)),
    };
    let command = with_keys(command, &kind.keys()).arg(json());
    if is_of_field(kind) { OutputOptions::augment_args(command) } else { command }
}

fn is_of_field(kind: &Kind) -> bool {
    OF_FIELDS.contains(&kind.name)
}

/// Answers what was asked, if it is one of these commands.
pub fn run(name: &str, matches: &ArgMatches) -> Option<Result<(), Failure>> {
    if name == LINK {
        return Some(of_link(matches));
    }
    let kind = request::kind(name).ok()?;
    let given = given(&kind.keys(), matches);
    let output = if is_of_field(&kind) { Some(output(matches)) } else { None };
    Some(output.transpose().and_then(|output| answer(&kind, &given, matches, output.as_ref())))
}

/// Answers the question of a link.
fn of_link(matches: &ArgMatches) -> Result<(), Failure> {
    let text = matches.get_one::<String>("link").map_or("", String::as_str);
    let link = Link::read(text)?;
    if matches.get_flag("canonical") {
        let canonical = Link::text(&link.kind, &link.given, Catalogue::shipped())?;
        return print::print(&canonical);
    }
    answer(&link.kind, &link.given, matches, Some(&output(matches)?))
}

/// The options about output of a command that has them.
fn output(matches: &ArgMatches) -> Result<OutputOptions, Failure> {
    OutputOptions::from_arg_matches(matches).map_err(|error| Failure::input(error.render()))
}

/// Answers what was given to a kind of question; `output` is what a command was told of output that
/// has options for it.
fn answer(
    kind: &Kind,
    given: &Given,
    matches: &ArgMatches,
    output: Option<&OutputOptions>,
) -> Result<(), Failure> {
    let setup = Setup { catalogue: Catalogue::shipped(), isa: isa()? };
    let request = kind.request(&kind.keys(), given, &setup)?;
    let as_json = matches.get_flag("json");
    // what is about whole fields has no effect on anything else
    if let (Some(output), false) = (output, matches!(request.asked, Asked::Field(_))) {
        output.refuse()?;
    }
    match request.asked {
        Asked::One(asked, notes) => {
            let why = request.wants_why.then(|| contributions(kind, given, &setup)).transpose()?;
            print::answer_with_why(&asked, &request.plan, as_json, (&notes, why.as_deref()))
        }
        Asked::Cases(cases) => print::answer_all(&cases, &request.plan, as_json),
        Asked::Many(cases) => print::options(&cases, &request.plan, as_json),
        Asked::Field(asked) => {
            let output = output.cloned().unwrap_or_default();
            field::answer(&asked, kind.name, &request.plan, as_json, &output)
        }
    }
}
