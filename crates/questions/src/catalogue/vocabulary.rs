//! The keys of effects in the language of abilities: what each does, and at which moments.
//!
//! The reader of files, the schema and the page about the language share this table.

use warodds_games::asoiaf::Tokens;
use warodds_games::asoiaf::effect::{
    Action, Amount, Change, EffectTarget, Moment, TriggeredEffect,
};
use warodds_games::asoiaf::values::Morale;

/// The value of a key, and the action it makes.
#[derive(Clone, Copy, Debug)]
pub enum ValueShape {
    /// `true`.
    Flag(Action),
    /// A number, or a table of `base`, `each`, `per`, `d3` and `most`.
    Amount(fn(Amount) -> Action),
    /// Condition tokens.
    Tokens(fn(Tokens) -> Action),
    /// A morale value.
    Morale(fn(Morale) -> Action),
    /// A panic test: `true`, or a table of `morale` and `wounds`, amounts added to roll and wounds.
    Test(EffectTarget),
    /// A morale test without wounds: `true`, or an amount added to its roll.
    Roll(EffectTarget),
    /// A table of `from` and `to`, both condition tokens.
    Swap,
    /// A face of a D6, 2 to 6.
    Face(fn(u8) -> Action),
    /// A table of `uses` (1 or 2) and `test` (whether a morale test must be passed).
    Survive,
}

/// The moments at which a key may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedMoments {
    /// `attacking` and `attacked`.
    Attack,
    /// `attacking`, `attacked`, `testing` and `enemy-testing`.
    Test,
    /// `charging` and `enemy-charging`.
    Charge,
    /// `charging`.
    Charging,
    /// `always`.
    Always,
    /// All moments that are points in time, except `dying`.
    Moment,
    /// Moments around an attack.
    Around,
    /// `before-attacking`.
    BeforeDice,
    /// `dying`.
    Dying,
}

impl AllowedMoments {
    /// Whether the key may be used at a moment.
    pub const fn allow(self, moment: Moment) -> bool {
        use Moment::{
            Activating, AfterAttacked, AfterAttacking, Always, Attacked, Attacking, BeforeAttacked,
            BeforeAttacking, Charging, Destroyed, Dying, EnemyCharging, EnemyTesting, Testing,
        };
        match self {
            Self::Attack => matches!(moment, Attacking | Attacked),
            Self::Test => matches!(moment, Attacking | Attacked | Testing | EnemyTesting),
            Self::Charge => matches!(moment, Charging | EnemyCharging),
            Self::Charging => matches!(moment, Charging),
            Self::Always => matches!(moment, Always),
            // a unit that dies at that moment cannot act: `dying` has keys of its own
            Self::Moment => !moment.is_while() && !matches!(moment, Dying),
            Self::Around => {
                matches!(
                    moment,
                    Activating
                        | BeforeAttacking
                        | BeforeAttacked
                        | AfterAttacking
                        | AfterAttacked
                        | Destroyed
                )
            }
            Self::BeforeDice => matches!(moment, BeforeAttacking),
            Self::Dying => matches!(moment, Dying),
        }
    }

    /// Returns the names of the moments.
    pub fn names(self) -> Vec<&'static str> {
        Moment::ALL
            .into_iter()
            .filter(|(moment, ..)| self.allow(*moment))
            .map(|(_, name, _)| name)
            .collect()
    }
}

/// A key of an effect.
#[derive(Clone, Copy, Debug)]
pub struct EffectKey {
    /// The key.
    pub key: &'static str,
    /// The kind of effect, a code of [`EFFECT_KINDS`](super::EFFECT_KINDS).
    pub code: &'static str,
    /// The value.
    pub shape: ValueShape,
    /// The moments at which it may be used.
    pub moments: AllowedMoments,
    /// What the key does.
    pub words: &'static str,
}

const fn flag(change: Change) -> ValueShape {
    ValueShape::Flag(Action::Change(change))
}

/// Makes the shape of an amount.
macro_rules! amount {
    ($change:ident) => {
        ValueShape::Amount(|amount| Action::Change(Change::$change(amount)))
    };
    ($triggered:ident, $whom:ident) => {
        ValueShape::Amount(|amount| {
            Action::Triggered(TriggeredEffect::$triggered(EffectTarget::$whom, amount))
        })
    };
}

/// Makes the shape of hits outside of an attack, with what is added to the saves.
macro_rules! hits {
    ($whom:ident, $saves:literal) => {
        ValueShape::Amount(|amount| {
            Action::Triggered(TriggeredEffect::Hits(EffectTarget::$whom, amount, $saves))
        })
    };
}

/// Makes the shape of tokens that an effect adds or removes.
macro_rules! tokens {
    ($triggered:ident, $whom:ident) => {
        ValueShape::Tokens(|tokens| {
            Action::Triggered(TriggeredEffect::$triggered(EffectTarget::$whom, tokens))
        })
    };
}

