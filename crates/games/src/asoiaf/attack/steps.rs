//! An attack in steps; the exact engine merges equal states after each.

use super::super::attack_roll::{AttackDiceResult, AttackRoll};
use super::super::per_situation::SituationIndex;
use super::super::situation::{FightState, Side};
use super::{AttackRule, WoundParts};
use warodds_engine::chance::{Chance, Mask, Num, State};

impl AttackRule {
    /// Resolves step `step` of an attack that triggers nothing: its dice, their wounds, the
    /// aftermath.
    ///
    /// Wounds do not depend on the number of hits, and the aftermath does not depend on how wounds
    /// came about. Dropping both early leaves the exact engine fewer states.
    #[inline(always)]
    pub(super) fn in_steps<C: Chance>(
        &self,
        chance: &mut C,
        attack_roll: &AttackRoll,
        step: usize,
        state: &mut State<C::N>,
    ) {
        let mut fight = self.start();
        // choices are made at the start of the attack, so each step derives them from the same
        // state
        let (place, picked) = attack_roll.place(chance, &fight);
        match step {
            0 => *state = self.dice(chance, attack_roll, &fight, place),
            1 => {
                let [wounds, gained, own, their, first, second, ..] = *state;
                let dice =
                    AttackDiceResult::of([C::N::of(0), wounds, gained, own, their, first, second]);
                let outcome = attack_roll.resolve_damage(chance, &mut fight, picked, dice);
                Self::record_panic(chance, &outcome);
                self.record_hit_wounds(chance, &outcome);
                let known = outcome.hit_wounds + outcome.panic_wounds;
                *state = if attack_roll.has_aftermath() {
                    state_of(&fight, self.known_part(known))
                } else {
                    self.record_end(chance, &fight, known);
                    self.after_attack(&fight)
                };
            }
            _ => {
                // the aftermath compares the wounds left before the attack with those left now
                let left = fight.left[Side::Defender.index()];
                fight = fight_of(state);
                let dealt = fight.suffered[Side::Defender.index()];
                attack_roll.aftermath(chance, &mut fight, [left, dealt], picked);
                self.record_end(chance, &fight, state[KNOWN]);
                *state = self.after_attack(&fight);
            }
        }
    }

    /// Returns the wounds from hits and panic if a result depends on them, else zero, so that the
    /// exact engine merges states that differ in nothing else.
    #[inline(always)]
    fn known_part<N: Num>(&self, known: N) -> N {
        if self.parts == WoundParts::HitsAndOther { known } else { N::of(0) }
    }

    /// Rolls the dice of the attack and returns the resulting state without the hits.
    #[inline(always)]
    fn dice<C: Chance>(
        &self,
        chance: &mut C,
        attack_roll: &AttackRoll,
        fight: &FightState<C::N>,
        place: SituationIndex<C::N>,
    ) -> State<C::N> {
        let all = <C::N as Num>::Mask::all_of(true);
        let dice = attack_roll.roll(chance, fight, place, all);
        let added = attack_roll.added_wounds(chance, place, dice);
        let [hits, wounds, gained, own, their, first, second] = dice.counts();
        self.record_dice(chance, hits, [wounds, added]);
        [wounds, gained, own, their, first, second, C::N::of(0), C::N::of(0)]
    }
}

/// Index of the defender's wounds from hits and panic in the state.
const KNOWN: usize = 6;

/// Packs a fight and the defender's wounds from hits and panic into a state.
#[inline(always)]
fn state_of<N: Num>(fight: &FightState<N>, known: N) -> State<N> {
    let FightState { left: [own, their], tokens: [held, theirs], suffered: [taken, dealt] } =
        *fight;
    [own, their, held, theirs, taken, dealt, known, N::of(0)]
}

/// Unpacks the fight from a state.
#[inline(always)]
const fn fight_of<N: Num>(state: &State<N>) -> FightState<N> {
    let [own, their, held, theirs, taken, dealt, ..] = *state;
    FightState { left: [own, their], tokens: [held, theirs], suffered: [taken, dealt] }
}
