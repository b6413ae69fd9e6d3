//! A charge and the attack it leads to (A5).

use super::attack::matchup;
use super::{CombatantBuilder, Error, FrontQuestion, QuestionBuilder, compute, event, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::values::Inches;
use crate::games::asoiaf::{
    self, ActivePlayer, Charger, Context, Edition, Facing, Question, Terrain, TerrainKeyword,
    WeaponFilter, with_best_weapon,
};
use crate::study::{Answer, Distribution, Plan};

/// Creates a question about a charge over `distance` inches (0 to 100): over open ground and into
/// the front by default.
///
/// With plain numbers only the charger's speed is required. Without attack dice the attack is left
/// out, without a morale the panic test of a failed charge (A5.6).
///
/// # Examples
/// Speed 5 needs a 3 or more on the die to reach a target 8" away (A5.2):
///
/// ```
/// let charger = warodds::numbers().speed(5);
/// let target = warodds::numbers();
/// let answer = warodds::charge(&charger, &target, 8.0).exact()?;
/// assert!((answer.reached() - 4.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn charge(
    charger: &CombatantBuilder,
    target: &CombatantBuilder,
    distance: f64,
) -> QuestionBuilder<ChargeQuestion> {
    QuestionBuilder::new(ChargeQuestion {
        charger: charger.clone(),
        target: target.clone(),
        distance,
        terrain: Terrain::OPEN,
        facing: Facing::Front,
        rerolls_distance: false,
    })
}

/// A question about a charge and the attack it leads to, created by [`charge`].
///
/// # Examples
/// ```
/// let outriders = warodds::unit("stark outriders")?;
/// let crossbowmen = warodds::unit("lannister crossbowmen")?;
/// let question = warodds::charge(&outriders, &crossbowmen, 11.0).flank();
/// let (open, rough) = (question.clone().exact()?, question.rough().exact()?);
/// assert!(rough.reached() < open.reached());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChargeQuestion {
    charger: CombatantBuilder,
    target: CombatantBuilder,
    distance: f64,
    terrain: Terrain,
    facing: Facing,
    rerolls_distance: bool,
}

impl QuestionBuilder<ChargeQuestion> {
    /// Makes the attack into the target's flank (A3.2).
    pub fn flank(self) -> Self {
        self.facing(Facing::Flank)
    }

    /// Makes the attack into the target's rear (A3.3).
    pub fn rear(self) -> Self {
        self.facing(Facing::Rear)
    }

    /// Sets the arc of the target that is charged.
    pub fn facing(self, facing: Facing) -> Self {
        self.with(|charge| charge.facing = facing)
    }

    /// Makes the charge cross rough terrain: −1" on the distance (A5.7).
    ///
    /// # Examples
    /// Speed 5 needs a 4 or more to charge 8":
    ///
    /// ```
    /// let charger = warodds::numbers().speed(5);
    /// let answer = warodds::charge(&charger, &warodds::numbers(), 8.0).rough().exact()?;
    /// assert!((answer.reached() - 3.0 / 6.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn rough(self) -> Self {
        self.over(TerrainKeyword::Rough)
    }

    /// Makes the charge cross hindering terrain: the lower of two dice counts (A5.7).
    ///
    /// # Examples
    /// Speed 5 needs a 3 or more on both dice to charge 8":
    ///
    /// ```
    /// let charger = warodds::numbers().speed(5);
    /// let answer = warodds::charge(&charger, &warodds::numbers(), 8.0).hindering().exact()?;
    /// assert!((answer.reached() - 16.0 / 36.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn hindering(self) -> Self {
        self.over(TerrainKeyword::Hindering)
    }

    /// Makes the charge cross terrain with this keyword as well (A5.7).
    pub fn over(self, keyword: TerrainKeyword) -> Self {
        self.with(|charge| charge.terrain = charge.terrain.with(keyword))
    }

    /// Lets the charger reroll the charge distance (A5.10).
    ///
    /// # Examples
    /// Speed 5 fails to charge 8" only if both rolls are below 3:
    ///
    /// ```
    /// let charger = warodds::numbers().speed(5);
    /// let answer = warodds::charge(&charger, &warodds::numbers(), 8.0).reroll_distance().exact()?;
    /// assert!((answer.failed() - 4.0 / 36.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn reroll_distance(self) -> Self {
        self.with(|charge| charge.rerolls_distance = true)
    }
}

impl ChargeQuestion {
    /// Returns the charger's panic test after a failed charge (A5.6).
    ///
    /// `None` for plain numbers without a morale.
    fn panic(&self) -> Result<Option<asoiaf::Panic>, Error> {
        let changes = self.charger.defense_changes();
        let morale = match self.charger.known_morale() {
            // a card without a morale is an error, plain numbers may leave it out
            None if self.charger.card().is_none() => return Ok(None),
            _ => self.charger.tested_morale("the charger")?,
        };
        Ok(Some(asoiaf::Panic {
            morale,
            modifier: changes.panic_modifier,
            state: self.charger.unit_state()?,
            rerolls: changes.morale_rerolls,
            // the test is part of the charger's activation, so its player rerolls first (A0.7)
            active: ActivePlayer::Own,
            spending: self.target.token_spending(),
            traits: self.charger.traits(),
        }))
    }

