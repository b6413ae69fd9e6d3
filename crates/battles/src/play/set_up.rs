//! Set-up of a battle: edges, objectives, terrain, deployment (A10.12, A13.9–A13.11).

use super::card_event::CardEvent;
use crate::battle::{Battle, PILE, TerrainSetup, in_zone, may_deploy, zone_limits};
use crate::choice::PlayerChoice;
use crate::decision::PlayerDecision;
use crate::field::{PlacedUnit, PlayerId, UnitId};
use crate::geometry::{Heading, Length, Point, Pose, Tray, TraySize};
use crate::log::LogEntry;
use crate::modes;
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::siege;
use crate::state::{BattleState, TOKEN_RADIUS, UnitPlace};
use crate::terrain::{Keyword, TerrainKind, TerrainPiece};
use warodds_engine::chance::{Die, Label};

const PIECES: Label = Label::new("pieces of terrain D3", "A10.12");
const PIECE: Label = Label::new("piece of terrain", "A10.12");

/// Why a piece of terrain may not be placed (A10.12), to follow "it may not be placed there:".
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(crate) enum MisplacedPiece {
    #[error("it is in a deployment zone or too close to one")]
    InZone,
    #[error("it is not wholly on the table")]
    OffTable,
    #[error("it is within {0} of piece {1}")]
    Near(Length, usize),
    #[error("it is impassable and lies on an objective")]
    OnObjective,
}

/// Iterates over the pieces on the table, each with the least gap to another one.
fn gaps(state: &BattleState) -> impl Iterator<Item = (&TerrainPiece, Length)> {
    // from the mode's own piles one inch is enough (A13.4.1)
    let is_pile = |number: usize| {
        state.objectives.iter().any(|objective| objective.pile.map(usize::from) == Some(number))
    };
    state.field.pieces().iter().enumerate().map(move |(number, piece)| {
        (piece, if is_pile(number) { Length::INCH } else { Length::SHORT })
    })
}

/// Checks whether a player may place a piece of terrain (A10.12).
///
/// # Errors
/// [`MisplacedPiece`] if he may not.
pub(crate) fn check_piece_position(
    battle: &Battle,
    state: &BattleState,
    piece: &TerrainPiece,
) -> Result<(), MisplacedPiece> {
    if in_zone(battle, state.defender(), piece.shape()) {
        return Err(MisplacedPiece::InZone);
    }
    if !battle.table.contains(piece.shape()) {
        return Err(MisplacedPiece::OffTable);
    }
    for (number, (other, gap)) in gaps(state).enumerate() {
        if !other.shape().is_at_least_apart(piece.shape(), gap) {
            return Err(MisplacedPiece::Near(gap, number));
        }
    }
    let on = |objective: &crate::state::Objective| {
        piece.shape().is_within_of_point(objective.at, TOKEN_RADIUS)
    };
    if piece.is(Keyword::Impassable) && state.objectives.iter().any(on) {
        return Err(MisplacedPiece::OnObjective);
    }
    Ok(())
}

/// Returns a pose at which a player may place a piece of terrain, searched at whole inches and
/// headings of whole 45°. `None` if there is none: then the piece is left out (A10.12).
pub(crate) fn room_for_piece(
    battle: &Battle,
    state: &BattleState,
    kind: &TerrainKind,
) -> Option<Pose> {
    let [south, north] = zone_limits(battle, state.defender());
    // most middles are too close to something for any heading
    let inner = kind.inner_radius();
    let is_near = |middle: Point, (piece, gap): (&TerrainPiece, Length)| {
        let too_close = gap.saturating_add(inner).saturating_sub(Length::THOUSANDTH);
        piece.shape().is_within_of_point(middle, too_close)
    };
    let may_hold = |middle: Point| {
        middle.y() + inner.thousandths() <= north
            && inner.thousandths() - middle.y() <= south
            && !gaps(state).any(|one| is_near(middle, one))
    };
    let mut poses = piece_middles(battle).filter(|middle| may_hold(*middle)).flat_map(poses_at);
    poses.find(|pose| check_piece_position(battle, state, &kind.at(*pose)).is_ok())
}

/// Iterates over the middles at which room for a piece of terrain is searched.
fn piece_middles(battle: &Battle) -> impl Iterator<Item = Point> + use<> {
    let [across, along] =
        [battle.table.width(), battle.table.depth()].map(|side| i64::from(side) / 2_000);
    (-along..=along).flat_map(move |y| {
        (-across..=across).filter_map(move |x| Point::new(1_000 * x, 1_000 * y).ok())
    })
}

