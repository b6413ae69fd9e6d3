//! What two units of a field do to each other: an attack, a duel, attacks until one is destroyed, or
//! an exchange of attacks. Always computed exactly.

use super::field::{DuelSchedule, FieldTerms};
use super::matrix::{duel_cell, share_won};
use super::points::{PointsBy, PointsTerms};
use super::{Answer, NamedQuestion, Plan, answer};
use warodds_answer::Points;
use warodds_engine::chance::QuantityName;
use warodds_engine::run::{ContractError, Control, unless_stopped};
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;
use warodds_games::asoiaf::{self, DuelSide, Edition, Survive, Unit};

/// A value, and the name of the attack that the first unit makes for it.
pub(super) type PairValue = (f64, String);

/// A unit as it attacks, and as it is attacked.
pub(super) type BothForms<'a> = [&'a Unit; 2];

/// Answers questions about pairs of units.
pub(super) struct PairSolver<'a> {
    /// The terms of attacks.
    pub terms: &'a FieldTerms,
    pub edition: Edition,
    pub plan: Plan,
    pub control: &'a dyn Control,
}

impl PairSolver<'_> {
    /// Returns the expected wounds of an attack. This and all other values are `None` if a unit
    /// lacks a value or the run was stopped.
    pub(super) fn wounds(
        &self,
        own: &Unit,
        other: &Unit,
    ) -> Result<Option<PairValue>, ContractError> {
        let found = self.attack(self.terms, [own, other])?;
        Ok(found.map(|(_, answer, weapon)| (mean(&answer, quantity::WOUNDS), weapon)))
    }

    /// Returns the share of two duels that a unit wins, in which one and then the other goes first;
    /// a duel without a winner counts half.
    pub(super) fn duels(
        &self,
        units: [&Unit; 2],
        schedule: DuelSchedule,
    ) -> Result<Option<PairValue>, ContractError> {
        let Some((first, weapon)) =
            self.duel(units, DuelSchedule { first: DuelSide::A, ..schedule })?
        else {
            return Ok(None);
        };
        let second = self.duel(units, DuelSchedule { first: DuelSide::B, ..schedule })?;
        Ok(second.map(|(second, _)| (f64::midpoint(first, second), weapon)))
    }

    fn duel(
        &self,
        units: [&Unit; 2],
        schedule: DuelSchedule,
    ) -> Result<Option<PairValue>, ContractError> {
        let Some(duel) = self.terms.duel(units, &schedule, self.edition) else { return Ok(None) };
        let weapons = duel.sides().map(|side| side.weapon_name().to_owned());
        let [weapon, _] = weapons.clone();
        let found = self.answer(asoiaf::Question::Duel(Box::new(duel)))?;
        let cell = found.and_then(|(_, answer)| duel_cell(&answer, weapons));
        Ok(cell.map(|cell| (share_won(&cell, 0), weapon)))
    }

    /// Returns the expected number of attacks by fresh `other`s that `own` withstands.
    pub(super) fn survives(
        &self,
        own: &Unit,
        other: &Unit,
    ) -> Result<Option<PairValue>, ContractError> {
        let defender = self.terms.defender(own);
        let attackers = self.terms.attackers(other);
        let attack =
            defender.and_then(|own| self.terms.attack(&attackers, &own, self.edition)).into_iter();
        let Ok(survive) = Survive::new(attack.collect()) else { return Ok(None) };
        let found = self.answer(asoiaf::Question::Survive(Box::new(survive)))?;
        Ok(found.map(|(_, answer)| (mean(&answer, quantity::ATTACKS), String::new())))
    }

    /// Returns the points that a unit destroys and loses in an exchange of attacks: its own on the
    /// terms, then one of the other from the front, both at the strength of the terms.
    pub(super) fn exchange(
        &self,
        [own, attacked]: BothForms<'_>,
        [target, attacking]: BothForms<'_>,
        by: PointsBy,
    ) -> Result<Option<(Points, String)>, ContractError> {
        let cost = |unit: &Unit| unit.cost.map(|cost| cost.get());
        let Some(costs) = cost(own).zip(cost(target)) else { return Ok(None) };
        let (costs, reversed) = ([costs.0, costs.1], [costs.1, costs.0]);
        let back = self.terms.reversed();
        let points = |(question, answer, weapon): (NamedQuestion, Answer, String), costs| {
            let found = PointsTerms { by, costs }.points(&question.question, &answer);
            found.map(|points| (points, weapon))
        };
        let Some(first) = self.attack(self.terms, [own, target])? else { return Ok(None) };
        let Some(second) = self.attack(&back, [attacking, attacked])? else { return Ok(None) };
        let both = points(first, costs).zip(points(second, reversed));
        Ok(both.map(|((first, weapon), (second, _))| {
            let destroyed = first.destroyed + second.lost;
            (Points { destroyed, lost: first.lost + second.destroyed }, weapon)
        }))
    }

    /// Answers the best attack of a unit on another.
    fn attack(
        &self,
        terms: &FieldTerms,
        [own, other]: [&Unit; 2],
    ) -> Result<Option<(NamedQuestion, Answer, String)>, ContractError> {
        let attackers = terms.attackers(own);
        let Some(defender) = terms.defender(other) else { return Ok(None) };
        let Some((weapon, action)) = terms.action(&attackers, &defender, self.edition) else {
            return Ok(None);
        };
        let found = self.answer(action)?;
        Ok(found.map(|(question, answer)| (question, answer, weapon)))
    }

    /// Answers a question and reports it to the control; `None` if the run was stopped.
    fn answer(
        &self,
        question: asoiaf::Question,
    ) -> Result<Option<(NamedQuestion, Answer)>, ContractError> {
        if self.control.is_stopped() {
            return Ok(None);
        }
        let question = Question::Asoiaf(Box::new(question), self.edition);
        let question = NamedQuestion::new("", "", question);
        let found = unless_stopped(answer(&question, &self.plan, self.control))?;
        self.control.advance(1);
        Ok(found.filter(|answer| !answer.method.partial).map(|answer| (question, answer)))
    }
}

/// Returns the mean of a quantity, 0 if the answer does not have it.
fn mean(answer: &Answer, name: QuantityName) -> f64 {
    answer.quantity(name).map_or(0.0, |one| one.distribution.mean())
}
