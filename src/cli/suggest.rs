//! Suggestions for unknown options. Only options of the same command are suggested, by meaning
//! rather than by spelling.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::document::suggest_key;

/// Replaces the suggestions of an error about an unknown option.
pub(super) fn corrected(
    mut error: clap::Error,
    command: &clap::Command,
    words: &[std::ffi::OsString],
) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
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
        let cards = "'--cards' is the edition of the cards".into();
        let tips = if options.contains(&"rules") { vec![rules, cards] } else { vec![cards] };
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
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