    /// Returns one attack for each melee weapon, or a single `None` if the charger has no dice.
    fn attacks(&self) -> Result<Vec<Option<asoiaf::Attack>>, Error> {
        // whether a charge arrives depends on speed and terrain alone, so no attack is required
        if !self.charger.is_armed() {
            return Ok(vec![None]);
        }
        let chargers = self.charger.attackers(WeaponFilter::Melee, "the charger")?;
        let context = Context { facing: self.facing, ..Context::CHARGE };
        let target = self.target.defender("the target")?;
        let attack = |charger| Some(asoiaf::Attack::new(charger, target.clone(), context));
        Ok(chargers.into_iter().map(attack).collect())
    }

    fn question(&self, edition: Edition) -> Result<Question, Error> {
        let without_attack = asoiaf::Charge {
            charger: Charger {
                speed: self.charger.charging_speed("the charger")?,
                state: self.charger.unit_state()?,
                reroll_distance: self.rerolls_distance,
                panic: self.panic()?,
            },
            distance: Inches::new(self.distance)?,
            terrain: self.terrain,
            attack: None,
        };
        let attacks = self.attacks()?.into_iter();
        let charges = attacks.map(|attack| asoiaf::Charge { attack, ..without_attack.clone() });
        let charge = with_best_weapon(charges, edition).unwrap_or_else(|| without_attack.clone());
        // the longest charge depends on speed and terrain, so it is checked once both are valid
        if charge.in_reach() {
            return Ok(Question::Charge(charge));
        }
        let (distance, longest) = (charge.distance.to_string(), charge.longest());
        Err(Error::OutOfReach { distance, longest })
    }
}

impl FrontQuestion for ChargeQuestion {
    type Output = ChargeAnswer;

    fn answer(&self, edition: Edition, plan: &Plan) -> Result<ChargeAnswer, Error> {
        let sides = [&self.charger, &self.target];
        let question = matchup("charge", self.question(edition)?, sides, edition);
        ChargeAnswer::new(compute(&question, plan)?)
    }
}

/// The answer to a [`ChargeQuestion`].
///
/// # Examples
/// ```
/// let charger = warodds::numbers().speed(5).dice(8).hit(3).morale(6);
/// let target = warodds::numbers().defense(4).morale(7);
/// let answer = warodds::charge(&charger, &target, 8.0).exact()?;
/// assert!((answer.reached() + answer.failed() - 1.0).abs() < 1e-12);
/// assert!(answer.own_wounds().mean() > 0.0, "a failed charge causes a panic test");
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChargeAnswer {
    distance: Distribution,
    wounds: Distribution,
    own_wounds: Distribution,
    reached: f64,
    disorderly: f64,
    failed: f64,
    destroyed: f64,
    answer: Answer,
}

impl ChargeAnswer {
    fn new(answer: Answer) -> Result<Self, Error> {
        Ok(Self {
            distance: quantity(&answer, quantities::DISTANCE)?,
            wounds: quantity(&answer, quantities::WOUNDS)?,
            own_wounds: quantity(&answer, quantities::OWN_WOUNDS)?,
            reached: event(&answer, events::REACHED)?,
            disorderly: event(&answer, events::DISORDERLY)?,
            failed: event(&answer, events::FAILED)?,
            destroyed: event(&answer, events::DESTROYED)?,
            answer,
        })
    }

    /// Returns how far the charger moves, in inches (A5.2).
    ///
    /// # Examples
    /// ```
    /// let charger = warodds::numbers().speed(5);
    /// let answer = warodds::charge(&charger, &warodds::numbers(), 8.0).exact()?;
    /// assert!((answer.distance().mean() - (5.0 + 3.5)).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn distance(&self) -> &Distribution {
        &self.distance
    }

    /// Returns the wounds the target suffers; 0 if the charge fails.
    pub const fn wounds(&self) -> &Distribution {
        &self.wounds
    }

    /// Returns the wounds the charger suffers.
    ///
    /// # Examples
    /// The charge fails on 1 and 2; morale 7+ then fails with probability 15/36 and costs 1 + D3:
    ///
    /// ```
    /// let charger = warodds::numbers().speed(5).morale(7);
    /// let answer = warodds::charge(&charger, &warodds::numbers(), 8.0).exact()?;
    /// let expected = 2.0 / 6.0 * 15.0 / 36.0 * 3.0;
    /// assert!((answer.own_wounds().mean() - expected).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn own_wounds(&self) -> &Distribution {
        &self.own_wounds
    }

    /// Returns the probability that the charge reaches the target.
    pub const fn reached(&self) -> f64 {
        self.reached
    }

    /// Returns the probability of a successful but disorderly charge (A5.5).
    ///
    /// # Examples
    /// Speed 5 charges 6" with any roll, and a natural 1 is disorderly:
    ///
    /// ```
    /// let charger = warodds::numbers().speed(5);
    /// let answer = warodds::charge(&charger, &warodds::numbers(), 6.0).exact()?;
    /// assert!((answer.reached() - 1.0).abs() < 1e-12);
    /// assert!((answer.disorderly() - 1.0 / 6.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn disorderly(&self) -> f64 {
        self.disorderly
    }

    /// Returns the probability that the charge fails (A5.6).
    pub const fn failed(&self) -> f64 {
        self.failed
    }

    /// Returns the probability that the target is destroyed.
    pub const fn destroyed(&self) -> f64 {
        self.destroyed
    }

    /// Returns the untyped answer: all results by name, notes and abilities that are not counted.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
