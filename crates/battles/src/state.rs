//! The state of a battle: positions, wounds, tokens, whose turn it is, and the points.

mod siege;

use crate::army::BattleUnit;
use crate::battle::{Battle, Mode, ObjectiveCard, Rulebook};
use crate::cards::{CardChoice, DeclaredCards, StayingCards};
use crate::choice::Benefit;
use crate::field::{Field, PlayerId, UnitId};
use crate::geometry::{Length, Point};
use crate::missions::MissionProgress;
use crate::ncus::NcuStates;
use crate::siege::SiegeState;
use warodds_games::asoiaf::Range;
use warodds_questions::catalogue::{Denied, IgnoredTerrain};

/// The radius of an objective token (A13.12).
// 35 mm across. No book prints the size: published tables have the middles of tokens 17.3" from
// the centre where the rules say 6" from the flank edge, and 24 − 6 − 17.3 is 0.7.
pub(crate) const TOKEN_RADIUS: Length = Length::inches(7).tenth();

/// The speed of a unit that carries a token in A Dance with Dragons, in inches (A13.5.2).
const CARRIER: i16 = 2;

/// Returns whether the commander is in a unit.
fn is_led(unit: &BattleUnit) -> bool {
    unit.unit.allegiance.commander().is_some()
}

/// The location of a combat unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitPlace {
    /// On the table.
    Table,
    /// In reserve; may be deployed from this round on (A13.2).
    Reserve(u8),
    /// A section of a wall that is not destroyed. Destroyed ones lie on the table still, but are
    /// [`UnitPlace::Gone`] (A13.3.6).
    Wall,
    /// Destroyed; may come back when a round begins (A13.3.4).
    Fallen,
    /// Destroyed.
    Gone,
}

/// The state of a combat unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BattleUnitState {
    /// The owner.
    pub player: PlayerId,
    /// The location.
    pub place: UnitPlace,
    /// Remaining wounds.
    pub left: u8,
    /// The bits of its condition tokens; above them, how often it survived its own destruction.
    pub tokens: u8,
    /// Whether it has activated this round.
    pub activated: bool,
    /// Whether its orders of this round are used up (A1.7).
    pub ordered: bool,
    /// Number of times it was destroyed.
    pub deaths: u8,
    /// Whether it is marked (A13.7.2).
    pub marked: bool,
    /// Bounty points on it (A13.7.3).
    pub bounty: u8,
    /// Tactics cards that stay on it (A8.3).
    pub cards: StayingCards,
    /// Whether the army's commander is in it (A11.4).
    pub is_led: bool,
    /// What cards deny it until the turn ends.
    pub denied: Denials,
}

/// What cards deny a unit until the turn ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Denials(u8);

impl Denials {
    /// Returns whether something is denied.
    pub const fn has(self, denied: Denied) -> bool {
        self.0 >> denied as u8 & 1 != 0
    }

    pub(crate) const fn add(&mut self, denied: Denied) {
        self.0 |= 1 << denied as u8;
    }
}

/// An objective token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Its position, or the last one before a unit took it.
    pub at: Point,
    /// Its effect.
    pub card: ObjectiveCard,
    /// The piece of terrain it belongs to (A13.4.3).
    pub pile: Option<u8>,
    /// The unit that carries it (A13.14).
    pub holder: Option<UnitId>,
}

/// The state of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleState {
    /// The table with terrain and units.
    pub field: Field,
    /// The kind of each piece of terrain, as an index into the kinds of the battle.
    pub kinds: Vec<u8>,
    /// The combat units.
    pub units: Vec<BattleUnitState>,
    /// The round, from 1; 0 while the battle is set up.
    pub round: u8,
    /// The first player of the round.
    pub first: PlayerId,
    /// The player who goes first in the next round by an ability, if any.
    pub next_first: Option<PlayerId>,
    /// The player whose turn it is.
    pub active: PlayerId,
    /// The unit that is activating; `None` once it has given up its action.
    pub acting: Option<UnitId>,
    /// The unit that takes a free action by a tactics card, with the card.
    pub acting_card: Option<(UnitId, DeclaredCards)>,
    /// Victory points, south first.
    pub points: [u8; 2],
    /// NCUs that have not activated this round, south first.
    pub ncus: [u8; 2],
    /// The NCUs of both armies, if their abilities are played.
    pub ncu_states: NcuStates,
    /// The player who controls each zone of the tactics board.
    pub tactics_zones: [Option<PlayerId>; 5],
    /// The player whose NCU activates out of turn, if any.
    pub claimer: Option<PlayerId>,
    /// What the player whose NCU is claiming a zone takes from it.
    pub claim: Option<Benefit>,
    /// The objective tokens.
    pub objectives: Vec<Objective>,
    /// What both players see of missions.
    pub missions: MissionProgress,
    /// The siege; `None` in modes without.
    pub siege: Option<SiegeState>,
    /// Seed of this game for what players decide at random while they set up the battle; 0 after
    /// that.
    pub salt: u64,
}

