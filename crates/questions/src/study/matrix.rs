//! Every attacker against every defender: one distribution to a cell.
//!
//! Each cell is the answer to the question that `attack` asks of the same two units, by the same
//! engine and seed; cells are spread over all threads and keep their places, so that the same
//! question gives the same bits on any number of them.

use rayon::prelude::*;

use super::field::{self, Contestant, LeftOut, MatrixAsked, Metric, Order};
use super::{Distribution, EngineKind, Method, NamedQuestion, NotModelled, Plan, Setting, answer};
use warodds_engine::run::{ContractError, Control};
use warodds_games::Question;
use warodds_games::asoiaf::{self, Edition, Striker, Struck};

/// The answer: a distribution of wounds for each pair of units.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixAnswer {
    /// The question's name.
    pub name: String,
    /// What a cell leads with.
    pub metric: Metric,
    /// How rows and columns are ordered.
    pub order: Order,
    /// On which terms all attacks were made, as far as they are not as usual.
    pub terms: Vec<Setting>,
    /// Which attacks were made, e.g. `first melee attack of each card`.
    pub weapons: String,
    /// The edition of the rules.
    pub edition: &'static str,
    /// The rows.
    pub attackers: Vec<Contestant>,
    /// The columns.
    pub defenders: Vec<Contestant>,
    /// The distributions of wounds, row by row; none where the run was stopped before.
    cells: Vec<Option<Distribution>>,
    /// How they came about.
    pub method: Method,
    /// Who could not take part.
    pub left_out: Vec<LeftOut>,
    /// What a reader must know beside the numbers.
    pub notes: Vec<String>,
    /// The abilities that these numbers leave out, though they may change them.
    pub not_modelled: Vec<NotModelled>,
}

impl MatrixAnswer {
    /// The distribution of wounds of an attacker (by its row) on a defender (by its column).
    pub fn distribution(&self, row: usize, column: usize) -> Option<&Distribution> {
        if column < self.defenders.len() {
            self.cells.get(row * self.defenders.len() + column)?.as_ref()
        } else {
            None
        }
    }

    /// What a metric says of a cell; none where nothing is known, or where a point has no price.
    pub fn metric_of(&self, metric: Metric, row: usize, column: usize) -> Option<f64> {
        let distribution = self.distribution(row, column)?.pmf();
        match metric {
            Metric::Wounds => Some(distribution.mean()),
            Metric::PerPoint => self.attackers.get(row)?.per_point(distribution.mean()),
            Metric::Destroyed => {
                Some(distribution.at_least(self.defenders.get(column)?.wounds.into()))
            }
            Metric::AtLeast(k) => Some(distribution.at_least(k.into())),
        }
    }

