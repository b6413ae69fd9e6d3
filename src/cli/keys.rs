//! Builds clap options from the table of keys, and reads them back.

use std::marker::PhantomData;

use clap::builder::{PossibleValue, TypedValueParser, UnknownArgumentValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};

use crate::request::{
    AllowedValue, Arity, Key, Keys, Mark, ParsedFields, RawFields, RequestError, Value,
};

/// A group of keys as options of a command.
#[derive(Clone, Debug)]
pub(super) struct KeyOptions<T> {
    /// The parsed values.
    pub keys: T,
}

impl<T: Keys> FromArgMatches for KeyOptions<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let keys = T::keys();
        let fields = provided_fields(&keys, matches);
        let read =
            ParsedFields::new("the command", &keys, &fields).and_then(|values| T::read(&values));
        Ok(Self { keys: read.map_err(|error| clap_error(&error))? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<T: Keys> Args for KeyOptions<T> {
    fn augment_args(command: Command) -> Command {
        with_keys(command, &T::keys())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Wraps a fault as a clap error.
fn clap_error(error: &RequestError) -> clap::Error {
    // clap prints raw messages as they are, without a line break at the end
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{error}\n"))
}

/// Returns the values of keys on the command line, without defaults.
pub fn provided_fields(keys: &[Key], matches: &ArgMatches) -> RawFields {
    let mut fields = RawFields::new();
    let is_provided = |key: &&Key| matches.value_source(key.id) == Some(ValueSource::CommandLine);
    // defaults are left to the keys, so that they are the same in files and links
    for key in keys.iter().filter(is_provided) {
        let texts = matches.get_many::<String>(key.id).into_iter().flatten();
        texts.for_each(|text| fields.push(key.id, text));
    }
    for key in keys.iter().filter(|key| key.has(Mark::Argument)) {
        let texts = matches.get_many::<String>(&argument_id(key)).into_iter().flatten();
        texts.for_each(|text| fields.push(key.id, text));
    }
    for (key, short, value) in shorts(keys) {
        if matches.value_source(short) == Some(ValueSource::CommandLine) {
            let texts = matches.get_many::<String>(short).into_iter().flatten();
            texts.for_each(|text| fields.push_short(key, value, text));
        }
    }
    fields
}

/// Adds the options of keys to a command.
pub(super) fn with_keys(command: Command, keys: &[Key]) -> Command {
    let corrected_option = keys.iter().flat_map(corrected_option);
    let shorts = shorts(keys).map(|(key, short, value)| {
        let help = format!("Short for --{} {value}.", key.long);
        let arg = Arg::new(short).long(short.replace('_', "-")).help_heading(key.heading.name());
        flag(arg.help(help), key)
    });
    command.args(keys.iter().map(arg)).args(arguments(keys)).args(shorts).args(corrected_option)
}

/// Returns the id of the positional argument of a key that is an option as well.
fn argument_id(key: &Key) -> String {
    format!("{}-argument", key.id)
}

/// Returns the positional arguments of options; the only one of a command takes several values if
/// its option does.
fn arguments(keys: &[Key]) -> impl Iterator<Item = Arg> {
    let keys: Vec<&Key> = keys.iter().filter(|key| key.has(Mark::Argument)).collect();
    let is_only = keys.len() == 1;
    keys.into_iter().map(move |key| {
        let arg = Arg::new(argument_id(key))
            .value_name(key.argument_name())
            .help(format!("{} The same as --{}.", key.words, key.long))
            .value_parser(ChoiceParser(&[]))
            .conflicts_with(key.id);
        if is_only && key.arity == Arity::Several {
            arg.num_args(1..).action(ArgAction::Append)
        } else {
            arg
        }
    })
}

/// Returns the flags that stand for a value of a key: the key, the flag and the value.
fn shorts(keys: &[Key]) -> impl Iterator<Item = (&Key, &'static str, &'static str)> {
    keys.iter()
        .flat_map(|key| key.aliases().filter_map(move |(short, value)| Some((key, short, value?))))
}

/// Builds the option of a key.
fn arg(key: &Key) -> Arg {
    let arg = Arg::new(key.id).help(key.words.clone());
    let arg = if key.has(Mark::Positional) {
        arg
    } else {
        arg.long(key.long.clone()).help_heading(key.heading.name())
    };
    let arg = key.marks.iter().fold(arg, |arg, mark| match mark {
        Mark::Alias(name) => arg.visible_alias(name.replace('_', "-")),
        Mark::Contents => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    });
    if key.arity == Arity::Flag {
        return flag(arg, key);
    }
    let arg = arg.value_name(key.value_name).value_parser(ChoiceParser(key.choices));
    // `-2..0` begins like an option
    let arg = arg.allow_hyphen_values(key.is_signed());
    let several = matches!(key.arity, Arity::Several | Arity::Set);
    let arg = arg.action(if several { ArgAction::Append } else { ArgAction::Set });
    match &key.default {
        Some(default) => arg.default_value(default.clone()),
        None => arg,
    }
}

/// The placeholder of the values of a flag that takes lists.
pub(super) const FLAG_VALUES: &str = "yes,no";

/// Builds a flag: it stands alone, and `--charge=yes,no` asks about both if the key takes lists.
fn flag(arg: Arg, key: &Key) -> Arg {
    let arg = arg.default_missing_value("yes").value_parser(ChoiceParser(&[]));
    if key.takes_list() {
        arg.num_args(0..=1).require_equals(true).value_name(FLAG_VALUES)
    } else {
        arg.num_args(0)
    }
}

/// Builds hidden options for common mistakes, which suggest the right option.
fn corrected_option(key: &Key) -> impl Iterator<Item = Arg> {
    key.marks.iter().filter_map(|mark| match mark {
        Mark::Mistaken(name) => {
            let suggestion = UnknownArgumentValueParser::suggest_arg(key.display_name());
            Some(
                Arg::new(format!("corrected_option-{name}"))
                    .long(*name)
                    .hide(true)
                    // the parser reports the mistake when it parses a value: the option needs one,
                    // though the user types none
                    .num_args(0)
                    .default_missing_value("")
                    .value_parser(suggestion),
            )
        }
        _ => None,
    })
}

/// A parser that shows the choices of a key in the help and accepts any string: the key checks the
/// value itself, so that faults read the same on the command line, in files and in links.
#[derive(Clone, Debug)]
struct ChoiceParser(&'static [AllowedValue]);

impl TypedValueParser for ChoiceParser {
    type Value = String;

    fn parse_ref(
        &self,
        _: &Command,
        _: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_str().map(ToOwned::to_owned);
        text.ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidUtf8))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let offered = |choice: &AllowedValue| PossibleValue::new(choice.name).help(choice.words);
        (!self.0.is_empty()).then(|| Box::new(self.0.iter().map(offered)) as Box<_>)
    }
}

/// The parser of an option that accepts the values of a key.
#[derive(Clone, Debug)]
pub(super) struct KeyValueParser<T>(PhantomData<T>);

impl<T> KeyValueParser<T> {
    /// Creates the parser.
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Value + Clone + Send + Sync + 'static> TypedValueParser for KeyValueParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<T, clap::Error> {
        let text = ChoiceParser(T::CHOICES).parse_ref(command, arg, value)?;
        T::read(&text).map_err(|wrong| {
            let key =
                arg.and_then(Arg::get_long).map_or_else(String::new, |long| format!("--{long}"));
            clap_error(&RequestError::Value { key, given: text, wrong })
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all: Vec<PossibleValue> = ChoiceParser(T::CHOICES).possible_values()?.collect();
        Some(Box::new(all.into_iter()))
    }
}
