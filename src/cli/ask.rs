//! The commands of questions, one for each kind in the table of keys, and that of links.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::ArgPredicate;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use warodds_battles::question::{BattleFiles, read_files};

use super::battle;
use super::compared::{check_enemy, check_second};
use super::engine::isa;
use super::explain;
use super::failure::Failure;
use super::input::Input;
use super::keys::{provided_fields, with_keys};
use super::output::{self, OutputOptions, TopOption};
use super::print;
use super::reply::stem;
use super::results::Destination;
use super::slug::QuestionName;
use super::watch::Watch;
use crate::catalogue::Catalogue;
use crate::report::page::Source;
use crate::request::asoiaf::{files_named, with_list_files};
use crate::request::link::Link;
use crate::request::why::Analysis;
use crate::request::{
    self, BATTLE, CAMPAIGN, EXPLAIN, Key, KindGroup, LUCK, Mark, Query, QuestionKind, RawFields,
    Request, Setup, name_parts,
};
use crate::scenario::list_text;

/// The kinds whose answers are long lists, which `--top` shortens.
const FIELD_KINDS: [&str; 5] = ["matrix", "compare", "attachments", "rate", "worth"];

/// Returns the commands. Those that `has_options` does not name lack their options, whose number
/// would slow down every start.
pub(super) fn commands(has_options: impl Fn(&str) -> bool) -> Vec<Command> {
    let kinds = request::kinds();
    let of = |group: Option<&str>| -> Vec<Command> {
        let is_called = group.is_none_or(&has_options);
        let one = |kind: &QuestionKind| match name_parts(kind.name) {
            (_, name) if is_called && has_options(name) => command(kind),
            (_, name) => Command::new(name).about(kind.about),
        };
        kinds.iter().filter(|kind| name_parts(kind.name).0 == group).map(one).collect()
    };
    let groups = request::groups().into_iter();
    let groups = groups.map(|group| group_command(&group).subcommands(of(Some(group.name))));
    of(None).into_iter().chain(groups).chain([link_command()]).collect()
}

/// Builds the command of a game, without those of its questions.
fn group_command(group: &KindGroup) -> Command {
    Command::new(group.name)
        .about(group.about)
        .long_about(format!("{}\n\n{}", group.about, group.more))
        .after_help(examples(group.examples))
        .subcommand_required(true)
        .arg_required_else_help(true)
}

/// Formats commands to learn from.
fn examples(lines: &[&str]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
    format!("Examples:\n{}", lines.join("\n"))
}

/// The name of the command that lists tactics cards, and ranks those of two units.
const CARDS: &str = "cards";

/// The name of the command that answers the question of a link.
const LINK: &str = "ask";

fn link_command() -> Command {
    let about = "Answer the question of a link.";
    let more = "A link is a question in one line: its kind and its units, separated by /, then ? \
                and the options of the command, separated by &. Settings of the page (k, or) are \
                ignored.";
    let examples = "Examples:\n  warodds ask \
                    'attack/stark-sworn-swords/lannister-guardsmen?facing=rear&charge'\n  \
                    warodds ask 'panic?morale=7&panicked' --as python";
    let link = Arg::new("link").value_name("LINK").required(true).help("The link");
    let command = Command::new(LINK).arg(link);
    // groups of options overwrite the description of a command, so it is set after them
    TopOption::augment_args(OutputOptions::augment_args(command))
        .about(about)
        .long_about(format!("{about}\n\n{more}"))
        .after_help(examples)
}

/// Builds the command of a kind of question.
fn command(kind: &QuestionKind) -> Command {
    let (_, name) = name_parts(kind.name);
    let mut keys = kind.keys().to_vec();
    keys.sort_by_key(|key| key.heading);
    let command = OutputOptions::augment_args(with_keys(Command::new(name), &keys));
    let command = if is_about_fields(kind) { TopOption::augment_args(command) } else { command };
    let command = match kind.name {
        EXPLAIN => explain::with_file(command),
        // refused with its reason
        BATTLE => battle::with_commands(command).mut_arg("csv", |csv| csv.hide(true)),
        CAMPAIGN => command.mut_arg("out", with_default_directory),
        _ => command,
    };
    // groups of options overwrite the description of a command, so it is set after them
    let command = command.about(kind.about).after_help(examples(kind.examples));
    let lists = if kind.takes_lists { LISTS } else { "" };
    let paragraphs = [kind.about, kind.more, lists];
    let all: Vec<&str> = paragraphs.into_iter().filter(|one| !one.is_empty()).collect();
    command.long_about(all.join("\n\n"))
}

/// Makes files of the answer the default, unless it is printed as data.
fn with_default_directory(out: Arg) -> Arg {
    let as_data = [("json", ArgPredicate::from("true")), ("csv", ArgPredicate::IsPresent)];
    let as_data = as_data.map(|(id, is_data)| (id, is_data, None::<&str>));
    let help = "Write a page of the answer (index.html), CSV, JSON and charts to DIR/<file>/. With \
                --json or --csv, nothing is written unless --out is given. If a signal stops the \
                run, the name of the directory ends in .partial.";
    out.default_value("out").default_value_ifs(as_data).help(help)
}

