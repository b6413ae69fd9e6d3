//! A position of a log as a state file.

use super::names;
use crate::battle::Battle;
use crate::cards::{CardId, CardPile, TacticsDeck};
use crate::choice::{ConditionToken, TacticsZone};
use crate::field::{EdgeContact, PlayerId, UnitId};
use crate::file::{
    ArmyKey, ArmyStateTable, ContactTable, HandTable, NcuTable, ObjectiveTable, PieceTable,
    SiegeTable, StateTable, UnitCardTable, UnitTable,
};
use crate::geometry::{Point, Pose, Tray, aligned_pose};
use crate::missions::{MissionDeck, MissionPile};
use crate::ncus::{NcuState, NcuStates};
use crate::referee::SeenTurn;
use crate::siege::SiegeSide;
use crate::state::{BattleState, BattleUnitState, Objective, UnitPlace};
use std::borrow::Cow;
use warodds_games::asoiaf::Token;
use warodds_questions::catalogue::Denied;

/// Returns the place of a point in inches.
fn inches(point: Point) -> [f64; 2] {
    [point.x(), point.y()].map(|thousandths| f64::from(thousandths) / 1_000.0)
}

/// What a player sees before a turn, as tables of a file.
pub(super) struct StateWriter<'a> {
    battle: &'a Battle,
    seen: &'a SeenTurn,
    /// The state as it lies on the table.
    state: Cow<'a, BattleState>,
    /// The army at the southern edge.
    south: ArmyKey,
}

impl<'a> StateWriter<'a> {
    pub(super) fn new(battle: &'a Battle, seen: &'a SeenTurn) -> Self {
        let state = match seen.player {
            PlayerId::South => Cow::Borrowed(&seen.state),
            PlayerId::North => Cow::Owned(seen.state.rotated_180()),
        };
        // units are numbered by army, so unit 0 belongs to army a
        let first = state.units.first().map(|unit| unit.player);
        let south = if first == Some(PlayerId::North) { ArmyKey::B } else { ArmyKey::A };
        Self { battle, seen, state, south }
    }

    /// Lists the pieces of terrain, also those that were removed.
    pub(super) fn terrain(&self) -> Vec<PieceTable> {
        let kinds =
            self.state.kinds.iter().filter_map(|kind| self.battle.kinds.get(usize::from(*kind)));
        let pieces = kinds.zip(self.state.field.pieces());
        let piece = |(kind, piece): (&crate::terrain::TerrainKind, _)| {
            let Pose { middle, heading } = crate::terrain::TerrainPiece::pose(piece);
            let heading = Some(f64::from(heading.tenths()) / 10.0).filter(|heading| *heading > 0.0);
            PieceTable { kind: kind.name().to_owned(), at: inches(middle), heading }
        };
        pieces.map(piece).collect()
    }

    pub(super) fn state(&self) -> StateTable {
        let (state, missions) = (&self.state, &self.state.missions);
        let army = |player: PlayerId| self.south.at(player);
        let removed = state.field.pieces().iter().zip(1..).filter(|(piece, _)| !piece.is_present());
        let zones = TacticsZone::ALL.into_iter().zip(state.tactics_zones);
        let objectives = state.objectives.iter().enumerate();
        let destroyed = missions.destroyed.iter();
        StateTable {
            round: state.round,
            turn: army(state.active),
            first: army(state.first),
            next_first: state.next_first.map(army),
            south: self.south,
            points: ArmyKey::BOTH.map(|one| state.points[self.south.edge_of(one).index()]),
            removed: removed.map(|(_, number)| number).collect(),
            destroyed_this_round: destroyed.map(|unit| self.unit_name(*unit)).collect(),
            open_missions: self.missions(missions.open),
            discarded_missions: self.missions(missions.discards),
            zones: zones.filter_map(|(zone, player)| Some((zone, army(player?)))).collect(),
            objectives: objectives.map(|(number, one)| self.objective(number, one)).collect(),
            contacts: state.field.contacts().iter().map(|contact| self.contact(contact)).collect(),
            siege: self.siege(),
            a: self.army(ArmyKey::A),
            b: self.army(ArmyKey::B),
        }
    }

