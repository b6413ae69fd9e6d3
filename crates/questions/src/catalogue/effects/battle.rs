//! Reads how battles play a tactics card outside of attacks, charges and tests.

use std::sync::Arc;

use super::battle_faults::check;
use super::conditions::RANGES;
use super::free_acts::free_acts;
use super::values::{many, meanings, named};
use super::{fixed_and_chosen, only_conditions, others, play_terms, trigger_conditions};
use crate::catalogue::battle_play::{
    ActivationAfter, BattlePlay, ChosenEnemy, ChosenUnit, IgnoredTerrain, OrdersAfter, StayEnd,
    StayingCard,
};
use crate::catalogue::battle_trigger::BattleTrigger;
use crate::catalogue::entry::CardUse;
use crate::catalogue::play_terms::PlayTerms;
use crate::document::schema::{some_of, whole};
use crate::document::{Draft, Name, Readable, Report, Section, choose, key};
use warodds_games::asoiaf::UnitType;
use warodds_games::asoiaf::effect::{
    CardPlay, Conditions, EffectTarget, Effects, Moment, Trigger, Zone,
};

/// The most cards that a card draws.
const MOST_DRAWN: i64 = 3;
/// The most inches that a card adds to a speed, or takes off.
const MOST_SPEED: i64 = 3;

const UNITS: [(&str, ChosenUnit); 7] = [
    ("activating", ChosenUnit::Activating),
    ("of-trigger", ChosenUnit::OfTrigger),
    ("other", ChosenUnit::Other),
    ("any", ChosenUnit::Any),
    ("either", ChosenUnit::Either),
    ("engaged", ChosenUnit::Engaged),
    ("unengaged", ChosenUnit::Unengaged),
];
const ENEMIES: [(&str, ChosenEnemy); 5] = [
    ("activating", ChosenEnemy::Activating),
    ("of-trigger", ChosenEnemy::OfTrigger),
    ("other", ChosenEnemy::Other),
    ("any", ChosenEnemy::Any),
    ("engaged", ChosenEnemy::Engaged),
];

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
    let near = "the range of the trigger's unit within which the unit must be";
    let unit_near = named(&mut section, key("unit_near", near), &RANGES, report);
    let near = "the range of the trigger's unit within which the enemy must be";
    let enemy_near = named(&mut section, key("enemy_near", near), &RANGES, report);
    let of_trigger = key("of_trigger", "what must hold for the units of the trigger");
    let of_trigger = section.table(of_trigger, "`of_trigger`", report, trigger_conditions);
    let requires = key("if", "what must hold for it to be played");
    let requires = section.table(requires, "`if`", report, only_conditions).unwrap_or_default();
    let pays = requires.spends;
    let requires = Conditions { spends: 0, ..requires };
    let terms = PlayTerms { pays, ..play_terms::read(&mut section, report) };
    let effects = fixed_and_chosen(&mut section, report);
    let picks = "the range of the enemy in which each friend but one adds an option to take";
    let picks_near = named(&mut section, key("picks_near", picks), &RANGES, report);
    let acts = free_acts(&mut section, report);
    let each = others::each(&mut section, report);
    let cancels = others::cancels(&mut section, report);
    let moment = match trigger {
        Some(BattleTrigger::EnemyActivates) => Moment::EnemyActivating,
        _ => Moment::Activating,
    };
    let denies = key("denies", "what it denies a unit until the turn ends");
    let denial =
        |section: Section<'_>, report: &mut Report| others::denial(section, moment, report);
    let denies = section.table(denies, "`denies`", report, denial).flatten();
    let ready = key("ready_order", "whether an order that the unit has given may be given again");
    let ready = section.optional(ready, report) == Some(true);
    let forgoes = key("forgo", "whether the unit that activates gives up its action");
    let forgoes = section.optional(forgoes, report) == Some(true);
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
        unit_near,
        enemy_near,
        of_trigger: of_trigger.unwrap_or_default(),
        requires,
        effects: effects.map_or_else(
            || {
                let others = !each.is_empty() || !cancels.is_empty();
                let is_else = has_deeds || !acts.is_empty() || ready || others;
                if is_else { Arc::default() } else { of_play(uses, false) }
            },
            Arc::new,
        ),
        picks_near,
        each,
        denies,
        cancels,
        acts,
        orders: if ready { OrdersAfter::Ready } else { OrdersAfter::Kept },
        activation: if forgoes { ActivationAfter::Forgoes } else { ActivationAfter::Acts },
        // at most three
        draw: draw.map_or(0, |count| count as u8),
        stays,
        terms,
    };
    check(&play, &span, report);
    play_terms::check(&play, &span, report);
    play_terms::check_guess(&play, &span, report);
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
    let on = named(&mut section, on, &others::HOLDERS, report).unwrap_or(EffectTarget::Bearer);
    let until = key("until", "when it leaves");
    let until = section.required_item(until, || meanings(StayEnd::ALL), report);
    let until = until.and_then(|item| {
        report.ok_or_add(choose(&item, &StayEnd::ALL.map(|(end, name, _)| (name, end))))
    });
    let after = "types of which another unit of the holder's side must have been destroyed since";
    let after = section.item(key("after_death_of", after), || some_of(&UnitType::schema()));
    let after_death_of = after.map_or_else(Vec::new, |item| many(&item, report));
    let speed = key("speed", "inches added to the speed of its unit, or taken off");
    let speed = section.item(speed, || whole(-MOST_SPEED, MOST_SPEED));
    let speed = speed.and_then(|item| report.ok_or_add(item.whole(-MOST_SPEED, MOST_SPEED)));
    // at most three
    let speed = speed.map_or(0, |inches| inches as i8);
    let zone = "the zone that either player must control for the speed to count; none if left out";
    let speed_zone: Option<Zone> = section.optional(key("speed_zone", zone), report);
    let ignores = "whether its unit ignores rough and hindering terrain";
    let ignores = section.optional(key("ignores_terrain", ignores), report) == Some(true);
    let terrain =
        if ignores { IgnoredTerrain::RoughAndHindering } else { IgnoredTerrain::default() };
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
    let does_something = speed != 0 || ignores || draw.is_some();
    if effects.all().next().is_none() && !does_something {
        report.add(|| {
            Draft::new(&span, "a card that stays does nothing")
                .help("add `effects` or `choose`, or a `play` that `stays`")
        });
    }
    // at most three
    let draw = draw.map_or(0, |count| count as u8);
    let until = until?;
    Some(StayingCard { on, until, after_death_of, speed, speed_zone, terrain, effects, draw })
}
