//! The rule of a single attack (A2).

mod slots;
mod steps;

use super::attack_context::Activation;
use super::attack_roll::AttackRoll;
use super::attack_sequence::{AttackSequence, InitialState};
use super::edition::Parameters;
use super::friends::FriendTests;
use super::question::Attack;
use super::situation::{FightState, Side};
use super::state_table::StartState;
use slots::{WoundParts, slot};
use warodds_engine::chance::{Chance, Mask, Num, Rule, Slot, State};

/// The rule of a single attack and the attacks it triggers.
///
/// # Examples
/// Eight dice on 3+ against saves of 4+ and morale 7+. On average 8 · 2/3 · 1/2 = 8/3 hits are
/// unblocked. At least one is with probability 1 − (2/3)⁸ = 6305/6561; the panic test then fails
/// with 15/36 and costs 3 wounds on average. Together 101509/26244.
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
/// use warodds_games::asoiaf::attack::AttackRule;
///
/// let attacker = unit(12)?.attacking_with(&weapon(3, 8)?);
/// let defender = unit(12)?.with_defense(Defense::new(4)?, Morale::new(7)?);
/// let question = Attack::new(attacker, defender, Context::default())?;
/// let wounds = &exact(&AttackRule::new(&question))?.slots[AttackRule::WOUNDS];
/// assert!((wounds.mean() - 101_509.0 / 26_244.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AttackRule {
    sequence: AttackSequence,
    left: [u8; 2],
    full: [u8; 2],
    tokens: [u8; 2],
    /// Whether the attacker may lose wounds: its losses are then results too.
    records_own: bool,
    /// Whether the wounds left are results: healing makes them differ from the wounds suffered.
    records_left: bool,
    /// The wound parts to record.
    parts: WoundParts,
    /// Whether added wounds are a result: those of the dice that are no unblocked hits.
    adds_wounds: bool,
    /// Panic tests of friends after the attack (A6.14).
    friends: FriendTests,
}

impl AttackRule {
    /// Slot of the wounds dealt.
    pub const WOUNDS: usize = slot::WOUNDS;

    /// Compiles the question for the rulebook edition 1.6.
    pub fn new(question: &Attack) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Compiles the question for the parameters of an edition.
    pub fn under(parameters: &Parameters, question: &Attack) -> Self {
        let states = question.sides().map(|unit| unit.state);
        let start = (InitialState::Known, Activation::Whole);
        let sequence = AttackSequence::new(question, start, parameters);
        let records_left = Side::BOTH.into_iter().any(|side| sequence.heals(side));
        Self {
            records_own: records_left || sequence.can_wound_attacker(),
            records_left,
            parts: WoundParts::of(&sequence, states[1].wounds_left()),
            adds_wounds: sequence.adds_wounds(),
            friends: FriendTests::new(question, parameters),
            sequence,
            left: states.map(|state| state.wounds_left()),
            full: states.map(|state| state.body().wounds()),
            tokens: states.map(|state| state.tokens.bits()),
        }
    }

    /// Returns the largest number of wounds a side can suffer, including wounds it regains first.
    fn most_suffered(&self, side: Side) -> u8 {
        let healings = self.sequence.healings(side);
        // a single healing can restore the whole unit, so the bound assumes that each does
        let healed = self.full[side.index()].saturating_mul(healings);
        self.left[side.index()].saturating_add(healed)
    }

    /// Returns the state before the attack.
    #[inline(always)]
    fn start<N: Num>(&self) -> FightState<N> {
        let of = |[attacker, defender]: [u8; 2]| [N::of(attacker), N::of(defender)];
        FightState::new(of(self.left), of(self.tokens))
    }

    /// Resolves the panic tests of friends as a separate step. They depend only on what is left of
    /// the target, which is in `state`.
    #[inline(always)]
    fn friends_test<C: Chance>(&self, chance: &mut C, state: &mut State<C::N>) {
        let [left, tokens, ..] = *state;
        let shaken = chance.out_of_line(|chance| self.friends.take(chance, left, tokens));
        let first = self.friends_at();
        chance.record(first + slot::FRIENDS_WOUNDS, shaken.wounds);
        chance.record(first + slot::FRIENDS_FAILED, shaken.failed);
        chance.record(first + slot::FRIENDS_DESTROYED, shaken.destroyed);
        *state = State::default();
    }

