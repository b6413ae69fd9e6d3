//! Spending focus and fury in an activation: further attacks, boosted attack rolls and boosted
//! damage rolls, one point each (W1.8).
//!
//! The best next action depends on the points, free attacks and boxes left. The plan is computed by
//! backward induction and stored in two tables that engines look up, so every engine follows the
//! same plan.

mod odds;

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

/// The quantity a plan maximizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Damage,
    Kill,
}

/// The backward induction of a plan.
struct PlanSolver {
    odds: RollOdds,
    aim: Aim,
    /// The value of each state decided so far.
    values: Vec<f64>,
}

impl PlanSolver {
    fn at(&self, place: usize) -> f64 {
        self.values[place]
    }

    fn set(&mut self, place: usize, value: f64) {
        self.values[place] = value;
    }
}

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
        let size =
            (usize::from(question.points.get()) + 1) * (usize::from(question.attacks.get()) + 1);
        let boxes = question.boxes.map_or(0, |boxes| boxes.get());
        let mut spending = Self {
            strike: question.strike,
            attacks: question.attacks.get(),
            points: question.points.get(),
            boxes,
            attack: vec![choice::STOP; size * (usize::from(boxes) + 1)],
            damage: vec![0; size * (usize::from(boxes) + 1)],
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

    fn place(&self, points: u8, free: u8, left: u8) -> usize {
        (usize::from(points) * (usize::from(self.attacks) + 1) + usize::from(free))
            * usize::from(self.columns())
            + usize::from(left)
    }

    /// Fills the tables from the end of an activation to its start. Returns the value at the start.
    fn plan(&mut self, plan: BoostPlan) -> f64 {
        let aim = if plan == BoostPlan::BestKill { Aim::Kill } else { Aim::Damage };
        let mut solver = PlanSolver {
            odds: RollOdds::of(&self.strike),
            aim,
            values: vec![0.0; self.attack.len()],
        };
        // ascending order: each action leads to fewer points, attacks or boxes
        for points in 0..=self.points {
            for free in 0..=self.attacks {
                for left in 0..=self.boxes {
                    self.decide(plan, &mut solver, (points, free, left));
                }
            }
        }
        solver.at(self.place(self.points, self.attacks, self.boxes))
    }

    /// Decides one state after all states that can follow it.
    fn decide(&mut self, plan: BoostPlan, solver: &mut PlanSolver, state: (u8, u8, u8)) {
        let (points, free, left) = state;
        let place = self.place(points, free, left);
        // without boxes the target is never destroyed
        let destroyed = self.boxes > 0 && left == 0;
        let worth = [0, 1]
            .map(|boosted| if destroyed { None } else { self.attacked(solver, state, boosted) });
        let attack = attack_by(plan, worth);
        let value = match (attack, worth) {
            (choice::PLAIN, [Some(plain), _]) => plain,
            (choice::BOOSTED, [_, Some(boosted)]) => boosted,
            _ => f64::from(u8::from(destroyed && solver.aim == Aim::Kill)),
        };
        solver.set(place, value);
        // the state after a hit may be this one, so its boost is decided after the attacks
        let boost = points > 0
            && match plan {
                BoostPlan::BestDamage | BoostPlan::BestKill => is_more(
                    self.value_of_hit(solver, state, 1),
                    self.value_of_hit(solver, state, 0),
                ),
                BoostPlan::BoostDamage | BoostPlan::BoostBoth => true,
                BoostPlan::BuyAttacks | BoostPlan::BoostAttacks => false,
            };
        (self.attack[place], self.damage[place]) = (attack, u8::from(boost));
    }

    /// Returns the value of attacking, or `None` if the attack cannot be paid for.
    fn attacked(
        &self,
        solver: &PlanSolver,
        (points, free, left): (u8, u8, u8),
        boosted: u8,
    ) -> Option<f64> {
        let points = points.checked_sub(boosted + u8::from(free == 0))?;
        let after = (points, free.saturating_sub(1), left);
        // the boost of damage is decided after the hit is known
        let place = self.place(after.0, after.1, after.2);
        let on_hit = self.value_of_hit(solver, after, self.damage[place]);
        let hit = solver.odds.hit[usize::from(boosted)];
        Some(hit * on_hit + (1.0 - hit) * solver.at(place))
    }

    /// Returns the value of a hit in the state after its attack roll.
    fn value_of_hit(
        &self,
        solver: &PlanSolver,
        (points, free, left): (u8, u8, u8),
        boosted: u8,
    ) -> f64 {
        let of = |(dealt, weight): &(u8, f64)| {
            // damage beyond the last box is worth nothing
            let counted = if self.boxes > 0 { (*dealt).min(left) } else { *dealt };
            let gain = if solver.aim == Aim::Damage { f64::from(counted) } else { 0.0 };
            let left = if self.boxes > 0 { left - counted } else { 0 };
            weight * (gain + solver.at(self.place(points.saturating_sub(boosted), free, left)))
        };
        solver.odds.damage[usize::from(boosted)].iter().map(of).sum()
    }

    /// Describes the first decisions of the plan.
    pub(super) fn opening(&self) -> String {
        let (mut points, mut free) = (self.points, self.attacks);
        let first = self.attack[self.place(points, free, self.boxes)];
        if first == choice::STOP {
            return "no attack can be made".to_owned();
        }
        // the attack itself costs a point once free attacks are used up
        points -= u8::from(first == choice::BOOSTED) + u8::from(free == 0);
        free = free.saturating_sub(1);
        let after = self.damage[self.place(points, free, self.boxes)];
        let attack = if first == choice::BOOSTED { "boosted" } else { "not boosted" };
        let damage = if after == 1 { "boosted" } else { "not boosted" };
        format!("the first attack roll is {attack}, and if it hits its damage roll is {damage}")
    }

    /// Returns the state at the start of an activation.
    pub(super) fn fresh<N: Num>(&self) -> ActivationState<N> {
        let counts = [self.points, self.attacks, self.boxes, 0, 0, 0, 0].map(N::of);
        let [points, free, left, damage, attacks, attack_boosts, damage_boosts] = counts;
        ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts }
    }

    /// Resolves the next attack of the plan, if there is one.
    #[inline(always)]
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

/// Returns the action for an attack with these values, unboosted and boosted; `None` if it cannot
/// be paid for.
fn attack_by(plan: BoostPlan, [plain, boosted]: [Option<f64>; 2]) -> u8 {
    match (plan, plain, boosted) {
        (_, None, _) => choice::STOP,
        (_, Some(_), None) | (BoostPlan::BuyAttacks | BoostPlan::BoostDamage, ..) => choice::PLAIN,
        (BoostPlan::BoostAttacks | BoostPlan::BoostBoth, ..) => choice::BOOSTED,
        (BoostPlan::BestDamage | BoostPlan::BestKill, Some(plain), Some(boosted)) => {
            choice::PLAIN + u8::from(is_more(boosted, plain))
        }
    }
}

/// Returns whether a value is larger by more than rounding. Ties go to the cheaper action.
fn is_more(value: f64, than: f64) -> bool {
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

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, state: &mut State<C::N>) {
        let [points, free, left, damage, attacks, attack_boosts, damage_boosts, spare] = *state;
        let was =
            ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts };
        let ActivationState { points, free, left, damage, attacks, attack_boosts, damage_boosts } =
            self.spending.attack(chance, was);
        *state = [points, free, left, damage, attacks, attack_boosts, damage_boosts, spare];
    }

    #[inline(always)]
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
