//! Armies of a battle: units with their cards and trays (A1, A11, A15).

use crate::geometry::TraySize;
use std::sync::Arc;
use warodds_games::asoiaf::effect::{Action, Change, Conditions, CountRange, Effect, Moment};
use warodds_games::asoiaf::values::{Morale, Speed};
use warodds_games::asoiaf::{ModelledAbility, Tokens, Unit, UnitState, UnitType};
use warodds_questions::catalogue::CardTray;

/// A combat unit with its attachment.
#[derive(Clone, Debug)]
pub struct BattleUnit {
    /// Its name, unique within the army.
    pub name: String,
    /// Its card, including the attachment.
    pub unit: Unit,
    /// Its tray.
    pub tray: TraySize,
    /// Its cost in points with its attachment; a commander costs nothing (A11.1).
    pub cost: u8,
    /// Whether it is the commander's unit (A11.4).
    pub commander: bool,
    /// Its speed.
    pub speed: Speed,
    /// Its morale value.
    pub morale: Morale,
    /// The conditions of the surrounding game that its abilities depend on.
    pub(crate) condition_usage: ConditionUsage,
    /// Tokens it can never gain.
    pub(crate) immune: Tokens,
    /// Whether it is a combat unit or a wall.
    pub(crate) role: UnitRole,
    /// Abilities that siege cards may give it, by the bits of its bonuses (A13.3.3).
    pub(crate) siege_abilities: Arc<[ModelledAbility]>,
}

/// What a unit is in the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum UnitRole {
    /// A combat unit.
    #[default]
    Fighter,
    /// A section of a wall, which is no unit but for what A13.3.6 says.
    Wall,
}

/// The error for a card that lacks a value every battle needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{unit} has no {what}, which a battle needs")]
pub struct MissingStat {
    /// The unit.
    pub unit: String,
    /// The missing value.
    pub what: &'static str,
}

impl BattleUnit {
    /// Creates a unit on its default tray.
    ///
    /// # Errors
    /// [`MissingStat`] if the card has no speed or morale.
    pub fn new(unit: Unit, cost: u8, commander: bool) -> Result<Self, MissingStat> {
        let missing = |what| MissingStat { unit: unit.name.clone(), what };
        Ok(Self {
            name: unit.name.clone(),
            tray: default_tray(&unit),
            cost,
            commander,
            speed: unit.speed.ok_or_else(|| missing("speed"))?,
            morale: unit.morale.ok_or_else(|| missing("morale"))?,
            condition_usage: ConditionUsage::of(&unit),
            immune: immune(&unit),
            role: UnitRole::Fighter,
            siege_abilities: Arc::default(),
            unit,
        })
    }

    /// Replaces the tray.
    #[must_use]
    pub fn on(self, tray: TraySize) -> Self {
        Self { tray, ..self }
    }

    /// Gives the unit the abilities of siege cards, which count by the bits of its bonuses.
    #[must_use]
    pub(crate) fn with_siege_abilities(self, abilities: &Arc<[ModelledAbility]>) -> Self {
        let usage = abilities.iter().fold(self.condition_usage, |usage, ability| {
            usage.or(ConditionUsage::of_effects(|| ability.effects.all()))
        });
        Self { condition_usage: usage, siege_abilities: Arc::clone(abilities), ..self }
    }

    /// Returns whether the unit is a character, which does not return in a siege (A13.3.4).
    // the cards of solos do not say it: one of infantry or cavalry is a person, a monster is not
    pub(crate) fn is_character(&self) -> bool {
        self.unit.is_solo() && matches!(self.unit.kind, UnitType::Infantry | UnitType::Cavalry)
    }

    /// Returns the wounds of the full unit.
    pub const fn wounds(&self) -> u8 {
        self.unit.body.wounds()
    }

    /// Returns the unit's condition with `left` remaining wounds, or `None` if it is destroyed.
    pub(crate) fn state_with(&self, left: u8, tokens: u8) -> Option<UnitState> {
        let lost = i64::from(self.wounds()) - i64::from(left);
        // more wounds than the full unit has would be an error too: healing stops there (A1.5)
        UnitState::after(self.unit.body, lost, Tokens::from_bits(tokens)).ok()
    }

    /// Returns the remaining ranks that count for control of objectives; a solo counts its wounds
    /// (A13.13).
    pub fn ranks(&self, left: u8) -> u8 {
        if self.unit.is_solo() { left } else { self.unit.body.ranks_left(left) }
    }

    /// Iterates over the indices of its ranged or melee attacks on its card.
    pub fn attacks(&self, ranged: bool) -> impl Iterator<Item = u8> + '_ {
        let fits = move |(number, weapon): (usize, &warodds_games::asoiaf::Weapon)| {
            (weapon.reach.is_ranged() == ranged).then(|| u8::try_from(number).ok()).flatten()
        };
        self.unit.attacks.iter().enumerate().filter_map(fits)
    }
}

