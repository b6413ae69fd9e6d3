//! The numbers that an attack is made with.

/// A number that an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stat {
    /// Attack dice (A2.1).
    Dice,
    /// The natural face that hits.
    Hit,
    /// 1 where dice are not rolled: all hit.
    AutoHit,
    /// 1 where the attacker may reroll apart from the charge bonus.
    RerollAttack,
    /// 1 where an orderly charge lets the attacker reroll (A3.1).
    ChargeBonus,
    /// 1 where all dice but 6s are rerolled.
    Fish,
    /// 1 where the enemy may force the attack dice without a token.
    ForceAttack,
    /// 1 where a Weakened token would be spent (A7.3).
    WeakenedSpent,
    /// Hits each successful die makes.
    HitsEach,
    /// Hits more for a natural 6.
    Critical,
    /// 1 where hits from 6s cannot be blocked.
    Precision,
    /// Wounds to the attacker for a natural 1.
    OnesWound,
    /// Hits beside the dice.
    Hits,
    /// 1 where misses hit the attacker.
    MissesHitBack,
    /// The natural face that saves.
    Save,
    /// 1 where no saves are rolled.
    NoSaves,
    /// 1 where the defender may reroll.
    RerollSaves,
    /// 1 where the attacker may force the saves without a token.
    ForceSaves,
    /// 1 where a Vulnerable token would be spent (A7.2).
    VulnerableSpent,
    /// Hits blocked beside the dice.
    Block,
    /// 1 where two hits make a wound.
    HalfWounds,
    /// Tokens to the defender for a natural 1 among its saves.
    SaveOneGives,
    /// Wounds to the attacker for a natural 6 among the saves.
    SaveSixWounds,
    /// 1 where blocked hits hit the attacker.
    BlockHitsBack,
    /// 1 where any hit makes the same number of wounds.
    Fixed,
    /// That number.
    FixedWounds,
    /// 1 where a D3 is added to it.
    FixedD3,
    /// Wounds beside unblocked hits.
    Wounds,
    /// Tokens the striker cannot gain.
    AttackerImmune,
    /// Tokens the unit struck cannot gain.
    DefenderImmune,
}

impl Stat {
    /// How many there are.
    pub(super) const COUNT: usize = Self::DefenderImmune as usize + 1;

    /// All of them, in order.
    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Dice,
        Self::Hit,
        Self::AutoHit,
        Self::RerollAttack,
        Self::ChargeBonus,
        Self::Fish,
        Self::ForceAttack,
        Self::WeakenedSpent,
        Self::HitsEach,
        Self::Critical,
        Self::Precision,
        Self::OnesWound,
        Self::Hits,
        Self::MissesHitBack,
        Self::Save,
        Self::NoSaves,
        Self::RerollSaves,
        Self::ForceSaves,
        Self::VulnerableSpent,
        Self::Block,
        Self::HalfWounds,
        Self::SaveOneGives,
        Self::SaveSixWounds,
        Self::BlockHitsBack,
        Self::Fixed,
        Self::FixedWounds,
        Self::FixedD3,
        Self::Wounds,
        Self::AttackerImmune,
        Self::DefenderImmune,
    ];
}

/// All of them in one situation.
pub(super) type AttackStats = [u8; Stat::COUNT];
