//! Reads a position: the table, the points, and what the player whose turn it is sees.

use super::names;
use super::reader::StateReader;
use super::units::PlacedArmies;
use crate::field::{Field, PlayerId};
use crate::file::{ArmyKey, FileError, ObjectiveTable, StateTable};
use crate::geometry::Pose;
use crate::play::ROUNDS;
use crate::referee::SeenTurn;
use crate::state::{BattleState, Objective};

impl StateReader<'_> {
    /// Returns what the player whose turn it is sees. `terrain` are the pieces on the table, by
    /// index of their kinds.
    pub(super) fn seen(&self, terrain: &[(u8, Pose)]) -> Result<SeenTurn, FileError> {
        let player = self.edge_of(self.table.turn);
        let mut state = BattleState::new(self.battle, self.field(terrain)?, 0);
        for (number, unit) in state.units.iter_mut().enumerate() {
            unit.player = self.edge_of(ArmyKey::BOTH[self.battle.army_of(number)]);
        }
        state.kinds = terrain.iter().map(|(kind, _)| *kind).collect();
        self.read_round(&mut state)?;
        PlacedArmies::read(self)?.place(&mut state)?;
        self.read_objectives(&mut state)?;
        self.read_missions(&mut state)?;
        self.read_ncus(&mut state)?;
        let cards = self.cards(&state)?;
        let missions = self.mission_view(&state)?;
        if !state.has_turn(player) {
            let army = self.table.turn.name();
            let wrong = format!("is `{army}`, which has no unit or NCU left to activate (A12.6)");
            return Err(self.wrong("turn", wrong));
        }
        let state = match player {
            PlayerId::South => state,
            PlayerId::North => state.rotated_180(),
        };
        Ok(SeenTurn { player, state, cards, missions, turn: None })
    }

    fn field(&self, terrain: &[(u8, Pose)]) -> Result<Field, FileError> {
        let pieces = terrain.iter().filter_map(|(kind, pose)| {
            self.battle.kinds.get(usize::from(*kind)).map(|kind| kind.at(*pose))
        });
        let field = Field::new(self.battle.table, pieces.collect());
        let mut field = field.map_err(|error| FileError::Value {
            name: self.name.to_owned(),
            key: "battle.terrain".to_owned(),
            wrong: format!("is invalid: {error}"),
        })?;
        for number in &self.table.removed {
            let piece = number.checked_sub(1).filter(|piece| *piece < terrain.len());
            field.clear_piece(piece.ok_or_else(|| self.no_piece("removed", *number))?);
        }
        Ok(field)
    }

    fn no_piece(&self, key: &str, number: usize) -> FileError {
        let wrong = format!("names piece {number}, which is not in `battle.terrain`");
        self.wrong(key, wrong)
    }

    fn read_round(&self, state: &mut BattleState) -> Result<(), FileError> {
        let StateTable { round, points, .. } = *self.table;
        if !(1..=ROUNDS).contains(&round) {
            return Err(self.wrong("round", format!("must be from 1 to {ROUNDS}, not {round}")));
        }
        state.round = round;
        state.first = self.edge_of(self.table.first);
        state.next_first = self.table.next_first.map(|army| self.edge_of(army));
        state.active = self.edge_of(self.table.turn);
        for army in ArmyKey::BOTH {
            state.points[self.edge_of(army).index()] = points[army as usize];
        }
        for (zone, army) in &self.table.zones {
            state.tactics_zones[*zone as usize] = Some(self.edge_of(*army));
        }
        Ok(())
    }

    fn read_objectives(&self, state: &mut BattleState) -> Result<(), FileError> {
        for objective in &self.table.objectives {
            let read = self.objective(state, objective)?;
            state.objectives.push(read);
        }
        if self.battle.mode.has_missions() {
            let controlled = self.table.objectives.iter().map(|objective| objective.controlled);
            let controlled = controlled.map(|army| army.map(|army| self.edge_of(army)));
            state.missions.controlled = controlled.collect();
        }
        Ok(())
    }

    fn objective(
        &self,
        state: &BattleState,
        table: &ObjectiveTable,
    ) -> Result<Objective, FileError> {
        const KEY: &str = "objectives";
        let card = names::objective_cards().find(|(_, name)| *name == table.card);
        let (card, _) = card.ok_or_else(|| {
            let known: Vec<String> = names::objective_cards().map(|(_, name)| name).collect();
            let wrong = format!("have no card \"{}\": use one of {}", table.card, known.join(", "));
            self.wrong(KEY, wrong)
        })?;
        let pieces = state.kinds.len();
        let piece = |number: usize| {
            let piece = number.checked_sub(1).filter(|piece| *piece < pieces);
            let piece = piece.and_then(|piece| u8::try_from(piece).ok());
            piece.ok_or_else(|| self.no_piece(KEY, number))
        };
        let carries = self.battle.mode.is_carried();
        let holder = |name: &String| {
            let unit = self.unit(KEY, name)?;
            let is_there = state.field.unit(unit).is_ok();
            let wrong = match (carries, is_there) {
                (true, true) => return Ok(unit),
                (false, _) => {
                    "cannot have a `holder`: no unit carries them in this mode".to_owned()
                }
                (true, false) => format!("cannot be held by {name}: it is not on the table"),
            };
            Err(self.wrong(KEY, wrong))
        };
        let at = self.point(KEY, table.at)?;
        let pile = table.piece.map(piece).transpose()?;
        let holder = table.holder.as_ref().map(holder).transpose()?;
        Ok(Objective { at, card, pile, holder })
    }

    /// Reads what both players see of missions.
    fn read_missions(&self, state: &mut BattleState) -> Result<(), FileError> {
        let StateTable { open_missions, discarded_missions, destroyed_this_round, .. } = self.table;
        state.missions.open = self.missions("open_missions", open_missions)?;
        state.missions.discards = self.missions("discarded_missions", discarded_missions)?;
        let key = "destroyed_this_round";
        for name in destroyed_this_round {
            let unit = self.unit(key, name)?;
            state.missions.note_destroyed(unit, None);
        }
        Ok(())
    }
}
