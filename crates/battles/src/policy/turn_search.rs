//! Generates candidate turns and selects the best legal one.

use super::PolicyKind;
use super::attacks::ScoredAction;
use super::context::{PolicyContext, UnitOnTable};
use super::position::PositionEvaluator;
use crate::choice::{Benefit, PlayerTurn, TacticsZone, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::outcomes::EncounterError;
use std::cmp::{Ordering, Reverse};
use std::hash::Hasher;
use std::mem::discriminant;

/// One or several turns to consider.
#[derive(Clone, Copy, Debug)]
enum CandidateTurn {
    /// A turn that may turn out to be illegal, or to lead through dangerous terrain.
    Turn(PlayerTurn),
    /// A legal turn whose gain counts dangerous terrain.
    Checked(PlayerTurn),
    /// All charges of `unit` on `enemy`, expanded only once no other candidate scores higher.
    Charges {
        unit: UnitId,
        enemy: UnitId,
        /// The value that the unit gives up by leaving its position.
        stay_value: f64,
    },
}

/// A candidate with its value, or an upper bound for it, relative to doing nothing.
#[derive(Clone, Copy, Debug)]
struct ScoredCandidate {
    turn: CandidateTurn,
    gain: f64,
    /// Breaks ties between equal gains.
    tie_break: u64,
}

impl Ord for ScoredCandidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let gains = self.gain.total_cmp(&other.gain);
        gains.then(Reverse(self.tie_break).cmp(&Reverse(other.tie_break)))
    }
}

impl PartialOrd for ScoredCandidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ScoredCandidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ScoredCandidate {}

/// The scored actions of one unit, whether its own activation or a zone allows them.
#[derive(Default)]
pub(super) struct UnitOptions<'v, 'a> {
    /// Values the positions of a unit that may move.
    evaluator: Option<Box<PositionEvaluator<'v, 'a>>>,
    /// Value of the current position.
    stay_value: f64,
    /// The moves that gain enough, once they are listed.
    moves: Option<Vec<ScoredAction>>,
    /// Melee attacks if the unit is engaged, ranged attacks otherwise.
    pub attacks: Vec<ScoredAction>,
}

impl UnitOptions<'_, '_> {
    /// Returns the moves that gain at least `least`, and perhaps others. They are listed at the
    /// first call, so later calls may not ask for lower gains.
    pub(super) fn moves(&mut self, least: f64) -> &[ScoredAction] {
        let (evaluator, stay_value) = (&self.evaluator, self.stay_value);
        self.moves.get_or_insert_with(|| match evaluator {
            // a zone lets a unit that has activated make no march (A9.2)
            Some(evaluator) if evaluator.own.activated => evaluator.manoeuvres(stay_value, least),
            Some(evaluator) => evaluator.moves(stay_value, least),
            None => Vec::new(),
        })
    }
}

/// The candidates of one decision.
pub(super) struct TurnSearch<'v, 'a> {
    pub context: &'v PolicyContext<'a>,
    candidates: Vec<ScoredCandidate>,
    /// The best gain of a turn known to be legal; lower candidates are dropped.
    best_legal_gain: f64,
    /// The number of candidates that drew a hash to break ties.
    tie_breaks: u64,
}

/// Returns the best legal turn, or `None` if the player has nothing to do.
pub(super) fn best_turn(context: &PolicyContext<'_>) -> Result<Option<PlayerTurn>, EncounterError> {
    let best = candidates(context)?.select(|_| true)?;
    Ok(best.map(|(turn, _)| turn).or_else(|| wait(context)))
}

/// Returns up to `most` of the best legal turns with their gains, the best first: one for each
/// action of a unit and for each zone.
pub(super) fn best_turns(
    context: &PolicyContext<'_>,
    most: usize,
) -> Result<Vec<(PlayerTurn, f64)>, EncounterError> {
    let mut search = candidates(context)?;
    let mut turns: Vec<(PlayerTurn, f64)> = Vec::new();
    while turns.len() < most {
        let is_new = |turn: &PlayerTurn| !turns.iter().any(|(other, _)| is_alike(turn, other));
        let Some(turn) = search.select(is_new)? else { break };
        turns.push(turn);
    }
    if turns.is_empty() {
        turns.extend(wait(context).map(|turn| (turn, 0.0)));
    }
    Ok(turns)
}

