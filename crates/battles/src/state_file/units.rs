//! Reads combat units: where they are, and what lies on them.

use super::names;
use super::reader::StateReader;
use super::walls::PlacedWall;
use crate::battle::Mode;
use crate::cards::CardChoice;
use crate::choice::ConditionToken;
use crate::field::{Breach, EdgeContact, IllegalAction, PlacedUnit, UnitId};
use crate::file::{
    ArmyKey, ArmyStateTable, ContactTable, FileError, UnitCardTable, UnitTable, pose,
};
use crate::geometry::{Pose, Tray, TraySize, aligned_pose};
use crate::state::{BattleState, BattleUnitState, UnitPlace};
use warodds_games::asoiaf::Token;
use warodds_questions::catalogue::{Denied, Gathering};

/// The units of both armies, in the order of their ids.
pub(super) struct PlacedArmies<'r, 'a> {
    reader: &'r StateReader<'a>,
    units: Vec<(UnitId, &'a UnitTable)>,
    contacts: Vec<EdgeContact>,
    /// The sections of the wall.
    walls: Vec<PlacedWall>,
}

impl<'r, 'a> PlacedArmies<'r, 'a> {
    /// Finds the unit of each entry.
    pub(super) fn read(reader: &'r StateReader<'a>) -> Result<Self, FileError> {
        let mut units = Vec::new();
        for (army, table) in ArmyKey::BOTH.into_iter().zip([&reader.table.a, &reader.table.b]) {
            units.extend(Self::army(reader, army, table)?);
        }
        let contacts = reader.table.contacts.iter().map(|contact| Self::contact(reader, contact));
        let contacts = contacts.collect::<Result<_, _>>()?;
        Ok(Self { reader, units, contacts, walls: reader.walls()? })
    }

    fn army(
        reader: &StateReader<'a>,
        army: ArmyKey,
        table: &'a ArmyStateTable,
    ) -> Result<Vec<(UnitId, &'a UnitTable)>, FileError> {
        let key = format!("{}.units", army.name());
        let named = |unit: &'a UnitTable| {
            let name = format!("{}: {}", army.name(), unit.name);
            reader.unit(&key, &name).map(|id| (id, unit))
        };
        let units = table.units.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        for unit in reader.battle.units_of(army as usize) {
            let times = units.iter().filter(|(id, _)| *id == unit).count();
            if times != 1 {
                let name = names::of_unit(reader.battle, unit);
                let wrong = format!(
                    "must list each unit once, not {name} {times} times: say where it is (`at`, \
                     `reserve` or `destroyed = true`)"
                );
                return Err(reader.wrong(&key, wrong));
            }
        }
        Ok(units)
    }

    fn contact(reader: &StateReader<'_>, table: &ContactTable) -> Result<EdgeContact, FileError> {
        const KEY: &str = "contacts";
        let [by, on] = [&table.by, &table.on].map(|name| reader.unit(KEY, name));
        let (by, on) = (by?, on?);
        let [one, other] = [by, on].map(|unit| reader.battle.army_of(unit.0.into()));
        if one == other {
            let wrong =
                format!("must be between enemies: {} and {} are friends", table.by, table.on);
            return Err(reader.wrong(KEY, wrong));
        }
        Ok(EdgeContact { by, on, side: table.side, placing: table.alignment })
    }

    /// Puts the units into a state.
    pub(super) fn place(&self, state: &mut BattleState) -> Result<(), FileError> {
        self.reader.build_walls(state, &self.walls)?;
        for (unit, table) in &self.units {
            let read = self.unit(*unit, table)?;
            if let Some(held) = state.unit_mut(*unit) {
                let is_led = held.is_led && !self.is_plain(&read);
                *held = BattleUnitState { is_led, ..read };
            }
            state.missions.note_destroyer(*unit, table.has_destroyed);
        }
        let poses = self.poses()?;
        let of_units = poses.iter().filter(|(unit, _)| !self.reader.battle.is_wall(*unit));
        for (unit, pose) in of_units {
            let Some(card) = self.reader.battle.fighter(*unit) else { continue };
            let Some(held) = state.unit(*unit) else { continue };
            let at = PlacedUnit { player: held.player, tray: Tray::new(card.tray, *pose) };
            let placed = state.field.restore_unit(*unit, at);
            placed.map_err(|error| self.illegal(*unit, error))?;
        }
        for contact in &self.contacts {
            self.touch(state, *contact, &poses)?;
        }
        for (unit, _) in &self.units {
            let is_so = state.ignores_terrain_by_cards(self.reader.battle, *unit);
            state.field.set_sure_footed(*unit, is_so);
        }
        Ok(())
    }

