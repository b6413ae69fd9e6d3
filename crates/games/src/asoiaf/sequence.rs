//! Several attackers in order on one defender: what each leaves, and what it costs them.
//!
//! Every attacker starts in its initial state and acts once, by an attack or by a charge that may
//! fail. Ranks, tokens and losses of the defender carry over from step to step (A7), as their joint
//! distribution. Steps after its destruction are not taken.

mod step;
mod to_aim;

use std::convert::Infallible;

use super::attack_sequence::Unsolved;
use super::charge::TargetState;
use super::edition::Parameters;
use super::question::{Aim, Sequence, SequenceStep};
use super::results::{event, quantity};
use super::situation::CONDITIONS;
use super::unit::UnitState;
use step::{StepAction, StepOutcome, StepRule};
use to_aim::fought_to_win;
use warodds_engine::chance::{Chance, Label, Num, Rule, Slot, State, when};

/// Display name of a step.
const ATTACKED: &Label =
    &Label::counted("wound left: it is attacked", "wounds left: it is attacked", "A2.1");
/// Display name of the wounds left after it.
const LEFT: &Label = &Label::counted("wound left", "wounds left", "A1.4");

/// Indices in the state.
mod place {
    pub(super) const LEFT: usize = 0;
    pub(super) const TOKENS: usize = 1;
    pub(super) const WOUNDS: usize = 2;
}

/// Display names of the results of each step; those after the last step have names of their own.
mod label {
    pub(super) const WOUNDS: [&str; 5] = [
        "wounds after step 1",
        "wounds after step 2",
        "wounds after step 3",
        "wounds after step 4",
        "wounds after step 5",
    ];
    pub(super) const DESTROYED: [&str; 5] = [
        "destroyed by step 1",
        "destroyed by step 2",
        "destroyed by step 3",
        "destroyed by step 4",
        "destroyed by step 5",
    ];
    pub(super) const OWN_WOUNDS: [&str; 6] = [
        "own wounds of attacker 1",
        "own wounds of attacker 2",
        "own wounds of attacker 3",
        "own wounds of attacker 4",
        "own wounds of attacker 5",
        "own wounds of attacker 6",
    ];
    pub(super) const REACHED: [&str; 6] = [
        "charge of attacker 1 reached",
        "charge of attacker 2 reached",
        "charge of attacker 3 reached",
        "charge of attacker 4 reached",
        "charge of attacker 5 reached",
        "charge of attacker 6 reached",
    ];
}

/// The rule of several attackers in order.
///
/// # Examples
/// Two attacks of one die each destroy a unit with one wound if either does: 25/36 each.
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
/// use warodds_games::asoiaf::sequence::SequenceRule;
///
/// let attacker = unit(1)?.attacking_with(&weapon(2, 1)?);
/// let defender = unit(1)?.with_defense(Defense::new(6)?, Morale::new(7)?);
/// let attack = Attack::new(attacker, defender, Context::default())?;
/// let steps = vec![SequenceStep::Attack(attack.clone()), SequenceStep::Attack(attack)];
/// let rule = SequenceRule::under(&Parameters::default(), &Sequence::new(steps)?);
/// let found = exact(&rule)?;
/// let destroyed = found.slots.last().map_or(0.0, |destroyed| destroyed.exactly(1));
/// assert!((destroyed - (1.0 - (11.0 / 36.0_f64).powi(2))).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SequenceRule {
    steps: Vec<StepRule>,
    /// Says what the players choose for; `None` if they have no choice.
    aim: Option<&'static str>,
    /// First slot of each step, and that of the results after the last one.
    first_slots: Vec<usize>,
    /// Wounds and tokens of the defender at the start.
    start: [u8; 2],
    /// Largest number of wounds after each step.
    most_wounds: Vec<u8>,
    /// Largest number of wounds left at the end.
    most_left: u8,
}

/// The compiled steps of a sequence.
#[derive(Clone, Debug, Default)]
struct CompiledSteps {
    steps: Vec<StepRule>,
    /// Largest number of wounds after each step.
    most_wounds: Vec<u8>,
}