/// Returns the best legal action of a unit with its gain, whether it has activated or not.
pub(super) fn best_action(
    context: &mut PolicyContext<'_>,
    unit: UnitId,
) -> Result<Option<UnitAction>, EncounterError> {
    for own in &mut context.own {
        own.activated = own.id != unit;
    }
    let is_own =
        |turn: &PlayerTurn| matches!(turn, PlayerTurn::Unit { unit: own, .. } if *own == unit);
    let turn = candidates(context)?.select(is_own)?;
    Ok(turn.and_then(|(turn, _)| match turn {
        PlayerTurn::Unit { action, .. } => Some(action),
        _ => None,
    }))
}

/// Returns the best claim of an NCU in one of these zones, or `None` to claim nothing.
pub(super) fn best_claim(
    context: &PolicyContext<'_>,
    zones: &[TacticsZone],
) -> Result<Option<(TacticsZone, Benefit)>, EncounterError> {
    let mut search = TurnSearch::new(context);
    let mut options = unit_options(context, |seat| zones.contains(&seat))?;
    search.add_ncu_turns(&mut options)?;
    let is_allowed = |turn: &PlayerTurn| match turn {
        PlayerTurn::Ncu { seat, .. } => seat.is_none_or(|seat| zones.contains(&seat)),
        _ => false,
    };
    Ok(match search.select(is_allowed)? {
        Some((PlayerTurn::Ncu { seat, benefit }, _)) => seat.map(|seat| (seat, benefit)),
        _ => None,
    })
}

/// Returns whether two turns are the same action of one unit, or of NCUs in one zone.
fn is_alike(one: &PlayerTurn, other: &PlayerTurn) -> bool {
    match (one, other) {
        (
            PlayerTurn::Unit { unit, action },
            PlayerTurn::Unit { unit: other_unit, action: other_action },
        ) => unit == other_unit && discriminant(action) == discriminant(other_action),
        (PlayerTurn::Ncu { seat, .. }, PlayerTurn::Ncu { seat: other_seat, .. }) => {
            seat == other_seat
        }
        (PlayerTurn::Reserve { unit, .. }, PlayerTurn::Reserve { unit: other_unit, .. }) => {
            unit == other_unit
        }
        _ => false,
    }
}

/// Returns the turn of a player whose reserves find no place.
fn wait(context: &PolicyContext<'_>) -> Option<PlayerTurn> {
    context.view.state.has_only_reserve(PlayerId::South).then_some(PlayerTurn::Wait)
}

/// Returns what a benefit of a zone gains that an NCU has just claimed; 0 for a poor one.
pub(super) fn claim_gain(
    context: &PolicyContext<'_>,
    zone: TacticsZone,
    benefit: Benefit,
) -> Result<f64, EncounterError> {
    let mut search = TurnSearch::new(context);
    search.add_zone_turns(zone, &mut unit_options(context, |seat| seat == zone)?)?;
    let turn = PlayerTurn::Ncu { seat: Some(zone), benefit };
    let is_it = |one: &&ScoredCandidate| matches!(one.turn, CandidateTurn::Turn(it) if it == turn);
    Ok(search.candidates.iter().find(is_it).map_or(0.0, |found| found.gain))
}

/// Scores the turns of the player.
fn candidates<'v, 'a>(
    context: &'v PolicyContext<'a>,
) -> Result<TurnSearch<'v, 'a>, EncounterError> {
    let mut search = TurnSearch::new(context);
    let state = &context.view.state;
    let mut options = unit_options(context, |seat| {
        state.ncus[PlayerId::South.index()] > 0 && state.tactics_zones[seat as usize].is_none()
    })?;
    if context.view.state.ncus[PlayerId::South.index()] > 0 {
        search.add_ncu_turns(&mut options)?;
    }
    for (own, options) in context.own.iter().zip(&mut options).filter(|(own, _)| !own.activated) {
        search.add_unit_turns(own, options)?;
    }
    search.add_walls()?;
    search.add_deployments()?;
    search.tie_breaks = search.candidates.len() as u64;
    Ok(search)
}

