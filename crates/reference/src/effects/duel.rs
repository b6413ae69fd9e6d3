//! Duels: attacks in turn, each a sequence of its own that goes on from what the one before left.

use warodds_games::asoiaf::effect::{Effect, Moment};
use warodds_games::asoiaf::{Attack, Circumstances, Combatant, Context, Duel, DuelSide, Opening};

use super::choices::SequenceChoices;
use super::model::{ReferenceModel, Resolution, ResolutionKind};
use super::state::{Chances, CombatState, each, surely};

/// How a duel stands: `a` is the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EffectDuelOutcome {
    /// How units stand.
    pub state: CombatState,
    /// Rounds begun.
    pub rounds: i32,
}

impl EffectDuelOutcome {
    /// Its results by their names.
    pub fn named(&self) -> [(&'static str, i32); 6] {
        let Self { state, rounds } = *self;
        [
            ("a_left", state.left[0]),
            ("b_left", state.left[1]),
            ("rounds", rounds),
            ("a_destroyed", (state.left[0] == 0).into()),
            ("b_destroyed", (state.left[1] == 0).into()),
            ("both_stand", state.both_stand().into()),
        ]
    }
}

/// The attack of one side on the other that is made in a step, with the tokens of their own that
/// they have left.
fn attack_in(question: &Duel, step: u8, striker: usize, resources: [u8; 2]) -> Attack {
    let sides = [&question.a, &question.b];
    let opening = step == 0;
    let then = |number: usize| {
        let side: &Combatant = sides[number];
        let mut combatant = side.clone();
        let Circumstances { round, activated, engaged_since_start, resource, .. } =
            &mut combatant.traits.usage.circumstances;
        *round += step / 2;
        *activated |= !opening;
        *engaged_since_start |= !opening;
        *resource = resources[number];
        combatant
    };
    let Opening { facing, charge, .. } = question.opening;
    let context =
        if opening { Context { facing, charge, ..Context::default() } } else { Context::default() };
    Attack::new(then(striker).into(), then(1 - striker).into(), context)
}

/// The tokens of its own that a side pays in an attack, as the units stood at first: once for each
/// table of an ability that costs some and counts.
fn paid(model: &ReferenceModel<'_>, side: usize, way: &SequenceChoices) -> u8 {
    let moments = if side == 0 {
        [Moment::Activating, Moment::BeforeAttacking, Moment::Attacking, Moment::AfterAttacking]
    } else {
        let [first, second, third] =
            [Moment::BeforeAttacked, Moment::Attacked, Moment::AfterAttacked];
        [first, second, third, third]
    };
    let resolution = Resolution { me: 0, kind: ResolutionKind::Main, choices: way };
    let start = model.start();
    let mut tables: Vec<(usize, &Effect)> = Vec::new();
    for (place, moment) in moments.into_iter().enumerate() {
        if moments[..place].contains(&moment) {
            continue;
        }
        for (number, effect) in model.effects(side, way, false, moment) {
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
    let held = model.attack.traits()[side].usage.circumstances.resource;
    let sum: u8 = tables.iter().map(|(_, effect)| effect.conditions.spends).sum();
    sum.min(held)
}

/// The whole duel, and whether ties leave it open.
pub fn distribution(question: &Duel) -> (Chances<EffectDuelOutcome>, bool) {
    let sides = [&question.a, &question.b];
    let mut resources = sides.map(|side| side.traits.usage.circumstances.resource);
    let (mut ends, mut open) = (Chances::new(), false);
    let first = usize::from(question.opening.first == DuelSide::B);
    for step in 0..question.activations.get() {
        let striker = (first + usize::from(step)) % 2;
        let attack = attack_in(question, step, striker, resources);
        let model = ReferenceModel::new(&attack);
        let way = SequenceChoices::only(&model);
        if step == 0 {
            let start = model.start();
            let state = if striker == 0 { start } else { start.turned() };
            ends = surely(EffectDuelOutcome { state, rounds: 0 });
        }
        ends = each(ends, |end| struck(&model, &way, end, (striker, step)));
        open |= model.open.get();
        let spent = [0, 1].map(|side| paid(&model, side, &way));
        resources[striker] -= spent[0];
        resources[1 - striker] -= spent[1];
    }
    (ends, open)
}

/// One attack of a duel.
fn struck(
    model: &ReferenceModel<'_>,
    choices: &SequenceChoices,
    end: EffectDuelOutcome,
    (striker, step): (usize, u8),
) -> Chances<EffectDuelOutcome> {
    if !end.state.both_stand() {
        return surely(end);
    }
    let turned = |state: CombatState| if striker == 0 { state } else { state.turned() };
    let rounds = end.rounds + i32::from(step.is_multiple_of(2));
    each(model.sequence_from(turned(end.state), choices), |after| {
        surely(EffectDuelOutcome { state: turned(after.between_attacks()), rounds })
    })
}
