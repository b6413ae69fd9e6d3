//! What a policy knows of the units, worked out once for a decision.

use super::estimates::DIE;
use super::{BattlePolicy, PolicyKind, ViewHash};
use crate::battle::Battle;
use crate::decision::PlayerView;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Pose, Tray, TrayArc, TraySize};
use crate::outcomes::{EncounterError, EncounterSpec, Losses, ObjectiveBonuses, TypicalEncounter};
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
    /// What a wound of it is worth: its cost by its wounds.
    pub wound: f64,
    pub left: u8,
    /// The same as if its last rank were whole.
    whole: u8,
    /// The bits of its tokens.
    tokens: u8,
    /// What objectives and marks bring.
    boons: ObjectiveBonuses,
    /// Rounds after this are alike to its abilities.
    last_round: u8,
    /// Inches of a turn, in 1/1000".
    pub speed: i32,
    /// The longest way of its charges in inches (A5.1), where no ability changes that.
    pub charge: f64,
    /// Whether its abilities may change how far it, or an enemy, charges.
    pub changes_charges: bool,
    /// From the middle of its tray to the corners, in 1/1000".
    pub half_diagonal: f64,
    pub activated: bool,
    pub engaged: bool,
    pub commander: bool,
    /// The range of its attack from afar in 1/1000", of several that of the farthest.
    pub range: Option<i32>,
    /// Points its destruction gives its enemy beside what it costs.
    pub prize: f64,
}

/// The ranged attacks of a unit by their numbers on its card, with their ranges in 1/1000".
fn ranges(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (u8, i32)> + '_ {
    battle.fighter(unit).into_iter().flat_map(|fighter| {
        fighter.attacks(true).filter_map(|weapon| {
            let reach = fighter.unit.attacks.get(usize::from(weapon))?.reach;
            Some((weapon, crate::play::range(reach)?.thousandths()))
        })
    })
}

/// What a policy knows.
pub(super) struct PolicyContext<'a> {
    pub seen: &'a PlayerView<'a>,
    pub policy: BattlePolicy,
    pub hash: ViewHash,
    pub own: SmallVec<[UnitOnTable; 8]>,
    pub enemies: SmallVec<[UnitOnTable; 8]>,
    /// Who controls or carries each objective.
    pub held: SmallVec<[Option<UnitId>; 6]>,
}

impl<'a> PolicyContext<'a> {
    pub(super) fn new(seen: &'a PlayerView<'a>, policy: BattlePolicy) -> Self {
        let men =
            |player| seen.state.units_on_table(player).filter_map(|(id, _)| combatant(seen, id));
        let (own, enemies): (SmallVec<[UnitOnTable; 8]>, SmallVec<[UnitOnTable; 8]>) =
            (men(PlayerId::South).collect(), men(PlayerId::North).collect());
        let held = seen.state.objectives.iter().map(|one| holder(seen, one)).collect();
        Self { seen, policy, hash: ViewHash::of(seen), own, enemies, held }
    }

