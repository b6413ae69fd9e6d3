//! The language of abilities: what a card says beside its numbers, as data.
//!
//! An [`Effect`] is one thing that happens at a [`Moment`] while its [`Conditions`] hold. What counts while dice are rolled
//! is a [`Change`] and adds up; what happens at a point of time is a [`Deed`]. "The bearer" is the unit that has the
//! ability, "the enemy" the one it meets. The letters and numbers behind the names (A6, D1, …) are the kinds of effects of
//! [`crate::catalogue::EFFECTS`].
//!
//! | moment | what may stand there |
//! |---|---|
//! | `attacking`, `attacked` | changes of the bearer's attack, of an attack on it, and of the panic test that follows |
//! | `testing`, `enemy-testing` | changes of every morale test of the bearer, of an enemy in contact with it |
//! | `charging`, `enemy-charging` | changes of a charge roll |
//! | `always` | tokens that the bearer cannot gain or that cannot be spent on it |
//! | all others | deeds |

use super::condition::Tokens;
use super::question::Facing;
use super::unit::UnitType;
use super::values::Morale;

/// When an effect counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// While the bearer makes an attack.
    Attacking,
    /// While the bearer is attacked.
    Attacked,
    /// In morale tests of the bearer.
    Testing,
    /// In morale tests of an enemy in contact with the bearer.
    EnemyTesting,
    /// When the bearer rolls for a charge.
    Charging,
    /// When an enemy rolls for a charge on the bearer.
    EnemyCharging,
    /// At all times.
    Always,
    /// When the bearer's activation begins, before its attack.
    Activating,
    /// Before the dice of the bearer's attack, a charge that led to it having succeeded.
    BeforeAttacking,
    /// Before the dice of an attack on the bearer.
    BeforeAttacked,
    /// After an attack of the bearer, if it still stands.
    AfterAttacking,
    /// After an attack on the bearer, if it still stands.
    AfterAttacked,
    /// When the bearer passes a morale test.
    Passing,
    /// When the bearer fails one.
    Failing,
    /// When an enemy in contact passes one.
    EnemyPassing,
    /// When an enemy in contact fails one.
    EnemyFailing,
    /// When an attack and its panic test cost the bearer ranks.
    LosingRanks,
    /// When the bearer would be destroyed.
    Dying,
    /// When the bearer is destroyed by an attack.
    Destroyed,
}

impl Moment {
    /// All of them with their names in files and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 19] = [
        (Self::Attacking, "attacking", "while the bearer makes an attack"),
        (Self::Attacked, "attacked", "while the bearer is attacked"),
        (Self::Testing, "testing", "in morale tests of the bearer"),
        (Self::EnemyTesting, "enemy-testing", "in morale tests of an enemy in contact"),
        (Self::Charging, "charging", "when the bearer rolls for a charge"),
        (Self::EnemyCharging, "enemy-charging", "when an enemy rolls for a charge on the bearer"),
        (Self::Always, "always", "at all times"),
        (Self::Activating, "activating", "when the bearer's activation begins, before its attack"),
        (Self::BeforeAttacking, "before-attacking", "before the dice of the bearer's attack"),
        (Self::BeforeAttacked, "before-attacked", "before the dice of an attack on the bearer"),
        (Self::AfterAttacking, "after-attacking", "after an attack of the bearer"),
        (Self::AfterAttacked, "after-attacked", "after an attack on the bearer"),
        (Self::Passing, "passing", "when the bearer passes a morale test"),
        (Self::Failing, "failing", "when the bearer fails a morale test"),
        (Self::EnemyPassing, "enemy-passing", "when an enemy in contact passes a morale test"),
        (Self::EnemyFailing, "enemy-failing", "when an enemy in contact fails a morale test"),
        (Self::LosingRanks, "losing-ranks", "when an attack and its panic test cost the bearer ranks"),
        (Self::Dying, "dying", "when the bearer would be destroyed"),
        (Self::Destroyed, "destroyed", "when an attack destroys the bearer"),
    ];

    /// What it means.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(moment, ..)| *moment == self).map_or("", |(.., words)| words)
    }

    /// Whether changes stand here; deeds do elsewhere.
    pub const fn is_while(self) -> bool {
        use Moment::{Always, Attacked, Attacking, Charging, EnemyCharging, EnemyTesting, Testing};
        matches!(self, Attacking | Attacked | Testing | EnemyTesting | Charging | EnemyCharging | Always)
    }
}

