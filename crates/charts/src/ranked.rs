//! Answers about units and parts as bars: comparisons, worths of parts, and luck.

use super::spec::{Bar, BarRow, Bars, Chart, Fill, Panel, Phrase};
use super::wording;
use crate::answer::{
    Answer, CompareAnswer, CompareContribution, GameLuck, LuckOdds, Matchup, Measure, TotalLuck,
    VerdictCounts,
};
use crate::counted::counted;
use crate::request::why::{Contribution, NumberChange, Worth};
use crate::text::analysis::{NO_DIFFERENCE, format_difference, format_points, part_name};
use crate::text::field::{
    collect_remarks, compare::describe_verdict, describe_measure, describe_method_and_settings,
    marked_name, range_heading,
};
use crate::text::headline;
use crate::text::luck;
use crate::text::words;

/// Rows per page.
const ROWS: usize = 200;

/// Bars with the words around them.
pub(super) struct Ranking<'a> {
    pub title: String,
    pub question: String,
    pub key: Vec<Phrase>,
    pub measure: &'a str,
    pub heads: &'a [&'a str],
    pub rows: Vec<BarRow>,
    pub foot: String,
}

impl Ranking<'_> {
    /// Returns the pages, all on one scale; none without bars.
    pub(super) fn charts(self) -> Vec<Chart> {
        let Self { title, question, key, measure, heads, rows, foot } = self;
        let pages = Bars::pages(measure, heads, rows, ROWS);
        let count = pages.len();
        let page = |(number, bars): (usize, Bars)| {
            let page =
                if count > 1 { format!(" Page {} of {count}.", number + 1) } else { String::new() };
            Chart {
                // each page repeats its words, because pages are files that are shared one by one
                title: title.clone(),
                question: question.clone() + &page,
                key: key.clone(),
                panels: vec![Panel::Bars(bars)],
                foot: foot.clone(),
            }
        };
        pages.into_iter().enumerate().map(page).collect()
    }
}

/// Returns a row with one bar. A difference that is shown as none has no bar: its sign is rounding.
pub(super) fn row(name: String, value: f64, text: String, numbers: Vec<String>) -> BarRow {
    let is_none = text == NO_DIFFERENCE;
    let (value, text) = if is_none { (0.0, "no effect".to_owned()) } else { (value, text) };
    BarRow { name, bars: vec![Bar { value, text, ..Bar::default() }], numbers, ..BarRow::default() }
}

/// Joins sentences. Commands in backticks are quoted, as pictures have no other type for them.
pub(super) fn sentences(all: impl IntoIterator<Item = String>) -> String {
    let all = all.into_iter().filter(|one| !one.is_empty());
    let all: Vec<String> =
        all.map(|one| words::capitalize(one.trim_end_matches('.')) + ".").collect();
    quote_commands(&all.join(" "))
}

/// Replaces pairs of backticks by quotes.
fn quote_commands(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let quoted = parts.map(|(place, part)| match place % 2 {
        1 => format!("“{part}”"),
        _ => part.to_owned(),
    });
    // without a partner, a backtick is a character of a name
    if text.matches('`').count().is_multiple_of(2) { quoted.collect() } else { text.to_owned() }
}

/// Describes a comparison, the largest difference first; none without matchups.
pub(super) fn comparison(answer: &CompareAnswer) -> Vec<Chart> {
    let row = |matchup: &Matchup| {
        let odds = matchup.odds(answer.measure);
        let decimals = if answer.measure == Measure::PerPoint { 3 } else { 2 };
        let bar = Bar {
            value: matchup.difference,
            interval: matchup.sampled.map(|sampled| sampled.interval),
            text: words::signed(matchup.difference, decimals),
            ..Bar::default()
        };
        BarRow {
            name: marked_name(&matchup.defender),
            bars: vec![bar],
            numbers: [Some(odds.more), Some(odds.same), Some(odds.less)]
                .into_iter()
                .chain([matchup.a.chance, matchup.b.chance])
                .filter_map(|p| Some(words::percent(p?, 0)))
                .collect(),
            strokes: Vec::new(),
        }
    };
    let range = answer.range.map_or_else(String::new, range_heading);
    let requested = [format!("A {range}"), format!("B {range}")];
    let requested: &[String] = if answer.range.is_some() { &requested } else { &[] };
    let heads: Vec<&str> = ["A more", "same", "B more"]
        .into_iter()
        .chain(requested.iter().map(String::as_str))
        .collect();
    let odds =
        "Right: chance that one attack of A does more than, as much as, or less than one of B";
    let how = describe_method_and_settings(&answer.header, &answer.header.weapons);
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    Ranking {
        title: compare_title(answer),
        question: sentences(
            // the title has the verdict
            std::iter::once(words::clean(&answer.header.name))
                .chain(describe_verdict(answer).into_iter().skip(1)),
        ),
        key: sides(answer),
        measure: &format!("difference in {}", describe_measure(answer.measure)),
        heads: &heads,
        rows: ends_and_strip(answer.matchups.iter().map(row).collect()),
        foot: sentences([how, odds.to_owned()].into_iter().chain(remarks)),
    }
    .charts()
}

