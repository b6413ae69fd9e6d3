//! Tactics cards as JSON.

use serde::Serialize;

use crate::catalogue::{
    ActivationAfter, BattlePlay, Cancelling, CardUse, Denied, DeniedUnits, EachUnit, FreeAction,
    FreeActs, IgnoredTerrain, OptionChooser, OrdersAfter, PickDuty, PickedAmong, PickedUnits,
    StayingCard, TacticsCard, TacticsCoverage, describe_effects, describe_immediate_effects,
    describe_requirements, describe_zone,
};
use warodds_games::asoiaf::effect::{Effect, EffectTarget, Effects, Zone};
use warodds_games::asoiaf::{Range, Token, Tokens};

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
    season: &'static str,
    version: Option<&'a str>,
    source: &'a str,
}

/// A way to play a card.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlayData<'a> {
    name: Option<&'a str>,
    trigger: &'static str,
    stays: bool,
    /// What it does, in words.
    effects: Vec<String>,
}

/// A way to play a card in battles.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BattlePlayData<'a> {
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
        season: origin.season.name(),
        version: origin.version.as_deref(),
        source: &origin.source,
    }
}

pub(super) fn play(one: &CardUse) -> Option<PlayData<'_>> {
    let card = one.effects.card.as_ref()?;
    Some(PlayData {
        name: one.name.as_deref(),
        trigger: card.trigger.name(),
        stays: card.stays,
        effects: describe_effects(&one.effects),
    })
}

pub(super) fn battle_play(play: &BattlePlay) -> BattlePlayData<'_> {
    let (name, trigger) = (play.name.as_deref(), play.trigger.name());
    BattlePlayData { name, trigger, effects: describe_battle_play(play) }
}

/// Describes what a card does that battles play outside of attacks, charges and tests.
pub fn describe_battle_play(play: &BattlePlay) -> Vec<String> {
    let mut lines = describe_immediate_effects(&play.effects);
    if play.chooser == OptionChooser::Enemy {
        lines.push("the enemy chooses the options".to_owned());
    }
    lines.extend(play.each.iter().map(each_unit));
    lines.extend(play.targets.iter().map(|picked| picked_units(picked, play)));
    lines.extend(play.cancels.iter().map(cancelling));
    if let Some(denial) = &play.denies {
        let names = Denied::ALL.iter().filter(|(_, denied)| denial.what.contains(denied));
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        let whom = match denial.to {
            DeniedUnits::Of(EffectTarget::Enemy) => "the enemy",
            DeniedUnits::Of(EffectTarget::Bearer) => "the unit",
            DeniedUnits::Engaged => "each enemy in contact with the unit",
        };
        lines.push(format!("{whom} has no {} until the turn ends", names.join(" and no ")));
    }
    lines.extend(play.acts.iter().map(free_acts));
    if play.activation == ActivationAfter::Forgoes {
        lines.push("the unit that activates gives up its action".to_owned());
    }
    if play.orders == OrdersAfter::Ready {
        lines.push("an order that the unit has given may be given again".to_owned());
    }
    if play.draw > 0 {
        let cards = if play.draw == 1 { "card" } else { "cards" };
        lines.push(format!("you draw {} {cards}", play.draw));
    }
    lines.extend(play.terms.describe());
    if let Some(stays) = &play.stays {
        let on = if stays.on == EffectTarget::Enemy { "the enemy" } else { "the unit" };
        let zone = stays.speed_zone.map_or_else(String::new, |zone| {
            format!(" while a player holds {}", describe_zone(zone))
        });
        let speed = (stays.speed != 0).then(|| format!("{:+}\" speed{zone}", stays.speed));
        let draw = (stays.draw > 0).then(|| {
            let drawn = stays.draw;
            format!("you draw {drawn} when the unit activates and when a zone targets it")
        });
        let terrain = (stays.terrain == IgnoredTerrain::RoughAndHindering)
            .then(|| "the unit ignores rough and hindering terrain".to_owned());
        let effects = describe_effects(&stays.effects).into_iter().chain(speed).chain(draw);
        let effects = effects.chain(terrain).chain(staying(stays)).collect::<Vec<_>>().join("; ");
        let zones = zone_names(&stays.until_zone);
        let zones = if zones.is_empty() { zones } else { format!(" or {zones} targets its unit") };
        lines.push(format!("it stays on {on} {}{zones}: {effects}", stays.until.words()));
    }
    lines
}

