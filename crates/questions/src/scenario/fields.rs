//! Fields of a question as a section of a file gives them: values with their places.

use std::collections::{BTreeSet, HashSet};

use super::messages::of_files;
use crate::catalogue::{Catalogue, FindError, OwnUnit};
use crate::document::schema::{
    Schema, flag, swept, swept_ranges, swept_row, swept_sets, with_description,
};
use crate::document::{Draft, KeyedValue, Report, Section, Span, name_help, quoted};
use crate::request::{Arity, AxisValue, Key, Mark, axis_value};
use crate::study::Setting;

/// What the values of fields may name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// The cards, and the units of the file that have no faults.
    pub catalogue: &'a Catalogue,
    /// The ids of the units of the file that have faults.
    pub faulty: &'a BTreeSet<String>,
}

/// A field as a file gives it: one value, or several, each of which makes a case.
#[derive(Clone, Debug)]
pub(super) struct FileField {
    /// The values; at least one.
    pub values: Vec<FileValue>,
    /// Whether it names a unit that has faults, so that nothing can be asked about it.
    pub is_faulty: bool,
}

/// One value of a field.
#[derive(Clone, Debug)]
pub(super) struct FileValue {
    /// The texts, and what distinguishes the case.
    pub value: AxisValue,
    /// The place of each text; one more for a flag that is not set.
    pub spans: Vec<Span>,
}

impl FileField {
    /// Reads a field under its id and its other names.
    pub(super) fn read(
        section: &mut Section<'_>,
        key: &Key,
        known: Known<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let mut found: Option<Self> = None;
        let names = key.aliases().filter(|(name, _)| *name != key.id);
        for (name, short) in std::iter::once((key.id, None)).chain(names) {
            let Some(item) = section.item_with_schema(name, || schema(key, name, short)) else {
                continue;
            };
            let Some(field) = Self::of_item(&item, key, short, known, report) else { continue };
            found = match found {
                None => Some(field),
                Some(before) if key.arity == Arity::Set => {
                    report.ok_or_add(before.united(&field, &item, key, known))
                }
                Some(before) => {
                    report.add(|| given_twice(&item, key));
                    Some(before)
                }
            };
        }
        found
    }

    /// Reads the value of a name of the field; `short` is the value that a short name sets.
    fn of_item(
        item: &KeyedValue<'_>,
        key: &Key,
        short: Option<&'static str>,
        known: Known<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let elements = elements(item, key);
        let is_empty = item.value.as_array().is_some_and(|list| list.is_empty());
        // no value at all is right where the field has no default
        if is_empty && (key.arity != Arity::Several || key.default.is_some()) {
            report.add(|| empty(item));
            return None;
        }
        let before = report.count();
        let mut field = Self { values: Vec::new(), is_faulty: false };
        for element in &elements {
            let Some(texts) = report.ok_or_add(texts(element, key, short)) else { continue };
            field.is_faulty |= texts.iter().any(|(text, _)| known.faulty.contains(text));
            for (texts, span) in alternatives(key, texts, element) {
                let values = values(key, texts, span, elements.len(), known);
                field.values.extend(report.ok_or_add(values).into_iter().flatten());
            }
        }
        if report.count() > before {
            return None;
        }
        field.refuse_repetition(item, report);
        Some(field)
    }

    /// Returns the unions of each value with each of another name of the same set.
    ///
    /// # Errors
    /// The fault of elements that exclude each other, at `item`.
    fn united(
        &self,
        other: &Self,
        item: &KeyedValue<'_>,
        key: &Key,
        known: Known<'_>,
    ) -> Result<Self, Draft> {
        let union = |(one, another): (&FileValue, &FileValue)| {
            let texts = one.value.texts.iter().chain(&another.value.texts);
            let text = canonical(item, key, &key.union(texts.map(String::as_str)))?;
            let value = axis_value(key, &text, known.catalogue)
                .map_err(|wrong| Draft::new(&item.span, wrong.to_string()))?;
            Ok(FileValue { value, spans: one.spans.clone() })
        };
        let pairs =
            self.values.iter().flat_map(|one| other.values.iter().map(move |two| (one, two)));
        let values = pairs.map(union).collect::<Result<_, Draft>>()?;
        Ok(Self { values, is_faulty: self.is_faulty || other.is_faulty })
    }