/// The best and the worst rows of a long ranking that have bars.
const ENDS: usize = 10;

/// Keeps the first and the last rows; the others are strokes in one row.
fn ends_and_strip(mut rows: Vec<BarRow>) -> Vec<BarRow> {
    if rows.len() <= 2 * ENDS + 1 {
        return rows;
    }
    let last = rows.split_off(rows.len() - ENDS);
    let between = rows.split_off(ENDS);
    let strip = BarRow {
        name: format!("{} between", counted(between.len() as u64, "unit", "units")),
        strokes: between.iter().flat_map(|row| &row.bars).map(|bar| bar.value).collect(),
        ..BarRow::default()
    };
    rows.into_iter().chain([strip]).chain(last).collect()
}

/// Says what a unit has more of, as a measure compares it.
const fn more_of(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => "more wounds",
        Measure::PerPoint => "more wounds per point",
        Measure::Duel => "more duels won",
        Measure::Survive => "more attacks withstood",
        Measure::Trade => "more points gained",
    }
}

/// Says who is better against more units, and by what.
fn compare_title(answer: &CompareAnswer) -> String {
    let name = |place: usize| {
        answer.attackers.get(place).map_or_else(String::new, |unit| words::clean(&unit.name))
    };
    match answer.counts() {
        Some(VerdictCounts { first, second, .. }) if first + second > 0 => {
            let all = counted(answer.matchups.len() as u64, "unit", "units");
            let (best, count) = if first >= second { (0, first) } else { (1, second) };
            format!("{}: {} against {count} of {all}", name(best), more_of(answer.measure))
        }
        _ => format!("{} and {}: about equal", name(0), name(1)),
    }
}

/// Names both attackers with their costs.
fn sides(answer: &CompareAnswer) -> Vec<Phrase> {
    let all = answer.attackers.iter().zip([(Fill::A, "A"), (Fill::B, "B")]);
    let name = |(unit, (fill, side)): (&crate::answer::UnitSummary, (Fill, &str))| {
        let cost = unit.cost.map_or_else(String::new, |cost| format!(", {cost} points"));
        Phrase::key(fill, format!("{side}: {}{cost}", marked_name(unit)))
    };
    all.map(name).collect()
}

/// Describes what each part of a comparison is worth; none without parts.
pub(super) fn comparison_parts(
    answer: &CompareAnswer,
    parts: &[CompareContribution],
) -> Vec<Chart> {
    let row = |part: &CompareContribution| {
        let numbers = [part.wounds, part.other_wounds].map(format_difference);
        let name = format!("{} ({})", part_name(part.kind, &part.what), part.side);
        row(name, part.difference, format_difference(part.difference), numbers.into())
    };
    let how = "Each part is left out in turn; differences are exact".to_owned();
    let rows: Vec<BarRow> = parts.iter().map(row).collect();
    let measure = describe_measure(answer.measure);
    Ranking {
        title: matters_most(&rows, "What each part is worth"),
        question: sentences(describe_verdict(answer).into_iter().skip(1)),
        key: ["A is better with it", "B is better with it"]
            .into_iter()
            .zip([Fill::A, Fill::B])
            .map(|(words, fill)| Phrase::key(fill, words))
            .collect(),
        measure: &format!("difference in {measure} with and without the part"),
        heads: &["A deals", "B deals"],
        rows,
        foot: sentences([how, headline::list_settings(&answer.header.terms)]),
    }
    .charts()
}

/// Describes what each part of a question is worth; none without parts.
pub(super) fn parts(answer: &Answer, parts: &[Contribution]) -> Vec<Chart> {
    let row = |part: &Contribution| {
        worth_row(format!("{} ({})", part_name(part.kind, &part.what), part.side), &part.worth)
    };
    let how = "Each part is left out in turn and all choices are made again; differences are exact";
    worths(answer, ("what each part is worth", how), parts.iter().map(row).collect())
}