impl CompiledSteps {
    /// Compiles the steps at a unit. `action` compiles the action of a step, by its number and the
    /// states that the unit may have when it begins.
    ///
    /// # Errors
    /// Those of `action`.
    fn new<E>(
        steps: &[SequenceStep],
        unit: UnitState,
        mut action: impl FnMut(u16, &SequenceStep, &[TargetState]) -> Result<StepAction, E>,
    ) -> Result<Self, E> {
        let mut states = vec![[unit.wounds_left(), unit.tokens.bits()]];
        let mut all = Self::default();
        let mut wounds = unit.wounds_left();
        for (step, number) in steps.iter().zip(0..) {
            let rule = StepRule::new(step, number, action(number, step, &states)?);
            wounds = wounds.saturating_add(rule.most_healed());
            all.most_wounds.push(wounds);
            if all.most_wounds.len() < steps.len() {
                states = rule.states_after(&states);
            }
            all.steps.push(rule);
        }
        Ok(all)
    }
}

/// Returns the steps of a sequence, each at a unit whose attachment earlier ones may have killed.
fn steps_of(question: &Sequence) -> Vec<SequenceStep> {
    let mut kills = false;
    let mut after_kills = |step: &SequenceStep| {
        let step = step.after_kills(kills);
        kills |= step.attack().is_some_and(|attack| attack.attacker.may_kill_attachments());
        step
    };
    question.steps().map(&mut after_kills).collect()
}

/// Compiles the steps of a sequence. Returns them and what the players choose for, if they have a
/// choice.
fn compiled(parameters: &Parameters, question: &Sequence) -> (CompiledSteps, Option<Aim>) {
    let (steps, unit) = (steps_of(question), question.unit());
    let has_choice = match question.aim {
        Aim::Wounds => None,
        Aim::Win => match fought_to_win(parameters, question, &steps) {
            Ok(Some(steps)) => return (steps, Some(Aim::Win)),
            Ok(None) => Some(false),
            Err(Unsolved) => Some(true),
        },
    };
    let for_wounds = |number: u16, step: &SequenceStep, states: &[TargetState]| {
        Ok::<_, Infallible>(StepAction::for_wounds(step, number, &situations(states), parameters))
    };
    let Ok(steps) = CompiledSteps::new(&steps, unit, for_wounds);
    let has_choice = has_choice.unwrap_or_else(|| steps.steps.iter().any(StepRule::leaves_choices));
    (steps, has_choice.then_some(Aim::Wounds))
}

impl SequenceRule {
    /// Compiles the question for the parameters of an edition.
    pub fn under(parameters: &Parameters, question: &Sequence) -> Self {
        let unit = question.unit();
        let (CompiledSteps { steps, most_wounds }, aim) = compiled(parameters, question);
        let words = |aim: Aim| match aim {
            Aim::Win => question.stakes.words(),
            Aim::Wounds => aim.words(),
        };
        let aim = aim.map(words);
        let heals = most_wounds.iter().any(|wounds| *wounds > unit.wounds_left());
        let most_left = if heals { unit.body().wounds() } else { unit.wounds_left() };
        let start = [unit.wounds_left(), unit.tokens.bits()];
        let mut rule = Self { steps, aim, first_slots: vec![0], start, most_wounds, most_left };
        for (number, step) in rule.steps.iter().enumerate() {
            let first = rule.first_slots.last().copied().unwrap_or(0);
            rule.first_slots.push(first + rule.slots_of(number, step).len());
        }
        rule
    }

    /// Returns the first slot of a step, or that of the results after the last one.
    #[inline(always)]
    fn first_slot(&self, number: usize) -> usize {
        self.first_slots.get(number).copied().unwrap_or(0)
    }

