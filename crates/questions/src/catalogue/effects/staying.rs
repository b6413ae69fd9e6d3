//! Reads what a tactics card does for the unit on which it stays in battles.

use std::ops::Range;
use std::sync::Arc;

use super::battle_faults::{is_known, is_plain_deed};
use super::values::{many, meanings, named};
use super::{effects, fixed_and_chosen, others};
use crate::catalogue::battle_play::{
    Denied, Gathering, GatheringEvent, IgnoredTerrain, StayEnd, StayingCard, StayingDenial,
};
use crate::catalogue::entry::CardUse;
use crate::document::schema::{one_of, some_of, whole};
use crate::document::{Draft, Readable, Report, Section, TableArray, choose, key};
use warodds_games::asoiaf::UnitType;
use warodds_games::asoiaf::effect::{
    CardPlay, Conditions, CountRange, Effect, EffectTarget, Effects, Moment, Trigger, Zone,
};

/// The most cards that a card draws.
pub(super) const MOST_DRAWN: i64 = 3;
/// The most inches that a card adds to a speed, or takes off.
const MOST_SPEED: i64 = 3;
/// The rounds of a battle.
const ROUNDS: i64 = 6;

/// Reads what a card does for the unit on which it stays.
pub(super) fn read(
    mut section: Section<'_>,
    uses: &[CardUse],
    report: &mut Report,
) -> Option<StayingCard> {
    let on = key("on", "whether it stays on the unit or on the enemy; the unit if left out");
    let on = named(&mut section, on, &others::HOLDERS, report).unwrap_or(EffectTarget::Bearer);
    let until = end(&mut section, report);
    let zone = "zones that end it too when their effect targets its unit";
    let zone = section.item(key("until_zone", zone), || some_of(&Zone::schema()));
    let until_zone: Vec<Zone> = zone.map_or_else(Vec::new, |item| many(&item, report));
    let after = "types of which another unit of the holder's side must have been destroyed since";
    let after_death_of = types(&mut section, ("after_death_of", after), report);
    let (speed, speed_zone, terrain) = movement(&mut section, report);
    let found = fixed_and_chosen(&mut section, report);
    let draw = "cards that its player draws when the unit activates and when a zone targets it";
    let sheds = "wounds that its unit may take to lose a condition token that it gains";
    let mut count = |id, words| {
        let item = section.item(key(id, words), || whole(1, MOST_DRAWN));
        let count = item.and_then(|item| report.ok_or_add(item.whole(1, MOST_DRAWN)));
        // at most three
        count.map_or(0, |count| count as u8)
    };
    let (sheds, draw) = (count("sheds", sheds), count("draw", draw));
    let denies = denials(&mut section, report);
    let gathers =
        key("gathers", "the tokens that it gathers, which the condition `resource` counts");
    let gathers = section.table(gathers, "`gathers`", report, gathering).flatten();
    let targeted = key("targeted", "what happens to its unit when the effect of a zone targets it");
    let targeted = section.table(targeted, "`targeted`", report, deeds).unwrap_or_default();
    let span = section.span.clone();
    section.finish(report);
    let (trigger, requires) = (Trigger::Turn, Conditions::default());
    let card = Some(CardPlay { trigger, stays: true, requires });
    let found = found.map(|effects| Arc::new(Effects { card, ..effects }));
    let effects = found.unwrap_or_else(|| of_play(uses, true));
    let card = StayingCard {
        on,
        until: until?,
        until_zone,
        denies,
        gathers,
        targeted,
        after_death_of,
        sheds,
        speed,
        speed_zone,
        terrain,
        effects,
        draw,
    };
    check(&card, &span, report);
    Some(card)
}

/// Reports a card that does nothing, or counts tokens that it does not gather.
fn check(card: &StayingCard, span: &Range<usize>, report: &mut Report) {
    let StayingCard { effects, targeted, speed, draw, sheds, terrain, denies, gathers, .. } = card;
    let is_bare = effects.all().next().is_none() && targeted.is_empty();
    let does_less = (*speed, *draw, *sheds) == (0, 0, 0)
        && *terrain == IgnoredTerrain::None
        && denies.is_empty();
    if is_bare && does_less {
        report.add(|| {
            Draft::new(span, "a card that stays does nothing")
                .help("add `effects` or `choose`, or a `play` that `stays`")
        });
    }
    if gathers.is_none() && effects.all().chain(targeted).any(counts_tokens) {
        let help = "add `gathers`, or leave out `resource`";
        report.add(|| Draft::new(span, "the card gathers no tokens to count").help(help));
    }
}