/// How to ask about several values at once, for the help of questions that allow it.
const LISTS: &str = "Options and units accept lists, such as front,flank, and ranges of numbers, \
                     such as 3..5; --charge=yes,no asks with a flag and without it. The answer then has a row for each combination.";

fn is_about_fields(kind: &QuestionKind) -> bool {
    FIELD_KINDS.contains(&kind.name)
}

/// Runs a command by its name; returns `None` if it is not one of these.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Option<Result<(), Failure>> {
    if name == LINK {
        return Some(answer_link(matches));
    }
    let (kind, matches) = match matches.subcommand() {
        Some(_) if name == BATTLE => return Some(battle::run(matches)),
        Some((below, matches)) => (request::kind(&format!("{name}/{below}")).ok()?, matches),
        None => (request::kind(name).ok()?, matches),
    };
    let mut fields = provided_fields(kind.keys(), matches);
    let read = check_second(&kind, &fields)
        .and_then(|()| check_enemy(&kind, &fields))
        .and_then(|()| add_list_texts(kind.keys(), &mut fields))
        .and_then(|()| Ok(read_files(&kind, &mut fields)?));
    let input = match read {
        Ok(file) => file.map(|file| Input::of(file.path, file.text)),
        Err(wrong) => return Some(Err(wrong)),
    };
    if kind.name == EXPLAIN
        && let Some(file) = explain::file(matches)
    {
        return Some(explain_file(file, matches, &kind, &fields));
    }
    let top =
        // only these commands have the option, and clap panics when an id is looked up that a
        // command lacks
        if is_about_fields(&kind) { parse_options(matches) } else { Ok(TopOption::default()) };
    Some(top.and_then(|top| answer(&kind, (&fields, input.as_ref()), matches, top)))
}

/// Returns the position of a command if the arguments call it: words of other commands, such as
/// those of `units search luck attack`, are left as they are.
pub(super) fn command_position(words: &[OsString], name: &str) -> Option<usize> {
    let position = first_command(words);
    words.get(position).filter(|word| *word == name).map(|_| position)
}

/// Returns the position of the first word that is no global option, and not the value of one.
pub(super) fn first_command(words: &[OsString]) -> usize {
    let is_option = |word: &&OsString| word.as_encoded_bytes().starts_with(b"-");
    // of the options before a command, only this one has a value of its own
    let takes_next = |word: &&OsString| *word == "--color";
    let before = words.iter().scan(false, |is_value, word| {
        let is_before = is_option(&word) || *is_value;
        *is_value = takes_next(&word);
        is_before.then_some(())
    });
    before.count()
}

/// Removes `luck` before the command of a question: `luck attack … --rolled 3` is `attack …
/// --rolled 3`.
///
/// # Errors
/// [`Failure`] if such a command has no `--rolled`.
pub(super) fn without_luck(words: &mut Vec<OsString>) -> Result<(), Failure> {
    let is_question = |word: &OsString| {
        let is_named = |name: &str| word == name;
        request::groups().iter().any(|group| is_named(group.name))
            || request::kinds().iter().any(|kind| is_named(kind.name))
    };
    let place = command_position(words, LUCK);
    let Some(place) = place.filter(|place| words.get(place + 1).is_some_and(is_question)) else {
        return Ok(());
    };
    words.remove(place);
    let begins = |word: &OsString| {
        ["--rolled", "--help", "-h"].iter().any(|name| word.to_string_lossy().starts_with(name))
    };
    if words.iter().any(begins) {
        return Ok(());
    }
    Err(Failure::input("the rolled result is missing: add --rolled N, or --rolled hits=N for hits"))
}

/// Makes `cards --attacker A --defender B …` the question that ranks their cards: `attack A B …
/// --rank-cards` or, with a distance, `charge`.
///
/// # Errors
/// [`Failure`] if one of the units is missing.
pub(super) fn without_card_ranking(words: &mut Vec<OsString>) -> Result<(), Failure> {
    let Some(place) = command_position(words, CARDS) else { return Ok(()) };
    // a unit of these options is not about the list of cards
    let after = words.split_off(place + 1);
    let (mut units, mut rest) = ([None, None], Vec::new());
    let mut after = after.into_iter();
    while let Some(word) = after.next() {
        let text = word.to_string_lossy().into_owned();
        let (name, value) = text.split_once('=').unwrap_or((&text, ""));
        let Some(side) = ["--attacker", "--defender"].iter().position(|one| *one == name) else {
            rest.push(word);
            continue;
        };
        let value = if text.contains('=') { Some(value.into()) } else { after.next() };
        units.iter_mut().skip(side).take(1).for_each(|unit| unit.clone_from(&value));
    }
    let [attacker, defender] = match units {
        [None, None] => {
            words.extend(rest);
            return Ok(());
        }
        [Some(attacker), Some(defender)] => [attacker, defender],
        [attacker, _] => {
            let missing = if attacker.is_none() { "--attacker" } else { "--defender" };
            return Err(Failure::input(format!(
                "cards are ranked in an attack of one unit on another: add {missing} UNIT"
            )));
        }
    };
    let is_distance = |word: &OsString| word.to_string_lossy().starts_with("--distance");
    let command = if rest.iter().any(is_distance) { "charge" } else { "attack" };
    words.truncate(place);
    words.extend([command.into(), attacker, defender]);
    words.extend(rest);
    words.push("--rank-cards".into());
    Ok(())
}