/// What an amount grows with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Per {
    /// Ranks the bearer has left.
    OwnRanks,
    /// Ranks the bearer has lost.
    OwnRanksLost,
    /// Ranks the enemy has left.
    EnemyRanks,
    /// Ranks the enemy has lost.
    EnemyRanksLost,
    /// Wounds the bearer has lost.
    OwnWoundsLost,
    /// Condition tokens the enemy holds.
    EnemyTokens,
    /// Ranks that this attack and its panic test destroyed; deeds alone.
    RanksDestroyed,
    /// Wounds that this attack and its panic test dealt; deeds alone.
    WoundsDealt,
}

impl Per {
    /// All of them with their names in files and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::OwnRanks, "own-ranks", "rank the bearer has left"),
        (Self::OwnRanksLost, "own-ranks-lost", "rank the bearer has lost"),
        (Self::EnemyRanks, "enemy-ranks", "rank the enemy has left"),
        (Self::EnemyRanksLost, "enemy-ranks-lost", "rank the enemy has lost"),
        (Self::OwnWoundsLost, "own-wounds-lost", "wound the bearer has lost"),
        (Self::EnemyTokens, "enemy-tokens", "condition token the enemy holds"),
        (Self::RanksDestroyed, "ranks-destroyed", "rank the attack destroyed"),
        (Self::WoundsDealt, "wounds-dealt", "wound the attack dealt"),
    ];

    /// What it counts.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(per, ..)| *per == self).map_or("", |(.., words)| words)
    }

    /// Whether it is known only once an attack is over.
    pub const fn is_of_the_attack(self) -> bool {
        matches!(self, Self::RanksDestroyed | Self::WoundsDealt)
    }
}

/// How much: `base`, `each` for every unit of `per`, and `d3` D3; not more than `most`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Without anything else.
    pub base: i8,
    /// For each unit of `per`.
    pub each: i8,
    /// What `each` is counted by.
    pub per: Option<Per>,
    /// D3 rolled and added: deeds alone.
    pub d3: u8,
    /// The most it may be.
    pub most: Option<u8>,
}

impl Amount {
    /// So much.
    pub const fn of(base: i8) -> Self {
        Self { base, each: 0, per: None, d3: 0, most: None }
    }

    /// What it comes to without dice, `count` being that of `per`.
    pub fn plain(self, count: u8) -> i16 {
        let sum = i16::from(self.base) + i16::from(self.each) * i16::from(count);
        self.most.map_or(sum, |most| sum.min(most.into()))
    }
}

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
    /// Natural charge dice up to this are disorderly (X2).
    DisorderlyTo(Amount),
}

impl Change {
    /// Whether it is about a morale test.
    pub const fn is_of_a_test(self) -> bool {
        matches!(
            self,
            Self::MoraleRoll(_) | Self::PanicWounds(_) | Self::PanicCap(_) | Self::RerollMorale | Self::AutoPass | Self::MoraleIs(_)
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
            | Self::DisorderlyTo(amount) => Some(amount),
            _ => None,
        }
    }
}

/// Whom a deed befalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whom {
    /// The bearer.
    Bearer,
    /// The enemy it meets.
    Enemy,
}

/// What happens at a point of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Wounds without saves (W2 to the enemy, W4 to the bearer).
    Wounds(Whom, Amount),
    /// Hits outside of an attack, with saves (W3).
    Hits(Whom, Amount),
    /// Wounds healed (H1).
    Heal(Whom, Amount),
    /// Condition tokens given (C1).
    Give(Whom, Tokens),
    /// Condition tokens taken away (C2).
    Remove(Whom, Tokens),
    /// Condition tokens of the enemy exchanged for others: all of the first, if it holds one of them (C4).
    Swap(Tokens, Tokens),
    /// A panic test, with this added to the roll and to the wounds of failing (P7).
    Test(Whom, Amount, Amount),
    /// A melee attack of the bearer on the enemy, without bonuses of a charge (E1, E2, E3).
    Attack,
    /// The bearer stays with one wound instead, so many times in a game (1 or 2), if it passes a morale test where one is asked (E4).
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
    Deed(Deed),
}

/// A range of counts, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Between {
    /// The least.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl Between {
    /// Any count.
    pub const ANY: Self = Self { least: 0, most: u8::MAX };

    /// Whether a count lies in it.
    pub const fn has(self, count: u8) -> bool {
        self.least <= count && count <= self.most
    }
}

