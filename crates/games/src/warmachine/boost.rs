//! Spending focus and fury in an activation: further attacks, boosted attack rolls and boosted
//! damage rolls, one point each (W1.8).
//!
//! The best next action depends on the points, free attacks and boxes left. The plan is computed by
//! backward induction and stored in two tables that engines look up, so every engine follows the
//! same plan.

mod odds;

use crate::decide::{best, solve};

use self::odds::RollOdds;
use super::damage::{MOST_COUNTED, attack_hits, damage_dealt};
use super::question::{AttackValues, Boost, BoostPlan};
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Num, Rule, Slot, State, when};

/// The actions with a possible attack.
mod choice {
    /// Stops.
    pub(super) const STOP: u8 = 0;
    /// Attacks.
    pub(super) const PLAIN: u8 = 1;
    /// Attacks with a boosted attack roll.
    pub(super) const BOOSTED: u8 = 2;
}

/// What the value of a state depends on.
struct PlanTerms {
    plan: BoostPlan,
    odds: RollOdds,
}

impl PlanTerms {
    /// Returns whether the plan prefers `value`. A plan that maximizes nothing takes the first
    /// option it can pay for.
    fn is_better(&self, value: f64, than: f64) -> bool {
        matches!(self.plan, BoostPlan::BestDamage | BoostPlan::BestKill) && is_more(value, than)
    }
}

/// A state of an activation: points, free attacks and boxes left.
type PlanState = (u8, u8, u8);

/// A plan: the action for each number of points, free attacks and boxes left.
#[derive(Clone, Debug)]
pub(super) struct SpendingPlan {
    strike: AttackValues,
    attacks: u8,
    points: u8,
    /// Boxes of the target; 0 if they are not counted.
    boxes: u8,
    /// A row per number of points and free attacks, a column per number of boxes left.
    attack: Vec<u8>,
    damage: Vec<u8>,
    /// Value at the start.
    value: f64,
}

impl SpendingPlan {
    /// Computes a plan.
    pub(super) fn new(question: &Boost) -> Self {
        let boxes = question.boxes.map_or(0, |boxes| boxes.get());
        let mut spending = Self {
            strike: question.strike,
            attacks: question.attacks.get(),
            points: question.points.get(),
            boxes,
            attack: Vec::new(),
            damage: Vec::new(),
            value: 0.0,
        };
        spending.value = spending.plan(question.plan);
        spending
    }

    /// Returns the value of the plan: expected damage, or the chance to destroy the target.
    pub(super) const fn value(&self) -> f64 {
        self.value
    }

    /// Returns the largest number of attacks.
    pub(super) fn most_attacks(&self) -> u8 {
        self.attacks + self.points
    }

    const fn columns(&self) -> u8 {
        self.boxes + 1
    }

    fn place(&self, (points, free, left): PlanState) -> usize {
        (usize::from(points) * (usize::from(self.attacks) + 1) + usize::from(free))
            * usize::from(self.columns())
            + usize::from(left)
    }

    /// Fills the tables from the end of an activation to its start. Returns the value at the start.
    fn plan(&mut self, plan: BoostPlan) -> f64 {
        let terms = PlanTerms { plan, odds: RollOdds::of(&self.strike) };
        // ascending order: each action leads to fewer points, attacks or boxes, and a hit without
        // damage to the state before the next attack
        let states = (0..=self.points)
            .flat_map(|points| (0..=self.attacks).map(move |free| (points, free)))
            .flat_map(|(points, free)| (0..=self.boxes).map(move |left| (points, free, left)))
            .flat_map(|state| [(state, false), (state, true)]);
        let (choices, values) = solve(states, |(state, has_hit), values: &[f64]| {
            let decide = if has_hit { Self::best_boost } else { Self::best_attack };
            decide(self, &terms, state, values)
        });
        self.attack = choices.iter().step_by(2).copied().collect();
        self.damage = choices.iter().skip(1).step_by(2).copied().collect();
        values[2 * self.place((self.points, self.attacks, self.boxes))]
    }

    /// Decides the next attack. Returns the action and its value.
    fn best_attack(
        &self,
        terms: &PlanTerms,
        (points, free, left): PlanState,
        values: &[f64],
    ) -> (u8, f64) {
        // without boxes the target is never destroyed
        let destroyed = self.boxes > 0 && left == 0;
        let option = |boosted: &u8| {
            let points = points.checked_sub(boosted + u8::from(free == 0))?;
            let place = 2 * self.place((points, free.saturating_sub(1), left));
            let hit = terms.odds.hit[usize::from(*boosted)];
            let value = hit * values[place + 1] + (1.0 - hit) * values[place];
            Some((choice::PLAIN + boosted, value))
        };
        let options = boosts(terms.plan)[0].iter().filter(|_| !destroyed).filter_map(option);
        let killed = f64::from(u8::from(destroyed && terms.plan == BoostPlan::BestKill));
        best(options, |value, than| terms.is_better(value, than)).unwrap_or((choice::STOP, killed))
    }

