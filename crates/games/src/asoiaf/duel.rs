//! A duel: two engaged units attack in turn until one is destroyed or the attacks are used up.
//!
//! Losing ranks costs dice (A1.3), tokens stay until they are spent (A7), and only the opening
//! attack has the facing and charge of the opening (A5.9). The round advances with every second
//! attack, and resources of abilities run out. Both are the same in every course of a duel, so each
//! attack is compiled for its own step.

mod schedule;
mod win;

use super::attack_sequence::Unsolved;
use super::duel_attack::DuelAttack;
use super::edition::Parameters;
use super::question::{Aim, Duel, DuelSide};
use super::results::{event, quantity};
use super::situation::Side;
use schedule::{Schedule, turns};
use warodds_engine::chance::{Chance, Label, Num, Rule, Slot, State, when};
use win::fought_to_win;

/// Display names of the attacking side, with its wounds left.
const STRIKES: [&Label; 2] = [
    &Label::counted("wound a has left: it attacks", "wounds a has left: it attacks", "A6.4"),
    &Label::counted("wound b has left: it attacks", "wounds b has left: it attacks", "A6.4"),
];
/// Display names of the wounds left to the side that was attacked.
const LEFT: [&Label; 2] = [
    &Label::counted("wound a has left", "wounds a has left", "A1.4"),
    &Label::counted("wound b has left", "wounds b has left", "A1.4"),
];

/// Indices in the state of a duel.
mod place {
    pub(super) const LEFT: [usize; 2] = [0, 1];
    pub(super) const TOKENS: [usize; 2] = [2, 3];
    pub(super) const ROUNDS: usize = 4;
}

/// Indices of the results of [`DuelRule`].
mod slot {
    pub(super) const A_LEFT: usize = 0;
    pub(super) const B_LEFT: usize = 1;
    pub(super) const ROUNDS: usize = 2;
    pub(super) const A_DESTROYED: usize = 3;
    pub(super) const B_DESTROYED: usize = 4;
    pub(super) const BOTH_STAND: usize = 5;
}

/// Compiles the attacks of a duel. Returns them and what the players choose for, if they have a
/// choice.
fn compiled(parameters: &Parameters, question: &Duel) -> (Schedule, Option<Aim>) {
    let (turns, steps) = turns(parameters, question);
    let has_choice = match question.aim {
        Aim::Wounds => None,
        Aim::Win => match fought_to_win(parameters, question, &turns, &steps) {
            Ok(Some(schedule)) => return (schedule, Some(Aim::Win)),
            Ok(None) => Some(false),
            Err(Unsolved) => Some(true),
        },
    };
    // at most one distinct attack per activation
    let attacks = turns
        .iter()
        .zip(0..)
        .map(|((attacker, attack), part)| (*attacker, DuelAttack::new(attack, part, parameters)));
    let attacks: Vec<(usize, DuelAttack)> = attacks.collect();
    let has_choice =
        has_choice.unwrap_or_else(|| attacks.iter().any(|(_, attack)| attack.leaves_choices()));
    (Schedule { attacks, steps }, has_choice.then_some(Aim::Wounds))
}

/// The rule of a duel.
///
/// # Examples
/// One attack with one die on 2+ destroys a unit with one wound unless it saves on 6+:
/// 5/6 · 5/6 = 25/36.
/// ```
/// # use warodds_engine::run::exact;
/// # use warodds_games::asoiaf::values::*;
/// # use warodds_games::asoiaf::*;
/// # fn state(wounds: i64) -> Result<UnitState, OutOfRange> {
/// #     UnitState::after(Body::of_wounds(wounds)?, 0, Tokens::NONE)
/// # }
/// # fn weapon(hit: i64, dice: i64) -> Result<Weapon, OutOfRange> {
/// #     let dice = vec![DiceCount::new(dice)?];
/// #     Ok(Weapon { name: String::new(), reach: Reach::Melee, hit: Hit::new(hit)?, dice })
/// # }
/// # fn unit(wounds: i64) -> Result<Combatant, OutOfRange> {
/// #     Ok(Combatant::plain(state(wounds)?, Spending::default()))
/// # }
/// use warodds_games::asoiaf::duel::DuelRule;
///
/// let side = || -> Result<Combatant, OutOfRange> {
///     let attacker = unit(1)?.attacking_with(&weapon(2, 1)?);
///     Ok(attacker.with_defense(Defense::new(6)?, Morale::new(7)?))
/// };
/// let (activations, opening) = (Activations::new(1)?, Opening::default());
/// let question = Duel::new(side()?, side()?, activations, opening)?;
/// // slots: wounds left to a and b, rounds, a destroyed, b destroyed, both alive
/// let found = exact(&DuelRule::new(&question))?;
/// assert!((found.slots[4].exactly(1) - 25.0 / 36.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DuelRule {
    schedule: Schedule,
    /// What the players choose for; `None` if they have no choice.
    aim: Option<Aim>,
    first: usize,
    activations: u8,
    wounds: [u8; 2],
    full: [u8; 2],
    tokens: [u8; 2],
}

