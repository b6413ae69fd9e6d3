//! What a policy knows of the units, worked out once for a decision.

use super::{Hash, Kind, Policy};
use crate::field::{Player, UnitId};
use crate::geometry::{Pose, Tray, TraySize};
use crate::outcomes::{Meeting, MeetingError, Outlook, What};
use crate::seen::Seen;
use crate::state::Objective;
use smallvec::SmallVec;
use warodds_games::asoiaf::{Facing, Surroundings};

/// A unit on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub id: UnitId,
    pub pose: Pose,
    pub size: TraySize,
    /// What a wound of it is worth: its cost by its wounds.
    pub wound: f64,
    pub left: u8,
    /// Inches of a turn, in 1/1000".
    pub speed: i32,
    pub activated: bool,
    pub engaged: bool,
    pub commander: bool,
    /// Its first attack in melee.
    pub melee: Option<u8>,
    /// Its first attack from afar, with its range in 1/1000".
    pub ranged: Option<(u8, i32)>,
    /// Points its destruction gives its enemy beside what it costs.
    pub prize: f64,
}

/// What a policy knows.
pub(super) struct View<'a> {
    pub seen: &'a Seen<'a>,
    pub policy: Policy,
    pub hash: Hash,
    pub own: SmallVec<[Man; 16]>,
    pub enemies: SmallVec<[Man; 16]>,
    /// What own units do to each enemy in melee on average, from the front: row by row of own units.
    pub power: SmallVec<[f64; 64]>,
    /// The same of enemies to own units, in the same order.
    pub danger: SmallVec<[f64; 64]>,
    /// Who controls or carries each objective.
    pub held: SmallVec<[Option<UnitId>; 6]>,
}

impl<'a> View<'a> {
    pub fn new(seen: &'a Seen<'a>, policy: Policy) -> Result<Self, MeetingError> {
        let men = |player| seen.state.on_table(player).filter_map(|(id, _)| man(seen, id));
        let (own, enemies): (SmallVec<[Man; 16]>, SmallVec<[Man; 16]>) =
            (men(Player::South).collect(), men(Player::North).collect());
        let mut view = Self {
            seen,
            policy,
            hash: Hash::of(seen),
            own,
            enemies,
            power: SmallVec::new(),
            danger: SmallVec::new(),
            held: seen.state.objectives.iter().map(|one| holder(seen, one)).collect(),
        };
        if policy.kind != Kind::Random {
            view.weigh_fights()?;
        }
        Ok(view)
    }

    fn weigh_fights(&mut self) -> Result<(), MeetingError> {
        for own in &self.own {
            for enemy in &self.enemies {
                self.power.push(self.front(own, enemy)?);
                self.danger.push(self.front(enemy, own)?);
            }
        }
        Ok(())
    }

    /// What a unit takes from another in melee on average, from the front; roughly: both count as if
    /// their last ranks were whole and they held no tokens, so that few outcomes are asked for.
    fn front(&self, striker: &Man, struck: &Man) -> Result<f64, MeetingError> {
        let Some(weapon) = striker.melee else { return Ok(0.0) };
        let what = What::Attack { weapon, facing: Facing::Front, cover: false };
        let units = [striker.id, struck.id];
        let mut meeting = self.seen.state.front_attack(self.seen.battle, units, what);
        for (around, man) in meeting.around.iter_mut().zip([striker, struck]) {
            let body = self.seen.battle.fighter(man.id).map(|one| one.unit.body);
            let whole = body.map(|body| body.ranks_left(man.left) * body.wounds_per_rank());
            around.left = whole.unwrap_or(man.left);
            (around.tokens, around.surroundings) = (0, Surroundings::default());
        }
        let lost = f64::from(meeting.around[1].left) - self.outlook(&meeting)?.left[1];
        Ok(lost.min(f64::from(struck.left)) * struck.wound)
    }

    /// What is to be expected of a meeting.
    pub fn outlook(&self, meeting: &Meeting) -> Result<Outlook, MeetingError> {
        self.seen.outcomes.of(meeting)?.outlook()
    }

    /// What a meeting is worth to the side of its first unit: what it takes of the second, less what
    /// it loses.
    pub fn gain(&self, [own, other]: [&Man; 2], outlook: &Outlook) -> f64 {
        let lost = |man: &Man, side: usize| {
            let wounds = f64::from(man.left) - outlook.left[side];
            let tokens = outlook.tokens[side] - f64::from(self.tokens(man.id));
            wounds * man.wound + outlook.destroyed[side] * man.prize + tokens * TOKEN
        };
        lost(other, 1) - lost(own, 0)
    }

    /// How many condition tokens a unit holds.
    pub fn tokens(&self, unit: UnitId) -> u32 {
        self.seen.state.unit(unit).map_or(0, |held| (held.tokens & 0b111).count_ones())
    }

    /// The unit of this number on either side.
    pub fn man(&self, unit: UnitId) -> Option<&Man> {
        self.own.iter().chain(&self.enemies).find(|man| man.id == unit)
    }
}

/// What a condition token is worth, in points of an army's cost.
pub(super) const TOKEN: f64 = 0.4;

fn holder(seen: &Seen<'_>, objective: &Objective) -> Option<UnitId> {
    if seen.battle.mode.is_carried() {
        objective.holder
    } else {
        seen.state.controller(seen.battle, objective)
    }
}

fn man(seen: &Seen<'_>, id: UnitId) -> Option<Man> {
    let (state, fighter) = (&*seen.state, seen.battle.fighter(id)?);
    let (held, at) = (state.unit(id)?, state.field.unit(id).ok()?);
    let tray: &Tray = &at.tray;
    let marked = if held.marked { 2 } else { 0 };
    let range = |weapon: u8| {
        let reach = fighter.unit.attacks.get(usize::from(weapon))?.reach;
        Some((weapon, crate::play::range(reach)?.thousandths()))
    };
    Some(Man {
        id,
        pose: tray.pose(),
        size: tray.size(),
        wound: f64::from(fighter.cost.max(1)) / f64::from(fighter.wounds()),
        left: held.left,
        speed: state.speed(seen.battle, id).thousandths(),
        activated: held.activated,
        engaged: state.field.is_engaged(id),
        commander: fighter.commander,
        melee: fighter.attacks(false).next(),
        ranged: fighter.attacks(true).filter_map(range).max_by_key(|(_, range)| *range),
        prize: 4.0 * f64::from(1 + marked + held.bounty),
    })
}
