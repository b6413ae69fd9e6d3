//! The vocabulary of abilities: the text of cards as data.
//!
//! An [`Effect`] does one thing at a [`Moment`] while its [`Conditions`] hold. A [`Change`]
//! modifies rolls and adds up; a [`TriggeredEffect`] happens at a point in time. "The bearer" is
//! the unit with the ability, "the enemy" its opponent. The codes in brackets (A6, D1, …) are the
//! kinds of effects of `warodds_questions::catalogue::EFFECTS`.
//!
//! | moment | allowed actions |
//! |---|---|
//! | `attacking`, `attacked` | changes of an attack by or on the bearer, and of its panic test |
//! | `testing`, `enemy-testing` | changes of every morale test of the bearer, of an enemy |
//! | `charging`, `enemy-charging` | changes of a charge roll |
//! | `always` | tokens that the bearer cannot gain or that cannot be spent on it |
//! | all others | triggered effects |
//!
//! Effects before a charge roll use `declaring` and `enemy-declaring`, effects after it
//! `enemy-disorderly` and `enemy-failing-charge`.

mod conditions;
mod moment;
mod trigger;

pub use conditions::{Conditions, CountRange, RankComparison, TestKind, Zone, Zones};
pub use moment::{Amount, Moment, Per};
pub use trigger::{CardPlay, Trigger};

use super::condition::Tokens;
use super::values::Morale;

/// A change of rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Adds attack dice (A1).
    Dice(Amount),
    /// Rolls the attack dice of a unit with this many more or fewer ranks (A2).
    Ranks(Amount),
    /// Uses the highest number of attack dice on the card (A2).
    HighestDice,
    /// Uses the lowest number of attack dice on the card (A2).
    LowestDice,
    /// Adds to hit rolls (A3).
    ToHit(Amount),
    /// Replaces attack dice by automatic hits (A4).
    AutoHit,
    /// Allows the attacker to reroll attack dice (A5).
    RerollAttack,
    /// Allows the attacker to reroll attack dice that miss (A5).
    RerollMisses,
    /// Adds hits for each natural 6 of an attack die: 1 is Critical Blow (A6).
    Critical(Amount),
    /// Makes hits from natural 6s unblockable: Precision (A7).
    Precision,
    /// Wounds the attacker for each natural 1 of its attack dice (A8).
    OnesWound(Amount),
    /// Sets the hits of each successful die (A9).
    HitsEach(Amount),
    /// Adds hits without dice (A10).
    Hits(Amount),
    /// Makes each missed attack die a hit on the attacker, who saves against it (A11).
    MissesHitBack,
    /// Adds to the defender's saves: −1 is Sundering (D1).
    Saves(Amount),
    /// Allows the defender to reroll its saves (D2).
    RerollSaves,
    /// Blocks hits without dice (D3).
    Block(Amount),
    /// Denies defense dice (D4).
    NoSaves,
    /// Lets only natural 6s block (D5).
    OnlySixesSave,
    /// Makes two unblocked hits one wound; an odd one is lost (D6).
    HalfWounds,
    /// Gives the defender tokens after the attack if any defense die shows a natural 1 (D7).
    SaveOneGives(Tokens),
    /// Wounds the attacker for each natural 6 of the defense dice (D7).
    SaveSixWounds(Amount),
    /// Makes each blocked hit a hit on the attacker, who saves against it (D7).
    BlockHitsBack,
    /// Deals a fixed number of wounds if the attack hits, without saves (D8).
    FixedWounds(Amount),
    /// Adds D3 wounds to [`Change::FixedWounds`] (D8).
    FixedD3,
    /// Adds wounds to those of unblocked hits if the attack hits (W1).
    Wounds(Amount),
    /// Adds to the roll of a morale test: −2 is Vicious (P1).
    MoraleRoll(Amount),
    /// Adds to the wounds of a failed panic test (P2).
    PanicWounds(Amount),
    /// Caps the wounds of a failed panic test (P3).
    PanicCap(Amount),
    /// Allows the tested player to reroll (P4).
    RerollMorale,
    /// Passes the test regardless of the dice (P5).
    AutoPass,
    /// Replaces the morale value if better (P6).
    MoraleIs(Morale),
    /// Prevents enemies from spending these tokens on the bearer (C3).
    Unspent(Tokens),
    /// Prevents the bearer from gaining these tokens (C3).
    Immune(Tokens),
    /// Denies the attacker's charge bonus (X3).
    NoChargeBonus,
    /// Denies the attacker's bonus for flank or rear (X3).
    NoFacingBonus,
    /// Denies the enemy orders that wait for something after the arrival of a charge (S1).
    DenyOrders,
    /// Denies the enemy tactics cards that wait for something after the arrival of a charge (S1).
    DenyCards,
    /// Allows a reroll of the charge die (X1).
    RerollCharge,
    /// Makes the charge die count as a 6 (X1).
    ChargeSix,
    /// Requires a morale test of the bearer; if it fails, the charge die counts as a 6 (X1).
    SixOnFailing,
    /// Adds inches to the charge distance (X1).
    ChargeDistance(Amount),
    /// Sets the highest natural charge die that is disorderly (X2).
    DisorderlyTo(Amount),
}

