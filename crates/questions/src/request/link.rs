//! Links: a question as one line of text that keeps.
//!
//! `attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge`: the kind of question, what
//! stands in places of its own, and the other keys by name. Defaults are left out and keys stand in
//! the order of the table, so that the same question has the same link. Keys are written as on the
//! command line; `_` is as good as `-`. Nothing is ever written as a number of a list, so that no
//! new name changes what an old link means.
//!
//! A link may say as well what a page shows beside the answer ([`PageView`]): `k=4` for the chance of
//! four or more. That comes last and changes no answer.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::error::RequestError;
use super::given::RawFields;
use super::key::{Arity, Key, Keys, Mark, keys};
use super::kind::QuestionKind;
use super::value::{BoundedInteger, TextValue};
use crate::catalogue::Catalogue;
use warodds_games::asoiaf::CardEdition;

/// What is written as it is; all else is escaped.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b',').remove(b'~');

keys! {
    /// What a page shows beside an answer; no answer changes with it.
    pub struct PageView in "On the page" {
        /// The count of which the chance of so many or more is shown.
        maybe k: BoundedInteger<0, 120>, "K";
        /// A second attacker that is shown beside the first.
        maybe or: TextValue [Unit], "UNIT";
    }
}

/// A question that was read from a link.
#[derive(Clone, Debug)]
pub struct Link {
    /// What kind of question.
    pub kind: QuestionKind,
    /// What was given for its keys.
    pub given: RawFields,
    /// What was given for those of [`PageView`].
    pub view: RawFields,
}

impl Link {
    /// Parses the link of a question to be answered: as [`read`](Self::read), and what a page shows
    /// beside the answer is checked as well.
    ///
    /// # Errors
    /// As [`read`](Self::read), and for values of [`PageView`] that are malformed or given twice, or
    /// name no unit.
    pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, RequestError> {
        let link = Self::read(text)?;
        link.check_view(&PageView::keys(), catalogue)?;
        Ok(link)
    }

    /// Reads a link, with or without the `#` before it. Keys that its kind does not have are kept:
    /// whoever asks the question is told of them.
    ///
    /// # Errors
    /// For an unknown kind, too many places, and text that is no UTF-8.
    pub fn read(text: &str) -> Result<Self, RequestError> {
        let text = text.trim().trim_start_matches('#').trim_start_matches('/');
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let mut places = path.split('/').map(decoded);
        let mut name = places.next().unwrap_or_else(|| Ok(String::new()))?;
        // the name of a kind of another game than the first has two places
        if super::groups().iter().any(|game| game.name == name) {
            name = format!("{name}/{}", places.next().unwrap_or_else(|| Ok(String::new()))?);
        }
        let kind = super::kind(&name)?;
        let keys = kind.keys();
        let mut given = RawFields::new();
        let mut positional = keys.iter().filter(|key| key.has(Mark::Positional));
        for place in places {
            let place = place?;
            let key = positional.next().ok_or_else(|| {
                RequestError::Refused(format!("`{}` has no place for `{place}`", kind.name))
            })?;
            if !place.is_empty() {
                given.push(key.id, &place);
            }
        }
        read_query(&keys, query, &mut given)?;
        let view = taken(&mut given, &PageView::keys(), &keys);
        Ok(Self { kind, given, view })
    }

    /// It in its shortest form: what is asked, and what a page shows.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn canonical(&self, catalogue: &Catalogue) -> Result<String, RequestError> {
        let keys = PageView::keys();
        let values = self.check_view(&keys, catalogue)?;
        let mut shown = Vec::new();
        for key in &keys {
            let texts = texts(key, &self.view, catalogue, &values)?;
            shown.extend(texts.iter().map(|text| parameter(key, text)));
        }
        let question = Self::text(&self.kind, &self.given, catalogue)?;
        let joint = if question.contains('?') { "&" } else { "?" };
        let joint = if shown.is_empty() { "" } else { joint };
        Ok(format!("{question}{joint}{}", shown.join("&")))
    }

    /// What a page shows, where its values are well-formed and name units that there are.
    fn check_view<'a>(
        &'a self,
        keys: &'a [Key],
        catalogue: &Catalogue,
    ) -> Result<super::ParsedFields<'a>, RequestError> {
        let values = super::ParsedFields::new(self.kind.name, keys, &self.view)?;
        let PageView { or, .. } = PageView::read(&values)?;
        if let Some(TextValue(name)) = or {
            catalogue.find(&name).map_err(RequestError::refused)?;
        }
        Ok(values)
    }

    /// The link of what was given to a kind of question: names of units as their ids, numbers and
    /// names in their usual spelling.
    ///
    /// # Errors
    /// For keys that are not there, and values that will not do.
    pub fn text(
        kind: &QuestionKind,
        given: &RawFields,
        catalogue: &Catalogue,
    ) -> Result<String, RequestError> {
        let keys = kind.keys();
        let values = super::ParsedFields::new(kind.name, &keys, given)?;
        let restricted = restricted(&values, catalogue)?;
        let catalogue = restricted.as_ref().unwrap_or(catalogue);
        let (mut places, mut rest) = (Vec::new(), Vec::new());
        let mut all_places = true;
        for key in &keys {
            let texts = texts(key, given, catalogue, &values)?;
            let is_place = key.has(Mark::Positional);
            match (texts.as_slice(), is_place && all_places) {
                ([], _) => all_places &= !is_place,
                ([text], true) => places.push(text.clone()),
                _ => rest.extend(texts.iter().map(|text| parameter(key, text))),
            }
        }
        let path = std::iter::once(kind.name.to_owned()).chain(places).collect::<Vec<_>>();
        let query = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
        Ok(path.join("/") + &query)
    }
}

