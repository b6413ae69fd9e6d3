//! The questions of *A Song of Ice and Fire* and their keys, one file per question.

mod attachments;
mod attack;
pub(super) mod battle;
pub(crate) mod battlefield;
mod card_checks;
mod card_numbers;
mod card_ranking;
mod cards;
mod charge;
mod charges_of_lists;
mod choices;
pub(crate) mod combat;
mod compare;
mod deck;
mod duel;
mod field;
mod field_cards;
mod list_files;
mod lists;
mod matrix;
mod named_deck;
mod names;
mod options;
mod panic;
mod parsed_question;
mod rate;
mod retreat;
mod rules;
mod sequence;
mod survival_cards;
mod survive;
mod usage;
mod worth;

pub use attack::AttackKeys;
pub use battle::BattleCards;
pub use choices::{MeasureName, MetricName, OrderName};
pub use combat::{AttackManner, AttackNumbers, RollChanges};
pub(super) use compare::matrix_of_lists;
pub(super) use list_files::named as file_named;
pub use list_files::{files_named, with_list_files};
pub(super) use lists::list as army_list;
pub use names::UnitNames;
pub(super) use rules::with_card_texts;
pub use rules::{CatalogueKey, RulesKeys};
pub use usage::UsageKeys;

use std::borrow::Cow;

use super::CardSource;
use super::kind::{Cards, QuestionKind};
use super::{Key, Keys, ParsedFields, RawFields, RequestError, Value};
use crate::catalogue::Catalogue;

/// Returns all kinds, in the order of the command line.
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
        rate::kind(),
        worth::kind(),
        options::kind(),
        survive::kind(),
        sequence::kind(),
        deck::kind(),
        attack::explain(),
        battle::kind(),
    ]
}

/// Returns the cards of a request in all editions: the catalogue and the files of the request.
pub(super) fn own_cards<'a>(
    keys: &[Key],
    given: &RawFields,
    catalogue: &'a Catalogue,
) -> Result<Cards<'a>, RequestError> {
    let Some(key) = keys.iter().find(|key| key.id == "catalogue") else {
        return Ok(Cow::Borrowed(catalogue));
    };
    // checked before a file is opened: keys of requests of other machines take no path
    let source = |text: &str| key.canonical(text).and_then(|text| CardSource::read(&text));
    let source = |text: &str| {
        source(text).map_err(|wrong| RequestError::Value {
            key: key.display_name(),
            given: text.to_owned(),
            wrong,
        })
    };
    let sources = given.of(key.id).map(source).collect::<Result<_, _>>()?;
    CatalogueKey { catalogue: sources, cards: None }.open(catalogue)
}

/// Returns the cards of a request: those of its edition, or `own` if it selects none.
pub(super) fn cards<'a>(
    values: &ParsedFields<'_>,
    catalogue: &'a Catalogue,
    own: &'a Catalogue,
) -> Result<Cards<'a>, RequestError> {
    if values.restricts_cards() && values.has("cards") {
        CatalogueKey::read(values)?.open(catalogue)
    } else {
        Ok(Cow::Borrowed(own))
    }
}
