//! Turns a policy thinks of, and the best of them.

use super::PolicyKind;
use super::attacks::ScoredAction;
use super::context::{PolicyContext, TOKEN, UnitOnTable};
use super::moves::ScoredMove;
use super::position::PositionEvaluator;
use crate::choice::{Benefit, ConditionToken, PlayerTurn, TacticsZone, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::outcomes::EncounterError;
use crate::play::CROWN;
use smallvec::SmallVec;
use std::cmp::{Ordering, Reverse};
use std::hash::Hasher;

/// What is thought of.
#[derive(Clone, Copy, Debug)]
enum CandidateTurn {
    /// A turn, which may turn out not to be legal.
    Turn(PlayerTurn),
    /// Charges of a unit on an enemy, which are looked at where nothing else is worth as much;
    /// `left` is what the unit gives up by leaving its place.
    Charges { unit: UnitId, enemy: UnitId, left: f64 },
}

/// An idea with what it is worth, or at most may be worth, beside doing nothing.
#[derive(Clone, Copy, Debug)]
struct ScoredCandidate {
    idea: CandidateTurn,
    gain: f64,
    /// Which of those that are worth as much is taken.
    order: u64,
}

impl Ord for ScoredCandidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gain.total_cmp(&other.gain).then(Reverse(self.order).cmp(&Reverse(other.order)))
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

/// What a unit may do by itself, or by a zone of the tactics board.
#[derive(Default)]
struct UnitOptions {
    /// What it is worth to stay.
    stay: f64,
    steps: Vec<ScoredMove>,
    /// Melee attacks, or those from afar.
    attacks: Vec<ScoredAction>,
}

/// Turns that are thought of.
struct TurnSearch<'v, 'a> {
    view: &'v PolicyContext<'a>,
    all: Vec<ScoredCandidate>,
    /// The best gain so far of what is surely legal: what is worth less need not be kept.
    sure: f64,
}

/// The best turn that is legal; none where a player can do nothing at all.
pub(super) fn best(view: &PolicyContext<'_>) -> Result<Option<PlayerTurn>, EncounterError> {
    let mut thought = TurnSearch { view, all: Vec::with_capacity(128), sure: f64::NEG_INFINITY };
    let options = options(view)?;
    if view.seen.state.ncus[PlayerId::South.index()] > 0 {
        thought.ncu(&options)?;
    }
    for (own, options) in view.own.iter().zip(&options).filter(|(own, _)| !own.activated) {
        thought.unit(own, options)?;
    }
    thought.reserve();
    thought.best()
}

/// What each own unit may do.
fn options(view: &PolicyContext<'_>) -> Result<Vec<UnitOptions>, EncounterError> {
    let state = &view.seen.state;
    let is_free = |seat: TacticsZone| {
        state.ncus[PlayerId::South.index()] > 0 && state.tactics_zones[seat as usize].is_none()
    };
    // `quick` moves units by their own turns alone
    let horse = is_free(TacticsZone::Horse) && view.policy.kind != PolicyKind::Quick;
    let swords = is_free(TacticsZone::Swords);
    let of = |own: &UnitOnTable| {
        let mut options = UnitOptions::default();
        if !own.engaged && (horse || !own.activated) {
            let prospects = PositionEvaluator::new(view, own)?;
            options.stay = prospects.stands(own.pose);
            options.steps = prospects.steps(options.stay);
        }
        if swords || !own.activated {
            options.attacks = if own.engaged { view.melees(own)? } else { view.shots(own)? };
        }
        Ok(options)
    };
    view.own.iter().map(of).collect()
}

/// Whether a turn is legal, as far as that is not known of all that are thought of.
fn is_legal(view: &PolicyContext<'_>, turn: PlayerTurn) -> bool {
    match turn {
        PlayerTurn::Unit { unit, action }
        | PlayerTurn::Ncu { benefit: Benefit::Act { unit, action }, .. } => {
            view.combatant(unit).is_some_and(|combatant| view.is_legal(combatant, action))
        }
        _ => true,
    }
}

/// Charges of a unit on an enemy.
fn charges(
    view: &PolicyContext<'_>,
    units: [UnitId; 2],
) -> Result<Vec<ScoredAction>, EncounterError> {
    let [Some(own), Some(enemy)] = units.map(|unit| view.combatant(unit)) else {
        return Ok(Vec::new());
    };
    view.charges(own, enemy)
}

impl TurnSearch<'_, '_> {
    /// A turn, which may turn out not to be legal.
    fn add(&mut self, turn: PlayerTurn, gain: f64) {
        self.think_of(CandidateTurn::Turn(turn), gain);
    }

    fn think_of(&mut self, idea: CandidateTurn, gain: f64) {
        let random = self.view.policy.kind == PolicyKind::Random;
        if gain >= self.sure || random {
            let order = self.view.hash.with(self.all.len() as u64).finish();
            self.all.push(ScoredCandidate { idea, gain: if random { 0.0 } else { gain }, order });
        }
    }

    /// A turn that is legal.
    fn add_sure(&mut self, turn: PlayerTurn, gain: f64) {
        self.add(turn, gain);
        self.sure = self.sure.max(gain);
    }

    /// The best of them: what takes long to be told is told only of what is on top by then.
    fn best(self) -> Result<Option<PlayerTurn>, EncounterError> {
        let view = self.view;
        let mut orders = (self.all.len() as u64..).map(|number| view.hash.with(number).finish());
        let mut all = self.all;
        // one of the first is taken nearly always: looking through them is quicker than a heap
        while let Some((place, _)) = all.iter().enumerate().max_by(|one, other| one.1.cmp(other.1))
        {
            let ScoredCandidate { idea, gain: most, .. } = all.swap_remove(place);
            match idea {
                CandidateTurn::Turn(turn) if is_legal(view, turn) => return Ok(Some(turn)),
                CandidateTurn::Turn(_) => {}
                CandidateTurn::Charges { unit, enemy, left } => {
                    let turn = |ScoredAction { action, gain }| {
                        (PlayerTurn::Unit { unit, action }, gain - left)
                    };
                    let found = charges(view, [unit, enemy])?;
                    // what is worth more than was thought at most might have been passed over
                    debug_assert!(found.iter().all(|one| one.gain - left <= most + 1e-9));
                    let charges = found.into_iter().map(turn);
                    all.extend(charges.zip(&mut orders).map(|((turn, gain), order)| {
                        ScoredCandidate { idea: CandidateTurn::Turn(turn), gain, order }
                    }));
                }
            }
        }
        Ok(view.seen.state.has_only_reserve(PlayerId::South).then_some(PlayerTurn::Wait))
    }

    /// What a combat unit may do.
    fn unit(&mut self, own: &UnitOnTable, options: &UnitOptions) -> Result<(), EncounterError> {
        let unit = own.id;
        // who has nothing to do is not in a hurry
        self.add_sure(PlayerTurn::Unit { unit, action: UnitAction::Forgo }, -0.05);
        for ScoredAction { action, gain } in &options.attacks {
            self.add_sure(PlayerTurn::Unit { unit, action: *action }, *gain);
        }
        if own.engaged {
            self.retreats(own);
            return Ok(());
        }
        // a charger leaves what it stands on, and what it would threaten
        let left = options.stay.max(0.0) * 0.5;
        for (enemy, most) in self.view.chargeable(own)? {
            if self.view.policy.kind == PolicyKind::Random {
                // who weighs nothing has each charge among the rest
                for ScoredAction { action, gain } in charges(self.view, [unit, enemy])? {
                    self.add(PlayerTurn::Unit { unit, action }, gain);
                }
            } else {
                self.think_of(CandidateTurn::Charges { unit, enemy, left }, most - left);
            }
        }
        for ScoredMove { action, gain } in &options.steps {
            self.add(PlayerTurn::Unit { unit, action: *action }, *gain);
        }
        Ok(())
    }

    /// Retreats of a unit that is worse off than its enemies.
    fn retreats(&mut self, own: &UnitOnTable) {
        for action in self.view.retreats(own) {
            let hurt = f64::from(own.left) * own.wound;
            let gain = if hurt < 2.0 { 0.3 } else { -1.0 };
            self.add(PlayerTurn::Unit { unit: own.id, action }, gain);
        }
    }

    /// What an NCU may do.
    fn ncu(&mut self, options: &[UnitOptions]) -> Result<(), EncounterError> {
        self.claim(None, Benefit::Nothing, -0.1);
        let free =
            |seat: &TacticsZone| self.view.seen.state.tactics_zones[*seat as usize].is_none();
        let tactics_zones: SmallVec<[TacticsZone; 5]> =
            TacticsZone::ALL.into_iter().filter(free).collect();
        for seat in tactics_zones {
            self.claim(Some(seat), Benefit::Nothing, -0.05);
            match seat {
                TacticsZone::Crown => self.crown()?,
                TacticsZone::Wealth => self.wealth(),
                TacticsZone::Letters => self.letters(),
                TacticsZone::Swords => self.swords(options),
                TacticsZone::Horse => self.horse(options),
            }
        }
        Ok(())
    }

    fn claim(&mut self, seat: Option<TacticsZone>, benefit: Benefit, gain: f64) {
        let turn = PlayerTurn::Ncu { seat, benefit };
        match benefit {
            Benefit::Act { .. } => self.add(turn, gain),
            _ => self.add_sure(turn, gain),
        }
    }

    fn crown(&mut self) -> Result<(), EncounterError> {
        let view = self.view;
        for enemy in &view.enemies {
            let gain = view.fright(enemy, CROWN)?;
            self.claim(Some(TacticsZone::Crown), Benefit::Test { unit: enemy.id }, gain);
        }
        Ok(())
    }

    fn wealth(&mut self) {
        let view = self.view;
        for own in &view.own {
            let full = view.seen.battle.fighter(own.id).map_or(0, |one| one.wounds());
            let healed = f64::from((full - own.left.min(full)).min(3));
            let held = view.seen.state.unit(own.id).map_or(0, |held| held.tokens);
            let token = ConditionToken::ALL.into_iter().find(|token| held & token.bit() != 0);
            let gain = healed * own.wound * 0.8 + if token.is_some() { TOKEN } else { 0.0 };
            self.claim(Some(TacticsZone::Wealth), Benefit::Restore { unit: own.id, token }, gain);
        }
    }

    fn letters(&mut self) {
        let view = self.view;
        for enemy in &view.enemies {
            let held = view.seen.state.unit(enemy.id).map_or(0, |held| held.tokens);
            let near = if enemy.engaged { 1.5 } else { 1.0 };
            let missing =
                [ConditionToken::Vulnerable, ConditionToken::Weakened, ConditionToken::Panicked];
            for token in missing.into_iter().filter(|token| held & token.bit() == 0) {
                let more = if token == ConditionToken::Vulnerable { 0.1 } else { 0.0 };
                let benefit = Benefit::Token { unit: enemy.id, token };
                self.claim(Some(TacticsZone::Letters), benefit, TOKEN * near + more);
            }
        }
    }

    fn swords(&mut self, options: &[UnitOptions]) {
        for (own, options) in self.view.own.iter().zip(options) {
            for ScoredAction { action, gain } in &options.attacks {
                let benefit = Benefit::Act { unit: own.id, action: *action };
                self.claim(Some(TacticsZone::Swords), benefit, *gain);
            }
        }
    }

    fn horse(&mut self, options: &[UnitOptions]) {
        for (own, options) in self.view.own.iter().zip(options) {
            let steps = options.steps.iter();
            for step in steps.filter(|step| matches!(step.action, UnitAction::Manoeuvre { .. })) {
                // a unit that still activates could do as much itself
                let gain = if own.activated { step.gain } else { step.gain * 0.5 };
                let benefit = Benefit::Act { unit: own.id, action: step.action };
                self.claim(Some(TacticsZone::Horse), benefit, gain);
            }
        }
    }

    /// Units that come from reserve (A13.2.2): soon.
    fn reserve(&mut self) {
        let view = self.view;
        for (unit, pose) in super::other_choices::arrivals(view.seen, view.hash) {
            self.add(PlayerTurn::Reserve { unit, pose }, 3.0);
        }
    }
}
