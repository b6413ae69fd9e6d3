//! One attack (A2).

use super::{Ask, Asked, CombatantBuilder, Error, event, found, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::{
    self, Bonus, Context, Edition, Facing, Question, Unit, Wanted, best_strike,
};
use crate::study::{Answer, Distribution, NamedQuestion, Plan};

/// Asks what one attack does, of units by name or in plain numbers: to the front and without a
/// charge, unless told otherwise. Of the legal attacks of the attacker's card it makes the one with
/// the highest expected wounds, unless one is named.
///
/// ```
/// let ours = warodds::numbers().dice(8).hit(3);
/// let theirs = warodds::numbers().defense(4).morale(7);
/// let wounds = warodds::attack(&ours, &theirs).exact()?.wounds().mean();
/// assert!((wounds - 101_509.0 / 26_244.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn attack(attacker: &CombatantBuilder, defender: &CombatantBuilder) -> Ask<Attack> {
    Ask::new(Attack {
        attacker: attacker.clone(),
        defender: defender.clone(),
        context: Context::default(),
        kind: Wanted::Any,
    })
}

/// What an attack does: see [`attack`].
///
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
pub struct Attack {
    attacker: CombatantBuilder,
    defender: CombatantBuilder,
    context: Context,
    kind: Wanted,
}

impl Ask<Attack> {
    /// After a charge (A3.1).
    pub fn charge(self) -> Self {
        self.with(|attack| attack.context.charge = Bonus::Charge)
    }

    /// After a disorderly charge (A5.5).
    pub fn disorderly_charge(self) -> Self {
        self.with(|attack| attack.context.charge = Bonus::Disorderly)
    }

    /// The charge crossed fortified terrain (A5.7).
    pub fn fortified(self) -> Self {
        self.with(|attack| attack.context.fortified = true)
    }

    /// Into the defender's flank (A3.2).
    pub fn flank(self) -> Self {
        self.facing(Facing::Flank)
    }

    /// Into the defender's rear (A3.3).
    pub fn rear(self) -> Self {
        self.facing(Facing::Rear)
    }

    /// Into that arc of the defender.
    pub fn facing(self, facing: Facing) -> Self {
        self.with(|attack| attack.context.facing = facing)
    }

    /// A ranged attack (A6.3): the best one of the attacker's card, unless one is named.
    pub fn ranged(self) -> Self {
        self.with(|attack| attack.kind = Wanted::Ranged)
    }

    /// A melee attack: the best one of the attacker's card, unless one is named.
    pub fn melee(self) -> Self {
        self.with(|attack| attack.kind = Wanted::Melee)
    }

    /// The defender is mostly hidden by cover (A10).
    pub fn in_cover(self) -> Self {
        self.with(|attack| attack.context.cover = true)
    }
}

impl Attack {
    /// Which attacks of a card will do.
    fn wanted(&self) -> Result<Wanted, Error> {
        if self.context.charge != Bonus::None && self.kind == Wanted::Ranged {
            return Err(Error::Contradiction(
                "a charge leads to a melee attack: leave out `.ranged()` or the charge",
            ));
        }
        // plain numbers are a melee attack unless told otherwise
        let Some(unit) = self.attacker.card() else { return Ok(self.kind) };
        let engaged = unit.usage.circumstances.engaged_since_start;
        Ok(self.kind.in_situation(&self.context, engaged))
    }

    fn question(&self, edition: Edition) -> Result<Question, Error> {
        let attackers = self.attacker.attackers(self.wanted()?, "the attacker")?;
        let in_melee = |one: &asoiaf::Attacker| !one.attacking.reach.is_ranged();
        if self.context.cover && attackers.iter().any(in_melee) {
            return Err(Error::Contradiction(
                "cover hides from ranged attacks only (A10): add `.ranged()`",
            ));
        }
        if self.context.fortified && self.context.charge == Bonus::None {
            return Err(Error::Contradiction(
                "fortified terrain is crossed by a charge: add `.charge()`",
            ));
        }
        let defender = self.defender.defender("the defender")?;
        let attack = |attacker| asoiaf::Attack::new(attacker, defender.clone(), self.context);
        let best = best_strike(attackers.into_iter().map(attack), edition);
        best.map(Question::Attack).ok_or(Error::NoResult("wounds"))
    }
}

/// The question that two combatants are asked about.
pub(super) fn between(
    kind: &str,
    question: Question,
    [one, other]: [&CombatantBuilder; 2],
    edition: Edition,
) -> NamedQuestion {
    let units: Vec<&Unit> = [one, other].into_iter().filter_map(CombatantBuilder::card).collect();
    let subject = format!("{} → {}", one.name(), other.name());
    NamedQuestion::new(kind, subject, question).about(edition, units)
}

impl Asked for Attack {
    type Answer = AttackAnswer;

    fn answered(&self, edition: Edition, plan: &Plan) -> Result<AttackAnswer, Error> {
        let sides = [&self.attacker, &self.defender];
        AttackAnswer::new(found(&between("attack", self.question(edition)?, sides, edition), plan)?)
    }
}

/// What an attack does.
///
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// let guardsmen = warodds::unit("lannister guardsmen")?.wounds_lost(8);
/// let answer = warodds::attack(&swords, &guardsmen).exact()?;
/// let most = answer.unblocked_hits().mean() + answer.panic_wounds().mean();
/// assert!(answer.wounds().mean() <= most, "no more than the defender has left");
/// assert!(answer.destroyed() <= answer.wounds().at_least(4) + 1e-12);
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

    /// Hits of the attack dice and beside them.
    pub const fn hits(&self) -> &Distribution {
        &self.hits
    }

    /// Hits that no save blocked.
    pub const fn unblocked_hits(&self) -> &Distribution {
        &self.unblocked_hits
    }

    /// Wounds of the panic test.
    pub const fn panic_wounds(&self) -> &Distribution {
        &self.panic_wounds
    }

    /// All wounds that the defender suffers.
    pub const fn wounds(&self) -> &Distribution {
        &self.wounds
    }

    /// The chance that the defender fails a panic test.
    pub const fn panic_failed(&self) -> f64 {
        self.panic_failed
    }

    /// The chance that the defender is destroyed.
    pub const fn destroyed(&self) -> f64 {
        self.destroyed
    }

    /// Everything that was found: by name, with notes and what no rule counts.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