/// Iterates over the poses of a piece of terrain at a middle.
fn poses_at(middle: Point) -> impl Iterator<Item = Pose> {
    // outlines are point-symmetric: half a turn shows all headings
    let headings = (0..4).filter_map(|eighth| Heading::new(450 * eighth).ok());
    headings.map(move |heading| Pose { middle, heading })
}

/// Iterates over the poses at which room for a piece of terrain is searched.
pub(crate) fn piece_poses(battle: &Battle) -> impl Iterator<Item = Pose> + use<> {
    piece_middles(battle).flat_map(poses_at)
}

/// Says where there is room for a piece of terrain that was left out.
pub(crate) fn room(kind: &TerrainKind, Pose { middle, heading }: Pose) -> String {
    let [x, y] = [middle.x(), middle.y()].map(|side| f64::from(side) / 1_000.0);
    let (name, degrees) = (kind.name(), f64::from(heading.tenths()) / 10.0);
    format!("there is room for a {name} at ({x}\", {y}\") with a heading of {degrees}°")
}

impl Play<'_> {
    /// Sets up the battle in the order of A13.9.
    pub(super) fn set_up(&mut self) -> PlayResult {
        let chooser = self.choose_edges()?;
        modes::set_up(self)?;
        self.place_terrain()?;
        self.deploy_armies(chooser)?;
        modes::deployed(self)?;
        self.draw_hands()?;
        self.play_cards_at(CardEvent::GameStart)?;
        // from now on decisions depend on what players see: a log can be judged without the salt
        self.state.salt = 0;
        Ok(())
    }

    /// Lets the winner of a roll-off choose an edge and the other player who goes first. Returns
    /// the edge of the winner.
    fn choose_edges(&mut self) -> PlayResult<PlayerId> {
        let winner = self.roll_off()?;
        let choice = self.request_choice(winner, PlayerDecision::Edge)?;
        let PlayerChoice::Edge(edge) = choice else { return Err(wrong_choice("A13.9", &choice)) };
        // armies start at fixed edges; the other choice swaps them
        if edge != winner {
            for unit in &mut self.state.units {
                unit.player = unit.player.opponent();
            }
        }
        let choice = self.request_choice(edge.opponent(), PlayerDecision::First)?;
        let PlayerChoice::First(first) = choice else { return Err(wrong_choice("A13.9", &choice)) };
        self.state.first = first;
        self.state.active = first;
        Ok(edge)
    }

    fn place_terrain(&mut self) -> PlayResult {
        match self.battle.ground.clone() {
            TerrainSetup::None => Ok(()),
            TerrainSetup::Placed(pieces) => pieces
                .into_iter()
                .try_for_each(|(kind, pose)| self.place_piece(kind, pose, "A10.12")),
            TerrainSetup::Random if self.battle.mode.has_siege() => self.place_siege_terrain(),
            TerrainSetup::Random => self.place_random_terrain(),
        }
    }

    /// Places 2 + D3 random pieces of terrain, in turn from the winner of a roll-off (A10.12).
    fn place_random_terrain(&mut self) -> PlayResult {
        let count = 2 + self.roll_die(&PIECES, Die::D3);
        let mut player = self.roll_off()?;
        for _ in 0..count {
            let kind = self.random_kind(player)?;
            let choice = self.request_choice(player, PlayerDecision::Piece(kind))?;
            let PlayerChoice::Piece(pose) = choice else {
                return Err(wrong_choice("A10.12", &choice));
            };
            match pose {
                Some(pose) => {
                    self.check_piece(kind, pose)?;
                    self.place_piece(kind, pose, "A10.12")?;
                }
                None => self.check_no_room(kind)?,
            }
            player = player.opponent();
        }
        Ok(())
    }

    /// Lets the defender of a siege place up to four pieces of his choice (A13.3.1).
    fn place_siege_terrain(&mut self) -> PlayResult {
        let player = self.state.defender();
        for _ in 0..siege::PIECES {
            let kind = self.chosen_kind(player)?;
            let choice = self.request_choice(player, PlayerDecision::Piece(kind))?;
            match choice {
                PlayerChoice::Piece(Some(pose)) => {
                    self.check_piece(kind, pose)?;
                    self.place_piece(kind, pose, "A13.3.1")?;
                }
                PlayerChoice::Piece(None) => return Ok(()),
                other => return Err(wrong_choice("A13.3.1", &other)),
            }
        }
        Ok(())
    }

    /// Selects a kind of terrain by 2D6. Piles are rolled again if the mode has its own (A13.4.1).
    fn random_kind(&mut self, player: PlayerId) -> PlayResult<u8> {
        loop {
            self.ensure_dice()?;
            let name = match self.roll_2d6(&PIECE) {
                2 | 3 => PILE,
                4 => "bog",
                5 => "palisade",
                6 => "hedge",
                7 => return self.chosen_kind(player),
                8 => "wall",
                9 => "stakes",
                10 => "forest",
                _ => "weirwood",
            };
            if name == PILE && self.battle.mode.has_piles() {
                continue;
            }
            let kind = self.battle.kind(name);
            return kind
                .ok_or_else(|| refusal("A10.12", format!("there is no kind of terrain {name}")));
        }
    }

    fn chosen_kind(&mut self, player: PlayerId) -> PlayResult<u8> {
        let choice = self.request_choice(player, PlayerDecision::Kind)?;
        let PlayerChoice::Kind(name) = &choice else { return Err(wrong_choice("A10.12", &choice)) };
        let is_allowed = !(name == PILE && self.battle.mode.has_piles());
        let kind = self.battle.kind(name).filter(|_| is_allowed);
        kind.ok_or_else(|| refusal("A10.12", format!("{name} may not be chosen")))
    }

    fn check_piece(&self, kind: u8, pose: Pose) -> PlayResult {
        let found = self.battle.kinds.get(usize::from(kind));
        let found = found.ok_or_else(|| refusal("A10.12", "there is no such kind of terrain"))?;
        let legal = check_piece_position(self.battle, &self.state, &found.at(pose));
        legal.map_err(|why| {
            refusal("A10.12", format!("{} may not be placed there: {why}", found.name()))
        })
    }

    /// Checks that a piece of terrain may be left out: there is no room for it.
    fn check_no_room(&self, kind: u8) -> PlayResult {
        let Some(kind) = self.battle.kinds.get(usize::from(kind)) else { return Ok(()) };
        match room_for_piece(self.battle, &self.state, kind) {
            None => Ok(()),
            Some(pose) => Err(refusal("A10.12", room(kind, pose))),
        }
    }

    /// Lets the players deploy their units in turn, beginning with the one who chose the edge
    /// (A13.9); in A Clash of Kings two each (A13.2.1).
    fn deploy_armies(&mut self, chooser: PlayerId) -> PlayResult {
        let mut left = PlayerId::BOTH.map(|player| {
            let waiting = self.undeployed(player).len();
            self.state.first_units(self.battle, player).map_or(waiting, |most| waiting.min(most))
        });
        let mut player = chooser;
        while left != [0, 0] {
            if left[player.index()] > 0 {
                self.deploy_unit(player)?;
                left[player.index()] -= 1;
            }
            player = player.opponent();
        }
        Ok(())
    }

    /// Lists a player's units that are not deployed yet.
    pub(crate) fn undeployed(&self, player: PlayerId) -> Vec<UnitId> {
        let is_undeployed = |(_, unit): &(UnitId, &crate::state::BattleUnitState)| {
            unit.player == player && matches!(unit.place, UnitPlace::Reserve(_))
        };
        self.state.units_with_ids().filter(is_undeployed).map(|(unit, _)| unit).collect()
    }

    fn deploy_unit(&mut self, player: PlayerId) -> PlayResult {
        let waiting = self.undeployed(player);
        let choice = self.request_choice(player, PlayerDecision::Deploy(waiting.clone()))?;
        let PlayerChoice::Deploy(unit, pose) = choice else {
            return Err(wrong_choice("A13.9", &choice));
        };
        if !waiting.contains(&unit) {
            return Err(refusal("A13.9", format!("{unit} is not waiting to be deployed")));
        }
        let at = self.position(unit, pose)?;
        if !may_deploy(&self.state.field, unit, at, self.state.zone(self.battle, player)) {
            return Err(refusal("A13.9", format!("{unit} may not be deployed there")));
        }
        self.enter(unit, at, "A13.9")
    }

    /// Returns the position of a unit at a pose.
    pub(super) fn position(&self, unit: UnitId, pose: Pose) -> PlayResult<PlacedUnit> {
        let player = self.unit(unit)?.player;
        let fighter = self.battle.fighter(unit);
        let size = fighter.map(|fighter| fighter.tray).unwrap_or(TraySize::INFANTRY);
        Ok(PlacedUnit { player, tray: Tray::new(size, pose) })
    }

    /// Places a unit on the table.
    pub(super) fn enter(&mut self, unit: UnitId, at: PlacedUnit, rule: &'static str) -> PlayResult {
        self.state.field.place_unit(unit, at)?;
        if let Some(held) = self.state.unit_mut(unit) {
            held.place = UnitPlace::Table;
        }
        let pose = at.tray.pose();
        self.record(|| LogEntry::Moved { unit, pose, rule: rule.into() })?;
        modes::moved(self, unit)
    }
}
