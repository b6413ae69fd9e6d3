//! The control phase (W1.3): from whom to leech fury, and to whom to allocate focus.
//!
//! Both distribute a few points among a few models. The best distribution is found by dynamic
//! programming over models and points left.

use crate::decide;

use super::boost::{ActivationState, SpendingPlan, is_more};
use super::damage::MOST_COUNTED;
use super::question::{Beast, Boost, BoostPlan, Focus, FocusPlan, Leech, LeechPlan};
use super::results::{event, quantity};
use super::threshold::{check, frenzy_chance};
use super::values::Points;
use warodds_engine::chance::{Chance, Num, Rule, Slot, State};
use warodds_engine::counted::{counted, noun};

/// Distribution of points among models.
///
/// `worth` returns the value of a number of points on a model (`None` if it cannot take them),
/// `join` combines the values of two models, `neutral` is the value of no model. Among equally good
/// distributions, the first models get the most if `greedy`, else the least.
struct Sharing<'a> {
    models: usize,
    worth: &'a dyn Fn(usize, u8) -> Option<f64>,
    join: fn(f64, f64) -> f64,
    neutral: f64,
    greedy: bool,
}

impl Sharing<'_> {
    /// Returns the best distribution of at most `room` points.
    fn best(&self, room: u8) -> Vec<u8> {
        let place = |after: usize, left: u8| after * (usize::from(room) + 1) + usize::from(left);
        // the last model first: a state has all models `after` it, and points left
        let states = (0..self.models).flat_map(|after| (0..=room).map(move |left| (after, left)));
        let (shares, _) = decide::solve(states, |(after, left), values: &[f64]| {
            let option = |share: u8| {
                let worth = (self.worth)(self.models - 1 - after, share)?;
                let later = match after.checked_sub(1) {
                    Some(after) => values[place(after, left - share)],
                    None => self.neutral,
                };
                Some((share, (self.join)(worth, later)))
            };
            // the first of equal shares is taken, so the order decides ties
            let shares = (0..=left).map(|step| if self.greedy { left - step } else { step });
            decide::best(shares.filter_map(option), is_more).unwrap_or((0, self.neutral))
        });
        let mut left = room;
        let taken = |after: usize| {
            let share = shares[place(after, left)];
            left -= share;
            share
        };
        (0..self.models).rev().map(taken).collect()
    }
}

/// Takes as much as possible from each in order, at most `room` in total.
fn in_order(most: impl Iterator<Item = u8>, mut room: u8) -> Vec<u8> {
    let take = |most: u8| {
        let taken = most.min(room);
        room -= taken;
        taken
    };
    most.map(take).collect()
}

/// Returns the fury of the warlock: what exceeds its ARC was lost in the maintenance phase (W1.1).
fn held(question: &Leech) -> u8 {
    question.held.get().min(question.arc.get())
}

/// Describes the upkeep spells that could not be paid.
fn expired(spells: u8) -> String {
    let verb = noun(spells.into(), "expires", "expire");
    format!("; {} {verb}", counted(spells.into(), "upkeep spell", "upkeep spells"))
}

/// The rule of a warlock's control phase.
#[derive(Clone, Debug)]
pub struct LeechRule {
    question: Leech,
    /// Fury leeched from each warbeast.
    leeched: Vec<u8>,
}

impl LeechRule {
    /// Decides from whom to leech.
    pub fn new(question: &Leech) -> Self {
        // a warlock holds at most its ARC (W1.3)
        let room = question.arc.get() - held(question);
        let fury = || question.beasts.iter().map(|beast| beast.fury.get());
        let leeched = match question.plan {
            LeechPlan::Nothing => vec![0; question.beasts.len()],
            LeechPlan::InOrder => in_order(fury(), room),
            LeechPlan::Best => {
                let passes = |place: usize, share: u8| {
                    let beast = question.beasts.get(place)?;
                    let left = beast.fury.get().checked_sub(share)?;
                    Some(1.0 - frenzy_chance(left, beast.threshold.get()))
                };
                Sharing {
                    models: question.beasts.len(),
                    worth: &passes,
                    // checks are independent: the chance that no beast frenzies is a product
                    join: |a, b| a * b,
                    neutral: 1.0,
                    greedy: true,
                }
                .best(room)
            }
        };
        Self { question: question.clone(), leeched }
    }

    /// Returns the fury and the threshold of each warbeast after leeching.
    fn after(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let left = |(beast, leeched): (&Beast, &u8)| {
            (beast.fury.get().saturating_sub(*leeched), beast.threshold.get())
        };
        self.question.beasts.iter().zip(&self.leeched).map(left)
    }

    /// Describes the warlock's plan: from whom it leeches, its fury, and the spells it can keep.
    pub fn plan(&self) -> String {
        let arc = self.question.arc.get();
        let leeched = held(&self.question) + self.leeched.iter().sum::<u8>();
        // spirit bond fills what leeching left, up to ARC
        let bond = arc.saturating_sub(leeched).min(self.question.lost.get());
        let paid = self.question.upkeep.get().min(leeched + bond);
        let each: Vec<String> = self.leeched.iter().map(u8::to_string).collect();
        let spells = if paid < self.question.upkeep.get() {
            expired(self.question.upkeep.get() - paid)
        } else {
            String::new()
        };
        format!(
            "leeched in order of the list: {}; the warlock has {} fury, {bond} of it by spirit \
             bond, and {} after upkeep{spells}",
            each.join(", "),
            leeched + bond,
            leeched + bond - paid
        )
    }
}

