//! Which cards and rules a question is about.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::given::{self, Given};
use crate::catalogue::Catalogue;
use crate::games::asoiaf::{Edition, Foreign};
use crate::study::field::FieldAsked;
use crate::study::{NamedQuestion, NotModelled};

/// The cards that names mean.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Cards and rules")]
pub struct CatalogueOption {
    /// Cards of your own, in the format of the catalogue: a file or a directory of them. They add
    /// to the cards that are part of the program, or stand in their place. May be given several
    /// times.
    #[arg(long = "catalogue", value_name = "FILE_OR_DIR")]
    catalogues: Vec<PathBuf>,
}

impl CatalogueOption {
    /// The cards that are part of the program and those of the files.
    pub fn open(&self) -> Result<Cow<'static, Catalogue>, Failure> {
        let mut catalogue = Cow::Borrowed(Catalogue::shipped());
        let wrong: Vec<_> = self
            .catalogues
            .iter()
            .filter_map(|path| catalogue.to_mut().add(path).err())
            .flatten()
            .collect();
        if wrong.is_empty() { Ok(catalogue) } else { Err(Failure::BadScenarios(wrong)) }
    }
}

/// The rules, and what is to be done about abilities that they leave out.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Cards and rules")]
pub struct RulesOptions {
    /// The edition of the rules: 1.5, 1.6 or 2021.
    #[arg(long, value_name = "EDITION", value_parser = edition)]
    pub edition: Option<Edition>,
    /// Refuse to answer where an ability of a unit is not modelled, or where no army may have the
    /// attachment of a unit in it.
    #[arg(long)]
    pub strict: bool,
}

/// Refuses what is said of cards and rules where nothing is asked about them.
pub fn refuse_without_cards(given: &Given) -> Result<(), Failure> {
    let ids = [given::ids::<CatalogueOption>(), given::ids::<RulesOptions>()].concat();
    given.refuse(&ids, |_, option| {
        format!(
            "{option} is about the cards and rules of A Song of Ice and Fire, \
             about which nothing is asked here: leave it out"
        )
    })
}

/// An edition by its name.
pub fn edition(text: &str) -> Result<Edition, String> {
    let names = || Edition::ALL.map(Edition::name).join(", ");
    Edition::ALL
        .into_iter()
        .find(|edition| edition.name() == text)
        .ok_or_else(|| format!("editions are {}", names()))
}

impl RulesOptions {
    /// Refuses questions about what no army may have and abilities that are not modelled, if that
    /// is wanted.
    pub fn check(&self, asked: &[NamedQuestion]) -> Result<(), Failure> {
        self.check_armies(asked.iter().flat_map(|asked| &asked.foreign))?;
        self.check_abilities(asked.iter().flat_map(|asked| &asked.not_modelled))
    }

    /// The same of a question about a whole field of units.
    pub fn check_field(&self, asked: &FieldAsked) -> Result<(), Failure> {
        self.check_armies(&asked.foreign())?;
        self.check_abilities(&asked.not_modelled())
    }

    /// Refuses attachments that no army may have in their units, if that is wanted.
    fn check_armies<'a>(
        &self,
        foreign: impl IntoIterator<Item = &'a Foreign>,
    ) -> Result<(), Failure> {
        match foreign.into_iter().next() {
            Some(foreign) if self.strict => Err(Failure::input(format!(
                "--strict: {foreign}; take an attachment of {} or a neutral one",
                foreign.joined
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses abilities that are not modelled, if that is wanted.
    fn check_abilities<'a>(
        &self,
        not_modelled: impl IntoIterator<Item = &'a NotModelled>,
    ) -> Result<(), Failure> {
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
        Err(Failure::input(format!(
            "--strict: these abilities are not modelled, and the answer would leave them out:\n{}",
            lines.join("\n")
        )))
    }
}