    /// What a unit takes from another in melee on average, from the front, both without tokens.
    pub(super) fn front(
        &self,
        [striker, struck]: [&UnitOnTable; 2],
    ) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let Some(weapon) = self.melee_weapon([striker, struck])? else { return Ok(0.0) };
        let typical = self.melee([striker, struck], weapon, Facing::Front);
        let lost = |losses: &Losses| losses.of_side(1, struck.left).0;
        Ok(self.seen.outcomes.typical_losses(typical, lost)? * struck.wound)
    }

    /// The melee attack that a unit makes on another: the one with the highest expected wounds, from
    /// the front and without tokens.
    pub(super) fn melee_weapon(
        &self,
        both: [&UnitOnTable; 2],
    ) -> Result<Option<u8>, EncounterError> {
        let fighter = self.seen.battle.fighter(both[0].id);
        let weapons = fighter.into_iter().flat_map(|fighter| fighter.attacks(false));
        best(weapons, |weapon| self.wounds(both, *weapon))
    }

    /// The attack from afar, with its range in 1/1000", that a unit makes on another which is so
    /// far away at least: chosen in the same way.
    pub(super) fn ranged_weapon(
        &self,
        both: [&UnitOnTable; 2],
        least: f64,
    ) -> Result<Option<(u8, i32)>, EncounterError> {
        let weapons = ranges(self.seen.battle, both[0].id);
        let weapons = weapons.filter(|(_, range)| f64::from(*range) >= least);
        best(weapons, |(weapon, _)| self.wounds(both, *weapon))
    }

    /// Expected wounds of an attack from the front, both without tokens; random play weighs none.
    fn wounds(&self, both: [&UnitOnTable; 2], weapon: u8) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let [_, struck] = both;
        let typical = self.melee(both, weapon, Facing::Front);
        self.seen.outcomes.typical_losses(typical, |losses| losses.of_side(1, struck.left).0)
    }

    fn melee(
        &self,
        [striker, struck]: [&UnitOnTable; 2],
        weapon: u8,
        facing: Facing,
    ) -> TypicalEncounter {
        let round = self.seen.state.round.min(striker.last_round.max(struck.last_round));
        let units = [(striker.id, striker.boons), (struck.id, struck.boons)];
        TypicalEncounter::melee(weapon, facing, units, (striker.whole, round))
    }

    /// What a charge that arrives is worth to who charges.
    pub(super) fn contact(
        &self,
        [own, enemy]: [&UnitOnTable; 2],
        weapon: u8,
        arc: TrayArc,
    ) -> Result<f64, EncounterError> {
        let tokens = [own, enemy].map(|combatant| combatant.tokens);
        let melee = self.melee([own, enemy], weapon, crate::play::facing(arc));
        self.worth_of([own, enemy], melee.with(tokens).as_charge())
    }

    /// What an attack is worth to who strikes, on average and roughly: what it takes of the other,
    /// less what it loses.
    pub(super) fn gain(
        &self,
        both: [&UnitOnTable; 2],
        meeting: &EncounterSpec,
    ) -> Result<f64, EncounterError> {
        let typical = TypicalEncounter::of(meeting, both[0].whole);
        typical.map_or(Ok(0.0), |typical| self.worth_of(both, typical))
    }

    fn worth_of(
        &self,
        [own, other]: [&UnitOnTable; 2],
        typical: TypicalEncounter,
    ) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let lost = |losses: &Losses, combatant: &UnitOnTable, side: usize| {
            let (wounds, destroyed) = losses.of_side(side, combatant.left);
            wounds * combatant.wound + destroyed * combatant.prize + losses.tokens[side] * TOKEN
        };
        let worth = |losses: &Losses| lost(losses, other, 1) - lost(losses, own, 0);
        self.seen.outcomes.typical_losses(typical, worth)
    }

    /// What a panic test takes of an enemy on average.
    pub(super) fn fright(&self, enemy: &UnitOnTable, modifier: i8) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let meeting = self.seen.state.panic_encounter(self.seen.battle, enemy.id, modifier, false);
        let outlook = self.seen.outcomes.get(&meeting)?.expected()?;
        let wounds = f64::from(enemy.left) - outlook.left[0];
        Ok(wounds * enemy.wound + outlook.destroyed[0] * enemy.prize)
    }

    /// The unit of this number on either side.
    pub(super) fn combatant(&self, unit: UnitId) -> Option<&UnitOnTable> {
        self.own.iter().chain(&self.enemies).find(|combatant| combatant.id == unit)
    }
}

/// From the middle of a tray to its corners, in 1/1000".
fn half_diagonal(size: TraySize) -> f64 {
    let [width, depth] = [size.width(), size.depth()].map(f64::from);
    (width * width + depth * depth).sqrt() / 2.0
}

/// What a condition token is worth, in points of an army's cost.
pub(super) const TOKEN: f64 = 0.4;

fn holder(seen: &PlayerView<'_>, objective: &Objective) -> Option<UnitId> {
    if seen.battle.mode.is_carried() {
        objective.holder
    } else {
        seen.state.controller(seen.battle, objective)
    }
}

fn combatant(seen: &PlayerView<'_>, id: UnitId) -> Option<UnitOnTable> {
    let (state, fighter) = (&*seen.state, seen.battle.fighter(id)?);
    let (held, at) = (state.unit(id)?, state.field.unit(id).ok()?);
    let tray: &Tray = &at.tray;
    let marked = if held.marked { 2 } else { 0 };
    let body = fighter.unit.body;
    let speed = state.speed(seen.battle, id).thousandths();
    Some(UnitOnTable {
        id,
        pose: tray.pose(),
        size: tray.size(),
        wound: f64::from(fighter.cost.max(1)) / f64::from(fighter.wounds()),
        left: held.left,
        whole: body.ranks_left(held.left) * body.wounds_per_rank(),
        tokens: held.tokens,
        boons: state.carried_bonuses(id),
        last_round: fighter.condition_usage.last_round,
        speed,
        charge: f64::from(speed / 1_000 + DIE / 1_000),
        changes_charges: fighter.condition_usage.charge_distance,
        half_diagonal: half_diagonal(tray.size()),
        activated: held.activated,
        engaged: state.field.is_engaged(id),
        commander: fighter.commander,
        range: ranges(seen.battle, id).map(|(_, range)| range).max(),
        prize: 4.0 * f64::from(1 + marked + held.bounty),
    })
}
