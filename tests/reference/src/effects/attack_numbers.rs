//! The values of an attack in a state, and pools of dice.

use std::collections::BTreeMap;

use warodds_games::asoiaf::effect::{Amount, Change, Moment};
use warodds_games::asoiaf::{Facing, Token};

use super::model::{ReferenceModel, Resolution};
use super::state::{Chances, CombatState, certain};

/// The final dice of a pool by their natural faces, and whether the enemy had any rerolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PoolRoll {
    pub ones: i32,
    pub plain: i32,
    pub sixes: i32,
    pub forced: bool,
}

/// A die of a pool, with its rerolls (A0.7).
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolDie {
    needed: i32,
    /// Whether its owner rerolls failures; with `fish`, everything but a 6.
    own: bool,
    fish: bool,
    enemy: bool,
    own_first: bool,
}

impl PoolDie {
    /// Returns the distribution of one die, over its first roll and one reroll of each player.
    fn distribution(self) -> Chances<PoolRoll> {
        let mut all: BTreeMap<PoolRoll, f64> = BTreeMap::new();
        for first in 1..=6 {
            // all three dice are always listed, rerolled or not, so that each triple is as likely
            for owners in 1..=6 {
                for enemys in 1..=6 {
                    let rolled_dice = self.once(first, owners, enemys);
                    *all.entry(rolled_dice).or_default() += 1.0 / 216.0;
                }
            }
        }
        all.into_iter().collect()
    }

    fn once(self, first: i32, owners: i32, enemys: i32) -> PoolRoll {
        let (mut face, mut forced) = (first, false);
        for owners_turn in [self.own_first, !self.own_first] {
            // the second player judges the new face (A0.7)
            let good = face >= self.needed;
            if owners_turn && self.own && (!good || (self.fish && face < 6)) {
                face = owners;
            } else if !owners_turn && self.enemy && good {
                (face, forced) = (enemys, true);
            }
        }
        PoolRoll {
            ones: i32::from(face == 1),
            plain: i32::from(face >= self.needed && face < 6),
            sixes: i32::from(face == 6),
            forced,
        }
    }
}

/// Returns the distribution of a number of dice.
pub(super) fn pool(die: &PoolDie, dice: i32) -> Chances<PoolRoll> {
    let one = die.distribution();
    let mut all = certain(PoolRoll::default());
    for _ in 0..dice {
        let mut more: BTreeMap<PoolRoll, f64> = BTreeMap::new();
        for (some, p) in &all {
            for (other, q) in &one {
                let sum = PoolRoll {
                    ones: some.ones + other.ones,
                    plain: some.plain + other.plain,
                    sixes: some.sixes + other.sixes,
                    forced: some.forced || other.forced,
                };
                *more.entry(sum).or_default() += p * q;
            }
        }
        all = more.into_iter().collect();
    }
    all
}

/// The values of saves.
#[derive(Clone, Copy, Debug)]
pub(super) struct SaveNumbers {
    pub die: PoolDie,
    pub none: bool,
    pub block: i32,
    pub half: bool,
    pub ones_give: u8,
    pub sixes_wound: i32,
    pub blocks_back: bool,
    /// Wounds instead of saves, and whether a D3 is added.
    pub fixed: Option<(i32, bool)>,
}

/// The values of an attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackDiceValues {
    pub dice: i32,
    pub attack: PoolDie,
    pub auto_hit: bool,
    pub weakened: bool,
    pub hits_each: i32,
    pub critical: i32,
    pub precision: bool,
    pub ones_wound: i32,
    pub hits: i32,
    pub misses_back: bool,
    pub vulnerable: bool,
    /// Whether the attacker's Vulnerable token is spent on hits on itself.
    pub own_vulnerable: bool,
    pub save: SaveNumbers,
    pub wounds: i32,
}

/// The changes that apply, to be added up.
struct ChangeSums<'a, 't> {
    model: &'a ReferenceModel<'t>,
    now: CombatState,
    changes: Vec<(usize, Change)>,
}

impl ChangeSums<'_, '_> {
    fn sum(&self, of: impl Fn(&Change) -> Option<Amount>) -> i32 {
        let found = self.changes.iter().filter_map(|(side, change)| Some((*side, of(change)?)));
        found.map(|(side, amount)| self.model.amount(amount, side, &self.now)).sum()
    }

    fn has(&self, sought: Change) -> bool {
        self.changes.iter().any(|(_, change)| *change == sought)
    }
}

/// Sums the amounts of one kind of change.
macro_rules! sum {
    ($sums:ident, $kind:ident) => {
        $sums.sum(|change| if let Change::$kind(amount) = change { Some(*amount) } else { None })
    };
}

