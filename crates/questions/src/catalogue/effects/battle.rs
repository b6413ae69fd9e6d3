//! Reads how battles play a tactics card outside of attacks, charges and tests.

use std::sync::Arc;

use super::values::{many, meanings};
use super::{fixed_and_chosen, only_conditions, play_terms};
use crate::catalogue::battle_play::{
    BattlePlay, BattleTrigger, ChosenEnemy, ChosenUnit, StayEnd, StayingCard,
};
use crate::catalogue::entry::CardUse;
use crate::catalogue::play_terms::PlayTerms;
use crate::document::schema::{one_of, some_of, whole};
use crate::document::{Draft, FileKey, Name, Readable, Report, Section, choose, key};
use warodds_games::asoiaf::effect::{
    Action, Amount, CardPlay, Conditions, CountRange, EffectTarget, Effects, Moment, Trigger,
    TriggeredEffect,
};
use warodds_games::asoiaf::{Range, UnitType};

/// The most cards that a card draws.
const MOST_DRAWN: i64 = 3;

const UNITS: [(&str, ChosenUnit); 5] = [
    ("activating", ChosenUnit::Activating),
    ("any", ChosenUnit::Any),
    ("either", ChosenUnit::Either),
    ("engaged", ChosenUnit::Engaged),
    ("unengaged", ChosenUnit::Unengaged),
];
const ENEMIES: [(&str, ChosenEnemy); 3] = [
    ("activating", ChosenEnemy::Activating),
    ("any", ChosenEnemy::Any),
    ("engaged", ChosenEnemy::Engaged),
];
const RANGES: [(&str, Range); 2] = [("short", Range::Short), ("long", Range::Long)];
const HOLDERS: [(&str, EffectTarget); 2] =
    [("unit", EffectTarget::Bearer), ("enemy", EffectTarget::Enemy)];

