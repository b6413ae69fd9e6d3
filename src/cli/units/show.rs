//! `warodds units show`: shows a card in full.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

use super::super::print::layout;
use super::list::unit_type;
use crate::catalogue::{
    Attachment, Card, CardOrigin, Catalogue, EFFECT_KINDS, Ncu, Price, describe_effects,
};
use crate::counted::counted;
use crate::games::asoiaf::effect::Effects;
use crate::games::asoiaf::{ModelStatus, Season, Unit};

/// Shows the card of a unit.
pub(super) fn card(catalogue: &Catalogue, card: &Card) -> String {
    let unit = catalogue.unit(card);
    let head = format!("{}{} ({})", unit.name, card.origin.season.suffix(), card.id);
    let parts = [
        head,
        numbers(&unit, &card.origin),
        attacks(&unit),
        abilities(catalogue, &card.abilities, card.origin.season),
        from(&card.origin),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Shows an attachment.
pub(super) fn attachment(catalogue: &Catalogue, attachment: &Attachment) -> String {
    let origin = &attachment.origin;
    let price = match attachment.price {
        Price::Points(cost) => counted(cost.get().into(), "point", "points"),
        Price::Commander => "commander".to_owned(),
    };
    let character = if attachment.character { ", character" } else { "" };
    let head = format!("{} ({})", attachment.full_name(), attachment.id);
    let line = format!(
        "{}, attachment for {}, {price}{character}",
        origin.faction,
        attachment.joins.name()
    );
    [head, line, abilities(catalogue, &attachment.abilities, origin.season), from(origin)]
        .join("\n\n")
}

/// Shows an NCU.
pub(super) fn ncu(ncu: &Ncu) -> String {
    let origin = &ncu.origin;
    let head = format!("{} ({})", ncu.full_name(), ncu.id);
    let commander = if ncu.commander { ", may command (A11.4)" } else { "" };
    let cost = counted(ncu.cost.get().into(), "point", "points");
    let line = format!("{}, NCU, {cost}{commander}", origin.faction);
    let does = "NCUs act on the tactics board (A11.5); battles play what they do there.";
    let summary = ncu.abilities.summary.clone();
    let left_out = ncu.abilities.left_out.as_ref().map(|text| format!("Not played: {text}."));
    let does = [Some(does.to_owned()), summary, left_out].into_iter().flatten();
    [head, line].into_iter().chain(does).chain([from(origin)]).collect::<Vec<_>>().join("\n\n")
}

/// Shows the numbers of a unit.
fn numbers(unit: &Unit, origin: &CardOrigin) -> String {
    let known = |number: Option<String>| number.unwrap_or_else(|| "not known".to_owned());
    let body = unit.body;
    let models = if unit.is_solo() {
        "1 model".to_owned()
    } else {
        let models = counted(body.models().into(), "model", "models");
        format!("{models} in {}", counted(body.ranks().into(), "rank", "ranks"))
    };
    let each = if body.wounds_per_model() == 1 || unit.is_solo() {
        String::new()
    } else {
        format!(" of {} wounds each", body.wounds_per_model())
    };
    let wounds = counted(body.wounds().into(), "wound", "wounds");
    let lines = [
        format!(
            "{}, {}, cost {}",
            origin.faction,
            unit_type(unit),
            known(unit.cost.map(|cost| cost.to_string()))
        ),
        format!(
            "speed {}, defence {}+, morale {}",
            known(unit.speed.map(|speed| format!("{speed}\""))),
            unit.defense,
            known(unit.morale.map(|morale| format!("{morale}+")))
        ),
        format!("{models}{each}: {wounds}"),
    ];
    lines.join("\n")
}

/// Shows the attacks with their dice by rank.
fn attacks(unit: &Unit) -> String {
    if unit.attacks.is_empty() {
        return "No attacks.".to_owned();
    }
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED);
    let ranks = ["dice", "one rank lost", "two ranks lost"];
    let heads = ["attack", "range", "hits on"]
        .into_iter()
        .chain(ranks.into_iter().take(unit.body.ranks().into()));
    table.set_header(heads);
    for weapon in &unit.attacks {
        let number = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        let start = [
            Cell::new(&weapon.name),
            Cell::new(weapon.reach.name()),
            number(format!("{}+", weapon.hit)),
        ];
        table.add_row(
            start.into_iter().chain(weapon.dice.iter().map(|dice| number(dice.to_string()))),
        );
    }
    table.trim_fmt()
}

/// Shows what the abilities do, and whether answers count them.
fn abilities(catalogue: &Catalogue, names: &[String], season: Season) -> String {
    if names.is_empty() {
        return "No abilities.".to_owned();
    }
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(layout().width.max(60));
    table.set_header(["ability", "what it does", "in answers"]);
    let rows: Vec<[String; 3]> =
        names.iter().map(|name| ability(catalogue, name, season)).collect();
    let legend = legend(&rows);
    table.add_rows(rows);
    format!("{}{legend}", table.trim_fmt())
}

/// Explains the values of the last column that occur.
fn legend(rows: &[[String; 3]]) -> String {
    let meanings = [
        ("counted", "counted: answers include its effects"),
        ("counted, but not", "counted, but not …*: answers include all but what is named there"),
        ("not ", "not counted *: answers leave it out and say so"),
        (
            "no effect",
            "no effect on these odds: it changes no roll of an attack, a charge, a panic test or a \
             duel",
        ),
    ];
    let occurs = |start: &str| {
        rows.iter().any(|[.., status]| {
            // `counted` also begins the status of abilities that are counted in part
            if start == "counted" { status == start } else { status.starts_with(start) }
        })
    };
    let present = meanings.into_iter().filter(|(start, _)| occurs(start));
    present.map(|(_, meaning)| format!("\n{meaning}")).collect()
}

fn ability(catalogue: &Catalogue, name: &str, season: Season) -> [String; 3] {
    let Some(entry) = catalogue.ability(name, season) else {
        return [name.to_owned(), "not known".to_owned(), "not counted *".to_owned()];
    };
    let other = if entry.season == season {
        String::new()
    } else {
        format!(" (as on cards of {})", entry.season.name())
    };
    let does = entry.summary.clone().unwrap_or_else(|| match &entry.status {
        ModelStatus::NoDice => "–".to_owned(),
        ModelStatus::Elsewhere => kinds(&entry.codes),
        ModelStatus::Modelled(effects) => in_words(effects),
        ModelStatus::NotModelled if entry.codes.is_empty() => "not known".to_owned(),
        ModelStatus::NotModelled => kinds(&entry.codes),
    });
    let counted = match &entry.status {
        ModelStatus::NoDice => "no effect on these odds".to_owned(),
        ModelStatus::Elsewhere => "affects others".to_owned(),
        ModelStatus::Modelled(effects) => match &effects.left_out {
            Some(left_out) => format!("counted, but not: {left_out} *"),
            None => "counted".to_owned(),
        },
        ModelStatus::NotModelled => "not counted *".to_owned(),
    };
    [name.to_owned(), format!("{does}{other}"), counted]
}

/// Describes the effects of an ability without a summary.
fn in_words(effects: &Effects) -> String {
    let lines = describe_effects(effects);
    if lines.is_empty() { "–".to_owned() } else { lines.join("\n") }
}

/// Describes the kinds of effects.
fn kinds(codes: &[&str]) -> String {
    let words: Vec<&str> = EFFECT_KINDS
        .iter()
        .filter(|(code, _)| codes.contains(code))
        .map(|(_, words)| *words)
        .collect();
    words.join("; ")
}

/// Shows season and source of the card.
fn from(origin: &CardOrigin) -> String {
    let version =
        origin.version.as_ref().map_or_else(String::new, |version| format!(" ({version})"));
    let doubt = origin.doubt.as_ref();
    let doubt = doubt.map_or_else(String::new, |doubt| format!("; uncertain numbers, as {doubt}"));
    format!("Season {}{version}; source: {}{doubt}", origin.season.name(), origin.source)
}