    fn siege(&self) -> Option<SiegeTable> {
        let (siege, state) = (self.battle.siege.as_ref()?, self.state.siege?);
        let defender = self.south.at(state.defender);
        let [attacker_cards, defender_cards] = SiegeSide::BOTH
            .map(|side| state.cards(siege, side).map(|card| card.name.clone()).collect());
        let walls = self.battle.walls_of(defender as usize);
        let wall = |wall: UnitId| {
            // siege cards change how many wounds a whole section has
            let wounds = self.state.unit(wall).map(|held| held.left).filter(|left| *left > 0);
            self.unit(wall).map(|table| UnitTable { wounds, ..table })
        };
        let walls = walls.filter_map(wall).collect();
        Some(SiegeTable { defender, attacker_cards, defender_cards, walls })
    }

    fn unit_name(&self, unit: UnitId) -> String {
        names::of_unit(self.battle, unit)
    }

    fn missions(&self, pile: MissionPile) -> Vec<String> {
        let deck = self.battle.missions.as_ref();
        let missions =
            pile.missions().filter_map(|mission| deck.and_then(|deck| deck.mission(mission)));
        missions.map(|mission| mission.name.clone()).collect()
    }

    fn objective(&self, number: usize, objective: &Objective) -> ObjectiveTable {
        let mut cards = names::objective_cards();
        let card = cards.find(|(card, _)| *card == objective.card);
        let controlled = self.state.missions.controlled.get(number).copied().flatten();
        ObjectiveTable {
            at: inches(objective.at),
            card: card.map(|(_, name)| name).unwrap_or_default(),
            piece: objective.pile.map(|piece| usize::from(piece) + 1),
            holder: objective.holder.map(|unit| self.unit_name(unit)),
            controlled: controlled.map(|player| self.south.at(player)),
        }
    }

    fn contact(&self, contact: &EdgeContact) -> ContactTable {
        let [by, on] = [contact.by, contact.on].map(|unit| self.unit_name(unit));
        ContactTable { by, on, side: contact.side, alignment: contact.placing }
    }