    /// Refuses a value that is listed twice: it would ask the same question twice.
    fn refuse_repetition(&self, item: &KeyedValue<'_>, report: &mut Report) {
        let mut seen = HashSet::new();
        for FileValue { value, spans } in &self.values {
            let label = value.settings.iter().map(|one| one.value.as_str()).collect::<Vec<_>>();
            if !seen.insert((&value.texts, label)) {
                let span = spans.first().unwrap_or(&item.span);
                let label = value.texts.first().map_or("no", String::as_str);
                let message = || format!("`{}` lists {} twice", item.key, quoted(label));
                report.add(|| Draft::new(span, message()).label("the second time"));
            }
        }
    }
}

/// Returns the elements of a list that makes cases; any other value is the only element.
fn elements<'t>(item: &KeyedValue<'t>, key: &Key) -> Vec<KeyedValue<'t>> {
    let is_one_value = match (item.value.as_array(), key.arity) {
        (None, _) => true,
        // a list is one value of such a key: only a list of lists makes cases
        (Some(list), Arity::Several) => list.iter().all(|one| !one.get_ref().is_array()),
        (Some(_), _) => key.has(Mark::Single) && !key.names_unit(),
    };
    if is_one_value { vec![item.clone()] } else { item.as_list() }
}

/// Returns the texts of one value with their places; none for a flag that is not set.
fn texts(
    item: &KeyedValue<'_>,
    key: &Key,
    short: Option<&'static str>,
) -> Result<Vec<(String, Span)>, Draft> {
    if key.arity == Arity::Flag || short.is_some() {
        let is_set = item.value.as_bool().ok_or_else(|| item.type_fault("true or false"))?;
        let text = match (is_set, short) {
            (true, None) => Some("yes".to_owned()),
            (true, Some(value)) => Some(value.to_owned()),
            (false, None) => None,
            (false, Some(_)) => key.default.clone(),
        };
        return Ok(text.map(|text| (text, item.span.clone())).into_iter().collect());
    }
    if key.arity == Arity::One && !key.has(Mark::Single) && item.value.is_array() {
        return Err(item.type_fault("one value"));
    }
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for one in item.as_list() {
        match text(&one, key) {
            Ok(text) => all.push(text),
            Err(fault) => faults.push(fault),
        }
    }
    if let Some(faults) = Draft::all(faults) {
        return Err(faults);
    }
    match key.arity {
        // the elements of a list are those of one set
        Arity::Set if item.value.is_array() => {
            let set = key.union(all.iter().map(|(text, _)| text.as_str()));
            canonical(item, key, &set).map(|set| vec![(set, item.span.clone())])
        }
        _ if key.has(Mark::Single) && all.len() > 1 => {
            let list = all.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(",");
            Ok(vec![(list, item.span.clone())])
        }
        _ => Ok(all),
    }
}

/// Reads text or a number, in its canonical spelling.
fn text(item: &KeyedValue<'_>, key: &Key) -> Result<(String, Span), Draft> {
    let text = match item.to_json() {
        serde_json::Value::String(text) => text,
        serde_json::Value::Number(number) => number.to_string(),
        table @ serde_json::Value::Object(_) if allows_table(key) => table.to_string(),
        _ => return Err(item.type_fault("text or a number")),
    };
    let wrong = |wrong| {
        Draft::new(&item.span, format!("`{}` cannot be {}: {wrong}", item.key, quoted(&text)))
    };
    // a range is expanded to its values before they are read
    let is_range = key.expand(&text).map_err(wrong)?.len() > 1;
    let text = if is_range { text } else { canonical(item, key, &text)? };
    Ok((text, item.span.clone()))
}

