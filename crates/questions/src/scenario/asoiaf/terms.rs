//! The keys that say how the units of a whole field attack each other: all of them alike, so none
//! sweeps.

use crate::document::{Draft, FileKey, Readable, Report, Section, key};
use crate::study::field::FieldTerms;
use warodds_games::asoiaf::values::{AutoHits, Modifier};
use warodds_games::asoiaf::{
    AttackChanges, Bonus, Context, DefenseChanges, Rerolls, Tokens, WeaponFilter,
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
    let wanted = section.optional(WEAPON, report).unwrap_or_default();
    let context = context(section, wanted, report);
    let attack_rerolls = rerolls(section, ATTACK_REROLLS, report);
    let save_rerolls = rerolls(section, SAVE_REROLLS, report);
    let morale_rerolls = rerolls(section, MORALE_REROLLS, report);
    let auto_hits = section.optional(key("auto_hits", "hits beside those of the dice"), report);
    let mut modifier = |key: FileKey| section.optional(key, report).unwrap_or(Modifier::NONE);
    let attacking = AttackChanges {
        hit_modifier: modifier(key("hit_modifier", "added to hit rolls")),
        auto_hits: auto_hits.unwrap_or(AutoHits::NONE),
        attack_rerolls,
    };
    let save_modifier = modifier(key("save_modifier", "added to saves"));
    let panic_modifier = modifier(key("panic_modifier", "added to the rolls of panic tests"));
    let terms = FieldTerms {
        weapon_filter: wanted,
        context,
        attacking,
        defending: DefenseChanges { save_modifier, panic_modifier, save_rerolls, morale_rerolls },
        attacker_tokens: tokens(section, ATTACKER_TOKENS, report),
        defender_tokens: tokens(section, DEFENDER_TOKENS, report),
        spending: section.optional(SPENDING, report).unwrap_or_default(),
        usage: Vec::new(),
    };
    (report.count() == before).then_some(terms)
}

/// How the attacks are made: charges lead to melee attacks (A5.4), cover hides from the others
/// (A10).
fn context(section: &mut Section<'_>, wanted: WeaponFilter, report: &mut Report) -> Context {
    let facing = key("facing", "arc of the defenders the attacks come from");
    let facing = section.optional(facing, report).unwrap_or_default();
    let mut flag = |key: FileKey, allowed: Option<bool>, why: &str, report: &mut Report| {
        let Some(item) = section.item(key, bool::schema) else { return false };
        let is_set = report.ok_or_add(bool::read(&item)).unwrap_or(false);
        if is_set && allowed == Some(false) {
            report.add(|| Draft::new(&item.span, format!("`{} = true` {why}", key.id)));
        }
        is_set
    };
    let charge = flag(
        key("charge", "charges lead to the attacks; melee only"),
        Some(wanted != WeaponFilter::Ranged),
        "leads to melee attacks, but these are ranged: leave out `weapon`",
        report,
    );
    let disorderly = flag(
        key("disorderly", "these charges are disorderly"),
        Some(charge),
        "is about a charge, but these attacks are made without one",
        report,
    );
    let fortified = flag(
        key("fortified", "these charges cross fortified terrain"),
        Some(charge),
        "is about a charge, but these attacks are made without one",
        report,
    );
    let cover = flag(
        key("cover", "defenders are in cover; ranged attacks only"),
        Some(wanted != WeaponFilter::Melee),
        "hides from attacks made from afar (A10): leave out `weapon`",
        report,
    );
    let bonus = match (charge, disorderly) {
        (false, _) => Bonus::None,
        (true, false) => Bonus::Charge,
        (true, true) => Bonus::Disorderly,
    };
    Context { facing, charge: bonus, cover, fortified }
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
