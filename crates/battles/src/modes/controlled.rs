//! Objectives that units control by covering them (A13.13).

use crate::battle::{Battle, Mode, ObjectiveCard};
use crate::field::{PlayerId, UnitId};
use crate::geometry::Edge;
use crate::outcomes::ObjectiveBonuses;
use crate::progress::{Play, PlayResult};
use crate::state::{BattleState, Objective, TOKEN_RADIUS};

impl BattleState {
    /// Returns the unit that controls an objective: its tray covers the token, and no enemy it is
    /// engaged with has more remaining ranks (A13.13).
    pub(crate) fn controller(&self, battle: &Battle, objective: &Objective) -> Option<UnitId> {
        let covers = |(_, at): &(UnitId, &crate::field::PlacedUnit)| {
            at.tray.shape().covers_disc(objective.at, TOKEN_RADIUS)
        };
        // trays never overlap, so at most one covers the token
        let (unit, _) = self.field.units().find(covers)?;
        let ranks = |unit: UnitId| {
            let left = self.unit(unit).map_or(0, |held| held.left);
            battle.fighter(unit).map_or(0, |one| one.ranks(left))
        };
        let own = ranks(unit);
        // an equal number of ranks does not stop control (A13.13)
        let outranked = self.field.engaged_with(unit).any(|enemy| ranks(enemy) > own);
        (!outranked).then_some(unit)
    }

    /// Returns the player who controls each objective.
    pub(crate) fn controllers(&self, battle: &Battle) -> Vec<Option<PlayerId>> {
        let player =
            |objective: &Objective| Some(self.unit(self.controller(battle, objective)?)?.player);
        self.objectives.iter().map(player).collect()
    }

    /// Returns whether a unit controls an objective with this card of the deck.
    fn has_card(&self, battle: &Battle, unit: UnitId, card: u8) -> bool {
        let with = |objective: &&Objective| objective.card == ObjectiveCard::Deck(card);
        let mut held = self.objectives.iter().filter(with);
        held.any(|objective| self.controller(battle, objective) == Some(unit))
    }

    /// Returns a unit's bonuses from its mark and the objective it carries.
    pub(crate) fn carried_bonuses(&self, unit: UnitId) -> ObjectiveBonuses {
        let marked = self.unit(unit).is_some_and(|held| held.marked);
        let carried =
            self.objective_carried_by(unit).and_then(|number| self.objectives.get(number));
        let of_mark = if marked { ObjectiveBonuses::MARKED } else { ObjectiveBonuses::default() };
        let of_mark = of_mark.and(self.siege_bonuses(unit));
        match carried.map(|objective| objective.card) {
            Some(ObjectiveCard::B) => {
                of_mark.and(ObjectiveBonuses::SUNDERING).and(ObjectiveBonuses::VICIOUS)
            }
            _ => of_mark,
        }
    }

    /// Returns a unit's bonuses, including those of objectives it controls (A13.1.3).
    pub(crate) fn objective_bonuses(&self, battle: &Battle, unit: UnitId) -> ObjectiveBonuses {
        let own = self.carried_bonuses(unit);
        if !matches!(battle.mode, Mode::AGameOfThrones(_)) {
            return own;
        }
        let cards = [
            (5, ObjectiveBonuses::SUNDERING),
            (6, ObjectiveBonuses::VICIOUS),
            (7, ObjectiveBonuses::PRECISION),
            (9, ObjectiveBonuses::HIGHEST),
        ];
        let held = cards.into_iter().filter(|(card, _)| self.has_card(battle, unit, *card));
        held.fold(own, |boons, (_, boon)| boons.and(boon))
    }

    /// Returns whether a unit's melee attacks first give the defender a Weakened token (A13.1.3).
    pub(crate) fn weakens(&self, battle: &Battle, unit: UnitId) -> bool {
        matches!(battle.mode, Mode::AGameOfThrones(_)) && self.has_card(battle, unit, 8)
    }

    /// Returns whether reserves of a player may enter from a flank edge: the player controls the
    /// token on the other side (A13.2.3).
    pub(crate) fn is_edge_open(&self, battle: &Battle, player: PlayerId, edge: Edge) -> bool {
        // both flank edges are open to the defender of a siege (A13.3.5)
        if battle.mode.has_siege() {
            return matches!(edge, Edge::West | Edge::East);
        }
        let beyond = |objective: &&Objective| match edge {
            Edge::West => objective.at.x() > 0,
            Edge::East => objective.at.x() < 0,
            Edge::South | Edge::North => false,
        };
        let mut across = self.objectives.iter().filter(beyond);
        across.any(|objective| {
            let by = self.controller(battle, objective);
            by.and_then(|unit| self.unit(unit)).is_some_and(|held| held.player == player)
        })
    }
}

/// Scores a point for each controlled objective, and one more for the commander's unit (A13.2.5).
/// Control is determined for all before any is scored. Returns the controllers.
pub(super) fn score(play: &mut Play<'_>, rule: &'static str) -> PlayResult<Vec<Option<UnitId>>> {
    let objectives = play.state.objectives.iter();
    let all: Vec<Option<UnitId>> =
        objectives.map(|objective| play.state.controller(play.battle, objective)).collect();
    let by_commander = play.battle.mode == Mode::AClashOfKings;
    for (number, unit) in all.iter().enumerate() {
        let Some(unit) = *unit else { continue };
        let player = play.unit(unit)?.player;
        let commands = play.battle.fighter(unit).is_some_and(|one| one.commander);
        let card = play.state.objectives.get(number).map(|objective| objective.card);
        let more = (by_commander && commands) || card == Some(ObjectiveCard::Centre);
        play.score(player, 1 + u8::from(more), Some(unit), rule)?;
    }
    Ok(all)
}
