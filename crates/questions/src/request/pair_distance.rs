//! Distances between single pairs of units of two lists.

use super::error::RequestError;
use super::value::Value;
use crate::document::schema::{Schema, line};
use warodds_games::asoiaf::values::Inches;

/// The distance between an attacker and its target: `OUTRIDERS:GUARDSMEN=9`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PairDistance {
    /// Name of the attacker.
    pub attacker: String,
    /// Name of the target.
    pub target: String,
    /// The distance.
    pub distance: Inches,
}

impl Value for PairDistance {
    fn read(text: &str) -> Result<Self, String> {
        let form = || "it must be A:B=INCHES, such as \"outriders:guardsmen=9\"".to_owned();
        let (units, distance) = text.rsplit_once('=').ok_or_else(form)?;
        let (attacker, target) = units.split_once(':').ok_or_else(form)?;
        let distance = <Inches as Value>::read(distance.trim())?;
        let [attacker, target] = [attacker, target].map(|name| name.trim().to_owned());
        if attacker.is_empty() || target.is_empty() {
            return Err(form());
        }
        Ok(Self { attacker, target, distance })
    }

    fn show(&self) -> String {
        format!("{}:{}={}", self.attacker, self.target, self.distance.show())
    }

    fn schema() -> Schema {
        line(400)
    }
}

/// The given distances between pairs of units that no case so far is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnusedDistances(Vec<String>);

impl UnusedDistances {
    /// Creates the set of distances that one case does not use.
    pub(super) fn new<'a>(unused: impl IntoIterator<Item = &'a PairDistance>) -> Self {
        Self(unused.into_iter().map(PairDistance::show).collect())
    }

    /// Keeps those that a further case does not use either.
    pub(crate) fn retain_unused(&mut self, other: &Self) {
        self.0.retain(|one| other.0.contains(one));
    }

    /// Checks that each distance is that of a case.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for the first other distance.
    pub(crate) fn check(&self) -> Result<(), RequestError> {
        self.0.first().map_or(Ok(()), |unused| {
            Err(RequestError::Refused(format!(
                "--pair-distance {unused} is not a pair of these units: name an attacker of A and \
                 a target of B"
            )))
        })
    }
}
