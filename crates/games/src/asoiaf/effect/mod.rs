//! The language of abilities: what a card says beside its numbers, as data.
//!
//! An [`Effect`] is one thing that happens at a [`Moment`] while its [`Conditions`] hold. What
//! counts while dice are rolled is a [`Change`] and adds up; what happens at a point of time is a
//! [`Triggered`]. "The bearer" is the unit that has the ability, "the enemy" the one it meets. The
//! letters and numbers behind the names (A6, D1, …) are the kinds of effects of
//! `warodds_questions::catalogue::EFFECT_KINDS`.
//!
//! | moment | what may stand there |
//! |---|---|
//! | `attacking`, `attacked` | changes of the bearer's attack, of an attack on it, and of the panic test that follows |
//! | `testing`, `enemy-testing` | changes of every morale test of the bearer, of an enemy |
//! | `charging`, `enemy-charging` | changes of a charge roll; triggered before it stand with `declaring`, `enemy-declaring` |
//! | `always` | tokens that the bearer cannot gain or that cannot be spent on it |
//! | all others | triggered |

mod conditions;
mod moment;
mod trigger;

pub use conditions::{Conditions, CountRange, RankComparison, TestKind, Zone, Zones};
pub use moment::{Amount, Moment, Per};
pub use trigger::Trigger;

use super::condition::Tokens;
use super::values::Morale;

/// What counts while dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Attack dice more or fewer (A1).
    Dice(Amount),
    /// Attack dice as with so many more or fewer ranks (A2).
    Ranks(Amount),
    /// The highest number of attack dice on the card (A2).
    HighestDice,
    /// The lowest number of attack dice on the card (A2).
    LowestDice,
    /// Added to hit rolls (A3).
    ToHit(Amount),
    /// Attack dice are not rolled: all hit (A4).
    AutoHit,
    /// The attacker may reroll attack dice (A5).
    RerollAttack,
    /// A natural 6 of an attack die counts so many hits more: 1 is Critical Blow (A6).
    Critical(Amount),
    /// A hit from a natural 6 cannot be blocked: Precision (A7).
    Precision,
    /// Wounds to the attacker for each natural 1 of its attack dice (A8).
    OnesWound(Amount),
    /// Hits that each successful die makes (A9).
    HitsEach(Amount),
    /// Hits beside the dice (A10).
    Hits(Amount),
    /// Each attack die that misses is a hit on the attacker, who saves against it (A11).
    MissesHitBack,
    /// Added to the defender's saves: −1 is Sundering (D1).
    Saves(Amount),
    /// The defender may reroll its saves (D2).
    RerollSaves,
    /// Hits blocked beside the dice (D3).
    Block(Amount),
    /// No defence dice are rolled (D4).
    NoSaves,
    /// Only natural 6s block (D5).
    OnlySixesSave,
    /// Two unblocked hits make one wound, an odd one none (D6).
    HalfWounds,
    /// A natural 1 among the defence dice gives the defender these tokens after the attack (D7).
    SaveOneGives(Tokens),
    /// Wounds to the attacker for each natural 6 of the defence dice (D7).
    SaveSixWounds(Amount),
    /// Each blocked hit is a hit on the attacker, who saves against it (D7).
    BlockHitsBack,
    /// Any hit makes this many wounds, and no saves are rolled (D8).
    FixedWounds(Amount),
    /// D3 wounds added to [`Change::FixedWounds`] (D8).
    FixedD3,
    /// Wounds beside the unblocked hits, if the attack hit at all (W1).
    Wounds(Amount),
    /// Added to the roll of a morale test: −2 is Vicious (P1).
    MoraleRoll(Amount),
    /// Wounds more or fewer for a failed panic test (P2).
    PanicWounds(Amount),
    /// The most wounds a failed panic test costs (P3).
    PanicCap(Amount),
    /// The tested player may reroll (P4).
    RerollMorale,
    /// The test is passed whatever the dice show (P5).
    AutoPass,
    /// The morale value, if that is better (P6).
    MoraleIs(Morale),
    /// Tokens that enemies cannot spend on the bearer (C3).
    Unspent(Tokens),
    /// Tokens that the bearer cannot gain (C3).
    Immune(Tokens),
    /// The attacker has no charge bonus (X3).
    NoChargeBonus,
    /// The attacker has no bonus for flank or rear (X3).
    NoFacingBonus,
    /// The charge roll may be rerolled (X1).
    RerollCharge,
    /// The charge die counts as a 6 (X1).
    ChargeSix,
    /// The bearer takes a morale test first: where it fails, the charge die counts as a 6 (X1).
    SixOnFailing,
    /// Inches added to the charge distance (X1).
    ChargeDistance(Amount),
    /// Natural charge dice up to this are disorderly (X2).
    DisorderlyTo(Amount),
}