/// Returns the default tray of a unit: small for solos, large for war machines (A15.2).
pub(crate) fn default_tray(unit: &Unit) -> TraySize {
    match unit.kind {
        UnitType::WarMachine => TraySize::LARGE,
        _ if unit.is_solo() => TraySize::SMALL,
        UnitType::Cavalry => TraySize::CAVALRY,
        // monsters that need the large tray say so on their cards (A15.2)
        UnitType::Infantry | UnitType::Monster => TraySize::INFANTRY,
    }
}

/// Returns the tray size that a card names (A15.1).
pub const fn tray(tray: CardTray) -> TraySize {
    match tray {
        CardTray::Infantry => TraySize::INFANTRY,
        CardTray::Cavalry => TraySize::CAVALRY,
        CardTray::Small => TraySize::SMALL,
        CardTray::Large => TraySize::LARGE,
    }
}

/// Conditions of the surrounding game that abilities depend on. Conditions no ability depends on
/// are dropped from the cache key of an encounter, so that equal fights are computed once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConditionUsage {
    pub zones: bool,
    /// Later rounds make no difference.
    pub last_round: u8,
    pub activated: bool,
    pub engaged: bool,
    pub supported: bool,
    pub orders: bool,
    /// Whether an ability changes charge distances.
    pub charge_distance: bool,
    /// Whether the distance of the commander matters.
    pub commander: bool,
    /// Whether amounts count friends.
    pub friends: bool,
}

impl ConditionUsage {
    /// All conditions.
    pub(crate) const ALL: Self = Self {
        zones: true,
        last_round: u8::MAX,
        activated: true,
        engaged: true,
        supported: true,
        orders: true,
        charge_distance: true,
        commander: true,
        friends: true,
    };

    /// Returns what these conditions depend on.
    pub(crate) fn of_conditions<'c>(conditions: impl Iterator<Item = &'c Conditions>) -> Self {
        conditions.fold(Self::default(), |looks, conditions| looks.and(conditions))
    }

    fn of(unit: &Unit) -> Self {
        let effects = || unit.abilities.iter().flat_map(|ability| ability.effects());
        let looks = Self::of_effects(effects);
        // cards mark orders by their names alone, as the catalogue reads them
        let orders = unit.abilities.iter().any(|ability| ability.name.starts_with("Order:"));
        Self { orders, ..looks }
    }

    /// Returns what effects depend on, and whether they change charge distances.
    fn of_effects<'e, E: Iterator<Item = &'e Effect>>(effects: impl Fn() -> E) -> Self {
        let looks = Self::of_conditions(effects().map(|effect| &effect.conditions));
        let changes = |action: &Action| matches!(action, Action::Change(Change::ChargeDistance(_)));
        Self { charge_distance: effects().any(|effect| changes(&effect.action)), ..looks }
    }

    fn and(self, conditions: &Conditions) -> Self {
        let nobody = Conditions::default();
        let of = |conditions: &Conditions| {
            [conditions.zones, conditions.enemy_zones, conditions.not_enemy_zones]
        };
        // from the round after the last bound on, all rounds are alike for this ability
        let CountRange { least, most } = conditions.round;
        let last = if most == CountRange::ANY.most { least } else { most.saturating_add(1) };
        let asks_activated = conditions.activated.is_some() || conditions.enemy_activated.is_some();
        let asks_support = conditions.supported.is_some() || conditions.enemy_supported.is_some();
        Self {
            zones: self.zones || of(conditions) != of(&nobody),
            last_round: self.last_round.max(last),
            activated: self.activated || asks_activated,
            engaged: self.engaged || conditions.engaged_since_start.is_some(),
            supported: self.supported || asks_support,
            commander: self.commander || conditions.near_commander.is_some(),
            ..self
        }
    }

    /// Combines the conditions of both units in a fight.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            zones: self.zones || other.zones,
            last_round: self.last_round.max(other.last_round),
            activated: self.activated || other.activated,
            engaged: self.engaged || other.engaged,
            supported: self.supported || other.supported,
            orders: self.orders || other.orders,
            charge_distance: self.charge_distance || other.charge_distance,
            commander: self.commander || other.commander,
            friends: self.friends || other.friends,
        }
    }
}

/// Returns the tokens a unit is always immune to (C3).
fn immune(unit: &Unit) -> Tokens {
    let effects = unit.abilities.iter().flat_map(|ability| ability.effects());
    let always = effects.filter(|effect| {
        effect.moment == Moment::Always && effect.conditions == Conditions::default()
    });
    always.fold(Tokens::NONE, |all, effect| match effect.action {
        Action::Change(Change::Immune(tokens)) => all.and(tokens),
        _ => all,
    })
}

/// An army of a battle.
#[derive(Clone, Debug)]
pub struct BattleArmy {
    /// Its name.
    pub name: String,
    /// Its combat units.
    pub units: Vec<BattleUnit>,
    /// Its NCUs.
    pub ncus: Vec<String>,
}

impl BattleArmy {
    /// Largest number of combat units in an army.
    // two full armies fill the 32 places of a field
    pub(crate) const MAX_UNITS: usize = 16;
}
