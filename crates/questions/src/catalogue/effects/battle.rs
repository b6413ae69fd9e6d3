//! Reads how battles play a tactics card outside of attacks, charges and tests.

use std::sync::Arc;

use super::battle_faults::check;
use super::conditions::RANGES;
use super::free_acts::free_acts;
use super::values::{meanings, named, one, tokens};
use super::{fixed_and_chosen, only_conditions, others, play_terms, staying, trigger_conditions};
use crate::catalogue::battle_play::{
    ActivationAfter, BattlePlay, ChosenEnemy, ChosenUnit, Denial, OptionChooser, OrdersAfter,
};
use crate::catalogue::battle_trigger::BattleTrigger;
use crate::catalogue::entry::CardUse;
use crate::catalogue::play_terms::PlayTerms;
use crate::document::schema::whole;
use crate::document::{Name, Report, Section, choose, key};
use warodds_games::asoiaf::effect::{Conditions, Moment};
use warodds_games::asoiaf::{Range, Tokens};

const UNITS: [(&str, ChosenUnit); 8] = [
    ("activating", ChosenUnit::Activating),
    ("of-trigger", ChosenUnit::OfTrigger),
    ("other", ChosenUnit::Other),
    ("any", ChosenUnit::Any),
    ("either", ChosenUnit::Either),
    ("engaged", ChosenUnit::Engaged),
    ("unengaged", ChosenUnit::Unengaged),
    ("alone", ChosenUnit::Alone),
];
const CHOOSERS: [(&str, OptionChooser); 1] = [("enemy", OptionChooser::Enemy)];
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
    let name = "its name, if a card can be played in several ways";
    let name: Option<Name> = section.optional(key("name", name), report);
    let trigger = trigger(&mut section, report);
    let WayUnits { unit, enemy, within, unit_near, enemy_near } = units(&mut section, report);
    let of_trigger = key("of_trigger", "what must hold for the units of the trigger");
    let of_trigger = section.table(of_trigger, "`of_trigger`", report, trigger_conditions);
    let gained = "tokens, one of which the trigger's unit has gained; any if left out";
    let gained = section.item(key("gained", gained), tokens);
    let gained = gained.and_then(|item| one::<Tokens>(&item, report)).unwrap_or(Tokens::NONE);
    let requires = key("if", "what must hold for it to be played");
    let requires = section.table(requires, "`if`", report, only_conditions).unwrap_or_default();
    let pays = requires.spends;
    let requires = Conditions { spends: 0, ..requires };
    let terms = PlayTerms { pays, ..play_terms::read(&mut section, report) };
    let effects = fixed_and_chosen(&mut section, report);
    let (chooser, picks_near) = choosing(&mut section, report);
    let acts = free_acts(&mut section, report);
    let each = others::each(&mut section, report);
    let options = effects.as_ref().and_then(|effects| effects.choice.as_ref());
    let options = options.map_or(&[][..], |choice| choice.options.as_slice());
    let targets = others::targets(&mut section, options, report);
    let cancels = others::cancels(&mut section, report);
    let denies = denied(&mut section, trigger, report);
    let (orders, activation) = after_play(&mut section, report);
    let draw = drawn(&mut section, report);
    let stays = key("stays", "what it does for the unit on which it stays in play");
    let staying = |section: Section<'_>, report: &mut Report| staying::read(section, uses, report);
    let stays = section.table(stays, "`stays`", report, staying).flatten();
    let span = section.span.clone();
    section.finish(report);
    let has_deeds = draw > 0 || terms.does_something();
    let play = BattlePlay {
        name: name.map(|name| name.0),
        trigger: trigger?,
        unit,
        enemy,
        within,
        unit_near,
        enemy_near,
        of_trigger: of_trigger.unwrap_or_default(),
        gained,
        requires,
        effects: effects.map_or_else(
            || {
                let others = !each.is_empty() || !cancels.is_empty() || !targets.is_empty();
                let is_else =
                    has_deeds || !acts.is_empty() || orders == OrdersAfter::Ready || others;
                if is_else { Arc::default() } else { staying::of_play(uses, false) }
            },
            Arc::new,
        ),
        chooser,
        picks_near,
        each,
        targets,
        denies,
        cancels,
        acts,
        orders,
        activation,
        draw,
        stays,
        terms,
    };
    check(&play, &span, report);
    play_terms::check(&play, &span, report);
    play_terms::check_guess(&play, &span, report);
    Some(play)
}

