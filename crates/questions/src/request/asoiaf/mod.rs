//! The questions of *A Song of Ice and Fire* and their keys, one file a question.

mod attachments;
mod attack;
pub(crate) mod battlefield;
mod charge;
mod charges_of_lists;
mod choices;
pub(crate) mod combat;
mod compare;
mod deck;
mod duel;
mod field;
mod list_files;
mod lists;
mod matrix;
mod names;
mod options;
mod panic;
mod retreat;
mod rules;
mod survive;
mod usage;

pub use attack::{AttackKeys, RuledAttack};
pub use choices::{MeasureName, MetricName, OrderName};
pub use combat::{AttackManner, AttackNumbers, RollChanges};
pub use list_files::files_named;
pub use names::UnitNames;
pub use rules::{CatalogueKey, RulesKeys};
pub use usage::UsageKeys;

use std::borrow::Cow;

use super::kind::{Cards, QuestionKind};
use super::{Keys, ParsedFields, RequestError};
use crate::catalogue::Catalogue;

/// All kinds, in the order of the command line.
pub(super) fn kinds() -> Vec<QuestionKind> {
    vec![
        attack::kind(),
        charge::kind(),
        panic::kind(),
        retreat::kind(),
        duel::kind(),
        matrix::kind(),
        compare::kind(),
        attachments::kind(),
        options::kind(),
        survive::kind(),
        deck::kind(),
    ]
}

/// The cards of a request: those there are, or of one edition, or with its own.
pub(super) fn cards<'a>(
    values: &ParsedFields<'_>,
    catalogue: &'a Catalogue,
) -> Result<Cards<'a>, RequestError> {
    if values.restricts_cards() && CatalogueKey::ids().into_iter().any(|id| values.has(id)) {
        CatalogueKey::read(values)?.open(catalogue)
    } else {
        Ok(Cow::Borrowed(catalogue))
    }
}
