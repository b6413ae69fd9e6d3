//! An exchange: two adjacent units attack in turn, and Stalwart units counter-attack (B2).
//!
//! **Reading**: the exchange ends when a side is destroyed or driven back, unless the other side
//! presses on and follows. An attacker puts down its own token, so nobody is engaged through its
//! own when it is attacked; only a counter-attack finds the cover of a building lost (B2.6).

use super::clash::Clash;
use super::question::{AttackOptions, Exchange, WesterosAttack, WesterosSide};
use super::results::{event, quantity};
use super::strike::{UNLIMITED, room};
use super::unit::WesterosUnit;
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Slot, State, when};

/// Display names of the attacker, with the figures of the other side.
const ATTACKS: [&Label; 2] = [
    &Label::counted("figure of b, attacked by a", "figures of b, attacked by a", "B2"),
    &Label::counted("figure of a, attacked by b", "figures of a, attacked by b", "B2"),
];

/// Indices in the state of an exchange.
mod place {
    pub(super) const LEFT: [usize; 2] = [0, 1];
    pub(super) const ROOM: [usize; 2] = [2, 3];
    pub(super) const DRIVEN: [usize; 2] = [4, 5];
    pub(super) const ROUNDS: usize = 6;
}

/// Indices of the results of [`ExchangeRule`].
mod slot {
    pub(super) const A_LEFT: usize = 0;
    pub(super) const B_LEFT: usize = 1;
    pub(super) const ROUNDS: usize = 2;
    pub(super) const A_DESTROYED: usize = 3;
    pub(super) const B_DESTROYED: usize = 4;
    pub(super) const A_DRIVEN_BACK: usize = 5;
    pub(super) const B_DRIVEN_BACK: usize = 6;
    pub(super) const BOTH_STAND: usize = 7;
}

/// The rule of an exchange.
#[derive(Clone, Debug)]
pub struct ExchangeRule {
    /// The attacks of `a` and of `b`.
    clashes: [Clash; 2],
    first: usize,
    rounds: u8,
    press_on: bool,
    figures: [u8; 2],
    room: [u8; 2],
}

impl ExchangeRule {
    /// Compiles the question.
    pub fn new(question: &Exchange) -> Self {
        let Exchange { a, b, rounds, first, press_on } = question;
        let clash = |attacker: &WesterosUnit, target: &WesterosUnit, part| {
            Clash::new(
                &WesterosAttack {
                    attacker: *attacker,
                    target: *target,
                    options: AttackOptions::default(),
                    counter: true,
                },
                part,
            )
        };
        Self {
            clashes: [clash(a, b, 0), clash(b, a, 1)],
            first: usize::from(*first == WesterosSide::B),
            rounds: rounds.get(),
            press_on: *press_on,
            figures: [a.figures.get(), b.figures.get()],
            room: [room(a.room), room(b.room)],
        }
    }

    /// Resolves one attack of side `attacker`.
    fn strike<C: Chance>(
        &self,
        chance: &mut C,
        attacker: usize,
        state: State<C::N>,
    ) -> State<C::N> {
        let (own, other) = ([attacker, 1 - attacker], [1 - attacker, attacker]);
        let inputs = [
            state[place::LEFT[own[0]]],
            state[place::ROOM[own[0]]],
            state[place::LEFT[other[0]]],
            state[place::ROOM[other[0]]],
        ];
        chance.describe(ATTACKS[attacker], inputs[2]);
        // a clash depends on these four numbers alone: equal clashes are resolved once
        let [lost, retreat, own_lost, own_retreat] =
            chance.memoised(&self.clashes[attacker], inputs);
        let mut after = state;
        for (side, lost, retreat) in [(other[0], lost, retreat), (own[0], own_lost, own_retreat)] {
            after[place::LEFT[side]] = state[place::LEFT[side]] - lost;
            // unlimited room stays unlimited, so states do not multiply
            if self.room[side] != UNLIMITED {
                after[place::ROOM[side]] = state[place::ROOM[side]] - retreat;
            }
            after[place::DRIVEN[side]] =
                state[place::DRIVEN[side]] | C::N::flag(retreat.gt(C::N::of(0)));
        }
        after
    }

    /// Returns where the exchange continues.
    fn goes_on<N: Num>(&self, state: &State<N>) -> N::Mask {
        let none = N::of(0);
        let both_alive = state[place::LEFT[0]].gt(none) & state[place::LEFT[1]].gt(none);
        let parted = (state[place::DRIVEN[0]] | state[place::DRIVEN[1]]).gt(none);
        both_alive & (!parted | N::Mask::all_of(self.press_on))
    }
}

impl Rule for ExchangeRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(quantity::A_LEFT, "figures left to a", "figures", self.figures[0]),
            Slot::quantity(quantity::B_LEFT, "figures left to b", "figures", self.figures[1]),
            Slot::quantity(quantity::ROUNDS, "rounds", "rounds", self.rounds),
            Slot::event(event::A_DESTROYED, "a destroyed"),
            Slot::event(event::B_DESTROYED, "b destroyed"),
            Slot::event(event::A_DRIVEN_BACK, "a driven back"),
            Slot::event(event::B_DRIVEN_BACK, "b driven back"),
            Slot::event(event::BOTH_STAND, "both stand"),
        ]
    }

    fn joint(&self) -> Option<(usize, usize)> {
        Some((slot::A_LEFT, slot::B_LEFT))
    }

    fn steps(&self) -> usize {
        2 * usize::from(self.rounds)
    }

    fn start<N: Num>(&self) -> State<N> {
        let mut state = State::default();
        for side in 0..2 {
            state[place::LEFT[side]] = N::of(self.figures[side]);
            state[place::ROOM[side]] = N::of(self.room[side]);
        }
        state
    }

    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        // lanes run together: finished exchanges keep their state
        let on = self.goes_on(state);
        let round = C::N::of((step / 2 + 1) as u8);
        // two steps a round: even ones belong to the side that attacks first
        let after = when!(on, self.strike(chance, (self.first + step) % 2, *state));
        for (held, new) in state.iter_mut().zip(after) {
            *held = new.select(on, *held);
        }
        state[place::ROUNDS] = round.select(on, state[place::ROUNDS]);
    }

    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        !self.goes_on(state)
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let none = C::N::of(0);
        let [a, b] = place::LEFT.map(|left| state[left]);
        let [a_gone, b_gone] = [a.equals(none), b.equals(none)];
        // a destroyed unit does not count as driven back
        let [a_driven, b_driven] = [
            state[place::DRIVEN[0]].gt(none) & !a_gone,
            state[place::DRIVEN[1]].gt(none) & !b_gone,
        ];
        chance.record(slot::A_LEFT, a);
        chance.record(slot::B_LEFT, b);
        chance.record(slot::ROUNDS, state[place::ROUNDS]);
        chance.record(slot::A_DESTROYED, C::N::flag(a_gone));
        chance.record(slot::B_DESTROYED, C::N::flag(b_gone));
        chance.record(slot::A_DRIVEN_BACK, C::N::flag(a_driven));
        chance.record(slot::B_DRIVEN_BACK, C::N::flag(b_driven));
        chance.record(slot::BOTH_STAND, C::N::flag(!(a_gone | b_gone)));
        chance.record_joint(a, b);
    }
}
