//! Facts about the units on the table, computed once for each decision.

use super::estimates::CHARGE_DIE;
use super::missions::MissionValues;
use super::{BattlePolicy, PolicyKind, ViewHash};
use crate::battle::Battle;
use crate::cards::{CardTokens, DeclaredCards, FriendCounts, usage_of};
use crate::choice::ConditionToken;
use crate::decision::PlayerView;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Pose, Tray, TrayArc, TraySize};
use crate::outcomes::{
    EncounterError, EncounterSpec, FrontalMelee, Losses, ObjectiveBonuses, TypicalEncounter,
};
use crate::siege::WALL_POINTS;
use crate::state::Objective;
use smallvec::SmallVec;
use warodds_games::asoiaf::Facing;
use warodds_games::asoiaf::best_weapon::best;

/// A unit on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitOnTable {
    pub id: UnitId,
    pub pose: Pose,
    pub size: TraySize,
    /// Value of one wound: the unit's cost divided by its wounds.
    pub wound_value: f64,
    pub wounds_left: u8,
    /// Wounds left if the last rank were full.
    pub full_rank_wounds: u8,
    pub wounds_per_rank: u8,
    /// Token bits.
    pub tokens: u8,
    bonuses: ObjectiveBonuses,
    /// The last round that changes what the unit's abilities do.
    last_round: u8,
    /// Speed in thousandths of an inch.
    pub speed: i32,
    /// The longest charge in inches (A5.1) if no ability changes the distance.
    pub charge_reach: f64,
    /// Whether an ability of the unit may change a charge distance, its own or an enemy's.
    pub changes_charges: bool,
    /// Distance from the middle of the tray to a corner, in thousandths of an inch.
    pub half_diagonal: f64,
    pub activated: bool,
    pub engaged: bool,
    pub commander: bool,
    /// The longest range of its ranged attacks, in thousandths of an inch.
    pub range: Option<i32>,
    /// What its destruction is worth to the enemy in addition to its wounds.
    pub destruction_value: f64,
}

impl UnitOnTable {
    /// Returns the unit with another speed, in thousandths of an inch.
    pub(super) const fn with_speed(self, speed: i32) -> Self {
        Self { speed, ..self }
    }

    /// Returns what a condition token costs the unit, in points of army cost.
    pub(super) const fn token_loss(&self, token: ConditionToken) -> f64 {
        let urgency = if self.engaged { 1.5 } else { 1.0 };
        let preference = if matches!(token, ConditionToken::Vulnerable) { 0.1 } else { 0.0 };
        TOKEN_VALUE * urgency + preference
    }
}

/// Lists a unit's ranged attacks: the number on the card and the range in thousandths of an inch.
fn ranged_attacks(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (u8, i32)> + '_ {
    battle.fighter(unit).into_iter().flat_map(|fighter| {
        fighter.attacks(true).filter_map(|weapon| {
            let reach = fighter.unit.attacks.get(usize::from(weapon))?.reach;
            Some((weapon, crate::play::range(reach)?.thousandths()))
        })
    })
}

/// The facts behind one decision.
pub(super) struct PolicyContext<'a> {
    pub view: &'a PlayerView<'a>,
    pub policy: BattlePolicy,
    pub hash: ViewHash,
    pub own: SmallVec<[UnitOnTable; 8]>,
    pub enemies: SmallVec<[UnitOnTable; 8]>,
    /// The standing sections of a wall, of the player or of the enemy (A13.3.6).
    pub walls: SmallVec<[UnitOnTable; 3]>,
    /// The unit that controls or carries each objective.
    pub objective_holders: SmallVec<[Option<UnitId>; 6]>,
    /// What missions are worth.
    pub missions: MissionValues,
}