/// Takes what was given for some keys out of the rest, but for what a question knows itself.
fn taken(given: &mut RawFields, keys: &[Key], own: &[Key]) -> RawFields {
    let mut taken = RawFields::new();
    for key in keys.iter().filter(|key| !own.iter().any(|other| other.id == key.id)) {
        given.of(key.id).for_each(|text| taken.push(key.id, text));
        given.remove(key.id);
    }
    taken
}

/// Reads parameters as of an address: `facing=flank&charge`.
///
/// # Errors
/// For text that is no UTF-8.
pub fn read_query(keys: &[Key], query: &str, given: &mut RawFields) -> Result<(), RequestError> {
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, text) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = decoded(name)?;
        given.push_named(keys, &name, &decoded(text)?);
    }
    Ok(())
}

/// The texts of a key in their usual spelling; none where they say what is so anyway.
fn texts(
    key: &Key,
    given: &RawFields,
    catalogue: &Catalogue,
    values: &super::ParsedFields<'_>,
) -> Result<Vec<String>, RequestError> {
    let mut texts = Vec::new();
    for text in given.of(key.id) {
        texts.extend(spelled(key, text, values, catalogue)?);
    }
    let is_usual = match &key.default {
        Some(default) => texts.as_slice() == [default.clone()],
        None => key.arity == Arity::Flag && texts.as_slice() == ["no"],
    };
    if is_usual {
        return Ok(Vec::new());
    }
    if key.names_unit() {
        texts.iter_mut().for_each(|text| *text = id(text, catalogue));
    }
    let escaped = |text: &String| utf8_percent_encode(text, ESCAPED).to_string();
    let texts: Vec<String> = texts.iter().map(escaped).collect();
    let is_joined = key.arity == Arity::List || (key.takes_list() && texts.len() > 1);
    Ok(if is_joined && !texts.is_empty() { vec![texts.join(",")] } else { texts })
}

/// One text in its usual spelling; several of a list.
fn spelled(
    key: &Key,
    text: &str,
    values: &super::ParsedFields<'_>,
    catalogue: &Catalogue,
) -> Result<Vec<String>, RequestError> {
    let canonical = |text: &str| {
        key.canonical(text).map_err(|wrong| RequestError::Value {
            key: values.called(key.id),
            given: text.to_owned(),
            wrong,
        })
    };
    if key.arity == Arity::List {
        return text.split(',').map(|part| canonical(part.trim())).collect();
    }
    // any text stays as it was written: its commas may be those of a name
    if key.takes_list() && (key.names_unit() || !key.is_any_text) {
        let texts = super::cases::elements(key, text, values.given(), catalogue)?;
        return texts.iter().map(|text| canonical(text)).collect();
    }
    canonical(text).map(|text| vec![text])
}

/// The id of the unit that a name means; the name itself where it means none or several.
fn id(name: &str, catalogue: &Catalogue) -> String {
    catalogue.find_unit(name).map_or_else(|_| name.to_owned(), |unit| unit.id())
}

/// The cards of the edition that a question names, where it names one.
fn restricted(
    values: &super::ParsedFields<'_>,
    catalogue: &Catalogue,
) -> Result<Option<Catalogue>, RequestError> {
    if !values.restricts_cards() {
        return Ok(None);
    }
    let edition = values.one::<CardEdition>("cards")?;
    Ok(edition.map(|edition| catalogue.of_edition(edition)))
}

/// A key as a parameter.
fn parameter(key: &Key, text: &str) -> String {
    match key.arity {
        Arity::Flag if text == "yes" => key.long.clone(),
        _ => format!("{}={text}", key.long),
    }
}

/// A text without its escapes; `+` is a space, as forms send it.
fn decoded(text: &str) -> Result<String, RequestError> {
    // between spaces it is no space, but stands before an attachment: `UNIT + ATTACHMENT`
    let spaced = text.replace(" + ", " %2B ").replace("%20+%20", "%20%2B%20").replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().map(|text| text.into_owned()).map_err(|_| {
        RequestError::Refused(format!("`{text}` is no text: its escapes make no UTF-8"))
    })
}
