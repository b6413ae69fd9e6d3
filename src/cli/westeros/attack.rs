//! `warodds westeros attack`: one attack in plain numbers.

use clap::Args;

use super::unit::{UNITS, class, rank, terrain, unit, words};
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::counted::counted;
use crate::games::westeros::values::{
    Capture, Dice, DiceModifier, Figures, Protection, RetreatWorth, Room,
};
use crate::games::westeros::{
    AttackOptions, AttackRange, Rank, UnitClass, WesterosAttack, WesterosQuestion, WesterosTerrain,
    WesterosUnit,
};
use crate::request::numbers::{any, count};

/// How many figures does one attack remove?
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{UNITS}\n\n{EXAMPLES}"))]
pub(super) struct WesterosAttackArgs {
    #[command(flatten)]
    attacker: AttackerArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    options: AttackOptionArgs,
    #[command(flatten)]
    counter: CounterArgs,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros attack --dice 3 --target green
  warodds westeros attack --rank red --target blue --heavy-armor --terrain hill --flanking
  warodds westeros attack --dice 2 --target red --stalwart --retreat-room 0 --counter \"green \
                        infantry figures=2\"
  warodds westeros attack --dice 3 --class archers --ranged --target green --terrain building \
                        --json
  warodds westeros attack --dice 3 --target red --target-class archers --terrain building \
                        --stalwart --counter blue";

/// The unit that attacks.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Attacker")]
struct AttackerArgs {
    /// Its attack dice before terrain and modifiers [default: by rank: 2, 3, 4].
    // a rank has base dice (B1.2), so either of them suffices
    #[arg(long, value_name = "N", required_unless_present = "rank", value_parser = count)]
    dice: Option<i64>,
    /// Its rank: green, blue or red.
    #[arg(long, value_name = "RANK", value_parser = rank)]
    rank: Option<Rank>,
    /// Its class: infantry, archers or cavalry [default: infantry].
    #[arg(long, value_name = "CLASS", value_parser = class)]
    class: Option<UnitClass>,
    /// Its valor never hits.
    #[arg(long)]
    no_valor: bool,
    /// Its terrain: plains, forest, hill, building or ford [default: plains].
    #[arg(long, value_name = "TERRAIN", value_parser = terrain)]
    attacker_terrain: Option<WesterosTerrain>,
}

/// The unit that is attacked.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Target")]
struct TargetArgs {
    /// Its rank: green, blue or red.
    #[arg(long, value_name = "RANK", value_parser = rank)]
    target: Rank,
    /// Its class: infantry, archers or cavalry [default: infantry]. Only the valor of cavalry hits
    /// cavalry; archers in a building counter-attack with at most 2 dice.
    #[arg(long, value_name = "CLASS", value_parser = class)]
    target_class: Option<UnitClass>,
    /// Same as --target-class cavalry.
    #[arg(long, conflicts_with = "target_class")]
    cavalry_target: bool,
    /// It has Heavy Armor: it counts as one rank higher.
    #[arg(long)]
    heavy_armor: bool,
    /// Number of hits that its toughness ignores.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    toughness: i64,
    /// Number of hits that cover ignores, in addition to the cover of a building.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    cover: i64,
    /// Figures it has left, including a commander [default: 4, cavalry 3].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    figures: Option<i64>,
    /// It has a commander with this capture rating.
    #[arg(long, value_name = "RATING", allow_negative_numbers = true, value_parser = count)]
    commander: Option<i64>,
    /// It is Stalwart, by keyword or with two adjacent friends: it ignores a flag and
    /// counter-attacks.
    #[arg(long)]
    stalwart: bool,
    /// Number of hexes it can retreat [default: no limit].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    retreat_room: Option<i64>,
    /// Its terrain: plains, forest, hill, building or ford.
    #[arg(long, value_name = "TERRAIN", value_parser = terrain, default_value = "plains")]
    terrain: WesterosTerrain,
    /// It is engaged through a token of its own house, so its building gives no cover.
    #[arg(long)]
    engaged: bool,
}

/// Options of an attack.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Attack")]
pub(super) struct AttackOptionArgs {
    /// A ranged attack: no flanking, no counter-attack.
    #[arg(long)]
    ranged: bool,
    /// The target is engaged by a friend: all dice of one symbol may be rerolled.
    #[arg(long)]
    flanking: bool,
    /// Worth of a hex of retreat in figures, for the choice of rerolled dice.
    #[arg(
        long,
        value_name = "FIGURES",
        default_value_t = 0.0,
        // only a flanking attacker chooses dice to reroll (B2.5)
        requires = "flanking",
        allow_negative_numbers = true,
        value_parser = any
    )]
    retreat_worth: f64,
    /// A parting blow: flags miss.
    #[arg(long)]
    parting_blow: bool,
    /// The attacker is Off-Balance and has moved: one die less.
    #[arg(long)]
    moved: bool,
    /// Number added to the dice after terrain.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    modifier: i64,
}

