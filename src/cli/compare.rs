//! `warodds compare`: which of two units is the better attacker, against whom, and how sure that
//! is.

use clap::{Args, ValueEnum};

use super::engine::{ApartOption, ConditionalOption, EngineOptions};
use super::failure::Failure;
use super::field::{self, OutputOptions, TermsOptions};
use super::named;
use super::rules::{CatalogueOption, RulesOptions};
use crate::catalogue::Catalogue;
use crate::study::field::{CompareAsked, Entrant, FieldAsked, Measure, Sides};

/// Which of two units is the better attacker, against whom, and how sure?
///
/// Both make the first melee attack of their card, or with --ranged the first ranged one, against
/// every unit of --against (a FILTER as in `warodds matrix`). The exact engine gives the exact
/// difference of the means, and the chance that one attack of A does more than one of B. The
/// monte-carlo engine rolls both with the same dice, or --apart, and tells by how much that narrows
/// the difference; --conditional narrows it further.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// One unit: its name, the start of its name, some of its words, or its id (see `warodds
    /// units`).
    #[arg(value_name = "A")]
    a: String,
    /// The other.
    #[arg(value_name = "B")]
    b: String,
    /// Who is attacked.
    #[arg(long, value_name = "FILTER", default_value = "all")]
    against: String,
    /// An attachment of A; its cost counts.
    #[arg(long, value_name = "ATTACHMENT")]
    with_a: Option<String>,
    /// An attachment of B; its cost counts.
    #[arg(long, value_name = "ATTACHMENT")]
    with_b: Option<String>,
    /// By what they are compared [default: per-point where both costs are known and not 0].
    #[arg(long, value_enum, value_name = "MEASURE")]
    by: Option<MeasureName>,
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
    apart: ApartOption,
    #[command(flatten)]
    output: OutputOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds compare \"stark sworn swords\" \"umber berserkers\" --edition 2021
  warodds compare \"stark sworn swords\" \"umber berserkers\" --against \"lannister, infantry\" --charge --facing flank
  warodds compare \"sworn swords\" \"lannister guardsmen\" --with-a \"sworn sword captain\" --by wounds --out out/compare
  warodds compare \"stark bowmen\" \"stormcrow archers\" --ranged --engine monte-carlo --trials 1e5
  warodds compare \"sworn swords\" \"umber berserkers\" --against guardsmen --conditional --trials 1e5";

/// Measures by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MeasureName {
    /// Expected wounds.
    Wounds,
    /// Expected wounds for each point they cost, attachments included.
    PerPoint,
}

impl From<MeasureName> for Measure {
    fn from(name: MeasureName) -> Self {
        match name {
            MeasureName::Wounds => Self::Wounds,
            MeasureName::PerPoint => Self::PerPoint,
        }
    }
}

/// A unit of a name with its attachment.
fn side(catalogue: &Catalogue, name: &str, attachment: Option<&str>) -> Result<Entrant, Failure> {
    let card = catalogue.find(name).map_err(Failure::input)?;
    Ok(field::entrant(card, named::field(catalogue, name, attachment)?))
}

impl Arguments {
    fn asked(&self) -> Result<CompareAsked, Failure> {
        let catalogue = self.catalogue.open()?;
        let mut attackers = [
            side(&catalogue, &self.a, self.with_a.as_deref())?,
            side(&catalogue, &self.b, self.with_b.as_deref())?,
        ];
        let name = attackers.each_ref().map(|entrant| entrant.unit.name.as_str()).join(" v ");
        let mut defenders = field::entrants(&catalogue, "against", &self.against)?;
        self.terms.field(&mut attackers, &mut defenders)?;
        let sides = Sides {
            attackers,
            defenders,
            terms: self.terms.terms()?,
            edition: self.rules.edition.unwrap_or_default(),
        };
        CompareAsked::new(name, sides, self.by.map(Measure::from)).map_err(Failure::input)
    }
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let asked = FieldAsked::Compare(Box::new(arguments.asked()?));
    let engine = arguments.apart.on(&arguments.conditional.on(&arguments.engine));
    field::answer(&asked, "compare", (&engine, &arguments.rules, &arguments.output))
}