    /// Returns the state after the attack, reduced to what the tests of friends depend on.
    #[inline(always)]
    fn after_attack<N: Num>(&self, fight: &FightState<N>) -> State<N> {
        let mut state = State::default();
        if !self.friends.is_empty() {
            [state[0], state[1]] = [fight.left[1], fight.tokens[1]];
        }
        state
    }

    /// Returns the number of steps of the attack itself in the merging engine.
    fn steps_of_attack(&self) -> usize {
        self.alone().map_or(1, |attack_roll| 2 + usize::from(attack_roll.has_aftermath()))
    }

    /// Resolves the whole attack and returns the state the tests of friends depend on.
    #[inline(always)]
    fn attacked<C: Chance>(&self, chance: &mut C) -> State<C::N> {
        let mut fight = self.start();
        let outcome = self.sequence.make(chance, &mut fight, <C::N as Num>::Mask::all_of(true));
        self.record_dice(chance, outcome.hits, [outcome.attack_wounds, outcome.added]);
        Self::record_panic(chance, &outcome);
        self.record_hit_wounds(chance, &outcome);
        self.record_end(chance, &fight, outcome.hit_wounds + outcome.panic_wounds);
        self.after_attack(&fight)
    }

    /// Resolves the attack as a step of a battle, from units holding `tokens`. Returns the state of
    /// both units and 1 if the defender failed its panic test.
    pub(super) fn resolve_from<C: Chance>(
        &self,
        chance: &mut C,
        tokens: [C::N; 2],
    ) -> (FightState<C::N>, C::N) {
        let mut fight = FightState { tokens, ..self.start() };
        let all = <C::N as Num>::Mask::all_of(true);
        let outcome = self.sequence.make(chance, &mut fight, all);
        (fight, outcome.panic_failed)
    }

    /// Drops the number of hits, for callers of [`Self::resolve_from`] only: it is not a result
    /// there, and the exact engine has fewer outcomes to enumerate.
    pub(super) fn without_hits(self) -> Self {
        Self { sequence: self.sequence.without_hits(), ..self }
    }

    /// Returns the distribution of the wounds left and the tokens of both units after the attack,
    /// from units holding `tokens`. Equal ends may be listed apart. `None` if choices are open.
    pub(super) fn ends_from(&self, tokens: [u8; 2]) -> Option<Vec<(StartState, f64)>> {
        let ends = self.sequence.ends(&FightState { tokens, ..self.start() })?;
        let state =
            |([own, other, held, their, ..], p): ([u8; 6], f64)| ([own, other, held, their], p);
        Some(ends.into_iter().map(state).collect())
    }

    /// Returns the attack roll if nothing else happens in the sequence.
    fn alone(&self) -> Option<&AttackRoll> {
        self.sequence.alone()
    }
}

impl Rule for AttackRule {
    fn slots(&self) -> Vec<Slot> {
        self.all_slots()
    }

    fn decided(&self) -> Vec<String> {
        let names = ["the attacker", "the defender"];
        let of_friends = self.friends.left_out().to_vec();
        [self.sequence.decided(names), self.sequence.left_out(names), of_friends].concat()
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let mut state = self.attacked(chance);
        if !self.friends.is_empty() {
            self.friends_test(chance, &mut state);
        }
    }

    fn merging_steps(&self) -> usize {
        self.steps_of_attack() + usize::from(!self.friends.is_empty())
    }

    fn merging_step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        // friends test after everything else (A6.14), so their tests are the last step
        if step == self.steps_of_attack() {
            return self.friends_test(chance, state);
        }
        match self.alone() {
            Some(attack_roll) => self.in_steps(chance, attack_roll, step, state),
            None => *state = self.attacked(chance),
        }
    }
}