/// Returns the canonical spelling of a text.
fn canonical(item: &KeyedValue<'_>, key: &Key, text: &str) -> Result<String, Draft> {
    key.canonical(text).map_err(|wrong| {
        let names = key.choices.iter().map(|choice| choice.name);
        let draft = |end: &str| {
            Draft::new(&item.span, format!("`{}` cannot be {}{end}", item.key, quoted(text)))
        };
        if key.choices.is_empty() {
            draft(&format!(": {wrong}"))
        } else if key.arity == Arity::Set {
            let is_known = |element: &&str| names.clone().any(|name| name == *element);
            let unknown = text.split('+').map(str::trim).find(|element| !is_known(element));
            let help = unknown.map(|element| name_help(element, names.clone(), "known names are"));
            let draft = draft(&format!(": {wrong}"));
            // the message lists all elements
            match help.filter(|help| help.contains(MEANT)) {
                Some(help) => draft.help(help),
                None => draft,
            }
        } else {
            draft("").label("not known").help(name_help(text, names, "known names are"))
        }
    })
}

/// Whether the value of a key may be a table.
fn allows_table(key: &Key) -> bool {
    let all = key.schema["anyOf"].as_array().into_iter().flatten();
    all.into_iter().any(|one| one["type"] == "object")
}

/// Expands a range to its values; all other texts are one value.
fn alternatives(
    key: &Key,
    texts: Vec<(String, Span)>,
    item: &KeyedValue<'_>,
) -> Vec<(Vec<String>, Vec<Span>)> {
    if let [(text, span)] = texts.as_slice()
        && let Ok(all) = key.expand(text)
        && all.len() > 1
    {
        return all.into_iter().map(|one| (vec![one], vec![span.clone()])).collect();
    }
    let (texts, mut spans): (Vec<String>, Vec<Span>) = texts.into_iter().unzip();
    if spans.is_empty() {
        spans.push(item.span.clone());
    }
    vec![(texts, spans)]
}

/// Returns the values of some texts: one, or one for each unit of a table of which numbers are
/// lists.
fn values(
    key: &Key,
    texts: Vec<String>,
    spans: Vec<Span>,
    count: usize,
    known: Known<'_>,
) -> Result<Vec<FileValue>, Draft> {
    let span = spans.first().cloned().unwrap_or(0..0);
    let value = |value| FileValue { value, spans: spans.clone() };
    let [text] = texts.as_slice() else {
        let axis = key.id.to_owned();
        let setting = match key.arity {
            Arity::Flag => Setting { axis, value: "no".to_owned(), data: false.into() },
            _ => Setting { axis, value: texts.join(", "), data: texts.clone().into() },
        };
        return Ok(vec![value(AxisValue { texts, settings: vec![setting] })]);
    };
    if key.names_unit() && !known.faulty.contains(text) {
        if let Some(own) = known.catalogue.own_unit(text).filter(|own| !own.listed.is_empty()) {
            if count > 1 {
                return Err(lists_in_list(key, text, &span));
            }
            return Ok(variants(key, own).map(value).collect());
        }
        known.catalogue.find_unit(text).map_err(|wrong| unknown(&wrong, text, &span, known))?;
    }
    if key.names_attachment() {
        known.catalogue.find_attachment(text).map_err(|wrong| not_found(&wrong, &span))?;
    }
    let found = axis_value(key, text, known.catalogue);
    found.map(|found| vec![value(found)]).map_err(|wrong| Draft::new(&span, wrong.to_string()))
}

/// Returns a value for each unit of a table, with the numbers that distinguish it.
fn variants<'u>(key: &Key, own: &'u OwnUnit) -> impl Iterator<Item = AxisValue> + use<'u> {
    let owner = if key.id == "unit" { String::new() } else { format!("{}_", key.id) };
    own.variants.iter().map(move |variant| {
        let settings = own.values(variant).map(|(name, label, data)| Setting {
            axis: format!("{owner}{name}"),
            value: label.to_owned(),
            data: data.clone(),
        });
        AxisValue { texts: vec![variant.id.clone()], settings: settings.collect() }
    })
}

