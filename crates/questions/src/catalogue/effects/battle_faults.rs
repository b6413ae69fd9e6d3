//! What battles do not know about ways to play tactics cards.

use crate::catalogue::battle_play::{ActivationAfter, BattlePlay, OptionChooser, OrdersAfter};
use crate::catalogue::battle_trigger::BattleTrigger;
use crate::document::{Draft, Report};
use warodds_games::asoiaf::Tokens;
use warodds_games::asoiaf::effect::{
    Action, Amount, Conditions, CountRange, Effect, EffectTarget, Moment, TriggeredEffect,
};

/// Reports what battles do not know about a way to play a card.
pub(super) fn check(play: &BattlePlay, span: &std::ops::Range<usize>, report: &mut Report) {
    let mut fault = |message: &str, help: &str| {
        report.add(|| Draft::new(span, message.to_owned()).help(help.to_owned()));
    };
    let effects = &play.effects;
    let acts = !play.acts.is_empty();
    let readies = play.orders == OrdersAfter::Ready;
    let does_more = play.draw > 0 || play.terms.does_something() || play.stays.is_some();
    let is_bare = effects.all().next().is_none() && !does_more;
    let others = !play.each.is_empty() || !play.cancels.is_empty();
    let others = others || !play.targets.is_empty() || play.denies.is_some();
    if is_bare && !acts && !readies && !others {
        fault(
            "this way to play the card does nothing",
            "add `effects`, `choose`, `acts`, `draw` or `stays`",
        );
    }
    check_effects(play, &mut fault);
    check_conditions(play, &mut fault);
    check_units(play, &mut fault);
    check_trigger(play, &mut fault);
}

/// Returns the effects of a way that come at once.
fn at_once(play: &BattlePlay) -> impl Iterator<Item = &Effect> {
    let is_at_once = |effect: &&Effect| {
        !is_of_a_free_action(effect.moment) && effect.moment != Moment::EnemyTesting
    };
    play.effects.all().filter(is_at_once)
}

/// Returns the effects of a way on each of several units.
fn on_each(play: &BattlePlay) -> impl Iterator<Item = &Effect> {
    let picked = play.targets.iter().flat_map(|picked| &picked.effects);
    play.each.iter().flat_map(|each| &each.effects).chain(picked)
}

/// Reports moments and effects that battles do not know.
fn check_effects(play: &BattlePlay, fault: &mut impl FnMut(&str, &str)) {
    let acts = !play.acts.is_empty();
    let of_attack = play.trigger.is_of_encounters();
    let of_test = play.trigger == BattleTrigger::EnemyTesting;
    let is_moment = |moment| {
        is_at_once(moment)
            || (play.stays.is_none() && moment == Moment::Testing)
            || ((acts || of_attack) && is_of_a_free_action(moment))
            || (of_test && moment == Moment::EnemyTesting)
    };
    if !play.effects.all().all(|effect| is_moment(effect.moment)) {
        let help = "a card acts with `activating`, `enemy-activating`, `passing`, `failing`, \
                    `enemy-passing` and `enemy-failing`; with `testing` too if it does not stay, \
                    and with those of attacks and charges if it has `acts`";
        fault("battles play no cards at this moment", help);
    }
    if !at_once(play).all(|effect| is_deed(effect.action)) {
        let help = "a card wounds, hits, heals, gives and removes tokens and calls for tests";
        fault("battles do not play this effect outside of attacks", help);
    }
    let is_plain = |effect: &Effect| effect.moment == play.moment() && is_plain_deed(effect.action);
    if !on_each(play).all(is_plain) {
        let help = "use `activating`, and wounds, hits, healing and tokens";
        fault("battles do not play this effect on each of several units", help);
    }
}

/// Reports conditions that are not known when the way is played.
fn check_conditions(play: &BattlePlay, fault: &mut impl FnMut(&str, &str)) {
    let picked = play.targets.iter().flat_map(|picked| &picked.effects);
    let picked = picked.map(|effect| &effect.conditions);
    let picked: Vec<&Conditions> =
        picked.chain(play.targets.iter().map(|one| &one.requires)).collect();
    let each = play.each.iter().flat_map(|each| &each.effects);
    let conditions = at_once(play).chain(each).map(|effect| &effect.conditions);
    let of_acts = play.acts.iter().map(|acts| &acts.requires);
    let of_acts = of_acts.chain(play.cancels.iter().map(|cancels| &cancels.requires));
    let conditions: Vec<&Conditions> = conditions.chain([&play.requires]).chain(of_acts).collect();
    if !conditions.iter().chain(&picked).all(|one| is_known(one)) {
        let help = "leave out tokens, distances and what is known in attacks only";
        fault("a condition is unknown outside of attacks", help);
    }
    // in an attack the card is declared for one of its units
    let has_unit = play.unit.is_some() || play.trigger.is_of_encounters();
    if !has_unit && !conditions.iter().all(|one| is_about_no_bearer(one)) {
        fault("the card has no unit that could meet this condition", "add `unit`");
    }
}

