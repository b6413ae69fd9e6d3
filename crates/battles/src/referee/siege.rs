//! A siege followed from the entries of a log alone (A13.3): where the wall lies, which cards are
//! drawn, who comes back and from where, what hurts walls, and who scores.

use super::polygon::Polygon;
use crate::battle::Battle;
use crate::field::{PlayerId, UnitId};
use crate::geometry::Pose;
use crate::log::{LogEntry, RuleViolation};
use crate::siege::{Siege, SiegeCardId, SiegeSide};
use std::collections::{BTreeMap, BTreeSet};

/// Distances in inches up to which places are rounded (A15.6).
const ROUNDING: f64 = 0.02;

/// What a log says of its siege.
#[derive(Debug)]
pub(super) struct FollowedSiege<'a> {
    battle: &'a Battle,
    siege: Option<&'a Siege>,
    /// The wounds left of each section on the table.
    walls: BTreeMap<UnitId, u8>,
    cards: BTreeSet<(SiegeSide, SiegeCardId)>,
    /// Units that have been on the table, and those that lie destroyed.
    seen: BTreeSet<UnitId>,
    destroyed: BTreeSet<UnitId>,
    round: u8,
    /// Whether a turn of the round has been taken.
    has_begun: bool,
    /// Whether the army at the southern edge is `a`.
    a_is_south: bool,
    /// The points that the last destroyed unit gives, by whom.
    due: u8,
}

fn breach(rule: &'static str, why: String) -> Result<(), RuleViolation> {
    Err(RuleViolation::new(rule, why))
}

impl<'a> FollowedSiege<'a> {
    pub(super) fn new(battle: &'a Battle) -> Self {
        Self {
            battle,
            siege: battle.siege.as_ref(),
            walls: BTreeMap::new(),
            cards: BTreeSet::new(),
            seen: BTreeSet::new(),
            destroyed: BTreeSet::new(),
            round: 0,
            has_begun: false,
            a_is_south: true,
            due: 0,
        }
    }

