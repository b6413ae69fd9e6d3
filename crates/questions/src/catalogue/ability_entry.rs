//! From a table to an ability.

use std::sync::Arc;

use super::entry::{AbilityEntry, EFFECTS};
use super::{effects, form};
use crate::document::{Draft, Item, Name, Readable, Report, Section, help, quoted};
use warodds_games::asoiaf::{CardEdition, ModelStatus};

/// One ability.
pub(super) fn ability(mut section: Section<'_>, report: &mut Report) -> Option<AbilityEntry> {
    let name: Option<Name> = section.required("name", report);
    let edition: Option<CardEdition> = section.required("edition", report);
    let matters: Option<bool> = section.optional("dice", report);
    let elsewhere: Option<bool> = section.optional("elsewhere", report);
    let codes = form::names(&mut section, "codes", report).unwrap_or_default();
    let codes = codes.iter().filter_map(|(code, item)| report.unless(effect(code, item))).collect();
    let summary: Option<Text> = section.optional("summary", report);
    let effects = effects::read(&mut section, name.as_ref().map_or("", |name| &name.0), report);
    section.finish(report);
    let status = match effects {
        _ if matters == Some(false) => ModelStatus::NoDice,
        _ if elsewhere == Some(true) => ModelStatus::Elsewhere,
        Some(effects) => ModelStatus::Modelled(Arc::new(effects)),
        None => ModelStatus::NotModelled,
    };
    Some(AbilityEntry {
        name: name?.0,
        edition: edition?,
        status,
        codes,
        summary: summary.map(|text| text.0),
    })
}

/// A code of [`EFFECTS`].
fn effect(code: &str, item: &Item<'_>) -> Result<&'static str, Draft> {
    let codes = EFFECTS.iter().map(|(code, _)| *code);
    let found = codes.clone().find(|known| *known == code);
    found.ok_or_else(|| {
        Draft::new(&item.span, format!("there is no kind of effect {}", quoted(code))).help(help(
            code,
            codes,
            "known are",
        ))
    })
}

/// The longest summary of an ability, in characters.
pub(super) const LONGEST_SUMMARY: usize = 400;

/// A line of text that may be longer than a name.
struct Text(String);

impl Readable for Text {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let text = item.text("a text")?.trim();
        if text.is_empty()
            || text.chars().count() > LONGEST_SUMMARY
            || text.chars().any(char::is_control)
        {
            return Err(Draft::new(
                &item.span,
                format!("`{}` must be one line of 1 to {LONGEST_SUMMARY} characters", item.key),
            ));
        }
        Ok(Self(text.to_owned()))
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}
