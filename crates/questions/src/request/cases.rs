//! Lists of values: a question with lists asks about each combination of their values.

use super::error::RequestError;
use super::heading::Heading;
use super::key::{Arity, Key, Mark};
use super::kind::QuestionKind;
use super::raw_fields::RawFields;
use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::study::{NamedQuestion, Setting};

/// The largest number of cases of a question.
pub const MAX_CASES: u64 = 100_000;

/// One combination of the values of lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    /// The fields, each with a single value.
    pub fields: RawFields,
    /// The values that distinguish the case, in the order of declaration.
    pub settings: Vec<Setting>,
}

impl Case {
    /// Adds the values of this case to the name and the settings of a question of a kind.
    pub(crate) fn named(&self, question: NamedQuestion, keys: &[Key]) -> NamedQuestion {
        let name = Setting::case_name(&question.name, &self.settings);
        self.set_apart(NamedQuestion { name, ..question }, keys)
    }

    /// Adds the values of this case to the settings of a question, in the order of the keys.
    pub(crate) fn set_apart(&self, mut question: NamedQuestion, keys: &[Key]) -> NamedQuestion {
        question.case.extend(self.settings.iter().cloned());
        // default values of a list and units are not among the settings yet
        let is_missing =
            |one: &&Setting| question.settings.iter().all(|known| known.axis != one.axis);
        let missing: Vec<Setting> = self.settings.iter().filter(is_missing).cloned().collect();
        question.settings.extend(missing);
        // numbers of a unit in a file belong to no key: they come first, as units do
        question.settings.sort_by_key(|one| keys.iter().position(|key| key.id == one.axis));
        question
    }
}

/// A field with several values, each of which makes a case.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// The id of the field.
    pub id: &'static str,
    /// The values; at least two.
    pub values: Vec<AxisValue>,
}

/// One value of an [`Axis`].
#[derive(Clone, Debug)]
pub(crate) struct AxisValue {
    /// The texts of the field; none for a flag that is not set.
    pub texts: Vec<String>,
    /// What distinguishes the case.
    pub settings: Vec<Setting>,
}

/// Returns all combinations of the values of lists; the last field varies fastest.
///
/// Without lists, there is a single case without settings.
///
/// # Errors
/// [`RequestError`] for lists with invalid or repeated values, and for more than [`MAX_CASES`]
/// cases.
pub(super) fn cases(
    kind: &QuestionKind,
    keys: &[Key],
    given: &RawFields,
    catalogue: &Catalogue,
) -> Result<Vec<Case>, RequestError> {
    let is_split = |key: &&Key| {
        // kinds without lists resolve their units themselves
        given.has(key.id) && key.takes_list() && (kind.takes_lists || !key.names_unit())
    };
    let mut axes = Vec::new();
    for key in keys.iter().filter(is_split) {
        let Some(axis) = axis(key, given, catalogue)? else { continue };
        if !kind.takes_lists {
            return Err(RequestError::Refused(format!(
                "`{}` takes one value for {}, not {}",
                kind.name,
                key.display_name(),
                axis.values.len()
            )));
        }
        axes.push(axis);
    }
    let count = case_count(&axes);
    if count > MAX_CASES {
        return Err(RequestError::Refused(format!(
            "the lists make {count} questions, and at most {MAX_CASES} are answered at once: \
             shorten the lists"
        )));
    }
    Ok((0..count).map(|number| combination(given, &axes, number)).collect())
}

/// Returns the number of combinations of the values of all axes; `u64::MAX` stands for more.
pub(crate) fn case_count(axes: &[Axis]) -> u64 {
    axes.iter().fold(1, |count: u64, axis| count.saturating_mul(axis.values.len() as u64))
}

/// Returns a combination of the values of all axes by its number, from 0; the last axis varies
/// fastest.
pub(crate) fn combination(given: &RawFields, axes: &[Axis], number: u64) -> Case {
    let mut rest = number;
    let mut values = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        let count = (axis.values.len() as u64).max(1);
        let place = usize::try_from(rest % count).unwrap_or(0);
        values.extend(axis.values.get(place).map(|value| (axis.id, value)));
        rest /= count;
    }
    let one = Case { fields: given.clone(), settings: Vec::new() };
    values.into_iter().rev().fold(one, |case, (id, value)| case.with(id, value))
}

impl Case {
    /// Returns the case with this value of a field.
    fn with(mut self, id: &'static str, value: &AxisValue) -> Self {
        self.fields.remove(id);
        value.texts.iter().for_each(|text| self.fields.push(id, text));
        self.settings.extend(value.settings.iter().cloned());
        self
    }
}

/// Returns the values of a field; `None` for a single value.
fn axis(key: &Key, given: &RawFields, catalogue: &Catalogue) -> Result<Option<Axis>, RequestError> {
    let occurrences = given.of(key.id).count();
    // `ParsedFields` reports a repeated field
    if occurrences == 0 || (occurrences > 1 && key.arity != Arity::Set) {
        return Ok(None);
    }
    let texts = alternatives(key, given, catalogue)?;
    if texts.len() == 1 {
        return Ok(None);
    }
    let mut values: Vec<AxisValue> = Vec::new();
    for text in texts {
        let value = value(key, &text, catalogue)?;
        if values.iter().any(|known| known.texts == value.texts) {
            return Err(RequestError::Refused(format!(
                "{} lists {text} twice: name it once",
                key.display_name(),
            )));
        }
        values.push(value);
    }
    Ok(Some(Axis { id: key.id, values }))
}

