//! One attack (A2).

use super::{CombatantBuilder, Error, FrontQuestion, QuestionBuilder, compute, event, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::{
    self, ChargeEffects, Context, Edition, EngagementFilter, Facing, Question, Unit, Weapon,
    WeaponFilter, with_best_weapon,
};
use crate::study::{Answer, Distribution, NamedQuestion, Plan};

/// Creates a question about one attack: into the front and without a charge by default.
///
/// The attacker uses the legal attack of its card with the highest expected wounds, unless
/// [`CombatantBuilder::attacking_with`] names one.
///
/// # Examples
/// Eight dice on 3+ against defence 4+ and morale 7+:
///
/// ```
/// let attacker = warodds::numbers().dice(8).hit(3);
/// let defender = warodds::numbers().defense(4).morale(7);
/// let wounds = warodds::attack(&attacker, &defender).exact()?.wounds().mean();
/// assert!((wounds - 101_509.0 / 26_244.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn attack(
    attacker: &CombatantBuilder,
    defender: &CombatantBuilder,
) -> QuestionBuilder<AttackQuestion> {
    QuestionBuilder::new(AttackQuestion {
        attacker: attacker.clone(),
        defender: defender.clone(),
        facing: Facing::Front,
        charge: None,
        is_fortified: false,
        is_in_cover: false,
        kind: WeaponFilter::Any,
    })
}

/// A question about one attack, created by [`attack`].
///
/// # Examples
/// ```
/// let bowmen = warodds::unit("stark bowmen")?;
/// let raiders = warodds::unit("free folk raiders")?;
/// let open = warodds::attack(&bowmen, &raiders).ranged().exact()?;
/// let hidden = warodds::attack(&bowmen, &raiders).ranged().in_cover().exact()?;
/// assert!(hidden.hits().mean() < open.hits().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AttackQuestion {
    attacker: CombatantBuilder,
    defender: CombatantBuilder,
    facing: Facing,
    charge: Option<ChargeEffects>,
    is_fortified: bool,
    is_in_cover: bool,
    kind: WeaponFilter,
}

impl QuestionBuilder<AttackQuestion> {
    /// Adds the charge bonus: the attacker may reroll attack dice (A3.1).
    ///
    /// # Examples
    /// A die on 3+ with a reroll of misses hits with probability 1 − (2/6)² = 8/9:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let hits = warodds::attack(&attacker, &defender).charge().exact()?.hits().mean();
    /// assert!((hits - 8.0 * 8.0 / 9.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn charge(self) -> Self {
        self.with(|attack| attack.charge = Some(ChargeEffects::default()))
    }

    /// Makes the attack after a disorderly charge, which has no charge bonus (A5.5).
    ///
    /// # Examples
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let hits = warodds::attack(&attacker, &defender).disorderly_charge().exact()?.hits().mean();
    /// assert!((hits - 8.0 * 4.0 / 6.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn disorderly_charge(self) -> Self {
        let charge = ChargeEffects { disorderly: true, fortified: false };
        self.with(|attack| attack.charge = Some(charge))
    }

    /// Makes the charge cross fortified terrain: no charge bonus, and +1 to the saves (A5.7).
    ///
    /// # Examples
    /// Saves on 4+ become saves on 3+, which fail with probability 2/6:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let answer = warodds::attack(&attacker, &defender).charge().fortified().exact()?;
    /// assert!((answer.unblocked_hits().mean() - 8.0 * 4.0 / 6.0 * 2.0 / 6.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn fortified(self) -> Self {
        self.with(|attack| attack.is_fortified = true)
    }

    /// Makes the attack into the flank: −1 to the saves and to the panic test (A3.2).
    ///
    /// # Examples
    /// Saves on 4+ fail on 1 to 4 instead of 1 to 3:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let answer = warodds::attack(&attacker, &defender).flank().exact()?;
    /// assert!((answer.unblocked_hits().mean() - 8.0 * 4.0 / 6.0 * 4.0 / 6.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn flank(self) -> Self {
        self.facing(Facing::Flank)
    }

    /// Makes the attack into the rear: −2 to the saves and to the panic test (A3.3).
    ///
    /// # Examples
    /// Saves on 4+ succeed on a 6 alone:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let answer = warodds::attack(&attacker, &defender).rear().exact()?;
    /// assert!((answer.unblocked_hits().mean() - 8.0 * 4.0 / 6.0 * 5.0 / 6.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn rear(self) -> Self {
        self.facing(Facing::Rear)
    }

    /// Sets the arc of the defender that is attacked.
    pub fn facing(self, facing: Facing) -> Self {
        self.with(|attack| attack.facing = facing)
    }

    /// Makes a ranged attack (A6.3): the best of the attacker's card, unless one is named.
    pub fn ranged(self) -> Self {
        self.with(|attack| attack.kind = WeaponFilter::Ranged)
    }

    /// Makes a melee attack: the best of the attacker's card, unless one is named.
    pub fn melee(self) -> Self {
        self.with(|attack| attack.kind = WeaponFilter::Melee)
    }

    /// Hides most of the defender in cover: −1 to hit with ranged attacks (A10.3).
    ///
    /// # Examples
    /// Dice on 3+ hit on 4+:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let answer = warodds::attack(&attacker, &defender).ranged().in_cover().exact()?;
    /// assert!((answer.hits().mean() - 4.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn in_cover(self) -> Self {
        self.with(|attack| attack.is_in_cover = true)
    }
}

