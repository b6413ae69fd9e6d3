//! Links: a question as one line of text with a stable meaning.
//!
//! `attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge` is the kind of question, the
//! positional arguments, and the other keys by name. A canonical link omits default values and
//! writes keys in the order of the table, so that equal questions have equal links. Keys are spelled
//! as on the command line; `_` is read as `-`. Values are names, never positions in a list, so new
//! names do not change old links.
//!
//! A link may end with options of the web page ([`PageView`]), such as `k=4` for the chance of at
//! least 4. They do not change the answer.

use percent_encoding::percent_decode_str;

use super::asoiaf::with_card_texts;
use super::canonical::non_default;
use super::error::RequestError;
use super::forms::{CanonicalFields, with_query};
use super::group::{Keys, keys};
use super::key::{Key, Mark};
use super::kind::QuestionKind;
use super::raw_fields::RawFields;
use super::value::{BoundedInteger, TextValue};
use crate::catalogue::Catalogue;
use crate::document::quoted;

keys! {
    /// Options of the web page, which do not change the answer.
    pub struct PageView in Output {
        /// The count of which the chance of so many or more is shown.
        maybe k: BoundedInteger<0, 120>, "K";
        /// A second attacker that is shown beside the first.
        maybe or: TextValue [Unit], "UNIT";
    }
}

/// A parsed link.
#[derive(Clone, Debug)]
pub struct Link {
    /// The kind of question.
    pub kind: QuestionKind,
    /// The fields of the question.
    pub given: RawFields,
    /// The fields of [`PageView`].
    pub view: RawFields,
}

impl Link {
    /// Parses a link and checks the fields of [`PageView`].
    ///
    /// # Errors
    /// As [`read`](Self::read), and for invalid or repeated fields of [`PageView`] and unknown
    /// units in them.
    pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, RequestError> {
        let link = Self::read(text)?;
        link.check_view(&PageView::keys(), catalogue)?;
        Ok(link)
    }

    /// Parses a link, with or without a leading `#` or the address of a page before it, as the page
    /// shares links. Unknown keys are kept, so that [`QuestionKind::request`] reports them.
    ///
    /// # Errors
    /// [`RequestError::UnknownKind`], or [`RequestError::Refused`] for too many positional arguments
    /// and escapes that are not UTF-8.
    pub fn read(text: &str) -> Result<Self, RequestError> {
        let text = without_page(text.trim()).trim_start_matches('#').trim_start_matches('/');
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let mut segments = path.split('/').map(decoded);
        let mut name = segments.next().unwrap_or_else(|| Ok(String::new()))?;
        // the name of a kind outside the main game has two segments
        if super::groups().iter().any(|game| game.name == name) {
            name = format!("{name}/{}", segments.next().unwrap_or_else(|| Ok(String::new()))?);
        }
        let kind = super::kind(&name)?;
        let keys = kind.keys();
        let mut given = RawFields::new();
        let mut positional = keys.iter().filter(|key| key.has(Mark::Positional));
        for segment in segments {
            let text = segment?;
            let key = positional.next().ok_or_else(|| {
                RequestError::Refused(format!(
                    "`{}` takes no further argument {}",
                    kind.name,
                    quoted(&text)
                ))
            })?;
            if !text.is_empty() {
                given.push(key.id, &text);
            }
        }
        read_query(keys, query, &mut given)?;
        let view = split_off(&mut given, &PageView::keys(), keys);
        Ok(Self { kind, given, view })
    }

    /// Returns the canonical link, including the fields of [`PageView`].
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn canonical(&self, catalogue: &Catalogue) -> Result<String, RequestError> {
        let keys = PageView::keys();
        let values = self.check_view(&keys, catalogue)?;
        let cards = with_card_texts(catalogue, &self.given);
        let mut shown = Vec::new();
        for key in keys.iter().filter(|key| self.view.has(key.id)) {
            shown.push((key.clone(), non_default(key, &cards, &values)?));
        }
        let question = Self::text(&self.kind, &self.given, catalogue)?;
        Ok(with_query(question, &shown))
    }

    /// Checks the fields of [`PageView`] and the units in them.
    fn check_view<'a>(
        &'a self,
        keys: &'a [Key],
        catalogue: &Catalogue,
    ) -> Result<super::ParsedFields<'a>, RequestError> {
        let values = super::ParsedFields::new(self.kind.name, keys, &self.view)?;
        let PageView { or, .. } = PageView::read(&values)?;
        if let Some(TextValue(name)) = or {
            with_card_texts(catalogue, &self.given).find(&name).map_err(RequestError::refused)?;
        }
        Ok(values)
    }

    /// Returns the canonical link of a question: units by id, other values in canonical spelling.
    ///
    /// # Errors
    /// [`RequestError`] for unknown keys and invalid values.
    pub fn text(
        kind: &QuestionKind,
        given: &RawFields,
        catalogue: &Catalogue,
    ) -> Result<String, RequestError> {
        CanonicalFields::new(kind, given, catalogue).map(|fields| fields.link())
    }
}

/// Returns a link without the address of a page before its `#`.
fn without_page(text: &str) -> &str {
    let is_page = |before: &str| before.contains("://") || before.ends_with('/');
    text.split_once('#').filter(|(before, _)| is_page(before)).map_or(text, |(_, link)| link)
}

/// Removes and returns the fields of `keys`, except keys that the question has as well.
fn split_off(given: &mut RawFields, keys: &[Key], question_keys: &[Key]) -> RawFields {
    let mut taken = RawFields::new();
    for key in keys.iter().filter(|key| !question_keys.iter().any(|other| other.id == key.id)) {
        given.of(key.id).for_each(|text| taken.push(key.id, text));
        given.remove(key.id);
    }
    taken
}

/// Parses a URL query, such as `facing=flank&charge`, into `given`.
///
/// # Errors
/// [`RequestError::Refused`] for escapes that are not UTF-8.
pub fn read_query(keys: &[Key], query: &str, given: &mut RawFields) -> Result<(), RequestError> {
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, text) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = decoded(name)?;
        given.push_named(keys, &name, &decoded(text)?);
    }
    Ok(())
}

/// Decodes percent escapes, and `+` as a space as in HTML forms.
///
/// # Errors
/// [`RequestError`] if the result is not UTF-8.
pub fn decoded(text: &str) -> Result<String, RequestError> {
    // a plus between spaces separates unit and attachment: `UNIT + ATTACHMENT`
    let spaced = text.replace(" + ", " %2B ").replace("%20+%20", "%20%2B%20").replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().map(|text| text.into_owned()).map_err(|_| {
        RequestError::Refused(format!(
            "{} cannot be read: its escapes are not valid UTF-8",
            quoted(text)
        ))
    })
}
