//! Tactics cards as JSON.

use serde::Serialize;

use crate::catalogue::{BattlePlay, CardUse, TacticsCard, TacticsCoverage, describe_effects};
use warodds_games::asoiaf::effect::EffectTarget;

/// A tactics card.
#[derive(Clone, Debug, Serialize)]
pub struct TacticsData<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    /// Its commander; `None` for a card of the faction.
    commander: Option<&'a str>,
    code: Option<&'a str>,
    /// `counted`, `counted in part` or `not counted`.
    status: &'static str,
    summary: Option<&'a str>,
    /// The ways to play it that questions count.
    play: Vec<PlayData<'a>>,
    /// The ways in which battles play it outside of attacks, charges and tests.
    battle: Vec<BattlePlayData<'a>>,
    /// The part that questions leave out, in words.
    left_out: Option<&'a str>,
    edition: &'static str,
    version: Option<&'a str>,
    source: &'a str,
}

/// A way to play a card.
#[derive(Clone, Debug, Serialize)]
struct PlayData<'a> {
    name: Option<&'a str>,
    trigger: &'static str,
    stays: bool,
    /// What it does, in words.
    effects: Vec<String>,
}

/// A way to play a card in battles.
#[derive(Clone, Debug, Serialize)]
struct BattlePlayData<'a> {
    name: Option<&'a str>,
    trigger: &'static str,
    /// What it does, in words.
    effects: Vec<String>,
}

/// Returns a tactics card as data.
pub fn tactics_card(card: &TacticsCard) -> TacticsData<'_> {
    let origin = &card.origin;
    TacticsData {
        id: &card.id,
        name: &card.name,
        faction: &origin.faction,
        commander: card.commander.as_deref(),
        code: card.code.as_deref(),
        status: card.counted().words(),
        summary: card.summary.as_deref(),
        play: card.uses.iter().filter_map(play).collect(),
        battle: card.battle.iter().map(battle_play).collect(),
        left_out: card.left_out.as_deref(),
        edition: origin.edition.name(),
        version: origin.version.as_deref(),
        source: &origin.source,
    }
}

fn play(one: &CardUse) -> Option<PlayData<'_>> {
    let card = one.effects.card.as_ref()?;
    Some(PlayData {
        name: one.name.as_deref(),
        trigger: card.trigger.name(),
        stays: card.stays,
        effects: describe_effects(&one.effects),
    })
}

fn battle_play(play: &BattlePlay) -> BattlePlayData<'_> {
    let (name, trigger) = (play.name.as_deref(), play.trigger.name());
    BattlePlayData { name, trigger, effects: describe_battle_play(play) }
}

/// Describes what a card does that battles play outside of attacks, charges and tests.
pub fn describe_battle_play(play: &BattlePlay) -> Vec<String> {
    let mut lines = describe_effects(&play.effects);
    if play.draw > 0 {
        let cards = if play.draw == 1 { "card" } else { "cards" };
        lines.push(format!("its player draws {} {cards}", play.draw));
    }
    lines.extend(play.terms.describe());
    if let Some(stays) = &play.stays {
        let on = if stays.on == EffectTarget::Enemy { "the enemy" } else { "the unit" };
        let mut effects = describe_effects(&stays.effects);
        if stays.draw > 0 {
            effects.push(format!(
                "its player draws {} when the unit activates and when a zone targets it",
                stays.draw
            ));
        }
        let effects = effects.join("; ");
        lines.push(format!("it stays on {on} {}: {effects}", stays.until.words()));
    }
    lines
}

/// Returns how many cards questions and battles count, and how many NCUs battles do, by faction and
/// in all.
pub fn tactics_coverage(
    questions: &TacticsCoverage,
    [battles, ncus]: [&TacticsCoverage; 2],
) -> serde_json::Value {
    serde_json::json!({
        "questions": counted(questions, None), "battles": counted(battles, Some(ncus)),
    })
}

fn counted(coverage: &TacticsCoverage, ncus: Option<&TacticsCoverage>) -> serde_json::Value {
    let shares = |one: &crate::catalogue::CountedShares| {
        serde_json::json!({
            "cards": one.cards, "counted": one.whole, "counted_in_part": one.part,
            "not_counted": one.cards - one.whole - one.part, "share": one.share_whole(),
            "share_with_parts": one.share_counted(),
        })
    };
    let of_faction = |(name, one): (&String, &crate::catalogue::CountedShares)| {
        let mut all = shares(one);
        if let Some(ncus) = ncus.and_then(|ncus| ncus.by_faction.get(name)) {
            all["ncus"] = shares(ncus);
        }
        (name.clone(), all)
    };
    let by_faction: serde_json::Map<_, _> = coverage.by_faction.iter().map(of_faction).collect();
    let mut all = serde_json::json!({ "tactics": shares(&coverage.all) });
    if let Some(ncus) = ncus {
        all["ncus"] = shares(&ncus.all);
    }
    all["by_faction"] = by_faction.into();
    all
}
