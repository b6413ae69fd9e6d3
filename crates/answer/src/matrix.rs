//! The answer to a matrix: its cells, their values and their order.

use serde::Serialize;

use crate::{
    Distribution, FieldHeader, FieldRemarks, Metric, Order, Points, UnitSummary, cmp_descending,
};

/// The result of one pair of units.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// An attack: the name of the attacker's weapon, the wounds, and the points, if both costs are
    /// known.
    Attack(String, Distribution, Option<Points>),
    /// A duel.
    Duel(Box<DuelCell>),
}

/// The end of a duel, with `[attacker, defender]` values.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelCell {
    /// Probability that each wins: it is alive and the other is destroyed.
    pub wins: [f64; 2],
    /// The wounds left to each.
    pub left: [Distribution; 2],
    /// The name of the weapon of each.
    pub weapons: [String; 2],
    /// The points that the attacker destroys and loses, if both costs are known.
    pub points: Option<Points>,
}

/// The schedule of the duels of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelRounds {
    /// Number of rounds, each with an attack of each side; the last round of an odd number of
    /// attacks has one.
    pub rounds: u8,
    /// Largest number of attacks of both sides together.
    pub activations: u8,
    /// The side that attacks first.
    pub first: FirstSide,
}

/// The side that attacks first in a duel of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FirstSide {
    /// The attacker, which is `a`.
    #[serde(rename = "a")]
    Attacker,
    /// The defender, which is `b`.
    #[serde(rename = "b")]
    Defender,
}

/// The answer to a matrix: the result of each pair of units.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixAnswer {
    /// The question, and how it was answered.
    pub header: FieldHeader,
    /// The metric that cells show.
    pub metric: Metric,
    /// How rows and columns are ordered.
    pub order: Order,
    /// The rows.
    pub attackers: Vec<UnitSummary>,
    /// The columns.
    pub defenders: Vec<UnitSummary>,
    /// Schedule of the duels; `None` if each pair makes one attack.
    pub schedule: Option<DuelRounds>,
    /// Results of pairs, row by row; `None` for those a stopped run did not reach.
    pub cells: Vec<Option<Cell>>,
    /// What is left out, and notes.
    pub remarks: FieldRemarks,
}

