//! The keys that say how the units of a whole field attack each other: all of them alike, so none
//! sweeps.

use crate::document::{Draft, FileKey, Readable, Report, Section, key};
use crate::study::field::FieldTerms;
use warodds_games::asoiaf::values::{AutoHits, Modifier};
use warodds_games::asoiaf::{
    ChargeEffects, EngagementError, EngagementFilter, Modifiers, Rerolls, Tokens,
};

const WEAPON: FileKey = key(
    "weapon",
    "which attack each unit makes: the legal one with the highest expected wounds (`best`, if left \
     out), or the best melee or ranged one",
);
const ATTACKER_TOKENS: FileKey = key("attacker_tokens", "condition tokens that attackers hold");
const DEFENDER_TOKENS: FileKey = key("defender_tokens", "condition tokens that defenders hold");
const SPENDING: FileKey = key("spending", "when players spend the tokens that enemies hold");

/// Who may reroll: whoever rolls, and his enemy.
const ATTACK_REROLLS: [FileKey; 2] = [
    key("reroll_attacks", "attackers may reroll any attack dice"),
    key("force_reroll_attacks", "enemies may make any attack dice be rerolled"),
];
const SAVE_REROLLS: [FileKey; 2] = [
    key("reroll_saves", "defenders may reroll saves"),
    key("force_reroll_saves", "enemies may make saves be rerolled"),
];
const MORALE_REROLLS: [FileKey; 2] = [
    key("reroll_morale", "defenders may reroll panic tests"),
    key("force_reroll_morale", "enemies may make panic tests be rerolled"),
];

/// The terms of all attacks, unless they contradict each other.
pub(super) fn terms(section: &mut Section<'_>, report: &mut Report) -> Option<FieldTerms> {
    let before = report.count();
    refuse_ranged(section, report);
    let facing = key("facing", "arc of the defenders the attacks come from");
    let facing = section.optional(facing, report).unwrap_or_default();
    let engagement = engagement(section, report);
    let attack_rerolls = rerolls(section, ATTACK_REROLLS, report);
    let save_rerolls = rerolls(section, SAVE_REROLLS, report);
    let morale_rerolls = rerolls(section, MORALE_REROLLS, report);
    let auto_hits = section.optional(key("auto_hits", "hits beside those of the dice"), report);
    let mut modifier = |key: FileKey| section.optional(key, report).unwrap_or(Modifier::NONE);
    let attacking = Modifiers {
        hit_modifier: modifier(key("hit_modifier", "added to hit rolls")),
        auto_hits: auto_hits.unwrap_or(AutoHits::NONE),
        attack_rerolls,
        ..Modifiers::NONE
    };
    let save_modifier = modifier(key("save_modifier", "added to saves"));
    let panic_modifier = modifier(key("panic_modifier", "added to the rolls of panic tests"));
    let defending = Modifiers {
        save_modifier,
        panic_modifier,
        save_rerolls,
        morale_rerolls,
        ..Modifiers::NONE
    };
    let terms = FieldTerms {
        facing,
        attacking,
        defending,
        attacker_tokens: tokens(section, ATTACKER_TOKENS, report),
        defender_tokens: tokens(section, DEFENDER_TOKENS, report),
        spending: section.optional(SPENDING, report).unwrap_or_default(),
        usage: Vec::new(),
        // last, so that all keys are read
        engagement: engagement?,
    };
    (report.count() == before).then_some(terms)
}

/// Reads the allowed attacks; `None` if they contradict each other.
fn engagement(section: &mut Section<'_>, report: &mut Report) -> Option<EngagementFilter> {
    let weapons = section.optional(WEAPON, report).unwrap_or_default();
    let mut set = |key: FileKey, report: &mut Report| {
        let item = section.item(key, bool::schema)?;
        let is_set = report.ok_or_add(bool::read(&item)).unwrap_or(false);
        is_set.then_some(item.span)
    };
    let charge = set(key("charge", "charges lead to the attacks; melee only"), report);
    let disorderly = set(key("disorderly", "these charges are disorderly"), report);
    let fortified = set(key("fortified", "these charges cross fortified terrain"), report);
    let cover = set(key("cover", "defenders are in cover; ranged attacks only"), report);
    for (id, span) in [("disorderly", &disorderly), ("fortified", &fortified)] {
        if let Some(span) = span.as_ref().filter(|_| charge.is_none()) {
            let why = "is about a charge, but these attacks are made without one";
            report.add(|| Draft::new(span, format!("`{id} = true` {why}")));
        }
    }
    let effects =
        ChargeEffects { disorderly: disorderly.is_some(), fortified: fortified.is_some() };
    let effects = charge.as_ref().map(|_| effects);
    match EngagementFilter::new(weapons, effects, cover.is_some()) {
        Ok(filter) => Some(filter),
        Err(error) => {
            let span = match error {
                EngagementError::RangedCharge => charge,
                EngagementError::MeleeInCover => cover,
            };
            span.and_then(|span| {
                report.add(|| Draft::new(&span, error.to_string()));
                None
            })
        }
    }
}

/// Refuses the key that `weapon` replaces.
fn refuse_ranged(section: &Section<'_>, report: &mut Report) {
    if let Some(item) = section.peek("ranged") {
        report.add(|| {
            Draft::new(&item.span, "`ranged` is no key here any more")
                .help("write `weapon = \"ranged\"`")
        });
    }
}

/// Whether a key says so.
fn flag(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> bool {
    section.optional(key, report).unwrap_or(false)
}

/// Who may reroll, from the two keys that say so.
fn rerolls(section: &mut Section<'_>, [own, forced]: [FileKey; 2], report: &mut Report) -> Rerolls {
    Rerolls { roller: flag(section, own, report), enemy: flag(section, forced, report) }
}

/// A set of tokens: one, or a list of them.
fn tokens(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Tokens {
    section.optional(key, report).unwrap_or(Tokens::NONE)
}
