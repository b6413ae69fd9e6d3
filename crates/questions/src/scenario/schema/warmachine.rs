//! The tables of *WARMACHINE*.

use super::{flags, question};
use crate::document::schema::{Schema, Table, flag, one_of, range, row_of, tables as several};
use warodds_games::warmachine::values::{
    Arc, Arm, Attacks, Boxes, Count, Def, ExpiresOn, Fury, Points, Pow, Skill, ThresholdValue,
    Turns,
};
use warodds_games::warmachine::{BoostPlan, Focus, FocusPlan, Leech, LeechPlan};

/// The tables of a file.
pub(super) fn tables(file: Table) -> Table {
    file.key("threshold", several("threshold"), "whether a warbeast frenzies")
        .key("effects", several("effects"), "how long a continuous effect lasts, and what it does")
        .key("damage", several("damage"), "what attacks do")
        .key("boost", several("boost"), "how to spend points on attacks")
        .key("leech", several("leech"), "whom to leech")
        .key("focus", several("focus"), "which warjacks to give focus")
}

/// What they refer to.
pub(super) fn definitions() -> Vec<(&'static str, Schema)> {
    vec![
        ("threshold", threshold()),
        ("effects", effects()),
        ("damage", damage()),
        ("boost", boost()),
        ("leech", leech()),
        ("focus", focus()),
    ]
}

fn threshold() -> Schema {
    question("A threshold test (W1.4).")
        .swept_needed("fury", &range!(Fury), "fury on the warbeast")
        .swept_needed("threshold", &range!(ThresholdValue), "threshold of the warbeast")
        .schema()
}

fn effects() -> Schema {
    question("A continuous effect (W1.2).")
        .swept("effect", &one_of(["fire", "corrosion"]), "fire if left out")
        .swept("pow", &range!(Pow), "power of the fire; 12 if left out")
        .swept("arm", &range!(Arm), "armour of the model; must be given for fire")
        .swept("turns", &range!(Turns), "maintenance phases that are looked at; 12 if left out")
        .swept(
            "expires_on",
            &range!(ExpiresOn),
            "the highest face of a D6 that ends it; 2 if left out",
        )
        .swept("boxes", &range!(Boxes), "damage boxes of the model; not counted if left out")
        .schema()
}

/// An attacker's numbers against a target's.
fn strike(table: Table) -> Table {
    table
        .swept_needed("skill", &range!(Skill), "skill of the attacker")
        .swept_needed("def", &range!(Def), "defence of the target")
        .swept_needed("pow", &range!(Pow), "power of the attacker, strength included")
        .swept_needed("arm", &range!(Arm), "armour of the target")
        .swept("attacks", &range!(Attacks), "attacks that need not be bought; 1 if left out")
        .swept("boxes", &range!(Boxes), "damage boxes of the target; not counted if left out")
}

fn damage() -> Schema {
    let table = question("Attacks (W1.6, W1.7).").with(strike);
    flags(
        table,
        [
            ("boost_attack", "attack rolls are boosted"),
            ("boost_damage", "damage rolls are boosted"),
        ],
    )
    .schema()
}

fn boost() -> Schema {
    question("Points spent on attacks (W1.8).")
        .with(strike)
        .swept_needed("points", &range!(Points), "focus or fury to spend")
        .swept(
            "plan",
            &one_of(BoostPlan::ALL.map(BoostPlan::name)),
            "how they are spent; for most damage if left out",
        )
        .schema()
}

fn leech() -> Schema {
    let beast = Table::new("A warbeast.")
        .needed("fury", range!(Fury), "fury on it")
        .needed("threshold", range!(ThresholdValue), "its threshold")
        .object();
    question("A warlock's control phase (W1.3, W1.4).")
        .swept_needed("arc", &range!(Arc), "ARC of the warlock")
        .swept("held", &range!(Fury), "fury it holds already; 0 if left out")
        .swept("lost", &range!(Count), "medium or larger warbeasts it has lost; 0 if left out")
        .swept("upkeep", &range!(Count), "spells it wants to keep; 0 if left out")
        .needed("beasts", models(&beast, Leech::MOST_BEASTS), "its warbeasts")
        .swept(
            "plan",
            &one_of(LeechPlan::ALL.map(LeechPlan::name)),
            "whom it leeches; so that a frenzy is least likely if left out",
        )
        .schema()
}

fn focus() -> Schema {
    let jack = Table::new("A warjack.")
        .needed("skill", range!(Skill), "its skill")
        .needed("pow", range!(Pow), "its power, strength included")
        .key("attacks", range!(Attacks), "attacks that need not be bought; 1 if left out")
        .key("cortex", flag(), "whether its cortex works; it does if left out")
        .object();
    question("A warcaster's control phase (W1.3, W1.8).")
        .swept_needed("arc", &range!(Arc), "ARC of the warcaster")
        .swept("upkeep", &range!(Count), "spells it keeps; 0 if left out")
        .swept("keep", &range!(Count), "focus it keeps for itself; 0 if left out")
        .swept("most", &range!(Count), "focus on a warjack, power up included; 3 if left out")
        .swept_needed("def", &range!(Def), "defence of the target of all warjacks")
        .swept_needed("arm", &range!(Arm), "armour of the target of all warjacks")
        .needed("jacks", models(&jack, Focus::MOST_JACKS), "its warjacks")
        .swept(
            "plan",
            &one_of(FocusPlan::ALL.map(FocusPlan::name)),
            "who gets focus; for most damage if left out",
        )
        .schema()
}

/// A list of models, or one alone.
fn models(model: &Schema, most: usize) -> Schema {
    crate::document::schema::any_of([model.clone(), row_of(model, 1, most)])
}