/// Resolves a question of a file once.
fn explain_file(
    file: &Path,
    matches: &ArgMatches,
    kind: &QuestionKind,
    fields: &RawFields,
) -> Result<(), Failure> {
    let output: OutputOptions = parse_options(matches)?;
    if output.form.is_some() {
        return Err(Failure::input("--as writes the question of a command, not of a file"));
    }
    let request = explain::request_of_file(file, matches, kind, fields)?;
    let reply = |control: &Watch| {
        Ok(request.answer(Analysis::default(), control).map_err(anyhow::Error::from)?)
    };
    let destination = |out: &Path| destination(out, kind, (fields, None), &request);
    let source = (EXPLAIN, &Source::default());
    output::answer(&request, reply, source, destination, &output, TopOption::default())
}

/// Adds the contents of the army lists that the fields name, as `list=FILE` or by the file alone:
/// questions never read files themselves.
pub(super) fn add_list_texts(keys: &[Key], fields: &mut RawFields) -> Result<(), Failure> {
    for key in keys.iter().filter(|key| key.has(Mark::Lists)) {
        fields.replace(key.id, |text| with_list_files(text, |path| Path::new(path).is_file()));
    }
    let texts = keys.iter().filter(|key| key.has(Mark::Lists)).flat_map(|key| fields.of(key.id));
    let files: Vec<String> = texts.flat_map(files_named).map(str::to_owned).collect();
    for file in files {
        let text = list_text(Path::new(&file));
        fields.add_file(&file, &text.map_err(|wrong| Failure::BadScenarios(vec![wrong]))?);
    }
    Ok(())
}

/// Returns the directories of the answer: named after its file, if there is one, or its question.
fn destination(
    out: &Path,
    kind: &QuestionKind,
    (fields, input): (&RawFields, Option<&Input>),
    request: &Request,
) -> Result<Destination, Failure> {
    match input {
        Some(input) => Destination::of_file(out, input),
        None => {
            let name = QuestionName::of_fields(kind, fields, request)?;
            Ok(Destination::of_question(out, &name))
        }
    }
}

/// Answers the question of a link.
fn answer_link(matches: &ArgMatches) -> Result<(), Failure> {
    let text = matches.get_one::<String>("link").map_or("", String::as_str);
    let link = Link::parse(text, Catalogue::shipped())?;
    answer(&link.kind, (&link.given, None), matches, parse_options(matches)?)
}

/// Parses a group of options.
fn parse_options<T: FromArgMatches>(matches: &ArgMatches) -> Result<T, Failure> {
    T::from_arg_matches(matches).map_err(|error| Failure::input(error.render()))
}

/// Answers a question, then prints and writes the answer.
fn answer(
    kind: &QuestionKind,
    (fields, input): (&RawFields, Option<&Input>),
    matches: &ArgMatches,
    top: TopOption,
) -> Result<(), Failure> {
    let setup = Setup { catalogue: Catalogue::shipped(), isa: isa()?, battles: Some(&BattleFiles) };
    let request = kind.request(kind.keys(), fields, &setup)?;
    let output: OutputOptions = parse_options(matches)?;
    output.check(&request)?;
    if let Some(form) = output.form {
        let text = form.render(kind, fields, setup.catalogue)?;
        return print::data(&text);
    }
    let reply = |control: &Watch| Ok(request.reply(kind, fields, &setup, control)?);
    let destination = |out: &Path| destination(out, kind, (fields, input), &request);
    let source = source(kind, (fields, input), &request)?;
    output::answer(&request, reply, (stem(kind.name), &source), destination, &output, top)
}

/// Returns what the page of an answer names: its file, or else its link.
fn source<'a>(
    kind: &QuestionKind,
    (fields, input): (&RawFields, Option<&'a Input>),
    request: &Request,
) -> Result<Source<'a>, Failure> {
    // the link of a campaign or a battle holds the whole file
    let links = match &request.asked {
        Query::Campaign(_) | Query::Battle(_) => Vec::new(),
        _ => {
            let link = Link::text(kind, fields, Catalogue::shipped())?;
            vec![(kind.name.to_owned(), Some(link))]
        }
    };
    Ok(Source { file: input.map(Input::name_and_text), links })
}
