//! `warodds charge`: a charge and the attack it leads to, of units by name or in plain numbers.

use clap::Args;

use super::attack::Posed;
use super::engine::{ConditionalOption, EngineOptions};
use super::failure::Failure;
use super::given::{self, Given};
use super::named::{self, Names};
use super::numbers::{card, inches, number, within};
use super::options::{Changes, Core, WOUNDS, held, standing};
use super::print;
use super::rules::RulesOptions;
use crate::games::asoiaf::values::{Inches, Modifier, Morale, Speed};
use crate::games::asoiaf::{
    Active, Attack, Body, Bonus, Charge, Charger, Context, GuardChanges, Panic, Presence, Question,
    Reach, Rerolls, Standing, Terrain, TerrainKeyword, Token, Tokens, Unit, Wanted, matchup,
};

/// Does a charge arrive, and what comes of it?
///
/// Between two units by name, or in plain numbers: there, without --dice only the distance is
/// asked, and without --own-morale a failed charge's panic test is left out.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    names: Names,
    #[command(flatten)]
    way: Way,
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    core: Core,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    conditional: ConditionalOption,
}

const EXAMPLES: &str = "\
Examples:
  warodds charge \"stark outriders\" \"lannister crossbowmen\" --distance 9 --facing flank
  warodds charge --speed 5 --distance 8
  warodds charge --speed 5 --distance 9 --hindering --reroll --own-morale 6+
  warodds charge --speed 5 --distance 8 --dice 8 --hit 3 --defense 4 --morale 7 --facing flank --own-morale 6 --json";

/// The way to the target.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The charge")]
struct Way {
    /// The charger's speed in inches.
    #[arg(long, value_name = "N", value_parser = number::<Speed>)]
    speed: Option<Speed>,
    /// Inches to the target.
    #[arg(long, value_name = "INCHES", value_parser = inches)]
    distance: Inches,
    /// Rough terrain: −1" on the distance.
    #[arg(long)]
    rough: bool,
    /// Across hindering terrain: two dice, the lower counts, disorderly on 1 or 2.
    #[arg(long)]
    hindering: bool,
    /// Into or out of hindering terrain without crossing it: two dice, the lower counts.
    #[arg(long, conflicts_with = "hindering")]
    hindering_edge: bool,
    /// Across fortified terrain: no charge bonus, +1 to the target's saves.
    #[arg(long)]
    fortified: bool,
    /// Across dangerous terrain: D3+1 wounds to the charger after the move.
    #[arg(long)]
    dangerous: bool,
    /// The charger may reroll the charge distance.
    #[arg(long)]
    reroll: bool,
}

/// What the charger risks.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The charger")]
struct Own {
    /// The charger's morale value: its panic test when the charge fails.
    #[arg(long, value_name = "N", value_parser = card::<Morale>)]
    own_morale: Option<Morale>,
    /// Wounds the charger has left [default: 12].
    #[arg(long, value_name = "N", value_parser = within::<i64, 1, { Body::MOST_WOUNDS }>)]
    own_wounds: Option<i64>,
    /// Added to the charger's panic test.
    #[arg(long, value_name = "N", default_value_t = Modifier::NONE, value_parser = number::<Modifier>)]
    own_panic_mod: Modifier,
    /// The charger holds a Panicked token.
    #[arg(long)]
    own_panicked: bool,
    /// The charger may reroll its panic test.
    #[arg(long)]
    own_reroll_morale: bool,
}

impl Way {
    fn terrain(&self) -> Terrain {
        let keywords = [
            (self.rough, TerrainKeyword::Rough),
            (self.hindering, TerrainKeyword::Hindering),
            (self.hindering_edge, TerrainKeyword::HinderingEdge),
            (self.fortified, TerrainKeyword::Fortified),
            (self.dangerous, TerrainKeyword::Dangerous),
        ];
        keywords.into_iter().filter_map(|(is_there, keyword)| is_there.then_some(keyword)).collect()
    }
}

impl Arguments {
    /// The charger's panic test when it fails.
    fn panic(&self, morale: Morale, standing: Standing, presence: Presence) -> Panic {
        Panic {
            morale,
            modifier: self.own.own_panic_mod,
            standing,
            rerolls: Rerolls { roller: self.own.own_reroll_morale, enemy: false },
            active: Active::Own,
            spending: self.changes.tokens.into(),
            presence,
        }
    }

    fn registry(&self, given: &Given) -> Result<Posed<Charge>, Failure> {
        match self.names.units()? {
            Some(units) => {
                named::refuse_numbers(given, &Core::OF_A_CARD)?;
                named::refuse_numbers(given, &["speed", "own_morale", "own_wounds"])?;
                Ok(Posed::between(self.between(&units)?, units))
            }
            None => {
                let charge = self.in_numbers()?;
                named::refuse_names(given)?;
                refuse_without_effect(given)?;
                Ok(Posed::in_numbers(charge, "charger → target"))
            }
        }
    }

