//! An attack in steps, between which the exact engine puts equal states together.

use super::super::attack_roll::{AttackRoll, Volley};
use super::super::per_situation::SituationIndex;
use super::super::situation::{Fight, Side};
use super::{AttackRule, WoundParts};
use warodds_engine::chance::{Chance, Mask, Num, State};

impl AttackRule {
    /// An attack that is all there is, step by step: its dice, what they do, and what follows. What
    /// they do does not hang on the number of hits, nor what follows on how wounds came about, so
    /// that the exact engine has fewer states to go on from.
    #[inline(always)]
    pub(super) fn in_steps<C: Chance>(
        &self,
        chance: &mut C,
        strike: &AttackRoll,
        step: usize,
        state: &mut State<C::N>,
    ) {
        let mut fight = self.start();
        let (place, picked) = strike.place(chance, &fight);
        match step {
            0 => *state = Self::dice(chance, strike, &fight, place),
            1 => {
                let [wounds, given, own, their, first, second, ..] = *state;
                let volley = Volley::of([C::N::of(0), wounds, given, own, their, first, second]);
                let outcome = strike.blow(chance, &mut fight, picked, volley);
                Self::record_panic(chance, &outcome);
                self.record_hit_wounds(chance, &outcome);
                let known = outcome.hit_wounds + outcome.panic_wounds;
                *state = if strike.has_aftermath() {
                    state_of(&fight, self.known_part(known))
                } else {
                    self.record_end(chance, &fight, known);
                    self.after_attack(&fight)
                };
            }
            _ => {
                let left = fight.left[Side::Struck.index()];
                fight = fight_of(state);
                let dealt = fight.suffered[Side::Struck.index()];
                strike.aftermath(chance, &mut fight, [left, dealt], picked);
                self.record_end(chance, &fight, state[KNOWN]);
                *state = self.after_attack(&fight);
            }
        }
    }

    /// The defender's wounds from hits and panic where a result depends on them. Zero elsewhere, so
    /// that the exact engine merges states that differ in nothing else.
    #[inline(always)]
    fn known_part<N: Num>(&self, known: N) -> N {
        if self.parts == WoundParts::HitsAndOther { known } else { N::of(0) }
    }

    /// The dice of an attack: all they came to but the hits.
    #[inline(always)]
    fn dice<C: Chance>(
        chance: &mut C,
        strike: &AttackRoll,
        fight: &Fight<C::N>,
        place: SituationIndex<C::N>,
    ) -> State<C::N> {
        let all = <C::N as Num>::Mask::all_of(true);
        let [hits, wounds, given, own, their, first, second] =
            strike.roll(chance, fight, place, all).counts();
        Self::record_dice(chance, hits, wounds);
        [wounds, given, own, their, first, second, C::N::of(0), C::N::of(0)]
    }
}

/// Place in the state of the defender's wounds from hits and panic.
const KNOWN: usize = 6;

/// A fight as a state between two steps, with the defender's wounds from hits and panic.
#[inline(always)]
fn state_of<N: Num>(fight: &Fight<N>, known: N) -> State<N> {
    let Fight { left: [own, their], tokens: [held, theirs], suffered: [taken, dealt] } = *fight;
    [own, their, held, theirs, taken, dealt, known, N::of(0)]
}

/// The fight in a state.
#[inline(always)]
const fn fight_of<N: Num>(state: &State<N>) -> Fight<N> {
    let [own, their, held, theirs, taken, dealt, ..] = *state;
    Fight { left: [own, their], tokens: [held, theirs], suffered: [taken, dealt] }
}
