//! A charge and the attack it leads to (A5).

use super::attack::between;
use super::{Ask, Asked, CombatantBuilder, Error, event, found, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::values::Inches;
use crate::games::asoiaf::{
    self, Active, Bonus, Charger, Context, Edition, Facing, Question, Terrain, TerrainKeyword,
    Wanted, best_strike,
};
use crate::study::{Answer, Distribution, Plan};

/// Asks whether a charge over that distance (0 to 100 inches) arrives, and what comes of it: over
/// open ground and into the front, unless told otherwise.
///
/// Of plain numbers it is enough to tell the charger's speed; its attack and its panic test are
/// left out where its dice or its morale are not told.
///
/// ```
/// let charger = warodds::numbers().speed(5);
/// let target = warodds::numbers();
/// let open = warodds::charge(&charger, &target, 8.0).exact()?;
/// assert!((open.reached() - 4.0 / 6.0).abs() < 1e-12, "3 or more on a die");
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn charge(charger: &CombatantBuilder, target: &CombatantBuilder, distance: f64) -> Ask<Charge> {
    Ask::new(Charge {
        charger: charger.clone(),
        target: target.clone(),
        distance,
        terrain: Terrain::OPEN,
        facing: Facing::Front,
        rerolls_distance: false,
    })
}

/// Whether a charge arrives, and what comes of it: see [`charge`].
///
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
pub struct Charge {
    charger: CombatantBuilder,
    target: CombatantBuilder,
    distance: f64,
    terrain: Terrain,
    facing: Facing,
    rerolls_distance: bool,
}

impl Ask<Charge> {
    /// Into the target's flank (A3.2).
    pub fn flank(self) -> Self {
        self.facing(Facing::Flank)
    }

    /// Into the target's rear (A3.3).
    pub fn rear(self) -> Self {
        self.facing(Facing::Rear)
    }

    /// Into that arc of the target.
    pub fn facing(self, facing: Facing) -> Self {
        self.with(|charge| charge.facing = facing)
    }

    /// Over rough terrain (A5.7).
    pub fn rough(self) -> Self {
        self.over(TerrainKeyword::Rough)
    }

    /// Across hindering terrain (A5.7).
    pub fn hindering(self) -> Self {
        self.over(TerrainKeyword::Hindering)
    }

    /// Over terrain of that keyword, beside those named before (A5.7).
    pub fn over(self, keyword: TerrainKeyword) -> Self {
        self.with(|charge| charge.terrain = charge.terrain.with(keyword))
    }

    /// The charger may reroll the charge distance.
    pub fn reroll_distance(self) -> Self {
        self.with(|charge| charge.rerolls_distance = true)
    }
}

impl Charge {
    /// The charger's panic test when the charge fails (A5.6).
    fn panic(&self) -> Result<Option<asoiaf::Panic>, Error> {
        let (standing, changes) = (self.charger.standing()?, self.charger.defense_changes());
        let morale = match self.charger.known_morale() {
            None if self.charger.card().is_none() => return Ok(None),
            _ => self.charger.tested_morale("the charger")?,
        };
        Ok(Some(asoiaf::Panic {
            morale,
            modifier: changes.panic_modifier,
            standing,
            rerolls: changes.morale_rerolls,
            active: Active::Own,
            spending: self.target.spends(),
            traits: self.charger.traits(),
        }))
    }

    /// The attack with each melee weapon; none inside where the charger's dice are not told.
    fn attacks(&self) -> Result<Vec<Option<asoiaf::Attack>>, Error> {
        if !self.charger.is_armed() {
            return Ok(vec![None]);
        }
        let chargers = self.charger.attackers(Wanted::Melee, "the charger")?;
        let context = Context { facing: self.facing, charge: Bonus::Charge, ..Context::default() };
        let target = self.target.defender("the target")?;
        let attack = |charger| Some(asoiaf::Attack::new(charger, target.clone(), context));
        Ok(chargers.into_iter().map(attack).collect())
    }

    fn question(&self, edition: Edition) -> Result<Question, Error> {
        let bare = asoiaf::Charge {
            charger: Charger {
                speed: self.charger.charging_speed("the charger")?,
                standing: self.charger.standing()?,
                reroll_distance: self.rerolls_distance,
                panic: self.panic()?,
            },
            distance: Inches::new(self.distance)?,
            terrain: self.terrain,
            attack: None,
        };
        let attacks = self.attacks()?.into_iter();
        let charges = attacks.map(|attack| asoiaf::Charge { attack, ..bare.clone() });
        let charge = best_strike(charges, edition).unwrap_or_else(|| bare.clone());
        if charge.in_reach() {
            return Ok(Question::Charge(charge));
        }
        let (distance, longest) = (charge.distance.to_string(), charge.longest());
        Err(Error::OutOfReach { distance, longest })
    }
}

impl Asked for Charge {
    type Answer = ChargeAnswer;

    fn answered(&self, edition: Edition, plan: &Plan) -> Result<ChargeAnswer, Error> {
        let sides = [&self.charger, &self.target];
        ChargeAnswer::new(found(&between("charge", self.question(edition)?, sides, edition), plan)?)
    }
}

/// What comes of a charge.
///
/// ```
/// let charger = warodds::numbers().speed(5).dice(8).hit(3).morale(6);
/// let target = warodds::numbers().defense(4).morale(7);
/// let answer = warodds::charge(&charger, &target, 8.0).exact()?;
/// assert!((answer.reached() + answer.failed() - 1.0).abs() < 1e-12);
/// assert!(answer.own_wounds().mean() > 0.0, "a charge that fails is tested for panic");
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

    /// How far the charger can go, in inches.
    pub const fn distance(&self) -> &Distribution {
        &self.distance
    }

    /// Wounds that the target suffers; none where the charge fails.
    pub const fn wounds(&self) -> &Distribution {
        &self.wounds
    }

    /// Wounds that the charger suffers.
    pub const fn own_wounds(&self) -> &Distribution {
        &self.own_wounds
    }

    /// The chance that it arrives.
    pub const fn reached(&self) -> f64 {
        self.reached
    }

    /// The chance that it arrives and is disorderly (A5.5).
    pub const fn disorderly(&self) -> f64 {
        self.disorderly
    }

    /// The chance that it fails (A5.6).
    pub const fn failed(&self) -> f64 {
        self.failed
    }

    /// The chance that the target is destroyed.
    pub const fn destroyed(&self) -> f64 {
        self.destroyed
    }

    /// Everything that was found: by name, with notes and what no rule counts.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