/// Makes the table of keys, one a line.
macro_rules! words {
    ($($key:literal $code:literal $moments:ident $shape:expr => $words:literal,)*) => {
        &[$(EffectKey {
            key: $key,
            code: $code,
            shape: $shape,
            moments: AllowedMoments::$moments,
            words: $words,
        }),*]
    };
}

/// All keys of effects.
pub const EFFECT_KEYS: &[EffectKey] = words! {
    "attack_dice" "A1" Attack amount!(Dice) => "additional attack dice, or fewer",
    "ranks_for_dice" "A2" Attack amount!(Ranks) =>
        "attack dice as with this many more or fewer ranks",
    "highest_dice" "A2" Attack flag(Change::HighestDice) =>
        "roll the highest number of attack dice on the card",
    "lowest_dice" "A2" Attack flag(Change::LowestDice) =>
        "roll the lowest number of attack dice on the card",
    "to_hit" "A3" Attack amount!(ToHit) => "added to hit rolls",
    "auto_hit" "A4" Attack flag(Change::AutoHit) => "attack dice are not rolled: all hit",
    "reroll_attack" "A5" Attack flag(Change::RerollAttack) => "the attacker may reroll attack dice",
    "reroll_misses" "A5" Attack flag(Change::RerollMisses) =>
        "the attacker may reroll attack dice that miss",
    "critical" "A6" Attack amount!(Critical) => "additional hits for each natural 6: 1 is Critical Blow",
    "precision" "A7" Attack flag(Change::Precision) =>
        "hits from natural 6s cannot be blocked; further hits by `critical` can",
    "ones_wound" "A8" Attack amount!(OnesWound) =>
        "wounds to the attacker for each natural 1 of its attack dice",
    "hits_each" "A9" Attack amount!(HitsEach) => "hits that each successful die makes",
    "hits" "A10" Attack amount!(Hits) => "hits in addition to the dice; they may be saved",
    "misses_hit_back" "A11" Attack flag(Change::MissesHitBack) =>
        "each attack die that misses is a hit on the attacker, who saves against it",
    "saves" "D1" Attack amount!(Saves) => "added to the defender's saves: -1 is Sundering",
    "reroll_saves" "D2" Attack flag(Change::RerollSaves) => "the defender may reroll its saves",
    "block" "D3" Attack amount!(Block) => "hits blocked after the saves",
    "no_saves" "D4" Attack flag(Change::NoSaves) => "no saves are rolled",
    "only_sixes_save" "D5" Attack flag(Change::OnlySixesSave) => "only natural 6s block",
    "half_wounds" "D6" Attack flag(Change::HalfWounds) =>
        "two unblocked hits make one wound, an odd one none",
    "save_ones_give" "D7" Attack ValueShape::Tokens(|tokens| Action::Change(Change::SaveOneGives(tokens))) =>
        "a natural 1 among the saves gives the defender these tokens",
    "save_sixes_wound" "D7" Attack amount!(SaveSixWounds) =>
        "wounds to the attacker for each natural 6 among the saves",
    "blocks_hit_back" "D7" Attack flag(Change::BlockHitsBack) =>
        "each blocked hit is a hit on the attacker, who saves against it",
    "fixed_wounds" "D8" Attack amount!(FixedWounds) =>
        "any hit makes this many wounds, and no saves are rolled",
    "fixed_d3" "D8" Attack flag(Change::FixedD3) => "a D3 is added to `fixed_wounds`",
    "wounds" "W1" Attack amount!(Wounds) =>
        "wounds in addition to the unblocked hits, if the attack hit at all",
    "wound_enemy" "W2" Moment amount!(Wounds, Enemy) => "wounds to the enemy, without saves",
    "hit_enemy" "W3" Moment hits!(Enemy, 0) => "hits on the enemy, who saves against them",
    "sundering_hits" "W3" Moment hits!(Enemy, -1) =>
        "hits on the enemy, who saves against them at -1",
    "hit_self" "W3" Moment hits!(Bearer, 0) => "hits on the bearer, who saves against them",
    "wound_self" "W4" Moment amount!(Wounds, Bearer) => "wounds to the bearer, without saves",
    "morale" "P1" Test amount!(MoraleRoll) => "added to the roll of the morale test: -2 is Vicious",
    "panic_wounds" "P2" Test amount!(PanicWounds) => "additional wounds of a failed panic test, or fewer",
    "panic_cap" "P3" Test amount!(PanicCap) => "the most wounds of a failed panic test",
    "reroll_morale" "P4" Test flag(Change::RerollMorale) => "morale dice may be rerolled",
    "auto_pass" "P5" Test flag(Change::AutoPass) => "the test is passed, whatever the dice show",
    "morale_value" "P6" Test ValueShape::Morale(|morale| Action::Change(Change::MoraleIs(morale))) =>
        "the morale value, if that is better",
    "test_enemy" "P7" Moment ValueShape::Test(EffectTarget::Enemy) =>
        "the enemy takes a panic test, with `morale` added to its roll and `wounds` to those of \
         failing",
    "test_self" "P7" Moment ValueShape::Test(EffectTarget::Bearer) =>
        "the bearer takes a panic test",
    "morale_test_enemy" "P7" Moment ValueShape::Roll(EffectTarget::Enemy) =>
        "the enemy takes a morale test that costs no wounds; a number is added to its roll",
    "morale_test_self" "P7" Moment ValueShape::Roll(EffectTarget::Bearer) =>
        "the bearer takes a morale test that costs no wounds",
    "give_enemy" "C1" Moment tokens!(Give, Enemy) => "condition tokens to the enemy",
    "give_self" "C1" Moment tokens!(Give, Bearer) => "condition tokens to the bearer",
    "remove_self" "C2" Moment tokens!(Remove, Bearer) => "condition tokens off the bearer",
    "remove_enemy" "C2" Moment tokens!(Remove, Enemy) => "condition tokens off the enemy",
    "immune" "C3" Always ValueShape::Tokens(|tokens| Action::Change(Change::Immune(tokens))) =>
        "condition tokens that the bearer cannot gain",
    "unspent" "C3" Always ValueShape::Tokens(|tokens| Action::Change(Change::Unspent(tokens))) =>
        "condition tokens that cannot be spent on the bearer",
    "swap" "C4" Moment ValueShape::Swap =>
        "condition tokens of the enemy, `from`, become others, `to`",
    "heal" "H1" Moment amount!(Heal, Bearer) => "wounds healed on the bearer",
    "heal_enemy" "H1" Moment amount!(Heal, Enemy) => "wounds healed on the enemy",
    "reroll_charge" "X1" Charge flag(Change::RerollCharge) => "the charge roll may be rerolled",
    "charge_six" "X1" Charge flag(Change::ChargeSix) =>
        "the charge die is not rolled: it counts as a 6",
    "charge_six_on_failing" "X1" Charging flag(Change::SixOnFailing) =>
        "the bearer takes a morale test first: if it fails, the charge die counts as a 6",
    "charge_distance" "X1" Charge amount!(ChargeDistance) => "inches added to the charge distance",
    "disorderly_to" "X2" Charge amount!(DisorderlyTo) =>
        "the highest natural charge die that is disorderly; 0 for none",
    "no_charge_bonus" "X3" Attack flag(Change::NoChargeBonus) => "the attacker has no charge bonus",
    "no_facing_bonus" "X3" Attack flag(Change::NoFacingBonus) =>
        "the attacker has no bonus for flank or rear",
    "deny_orders" "S1" Attack flag(Change::DenyOrders) =>
        "the enemy cannot give orders once a charge has arrived",
    "deny_cards" "S1" Attack flag(Change::DenyCards) =>
        "the enemy's player cannot play tactics cards on it once a charge has arrived",
    "attack" "E1" Around ValueShape::Flag(Action::Triggered(TriggeredEffect::Attack)) =>
        "the bearer makes a melee attack: before the attacker's with `before-attacked` (E2), as \
         its last with `destroyed` (E3)",
    "kill_attachment" "K1" BeforeDice ValueShape::Face(|face| Action::Triggered(TriggeredEffect::KillAttachment(face))) =>
        "the enemy's attachment dies on this face of a D6 and more, and with it a model and its \
         abilities",
    "survive" "E4" Dying ValueShape::Survive =>
        "the bearer stays with one wound, `uses` times a game (1 or 2), if it passes a morale test \
         where `test` is true",
};