impl AttackQuestion {
    /// Returns the legal engagements.
    fn filter(&self) -> Result<EngagementFilter, Error> {
        if self.is_fortified && self.charge.is_none() {
            return Err(Error::Contradiction(
                "fortified terrain is crossed by a charge: add `.charge()`",
            ));
        }
        let fortified = self.is_fortified;
        let charge = self.charge.map(|charge| ChargeEffects { fortified, ..charge });
        let card = self.attacker.card();
        // plain numbers have one attack, which is melee unless `.ranged()` was called
        let is_plain_melee = card.is_none() && self.kind == WeaponFilter::Any;
        let kind = if is_plain_melee { WeaponFilter::Melee } else { self.kind };
        let engaged = card.is_some_and(|unit| unit.usage.circumstances.engaged_since_start);
        Ok(EngagementFilter::new(kind, charge, self.is_in_cover)?.in_contact(engaged)?)
    }

    fn question(&self, edition: Edition) -> Result<Question, Error> {
        let filter = self.filter()?;
        let weapons = self.attacker.weapons(filter.weapons(), "the attacker")?;
        // the best weapon depends on the defender and the situation, so each weapon gets its attack
        let defender = self.defender.defender("the defender")?;
        let attack = |weapon: &Weapon| {
            let context = Context { facing: self.facing, engagement: filter.with(weapon.reach)? };
            let attacker = self.attacker.attacker(weapon)?;
            Ok(asoiaf::Attack::new(attacker, defender.clone(), context))
        };
        let attacks = weapons.iter().map(attack).collect::<Result<Vec<_>, Error>>()?;
        let best = with_best_weapon(attacks, edition);
        best.map(Question::Attack).ok_or(Error::NoResult("wounds"))
    }
}

/// Names a question about two combatants, with the notes of their cards.
pub(super) fn matchup(
    kind: &str,
    question: Question,
    [one, other]: [&CombatantBuilder; 2],
    edition: Edition,
) -> NamedQuestion {
    // plain numbers have no card, and so no notes and no abilities
    let units: Vec<&Unit> = [one, other].into_iter().filter_map(CombatantBuilder::card).collect();
    let subject = format!("{} → {}", one.name(), other.name());
    NamedQuestion::new(kind, subject, question).about(edition, units)
}

impl FrontQuestion for AttackQuestion {
    type Output = AttackAnswer;

    fn answer(&self, edition: Edition, plan: &Plan) -> Result<AttackAnswer, Error> {
        let sides = [&self.attacker, &self.defender];
        let question = matchup("attack", self.question(edition)?, sides, edition);
        AttackAnswer::new(compute(&question, plan)?)
    }
}

/// The answer to an [`AttackQuestion`].
///
/// # Examples
/// A unit with four wounds left is destroyed by the fourth wound:
///
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// let guardsmen = warodds::unit("lannister guardsmen")?.wounds_lost(8);
/// let answer = warodds::attack(&swords, &guardsmen).exact()?;
/// assert!(answer.destroyed() <= answer.wounds().at_least(4) + 1e-12);
/// assert_eq!(answer.wounds().at_least(5), 0.0);
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AttackAnswer {
    hits: Distribution,
    unblocked_hits: Distribution,
    panic_wounds: Distribution,
    wounds: Distribution,
    panic_failed: f64,
    destroyed: f64,
    answer: Answer,
}

impl AttackAnswer {
    fn new(answer: Answer) -> Result<Self, Error> {
        Ok(Self {
            hits: quantity(&answer, quantities::HITS)?,
            unblocked_hits: quantity(&answer, quantities::ATTACK_WOUNDS)?,
            panic_wounds: quantity(&answer, quantities::PANIC_WOUNDS)?,
            wounds: quantity(&answer, quantities::WOUNDS)?,
            panic_failed: event(&answer, events::PANIC_FAILED)?,
            destroyed: event(&answer, events::DESTROYED)?,
            answer,
        })
    }

    /// Returns the number of hits, automatic hits included (A2.2, A2.10).
    pub const fn hits(&self) -> &Distribution {
        &self.hits
    }

    /// Returns the number of hits that no save blocked (A2.6).
    pub const fn unblocked_hits(&self) -> &Distribution {
        &self.unblocked_hits
    }

    /// Returns the wounds from the panic test that the attack causes (A2.7).
    pub const fn panic_wounds(&self) -> &Distribution {
        &self.panic_wounds
    }

    /// Returns all wounds the defender suffers, at most those it has left (A2.9).
    pub const fn wounds(&self) -> &Distribution {
        &self.wounds
    }

    /// Returns the probability that the defender takes a panic test and fails it.
    ///
    /// # Examples
    /// One die on 4+ against defence 4+ wounds with probability 1/4; morale 7+ fails with 15/36:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(1).hit(4);
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let answer = warodds::attack(&attacker, &defender).exact()?;
    /// assert!((answer.panic_failed() - 1.0 / 4.0 * 15.0 / 36.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn panic_failed(&self) -> f64 {
        self.panic_failed
    }

    /// Returns the probability that the defender is destroyed.
    pub const fn destroyed(&self) -> f64 {
        self.destroyed
    }

    /// Returns the untyped answer: all results by name, notes and abilities that are not counted.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
