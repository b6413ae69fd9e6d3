//! An attack and the counter-attack it may cause (B2.8).

use super::question::{AttackRange, WesterosAttack};
use super::strike::{AttackResult, DiceAttack};
use warodds_engine::chance::{Chance, Label, Mask, MemoKey, Memoised, Num, when};

const COUNTERS: Label =
    Label::counted("die of the counter-attack", "dice of the counter-attack", "B2.8");

/// An attack and the counter-attack it may cause.
#[derive(Clone, Debug)]
pub(super) struct Clash {
    strike: DiceAttack,
    /// Whether the target may counter-attack (B2.8).
    may_counter: bool,
    /// The counter-attack, if it is resolved.
    counter: Option<DiceAttack>,
    /// Key as a memoised part.
    part: u16,
}

/// The result of a clash.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClashResult<N: Num> {
    /// Result for the target.
    pub(super) result: AttackResult<N>,
    /// Where the target counter-attacked.
    pub(super) countered: N::Mask,
    /// Figures the attacker lost to that.
    pub(super) own_lost: N,
    /// Hexes the attacker retreated.
    pub(super) own_retreat: N,
}

impl Clash {
    /// Compiles a clash with the memo key `part`.
    pub(super) fn new(attack: &WesterosAttack, part: u16) -> Self {
        let WesterosAttack { attacker, target, options, counter } = attack;
        let may_counter =
            target.stalwart && options.reach == AttackRange::Melee && !options.parting_blow;
        let answer =
            (may_counter && *counter).then(|| DiceAttack::counter(target, attacker, options));
        Self {
            strike: DiceAttack::new(attacker, target, options),
            may_counter,
            counter: answer,
            part,
        }
    }

    /// Returns the attack.
    pub(super) const fn strike(&self) -> &DiceAttack {
        &self.strike
    }

    /// Returns the largest number of dice of the counter-attack.
    pub(super) fn counter_dice(&self) -> u8 {
        self.counter.as_ref().map_or(0, DiceAttack::dice)
    }

    /// Resolves the attack and, if the target did not retreat, the counter-attack.
    ///
    /// **Reading**: a unit that had to retreat but could not has not retreated, so it may
    /// counter-attack if any figure is left.
    pub(super) fn make<C: Chance>(
        &self,
        chance: &mut C,
        [own, own_room, figures, room]: [C::N; 4],
    ) -> ClashResult<C::N> {
        let result = self.strike.make(chance, figures, room);
        let unmoved = !result.destroyed & result.retreat.equals(C::N::of(0));
        let countered = unmoved & <C::N as Num>::Mask::all_of(self.may_counter);
        let [own_lost, own_retreat] = match &self.counter {
            Some(counter) => when!(countered, counter_attack(counter, chance, own, own_room)),
            None => [C::N::of(0); 2],
        };
        ClashResult { result, countered, own_lost, own_retreat }
    }
}

/// A clash as a memoised part. Inputs: figures and room of the attacker and of the target. Outputs:
/// figures lost and hexes retreated by the target and by the attacker.
impl Memoised<4, 4> for Clash {
    fn key(&self, inputs: [u8; 4]) -> (MemoKey, [u8; 4]) {
        (MemoKey::OfRule(self.part), inputs)
    }

    fn run<C: Chance>(&self, chance: &mut C, inputs: [C::N; 4]) -> [C::N; 4] {
        let ClashResult { result, own_lost, own_retreat, .. } = self.make(chance, inputs);
        [result.lost, result.retreat, own_lost, own_retreat]
    }
}

/// Resolves a counter-attack. Returns figures lost and hexes retreated.
fn counter_attack<C: Chance>(
    counter: &DiceAttack,
    chance: &mut C,
    figures: C::N,
    room: C::N,
) -> [C::N; 2] {
    chance.describe(&COUNTERS, C::N::of(counter.dice()));
    let result = counter.make(chance, figures, room);
    [result.lost, result.retreat]
}