    /// Decides the damage roll of a hit. Returns 1 if it is boosted, and the value of the hit.
    fn best_boost(
        &self,
        terms: &PlanTerms,
        (points, free, left): PlanState,
        values: &[f64],
    ) -> (u8, f64) {
        let option = |boosted: &u8| {
            let points = points.checked_sub(*boosted)?;
            let of = |(dealt, weight): &(u8, f64)| {
                // damage beyond the last box is worth nothing
                let counted = if self.boxes > 0 { (*dealt).min(left) } else { *dealt };
                let gain = if terms.plan == BoostPlan::BestKill { 0.0 } else { f64::from(counted) };
                let left = if self.boxes > 0 { left - counted } else { 0 };
                weight * (gain + values[2 * self.place((points, free, left))])
            };
            Some((*boosted, terms.odds.damage[usize::from(*boosted)].iter().map(of).sum()))
        };
        let options = boosts(terms.plan)[1].iter().filter_map(option);
        best(options, |value, than| terms.is_better(value, than)).unwrap_or_default()
    }

    /// Describes the first decisions of the plan.
    pub(super) fn opening(&self) -> String {
        let (mut points, mut free) = (self.points, self.attacks);
        let first = self.attack[self.place((points, free, self.boxes))];
        if first == choice::STOP {
            return "no attack can be made".to_owned();
        }
        // the attack itself costs a point once free attacks are used up
        points -= u8::from(first == choice::BOOSTED) + u8::from(free == 0);
        free = free.saturating_sub(1);
        let after = self.damage[self.place((points, free, self.boxes))];
        let attack = if first == choice::BOOSTED { "boosted" } else { "not boosted" };
        let damage = if after == 1 { "boosted" } else { "not boosted" };
        format!("first attack roll {attack}; if it hits, damage roll {damage}")
    }

    /// Returns the state at the start of an activation.
    pub(super) fn fresh<N: Num>(&self) -> ActivationState<N> {
        let counts = [self.points, self.attacks, self.boxes, 0, 0, 0, 0].map(N::of);
        let [points, free, left, damage, attacks, attack_boosts, damage_boosts] = counts;
        ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts }
    }

    /// Resolves the next attack of the plan, if there is one.
    pub(super) fn attack<C: Chance>(
        &self,
        chance: &mut C,
        was: ActivationState<C::N>,
    ) -> ActivationState<C::N> {
        let (one, zero) = (C::N::of(1), C::N::of(0));
        // the same layout as `place`, in lanes
        let row = |points: C::N, free: C::N| points.times(self.attacks + 1) + free;
        let chosen =
            chance.look_up(&self.attack, self.columns(), row(was.points, was.free), was.left);
        let (made, boosted) = (chosen.gt(zero), chosen.equals(C::N::of(choice::BOOSTED)));
        let is_free = was.free.gt(zero);
        let points = was
            .points
            .saturating_sub(one.masked(made & !is_free))
            .saturating_sub(one.masked(boosted));
        let free = was.free.saturating_sub(one.masked(made));
        let [hit] = when!(made, [C::N::flag(attack_hits(chance, &self.strike, boosted))]);
        let hits = hit.gt(zero);
        let extra =
            chance.look_up(&self.damage, self.columns(), row(points, free), was.left).masked(hits);
        let power = (self.strike.pow.get(), self.strike.arm.get());
        let [dealt] = when!(hits, [damage_dealt(chance, power, extra.gt(zero))]);
        let room = if self.boxes > 0 {
            was.left
        } else {
            C::N::of(MOST_COUNTED).saturating_sub(was.damage)
        };
        let dealt = dealt.at_most(room);
        ActivationState {
            points: points.saturating_sub(extra),
            free,
            left: was.left.saturating_sub(dealt),
            damage: was.damage + dealt,
            attacks: was.attacks + C::N::flag(made),
            attack_boosts: was.attack_boosts + C::N::flag(boosted),
            damage_boosts: was.damage_boosts + extra,
        }
    }
}

