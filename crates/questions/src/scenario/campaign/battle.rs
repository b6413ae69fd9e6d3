//! `[[chance]]`, `[battle]` and `[prices]`: what decides battles.

use super::players::Players;
use super::read::{each, factor_of, whole};
use crate::document::{Draft, Report, Section};
use warodds_games::warmachine::campaign::{BattleModel, Coin, Losses, Prices, SideId};

/// The chances of pairs, each both ways.
pub(super) fn chances(
    root: &mut Section<'_>,
    players: &Players,
    report: &mut Report,
) -> Vec<(SideId, SideId, Coin)> {
    let Some((_, items)) = root.list("chance") else { return Vec::new() };
    let mut chances: Vec<(SideId, SideId, Coin)> = Vec::new();
    for item in items {
        let Some(mut section) = Section::of("[[chance]]".to_owned(), &item, report) else {
            continue;
        };
        let pair = players.find(&mut section, "player", report).zip(players.find(
            &mut section,
            "against",
            report,
        ));
        let wins = wins(&mut section, report);
        section.finish(report);
        let Some(((a, b), (wins, loses))) = pair.zip(wins) else { continue };
        if a == b || chances.iter().any(|(c, d, _)| (*c, *d) == (a, b)) {
            let message = if a == b {
                "a player does not fight itself"
            } else {
                "the chance of this pair is given twice"
            };
            report.add(|| Draft::new(&item.span, message));
            continue;
        }
        chances.extend([(a, b, wins), (b, a, loses)]);
    }
    chances
}

/// The chance to win and the chance to lose.
fn wins(section: &mut Section<'_>, report: &mut Report) -> Option<(Coin, Coin)> {
    let Some(item) = section.item("wins") else {
        section.missing("wins", report);
        return None;
    };
    let number = report.unless(item.number("a number from 0 to 1"))?;
    let coins = Coin::new(number).and_then(|wins| Ok((wins, Coin::new(1.0 - number)?)));
    report.unless(
        coins.map_err(|wrong| Draft::new(&item.span, format!("`wins`: {wrong}")).label("0 to 1")),
    )
}

/// `[battle]`.
pub(super) fn model(root: &mut Section<'_>, report: &mut Report) -> BattleModel {
    let plain = BattleModel::default();
    let Some(item) = root.item("battle") else { return plain };
    let Some(mut section) = Section::of("[battle]".to_owned(), &item, report) else { return plain };
    let model = BattleModel {
        points_matter: whole(
            &mut section,
            "points_matter",
            0..=4,
            plain.points_matter.into(),
            report,
        ) as u8,
        near: factor_of(&mut section, "near", report),
        distant: factor_of(&mut section, "distant", report),
        winner_points: each(&mut section, "winner_points", 0..=100, 5, report)
            .map(|points| points as u16),
        loser_points: each(&mut section, "loser_points", 0..=100, 0, report)
            .map(|points| points as u16),
        winner_losses: losses(&mut section, "winner_losses", report),
        loser_losses: losses(&mut section, "loser_losses", report),
    };
    section.finish(report);
    model
}

fn losses(section: &mut Section<'_>, key: &'static str, report: &mut Report) -> Losses {
    Losses::new(each(section, key, 0..=100, 0, report).map(|percent| percent as u8))
        .unwrap_or(Losses::NONE)
}

/// `[prices]`.
pub(super) fn prices(root: &mut Section<'_>, report: &mut Report) -> Prices {
    let plain = Prices::default();
    let Some(item) = root.item("prices") else { return plain };
    let Some(mut section) = Section::of("[prices]".to_owned(), &item, report) else { return plain };
    let mut price =
        |key, default: u16| whole(&mut section, key, 1..=1000, default.into(), report) as u16;
    let prices = Prices {
        detachment: price("detachment", plain.detachment),
        mercenaries: price("mercenaries", plain.mercenaries),
        epic: price("epic", plain.epic),
        advantage: price("advantage", plain.advantage),
        ..plain
    };
    let prices = Prices {
        epic_worth: factor_of(&mut section, "epic_worth", report),
        advantage_worth: factor_of(&mut section, "advantage_worth", report),
        ..prices
    };
    section.finish(report);
    prices
}