impl Change {
    /// Whether a morale test may be another with it: that of an attack from the flank or rear has
    /// their bonus (A3.2, A3.3).
    pub const fn may_change_a_test(self) -> bool {
        matches!(
            self,
            Self::NoFacingBonus
                | Self::MoraleRoll(_)
                | Self::PanicWounds(_)
                | Self::PanicCap(_)
                | Self::RerollMorale
                | Self::AutoPass
                | Self::MoraleIs(_)
        )
    }

    /// Its amount, where it has one.
    pub const fn amount(self) -> Option<Amount> {
        match self {
            Self::Dice(amount)
            | Self::Ranks(amount)
            | Self::ToHit(amount)
            | Self::Critical(amount)
            | Self::OnesWound(amount)
            | Self::HitsEach(amount)
            | Self::Hits(amount)
            | Self::Saves(amount)
            | Self::Block(amount)
            | Self::SaveSixWounds(amount)
            | Self::FixedWounds(amount)
            | Self::Wounds(amount)
            | Self::MoraleRoll(amount)
            | Self::PanicWounds(amount)
            | Self::PanicCap(amount)
            | Self::ChargeDistance(amount)
            | Self::DisorderlyTo(amount) => Some(amount),
            _ => None,
        }
    }
}

/// Whom a triggered befalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectTarget {
    /// The bearer.
    Bearer,
    /// The enemy it meets.
    Enemy,
}

/// What happens at a point of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriggeredEffect {
    /// Wounds without saves (W2 to the enemy, W4 to the bearer).
    Wounds(EffectTarget, Amount),
    /// Hits outside of an attack, with saves (W3).
    Hits(EffectTarget, Amount),
    /// Wounds healed (H1).
    Heal(EffectTarget, Amount),
    /// Condition tokens given (C1).
    Give(EffectTarget, Tokens),
    /// Condition tokens taken away (C2).
    Remove(EffectTarget, Tokens),
    /// Condition tokens of the enemy exchanged for others: all of the first, if it holds one of
    /// them (C4).
    Swap(Tokens, Tokens),
    /// A panic test, with this added to the roll and to the wounds of failing (P7).
    Test(EffectTarget, Amount, Amount),
    /// A morale test that costs no wounds, with this added to the roll (P7).
    Morale(EffectTarget, Amount),
    /// A melee attack of the bearer on the enemy, without bonuses of a charge (E1, E2, E3).
    Attack,
    /// The enemy's attachment dies on this face of a D6 and more (K1).
    KillAttachment(u8),
    /// The bearer stays with one wound instead, so many times in a game (1 or 2), if it passes a
    /// morale test where one is asked (E4).
    Survive {
        /// How many times.
        uses: u8,
        /// Whether it must pass a morale test.
        test: bool,
    },
}

/// What an effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// While dice are rolled.
    Change(Change),
    /// At a point of time.
    Triggered(TriggeredEffect),
}

/// One thing that an ability does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// When.
    pub moment: Moment,
    /// If.
    pub conditions: Conditions,
    /// What.
    pub action: Action,
}

impl Effect {
    /// Whether it counts only with an enemy in contact: what is about tests of the enemy does,
    /// unless its conditions say how far the enemy may be.
    pub const fn needs_contact(&self) -> bool {
        self.moment.is_of_an_enemys_test() && !self.conditions.tell_distance()
    }
}

/// Options of which the owner takes some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many are taken: at least none, at most all.
    pub picks: Amount,
    /// Whether fewer may be taken.
    pub optional: bool,
    /// The options with their names.
    pub options: Vec<(String, Vec<Effect>)>,
}

/// What a modelled ability does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What counts in any case.
    pub fixed: Vec<Effect>,
    /// What the owner chooses.
    pub choice: Option<Choice>,
    /// It counts for attacks with the weapon of its name alone.
    pub of_weapon: bool,
    /// What it waits for if it is an order (A1.7).
    pub order: Option<Trigger>,
    /// What of it is not counted, in words; none where all of it is.
    pub left_out: Option<String>,
}

impl Effects {
    /// All of them, those of options among them.
    pub fn all(&self) -> impl Iterator<Item = &Effect> {
        let options = self
            .choice
            .iter()
            .flat_map(|choice| choice.options.iter().flat_map(|(_, effects)| effects));
        self.fixed.iter().chain(options)
    }
}
