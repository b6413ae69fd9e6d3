//! The questions of *Battles of Westeros* and their keys, one file per question.

mod attack;
mod dogs_of_war;
mod exchange;
mod fire;
mod order;
mod orders;
mod pursuit;
mod rout;
mod unit;
mod values;

use super::KindGroup;
use super::kind::QuestionKind;

/// The game.
pub(super) const GROUP: KindGroup = KindGroup {
    name: "westeros",
    about: "Answer questions about Battles of Westeros.",
    more: "Attacks with terrain, armour, flanking and flags, exchanges, pursuits, morale races, \
           order dice and fire. Units are described in words, \"blue infantry stalwart \
           figures=3\": the rank (green, blue or red), then any of infantry, archers or cavalry \
           [infantry]; stalwart, heavy-armor, no-valor; dice=N, figures=N, toughness=N, cover=N, \
           commander=N, room=N; forest, hill, building or ford. Options such as --target-figures \
           replace what the words say.",
    examples: &[
        "warodds westeros attack \"green dice=3\" green --flanking",
        "warodds westeros exchange \"blue infantry stalwart\" \"red cavalry\" --rounds 4",
        "warodds westeros orders --dice 6 --green 2 --blue 1 --red 1",
        "warodds run scenarios/westeros-attack.toml",
    ],
};

/// Returns all kinds, in the order of the command line.
pub(super) fn kinds() -> Vec<QuestionKind> {
    vec![
        attack::kind(),
        pursuit::kind(),
        dogs_of_war::kind(),
        exchange::kind(),
        rout::kind(),
        orders::kind(),
        fire::kind(),
    ]
}