fn trigger(section: &mut Section<'_>, report: &mut Report) -> Option<BattleTrigger> {
    let trigger = key("trigger", "when the card is played (A8.3)");
    let item = section.required_item(trigger, || meanings(BattleTrigger::ALL), report)?;
    let all = BattleTrigger::ALL.map(|(trigger, name, _)| (name, trigger));
    report.ok_or_add(choose(&item, &all))
}

/// The unit and the enemy of a way to play a card, with the ranges within which they must be.
struct WayUnits {
    unit: Option<ChosenUnit>,
    enemy: Option<ChosenEnemy>,
    within: Option<Range>,
    unit_near: Option<Range>,
    enemy_near: Option<Range>,
}

fn units(section: &mut Section<'_>, report: &mut Report) -> WayUnits {
    let unit = key("unit", "the friendly unit that has the effects, as their bearer");
    let unit = named(section, unit, &UNITS, report);
    let enemy = named(section, key("enemy", "the enemy of the effects"), &ENEMIES, report);
    let within = key("within", "the range of the unit within which the enemy must be");
    let within = named(section, within, &RANGES, report);
    let near = "the range of the trigger's unit within which the unit must be";
    let unit_near = named(section, key("unit_near", near), &RANGES, report);
    let near = "the range of the trigger's unit within which the enemy must be";
    let enemy_near = named(section, key("enemy_near", near), &RANGES, report);
    WayUnits { unit, enemy, within, unit_near, enemy_near }
}

/// Reads what becomes of the unit's orders and of the activation.
fn after_play(section: &mut Section<'_>, report: &mut Report) -> (OrdersAfter, ActivationAfter) {
    let ready = key("ready_order", "whether an order that the unit has given may be given again");
    let ready = section.optional(ready, report) == Some(true);
    let forgoes = key("forgo", "whether the unit that activates gives up its action");
    let forgoes = section.optional(forgoes, report) == Some(true);
    let orders = if ready { OrdersAfter::Ready } else { OrdersAfter::Kept };
    (orders, if forgoes { ActivationAfter::Forgoes } else { ActivationAfter::Acts })
}

/// Reads who takes options, and what adds to their number.
fn choosing(section: &mut Section<'_>, report: &mut Report) -> (OptionChooser, Option<Range>) {
    let chooser = key(
        "chooser",
        "who chooses among the options of `choose`, if not the card's \
                                  player",
    );
    let chooser = named(section, chooser, &CHOOSERS, report).unwrap_or_default();
    let picks = "each friend but one within this range of the enemy adds an option";
    (chooser, named(section, key("picks_near", picks), &RANGES, report))
}

fn denied(
    section: &mut Section<'_>,
    trigger: Option<BattleTrigger>,
    report: &mut Report,
) -> Option<Denial> {
    let moment = match trigger {
        Some(BattleTrigger::EnemyActivates) => Moment::EnemyActivating,
        _ => Moment::Activating,
    };
    let denies = key("denies", "what it denies a unit until the turn ends");
    let denial =
        |section: Section<'_>, report: &mut Report| others::denial(section, moment, report);
    section.table(denies, "`denies`", report, denial).flatten()
}

fn drawn(section: &mut Section<'_>, report: &mut Report) -> u8 {
    let draw = key("draw", "cards that its player draws");
    let draw = section.item(draw, || whole(1, staying::MOST_DRAWN));
    let draw = draw.and_then(|item| report.ok_or_add(item.whole(1, staying::MOST_DRAWN)));
    // at most three
    draw.map_or(0, |count| count as u8)
}
