//! What can be asked of a turn of WARMACHINE.

use super::values::{
    Arc, Arm, Attacks, Boxes, Count, Def, ExpiresOn, Fury, Points, Pow, Skill, ThresholdValue,
    Turns,
};

/// A question about a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Does a warbeast frenzy?
    Threshold(Threshold),
    /// What does a continuous effect do before it expires?
    Effects(ContinuousEffects),
    /// What do attacks do?
    Damage(Damage),
    /// What are focus or fury best spent on?
    Boost(Boost),
    /// From whom should a warlock leech?
    Leech(Leech),
    /// To whom should a warcaster give focus?
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
    /// The fury on it.
    pub fury: Fury,
    /// Its threshold.
    pub threshold: ThresholdValue,
}

/// A continuous effect on a model, followed for some turns (W1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContinuousEffects {
    /// Which one.
    pub effect: ContinuousEffect,
    /// For how many of the model's maintenance phases.
    pub turns: Turns,
    /// The highest face that ends it.
    pub expires_on: ExpiresOn,
    /// The model's damage boxes; none for a model that takes whatever comes.
    pub boxes: Option<Boxes>,
}

/// Which continuous effect it is (W1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContinuousEffect {
    /// A damage roll of this power against this armour each turn.
    Fire(Pow, Arm),
    /// One point of damage each turn.
    Corrosion,
}

/// An attacker's numbers against a target's (W1.6, W1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackValues {
    /// The attacker's skill.
    pub skill: Skill,
    /// The target's defence.
    pub def: Def,
    /// The attack's power.
    pub pow: Pow,
    /// The target's armour.
    pub arm: Arm,
}

/// Some equal attacks (W1.6, W1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Attacker and target.
    pub strike: AttackValues,
    /// How many attacks; none does nothing.
    pub attacks: Attacks,
    /// Whether attack rolls are boosted.
    pub boost_attack: bool,
    /// Whether damage rolls are boosted.
    pub boost_damage: bool,
    /// The target's damage boxes; none for a target that takes whatever comes.
    pub boxes: Option<Boxes>,
}

/// An activation with focus or fury to spend (W1.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boost {
    /// Attacker and target.
    pub strike: AttackValues,
    /// Attacks that need not be bought.
    pub attacks: Attacks,
    /// What there is to spend.
    pub points: Points,
    /// The target's damage boxes; none for a target that takes whatever comes.
    pub boxes: Option<Boxes>,
    /// How it is spent.
    pub plan: BoostPlan,
}

/// How focus or fury is spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoostPlan {
    /// Whatever gives the most expected damage, decided anew before every roll.
    #[default]
    BestDamage,
    /// Whatever gives the best chance to destroy the target, decided anew before every roll.
    BestKill,
    /// Further attacks and no boosts.
    BuyAttacks,
    /// Boosted attack rolls while points last; what is left buys attacks.
    BoostAttacks,
    /// Boosted damage rolls while points last; what is left buys attacks.
    BoostDamage,
    /// Both rolls boosted while points last; what is left buys attacks.
    BoostBoth,
}

impl BoostPlan {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::BestDamage,
        Self::BestKill,
        Self::BuyAttacks,
        Self::BoostAttacks,
        Self::BoostDamage,
        Self::BoostBoth,
    ];

    /// Its name in scenarios and tables.
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
    /// The warlock's ARC.
    pub arc: Arc,
    /// The fury it holds already.
    pub held: Fury,
    /// Medium or larger warbeasts it has lost: up to one fury each (spirit bond).
    pub lost: Count,
    /// Upkeep spells it wants to keep.
    pub upkeep: Count,
    /// Its warbeasts in control range; at most [`Leech::MOST_BEASTS`].
    pub beasts: Vec<Beast>,
    /// How it leeches.
    pub plan: LeechPlan,
}

impl Leech {
    /// The most warbeasts.
    pub const MOST_BEASTS: usize = 8;
}

/// How a warlock leeches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeechPlan {
    /// So that a frenzy is least likely.
    #[default]
    Best,
    /// From each in the order of the list, as much as there is room for.
    InOrder,
    /// Not at all.
    Nothing,
}

impl LeechPlan {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Best, Self::InOrder, Self::Nothing];

    /// Its name in scenarios and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::InOrder => "in-order",
            Self::Nothing => "nothing",
        }
    }
}

/// A warcaster's control phase and what its warjacks do with the focus (W1.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The warcaster's ARC.
    pub arc: Arc,
    /// Upkeep spells it keeps.
    pub upkeep: Count,
    /// Focus it keeps for itself.
    pub keep: Count,
    /// The most focus on a warjack.
    pub most: Count,
    /// Its warjacks in control range; at most [`Focus::MOST_JACKS`].
    pub jacks: Vec<Jack>,
    /// How focus is given.
    pub plan: FocusPlan,
}

impl Focus {
    /// The most warjacks.
    pub const MOST_JACKS: usize = 6;
}

/// A warjack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jack {
    /// It and what it attacks.
    pub strike: AttackValues,
    /// Attacks that need not be bought.
    pub attacks: Attacks,
    /// Whether its cortex works: if not, it powers not up and takes no focus.
    pub cortex: bool,
}

/// How a warcaster gives focus; warjacks spend what they have for the most expected damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FocusPlan {
    /// So that all warjacks together do the most expected damage.
    #[default]
    Best,
    /// To each in the order of the list, as much as it takes.
    InOrder,
    /// Nothing: they have what they power up with.
    Nothing,
}

impl FocusPlan {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Best, Self::InOrder, Self::Nothing];

    /// Its name in scenarios and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::InOrder => "in-order",
            Self::Nothing => "nothing",
        }
    }
}