/// Returns the values of a field: those of its text or, if it is a set with several texts, the
/// unions of one value of each.
///
/// # Errors
/// As [`elements`].
pub(super) fn alternatives(
    key: &Key,
    given: &RawFields,
    catalogue: &Catalogue,
) -> Result<Vec<String>, RequestError> {
    let mut texts = given.of(key.id).map(|text| elements(key, text, given, catalogue));
    let first = texts.next().unwrap_or_else(|| Ok(Vec::new()))?;
    texts.try_fold(first, |sets, others| {
        let others = others?;
        let united = |set: &String| {
            let pairs = others.iter().map(|other| key.union([set.as_str(), other]));
            pairs.collect::<Vec<_>>()
        };
        Ok(sets.iter().flat_map(united).collect())
    })
}

/// Splits the text of a field into its values: at commas, with ranges expanded and `list=FILE`
/// replaced by the units of the army list.
///
/// # Errors
/// [`RequestError::Value`] for invalid ranges, [`RequestError::Lists`] for invalid army lists.
pub(super) fn elements(
    key: &Key,
    text: &str,
    given: &RawFields,
    catalogue: &Catalogue,
) -> Result<Vec<String>, RequestError> {
    if key.names_unit() {
        let mut all = Vec::new();
        for term in catalogue.terms(text) {
            match super::asoiaf::file_named(&term) {
                Some(file) => all.extend(members(file, given, catalogue)?),
                None => all.push(term),
            }
        }
        return Ok(if all.is_empty() { vec![text.to_owned()] } else { all });
    }
    let expanded = parts(key, text, catalogue).into_iter().map(|part| key.expand(&part));
    let expanded: Result<Vec<Vec<String>>, String> = expanded.collect();
    expanded.map(|all| all.concat()).map_err(|wrong| RequestError::Value {
        key: key.display_name(),
        given: text.to_owned(),
        wrong,
    })
}

/// Splits a text at its commas, except at those in the name of an attachment or a commander.
fn parts(key: &Key, text: &str, catalogue: &Catalogue) -> Vec<String> {
    let is_name = |text: &str| {
        key.names_attachment() && catalogue.find_attachment(text).is_ok()
            || key.has(Mark::Commander) && catalogue.has_commander(text)
    };
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let joined = parts.last().map(|last| format!("{last}, {part}"));
        match (joined.filter(|joined| is_name(joined)), parts.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

/// Returns the distinct units of an army list as `UNIT + ATTACHMENT`.
fn members(
    file: &str,
    given: &RawFields,
    catalogue: &Catalogue,
) -> Result<Vec<String>, RequestError> {
    let list: ArmyList = super::asoiaf::army_list(given, catalogue, file)?;
    let mut all: Vec<String> = Vec::new();
    for unit in &list.units {
        let attachments = unit.attachments.iter().map(|one| one.entry.id.as_str());
        let ids = std::iter::once(unit.card.entry.id.as_str()).chain(attachments);
        let text = ids.collect::<Vec<_>>().join(" + ");
        if !all.contains(&text) {
            all.push(text);
        }
    }
    Ok(all)
}

/// Returns one value of a field, with the setting that distinguishes its case.
pub(crate) fn value(
    key: &Key,
    text: &str,
    catalogue: &Catalogue,
) -> Result<AxisValue, RequestError> {
    let canonical = key.canonical(text).map_err(|wrong| RequestError::Value {
        key: key.display_name(),
        given: text.to_owned(),
        wrong,
    })?;
    let axis = key.id.to_owned();
    let setting = if key.names_unit() {
        let unit = catalogue.find_unit(text).map(|unit| unit.unit.name);
        Setting::text(axis, unit.unwrap_or_else(|_| text.to_owned()))
    } else {
        let data = key.data(&canonical);
        Setting { axis, value: canonical.clone(), data }
    };
    let is_unset = key.arity == Arity::Flag && canonical == "no";
    let texts = if is_unset { Vec::new() } else { vec![canonical] };
    Ok(AxisValue { texts, settings: vec![setting] })
}

impl Key {
    /// Returns whether the key accepts a list of values, with one case per value.
    pub fn takes_list(&self) -> bool {
        let is_single =
            self.heading == Heading::Engine || self.has(Mark::Local) || self.has(Mark::Single);
        self.arity != Arity::Several && !is_single
    }

    /// Returns whether the key holds the name of a card.
    pub fn names_card(&self) -> bool {
        self.names_unit() || self.names_attachment() || self.has(Mark::Lists)
    }

    /// Returns whether the key holds the name of a unit.
    pub(crate) fn names_unit(&self) -> bool {
        let is_card = self.has(Mark::Positional) && !self.has(Mark::Words);
        (is_card && self.arity == Arity::One) || self.has(Mark::Unit)
    }

    /// Returns whether the key holds the name of an attachment.
    pub(crate) fn names_attachment(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark, Mark::Part("attachment", _)))
    }
}