impl AttackDiceValues {
    /// Returns the values of an attack in a state.
    pub(super) fn of(
        model: &ReferenceModel<'_>,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> Self {
        let moments: [&[Moment]; 2] =
            [&[Moment::Always, Moment::Attacking], &[Moment::Always, Moment::Attacked]];
        let changes = model.changes(resolution, moments, now, None);
        let sums = ChangeSums { model, now: *now, changes };
        let attacker = model.weapon(resolution.me).expect("the attacker has a weapon");
        let modifiers = model.modifiers(resolution.me);
        let (critical, precision) = (sum!(sums, Critical).clamp(0, 3), sums.has(Change::Precision));
        let charged = model.charge(resolution).is_some_and(|charge| !charge.disorderly)
            && !model.is_fortified(resolution)
            && !sums.has(Change::NoChargeBonus);
        let own = modifiers.attack_rerolls.roller || sums.has(Change::RerollAttack) || charged;
        // who may reroll misses alone keeps every hit
        let fishes = own && resolution.choices.rerolls_all && (critical > 0 || precision);
        let forced = modifiers.attack_rerolls.enemy;
        let weakened =
            !forced && model.spends_token(Token::Weakened, resolution.me, resolution, now);
        let to_hit = i32::from(modifiers.hit_modifier.get()) + model.cover(resolution);
        let to_hit = to_hit + sum!(sums, ToHit);
        let attack = PoolDie {
            needed: (i32::from(attacker.hit.get()) - to_hit).clamp(2, 6),
            own: own || sums.has(Change::RerollMisses),
            fish: fishes,
            enemy: forced || weakened,
            // a triggered attack is made in the turn of side 0 (A14.11)
            own_first: resolution.me == 0,
        };
        Self {
            dice: Self::dice(&sums, resolution),
            attack,
            auto_hit: sums.has(Change::AutoHit),
            weakened,
            hits_each: sum!(sums, HitsEach).clamp(1, 3),
            critical,
            precision,
            ones_wound: sum!(sums, OnesWound).clamp(0, 2),
            hits: (i32::from(modifiers.auto_hits.get()) + sum!(sums, Hits)).clamp(0, 60),
            misses_back: sums.has(Change::MissesHitBack),
            vulnerable: Self::vulnerable(&sums, resolution),
            own_vulnerable: model.spends_on_hits(resolution.me, resolution, (now, now)),
            save: Self::save(&sums, resolution),
            wounds: sum!(sums, Wounds).clamp(0, 60),
        }
    }

    fn dice(sums: &ChangeSums<'_, '_>, resolution: Resolution<'_>) -> i32 {
        let attacker = sums.model.weapon(resolution.me).expect("the attacker has a weapon");
        let ranks = sums.model.ranks_of(resolution.me);
        // effects on ranks move within the rows of the card
        let left = (sums.model.ranks(resolution.me, &sums.now) + sum!(sums, Ranks)).clamp(1, ranks);
        let row: Vec<i32> = attacker.dice.iter().map(|count| count.get().into()).collect();
        let base = if sums.has(Change::HighestDice) {
            *row.iter().max().expect("a row")
        } else if sums.has(Change::LowestDice) {
            *row.iter().min().expect("a row")
        } else {
            row[(ranks - left) as usize]
        };
        (base + sum!(sums, Dice)).max(0)
    }

    fn vulnerable(sums: &ChangeSums<'_, '_>, resolution: Resolution<'_>) -> bool {
        let enemy = 1 - resolution.me;
        let forced = sums.model.modifiers(enemy).save_rerolls.enemy;
        !forced && sums.model.spends_token(Token::Vulnerable, enemy, resolution, &sums.now)
    }

    fn save(sums: &ChangeSums<'_, '_>, resolution: Resolution<'_>) -> SaveNumbers {
        let profile = sums.model.defense_profile(1 - resolution.me);
        let (defense, _) = profile.expect("the defender saves");
        let modifiers = sums.model.modifiers(1 - resolution.me);
        let is_denied = sums.has(Change::NoFacingBonus);
        // an ability may deny the bonus for flank and rear (A3.2, A3.3)
        let facing = if is_denied { 0 } else { sums.model.facing(resolution) };
        let modifier = i32::from(modifiers.save_modifier.get())
            + facing
            + i32::from(sums.model.is_fortified(resolution))
            + sum!(sums, Saves);
        let needed = if sums.has(Change::OnlySixesSave) {
            6
        } else {
            // a natural 1 always fails and a natural 6 always blocks (A0.5)
            (i32::from(defense.get()) - modifier).clamp(2, 6)
        };
        let die = PoolDie {
            needed,
            own: modifiers.save_rerolls.roller || sums.has(Change::RerollSaves),
            fish: false,
            enemy: modifiers.save_rerolls.enemy || Self::vulnerable(sums, resolution),
            own_first: resolution.me == 1,
        };
        let fixed = sums
            .changes
            .iter()
            .any(|(_, change)| matches!(change, Change::FixedWounds(_) | Change::FixedD3));
        let ones_give = sums.changes.iter().fold(0, |all, (_, change)| match change {
            Change::SaveOneGives(tokens) => all | tokens.bits(),
            _ => all,
        });
        SaveNumbers {
            die,
            none: sums.has(Change::NoSaves),
            block: sum!(sums, Block).clamp(0, 60),
            half: sums.has(Change::HalfWounds),
            ones_give,
            sixes_wound: sum!(sums, SaveSixWounds).clamp(0, 2),
            blocks_back: sums.has(Change::BlockHitsBack),
            fixed: fixed.then(|| (sum!(sums, FixedWounds).clamp(0, 60), sums.has(Change::FixedD3))),
        }
    }
}

impl ReferenceModel<'_> {
    /// Returns the modifier of saves and panic tests for the defender's arc (A3.2, A3.3).
    pub fn facing(&self, resolution: Resolution<'_>) -> i32 {
        match self.arc(resolution) {
            Facing::Front => 0,
            Facing::Flank => -1,
            Facing::Rear => -2,
        }
    }
}