impl<'a> PolicyContext<'a> {
    pub(super) fn new(view: &'a PlayerView<'a>, policy: BattlePolicy) -> Self {
        let units = |player| {
            let on_table = view.state.units_on_table(player);
            on_table.filter_map(|(id, _)| unit_on_table(view, id)).collect()
        };
        let walls = PlayerId::BOTH.into_iter().flat_map(|player| view.state.walls(player));
        let holders = view.state.objectives.iter().map(|objective| holder(view, objective));
        Self {
            view,
            policy,
            hash: ViewHash::new(view),
            own: units(PlayerId::South),
            enemies: units(PlayerId::North),
            walls: walls.filter_map(|(id, _)| unit_on_table(view, id)).collect(),
            objective_holders: holders.collect(),
            missions: MissionValues::of(view),
        }
    }

    /// Returns the expected value of the wounds of a melee attack from the front, with the best
    /// weapon and without tokens.
    pub(super) fn frontal_attack_value(
        &self,
        [attacker, defender]: [&UnitOnTable; 2],
    ) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let units = [attacker, defender];
        let wounds = || match self.best_melee_weapon(units)? {
            Some(weapon) => self.expected_wounds(units, weapon),
            None => Ok(0.0),
        };
        let (ids, melee) = (units.map(|unit| unit.id), self.frontal_melee(units));
        Ok(self.view.outcomes.melee_wounds.get(ids, melee, wounds)? * defender.wound_value)
    }

    fn frontal_melee(&self, [attacker, defender]: [&UnitOnTable; 2]) -> FrontalMelee {
        FrontalMelee {
            full_rank_wounds: attacker.full_rank_wounds,
            left: defender.wounds_left,
            bonuses: [attacker.bonuses, defender.bonuses],
            round: self.last_round([attacker, defender]),
        }
    }

    /// Returns the round, as far as abilities of two units depend on it: later rounds give the same
    /// result, so they share one value.
    fn last_round(&self, [attacker, defender]: [&UnitOnTable; 2]) -> u8 {
        self.view.state.round.min(attacker.last_round.max(defender.last_round))
    }

    /// Selects the melee attack of `units[0]` with the most expected wounds on `units[1]`, from the
    /// front and without tokens. Returns its number on the card.
    pub(super) fn best_melee_weapon(
        &self,
        units: [&UnitOnTable; 2],
    ) -> Result<Option<u8>, EncounterError> {
        let find = || {
            let fighter = self.view.battle.fighter(units[0].id);
            let weapons = fighter.into_iter().flat_map(|fighter| fighter.attacks(false));
            best(weapons, |weapon| self.expected_wounds(units, *weapon))
        };
        // a random player takes the first weapon, not the best
        if self.policy.kind == PolicyKind::Random {
            return find();
        }
        let (ids, melee) = (units.map(|unit| unit.id), self.frontal_melee(units));
        self.view.outcomes.melee_weapons.get(ids, melee, find)
    }

    /// Selects the best ranged attack with a range of at least `min_range` in the same way. Returns
    /// its number and its range; both ranges are in thousandths of an inch.
    pub(super) fn best_ranged_weapon(
        &self,
        units: [&UnitOnTable; 2],
        min_range: f64,
    ) -> Result<Option<(u8, i32)>, EncounterError> {
        let weapons = ranged_attacks(self.view.battle, units[0].id);
        let weapons = weapons.filter(|(_, range)| f64::from(*range) >= min_range);
        best(weapons, |(weapon, _)| self.expected_wounds(units, *weapon))
    }

    /// Returns the expected wounds of an attack from the front without tokens.
    fn expected_wounds(&self, units: [&UnitOnTable; 2], weapon: u8) -> Result<f64, EncounterError> {
        // a random player takes the first weapon, and need not compute any distribution
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let [_, defender] = units;
        let typical = self.typical_melee(units, weapon, Facing::Front);
        self.view
            .outcomes
            .typical_losses(typical, |losses| losses.of_side(1, defender.wounds_left).0)
    }

    fn typical_melee(
        &self,
        [attacker, defender]: [&UnitOnTable; 2],
        weapon: u8,
        facing: Facing,
    ) -> TypicalEncounter {
        let round = self.last_round([attacker, defender]);
        let units = [(attacker.id, attacker.bonuses), (defender.id, defender.bonuses)];
        TypicalEncounter::melee(weapon, facing, units, (attacker.full_rank_wounds, round))
    }

    /// Returns the value of a charge that arrives in `arc`.
    pub(super) fn arrived_charge_value(
        &self,
        [own, enemy]: [&UnitOnTable; 2],
        weapon: u8,
        arc: TrayArc,
    ) -> Result<f64, EncounterError> {
        let tokens = [own, enemy].map(|unit| unit.tokens);
        let melee = self.typical_melee([own, enemy], weapon, crate::play::facing(arc));
        self.typical_value([own, enemy], melee.with_tokens(tokens).as_charge())
    }

    /// Estimates the value of an attack: the enemy's expected losses minus the own ones.
    pub(super) fn attack_value(
        &self,
        units: [&UnitOnTable; 2],
        spec: &EncounterSpec,
    ) -> Result<f64, EncounterError> {
        let typical = TypicalEncounter::of_attack(spec, units[0].full_rank_wounds);
        typical.map_or(Ok(0.0), |typical| self.typical_value(units, typical))
    }

    fn typical_value(
        &self,
        [own, enemy]: [&UnitOnTable; 2],
        typical: TypicalEncounter,
    ) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let lost = |losses: &Losses, unit: &UnitOnTable, side: usize| {
            let (wounds, destroyed) = losses.of_side(side, unit.wounds_left);
            wounds * unit.wound_value
                + destroyed * unit.destruction_value
                + losses.tokens[side] * TOKEN_VALUE
        };
        let value = |losses: &Losses| lost(losses, enemy, 1) - lost(losses, own, 0);
        self.view.outcomes.typical_losses(typical, value)
    }

    /// Returns what cards of both units change in the value of a frontal melee attack for its
    /// attacker.
    pub(super) fn card_gain(
        &self,
        [attacker, defender]: [&UnitOnTable; 2],
        cards: [DeclaredCards; 2],
    ) -> Result<f64, EncounterError> {
        let Some(weapon) = self.best_melee_weapon([attacker, defender])? else { return Ok(0.0) };
        let round = self.view.state.round;
        let units = [(attacker.id, attacker.bonuses), (defender.id, defender.bonuses)];
        let left = attacker.full_rank_wounds;
        let typical = TypicalEncounter::melee(weapon, Facing::Front, units, (left, round));
        let without = typical.spec(&self.view.battle.units);
        let mut with = EncounterSpec { cards, ..without };
        for (side, conditions) in with.conditions.iter_mut().enumerate() {
            if !cards[side].is_empty() {
                let pair = [attacker.id, defender.id];
                // a card that gathers tokens will have one
                conditions.card_tokens = CardTokens::of_first(1);
                conditions.friends =
                    self.friends_counted(&cards[side], (pair[side], pair[1 - side]));
            }
        }
        let lost = |losses: &Losses, unit: &UnitOnTable, side: usize| {
            let (wounds, destroyed) = losses.of_side(side, unit.wounds_left);
            wounds * unit.wound_value
                + destroyed * unit.destruction_value
                + losses.tokens[side] * TOKEN_VALUE
        };
        let value = |losses: &Losses| lost(losses, defender, 1) - lost(losses, attacker, 0);
        let outcomes = self.view.outcomes;
        Ok(outcomes.losses(&with, value)? - outcomes.losses(&without, value)?)
    }

    /// Returns the friends of a unit if its cards count them: fewer distributions serve the others.
    fn friends_counted(
        &self,
        cards: &DeclaredCards,
        (unit, enemy): (UnitId, UnitId),
    ) -> FriendCounts {
        let (state, battle) = (&self.view.state, self.view.battle);
        let usage = battle.decks.as_ref().map(|decks| usage_of(decks, cards));
        if !usage.is_some_and(|usage| usage.friends) {
            return FriendCounts::default();
        }
        state.friends_of(Some(battle), (Some(unit), Some(enemy)), true)
    }

    /// Returns the unit with this number if it is on the table, of either player, or a wall.
    pub(super) fn unit(&self, id: UnitId) -> Option<&UnitOnTable> {
        self.own.iter().chain(&self.enemies).chain(&self.walls).find(|unit| unit.id == id)
    }

    /// Iterates over what the player may charge: enemies, and the walls of an enemy that defends.
    pub(super) fn chargeable(&self) -> impl Iterator<Item = &UnitOnTable> {
        let attacks = self.view.state.defender() == PlayerId::North;
        let walls = self.walls.iter().filter(move |_| attacks);
        self.enemies.iter().chain(walls)
    }

    /// Iterates over the walls of the player, if he defends.
    pub(super) fn own_walls(&self) -> impl Iterator<Item = &UnitOnTable> {
        let defends = self.view.state.defender() == PlayerId::South;
        self.walls.iter().filter(move |_| defends)
    }
}