/// Describes what each number of a question is worth; none if no number has an effect.
pub(super) fn numbers(answer: &Answer, changes: &[NumberChange]) -> Vec<Chart> {
    // both answers are exact, so a smaller difference is the rounding of their sums
    let matters = changes.iter().filter(|change| change.worth.net().abs() > 1e-9);
    let row = |change: &NumberChange| {
        let NumberChange { what, side, from, to, worth } = change;
        worth_row(format!("{what} {from} → {to} ({side})"), worth)
    };
    let how = "Each number on both cards is raised and lowered by 1; differences are exact";
    worths(answer, ("what each number is worth", how), matters.map(row).collect())
}

fn worth_row(name: String, worth: &Worth) -> BarRow {
    let net = worth.net();
    let numbers = [worth.wounds, worth.own_wounds].map(format_difference);
    // the axis of duels is in percentage points, but `net` of a duel is a chance
    let value = if worth.win.is_some() { 100.0 * net } else { net };
    let text = worth.win.map_or_else(|| format_difference(net), format_points);
    row(name, value, text, numbers.into())
}

/// Names the row with the longest bar; `others` without any.
fn matters_most(rows: &[BarRow], others: &str) -> String {
    let value = |row: &&BarRow| row.bars.first().map_or(0.0, |bar| bar.value.abs());
    let top = rows.iter().max_by(|one, other| value(one).total_cmp(&value(other)));
    let top = top.and_then(|row| Some((row, row.bars.first()?)));
    top.filter(|(_, bar)| bar.value != 0.0).map_or_else(
        || others.to_owned(),
        |(row, bar)| format!("{} matters most: {}", words::capitalize(&row.name), bar.text),
    )
}

fn worths(answer: &Answer, (what, how): (&str, &str), rows: Vec<BarRow>) -> Vec<Chart> {
    let (measure, heads, helped) = if answer.kind == "duel" {
        let helped = ["helps a", "helps b"];
        ("chance that a wins, in percentage points", ["b loses", "a loses"], helped)
    } else {
        let helped = ["helps the attacker", "helps the defender"];
        ("wounds dealt minus wounds suffered", ["dealt", "suffered"], helped)
    };
    Ranking {
        title: matters_most(&rows, &words::capitalize(what)),
        question: format!(
            "{} {}.",
            wording::question("", &[answer], (1, 1)),
            words::capitalize(what)
        ),
        key: helped
            .into_iter()
            .zip([Fill::A, Fill::B])
            .map(|(words, fill)| Phrase::key(fill, words))
            .collect(),
        measure,
        heads: &heads,
        rows,
        foot: sentences([how.to_owned()]),
    }
    .charts()
}

/// Describes how lucky the rolls of a game were: the sums of each unit of count, then each roll.
pub(super) fn game_luck(found: &GameLuck) -> Vec<Chart> {
    let totals = found.totals.iter().map(|total| {
        let TotalLuck { unit, odds, .. } = total;
        luck_row(format!("all {unit}"), odds, vec![String::new(), String::new()])
    });
    let rolls = found.rolls.iter().map(|roll| {
        let one = &roll.luck;
        let numbers = vec![one.rolled.to_string(), words::rounded(one.expected)];
        luck_row(luck::name(roll), &one.odds, numbers)
    });
    let all: Vec<String> = found.totals.iter().map(luck::total).collect();
    let title = all
        .first()
        .map_or_else(|| "Luck of each roll".to_owned(), |one| one.trim_end_matches('.').to_owned());
    Ranking {
        title,
        question: sentences(
            ["Luck of each roll and of all rolls together".to_owned()]
                .into_iter()
                .chain(all.into_iter().skip(1)),
        ),
        key: vec![Phrase::key(Fill::A, "good luck"), Phrase::key(Fill::B, "bad luck")],
        measure: "luckier than this share of such rolls",
        heads: &["rolled", "expected"],
        rows: totals.chain(rolls).collect(),
        foot: "Exact. Half of the rolls with the same result count as worse. A good roll of the \
               enemy is bad luck."
            .to_owned(),
    }
    .charts()
}

fn luck_row(name: String, LuckOdds { percentile, .. }: &LuckOdds, numbers: Vec<String>) -> BarRow {
    let text = format!("{} %", words::whole_percent(*percentile));
    row(name, percentile - 0.5, text, numbers)
}
