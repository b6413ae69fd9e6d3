//! What was given on the command line, so that nothing is ignored in silence: an option that has no
//! effect in a question is refused, with what to do instead.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::failure::Failure;

/// The options of a command that were given.
#[derive(Clone, Debug, Default)]
pub(super) struct ProvidedOptions {
    /// The id of each, and what a player calls it: `--seed`, or `ATTACKER`.
    options: Vec<(String, String)>,
}

impl ProvidedOptions {
    /// What was given to `command` itself, its subcommands left out; defaults are not.
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Self {
        let given = |arg: &&clap::Arg| {
            let id = arg.get_id().as_str();
            matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let named = |arg: &clap::Arg| (arg.get_id().to_string(), called(arg));
        Self { options: command.get_arguments().filter(given).map(named).collect() }
    }

    /// Refuses options of these ids.
    ///
    /// # Errors
    /// With what `why` makes of the id and the name of the first that was given.
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

/// What a player calls an argument.
fn called(arg: &clap::Arg) -> String {
    match (arg.get_long(), arg.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some([name, ..])) => name.to_string(),
        (None, _) => arg.get_id().to_string(),
    }
}
