//! What attachments add to a unit: an exchange of attacks with each unit of a field, with each
//! attachment and without any.
//!
//! In an exchange both units are at full strength and attack each other once: the unit on the
//! question's terms, each unit of the field from the front, both with the best attack of their
//! cards. Each attack is answered as by `attack`, with the exact engine.

use std::collections::HashSet;

use rayon::prelude::*;

use super::field::{self, ArmedAttacker, FieldError, FieldTerms, FieldUnit, LeftOut, UnitSummary};
use super::rank::cmp_descending;
use super::{Method, NamedQuestion, NotModelled, Plan, Setting, answer, matrix};
use warodds_engine::run::{ContractError, Control, unless_stopped};
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;
use warodds_games::asoiaf::{self, Defender, Edition, ForeignAttachment, Unit, Weapon};

/// An attachment that may join the unit.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentCandidate {
    /// Its id.
    pub id: String,
    /// Its name with its title.
    pub name: String,
    /// Its faction.
    pub faction: String,
    /// Its cost; `None` for a commander.
    pub cost: Option<u8>,
    /// The unit with it, for its own attacks.
    pub attacking: Unit,
    /// The unit with it, for attacks on it.
    pub defending: Unit,
}

/// A question about a unit with each of some attachments, against a field.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentsQuestion {
    /// Its name.
    pub name: String,
    /// The unit without an attachment, first as it attacks, then as it is attacked.
    unit: [FieldUnit; 2],
    candidates: Vec<AttachmentCandidate>,
    /// The field, first as it is attacked, then as it attacks.
    field: [Vec<FieldUnit>; 2],
    /// The terms of the unit's attacks.
    terms: FieldTerms,
    edition: Edition,
    left_out: Vec<LeftOut>,
}

/// The units and terms of a question about attachments. Of each pair the first is used in the
/// unit's attacks and the second in attacks on the unit.
#[derive(Clone, Debug, PartialEq)]
pub struct ExchangeSetup {
    /// The unit without an attachment: as it attacks, and as it is attacked.
    pub unit: [FieldUnit; 2],
    /// The unit with each attachment.
    pub candidates: Vec<AttachmentCandidate>,
    /// The field: as it is attacked, and as it attacks.
    pub field: [Vec<FieldUnit>; 2],
    /// Terms of the unit's attacks.
    pub terms: FieldTerms,
    /// The edition of the rules.
    pub edition: Edition,
}

impl AttachmentsQuestion {
    /// Creates a question. Units of the field that cannot be attacked, or cannot attack, are left
    /// out and named.
    ///
    /// # Errors
    /// If the unit cannot attack or be attacked, or no unit of the field can.
    pub fn new(name: impl Into<String>, exchanges: ExchangeSetup) -> Result<Self, FieldError> {
        let ExchangeSetup { unit, candidates, field: [defending, attacking], terms, edition } =
            exchanges;
        let mut left_out = Vec::new();
        let [attacker, attacked] = unit;
        if !terms.arms(&attacker.unit) {
            let (unit, required) = (attacker.unit.name, terms.kind().words());
            return Err(FieldError::Unarmed { unit, required });
        }
        // of one unit one is left: an empty list is an error
        let attacked = field::retain_defenders(vec![attacked], &mut left_out)?.remove(0);
        let defending = field::retain_defenders(defending, &mut left_out)?;
        let attacking = field::armed(&FieldTerms::default(), attacking, &mut left_out)?;
        Ok(Self {
            name: name.into(),
            unit: [attacker, attacked],
            candidates,
            field: [defending, attacking],
            terms,
            edition,
            left_out,
        })
    }

    /// Returns all units.
    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        // both forms of the unit are of one card
        let bare = self.unit.iter().take(1).map(|member| &member.unit);
        let field = self.field.iter().flatten().map(|member| &member.unit);
        bare.chain(self.candidates.iter().map(|one| &one.attacking)).chain(field)
    }

    /// Returns all units with each weapon that they may use.
    pub(super) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        let [defending, attacking] = &self.field;
        let own = self.unit.iter().take(1).map(|member| &member.unit);
        let own = own.chain(self.candidates.iter().map(|one| &one.attacking));
        let own = own.flat_map(|unit| self.terms.armed(unit));
        let defending = defending.iter().map(|one| (&one.unit, one.unit.answers_with()));
        let attacking = attacking.iter().flat_map(|one| FieldTerms::default().armed(&one.unit));
        own.chain(defending).chain(attacking)
    }

    /// Returns the number of attacks in the question.
    pub fn attacks(&self) -> u64 {
        let field: u64 = self.field.iter().map(|units| units.len() as u64).sum();
        field * (self.candidates.len() as u64 + 1)
    }

    /// Returns the attachments that may not be in an army with their units (A11.2).
    pub fn foreign(&self) -> Vec<ForeignAttachment> {
        super::foreign(self.units())
    }
}

/// Expected wounds in an exchange of attacks, averaged over the field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExchangeWounds {
    /// Expected wounds dealt, by its own attack and in answer to the other's.
    pub dealt: f64,
    /// Expected wounds suffered, from the other's attack and in its own.
    pub suffered: f64,
}

