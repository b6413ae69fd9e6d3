//! Missions of a log, followed from its entries alone (A13.6, A13.8): each is in one place, and
//! players choose and fulfil only those that they hold or that lie open.

use crate::battle::{Battle, Mode};
use crate::choice::PlayerChoice;
use crate::field::PlayerId;
use crate::log::{LogEntry, MissionEvent, RuleViolation};
use crate::missions::MissionId;

/// Where a mission is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MissionPlace {
    Deck,
    Hand(PlayerId),
    Chosen(PlayerId),
    Open,
    Discards,
}

/// The places of all missions.
#[derive(Debug)]
pub(super) struct MissionPlaces {
    mode: Mode,
    places: Vec<MissionPlace>,
}

impl MissionPlaces {
    pub(super) fn new(battle: &Battle) -> Self {
        let count = battle.missions.as_ref().map_or(0, |deck| deck.missions.len());
        Self { mode: battle.mode, places: vec![MissionPlace::Deck; count] }
    }

    /// Follows an entry of a log.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn follow(&mut self, entry: &LogEntry) -> Result<(), RuleViolation> {
        match entry {
            LogEntry::Chose { player, choice: PlayerChoice::Mission(mission) } => {
                self.choose(*player, *mission)
            }
            LogEntry::Mission { mission, event, player, rule } => {
                self.move_to(*mission, *event, *player, rule.clone().into_owned())
            }
            LogEntry::Round { round, .. } => self.begin_round(*round),
            _ => Ok(()),
        }
    }

    fn count(&self, place: MissionPlace) -> usize {
        self.places.iter().filter(|one| **one == place).count()
    }

    /// A player's mission for the round; a former choice returns to the hand (A13.6.2).
    fn choose(&mut self, player: PlayerId, mission: MissionId) -> Result<(), RuleViolation> {
        if self.mode == Mode::DarkWingsDarkWords {
            return self.check_place(mission, &[MissionPlace::Open], "A13.8.2");
        }
        for place in &mut self.places {
            if *place == MissionPlace::Chosen(player) {
                *place = MissionPlace::Hand(player);
            }
        }
        self.check_place(mission, &[MissionPlace::Hand(player)], "A13.6.1")?;
        self.put(mission, MissionPlace::Chosen(player));
        Ok(())
    }

    fn put(&mut self, mission: MissionId, at: MissionPlace) {
        if let Some(place) = self.places.get_mut(usize::from(mission.0)) {
            *place = at;
        }
    }

    /// Checks that a mission is in one of the allowed places.
    fn check_place(
        &self,
        mission: MissionId,
        allowed: &[MissionPlace],
        rule: &str,
    ) -> Result<(), RuleViolation> {
        let place = self.places.get(usize::from(mission.0));
        if place.is_some_and(|place| allowed.contains(place)) {
            return Ok(());
        }
        let why = match place {
            Some(place) => format!("mission {} is {place:?}, not {allowed:?}", mission.0),
            None => format!("there is no mission {}", mission.0),
        };
        Err(RuleViolation::new(rule.to_owned(), why))
    }

    fn move_to(
        &mut self,
        mission: MissionId,
        event: MissionEvent,
        player: Option<PlayerId>,
        rule: String,
    ) -> Result<(), RuleViolation> {
        use MissionPlace::{Chosen, Deck, Discards, Hand, Open};
        let of_player = player.map_or(Open, Chosen);
        let (from, to): (&[MissionPlace], _) = match event {
            MissionEvent::Drawn | MissionEvent::Opened => {
                // an empty deck is made again from the discards
                if self.count(Deck) == 0 {
                    let discards = self.places.iter_mut().filter(|place| **place == Discards);
                    discards.for_each(|place| *place = Deck);
                }
                (&[Deck], player.map_or(Open, Hand))
            }
            MissionEvent::Fulfilled => {
                return self.check_place(mission, &[Open, of_player], &rule);
            }
            MissionEvent::Returned => (&[of_player], player.map_or(Open, Hand)),
            MissionEvent::Discarded => (&[of_player], Discards),
        };
        self.check_place(mission, from, &rule)?;
        self.put(mission, to);
        Ok(())
    }

    /// Checks the missions before a round: the hands before the first, and three open ones in Dark
    /// Wings, Dark Words.
    fn begin_round(&self, round: u8) -> Result<(), RuleViolation> {
        let hands = PlayerId::BOTH.map(|player| self.count(MissionPlace::Hand(player)));
        if self.mode == Mode::TheWindsOfWinter && round == 1 && hands != [5, 5] {
            let why = format!("the first hands have five missions each, not {hands:?}");
            return Err(RuleViolation::new("A13.6.1", why));
        }
        let open = self.count(MissionPlace::Open);
        if self.mode == Mode::DarkWingsDarkWords && open != 3 {
            let why = format!("three missions lie open, not {open}");
            return Err(RuleViolation::new("A13.8.1", why));
        }
        Ok(())
    }
}
