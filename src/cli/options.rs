//! Options that several commands share, and how they become checked values.

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::numbers::{card, number, within};
use crate::games::asoiaf::values::{
    AutoHits, Defense, DiceCount, Hit, Modifier, Morale, OutOfRange,
};
use crate::games::asoiaf::{
    Attack, Body, Bonus, Context, Facing, GuardChanges, Reach, Rerolls, Spending, Standing,
    StrikeChanges, Striker, Struck, Token, Tokens, Weapon, matchup,
};
use crate::games::bounded::allowed;

/// Wounds of a full infantry unit, where nothing else is said.
pub const WOUNDS: i64 = 12;

/// The defender's arc by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FacingName {
    /// No bonus.
    #[default]
    Front,
    /// −1 to saves and panic.
    Flank,
    /// −2 to saves and panic.
    Rear,
}

impl From<FacingName> for Facing {
    fn from(name: FacingName) -> Self {
        match name {
            FacingName::Front => Self::Front,
            FacingName::Flank => Self::Flank,
            FacingName::Rear => Self::Rear,
        }
    }
}

/// When tokens are spent, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SpendingName {
    /// Each time it helps in expectation.
    #[default]
    WhenItHelps,
    /// Never.
    Never,
    /// Each time it may be.
    Always,
}

impl From<SpendingName> for Spending {
    fn from(name: SpendingName) -> Self {
        match name {
            SpendingName::WhenItHelps => Self::WhenItHelps,
            SpendingName::Never => Self::Never,
            SpendingName::Always => Self::Always,
        }
    }
}

/// What an attack is about. `--dice`, `--hit`, `--defense` and `--morale` go together, in place of
/// units by name.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The attack")]
pub struct Core {
    /// Attack dice.
    #[arg(long, value_name = "N", value_parser = number::<DiceCount>)]
    dice: Option<DiceCount>,
    /// The attacker's hit value, e.g. 4 or 4+.
    #[arg(long, value_name = "N", value_parser = card::<Hit>)]
    hit: Option<Hit>,
    /// The defender's defence value.
    #[arg(long, value_name = "N", value_parser = card::<Defense>)]
    defense: Option<Defense>,
    /// The defender's morale value.
    #[arg(long, value_name = "N", value_parser = card::<Morale>)]
    morale: Option<Morale>,
    /// Wounds the defender has left [default: 12].
    #[arg(long, value_name = "N", value_parser = within::<i64, 1, { Body::MOST_WOUNDS }>)]
    wounds: Option<i64>,
    /// The defender's arc in which the attacker stands.
    #[arg(long, value_enum, default_value = "front")]
    pub facing: FacingName,
}

/// How an attack is made.
#[derive(Clone, Debug, Args)]
pub struct Manner {
    /// A charge led to it: misses may be rerolled.
    #[arg(long, help_heading = "The attack", conflicts_with = "ranged")]
    pub charge: bool,
    /// The charge was disorderly: no charge bonus.
    #[arg(long, help_heading = "The attack", requires = "charge")]
    pub disorderly: bool,
    /// The charge crossed fortified terrain: no charge bonus, +1 to saves.
    #[arg(long, help_heading = "The attack", requires = "charge")]
    pub fortified: bool,
    /// It is a ranged attack.
    #[arg(long, help_heading = "The attack")]
    pub ranged: bool,
    /// The defender is in cover: −1 to ranged hit rolls.
    #[arg(long, help_heading = "The attack", conflicts_with = "charge")]
    pub cover: bool,
}

impl Manner {
    /// The charge that led to it.
    pub const fn bonus(&self) -> Bonus {
        bonus(self.charge, self.disorderly)
    }

    /// How an attack of that reach is made, from the front.
    pub fn context(&self, reach: Reach) -> Result<Context, Failure> {
        if self.cover && !reach.is_ranged() {
            return Err(Failure::input(
                "--cover hides from ranged attacks only (A10): add --ranged",
            ));
        }
        Ok(Context {
            charge: self.bonus(),
            cover: self.cover,
            fortified: self.fortified,
            ..Context::default()
        })
    }
}

/// What changes the rolls of an attack.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "What changes the rolls")]
pub struct Changes {
    /// Added to hit rolls.
    #[arg(long, value_name = "N", default_value_t = Modifier::NONE, value_parser = number::<Modifier>)]
    hit_mod: Modifier,
    /// Added to the defender's saves.
    #[arg(long, value_name = "N", default_value_t = Modifier::NONE, value_parser = number::<Modifier>)]
    save_mod: Modifier,
    /// Added to the defender's panic test.
    #[arg(long, value_name = "N", default_value_t = Modifier::NONE, value_parser = number::<Modifier>)]
    panic_mod: Modifier,
    /// Hits beside those of the dice; saves are rolled for them.
    #[arg(long, value_name = "N", default_value_t = AutoHits::NONE, value_parser = number::<AutoHits>)]
    auto_hits: AutoHits,
    /// The attacker holds a Weakened token.
    #[arg(long)]
    pub weakened: bool,
    /// The defender holds a Vulnerable token.
    #[arg(long)]
    pub vulnerable: bool,
    /// The defender holds a Panicked token.
    #[arg(long)]
    pub panicked: bool,
    /// When players spend the tokens of enemy units.
    #[arg(long, value_enum, default_value = "when-it-helps", value_name = "WHEN")]
    pub tokens: SpendingName,
    /// The attacker may reroll misses.
    #[arg(long)]
    pub reroll_attacks: bool,
    /// The defender may reroll failed saves.
    #[arg(long)]
    pub reroll_saves: bool,
    /// The defender may reroll its panic test.
    #[arg(long)]
    pub reroll_morale: bool,
    /// The defender may make the attacker reroll hits.
    #[arg(long)]
    pub force_reroll_attacks: bool,
    /// The attacker may make the defender reroll blocks.
    #[arg(long)]
    pub force_reroll_saves: bool,
    /// The attacker may make the defender reroll its panic test.
    #[arg(long)]
    pub force_reroll_morale: bool,
}