    fn key(&self, unit: UnitId) -> String {
        format!("{}.units", ArmyKey::BOTH[self.reader.battle.army_of(unit.0.into())].name())
    }

    fn wrong(&self, unit: UnitId, wrong: &str) -> FileError {
        let name = names::of_unit(self.reader.battle, unit);
        self.reader.wrong(&self.key(unit), format!("is invalid: {name} {wrong}"))
    }

    fn illegal(&self, unit: UnitId, error: IllegalAction) -> FileError {
        let wrong = match error.breach {
            Breach::OnUnit(other) => {
                format!("overlaps {} ({})", names::of_unit(self.reader.battle, other), error.rule)
            }
            other => format!("has no room there: {other} ({})", error.rule),
        };
        self.wrong(unit, &wrong)
    }

    /// Returns the poses of the units on the table, those first that are given.
    fn poses(&self) -> Result<Vec<(UnitId, Pose)>, FileError> {
        let mut poses: Vec<(UnitId, Pose)> =
            self.walls.iter().map(|wall| (wall.id, wall.pose)).collect();
        for (unit, table) in &self.units {
            if let Some(at) = table.at {
                let read = pose(at, table.heading.unwrap_or(0.0));
                let read = read.map_err(|error| self.wrong(*unit, &error.to_string()))?;
                poses.push((*unit, read));
            }
        }
        // a unit may touch one whose pose follows from another contact
        let is_open =
            |unit: UnitId, poses: &[(UnitId, Pose)]| !poses.iter().any(|(id, _)| *id == unit);
        while let Some((contact, found)) = self.contacts.iter().find_map(|contact| {
            let (_, on) = poses.iter().find(|(id, _)| *id == contact.on)?;
            is_open(contact.by, &poses).then_some((contact, *on))
        }) {
            poses.push((contact.by, self.aligned(contact, found)?));
        }
        let on_table = |table: &UnitTable| !table.destroyed && table.reserve.is_none();
        let lost =
            self.units.iter().find(|(unit, table)| on_table(table) && is_open(*unit, &poses));
        match lost {
            Some((unit, _)) => {
                Err(self.wrong(*unit, "has no position: add `at`, or a contact by its front"))
            }
            None => Ok(poses),
        }
    }

    /// Returns the pose of the unit whose front is in contact.
    fn aligned(&self, contact: &EdgeContact, on: Pose) -> Result<Pose, FileError> {
        let size = |unit: UnitId| {
            self.reader.battle.fighter(unit).map_or(TraySize::INFANTRY, |card| card.tray)
        };
        let enemy = Tray::new(size(contact.on), on);
        let pose = aligned_pose(&enemy, contact.side, size(contact.by), contact.placing);
        pose.map_err(|error| self.wrong(contact.by, &error.to_string()))
    }

    /// Brings two units into contact.
    fn touch(
        &self,
        state: &mut BattleState,
        contact: EdgeContact,
        poses: &[(UnitId, Pose)],
    ) -> Result<(), FileError> {
        let of = |unit: UnitId| {
            let found = poses.iter().find(|(id, _)| *id == unit).map(|(_, pose)| *pose);
            found.ok_or_else(|| self.wrong(unit, "is in contact, but not on the table"))
        };
        let (by, on) = (of(contact.by)?, of(contact.on)?);
        if self.aligned(&contact, on)? != by {
            let wrong = "does not touch the enemy as its contact says: leave out its `at`";
            return Err(self.wrong(contact.by, wrong));
        }
        let aligned = state.field.align(contact, by);
        aligned.map_err(|error| self.illegal(contact.by, error))
    }

    /// Returns whether a unit has come back in a siege, without its attachment (A13.3.4).
    fn is_plain(&self, unit: &BattleUnitState) -> bool {
        let is_off = matches!(unit.place, UnitPlace::Fallen | UnitPlace::Gone);
        // each death but that by which it left now was followed by a return
        let has_returned = unit.deaths > u8::from(is_off);
        self.reader.battle.mode.has_siege() && has_returned
    }

