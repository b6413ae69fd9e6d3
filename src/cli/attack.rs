//! `warodds attack`: one attack in plain numbers.

use clap::Args;

use super::engine::EngineOptions;
use super::failure::Failure;
use super::options::{Changes, Core, WOUNDS, bonus};
use super::print;
use crate::games::asoiaf::{Attack, Context, Question, Reach};
use crate::study::Asked;

/// What does one attack do?
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub attack: AttackOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds attack --dice 8 --hit 3+ --defense 4+ --morale 7+
  warodds attack --dice 7 --hit 3 --defense 4 --morale 6 --charge --facing flank --vulnerable --panicked
  warodds attack --dice 6 --hit 4 --defense 5 --morale 7 --ranged --cover --wounds 5 --json";

/// The options that describe an attack.
#[derive(Clone, Debug, Args)]
pub struct AttackOptions {
    #[command(flatten)]
    core: Core,
    /// A charge led to it: misses may be rerolled.
    #[arg(long, help_heading = "The attack", conflicts_with = "ranged")]
    charge: bool,
    /// The charge was disorderly: no charge bonus.
    #[arg(long, help_heading = "The attack", requires = "charge")]
    disorderly: bool,
    /// The charge crossed fortified terrain: no charge bonus, +1 to saves.
    #[arg(long, help_heading = "The attack", requires = "charge")]
    fortified: bool,
    /// It is a ranged attack.
    #[arg(long, help_heading = "The attack")]
    ranged: bool,
    /// The defender is in cover: −1 to ranged hit rolls.
    #[arg(long, help_heading = "The attack", requires = "ranged")]
    cover: bool,
    #[command(flatten)]
    changes: Changes,
}

impl AttackOptions {
    /// The attack they describe.
    pub fn question(&self) -> Result<Attack, Failure> {
        let reach = if self.ranged { Reach::Long } else { Reach::Melee };
        let charge = bonus(self.charge, self.disorderly);
        let context = Context { charge, cover: self.cover, fortified: self.fortified, ..Context::default() };
        let missing = || Failure::input("an attack needs --dice, --hit, --defense and --morale; see warodds attack --help");
        self.core.attack(&self.changes, reach, context, WOUNDS)?.ok_or_else(missing)
    }
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = Question::Attack(arguments.attack.question()?);
    let asked = Asked { name: "attack".into(), subject: "attacker → defender".into(), sides: None, case: Vec::new(), question };
    print::answer(&asked, &arguments.engine, &[])
}