/// What `--option` was given, or why it can not be.
pub fn checked<T>(option: &str, made: Result<T, OutOfRange>) -> Result<T, Failure> {
    made.map_err(|wrong| {
        let OutOfRange { given, least, most, .. } = wrong;
        let allowed = allowed(least.into(), most.into());
        Failure::input(format!("--{option} must be {allowed}, not {given}"))
    })
}

/// A unit of so many wounds without ranks.
pub fn standing(option: &str, wounds: i64, tokens: Tokens) -> Result<Standing, Failure> {
    let body = checked(option, Body::of_wounds(wounds))?;
    checked(option, Standing::after(body, 0, tokens))
}

/// `token` if it is held.
pub fn held(is_held: bool, token: Token) -> Option<Token> {
    is_held.then_some(token)
}

impl Core {
    /// The ids of the options that are numbers of a card, which units by name bring themselves.
    pub const OF_A_CARD: [&'static str; 5] = ["dice", "hit", "defense", "morale", "wounds"];

    /// The attack these options and `changes` describe, by an attacker that stands as `own`; none
    /// where none of its numbers was given.
    pub fn attack(
        &self,
        changes: &Changes,
        reach: Reach,
        context: Context,
        own: Standing,
    ) -> Result<Option<Attack>, Failure> {
        let Some((dice, hit, defense, morale)) = self.numbers()? else { return Ok(None) };
        let weapon = Weapon { name: String::new(), reach, hit, dice: vec![dice] };
        let striker = Striker {
            card: None,
            weapon: &weapon,
            standing: own,
            changes: changes.strike(),
            spending: changes.tokens.into(),
        };
        let struck = Struck {
            card: None,
            defense,
            morale,
            standing: standing("wounds", self.wounds.unwrap_or(WOUNDS), changes.defender_tokens())?,
            changes: changes.guard(),
            spending: changes.tokens.into(),
        };
        Ok(Some(matchup::attack(
            &striker,
            &struck,
            Context { facing: self.facing.into(), ..context },
        )))
    }

    /// Whether an attack is asked for.
    pub const fn is_given(&self) -> bool {
        self.dice.is_some()
    }

    /// The four numbers of an attack; none where none was given.
    fn numbers(&self) -> Result<Option<(DiceCount, Hit, Defense, Morale)>, Failure> {
        let Self { dice, hit, defense, morale, .. } = *self;
        if let (Some(dice), Some(hit), Some(defense), Some(morale)) = (dice, hit, defense, morale) {
            return Ok(Some((dice, hit, defense, morale)));
        }
        let given = [
            ("--dice", dice.is_some()),
            ("--hit", hit.is_some()),
            ("--defense", defense.is_some()),
            ("--morale", morale.is_some()),
        ];
        if self.wounds.is_none() && given.iter().all(|(_, is_given)| !is_given) {
            return Ok(None);
        }
        let missing = given.iter().filter(|(_, is_given)| !is_given).map(|(name, _)| *name);
        Err(Failure::input(format!(
            "an attack in plain numbers needs --dice, --hit, --defense and --morale: add {}",
            missing.collect::<Vec<_>>().join(", ")
        )))
    }
}

impl Changes {
    /// The ids of the options that give tokens.
    pub const TOKENS: [&'static str; 3] = ["weakened", "vulnerable", "panicked"];

    /// The tokens the attacker holds.
    pub fn attacker_tokens(&self) -> Tokens {
        held(self.weakened, Token::Weakened).into_iter().collect()
    }

    /// The tokens the defender holds.
    pub fn defender_tokens(&self) -> Tokens {
        held(self.vulnerable, Token::Vulnerable)
            .into_iter()
            .chain(held(self.panicked, Token::Panicked))
            .collect()
    }

    /// What they change of the attacker's rolls.
    pub const fn strike(&self) -> StrikeChanges {
        StrikeChanges {
            hit_modifier: self.hit_mod,
            auto_hits: self.auto_hits,
            attack_rerolls: Rerolls {
                roller: self.reroll_attacks,
                enemy: self.force_reroll_attacks,
            },
        }
    }

    /// What they change of the defender's rolls.
    pub const fn guard(&self) -> GuardChanges {
        GuardChanges {
            save_modifier: self.save_mod,
            panic_modifier: self.panic_mod,
            save_rerolls: Rerolls { roller: self.reroll_saves, enemy: self.force_reroll_saves },
            morale_rerolls: Rerolls { roller: self.reroll_morale, enemy: self.force_reroll_morale },
        }
    }
}

/// Which charge led to an attack.
pub const fn bonus(charge: bool, disorderly: bool) -> Bonus {
    match (charge, disorderly) {
        (true, true) => Bonus::Disorderly,
        (true, false) => Bonus::Charge,
        (false, _) => Bonus::None,
    }
}