impl Change {
    /// Returns whether the change may affect a morale test. The test of an attack on flank or rear
    /// includes their modifier (A3.2, A3.3).
    pub(crate) const fn may_change_a_test(self) -> bool {
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

    /// Returns the amount, if the change has one.
    pub const fn amount(mut self) -> Option<Amount> {
        match self.amount_mut() {
            Some(amount) => Some(*amount),
            None => None,
        }
    }

    /// Returns the amount to be changed, if the change has one.
    pub const fn amount_mut(&mut self) -> Option<&mut Amount> {
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

/// The unit a triggered effect applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectTarget {
    /// The unit with the ability.
    Bearer,
    /// Its opponent.
    Enemy,
}

/// An effect at a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriggeredEffect {
    /// Deals wounds without saves (W2 to the enemy, W4 to the bearer).
    Wounds(EffectTarget, Amount),
    /// Deals hits outside of an attack, with saves to which this is added (W3).
    Hits(EffectTarget, Amount, i8),
    /// Heals wounds (H1).
    Heal(EffectTarget, Amount),
    /// Gives condition tokens (C1).
    Give(EffectTarget, Tokens),
    /// Removes condition tokens (C2).
    Remove(EffectTarget, Tokens),
    /// Replaces the first set of the enemy's condition tokens by the second, if it holds any of the
    /// first (C4).
    Swap(Tokens, Tokens),
    /// Requires a panic test with these amounts added to the roll and to the wounds of failing
    /// (P7).
    Test(EffectTarget, Amount, Amount),
    /// Requires a morale test that costs no wounds, with this added to the roll (P7).
    Morale(EffectTarget, Amount),
    /// Makes a melee attack of the bearer on the enemy, without charge bonus (E1, E2, E3).
    Attack,
    /// Kills the enemy's attachment if a D6 shows at least this face (K1).
    KillAttachment(u8),
    /// Leaves the destroyed bearer one wound instead, 1 or 2 times a game, after a passed morale
    /// test if one is required (E4).
    Survive {
        /// How many times a game.
        uses: u8,
        /// Whether a morale test must be passed.
        test: bool,
    },
}

/// What an effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Changes rolls.
    Change(Change),
    /// Happens at a point in time.
    Triggered(TriggeredEffect),
}

/// One effect of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// When it applies.
    pub moment: Moment,
    /// Conditions that must hold.
    pub conditions: Conditions,
    /// What it does.
    pub action: Action,
}

impl Action {
    /// Returns the amounts of the action.
    pub fn amounts(&self) -> impl Iterator<Item = Amount> + use<> {
        let [first, second] = match *self {
            Action::Change(change) => [change.amount(), None],
            Action::Triggered(TriggeredEffect::Test(_, roll, wounds)) => [Some(roll), Some(wounds)],
            Action::Triggered(
                TriggeredEffect::Morale(_, amount)
                | TriggeredEffect::Wounds(_, amount)
                | TriggeredEffect::Hits(_, amount, _)
                | TriggeredEffect::Heal(_, amount),
            ) => [Some(amount), None],
            Action::Triggered(_) => [None, None],
        };
        first.into_iter().chain(second)
    }
}

