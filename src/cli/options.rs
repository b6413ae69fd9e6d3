//! Options that several commands share, and how they become checked values.

use clap::{Args, ValueEnum};

use super::failure::Failure;
use crate::games::asoiaf::values::{
    AutoHits, Defense, DiceCount, Hit, Modifier, Morale, OutOfRange,
};
use crate::games::asoiaf::{
    Attack, Body, Bonus, Context, Facing, GuardChanges, Reach, Rerolls, Spending, Standing,
    StrikeChanges, Striker, Struck, Token, Tokens, Weapon, matchup,
};

/// Wounds of a full infantry unit, where nothing else is said.
pub const WOUNDS: i64 = 12;

/// A value on a card: `4` and `4+` are the same.
pub fn card_value(text: &str) -> Result<i64, String> {
    let number = text.strip_suffix('+').unwrap_or(text);
    number.parse().map_err(|_| format!("`{text}` is no value like 4 or 4+"))
}

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

/// What an attack is about. `--dice`, `--hit`, `--defense` and `--morale` go together.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The attack")]
pub struct Core {
    /// Attack dice.
    #[arg(long, value_name = "N", requires_all = ["hit", "defense", "morale"], conflicts_with = "attacker_name")]
    pub dice: Option<i64>,
    /// The attacker's hit value, e.g. 4 or 4+.
    #[arg(long, value_name = "N", value_parser = card_value, requires = "dice")]
    pub hit: Option<i64>,
    /// The defender's defence value.
    #[arg(long, value_name = "N", value_parser = card_value, requires = "dice")]
    pub defense: Option<i64>,
    /// The defender's morale value.
    #[arg(long, value_name = "N", value_parser = card_value, requires = "dice")]
    pub morale: Option<i64>,
    /// Wounds the defender has left [default: 12].
    #[arg(long, value_name = "N", requires = "dice")]
    pub wounds: Option<i64>,
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
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub hit_mod: i64,
    /// Added to the defender's saves.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub save_mod: i64,
    /// Added to the defender's panic test.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub panic_mod: i64,
    /// Hits beside those of the dice; saves are rolled for them.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub auto_hits: i64,
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
        Failure::input(format!(
            "--{option} must be a whole number from {least} to {most}, not {given}"
        ))
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

/// The tokens of a unit that may hold Panicked.
pub fn panicked(is_held: bool) -> Tokens {
    held(is_held, Token::Panicked).into_iter().collect()
}

impl Core {
    /// The attack these options and `changes` describe; none where no dice were given.
    pub fn attack(
        &self,
        changes: &Changes,
        reach: Reach,
        context: Context,
        own_wounds: i64,
    ) -> Result<Option<Attack>, Failure> {
        let (Some(dice), Some(hit), Some(defense), Some(morale)) =
            (self.dice, self.hit, self.defense, self.morale)
        else {
            return Ok(None);
        };
        let weapon = Weapon {
            name: String::new(),
            reach,
            hit: checked("hit", Hit::new(hit))?,
            dice: vec![checked("dice", DiceCount::new(dice))?],
        };
        let striker = Striker {
            card: None,
            weapon: &weapon,
            standing: standing("own-wounds", own_wounds, changes.attacker_tokens())?,
            changes: changes.strike()?,
            spending: changes.tokens.into(),
        };
        let struck = Struck {
            card: None,
            defense: checked("defense", Defense::new(defense))?,
            morale: checked("morale", Morale::new(morale))?,
            standing: standing("wounds", self.wounds.unwrap_or(WOUNDS), changes.defender_tokens())?,
            changes: changes.guard()?,
            spending: changes.tokens.into(),
        };
        Ok(Some(matchup::attack(
            &striker,
            &struck,
            Context { facing: self.facing.into(), ..context },
        )))
    }
}

impl Changes {
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
    pub fn strike(&self) -> Result<StrikeChanges, Failure> {
        Ok(StrikeChanges {
            hit_modifier: checked("hit-mod", Modifier::new(self.hit_mod))?,
            auto_hits: checked("auto-hits", AutoHits::new(self.auto_hits))?,
            attack_rerolls: Rerolls {
                roller: self.reroll_attacks,
                enemy: self.force_reroll_attacks,
            },
        })
    }

    /// What they change of the defender's rolls.
    pub fn guard(&self) -> Result<GuardChanges, Failure> {
        Ok(GuardChanges {
            save_modifier: checked("save-mod", Modifier::new(self.save_mod))?,
            panic_modifier: checked("panic-mod", Modifier::new(self.panic_mod))?,
            save_rerolls: Rerolls { roller: self.reroll_saves, enemy: self.force_reroll_saves },
            morale_rerolls: Rerolls { roller: self.reroll_morale, enemy: self.force_reroll_morale },
        })
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
