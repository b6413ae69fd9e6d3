//! Reads NCUs from the tables of a file.

use super::army_terms::army_terms;
use super::cards::{CardReader, ITS_NAME, NOWHERE, TITLE, listed, tables};
use super::entry::{Ncu, NcuAbilities};
use super::tactics_entry::{PlayOwner, battle_plays, uses};
use super::{ability_entry, entry::CardUse};
use crate::document::schema::whole;
use crate::document::{Draft, FileKey, KeyedValue, Name, Report, Section, key};
use warodds_games::asoiaf::values::Cost;

/// The most order tokens of an NCU.
const MOST_TOKENS: i64 = 6;
/// The most cards by which an NCU enlarges a hand.
const MOST_CARDS: i64 = 2;

/// Returns the value of the key `ncus`.
pub(super) fn ncus<'t>(root: &mut Section<'t>) -> Option<KeyedValue<'t>> {
    root.item(key("ncus", "NCUs by their ids"), || {
        listed("A non-combat unit.", |section, report| NOWHERE.ncu("", section, report))
    })
}

impl CardReader<'_> {
    pub(super) fn ncus(&self, item: Option<KeyedValue<'_>>, report: &mut Report) -> Vec<Ncu> {
        tables("ncus", item, report, |id, section, report| self.ncu(id, section, report))
    }

    fn ncu(&self, id: &str, mut section: Section<'_>, report: &mut Report) -> Option<Ncu> {
        let before = report.count();
        let name: Option<Name> = section.required(ITS_NAME, report);
        let title: Option<Name> = section.optional(TITLE, report);
        let cost: Option<Cost> = section.required(key("cost", "points"), report);
        let commander = key("commander", "whether it may command an army (A11.4)");
        let commander = section.optional(commander, report) == Some(true);
        let terms = army_terms(&mut section, report);
        let abilities = abilities(&mut section, report);
        let origin = self.origin(&mut section, report);
        section.finish(report);
        // an entry with a fault is dropped: using it would only cause further faults
        let made = Ncu {
            id: id.to_owned(),
            name: name?.0,
            title: title.map(|title| title.0),
            cost: cost?,
            commander,
            terms,
            abilities,
            origin: origin?,
        };
        (report.count() == before).then_some(made)
    }
}

/// Reads what an NCU does in battles.
fn abilities(section: &mut Section<'_>, report: &mut Report) -> NcuAbilities {
    let summary = ability_entry::summary(section, report);
    let mut count = |key: FileKey, most: i64| {
        let item = section.item(key, || whole(1, most));
        let count = item.and_then(|item| report.ok_or_add(item.whole(1, most)));
        // at most six
        count.map_or(0, |count| count as u8)
    };
    let tokens = count(key("tokens", "order tokens that it has in a battle"), MOST_TOKENS);
    let larger = "cards by which it enlarges the hand of its player (A8.2)";
    let hand_size = count(key("hand_size", larger), MOST_CARDS);
    let counts_as = "the zone that its player controls while it is on the tactics board";
    let counts_as = section.optional(key("counts_as", counts_as), report);
    let dies = "whether each claim costs an order token, and it leaves the battle without any";
    let dies_without_tokens = section.optional(key("dies_without_tokens", dies), report);
    let dies_without_tokens = dies_without_tokens == Some(true);
    let by_ranks = "whether it gains an order token for each enemy rank that is destroyed";
    let tokens_by_ranks = section.optional(key("tokens_by_ranks", by_ranks), report) == Some(true);
    let never = "whether it never activates";
    let never_acts = section.optional(key("never_acts", never), report) == Some(true);
    let left_out = key("left_out", "what battles leave out of it, in words; answers say so");
    let left_out = ability_entry::text(section, left_out, report);
    let span = section.span.clone();
    let uses = uses(section, left_out.as_deref(), report);
    let battle = battle_plays(section, (&uses, PlayOwner::Ncu), report);
    let spends = |one: &CardUse| one.effects.card.as_ref().map_or(0, |play| play.requires.spends);
    let gains = tokens_by_ranks || battle.iter().any(|play| play.terms.gains > 0);
    let costs = battle.iter().map(|play| play.terms.pays).chain(uses.iter().map(spends));
    if tokens == 0 && !gains && costs.max().is_some_and(|most| most > 0) {
        report
            .add(|| Draft::new(&span, "the NCU has no order tokens to spend").help("add `tokens`"));
    }
    NcuAbilities {
        summary,
        tokens,
        hand_size,
        dies_without_tokens,
        tokens_by_ranks,
        never_acts,
        counts_as,
        uses,
        battle,
        left_out,
    }
}
