//! Tactics cards that players play in attacks, charges and panic tests, and their hands (A8).
//!
//! All events of an encounter are gone through in order before its dice: at each, the active player
//! first declares a card or passes, then the other one (A8.5). The encounter is resolved with the
//! declared cards as abilities of its units. A card whose event does not come stays in the hand.

use super::card_event::CardEvent;
use super::encounters::is_in_contact;
use crate::battle::ObjectiveCard;
use crate::cards::{CardChoice, CardPile, CardWay, CardWindow, DeclaredCards, near_commander};
use crate::choice::PlayerChoice;
use crate::decision::{CardDecision, PlayerDecision};
use crate::field::{PlayerId, UnitId};
use crate::outcomes::{EncounterKind, EncounterSpec};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use smallvec::SmallVec;
use warodds_games::asoiaf::Aftermath;
use warodds_games::asoiaf::effect::Conditions;
use warodds_questions::catalogue::{Denied, StayEnd};

/// The cards of a hand (A8.2).
const HAND: u8 = 3;
/// The objective card that adds one to the hand (A13.1.3).
const LARGER_HAND: ObjectiveCard = ObjectiveCard::Deck(4);

/// The cards that a player may declare in an encounter, each with its event.
type Plays = SmallVec<[(CardWindow, CardChoice); 8]>;

