//! What attachments add to a unit: an exchange of attacks with each unit of a field, with each
//! attachment and without any.
//!
//! In an exchange both units attack each other once, in the situation of the question: the unit on
//! its terms, each unit of the field from the front, both with the best attack of their cards. Each
//! attack is answered as by `attack`, with the exact engine.

use std::collections::HashSet;

use rayon::prelude::*;

use super::field::{
    self, ArmedAttacker, AttachmentCandidate, AttachmentsQuestion, FieldTerms, FieldUnit, summary,
};
use super::situational::{Unreported, is_change, lacking_conditions};
use super::{NamedQuestion, Plan, answer, matrix, not_modelled};
use warodds_answer::{
    AttachmentGain, AttachmentsAnswer, Distribution, ExchangeWounds, FieldRemarks, Opponents,
    cmp_descending,
};
use warodds_engine::run::{ContractError, Control, unless_stopped};
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;
use warodds_games::asoiaf::{self, Combatant, Edition, Unit};

/// Answers on the threads of the current rayon pool and reports each attack to `control`.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn attachments(
    question: &AttachmentsQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<AttachmentsAnswer, ContractError> {
    let solver = ExchangeSolver { question, plan, control };
    let field = question.field.each_ref().map(Vec::as_slice);
    let alone = solver.exchange(&question.unit.unit, field)?;
    let found: Vec<Option<ExchangeResult>> = question
        .candidates
        .par_iter()
        .map(|one| solver.exchange(&one.unit, field))
        .collect::<Result<_, _>>()?;
    let partial = alone.is_none() || found.iter().any(Option::is_none);
    let pairs = question.candidates.iter().zip(found);
    let added =
        pairs.filter_map(|(one, with)| Some((one, added(question, one, (with?, alone.as_ref()?)))));
    let gains: Vec<_> = added.collect();
    let solver = ExchangeSolver { control: &Unreported(control), ..solver };
    let mut attachments: Vec<AttachmentGain> = gains
        .into_par_iter()
        .map(|(one, gain)| in_other_situations(&solver, one, gain))
        .collect::<Result<_, _>>()?;
    attachments.sort_by(|one, other| {
        let worth =
            // free attachments come after all that have a gain per point
            |one: &AttachmentGain| (one.per_point.unwrap_or(f64::NEG_INFINITY), one.adds.net());
        let ((first, one_net), (second, other_net)) = (worth(one), worth(other));
        let is_ranked = one.counts.is_empty().cmp(&other.counts.is_empty()).reverse();
        let by_worth = cmp_descending(first, second).then(cmp_descending(one_net, other_net));
        is_ranked.then(by_worth).then_with(|| (&one.name, &one.id).cmp(&(&other.name, &other.id)))
    });
    Ok(AttachmentsAnswer {
        header: field::header(
            (&question.name, &question.case),
            (&question.terms, question.edition),
            question.units(),
            matrix::method(plan, partial),
        ),
        range: question.range,
        unit: summary(&question.unit, &names(alone.as_ref())),
        alone: alone.map(|alone| alone.exchange),
        attachments,
        opponents: Opponents {
            attacks: question.field[0].len(),
            attacked_by: question.field[1].len(),
        },
        only_opponent: only_opponent(&question.field),
        remarks: FieldRemarks {
            left_out: question.left_out.clone(),
            not_modelled: not_modelled(question.armed()),
            notes: field::notes((&question.terms, question.edition), question.units()),
        },
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
    let without = abilities(&question.unit.unit, alone);
    let mut not_modelled = abilities(&one.unit, &with);
    let (with, alone) = (with.exchange, alone.exchange);
    // the unit's abilities are listed once, with the unit
    for own in without {
        if let Some(place) = not_modelled.iter().position(|name| *name == own) {
            not_modelled.remove(place);
        }
    }
    let adds = with.less(alone);
    AttachmentGain {
        id: one.id.clone(),
        name: one.name.clone(),
        faction: one.faction.clone(),
        cost: one.cost,
        with,
        adds,
        per_point: one.cost.filter(|cost| *cost > 0).map(|cost| adds.net() / f64::from(cost)),
        counts: Vec::new(),
        not_modelled,
    }
}

/// Adds to an attachment without a gain the conditions in which it has one, and ranks it no more.
fn in_other_situations(
    solver: &ExchangeSolver<'_>,
    one: &AttachmentCandidate,
    gain: AttachmentGain,
) -> Result<AttachmentGain, ContractError> {
    if [gain.adds.dealt, gain.adds.suffered].into_iter().any(is_change) {
        return Ok(gain);
    }
    let bare = &solver.question.unit.unit;
    let counts = lacking_conditions([&one.unit, bare], |unit| solver.differs([unit, bare]))?;
    let per_point = gain.per_point.filter(|_| counts.is_empty());
    Ok(AttachmentGain { per_point, counts, ..gain })
}

/// Computes exchanges of a question.
#[derive(Clone, Copy)]
struct ExchangeSolver<'a> {
    question: &'a AttachmentsQuestion,
    plan: &'a Plan,
    control: &'a dyn Control,
}

impl ExchangeSolver<'_> {
    /// Computes the exchange of a unit with units that it attacks and units that attack it; `None`
    /// if the run was stopped.
    fn exchange(
        &self,
        unit: &Unit,
        [defending, attacking]: [&[FieldUnit]; 2],
    ) -> Result<Option<ExchangeResult>, ContractError> {
        let Self { question, plan, control } = *self;
        let back = question.terms.reversed();
        let Some(attacked) = back.defender(unit) else { return Ok(None) };
        let attackers = question.terms.attackers(unit);
        let edition = (question.edition, plan, control);
        let own = defending.par_iter().filter_map(|one| question.terms.defender(&one.unit));
        let own: Vec<Option<AttackResult>> = own
            .map(|defender| attack(&question.terms, (&attackers, &defender), edition))
            .collect::<Result<_, _>>()?;
        let others = attacking.par_iter().map(|one| back.attackers(&one.unit));
        let others: Vec<Option<AttackResult>> = others
            .map(|attackers| attack(&back, (&attackers, &attacked), edition))
            .collect::<Result<_, _>>()?;
        let chance = question.range.and_then(|range| mean(&own, |one| range.chance(&one.wounds)));
        let all = means(&own).zip(means(&others));
        Ok(all.map(|([dealt, paid], [suffered, answered])| ExchangeResult {
            // an attack may cost its attacker wounds: counter-attacks (E1), hits that come back
            // (A14.4)
            exchange: ExchangeWounds { dealt: dealt + answered, suffered: suffered + paid, chance },
            weapons: own.into_iter().flatten().map(|one| one.weapon).collect(),
        }))
    }

    /// Returns whether the exchanges of two units with some unit of the field differ.
    fn differs(&self, units: [&Unit; 2]) -> Result<bool, ContractError> {
        let [defending, attacking] = &self.question.field;
        // neither list is empty; of the shorter one the last unit is met again
        let members = [defending, attacking];
        let at = |place: usize| {
            members.map(|all| {
                let place = place.min(all.len().saturating_sub(1));
                all.get(place..=place).unwrap_or_default()
            })
        };
        (0..defending.len().max(attacking.len()))
            .into_par_iter()
            .map(|place| {
                let [one, other] = units.map(|unit| self.exchange(unit, at(place)));
                let pair = one?.zip(other?);
                Ok(pair.is_some_and(|(one, other)| {
                    let adds = one.exchange.less(other.exchange);
                    [adds.dealt, adds.suffered].into_iter().any(is_change)
                }))
            })
            .find_any(|found| !matches!(found, Ok(false)))
            .unwrap_or(Ok(false))
    }
}

