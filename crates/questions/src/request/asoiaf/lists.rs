//! Army lists in questions: `list=FILE` in place of a filter or the name of a unit.
//!
//! This module reads no files: callers provide their contents
//! ([`RawFields::hand`](crate::request::Given::hand)).

use super::list_files::{files_named, named};
use crate::army::{ArmyList, ListedUnit};
use crate::catalogue::{Attachment, Card, Catalogue, NamedUnit};
use crate::document::LoadError;
use crate::document::quoted;
use crate::request::{ParsedFields, RawFields, RequestError};
use crate::study::field::FieldUnit;
use warodds_games::asoiaf::Unit;

/// Returns the units of all lists named in `text`, with repetitions, and the remaining terms;
/// `None` if `text` names no list.
pub(super) fn units(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    text: &str,
) -> Result<Option<(Vec<FieldUnit>, String)>, RequestError> {
    if files_named(text).next().is_none() {
        return Ok(None);
    }
    let mut members = Vec::new();
    for file in files_named(text) {
        let list = list(values.given(), catalogue, file)?;
        for unit in &list.units {
            members.push(listed_unit(unit, file, catalogue)?);
        }
    }
    let others: Vec<&str> = text.split(',').filter(|term| named(term).is_none()).collect();
    Ok(Some((members, others.join(","))))
}

/// Returns the units of lists and of comma-separated names in order; `None` if `text` names a
/// single unit.
pub(super) fn units_of_several(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    text: &str,
) -> Result<Option<Vec<FieldUnit>>, RequestError> {
    let is_list = files_named(text).next().is_some();
    if !is_list && (!text.contains(',') || catalogue.terms(text).len() == 1) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for term in catalogue.terms(text) {
        match units(values, catalogue, &term)? {
            Some((members, _)) => all.extend(members),
            None => {
                let named = catalogue.find_unit(&term).map_err(RequestError::refused)?;
                all.push(named.into_parts().into());
            }
        }
    }
    Ok(Some(all))
}

/// Returns the cards of lists and of comma-separated names in order, with their attachments.
pub(super) fn cards(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    text: &str,
) -> Result<Vec<(Card, Vec<Attachment>)>, RequestError> {
    let mut all = Vec::new();
    for term in catalogue.terms(text) {
        if let Some(file) = named(&term) {
            let list = list(values.given(), catalogue, file)?;
            all.extend(list.units.into_iter().map(|unit| {
                let attachments = unit.attachments.into_iter().map(|one| one.entry);
                (unit.card.entry, attachments.collect())
            }));
        } else {
            let unit = catalogue.find_unit(&term).map_err(RequestError::refused)?;
            all.push((unit.card.clone(), unit.attachments.into_iter().cloned().collect()));
        }
    }
    Ok(all)
}

/// Replaces the files of lists in `text` with the titles of the lists. A list without a title keeps
/// its file.
pub(super) fn with_titles(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    text: &str,
) -> Result<String, RequestError> {
    let title = |term: &str| match named(term) {
        Some(file) => {
            Ok(list(values.given(), catalogue, file)?.title.unwrap_or_else(|| file.to_owned()))
        }
        None => Ok(term.trim().to_owned()),
    };
    let terms: Result<Vec<String>, RequestError> = text.split(',').map(title).collect();
    Ok(terms?.join(", "))
}

/// Removes repeated units. Units with the same id are equal, as all come from one catalogue.
pub(super) fn remove_repeated(members: &mut Vec<FieldUnit>) {
    let mut seen: Vec<String> = Vec::new();
    members.retain(|member| {
        let is_new = !seen.contains(&member.id);
        if is_new {
            seen.push(member.id.clone());
        }
        is_new
    });
}

/// Separates the units for which `can` holds from the others. Returns a note that names the others
/// with the reason `why`.
pub(super) fn split_able(
    units: impl Iterator<Item = Unit>,
    list: &str,
    why: &str,
    can: impl Fn(&Unit) -> bool,
) -> Result<(Vec<Unit>, Option<String>), RequestError> {
    let (able, others): (Vec<Unit>, Vec<Unit>) = units.partition(can);
    let names: Vec<&str> = others.iter().map(|unit| unit.name.as_str()).collect();
    let left_out = (!names.is_empty()).then(|| format!("left out: {} ({why})", names.join(", ")));
    if able.is_empty() {
        return Err(RequestError::Refused(format!(
            "no unit of {} is left to ask about: {why}",
            quoted(list)
        )));
    }
    Ok((able, left_out))
}

/// Parses a list whose contents the caller provided.
pub(in crate::request) fn list(
    given: &RawFields,
    catalogue: &Catalogue,
    file: &str,
) -> Result<ArmyList, RequestError> {
    let text = given.file(file).ok_or_else(|| {
        RequestError::Refused(format!(
            "the list {} is not part of the question: links cannot name files; use a command or \
             the library",
            quoted(file)
        ))
    })?;
    let wrong = |faults| RequestError::Lists(vec![LoadError::Faults(faults)]);
    ArmyList::parse(file, text, catalogue).map_err(wrong)
}

/// Builds a listed unit with its attachments.
fn listed_unit(
    listed: &ListedUnit,
    file: &str,
    catalogue: &Catalogue,
) -> Result<FieldUnit, RequestError> {
    let (card, attachments) = (&listed.card.entry, &listed.attachments);
    let bare = catalogue.named_unit(card);
    let unit =
        attachments.iter().try_fold(bare, |unit, one| catalogue.attach_to(card, unit, &one.entry));
    let unit = unit.map_err(|wrong| RequestError::Refused(format!("{file}: {wrong}")))?;
    let attachments = attachments.iter().map(|one| &one.entry).collect();
    Ok(NamedUnit { card, attachments, unit }.into_parts().into())
}
