//! Reads tactics cards from the tables of a file.

use super::battle_play::BattlePlay;
use super::cards::{CardReader, NOWHERE, listed, tables};
use super::entry::{CardUse, TacticsCard};
use super::{ability_entry, effects};
use crate::document::{Draft, KeyedValue, Name, Report, Section, TableArray, key};

/// Returns the value of the key `tactics`.
pub(super) fn tactics<'t>(root: &mut Section<'t>) -> Option<KeyedValue<'t>> {
    root.item(key("tactics", "tactics cards by their ids"), || {
        listed("A tactics card.", |section, report| NOWHERE.tactics_card("", section, report))
    })
}

/// Whose way to play it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayOwner {
    /// A tactics card.
    Card,
    /// An NCU.
    Ncu,
}

impl CardReader<'_> {
    pub(super) fn tactics(
        &self,
        item: Option<KeyedValue<'_>>,
        report: &mut Report,
    ) -> Vec<TacticsCard> {
        tables("tactics", item, report, |id, section, report| {
            self.tactics_card(id, section, report)
        })
    }

    fn tactics_card(
        &self,
        id: &str,
        mut section: Section<'_>,
        report: &mut Report,
    ) -> Option<TacticsCard> {
        let before = report.count();
        let name: Option<Name> = section.required(key("name", "its name"), report);
        let title = key("title", "the full name of its commander; left out for a faction's card");
        let commander: Option<Name> = section.optional(title, report);
        let replaces = "the card of the faction whose place it takes in a deck; or `faction deck`";
        let replaces: Option<Name> = section.optional(key("replaces", replaces), report);
        let code: Option<Name> = section.optional(key("code", "its number in the source"), report);
        let summary = ability_entry::summary(&mut section, report);
        let left_out = "what questions leave out of it, in words; answers say so";
        let left_out = ability_entry::text(&mut section, key("left_out", left_out), report);
        let origin = self.origin(&mut section, report);
        let uses = uses(&mut section, left_out.as_deref(), report);
        let battle = battle_plays(&mut section, (&uses, PlayOwner::Card), report);
        section.finish(report);
        let made = TacticsCard {
            id: id.to_owned(),
            name: name?.0,
            commander: commander.map(|name| name.0),
            replaces: replaces.map(|name| name.0),
            code: code.map(|code| code.0),
            summary,
            uses,
            left_out,
            battle,
            origin: origin?,
        };
        (report.count() == before).then_some(made)
    }
}

/// Reads how a card may be used; several ways need names.
pub(super) fn uses(
    section: &mut Section<'_>,
    left_out: Option<&str>,
    report: &mut Report,
) -> Vec<CardUse> {
    let of = TableArray {
        key: key("play", "how it is played; if in several ways, each has a name"),
        definition: "play",
        words: "A way to play a card.",
    };
    let span = section.span.clone();
    let mut uses: Vec<CardUse> = Vec::new();
    section.tables(of, "a way to play it", report, |section, report| {
        uses.extend(effects::card_use(section, left_out, report));
    });
    if uses.len() > 1 && uses.iter().any(|one| one.name.is_none()) {
        report.add(|| {
            Draft::new(
                &span,
                "if a card can be played in several ways, each needs a \
                                         `name`",
            )
        });
    }
    uses
}

/// Reads how battles play a card outside of attacks; several ways need names.
pub(super) fn battle_plays(
    section: &mut Section<'_>,
    (uses, owner): (&[CardUse], PlayOwner),
    report: &mut Report,
) -> Vec<BattlePlay> {
    let of = TableArray {
        key: key("battle", "how battles play it outside of attacks, charges and tests"),
        definition: "battle-play",
        words: "A way to play a card in a battle, outside of attacks, charges and tests.",
    };
    let span = section.span.clone();
    let mut plays: Vec<BattlePlay> = Vec::new();
    section.tables(of, "a way to play it in battles", report, |section, report| {
        let span = section.span.clone();
        let play = effects::battle_play(section, uses, report);
        if let (Some(play), PlayOwner::Card) = (&play, owner) {
            effects::check_of_card(play, &span, report);
        }
        plays.extend(play);
    });
    if plays.len() > 1 && plays.iter().any(|one| one.name.is_none()) {
        report.add(|| {
            Draft::new(
                &span,
                "if a card can be played in several ways, each needs a \
                                         `name`",
            )
        });
    }
    plays
}
