//! Canonical spelling of fields: units by id, and no default values.

use std::borrow::Cow;

use super::asoiaf::with_card_texts;
use super::cases::alternatives;
use super::error::RequestError;
use super::given::ParsedFields;
use super::key::{Arity, Key};
use super::kind::Cards;
use super::value::Value;
use crate::catalogue::Catalogue;
use warodds_games::asoiaf::Season;

/// Returns the canonical values of a key, units by id; none if they are the default value.
pub(super) fn non_default(
    key: &Key,
    catalogue: &Catalogue,
    values: &ParsedFields<'_>,
) -> Result<Vec<String>, RequestError> {
    let mut texts = canonical_values(key, values, catalogue)?;
    let is_default = match &key.default {
        Some(default) => texts.as_slice() == [default.clone()],
        None => key.arity == Arity::Flag && texts.as_slice() == ["no"],
    };
    if is_default {
        return Ok(Vec::new());
    }
    if key.names_unit() {
        texts.iter_mut().for_each(|text| *text = id(text, catalogue));
    }
    Ok(texts)
}

/// Returns the canonical spelling of each value of a key.
fn canonical_values(
    key: &Key,
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
) -> Result<Vec<String>, RequestError> {
    let canonical = |text: &str| {
        key.canonical(text).map_err(|wrong| RequestError::Value {
            key: values.display_name(key.id),
            given: text.to_owned(),
            wrong,
        })
    };
    // free text may contain commas, so it is not split
    if key.takes_list() && (key.names_unit() || !key.is_any_text) {
        let texts = alternatives(key, values.given(), catalogue)?;
        return texts.iter().map(|text| canonical(text)).collect();
    }
    values.given().of(key.id).map(canonical).collect()
}

/// Returns the id of the unit with this name; the name itself if it is unknown or ambiguous.
fn id(name: &str, catalogue: &Catalogue) -> String {
    catalogue.find_unit(name).map_or_else(|_| name.to_owned(), |unit| unit.id())
}

/// Returns the cards that names mean: those of the season that the fields select, if any, and those
/// whose text they hold.
pub(super) fn cards_of<'a>(
    values: &ParsedFields<'_>,
    catalogue: &'a Catalogue,
) -> Result<Cards<'a>, RequestError> {
    let season = if values.restricts_cards() { first_season(values)? } else { None };
    Ok(match season.map(|season| catalogue.of_season(season)) {
        Some(Cow::Owned(of_season)) => {
            Cow::Owned(with_card_texts(&of_season, values.given()).into_owned())
        }
        Some(Cow::Borrowed(of_season)) => with_card_texts(of_season, values.given()),
        None => with_card_texts(catalogue, values.given()),
    })
}

/// Returns the season whose cards names mean; of a list of seasons, each of which is a case of its
/// own, the first.
fn first_season(values: &ParsedFields<'_>) -> Result<Option<Season>, RequestError> {
    let listed = values.given().of("cards").find_map(|text| text.split_once(','));
    match listed.map(|(first, _)| Season::read(first)) {
        Some(Ok(first)) => Ok(Some(first)),
        // the value names what is wrong with it
        Some(Err(_)) | None => values.one::<Season>("cards"),
    }
}
