//! The rule of a retreat (A6.12).

use super::question::{Retreat, TerrainKeyword};
use super::results::{event, quantity};
use super::surroundings::{MOST_DANGEROUS, dangerous_wounds};
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Slot, State};

const RETREAT_DIE: Label = Label::new("retreat die", "A6.12");
const DISTANCE: Label = Label::new("retreat distance in inches", "A6.12");

/// Indices of the results of [`RetreatRule`].
mod slot {
    pub(super) const DISTANCE: usize = 0;
    pub(super) const OWN_WOUNDS: usize = 1;
    pub(super) const AWAY: usize = 2;
    pub(super) const DESTROYED: usize = 3;
}

/// A compiled retreat.
///
/// # Examples
/// A unit with speed 5 that must go 10 inches gets away on a D6 of 5 or more.
/// ```
/// # use warodds_engine::run::exact;
/// # use warodds_games::asoiaf::values::*;
/// # use warodds_games::asoiaf::*;
/// # fn state(wounds: i64) -> Result<UnitState, OutOfRange> {
/// #     UnitState::after(Body::of_wounds(wounds)?, 0, Tokens::NONE)
/// # }
/// use warodds_games::asoiaf::retreat::RetreatRule;
///
/// let (speed, distance) = (Speed::new(5)?, Inches::new(10.0)?);
/// let question = Retreat { speed, distance, terrain: Terrain::OPEN, state: state(12)? };
/// // slots: distance, own wounds, away, destroyed
/// let found = exact(&RetreatRule::new(&question))?;
/// assert!((found.slots[2].exactly(1) - 2.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RetreatRule {
    question: Retreat,
    in_reach: bool,
    /// The natural die that reaches the place; 1 or less always does.
    needed: u8,
    rough: u8,
}

impl RetreatRule {
    /// Compiles the question. No edition differs.
    pub fn new(question: &Retreat) -> Self {
        let rough = u8::from(question.terrain.has(TerrainKeyword::Rough));
        // rough terrain shortens the roll by one inch, so one more is needed
        let needed = question.distance.whole() + rough;
        Self {
            question: *question,
            in_reach: question.in_reach(),
            needed: needed.saturating_sub(question.speed.get()),
            rough,
        }
    }

    /// Returns how often dangerous terrain may wound the unit (A10.4).
    fn wounding(&self) -> u8 {
        [TerrainKeyword::Dangerous, TerrainKeyword::DangerousEdge]
            .map(|keyword| u8::from(self.question.terrain.has(keyword)))
            .iter()
            .sum()
    }

    /// Returns the wounds of dangerous terrain: for a move across it, if made, and for acting in it
    /// in any case (A10.4).
    fn ground<C: Chance>(&self, chance: &mut C, away: <C::N as Num>::Mask) -> C::N {
        let left = C::N::of(self.question.state.wounds_left());
        let all = <C::N as Num>::Mask::all_of(true);
        let mut wounds = C::N::of(0);
        for (keyword, here) in
            [(TerrainKeyword::Dangerous, away), (TerrainKeyword::DangerousEdge, all)]
        {
            if self.question.terrain.has(keyword) {
                wounds = wounds + dangerous_wounds(chance, left - wounds, here);
            }
        }
        wounds
    }
}

impl Rule for RetreatRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let wounds = (MOST_DANGEROUS * self.wounding()).min(self.question.state.wounds_left());
        vec![
            Slot::quantity(
                quantity::DISTANCE,
                "retreat distance",
                "inches",
                self.question.longest(),
            ),
            Slot::quantity(quantity::OWN_WOUNDS, "own wounds", "wounds", wounds),
            Slot::event(event::AWAY, "away"),
            Slot::event(event::DESTROYED, "destroyed"),
        ]
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        // A6.12: the action cannot be taken without a place in reach, so nothing is rolled
        if !self.in_reach {
            (0..slot::DESTROYED + 1).for_each(|slot| chance.record(slot, C::N::of(0)));
            return;
        }
        let die = chance.d6(&RETREAT_DIE);
        let speed = C::N::of(self.question.speed.get());
        let distance = (die + speed).saturating_sub(C::N::of(self.rough));
        chance.describe(&DISTANCE, distance);
        let away = die.ge(C::N::of(self.needed));
        let wounds = self.ground(chance, away);
        let destroyed = wounds.equals(C::N::of(self.question.state.wounds_left()));
        chance.record(slot::DISTANCE, distance);
        chance.record(slot::OWN_WOUNDS, wounds);
        chance.record(slot::AWAY, C::N::flag(away));
        chance.record(slot::DESTROYED, C::N::flag(destroyed));
    }
}