impl Default for Between {
    fn default() -> Self {
        Self::ANY
    }
}

/// How two numbers of ranks compare, seen from the bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compared {
    /// The bearer has fewer.
    Fewer,
    /// Both have as many.
    Equal,
    /// The bearer has more.
    More,
}

impl Compared {
    /// All of them.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Fewer, "fewer"), (Self::Equal, "equal"), (Self::More, "more")];

    /// Of the bearer's count to the enemy's.
    pub fn of(own: u8, enemy: u8) -> Self {
        match own.cmp(&enemy) {
            std::cmp::Ordering::Less => Self::Fewer,
            std::cmp::Ordering::Equal => Self::Equal,
            std::cmp::Ordering::Greater => Self::More,
        }
    }
}

/// A zone of the tactics board (A9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The crown.
    Crown,
    /// The wealth.
    Wealth,
    /// The letters.
    Letters,
    /// The swords, or combat.
    Combat,
    /// The horse, or maneuver.
    Maneuver,
}

impl Zone {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Crown, "crown"),
        (Self::Wealth, "wealth"),
        (Self::Letters, "letters"),
        (Self::Combat, "combat"),
        (Self::Maneuver, "maneuver"),
    ];
}

/// A set of zones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Zones(u8);

impl Zones {
    /// Whether `zone` is among them.
    pub const fn has(self, zone: Zone) -> bool {
        self.0 & 1 << zone as u8 != 0
    }

    /// Whether all of `others` are among them.
    pub const fn cover(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether none of `others` is among them.
    pub const fn miss(self, others: Self) -> bool {
        self.0 & others.0 == 0
    }
}

impl FromIterator<Zone> for Zones {
    fn from_iter<T: IntoIterator<Item = Zone>>(zones: T) -> Self {
        Self(zones.into_iter().fold(0, |bits, zone| bits | 1 << zone as u8))
    }
}

/// What must hold for an effect to count; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// In contact (`false`: from afar).
    pub melee: Option<bool>,
    /// Within short range, in contact included.
    pub short: Option<bool>,
    /// A charge of the attacker led to it, orderly or not.
    pub charging: Option<bool>,
    /// Where the attacker stands, seen from the defender.
    pub facings: Vec<Facing>,
    /// Ranks of the bearer.
    pub own_ranks: Between,
    /// Ranks the bearer has lost.
    pub own_ranks_lost: Between,
    /// Ranks of the enemy.
    pub enemy_ranks: Between,
    /// Ranks the enemy has lost.
    pub enemy_ranks_lost: Between,
    /// The bearer's ranks against the enemy's; none where that does not matter.
    pub ranks_against_enemy: Vec<Compared>,
    /// Condition tokens the enemy holds, how many.
    pub enemy_tokens: Between,
    /// Condition tokens the enemy must hold.
    pub enemy_holds: Tokens,
    /// Types of the enemy.
    pub enemy_types: Vec<UnitType>,
    /// Zones that the bearer's player controls.
    pub zones: Zones,
    /// Zones that the enemy's player does not control.
    pub not_enemy_zones: Zones,
    /// Rounds of the game.
    pub round: Between,
    /// Whether the enemy has activated this round.
    pub enemy_activated: Option<bool>,
    /// Whether the bearer has activated this round.
    pub activated: Option<bool>,
    /// Whether both were in contact when the turn began.
    pub engaged_since_start: Option<bool>,
    /// Tokens of the bearer's own kind (Faith, Pillage, order tokens) there are.
    pub resource: Between,
    /// Whether another friendly unit is in contact with the enemy.
    pub supported: Option<bool>,
    /// Whether the attack dealt wounds; deeds after an attack alone.
    pub dealt: Option<bool>,
    /// Whether the attack destroyed a rank; deeds after an attack alone.
    pub rank_destroyed: Option<bool>,
}

impl Conditions {
    /// Whether any is about ranks.
    pub fn count_ranks(&self) -> bool {
        let counted = [self.own_ranks, self.own_ranks_lost, self.enemy_ranks, self.enemy_ranks_lost];
        counted.into_iter().any(|between| between != Between::ANY) || !self.ranks_against_enemy.is_empty()
    }
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
    /// It is an order (A1.7).
    pub order: bool,
    /// What of it is not counted, in words; none where all of it is.
    pub left_out: Option<String>,
}