/// Returns the options of a plan for attack rolls and damage rolls, 1 for boosted.
const fn boosts(plan: BoostPlan) -> [&'static [u8]; 2] {
    match plan {
        BoostPlan::BestDamage | BoostPlan::BestKill => [&[0, 1], &[0, 1]],
        BoostPlan::BuyAttacks => [&[0], &[0]],
        BoostPlan::BoostAttacks => [&[1, 0], &[0]],
        BoostPlan::BoostDamage => [&[0], &[1, 0]],
        BoostPlan::BoostBoth => [&[1, 0], &[1, 0]],
    }
}

/// Returns whether a value is larger by more than rounding. Ties go to the cheaper action.
pub(super) fn is_more(value: f64, than: f64) -> bool {
    // a boost that gains only rounding would waste a point
    const ROUNDING: f64 = 1e-12;
    value > than + ROUNDING
}

/// The state of an activation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActivationState<N> {
    pub points: N,
    pub free: N,
    pub left: N,
    pub damage: N,
    pub attacks: N,
    pub attack_boosts: N,
    pub damage_boosts: N,
}

/// The rule of an activation.
///
/// # Examples
/// 2D6 + 5 reach defense 12 with 21/36 = 7/12. 2D6 + 10 − 15 deal 41/18 damage on average, since
/// no damage is negative.
/// ```
/// use warodds_games::warmachine::boost::BoostRule;
/// use warodds_games::warmachine::values::{Arm, Attacks, Def, Points, Pow, Skill};
/// use warodds_games::warmachine::{AttackValues, Boost, BoostPlan};
///
/// let (skill, def) = (Skill::new(5)?, Def::new(12)?);
/// let strike = AttackValues { skill, def, pow: Pow::new(10)?, arm: Arm::new(15)? };
/// let (attacks, plan) = (Attacks::new(1)?, BoostPlan::BestDamage);
/// let value = |points| -> Result<f64, warodds_games::bounded::OutOfRange> {
///     let points = Points::new(points)?;
///     Ok(BoostRule::new(&Boost { strike, attacks, points, boxes: None, plan }).value())
/// };
/// assert!((value(0)? - 7.0 / 12.0 * 41.0 / 18.0).abs() < 1e-12);
/// // a point of focus is worth something
/// assert!(value(1)? > value(0)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoostRule {
    spending: SpendingPlan,
}

impl BoostRule {
    /// Computes the plan of a question.
    pub fn new(question: &Boost) -> Self {
        Self { spending: SpendingPlan::new(question) }
    }

    /// Describes the first decisions.
    pub fn opening(&self) -> String {
        self.spending.opening()
    }

    /// Returns the value of the plan, as computed beforehand.
    pub const fn value(&self) -> f64 {
        self.spending.value()
    }
}

impl Rule for BoostRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let SpendingPlan { boxes, points, .. } = self.spending;
        let destroyed = (boxes > 0).then(|| Slot::event(event::DESTROYED, "target destroyed"));
        let slots = [
            Slot::quantity(
                quantity::DAMAGE,
                "damage",
                "points",
                if boxes > 0 { boxes } else { MOST_COUNTED },
            ),
            Slot::quantity(
                quantity::ATTACKS,
                "attacks made",
                "attacks",
                self.spending.most_attacks(),
            ),
            Slot::quantity(quantity::ATTACK_BOOSTS, "boosted attack rolls", "boosts", points),
            Slot::quantity(quantity::DAMAGE_BOOSTS, "boosted damage rolls", "boosts", points),
        ];
        slots.into_iter().chain(destroyed).collect()
    }

    fn steps(&self) -> usize {
        self.spending.most_attacks().into()
    }

    fn start<N: Num>(&self) -> State<N> {
        let ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts } =
            self.spending.fresh();
        [points, free, left, damage, attacks, attack_boosts, damage_boosts, N::of(0)]
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, state: &mut State<C::N>) {
        let [points, free, left, damage, attacks, attack_boosts, damage_boosts, spare] = *state;
        let was =
            ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts };
        let ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts } =
            self.spending.attack(chance, was);
        *state = [points, free, left, damage, attacks, attack_boosts, damage_boosts, spare];
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let [_, _, left, damage, attacks, attack_boosts, damage_boosts, _] = state;
        [damage, attacks, attack_boosts, damage_boosts]
            .into_iter()
            .enumerate()
            .for_each(|(slot, value)| chance.record(slot, value));
        if self.spending.boxes > 0 {
            chance.record(4, C::N::flag(left.equals(C::N::of(0))));
        }
    }
}

#[cfg(test)]
mod tests;