/// Kinds of effects that a key may have in addition to its own.
#[cfg(test)]
pub(super) const EXTRA_CODES: &[(&str, &[&str])] = &[
    ("ones_wound", &["W4"]),
    ("misses_hit_back", &["W3"]),
    ("save_ones_give", &["C1"]),
    ("save_sixes_wound", &["W2"]),
    ("blocks_hit_back", &["W3"]),
    ("fixed_wounds", &["D4", "W2"]),
    ("panic_wounds", &["P9"]),
    ("test_enemy", &["P1", "P2", "P9"]),
    ("test_self", &["P1", "P2", "P9"]),
    ("immune", &["C1"]),
    ("swap", &["C1"]),
    ("attack", &["E2", "E3"]),
    ("charge_six_on_failing", &["P7", "P9", "E1"]),
    ("survive", &["P7", "P8"]),
    ("spends", &["C4"]),
];

/// Kinds of effects that a moment may have in addition to those of the keys.
#[cfg(test)]
pub(super) const EXTRA_MOMENT_CODES: &[(&str, &[&str])] =
    &[("before-attacked", &["E2"]), ("destroyed", &["E3"])];

/// Kinds of effects that are moments: something happens when a test is passed or failed.
#[cfg(test)]
pub(super) const MOMENT_CODES: [(&str, &[&str]); 2] =
    [("P8", &["passing", "enemy-passing"]), ("P9", &["failing", "enemy-failing"])];
