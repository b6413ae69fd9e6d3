//! Refuses options without effect on any of the files.

use std::path::Path;

use super::super::failure::Failure;
use super::super::provided::ProvidedOptions;
use super::RunArgs;
use crate::request::asoiaf::{CatalogueKey, RulesKeys};
use crate::request::{Keys, check_rolled};
use crate::scenario::Scenario;
use crate::study::EngineKind;

/// Refuses options without effect on any question.
pub(super) fn check(
    arguments: &RunArgs,
    provided: &ProvidedOptions,
    scenarios: &[(&Path, &Scenario)],
) -> Result<(), Failure> {
    let how = &arguments.how.keys;
    let (single, fields) = (how.single_engine(), how.engine.unwrap_or(EngineKind::Exact));
    let all = || scenarios.iter().map(|(_, scenario)| *scenario);
    if !all().any(is_about_cards) {
        refuse_without_cards(provided)?;
    }
    let is_rolled = |scenario: &Scenario| {
        (single != EngineKind::Exact && !scenario.asked.is_empty())
            || (fields != EngineKind::Exact && !scenario.fields.is_empty())
    };
    if !all().any(is_rolled) {
        let options = [
            ("--trials", how.trials.is_some()),
            ("--seed", how.seed.is_some()),
            ("--precision", how.precision.is_some()),
        ];
        check_rolled(EngineKind::Exact, &options)?;
    }
    if how.fractions && all().all(|scenario| scenario.asked.is_empty()) {
        return Err(Failure::input(
            "--fractions does not apply to [matrix] and [compare], whose tables show decimals: \
             leave it out",
        ));
    }
    if fields == EngineKind::Exact {
        return Ok(());
    }
    scenarios.iter().try_for_each(|(file, scenario)| check_precision(arguments, file, scenario))
}

/// Returns whether a scenario has a question about cards.
fn is_about_cards(scenario: &Scenario) -> bool {
    let has_cards = || scenario.asked.iter().any(|one| one.question.asoiaf().is_some());
    !scenario.fields.is_empty() || has_cards()
}

/// Refuses a precision for sampled matrices and comparisons: all their cells have the same number of
/// trials.
fn check_precision(arguments: &RunArgs, file: &Path, scenario: &Scenario) -> Result<(), Failure> {
    let who = match (arguments.how.keys.precision, scenario.run.precision) {
        (Some(_), _) => "--precision".to_owned(),
        (None, Some(_)) => format!("`precision` in {}", file.display()),
        (None, None) => return Ok(()),
    };
    if scenario.fields.is_empty() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{who} does not apply to [matrix] and [compare], where each attack is rolled equally \
         often: leave it out and give --trials, or answer {} exactly",
        file.display()
    )))
}

/// Refuses options about cards and rules if no question is about them.
fn refuse_without_cards(provided: &ProvidedOptions) -> Result<(), Failure> {
    let ids = [CatalogueKey::ids(), RulesKeys::ids()].concat();
    provided.refuse(&ids, |_, option| {
        format!(
            "{option} applies to A Song of Ice and Fire, and no question here is about that game: \
             leave it out"
        )
    })
}
