//! NCUs of a log, followed from its entries alone: which have activated, what each has used up, its
//! order tokens, and the units that it influences (A9.4, A12.6).

use super::hands::is_so_played;
use crate::battle::{Battle, Mode};
use crate::cards::{CardChoice, CardId, CardWay, NcuCard, TacticsDeck};
use crate::choice::{PlayerChoice, TacticsZone};
use crate::field::{PlayerId, UnitId};
use crate::log::{LogEntry, RuleViolation};
use crate::ncus::NcuStates;
use warodds_questions::catalogue::{BattleTrigger, OwnActivation};

/// The number of objective C in A Dance with Dragons (A13.5.1).
const OBJECTIVE_C: u8 = 2;

/// The NCUs of both players.
#[derive(Debug)]
pub(super) struct FollowedNcus<'a> {
    battle: &'a Battle,
    /// The edge of army `a`.
    seat: PlayerId,
    pub(super) states: NcuStates,
    /// The player who holds objective C and has not yet chosen an NCU for it (A13.5.4).
    silences: Option<PlayerId>,
    /// The player who has played a card that takes the abilities of an NCU, if it is not yet taken.
    pub(super) silencing: Option<PlayerId>,
    /// The units that NCUs influence, with the armies of the NCUs.
    influenced: Vec<(usize, CardId, UnitId)>,
    /// The zone that the NCU of the turn has claimed.
    claimed: Option<TacticsZone>,
    /// The wounds that each unit has left.
    left: Vec<u8>,
    /// Enemy ranks that were destroyed since the last entry about order tokens, by army.
    destroyed: [u8; 2],
}

impl<'a> FollowedNcus<'a> {
    pub(super) fn new(battle: &'a Battle) -> Self {
        let (seat, states) = (PlayerId::South, NcuStates::new(battle));
        let left = battle.units.iter().map(|fighter| fighter.wounds()).collect();
        let (claimed, destroyed, influenced) = (None, [0; 2], Vec::new());
        let (silences, silencing) = (None, None);
        Self { battle, seat, states, silences, silencing, influenced, claimed, left, destroyed }
    }