/// Describes what a card that stays denies its unit, and the tokens that it gathers.
fn staying(stays: &StayingCard) -> impl Iterator<Item = String> {
    let denied = stays.denies.iter().map(|one| {
        let names = Denied::ALL.iter().filter(|(_, denied)| one.what.contains(denied));
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        let from = if one.from_round > 1 {
            format!(" from round {}", one.from_round)
        } else {
            String::new()
        };
        format!("its unit has no {}{from}", names.join(" and no "))
    });
    let deeds = |effects: &[Effect]| {
        let effects = Effects { fixed: effects.to_vec(), ..Effects::default() };
        describe_immediate_effects(&effects).join("; ")
    };
    let targeted = (!stays.targeted.is_empty())
        .then(|| format!("when a zone targets its unit: {}", deeds(&stays.targeted)));
    let gathers = stays.gathers.as_ref().map(|gathers| {
        let spent = (!gathers.spent.is_empty()).then(|| {
            format!(", one of which may be spent at the start of a turn: {}", deeds(&gathers.spent))
        });
        format!("it gathers tokens when {}{}", gathers.on.words(), spent.unwrap_or_default())
    });
    let sheds = (stays.sheds > 0).then(|| {
        let wounds = if stays.sheds == 1 { "wound" } else { "wounds" };
        format!("its unit may take {} {wounds} to lose a token that it gains", stays.sheds)
    });
    denied.chain(targeted).chain(gathers).chain(sheds)
}

fn zone_names(zones: &[Zone]) -> String {
    zones.iter().map(|zone| describe_zone(*zone)).collect::<Vec<_>>().join(" or ")
}

/// Describes what happens to each of several units.
fn each_unit(each: &EachUnit) -> String {
    let who = if each.of == EffectTarget::Enemy { "enemy" } else { "friend" };
    let effects = Effects { fixed: each.effects.clone(), ..Effects::default() };
    let effects = describe_immediate_effects(&effects).join("; ");
    format!("each {who}{}: {effects}", within(each.within))
}

fn within(range: Option<Range>) -> String {
    range.map_or_else(String::new, |range| {
        format!(" within {} range", if range == Range::Short { "short" } else { "long" })
    })
}

/// Describes further units that the player of a card picks.
fn picked_units(picked: &PickedUnits, play: &BattlePlay) -> String {
    let who = if picked.of == EffectTarget::Enemy { "enemy" } else { "friend" };
    let who = if picked.count == 1 {
        let other = match picked.among {
            PickedAmong::All => "one more",
            PickedAmong::Others => "another",
            PickedAmong::Engaged => "an engaged",
        };
        format!("{other} {who}")
    } else {
        let up_to = if picked.duty == PickDuty::May { "up to " } else { "" };
        let plural = if picked.of == EffectTarget::Enemy { "enemies" } else { "friends" };
        format!("{up_to}{} more {plural}", picked.count)
    };
    let option = picked.option.and_then(|number| {
        let options = &play.effects.choice.as_ref()?.options;
        options.get(usize::from(number)).map(|(name, _)| format!(" (with `{name}`)"))
    });
    let requires = describe_requirements(&picked.requires);
    let requires =
        if requires.is_empty() { String::new() } else { format!(" {}", requires.join(", ")) };
    let effects = Effects { fixed: picked.effects.clone(), ..Effects::default() };
    let effects = describe_immediate_effects(&effects).join("; ");
    let (range, option) = (within(picked.within), option.unwrap_or_default());
    format!("{who}{range}{requires}{option}: {effects}")
}

/// Describes how a card of the enemy is cancelled.
fn cancelling(one: &Cancelling) -> String {
    let on = if one.on > 1 { format!(" on a {} or more", one.on) } else { String::new() };
    let requires = describe_requirements(&one.requires);
    let requires =
        if requires.is_empty() { requires.concat() } else { format!(" ({})", requires.join(", ")) };
    let after = one.after.map_or_else(String::new, |after| format!(" {}", after.words()));
    format!("what the enemy plays is cancelled{on}{requires}{after}")
}

/// Describes free actions of which a unit takes one.
fn free_acts(acts: &FreeActs) -> String {
    let names = FreeAction::ALL.iter().filter(|(_, action)| acts.may.contains(action));
    let names: Vec<String> = names.map(|(name, _)| name.replace('-', " ")).collect();
    let mut line = format!("the unit may make a free {}", names.join(" or "));
    if let Some(inches) = acts.inches {
        line += &format!(" of up to {inches}\"");
    }
    if acts.faster > 0 {
        line += &format!(", {}\" faster", acts.faster);
    }
    if acts.at.is_some() {
        line += " against the enemy";
    }
    if acts.retreat.rerolls > 0 {
        line += ", with the retreat die rerolled";
    }
    let names = |tokens: Tokens| {
        let held = Token::ALL.iter().filter(|token| tokens.holds(**token));
        held.map(|token| token.name()).collect::<Vec<_>>().join(" and ")
    };
    if acts.retreat.gives != Tokens::NONE {
        line += &format!("; enemies left behind become {}", names(acts.retreat.gives));
    }
    if acts.gives_near != Tokens::NONE {
        line += &format!("; enemies within short range become {}", names(acts.gives_near));
    }
    let requires = describe_requirements(&acts.requires);
    if requires.is_empty() { line } else { format!("{line} ({})", requires.join(", ")) }
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
