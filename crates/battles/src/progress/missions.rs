//! Missions that move between deck, hands, the table and the discards (A13.6, A13.8).

use super::{Play, PlayResult, refusal};
use crate::field::PlayerId;
use crate::log::{LogEntry, MissionEvent};
use crate::missions::{MissionId, MissionPile, MissionView, PlayerMissions};
use warodds_engine::chance::Label;

const DRAW: Label = Label::new("mission", "A13.6.1");

impl Play<'_> {
    /// Returns what the player of an army sees of missions.
    pub(super) fn mission_view(&self, army: usize) -> Option<MissionView> {
        let missions = self.missions.as_ref()?;
        let [own, enemy] = [army, 1 - army];
        Some(MissionView {
            hand: missions.hands[own],
            chosen: missions.chosen[own],
            enemy_hand: missions.hands[enemy].len(),
            deck: missions.deck.len(),
        })
    }

    /// Continues with no other hidden mission than the one that an army has chosen.
    #[must_use]
    pub(crate) fn with_chosen_mission(self, army: usize, mission: Option<MissionId>) -> Self {
        let mut missions = PlayerMissions::default();
        missions.chosen[army] = mission;
        Self { missions: self.missions.map(|_| missions), ..self }
    }

    /// Returns a player's hand of missions; an empty one if there are none.
    pub(crate) fn mission_hand(&self, player: PlayerId) -> MissionPile {
        let army = self.army_at(player);
        self.missions.map_or_else(MissionPile::default, |missions| missions.hands[army])
    }

    /// Returns the mission that a player has chosen for the round.
    pub(crate) fn chosen_mission(&self, player: PlayerId) -> Option<MissionId> {
        self.missions?.chosen[self.army_at(player)]
    }

    fn record_mission(
        &mut self,
        player: Option<PlayerId>,
        (mission, event): (MissionId, MissionEvent),
        rule: &'static str,
    ) -> PlayResult {
        self.record(|| LogEntry::Mission { mission, event, player, rule: rule.into() })
    }

    /// Takes a mission from the deck, which is made again from the discards if it is empty. `None`
    /// if both are empty.
    fn take_mission(&mut self) -> PlayResult<Option<MissionId>> {
        let Some(mut missions) = self.missions else { return Ok(None) };
        if missions.deck.is_empty() {
            std::mem::swap(&mut missions.deck, &mut self.state.missions.discards);
        }
        if missions.deck.is_empty() {
            return Ok(None);
        }
        let place = self.draw_card(&DRAW, missions.deck.len());
        self.ensure_dice()?;
        let mission = missions.deck.missions().nth(usize::from(place));
        let mission = mission.ok_or_else(|| refusal("A13.6.1", "the deck has no such mission"))?;
        missions.deck.remove(mission);
        self.missions = Some(missions);
        Ok(Some(mission))
    }

    /// Deals a mission to a player's hand.
    pub(crate) fn draw_mission(&mut self, player: PlayerId, rule: &'static str) -> PlayResult {
        let army = self.army_at(player);
        let Some(mission) = self.take_mission()? else { return Ok(()) };
        if let Some(missions) = &mut self.missions {
            missions.hands[army].add(mission);
        }
        self.record_mission(Some(player), (mission, MissionEvent::Drawn), rule)
    }

    /// Opens a mission of the deck. Returns it.
    pub(crate) fn open_mission(&mut self, rule: &'static str) -> PlayResult<Option<MissionId>> {
        let Some(mission) = self.take_mission()? else { return Ok(None) };
        self.state.missions.open.add(mission);
        self.record_mission(None, (mission, MissionEvent::Opened), rule)?;
        Ok(Some(mission))
    }

    /// Sets aside a mission of a player's hand as the one of the round.
    pub(crate) fn choose_mission(&mut self, player: PlayerId, mission: MissionId) -> PlayResult {
        let army = self.army_at(player);
        let is_held = self.missions.as_mut().is_some_and(|missions| {
            let is_held = missions.hands[army].remove(mission);
            if is_held {
                missions.chosen[army] = Some(mission);
            }
            is_held
        });
        if is_held {
            return Ok(());
        }
        Err(refusal("A13.6.1", format!("the hand does not hold mission {}", mission.0)))
    }

    /// Takes the mission that a player has chosen back to the hand. Returns whether there was one.
    pub(crate) fn return_mission(&mut self, player: PlayerId) -> bool {
        let army = self.army_at(player);
        let Some(missions) = &mut self.missions else { return false };
        let Some(mission) = missions.chosen[army].take() else { return false };
        missions.hands[army].add(mission);
        true
    }

    /// Scores a mission that a player fulfilled.
    pub(crate) fn score_mission(
        &mut self,
        player: PlayerId,
        mission: MissionId,
        points: u8,
    ) -> PlayResult {
        self.record_mission(Some(player), (mission, MissionEvent::Fulfilled), "A13.6.3")?;
        self.score(player, points, None, "A13.6.3")
    }

    /// Discards an open mission.
    pub(crate) fn discard_open_mission(
        &mut self,
        mission: MissionId,
        rule: &'static str,
    ) -> PlayResult {
        self.state.missions.open.remove(mission);
        self.state.missions.discards.add(mission);
        self.record_mission(None, (mission, MissionEvent::Discarded), rule)
    }

    /// Discards the missions of the round, but for those that stay: these lie open, or return to
    /// the hand (A13.6.1).
    pub(crate) fn discard_missions(&mut self) -> PlayResult {
        let deck = self.battle.missions.as_ref();
        let stays = |id: &MissionId| {
            deck.and_then(|deck| deck.mission(*id)).is_some_and(|mission| mission.stays)
        };
        let first = self.state.first;
        for player in [first, first.opponent()] {
            let Some(mission) = self.chosen_mission(player) else { continue };
            self.return_mission(player);
            if stays(&mission) {
                self.record_mission(Some(player), (mission, MissionEvent::Returned), "A13.6.1")?;
                continue;
            }
            let army = self.army_at(player);
            if let Some(missions) = &mut self.missions {
                missions.hands[army].remove(mission);
            }
            self.state.missions.discards.add(mission);
            self.record_mission(Some(player), (mission, MissionEvent::Discarded), "A13.6.1")?;
        }
        let open: Vec<MissionId> = self.state.missions.open.missions().collect();
        let mut discarded = open.into_iter().filter(|mission| !stays(mission));
        discarded.try_for_each(|mission| self.discard_open_mission(mission, "A13.6.1"))
    }
}
