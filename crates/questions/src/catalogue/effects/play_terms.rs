//! Reads costs and limits of a way to use an NCU or a card in battles.

use super::values::{many, meanings, named};
use crate::catalogue::battle_play::BattlePlay;
use crate::catalogue::battle_trigger::BattleTrigger;
use crate::catalogue::play_terms::{
    CardSource, FetchedCard, FetchedKind, OwnActivation, PlayLimit, PlayTerms, ReturnedCards,
    ZoneEffect,
};
use crate::document::schema::{one_of, some_of, whole};
use crate::document::{Draft, Name, Readable, Report, Section, TableArray, choose, key};
use std::ops::Range;
use warodds_games::asoiaf::effect::Zone;

/// The most order tokens that an NCU gains at once, and cards that the enemy discards.
const MOST: i64 = 2;
/// The most wounds that an NCU heals at once.
const MOST_HEALED: i64 = 6;

const LIMITS: [(&str, PlayLimit); 1] = [("game", PlayLimit::Game)];
const KINDS: [(&str, FetchedKind); 1] = [("commander", FetchedKind::Commander)];
const INSTEAD: [(&str, ZoneEffect); 2] =
    [("zone-effect", ZoneEffect::Replaced), ("zone-part", ZoneEffect::PartReplaced)];

/// Reads the terms but for the order tokens that it costs, which its conditions tell.
pub(super) fn read(section: &mut Section<'_>, report: &mut Report) -> PlayTerms {
    let (limit, claimed, zone) = uses(section, report);
    let mut count = |id, words, most| count((id, words, most), section, report);
    let gains = count("gains", "order tokens that the NCU gains", MOST);
    let enemy_discards = count("enemy_discards", "cards that the enemy discards at random", MOST);
    let discards = count("discards", "cards of the hand that it costs", 1);
    let spread = "wounds healed on friendly units, spread as the player likes";
    let spread_heal = count("spread_heal", spread, MOST_HEALED);
    let spread_d3 = count("spread_d3", "D3 rolled and added to `spread_heal`", 1);
    let named = "free zones that its player names; `named-zone-claimed` follows if one is claimed";
    let names_zones = count("names_zones", named, MOST);
    let times =
        count("times", "how often it is used at one event, each time for another unit", MOST);
    let mut flag = |id, words| section.optional(key(id, words), report) == Some(true);
    let named = "whether its player names a card, and the enemy discards one copy";
    let names_card = flag("names_card", named);
    let leads = flag("leads", "whether its player goes first in the next round");
    let silenced = "whether the enemy NCU that activates has no abilities until the round ends";
    let silences = flag("silences", silenced);
    let passed = "whether the enemy gains the token that Wealth removes";
    let passes_token = flag("passes_token", passed);
    let fetched = "whether a card that it fetches answers the enemy's card at once";
    let plays_fetched = flag("plays_fetched", fetched);
    let off_board = flag("off_board", "whether it is used only before the NCU has activated");
    let activates = activation(section, report);
    let returns = returned_cards(section, report);
    let fetch = fetched_cards(section, report);
    PlayTerms {
        pays: 0,
        gains,
        limit,
        claimed,
        zone,
        fetch,
        returns,
        discards,
        enemy_discards,
        names_card,
        plays_fetched,
        spread_heal,
        spread_d3,
        names_zones,
        passes_token,
        off_board,
        activates,
        times,
        leads,
        silences,
    }
}

/// Reads a small number; 0 if it is left out.
fn count(
    (id, words, most): (&'static str, &'static str, i64),
    section: &mut Section<'_>,
    report: &mut Report,
) -> u8 {
    let item = section.item(key(id, words), || whole(1, most));
    let count = item.and_then(|item| report.ok_or_add(item.whole(1, most)));
    // at most six
    count.map_or(0, |count| count as u8)
}

/// Reads which cards go back into the deck.
fn returned_cards(section: &mut Section<'_>, report: &mut Report) -> ReturnedCards {
    let returns = "cards of the hand that return to the deck after cards are drawn";
    let returned = count(("returns", returns, MOST), section, report);
    let mut flag = |id, words| section.optional(key(id, words), report) == Some(true);
    let exchange = "whether any number of cards returns to the deck, in exchange for one more than \
                    that";
    let is_exchange = flag("exchange", exchange);
    let buries = flag("buries", "whether one of the drawn cards goes under the deck");
    match returned {
        0 if is_exchange => ReturnedCards::Exchanged,
        0 if buries => ReturnedCards::OneDrawn,
        0 => ReturnedCards::None,
        count => ReturnedCards::Exactly(count),
    }
}