impl BattleState {
    /// Creates the state before set-up; army `a` is at the southern edge.
    pub fn new(battle: &Battle, field: Field, salt: u64) -> Self {
        let unit = |number: usize| BattleUnitState {
            player: if battle.army_of(number) == 0 { PlayerId::South } else { PlayerId::North },
            // not deployed yet; round 0 keeps no unit back once reserves may enter (A13.2.2)
            place: if battle.is_wall(UnitId(number as u8)) {
                UnitPlace::Gone
            } else {
                UnitPlace::Reserve(0)
            },
            left: battle.units.get(number).map_or(0, |fighter| fighter.wounds()),
            tokens: 0,
            activated: false,
            ordered: false,
            deaths: 0,
            marked: false,
            bounty: 0,
            cards: StayingCards::default(),
            is_led: battle.units.get(number).is_some_and(is_led),
            denied: Denials::default(),
        };
        Self {
            field,
            kinds: Vec::new(),
            units: (0..battle.units.len()).map(unit).collect(),
            round: 0,
            first: PlayerId::South,
            next_first: None,
            active: PlayerId::South,
            acting: None,
            acting_card: None,
            points: [0; 2],
            ncus: [0; 2],
            ncu_states: NcuStates::new(battle),
            tactics_zones: [None; 5],
            claimer: None,
            claim: None,
            objectives: Vec::new(),
            missions: MissionProgress::default(),
            siege: battle.mode.has_siege().then(SiegeState::new),
            salt,
        }
    }

    /// Returns a unit, or `None` if there is none with this id.
    pub fn unit(&self, unit: UnitId) -> Option<&BattleUnitState> {
        self.units.get(usize::from(unit.0))
    }

    /// Returns the player whose NCU activates, if one does.
    pub(crate) fn claimer(&self) -> PlayerId {
        self.claimer.unwrap_or(self.active)
    }

    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> Option<&mut BattleUnitState> {
        self.units.get_mut(usize::from(unit.0))
    }

    /// Iterates over all units with their ids.
    pub(crate) fn units_with_ids(&self) -> impl Iterator<Item = (UnitId, &BattleUnitState)> {
        // ids fit in `u8`: a field holds 32 units
        self.units.iter().enumerate().map(|(number, unit)| (UnitId(number as u8), unit))
    }

    /// Iterates over a player's units on the table.
    pub fn units_on_table(
        &self,
        player: PlayerId,
    ) -> impl Iterator<Item = (UnitId, &BattleUnitState)> {
        self.units_with_ids()
            .filter(move |(_, unit)| unit.player == player && unit.place == UnitPlace::Table)
    }

    /// Returns whether a unit belongs to a player and is on the table.
    pub(crate) fn is_on_table(&self, unit: UnitId, player: PlayerId) -> bool {
        self.unit(unit).is_some_and(|held| held.player == player && held.place == UnitPlace::Table)
    }

    /// Returns the range within which the commander of a unit's army is, also in the unit itself;
    /// `None` beyond long range, and off the table.
    pub(crate) fn commander_range(&self, unit: UnitId) -> Option<Range> {
        let player = self.unit(unit)?.player;
        let (led, _) = self.units_on_table(player).find(|(_, other)| other.is_led)?;
        let is_within = |range: Length| led == unit || self.are_within([unit, led], range);
        let ranges = [(Length::SHORT, Range::Short), (Length::LONG, Range::Long)];
        ranges.into_iter().find(|(length, _)| is_within(*length)).map(|(_, range)| range)
    }

    /// Returns the index of the objective a unit carries.
    pub(crate) fn objective_carried_by(&self, unit: UnitId) -> Option<usize> {
        self.objectives.iter().position(|objective| objective.holder == Some(unit))
    }

    /// Returns whether a unit may not march because it carries a token (A13.5.2).
    pub(crate) fn is_slow(&self, battle: &Battle, unit: UnitId) -> bool {
        battle.mode == Mode::ADanceWithDragons && self.objective_carried_by(unit).is_some()
    }

    /// Returns the speed of a unit; a carrier's speed is 2" (A13.5.2).
    pub fn speed(&self, battle: &Battle, unit: UnitId) -> Length {
        self.speed_with(battle, unit, 0)
    }

