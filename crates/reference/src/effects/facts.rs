//! What units, places and conditions are in a state.

use warodds_games::asoiaf::effect::{CountRange, Effect, RankComparison, Zone, Zones};
use warodds_games::asoiaf::{AttackProfile, Bonus, DefenseProfile, Facing, Reach, UnitState};

use super::model::{ReferenceModel, Resolution, ResolutionKind};
use super::state::CombatState;

impl ReferenceModel<'_> {
    fn standing(&self, side: usize) -> UnitState {
        [self.attack.attacker.state, self.attack.defender.state][side]
    }

    /// Wounds of a full unit.
    pub fn full(&self, side: usize) -> i32 {
        self.standing(side).body().wounds().into()
    }

    /// Ranks of a full unit.
    pub fn ranks_of(&self, side: usize) -> i32 {
        self.standing(side).body().ranks().into()
    }

    /// Ranks left; none of a unit that is gone.
    pub fn true_ranks(&self, side: usize, now: &CombatState) -> i32 {
        let of_rank = self.full(side) / self.ranks_of(side);
        (now.left[side] + of_rank - 1) / of_rank
    }

    /// Ranks left; a unit that is gone counts as on its last.
    pub fn ranks(&self, side: usize, now: &CombatState) -> i32 {
        self.true_ranks(side, now).max(1)
    }

    /// How a side strikes.
    pub fn attacker(&self, side: usize) -> Option<&AttackProfile> {
        if side == 0 {
            Some(&self.attack.attacker.attacking)
        } else {
            self.attack.defender.attacking.as_ref()
        }
    }

    /// How a side defends itself, where that is known.
    pub fn defender(&self, side: usize) -> Option<&DefenseProfile> {
        if side == 1 {
            Some(&self.attack.defender.defending)
        } else {
            self.attack.attacker.defending.as_ref()
        }
    }

    /// Whether a side can make an attack that is called forth.
    pub fn can_answer(&self, side: usize) -> bool {
        self.attacker(side).is_some_and(|attacker| attacker.reach == Reach::Melee)
            && self.defender(1 - side).is_some()
    }

    /// The face on which a side saves outside of attacks on it.
    pub fn own_save(&self, side: usize) -> i32 {
        let guard = self.defender(side).expect("a unit with a defence");
        (i32::from(guard.defense.get()) - i32::from(guard.changes.save_modifier.get())).clamp(2, 6)
    }

    /// How far the attack in question reaches; those called forth are in contact.
    pub fn reach(&self, resolution: Resolution<'_>) -> Reach {
        match resolution.kind {
            ResolutionKind::Main => self.attack.attacker.attacking.reach,
            ResolutionKind::Called => Reach::Melee,
            ResolutionKind::Roll(reach) | ResolutionKind::Failed(reach) => reach,
        }
    }

    /// The arc of the defender that it comes from.
    pub fn arc(&self, resolution: Resolution<'_>) -> Facing {
        match resolution.kind {
            ResolutionKind::Main | ResolutionKind::Roll(_) => self.attack.context.facing,
            ResolutionKind::Called | ResolutionKind::Failed(_) => Facing::Front,
        }
    }

    /// What bonus of a charge it has.
    pub fn charge(&self, resolution: Resolution<'_>) -> Bonus {
        match resolution.kind {
            ResolutionKind::Main | ResolutionKind::Roll(_) => self.attack.context.charge,
            ResolutionKind::Called | ResolutionKind::Failed(_) => Bonus::None,
        }
    }

    /// Whether it is made by a charge.
    pub fn is_charge(&self) -> bool {
        self.attack.context.charge != Bonus::None
    }

    /// Whether its target is fortified.
    pub fn is_fortified(&self, resolution: Resolution<'_>) -> bool {
        resolution.is_main() && self.attack.context.fortified
    }

    /// What cover adds to its dice.
    pub fn cover(&self, resolution: Resolution<'_>) -> i32 {
        let covered = resolution.is_main()
            && self.attack.context.cover
            && self.reach(resolution) != Reach::Melee;
        -i32::from(covered)
    }

    /// Whether the conditions of an effect hold; those on what an attack did are looked at apart.
    pub fn holds(
        &self,
        effect: &Effect,
        side: usize,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> bool {
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let wanted = &effect.conditions;
        let reach = self.reach(resolution);
        let [own, enemy] =
            [side, 1 - side].map(|side| &self.attack.traits()[side].usage.circumstances);
        asked(wanted.melee, reach == Reach::Melee)
            && asked(wanted.short, reach != Reach::Long)
            && asked(wanted.charging, self.charge(resolution) != Bonus::None)
            && (wanted.facings.is_empty() || wanted.facings.contains(&self.arc(resolution)))
            && self.counts_fit(effect, side, now)
            && wanted.zones_fit(own.zones, enemy.zones)
            && within(wanted.round, own.round.into())
            && asked(wanted.enemy_activated, enemy.activated)
            && asked(wanted.activated, own.activated)
            && asked(wanted.engaged_since_start, own.engaged_since_start)
            && within(wanted.resource, own.resource.into())
            && wanted.spends <= own.resource
            && asked(wanted.supported, own.supported)
            && asked(wanted.enemy_supported, enemy.supported)
            && asked(wanted.own_turn, side == 0)
    }

    fn counts_fit(&self, effect: &Effect, side: usize, now: &CombatState) -> bool {
        let wanted = &effect.conditions;
        let [own, enemy] = [side, 1 - side].map(|side| self.ranks(side, now));
        let lost = [side, 1 - side].map(|side| self.ranks_of(side) - self.ranks(side, now));
        let held = now.tokens[1 - side];
        let compared = match own - enemy {
            ..0 => RankComparison::Fewer,
            0 => RankComparison::Equal,
            1.. => RankComparison::More,
        };
        let types = &wanted.enemy_types;
        within(wanted.own_ranks, own)
            && within(wanted.own_ranks_lost, lost[0])
            && within(wanted.enemy_ranks, enemy)
            && within(wanted.enemy_ranks_lost, lost[1])
            && (wanted.ranks_against_enemy.is_empty()
                || wanted.ranks_against_enemy.contains(&compared))
            && within(wanted.enemy_tokens, held.count_ones() as i32)
            && held & wanted.enemy_holds.bits() == wanted.enemy_holds.bits()
            && (types.is_empty() || types.contains(&self.attack.traits()[1 - side].kind))
    }
}

fn within(range: CountRange, count: i32) -> bool {
    i32::from(range.least) <= count && count <= i32::from(range.most)
}

/// Conditions on zones.
trait OfZones {
    fn zones_fit(&self, own: Zones, enemy: Zones) -> bool;
}

impl OfZones for warodds_games::asoiaf::effect::Conditions {
    fn zones_fit(&self, own: Zones, enemy: Zones) -> bool {
        let all = [Zone::Crown, Zone::Wealth, Zone::Letters, Zone::Combat, Zone::Maneuver];
        all.into_iter().all(|zone| {
            (!self.zones.has(zone) || own.has(zone))
                && (!self.enemy_zones.has(zone) || enemy.has(zone))
                && (!self.not_enemy_zones.has(zone) || !enemy.has(zone))
        })
    }
}
