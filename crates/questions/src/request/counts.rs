//! Counts of the quantities of an answer: what was rolled, and the counts whose chances are
//! requested (`--at-least`, `--at-most`).

use std::fmt::Display;

use serde_json::json;
use warodds_answer::{RequestedCounts, WoundRange};

use super::BoundedInteger;
use super::error::RequestError;
use super::group::keys;
use super::value::{Value, result_id};
use crate::document::schema::Schema;
use crate::document::{name_help, quoted};
use crate::study::{Answer, Distribution, Quantity};

/// A count of a quantity of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityCount {
    /// Id of the quantity; `None` for the one that the answer leads with.
    pub quantity: Option<String>,
    /// The count.
    pub count: u16,
}

impl Value for QuantityCount {
    fn read(text: &str) -> Result<Self, String> {
        let (quantity, count) = match text.split_once('=') {
            Some((name, count)) => (Some(result_id(name)), count),
            None => (None, text),
        };
        let count = count.trim().parse().ok().filter(|_| quantity != Some(None));
        let quantity = quantity.flatten();
        let count = count
            .ok_or("it must be a count, such as 3, or a quantity and a count, such as hits=5")?;
        Ok(Self { quantity, count })
    }

    fn show(&self) -> String {
        let Self { quantity, count } = self;
        quantity.as_ref().map_or_else(|| count.to_string(), |name| format!("{name}={count}"))
    }

    fn schema() -> Schema {
        json!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^([a-z0-9_-]+=)?[0-9]+$" })
    }
}

impl QuantityCount {
    /// Returns the quantity of an answer that is counted.
    pub(super) fn find<'a>(&self, answer: &'a Answer) -> Option<&'a Quantity> {
        match &self.quantity {
            Some(name) => answer.quantities.iter().find(|one| one.name.as_str() == name),
            None => answer.leading().next(),
        }
    }

    /// Returns the error of a quantity that an answer does not have.
    pub(super) fn unknown(&self, option: &str, answer: &Answer) -> RequestError {
        let names: Vec<&str> = answer.quantities.iter().map(|one| one.name.as_str()).collect();
        let given = self.quantity.as_deref().unwrap_or_default();
        let help = name_help(given, names, "quantities");
        self.refused(option, format!("this question has no quantity {}; {help}", quoted(given)))
    }

    /// Returns the error of an option with this value.
    pub(super) fn refused(&self, option: &str, wrong: impl Display) -> RequestError {
        RequestError::Refused(format!("{option} {}: {wrong}", self.show()))
    }

    /// Checks that the count is possible in at least one of the answers.
    fn check(&self, option: &str, answers: &[&mut Answer]) -> Result<(), RequestError> {
        let Some(first) = answers.first() else { return Ok(()) };
        let quantities = answers.iter().filter_map(|answer| self.find(answer));
        let most = quantities.max_by_key(|one| largest_possible(one));
        let most = most.ok_or_else(|| self.unknown(option, first))?;
        let largest = largest_possible(most);
        if usize::from(self.count) <= largest {
            return Ok(());
        }
        let label = &most.label.named;
        Err(self.refused(option, format!("at most {largest} {label} are possible")))
    }
}

/// Returns the largest possible count of a quantity. A sample may lack it.
fn largest_possible(quantity: &Quantity) -> usize {
    let pmf = match &quantity.distribution {
        Distribution::Exact(pmf) | Distribution::Fractions(pmf, _) => Some(pmf),
        Distribution::Sampled(_) => quantity.exact.as_ref(),
    };
    let largest = pmf.and_then(|pmf| pmf.probabilities().iter().rposition(|p| *p > 0.0));
    largest.unwrap_or_else(|| quantity.distribution.pmf().max())
}

keys! {
    /// The counts whose chances are requested.
    pub struct CountKeys in Engine {
        /// Show the chance of at least this many wounds. In other questions it counts the leading
        /// quantity; hits=5 names another one.
        maybe at_least: QuantityCount [Conflicts("explain")], "[QUANTITY=]K";
        /// Show the chance of at most this many. With --at-least, the chance of a number between.
        maybe at_most: QuantityCount [Conflicts("explain")], "[QUANTITY=]K";
    }
}

keys! {
    /// The numbers of wounds whose chance is requested of attacks on a field.
    pub struct WoundKeys in Units {
        /// Show the chance of at least K wounds.
        maybe at_least: BoundedInteger<1, 120>, "K";
        /// Show the chance of at most K wounds. With --at-least, the chance of a number between.
        maybe at_most: BoundedInteger<0, 120>, "K";
    }
}

impl WoundKeys {
    /// Returns the requested numbers; `None` without any.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for a least number above the greatest.
    pub(super) fn range(&self) -> Result<Option<WoundRange>, RequestError> {
        let (low, high) =
            (self.at_least.map(BoundedInteger::small), self.at_most.map(BoundedInteger::small));
        match (WoundRange::new(low, high), low, high) {
            (None, Some(low), Some(high)) => Err(RequestError::Refused(format!(
                "{} {low}: {} {high} leaves no possible count",
                CountKeys::AT_LEAST,
                CountKeys::AT_MOST
            ))),
            (range, ..) => Ok(range),
        }
    }
}

impl CountKeys {
    const AT_LEAST: &str = "--at-least";
    const AT_MOST: &str = "--at-most";

    /// Returns whether no count is requested.
    pub(super) const fn is_empty(&self) -> bool {
        self.at_least.is_none() && self.at_most.is_none()
    }

    /// Adds the requested chances to the answers to a question in several cases.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for a quantity that no case has, for a count that is possible in
    /// none of them, and for a least count above the largest.
    pub(super) fn add_to<'a>(
        &self,
        answers: impl Iterator<Item = &'a mut Answer>,
    ) -> Result<(), RequestError> {
        let answers: Vec<&mut Answer> = answers.filter(|answer| answer.is_known()).collect();
        let options = [(Self::AT_LEAST, &self.at_least), (Self::AT_MOST, &self.at_most)];
        for (option, count) in options {
            count.as_ref().map_or(Ok(()), |count| count.check(option, &answers))?;
        }
        for answer in answers {
            answer.counts = self.chances(answer)?;
        }
        Ok(())
    }

    /// Returns the requested chances of an answer; none of a quantity that it does not have.
    pub(super) fn chances(&self, answer: &Answer) -> Result<RequestedCounts, RequestError> {
        let find = |count: &QuantityCount| count.find(answer).map(|of| (of, count.count));
        let [low, high] = [&self.at_least, &self.at_most].map(|one| one.as_ref().and_then(find));
        if let (Some((one, low)), Some((other, high)), Some(given)) = (low, high, &self.at_least)
            && one.name == other.name
            && low > high
        {
            let wrong = format!("{} {high} leaves no count", Self::AT_MOST);
            return Err(given.refused(Self::AT_LEAST, wrong));
        }
        Ok(RequestedCounts::new(low, high))
    }
}
