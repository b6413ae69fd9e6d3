//! The attacks at the end of an orderly and of a disorderly charge (A5.5).

use std::sync::{Arc, OnceLock};

use super::super::attack_context::Activation;
use super::super::attack_sequence::{AttackSequence, InitialState};
use super::super::condition::Tokens;
use super::super::edition::Parameters;
use super::super::effect::{Action, Change};
use super::super::question::{
    Attack, Charge, ChargeEffects, Context, Engagement, Terrain, TerrainKeyword,
};
use super::super::unit::UnitState;
use super::super::usage::Fishing;

/// Wounds left and tokens of a target.
pub(in super::super) type TargetState = [u8; 2];

/// An attack at the end of a charge, compiled on first use: many charges fail, and most that arrive
/// are orderly.
#[derive(Clone, Debug)]
pub(super) enum AttackAtEnd {
    Compiled(Box<AttackSequence>),
    OnFirstUse {
        attack: Arc<Attack>,
        disorderly: bool,
        start: (InitialState, Activation),
        parameters: Parameters,
        /// Whether the number of hits is among the outcomes of its dice.
        counts_hits: bool,
        made: OnceLock<Box<AttackSequence>>,
    },
}

impl From<AttackSequence> for AttackAtEnd {
    fn from(attack: AttackSequence) -> Self {
        Self::Compiled(Box::new(attack))
    }
}

impl AttackAtEnd {
    /// Creates the attack after an orderly or a disorderly charge.
    pub(super) fn new(
        (attack, disorderly): (&Arc<Attack>, bool),
        start: (InitialState, Activation),
        parameters: &Parameters,
    ) -> Self {
        let (attack, made) = (Arc::clone(attack), OnceLock::new());
        let (parameters, counts_hits) = (*parameters, true);
        Self::OnFirstUse { attack, disorderly, start, parameters, counts_hits, made }
    }

    /// Drops the number of hits, which leaves the exact engine fewer outcomes.
    pub(super) fn drop_hits(&mut self) {
        match self {
            Self::Compiled(attack) => **attack = attack.as_ref().clone().without_hits(),
            Self::OnFirstUse { counts_hits, made, .. } => {
                *counts_hits = false;
                if let Some(attack) = made.take() {
                    *made = OnceLock::from(Box::new(attack.without_hits()));
                }
            }
        }
    }

    /// Returns the attack.
    pub(super) fn get(&self) -> &AttackSequence {
        match self {
            Self::Compiled(attack) => attack,
            // compiled by the first thread that needs it
            Self::OnFirstUse { attack, disorderly, start, parameters, counts_hits, made } => made
                .get_or_init(|| {
                    let attack = attack_after(attack, *disorderly, *start, parameters);
                    Box::new(if *counts_hits { attack } else { attack.without_hits() })
                }),
        }
    }
}

/// How the attack after a disorderly charge differs from the orderly one (A5.5).
#[derive(Clone, Debug, Default)]
pub(super) enum DisorderlyAttack {
    /// In the bonus only, which is masked.
    #[default]
    Alike,
    /// In more.
    Another(AttackAtEnd),
    /// In more if players may choose in the orderly one.
    ByChoices(AttackAtEnd),
}

impl From<AttackSequence> for DisorderlyAttack {
    fn from(attack: AttackSequence) -> Self {
        Self::Another(attack.into())
    }
}

impl DisorderlyAttack {
    /// Creates the attack after a disorderly charge.
    pub(super) fn new(
        (attack, is_order_relevant): (&Arc<Attack>, bool),
        start: (InitialState, Activation),
        parameters: &Parameters,
    ) -> Self {
        let attack = AttackAtEnd::new((attack, true), start, parameters);
        if is_order_relevant { Self::Another(attack) } else { Self::ByChoices(attack) }
    }

    /// Drops the number of hits of the attack.
    pub(super) fn drop_hits(&mut self) {
        match self {
            Self::Alike => {}
            Self::Another(attack) | Self::ByChoices(attack) => attack.drop_hits(),
        }
    }

    /// Returns the attack if it differs in more than the bonus from the orderly one.
    pub(super) fn other_than(&self, orderly: &AttackAtEnd) -> Option<&AttackAtEnd> {
        match self {
            Self::Alike => None,
            Self::Another(attack) => Some(attack),
            Self::ByChoices(attack) => orderly.get().leaves_choices().then_some(attack),
        }
    }
}

/// Compiles the attack at the end of an orderly or a disorderly charge.
fn attack_after(
    attack: &Attack,
    disorderly: bool,
    start: (InitialState, Activation),
    parameters: &Parameters,
) -> AttackSequence {
    AttackSequence::new(&after_charge(attack, disorderly), start, parameters)
}

/// Returns the attack at the end of an orderly or a disorderly charge.
pub(super) fn after_charge(attack: &Attack, disorderly: bool) -> Attack {
    let charge = attack.context.engagement.charge().unwrap_or_default();
    let engagement = Engagement::Melee { charge: Some(ChargeEffects { disorderly, ..charge }) };
    let mut attack = Attack { context: Context { engagement, ..attack.context }, ..attack.clone() };
    if disorderly {
        // after a disorderly charge its player plays no cards (A5.5)
        attack.attacker.keep_cards(|card| card.trigger.precedes_arrival());
    }
    attack
}

/// Returns whether the attack after a disorderly charge differs from the orderly one in more than
/// the bonus even without choices: its player plays no cards (A5.5), and the reroll of the bonus
/// alone may allow the charger to give up hits.
pub(super) fn is_order_relevant(question: &Charge) -> bool {
    let rerolls_misses = |attack: &Attack| {
        let effects = attack.sides().map(|unit| &unit.abilities).into_iter().flatten();
        let misses = Action::Change(Change::RerollMisses);
        attack.attacker.policy.fishing == Fishing::Always
            && effects.flat_map(|one| one.effects.all()).any(|effect| effect.action == misses)
    };
    question.charger.plays_cards() || question.attack.as_ref().is_some_and(rerolls_misses)
}

/// Returns the attack of a charge with the terrain it crosses and ends in.
pub(in super::super) fn attack_at_end(question: &Charge) -> Option<Attack> {
    question.attack.as_ref().map(|attack| over_terrain(attack, question.terrain))
}

/// Returns the attack with the fortified terrain the charge crosses (A5.7) and the dangerous
/// terrain the charger acts in (A10.4).
pub(super) fn over_terrain(attack: &Attack, terrain: Terrain) -> Attack {
    let mut attack = attack.clone();
    attack.attacker.surroundings.dangerous |= terrain.has(TerrainKeyword::DangerousEdge);
    // the attack may be fortified already, e.g. by the question itself
    let fortified =
        attack.context.engagement.is_fortified() || terrain.has(TerrainKeyword::Fortified);
    let charge = Some(ChargeEffects { disorderly: false, fortified });
    attack.context.engagement = Engagement::Melee { charge };
    attack
}

/// Returns the charge at a target in this state.
pub(super) fn at(charge: &Charge, target: TargetState) -> Charge {
    let attack = charge.attack.as_ref().map(|attack| attack_on(attack, target));
    Charge { attack, ..charge.clone() }
}

/// Returns the attack on a defender in this state.
pub(in super::super) fn attack_on(attack: &Attack, [left, tokens]: TargetState) -> Attack {
    let mut attack = attack.clone();
    let body = attack.defender.state.body();
    let lost = i64::from(body.wounds()) - i64::from(left);
    // a unit under attack has a wound left
    if let Ok(state) = UnitState::after(body, lost, Tokens::from_bits(tokens)) {
        attack.defender.state = state;
    }
    attack
}