    /// Returns the speed of a unit in an action for which a card adds inches to it. Nothing raises
    /// that of a carrier (A13.5.2).
    pub(crate) fn speed_with(&self, battle: &Battle, unit: UnitId, faster: u8) -> Length {
        let speed = battle.fighter(unit).map_or(0, |one| i16::from(one.speed.get()));
        let change = i16::from(faster) + i16::from(self.speed_by_cards(battle, unit));
        let is_slow = self.is_slow(battle, unit);
        let (speed, change) = if is_slow { (CARRIER, change.min(0)) } else { (speed, change) };
        // a unit that is slowed moves at least an inch
        let least = speed.min(1);
        Length::inches((speed + change).clamp(least, 20) as u8)
    }

    /// Returns the inches that cards which stay on a unit add to its speed.
    fn speed_by_cards(&self, battle: &Battle, unit: UnitId) -> i8 {
        let (Some(decks), Some(state)) = (&battle.decks, self.unit(unit)) else { return 0 };
        let staying = |army: usize, choice| {
            let play = decks.get(army)?.way(choice)?.battle.as_ref()?;
            let stays = play.stays.as_ref()?;
            stays.speed_zone.is_none_or(|zone| self.is_held(zone)).then_some(stays.speed)
        };
        let cards = state.cards.counting();
        cards.cards().filter_map(|(army, choice)| staying(army, choice)).sum()
    }

    /// Returns whether the cards that stay on a unit let it ignore terrain.
    pub(crate) fn ignores_terrain_by_cards(&self, battle: &Battle, unit: UnitId) -> bool {
        let decks = battle.decks.as_ref();
        let ignores = |(army, choice): (usize, CardChoice)| {
            let way = decks.and_then(|decks| decks.get(army)?.way(choice));
            let stays = way.and_then(|way| way.battle.as_ref()?.stays.as_ref());
            stays.is_some_and(|stays| stays.terrain == IgnoredTerrain::RoughAndHindering)
        };
        let cards = self.unit(unit).map(|state| state.cards.counting());
        cards.is_some_and(|cards| cards.cards().any(ignores))
    }

    /// Returns whether a unit may not have or do something until the turn ends, or while a card
    /// stays on it.
    pub(crate) fn is_denied(&self, battle: &Battle, unit: UnitId, what: Denied) -> bool {
        let (Some(decks), Some(state)) = (&battle.decks, self.unit(unit)) else { return false };
        let denies = |army: usize, choice| {
            let way = decks.get(army).and_then(|deck| deck.way(choice));
            let stays = way.and_then(|way| way.battle.as_ref()?.stays.as_ref());
            stays.is_some_and(|stays| {
                let mut now = stays.denies.iter().filter(|one| one.from_round <= self.round);
                now.any(|one| one.what.contains(&what))
            })
        };
        let staying = state.cards.counting();
        state.denied.has(what) || staying.cards().any(|(army, choice)| denies(army, choice))
    }

    /// Returns the cost of a player's units on the table; in edition 1.5, of those in reserve too
    /// (A12.10).
    pub(crate) fn cost_left(&self, battle: &Battle, player: PlayerId) -> u32 {
        let counts = |place| match place {
            UnitPlace::Table => true,
            UnitPlace::Reserve(_) => battle.rulebook == Rulebook::V1_5,
            UnitPlace::Wall | UnitPlace::Fallen | UnitPlace::Gone => false,
        };
        let own =
            self.units_with_ids().filter(|(_, unit)| unit.player == player && counts(unit.place));
        own.filter_map(|(unit, _)| battle.fighter(unit)).map(|one| u32::from(one.cost)).sum()
    }

    /// Returns the state after rotating the table by 180° and swapping the players.
    #[must_use]
    pub fn rotated_180(&self) -> Self {
        let [south, north] = self.points;
        let [own, other] = self.ncus;
        let unit =
            |unit: &BattleUnitState| BattleUnitState { player: unit.player.opponent(), ..*unit };
        let objective = |objective: &Objective| Objective {
            at: objective.at.rotated_180(),
            card: objective.card,
            ..*objective
        };
        Self {
            field: self.field.rotated_180(),
            kinds: self.kinds.clone(),
            units: self.units.iter().map(unit).collect(),
            round: self.round,
            first: self.first.opponent(),
            next_first: self.next_first.map(PlayerId::opponent),
            active: self.active.opponent(),
            acting: self.acting,
            acting_card: self.acting_card,
            points: [north, south],
            ncus: [other, own],
            ncu_states: self.ncu_states,
            tactics_zones: self.tactics_zones.map(|seat| seat.map(PlayerId::opponent)),
            claimer: self.claimer.map(PlayerId::opponent),
            claim: self.claim.map(Benefit::rotated_180),
            objectives: self.objectives.iter().map(objective).collect(),
            missions: self.missions.rotated_180(),
            siege: self.siege.map(SiegeState::rotated_180),
            salt: self.salt,
        }
    }
}