    /// What a cell shows.
    pub fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.metric_of(self.metric, row, column)
    }

    /// The mean of an attacker's cells; none where the run was stopped before one of them.
    pub fn attacker_mean(&self, row: usize) -> Option<f64> {
        self.mean_over((0..self.defenders.len()).map(|column| (row, column)))
    }

    /// The mean of a defender's cells; none as above.
    pub fn defender_mean(&self, column: usize) -> Option<f64> {
        self.mean_over((0..self.attackers.len()).map(|row| (row, column)))
    }

    fn mean_over(&self, cells: impl Iterator<Item = (usize, usize)> + Clone) -> Option<f64> {
        let values = cells.clone().filter_map(|(row, column)| self.value(row, column));
        cells
            .clone()
            .all(|(row, column)| self.distribution(row, column).is_some())
            .then(|| mean(values))?
    }

    /// How many cells were answered.
    pub fn answered(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The same with rows and columns in the order of `rows` and `columns`.
    fn arranged(self, rows: &[usize], columns: &[usize]) -> Self {
        let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let cells = cells.map(|(row, column)| self.distribution(row, column).cloned()).collect();
        let of = |all: &[Contestant], places: &[usize]| {
            places.iter().filter_map(|&place| all.get(place).cloned()).collect()
        };
        let (attackers, defenders) = (of(&self.attackers, rows), of(&self.defenders, columns));
        Self { cells, attackers, defenders, ..self }
    }

    /// The same in its order.
    fn ordered(self) -> Self {
        let values = |count: usize, mean: &dyn Fn(usize) -> Option<f64>| {
            (0..count).map(mean).collect::<Vec<_>>()
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

/// The mean of some numbers; none of none.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0usize, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

/// The places of contestants in an order; those that nothing is known of come last.
fn order(order: Order, contestants: &[Contestant], values: &[Option<f64>]) -> Vec<usize> {
    let mut all: Vec<(&Contestant, Option<f64>, usize)> = contestants
        .iter()
        .zip(values)
        .enumerate()
        .map(|(place, (contestant, value))| (contestant, *value, place))
        .collect();
    let by_name = |a: &Contestant, b: &Contestant| a.name.cmp(&b.name);
    all.sort_by(|(a, value_a, _), (b, value_b, _)| {
        let before = match order {
            Order::Faction => a.faction.cmp(&b.faction).then(a.cost.cmp(&b.cost)),
            Order::Cost => a.cost.cmp(&b.cost),
            Order::Name => std::cmp::Ordering::Equal,
            Order::Value => value_b
                .unwrap_or(f64::NEG_INFINITY)
                .total_cmp(&value_a.unwrap_or(f64::NEG_INFINITY)),
        };
        before.then_with(|| by_name(a, b))
    });
    all.into_iter().map(|(.., place)| place).collect()
}

/// The distribution of wounds of an attack; none where the run was stopped before it was done.
pub(super) fn wounds(
    terms: &field::Terms,
    (striker, struck): (&Striker<'_>, &Struck<'_>),
    edition: Edition,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Option<Distribution>, ContractError> {
    if control.is_stopped() {
        return Ok(None);
    }
    let asked = NamedQuestion::new(
        "",
        "",
        Question::Asoiaf(
            Box::new(asoiaf::Question::Attack(terms.attack(striker, struck))),
            edition,
        ),
    );
    let answer = answer(&asked, plan, control)?;
    if plan.engine == EngineKind::Exact {
        control.advance(1);
    }
    let distribution = answer.quantity("wounds").map(|wounds| wounds.distribution.clone());
    Ok(distribution.filter(|_| !answer.method.partial))
}

/// How the cells came about.
pub(super) fn method(plan: &Plan, partial: bool) -> Method {
    let rolled = plan.engine != EngineKind::Exact;
    Method {
        engine: plan.engine,
        trials: rolled.then_some(plan.goal.trials),
        seed: rolled.then_some(plan.goal.seed),
        partial,
    }
}

/// Answers a matrix on the threads of the current rayon pool. `control` is told of each attack by
/// the exact engine, and of each trial by the others.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub fn matrix(
    asked: &MatrixAsked,
    plan: &Plan,
    control: &dyn Control,
) -> Result<MatrixAnswer, ContractError> {
    let terms = &asked.terms;
    let strikers: Vec<Striker<'_>> =
        asked.attackers.iter().filter_map(|entrant| terms.striker(&entrant.unit)).collect();
    let strucks: Vec<Struck<'_>> =
        asked.defenders.iter().filter_map(|entrant| terms.struck(&entrant.unit)).collect();
    let pairs: Vec<(&Striker<'_>, &Struck<'_>)> =
        strikers.iter().flat_map(|one| strucks.iter().map(move |other| (one, other))).collect();
    let plan = Plan { compare: false, ..*plan };
    let cell =
        |pair: &(&Striker<'_>, &Struck<'_>)| wounds(terms, *pair, asked.edition, &plan, control);
    let cells: Vec<Option<Distribution>> = pairs.par_iter().map(cell).collect::<Result<_, _>>()?;
    let partial = cells.iter().any(Option::is_none);
    let found = MatrixAnswer {
        name: asked.name.clone(),
        metric: asked.metric,
        order: asked.order,
        terms: terms.told(),
        weapons: format!("first {} of each card", terms.wanted.words()),
        edition: asked.edition.name(),
        attackers: asked
            .attackers
            .iter()
            .map(|entrant| Contestant::of(entrant, terms.weapon(&entrant.unit)))
            .collect(),
        defenders: asked.defenders.iter().map(|entrant| Contestant::of(entrant, None)).collect(),
        cells,
        method: method(&plan, partial),
        left_out: asked.left_out.clone(),
        notes: field::notes(asked.edition, asked.units()),
        not_modelled: NotModelled::of(asked.armed()),
    };
    Ok(found.ordered())
}
