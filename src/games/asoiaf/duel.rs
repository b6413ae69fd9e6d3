//! A duel: two engaged units strike in turn until one is gone or the attacks are used up.
//!
//! The loser's ranks thin its dice (A1.3), tokens stay until they are spent (A7), and the opening attack alone has the
//! opening's facing and charge (A5.9).

use super::attack::{Blow, Outcome, PARTS, RankDice, Strike};
use super::edition::Parameters;
use super::question::{Attack, Context, Duel, Duellist, Opening, Turn};
use crate::chance::{Chance, Label, Mask, Num, Part, Rule, Slot, State, when};

/// Words for who strikes, with how many dice.
const STRIKES: [&Label; 2] = [&Label::new("attack dice: a strikes", "A2.1"), &Label::new("attack dice: b strikes", "A2.1")];
/// Words for what is left of the side that was struck.
const LEFT: [&Label; 2] = [&Label::new("wounds a has left", "A1.4"), &Label::new("wounds b has left", "A1.4")];

/// Places in the state of a duel.
mod place {
    pub const LEFT: [usize; 2] = [0, 1];
    pub const TOKENS: [usize; 2] = [2, 3];
    pub const ROUNDS: usize = 4;
}

/// Places of the results in [`DuelRule`].
mod slot {
    pub const A_LEFT: usize = 0;
    pub const B_LEFT: usize = 1;
    pub const ROUNDS: usize = 2;
    pub const A_DESTROYED: usize = 3;
    pub const B_DESTROYED: usize = 4;
    pub const BOTH_STAND: usize = 5;
}

/// One side's attack on the other.
#[derive(Clone, Debug)]
struct Exchange {
    strike: Strike,
    dice: RankDice,
    /// The name of the whole attack as a part for the exact engine.
    part: u8,
}

impl Exchange {
    /// The `number`th kind of attack in the duel: its parts are named apart from the others'.
    fn new(striker: &Duellist, struck: &Duellist, context: Context, number: u8, parameters: &Parameters) -> Self {
        let attack = Attack { attacker: striker.attacker.clone(), defender: struck.defender, context };
        let first_part = number * (PARTS + 1);
        let dice = RankDice::new(striker.attacker.standing.body(), &striker.attacker.dice);
        Self { strike: Strike::new(&attack, first_part, parameters), dice, part: first_part + PARTS }
    }
}

/// The whole attack is a part: dice, wounds left and both sides' tokens make wounds suffered and the tokens left.
impl Part<4, 3> for Exchange {
    fn name(&self) -> u8 {
        self.part
    }

    #[inline(always)]
    fn run<C: Chance>(&self, luck: &mut C, [dice, wounds_left, attacker_tokens, defender_tokens]: [C::N; 4]) -> [C::N; 3] {
        let orderly = <C::N as Num>::Mask::all_of(true);
        let blow = Blow { dice, orderly, wounds_left, attacker_tokens, defender_tokens };
        let Outcome { wounds, attacker_tokens, defender_tokens, .. } = self.strike.make(luck, blow);
        [wounds, attacker_tokens, defender_tokens]
    }
}

/// A duel as a question of its own.
#[derive(Clone, Debug)]
pub struct DuelRule {
    opening: Exchange,
    /// Later attacks of `a` and of `b`.
    later: [Exchange; 2],
    first: usize,
    activations: u8,
    wounds: [u8; 2],
    tokens: [u8; 2],
}

impl DuelRule {
    /// Makes the question ready, by the book.
    pub fn new(question: &Duel) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Makes the question ready, by the rules of an edition.
    pub fn under(parameters: &Parameters, question: &Duel) -> Self {
        let Duel { a, b, activations, opening: Opening { first, facing, charge } } = question;
        let opening = Context { facing: *facing, charge: *charge, ..Context::default() };
        let (striker, struck) = if *first == Turn::A { (a, b) } else { (b, a) };
        let standing = [a.attacker.standing, b.attacker.standing];
        Self {
            opening: Exchange::new(striker, struck, opening, 0, parameters),
            later: [Exchange::new(a, b, Context::default(), 1, parameters), Exchange::new(b, a, Context::default(), 2, parameters)],
            first: usize::from(*first == Turn::B),
            activations: activations.get(),
            wounds: standing.map(|unit| unit.wounds_left()),
            tokens: standing.map(|unit| unit.tokens.bits()),
        }
    }