    /// Follows an entry of a log.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn follow(&mut self, entry: &LogEntry) -> Result<(), RuleViolation> {
        use crate::choice::PlayerChoice::{Edge, Turn};
        let Some(siege) = self.siege else { return Ok(()) };
        match entry {
            LogEntry::Chose { player, choice: Edge(edge) } => self.a_is_south = player == edge,
            LogEntry::Chose { choice: Turn(_), .. } => self.has_begun = true,
            LogEntry::Round { round, .. } => {
                (self.round, self.has_begun) = (*round, false);
                return self.begin(*round);
            }
            LogEntry::SiegeCard { player, card, .. } => return self.draw(siege, *player, *card),
            LogEntry::Moved { unit, pose, rule } => return self.enter(siege, *unit, *pose, rule),
            LogEntry::Wounds { unit, left, rule } => return self.hurt(siege, *unit, *left, rule),
            LogEntry::Destroyed { unit } => return self.destroy(*unit),
            LogEntry::Scored { player, points, rule, .. } => {
                return self.score(*player, *points, rule);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the player of a unit.
    fn player(&self, unit: UnitId) -> PlayerId {
        let is_of_a = self.battle.army_of(unit.0.into()) == 0;
        if is_of_a == self.a_is_south { PlayerId::South } else { PlayerId::North }
    }

    /// Checks the set-up before the first round: three cards a side, three sections, and half of the
    /// defender's units on the table.
    fn begin(&self, round: u8) -> Result<(), RuleViolation> {
        if round != 1 {
            return Ok(());
        }
        let of = |side| self.cards.iter().filter(|(of, _)| *of == side).count();
        let drawn = SiegeSide::BOTH.map(of);
        if drawn != [3, 3] {
            return breach("A13.3.3", format!("each side draws three siege cards, not {drawn:?}"));
        }
        if self.walls.len() != 3 {
            return breach("A13.3.1", format!("there are {} walls, not three", self.walls.len()));
        }
        let of_defender = |unit: &&UnitId| self.player(**unit) == PlayerId::North;
        let defender = usize::from(self.a_is_south);
        let all = self.battle.units_of(defender).count();
        let deployed = self.seen.iter().filter(of_defender).count();
        if deployed != all / 2 {
            let why = format!("the defender deploys {deployed} of {all} units, not half");
            return breach("A13.3.5", why);
        }
        Ok(())
    }

    fn draw(
        &mut self,
        siege: &Siege,
        player: PlayerId,
        card: SiegeCardId,
    ) -> Result<(), RuleViolation> {
        let side =
            if player == PlayerId::South { SiegeSide::Attacker } else { SiegeSide::Defender };
        if siege.card(side, card).is_none() || !self.cards.insert((side, card)) {
            return breach("A13.3.3", format!("siege card {} is not in the deck", card.0));
        }
        Ok(())
    }

    /// Checks a unit that comes onto the table, and where a wall lies.
    fn enter(
        &mut self,
        siege: &Siege,
        unit: UnitId,
        pose: Pose,
        rule: &str,
    ) -> Result<(), RuleViolation> {
        let Some(fighter) = self.battle.fighter(unit) else { return Ok(()) };
        let outline = Polygon::at(fighter.tray, pose);
        if self.battle.is_wall(unit) {
            return self.raise(siege, unit, &outline);
        }
        let is_new = self.seen.insert(unit);
        let has_returned = self.destroyed.remove(&unit);
        if !is_new && !has_returned {
            return Ok(());
        }
        let half = spot_of(self.battle);
        let [lowest, highest] = outline.along();
        let attacks = self.player(unit) == PlayerId::South;
        let from_flank = outline.least_across() >= half[0] - 6.0 - ROUNDING;
        match (attacks, has_returned, self.round) {
            // deployed, or back before the first turn of a round
            (true, false, 0) | (true, true, 1..) if !self.has_begun => {
                if highest > -half[1] + 18.0 + ROUNDING {
                    return breach("A13.3.1", format!("{unit} is not in the attacker's zone"));
                }
                if has_returned && fighter.is_character() {
                    return breach("A13.3.4", format!("{unit} is a character and does not return"));
                }
                Ok(())
            }
            (false, false, 0) if lowest < half[1] - 12.0 - ROUNDING => {
                breach("A13.3.1", format!("{unit} is not in the defender's zone"))
            }
            (false, false, 0) => Ok(()),
            (false, false, round) if round >= self.reserves_from(siege) && from_flank => Ok(()),
            (false, false, _) => {
                breach("A13.3.5", format!("{unit} enters too early, or not from a flank edge"))
            }
            _ => breach("A13.3.4", format!("{unit} may not come back ({rule})")),
        }
    }

    /// Returns the first round in which reserves of the defender enter.
    fn reserves_from(&self, siege: &Siege) -> u8 {
        let drawn = self.cards.iter().filter(|(side, _)| *side == SiegeSide::Defender);
        let cards = drawn.filter_map(|(side, card)| siege.card(*side, *card));
        cards.filter_map(|card| card.reserves_from).min().unwrap_or(3)
    }

    /// Checks a section of the wall: 3" from the northern edge, 4" from the next one.
    fn raise(
        &mut self,
        siege: &Siege,
        wall: UnitId,
        outline: &Polygon,
    ) -> Result<(), RuleViolation> {
        let edge = spot_of(self.battle)[1];
        let step = f64::from(siege.wall.tray.width()) / 1_000.0 + 4.0;
        let [_, rear] = outline.along();
        let [west, east] = outline.across();
        let middle = f64::midpoint(west, east).abs();
        let is_right = (edge - rear - 3.0).abs() < ROUNDING
            && (middle < ROUNDING || (middle - step).abs() < ROUNDING);
        if !is_right || self.player(wall) != PlayerId::North || self.round > 0 {
            return breach("A13.3.1", format!("{wall} is not where walls are placed"));
        }
        self.walls.insert(wall, siege.wall_wounds);
        Ok(())
    }

    /// Checks that only melee attacks and siege cards change the wounds of a wall.
    fn hurt(
        &mut self,
        siege: &Siege,
        unit: UnitId,
        left: u8,
        rule: &str,
    ) -> Result<(), RuleViolation> {
        let Some(before) = self.walls.get_mut(&unit) else { return Ok(()) };
        let is_hit = rule == "A2.6" && left < *before && self.has_begun;
        let is_card = rule == "A13.3.3" && !self.has_begun;
        if !is_hit && !is_card {
            return breach("A13.3.6", format!("{unit} is a wall, which {rule} cannot damage"));
        }
        if left > siege.wall.wounds() {
            return breach("A13.3.3", format!("{unit} has more wounds than cards allow"));
        }
        *before = left;
        Ok(())
    }

    fn destroy(&mut self, unit: UnitId) -> Result<(), RuleViolation> {
        let is_wall = self.battle.is_wall(unit);
        if is_wall && self.walls.get(&unit) != Some(&0) {
            return breach("A13.3.6", format!("{unit} has wounds left"));
        }
        if !is_wall {
            self.destroyed.insert(unit);
        }
        let by_attacker = self.player(unit) == PlayerId::North;
        let points = if is_wall { 5 } else { 1 };
        self.due = self.due.saturating_add(if by_attacker { points } else { 0 });
        Ok(())
    }

    /// Checks that the attacker scores what he has destroyed, and the defender nothing (A13.3.2).
    fn score(&mut self, player: PlayerId, points: u8, rule: &str) -> Result<(), RuleViolation> {
        if player == PlayerId::North {
            return breach("A13.3.2", "the defender scores nothing".to_owned());
        }
        if points > self.due {
            return breach("A13.3.6", format!("{points} points are too many ({rule})"));
        }
        self.due -= points;
        Ok(())
    }
}

/// Returns half of the table's width and depth in inches.
fn spot_of(battle: &Battle) -> [f64; 2] {
    [battle.table.width(), battle.table.depth()].map(|side| f64::from(side) / 2_000.0)
}
