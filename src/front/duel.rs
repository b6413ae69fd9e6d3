//! Two engaged units that attack each other in turn.

use super::attack::matchup;
use super::{CombatantBuilder, Error, FrontQuestion, QuestionBuilder, compute, event, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::values::Activations;
use crate::games::asoiaf::{
    self, ChargeEffects, DuelSide, Edition, Facing, Opening, Question, best_duelists,
};
use crate::study::{Answer, Distribution, Plan};

/// The default length, that of a whole game.
const ROUNDS: u8 = 6;

/// Creates a question about a duel: two units attack each other in turn, for six rounds with one
/// attack of each by default. The first unit attacks first.
///
/// # Examples
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// let guardsmen = warodds::unit("lannister guardsmen")?;
/// let answer = warodds::duel(&swords, &guardsmen).exact()?;
/// let ends = answer.first_destroyed() + answer.second_destroyed() + answer.both_stand();
/// assert!((ends - 1.0).abs() < 1e-9);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn duel(first: &CombatantBuilder, second: &CombatantBuilder) -> QuestionBuilder<DuelQuestion> {
    QuestionBuilder::new(DuelQuestion {
        sides: [first.clone(), second.clone()],
        rounds: ROUNDS,
        opening: Opening::default(),
    })
}

/// A question about a duel, created by [`duel`].
///
/// # Examples
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// let question = warodds::duel(&swords, &swords).rounds(3);
/// let (even, charged) = (question.clone().exact()?, question.opening_charge().exact()?);
/// assert!(charged.second_left().mean() < even.second_left().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DuelQuestion {
    sides: [CombatantBuilder; 2],
    rounds: u8,
    opening: Opening,
}

impl QuestionBuilder<DuelQuestion> {
    /// Sets the number of rounds, in each of which both units attack once: 1 to 60.
    ///
    /// # Examples
    /// In one round the second unit loses what one attack of the first one costs it:
    ///
    /// ```
    /// let unit = warodds::numbers().dice(8).hit(3).defense(4).morale(7).wounds(12);
    /// let answer = warodds::duel(&unit, &unit).rounds(1).exact()?;
    /// let wounds = 101_509.0 / 26_244.0;
    /// assert!((answer.second_left().mean() - (12.0 - wounds)).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn rounds(self, rounds: u8) -> Self {
        self.with(|duel| duel.rounds = rounds)
    }

    /// Makes the second unit attack first.
    ///
    /// # Examples
    /// ```
    /// let unit = warodds::numbers().dice(8).hit(3).defense(4).morale(7);
    /// let question = warodds::duel(&unit, &unit);
    /// let (first, second) = (question.exact()?, question.second_begins().exact()?);
    /// assert!((first.first_destroyed() - second.second_destroyed()).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn second_begins(self) -> Self {
        self.with(|duel| duel.opening.first = DuelSide::B)
    }

    /// Gives the opening attack the charge bonus (A3.1).
    ///
    /// # Examples
    /// ```
    /// let unit = warodds::numbers().dice(8).hit(3).defense(4).morale(7).wounds(12);
    /// let wounds = warodds::attack(&unit, &unit).charge().exact()?.wounds().mean();
    /// let duel = warodds::duel(&unit, &unit).rounds(1).opening_charge().exact()?;
    /// assert!((duel.second_left().mean() - (12.0 - wounds)).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn opening_charge(self) -> Self {
        self.with(|duel| duel.opening.charge = Some(ChargeEffects::default()))
    }

    /// Sets the arc of the opening attack; later attacks are made into the front (A5.9).
    pub fn opening_facing(self, facing: Facing) -> Self {
        self.with(|duel| duel.opening.facing = facing)
    }
}

impl FrontQuestion for DuelQuestion {
    type Output = DuelAnswer;

    fn answer(&self, edition: Edition, plan: &Plan) -> Result<DuelAnswer, Error> {
        let [first, second] = &self.sides;
        let sides = [first.duelists("the first unit")?, second.duelists("the second unit")?];
        // each unit needs its best weapon against the other, so both are chosen at once
        let best = best_duelists(sides, self.opening, edition);
        let [a, b] = best.ok_or(Error::NoResult("wounds left"))?;
        let question = Question::Duel(Box::new(asoiaf::Duel {
            a,
            b,
            // both units activate once in a round
            activations: Activations::new(2 * i64::from(self.rounds))?,
            opening: self.opening,
        }));
        let question = matchup("duel", question, [first, second], edition);
        DuelAnswer::new(compute(&question.with_sides([first.name(), second.name()]), plan)?)
    }
}

/// The answer to a [`DuelQuestion`].
///
/// # Examples
/// ```
/// let strong = warodds::numbers().dice(8).hit(3).defense(4).morale(6);
/// let weak = warodds::numbers().dice(6).hit(4).defense(4).morale(7);
/// let answer = warodds::duel(&strong, &weak).rounds(4).monte_carlo(100_000, 1)?;
/// assert!(answer.first_left().mean() > answer.second_left().mean());
/// assert!(answer.rounds().mean() <= 4.0);
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DuelAnswer {
    left: [Distribution; 2],
    rounds: Distribution,
    destroyed: [f64; 2],
    both_stand: f64,
    answer: Answer,
}

impl DuelAnswer {
    fn new(answer: Answer) -> Result<Self, Error> {
        Ok(Self {
            left: [quantity(&answer, quantities::A_LEFT)?, quantity(&answer, quantities::B_LEFT)?],
            rounds: quantity(&answer, quantities::ROUNDS)?,
            destroyed: [event(&answer, events::A_DESTROYED)?, event(&answer, events::B_DESTROYED)?],
            both_stand: event(&answer, events::BOTH_STAND)?,
            answer,
        })
    }

    /// Returns the wounds the first unit has left.
    pub const fn first_left(&self) -> &Distribution {
        &self.left[0]
    }

    /// Returns the wounds the second unit has left.
    pub const fn second_left(&self) -> &Distribution {
        &self.left[1]
    }

    /// Returns the number of rounds that are played.
    pub const fn rounds(&self) -> &Distribution {
        &self.rounds
    }

    /// Returns the probability that the first unit is destroyed.
    pub const fn first_destroyed(&self) -> f64 {
        self.destroyed[0]
    }

    /// Returns the probability that the second unit is destroyed.
    pub const fn second_destroyed(&self) -> f64 {
        self.destroyed[1]
    }

    /// Returns the probability that neither unit is destroyed.
    ///
    /// # Examples
    /// One attack die and a failed panic test cost at most 5 wounds, too few to destroy 12:
    ///
    /// ```
    /// let unit = warodds::numbers().dice(1).hit(4).defense(4).morale(7).wounds(12);
    /// let answer = warodds::duel(&unit, &unit).rounds(2).exact()?;
    /// assert!((answer.both_stand() - 1.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn both_stand(&self) -> f64 {
        self.both_stand
    }

    /// Returns the untyped answer: all results by name, notes and abilities that are not counted.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
