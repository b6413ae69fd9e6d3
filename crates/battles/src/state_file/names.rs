//! Names of units, cards, missions and objectives in state files.

use crate::battle::{Battle, ObjectiveCard};
use crate::cards::{CardId, TacticsDeck};
use crate::choice::MissionId;
use crate::field::{PlayerId, UnitId};
use crate::file::ArmyKey;

impl ArmyKey {
    pub(super) const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Returns the name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }

    /// Returns the army at an edge, if this army is at the southern one.
    pub(super) const fn at(self, player: PlayerId) -> Self {
        match (self, player) {
            (one, PlayerId::South) => one,
            (Self::A, PlayerId::North) => Self::B,
            (Self::B, PlayerId::North) => Self::A,
        }
    }

    /// Returns the edge of an army, if this army is at the southern one.
    pub(super) fn edge_of(self, army: Self) -> PlayerId {
        if self == army { PlayerId::South } else { PlayerId::North }
    }
}

/// Returns the name of a unit with its army, such as `a: Stark Sworn Swords`.
pub(super) fn of_unit(battle: &Battle, unit: UnitId) -> String {
    let army = ArmyKey::BOTH[battle.army_of(unit.0.into())].name();
    let name = battle.fighter(unit).map_or("", |unit| unit.name.as_str());
    format!("{army}: {name}")
}

/// Returns the unit of a name as [`of_unit`] writes it.
pub(super) fn unit(battle: &Battle, name: &str) -> Option<UnitId> {
    // ids fit in `u8`: a field holds 32 units
    (0..battle.units.len() as u8)
        .map(UnitId)
        .find(|unit| of_unit(battle, *unit).eq_ignore_ascii_case(name))
}

/// Returns the kind of card, or the NCU, of a name.
pub(super) fn card(deck: &TacticsDeck, name: &str) -> Option<CardId> {
    let ncus = (0..deck.ncus.len()).map(CardId::of_ncu);
    // there are at most 16 kinds
    let all = (0..deck.kinds.len()).map(|kind| CardId(kind as u8)).chain(ncus);
    let is_it = |card: &CardId| deck.card(*card).is_some_and(|one| one.name == name);
    all.into_iter().find(is_it)
}

/// Returns the mission of a name.
pub(super) fn mission(battle: &Battle, name: &str) -> Option<MissionId> {
    let missions = &battle.missions.as_ref()?.missions;
    let number = missions.iter().position(|mission| mission.name == name)?;
    u8::try_from(number).ok().map(MissionId)
}

/// Returns the cards of objective tokens with their names.
pub(super) fn objective_cards() -> impl Iterator<Item = (ObjectiveCard, String)> {
    let named = [
        (ObjectiveCard::Plain, "plain"),
        (ObjectiveCard::Centre, "centre"),
        (ObjectiveCard::A, "a"),
        (ObjectiveCard::B, "b"),
        (ObjectiveCard::C, "c"),
    ];
    let named = named.into_iter().map(|(card, name)| (card, name.to_owned()));
    let deck = (0..ObjectiveCard::DECK).map(|card| {
        // people count from 1
        (ObjectiveCard::Deck(card), format!("deck-{}", card + 1))
    });
    named.chain(deck)
}