/// What an attack leads to.
struct AttackResult {
    /// The name of the attacker's weapon.
    weapon: String,
    /// The wounds of the defender.
    wounds: Distribution,
    /// The expected wounds of the attacker.
    own_wounds: f64,
}

/// Answers the attack with the attacker's best weapon; `None` if the run was stopped. `attackers`
/// holds the attacker once for each weapon.
fn attack(
    terms: &FieldTerms,
    (attackers, defender): (&[ArmedAttacker], &Combatant),
    (edition, plan, control): (Edition, &Plan, &dyn Control),
) -> Result<Option<AttackResult>, ContractError> {
    if control.is_stopped() {
        return Ok(None);
    }
    let Some(attack) = terms.attack(attackers, defender, edition) else { return Ok(None) };
    let weapon = attack.attacker().weapon_name().to_owned();
    let attack = asoiaf::Question::Attack(attack);
    let question = NamedQuestion::new("", "", Question::Asoiaf(Box::new(attack), edition));
    let Some(found) = unless_stopped(answer(&question, plan, control))? else { return Ok(None) };
    control.advance(1);
    let distribution = |name| found.quantity(name).map(|one| &one.distribution);
    // the attacker's wounds are counted only where something may cause them
    let own_wounds = distribution(quantity::OWN_WOUNDS).map_or(0.0, Distribution::mean);
    let wounds = distribution(quantity::WOUNDS).cloned();
    Ok(wounds.map(|wounds| AttackResult { weapon, wounds, own_wounds }))
}

/// Returns the expected wounds of defender and attacker over all attacks; `None` as of [`mean`].
fn means(all: &[Option<AttackResult>]) -> Option<[f64; 2]> {
    Some([mean(all, |one| one.wounds.mean())?, mean(all, |one| one.own_wounds)?])
}

/// Returns the mean of a number over all attacks; `None` if one is missing.
fn mean(all: &[Option<AttackResult>], number: impl Fn(&AttackResult) -> f64) -> Option<f64> {
    let known: Option<Vec<f64>> = all.iter().map(|one| one.as_ref().map(&number)).collect();
    let known = known.filter(|known| !known.is_empty())?;
    Some(known.iter().sum::<f64>() / known.len() as f64)
}
