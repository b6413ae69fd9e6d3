//! The attacks at the end of a charge that arrives, orderly or not (A5.5).

use std::sync::OnceLock;

use super::super::attack_context::Activation;
use super::super::attack_sequence::{AttackSequence, InitialState};
use super::super::edition::Parameters;
use super::super::question::{Attack, Bonus, Context, Terrain, TerrainKeyword};

/// The attack after a disorderly charge (A5.5), made ready when it is asked for first: it takes as
/// long as the one after an orderly charge, and a charge of a battle is mostly orderly.
#[derive(Clone, Debug)]
pub(super) struct DisorderlyAttack {
    /// The attack; none where it is the same as after an orderly charge but for the bonus.
    attack: Option<Box<Attack>>,
    start: (InitialState, Activation),
    parameters: Parameters,
    made: OnceLock<Option<Box<AttackSequence>>>,
}

impl DisorderlyAttack {
    /// That of such an attack; none where it is the same as after an orderly charge.
    pub(super) fn new(
        attack: Option<Attack>,
        start: (InitialState, Activation),
        parameters: Parameters,
    ) -> Self {
        Self { attack: attack.map(Box::new), start, parameters, made: OnceLock::new() }
    }

    /// Whether it is another attack than after an orderly charge.
    pub(super) const fn is_another(&self) -> bool {
        self.attack.is_some()
    }

    /// The attack; none where it is the same as after an orderly charge but for the bonus.
    pub(super) fn get(&self) -> Option<&AttackSequence> {
        let made = || {
            let attack = self.attack.as_ref()?;
            attack_after(attack, Bonus::Disorderly, self.start, &self.parameters).map(Box::new)
        };
        self.made.get_or_init(made).as_deref()
    }
}

/// The attack at the end of a charge with this bonus.
pub(super) fn attack_after(
    attack: &Attack,
    charge: Bonus,
    start: (InitialState, Activation),
    parameters: &Parameters,
) -> Option<AttackSequence> {
    let context = Context { charge, ..attack.context };
    AttackSequence::new(attack.views(), context, start, parameters)
}

/// The attack with the fortified terrain the charge crosses (A5.7) and the dangerous terrain in
/// which the charger acts (A10.4).
pub(super) fn over_terrain(attack: &Attack, terrain: Terrain) -> Attack {
    let mut attack = attack.clone();
    attack.attacker.traits.surroundings.dangerous |= terrain.has(TerrainKeyword::DangerousEdge);
    attack.context.charge = Bonus::Charge;
    attack.context.fortified |= terrain.has(TerrainKeyword::Fortified);
    attack
}