    /// Reads everything of a unit but its pose.
    fn unit(&self, unit: UnitId, table: &UnitTable) -> Result<BattleUnitState, FileError> {
        let wounds = self.reader.battle.fighter(unit).map_or(0, |card| card.wounds());
        let place = self.unit_place(unit, table)?;
        let is_gone = place == UnitPlace::Gone;
        let left = table.wounds.unwrap_or(if is_gone { 0 } else { wounds });
        if left > wounds || (left == 0 && !is_gone) {
            return Err(
                self.wrong(unit, &format!("must have from 1 to {wounds} wounds left, not {left}"))
            );
        }
        let is_of_mode = self.reader.battle.mode == Mode::FireAndBlood;
        if (table.marked || table.bounty > 0) && !is_of_mode {
            return Err(self.wrong(unit, "is marked or has a bounty, which only Fire & Blood has"));
        }
        let army = self.reader.battle.army_of(unit.0.into());
        let mut state = BattleUnitState {
            player: self.reader.edge_of(ArmyKey::BOTH[army]),
            place,
            left,
            tokens: self.tokens(unit, table)?,
            activated: table.activated,
            ordered: table.ordered,
            deaths: table.deaths,
            marked: table.marked,
            bounty: table.bounty,
            cards: Default::default(),
            is_led: false,
            denied: Default::default(),
        };
        for name in &table.denied {
            let denied = Denied::ALL.into_iter().find(|(known, _)| known == name);
            let unknown =
                || self.wrong(unit, &format!("is denied \"{name}\", which no effect denies"));
            state.denied.add(denied.ok_or_else(unknown)?.1);
        }
        for card in &table.cards {
            self.add_card(unit, card, &mut state)?;
        }
        Ok(state)
    }

    fn unit_place(&self, unit: UnitId, table: &UnitTable) -> Result<UnitPlace, FileError> {
        let mode = self.reader.battle.mode;
        let has_reserves = mode.first_units().is_some() || mode.has_siege();
        match (table.at, table.reserve, table.destroyed) {
            (_, None, false) => Ok(UnitPlace::Table),
            (None, Some(_), false) if !has_reserves => {
                Err(self.wrong(unit, "is in reserve, which this mode does not have"))
            }
            (None, Some(round), false) => Ok(UnitPlace::Reserve(round)),
            (None, None, true) if self.reader.comes_back(unit) => Ok(UnitPlace::Fallen),
            (None, None, true) => Ok(UnitPlace::Gone),
            _ => Err(self.wrong(unit, "has more than one of `at`, `reserve` and `destroyed`")),
        }
    }

    fn tokens(&self, unit: UnitId, table: &UnitTable) -> Result<u8, FileError> {
        let add = |bits: u8, token: &ConditionToken| {
            let is_new = bits & token.bit() == 0;
            is_new.then_some(bits | token.bit())
        };
        let tokens = table.tokens.iter().try_fold(0, add);
        let tokens = tokens.ok_or_else(|| self.wrong(unit, "has a token twice (A7)"))?;
        // the bits above the tokens count to 31
        let survived = u8::MAX >> Token::ALL.len();
        if table.survived > survived {
            return Err(self.wrong(unit, &format!("can survive {survived} times at most")));
        }
        Ok(tokens | table.survived << Token::ALL.len())
    }

    fn add_card(
        &self,
        unit: UnitId,
        card: &UnitCardTable,
        state: &mut BattleUnitState,
    ) -> Result<(), FileError> {
        let army = card.army as usize;
        let decks = self.reader.battle.decks.as_ref();
        let deck = decks.and_then(|decks| decks.get(army));
        let deck =
            deck.ok_or_else(|| self.wrong(unit, "has cards, but this battle is played without"))?;
        let id = names::card(deck, &card.card);
        let choice = id.zip(card.way.checked_sub(1)).map(|(card, way)| CardChoice { card, way });
        let is_known = |choice: &CardChoice| deck.way(*choice).is_some();
        let choice = choice.filter(is_known).ok_or_else(|| {
            let UnitCardTable { card, way, .. } = card;
            self.wrong(unit, &format!("has no card \"{card}\" with a way {way} in that deck"))
        })?;
        if !state.cards.may_add(army, choice) || card.tokens > Gathering::MOST {
            return Err(self.wrong(unit, "has too many cards, or tokens on one"));
        }
        state.cards.add(army, choice, card.waits);
        state.cards.set_last_tokens(card.tokens);
        Ok(())
    }
}
