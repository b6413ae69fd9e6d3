//! `warodds duel`: two engaged units, by name, striking in turn.

use clap::builder::UnknownArgumentValueParser;
use clap::{Args, ValueEnum};

use super::attack::Posed;
use super::engine::EngineOptions;
use super::failure::Failure;
use super::named;
use super::numbers::{count, within};
use super::options::{FacingName, SpendingName, bonus, checked};
use super::print;
use super::rules::{CatalogueOption, RulesOptions};
use super::usage::UsageOptions;
use crate::games::asoiaf::values::Activations;
use crate::games::asoiaf::{
    Duel, Duellist, GuardChanges, Opening, Question, StrikeChanges, Token, Tokens, Turn, Unit,
    Wanted,
};

/// Who wins when two units stay engaged?
///
/// They strike in turn, with the dice that their ranks leave them, until one is destroyed or the
/// rounds are over.
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
    /// Rounds: in each both units strike once.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = within::<i64, 1, 60>)]
    rounds: i64,
    /// Who strikes first.
    #[arg(long, value_enum, default_value = "a", value_name = "WHO")]
    first: TurnName,
    /// A charge led to the first attack.
    #[arg(long)]
    opening_charge: bool,
    /// What it is called where only one attack is asked about.
    #[arg(long, hide = true, num_args = 0, default_missing_value = "", value_parser = UnknownArgumentValueParser::suggest_arg("--opening-charge"))]
    charge: Option<String>,
    /// That charge was disorderly: no charge bonus.
    #[arg(long, requires = "opening_charge")]
    opening_disorderly: bool,
    /// The arc of the unit struck first in which the other stands; later attacks come from the
    /// front.
    #[arg(long, value_enum, default_value = "front", value_name = "FACING")]
    opening_facing: FacingName,
    #[command(flatten)]
    sides: Sides,
    #[command(flatten)]
    catalogue: CatalogueOption,
    #[command(flatten)]
    usage: UsageOptions,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds duel \"stark sworn swords\" \"lannister guardsmen\"
  warodds duel \"stark sworn swords\" \"lannister guardsmen\" --rounds 3 --first b --opening-charge --opening-facing flank
  warodds duel \"umber greataxes\" \"mountain's men\" --a-with \"umber champion\" --b-tokens weakened,panicked --json";

/// Which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TurnName {
    /// The first unit.
    A,
    /// The second unit.
    B,
}

/// A token by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TokenName {
    /// Its panic tests may be rerolled by the enemy.
    Panicked,
    /// Its blocks may be.
    Vulnerable,
    /// Its hits may be.
    Weakened,
}

impl From<TokenName> for Token {
    fn from(name: TokenName) -> Self {
        match name {
            TokenName::Panicked => Self::Panicked,
            TokenName::Vulnerable => Self::Vulnerable,
            TokenName::Weakened => Self::Weakened,
        }
    }
}

/// What the sides bring.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The sides")]
struct Sides {
    /// An attachment of a.
    #[arg(long, value_name = "ATTACHMENT", alias = "with")]
    a_with: Option<String>,
    /// An attachment of b.
    #[arg(long, value_name = "ATTACHMENT")]
    b_with: Option<String>,
    /// Which melee attack of a [default: the first].
    #[arg(long, value_name = "ATTACK")]
    a_attack: Option<String>,
    /// Which melee attack of b [default: the first].
    #[arg(long, value_name = "ATTACK")]
    b_attack: Option<String>,
    /// Wounds a has lost.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    a_wounds_lost: i64,
    /// Wounds b has lost.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    b_wounds_lost: i64,
    /// Tokens that a holds, with commas between them.
    #[arg(long, value_enum, value_name = "TOKENS", value_delimiter = ',')]
    a_tokens: Vec<TokenName>,
    /// Tokens that b holds, with commas between them.
    #[arg(long, value_enum, value_name = "TOKENS", value_delimiter = ',')]
    b_tokens: Vec<TokenName>,
    /// When players spend the tokens of enemy units.
    #[arg(long, value_enum, default_value = "when-it-helps", value_name = "WHEN")]
    tokens: SpendingName,
}

/// What one side brings.
struct Side<'a> {
    prefix: char,
    attack: Option<&'a str>,
    wounds_lost: i64,
    tokens: Tokens,
}

impl Sides {
    fn each(&self) -> [Side<'_>; 2] {
        let tokens = |names: &[TokenName]| names.iter().copied().map(Token::from).collect();
        [
            Side {
                prefix: 'a',
                attack: self.a_attack.as_deref(),
                wounds_lost: self.a_wounds_lost,
                tokens: tokens(&self.a_tokens),
            },
            Side {
                prefix: 'b',
                attack: self.b_attack.as_deref(),
                wounds_lost: self.b_wounds_lost,
                tokens: tokens(&self.b_tokens),
            },
        ]
    }

    fn duellist(&self, unit: &Unit, side: &Side<'_>) -> Result<Duellist, Failure> {
        let weapon = named::weapon(unit, side.attack, Wanted::Melee)?;
        let option = format!("{}-wounds-lost", side.prefix);
        let fielded =
            named::fielded(unit, &option, side.wounds_lost, side.tokens, self.tokens.into())?;
        Ok(fielded
            .striker(weapon, StrikeChanges::NONE)
            .duellist(&named::struck(fielded, GuardChanges::NONE)?))
    }
}

impl Arguments {
    fn registry(&self) -> Result<Posed<Duel>, Failure> {
        let catalogue = self.catalogue.open()?;
        let field = |name, with: &Option<String>| named::field(&catalogue, name, with.as_deref());
        let mut units = [field(&self.a, &self.sides.a_with)?, field(&self.b, &self.sides.b_with)?];
        self.usage.apply(&mut units)?;
        let [a, b] = units;
        let [side_a, side_b] = self.sides.each();
        let question = Duel {
            a: self.sides.duellist(&a, &side_a)?,
            b: self.sides.duellist(&b, &side_b)?,
            activations: checked("rounds", Activations::new(2 * self.rounds))?,
            opening: self.opening(),
        };
        Ok(Posed { question, subject: format!("{} v {}", a.name, b.name), units: vec![a, b] })
    }

    fn opening(&self) -> Opening {
        Opening {
            first: if self.first == TurnName::A { Turn::A } else { Turn::B },
            facing: self.opening_facing.into(),
            charge: bonus(self.opening_charge, self.opening_disorderly),
        }
    }
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let registry = arguments.registry()?;
    let asked = registry.asked(
        "duel",
        &arguments.rules,
        Question::Duel(Box::new(registry.question.clone())),
    )?;
    let asked = match registry.units.as_slice() {
        [a, b] => asked.with_sides([&a.name, &b.name]),
        _ => asked,
    };
    print::answer(&asked, &arguments.engine, &[])
}
