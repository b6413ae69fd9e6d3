//! What two units of a field do to each other: an attack, a duel, attacks until one is destroyed, or
//! an exchange of attacks. Always computed exactly.

use super::field::{DuelSchedule, FieldTerms, after_cards};
use super::matrix::{duel_cell, pair_question, share_won};
use super::points::{PointsBy, PointsTerms};
use super::{Answer, Plan, answer};
use warodds_answer::{Distribution, Points};
use warodds_engine::chance::QuantityName;
use warodds_engine::run::{ContractError, Control, unless_stopped};
use warodds_games::asoiaf::results::{event, quantity};
use warodds_games::asoiaf::survive::NEGLIGIBLE;
use warodds_games::asoiaf::{self, Ability, Aim, DuelSide, Edition, Survive, Unit};

/// A value, or its distribution, and the name of the attack that the first unit makes for it.
pub(super) type PairValue<T = f64> = (T, String);

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
    /// Returns the wounds of an attack. This and all other values are `None` if a unit
    /// lacks a value or the run was stopped.
    pub(super) fn wounds(
        &self,
        own: &Unit,
        other: &Unit,
    ) -> Result<Option<PairValue<Distribution>>, ContractError> {
        let found = self.attack(self.terms, [own, other], None)?;
        Ok(found.and_then(|(answer, weapon)| {
            Some((answer.quantity(quantity::WOUNDS)?.distribution.clone(), weapon))
        }))
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
        let found = self.answer(Box::new(asoiaf::Question::Duel(Box::new(duel))), None)?;
        let cell = found.and_then(|answer| duel_cell(&answer, weapons));
        Ok(cell.map(|cell| (share_won(&cell, 0), weapon)))
    }

    /// Returns the expected number of attacks by fresh `attacker`s that `unit` withstands, and
    /// whether it may outlast all that are counted. The tactics cards of both are played in the
    /// first of them.
    pub(super) fn survives(
        &self,
        [attacker, unit]: [&Unit; 2],
        aim: Aim,
    ) -> Result<Option<(f64, bool)>, ContractError> {
        let attack = |[attacker, unit]: [&Unit; 2]| {
            let (attackers, unit) = (self.terms.attackers(attacker), self.terms.defender(unit)?);
            self.terms.attack(&attackers, &unit, self.edition)
        };
        let units = [attacker, unit];
        let Some(repeated) = attack(after_cards(units).each_ref().map(|unit| &**unit)) else {
            return Ok(None);
        };
        let Ok(mut survive) = Survive::new(vec![repeated]) else { return Ok(None) };
        survive.aim = aim;
        if units.iter().any(|unit| unit.abilities.iter().any(Ability::is_card)) {
            survive = survive.opening_with(attack(units).into_iter().collect());
        }
        let found = self.answer(Box::new(asoiaf::Question::Survive(Box::new(survive))), None)?;
        let withstood = |answer: Answer| {
            let destroyed = answer.event(event::DESTROYED)?.probability();
            Some((mean(&answer, quantity::ATTACKS)?, destroyed <= 1.0 - NEGLIGIBLE))
        };
        Ok(found.and_then(withstood))
    }

    /// Returns the points that a unit destroys and loses in an exchange of attacks: its own on the
    /// terms, then one of the other from the front, both at the strength of the terms.
    pub(super) fn exchange(
        &self,
        [[own, attacked], [target, attacking]]: [BothForms<'_>; 2],
        by: PointsBy,
    ) -> Result<Option<(Points, String)>, ContractError> {
        let cost = |unit: &Unit| unit.cost.map(|cost| cost.get());
        let Some(costs) = cost(own).zip(cost(target)) else { return Ok(None) };
        let terms = PointsTerms { by, costs: [costs.0, costs.1] };
        let back = PointsTerms { by, costs: [costs.1, costs.0] };
        let first = self.attack(self.terms, [own, target], Some(terms))?;
        let Some((first, weapon)) = first else { return Ok(None) };
        let second = self.attack(&self.terms.reversed(), [attacking, attacked], Some(back))?;
        let second = second.and_then(|(answer, _)| answer.points);
        Ok(first.points.zip(second).map(|(first, second)| {
            let destroyed = first.destroyed + second.lost;
            (Points { destroyed, lost: first.lost + second.destroyed }, weapon)
        }))
    }

    /// Answers the best attack of a unit on another.
    fn attack(
        &self,
        terms: &FieldTerms,
        [own, other]: [&Unit; 2],
        points: Option<PointsTerms>,
    ) -> Result<Option<(Answer, String)>, ContractError> {
        let Some((weapon, action)) = terms.action([own, other], self.edition) else {
            return Ok(None);
        };
        Ok(self.answer(action, points)?.map(|answer| (answer, weapon)))
    }

    /// Answers a question and reports it to the control; `None` if the run was stopped.
    fn answer(
        &self,
        question: Box<asoiaf::Question>,
        points: Option<PointsTerms>,
    ) -> Result<Option<Answer>, ContractError> {
        if self.control.is_stopped() {
            return Ok(None);
        }
        let question = pair_question(question, self.edition, points);
        let found = unless_stopped(answer(&question, &self.plan, self.control))?;
        self.control.advance(1);
        Ok(found.filter(|answer| !answer.method.partial))
    }
}

/// Returns the mean of a quantity of an answer.
fn mean(answer: &Answer, name: QuantityName) -> Option<f64> {
    Some(answer.quantity(name)?.distribution.mean())
}