/// Reports units that effects need and the way does not choose.
fn check_units(play: &BattlePlay, fault: &mut impl FnMut(&str, &str)) {
    let needs = |whom| at_once(play).any(|effect| acts_on(effect.action, whom));
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

/// Reports what does not go with the trigger, and free actions without a unit.
fn check_trigger(play: &BattlePlay, fault: &mut impl FnMut(&str, &str)) {
    let trigger = play.trigger;
    let attack = matches!(trigger, BattleTrigger::AfterAttacking | BattleTrigger::AfterAttacked);
    if tells_an_attack(&play.of_trigger) && !attack {
        let help = "it goes with `after-attacking` and `after-attacked`";
        fault("this is known of attacks only, and the trigger is not one", help);
    }
    if !is_known(&without_attack(&play.of_trigger)) {
        fault("this is unknown for the units of a trigger", "leave it out of `of_trigger`");
    }
    if play.gained != Tokens::NONE && trigger != BattleTrigger::FriendGains {
        fault("no unit gains a token", "use `gained` with `friend-gains-token`");
    }
    let readies = play.orders == OrdersAfter::Ready;
    let unit_at_enemy = play.acts.iter().any(|acts| acts.at.is_some()) && play.enemy.is_none();
    let needs_unit = !play.acts.is_empty() || readies;
    if (needs_unit && play.unit.is_none()) || unit_at_enemy {
        fault("the card has no unit that could act so", "add `unit`, and `enemy` for `at`");
    }
    if play.cancels.is_empty() == trigger.is_of_answers() && !play.terms.plays_fetched {
        let help = "use `cancels` with `enemy-plays-card` and `enemy-targets`";
        fault("`cancels` and these two triggers go together", help);
    }
    if play.picks_near.is_some() && (play.enemy.is_none() || play.effects.choice.is_none()) {
        fault("friends near an enemy add options", "add `enemy` and `choose`");
    }
    if play.chooser == OptionChooser::Enemy && play.effects.choice.is_none() {
        fault("there is no option that the enemy could take", "add `choose`");
    }
    let gives_up = play.activation == ActivationAfter::Forgoes;
    if gives_up && trigger != BattleTrigger::FriendActivates {
        fault("no unit could give up its action", "use `forgo` with `friend-activates`");
    }
}

/// Returns whether conditions look at the attack of a trigger.
fn tells_an_attack(all: &Conditions) -> bool {
    *all != without_attack(all)
}

/// Returns conditions without those of an attack that is over.
fn without_attack(all: &Conditions) -> Conditions {
    let (dealt, rank_destroyed, enemy_destroyed) = (None, None, None);
    Conditions { dealt, rank_destroyed, enemy_destroyed, ..all.clone() }
}

/// Returns whether an effect of a card that is played acts at a moment.
const fn is_at_once(moment: Moment) -> bool {
    matches!(
        moment,
        Moment::Activating
            | Moment::EnemyActivating
            | Moment::Passing
            | Moment::Failing
            | Moment::EnemyPassing
            | Moment::EnemyFailing
    )
}

/// Returns whether an effect belongs to an attack or a charge, which a card may let its unit make.
const fn is_of_a_free_action(moment: Moment) -> bool {
    matches!(
        moment,
        Moment::Attacking | Moment::BeforeAttacking | Moment::AfterAttacking | Moment::Charging
    )
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
            let is_known = |amount: &Amount| !amount.per.is_some_and(|per| per.is_of_the_attack());
            amounts.iter().all(is_known)
        }),
    }
}

/// Returns whether an action is a deed and no test.
pub(super) fn is_plain_deed(action: Action) -> bool {
    is_deed(action) && !is_test(action)
}

/// Returns whether a deed is a test, after which more may follow.
const fn is_test(action: Action) -> bool {
    matches!(action, Action::Triggered(TriggeredEffect::Test(..) | TriggeredEffect::Morale(..)))
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

/// Returns whether conditions are known outside of attacks.
pub(super) fn is_known(conditions: &Conditions) -> bool {
    let Conditions { charging, facings, engaged_since_start, .. } = conditions;
    let near_commander = conditions.near_commander.filter(|_| conditions.commander_range.is_none());
    let Conditions { resource, spends, supported, enemy_supported, own_turn, .. } = conditions;
    let Conditions { dealt, rank_destroyed, enemy_destroyed, .. } = conditions;
    let unknown = [charging, &near_commander, engaged_since_start, supported, enemy_supported];
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
