//! Continuous effects: each turn a D6 ends them on a low face, or else they deal damage (W1.1,
//! W1.2).

use super::damage::{MOST_COUNTED, damage_dealt};
use super::question::{ContinuousEffect, ContinuousEffects};
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Slot, State, when};

const EXPIRES: Label = Label::new("whether it expires", "W1.2");

/// The rule of a continuous effect.
#[derive(Clone, Debug)]
pub struct EffectsRule {
    question: ContinuousEffects,
}

/// Indices in the state.
mod place {
    pub(super) const TICKS: usize = 0;
    pub(super) const DAMAGE: usize = 1;
    pub(super) const EXPIRED: usize = 2;
}

impl EffectsRule {
    /// Creates the rule of a question.
    pub const fn new(question: &ContinuousEffects) -> Self {
        Self { question: *question }
    }

    /// Returns the largest damage counted.
    fn most(&self) -> u8 {
        self.question.boxes.map_or(MOST_COUNTED, |boxes| boxes.get())
    }

    /// Returns where the model is destroyed.
    fn destroyed<N: Num>(&self, damage: N) -> N::Mask {
        N::Mask::all_of(self.question.boxes.is_some()) & damage.ge(N::of(self.most()))
    }

    /// Rolls the damage of one turn.
    fn tick<C: Chance>(&self, chance: &mut C) -> C::N {
        match self.question.effect {
            ContinuousEffect::Corrosion => C::N::of(1),
            ContinuousEffect::Fire(pow, arm) => {
                damage_dealt(chance, (pow.get(), arm.get()), <C::N as Num>::Mask::all_of(false))
            }
        }
    }
}

impl Rule for EffectsRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let turns = self.question.turns.get();
        let destroyed =
            self.question.boxes.map(|_| Slot::event(event::DESTROYED, "model destroyed"));
        let slots = [
            Slot::quantity(quantity::TICKS, "ticks", "ticks", turns),
            Slot::quantity(quantity::DAMAGE, "damage", "points", self.most()),
            Slot::event(event::EXPIRED, "expired within the turns"),
        ];
        slots.into_iter().chain(destroyed).collect()
    }

    fn steps(&self) -> usize {
        self.question.turns.get().into()
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, state: &mut State<C::N>) {
        // lanes run together, so finished ones must not roll on
        let goes_on = !self.over(state);
        let [die] = when!(goes_on, [chance.d6(&EXPIRES)]);
        // the die decides before the effect deals damage (W1.1)
        let stays = goes_on & die.gt(C::N::of(self.question.expires_on.get()));
        let [dealt] = when!(stays, [self.tick(chance)]);
        state[place::TICKS] = state[place::TICKS] + C::N::flag(stays);
        state[place::DAMAGE] = state[place::DAMAGE]
            + dealt.at_most(C::N::of(self.most()).saturating_sub(state[place::DAMAGE]));
        state[place::EXPIRED] = state[place::EXPIRED] + C::N::flag(goes_on & !stays);
    }

    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        state[place::EXPIRED].gt(N::of(0)) | self.destroyed(state[place::DAMAGE])
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        chance.record(0, state[place::TICKS]);
        chance.record(1, state[place::DAMAGE]);
        chance.record(2, state[place::EXPIRED]);
        if self.question.boxes.is_some() {
            chance.record(3, C::N::flag(self.destroyed(state[place::DAMAGE])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warmachine::values::{Arm, Boxes, ExpiresOn, Pow, Turns};
    use warodds_engine::run::exact;

    fn question(effect: ContinuousEffect, turns: i64, boxes: Option<i64>) -> ContinuousEffects {
        let boxes = boxes.map(|boxes| Boxes::new(boxes).expect("in range"));
        ContinuousEffects {
            effect,
            turns: Turns::new(turns).expect("in range"),
            expires_on: ExpiresOn::new(2).expect("in range"),
            boxes,
        }
    }

    #[test]
    fn ticks_are_geometric_with_mean_two() {
        // P(n ticks) = (2/3)^n · 1/3, cut off at 60 turns, where (2/3)^60 are left
        let distributions =
            exact(&EffectsRule::new(&question(ContinuousEffect::Corrosion, 60, None)))
                .expect("a distribution")
                .slots;
        for (n, p) in distributions[0].probabilities().iter().enumerate().take(60) {
            assert!((p - (2.0_f64 / 3.0).powi(n as i32) / 3.0).abs() < 1e-12, "{n} ticks");
        }
        assert!((distributions[0].mean() - 2.0).abs() < 1e-9);
        // corrosion does a point a tick
        assert!((distributions[1].mean() - distributions[0].mean()).abs() < 1e-12);
    }

    #[test]
    fn fire_is_a_damage_roll_a_tick() {
        // one turn against ARM 16: (2/3) of E[max(0, 2D6 − 4)] = 2/3 · 110/36 (by hand: 1·4 + 2·5 +
        // … with ways 4,5,6,5,4,3,2,1)
        let effect = ContinuousEffect::Fire(
            Pow::new(12).expect("in range"),
            Arm::new(16).expect("in range"),
        );
        let distributions =
            exact(&EffectsRule::new(&question(effect, 1, None))).expect("a distribution").slots;
        let ways = [(5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1)];
        let mean: f64 =
            ways.iter().map(|(sum, ways)| f64::from((sum - 4) * ways)).sum::<f64>() / 36.0;
        assert!(
            (distributions[1].mean() - 2.0 / 3.0 * mean).abs() < 1e-12,
            "{}",
            distributions[1].mean()
        );
    }

    #[test]
    fn what_is_destroyed_burns_no_more() {
        // two boxes and corrosion: destroyed with two ticks, (2/3)², and never more
        let distributions =
            exact(&EffectsRule::new(&question(ContinuousEffect::Corrosion, 10, Some(2))))
                .expect("a distribution")
                .slots;
        assert!(
            (distributions[3].at_least(1) - 4.0 / 9.0).abs() < 1e-12
                && distributions[0].at_least(3) == 0.0
        );
        assert!((distributions[2].at_least(1) - 5.0 / 9.0).abs() < 1e-12);
    }
}