    /// Follows an entry of a log.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn follow(&mut self, entry: &LogEntry) -> Result<(), RuleViolation> {
        match entry {
            LogEntry::Chose { player, choice } => {
                self.note_silencing_card(*player, choice);
                self.follow_choice(*player, choice)
            }
            LogEntry::Round { .. } => {
                self.states.begin_round();
                Ok(())
            }
            LogEntry::Stays { player, card, unit, .. } if card.ncu().is_some() => {
                self.influence(*player, *card, *unit)
            }
            LogEntry::Left { player, card, unit, .. } if card.ncu().is_some() => {
                let gone = (self.army(*player), *card, *unit);
                let before = self.influenced.len();
                self.influenced.retain(|one| *one != gone);
                let is_gone = self.influenced.len() < before;
                require(is_gone, "A9.4", || format!("NCU {} does not influence {unit}", card.0))
            }
            LogEntry::Objective { number: OBJECTIVE_C, holder, .. }
                if self.battle.mode == Mode::ADanceWithDragons =>
            {
                self.states.end_silence();
                self.silences = holder.map(|unit| self.player_of(unit));
                Ok(())
            }
            LogEntry::Zone { seat, .. } => {
                self.claimed = Some(*seat);
                Ok(())
            }
            LogEntry::Destroyed { unit } => {
                // it may come back from reserve, whole (A13.2.4)
                let number = usize::from(unit.0);
                if let Some((left, fighter)) =
                    self.left.get_mut(number).zip(self.battle.units.get(number))
                {
                    *left = fighter.wounds();
                }
                Ok(())
            }
            LogEntry::Wounds { unit, left, .. } => {
                self.follow_wounds(*unit, *left);
                Ok(())
            }
            LogEntry::NcuLost { player, ncu, .. } => self.lose(*player, *ncu),
            LogEntry::NcuSilenced { player, ncu, .. } => self.silence_by_card(*player, *ncu),
            LogEntry::NcuTokens { player, ncu, left, .. } => {
                self.follow_tokens(*player, *ncu, *left)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn army(&self, player: PlayerId) -> usize {
        usize::from(player != self.seat)
    }

    fn player_of(&self, unit: UnitId) -> PlayerId {
        let is_of_a = self.battle.army_of(usize::from(unit.0)) == 0;
        if is_of_a { self.seat } else { self.seat.opponent() }
    }

    fn deck(&self, army: usize) -> Option<&'a TacticsDeck> {
        self.battle.decks.as_ref()?.get(army)
    }

    fn follow_choice(
        &mut self,
        player: PlayerId,
        choice: &PlayerChoice,
    ) -> Result<(), RuleViolation> {
        match choice {
            PlayerChoice::Edge(edge) if *edge != player => {
                self.seat = self.seat.opponent();
                Ok(())
            }
            PlayerChoice::Turn(_) => {
                self.states.end_turn();
                self.claimed = None;
                Ok(())
            }
            PlayerChoice::Ncu(ncu) => self.activate(player, *ncu),
            PlayerChoice::Silence(ncu) => self.silence(player, *ncu),
            PlayerChoice::Card(Some(choice)) if choice.card.ncu().is_some() => {
                let way = self.way(player, *choice);
                let is_so = way.is_some_and(|way| way.window.is_some());
                self.check_use(player, *choice, is_so)
            }
            PlayerChoice::Play(Some(played)) if played.choice.card.ncu().is_some() => {
                let army = self.army(player);
                let way = self.way(player, played.choice);
                let card = played.choice.card;
                let ncu = card.ncu().and_then(|number| self.deck(army)?.ncus.get(number));
                let used = ncu.zip(way).map_or(0, |(ncu, way)| ncu.used_with(way));
                let is_so = is_so_played(self.battle, (army, way), played);
                self.check_use(player, played.choice, is_so)?;
                self.check_named(army, way, card)?;
                self.follow_activation((player, card), way)?;
                if let Some(state) = self.states.get_mut(army, card) {
                    state.used |= used;
                    state.named |=
                        played.zones.iter().fold(0, |bits, zone| bits | 1 << *zone as u8);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn way(&self, player: PlayerId, choice: CardChoice) -> Option<&'a CardWay> {
        self.deck(self.army(player))?.way(choice)
    }

    /// Follows an NCU that a player lets activate: it has not done so this round.
    fn activate(&mut self, player: PlayerId, ncu: CardId) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let count = self.battle.ncus.get(army).map_or(0, Vec::len);
        let is_there = ncu.ncu().is_some_and(|number| number < count);
        let state = self.states.get_mut(army, ncu);
        let state = state.filter(|state| is_there && !state.activated && !state.lost);
        let is_waiting = state.is_some_and(|state| {
            state.activated = true;
            true
        });
        require(is_waiting, "A12.6", || format!("NCU {} may not activate", ncu.0))
    }

    /// Follows the choice of an NCU without abilities: once by each holder of objective C.
    fn silence(&mut self, player: PlayerId, ncu: CardId) -> Result<(), RuleViolation> {
        let army = self.army(player.opponent());
        let card = ncu.ncu().and_then(|number| self.deck(army)?.ncus.get(number));
        let has_abilities = card.is_some_and(NcuCard::is_played);
        let may_silence = has_abilities && self.silences.take() == Some(player);
        let state = self.states.get_mut(army, ncu).filter(|state| may_silence && !state.lost);
        let is_silenced = state.is_some_and(|state| {
            state.silenced = true;
            true
        });
        require(is_silenced, "A13.5.4", || format!("NCU {} may not be chosen", ncu.0))
    }

    /// Checks that an NCU may be used in a way: it exists, is not used up, and has its tokens.
    fn check_use(
        &self,
        player: PlayerId,
        choice: CardChoice,
        is_so: bool,
    ) -> Result<(), RuleViolation> {
        let pays = self.way(player, choice).map_or(0, |way| way.pays);
        let may_use = self.states.may_use(self.army(player), choice, pays);
        let CardChoice { card, way } = choice;
        require(is_so, "A9.4", || format!("NCU {} cannot be used like this in way {way}", card.0))?;
        require(may_use, "A9.4", || format!("NCU {} is used up in way {way}", card.0))
    }

    /// Checks that what waits for a named zone follows the claim of one.
    fn check_named(
        &self,
        army: usize,
        way: Option<&CardWay>,
        ncu: CardId,
    ) -> Result<(), RuleViolation> {
        let trigger = way.and_then(|way| way.battle.as_ref()).map(|play| play.trigger);
        let state = self.states.get(army, ncu);
        let is_named = state.zip(self.claimed).is_some_and(|(state, zone)| state.has_named(zone));
        let has_named = state.is_some_and(|state| state.named != 0);
        let is_so = match trigger {
            Some(BattleTrigger::NamedZoneClaimed) => is_named,
            Some(BattleTrigger::NamedZoneMissed) => has_named && !is_named,
            _ => true,
        };
        require(is_so, "A9.4", || format!("no zone named by NCU {} is claimed", ncu.0))
    }

    /// Follows an NCU that activates out of turn, or that must not have activated.
    fn follow_activation(
        &mut self,
        (player, ncu): (PlayerId, CardId),
        way: Option<&CardWay>,
    ) -> Result<(), RuleViolation> {
        let Some(terms) = way.and_then(|way| way.battle.as_ref()).map(|play| &play.terms) else {
            return Ok(());
        };
        let army = self.army(player);
        let is_waiting = self.states.is_waiting(army, ncu);
        let is_so = is_waiting || !terms.off_board;
        require(is_so, "A9.4", || format!("NCU {} has activated", ncu.0))?;
        if terms.activates == OwnActivation::None {
            return Ok(());
        }
        self.activate(player, ncu)?;
        if let Some(state) = self.states.get_mut(army, ncu) {
            state.leaves |= terms.activates == OwnActivation::ThenLeaves;
        }
        Ok(())
    }

    /// Follows the wounds of a unit, for NCUs that count the ranks that it loses.
    fn follow_wounds(&mut self, unit: UnitId, left: u8) {
        let army = self.battle.army_of(unit.0.into());
        if let Some(before) = self.left.get_mut(usize::from(unit.0)) {
            self.destroyed[1 - army] = self.battle.ranks_between(unit, [*before, left]);
            *before = left;
        }
    }

    /// Follows an influence: an NCU has one, and an army influences a unit once.
    fn influence(
        &mut self,
        player: PlayerId,
        ncu: CardId,
        unit: UnitId,
    ) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let is_same =
            |(of, one, on): &(usize, CardId, UnitId)| *of == army && (*one == ncu || *on == unit);
        let is_free = !self.influenced.iter().any(is_same);
        require(is_free, "A9.4", || format!("NCU {} may not influence {unit}", ncu.0))?;
        self.influenced.push((army, ncu, unit));
        Ok(())
    }

    /// Follows the order tokens of an NCU: a way of it costs as many as are gone, or gives as many
    /// as are new.
    fn follow_tokens(
        &mut self,
        player: PlayerId,
        ncu: CardId,
        left: u8,
    ) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let card = self.deck(army).and_then(|deck| deck.card(ncu));
        let ways = card.map_or(&[][..], |card| card.ways.as_slice());
        let held = self.states.get(army, ncu).map_or(0, |state| state.tokens);
        let gains = |way: &CardWay| way.battle.as_ref().map_or(0, |play| play.terms.gains);
        let is_so = if left < held {
            let wears_out = self.dies(army, ncu) && held - left == 1;
            wears_out || ways.iter().any(|way| way.pays == held - left)
        } else {
            let by_ranks = self.counts_ranks(army, ncu) && left - held <= self.destroyed[army];
            by_ranks || ways.iter().any(|way| gains(way) >= left - held)
        };
        require(is_so, "A9.4", || format!("NCU {} cannot have {left} order tokens", ncu.0))?;
        if let Some(state) = self.states.get_mut(army, ncu) {
            state.tokens = left;
        }
        Ok(())
    }
}

impl FollowedNcus<'_> {
    /// Returns whether an NCU gains order tokens for the ranks of enemies that are destroyed.
    fn counts_ranks(&self, army: usize, ncu: CardId) -> bool {
        let card = ncu.ncu().and_then(|number| self.deck(army)?.ncus.get(number));
        card.is_some_and(|card| card.tokens_by_ranks)
    }

    /// Returns whether an NCU leaves the battle without order tokens.
    fn dies(&self, army: usize, ncu: CardId) -> bool {
        let card = ncu.ncu().and_then(|number| self.deck(army)?.ncus.get(number));
        card.is_some_and(|card| card.dies_without_tokens)
    }

    /// Follows an NCU that leaves the battle, by an ability or without order tokens.
    fn lose(&mut self, player: PlayerId, ncu: CardId) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let dies = self.dies(army, ncu);
        let state = self.states.get_mut(army, ncu);
        let state = state.filter(|state| {
            let is_over = state.leaves || (dies && state.tokens == 0);
            is_over && !state.lost
        });
        let is_lost = state.is_some_and(|state| {
            state.lost = true;
            true
        });
        require(is_lost, "A9.4", || format!("NCU {} does not leave the battle", ncu.0))
    }
}

/// Refuses what is not so.
pub(super) fn require(
    is_so: bool,
    rule: &'static str,
    why: impl FnOnce() -> String,
) -> Result<(), RuleViolation> {
    if is_so { Ok(()) } else { Err(RuleViolation::new(rule, why())) }
}
