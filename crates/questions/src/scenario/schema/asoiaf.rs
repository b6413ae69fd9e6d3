//! The tables of *A Song of Ice and Fire*.

use super::super::asoiaf::field::{MEASURES, METRICS, MOST_AT_LEAST, ORDERS};
use super::super::asoiaf::variants;
use super::super::keyed::with_keys;
use super::{flags, question};
use crate::catalogue::schema::{numbers, token, weapon};
use crate::document::schema::{
    Schema, Table, any_of, decimal, entries, flag, name, one_of, range, row_of, set_of, swept,
    swept_set, tables as several, whole,
};
use crate::request::asoiaf::battlefield::{AroundTest, Battlefield, ChargersGround, Claims};
use warodds_games::asoiaf::effect::Zone;
use warodds_games::asoiaf::values::{Activations, AutoHits, Defense, Modifier, Morale};
use warodds_games::asoiaf::{Body, Edition, Facing, Fishing, Spending, TerrainKeyword};

/// The longest distance that is asked about.
const MOST_INCHES: f64 = 100.0;

/// The tables of a file.
pub(super) fn tables(file: Table) -> Table {
    file.key(
        "edition",
        one_of(Edition::ALL.map(Edition::name)),
        "of the rules; the newest if left out",
    )
    .key("units", entries("units by their IDs", &unit()), "the units that meet, by their IDs")
    .key("ability", several("ability"), "what abilities of the file's own do, as in a catalogue")
    .key("attack", several("attack"), "what an attack does")
    .key("charge", several("charge"), "whether a charge arrives, and what it does")
    .key("panic", several("panic"), "what a panic test costs")
    .key("duel", several("duel"), "who is left when two units strike in turn")
    .key("matrix", several("matrix"), "every attacker against every defender")
    .key("compare", several("compare"), "two attackers against every defender")
}

/// What they refer to.
pub(super) fn definitions() -> Vec<(&'static str, Schema)> {
    let own = vec![
        ("attack", attack()),
        ("charge", charge()),
        ("panic", panic()),
        ("duel", duel()),
        ("matrix", matrix()),
        ("compare", compare()),
        ("listed_weapon", weapon(|weapon| weapon.listing(&variants::OF_AN_ATTACK))),
    ];
    own.into_iter().chain(crate::catalogue::schema::definitions()).collect()
}

fn unit() -> Schema {
    Table::new(
        "A unit: a card of the catalogue, numbers of its own, or the one changed by the other.",
    )
    .key("use", name(), "name or id of a card of the catalogue; keys beside it override it")
    .key("attachment", name(), "name or id of an attachment of the catalogue")
    .key("abilities", set_of(&name()), "names of abilities, in place of the card's own")
    .key(
        "defense",
        range!(Defense),
        "the face that saves, e.g. 4 for 4+; the card's, or must be given",
    )
    .key("morale", range!(Morale), "what 2D6 must reach; the card's, or must be given")
    .with(numbers)
    .listing(&variants::OF_A_UNIT)
    .key("attacks", several("listed_weapon"), "the attacks; a target only if left out")
    .with(usage)
    .object()
}

/// How a unit is used: what its abilities hang on, and the ways of its player.
fn usage(table: Table) -> Table {
    let zones = set_of(&one_of(Zone::ALL.map(|(_, name)| name)));
    let options = any_of([name(), row_of(&name(), 1, 8)]);
    table
        .key("zones", zones, "zones of the tactics board that its player holds")
        .key("round", whole(1, 20), "the round of the game; 1 if left out")
        .key("activated", flag(), "whether it has activated this round; true if left out")
        .key("engaged", flag(), "whether it was in contact with the enemy when the turn began")
        .key("resource", whole(0, 60), "Faith, Pillage or order tokens there are; 0 if left out")
        .key("supported", flag(), "whether another friend is in contact with the enemy")
        .key("orders", flag(), "whether its orders are given where that is best; true if left out")
        .key(
            "fishing",
            one_of(Fishing::ALL.map(|(_, name)| name)),
            "whether hits are rerolled for natural 6s that are worth more",
        )
        .key("without", set_of(&name()), "abilities that are left aside")
        .key(
            "choose",
            entries("options by ability", &options),
            "options taken in place of the best, by ability",
        )
}

/// Who spends a unit's tokens, and when.
fn spending() -> Schema {
    one_of(Spending::ALL.map(|(_, name)| name))
}

