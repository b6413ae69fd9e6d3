//! The keys of cards and rules.

use std::borrow::Cow;
use std::path::Path;

use crate::catalogue::Catalogue;
use crate::document::LoadError;
use crate::request::{CardSource, RawFields, RequestError, is_contents, keys};
use crate::study::field::FieldQuestion;
use crate::study::{NamedQuestion, NotModelled};
use warodds_games::asoiaf::{Edition, ForeignAttachment, Season};

keys! {
    /// The cards that names refer to.
    pub struct CatalogueKey in Rules {
        /// Add cards of your own: a file, a directory of files, or the text of a file. A card with
        /// the id of a built-in one replaces it. Links and HTTP take only the text. May be given
        /// several times.
        several catalogue: CardSource [Local], "FILE_OR_DIR";
        /// The season of the cards: of each card the newest version up to it [default: S05].
        maybe cards: Season, "CARDS";
    }
}

impl CatalogueKey {
    /// Returns the catalogue, of the selected season with the cards of the files.
    ///
    /// # Errors
    /// [`RequestError::Cards`] with all errors in the files.
    pub fn open<'a>(&self, catalogue: &'a Catalogue) -> Result<Cow<'a, Catalogue>, RequestError> {
        let mut catalogue = match self.cards {
            Some(season) => catalogue.of_season(season),
            None => Cow::Borrowed(catalogue),
        };
        let wrong: Vec<_> = self
            .catalogue
            .iter()
            .filter_map(|source| add(catalogue.to_mut(), source).err())
            .flatten()
            .collect();
        if wrong.is_empty() { Ok(catalogue) } else { Err(RequestError::Cards(wrong)) }
    }
}

/// The name of cards in faults, if they are a text.
const TEXT: &str = "catalogue";

/// Adds the cards of a file, of a directory or of a text.
fn add(catalogue: &mut Catalogue, source: &CardSource) -> Result<(), Vec<LoadError>> {
    match source {
        CardSource::Path(path) => catalogue.add(Path::new(path)),
        CardSource::Contents(text) => {
            catalogue.add_text(TEXT, text).map(drop).map_err(|faults| vec![faults.into()])
        }
    }
}

/// Returns the cards and those whose text the fields hold. No file is opened; the request reports
/// the faults of the text.
pub(in crate::request) fn with_card_texts<'a>(
    catalogue: &'a Catalogue,
    given: &RawFields,
) -> Cow<'a, Catalogue> {
    let mut all = Cow::Borrowed(catalogue);
    for text in given.of("catalogue").filter(|text| is_contents(text)) {
        // entries without faults are added even then
        drop(all.to_mut().add_text(TEXT, text));
    }
    all
}

keys! {
    /// The edition of the rules, and whether answers may leave out abilities.
    pub struct RulesKeys in Rules {
        /// The edition of the rules [default: 1.6].
        maybe rules: Edition, "RULES";
        /// Refuse to answer if an ability of a unit is not modelled, or if no army may include its
        /// attachment.
        flag strict [Single];
    }
}

impl RulesKeys {
    /// With `--strict`, refuses illegal attachments and abilities that are not modelled.
    ///
    /// # Errors
    /// [`RequestError::Refused`] with the attachment or the abilities.
    pub fn check(&self, questions: &[NamedQuestion]) -> Result<(), RequestError> {
        self.check_armies(questions.iter().flat_map(|question| &question.foreign))?;
        self.check_abilities(questions.iter().flat_map(|question| &question.not_modelled))
    }

    /// Checks a question about a whole field as [`check`](Self::check) does.
    ///
    /// # Errors
    /// [`RequestError::Refused`] with the attachment or the abilities.
    pub fn check_field(&self, question: &FieldQuestion) -> Result<(), RequestError> {
        self.check_armies(&question.foreign())?;
        self.check_abilities(&question.not_modelled())
    }

    /// With `--strict`, refuses attachments that no army may have in their units.
    fn check_armies<'a>(
        &self,
        foreign: impl IntoIterator<Item = &'a ForeignAttachment>,
    ) -> Result<(), RequestError> {
        match foreign.into_iter().next() {
            Some(foreign) if self.strict => Err(RequestError::Refused(format!(
                "--strict: {foreign}; take an attachment of {} or a neutral one",
                foreign.joined
            ))),
            _ => Ok(()),
        }
    }

    /// With `--strict`, refuses abilities that are not modelled.
    fn check_abilities<'a>(
        &self,
        not_modelled: impl IntoIterator<Item = &'a NotModelled>,
    ) -> Result<(), RequestError> {
        let mut lines: Vec<String> = Vec::new();
        for one in not_modelled {
            let line = format!("  {} of {}", one.ability, one.unit);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if !self.strict || lines.is_empty() {
            return Ok(());
        }
        Err(RequestError::Refused(format!(
            "--strict: the answer would leave out these abilities, which are not modelled:\n{}",
            lines.join("\n")
        )))
    }
}
