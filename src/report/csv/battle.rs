//! The numbers of the charts of battles as tidy CSV.
//!
//! | column | what it holds |
//! |---|---|
//! | `chart` | the chart it is on: `win-odds`, `points-by-round`, `difference`, `moves`, `units` |
//! | `army` | `a` or `b`; empty if it belongs to neither |
//! | `unit` | of `units`: its name |
//! | `measure` | `chance`, `points`, `share`, `lost`, or an action: `march`, `charge` and so on |
//! | `x` | of `points-by-round` the round, of `difference` the points of `a` minus those of `b`, of `moves` the distance of the square from the army's left, in inches |
//! | `y` | of `moves` the distance of the square from the army's own edge, in inches |
//! | `value` | the chance, the mean per battle, or the share of the army's moves |
//! | `low`, `high` | of chances the 95 % interval; of points by round the 10% and 90% quantiles |
//! | `count` | the number of battles with this result; of `moves` the moves that ended in the square |

use warodds_battles::answer::{BattleAnswer, MoveCounts, UnitAnswer};
use warodds_battles::share::ShareEstimate;

use super::{CsvError, format_number, format_optional, write_records};
use crate::dist::Estimate;

const COLUMNS: [&str; 10] =
    ["chart", "army", "unit", "measure", "x", "y", "value", "low", "high", "count"];
const ARMIES: [&str; 2] = ["a", "b"];

/// A row of the CSV; fields without a number stay empty.
#[derive(Default)]
struct ChartRow<'a> {
    chart: &'static str,
    army: &'a str,
    unit: &'a str,
    measure: &'a str,
    place: [Option<i64>; 2],
    value: f64,
    ends: Option<(f64, f64)>,
    count: Option<u64>,
}

impl ChartRow<'_> {
    fn fields(&self) -> [String; 10] {
        let [x, y] = self.place.map(format_optional);
        let (low, high) = self
            .ends
            .map_or_else(Default::default, |(low, high)| (format_number(low), format_number(high)));
        let [chart, army, unit, measure] =
            [self.chart, self.army, self.unit, self.measure].map(str::to_owned);
        [
            chart,
            army,
            unit,
            measure,
            x,
            y,
            format_number(self.value),
            low,
            high,
            format_optional(self.count),
        ]
    }
}

/// Renders the numbers of all charts as CSV with a header line.
///
/// # Errors
/// If the CSV writer fails; no known answer causes that.
pub fn render(answer: &BattleAnswer) -> Result<Vec<u8>, CsvError> {
    let rows = odds(answer)
        .into_iter()
        .chain(rounds(answer))
        .chain(differences(answer))
        .chain(moves(&answer.moves));
    let rows = rows.chain(answer.units.iter().flat_map(unit)).map(|row| row.fields());
    write_records([COLUMNS.map(str::to_owned)].into_iter().chain(rows))
}

/// Converts a share back to a count.
fn count_of(share: f64, all: u64) -> u64 {
    // answers hold shares of a known number of battles; rounding undoes the division
    (share * all as f64).round() as u64
}

fn odds(answer: &BattleAnswer) -> [ChartRow<'_>; 3] {
    let events = &answer.events;
    let each = [("a", events.a_wins), ("", events.draw), ("b", events.b_wins)];
    each.map(|(army, ShareEstimate { p, ci95 })| ChartRow {
        chart: "win-odds",
        army,
        measure: "chance",
        value: p,
        ends: Some(ci95.into()),
        count: Some(count_of(p, answer.games)),
        ..ChartRow::default()
    })
}

fn rounds(answer: &BattleAnswer) -> impl Iterator<Item = ChartRow<'_>> {
    answer.rounds.iter().flat_map(|round| {
        let armies = ARMIES.into_iter().zip(round.points);
        armies.map(|(army, [mean, low, high])| ChartRow {
            chart: "points-by-round",
            army,
            measure: "points",
            place: [Some(round.round.into()), None],
            value: mean,
            ends: Some((low, high)),
            count: Some(round.games),
            ..ChartRow::default()
        })
    })
}

fn differences(answer: &BattleAnswer) -> impl Iterator<Item = ChartRow<'_>> {
    let quantity = &answer.quantities.difference;
    quantity.pmf.iter().zip(quantity.from..).map(|(share, difference)| {
        let count = count_of(*share, answer.games);
        ChartRow {
            chart: "difference",
            measure: "chance",
            place: [Some(difference), None],
            value: *share,
            ends: Some(Estimate::of_probability(count, answer.games).interval),
            count: Some(count),
            ..ChartRow::default()
        }
    })
}

fn moves(moves: &MoveCounts) -> impl Iterator<Item = ChartRow<'_>> {
    let inches =
        |square: usize| i64::try_from(square).ok().map(|n| n * i64::from(MoveCounts::CELL));
    ARMIES.into_iter().enumerate().flat_map(move |(place, army)| {
        let all = moves.all(place).max(1) as f64;
        moves.of_army(place).map(move |(column, row, count)| ChartRow {
            chart: "moves",
            army,
            measure: "share",
            place: [inches(column), inches(row)],
            value: count as f64 / all,
            count: Some(count),
            ..ChartRow::default()
        })
    })
}

fn unit(unit: &UnitAnswer) -> impl Iterator<Item = ChartRow<'_>> {
    let numbers = [("points", unit.points), ("lost", unit.lost)];
    let done = unit.activations.iter().map(|(what, count)| (*what, *count));
    numbers.into_iter().chain(done).map(|(measure, value)| ChartRow {
        chart: "units",
        army: unit.side,
        unit: &unit.name,
        measure,
        value,
        ..ChartRow::default()
    })
}
