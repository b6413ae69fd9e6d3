//! The numbers of an attack.

/// A number of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stat {
    /// Attack dice (A2.1).
    Dice,
    /// Natural face that hits.
    Hit,
    /// 1 if all dice hit without a roll.
    AutoHit,
    /// 1 if the attacker may reroll, apart from the charge bonus.
    RerollAttack,
    /// 1 if an orderly charge lets the attacker reroll (A3.1).
    ChargeBonus,
    /// 1 if all dice but 6s are rerolled.
    Fish,
    /// 1 if the enemy may force a reroll of attack dice without a token.
    ForceAttack,
    /// 1 if a Weakened token would be spent (A7.3).
    WeakenedSpent,
    /// Hits of each successful die.
    HitsEach,
    /// Additional hits of a natural 6.
    Critical,
    /// 1 if hits from 6s cannot be blocked.
    Precision,
    /// Wounds to the attacker per natural 1.
    OnesWound,
    /// Hits without dice.
    Hits,
    /// 1 if misses hit the attacker.
    MissesHitBack,
    /// Natural face that saves.
    Save,
    /// 1 if no saves are rolled.
    NoSaves,
    /// 1 if the defender may reroll.
    RerollSaves,
    /// 1 if the attacker may force a reroll of saves without a token.
    ForceSaves,
    /// 1 if a Vulnerable token would be spent (A7.2).
    VulnerableSpent,
    /// Hits blocked without dice.
    Block,
    /// 1 if two hits make a wound.
    HalfWounds,
    /// Tokens to the defender for a natural 1 among its saves.
    SaveOneGives,
    /// Wounds to the attacker per natural 6 among the saves.
    SaveSixWounds,
    /// 1 if blocked hits hit the attacker.
    BlockHitsBack,
    /// 1 if the number of wounds is fixed.
    Fixed,
    /// The fixed number of wounds.
    FixedWounds,
    /// 1 if a D3 is added to it.
    FixedD3,
    /// Wounds in addition to those of unblocked hits.
    Wounds,
    /// Tokens the attacker cannot gain.
    AttackerImmune,
    /// Tokens the defender cannot gain.
    DefenderImmune,
    /// 1 if a Vulnerable token of the attacker would be spent on its saves against hits of effects,
    /// and against its misses and blocked hits (A7.2).
    AttackerVulnerable,
    /// 1 if one of the defender would be spent on its saves against hits of effects.
    DefenderVulnerable,
}

impl Stat {
    /// Number of statistics.
    pub(super) const COUNT: usize = Self::DefenderVulnerable as usize + 1;

    /// All numbers, in order.
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
        Self::AttackerVulnerable,
        Self::DefenderVulnerable,
    ];
}

/// All numbers in one situation.
pub(super) type AttackStats = [u8; Stat::COUNT];
