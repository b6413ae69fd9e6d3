//! The means of several questions in one answer: what each control of the page would change.

use serde_json::{Map, Value};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::request::link::Link;
use warodds_questions::study::Control;

use crate::address_question::AddressQuestion;
use crate::cost::Cost;
use crate::fault::ApiFault;
use crate::parameters::repeated_parameter;

/// The most questions of one request.
const MAX_QUESTIONS: usize = 64;

/// Several questions, in the order of their links; `None` where a link has no question.
#[derive(Debug)]
pub struct MeansQuestion(Vec<Option<AddressQuestion>>);

impl MeansQuestion {
    /// Parses the links of a query: `link=…&link=…`. Links with faults have no question, because the
    /// page asks for combinations that the rules may exclude.
    ///
    /// # Errors
    /// [`ApiFault::BadInput`] for other parameters, for escapes that are not UTF-8, and for more
    /// than [`MAX_QUESTIONS`] links.
    pub(crate) fn parse(query: &str) -> Result<Self, ApiFault> {
        let links = repeated_parameter(query, "link", MAX_QUESTIONS)?;
        Ok(Self(links.iter().map(|link| question(link).ok()).collect()))
    }

    /// Estimates the work of all answers.
    pub(crate) fn cost(&self) -> Cost {
        self.0.iter().flatten().map(AddressQuestion::cost).sum()
    }

    /// Answers the questions, as a list of objects: the mean of each quantity and the probability of
    /// each event by name.
    ///
    /// # Errors
    /// [`ApiFault::Stopped`] if `control` stopped it, [`ApiFault::Failed`] for a fault of the
    /// program.
    pub(crate) fn json(&self, control: &dyn Control) -> Result<String, ApiFault> {
        let means: Vec<Value> = self
            .0
            .iter()
            .map(|question| match question {
                Some(question) => Ok(means(&serde_json::from_str(&question.json(control)?)?)),
                None => Ok(Value::Null),
            })
            .collect::<Result<_, ApiFault>>()?;
        Ok(serde_json::to_string(&means)? + "\n")
    }
}

/// Parses the question of a link.
fn question(link: &str) -> Result<AddressQuestion, ApiFault> {
    let link = Link::parse(link, Catalogue::shipped())?;
    AddressQuestion::from_fields(link.kind, link.given)
}

/// Returns the means and probabilities of an answer; null for lists of answers and the like.
fn means(answer: &Value) -> Value {
    let named = |group: &str, field: &str| -> Option<Vec<(String, Value)>> {
        let group = answer.get(group)?.as_object()?;
        let named =
            |(name, value): (&String, &Value)| Some((name.clone(), value.get(field)?.clone()));
        Some(group.iter().filter_map(named).collect())
    };
    match (named("quantities", "mean"), named("events", "p")) {
        (Some(means), Some(events)) => {
            Value::Object(means.into_iter().chain(events).collect::<Map<_, _>>())
        }
        _ => Value::Null,
    }
}