    /// The tokens the charger holds.
    fn own_tokens(&self) -> Tokens {
        let panicked = held(self.own.own_panicked, Token::Panicked);
        let tokens = self.changes.attacker_tokens();
        panicked.map_or(tokens, |token| tokens.with(token))
    }

    fn in_numbers(&self) -> Result<Charge, Failure> {
        let speed = self.way.speed.ok_or_else(|| {
            Failure::input(
                "a charge needs two units, or --speed (and --dice, --hit, --defense and --morale \
                 for its attack); see warodds charge --help",
            )
        })?;
        let wounds = self.own.own_wounds.unwrap_or(WOUNDS);
        let standing = standing("own-wounds", wounds, self.own_tokens())?;
        let panic =
            self.own.own_morale.map(|morale| self.panic(morale, standing, Presence::default()));
        let context = Context { charge: Bonus::Charge, ..Context::default() };
        let attack = self.core.attack(&self.changes, Reach::Melee, context, standing)?;
        self.charge(Charger { speed, standing, reroll_distance: self.way.reroll, panic }, attack)
    }

    fn between(&self, [attacker, defender]: &[Unit; 2]) -> Result<Charge, Failure> {
        let weapon = named::weapon(attacker, self.names.attack_name.as_deref(), Wanted::Melee)?;
        let [own, other] =
            self.names.fielded(attacker, defender, &self.changes, self.own_tokens())?;
        let speed = attacker.speed.ok_or_else(|| {
            Failure::input(format!("the speed of {} is not known", attacker.name))
        })?;
        let morale = named::struck(own, GuardChanges::NONE)?.morale;
        let panic = Some(self.panic(morale, own.standing, Presence::new(own.unit, "")));
        let context = Context {
            charge: Bonus::Charge,
            facing: self.core.facing.into(),
            ..Context::default()
        };
        let struck = named::struck(other, self.changes.guard())?;
        let attack = matchup::attack(&own.striker(weapon, self.changes.strike()), &struck, context);
        self.charge(
            Charger { speed, standing: own.standing, reroll_distance: self.way.reroll, panic },
            Some(attack),
        )
    }

    fn charge(&self, charger: Charger, attack: Option<Attack>) -> Result<Charge, Failure> {
        let Way { distance, .. } = self.way;
        let charge = Charge { charger, distance, terrain: self.way.terrain(), attack };
        if charge.in_reach() { Ok(charge) } else { Err(out_of_reach(&charge)) }
    }

    /// What is left out, to be told beside the answer.
    fn notes(&self) -> Vec<String> {
        if self.names.attacker_name.is_some() {
            return Vec::new();
        }
        let panic = (self.own.own_morale.is_none())
            .then_some("without --own-morale a failed charge's panic test is left out");
        let attack = (!self.core.is_given()).then_some("without --dice the attack is left out");
        panic.into_iter().chain(attack).map(str::to_owned).collect()
    }
}

/// Refuses options that have no effect on a charge in plain numbers.
fn refuse_without_effect(given: &Given) -> Result<(), Failure> {
    if !given.has("dice") {
        refuse_of_the_attack(given)?;
    }
    if !given.has("own_morale") {
        refuse_of_the_test(given)?;
    }
    named::refuse_spending(given, &[&Changes::TOKENS[..], &["own_panicked"]].concat())
}

/// Refuses options of the attack where none is asked for; tokens may be those of a panic test.
fn refuse_of_the_attack(given: &Given) -> Result<(), Failure> {
    let mut ids = [given::ids::<Core>(), given::ids::<Changes>()].concat();
    ids.retain(|id| id != "tokens");
    given.refuse(&ids, |_, option| {
        format!(
            "{option} is about the attack, and without --dice only the charge itself is asked: \
             add --dice, --hit, --defense and --morale, or leave {option} out"
        )
    })
}

/// Refuses options of the charger's panic test where it is left out.
fn refuse_of_the_test(given: &Given) -> Result<(), Failure> {
    given.refuse(&["own_panicked", "own_panic_mod", "own_reroll_morale"], |_, option| {
        format!(
            "{option} is about the charger's panic test, which is left out without --own-morale: \
             add --own-morale, or leave {option} out"
        )
    })?;
    if given.has("dangerous") {
        return Ok(());
    }
    given.refuse(&["own_wounds"], |_, option| {
        format!(
            "{option} says how many wounds the charger can take, and here it takes none: \
             add --own-morale or --dangerous, or leave {option} out"
        )
    })
}

/// A5.1: what can not be completed is not declared.
fn out_of_reach(charge: &Charge) -> Failure {
    let (distance, longest) = (charge.distance, charge.longest());
    Failure::input(format!(
        "--distance {distance} is out of reach: the longest charge is {longest}\", and none is declared beyond it (A5.1)"
    ))
}

/// Answers the question.
pub fn run(arguments: &Arguments, given: &Given) -> Result<(), Failure> {
    let registry = arguments.registry(given)?;
    let asked =
        registry.asked("charge", &arguments.rules, Question::Charge(registry.question.clone()))?;
    print::answer(&asked, &arguments.conditional.on(&arguments.engine), &arguments.notes())
}