impl Play<'_> {
    /// Draws the first hands (A13.9).
    pub(super) fn draw_hands(&mut self) -> PlayResult {
        let first = self.state.first;
        [first, first.opponent()].into_iter().try_for_each(|player| {
            self.draw_cards(player, HAND + self.hand_of_ncus(player), "A8.2")
        })
    }

    /// Lets both players discard and draw up to their hands (A12.7).
    pub(super) fn refill_hands(&mut self) -> PlayResult {
        if self.battle.decks.is_none() {
            return Ok(());
        }
        let first = self.state.first;
        for player in [first, first.opponent()] {
            self.discard_freely(player)?;
            let held = self.hand(self.army_at(player)).len();
            self.draw_cards(player, self.hand_size(player).saturating_sub(held), "A12.7")?;
        }
        Ok(())
    }

    /// Returns the number of cards up to which a player draws.
    fn hand_size(&self, player: PlayerId) -> u8 {
        let is_controlled = |number: &usize| {
            let objective = self.state.objectives.get(*number);
            let objective = objective.filter(|objective| objective.card == LARGER_HAND);
            let unit = objective.and_then(|one| self.state.controller(self.battle, one));
            unit.is_some_and(|unit| self.state.is_on_table(unit, player))
        };
        let more = (0..self.state.objectives.len()).filter(is_controlled).count();
        // there is one such card in the deck of objectives
        HAND + u8::from(more > 0) + self.hand_of_ncus(player)
    }

    fn discard_freely(&mut self, player: PlayerId) -> PlayResult {
        if self.hand(self.army_at(player)).is_empty() {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Discard)?;
        let PlayerChoice::Discard(cards) = choice else {
            return Err(wrong_choice("A12.7", &choice));
        };
        cards.into_iter().try_for_each(|card| self.discard_card(player, card, "A12.7"))
    }

    /// Resolves an encounter with the cards that its players play.
    pub(crate) fn resolve(&mut self, spec: &EncounterSpec) -> PlayResult<Aftermath> {
        if self.battle.decks.is_none() {
            return self.resolve_dice(spec);
        }
        self.played_at.clear();
        let spec = self.declare_cards(*spec)?;
        let after = self.resolve_dice(&spec)?;
        self.discard_played(&spec, &after)?;
        self.gather_by_ranks(&spec, &after)?;
        self.discard_ended(&spec, &after)?;
        Ok(after)
    }

    /// Discards the cards that stay until a failed panic test or an attack on their unit.
    fn discard_ended(&mut self, spec: &EncounterSpec, after: &Aftermath) -> PlayResult {
        let is_test = spec.kind.is_of_one_unit();
        let is_panic = !matches!(spec.kind, EncounterKind::Morale { .. });
        let is_attacked = match spec.kind {
            EncounterKind::Attack { .. } => true,
            EncounterKind::Charge { .. } => after.arrives,
            _ => false,
        };
        let is_hits = matches!(spec.kind, EncounterKind::Hits { .. });
        let sides = if is_test { 1 } else { 2 };
        for (side, unit) in spec.units.into_iter().enumerate().take(sides) {
            let failed = after.failed[side];
            // a test after an attack is known by its wounds
            let is_hurt = after.left[side] < spec.conditions[side].left;
            let passed = !failed && after.left[side] > 0 && (is_test || is_hurt);
            self.detach_cards(unit, |stays| match stays.until {
                StayEnd::FailedPanic => is_panic && failed,
                StayEnd::Failed => failed,
                StayEnd::Passed => passed && !is_hits,
                StayEnd::Attacked => is_attacked && side == 1,
                StayEnd::Destroys => is_attacked && side == 0 && after.left[1] == 0,
                StayEnd::Turn | StayEnd::Round | StayEnd::Battle => false,
            })?;
        }
        Ok(())
    }

    /// Returns the player of a unit of an encounter.
    fn player_of(&self, spec: &EncounterSpec, side: usize) -> PlayResult<PlayerId> {
        Ok(self.unit(spec.units[side])?.player)
    }

    /// Asks both players for cards at each event of an encounter, the active one first (A8.5).
    fn declare_cards(&mut self, spec: EncounterSpec) -> PlayResult<EncounterSpec> {
        let plays = [self.plays(&spec, 0)?, self.plays(&spec, 1)?];
        if plays.iter().all(|plays| plays.is_empty()) {
            return Ok(spec);
        }
        let active_first =
            if self.player_of(&spec, 0)? == self.state.active { [0, 1] } else { [1, 0] };
        let mut declared = spec;
        for window in CardWindow::ALL {
            for side in active_first {
                let open = self.open_plays(&declared, side, (&plays[side], window))?;
                // an ability of an NCU is no card: a player may use both at one event (A8.4)
                let (ncus, cards): (Vec<_>, Vec<_>) =
                    open.into_iter().partition(|choice| choice.card.ncu().is_some());
                for open in [ncus, cards].into_iter().filter(|open| !open.is_empty()) {
                    declared = self.declare_card(declared, side, open)?;
                }
            }
        }
        Ok(declared)
    }

    /// Lists the cards that may still be declared at an event.
    fn open_plays(
        &self,
        spec: &EncounterSpec,
        side: usize,
        (plays, window): (&Plays, CardWindow),
    ) -> PlayResult<Vec<CardChoice>> {
        let declared = &spec.cards[side];
        let army = self.army_at(self.player_of(spec, side)?);
        // effects of one name do not add up (A0.8), and each copy is played once
        let is_new = |choice: CardChoice| !declared.cards().any(|(_, one)| one.card == choice.card);
        let open = plays.iter().filter(|(when, choice)| *when == window && is_new(*choice));
        let open = open.map(|(_, choice)| *choice);
        // cards that the enemy has declared may deny those of the hand
        let decks = self.battle.decks.as_ref();
        let is_denied = spec.cards[1 - side].cards().any(|(army, choice)| {
            let way = decks.and_then(|decks| decks.get(army)?.way(choice));
            way.is_some_and(|way| way.denied_to_enemy().contains(&Denied::Cards))
        });
        let open = open.filter(|one| !is_denied || one.card.ncu().is_some());
        Ok(open.filter(|one| declared.has_room() && self.may_declare(army, *one)).collect())
    }

    /// Asks a player for a card at an event.
    fn declare_card(
        &mut self,
        spec: EncounterSpec,
        side: usize,
        plays: Vec<CardChoice>,
    ) -> PlayResult<EncounterSpec> {
        let player = self.player_of(&spec, side)?;
        let decision = CardDecision { encounter: spec, side, plays: plays.clone() };
        let choice = self.request_choice(player, PlayerDecision::Card(decision))?;
        let PlayerChoice::Card(card) = choice else { return Err(wrong_choice("A8.5", &choice)) };
        let Some(card) = card else { return Ok(spec) };
        let army = self.army_at(player);
        if !self.may_declare(army, card) {
            let why = format!("the hand does not hold card {}", card.card.0);
            return Err(refusal("A8.2", why));
        }
        if !plays.contains(&card) {
            let why = format!("card {} may not be played at this event", card.card.0);
            return Err(refusal("A8.3", why));
        }
        if self.is_declared_in_vain((player, card), spec.units[side])? {
            // the answer may have changed tokens and wounds
            return Ok(self.state.with_cards(self.battle, &spec, spec.cards));
        }
        let mut cards = spec.cards;
        cards[side] = cards[side].declaring(army, card);
        Ok(self.state.with_cards(self.battle, &spec, cards))
    }

    /// Spends a card or an NCU that is declared for a unit if the enemy cancels it. Returns whether he
    /// does.
    fn is_declared_in_vain(
        &mut self,
        (player, declared): (PlayerId, CardChoice),
        unit: UnitId,
    ) -> PlayResult<bool> {
        let (is_ncu, units) = (declared.card.ncu().is_some(), [Some(unit), None]);
        let event = if is_ncu { CardEvent::Used } else { CardEvent::Played };
        let is_cancelled = self.is_cancelled(event(player, units))?;
        match (is_cancelled, is_ncu) {
            (false, _) => {}
            (true, true) => self.pay_for_way(player, declared)?,
            (true, false) => self.discard_card(player, declared.card, "A8.3")?,
        }
        Ok(is_cancelled)
    }

    /// Lists the cards that the player of a unit may declare in an encounter.
    fn plays(&self, spec: &EncounterSpec, side: usize) -> PlayResult<Plays> {
        let mut plays = Plays::new();
        // a test is that of one unit, and no card is played on a wall (A13.3.6)
        let is_alone = side == 1 && spec.units[0] == spec.units[1];
        if is_alone || self.battle.is_wall(spec.units[side]) {
            return Ok(plays);
        }
        let army = self.army_at(self.player_of(spec, side)?);
        let is_denied = self.state.is_denied(self.battle, spec.units[side], Denied::Cards);
        let hand = if is_denied { CardPile::default() } else { self.hand(army) };
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        let mut attack = None;
        let mut last = None;
        for card in hand.cards().chain(self.ncus_of(army)) {
            // copies are alike
            let kind = deck.and_then(|deck| deck.card(card)).filter(|_| last != Some(card));
            last = Some(card);
            for (way, number) in kind.into_iter().flat_map(|kind| &kind.ways).zip(0..) {
                let choice = CardChoice { card, way: number };
                let window = way.window.filter(|_| self.may_declare(army, choice));
                let Some(window) = window.filter(|window| self.has(spec, side, way, *window))
                else {
                    continue;
                };
                let at = self.state.commander_range(spec.units[side]);
                let Some(requires) = near_commander(&way.requires, at) else { continue };
                if requires != Conditions::default() {
                    if attack.is_none() {
                        let all = self.state.with_all_conditions(self.battle, spec);
                        attack = Some(self.outcomes.attack(&all)?);
                    }
                    let attack = attack.iter().flatten().next();
                    if !attack.is_some_and(|attack| attack.meets(side == 0, &requires)) {
                        continue;
                    }
                }
                plays.push((window, choice));
            }
        }
        Ok(plays)
    }

    /// Returns whether an encounter may have the event of a card for one of its units.
    fn has(&self, spec: &EncounterSpec, side: usize, way: &CardWay, window: CardWindow) -> bool {
        let is_own = way.is_of_attacker.is_none_or(|attacker| attacker == (side == 0));
        let is_charge = matches!(spec.kind, EncounterKind::Charge { .. });
        if spec.kind.is_of_one_unit() {
            // what follows a test outside of attacks is left out
            return side == 0 && window == CardWindow::Testing && way.is_within_test();
        }
        match window {
            // only at an enemy in contact, which is near by all cards
            CardWindow::Activation => {
                let is_activation = self.state.acting == Some(spec.units[0]);
                let is_side = way.is_of_attacker.is_some() || side == 0;
                is_own && is_side && is_activation && is_in_contact(self.battle, spec)
            }
            CardWindow::Declared | CardWindow::Rolled | CardWindow::Arrived => is_own && is_charge,
            CardWindow::Testing | CardWindow::Passing | CardWindow::Failing => {
                let tested = if way.is_of_enemys_test() { 1 - side } else { side };
                tested == 1 || is_charge
            }
            CardWindow::BeforeDice
            | CardWindow::AttackDice
            | CardWindow::Saves
            | CardWindow::Done
            | CardWindow::Dying => is_own,
        }
    }

    /// Discards the declared cards whose events came (A8.3).
    fn discard_played(&mut self, spec: &EncounterSpec, after: &Aftermath) -> PlayResult {
        for side in [0, 1] {
            let declared: DeclaredCards = spec.cards[side];
            for (army, choice) in declared.cards() {
                let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
                let Some(way) = deck.and_then(|deck| deck.way(choice)) else { continue };
                if came(spec, side, way, after) {
                    self.deny(Some(spec.units[1 - side]), way.denied_to_enemy());
                    let player = self.player_of(spec, side)?;
                    if choice.card.ncu().is_some() {
                        self.pay_for_way(player, choice)?;
                    } else {
                        self.played_at.extend(way.window.map(|window| (army, window)));
                        self.discard_card(player, choice.card, "A8.3")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns whether the event of a declared card came.
pub(super) fn came(spec: &EncounterSpec, side: usize, way: &CardWay, after: &Aftermath) -> bool {
    let is_charge = matches!(spec.kind, EncounterKind::Charge { .. });
    let attacks = !is_charge || after.arrives;
    // after a disorderly charge its player plays no cards (A5.5)
    let may_play = attacks && !(is_charge && side == 0 && after.disorderly);
    match way.window {
        Some(CardWindow::Activation | CardWindow::Declared | CardWindow::Rolled) => true,
        Some(
            CardWindow::Arrived
            | CardWindow::BeforeDice
            | CardWindow::AttackDice
            | CardWindow::Saves,
        ) => may_play,
        Some(CardWindow::Done) => may_play && after.left[side] > 0,
        Some(CardWindow::Testing | CardWindow::Passing | CardWindow::Failing) => {
            test_came(spec, side, way, after)
        }
        Some(CardWindow::Dying) => {
            let survivals = after.tokens[side] >> 3 != spec.conditions[side].tokens >> 3;
            may_play && (after.left[side] == 0 || survivals)
        }
        None => false,
    }
}

/// Returns whether a declared card met its test. A test after an attack is known by its wounds; a
/// card that heals hides them and counts as played.
fn test_came(spec: &EncounterSpec, side: usize, way: &CardWay, after: &Aftermath) -> bool {
    let tested = if way.is_of_enemys_test() { 1 - side } else { side };
    let failed = after.failed[tested];
    let is_taken = match spec.kind {
        EncounterKind::Panic { .. }
        | EncounterKind::Morale { .. }
        | EncounterKind::Hits { .. }
        | EncounterKind::Friend => true,
        EncounterKind::Charge { .. } if tested == 0 => !after.arrives,
        EncounterKind::Charge { .. } if !after.arrives => false,
        EncounterKind::Attack { .. } | EncounterKind::Charge { .. } => {
            after.left[tested] < spec.conditions[tested].left || way.heals()
        }
    };
    match way.window {
        Some(CardWindow::Passing) => is_taken && !failed && after.left[tested] > 0,
        Some(CardWindow::Failing) => failed,
        _ => failed || is_taken,
    }
}
