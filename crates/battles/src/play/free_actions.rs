//! Free actions of units by tactics cards (A6.6).

use super::card_units::CardUnits;
use super::held;
use super::movement::MoveCost;
use crate::battle::Battle;
use crate::cards::{CardChoice, DeclaredCards};
use crate::choice::{FreeStep, PlayerChoice, Shift, UnitAction};
use crate::decision::{AllowedAct, PlayerDecision};
use crate::field::{IllegalAction, Manoeuvre, PlayerId, UnitId};
use crate::geometry::Length;
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::BattleState;
use warodds_games::asoiaf::Tokens;
use warodds_games::asoiaf::effect::EffectTarget;
use warodds_questions::catalogue::{BattlePlay, FreeAction, FreeActs};

impl AllowedAct {
    /// Returns whether a step is the action that is allowed.
    pub(crate) fn allows(&self, step: &FreeStep) -> bool {
        let is_at = |target: UnitId| self.at.is_none_or(|at| at == target);
        kind(step) == Some(self.action)
            && match step {
                FreeStep::Action(
                    UnitAction::Melee { target, .. }
                    | UnitAction::Shoot { target, .. }
                    | UnitAction::Charge { target, .. },
                ) => is_at(*target),
                _ => true,
            }
    }
}

/// Returns the kind of free action that a step is; `None` if cards allow no such step.
pub(crate) const fn kind(step: &FreeStep) -> Option<FreeAction> {
    Some(match step {
        FreeStep::Shift(_) => FreeAction::Shift,
        FreeStep::Pivot(_) => FreeAction::Pivot,
        FreeStep::Action(action) => match action {
            UnitAction::Manoeuvre { .. } => FreeAction::Manoeuvre,
            UnitAction::March { .. } => FreeAction::March,
            UnitAction::Retreat(_) => FreeAction::Retreat,
            UnitAction::Shoot { .. } => FreeAction::Shot,
            UnitAction::Melee { .. } => FreeAction::Melee,
            UnitAction::Charge { .. } => FreeAction::Charge,
            UnitAction::Forgo | UnitAction::Demolish { .. } => return None,
        },
    })
}

impl BattleState {
    /// Lists what a table of a card lets a unit do.
    pub(crate) fn allowed_acts(
        &self,
        battle: &Battle,
        units: CardUnits,
        acts: &FreeActs,
    ) -> Vec<AllowedAct> {
        let [Some(unit), enemy] = units else { return Vec::new() };
        let speed = || self.speed_with(battle, unit, acts.faster);
        let speed = acts.inches.map_or_else(speed, Length::inches);
        let at = acts.at.and_then(|at| if at == EffectTarget::Enemy { enemy } else { None });
        let is_possible = |action: &FreeAction| {
            let is_engaged = self.field.is_engaged(unit);
            match action {
                FreeAction::Retreat | FreeAction::Melee => is_engaged,
                FreeAction::March => !is_engaged && !self.is_slow(battle, unit),
                _ => !is_engaged,
            }
        };
        let possible = acts.may.iter().copied().filter(is_possible);
        let FreeActs { retreat, gives_near, .. } = *acts;
        possible.map(|action| AllowedAct { action, speed, at, retreat, gives_near }).collect()
    }

    /// Checks a step that moves a unit; attacks and charges are checked where they are made.
    ///
    /// # Errors
    /// [`IllegalAction`] if the unit may not move so.
    pub(crate) fn check_step(
        &self,
        unit: UnitId,
        step: FreeStep,
        speed: Length,
    ) -> Result<(), IllegalAction> {
        let field = &self.field;
        match step {
            FreeStep::Shift(Shift { direction, by }) => {
                field.shift(unit, direction, by, speed).map(|_| ())
            }
            FreeStep::Pivot(heading) => field.pivot(unit, heading).map(|_| ()),
            FreeStep::Action(UnitAction::Manoeuvre { first, ahead, then }) => {
                field.manoeuvre(unit, Manoeuvre { first, ahead, then }, speed).map(|_| ())
            }
            FreeStep::Action(UnitAction::March { ahead, then }) => {
                field.march(unit, ahead, then, speed).map(|_| ())
            }
            FreeStep::Action(UnitAction::Retreat(path)) => {
                // with the highest die: whether it gets that far is rolled later (A6.12)
                let allowed = speed.saturating_add(Length::inches(6));
                field.retreat(unit, (path.direction, path.by), path.then, allowed).map(|_| ())
            }
            FreeStep::Action(_) => Ok(()),
        }
    }
}

