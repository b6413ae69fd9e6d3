//! `warodds panic`: one panic test in plain numbers.

use clap::{Args, ValueEnum};

use super::engine::EngineOptions;
use super::failure::Failure;
use super::given::Given;
use super::named;
use super::numbers::{card, number, within};
use super::options::{SpendingName, WOUNDS, held, standing};
use super::print;
use super::rules::edition;
use crate::games::asoiaf::values::{Modifier, Morale};
use crate::games::asoiaf::{Active, Body, Edition, Panic, Presence, Question, Rerolls, Token};
use crate::study::NamedQuestion;

/// What does a panic test cost?
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The unit's morale value.
    #[arg(long, value_name = "N", value_parser = card::<Morale>)]
    morale: Morale,
    /// Added to the roll.
    #[arg(long = "mod", value_name = "N", default_value_t = Modifier::NONE, value_parser = number::<Modifier>)]
    modifier: Modifier,
    /// The unit holds a Panicked token.
    #[arg(long)]
    panicked: bool,
    /// The unit's player may reroll any or all dice.
    #[arg(long)]
    reroll: bool,
    /// The enemy may make any or all dice be rerolled, apart from a token.
    #[arg(long)]
    force_reroll: bool,
    /// Wounds the unit has left.
    #[arg(long, value_name = "N", default_value_t = WOUNDS, value_parser = within::<i64, 1, { Body::MOST_WOUNDS }>)]
    wounds: i64,
    /// Whose turn it is: that player rerolls first.
    #[arg(long, value_enum, default_value = "enemy", value_name = "WHO")]
    active: ActiveName,
    /// When the enemy spends the token.
    #[arg(long, value_enum, default_value = "when-it-helps", value_name = "WHEN")]
    tokens: SpendingName,
    /// The edition of the rules: 1.5, 1.6 or 2021.
    #[arg(long, value_name = "EDITION", value_parser = edition)]
    edition: Option<Edition>,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds panic --morale 7+
  warodds panic --morale 7+ --mod -2 --panicked
  warodds panic --morale 6 --panicked --reroll --wounds 3 --json";

/// Whose turn it is, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ActiveName {
    /// The enemy's, as after an attack.
    Enemy,
    /// The unit's own, as after a failed charge.
    Own,
}

impl Arguments {
    fn question(&self) -> Result<Panic, Failure> {
        let tokens = held(self.panicked, Token::Panicked).into_iter().collect();
        Ok(Panic {
            presence: Presence::default(),
            morale: self.morale,
            modifier: self.modifier,
            standing: standing("wounds", self.wounds, tokens)?,
            rerolls: Rerolls { roller: self.reroll, enemy: self.force_reroll },
            active: if self.active == ActiveName::Own { Active::Own } else { Active::Enemy },
            spending: self.tokens.into(),
        })
    }
}

/// Answers the question.
pub fn run(arguments: &Arguments, given: &Given) -> Result<(), Failure> {
    named::refuse_spending(given, &["panicked"])?;
    let question = Question::Panic(arguments.question()?);
    let asked = NamedQuestion::new("panic", "unit", question)
        .about(arguments.edition.unwrap_or_default(), []);
    print::answer(&asked, &arguments.engine, &[])
}