/// Reads a key whose values have names.
fn named<T: Copy, const N: usize>(
    section: &mut Section<'_>,
    key: FileKey,
    all: &[(&'static str, T); N],
    report: &mut Report,
) -> Option<T> {
    let item = section.item(key, || one_of(all.iter().map(|(name, _)| *name)));
    item.and_then(|item| report.ok_or_add(choose(&item, all)))
}

/// Reads a way in which battles play a card.
pub(in crate::catalogue) fn battle_play(
    mut section: Section<'_>,
    uses: &[CardUse],
    report: &mut Report,
) -> Option<BattlePlay> {
    let name = "its name, where a card has several ways to play it";
    let name: Option<Name> = section.optional(key("name", name), report);
    let trigger = key("trigger", "when the card is played (A8.3)");
    let trigger = section.required_item(trigger, || meanings(BattleTrigger::ALL), report);
    let trigger = trigger.and_then(|item| {
        let all = BattleTrigger::ALL.map(|(trigger, name, _)| (name, trigger));
        report.ok_or_add(choose(&item, &all))
    });
    let unit = key("unit", "the friendly unit that has the effects, as their bearer");
    let unit = named(&mut section, unit, &UNITS, report);
    let enemy = named(&mut section, key("enemy", "the enemy of the effects"), &ENEMIES, report);
    let within = key("within", "the range of the unit within which the enemy must be");
    let within = named(&mut section, within, &RANGES, report);
    let requires = key("if", "what must hold for it to be played");
    let requires = section.table(requires, "`if`", report, only_conditions).unwrap_or_default();
    let pays = requires.spends;
    let requires = Conditions { spends: 0, ..requires };
    let terms = PlayTerms { pays, ..play_terms::read(&mut section, report) };
    let effects = fixed_and_chosen(&mut section, report);
    let draw = key("draw", "cards that its player draws");
    let draw = section.item(draw, || whole(1, MOST_DRAWN));
    let draw = draw.and_then(|item| report.ok_or_add(item.whole(1, MOST_DRAWN)));
    let stays = key("stays", "what it does for the unit on which it stays in play");
    let staying = |section: Section<'_>, report: &mut Report| staying(section, uses, report);
    let stays = section.table(stays, "`stays`", report, staying).flatten();
    let span = section.span.clone();
    section.finish(report);
    let has_deeds = draw.is_some() || terms.does_something();
    let play = BattlePlay {
        name: name.map(|name| name.0),
        trigger: trigger?,
        unit,
        enemy,
        within,
        requires,
        effects: effects.map_or_else(
            || if has_deeds { Arc::default() } else { of_play(uses, false) },
            Arc::new,
        ),
        // at most three
        draw: draw.map_or(0, |count| count as u8),
        stays,
        terms,
    };
    check(&play, &span, report);
    play_terms::check(&play, &span, report);
    Some(play)
}

/// Returns the effects of the first way in which questions play a card: of those in which it stays,
/// or of those that are played with the turn or an activation.
fn of_play(uses: &[CardUse], stays: bool) -> Arc<Effects> {
    let is_it = |one: &&CardUse| {
        one.effects.card.as_ref().is_some_and(|card| {
            card.stays == stays
                && (stays
                    || matches!(
                        card.trigger,
                        Trigger::Turn | Trigger::Activation | Trigger::EnemyActivation
                    ))
        })
    };
    uses.iter().find(is_it).map(|one| Arc::clone(&one.effects)).unwrap_or_default()
}

/// Reads what a card does for the unit on which it stays.
fn staying(mut section: Section<'_>, uses: &[CardUse], report: &mut Report) -> Option<StayingCard> {
    let on = key("on", "whether it stays on the unit or on the enemy; the unit if left out");
    let on = named(&mut section, on, &HOLDERS, report).unwrap_or(EffectTarget::Bearer);
    let until = key("until", "when it leaves");
    let until = section.required_item(until, || meanings(StayEnd::ALL), report);
    let until = until.and_then(|item| {
        report.ok_or_add(choose(&item, &StayEnd::ALL.map(|(end, name, _)| (name, end))))
    });
    let after = "types of which another unit of the holder's side must have been destroyed since";
    let after = section.item(key("after_death_of", after), || some_of(&UnitType::schema()));
    let after_death_of = after.map_or_else(Vec::new, |item| many(&item, report));
    let effects = fixed_and_chosen(&mut section, report);
    let draw = "cards that its player draws when the unit activates and when a zone targets it";
    let draw = section.item(key("draw", draw), || whole(1, MOST_DRAWN));
    let draw = draw.and_then(|item| report.ok_or_add(item.whole(1, MOST_DRAWN)));
    let span = section.span.clone();
    section.finish(report);
    let (trigger, requires) = (Trigger::Turn, Conditions::default());
    let card = Some(CardPlay { trigger, stays: true, requires });
    let effects = effects.map(|effects| Arc::new(Effects { card, ..effects }));
    let effects = effects.unwrap_or_else(|| of_play(uses, true));
    if effects.all().next().is_none() && draw.is_none() {
        report.add(|| {
            Draft::new(&span, "a card that stays does nothing")
                .help("add `effects` or `choose`, or a `play` that `stays`")
        });
    }
    // at most three
    let draw = draw.map_or(0, |count| count as u8);
    Some(StayingCard { on, until: until?, after_death_of, effects, draw })
}

/// Reports what battles do not know about a way to play a card.
fn check(play: &BattlePlay, span: &std::ops::Range<usize>, report: &mut Report) {
    let mut fault = |message: &str, help: &str| {
        report.add(|| Draft::new(span, message.to_owned()).help(help.to_owned()));
    };
    let effects = &play.effects;
    let has_deeds = play.draw > 0 || play.terms.does_something() || play.stays.is_some();
    if effects.all().next().is_none() && !has_deeds {
        fault(
            "this way to play the card does nothing",
            "add `effects`, `choose`, `draw` or `stays`",
        );
    }
    if !effects.all().all(|effect| is_moment(effect.moment, play.stays.is_some())) {
        let help = "a card acts with `activating`, `enemy-activating`, `passing`, `failing`, \
                    `enemy-passing` and `enemy-failing`; with `testing` too if it does not stay";
        fault("battles play no card at this moment", help);
    }
    if !effects.all().all(|effect| is_deed(effect.action)) {
        let help = "a card wounds, hits, heals, gives and removes tokens and calls for tests, \
                    without D3";
        fault("battles do not play this effect outside of attacks", help);
    }
    let conditions = effects.all().map(|effect| &effect.conditions);
    let conditions: Vec<&Conditions> = conditions.chain([&play.requires]).collect();
    if !conditions.iter().all(|one| is_known(one)) {
        let help = "leave out what is known in attacks alone, and tokens and distances";
        fault("a condition is not known outside of attacks", help);
    }
    if play.unit.is_none() && !conditions.iter().all(|one| is_about_no_bearer(one)) {
        fault("the card has no unit that could meet this condition", "add `unit`");
    }
    let needs = |whom| effects.all().any(|effect| acts_on(effect.action, whom));
    let stays_on = |whom| play.stays.as_ref().is_some_and(|stays| stays.on == whom);
    if play.unit.is_none() && (needs(EffectTarget::Bearer) || stays_on(EffectTarget::Bearer)) {
        fault("the card has no unit on which it could act", "add `unit`");
    }
    if play.within.is_some() && (play.unit.is_none() || play.enemy.is_none()) {
        fault("`within` is the distance of two units", "add `unit` and `enemy`");
    }
    if play.enemy.is_none() && (needs(EffectTarget::Enemy) || stays_on(EffectTarget::Enemy)) {
        fault("the card has no enemy on which it could act", "add `enemy`");
    }
}

/// Returns whether an effect of a card that is played acts at a moment.
const fn is_moment(moment: Moment, stays: bool) -> bool {
    match moment {
        Moment::Activating
        | Moment::EnemyActivating
        | Moment::Passing
        | Moment::Failing
        | Moment::EnemyPassing
        | Moment::EnemyFailing => true,
        Moment::Testing => !stays,
        _ => false,
    }
}

/// Returns the amounts of a deed that battles play outside of attacks; `None` for other deeds.
fn amounts(effect: TriggeredEffect) -> Option<Vec<Amount>> {
    Some(match effect {
        TriggeredEffect::Wounds(_, amount)
        | TriggeredEffect::Hits(_, amount, _)
        | TriggeredEffect::Heal(_, amount)
        | TriggeredEffect::Morale(_, amount) => vec![amount],
        TriggeredEffect::Test(_, roll, wounds) if wounds == Amount::default() => vec![roll],
        TriggeredEffect::Give(..) | TriggeredEffect::Remove(..) => Vec::new(),
        _ => return None,
    })
}

fn is_deed(action: Action) -> bool {
    match action {
        // changes of tests that the card calls for
        Action::Change(_) => true,
        Action::Triggered(effect) => amounts(effect).is_some_and(|amounts| {
            let is_known = |amount: &Amount| {
                amount.d3 == 0 && !amount.per.is_some_and(|per| per.is_of_the_attack())
            };
            amounts.iter().all(is_known)
        }),
    }
}

fn acts_on(action: Action, whom: EffectTarget) -> bool {
    match action {
        Action::Triggered(
            TriggeredEffect::Wounds(on, _)
            | TriggeredEffect::Hits(on, ..)
            | TriggeredEffect::Heal(on, _)
            | TriggeredEffect::Give(on, _)
            | TriggeredEffect::Remove(on, _)
            | TriggeredEffect::Test(on, ..)
            | TriggeredEffect::Morale(on, _),
        ) => on == whom,
        _ => false,
    }
}

fn is_known(conditions: &Conditions) -> bool {
    let Conditions { charging, facings, near_commander, engaged_since_start, .. } = conditions;
    let Conditions { resource, spends, supported, enemy_supported, own_turn, .. } = conditions;
    let Conditions { dealt, rank_destroyed, enemy_destroyed, .. } = conditions;
    let unknown = [charging, near_commander, engaged_since_start, supported, enemy_supported];
    let results = [own_turn, dealt, rank_destroyed, enemy_destroyed];
    unknown.into_iter().chain(results).all(Option::is_none)
        && facings.is_empty()
        && *resource == CountRange::ANY
        && *spends == 0
}

/// Returns whether conditions are about the enemy, the zones and the round alone.
fn is_about_no_bearer(all: &Conditions) -> bool {
    let other = Conditions {
        zones: all.zones,
        not_zones: all.not_zones,
        enemy_zones: all.enemy_zones,
        not_enemy_zones: all.not_enemy_zones,
        round: all.round,
        enemy_types: all.enemy_types.clone(),
        enemy_holds: all.enemy_holds,
        enemy_tokens: all.enemy_tokens,
        enemy_ranks: all.enemy_ranks,
        enemy_ranks_lost: all.enemy_ranks_lost,
        enemy_activated: all.enemy_activated,
        test: all.test,
        ..Conditions::default()
    };
    *all == other
}
