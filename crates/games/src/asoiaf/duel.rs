//! A duel: two engaged units attack in turn until one is destroyed or the attacks are used up.
//!
//! Losing ranks costs dice (A1.3), tokens stay until they are spent (A7), and only the opening
//! attack has the facing and charge of the opening (A5.9). The round advances with every second
//! attack, and resources of abilities run out. Both are the same in every course of a duel, so each
//! attack is compiled for its own step.

use super::attack_sequence::spent;
use super::duel_attack::DuelAttack;
use super::edition::Parameters;
use super::effect::CountRange;
use super::question::{Attack, Combatant, Duel, DuelSide};
use super::results::{event, quantity};
use super::situation::Side;
use super::usage::Circumstances;
use warodds_engine::chance::{Chance, Label, Num, Rule, Slot, State, when};

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

/// Everything that changes from attack to attack regardless of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TurnState {
    /// The attacking side: 0 for `a`, 1 for `b`.
    attacker: usize,
    is_opening: bool,
    /// The round of the game, up to the last one the abilities of each side distinguish.
    rounds: [u8; 2],
    /// Resource tokens left to both sides.
    resources: [u8; 2],
}

impl TurnState {
    /// Returns the attack of this step: after the opening, both units are engaged and have
    /// activated.
    fn attack(&self, question: &Duel) -> Attack {
        let mut attack = question.attacks[self.attacker].clone();
        if self.is_opening {
            attack.context = question.opening.context();
        }
        let of_side = |number: usize, was: Circumstances| {
            let (round, resource) = (self.rounds[number], self.resources[number]);
            let (activated, engaged_since_start) = if self.is_opening {
                (was.activated, was.engaged_since_start)
            } else {
                (true, true)
            };
            Circumstances { activated, engaged_since_start, round, resource, ..was }
        };
        let (own, other) = (self.attacker, 1 - self.attacker);
        attack.attacker.circumstances = of_side(own, attack.attacker.circumstances);
        attack.defender.circumstances = of_side(other, attack.defender.circumstances);
        attack
    }
}

/// Returns the last round of the game that the abilities of a side distinguish from later ones.
fn last_round(side: &Combatant) -> u8 {
    let rounds = side
        .abilities
        .iter()
        .flat_map(|ability| ability.effects.all())
        .map(|effect| effect.conditions.round);
    let last = |round: CountRange| {
        if round.most == CountRange::ANY.most { round.least } else { round.most.saturating_add(1) }
    };
    rounds.map(last).max().unwrap_or(0).max(side.circumstances.round)
}

/// Compiles the distinct attacks of a duel and returns which is made in each step.
fn schedule(parameters: &Parameters, question: &Duel) -> (Vec<(usize, DuelAttack)>, Vec<usize>) {
    let Duel { activations, opening, .. } = question;
    let sides = question.sides();
    let starts = sides.map(|side| side.circumstances);
    let mut resources = starts.map(|start| start.resource);
    let mut kinds: Vec<(TurnState, usize, [u8; 2])> = Vec::new();
    let (mut attacks, mut steps) = (Vec::new(), Vec::new());
    for step in 0..activations.get() {
        let round = |number: usize| {
            starts[number].round.saturating_add(step / 2).min(last_round(sides[number]))
        };
        let attacker = (usize::from(opening.first == DuelSide::B) + usize::from(step)) % 2;
        let turn_state =
            TurnState { attacker, is_opening: step == 0, rounds: [round(0), round(1)], resources };
        // rounds and resources repeat, so few distinct attacks are compiled
        if !kinds.iter().any(|(known, ..)| *known == turn_state) {
            let attack = turn_state.attack(question);
            kinds.push((turn_state, attacks.len(), spent(&attack, parameters)));
            // at most one distinct attack per activation
            let part = attacks.len() as u16;
            attacks.push((attacker, DuelAttack::new(&attack, part, parameters)));
        }
        let Some((_, number, spent)) = kinds.iter().find(|(known, ..)| *known == turn_state) else {
            continue;
        };
        steps.push(*number);
        // spending does not depend on dice, so resources are known for each step
        resources[attacker] = resources[attacker].saturating_sub(spent[0]);
        resources[1 - attacker] = resources[1 - attacker].saturating_sub(spent[1]);
    }
    (attacks, steps)
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
    /// The distinct attacks, with the index of their attacker.
    attacks: Vec<(usize, DuelAttack)>,
    /// Index of the attack of each step; `None` if it cannot be made.
    schedule: Vec<usize>,
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
        let (attacks, schedule) = schedule(parameters, question);
        Self {
            attacks,
            schedule,
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
        let number = self.schedule.get(step);
        (attacker, number.and_then(|number| self.attacks.get(*number)).map(|(_, attack)| attack))
    }

    /// Returns the distinct attacks with the index of their attacker.
    fn attacks(&self) -> impl Iterator<Item = (usize, &DuelAttack)> {
        self.attacks.iter().map(|(attacker, attack)| (*attacker, attack))
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
        self.schedule.clone()
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