impl ExchangeWounds {
    /// Returns wounds dealt minus wounds suffered.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::attachments::ExchangeWounds;
    ///
    /// assert_eq!(ExchangeWounds { dealt: 3.5, suffered: 1.25 }.net(), 2.25);
    /// ```
    pub fn net(self) -> f64 {
        self.dealt - self.suffered
    }

    /// Returns the difference from another exchange.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::attachments::ExchangeWounds;
    ///
    /// let (with, without) = (3.0, 2.0);
    /// let with = ExchangeWounds { dealt: with, suffered: 1.5 };
    /// let without = ExchangeWounds { dealt: without, suffered: 1.0 };
    /// assert_eq!(with.less(without), ExchangeWounds { dealt: 1.0, suffered: 0.5 });
    /// ```
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self { dealt: self.dealt - other.dealt, suffered: self.suffered - other.suffered }
    }
}

/// The gain from an attachment.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentGain {
    /// Its id.
    pub id: String,
    /// Its name with its title.
    pub name: String,
    /// Its faction.
    pub faction: String,
    /// Its cost; `None` for a commander.
    pub cost: Option<u8>,
    /// The exchange with it.
    pub with: ExchangeWounds,
    /// The exchange with it minus that without an attachment.
    pub adds: ExchangeWounds,
    /// Its abilities that may change rolls and that no rule counts.
    pub not_modelled: Vec<String>,
}

impl AttachmentGain {
    /// Returns the net gain per point; `None` for a free attachment.
    pub fn per_point(&self) -> Option<f64> {
        let cost = self.cost.filter(|cost| *cost > 0)?;
        Some(self.adds.net() / f64::from(cost))
    }
}

/// The answer about attachments.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentsAnswer {
    /// The question's name.
    pub name: String,
    /// The unit.
    pub unit: UnitSummary,
    /// The exchange without an attachment; `None` if a stopped run did not reach it.
    pub alone: Option<ExchangeWounds>,
    /// The attachments by net gain per point, then the free ones; those a stopped run did not reach
    /// are missing.
    pub attachments: Vec<AttachmentGain>,
    /// Number of units that were attacked, and that attacked.
    pub opponents: [usize; 2],
    /// The name of the only opponent, if there is one alone that is attacked and attacks.
    pub only_opponent: Option<String>,
    /// Non-default terms of the unit's attacks.
    pub terms: Vec<Setting>,
    /// Which attacks were made.
    pub weapons: String,
    /// The edition of the rules.
    pub edition: &'static str,
    /// How it was computed.
    pub method: Method,
    /// Units that could not take part.
    pub left_out: Vec<LeftOut>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Abilities that may change these numbers and are not counted.
    pub not_modelled: Vec<NotModelled>,
}

impl AttachmentsAnswer {
    /// Returns the number of attacks in the exchanges that were completed.
    pub fn answered(&self) -> usize {
        let known = usize::from(self.alone.is_some()) + self.attachments.len();
        known * self.opponents.iter().sum::<usize>()
    }
}

/// Answers on the threads of the current rayon pool and reports each attack to `control`.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub fn attachments(
    question: &AttachmentsQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<AttachmentsAnswer, ContractError> {
    let [attacker, attacked] = &question.unit;
    let with = |unit: [&Unit; 2]| exchange(question, unit, plan, control);
    let alone = with([&attacker.unit, &attacked.unit])?;
    let found: Vec<Option<ExchangeResult>> = question
        .candidates
        .par_iter()
        .map(|one| with([&one.attacking, &one.defending]))
        .collect::<Result<_, _>>()?;
    let partial = alone.is_none() || found.iter().any(Option::is_none);
    let pairs = question.candidates.iter().zip(found);
    let added =
        pairs.filter_map(|(one, with)| Some(added(question, one, (with?, alone.as_ref()?))));
    let mut attachments: Vec<AttachmentGain> = added.collect();
    attachments.sort_by(|one, other| {
        let worth =
            // free attachments come after all that have a gain per point
            |one: &AttachmentGain| (one.per_point().unwrap_or(f64::NEG_INFINITY), one.adds.net());
        let ((first, one_net), (second, other_net)) = (worth(one), worth(other));
        let by_worth = cmp_descending(first, second).then(cmp_descending(one_net, other_net));
        by_worth.then_with(|| (&one.name, &one.id).cmp(&(&other.name, &other.id)))
    });
    Ok(AttachmentsAnswer {
        name: question.name.clone(),
        unit: UnitSummary::of(attacker, &names(alone.as_ref())),
        alone: alone.map(|alone| alone.exchange),
        attachments,
        opponents: question.field.each_ref().map(Vec::len),
        only_opponent: only_opponent(&question.field),
        terms: question.terms.settings(),
        weapons: question.terms.kind().of_each_card().to_owned(),
        edition: question.edition.name(),
        method: matrix::method(plan, partial),
        left_out: question.left_out.clone(),
        notes: field::notes(question.edition, question.units()),
        not_modelled: NotModelled::of(question.armed()),
    })
}

