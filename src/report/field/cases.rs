//! The answers to a question about a field in several cases: a row for each case, then the tables of
//! each.

use super::table::wrap_name;
use super::{
    describe_measure, describe_metric, format_requested, format_value, marked_name, render,
};
use crate::answer::{
    AttachmentsAnswer, CompareAnswer, ExchangeWounds, FieldAnswer, MatrixAnswer, RankingAnswer,
    RateAnswer, RatedUnit, Setting, UnitSummary, WorthAnswer,
};
use crate::counted::counted;
use crate::report::block::AnswerBlock;
use crate::report::table::{
    Detail, Layout, TableColumn, draw_fitting, visible_rows, wrap_paragraphs,
};
use crate::report::words;
use warodds_charts::text::field::attachments::marked_name as marked_attachment;
use warodds_charts::text::field::matrix::attacker_value;
use warodds_charts::text::field::ranking::format_ranked;
use warodds_charts::text::field::rate::{format_rating, outliers};
use warodds_charts::text::field::worth::{part_name, swap_name};

/// Renders a row for each case, and what holds for all of them; in full the block and the tables of
/// each case under its values, where long lists show their `top` first and last rows.
pub fn render_cases(
    answers: &[FieldAnswer],
    layout: &Layout,
    (top, detail): (usize, Detail),
) -> String {
    let overview = overview(answers, layout);
    if detail == Detail::Brief {
        return wrap_paragraphs(&(overview + &remarks(answers)), layout);
    }
    let mut parts = vec![overview];
    for answer in answers {
        let case: Vec<String> = answer.case().iter().map(Setting::words).collect();
        let text = render(answer, layout, (top, detail));
        parts.push(format!("{}\n{text}", words::clean(&case.join(", "))));
    }
    wrap_paragraphs(&parts.join("\n"), layout)
}

/// Returns the remarks of all cases, each once, and their method.
fn remarks(answers: &[FieldAnswer]) -> String {
    let mut remarks: Vec<String> = Vec::new();
    for answer in answers {
        let block = AnswerBlock::of_field(answer);
        // the method is the last remark of every case
        let method = block.remarks().last();
        remarks.retain(|known| Some(known) != method);
        let others: Vec<&String> =
            block.remarks().iter().filter(|remark| !remarks.contains(remark)).collect();
        remarks.extend(others.into_iter().cloned().collect::<Vec<_>>());
    }
    remarks.iter().map(|remark| format!("{remark}\n")).collect()
}

/// Renders a table with a row for each case: the values of lists, and what each case comes to.
fn overview(answers: &[FieldAnswer], layout: &Layout) -> String {
    let kind = words::capitalize(answers.first().map_or("", FieldAnswer::kind));
    let cases = counted(answers.len() as u64, "case", "cases");
    let mut columns = case_columns(answers);
    columns.extend(result_columns(answers));
    let table = draw_fitting(columns, &visible_rows(answers.len(), layout.rows), layout);
    let mut results: Vec<String> = answers.iter().map(describe_results).collect();
    results.dedup();
    // results that differ have a column
    let results = if let [shared] = &*results { format!(", {shared}") } else { String::new() };
    format!("{kind}: {cases}{results}\n{table}\n")
}

/// Describes the numbers of a row.
fn describe_results(answer: &FieldAnswer) -> String {
    match answer {
        FieldAnswer::Matrix(answer) => describe_metric(answer.metric),
        FieldAnswer::Compare(answer) => describe_measure(answer.measure).to_owned(),
        FieldAnswer::Ranking(answer) => describe_measure(answer.measure).to_owned(),
        FieldAnswer::Attachments(_) => "best gain per point".to_owned(),
        FieldAnswer::Rate(_) => "strongest units".to_owned(),
        FieldAnswer::Worth(_) => "points of the army".to_owned(),
    }
}

/// Returns a column for each list.
fn case_columns(answers: &[FieldAnswer]) -> Vec<TableColumn> {
    let axes = answers.first().map_or(&[][..], FieldAnswer::case);
    let column = |(place, axis): (usize, &Setting)| {
        let value = |answer: &FieldAnswer| {
            let value = answer.case().get(place).map(|one| words::clean(&one.value));
            wrap_name(&value.unwrap_or_default())
        };
        TableColumn::labels(words::axis(&axis.axis), 0, answers, value)
    };
    axes.iter().enumerate().map(column).collect()
}