/// The counter-attack.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Counter-attack")]
struct CounterArgs {
    /// Resolve the counter-attack too, against the attacker described in words (see --help), such
    /// as "green infantry figures=3".
    // only melee attacks that are no parting blows are countered (B2.8)
    #[arg(long, value_name = "ATTACKER", value_parser = unit, requires = "stalwart", conflicts_with_all = ["ranged", "parting_blow"])]
    counter: Option<WesterosUnit>,
    /// Dice of the counter-attack before terrain [default: by the target's rank].
    #[arg(long, value_name = "N", requires = "counter", allow_negative_numbers = true, value_parser = count)]
    counter_dice: Option<i64>,
    /// Its valor never hits.
    #[arg(long, requires = "counter")]
    counter_no_valor: bool,
}

impl AttackOptionArgs {
    /// Returns the options of an attack by a unit of this class.
    pub(super) fn options(
        &self,
        attacker: UnitClass,
        engaged: bool,
    ) -> Result<AttackOptions, Failure> {
        let options = AttackOptions {
            reach: if self.ranged { AttackRange::Ranged } else { AttackRange::Melee },
            flanking: self.flanking,
            parting_blow: self.parting_blow,
            moved: self.moved,
            modifier: checked("modifier", DiceModifier::new(self.modifier))?,
            engaged,
            retreat_worth: RetreatWorth::new(self.retreat_worth).map_err(Failure::input)?,
        };
        // after the values: clap cannot see a contradiction with the class of --counter
        options.check(attacker).map_err(Failure::input)?;
        Ok(options)
    }
}

impl WesterosAttackArgs {
    /// Builds the attacker from --counter and the options about it.
    fn attacker(&self) -> Result<WesterosUnit, Failure> {
        let AttackerArgs { dice, rank, class, no_valor, attacker_terrain } = &self.attacker;
        // each overrides the next: --dice, --rank, the words of --counter, the defaults
        let default = self
            .counter
            .counter
            .unwrap_or(WesterosUnit::new(rank.unwrap_or(Rank::Green), class.unwrap_or_default()));
        let default = rank.map_or(default, |rank| WesterosUnit {
            rank,
            dice: Dice::of_rank(rank),
            ..default
        });
        Ok(WesterosUnit {
            dice: dice.map_or(Ok(default.dice), |dice| checked("dice", Dice::new(dice)))?,
            class: class.unwrap_or(default.class),
            no_valor: *no_valor || default.no_valor,
            terrain: attacker_terrain.unwrap_or(default.terrain),
            ..default
        })
    }

    fn target(&self) -> Result<WesterosUnit, Failure> {
        let target = &self.target;
        let class =
            if target.cavalry_target { Some(UnitClass::Cavalry) } else { target.target_class };
        let default = WesterosUnit::new(target.target, class.unwrap_or_default());
        let dice = self.counter.counter_dice;
        Ok(WesterosUnit {
            dice: dice.map_or(Ok(default.dice), |dice| checked("counter-dice", Dice::new(dice)))?,
            no_valor: self.counter.counter_no_valor,
            heavy_armor: target.heavy_armor,
            toughness: checked("toughness", Protection::new(target.toughness))?,
            cover: checked("cover", Protection::new(target.cover))?,
            stalwart: target.stalwart,
            figures: target
                .figures
                .map_or(Ok(default.figures), |figures| checked("figures", Figures::new(figures)))?,
            commander: target
                .commander
                .map(|rating| checked("commander", Capture::new(rating)))
                .transpose()?,
            terrain: target.terrain,
            room: target
                .retreat_room
                .map(|room| checked("retreat-room", Room::new(room)))
                .transpose()?,
            ..default
        })
    }

    fn question(&self) -> Result<WesterosAttack, Failure> {
        let attacker = self.attacker()?;
        let options = self.options.options(attacker.class, self.target.engaged)?;
        Ok(WesterosAttack {
            attacker,
            target: self.target()?,
            options,
            // its result depends on the attacker's figures, which only --counter describes
            counter: self.counter.counter.is_some(),
        })
    }
}

/// Answers the question.
pub(super) fn run(arguments: &WesterosAttackArgs) -> Result<(), Failure> {
    let attack = arguments.question()?;
    let dice = counted(attack.attacker.dice.get().into(), "die", "dice");
    let subject = format!("{dice} → {}", words(&attack.target));
    arguments.answering.answer(&named_question(
        "attack",
        &subject,
        WesterosQuestion::Attack(Box::new(attack)),
    ))
}
