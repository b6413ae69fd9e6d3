//! Suggestions for unknown options. Only options of the same command are suggested, by meaning
//! rather than by spelling.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::document::suggest_key;

/// The command that writes the log of a battle.
const LOG_WRITER: &str = "'warodds battle replay FILE --log LOG' writes the log of a battle";

/// Options of other commands, and where they are.
const ELSEWHERE: [(&[&str], &str); 4] = [
    (&["log"], LOG_WRITER),
    (&["distance"], "a move from a distance is 'warodds charge' or 'warodds retreat'"),
    (
        &["dice", "hit", "defense", "morale"],
        "numbers of cards are replaced in 'warodds attack', 'charge', 'duel', 'matrix', 'panic', \
         'retreat', 'sequence' and 'survive'; elsewhere a unit of a scenario replaces them, with `use`",
    ),
    (
        &["speed"],
        "the speed of a card is replaced in 'warodds charge' and 'retreat'; elsewhere a unit of a \
         scenario replaces it, with `use`",
    ),
];

/// Replaces the suggestions of an error about an unknown option.
pub(super) fn corrected(
    mut error: clap::Error,
    command: &clap::Command,
    words: &[std::ffi::OsString],
) -> clap::Error {
    match error.kind() {
        ErrorKind::UnknownArgument => {}
        ErrorKind::MissingRequiredArgument => {
            return with_values(error, called_command(command, words));
        }
        _ => return error,
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    if unknown.starts_with('-') && !unknown.starts_with("--") {
        let number = unknown.clone();
        return with_modifiers(error, called_command(command, words), &number);
    }
    // clap reports `--name=value` as `--name`; a surplus argument has no dashes
    let Some(name) = unknown.strip_prefix("--").map(ToOwned::to_owned) else { return error };
    let command = called_command(command, words);
    // options under a former name know the name of today
    let has_name = |arg: &clap::Arg| arg.is_hide_set() && arg.get_long() == Some(name.as_str());
    if command.get_arguments().any(has_name) {
        error.remove(ContextKind::Usage);
        return error;
    }
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let options: Vec<&str> = shown.filter_map(clap::Arg::get_long).collect();
    // clap compares spelling alone, and its usage line lists all options of the command
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::SuggestedSubcommand);
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::Usage);
    if name == "edition" && options.contains(&"cards") {
        let rules = "'--rules' is the edition of the rules".into();
        let cards = "'--cards' is the season of the cards".into();
        let tips = if options.contains(&"rules") { vec![rules, cards] } else { vec![cards] };
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        return error;
    }
    if let Some((_, tip)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name.as_str())) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![(*tip).into()]));
        return error;
    }
    if let Some(suggestion) = suggest_key(&name, options) {
        let is_flag = command
            .get_arguments()
            .any(|arg| arg.get_long() == Some(suggestion.key) && !arg.get_action().takes_values());
        let value = suggestion
            .value
            .filter(|_| !is_flag)
            .map_or_else(String::new, |value| format!(" {value}"));
        let suggested = ContextValue::String(format!("--{}{value}", suggestion.key));
        error.insert(ContextKind::SuggestedArg, suggested);
    }
    error
}

/// Adds the values of missing arguments that allow a few.
fn with_values(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let is_missing = |arg: &&clap::Arg| missing.contains(&arg.to_string());
    let values = command.get_arguments().filter(is_missing).map(|arg| {
        let values = arg.get_possible_values();
        let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        (arg.to_string(), names.join(", "))
    });
    let values = values.filter(|(_, names)| !names.is_empty());
    let is_log = missing.iter().any(|missing| missing.starts_with("<LOG"));
    let written = is_log.then(|| LOG_WRITER.into());
    let values = values.map(|(arg, names)| format!("{arg} is one of {names}").into());
    let tips: Vec<_> = values.chain(written).collect();
    // an empty list would print an empty line
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Replaces the tip for a negative number that is no value of an option: modifiers are options.
fn with_modifiers(mut error: clap::Error, command: &clap::Command, number: &str) -> clap::Error {
    let begins_number = number.chars().nth(1).is_some_and(|digit| digit.is_ascii_digit());
    let options = command.get_arguments().filter_map(clap::Arg::get_long);
    let modifiers = options.filter(|option| option.ends_with("modifier"));
    let tips: Vec<_> = modifiers
        .map(|option| format!("a modifier is written --{option} {number}").into())
        .collect();
    if begins_number && !tips.is_empty() {
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Returns the command that a command line calls.
fn called_command<'a>(
    mut command: &'a clap::Command,
    words: &[std::ffi::OsString],
) -> &'a clap::Command {
    for word in words {
        match command.find_subcommand(word) {
            Some(found) => command = found,
            None if word.as_encoded_bytes().starts_with(b"-") => {}
            // neither a command nor an option: the arguments begin here
            None => break,
        }
    }
    command
}