fn facing() -> Schema {
    one_of(Facing::ALL.map(Facing::name))
}

/// A unit as it comes to the fight.
fn fighter(table: Table, unit: &str, prefix: &str) -> Table {
    table
        .swept_needed(unit, &name(), "ID of a unit of this file")
        .swept(
            &format!("{prefix}wounds_lost"),
            &whole(0, Body::MOST_WOUNDS - 1),
            "wounds it has lost; 0 if left out",
        )
        .key(
            &format!("{prefix}tokens"),
            swept_set(&token()),
            "condition tokens it holds; a list is one set, a list of lists asks about each",
        )
        .swept(
            &format!("{prefix}spending"),
            &spending(),
            "when its player spends the tokens that the enemy holds",
        )
}

/// How a side strikes.
fn strike(table: Table, prefix: &str) -> Table {
    let table = table
        .swept(
            &format!("{prefix}attack"),
            &name(),
            "name of an attack of the card; its first one that fits if left out",
        )
        .swept(&format!("{prefix}hit_modifier"), &range!(Modifier), "added to hit rolls")
        .swept(&format!("{prefix}auto_hits"), &range!(AutoHits), "hits beside those of the dice");
    prefixed(
        table,
        prefix,
        [
            ("reroll_attacks", "the attacker may reroll any attack dice"),
            ("force_reroll_attacks", "the enemy may make any attack dice be rerolled"),
        ],
    )
}

/// How a side is struck.
fn guard(table: Table, prefix: &str) -> Table {
    let table =
        table.swept(&format!("{prefix}save_modifier"), &range!(Modifier), "added to saves").swept(
            &format!("{prefix}panic_modifier"),
            &range!(Modifier),
            "added to the roll of the panic test",
        );
    prefixed(
        table,
        prefix,
        [
            ("reroll_saves", "the defender may reroll saves"),
            ("force_reroll_saves", "the enemy may make saves be rerolled"),
            ("reroll_morale", "the unit may reroll its panic test"),
            ("force_reroll_morale", "the enemy may make the panic test be rerolled"),
        ],
    )
}

fn prefixed<const N: usize>(table: Table, prefix: &str, keys: [(&str, &str); N]) -> Table {
    keys.into_iter()
        .fold(table, |table, (key, words)| table.swept(&format!("{prefix}{key}"), &flag(), words))
}

/// Two units, one of which strikes the other.
fn meeting(table: Table) -> Table {
    let table = fighter(table, "attacker", "attacker_");
    guard(strike(fighter(table, "defender", "defender_"), ""), "")
}

fn attack() -> Schema {
    let table = question("An attack (A2, A3).").with(meeting).swept(
        "facing",
        &facing(),
        "arc of the defender it comes from",
    );
    flags(
        table,
        [
            ("charge", "a charge led to it; melee only"),
            ("disorderly", "that charge was disorderly"),
            ("cover", "the defender is in cover; short and long attacks only"),
            ("fortified", "that charge crossed fortified terrain"),
        ],
    )
    .with(with_keys::<Battlefield>)
    .schema()
}

fn terrain() -> Schema {
    swept_set(&one_of(["open"].into_iter().chain(TerrainKeyword::ALL.map(TerrainKeyword::name))))
}

fn charge() -> Schema {
    let table = question("A charge and the attack it leads to (A5).")
        .with(meeting)
        .swept_needed("distance", &decimal(0.0, MOST_INCHES), "inches to go")
        .key(
            "terrain",
            terrain(),
            "what lies between; a list asks about each, a list in it is one set of keywords",
        )
        .swept("facing", &facing(), "arc of the defender it arrives in")
        .swept(
            "own_panic_modifier",
            &range!(Modifier),
            "added to the charger's own panic test when the charge fails",
        );
    flags(
        table,
        [
            ("reroll_distance", "the charger may reroll the distance"),
            ("own_reroll_morale", "the charger may reroll its own panic test"),
            ("own_force_reroll_morale", "the enemy may make the charger reroll its own panic test"),
        ],
    )
    .with(with_keys::<Battlefield>)
    .with(with_keys::<ChargersGround>)
    .schema()
}