impl Rule for LeechRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(
                quantity::FRENZIES,
                "warbeasts that frenzy",
                "warbeasts",
                self.question.beasts.len() as u8,
            ),
            Slot::event(event::FRENZY, "at least one frenzies"),
        ]
    }

    fn steps(&self) -> usize {
        self.question.beasts.len()
    }

    /// Resolves one warbeast's threshold check.
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        if let Some((fury, threshold)) = self.after().nth(step) {
            let [_, frenzies] = check(chance, fury, threshold);
            state[0] = state[0] + frenzies;
        }
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        chance.record(0, state[0]);
        chance.record(1, C::N::flag(state[0].gt(C::N::of(0))));
    }
}

/// The rule of a warcaster's control phase and its warjacks' attacks.
#[derive(Clone, Debug)]
pub struct FocusRule {
    question: Focus,
    /// Focus allocated to each warjack.
    allocated: Vec<u8>,
    /// Spending plan of each warjack, including the focus it powers up with.
    jacks: Vec<SpendingPlan>,
}

impl FocusRule {
    /// Decides to whom to allocate focus.
    pub fn new(question: &Focus) -> Self {
        let spent = question.upkeep.get().saturating_add(question.keep.get());
        let room = question.arc.get().saturating_sub(spent);
        // in addition to the focus it powers up with, and at most what can be spent
        let room_on_one = question.most.get().min(Points::MOST as u8).saturating_sub(1);
        let most = |place: usize| {
            if question.jacks[place].cortex { room_on_one } else { 0 }
        };
        let allocated = match question.plan {
            FocusPlan::Nothing => vec![0; question.jacks.len()],
            FocusPlan::InOrder => in_order((0..question.jacks.len()).map(most), room),
            FocusPlan::Best => {
                let worths: Vec<Vec<f64>> = (0..question.jacks.len())
                    .map(|place| {
                        (0..=most(place))
                            .map(|allocated| {
                                spending(question, place, allocated)
                                    .map_or(0.0, |jack| jack.value())
                            })
                            .collect()
                    })
                    .collect();
                let worth =
                    |place: usize, share: u8| worths.get(place)?.get(usize::from(share)).copied();
                Sharing {
                    models: question.jacks.len(),
                    worth: &worth,
                    // expected damage adds up over warjacks
                    join: |a, b| a + b,
                    neutral: 0.0,
                    greedy: false,
                }
                .best(room)
            }
        };
        let jacks = allocated
            .iter()
            .enumerate()
            .filter_map(|(place, allocated)| spending(question, place, *allocated))
            .collect();
        Self { question: question.clone(), allocated, jacks }
    }

    /// Describes the warcaster's plan.
    pub fn plan(&self) -> String {
        let arc = self.question.arc.get();
        let upkeep = self.question.upkeep.get();
        let paid = upkeep.min(arc);
        let each: Vec<String> = self.allocated.iter().map(u8::to_string).collect();
        let left = arc.saturating_sub(paid).saturating_sub(self.allocated.iter().sum());
        let spells = if paid < upkeep { expired(upkeep - paid) } else { String::new() };
        format!(
            "focus allocated in order of the list: {}; the warcaster has {left} left after \
             upkeep{spells}",
            each.join(", ")
        )
    }

    /// Returns the warjack that attacks in a step, and whether it is its first attack.
    fn turn(&self, step: usize) -> Option<(&SpendingPlan, bool)> {
        let mut before = 0;
        for jack in &self.jacks {
            let attacks = usize::from(jack.most_attacks());
            if step < before + attacks {
                return Some((jack, step == before));
            }
            before += attacks;
        }
        None
    }
}

/// Returns the plan of a warjack with `given` focus in addition to what it powers up with, for the
/// most expected damage.
fn spending(question: &Focus, place: usize, allocated: u8) -> Option<SpendingPlan> {
    let jack = question.jacks.get(place)?;
    let focus = i64::from(u8::from(jack.cortex)) + i64::from(allocated);
    let points = Points::new(focus.min(Points::MOST)).ok()?;
    Some(SpendingPlan::new(&Boost {
        strike: jack.strike,
        attacks: jack.attacks,
        points,
        boxes: None,
        plan: BoostPlan::BestDamage,
    }))
}

impl Rule for FocusRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let attacks = self.jacks.iter().map(SpendingPlan::most_attacks).fold(0, u8::saturating_add);
        vec![
            Slot::quantity(quantity::DAMAGE, "damage of all warjacks", "points", MOST_COUNTED),
            Slot::quantity(quantity::ATTACKS, "attacks made", "attacks", attacks),
        ]
    }

    fn steps(&self) -> usize {
        self.jacks.iter().map(|jack| usize::from(jack.most_attacks())).sum()
    }

    /// Resolves one attack of a warjack. Each warjack starts with its own points and free attacks;
    /// damage adds up.
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let Some((jack, is_first)) = self.turn(step) else { return };
        let [points, free, damage, attacks, ..] = *state;
        // each warjack starts with its own points
        let fresh = jack.fresh::<C::N>();
        let (points, free) = if is_first { (fresh.points, fresh.free) } else { (points, free) };
        let after = jack.attack(chance, ActivationState { points, free, damage, attacks, ..fresh });
        (state[0], state[1], state[2], state[3]) =
            (after.points, after.free, after.damage, after.attacks);
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        chance.record(0, state[2]);
        chance.record(1, state[3]);
    }
}

#[cfg(test)]
mod tests;
