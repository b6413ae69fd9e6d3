//! Builds encounter specifications from the state of a battle (A2–A5, A10, A16).

use crate::army::ConditionUsage;
use crate::battle::Battle;
use crate::cards::{DeclaredCards, FriendCounts, usage_of};
use crate::choice::TacticsZone;
use crate::field::{Field, IllegalAction, TerrainCrossing, TerrainCrossings, UnitId};
use crate::geometry::{Length, Tray, TrayArc};
use crate::outcomes::{
    CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use crate::state::BattleState;
use crate::terrain::Keyword;
use warodds_games::asoiaf::effect::{Zone, Zones};
use warodds_games::asoiaf::{Facing, Range, Reach, Surroundings, Terrain, TerrainKeyword};
use warodds_questions::catalogue::Denied;

/// Returns the facing that an arc counts as (A3.2, A3.3).
pub(crate) const fn facing(arc: TrayArc) -> Facing {
    match arc {
        TrayArc::Front => Facing::Front,
        TrayArc::Left | TrayArc::Right => Facing::Flank,
        TrayArc::Rear => Facing::Rear,
    }
}

/// Returns the range of a ranged attack (A1.2), or `None` for a melee attack.
pub(crate) const fn range(reach: Reach) -> Option<Length> {
    match reach {
        Reach::Melee => None,
        Reach::Ranged(range) => Some(length(range)),
    }
}

/// Returns the length of a range (A1.2).
pub(crate) const fn length(range: Range) -> Length {
    match range {
        Range::Short => Length::SHORT,
        Range::Long => Length::LONG,
    }
}

/// Returns the zone by which abilities know a seat of the tactics board.
pub(super) const fn ability_zone(seat: TacticsZone) -> Zone {
    match seat {
        TacticsZone::Crown => Zone::Crown,
        TacticsZone::Wealth => Zone::Wealth,
        TacticsZone::Letters => Zone::Letters,
        TacticsZone::Swords => Zone::Combat,
        TacticsZone::Horse => Zone::Maneuver,
    }
}

/// Returns the terrain around a unit (A10.4, A10.8).
pub(crate) fn surroundings(field: &Field, unit: UnitId) -> Surroundings {
    field.unit(unit).map(|at| surroundings_of(field, &at.tray)).unwrap_or_default()
}

/// Returns the terrain around a tray.
pub(super) fn surroundings_of(field: &Field, tray: &Tray) -> Surroundings {
    let shape = tray.shape();
    let is_near = |keyword| {
        let mut pieces = field.pieces().iter().filter(|piece| piece.is(keyword));
        pieces.any(|piece| shape.is_within(piece.shape(), Length::SHORT))
    };
    let mut dangerous = field.pieces().iter().filter(|piece| piece.is(Keyword::Dangerous));
    Surroundings {
        dangerous: dangerous.any(|piece| shape.overlaps(piece.shape())),
        horrific: is_near(Keyword::Horrific),
        inspiring: is_near(Keyword::Inspiring),
    }
}

/// Returns the terrain on the path of a charge that changes its roll (A5.7, A10.4, A10.7).
pub(crate) fn terrain(field: &Field, passages: &TerrainCrossings) -> Terrain {
    passages.iter().fold(Terrain::OPEN, |terrain, (number, passage)| {
        let Some(piece) = field.pieces().get(number) else { return terrain };
        // starting or ending in a piece is not crossing it, and has weaker effects (A10.7)
        let is_crossed = passage == TerrainCrossing::Through;
        let either = |crossed, edge| if is_crossed { crossed } else { edge };
        let keywords = [
            (Keyword::Rough, TerrainKeyword::Rough),
            (Keyword::Fortified, TerrainKeyword::Fortified),
            (Keyword::Hindering, either(TerrainKeyword::Hindering, TerrainKeyword::HinderingEdge)),
            (Keyword::Dangerous, either(TerrainKeyword::Dangerous, TerrainKeyword::DangerousEdge)),
        ];
        let ignored = |keyword| matches!(keyword, Keyword::Rough | Keyword::Hindering);
        let counts = |keyword| !(passages.is_sure_footed() && ignored(keyword));
        let met =
            keywords.into_iter().filter(|(keyword, _)| piece.is(*keyword) && counts(*keyword));
        met.fold(terrain, |terrain, (_, met)| terrain.with(met))
    })
}

/// Adds up what the abilities of two units depend on.
fn usage_of_units(battle: &Battle, units: [UnitId; 2]) -> ConditionUsage {
    let [own, enemy] = units.map(|unit| {
        battle.fighter(unit).map(|fighter| fighter.condition_usage).unwrap_or_default()
    });
    own.or(enemy)
}

/// Returns whether an encounter is an attack between units in contact.
pub(super) fn is_in_contact(battle: &Battle, spec: &EncounterSpec) -> bool {
    let EncounterKind::Attack { weapon, .. } = spec.kind else { return false };
    let attacks = battle.fighter(spec.units[0]).map(|fighter| &fighter.unit.attacks);
    let weapon = attacks.and_then(|attacks| attacks.get(usize::from(weapon)));
    weapon.is_some_and(|weapon| !weapon.reach.is_ranged())
}

impl BattleState {
    /// Returns the melee attack of a unit on an enemy in contact (A6.15).
    ///
    /// # Errors
    /// [`IllegalAction`] if they are not engaged with each other.
    pub(crate) fn melee_encounter(
        &self,
        battle: &Battle,
        units: [UnitId; 2],
        weapon: u8,
    ) -> Result<EncounterSpec, IllegalAction> {
        let [unit, target] = units;
        let facing = facing(self.field.melee_arc(unit, target)?);
        let kind = EncounterKind::Attack { weapon, facing, cover: false };
        let bonuses = units.map(|unit| self.objective_bonuses(battle, unit));
        Ok(self.encounter(battle, kind, (units, bonuses), true))
    }

    /// Returns the ranged attack of a unit from its current position (A6.13).
    ///
    /// # Errors
    /// [`IllegalAction`] if the target is out of range or not visible.
    pub(crate) fn ranged_encounter(
        &self,
        battle: &Battle,
        units: [UnitId; 2],
        (weapon, range): (u8, Length),
    ) -> Result<EncounterSpec, IllegalAction> {
        let [unit, target] = units;
        self.field.check_ranged_attack(unit, target, range)?;
        let facing = facing(self.field.ranged_arc(unit, target)?);
        let cover = self.field.has_cover(unit, target)?;
        let kind = EncounterKind::Attack { weapon, facing, cover };
        let bonuses = units.map(|unit| self.objective_bonuses(battle, unit));
        Ok(self.encounter(battle, kind, (units, bonuses), false))
    }

    /// Returns a panic test of a unit (A4.2).
    pub(crate) fn panic_encounter(
        &self,
        battle: &Battle,
        unit: UnitId,
        modifier: i8,
        own_turn: bool,
    ) -> EncounterSpec {
        self.lone_encounter(battle, unit, EncounterKind::Panic { modifier, own_turn })
    }

    /// Returns an encounter of one unit: a test, or hits outside of attacks.
    pub(crate) fn lone_encounter(
        &self,
        battle: &Battle,
        unit: UnitId,
        kind: EncounterKind,
    ) -> EncounterSpec {
        let bonuses = self.siege_bonuses(unit);
        self.encounter(battle, kind, ([unit, unit], [bonuses; 2]), false)
    }

    /// Returns a unit and an enemy with every condition that a card may depend on.
    pub(crate) fn pair_with_all_conditions(&self, units: [UnitId; 2]) -> EncounterSpec {
        let bonuses = [ObjectiveBonuses::default(); 2];
        // conditions count no friends
        let looks = ConditionUsage { friends: false, ..ConditionUsage::ALL };
        self.encounter_of((None, EncounterKind::Friend), (units, bonuses), (false, looks))
    }

    /// Returns the panic test of a unit engaged with a target at which its own side shot (A6.14).
    pub(crate) fn friend_encounter(
        &self,
        battle: &Battle,
        [friend, target]: [UnitId; 2],
    ) -> EncounterSpec {
        let bonuses = [friend, target].map(|unit| self.siege_bonuses(unit));
        self.encounter(battle, EncounterKind::Friend, ([friend, target], bonuses), false)
    }

    /// Returns an encounter with these cards, for which nothing else has changed.
    pub(crate) fn with_cards(
        &self,
        battle: &Battle,
        spec: &EncounterSpec,
        cards: [DeclaredCards; 2],
    ) -> EncounterSpec {
        let Some(decks) = &battle.decks else { return EncounterSpec { cards, ..*spec } };
        let [own, enemy] = cards.each_ref().map(|cards| usage_of(decks, cards));
        let looks = usage_of_units(battle, spec.units).or(own).or(enemy);
        let bonuses = spec.conditions.map(|conditions| conditions.bonuses);
        let engaged = is_in_contact(battle, spec);
        let made =
            self.encounter_of((Some(battle), spec.kind), (spec.units, bonuses), (engaged, looks));
        EncounterSpec { cards, ..made }
    }

    /// Returns an encounter with every condition that a card may depend on.
    pub(crate) fn with_all_conditions(
        &self,
        battle: &Battle,
        spec: &EncounterSpec,
    ) -> EncounterSpec {
        let bonuses = spec.conditions.map(|conditions| conditions.bonuses);
        let engaged = is_in_contact(battle, spec);
        let kind = (Some(battle), spec.kind);
        self.encounter_of(kind, (spec.units, bonuses), (engaged, ConditionUsage::ALL))
    }

    pub(super) fn encounter(
        &self,
        battle: &Battle,
        kind: EncounterKind,
        (units, bonuses): ([UnitId; 2], [ObjectiveBonuses; 2]),
        engaged: bool,
    ) -> EncounterSpec {
        // conditions that no ability depends on keep their defaults, so that outcomes are shared
        let looks = self.usage(battle, units);
        let made = self.encounter_of((Some(battle), kind), (units, bonuses), (engaged, looks));
        EncounterSpec { cards: self.staying_cards(battle, units), ..made }
    }

    /// Adds up what the abilities of two units and the cards that stay on them depend on.
    pub(super) fn usage(&self, battle: &Battle, units: [UnitId; 2]) -> ConditionUsage {
        let looks = usage_of_units(battle, units);
        let staying = self.staying_cards(battle, units);
        battle.decks.as_ref().map_or(looks, |decks| {
            staying.iter().fold(looks, |looks, cards| looks.or(usage_of(decks, cards)))
        })
    }

    /// Returns the cards that stay on two units and count, and the one by which a unit acts; a
    /// single unit has them once.
    fn staying_cards(&self, battle: &Battle, units: [UnitId; 2]) -> [DeclaredCards; 2] {
        if battle.decks.is_none() {
            return Default::default();
        }
        let of = |unit| {
            let staying = self.unit(unit).map(|state| state.cards.counting());
            let by_card = self.acting_card.filter(|(acting, _)| *acting == unit);
            let all = staying.unwrap_or_default();
            let cards = by_card.iter().flat_map(|(_, card)| card.cards());
            cards.fold(all, |all, (army, choice)| all.declaring(army, choice))
        };
        let [own, other] = units;
        [of(own), if own == other { DeclaredCards::default() } else { of(other) }]
    }

    fn encounter_of(
        &self,
        (battle, kind): (Option<&Battle>, EncounterKind),
        (units, bonuses): ([UnitId; 2], [ObjectiveBonuses; 2]),
        (engaged, looks): (bool, ConditionUsage),
    ) -> EncounterSpec {
        let first = surroundings(&self.field, units[0]);
        let is_alone = units[0] == units[1];
        let second = if is_alone { first } else { surroundings(&self.field, units[1]) };
        let around = [first, second];
        let conditions = |side: usize| {
            let (unit, enemy) = (units[side], units[1 - side]);
            let state = self.unit(unit);
            let is_acting = self.acting == Some(unit);
            let is_denied = |what| battle.is_some_and(|battle| self.is_denied(battle, unit, what));
            CombatConditions {
                left: state.map_or(0, |state| state.left),
                tokens: state.map_or(0, |state| state.tokens),
                surroundings: around[side],
                zones: if looks.zones { self.zones_of(unit) } else { Zones::default() },
                activated: looks.activated
                    && state.is_some_and(|state| state.activated)
                    && !is_acting,
                supported: looks.supported && self.is_supported(unit, enemy),
                orders: looks.orders
                    && side == 0
                    && is_acting
                    && state.is_some_and(|state| !state.ordered)
                    && !is_denied(Denied::Orders),
                silenced: is_denied(Denied::Abilities),
                bonuses: bonuses[side],
                commander: if looks.commander { self.commander_range(unit) } else { None },
                card_tokens: state.map(|state| state.cards.counting_tokens()).unwrap_or_default(),
                friends: if looks.friends && unit != enemy {
                    let is_charger = side == 0 && matches!(kind, EncounterKind::Charge { .. });
                    self.friends_of(battle, (Some(unit), Some(enemy)), is_charger)
                } else {
                    FriendCounts::default()
                },
            }
        };
        let setting = EncounterSetting {
            round: self.round.min(looks.last_round),
            engaged: looks.engaged && engaged,
        };
        let conditions = [conditions(0), conditions(1)];
        EncounterSpec { kind, units, conditions, setting, cards: Default::default() }
    }

    /// Returns whether another friend of a unit is in contact with its enemy.
    fn is_supported(&self, unit: UnitId, enemy: UnitId) -> bool {
        unit != enemy && self.field.engaged_with(enemy).any(|other| other != unit)
    }

    /// Returns whether either player controls a zone.
    pub(crate) fn is_held(&self, zone: Zone) -> bool {
        let seats = TacticsZone::ALL.into_iter().zip(self.tactics_zones);
        let held = seats.filter(|(_, by)| by.is_some()).map(|(seat, _)| ability_zone(seat));
        let by_ncus = [0, 1].into_iter().flat_map(|army| self.ncu_states.zones(army));
        held.chain(by_ncus).any(|one| one == zone)
    }

    fn zones_of(&self, unit: UnitId) -> Zones {
        let player = self.unit(unit).map(|state| state.player);
        let own =
            TacticsZone::ALL.into_iter().zip(self.tactics_zones).filter(|(_, by)| *by == player);
        // units are numbered by army, so unit 0 belongs to army a
        let army = usize::from(self.units.first().map(|unit| unit.player) != player);
        own.map(|(seat, _)| ability_zone(seat)).chain(self.ncu_states.zones(army)).collect()
    }
}
