//! Matrices and comparisons as tidy CSV: a row for each cell of a matrix or matchup of a
//! comparison.
//!
//! | column of a matrix | what it holds |
//! |---|---|
//! | `matrix` | the question's name |
//! | `attacker_id`, `attacker`, `attacker_faction`, `attacker_cost`, `attack` | who attacks, and with what |
//! | `defender_id`, `defender`, `defender_faction`, `defender_cost`, `defender_wounds` | who is attacked |
//! | `engine`, `trials`, `seed` | the engine; trials and seed are empty for exact results |
//! | `mean_wounds`, `sd` | of all wounds suffered |
//! | `mean_wounds_se` | the standard error of a sampled mean, otherwise empty |
//! | `wounds_per_point` | empty if the attacker has no cost |
//! | `p_destroyed` | the chance that the defender is destroyed |
//! | `p_at_least_K` | the chance of at least K wounds, if requested |
//! | `attacker_not_modelled`, `defender_not_modelled` | abilities that are not counted, separated by `; ` |
//!
//! Cells of duels have, instead of wounds, `p_wins`, `p_loses` (the attacker), `mean_left`,
//! `mean_left_se`, `mean_enemy_left` and `p_destroyed` (the defender).
//!
//! A comparison has `compare`, the columns of the defender, and for `a` and `b` each their name,
//! `…_mean_wounds` and `…_wounds_per_point`; then `measure`, `difference`, `difference_se`,
//! `difference_low`, `difference_high` (these three are empty for exact results), `better` (`a`, `b`, `about-equal` or empty), `p_a_more`, `p_same`, `p_b_more` and the same three
//! with `_per_point`. Cells without an answer have no row.

use crate::answer::Distribution;
use crate::answer::{Cell, DuelCell, MatrixAnswer};
use crate::answer::{CompareAnswer, Matchup};
use crate::answer::{Metric, UnitSummary};
use crate::report::csv::{CsvError, format_optional, write_records};

