//! Matrices, comparisons and attachments as tidy CSV: a row for each cell of a matrix, matchup of a
//! comparison or attachment.
//!
//! The answers to a question with lists share one table. The first columns are its lists, in the
//! order of declaration; a list with the name of another column gets the prefix `case_`. A column
//! that only some answers have is empty in the rows of the others.
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
//! | `points_destroyed`, `points_lost` | with the metric of points |
//! | `attacker_out_of_reach` | why the attacker cannot charge so far: its cells have no numbers |
//! | `attacker_not_modelled`, `defender_not_modelled` | abilities that are not counted, separated by `; ` |
//!
//! Cells of duels have, instead of wounds, `p_wins`, `p_loses` (the attacker), `mean_left`,
//! `mean_left_se`, `mean_enemy_left` and `p_destroyed` (the defender).
//!
//! A comparison has `compare`, the columns of the defender, and for `a` and `b` each their name,
//! `…_mean_wounds` and `…_wounds_per_point`; then `measure`, `difference`, `difference_se`,
//! `difference_low`, `difference_high` (these three are empty for exact results), `better` (`a`, `b`, `about-equal` or empty), `p_a_more`, `p_same`, `p_b_more` and the same three
//! with `_per_point`. Cells without an answer have no row.
//!
//! Comparisons and attachments have the chance of a requested number of wounds in a last column,
//! `p_at_least_K`, `p_at_most_K` or `p_J_to_K`; of two units with `a_` and `b_` before it.
//!
//! | column of a comparison of several units | what it holds |
//! |---|---|
//! | `compare` | the question's name |
//! | `id`, `unit`, `faction`, `cost`, `attack` | the unit |
//! | the columns of the defender | the unit of the field |
//! | `measure`, `value` | by what units are compared, and the unit's value against the other |
//! | `not_modelled` | abilities that are not counted, separated by `; ` |
//!
//! | column of attachments | what it holds |
//! |---|---|
//! | `unit_id`, `unit` | the unit they join |
//! | `id`, `attachment`, `faction`, `cost` | the attachment; `cost` is empty for a commander |
//! | `dealt`, `suffered` | expected wounds of an exchange with it, on average over the field |
//! | `adds_dealt`, `adds_suffered`, `adds` | the gain over no attachment; the last is `adds_dealt` − `adds_suffered` |
//! | `adds_per_point` | empty if it is free, or counts in another situation |
//! | `counts` | the conditions in which one counts that adds nothing here, separated by `; ` |
//! | `not_modelled` | abilities that are not counted, separated by `; ` |
//!
//! | column of an army | what it holds |
//! |---|---|
//! | `worth` | the question's name |
//! | `part`, `id`, `name`, `unit`, `cost` | `unit` or `attachment`; the card; the unit of an attachment |
//! | `points`, `points_per_point` | what it earns; the second is empty if it is free, or counts in another situation |
//! | `counts` | the conditions in which an attachment counts that changes nothing here, separated by `; ` |
//! | `swap_id`, `swap`, `swap_cost` | the card in its place; a row for each, empty for no attachment |
//! | `gain`, `group` | what the swap gains: `better`, `about-equal` or `worse` |
//!
//! | column of ratings | what it holds |
//! |---|---|
//! | `rate` | the question's name |
//! | `id`, `unit`, `faction`, `cost`, `attack` | the unit, and what it attacks with |
//! | `engine`, `trials`, `seed` | as of a matrix |
//! | `wins` | the share of its duels that it wins; one without a winner counts half |
//! | `rating` | empty if no rating is the most likely one |
//! | `above_cost` | the rating less that of its cost; empty without either |
//! | `share` | in a mix that no unit beats |
//! | `not_modelled` | abilities that are not counted, separated by `; ` |

use crate::answer::{ArmyPart, PartKind, RankingAnswer, RateAnswer, RatedUnit, WorthAnswer};
use crate::answer::{AttachmentGain, AttachmentsAnswer, CompareAnswer, Matchup};
use crate::answer::{Cell, DuelCell, MatrixAnswer};
use crate::answer::{Distribution, FieldAnswer, Metric, Setting, UnitSummary, WoundRange};
use crate::report::csv::{CsvError, format_optional, write_records};