/// Scores the attacks of every own unit; `is_free` says whether the player may claim a zone.
fn unit_options<'v, 'a>(
    context: &'v PolicyContext<'a>,
    is_free: impl Fn(TacticsZone) -> bool,
) -> Result<Vec<UnitOptions<'v, 'a>>, EncounterError> {
    // `quick` moves units in their own activations only, which halves the moves to score
    let horse = is_free(TacticsZone::Horse) && context.policy.kind != PolicyKind::Quick;
    let swords = is_free(TacticsZone::Swords);
    let options_of = |own: &'v UnitOnTable| {
        let mut options = UnitOptions::default();
        if !own.engaged && (horse || !own.activated) {
            let evaluator = PositionEvaluator::new(context, own)?;
            options.stay_value = evaluator.value_at(own.pose);
            options.evaluator = Some(Box::new(evaluator));
        }
        if swords || !own.activated {
            options.attacks = if own.engaged {
                context.melee_attacks(own)?
            } else {
                context.ranged_attacks(own)?
            };
        }
        Ok(options)
    };
    context.own.iter().map(options_of).collect()
}

/// Lists the charges of `units[0]` on `units[1]`.
fn charges(
    context: &PolicyContext<'_>,
    units: [UnitId; 2],
) -> Result<Vec<ScoredAction>, EncounterError> {
    let [Some(own), Some(enemy)] = units.map(|unit| context.unit(unit)) else {
        return Ok(Vec::new());
    };
    context.charges(own, enemy)
}

impl<'v, 'a> TurnSearch<'v, 'a> {
    fn new(context: &'v PolicyContext<'a>) -> Self {
        let candidates = Vec::with_capacity(128);
        Self { context, candidates, best_legal_gain: f64::NEG_INFINITY, tie_breaks: 0 }
    }
}

impl TurnSearch<'_, '_> {
    /// Adds a turn that may be illegal.
    pub(super) fn add(&mut self, turn: PlayerTurn, gain: f64) {
        self.add_candidate(CandidateTurn::Turn(turn), gain);
    }

    /// Returns the least gain of a candidate that is kept.
    fn least_gain(&self) -> f64 {
        match self.context.policy.kind {
            // any candidate may be played, or tried
            PolicyKind::Random | PolicyKind::RollOut => f64::NEG_INFINITY,
            PolicyKind::Quick | PolicyKind::Greedy => self.best_legal_gain,
        }
    }

    /// Returns the least gain of a move that may be kept, as a turn of its unit or by an NCU: half
    /// of its gain counts then at least, and its zone adds `by_zone`.
    pub(super) fn least_move_gain(&self, by_zone: f64) -> f64 {
        // the gain of the turn may be rounded up
        const ROUNDING: f64 = 1e-9;
        let least = self.least_gain() - by_zone - ROUNDING;
        least.min(2.0 * least)
    }

    fn add_candidate(&mut self, turn: CandidateTurn, gain: f64) {
        let is_random = self.context.policy.kind == PolicyKind::Random;
        if gain >= self.least_gain() {
            let tie_break = self.context.hash.with(self.candidates.len() as u64).finish();
            let gain = if is_random { 0.0 } else { gain };
            self.candidates.push(ScoredCandidate { turn, gain, tie_break });
        }
    }

    /// Adds a turn that is known to be legal.
    pub(super) fn add_legal(&mut self, turn: PlayerTurn, gain: f64) {
        self.add(turn, gain);
        self.best_legal_gain = self.best_legal_gain.max(gain);
    }

