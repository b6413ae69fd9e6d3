//! The sequence of attacks: the main attack and those that abilities trigger.

use warodds_games::asoiaf::effect::{Action, Effect, Moment, TriggeredEffect};

use super::model::{Later, ReferenceModel, Resolution, ResolutionKind};
use super::state::{Chances, CombatState, SequenceChoices, certain, flat_map};

/// An attack of the sequence: the side that makes it, and the effect that triggers it (`None` for
/// the main attack).
#[derive(Clone, Copy)]
pub(super) struct PlannedAttack<'a> {
    by: usize,
    trigger: Option<(usize, &'a Effect)>,
}

impl<'a> ReferenceModel<'a> {
    /// Resolves the main attack and all that it triggers.
    pub fn sequence(&self, choices: &SequenceChoices) -> Chances<CombatState> {
        self.sequence_from(self.start(), choices, None)
    }

    /// Resolves the sequence from a state. Choices in triggered attacks are made by the value of the
    /// states after it.
    pub fn sequence_from(
        &self,
        start: CombatState,
        choices: &SequenceChoices,
        later: Option<Later<'_>>,
    ) -> Chances<CombatState> {
        self.decided.borrow_mut().clear();
        self.began.set(start);
        let resolution = Resolution { me: 0, kind: ResolutionKind::Main, choices, later };
        self.rest_of_sequence(self.before_dice(start, resolution), 0, resolution)
    }

    /// Resolves the sequence from the attack with index `first` on.
    pub fn rest_of_sequence(
        &self,
        mut states: Chances<CombatState>,
        first: usize,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        for (place, attack) in self.attacks(resolution).into_iter().enumerate().skip(first) {
            states = flat_map(states, |now| match attack.trigger {
                _ if !self.is_made(&now, attack) => certain(now),
                None => self.roll_attack(now, resolution),
                Some(_) => {
                    let choices =
                        self.choose_triggered(now.without_totals(), attack.by, place, resolution);
                    self.triggered_attack(now, attack.by, &choices)
                }
            });
        }
        flat_map(states, |now| self.suffer_terrain(now, resolution))
    }

    /// Returns the attacks of the sequence in order.
    fn attacks(&self, resolution: Resolution<'_>) -> Vec<PlannedAttack<'a>> {
        let before = [Moment::Activating, Moment::BeforeAttacking].map(|moment| (0, moment));
        let after = [Moment::AfterAttacked, Moment::Destroyed].map(|moment| (1, moment));
        let triggered = |moments: &[(usize, Moment)]| {
            moments
                .iter()
                .flat_map(|(by, moment)| self.triggered_attacks(*by, *moment, resolution))
                .collect()
        };
        let first: Vec<PlannedAttack<'a>> =
            triggered(&[&before[..], &[(1, Moment::BeforeAttacked)]].concat());
        let last: Vec<PlannedAttack<'a>> =
            triggered(&[&[(0, Moment::AfterAttacking)], &after[..]].concat());
        [first, vec![PlannedAttack { by: 0, trigger: None }], last].concat()
    }

    /// Returns the attacks of a side triggered at a moment. Their conditions are checked in the
    /// state in which the sequence begins.
    fn triggered_attacks(
        &self,
        by: usize,
        moment: Moment,
        resolution: Resolution<'_>,
    ) -> Vec<PlannedAttack<'a>> {
        let triggered = self.effects(by, resolution.choices, false, moment).into_iter().filter(
            |(_, effect)| {
                effect.action == Action::Triggered(TriggeredEffect::Attack)
                    && self.can_counterattack(by)
                    && self.holds(effect, by, resolution, &self.began.get())
            },
        );
        triggered.map(|trigger| PlannedAttack { by, trigger: Some(trigger) }).collect()
    }

    /// Returns whether an attack of the sequence takes place.
    fn is_made(&self, now: &CombatState, PlannedAttack { by, trigger }: PlannedAttack<'_>) -> bool {
        let Some((number, effect)) = trigger else { return now.both_survive() };
        let matches =
            |required: Option<bool>, is: bool| required.is_none_or(|required| required == is);
        // only a last attack (E3) is made by a destroyed unit
        let is_last_attack = effect.moment == Moment::Destroyed;
        (now.left[by] == 0) == is_last_attack
            && now.left[1 - by] > 0
            && !(self.abilities[by][number].attached && now.attachment_lost[by])
            && matches(effect.conditions.dealt, now.damage.dealt > 0)
            && matches(effect.conditions.rank_destroyed, now.damage.ranks > 0)
    }

    /// Resolves a triggered attack.
    pub fn triggered_attack(
        &self,
        state: CombatState,
        by: usize,
        choices: &SequenceChoices,
    ) -> Chances<CombatState> {
        let resolution =
            Resolution { me: by, kind: ResolutionKind::Triggered, choices, later: None };
        let attacked = flat_map(self.before_dice(state, resolution), |now| {
            // a unit destroyed before its dice does not attack, unless this is its last attack (E3)
            let fell = state.left[by] > 0 && now.left[by] == 0;
            if fell || now.left[1 - by] == 0 {
                certain(now)
            } else {
                self.roll_attack(now, resolution)
            }
        });
        flat_map(attacked, |now| self.suffer_terrain(now, resolution))
    }

    /// Applies the wounds of dangerous terrain in which a unit acts (A10.4).
    fn suffer_terrain(&self, now: CombatState, resolution: Resolution<'_>) -> Chances<CombatState> {
        if self.attack.sides()[resolution.me].surroundings.dangerous {
            self.suffer_ground(now, resolution)
        } else {
            certain(now)
        }
    }

    /// Applies the D3 + 1 wounds of dangerous ground to the acting unit, unless it is destroyed.
    pub fn suffer_ground(
        &self,
        now: CombatState,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        if now.left[resolution.me] == 0 {
            return certain(now);
        }
        flat_map((2..=4).map(|wounds| (wounds, 1.0 / 3.0)).collect(), |wounds| {
            flat_map(self.suffer(now, resolution.me, wounds, resolution), |(end, _)| certain(end))
        })
    }
}
