//! Questions about a turn of WARMACHINE.

use super::values::{
    Arc, Arm, Attacks, Boxes, Count, Def, ExpiresOn, Fury, Points, Pow, Skill, ThresholdValue,
    Turns,
};

/// A question about a turn of WARMACHINE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarmachineQuestion {
    /// Whether a warbeast frenzies.
    Threshold(Threshold),
    /// The damage of a continuous effect before it expires.
    Effects(ContinuousEffects),
    /// The damage of attacks.
    Damage(Damage),
    /// The best use of focus or fury.
    Boost(Boost),
    /// From whom a warlock should leech.
    Leech(Leech),
    /// To whom a warcaster should allocate focus.
    Focus(Focus),
}

/// A threshold check (W1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The warbeast.
    pub beast: Beast,
}

/// A warbeast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beast {
    /// Fury on it.
    pub fury: Fury,
    /// Threshold.
    pub threshold: ThresholdValue,
}

/// A continuous effect on a model over several turns (W1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContinuousEffects {
    /// The effect.
    pub effect: ContinuousEffect,
    /// Number of the model's maintenance phases.
    pub turns: Turns,
    /// Highest face that ends the effect.
    pub expires_on: ExpiresOn,
    /// Damage boxes of the model; `None` if it cannot be destroyed.
    pub boxes: Option<Boxes>,
}

/// A continuous effect (W1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContinuousEffect {
    /// A damage roll of this power against this armor each turn.
    Fire(Pow, Arm),
    /// One point of damage each turn.
    Corrosion,
}

/// The values of an attack: those of the attacker and of its target (W1.6, W1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackValues {
    /// Skill of the attacker.
    pub skill: Skill,
    /// Defense of the target.
    pub def: Def,
    /// Power of the attack.
    pub pow: Pow,
    /// Armor of the target.
    pub arm: Arm,
}

/// Several equal attacks (W1.6, W1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Attacker and target.
    pub strike: AttackValues,
    /// Number of attacks.
    pub attacks: Attacks,
    /// Whether attack rolls are boosted.
    pub boost_attack: bool,
    /// Whether damage rolls are boosted.
    pub boost_damage: bool,
    /// Damage boxes of the target; `None` if it cannot be destroyed.
    pub boxes: Option<Boxes>,
}

/// An activation with focus or fury to spend (W1.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boost {
    /// Attacker and target.
    pub strike: AttackValues,
    /// Number of free attacks.
    pub attacks: Attacks,
    /// Focus or fury to spend.
    pub points: Points,
    /// Damage boxes of the target; `None` if it cannot be destroyed.
    pub boxes: Option<Boxes>,
    /// Spending plan.
    pub plan: BoostPlan,
}

/// A plan for spending focus or fury.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoostPlan {
    /// The most expected damage, decided before every roll.
    #[default]
    BestDamage,
    /// The best chance to destroy the target, decided before every roll.
    BestKill,
    /// Further attacks and no boosts.
    BuyAttacks,
    /// Boosted attack rolls while points last; the rest buys attacks.
    BoostAttacks,
    /// Boosted damage rolls while points last; the rest buys attacks.
    BoostDamage,
    /// Both rolls boosted while points last; the rest buys attacks.
    BoostBoth,
}

impl BoostPlan {
    /// All plans.
    pub const ALL: [Self; 6] = [
        Self::BestDamage,
        Self::BestKill,
        Self::BuyAttacks,
        Self::BoostAttacks,
        Self::BoostDamage,
        Self::BoostBoth,
    ];

    /// Returns the name in scenario files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BestDamage => "best-damage",
            Self::BestKill => "best-kill",
            Self::BuyAttacks => "buy-attacks",
            Self::BoostAttacks => "boost-attacks",
            Self::BoostDamage => "boost-damage",
            Self::BoostBoth => "boost-both",
        }
    }
}

/// A warlock's control phase (W1.3, W1.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leech {
    /// ARC of the warlock.
    pub arc: Arc,
    /// Fury on the warlock.
    pub held: Fury,
    /// Medium or larger warbeasts lost: up to one fury each (spirit bond).
    pub lost: Count,
    /// Upkeep spells to pay for.
    pub upkeep: Count,
    /// Warbeasts in control range; at most [`Leech::MOST_BEASTS`].
    pub beasts: Vec<Beast>,
    /// Leeching plan.
    pub plan: LeechPlan,
}

impl Leech {
    /// Largest number of warbeasts.
    pub const MOST_BEASTS: usize = 8;
}

/// A plan for leeching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeechPlan {
    /// The lowest chance of a frenzy.
    #[default]
    Best,
    /// As much as possible from each, in list order.
    InOrder,
    /// No leeching.
    Nothing,
}

impl LeechPlan {
    /// All plans.
    pub const ALL: [Self; 3] = [Self::Best, Self::InOrder, Self::Nothing];

    /// Returns the name in scenario files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::InOrder => "in-order",
            Self::Nothing => "nothing",
        }
    }
}

/// A warcaster's control phase and the attacks of its warjacks (W1.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// ARC of the warcaster.
    pub arc: Arc,
    /// Upkeep spells to pay for.
    pub upkeep: Count,
    /// Focus the warcaster keeps.
    pub keep: Count,
    /// Largest focus on a warjack.
    pub most: Count,
    /// Warjacks in control range; at most [`Focus::MOST_JACKS`].
    pub jacks: Vec<Jack>,
    /// Allocation plan.
    pub plan: FocusPlan,
}

impl Focus {
    /// Largest number of warjacks.
    pub const MOST_JACKS: usize = 6;
}

/// A warjack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jack {
    /// The warjack and its target.
    pub strike: AttackValues,
    /// Number of free attacks.
    pub attacks: Attacks,
    /// Whether the cortex works: otherwise the warjack does not power up and takes no focus.
    pub cortex: bool,
}

/// A plan for allocating focus; warjacks spend it for the most expected damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FocusPlan {
    /// The most expected damage of all warjacks together.
    #[default]
    Best,
    /// As much as possible to each, in list order.
    InOrder,
    /// No focus: warjacks keep what they power up with.
    Nothing,
}

impl FocusPlan {
    /// All plans.
    pub const ALL: [Self; 3] = [Self::Best, Self::InOrder, Self::Nothing];

    /// Returns the name in scenario files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::InOrder => "in-order",
            Self::Nothing => "nothing",
        }
    }
}