/// Returns the name of the unit that is the whole field.
fn only_opponent([attacked, attacking]: &[Vec<FieldUnit>; 2]) -> Option<String> {
    match (attacked.as_slice(), attacking.as_slice()) {
        ([one], [other]) if one.id == other.id => Some(one.unit.name.clone()),
        _ => None,
    }
}

/// An exchange with the weapons that the unit attacked with.
struct ExchangeResult {
    exchange: ExchangeWounds,
    weapons: HashSet<String>,
}

/// Returns the names of the weapons that the unit attacked with; empty if unknown.
fn names(exchanged: Option<&ExchangeResult>) -> HashSet<&str> {
    exchanged.into_iter().flat_map(|one| &one.weapons).map(String::as_str).collect()
}

/// Computes the gain from an attachment.
fn added(
    question: &AttachmentsQuestion,
    one: &AttachmentCandidate,
    (with, alone): (ExchangeResult, &ExchangeResult),
) -> AttachmentGain {
    let abilities = |unit: &Unit, exchanged| {
        let mut all: Vec<String> = Vec::new();
        for weapon in field::in_hand(unit, &names(Some(exchanged))) {
            let more: Vec<String> =
                unit.not_counted(weapon).into_iter().filter(|name| !all.contains(name)).collect();
            all.extend(more);
        }
        all
    };
    let without = question.unit.first().map(|member| abilities(&member.unit, alone));
    let mut not_modelled = abilities(&one.attacking, &with);
    let (with, alone) = (with.exchange, alone.exchange);
    // the unit's abilities are listed once, with the unit
    for own in without.unwrap_or_default() {
        if let Some(place) = not_modelled.iter().position(|name| *name == own) {
            not_modelled.remove(place);
        }
    }
    AttachmentGain {
        id: one.id.clone(),
        name: one.name.clone(),
        faction: one.faction.clone(),
        cost: one.cost,
        with,
        adds: with.less(alone),
        not_modelled,
    }
}

/// Computes the exchange of a unit with the field; `None` if the run was stopped.
fn exchange(
    question: &AttachmentsQuestion,
    [attacker, attacked]: [&Unit; 2],
    plan: &Plan,
    control: &dyn Control,
) -> Result<Option<ExchangeResult>, ContractError> {
    let ([defending, attacking], usual) = (&question.field, FieldTerms::default());
    let Some(attacked) = usual.defender(attacked) else { return Ok(None) };
    let attackers = question.terms.attackers(attacker);
    let edition = (question.edition, plan, control);
    let own = defending.par_iter().filter_map(|one| question.terms.defender(&one.unit));
    let own: Vec<Option<(String, [f64; 2])>> = own
        .map(|defender| means(&question.terms, (&attackers, &defender), edition))
        .collect::<Result<_, _>>()?;
    let others = attacking.par_iter().map(|one| usual.attackers(&one.unit));
    let others: Vec<Option<(String, [f64; 2])>> = others
        .map(|attackers| means(&usual, (&attackers, &attacked), edition))
        .collect::<Result<_, _>>()?;
    let all = mean(&own).zip(mean(&others));
    Ok(all.map(|([dealt, paid], [suffered, answered])| ExchangeResult {
        // an attack may cost its attacker wounds: counter-attacks (E1), hits that come back (A14.4)
        exchange: ExchangeWounds { dealt: dealt + answered, suffered: suffered + paid },
        weapons: own.into_iter().flatten().map(|(weapon, _)| weapon).collect(),
    }))
}

/// Returns the attacker's best weapon and the expected wounds of defender and attacker; `None` if
/// the run was stopped. `attackers` holds the attacker once for each weapon.
fn means(
    terms: &FieldTerms,
    (attackers, defender): (&[ArmedAttacker], &Defender),
    (edition, plan, control): (Edition, &Plan, &dyn Control),
) -> Result<Option<(String, [f64; 2])>, ContractError> {
    if control.is_stopped() {
        return Ok(None);
    }
    let Some(attack) = terms.attack(attackers, defender, edition) else { return Ok(None) };
    let weapon = attack.attacker.traits.weapon.clone();
    let attack = asoiaf::Question::Attack(attack);
    let question = NamedQuestion::new("", "", Question::Asoiaf(Box::new(attack), edition));
    let Some(found) = unless_stopped(answer(&question, plan, control))? else { return Ok(None) };
    control.advance(1);
    // an attack always has both quantities
    let mean = |name| found.quantity(name).map_or(0.0, |one| one.distribution.mean());
    Ok(Some((weapon, [mean(quantity::WOUNDS), mean(quantity::OWN_WOUNDS)])))
}

/// Returns the means over all pairs; `None` if one is missing.
fn mean(all: &[Option<(String, [f64; 2])>]) -> Option<[f64; 2]> {
    let known: Vec<&[f64; 2]> =
        all.iter().map(|one| one.as_ref().map(|(_, means)| means)).collect::<Option<_>>()?;
    let count = known.len() as f64;
    let sum = |of: fn(&[f64; 2]) -> f64| known.iter().map(|one| of(one)).sum::<f64>() / count;
    (!known.is_empty()).then(|| [sum(|[first, _]| *first), sum(|[_, second]| *second)])
}
