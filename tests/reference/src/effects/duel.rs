//! The reference model of duels: alternating attacks, each a sequence that begins in the state that
//! the one before left.

use warodds_games::asoiaf::effect::{Effect, Moment};
use warodds_games::asoiaf::{
    Attack, Circumstances, Combatant, Context, Duel, DuelSide, Engagement, Opening,
};

use super::model::{ReferenceModel, Resolution, ResolutionKind};
use super::state::{Chances, CombatState, SequenceChoices, certain, flat_map};

/// The outcome of a duel; side `a` has index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EffectDuelOutcome {
    /// The state of both units.
    pub state: CombatState,
    /// The number of rounds begun.
    pub rounds: i32,
}

impl EffectDuelOutcome {
    /// Returns the results by the names of the program.
    pub fn named(&self) -> [(&'static str, i32); 6] {
        let Self { state, rounds } = *self;
        [
            ("a_left", state.left[0]),
            ("b_left", state.left[1]),
            ("rounds", rounds),
            ("a_destroyed", (state.left[0] == 0).into()),
            ("b_destroyed", (state.left[1] == 0).into()),
            ("both_stand", state.both_survive().into()),
        ]
    }
}

/// Returns the attack of a step, with the resource tokens that both sides have left.
pub(super) fn attack_of_step(
    question: &Duel,
    step: u8,
    attacker: usize,
    resources: [u8; 2],
) -> Attack {
    let sides = question.sides();
    let opening = step == 0;
    let combatant_of = |number: usize| {
        let side: &Combatant = sides[number];
        let mut combatant = side.clone();
        let Circumstances { round, activated, engaged_since_start, resource, .. } =
            &mut combatant.circumstances;
        // a round goes by with every second attack; after the first both have activated (A14.13)
        *round += step / 2;
        *activated |= !opening;
        *engaged_since_start |= !opening;
        *resource = resources[number];
        combatant
    };
    let Opening { facing, charge, .. } = question.opening;
    let engagement = Engagement::Melee { charge };
    let context = if opening { Context { facing, engagement } } else { Context::default() };
    let [own, other] = [attacker, 1 - attacker].map(combatant_of);
    Attack::new(own, other, context).expect("both can fight")
}

/// Returns the resource tokens that a side spends in an attack: once for each table of an ability
/// whose conditions hold at its beginning.
pub(super) fn resource_spent(
    model: &ReferenceModel<'_>,
    side: usize,
    choices: &SequenceChoices,
) -> u8 {
    let moments = if side == 0 {
        [Moment::Activating, Moment::BeforeAttacking, Moment::Attacking, Moment::AfterAttacking]
    } else {
        let [first, second, third] =
            [Moment::BeforeAttacked, Moment::Attacked, Moment::AfterAttacked];
        [first, second, third, third]
    };
    let resolution = Resolution { me: 0, kind: ResolutionKind::Main, choices, later: None };
    let start = model.start();
    // effects of one table share its cost: moment and conditions identify the table
    let mut tables: Vec<(usize, &Effect)> = Vec::new();
    for (place, moment) in moments.into_iter().enumerate() {
        if moments[..place].contains(&moment) {
            continue;
        }
        for (number, effect) in model.effects(side, choices, false, moment) {
            let same = |(other, known): &(usize, &Effect)| {
                *other == number
                    && known.moment == effect.moment
                    && known.conditions == effect.conditions
            };
            if effect.conditions.spends > 0
                && model.holds(effect, side, resolution, &start)
                && !tables.iter().any(same)
            {
                tables.push((number, effect));
            }
        }
    }
    let held = model.attack.sides()[side].circumstances.resource;
    let sum: u8 = tables.iter().map(|(_, effect)| effect.conditions.spends).sum();
    sum.min(held)
}

/// Returns the distribution of a duel, and whether tied choices lead to different distributions.
pub fn distribution(question: &Duel) -> (Chances<EffectDuelOutcome>, bool) {
    let sides = question.sides();
    let mut resources = sides.map(|side| side.circumstances.resource);
    let (mut ends, mut open) = (Chances::new(), false);
    let first = usize::from(question.opening.first == DuelSide::B);
    for step in 0..question.activations.get() {
        let attacker = (first + usize::from(step)) % 2;
        let attack = attack_of_step(question, step, attacker, resources);
        let model = ReferenceModel::new(&attack);
        // cases of this model have no options, so there is nothing to try
        let choices = SequenceChoices::only(&model);
        if step == 0 {
            let start = model.start();
            let state = if attacker == 0 { start } else { start.swapped() };
            ends = certain(EffectDuelOutcome { state, rounds: 0 });
        }
        ends = flat_map(ends, |end| attack_step(&model, &choices, end, (attacker, step)));
        open |= model.open.get();
        let spent = [0, 1].map(|side| resource_spent(&model, side, &choices));
        resources[attacker] -= spent[0];
        resources[1 - attacker] -= spent[1];
    }
    (ends, open)
}

/// Resolves one attack of a duel.
fn attack_step(
    model: &ReferenceModel<'_>,
    choices: &SequenceChoices,
    end: EffectDuelOutcome,
    (attacker, step): (usize, u8),
) -> Chances<EffectDuelOutcome> {
    if !end.state.both_survive() {
        return certain(end);
    }
    let swapped = |state: CombatState| if attacker == 0 { state } else { state.swapped() };
    let rounds = end.rounds + i32::from(step.is_multiple_of(2));
    flat_map(model.sequence_from(swapped(end.state), choices, None), |after| {
        certain(EffectDuelOutcome { state: swapped(after.for_next_attack()), rounds })
    })
}
