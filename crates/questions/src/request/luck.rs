//! `--rolled`: how lucky the result of a roll was.

use serde_json::json;
use warodds_answer::Luck;

use super::error::RequestError;
use super::value::Value;
use crate::document::schema::Schema;
use crate::document::{name_help, quoted};
use crate::study::{Answer, is_loss};
use warodds_games::Question;

/// A result that was rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Id of the quantity; `None` for the one that the answer leads with.
    pub quantity: Option<String>,
    /// The count.
    pub count: u16,
}

impl Value for Rolled {
    fn read(text: &str) -> Result<Self, String> {
        let (quantity, count) = match text.split_once('=') {
            Some((name, count)) => (Some(name.trim().replace('-', "_")), count),
            None => (None, text),
        };
        let is_id = |name: &String| {
            !name.is_empty()
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        let count = count.trim().parse().ok().filter(|_| quantity.iter().all(is_id));
        let count = count.ok_or_else(|| {
            format!(
                "it must be a count, such as 3, or a quantity and a count, such as hits=5, not \
                 `{text}`"
            )
        })?;
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

impl Rolled {
    /// Returns how lucky the result was.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for a quantity that the answer does not have, and for a result
    /// that is impossible.
    pub(super) fn luck(&self, question: &Question, answer: &Answer) -> Result<Luck, RequestError> {
        let found = match &self.quantity {
            Some(name) => answer.quantities.iter().find(|one| one.name.as_str() == name),
            None => answer.leading().next(),
        };
        let found = found.ok_or_else(|| self.unknown(answer))?;
        let luck = Luck::new(found, self.count, is_loss(question, found.name));
        luck.map_err(|wrong| RequestError::Refused(format!("--rolled {}: {wrong}", self.show())))
    }

    /// Returns the error of a quantity that an answer does not have.
    fn unknown(&self, answer: &Answer) -> RequestError {
        let names: Vec<&str> = answer.quantities.iter().map(|one| one.name.as_str()).collect();
        let given = self.quantity.as_deref().unwrap_or_default();
        RequestError::Refused(format!(
            "--rolled {}: there is no quantity {} here; {}",
            self.show(),
            quoted(given),
            name_help(given, names, "quantities")
        ))
    }
}
