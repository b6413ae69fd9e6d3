//! `sequence`: several attackers that act in order on one defender.
//!
//! A step is a text, `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`. Its keys are those of `attack`, or with
//! `distance` those of `charge`, so each step is parsed as a question of that kind, together with
//! the keys of the defender.

mod step;

use std::sync::LazyLock;

use super::attack::AttackKeys;
use super::card_numbers::CardNumbers;
use super::names;
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::document::quoted;
use crate::request::kind::QuestionKind;
use crate::request::query::{OptionQueries, Query, QueryCase};
use crate::request::{
    Key, Keys, Mark, ParsedFields, RankBy, RequestError, SEQUENCE, TextValue, UnitEngineKeys, keys,
};
use step::{ParsedStep, SHARED, StepContext};
use warodds_games::asoiaf::{Aim, Question, Sequence, Stakes};

keys! {
    /// The unit under attack and its attackers.
    pub struct SequenceFields in Units {
        /// The unit under attack: its name, or some words of it (see `warodds units`).
        needed defender: TextValue [Positional], "DEFENDER";
        /// Who attacks, and how, such as "sworn swords:charge,flank". Give it once for each step,
        /// in order, up to six times. The form is `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]` with the
        /// keys of `attack`, or `distance` and the keys of `charge` if the charge may fail.
        several by: TextValue [Argument, Mistaken("attacker"), Mistaken("attackers")], "STEP";
        /// Compare all orders of the steps. The best destroys the defender most often; equal ones
        /// are ranked by wounds dealt minus wounds suffered.
        flag best_order [Single];
        /// What the players aim for. With `win` they choose what destroys units, weighted by points
        /// if all costs are known, then wounds; with `wounds`, the wounds of each attack.
        usual aim: Aim = Aim::Win, "AIM";
    }
}

/// Returns the kind `sequence`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: SEQUENCE,
        about: "What do several attackers do to a unit, one after another?",
        more: "Each step has its own attacker at full strength. The defender's wounds, ranks and \
               tokens carry over from step to step, and its counter-attacks wound the attackers. A \
               step is `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]` with the keys of `attack`; with \
               `distance` it is a charge that may fail, with the keys of `charge`. Each attacker \
               makes the legal attack of its card with the highest expected wounds against the \
               unit at the start, unless `weapon`, `ranged` or `melee` says otherwise.",
        examples: &[
            "warodds sequence \"lannister guardsmen\" --by \"stark bowmen:ranged\" --by \"sworn \
             swords + sworn sword captain:charge,flank\"",
            "warodds sequence \"lannister guardsmen\" --by \"stark bowmen:ranged\" --by \"stark \
             outriders:distance=8,flank\"",
            "warodds sequence \"lannister guardsmen\" --by \"stark bowmen:ranged\" --by \"sworn \
             swords:charge\" --by \"umber berserkers:charge,rear\" --best-order",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys);
            &KEYS
        },
        ask: |values, catalogue| SequenceFields::read(values)?.query(values, catalogue),
    }
}

fn keys() -> Vec<Key> {
    let mut shared = AttackKeys::keys();
    shared.retain(|key| SHARED.contains(&key.id));
    // a step may charge or name a weapon, whatever the others do
    shared.iter_mut().for_each(|key| key.marks.retain(|mark| *mark != Mark::Conflicts("charge")));
    let engines = [CatalogueKey::keys(), RulesKeys::keys(), UnitEngineKeys::keys()].concat();
    [SequenceFields::keys(), shared, engines].concat()
}

impl SequenceFields {
    /// Builds the query: one sequence, or one for each order.
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        if self.by.is_empty() {
            return Err(RequestError::refused("there is no attacker: give at least one --by STEP"));
        }
        if self.by.len() > Sequence::MOST {
            let given = self.by.len();
            return Err(RequestError::Refused(format!(
                "a sequence has at most {} steps, but --by is given {given} times: leave some out",
                Sequence::MOST
            )));
        }
        // a fault of the defender is no fault of the first step
        let with = values.one::<TextValue>("defender_with")?;
        names::unit(catalogue, ("defender", &self.defender.0), ("defender_with", with.as_ref()))?;
        let rules = RulesKeys::read(values)?;
        let edition = rules.rules.unwrap_or_default();
        let mut replaced = CardNumbers::new(values);
        let mut steps = Vec::new();
        for (place, TextValue(text)) in self.by.iter().enumerate() {
            let context = StepContext { defender: &self.defender.0, values, catalogue, edition };
            let step = ParsedStep::parse(text, context, &mut replaced);
            steps.push(step.map_err(|wrong| of_step(place, text, &wrong))?);
        }
        refuse_spending(values, &steps)?;
        let notes = replaced.into_notes();
        if !self.best_order {
            return self.question(&steps, &rules, &notes).map(ParsedQuestion::into_query);
        }
        let case = |order: Vec<ParsedStep>| {
            let texts: Vec<&str> = order.iter().map(|step| step.text.as_str()).collect();
            let question = self.question(&order, &rules, &notes)?.question;
            Ok(QueryCase::new(texts.join(", then "), question))
        };
        let cases = orders(&steps).into_iter().map(case).collect::<Result<_, RequestError>>()?;
        Ok(Query::Many(OptionQueries { by: RankBy::Destroyed, ..OptionQueries::new(cases) }))
    }

    /// Builds the question of steps in this order.
    fn question(
        &self,
        steps: &[ParsedStep],
        rules: &RulesKeys,
        notes: &[String],
    ) -> Result<ParsedQuestion, RequestError> {
        let sequence = Sequence::new(steps.iter().map(|one| one.step.clone()).collect());
        let mut sequence = sequence.map_err(RequestError::refused)?;
        let Some(first) = steps.first() else {
            return Err(RequestError::refused("there is no attacker"));
        };
        sequence.aim = self.aim;
        let costs = steps.iter().map(|one| one.attacker.cost);
        sequence.stakes = Stakes::of_points(first.defender.cost, costs);
        let names: Vec<&str> = steps.iter().map(|one| one.attacker.name.as_str()).collect();
        let attackers = steps.iter().map(|one| one.attacker.clone()).collect();
        let subject = Subject::By(first.defender.clone(), names.join(", then "), attackers);
        let question = Question::Sequence(Box::new(sequence));
        let mut parsed = name_question(SEQUENCE, subject, question, rules)?;
        parsed.question.notes.extend_from_slice(notes);
        Ok(parsed)
    }
}

/// Returns all orders of the steps, that of the request first; equal ones once.
fn orders(steps: &[ParsedStep]) -> Vec<Vec<ParsedStep>> {
    if steps.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in steps.iter().enumerate() {
        let is_repeated = steps.iter().take(place).any(|known| known.step == first.step);
        if is_repeated {
            continue;
        }
        let mut rest = steps.to_vec();
        rest.remove(place);
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    all
}

/// Refuses keys for spending tokens if no unit may hold any.
fn refuse_spending(values: &ParsedFields<'_>, steps: &[ParsedStep]) -> Result<(), RequestError> {
    if steps.iter().any(|step| step.holds_tokens) {
        return Ok(());
    }
    let units = steps.iter().flat_map(|step| [step.attacker.clone(), step.defender.clone()]);
    names::refuse_spending(values, &["defender_tokens"], &units.collect::<Vec<_>>())
}

/// Returns the error of a step.
fn of_step(place: usize, text: &str, wrong: &RequestError) -> RequestError {
    let wrong = format!("step {}, {}: {wrong}", place + 1, quoted(text));
    RequestError::Contradiction { id: "by", place, wrong }
}