    fn army(&self, army: ArmyKey) -> ArmyStateTable {
        let number = army as usize;
        let ncus = self.state.ncus[self.south.edge_of(army).index()];
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(number));
        let cards = deck.zip(self.seen.cards.as_ref());
        let is_own = self.state.active == self.south.edge_of(army);
        let names = |deck: &TacticsDeck, pile: CardPile| -> Vec<String> {
            let cards = pile.cards().filter_map(|card| deck.card(card));
            cards.map(|card| card.name.clone()).collect()
        };
        let hand = cards.map(|(deck, view)| match is_own {
            true => HandTable::Cards(names(deck, view.hand)),
            false => HandTable::Count(view.enemy_hand),
        });
        let discards = cards.map(|(deck, view)| names(deck, view.discards[usize::from(!is_own)]));
        let missions = self.seen.missions.map(|view| match is_own {
            true => HandTable::Cards(self.missions(view.hand)),
            false => HandTable::Count(view.enemy_hand),
        });
        let chosen = self.seen.missions.and_then(|view| view.chosen).filter(|_| is_own);
        let mission = self.battle.missions.as_ref().zip(chosen);
        let units = self.battle.units_of(number);
        ArmyStateTable {
            ncus_left: Some(ncus),
            hand,
            discards: discards.unwrap_or_default(),
            missions,
            mission: mission
                .and_then(|(deck, id)| MissionDeck::mission(deck, id))
                .map(|mission| mission.name.clone()),
            units: units.filter_map(|unit| self.unit(unit)).collect(),
            ncus: deck.map_or_else(Vec::new, |deck| self.ncus(army, deck)),
        }
    }

    fn unit(&self, unit: UnitId) -> Option<UnitTable> {
        let (state, card) = (self.state.unit(unit)?, self.battle.fighter(unit)?);
        let on_table = state.place == UnitPlace::Table;
        let pose = on_table.then(|| self.state.field.unit(unit).ok()).flatten();
        let pose = pose.map(|held| held.tray.pose()).filter(|pose| !self.is_aligned(unit, *pose));
        let tokens = ConditionToken::ALL.into_iter();
        let denied = Denied::ALL.into_iter().filter(|(_, what)| state.denied.has(*what));
        let least = if state.place == UnitPlace::Gone { 0 } else { card.wounds() };
        Some(UnitTable {
            name: card.name.clone(),
            at: pose.map(|pose| inches(pose.middle)),
            heading: pose.map(|pose| f64::from(pose.heading.tenths()) / 10.0),
            reserve: match state.place {
                UnitPlace::Reserve(round) => Some(round),
                _ => None,
            },
            destroyed: matches!(state.place, UnitPlace::Gone | UnitPlace::Fallen),
            wounds: Some(state.left).filter(|left| *left != least),
            tokens: tokens.filter(|token| state.tokens & token.bit() != 0).collect(),
            activated: state.activated,
            ordered: state.ordered,
            deaths: state.deaths,
            survived: state.tokens >> Token::ALL.len(),
            marked: state.marked,
            bounty: state.bounty,
            has_destroyed: self.state.missions.has_destroyed(unit),
            denied: denied.map(|(name, _)| name.to_owned()).collect(),
            cards: self.unit_cards(state),
        })
    }

    /// Returns whether the pose of a unit follows from the contact of its front.
    fn is_aligned(&self, unit: UnitId, pose: Pose) -> bool {
        let mut contacts = self.state.field.contacts().iter().filter(|contact| contact.by == unit);
        let Some(contact) = contacts.next() else { return false };
        let aligned = || {
            let [own, enemy] = [unit, contact.on].map(|unit| self.state.field.unit(unit).ok());
            let (own, enemy): (_, &Tray) = (own?, &enemy?.tray);
            aligned_pose(enemy, contact.side, own.tray.size(), contact.placing).ok()
        };
        contacts.next().is_none() && aligned() == Some(pose)
    }

    fn unit_cards(&self, state: &BattleUnitState) -> Vec<UnitCardTable> {
        let card = |army: usize, card: CardId| {
            self.battle.decks.as_ref().and_then(|decks| decks.get(army)?.card(card))
        };
        let held = state.cards.held().filter_map(|held| {
            Some(UnitCardTable {
                army: ArmyKey::BOTH[held.army & 1],
                card: card(held.army, held.choice.card)?.name.clone(),
                way: held.choice.way + 1,
                waits: held.waits,
                tokens: held.tokens,
            })
        });
        held.collect()
    }

    /// Lists the NCUs of an army that are not as at the start of a battle.
    fn ncus(&self, army: ArmyKey, deck: &TacticsDeck) -> Vec<NcuTable> {
        let start = NcuStates::new(self.battle);
        let ncus = deck.ncus.iter().enumerate().filter_map(|(number, ncu)| {
            let id = CardId::of_ncu(number);
            let [now, then] =
                [&self.state.ncu_states, &start].map(|all| all.get(army as usize, id));
            let (now, then): (&NcuState, _) = (now?, then?);
            let used = (0..8).filter(|way| now.used >> way & 1 != 0);
            let named = TacticsZone::ALL.into_iter().filter(|zone| now.has_named(*zone));
            (now != then).then(|| NcuTable {
                name: ncu.card.name.clone(),
                activated: now.activated,
                zone: now.zone,
                tokens: Some(now.tokens).filter(|tokens| *tokens != then.tokens),
                used: used.map(|way| way + 1).collect(),
                leaves: now.leaves,
                lost: now.lost,
                silenced: now.silenced,
                silenced_this_round: now.silenced_this_round,
                named: named.collect(),
            })
        });
        ncus.collect()
    }
}
