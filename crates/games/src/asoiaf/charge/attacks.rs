//! The attacks at the end of an orderly and of a disorderly charge (A5.5).

use std::sync::OnceLock;

use super::super::attack_context::Activation;
use super::super::attack_sequence::{AttackSequence, InitialState};
use super::super::edition::Parameters;
use super::super::question::{Attack, ChargeEffects, Context, Engagement, Terrain, TerrainKeyword};

/// The attack after a disorderly charge (A5.5), compiled on first use: it costs as much as the
/// orderly one, and most charges are orderly.
#[derive(Clone, Debug)]
pub(super) struct DisorderlyAttack {
    /// The attack; `None` if it differs from the orderly one in the bonus only.
    attack: Option<Box<Attack>>,
    start: (InitialState, Activation),
    parameters: Parameters,
    made: OnceLock<Option<Box<AttackSequence>>>,
}

impl DisorderlyAttack {
    /// Creates the attack after a disorderly charge; `None` if it equals the orderly one.
    pub(super) fn new(
        attack: Option<Attack>,
        start: (InitialState, Activation),
        parameters: Parameters,
    ) -> Self {
        Self { attack: attack.map(Box::new), start, parameters, made: OnceLock::new() }
    }

    /// Returns whether the attack differs from the orderly one.
    pub(super) const fn is_another(&self) -> bool {
        self.attack.is_some()
    }

    /// Returns the attack, or `None` if it differs from the orderly one in the bonus only.
    pub(super) fn get(&self) -> Option<&AttackSequence> {
        let made = || {
            let attack = self.attack.as_ref()?;
            Some(Box::new(attack_after(attack, true, self.start, &self.parameters)))
        };
        // compiled by the first thread that needs it
        self.made.get_or_init(made).as_deref()
    }
}

/// Compiles the attack at the end of an orderly or a disorderly charge.
pub(super) fn attack_after(
    attack: &Attack,
    disorderly: bool,
    start: (InitialState, Activation),
    parameters: &Parameters,
) -> AttackSequence {
    let charge = attack.context.engagement.charge().unwrap_or_default();
    let engagement = Engagement::Melee { charge: Some(ChargeEffects { disorderly, ..charge }) };
    let context = Context { engagement, ..attack.context };
    let mut attack = Attack { context, ..attack.clone() };
    if disorderly {
        // after a disorderly charge its player plays no cards (A5.5)
        attack.attacker.keep_cards(|card| card.trigger.precedes_arrival());
    }
    AttackSequence::new(&attack, start, parameters)
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
