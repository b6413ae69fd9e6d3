//! `[[chance]]`, `[battle]` and `[prices]`: the odds of battles.

use super::players::Players;
use super::read::{each, factor_of, number};
use crate::document::schema::decimal;
use crate::document::{Draft, FileKey, Report, Section, TableArray, key};
use warodds_games::warmachine::campaign::{BattleModel, Coin, Losses, Prices, SideId};

/// Reads the chances of pairs of players, in both directions.
pub(super) fn chances(
    root: &mut Section<'_>,
    players: &Players,
    report: &mut Report,
) -> Vec<(SideId, SideId, Coin)> {
    let mut chances: Vec<(SideId, SideId, Coin)> = Vec::new();
    root.tables(CHANCE, "[[chance]]", report, |mut section, report| {
        let [player, against] = ["player", "against"].map(|id| key(id, "ID of a player"));
        let player = players.find(&mut section, player, report);
        let pair = player.zip(players.find(&mut section, against, report));
        let wins = wins(&mut section, report);
        let span = section.span.clone();
        section.finish(report);
        let Some(((a, b), (wins, loses))) = pair.zip(wins) else { return };
        if a == b || chances.iter().any(|(c, d, _)| (*c, *d) == (a, b)) {
            let message = if a == b {
                "a player cannot fight itself"
            } else {
                "the chance of this pair is given twice"
            };
            report.add(|| Draft::new(&span, message));
            return;
        }
        chances.extend([(a, b, wins), (b, a, loses)]);
    });
    chances
}

const CHANCE: TableArray = TableArray {
    key: key("chance", "chances of pairs of players, in place of their strengths"),
    definition: "chance",
    words: "The chance of a pair of players.",
};

/// Reads the probabilities of victory and defeat.
fn wins(section: &mut Section<'_>, report: &mut Report) -> Option<(Coin, Coin)> {
    let wins = key("wins", "the chance that `player` wins an even battle");
    let item = section.required_item(wins, || decimal(0.0, 1.0), report)?;
    let number = report.ok_or_add(item.number("a number from 0 to 1"))?;
    let coins = Coin::new(number).and_then(|wins| Ok((wins, Coin::new(1.0 - number)?)));
    report.ok_or_add(
        coins.map_err(|wrong| Draft::new(&item.span, format!("`wins`: {wrong}")).label("0 to 1")),
    )
}

/// Reads `[battle]`.
pub(super) fn model(root: &mut Section<'_>, report: &mut Report) -> BattleModel {
    let battle = key("battle", "what decides battles, and what they bring and cost");
    root.table(battle, "[battle]", report, |mut section, report| {
        let model = model_of(&mut section, report);
        section.finish(report);
        model
    })
    .unwrap_or_default()
}

fn model_of(section: &mut Section<'_>, report: &mut Report) -> BattleModel {
    let matter = "how often the ratio of the armies' points multiplies the odds; 1 if left out";
    let near = "what multiplies the defender's odds near its capital (W2.6)";
    let distant = "what multiplies the defender's odds far from it (W2.6)";
    let won = "victory points of the winner; three for 500, 750 and 1000 points; 5 if left out";
    let lost = "victory points of the loser; 0 if left out";
    let winner = "percentage of its army that the winner loses; six numbers for the faces of a D6";
    let loser = "percentage of its army that the loser loses";
    let plain = i64::from(BattleModel::default().points_matter);
    BattleModel {
        points_matter: number(section, key("points_matter", matter), 0..=4, plain, report) as u8,
        near: factor_of(section, key("near", near), report),
        distant: factor_of(section, key("distant", distant), report),
        winner_points: each(section, key("winner_points", won), 0..=100, 5, report)
            .map(|points| points as u16),
        loser_points: each(section, key("loser_points", lost), 0..=100, 0, report)
            .map(|points| points as u16),
        winner_losses: losses(section, key("winner_losses", winner), report),
        loser_losses: losses(section, key("loser_losses", loser), report),
    }
}

fn losses(section: &mut Section<'_>, key: FileKey, report: &mut Report) -> Losses {
    Losses::new(each(section, key, 0..=100, 0, report).map(|percent| percent as u8))
        .unwrap_or(Losses::NONE)
}

/// Reads `[prices]`.
pub(super) fn prices(root: &mut Section<'_>, report: &mut Report) -> Prices {
    let prices = key("prices", "what the war chest buys");
    root.table(prices, "[prices]", report, |mut section, report| {
        let prices = prices_of(&mut section, report);
        section.finish(report);
        prices
    })
    .unwrap_or_default()
}

fn prices_of(section: &mut Section<'_>, report: &mut Report) -> Prices {
    let plain = Prices::default();
    let mut price = |id, words, default: u16| {
        number(section, key(id, words), 1..=1000, default.into(), report) as u16
    };
    let (detachment, mercenaries) = (
        price("detachment", "victory points of a detachment; 20 if left out", plain.detachment),
        price("mercenaries", "victory points of mercenaries; 10 if left out", plain.mercenaries),
    );
    let (epic, advantage) = (
        price("epic", "victory points of an epic warcaster; 10 if left out", plain.epic),
        price("advantage", "victory points of an advantage; 5 if left out", plain.advantage),
    );
    let worth = "multiplies the odds for each detachment of an army that an epic warcaster leads";
    let epic_worth = factor_of(section, key("epic_worth", worth), report);
    let worth = key("advantage_worth", "multiplies the odds of its buyer");
    let advantage_worth = factor_of(section, worth, report);
    Prices { detachment, mercenaries, epic, advantage, epic_worth, advantage_worth }
}
