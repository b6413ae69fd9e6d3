//! The sequence of attacks: the one in question and those that are called forth.

use warodds_games::asoiaf::effect::{Action, Effect, Moment, TriggeredEffect};

use super::choices::SequenceChoices;
use super::model::{ReferenceModel, Resolution, ResolutionKind};
use super::state::{Chances, CombatState, each, surely};

/// An attack of the sequence: who makes it, and what calls it forth; nothing the one in question.
#[derive(Clone, Copy)]
pub(super) struct PlannedAttack<'a> {
    by: usize,
    called: Option<(usize, &'a Effect)>,
}

impl<'a> ReferenceModel<'a> {
    /// The attack in question with all it calls forth, chosen in this way.
    pub fn sequence(&self, way: &SequenceChoices) -> Chances<CombatState> {
        self.sequence_from(self.start(), way)
    }

    /// The same where things stand so when it begins.
    pub fn sequence_from(&self, start: CombatState, way: &SequenceChoices) -> Chances<CombatState> {
        self.decided.borrow_mut().clear();
        self.began.set(start);
        let resolution = Resolution { me: 0, kind: ResolutionKind::Main, choices: way };
        self.rest_of_sequence(self.begin(start, resolution), 0, resolution)
    }

    /// The sequence from one of its attacks on.
    pub fn rest_of_sequence(
        &self,
        mut states: Chances<CombatState>,
        first: usize,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        for (place, attack) in self.attacks(resolution).into_iter().enumerate().skip(first) {
            states = each(states, |now| match attack.called {
                _ if !self.is_made(&now, attack) => surely(now),
                None => self.strike(now, resolution),
                Some(_) => {
                    let way = self.choices_of_called(now.bare(), attack.by, place, resolution);
                    self.called_attack(now, attack.by, &way)
                }
            });
        }
        each(states, |now| self.suffer_terrain(now, resolution))
    }

    /// The attacks of the sequence.
    fn attacks(&self, resolution: Resolution<'_>) -> Vec<PlannedAttack<'a>> {
        let before = [Moment::Activating, Moment::BeforeAttacking].map(|moment| (0, moment));
        let after = [Moment::AfterAttacked, Moment::Destroyed].map(|moment| (1, moment));
        let called = |moments: &[(usize, Moment)]| {
            moments.iter().flat_map(|(by, moment)| self.called(*by, *moment, resolution)).collect()
        };
        let first: Vec<PlannedAttack<'a>> =
            called(&[&before[..], &[(1, Moment::BeforeAttacked)]].concat());
        let last: Vec<PlannedAttack<'a>> =
            called(&[&[(0, Moment::AfterAttacking)], &after[..]].concat());
        [first, vec![PlannedAttack { by: 0, called: None }], last].concat()
    }

    /// The attacks of a side that are called forth at a moment, as things stand when all begins.
    fn called(
        &self,
        by: usize,
        moment: Moment,
        resolution: Resolution<'_>,
    ) -> Vec<PlannedAttack<'a>> {
        let called = self.effects(by, resolution.choices, false, moment).into_iter().filter(
            |(_, effect)| {
                effect.action == Action::Triggered(TriggeredEffect::Attack)
                    && self.can_answer(by)
                    && self.holds(effect, by, resolution, &self.began.get())
            },
        );
        called.map(|called| PlannedAttack { by, called: Some(called) }).collect()
    }

    /// Whether an attack of the sequence is made.
    fn is_made(&self, now: &CombatState, PlannedAttack { by, called }: PlannedAttack<'_>) -> bool {
        let Some((number, effect)) = called else { return now.both_stand() };
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let last = effect.moment == Moment::Destroyed;
        (now.left[by] == 0) == last
            && now.left[1 - by] > 0
            && !(self.abilities[by][number].attached && now.fallen[by])
            && asked(effect.conditions.dealt, now.done.dealt > 0)
            && asked(effect.conditions.rank_destroyed, now.done.ranks > 0)
    }

    /// An attack that is called forth, chosen in this way.
    pub fn called_attack(
        &self,
        state: CombatState,
        by: usize,
        way: &SequenceChoices,
    ) -> Chances<CombatState> {
        let resolution = Resolution { me: by, kind: ResolutionKind::Called, choices: way };
        let struck = each(self.begin(state, resolution), |now| {
            let fell = state.left[by] > 0 && now.left[by] == 0;
            if fell || now.left[1 - by] == 0 { surely(now) } else { self.strike(now, resolution) }
        });
        each(struck, |now| self.suffer_terrain(now, resolution))
    }

    /// What dangerous terrain costs who acts in it.
    fn suffer_terrain(&self, now: CombatState, resolution: Resolution<'_>) -> Chances<CombatState> {
        if self.attack.traits()[resolution.me].surroundings.dangerous {
            self.suffer_ground(now, resolution)
        } else {
            surely(now)
        }
    }

    /// What dangerous ground costs the one who acts, if it stands.
    pub fn suffer_ground(
        &self,
        now: CombatState,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        if now.left[resolution.me] == 0 {
            return surely(now);
        }
        each((2..=4).map(|wounds| (wounds, 1.0 / 3.0)).collect(), |wounds| {
            each(self.hurt(now, resolution.me, wounds, resolution), |(end, _)| surely(end))
        })
    }
}