fn panic() -> Schema {
    let table = fighter(question("A panic test (A4.2)."), "unit", "").swept(
        "modifier",
        &range!(Modifier),
        "added to the roll",
    );
    let table = flags(
        table,
        [
            ("reroll_morale", "the unit may reroll"),
            ("force_reroll_morale", "the enemy may make the unit reroll"),
        ],
    );
    table
        .swept(
            "active",
            &one_of(["enemy", "own"]),
            "whose turn it is, who rerolls first; the enemy's if left out",
        )
        .with(with_keys::<AroundTest>)
        .schema()
}

fn side(table: Table, unit: &str) -> Table {
    let prefix = format!("{unit}_");
    guard(strike(fighter(table, unit, &prefix), &prefix), &prefix)
}

fn duel() -> Schema {
    let table = side(side(question("Two engaged units striking in turn."), "a"), "b")
        .swept(
            "activations",
            &range!(Activations),
            "attacks of both sides together, alternating; 12 if left out",
        )
        .swept("first", &one_of(["a", "b"]), "who strikes first; a if left out")
        .swept(
            "opening_facing",
            &facing(),
            "arc the first attack comes from; later ones come from the front",
        );
    flags(
        table,
        [
            ("opening_charge", "a charge led to the first attack"),
            ("opening_disorderly", "that charge was disorderly"),
        ],
    )
    .with(with_keys::<Claims>)
    .schema()
}

/// Units of a field.
fn field() -> Schema {
    swept(&name())
}

fn matrix() -> Schema {
    question("Every attacker against every defender, each with the first attack of its card.")
        .key(
            "attackers",
            field(),
            "a filter of the catalogue such as \"stark, infantry, 5..6\", or the ID of a unit of \
             the file; or a list of them",
        )
        .key("defenders", field(), "as `attackers`")
        .key(
            "metric",
            one_of(METRICS.map(|(word, _)| word)),
            "what leads; wounds if left out, of duels wins",
        )
        .key(
            "at_least",
            whole(1, MOST_AT_LEAST),
            "in place of a metric the chance of so many wounds or more",
        )
        .key(
            "sort",
            one_of(ORDERS.map(|(word, _)| word)),
            "how units are sorted; by faction if left out",
        )
        .key("duel", flag(), "units fight on, striking in turn, in place of one attack")
        .key(
            "activations",
            range!(Activations),
            "attacks of both sides together in a duel, alternating; 12 if left out",
        )
        .key("first", one_of(["a", "b"]), "who strikes first in the duels; `a` are the attackers")
        .with(terms)
        .schema()
}

fn compare() -> Schema {
    question("Two attackers against every defender.")
        .needed("a", name(), "the ID of a unit of the file, or the name of a card")
        .needed("b", name(), "the ID of a unit of the file, or the name of a card")
        .key(
            "against",
            field(),
            "a filter of the catalogue, or the ID of a unit of the file; or a list of them",
        )
        .key(
            "by",
            one_of(MEASURES.map(|(word, _)| word)),
            "what is compared; wounds per point where both costs are known",
        )
        .with(terms)
        .schema()
}

/// What holds for all attacks of a field; no list stands for several cases here.
fn terms(table: Table) -> Table {
    let whether = [
        ("ranged", "the first ranged attack of each card in place of the first melee one"),
        ("charge", "charges lead to the attacks; melee only"),
        ("disorderly", "these charges are disorderly"),
        ("fortified", "these charges cross fortified terrain"),
        ("cover", "defenders are in cover; ranged attacks only"),
        ("reroll_attacks", "attackers may reroll any attack dice"),
        ("force_reroll_attacks", "enemies may make any attack dice be rerolled"),
        ("reroll_saves", "defenders may reroll saves"),
        ("force_reroll_saves", "enemies may make saves be rerolled"),
        ("reroll_morale", "defenders may reroll panic tests"),
        ("force_reroll_morale", "enemies may make panic tests be rerolled"),
    ];
    let table =
        whether.into_iter().fold(table, |table, (key, words)| table.key(key, flag(), words));
    table
        .key("facing", facing(), "arc of the defenders the attacks come from")
        .key("attacker_tokens", set_of(&token()), "condition tokens that attackers hold")
        .key("defender_tokens", set_of(&token()), "condition tokens that defenders hold")
        .key("spending", spending(), "when players spend the tokens that enemies hold")
        .key("hit_modifier", range!(Modifier), "added to hit rolls")
        .key("auto_hits", range!(AutoHits), "hits beside those of the dice")
        .key("save_modifier", range!(Modifier), "added to saves")
        .key("panic_modifier", range!(Modifier), "added to the rolls of panic tests")
}