/// Column name and value of a CSV field.
type CsvField = (&'static str, String);

/// Names and values of a row.
type CsvRow = Vec<(String, String)>;

/// Renders the rows of all answers, with a header line.
///
/// # Errors
/// If the CSV writer fails; no known answer causes that.
pub fn render(answers: &[FieldAnswer]) -> Result<Vec<u8>, CsvError> {
    let columns = columns(answers);
    // no rows give an empty file: without a row the names are not known
    let header = (!columns.is_empty()).then(|| columns.clone());
    let records = answers.iter().flat_map(|answer| {
        rows(answer).map(|row| {
            let row = with_case(answer.case(), row);
            columns.iter().map(|column| field(&row, column)).collect()
        })
    });
    write_records(header.into_iter().chain(records))
}

/// Returns the value of a column, empty if the row does not have it.
fn field(row: &CsvRow, column: &str) -> String {
    let mut fields = row.iter();
    fields.find(|(name, _)| name == column).map_or_else(String::new, |(_, value)| value.clone())
}

/// Returns the names of all columns; all rows of one answer have the same.
fn columns(answers: &[FieldAnswer]) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for answer in answers {
        let Some(row) = rows(answer).next() else { continue };
        for (name, _) in with_case(answer.case(), row) {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
    }
    columns
}

/// Puts the values of lists in front of a row.
fn with_case(case: &[Setting], row: CsvRow) -> CsvRow {
    let named = |one: &Setting| {
        // data frames rename a second column of the same name
        let is_taken = row.iter().any(|(name, _)| *name == one.axis);
        let name = if is_taken { format!("case_{}", one.axis) } else { one.axis.clone() };
        (name, one.value.clone())
    };
    case.iter().map(named).collect::<Vec<_>>().into_iter().chain(row).collect()
}

/// Returns the rows of an answer.
fn rows(answer: &FieldAnswer) -> Box<dyn Iterator<Item = CsvRow> + '_> {
    match answer {
        FieldAnswer::Matrix(answer) => Box::new(cells(answer)),
        FieldAnswer::Compare(answer) => {
            let matchups = answer.matchups.iter();
            let range = answer.range;
            let chances = move |one: &Matchup| {
                [("a_", one.a.chance), ("b_", one.b.chance)]
                    .into_iter()
                    .filter_map(move |(side, chance)| requested(side, range, chance))
            };
            Box::new(matchups.map(move |one| named(row(answer, one)).chain(chances(one)).collect()))
        }
        FieldAnswer::Ranking(answer) => Box::new(ranked(answer)),
        FieldAnswer::Attachments(answer) => {
            let row = |one: &AttachmentGain| {
                let chance = requested("", answer.range, one.with.chance);
                named(gain(answer, one)).chain(chance).collect()
            };
            Box::new(answer.attachments.iter().map(row))
        }
        FieldAnswer::Worth(answer) => {
            Box::new(answer.parts.iter().flat_map(|part| army_part(answer, part)))
        }
        FieldAnswer::Rate(answer) => {
            Box::new(answer.units.iter().map(|one| named(rated(answer, one)).collect()))
        }
    }
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

/// Returns a row for each cell of a matrix.
fn cells(answer: &MatrixAnswer) -> impl Iterator<Item = CsvRow> {
    let places = (0..answer.attackers.len())
        .flat_map(|row| (0..answer.defenders.len()).map(move |column| (row, column)));
    places.filter_map(|(row, column)| cell(answer, row, column))
}

fn cell(answer: &MatrixAnswer, row: usize, column: usize) -> Option<CsvRow> {
    let (one, other) = (answer.attackers.get(row)?, answer.defenders.get(column)?);
    let mut fields = vec![("matrix", answer.header.name.clone())];
    fields.extend(attacker(one, answer.weapon(row, column)));
    fields.extend(defender(other));
    fields.extend([
        ("engine", answer.header.method.engine.name().to_owned()),
        ("trials", format_optional(answer.header.method.trials)),
        ("seed", format_optional(answer.header.method.seed)),
    ]);
    // all metrics, not only the requested one: the data should not need a second run
    let value = |metric| format_optional(answer.metric_of(metric, row, column));
    match (answer.cell(row, column), &one.out_of_reach) {
        (Some(Cell::Attack(_, distribution, _)), _) => {
            fields.extend(attack_fields(Some(distribution), &value));
        }
        (Some(Cell::Duel(duel)), _) => fields.extend(duel_fields(duel, &value)),
        (None, Some(_)) => fields.extend(attack_fields(None, &value)),
        (None, None) => return None,
    }
    let at_least = if let Metric::AtLeast(k) = answer.metric {
        Some((format!("p_at_least_{k}"), value(answer.metric)))
    } else {
        None
    };
    if answer.metric == Metric::Points {
        let points = answer.points(row, column);
        fields.extend([
            ("points_destroyed", format_optional(points.map(|points| points.destroyed))),
            ("points_lost", format_optional(points.map(|points| points.lost))),
        ]);
    }
    let left_out = [
        ("attacker_out_of_reach", one.out_of_reach.clone().unwrap_or_default()),
        ("attacker_not_modelled", one.not_modelled.join("; ")),
        ("defender_not_modelled", other.not_modelled.join("; ")),
    ];
    Some(named(fields).chain(at_least).chain(named(left_out.into())).collect())
}

/// Returns the result fields of an attack; empty ones for one out of reach.
fn attack_fields(
    distribution: Option<&Distribution>,
    value: &dyn Fn(Metric) -> String,
) -> Vec<CsvField> {
    let estimate = distribution.and_then(Distribution::mean_estimate);
    let sd = distribution.map(|wounds| wounds.pmf().standard_deviation());
    vec![
        ("mean_wounds", value(Metric::Wounds)),
        ("sd", format_optional(sd)),
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

fn row(answer: &CompareAnswer, matchup: &Matchup) -> Vec<CsvField> {
    let [a, b] = &answer.attackers;
    let Matchup { a: first, b: second, sampled, odds, odds_per_point: points, .. } = matchup;
    let mut fields = vec![("compare", answer.header.name.clone())];
    fields.extend(defender(&matchup.defender));
    fields.extend([
        ("engine", answer.header.method.engine.name().to_owned()),
        ("trials", format_optional(answer.header.method.trials)),
        ("seed", format_optional(answer.header.method.seed)),
        ("a", a.name.clone()),
        ("a_attack", first.attack.clone()),
        ("a_mean_wounds", first.mean_wounds.to_string()),
        ("a_wounds_per_point", format_optional(first.wounds_per_point)),
        ("b", b.name.clone()),
        ("b_attack", second.attack.clone()),
        ("b_mean_wounds", second.mean_wounds.to_string()),
        ("b_wounds_per_point", format_optional(second.wounds_per_point)),
        ("measure", answer.measure.name().to_owned()),
        ("difference", matchup.difference.to_string()),
        ("difference_se", format_optional(sampled.map(|sampled| sampled.standard_error))),
        ("difference_low", format_optional(sampled.map(|sampled| sampled.interval.0))),
        ("difference_high", format_optional(sampled.map(|sampled| sampled.interval.1))),
        ("better", matchup.better.name().unwrap_or_default().to_owned()),
        ("p_a_more", odds.more.to_string()),
        ("p_same", odds.same.to_string()),
        ("p_b_more", odds.less.to_string()),
        ("p_a_more_per_point", format_optional(points.map(|odds| odds.more))),
        ("p_same_per_point", format_optional(points.map(|odds| odds.same))),
        ("p_b_more_per_point", format_optional(points.map(|odds| odds.less))),
        ("a_not_modelled", a.not_modelled.join("; ")),
        ("b_not_modelled", b.not_modelled.join("; ")),
        ("defender_not_modelled", matchup.defender.not_modelled.join("; ")),
    ]);
    fields
}

/// Returns the field of the chance of a requested number of wounds, with a prefix of its name; none
/// if no number is requested.
fn requested(
    prefix: &str,
    range: Option<WoundRange>,
    chance: Option<f64>,
) -> Option<(String, String)> {
    let (low, high) = range?.counts().into_inner();
    let counts = match (low, high) {
        (low, usize::MAX) => format!("at_least_{low}"),
        (0, high) => format!("at_most_{high}"),
        (low, high) => format!("{low}_to_{high}"),
    };
    Some((format!("{prefix}p_{counts}"), format_optional(chance)))
}

/// Returns a row for each compared unit and each unit of the field.
fn ranked(answer: &RankingAnswer) -> impl Iterator<Item = CsvRow> {
    answer.units.iter().flat_map(move |one| {
        let UnitSummary { id, name, faction, cost, attack, not_modelled, .. } = &one.unit;
        let pairs = one.values.iter().zip(&answer.against).enumerate();
        pairs.map(move |(place, (value, other))| {
            let mut fields = vec![
                ("compare", answer.header.name.clone()),
                ("id", id.clone()),
                ("unit", name.clone()),
                ("faction", faction.clone()),
                ("cost", format_optional(*cost)),
                ("attack", attack.clone().unwrap_or_default()),
            ];
            fields.extend(defender(other));
            fields.extend([
                ("measure", answer.measure.name().to_owned()),
                ("value", value.to_string()),
                ("not_modelled", not_modelled.join("; ")),
            ]);
            let chance = one.chances.as_ref().and_then(|all| all.get(place).copied());
            named(fields).chain(requested("", answer.range, chance)).collect()
        })
    })
}

/// Returns the fields of an attachment.
fn gain(answer: &AttachmentsAnswer, one: &AttachmentGain) -> Vec<CsvField> {
    vec![
        ("unit_id", answer.unit.id.clone()),
        ("unit", answer.unit.name.clone()),
        ("id", one.id.clone()),
        ("attachment", one.name.clone()),
        ("faction", one.faction.clone()),
        ("cost", format_optional(one.cost)),
        ("dealt", one.with.dealt.to_string()),
        ("suffered", one.with.suffered.to_string()),
        ("adds_dealt", one.adds.dealt.to_string()),
        ("adds_suffered", one.adds.suffered.to_string()),
        ("adds", one.adds.net().to_string()),
        ("adds_per_point", format_optional(one.per_point)),
        ("counts", one.counts.join("; ")),
        ("not_modelled", one.not_modelled.join("; ")),
    ]
}

/// Returns the fields of a rated unit.
fn rated(answer: &RateAnswer, one: &RatedUnit) -> Vec<CsvField> {
    let UnitSummary { id, name, faction, cost, attack, not_modelled, .. } = &one.unit;
    let method = answer.header.method;
    vec![
        ("rate", answer.header.name.clone()),
        ("id", id.clone()),
        ("unit", name.clone()),
        ("faction", faction.clone()),
        ("cost", format_optional(*cost)),
        ("attack", attack.clone().unwrap_or_default()),
        ("engine", method.engine.name().to_owned()),
        ("trials", format_optional(method.trials)),
        ("seed", format_optional(method.seed)),
        ("wins", one.wins.to_string()),
        ("rating", format_optional(one.rating)),
        ("above_cost", format_optional(one.above_cost)),
        ("share", format_optional(one.share)),
        ("not_modelled", not_modelled.join("; ")),
    ]
}

/// Returns a row for each swap of a part; one without a swap for a part that has none.
fn army_part(answer: &WorthAnswer, part: &ArmyPart) -> Vec<CsvRow> {
    let kind = match part.part {
        PartKind::Unit => "unit",
        PartKind::Attachment => "attachment",
    };
    let fields = || {
        vec![
            ("worth", answer.header.name.clone()),
            ("part", kind.to_owned()),
            ("id", part.id.clone()),
            ("name", part.name.clone()),
            ("unit", part.unit.clone().unwrap_or_default()),
            ("cost", part.cost.to_string()),
            ("points", part.points.to_string()),
            ("points_per_point", format_optional(part.per_point)),
            ("counts", part.counts.join("; ")),
        ]
    };
    let groups = [
        ("better", &part.swaps.better),
        ("about-equal", &part.swaps.about_equal),
        ("worse", &part.swaps.worse),
    ];
    let swaps = groups.iter().flat_map(|(group, swaps)| swaps.iter().map(move |one| (group, one)));
    let mut rows: Vec<CsvRow> = swaps
        .map(|(group, swap)| {
            let swapped = vec![
                ("swap_id", swap.id.clone().unwrap_or_default()),
                ("swap", swap.name.clone().unwrap_or_default()),
                ("swap_cost", swap.cost.to_string()),
                ("gain", swap.gain.to_string()),
                ("group", (*group).to_owned()),
            ];
            named([fields(), swapped].concat()).collect()
        })
        .collect();
    if rows.is_empty() {
        let none = ["swap_id", "swap", "swap_cost", "gain", "group"];
        let none = none.map(|name| (name, String::new())).to_vec();
        rows.push(named([fields(), none].concat()).collect());
    }
    rows
}