/// Returns whether an effect depends on the tokens on its card.
fn counts_tokens(effect: &Effect) -> bool {
    effect.conditions.resource != CountRange::ANY
}

/// Reads when a card leaves its unit.
fn end(section: &mut Section<'_>, report: &mut Report) -> Option<StayEnd> {
    let until = key("until", "when it leaves");
    let item = section.required_item(until, || meanings(StayEnd::ALL), report)?;
    report.ok_or_add(choose(&item, &StayEnd::ALL.map(|(end, name, _)| (name, end))))
}

/// Reads how the unit of a card moves: the speed added, the zone that must be controlled for it, and
/// the terrain that it ignores.
fn movement(section: &mut Section<'_>, report: &mut Report) -> (i8, Option<Zone>, IgnoredTerrain) {
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
    (speed, speed_zone, terrain)
}

fn types(
    section: &mut Section<'_>,
    (id, words): (&'static str, &'static str),
    report: &mut Report,
) -> Vec<UnitType> {
    let item = section.item(key(id, words), || some_of(&UnitType::schema()));
    item.map_or_else(Vec::new, |item| many(&item, report))
}

/// Reads a table of effects that happen at once to the unit of a card that stays.
fn deeds(mut section: Section<'_>, report: &mut Report) -> Vec<Effect> {
    let found = effects(&mut section, "what happens", report).unwrap_or_default();
    let span = section.span.clone();
    section.finish(report);
    let is_deed = |effect: &Effect| {
        // tokens of the card are known
        let others = Conditions { resource: CountRange::ANY, ..effect.conditions.clone() };
        effect.moment == Moment::Activating && is_plain_deed(effect.action) && is_known(&others)
    };
    if found.is_empty() || !found.iter().all(is_deed) {
        let help = "use `activating`, and wounds, hits, healing and tokens";
        report.add(|| Draft::new(&span, "battles do not play this while a card stays").help(help));
    }
    found
}

/// Reads what a card that stays denies its unit.
fn denials(section: &mut Section<'_>, report: &mut Report) -> Vec<StayingDenial> {
    let of = TableArray {
        key: key("denies", "what its unit may not have or do"),
        definition: "staying-denial",
        words: "What a card that stays denies its unit.",
    };
    section.tables(of, "`denies`", report, denial).unwrap_or_default()
}

fn denial(mut section: Section<'_>, report: &mut Report) -> StayingDenial {
    let names = Denied::ALL.map(|(name, _)| name);
    let what = key("what", "what it denies");
    let what = section.required_item(what, || some_of(&one_of(names)), report);
    let what = what.map_or_else(Vec::new, |item| {
        let list = item.as_list();
        list.iter().filter_map(|item| report.ok_or_add(choose(item, &Denied::ALL))).collect()
    });
    let from = key("from_round", "the first round in which it does; 1 if left out");
    let from = section.item(from, || whole(1, ROUNDS));
    let from = from.and_then(|item| report.ok_or_add(item.whole(1, ROUNDS)));
    section.finish(report);
    // at most six
    StayingDenial { what, from_round: from.map_or(1, |round| round as u8) }
}

/// Reads the tokens that a card gathers.
fn gathering(mut section: Section<'_>, report: &mut Report) -> Option<Gathering> {
    let on = key("on", "what brings a token");
    let on = section.required_item(on, || meanings(GatheringEvent::ALL), report);
    let on = on.and_then(|item| {
        let all = GatheringEvent::ALL.map(|(event, name, _)| (name, event));
        report.ok_or_add(choose(&item, &all))
    });
    let types = types(
        &mut section,
        (
            "types",
            "the types of unit that bring a token; any if left \
                                       out",
        ),
        report,
    );
    let spent = key("spent", "what a token is good for at the start of a turn of its player");
    let spent = section.table(spent, "`spent`", report, deeds).unwrap_or_default();
    section.finish(report);
    Some(Gathering { on: on?, types, spent })
}

/// Returns the effects of the first way in which questions play a card: of those in which it stays,
/// or of those that are played with the turn or an activation.
pub(super) fn of_play(uses: &[CardUse], stays: bool) -> Arc<Effects> {
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