impl Action {
    /// Returns whether the action makes natural 6s worth more than other hits. Without one, nobody
    /// gives up hits for 6s.
    pub(super) const fn makes_sixes_worth_more(self) -> bool {
        matches!(self, Self::Change(Change::Critical(_) | Change::Precision))
    }
}

impl Effect {
    /// Returns whether the effect depends on the tokens of the enemy.
    pub(super) fn depends_on_tokens(&self) -> bool {
        let Conditions { enemy_tokens, enemy_holds, .. } = self.conditions;
        enemy_tokens != Default::default()
            || enemy_holds != Default::default()
            || self.is_counted_by(Per::EnemyTokens)
    }

    /// Returns whether the effect requires contact: effects on the enemy's tests do, unless their
    /// conditions restrict the distance.
    pub const fn needs_contact(&self) -> bool {
        self.moment.is_of_an_enemys_test() && !self.conditions.tell_distance()
    }

    /// Returns whether an amount of the effect is multiplied by `per`.
    pub(super) fn is_counted_by(&self, per: Per) -> bool {
        self.action.amounts().any(|amount| amount.per == Some(per))
    }
}

/// Options the owner chooses from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many options are taken, clamped to the number of options.
    pub picks: Amount,
    /// Conditions of which each adds an option where it holds.
    pub more: Vec<Conditions>,
    /// Whether fewer options may be taken.
    pub optional: bool,
    /// Options with their names.
    pub options: Vec<(String, Vec<Effect>)>,
}

impl Choice {
    /// Returns the sets of this many options, or of at most as many if fewer may be taken, as bits.
    pub(super) fn sets(&self, picks: u32) -> impl Iterator<Item = u8> + use<'_> {
        // at most eight options, so at most 256 sets
        let options = self.options.len().min(8);
        let all = ((1_u16 << options) - 1) as u8;
        // an ability cannot take more options than it has
        let picks = picks.min(options as u32);
        (0..=all).filter(move |set| {
            let count = set.count_ones();
            count == picks || (self.optional && count < picks)
        })
    }

    /// Returns the largest number of sets in any situation.
    pub(super) fn most_sets(&self) -> usize {
        let options = self.options.len() as u32;
        let base = u32::from(self.picks.plain(0).max(0).unsigned_abs());
        let picks = match self.picks.per {
            Some(_) => 0..=options,
            None => base..=base.saturating_add(self.more.len() as u32),
        };
        // more than eight picks take all options
        picks.take(9).map(|picks| self.sets(picks).count()).max().unwrap_or(1)
    }
}

/// The effects of a modelled ability.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Effects that always apply.
    pub fixed: Vec<Effect>,
    /// Options the owner chooses from.
    pub choice: Option<Choice>,
    /// Whether the ability applies only to attacks with the weapon of its name.
    pub of_weapon: bool,
    /// Trigger of the ability if it is an order (A1.7).
    pub order: Option<Trigger>,
    /// How a tactics card is played; `None` for an ability of a unit.
    pub card: Option<CardPlay>,
    /// The parts of the ability that are not modelled; `None` if all are.
    pub left_out: Option<String>,
}

impl Effects {
    /// Returns the trigger of an order or of a card that is played, of which a player uses at most
    /// one (A1.7, A8.4). A card in play since earlier competes with none.
    pub fn trigger(&self) -> Option<Trigger> {
        let played = self.card.as_ref().filter(|card| !card.stays).map(|card| card.trigger);
        self.order.or(played)
    }

    /// Returns the tokens that the ability may give to either unit.
    pub(super) fn given(&self) -> Tokens {
        self.all().fold(Tokens::NONE, |given, effect| match effect.action {
            Action::Triggered(
                TriggeredEffect::Give(_, tokens) | TriggeredEffect::Swap(_, tokens),
            )
            | Action::Change(Change::SaveOneGives(tokens)) => given.and(tokens),
            _ => given,
        })
    }

    /// Returns all effects, including those of options.
    pub fn all(&self) -> impl Iterator<Item = &Effect> {
        let options = self
            .choice
            .iter()
            .flat_map(|choice| choice.options.iter().flat_map(|(_, effects)| effects));
        self.fixed.iter().chain(options)
    }
}
