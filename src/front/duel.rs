//! Two engaged units striking in turn.

use super::attack::between;
use super::{Ask, Asked, CombatantBuilder, Error, event, found, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::values::Activations;
use crate::games::asoiaf::{self, Bonus, Edition, Facing, Opening, Question, Turn, best_duelists};
use crate::study::{Answer, Distribution, Plan};

/// Rounds unless told otherwise.
const ROUNDS: u8 = 6;

/// Asks who is left when two units strike each other in turn, for six rounds of one attack each
/// unless told otherwise. The first of them begins.
///
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// let guardsmen = warodds::unit("lannister guardsmen")?;
/// let answer = warodds::duel(&swords, &guardsmen).exact()?;
/// let ends = answer.first_destroyed() + answer.second_destroyed() + answer.both_stand();
/// assert!((ends - 1.0).abs() < 1e-9);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn duel(first: &CombatantBuilder, second: &CombatantBuilder) -> Ask<Duel> {
    Ask::new(Duel {
        sides: [first.clone(), second.clone()],
        rounds: ROUNDS,
        opening: Opening::default(),
    })
}

/// Who is left of two: see [`duel`].
///
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// let question = warodds::duel(&swords, &swords).rounds(3);
/// let (even, charged) = (question.clone().exact()?, question.opening_charge().exact()?);
/// assert!(charged.second_left().mean() < even.second_left().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Duel {
    sides: [CombatantBuilder; 2],
    rounds: u8,
    opening: Opening,
}

impl Ask<Duel> {
    /// For that many rounds, in each of which both attack once: 1 to 60.
    pub fn rounds(self, rounds: u8) -> Self {
        self.with(|duel| duel.rounds = rounds)
    }

    /// The second of them begins.
    pub fn second_begins(self) -> Self {
        self.with(|duel| duel.opening.first = Turn::B)
    }

    /// The opening attack is made after a charge (A3.1).
    pub fn opening_charge(self) -> Self {
        self.with(|duel| duel.opening.charge = Bonus::Charge)
    }

    /// The opening attack is made into that arc; later ones are made to the front (A5.9).
    pub fn opening_facing(self, facing: Facing) -> Self {
        self.with(|duel| duel.opening.facing = facing)
    }
}

impl Asked for Duel {
    type Answer = DuelAnswer;

    fn answered(&self, edition: Edition, plan: &Plan) -> Result<DuelAnswer, Error> {
        let [first, second] = &self.sides;
        let sides = [first.dueling("the first unit")?, second.dueling("the second unit")?];
        let best = best_duelists(sides, self.opening, edition);
        let [a, b] = best.ok_or(Error::NoResult("wounds left"))?;
        let question = Question::Duel(Box::new(asoiaf::Duel {
            a,
            b,
            activations: Activations::new(2 * i64::from(self.rounds))?,
            opening: self.opening,
        }));
        let asked = between("duel", question, [first, second], edition);
        DuelAnswer::new(found(&asked.with_sides([first.name(), second.name()]), plan)?)
    }
}

/// Who is left of two.
///
/// ```
/// let ours = warodds::numbers().dice(8).hit(3).defense(4).morale(6);
/// let theirs = warodds::numbers().dice(6).hit(4).defense(4).morale(7);
/// let answer = warodds::duel(&ours, &theirs).rounds(4).monte_carlo(100_000, 1)?;
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

    /// Wounds left to the first of them.
    pub const fn first_left(&self) -> &Distribution {
        &self.left[0]
    }

    /// Wounds left to the second.
    pub const fn second_left(&self) -> &Distribution {
        &self.left[1]
    }

    /// How many rounds it takes.
    pub const fn rounds(&self) -> &Distribution {
        &self.rounds
    }

    /// The chance that the first of them is destroyed.
    pub const fn first_destroyed(&self) -> f64 {
        self.destroyed[0]
    }

    /// The chance that the second is destroyed.
    pub const fn second_destroyed(&self) -> f64 {
        self.destroyed[1]
    }

    /// The chance that neither is.
    pub const fn both_stand(&self) -> f64 {
        self.both_stand
    }

    /// Everything that was found: by name, with notes and what no rule counts.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
