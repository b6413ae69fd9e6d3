//! `warodds matrix`: every attacker against every defender.

use clap::{Args, ValueEnum};

use super::engine::{ConditionalOption, EngineOptions};
use super::failure::Failure;
use super::field::{self, OutputOptions, TermsOptions};
use super::numbers::within;
use super::rules::{CatalogueOption, RulesOptions};
use crate::study::field::{FieldAsked, MatrixAsked, Metric, Order, Sides};

/// Who does what to whom: every attacker against every defender.
///
/// Each unit makes the first melee attack of its card, or with --ranged the first ranged one; units
/// without one are left out and named, as are defenders whose morale nobody knows. A FILTER is a
/// list of terms with commas between them: `all`, the start of a faction's name, a type (infantry,
/// cavalry, monster, war-machine, solo), a cost or a range of costs, or names of units. Cards of
/// older editions are meant only where they are named or `edition=1.0` asks for them.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Who attacks.
    #[arg(long, value_name = "FILTER", default_value = "all")]
    attackers: String,
    /// Who is attacked.
    #[arg(long, value_name = "FILTER", default_value = "all")]
    defenders: String,
    /// What a cell shows.
    #[arg(long, value_enum, default_value = "wounds", value_name = "METRIC")]
    metric: MetricName,
    /// Show the chance of so many wounds or more.
    #[arg(long, value_name = "K", conflicts_with = "metric", value_parser = within::<u8, 1, 120>)]
    at_least: Option<u8>,
    /// How attackers and defenders are ordered.
    #[arg(long, value_enum, default_value = "faction", value_name = "KEY")]
    sort: OrderName,
    #[command(flatten)]
    terms: TermsOptions,
    #[command(flatten)]
    catalogue: CatalogueOption,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    conditional: ConditionalOption,
    #[command(flatten)]
    output: OutputOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds matrix --edition 2021
  warodds matrix --attackers stark --defenders lannister --charge --facing flank
  warodds matrix --attackers \"infantry, 5..6\" --defenders cavalry --metric per-point --out out/matrix
  warodds matrix --attackers \"stark bowmen, stormcrow archers\" --ranged --at-least 3 --json";

/// Metrics by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MetricName {
    /// Expected wounds.
    Wounds,
    /// Expected wounds for each point the attacker costs.
    PerPoint,
    /// The chance that the defender is destroyed.
    Destroyed,
}

/// Orders by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderName {
    /// By faction, then cost, then name.
    Faction,
    /// By cost, then name.
    Cost,
    /// By name.
    Name,
    /// The best attackers first, and the defenders that suffer most.
    Value,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Faction => Self::Faction,
            OrderName::Cost => Self::Cost,
            OrderName::Name => Self::Name,
            OrderName::Value => Self::Value,
        }
    }
}

impl Arguments {
    fn metric(&self) -> Metric {
        match (self.at_least, self.metric) {
            (Some(k), _) => Metric::AtLeast(k),
            (None, MetricName::Wounds) => Metric::Wounds,
            (None, MetricName::PerPoint) => Metric::PerPoint,
            (None, MetricName::Destroyed) => Metric::Destroyed,
        }
    }

    fn asked(&self) -> Result<MatrixAsked, Failure> {
        let catalogue = self.catalogue.open()?;
        let mut attackers = field::entrants(&catalogue, "attackers", &self.attackers)?;
        let mut defenders = field::entrants(&catalogue, "defenders", &self.defenders)?;
        self.terms.field(&mut attackers, &mut defenders)?;
        let sides = Sides {
            attackers,
            defenders,
            terms: self.terms.terms()?,
            edition: self.rules.edition.unwrap_or_default(),
        };
        let name = format!("{} → {}", self.attackers.trim(), self.defenders.trim());
        MatrixAsked::new(name, sides, self.metric(), self.sort.into()).map_err(Failure::input)
    }
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let asked = FieldAsked::Matrix(arguments.asked()?);
    field::answer(
        &asked,
        "matrix",
        (&arguments.conditional.on(&arguments.engine), &arguments.rules, &arguments.output),
    )
}
