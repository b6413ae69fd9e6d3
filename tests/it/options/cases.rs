//! What a case says: an option, what stands beside it, and what must be seen.

/// What is seen when an option is given.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sees {
    /// Another answer than without it.
    Change,
    /// Exit code 2, and this on stderr.
    Refusal(&'static str),
    /// The same answer, and nothing on stderr any more.
    Silence,
    /// The same answer, and why that is right.
    Same(#[expect(dead_code, reason = "it is told where a case fails")] &'static str),
}

/// An option where it must matter.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The option with its value.
    pub option: Vec<String>,
    /// Other options, given in both runs.
    pub beside: Vec<Vec<String>>,
    /// The whole question, where it is not that of the way.
    pub of: Option<Vec<String>>,
    /// What must be seen.
    pub sees: Sees,
}

/// A way to ask a command: of units by name, in plain numbers, from a file.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// What it is, for messages.
    pub name: &'static str,
    /// The command, with those above it.
    pub command: &'static str,
    /// A question that is answered.
    pub base: Vec<String>,
    /// Whether one throw of the dice is told, so that it takes the right seed to see a change.
    pub dice: bool,
    /// At least one for each option.
    pub cases: Vec<Case>,
}

/// Words of a command line, split at spaces; `_` stands for a space within a word.
pub(super) fn words(line: &str) -> Vec<String> {
    line.split(' ').filter(|word| !word.is_empty()).map(|word| word.replace('_', " ")).collect()
}

/// The options change the answer, each by itself.
pub(super) fn changes(options: &[&str]) -> Vec<Case> {
    options.iter().map(|option| case(option, Sees::Change)).collect()
}

/// The options are refused, each by itself, with this on stderr.
pub(super) fn refusals(options: &[&str], part: &'static str) -> Vec<Case> {
    options.iter().map(|option| case(option, Sees::Refusal(part))).collect()
}

/// The option takes what is said on stderr away, and nothing else.
pub(super) fn silence(option: &str) -> Vec<Case> {
    vec![case(option, Sees::Silence)]
}

/// The option changes nothing, and that is right.
pub(super) fn same(option: &str, why: &'static str) -> Vec<Case> {
    vec![case(option, Sees::Same(why))]
}

fn case(option: &str, sees: Sees) -> Case {
    Case { option: words(option), beside: Vec::new(), of: None, sees }
}

/// The same cases with other options in both runs.
pub(super) fn beside(options: &[&str], cases: Vec<Case>) -> Vec<Case> {
    let beside: Vec<_> = options.iter().map(|option| words(option)).collect();
    cases.into_iter().map(|case| Case { beside: beside.clone(), ..case }).collect()
}

/// The same cases of another question.
pub(super) fn of(question: &str, cases: Vec<Case>) -> Vec<Case> {
    cases.into_iter().map(|case| Case { of: Some(words(question)), ..case }).collect()
}

/// A command that names a unit with cards of two editions, and whether its answer has their numbers.
fn of_two_editions(command: &str) -> Option<(&'static str, bool)> {
    let (question, is_answered) = match command {
        "attack" => ("attack greataxes guardsmen --json", true),
        "charge" => ("charge greataxes guardsmen --distance 5 --json", true),
        "explain" => ("explain greataxes guardsmen", true),
        "panic" => ("panic greataxes --json", true),
        "retreat" => ("retreat greataxes --distance 2 --json", true),
        "options" => ("options greataxes guardsmen --json", true),
        "survive" => ("survive greataxes --by guardsmen --json", true),
        "sequence" => ("sequence greataxes --by guardsmen --json", true),
        "duel" => ("duel greataxes guardsmen --json", true),
        "matrix" => ("matrix --attackers greataxes --defenders guardsmen --json", true),
        "compare" => ("compare greataxes guardsmen --against guardsmen --json", true),
        "worth" => ("worth greataxes --against guardsmen --json", true),
        "rate" => ("rate --units greataxes,guardsmen --json", true),
        "attachments" => ("attachments --for guardsmen --against greataxes --json", true),
        "units search" => ("units search greataxes --json", true),
        "units show" => ("units show greataxes --json", true),
        "list check" => ("list check scenarios/lists/stark-40.toml", true),
        "list show" => ("list show scenarios/lists/stark-40.toml", true),
        "run" => ("run scenarios/by-name-attack.toml --json", true),
        "check" => ("check scenarios/by-name-attack.toml", false),
        _ => return None,
    };
    Some((question, is_answered))
}

/// The same ways, each with a case in which the edition of the cards changes what names mean.
pub(super) fn with_cards(mut ways: Vec<Way>) -> Vec<Way> {
    for way in &mut ways {
        let Some((question, is_answered)) = of_two_editions(way.command) else { continue };
        let no_numbers = "the names of the file are those of cards of both seasons";
        let cases =
            if is_answered { changes(&["--cards 1.0"]) } else { same("--cards S07", no_numbers) };
        way.cases.extend(of(question, cases));
    }
    ways
}

/// Options about where a single answer goes, and as what.
pub(super) fn outputs() -> Vec<Case> {
    [
        changes(&["--out DIRECTORY"]),
        beside(&["--out DIRECTORY"], changes(&["--charts none"])),
        refusals(&["--charts all", "--open"], "--out"),
        beside(&["--json"], refusals(&["--csv"], "cannot be used with")),
        beside(&["--json"], refusals(&["--full"], "cannot be used with")),
        beside(&["--json"], refusals(&["--as link"], "cannot be used with")),
        same("--threads 1", "any number of threads gives the same answer"),
        refusals(&["--threads 0"], "from 1 to 1024"),
        same("--quiet", "it is about progress, and nobody watches here"),
    ]
    .concat()
}