/// Returns the schema of a field under its id or another name; `short` is the value that a short
/// name sets.
fn schema(key: &Key, name: &str, short: Option<&'static str>) -> Schema {
    if let Some(value) = short {
        let flag = swept(&flag());
        return with_description(flag, &format!("short for {} = \"{value}\"", key.id));
    }
    let value = match key.arity {
        Arity::Several => swept_row(&key.schema),
        Arity::Set => swept_sets(&key.schema),
        _ if key.expand("1..2").is_ok_and(|all| all.len() > 1) => swept_ranges(&key.schema),
        _ => swept(&key.schema),
    };
    if name != key.id {
        return with_description(value, &format!("short for {}", key.id));
    }
    // a list says so in a file
    let words = key.words.trim_end_matches("May be given several times.").trim_end();
    let words = words.trim_end_matches('.');
    with_description(value, &of_files(words, &[]))
}

/// Refuses names that players may give to a field by mistake, or that it had; all fields of the
/// section have been read.
pub(super) fn refuse_mistaken(section: &mut Section<'_>, key: &Key, report: &mut Report) {
    let names = key.marks.iter().filter_map(|mark| match mark {
        Mark::Mistaken(name) if !name.contains('-') => Some(*name),
        _ => None,
    });
    let known = section.known();
    for name in names.filter(|name| !known.contains(name)) {
        let Some(item) = section.disallowed(name) else { continue };
        let message = format!("{} has no key `{name}`", section.what);
        report.add(|| Draft::new(&item.span, message).help(format!("it is called `{}`", key.id)));
    }
}

fn given_twice(item: &KeyedValue<'_>, key: &Key) -> Draft {
    let message = format!("`{}` is also given under another name", key.id);
    Draft::new(&item.span, message).label("the second time").help("leave one of them out")
}

fn empty(item: &KeyedValue<'_>) -> Draft {
    Draft::new(&item.span, format!("`{}` is an empty list", item.key))
        .label("no value to ask about")
        .help("give at least one value, or leave the key out")
}

fn lists_in_list(key: &Key, unit: &str, span: &Span) -> Draft {
    let message =
        format!("`{}` lists several units, and numbers of {} are lists too", key.id, quoted(unit));
    Draft::new(span, message).help("ask about it in a table of its own")
}

/// What suggestions begin with.
const MEANT: &str = "did you mean";

/// The fault of a name that is neither a unit of the file nor a card.
fn unknown(error: &FindError, given: &str, span: &Span, known: Known<'_>) -> Draft {
    /// Shorter names are meant for the file's own units.
    const SHORTEST: usize = 4;
    let faulty = known.faulty.iter().map(String::as_str);
    let ids: Vec<&str> = known.catalogue.own_ids().chain(faulty).collect();
    let own = name_help(given, ids.iter().copied(), "units are");
    let of_cards = match error {
        FindError::Unknown { .. } => error.to_string().contains(MEANT),
        FindError::Ambiguous { .. } | FindError::Attachment { .. } | FindError::Ncu { .. } => {
            given.len() >= SHORTEST
        }
        FindError::LaterSeason { .. } | FindError::Join(_) => true,
    };
    if ids.is_empty() || (of_cards && !own.contains(MEANT)) {
        return not_found(error, span);
    }
    let message = format!("there is no unit {}", quoted(given));
    Draft::new(span, message).label("not known").help(own)
}

/// The fault of a name that is not one card.
pub(super) fn not_found(error: &FindError, span: &Span) -> Draft {
    let label = match error {
        FindError::Unknown { .. } => "not known",
        FindError::LaterSeason { .. } => "of a later season",
        FindError::Ambiguous { .. } => "not one only",
        FindError::Attachment { .. } => "an attachment",
        FindError::Join(_) => "cannot join",
        FindError::Ncu { .. } => "an NCU",
    };
    Draft::new(span, error.to_string()).label(label).help("`warodds units` lists all of them")
}