impl Play<'_> {
    /// Lets the unit of a card take its free actions, one of each table whose conditions hold.
    pub(super) fn take_free_actions(
        &mut self,
        (player, choice): (PlayerId, CardChoice),
        units: CardUnits,
        play: &BattlePlay,
    ) -> PlayResult {
        let [Some(unit), _] = units else { return Ok(()) };
        for acts in &play.acts {
            if !self.state.is_on_table(unit, player)
                || !self.card_meets(player, units, &acts.requires)?
            {
                continue;
            }
            let card = DeclaredCards::default().declaring(self.army_at(player), choice);
            let allowed = self.state.allowed_acts(self.battle, units, acts);
            self.act_freely((player, unit), allowed, card)?;
        }
        Ok(())
    }

    /// Lets a unit do one of these, or nothing; a card counts in its attacks meanwhile.
    fn act_freely(
        &mut self,
        (player, unit): (PlayerId, UnitId),
        allowed: Vec<AllowedAct>,
        card: DeclaredCards,
    ) -> PlayResult {
        if allowed.is_empty() {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Act(unit, allowed.clone()))?;
        let PlayerChoice::Act(step) = choice else { return Err(wrong_choice("A6.6", &choice)) };
        let Some(step) = step else { return Ok(()) };
        let found = allowed.into_iter().find(|one| one.allows(&step));
        let allowed =
            found.ok_or_else(|| refusal("A8.3", format!("the card does not allow {step:?}")))?;
        let before = self.state.acting_card.replace((unit, card));
        self.take_step(unit, step, allowed)?;
        self.state.acting_card = before;
        self.give_near(unit, allowed.gives_near)?;
        if self.state.is_on_table(unit, player) { crate::modes::acted(self, unit) } else { Ok(()) }
    }

    /// Gives tokens to each enemy within short range of a unit on the table.
    fn give_near(&mut self, unit: UnitId, tokens: Tokens) -> PlayResult {
        let player = self.unit(unit)?.player;
        let is_near = |enemy: &UnitId| self.state.are_within([unit, *enemy], Length::SHORT);
        let enemies = self.state.units_on_table(player.opponent()).map(|(enemy, _)| enemy);
        let near: Vec<UnitId> = enemies.filter(is_near).collect();
        for enemy in near {
            held(tokens).try_for_each(|token| self.give_token(enemy, token, "A8.3"))?;
        }
        Ok(())
    }

    /// Takes a step that a card allows.
    fn take_step(&mut self, unit: UnitId, step: FreeStep, allowed: AllowedAct) -> PlayResult {
        let AllowedAct { speed, retreat, .. } = allowed;
        match step {
            FreeStep::Action(UnitAction::Manoeuvre { first, ahead, then }) => {
                let steps = Manoeuvre { first, ahead, then };
                let walk = self.state.field.manoeuvre(unit, steps, speed)?;
                self.finish_move(unit, &walk, MoveCost { rule: "A6.10", is_action: true })
            }
            FreeStep::Action(UnitAction::March { ahead, then }) => {
                let walk = self.state.field.march(unit, ahead, then, speed)?;
                self.finish_move(unit, &walk, MoveCost { rule: "A6.11", is_action: true })
            }
            FreeStep::Action(UnitAction::Retreat(path)) => {
                self.retreat_by_card(unit, path, (speed, retreat))
            }
            FreeStep::Action(action) => self.perform(unit, action),
            FreeStep::Shift(Shift { direction, by }) => {
                let walk = self.state.field.shift(unit, direction, by, speed)?;
                self.finish_move(unit, &walk, MoveCost { rule: "A6.8", is_action: false })
            }
            FreeStep::Pivot(heading) => {
                let pose = self.state.field.pivot(unit, heading)?;
                self.place_unit(unit, pose, "A6.7")?;
                crate::modes::moved(self, unit)
            }
        }
    }

    /// Asks for the action of the unit that activates, after a card has moved units.
    pub(super) fn request_action(&mut self, unit: UnitId) -> PlayResult<UnitAction> {
        let player = self.unit(unit)?.player;
        match self.request_choice(player, PlayerDecision::Action(unit))? {
            PlayerChoice::Act(Some(FreeStep::Action(action))) => Ok(action),
            PlayerChoice::Act(None) => Ok(UnitAction::Forgo),
            other => Err(wrong_choice("A6.6", &other)),
        }
    }
}