    /// Returns the slots of a step, in the order in which [`record`](Self::record) fills them.
    fn slots_of(&self, number: usize, step: &StepRule) -> Vec<Slot> {
        let mut slots = Vec::new();
        if !self.is_last(number) {
            let most = self.most_wounds.get(number).copied().unwrap_or(0);
            let (name, label) = (quantity::WOUNDS_AFTER[number], label::WOUNDS[number]);
            slots.push(Slot::quantity(name, label, "wounds", most));
            slots.push(Slot::event(event::DESTROYED_BY[number], label::DESTROYED[number]));
        }
        if let Some(most) = step.most_own() {
            let (name, label) = (quantity::OWN_WOUNDS_OF[number], label::OWN_WOUNDS[number]);
            slots.push(Slot::quantity(name, label, "wounds", most));
        }
        if step.is_charge() {
            slots.push(Slot::event(event::REACHED_OF[number], label::REACHED[number]));
        }
        slots
    }

    /// Records the results of a step.
    #[inline(always)]
    fn record<C: Chance>(
        &self,
        chance: &mut C,
        number: usize,
        state: &State<C::N>,
        outcome: &StepOutcome<C::N>,
    ) {
        let Some(step) = self.steps.get(number) else { return };
        let mut slot = self.first_slot(number);
        if !self.is_last(number) {
            chance.record(slot, state[place::WOUNDS]);
            chance.record(slot + 1, C::N::flag(state[place::LEFT].equals(C::N::of(0))));
            slot += 2;
        }
        if step.most_own().is_some() {
            chance.record(slot, outcome.own_wounds);
            slot += 1;
        }
        if step.is_charge() {
            chance.record(slot, outcome.reached);
        }
    }

    /// Returns whether a step is the last one.
    #[inline(always)]
    const fn is_last(&self, number: usize) -> bool {
        number + 1 >= self.steps.len()
    }
}

/// Returns the states of a unit without uses of survival abilities, without repetitions.
fn situations(states: &[[u8; 2]]) -> Vec<[u8; 2]> {
    let mut all: Vec<[u8; 2]> =
        states.iter().map(|[left, tokens]| [*left, tokens & CONDITIONS]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Rule for SequenceRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let numbered = self.steps.iter().enumerate();
        let mut slots: Vec<Slot> =
            numbered.flat_map(|(number, step)| self.slots_of(number, step)).collect();
        let most = self.most_wounds.last().copied().unwrap_or(0);
        slots.extend([
            Slot::quantity(quantity::WOUNDS, "total wounds", "wounds", most),
            Slot::quantity(quantity::LEFT, "wounds left", "wounds", self.most_left),
            Slot::event(event::DESTROYED, "destroyed"),
        ]);
        slots
    }

    fn decided(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            for note in step.notes() {
                let line = format!("step {}: {note}", number + 1);
                if !all.contains(&line) {
                    all.push(line);
                }
            }
        }
        all.extend(self.aim.map(str::to_owned));
        all
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn start<N: Num>(&self) -> State<N> {
        let mut state = State::<N>::default();
        [state[place::LEFT], state[place::TOKENS]] = self.start.map(N::of);
        state
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, number: usize, state: &mut State<C::N>) {
        let Some(step) = self.steps.get(number) else { return };
        let [left, tokens] = [state[place::LEFT], state[place::TOKENS]];
        let alive = left.gt(C::N::of(0));
        let [] = when!(alive, chance.described(ATTACKED, left));
        let outcome = when!(alive, chance.memoised(step, [left, tokens]));
        let outcome = StepOutcome::from(outcome);
        let [] = when!(alive, chance.described(LEFT, outcome.left));
        state[place::LEFT] = outcome.left;
        // tokens of a destroyed unit matter no more, and equal states merge
        state[place::TOKENS] = outcome.tokens.masked(outcome.left.gt(C::N::of(0)));
        let most = C::N::of(u8::MAX) - state[place::WOUNDS];
        state[place::WOUNDS] = state[place::WOUNDS] + outcome.wounds.at_most(most);
        self.record(chance, number, state, &outcome);
    }

    #[inline(always)]
    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let first = self.first_slot(self.steps.len());
        chance.record(first, state[place::WOUNDS]);
        chance.record(first + 1, state[place::LEFT]);
        chance.record(first + 2, C::N::flag(state[place::LEFT].equals(C::N::of(0))));
    }
}