/// Returns the distance from the middle of a tray to a corner, in thousandths of an inch.
fn half_diagonal(size: TraySize) -> f64 {
    let [width, depth] = [size.width(), size.depth()].map(f64::from);
    (width * width + depth * depth).sqrt() / 2.0
}

/// Value of a victory point, in points of army cost, like the default weight of an objective.
const POINT_VALUE: f64 = 4.0;

/// Value of a wall with all its wounds: that of its victory points (A13.3.6).
pub(super) const WALL_VALUE: f64 = POINT_VALUE * WALL_POINTS as f64;

/// Value of a condition token, in points of army cost.
pub(super) const TOKEN_VALUE: f64 = 0.4;

fn holder(view: &PlayerView<'_>, objective: &Objective) -> Option<UnitId> {
    if view.battle.mode.is_carried() {
        objective.holder
    } else {
        view.state.controller(view.battle, objective)
    }
}

pub(super) fn unit_on_table(view: &PlayerView<'_>, id: UnitId) -> Option<UnitOnTable> {
    unit_at(view, id, view.state.field.unit(id).ok()?.tray)
}

/// Returns the facts about a unit as if it stood there.
pub(super) fn unit_at(view: &PlayerView<'_>, id: UnitId, tray: Tray) -> Option<UnitOnTable> {
    let (state, fighter) = (&*view.state, view.battle.fighter(id)?);
    let unit = state.unit(id)?;
    let mark_points = if unit.marked { 2 } else { 0 };
    let has_missions = view.battle.mode.has_missions();
    // A12.5 gives a point, but for the modes with missions
    let own_points = if has_missions { MissionValues::of(view).destroyed } else { 1.0 };
    // the defender of a siege scores nothing, but for a wall the attacker does, by its wounds
    let is_besieger = view.battle.mode.has_siege() && unit.player != state.defender();
    let own_points = if is_besieger { 0.0 } else { own_points };
    let (cost, own_points) = match view.battle.wall(id) {
        Some(_) => (WALL_VALUE, 0.0),
        None => (f64::from(fighter.cost.max(1)), own_points),
    };
    let body = fighter.unit.body;
    let speed = state.speed(view.battle, id).thousandths();
    Some(UnitOnTable {
        id,
        pose: tray.pose(),
        size: tray.size(),
        wound_value: cost / f64::from(fighter.wounds()),
        wounds_left: unit.left,
        full_rank_wounds: body.ranks_left(unit.left) * body.wounds_per_rank(),
        wounds_per_rank: body.wounds_per_rank(),
        tokens: unit.tokens,
        bonuses: state.carried_bonuses(id),
        last_round: fighter.condition_usage.last_round,
        speed,
        charge_reach: f64::from(speed / 1_000 + CHARGE_DIE / 1_000),
        changes_charges: fighter.condition_usage.charge_distance,
        half_diagonal: half_diagonal(tray.size()),
        activated: unit.activated,
        engaged: state.field.is_engaged(id),
        commander: fighter.commander,
        range: ranged_attacks(view.battle, id).map(|(_, range)| range).max(),
        destruction_value: POINT_VALUE * (own_points + f64::from(mark_points + unit.bounty)),
    })
}
