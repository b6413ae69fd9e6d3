//! Lists of armies in questions: `list=FILE` where a filter or the name of a unit may stand.
//!
//! Nothing is read here: whoever asks hands in the texts of the files that are named
//! ([`RawFields::hand`](crate::request::Given::hand)).

use super::list_files::{files_named, named};
use crate::army::{ArmyList, ListedUnit};
use crate::catalogue::{Catalogue, NamedUnit};
use crate::document::LoadError;
use crate::request::{ParsedFields, RawFields, RequestError};
use crate::study::field::FieldUnit;
use warodds_games::asoiaf::Unit;

/// The units of all lists that a text names, each once or as often as it is there, and what else
/// stands in the text; none where it names no list.
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
            members.push(of_list(unit, file, catalogue)?);
        }
    }
    let others: Vec<&str> = text.split(',').filter(|term| named(term).is_none()).collect();
    Ok(Some((members, others.join(","))))
}

/// Several units in the place of one: those of lists and those of names with commas between them,
/// in their order; none where one unit is named.
pub(super) fn several(
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

/// The text with the titles of lists in the place of their files; a list without a title keeps its
/// file.
pub(super) fn titled(
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

/// Each of some units once: those of a name are alike, for they are of one catalogue.
pub(super) fn each_once(members: &mut Vec<FieldUnit>) {
    let mut seen: Vec<String> = Vec::new();
    members.retain(|member| {
        let is_new = !seen.contains(&member.id);
        if is_new {
            seen.push(member.id.clone());
        }
        is_new
    });
}

/// Those of a list that can do what is asked of them, and who cannot.
pub(super) fn able(
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
            "nobody of `{list}` is left to ask about: {why}"
        )));
    }
    Ok((able, left_out))
}

/// A list whose text was handed in.
pub(in crate::request) fn list(
    given: &RawFields,
    catalogue: &Catalogue,
    file: &str,
) -> Result<ArmyList, RequestError> {
    let text = given.file(file).ok_or_else(|| {
        RequestError::Refused(format!(
            "the list `{file}` is not here: a link names no files, a command and the library do"
        ))
    })?;
    let wrong = |faults| RequestError::Lists(vec![LoadError::Faults(faults)]);
    ArmyList::parse(file, text, catalogue).map_err(wrong)
}

/// A unit of a list with its attachments.
fn of_list(
    listed: &ListedUnit,
    file: &str,
    catalogue: &Catalogue,
) -> Result<FieldUnit, RequestError> {
    let (card, attachments) = (&listed.card.entry, &listed.attachments);
    let bare = catalogue.named_unit(card);
    let unit = attachments.iter().try_fold(bare, |unit, one| catalogue.attach(unit, &one.entry));
    let unit = unit.map_err(|wrong| RequestError::Refused(format!("{file}: {wrong}")))?;
    let attachments = attachments.iter().map(|one| &one.entry).collect();
    Ok(NamedUnit { card, attachments, unit }.into_parts().into())
}