/// Returns the columns of results; the answers of all cases are of one kind.
fn result_columns(answers: &[FieldAnswer]) -> Vec<TableColumn> {
    let (mut matrices, mut comparisons) = (Vec::new(), Vec::new());
    let (mut attachments, mut ratings) = (Vec::new(), Vec::new());
    let (mut rankings, mut armies) = (Vec::new(), Vec::new());
    for answer in answers {
        match answer {
            FieldAnswer::Matrix(answer) => matrices.push(&**answer),
            FieldAnswer::Compare(answer) => comparisons.push(&**answer),
            FieldAnswer::Ranking(answer) => rankings.push(&**answer),
            FieldAnswer::Attachments(answer) => attachments.push(&**answer),
            FieldAnswer::Rate(answer) => ratings.push(&**answer),
            FieldAnswer::Worth(answer) => armies.push(&**answer),
        }
    }
    match answers.first() {
        None => Vec::new(),
        Some(FieldAnswer::Matrix(_)) => matrix_columns(&matrices),
        Some(FieldAnswer::Compare(_)) => comparison_columns(&comparisons),
        Some(FieldAnswer::Ranking(_)) => ranking_columns(&rankings),
        Some(FieldAnswer::Attachments(_)) => attachment_columns(&attachments),
        Some(FieldAnswer::Rate(_)) => rate_columns(&ratings),
        Some(FieldAnswer::Worth(_)) => worth_columns(&armies),
    }
}

/// Returns a column of a description, unless it is the same for all answers.
fn varied_column<T>(
    heading: &str,
    answers: &[&T],
    describe: impl Fn(&T) -> String,
) -> Vec<TableColumn> {
    let column = TableColumn::labels(heading, 9, answers, |answer| wrap_name(&describe(answer)));
    let is_varied = column.cells.iter().any(|cell| Some(cell) != column.cells.first());
    is_varied.then_some(column).into_iter().collect()
}

fn matrix_columns(answers: &[&MatrixAnswer]) -> Vec<TableColumn> {
    let metric = |answer: &MatrixAnswer| describe_metric(answer.metric);
    let mean = |answer: &&MatrixAnswer| format_value(answer.metric, answer.mean());
    let attacker = |answer: &&MatrixAnswer| {
        extreme(answer, &answer.attackers, |row| answer.attacker_mean(row), f64::max)
    };
    let defender = |answer: &&MatrixAnswer| {
        extreme(answer, &answer.defenders, |column| answer.defender_mean(column), f64::min)
    };
    let mut columns = varied_column("metric", answers, metric);
    columns.push(TableColumn::numbers("mean", 0, answers, mean));
    if answers.iter().any(|answer| answer.attackers.len() > 1) {
        columns.push(TableColumn::labels("best attacker", 1, answers, attacker));
    }
    if answers.iter().any(|answer| answer.defenders.len() > 1) {
        columns.push(TableColumn::labels("toughest defender", 2, answers, defender));
    }
    columns
}

/// Returns the name and mean of the unit whose mean is best for the attacker, or worst, as `choose`
/// says; the first of equal ones.
fn extreme(
    answer: &MatrixAnswer,
    units: &[UnitSummary],
    mean: impl Fn(usize) -> Option<f64>,
    choose: fn(f64, f64) -> f64,
) -> String {
    let worth = |place: usize| mean(place).map(|mean| attacker_value(answer.metric, mean));
    let chosen = (0..units.len()).filter_map(worth).reduce(choose);
    let found =
        units.iter().enumerate().find(|(place, _)| chosen.is_some() && worth(*place) == chosen);
    found.map_or_else(
        || "–".to_owned(),
        |(place, unit)| {
            let value = format_value(answer.metric, mean(place));
            wrap_name(&format!("{} {value}", marked_name(unit)))
        },
    )
}

fn comparison_columns(answers: &[&CompareAnswer]) -> Vec<TableColumn> {
    let number = |head: &str, priority: usize, cell: &dyn Fn(&CompareAnswer) -> Option<String>| {
        let cell = |answer: &&CompareAnswer| cell(answer).unwrap_or_else(|| "–".to_owned());
        TableColumn::numbers(head, priority, answers, cell)
    };
    let measure = |answer: &CompareAnswer| describe_measure(answer.measure).to_owned();
    let results = vec![
        number("mean\nof a", 1, &|answer| answer.mean_worths().map(|[a, _]| format!("{a:.3}"))),
        number("mean\nof b", 1, &|answer| answer.mean_worths().map(|[_, b]| format!("{b:.3}"))),
        number("a − b", 0, &|answer| {
            let half_width =
                answer.mean_estimate().map(|mean| format!(" ±{:.4}", mean.half_width()));
            let difference = words::difference(answer.mean_difference()?);
            Some(difference + &half_width.unwrap_or_default())
        }),
        number("a is\nbetter", 2, &|answer| Some(answer.counts()?.first.to_string())),
        number("b is\nbetter", 2, &|answer| Some(answer.counts()?.second.to_string())),
        number("about\nequal", 3, &|answer| Some(answer.counts()?.about_equal.to_string())),
    ];
    let chance = |head: &str, side: usize| {
        number(head, 1, &|answer| {
            answer.mean_chances()?.get(side).map(|p| format_requested(Some(*p)))
        })
    };
    let is_requested = answers.iter().any(|answer| answer.range.is_some());
    let chances = [("chance\nof a", 0), ("chance\nof b", 1)].map(|(head, side)| chance(head, side));
    let results = results.into_iter().chain(chances.into_iter().filter(|_| is_requested));
    varied_column("measure", answers, measure).into_iter().chain(results).collect()
}

