//! `warodds attack`: one attack, of units by name or in plain numbers.

use std::borrow::Cow;

use clap::Args;

use super::engine::{ConditionalOption, EngineOptions};
use super::failure::Failure;
use super::given::Given;
use super::named::{self, Names};
use super::options::{Changes, Core, Manner, WOUNDS, standing};
use super::print;
use super::rules::RulesOptions;
use crate::catalogue::Catalogue;
use crate::games::asoiaf::{Attack, Bonus, Context, Question, Reach, Unit, Wanted, matchup};
use crate::study::NamedQuestion;

/// What does one attack do?
///
/// Between two units by name, or in plain numbers with --dice, --hit, --defense and --morale.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub attack: AttackOptions,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    conditional: ConditionalOption,
}

const EXAMPLES: &str = "\
Examples:
  warodds attack \"stark sworn swords\" \"lannister guardsmen\" --charge --facing flank
  warodds attack \"stark bowmen\" \"free folk raiders\" --ranged --cover --wounds-lost 4
  warodds attack \"sworn swords\" guardsmen --with \"sworn sword captain\" --edition 2021
  warodds attack --dice 8 --hit 3+ --defense 4+ --morale 7+
  warodds attack --dice 7 --hit 3 --defense 4 --morale 6 --charge --facing flank --vulnerable --panicked
  warodds attack --dice 6 --hit 4 --defense 5 --morale 7 --ranged --cover --wounds 5 --json";

/// The options that describe an attack.
#[derive(Clone, Debug, Args)]
pub struct AttackOptions {
    #[command(flatten)]
    names: Names,
    #[command(flatten)]
    core: Core,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    changes: Changes,
}

/// A question and the units in it; none where it is asked in numbers.
#[derive(Clone, Debug)]
pub struct Posed<Q> {
    /// The question.
    pub question: Q,
    /// Who meets whom.
    pub subject: String,
    /// The units by name.
    pub units: Vec<Unit>,
}

impl<Q> Posed<Q> {
    /// A question in numbers.
    pub fn in_numbers(question: Q, subject: &str) -> Self {
        Self { question, subject: subject.to_owned(), units: Vec::new() }
    }

    /// A question about an attacker and a defender.
    pub fn between(question: Q, units: [Unit; 2]) -> Self {
        let [attacker, defender] = &units;
        Self {
            question,
            subject: format!("{} → {}", attacker.name, defender.name),
            units: units.into(),
        }
    }

    /// The question ready to be answered.
    pub fn asked(
        &self,
        name: &str,
        rules: &RulesOptions,
        question: Question,
    ) -> Result<NamedQuestion, Failure> {
        let asked = NamedQuestion::new(name, &self.subject, question)
            .about(rules.edition.unwrap_or_default(), &self.units);
        rules.check(std::slice::from_ref(&asked))?;
        Ok(asked)
    }
}

impl AttackOptions {
    /// The attack they describe, of which `given` was said.
    pub fn registry(&self, given: &Given) -> Result<Posed<Attack>, Failure> {
        match self.names.units()? {
            Some(units) => {
                named::refuse_numbers(given, &Core::OF_A_CARD)?;
                Ok(Posed::between(self.between(&units)?, units))
            }
            None => {
                let attack = self.in_numbers()?;
                named::refuse_names(given)?;
                named::refuse_spending(given, &Changes::TOKENS)?;
                Ok(Posed::in_numbers(attack, "attacker → defender"))
            }
        }
    }

    /// The cards that names mean.
    pub fn catalogue(&self) -> Result<Cow<'static, Catalogue>, Failure> {
        self.names.catalogue.open()
    }

    fn in_numbers(&self) -> Result<Attack, Failure> {
        let reach = if self.manner.ranged { Reach::Long } else { Reach::Melee };
        let missing = || {
            Failure::input(
                "an attack needs two units, or --dice, --hit, --defense and --morale; see warodds attack --help",
            )
        };
        let own = standing("own-wounds", WOUNDS, self.changes.attacker_tokens())?;
        self.core
            .attack(&self.changes, reach, self.manner.context(reach)?, own)?
            .ok_or_else(missing)
    }

    fn between(&self, [attacker, defender]: &[Unit; 2]) -> Result<Attack, Failure> {
        let wanted = match (self.manner.bonus(), self.manner.ranged) {
            (Bonus::None, true) => Wanted::Ranged,
            (Bonus::None, false) => Wanted::Any,
            _ => Wanted::Melee,
        };
        let weapon = named::weapon(attacker, self.names.attack_name.as_deref(), wanted)?;
        let context =
            Context { facing: self.core.facing.into(), ..self.manner.context(weapon.reach)? };
        let [own, other] = self.names.fielded(
            attacker,
            defender,
            &self.changes,
            self.changes.attacker_tokens(),
        )?;
        let struck = named::struck(other, self.changes.guard())?;
        Ok(matchup::attack(&own.striker(weapon, self.changes.strike()), &struck, context))
    }
}

/// Answers the question.
pub fn run(arguments: &Arguments, given: &Given) -> Result<(), Failure> {
    let registry = arguments.attack.registry(given)?;
    let asked =
        registry.asked("attack", &arguments.rules, Question::Attack(registry.question.clone()))?;
    print::answer(&asked, &arguments.conditional.on(&arguments.engine), &[])
}