    /// Removes and returns the best legal candidate that is wanted, with its gain. Legality, dangerous
    /// terrain and charges are costly to compute, so they are computed for the candidate on top only.
    fn select(
        &mut self,
        is_wanted: impl Fn(&PlayerTurn) -> bool,
    ) -> Result<Option<(PlayerTurn, f64)>, EncounterError> {
        let context = self.context;
        // one of the first few is nearly always legal: scanning the list beats building a heap
        while let Some((index, _)) =
            self.candidates.iter().enumerate().max_by(|one, other| one.1.cmp(other.1))
        {
            let candidate = self.candidates.swap_remove(index);
            let bound = candidate.gain;
            match candidate.turn {
                CandidateTurn::Checked(turn) if is_wanted(&turn) => return Ok(Some((turn, bound))),
                CandidateTurn::Turn(turn) if is_wanted(&turn) => {
                    match context.legal_turn_loss(turn) {
                        Some(loss) if loss > 0.0 => {
                            let (turn, gain) = (CandidateTurn::Checked(turn), bound - loss);
                            self.candidates.push(ScoredCandidate { turn, gain, ..candidate });
                        }
                        Some(_) => return Ok(Some((turn, bound))),
                        None => {}
                    }
                }
                CandidateTurn::Turn(_) | CandidateTurn::Checked(_) => {}
                CandidateTurn::Charges { unit, enemy, stay_value } => {
                    let found = charges(context, [unit, enemy])?;
                    // a value above the bound could have been passed over for a worse turn
                    debug_assert!(found.iter().all(|one| one.gain - stay_value <= bound + 1e-9));
                    for ScoredAction { action, gain } in found {
                        let tie_break = context.hash.with(self.tie_breaks).finish();
                        self.tie_breaks += 1;
                        let turn = CandidateTurn::Turn(PlayerTurn::Unit { unit, action });
                        let gain = gain - stay_value;
                        self.candidates.push(ScoredCandidate { turn, gain, tie_break });
                    }
                }
            }
        }
        Ok(None)
    }

    /// Adds the turns of a combat unit.
    fn add_unit_turns(
        &mut self,
        own: &UnitOnTable,
        options: &mut UnitOptions<'_, '_>,
    ) -> Result<(), EncounterError> {
        let unit = own.id;
        // below zero: a unit with nothing to do waits while another has
        self.add_legal(PlayerTurn::Unit { unit, action: UnitAction::Forgo }, -0.05);
        for ScoredAction { action, gain } in &options.attacks {
            self.add_legal(PlayerTurn::Unit { unit, action: *action }, *gain);
        }
        if own.engaged {
            let attack = options.attacks.iter().map(|attack| attack.gain).fold(0.0, f64::max);
            for ScoredAction { action, gain } in self.context.retreats(own, attack)? {
                self.add(PlayerTurn::Unit { unit, action }, gain);
            }
            return Ok(());
        }
        // a charger gives up the objective and the threats of its position, most of the time
        let stay_value = options.stay_value.max(0.0) * 0.5;
        for (enemy, bound) in self.context.charge_bounds(own)? {
            if self.context.policy.kind == PolicyKind::Random {
                // all gains are 0, so charges are expanded at once to be as likely as other turns
                for ScoredAction { action, gain } in charges(self.context, [unit, enemy])? {
                    self.add(PlayerTurn::Unit { unit, action }, gain);
                }
            } else {
                let charges = CandidateTurn::Charges { unit, enemy, stay_value };
                self.add_candidate(charges, bound - stay_value);
            }
        }
        for ScoredAction { action, gain } in options.moves(self.least_move_gain(0.0)) {
            self.add(PlayerTurn::Unit { unit, action: *action }, *gain);
        }
        Ok(())
    }

    /// Adds the arrows of the player's walls (A13.3.6).
    fn add_walls(&mut self) -> Result<(), EncounterError> {
        let context = self.context;
        for wall in context.own_walls().filter(|wall| !wall.activated) {
            let unit = wall.id;
            self.add_legal(PlayerTurn::Unit { unit, action: UnitAction::Forgo }, -0.05);
            for ScoredAction { action, gain } in context.ranged_attacks(wall)? {
                self.add_legal(PlayerTurn::Unit { unit, action }, gain);
            }
        }
        Ok(())
    }

    /// Adds deployments from reserve (A13.2.2, A13.3.5).
    fn add_deployments(&mut self) -> Result<(), EncounterError> {
        for (unit, pose, gain) in self.context.arrivals()? {
            self.add(PlayerTurn::Reserve { unit, pose }, gain);
        }
        Ok(())
    }
}