impl DuelRule {
    /// Compiles the question for the rulebook edition 1.6.
    pub fn new(question: &Duel) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Compiles the question for the parameters of an edition.
    pub fn under(parameters: &Parameters, question: &Duel) -> Self {
        let Duel { activations, opening, .. } = question;
        let state = question.sides().map(|side| side.state);
        let (schedule, aim) = compiled(parameters, question);
        Self {
            schedule,
            aim,
            first: usize::from(opening.first == DuelSide::B),
            activations: activations.get(),
            wounds: state.map(|unit| unit.wounds_left()),
            full: state.map(|unit| unit.body().wounds()),
            tokens: state.map(|unit| unit.tokens.bits()),
        }
    }

    /// Returns the attacking side in a step (0 for `a`, 1 for `b`) and its attack.
    #[inline(always)]
    fn attack(&self, step: usize) -> (usize, Option<&DuelAttack>) {
        let attacker = (self.first + step) % 2;
        let Schedule { attacks, steps, .. } = &self.schedule;
        let number = steps.get(step);
        (attacker, number.and_then(|number| attacks.get(*number)).map(|(_, attack)| attack))
    }

    /// Returns the distinct attacks with the index of their attacker.
    fn attacks(&self) -> impl Iterator<Item = (usize, &DuelAttack)> {
        self.schedule.attacks.iter().map(|(attacker, attack)| (*attacker, attack))
    }

    /// Returns the largest number of wounds a side may have left.
    fn most_left(&self, side: usize) -> u8 {
        let seen = |attacker: usize| if attacker == side { Side::Attacker } else { Side::Defender };
        let heals = self.attacks().any(|(attacker, attack)| attack.heals(seen(attacker)));
        // without healing a side never has more wounds than at the start
        if heals { self.full[side] } else { self.wounds[side] }
    }
}

/// Returns where both sides are alive.
#[inline(always)]
fn both_stand<N: Num>(state: &State<N>) -> N::Mask {
    state[place::LEFT[0]].gt(N::of(0)) & state[place::LEFT[1]].gt(N::of(0))
}

impl Rule for DuelRule {
    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(quantity::A_LEFT, "wounds left to a", "wounds", self.most_left(0)),
            Slot::quantity(quantity::B_LEFT, "wounds left to b", "wounds", self.most_left(1)),
            Slot::quantity(quantity::ROUNDS, "rounds", "rounds", self.activations.div_ceil(2)),
            Slot::event(event::A_DESTROYED, "a destroyed"),
            Slot::event(event::B_DESTROYED, "b destroyed"),
            Slot::event(event::BOTH_STAND, "both stand"),
        ]
    }

    fn joint(&self) -> Option<(usize, usize)> {
        Some((slot::A_LEFT, slot::B_LEFT))
    }

    fn decided(&self) -> Vec<String> {
        let names = |attacker: usize| if attacker == 0 { ["a", "b"] } else { ["b", "a"] };
        let mut notes: Vec<String> = Vec::new();
        for line in self.attacks().flat_map(|(attacker, attack)| {
            let names = names(attacker);
            attack.notes(names)
        }) {
            if !notes.contains(&line) {
                notes.push(line);
            }
        }
        notes.extend(self.aim.map(|aim| aim.words().to_owned()));
        notes
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
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let (attacker, attack) = self.attack(step);
        let defender = 1 - attacker;
        let resolve_from = both_stand(state);
        let tokens = [state[place::TOKENS[attacker]], state[place::TOKENS[defender]]];
        let (own_left, left) = (state[place::LEFT[attacker]], state[place::LEFT[defender]]);
        let Some(attack) = attack else { return };
        let [] = when!(resolve_from, chance.described(STRIKES[attacker], own_left));
        let [own_after, after, own_tokens, their_tokens] =
            when!(resolve_from, attack.strike(chance, [own_left, left], tokens));
        let [] = when!(resolve_from, chance.described(LEFT[defender], after));
        state[place::LEFT[attacker]] = own_after.select(resolve_from, own_left);
        state[place::LEFT[defender]] = after.select(resolve_from, left);
        state[place::TOKENS[attacker]] = own_tokens.select(resolve_from, tokens[0]);
        state[place::TOKENS[defender]] = their_tokens.select(resolve_from, tokens[1]);
        // the side that attacks first begins a round
        if step.is_multiple_of(2) {
            state[place::ROUNDS] = state[place::ROUNDS] + C::N::flag(resolve_from);
        }
    }

    fn kinds(&self) -> Vec<usize> {
        self.schedule.steps.clone()
    }

    fn clock(&self) -> Option<usize> {
        Some(place::ROUNDS)
    }

    #[inline(always)]
    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        !both_stand(state)
    }

    #[inline(always)]
    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let [a, b] = [state[place::LEFT[0]], state[place::LEFT[1]]];
        chance.record(slot::A_LEFT, a);
        chance.record(slot::B_LEFT, b);
        chance.record(slot::ROUNDS, state[place::ROUNDS]);
        chance.record(slot::A_DESTROYED, C::N::flag(a.equals(C::N::of(0))));
        chance.record(slot::B_DESTROYED, C::N::flag(b.equals(C::N::of(0))));
        chance.record(slot::BOTH_STAND, C::N::flag(both_stand(&state)));
        chance.record_joint(a, b);
    }
}