fn ranking_columns(answers: &[&RankingAnswer]) -> Vec<TableColumn> {
    let place = |place: usize| {
        move |answer: &&RankingAnswer| {
            let one = answer.units.get(place);
            let value = one.map(|one| format_ranked(answer.measure, one.value)).unwrap_or_default();
            one.map_or_else(
                || "–".to_owned(),
                |one| wrap_name(&format!("{} {value}", marked_name(&one.unit))),
            )
        }
    };
    let measure = |answer: &RankingAnswer| describe_measure(answer.measure).to_owned();
    let mut columns = varied_column("measure", answers, measure);
    columns.push(TableColumn::labels("best", 0, answers, place(0)));
    columns.push(TableColumn::labels("second", 1, answers, place(1)));
    if answers.iter().any(|answer| answer.range.is_some()) {
        columns.push(TableColumn::numbers("chance\nof best", 1, answers, |answer| {
            format_requested(answer.units.first().and_then(|one| one.chance))
        }));
    }
    columns
}

fn attachment_columns(answers: &[&AttachmentsAnswer]) -> Vec<TableColumn> {
    let alone = |head: &str, wounds: fn(&ExchangeWounds) -> f64| {
        TableColumn::numbers(head, 3, answers, move |answer: &&AttachmentsAnswer| {
            let alone = answer.alone.as_ref().map(wounds);
            alone.map_or_else(|| "–".to_owned(), |wounds| format!("{wounds:.3}"))
        })
    };
    // the first is the best per point, unless all are free
    let best = |answer: &&AttachmentsAnswer| {
        let name = answer.attachments.first().map(|one| wrap_name(&marked_attachment(one)));
        name.unwrap_or_else(|| "–".to_owned())
    };
    let per_point = |answer: &&AttachmentsAnswer| {
        let per_point = answer.attachments.first().and_then(|one| one.per_point);
        per_point.map_or_else(|| "–".to_owned(), words::difference)
    };
    let chance = |answer: &&AttachmentsAnswer| {
        format_requested(answer.attachments.first().and_then(|one| one.with.chance))
    };
    let is_requested = answers.iter().any(|answer| answer.range.is_some());
    let chance = is_requested.then(|| TableColumn::numbers("chance\nwith it", 1, answers, chance));
    let columns = vec![
        alone("alone\ndeals", |alone| alone.dealt),
        alone("alone\nsuffers", |alone| alone.suffered),
        TableColumn::labels("best attachment", 0, answers, best),
        TableColumn::numbers("gain\nper point", 0, answers, per_point),
    ];
    columns.into_iter().chain(chance).collect()
}

fn rate_columns(answers: &[&RateAnswer]) -> Vec<TableColumn> {
    let name = |one: Option<&RatedUnit>, value: fn(&RatedUnit) -> String| {
        one.map_or_else(
            || "–".to_owned(),
            |one| wrap_name(&format!("{} {}", marked_name(&one.unit), value(one))),
        )
    };
    let strongest =
        |answer: &&RateAnswer| name(answer.units.first(), |one| words::percent(one.wins, 1));
    let for_its_cost = |answer: &&RateAnswer| {
        let [above, _] = outliers(answer);
        name(above.first().copied(), |one| one.above_cost.map_or_else(String::new, format_rating))
    };
    vec![
        TableColumn::labels("strongest", 0, answers, strongest),
        TableColumn::labels("strongest for its cost", 1, answers, for_its_cost),
    ]
}

fn worth_columns(answers: &[&WorthAnswer]) -> Vec<TableColumn> {
    let total = |answer: &&WorthAnswer| {
        answer.total.map_or_else(|| "–".to_owned(), |total| words::signed(total, 3))
    };
    let least = |answer: &&WorthAnswer| {
        answer.least().map_or_else(|| "–".to_owned(), |part| wrap_name(&part_name(part)))
    };
    let swap = |answer: &&WorthAnswer| {
        let swaps = answer.best_swaps();
        swaps.first().map_or_else(
            || "–".to_owned(),
            |(_, swap)| wrap_name(&format!("{} {}", swap_name(swap), words::signed(swap.gain, 3))),
        )
    };
    vec![
        TableColumn::numbers("points", 0, answers, total),
        TableColumn::labels("weakest for its cost", 1, answers, least),
        TableColumn::labels("best swap", 2, answers, swap),
    ]
}