/// Reads how often a way is used, after the claims of which zones, and what becomes of their effect.
fn uses(section: &mut Section<'_>, report: &mut Report) -> (PlayLimit, Vec<Zone>, ZoneEffect) {
    let limit = key("limit", "how often it is used; at every trigger if left out");
    let limit = section.item(limit, || one_of(LIMITS.map(|(name, _)| name)));
    let limit = limit.and_then(|item| report.ok_or_add(choose(&item, &LIMITS)));
    let claimed = key("claimed", "zones, one of which has been claimed; any if left out");
    let claimed = section.item(claimed, || some_of(&Zone::schema()));
    let claimed: Vec<Zone> = claimed.map_or_else(Vec::new, |item| many(&item, report));
    let instead = "what does not happen: the effect of the zone, or the token that Wealth removes";
    let instead = key("instead_of", instead);
    let zone = section.item(instead, || one_of(INSTEAD.map(|(name, _)| name)));
    let zone = zone.and_then(|item| report.ok_or_add(choose(&item, &INSTEAD)));
    (limit.unwrap_or_default(), claimed, zone.unwrap_or_default())
}

fn activation(section: &mut Section<'_>, report: &mut Report) -> OwnActivation {
    let activates = key("activates", "whether the NCU activates out of turn; no if left out");
    let activates = section.item(activates, || meanings(OwnActivation::ALL));
    let activates = activates.and_then(|item| {
        let all = OwnActivation::ALL.map(|(activation, name, _)| (name, activation));
        report.ok_or_add(choose(&item, &all))
    });
    activates.unwrap_or_default()
}

fn fetched_cards(section: &mut Section<'_>, report: &mut Report) -> Vec<FetchedCard> {
    let of = TableArray {
        key: key("fetch", "the cards that its player takes into the hand"),
        definition: "fetch",
        words: "A card that a player takes into the hand.",
    };
    let mut fetch = Vec::new();
    let read =
        |section: Section<'_>, report: &mut Report| fetch.extend(fetched_card(section, report));
    section.tables(of, "`fetch`", report, read);
    fetch
}

fn fetched_card(mut section: Section<'_>, report: &mut Report) -> Option<FetchedCard> {
    let from = key("from", "the player's piles from which it is taken");
    let from = section.required_item(from, || meanings(CardSource::ALL), report);
    let from = from.and_then(|item| {
        report.ok_or_add(choose(&item, &CardSource::ALL.map(|(from, name, _)| (name, from))))
    });
    let names = key("names", "names, one of which it has; any if left out");
    let names = section.item(names, || some_of(&Name::schema()));
    let names: Vec<Name> = names.map_or_else(Vec::new, |item| many(&item, report));
    let kind = key("kind", "whose card it is: `commander`; any if left out");
    let kind = named(&mut section, kind, &KINDS, report).unwrap_or_default();
    section.finish(report);
    let names = names.into_iter().map(|name| name.0).collect();
    Some(FetchedCard { from: from?, kind, names })
}

/// Reports terms that do not go with the trigger.
pub(super) fn check(play: &BattlePlay, span: &Range<usize>, report: &mut Report) {
    let terms = &play.terms;
    let is_of_claims =
        !terms.claimed.is_empty() || terms.zone != ZoneEffect::Kept || terms.passes_token;
    if is_of_claims && !play.trigger.is_of_claims() {
        report.add(|| {
            Draft::new(span, "no zone is claimed at this trigger")
                .help("`claimed` and `instead_of` go with `own-claim` and `friend-ncu-claims`")
        });
    }
}

/// Reports zones that are named, and cards that answer, at other triggers than they must.
pub(super) fn check_guess(play: &BattlePlay, span: &Range<usize>, report: &mut Report) {
    let terms = &play.terms;
    if terms.names_zones > 0 && play.trigger != BattleTrigger::EnemyNcuActivates {
        let help = "`names_zones` goes with `enemy-ncu-activates`";
        report.add(|| Draft::new(span, "no enemy NCU is about to claim a zone").help(help));
    }
    if terms.silences && play.trigger != BattleTrigger::EnemyNcuActivates {
        let help = "`silences` goes with `enemy-ncu-activates`";
        report.add(|| Draft::new(span, "no enemy NCU is about to act").help(help));
    }
    let answers = play.trigger == BattleTrigger::EnemyPlaysCard && terms.fetch.len() == 1;
    if terms.plays_fetched && !answers {
        let help = "`plays_fetched` goes with `enemy-plays-card` and one `fetch`";
        report.add(|| Draft::new(span, "there is no card to answer").help(help));
    }
    if terms.passes_token && play.enemy.is_none() {
        report.add(|| Draft::new(span, "no enemy could gain the token").help("add `enemy`"));
    }
}

/// Reports what cards do not have: order tokens, limits and triggers of an NCU of their own.
pub(in crate::catalogue) fn check_of_card(
    play: &BattlePlay,
    span: &Range<usize>,
    report: &mut Report,
) {
    if play.terms.are_of_ncus() || play.trigger.is_of_ncus() {
        report.add(|| {
            Draft::new(span, "only an NCU is used so").help(
                "a card has no order tokens and no limit; `friend-ncu-claims` goes with cards",
            )
        });
    }
}
