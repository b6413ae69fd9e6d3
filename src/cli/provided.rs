//! The options on the command line. An option without effect on a question is refused, with what to
//! do instead, rather than ignored.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::failure::Failure;

/// The options of a command that the user provided.
#[derive(Clone, Debug, Default)]
pub(super) struct ProvidedOptions {
    /// The id and the displayed name of each option: `--seed`, or `ATTACKER`.
    options: Vec<(String, String)>,
}

impl ProvidedOptions {
    /// Returns the options provided to `command` itself, without defaults and subcommands.
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Self {
        let is_provided = |arg: &&clap::Arg| {
            let id = arg.get_id().as_str();
            // an option at its default value is not in the way, so only typed ones are refused
            matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let named = |arg: &clap::Arg| (arg.get_id().to_string(), option_name(arg));
        Self { options: command.get_arguments().filter(is_provided).map(named).collect() }
    }

    /// Refuses options with these ids.
    ///
    /// # Errors
    /// [`Failure::BadInput`] with the message that `why` makes of the id and the name of the first
    /// such option.
    pub(super) fn refuse(
        &self,
        ids: &[impl AsRef<str>],
        why: impl Fn(&str, &str) -> String,
    ) -> Result<(), Failure> {
        let is_refused = |id: &str| ids.iter().any(|refused| refused.as_ref() == id);
        match self.options.iter().find(|(id, _)| is_refused(id)) {
            Some((id, name)) => Err(Failure::input(why(id, name))),
            None => Ok(()),
        }
    }
}

/// Returns the displayed name of an option.
fn option_name(arg: &clap::Arg) -> String {
    match (arg.get_long(), arg.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some([name, ..])) => name.to_string(),
        (None, _) => arg.get_id().to_string(),
    }
}
