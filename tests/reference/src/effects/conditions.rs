//! Values of units and attacks in a state, and the conditions of effects on them.

use warodds_games::asoiaf::effect::{Conditions, CountRange, Effect, RankComparison, Zone, Zones};
use warodds_games::asoiaf::values::{Defense, Morale};
use warodds_games::asoiaf::{
    ChargeEffects, Engagement, Facing, Modifiers, Reach, UnitState, Weapon,
};

use super::model::{ReferenceModel, Resolution, ResolutionKind};
use super::state::CombatState;

impl ReferenceModel<'_> {
    fn unit_state(&self, side: usize) -> UnitState {
        self.attack.sides()[side].state
    }

    /// Returns the wounds of a full unit.
    pub fn full_wounds(&self, side: usize) -> i32 {
        self.unit_state(side).body().wounds().into()
    }

    /// Returns the ranks of a full unit.
    pub fn ranks_of(&self, side: usize) -> i32 {
        self.unit_state(side).body().ranks().into()
    }

    /// Returns the remaining ranks; 0 for a destroyed unit.
    pub fn remaining_ranks(&self, side: usize, now: &CombatState) -> i32 {
        let of_rank = self.full_wounds(side) / self.ranks_of(side);
        (now.left[side] + of_rank - 1) / of_rank
    }

    /// Returns the remaining ranks; a destroyed unit counts as having one.
    pub fn ranks(&self, side: usize, now: &CombatState) -> i32 {
        self.remaining_ranks(side, now).max(1)
    }

    /// Returns the weapon with which a side attacks, if it has one.
    pub fn weapon(&self, side: usize) -> Option<&Weapon> {
        self.attack.sides()[side].weapon.as_ref()
    }

    /// Returns the defense and the morale of a side, if both are known.
    pub fn defense_profile(&self, side: usize) -> Option<(Defense, Morale)> {
        let unit = self.attack.sides()[side];
        unit.defense.zip(unit.morale)
    }

    /// Returns the changes of a side's rolls.
    pub fn modifiers(&self, side: usize) -> Modifiers {
        self.attack.sides()[side].modifiers
    }

    /// Returns whether a side can make triggered attacks, which are melee attacks.
    pub fn can_counterattack(&self, side: usize) -> bool {
        // the profile of the first side is that of the main attack
        let is_ranged = side == 0 && self.attack.context.engagement.is_ranged();
        self.weapon(side).is_some() && !is_ranged && self.defense_profile(1 - side).is_some()
    }

    /// Returns the least face that saves against hits outside of attacks, where `added` is added
    /// to the saves.
    pub fn save_value(&self, side: usize, added: i32) -> i32 {
        let (defense, _) = self.defense_profile(side).expect("a unit with a defence");
        let modifier = i32::from(self.modifiers(side).save_modifier.get()) + added;
        (i32::from(defense.get()) - modifier).clamp(2, 6)
    }

    /// Returns the range of the attack; triggered attacks are in contact.
    pub fn reach(&self, resolution: Resolution<'_>) -> Reach {
        match resolution.kind {
            ResolutionKind::Main => self.attack.context.engagement.reach(),
            ResolutionKind::Triggered => Reach::Melee,
            ResolutionKind::BeforeCharge(reach) => reach,
            // it stops at most six inches before its target
            ResolutionKind::FailedCharge => Reach::SHORT,
        }
    }

    /// Returns the defender's arc that the attack comes from (A3).
    pub fn arc(&self, resolution: Resolution<'_>) -> Facing {
        match resolution.kind {
            ResolutionKind::Main | ResolutionKind::BeforeCharge(_) => self.attack.context.facing,
            ResolutionKind::Triggered | ResolutionKind::FailedCharge => Facing::Front,
        }
    }

    /// Returns the charge that led to the attack.
    pub fn charge(&self, resolution: Resolution<'_>) -> Option<ChargeEffects> {
        match resolution.kind {
            ResolutionKind::Main | ResolutionKind::BeforeCharge(_) => {
                self.attack.context.engagement.charge()
            }
            ResolutionKind::Triggered | ResolutionKind::FailedCharge => None,
        }
    }

    /// Returns whether the main attack ends a charge.
    pub fn is_charge(&self) -> bool {
        self.attack.context.engagement.charge().is_some()
    }

    /// Returns whether the defender is fortified.
    pub fn is_fortified(&self, resolution: Resolution<'_>) -> bool {
        resolution.is_main()
            && self.attack.context.engagement.charge().is_some_and(|charge| charge.fortified)
    }

    /// Returns what cover adds to attack dice: −1 for ranged attacks (A10).
    pub fn cover(&self, resolution: Resolution<'_>) -> i32 {
        let covered = resolution.is_main()
            && matches!(self.attack.context.engagement, Engagement::Ranged { cover: true, .. });
        -i32::from(covered)
    }

    /// Returns whether the conditions of an effect hold, but for those on the damage of an attack.
    pub fn holds(
        &self,
        effect: &Effect,
        side: usize,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> bool {
        let matches =
            |required: Option<bool>, is: bool| required.is_none_or(|required| required == is);
        let conditions = &effect.conditions;
        let reach = self.reach(resolution);
        let [own, enemy] = [side, 1 - side].map(|side| &self.attack.sides()[side].circumstances);
        matches(conditions.melee, reach == Reach::Melee)
            && matches(conditions.short, reach != Reach::LONG)
            && matches(conditions.charging, self.charge(resolution).is_some())
            && (conditions.facings.is_empty() || conditions.facings.contains(&self.arc(resolution)))
            && self.counts_match(effect, side, now)
            && conditions.zones_match(own.zones, enemy.zones)
            && is_within(conditions.round, own.round.into())
            && matches(conditions.enemy_activated, enemy.activated)
            && matches(conditions.activated, own.activated)
            && matches(conditions.engaged_since_start, own.engaged_since_start)
            && is_within(conditions.resource, own.resource.into())
            && conditions.spends <= own.resource
            && matches(conditions.supported, own.supported)
            && matches(conditions.enemy_supported, enemy.supported)
            && matches(conditions.own_turn, side == 0)
            && self.belongs(conditions, side)
    }

    /// Returns whether type, affiliations and commander of a side are as required.
    fn belongs(&self, conditions: &Conditions, side: usize) -> bool {
        let unit = self.attack.sides()[side];
        let of_any = |names: &[String]| names.iter().any(|name| unit.allegiance.has(name));
        if of_any(&conditions.not_affiliations) {
            return false;
        }
        if !conditions.affiliations.is_empty() && !of_any(&conditions.affiliations) {
            return false;
        }
        if !conditions.own_types.is_empty() && !conditions.own_types.contains(&unit.kind) {
            return false;
        }
        let led = unit.allegiance.is_led();
        if conditions
            .near_commander
            .is_some_and(|near| near != (led || unit.circumstances.near_commander))
        {
            return false;
        }
        match conditions.commander_unit {
            Some(required) => led == required,
            None => true,
        }
    }

    /// Returns how many of these conditions of an additional option hold for a side.
    pub fn more_picks(&self, more: &[Conditions], side: usize) -> u32 {
        let [own, enemy] = [side, 1 - side].map(|side| &self.attack.sides()[side].circumstances);
        let holds = |conditions: &&Conditions| {
            self.belongs(conditions, side)
                && conditions.zones_match(own.zones, enemy.zones)
                && conditions.supported.is_none_or(|supported| supported == own.supported)
                && is_within(conditions.resource, own.resource.into())
        };
        more.iter().filter(holds).count() as u32
    }

    fn counts_match(&self, effect: &Effect, side: usize, now: &CombatState) -> bool {
        let conditions = &effect.conditions;
        let [own, enemy] = [side, 1 - side].map(|side| self.ranks(side, now));
        let lost_ranks = [side, 1 - side].map(|side| self.ranks_of(side) - self.ranks(side, now));
        let tokens = now.tokens[1 - side];
        let compared = |difference: i32| match difference {
            ..0 => RankComparison::Fewer,
            0 => RankComparison::Equal,
            1.. => RankComparison::More,
        };
        let allowed = |among: &[RankComparison], difference: i32| {
            among.is_empty() || among.contains(&compared(difference))
        };
        let types = &conditions.enemy_types;
        is_within(conditions.own_ranks, own)
            && is_within(conditions.own_ranks_lost, lost_ranks[0])
            && is_within(conditions.enemy_ranks, enemy)
            && is_within(conditions.enemy_ranks_lost, lost_ranks[1])
            && allowed(&conditions.ranks_against_enemy, own - enemy)
            && allowed(&conditions.lost_ranks_against_enemy, lost_ranks[0] - lost_ranks[1])
            && is_within(conditions.enemy_tokens, tokens.count_ones() as i32)
            && tokens & conditions.enemy_holds.bits() == conditions.enemy_holds.bits()
            && (types.is_empty() || types.contains(&self.attack.sides()[1 - side].kind))
    }
}

fn is_within(range: CountRange, count: i32) -> bool {
    i32::from(range.least) <= count && count <= i32::from(range.most)
}

/// Conditions on the zones that both sides hold.
trait ZoneConditions {
    fn zones_match(&self, own: Zones, enemy: Zones) -> bool;
}

impl ZoneConditions for warodds_games::asoiaf::effect::Conditions {
    fn zones_match(&self, own: Zones, enemy: Zones) -> bool {
        let all = [Zone::Crown, Zone::Wealth, Zone::Letters, Zone::Combat, Zone::Maneuver];
        all.into_iter().all(|zone| {
            (!self.zones.has(zone) || own.has(zone))
                && (!self.not_zones.has(zone) || !own.has(zone))
                && (!self.enemy_zones.has(zone) || enemy.has(zone))
                && (!self.not_enemy_zones.has(zone) || !enemy.has(zone))
        })
    }
}
