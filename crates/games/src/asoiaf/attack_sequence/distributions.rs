//! The distributions over states after the stages of a sequence.

use std::collections::BTreeMap;

use super::super::attack_roll::{AttackOutcome, AttackRoll};
use super::super::situation::{FightState, Side};
use super::AttackSequence;
use super::stage::{SequenceState, Stage, fight_of, state_of};
use warodds_engine::chance::{Paths, Scalar};

/// The probability of each state.
pub(super) type StateDistribution = Vec<(SequenceState, f64)>;

impl AttackSequence {
    /// Returns the distribution after the effects before the sequence.
    pub(super) fn begun(&self, start: &FightState<u8>) -> StateDistribution {
        let state = state_of(start, &AttackOutcome::default());
        if !self.begins_apart() {
            return vec![(state, 1.0)];
        }
        after(state, |chance, fight, did| (self.begin(chance, fight).0, did))
    }

    /// Returns the distribution of the whole sequence. `None` if choices are open in it.
    pub(in super::super) fn ends(&self, start: &FightState<u8>) -> Option<StateDistribution> {
        if self.stages.iter().any(|stage| stage.is_open) {
            return None;
        }
        let mut states = self.begun(start);
        for place in 0..self.stages.len() {
            states = after_each(states, |state| self.after(place, start, state));
        }
        if self.in_dangerous[Side::Attacker.index()] {
            states = after_each(states, |state| self.ended(start, state));
        }
        Some(states)
    }

    /// Returns whether a stage applies in a state.
    pub(super) fn makes(
        &self,
        number: usize,
        state: SequenceState,
        start: &FightState<u8>,
    ) -> bool {
        let mut paths = Paths::new(&[], None);
        let mut chance = paths.as_chance();
        let place = self.place(&mut chance, start).0;
        let (fight, did) = fight_of(state);
        self.stages.get(number).is_some_and(|stage| stage.may(&mut chance, &fight, place, &did))
    }

    /// Returns the distribution after a stage.
    pub(super) fn after(
        &self,
        number: usize,
        start: &FightState<u8>,
        state: SequenceState,
    ) -> StateDistribution {
        if let Some(attack_roll) = self.alone() {
            return after_alone(attack_roll, state);
        }
        after(state, |chance, fight, did| {
            let (place, picked) = self.place(chance, start);
            let begun = self.begins_apart().then_some(picked);
            self.resolve_stage(chance, number, (fight, did), place, (true, begun))
        })
    }

    /// Returns the distribution after the dangerous terrain in which the first unit acts.
    pub(super) fn ended(&self, start: &FightState<u8>, state: SequenceState) -> StateDistribution {
        after(state, |chance, fight, did| (self.end(chance, start, fight), did))
    }
}

/// Returns the distribution after a triggered stage resolved with this attack.
pub(super) fn after_triggered(
    attacks: &AttackSequence,
    stage: &Stage,
    attack_roll: &AttackRoll,
    state: SequenceState,
) -> StateDistribution {
    let stage = Stage { attack_roll: attack_roll.clone(), ..stage.clone() };
    let in_dangerous = attacks.in_dangerous[stage.by.index()];
    after(state, |chance, fight, did| {
        (stage.resolve_triggered(chance, fight, &did, [true, true], in_dangerous), did)
    })
}

/// Returns the distribution after an attack without any other stage. The results of dice and panic
/// test are merged before the aftermath is resolved.
fn after_alone(attack_roll: &AttackRoll, state: SequenceState) -> StateDistribution {
    let start = fight_of(state).0;
    let [_, left] = start.left;
    // a destroyed unit is not attacked
    if left == 0 {
        return vec![(state, 1.0)];
    }
    let mut paths = Paths::new(&[], None);
    let (place, picked) = attack_roll.place(&mut paths.as_chance(), &start);
    let results = paths.distribution_of(1.0, |chance| {
        let mut fight = start;
        let dice = attack_roll.roll(chance, &start, place, true);
        let did = attack_roll.resolve_damage(chance, &mut fight, picked, dice);
        let FightState { left: [own, other], tokens: [held, their], .. } = fight;
        [own, other, held, their, did.dealt, did.ranks]
    });
    // results of the dice repeat, so the aftermath is enumerated once per distinct result
    let aftermath = |([own, other, held, their, dealt, ranks], share): ([u8; 6], f64)| {
        let did = AttackOutcome { dealt, ranks, ..AttackOutcome::default() };
        if !attack_roll.has_aftermath() {
            let fight = FightState::new([own, other], [held, their]);
            return vec![(state_of(&fight, &did), share)];
        }
        paths.distribution_of(share, |chance| {
            let mut fight = FightState::new([own, other], [held, their]);
            attack_roll.aftermath(chance, &mut fight, [left, dealt], picked);
            state_of(&fight, &did)
        })
    };
    results.into_iter().flat_map(aftermath).collect()
}

/// Returns the distribution after a step from each state; equal ends are added up.
fn after_each(
    states: StateDistribution,
    step: impl Fn(SequenceState) -> StateDistribution,
) -> StateDistribution {
    let mut sums: BTreeMap<SequenceState, f64> = BTreeMap::new();
    for (state, share) in states {
        for (end, chance) in step(state) {
            *sums.entry(end).or_default() += share * chance;
        }
    }
    sums.into_iter().collect()
}

/// Returns the distribution after applying a step to a state.
fn after(
    state: SequenceState,
    step: impl Fn(
        &mut Scalar<'_>,
        FightState<u8>,
        AttackOutcome<u8>,
    ) -> (FightState<u8>, AttackOutcome<u8>),
) -> StateDistribution {
    Paths::new(&[], None).distribution_of(1.0, |chance| {
        let (fight, did) = fight_of(state);
        let (fight, did) = step(chance, fight, did);
        state_of(&fight, &did)
    })
}