    /// Who strikes in step number `step` (0 for `a`, 1 for `b`), and how.
    #[inline(always)]
    fn exchange(&self, step: usize) -> (usize, &Exchange) {
        let striker = (self.first + step) % 2;
        (striker, if step == 0 { &self.opening } else { &self.later[striker] })
    }
}

/// Where both sides still stand.
#[inline(always)]
fn both_stand<N: Num>(state: &State<N>) -> N::Mask {
    place::LEFT.map(|left| state[left].gt(N::of(0))).into_iter().fold(N::Mask::all_of(true), |all, one| all & one)
}

impl Rule for DuelRule {
    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity("a_left", "wounds left to a", "wounds", self.wounds[0]),
            Slot::quantity("b_left", "wounds left to b", "wounds", self.wounds[1]),
            Slot::quantity("rounds", "rounds", "rounds", self.activations.div_ceil(2)),
            Slot::event("a_destroyed", "a destroyed"),
            Slot::event("b_destroyed", "b destroyed"),
            Slot::event("both_stand", "both stand"),
        ]
    }

    fn joint(&self) -> Option<(usize, usize)> {
        Some((slot::A_LEFT, slot::B_LEFT))
    }

    fn steps(&self) -> usize {
        self.activations.into()
    }

    fn start<N: Num>(&self) -> State<N> {
        let mut state = State::<N>::default();
        for side in 0..2 {
            state[place::LEFT[side]] = N::of(self.wounds[side]);
            state[place::TOKENS[side]] = N::of(self.tokens[side]);
        }
        state
    }

    #[inline(always)]
    fn step<C: Chance>(&self, luck: &mut C, step: usize, mut state: State<C::N>) -> State<C::N> {
        let (striker, exchange) = self.exchange(step);
        let struck = 1 - striker;
        let fought = both_stand(&state);
        let tokens = [state[place::TOKENS[striker]], state[place::TOKENS[struck]]];
        let (own_left, left) = (state[place::LEFT[striker]], state[place::LEFT[struck]]);
        let dice = exchange.dice.with(own_left);
        let [] = when!(fought, luck.told(STRIKES[striker], dice));
        let [wounds, own_tokens, their_tokens] = when!(fought, luck.part(exchange, [dice, left, tokens[0], tokens[1]]));
        let [] = when!(fought, luck.told(LEFT[struck], left - wounds));
        state[place::LEFT[struck]] = left - wounds;
        state[place::TOKENS[striker]] = own_tokens.or_else(fought, tokens[0]);
        state[place::TOKENS[struck]] = their_tokens.or_else(fought, tokens[1]);
        // a round is begun by the side that goes first
        if step.is_multiple_of(2) {
            state[place::ROUNDS] = state[place::ROUNDS] + C::N::flag(fought);
        }
        state
    }

    #[inline(always)]
    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        !both_stand(state)
    }

    #[inline(always)]
    fn finish<C: Chance>(&self, luck: &mut C, state: State<C::N>) {
        let [a, b] = place::LEFT.map(|left| state[left]);
        luck.record(slot::A_LEFT, a);
        luck.record(slot::B_LEFT, b);
        luck.record(slot::ROUNDS, state[place::ROUNDS]);
        luck.record(slot::A_DESTROYED, C::N::flag(a.equals(C::N::of(0))));
        luck.record(slot::B_DESTROYED, C::N::flag(b.equals(C::N::of(0))));
        luck.record(slot::BOTH_STAND, C::N::flag(both_stand(&state)));
        luck.record_joint(a, b);
    }
}
