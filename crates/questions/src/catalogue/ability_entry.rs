//! Reads an ability from its table.

use std::sync::Arc;

use super::entry::{AbilityEntry, EFFECT_KINDS};
use super::{effects, form};
use crate::document::schema::{Schema, line, one_of};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, key, name_help, quoted,
};
use warodds_games::asoiaf::{ModelStatus, Season};

/// Reads one ability.
pub(super) fn ability(mut section: Section<'_>, report: &mut Report) -> Option<AbilityEntry> {
    let name = key("name", "its name; one that starts with `Order:` is an order (A1.7)");
    let name: Option<Name> = section.required(name, report);
    let season: Option<Season> =
        section.required(key("season", "the season of the cards that have it"), report);
    let matters: Option<bool> =
        section.optional(key("dice", "`false` if it changes no roll"), report);
    let elsewhere: Option<bool> = section.optional(ELSEWHERE, report);
    let codes = key("codes", "the kinds of its effects");
    let codes = form::names(&mut section, codes, a_code, report).unwrap_or_default();
    let codes =
        codes.iter().filter_map(|(code, item)| report.ok_or_add(effect(code, item))).collect();
    let summary = summary(&mut section, report);
    let effects = effects::read(&mut section, name.as_ref().map_or("", |name| &name.0), report);
    section.finish(report);
    // the flags come first: an ability may state effects that questions cannot use
    let status = match effects {
        _ if matters == Some(false) => ModelStatus::NoDice,
        _ if elsewhere == Some(true) => ModelStatus::Elsewhere,
        Some(effects) => ModelStatus::Modelled(Arc::new(effects)),
        None => ModelStatus::NotModelled,
    };
    Some(AbilityEntry { name: name?.0, season: season?, status, codes, summary })
}

const ELSEWHERE: FileKey = key(
    "elsewhere",
    "`true` if it affects other units than the two that fight, or acts while they do not fight",
);

fn a_code() -> Schema {
    one_of(EFFECT_KINDS.map(|(code, _)| code))
}

/// Reads a code of [`EFFECT_KINDS`].
fn effect(code: &str, item: &KeyedValue<'_>) -> Result<&'static str, Draft> {
    let codes = EFFECT_KINDS.iter().map(|(code, _)| *code);
    let found = codes.clone().find(|known| *known == code);
    found.ok_or_else(|| {
        Draft::new(&item.span, format!("there is no kind of effect {}", quoted(code)))
            .help(name_help(code, codes, "known codes are"))
    })
}

/// The longest summary, in characters.
const LONGEST_SUMMARY: usize = 400;

/// Reads what an ability or a card does, in words.
pub(super) fn summary(section: &mut Section<'_>, report: &mut Report) -> Option<String> {
    let words = key("summary", "what it does, in a line of plain words");
    text(section, words, report)
}

/// Reads a line of text that is longer than a name.
pub(super) fn text(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Option<String> {
    section.optional::<Summary>(key, report).map(|text| text.0)
}

/// A summary of an ability: one line of text, longer than a name.
struct Summary(String);

impl Readable for Summary {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let text = item.text("text")?.trim();
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

    fn schema() -> Schema {
        line(LONGEST_SUMMARY)
    }
}