/// Column name and value of a CSV field.
type CsvField = (&'static str, String);

/// Writes rows of named fields with a header line; each row must have the same names.
pub(super) fn write_rows(
    rows: impl Iterator<Item = Vec<(String, String)>>,
) -> Result<Vec<u8>, CsvError> {
    let records = rows.enumerate().flat_map(|(number, row)| {
        let (names, fields): (Vec<String>, Vec<String>) = row.into_iter().unzip();
        // no rows give an empty file: without a row the names are not known
        (number == 0).then_some(names).into_iter().chain([fields])
    });
    write_records(records)
}

fn defender(defender: &UnitSummary) -> Vec<CsvField> {
    vec![
        ("defender_id", defender.id.clone()),
        ("defender", defender.name.clone()),
        ("defender_faction", defender.faction.clone()),
        ("defender_cost", format_optional(defender.cost)),
        ("defender_wounds", defender.wounds.to_string()),
    ]
}

fn attacker(attacker: &UnitSummary, weapon: Option<&str>) -> Vec<CsvField> {
    vec![
        ("attacker_id", attacker.id.clone()),
        ("attacker", attacker.name.clone()),
        ("attacker_faction", attacker.faction.clone()),
        ("attacker_cost", format_optional(attacker.cost)),
        ("attack", weapon.unwrap_or_default().to_owned()),
    ]
}

fn named(fields: Vec<CsvField>) -> impl Iterator<Item = (String, String)> {
    fields.into_iter().map(|(name, field)| (name.to_owned(), field))
}

/// Renders all cells of a matrix.
///
/// # Errors
/// If the CSV writer fails; no known answer causes that.
pub fn render_matrix(answer: &MatrixAnswer) -> Result<Vec<u8>, CsvError> {
    let places = (0..answer.attackers.len())
        .flat_map(|row| (0..answer.defenders.len()).map(move |column| (row, column)));
    write_rows(places.filter_map(|(row, column)| cell(answer, row, column)))
}

fn cell(answer: &MatrixAnswer, row: usize, column: usize) -> Option<Vec<(String, String)>> {
    let (one, other) = (answer.attackers.get(row)?, answer.defenders.get(column)?);
    let mut fields = vec![("matrix", answer.name.clone())];
    fields.extend(attacker(one, answer.weapon(row, column)));
    fields.extend(defender(other));
    fields.extend([
        ("engine", answer.method.engine.name().to_owned()),
        ("trials", format_optional(answer.method.trials)),
        ("seed", format_optional(answer.method.seed)),
    ]);
    // all metrics, not only the requested one: the data should not need a second run
    let value = |metric| format_optional(answer.metric_of(metric, row, column));
    match answer.cell(row, column)? {
        Cell::Attack(_, distribution) => fields.extend(attack_fields(distribution, &value)),
        Cell::Duel(duel) => fields.extend(duel_fields(duel, &value)),
    }
    let at_least = if let Metric::AtLeast(k) = answer.metric {
        Some((format!("p_at_least_{k}"), value(answer.metric)))
    } else {
        None
    };
    let left_out = [
        ("attacker_not_modelled", one.not_modelled.join("; ")),
        ("defender_not_modelled", other.not_modelled.join("; ")),
    ];
    Some(named(fields).chain(at_least).chain(named(left_out.into())).collect())
}

/// Returns the result fields of an attack.
fn attack_fields(distribution: &Distribution, value: &dyn Fn(Metric) -> String) -> Vec<CsvField> {
    let estimate = distribution.mean_estimate();
    vec![
        ("mean_wounds", value(Metric::Wounds)),
        ("sd", distribution.pmf().standard_deviation().to_string()),
        ("mean_wounds_se", format_optional(estimate.map(|estimate| estimate.standard_error))),
        ("wounds_per_point", value(Metric::PerPoint)),
        ("p_destroyed", value(Metric::Destroyed)),
    ]
}

/// Returns the result fields of a duel.
fn duel_fields(duel: &DuelCell, value: &dyn Fn(Metric) -> String) -> Vec<CsvField> {
    let estimate = duel.left[0].mean_estimate();
    vec![
        ("p_wins", value(Metric::Wins)),
        ("p_loses", duel.wins[1].to_string()),
        ("mean_left", value(Metric::Left)),
        ("mean_left_se", format_optional(estimate.map(|estimate| estimate.standard_error))),
        ("mean_enemy_left", value(Metric::EnemyLeft)),
        ("p_destroyed", value(Metric::Destroyed)),
    ]
}

/// Renders all matchups of a comparison.
///
/// # Errors
/// If the CSV writer fails; no known answer causes that.
pub fn render_compare(answer: &CompareAnswer) -> Result<Vec<u8>, CsvError> {
    write_rows(answer.matchups.iter().map(|matchup| named(row(answer, matchup)).collect()))
}

fn row(answer: &CompareAnswer, matchup: &Matchup) -> Vec<CsvField> {
    let ([a, b], [first, second]) = (&answer.attackers, matchup.means());
    let [own, other] = &matchup.weapons;
    let estimate = matchup.sampled;
    let points = matchup.by_points;
    let mut fields = vec![("compare", answer.name.clone())];
    fields.extend(defender(&matchup.defender));
    fields.extend([
        ("engine", answer.method.engine.name().to_owned()),
        ("trials", format_optional(answer.method.trials)),
        ("seed", format_optional(answer.method.seed)),
        ("a", a.name.clone()),
        ("a_attack", own.clone()),
        ("a_mean_wounds", first.to_string()),
        ("a_wounds_per_point", format_optional(a.per_point(first))),
        ("b", b.name.clone()),
        ("b_attack", other.clone()),
        ("b_mean_wounds", second.to_string()),
        ("b_wounds_per_point", format_optional(b.per_point(second))),
        ("measure", answer.measure.name().to_owned()),
        ("difference", matchup.difference.to_string()),
        ("difference_se", format_optional(estimate.map(|estimate| estimate.standard_error))),
        ("difference_low", format_optional(estimate.map(|estimate| estimate.interval.0))),
        ("difference_high", format_optional(estimate.map(|estimate| estimate.interval.1))),
        ("better", matchup.verdict().name().unwrap_or_default().to_owned()),
        ("p_a_more", matchup.by_wounds.more.to_string()),
        ("p_same", matchup.by_wounds.same.to_string()),
        ("p_b_more", matchup.by_wounds.less.to_string()),
        ("p_a_more_per_point", format_optional(points.map(|odds| odds.more))),
        ("p_same_per_point", format_optional(points.map(|odds| odds.same))),
        ("p_b_more_per_point", format_optional(points.map(|odds| odds.less))),
        ("a_not_modelled", a.not_modelled.join("; ")),
        ("b_not_modelled", b.not_modelled.join("; ")),
        ("defender_not_modelled", matchup.defender.not_modelled.join("; ")),
    ]);
    fields
}