impl MatrixAnswer {
    /// Returns the result of the attacker of a row and the defender of a column; `None` if the
    /// attacker is out of reach.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.known_cell(row, column).filter(|_| self.is_in_reach(row))
    }

    /// Returns a cell of the run, also of an attacker out of reach.
    fn known_cell(&self, row: usize, column: usize) -> Option<&Cell> {
        if column < self.defenders.len() {
            self.cells.get(row * self.defenders.len() + column)?.as_ref()
        } else {
            None
        }
    }

    fn is_in_reach(&self, row: usize) -> bool {
        self.attackers.get(row).is_some_and(|attacker| attacker.out_of_reach.is_none())
    }

    /// Returns the distribution of wounds of an attack; `None` for a duel.
    pub fn distribution(&self, row: usize, column: usize) -> Option<&Distribution> {
        match self.cell(row, column)? {
            Cell::Attack(_, distribution, _) => Some(distribution),
            Cell::Duel(_) => None,
        }
    }

    /// Returns the end of a duel; `None` for an attack.
    pub fn duel(&self, row: usize, column: usize) -> Option<&DuelCell> {
        match self.cell(row, column)? {
            Cell::Attack(..) => None,
            Cell::Duel(duel) => Some(duel),
        }
    }

    /// Returns the name of the attacker's weapon in a cell.
    pub fn weapon(&self, row: usize, column: usize) -> Option<&str> {
        match self.cell(row, column)? {
            Cell::Attack(weapon, ..) => Some(weapon),
            Cell::Duel(duel) => Some(&duel.weapons[0]),
        }
    }

    /// Returns the value of a metric in a cell; `None` if the cell or the attacker's cost is
    /// unknown, or such cells do not have the metric.
    pub fn metric_of(&self, metric: Metric, row: usize, column: usize) -> Option<f64> {
        match self.cell(row, column)? {
            _ if metric == Metric::Points => self.points(row, column).map(Points::net),
            Cell::Attack(_, distribution, _) => self.of_attack(metric, distribution, (row, column)),
            Cell::Duel(duel) => of_duel(metric, duel),
        }
    }

    fn of_attack(
        &self,
        metric: Metric,
        distribution: &Distribution,
        (row, column): (usize, usize),
    ) -> Option<f64> {
        let distribution = distribution.pmf();
        match metric {
            Metric::Wounds => Some(distribution.mean()),
            Metric::PerPoint => self.attackers.get(row)?.per_point(distribution.mean()),
            Metric::Destroyed => {
                Some(distribution.at_least(self.defenders.get(column)?.wounds.into()))
            }
            Metric::AtLeast(k) => Some(distribution.at_least(k.into())),
            Metric::Wins | Metric::Left | Metric::EnemyLeft | Metric::Points => None,
        }
    }

    /// Returns the points that the attacker destroys and loses; `None` if a cost is unknown.
    pub fn points(&self, row: usize, column: usize) -> Option<Points> {
        match self.cell(row, column)? {
            Cell::Attack(.., points) => *points,
            Cell::Duel(duel) => duel.points,
        }
    }

    /// Returns the value that a cell shows.
    pub fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.metric_of(self.metric, row, column)
    }

    /// Returns the mean of an attacker's cells; `None` if it is out of reach, or if a stopped run
    /// left one out.
    pub fn attacker_mean(&self, row: usize) -> Option<f64> {
        self.mean_over((0..self.defenders.len()).map(|column| (row, column)))
    }

    /// Returns the mean of a defender's cells, those of attackers out of reach aside; `None` as above.
    pub fn defender_mean(&self, column: usize) -> Option<f64> {
        self.mean_over((0..self.attackers.len()).map(|row| (row, column)))
    }

    /// Returns the mean of all cells; `None` as above.
    pub fn mean(&self) -> Option<f64> {
        let columns = 0..self.defenders.len();
        let rows = 0..self.attackers.len();
        self.mean_over(rows.flat_map(|row| columns.clone().map(move |column| (row, column))))
    }

    fn mean_over(&self, cells: impl Iterator<Item = (usize, usize)> + Clone) -> Option<f64> {
        let cells = cells.filter(|(row, _)| self.is_in_reach(*row));
        let values = cells.clone().filter_map(|(row, column)| self.value(row, column));
        // a mean over the answered cells alone would rank a row by luck
        cells.clone().all(|(row, column)| self.cell(row, column).is_some()).then(|| mean(values))?
    }

    /// Returns the number of answered cells.
    pub fn answered(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Returns the answer with its rows and columns in the order of `rows` and `columns`.
    fn arranged(self, rows: &[usize], columns: &[usize]) -> Self {
        let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let cells = cells.map(|(row, column)| self.known_cell(row, column).cloned()).collect();
        let of = |all: &[UnitSummary], places: &[usize]| {
            places.iter().filter_map(|&place| all.get(place).cloned()).collect()
        };
        let (attackers, defenders) = (of(&self.attackers, rows), of(&self.defenders, columns));
        Self { cells, attackers, defenders, ..self }
    }

    /// Returns the answer with its rows and columns in the requested order.
    #[must_use]
    pub fn ordered(self) -> Self {
        // the best of the attackers come first, whichever direction is good for them
        let sign = if self.metric.favors_defender() { -1.0 } else { 1.0 };
        let values = |count: usize, mean: &dyn Fn(usize) -> Option<f64>| {
            (0..count).map(|place| Some(sign * mean(place)?)).collect::<Vec<_>>()
        };
        let rows = values(self.attackers.len(), &|row| self.attacker_mean(row));
        let columns = values(self.defenders.len(), &|column| self.defender_mean(column));
        let (rows, columns) = (
            order(self.order, &self.attackers, &rows),
            order(self.order, &self.defenders, &columns),
        );
        self.arranged(&rows, &columns)
    }
}

fn of_duel(metric: Metric, duel: &DuelCell) -> Option<f64> {
    match metric {
        Metric::Wins => Some(duel.wins[0]),
        Metric::Left => Some(duel.left[0].pmf().mean()),
        Metric::EnemyLeft => Some(duel.left[1].pmf().mean()),
        Metric::Destroyed => duel.left[1].pmf().probabilities().first().copied(),
        Metric::Wounds | Metric::PerPoint | Metric::AtLeast(_) | Metric::Points => None,
    }
}

/// Returns the mean of some numbers; `None` for no numbers.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0usize, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

/// Returns the places of units in an order; units without a value come last.
fn order(order: Order, contestants: &[UnitSummary], values: &[Option<f64>]) -> Vec<usize> {
    let mut all: Vec<(&UnitSummary, Option<f64>, usize)> = contestants
        .iter()
        .zip(values)
        .enumerate()
        .map(|(place, (contestant, value))| (contestant, *value, place))
        .collect();
    let by_name = |a: &UnitSummary, b: &UnitSummary| a.name.cmp(&b.name);
    all.sort_by(|(a, value_a, _), (b, value_b, _)| {
        let before = match order {
            // the sort is stable, so equal units keep the order they have
            Order::AsListed => return std::cmp::Ordering::Equal,
            Order::Faction => a.faction.cmp(&b.faction).then(a.cost.cmp(&b.cost)),
            Order::Cost => a.cost.cmp(&b.cost),
            Order::Name => std::cmp::Ordering::Equal,
            Order::Value => cmp_descending(
                value_a.unwrap_or(f64::NEG_INFINITY),
                value_b.unwrap_or(f64::NEG_INFINITY),
            ),
        };
        before.then_with(|| by_name(a, b))
    });
    all.into_iter().map(|(.., place)| place).collect()
}
