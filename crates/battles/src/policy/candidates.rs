//! Turns a policy thinks of, and the best of them.

use super::Kind;
use super::fights::Weighed;
use super::view::{Man, TOKEN, View};
use crate::choice::{Action, Benefit, Condition, Seat, Turn};
use crate::field::Player;
use crate::outcomes::MeetingError;
use std::hash::Hasher;

/// A turn with what it is worth beside doing nothing.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    turn: Turn,
    gain: f64,
    /// Which of those that are worth as much is taken.
    order: u64,
}

/// Turns that are thought of.
struct Thought<'v, 'a> {
    view: &'v View<'a>,
    all: Vec<Candidate>,
}

/// The best turn that is legal; none where a player can do nothing at all.
pub(super) fn best(view: &View<'_>) -> Result<Option<Turn>, MeetingError> {
    let mut thought = Thought { view, all: Vec::with_capacity(256) };
    for (number, own) in view.own.iter().enumerate() {
        if !own.activated {
            thought.unit(number, own)?;
        }
    }
    if view.seen.state.ncus[Player::South.index()] > 0 {
        thought.ncu()?;
    }
    thought.reserve();
    Ok(thought.best())
}

impl Thought<'_, '_> {
    fn add(&mut self, turn: Turn, gain: f64) {
        let order = self.view.hash.with(self.all.len() as u64).finish();
        self.all.push(Candidate { turn, gain, order });
    }

    fn best(mut self) -> Option<Turn> {
        let random = self.view.policy.kind == Kind::Random;
        self.all.sort_unstable_by(|one, other| {
            let by_gain = other.gain.total_cmp(&one.gain);
            if random {
                one.order.cmp(&other.order)
            } else {
                by_gain.then(one.order.cmp(&other.order))
            }
        });
        let view = self.view;
        let legal = |candidate: &&Candidate| match candidate.turn {
            Turn::Unit { unit, action }
            | Turn::Ncu { benefit: Benefit::Act { unit, action }, .. } => view
                .own
                .iter()
                .find(|man| man.id == unit)
                .is_some_and(|man| view.is_legal(man, action)),
            _ => true,
        };
        let found = self.all.iter().find(legal).map(|candidate| candidate.turn);
        found.or_else(|| view.seen.state.has_only_reserve(Player::South).then_some(Turn::Wait))
    }

    /// What a combat unit may do.
    fn unit(&mut self, number: usize, own: &Man) -> Result<(), MeetingError> {
        let unit = own.id;
        // who has nothing to do is not in a hurry
        self.add(Turn::Unit { unit, action: Action::Forgo }, -0.05);
        let view = self.view;
        if own.engaged {
            for Weighed { action, gain } in view.melees(own)? {
                self.add(Turn::Unit { unit, action }, gain);
            }
            self.retreats(own);
            return Ok(());
        }
        let here = view.stands(number, own.pose);
        for step in view.steps(own) {
            let gain = view.stands(number, step.pose) - here;
            self.add(Turn::Unit { unit, action: step.action }, gain);
        }
        for Weighed { action, gain } in view.shots(own)? {
            self.add(Turn::Unit { unit, action }, gain);
        }
        // a charger leaves what it stands on, and what it would threaten
        for Weighed { action, gain } in view.charges(own)? {
            self.add(Turn::Unit { unit, action }, gain - here.max(0.0) * 0.5);
        }
        Ok(())
    }

    /// Retreats of a unit that is worse off than its enemies.
    fn retreats(&mut self, own: &Man) {
        for (action, _) in self.view.retreats(own) {
            let hurt = f64::from(own.left) * own.wound;
            let gain = if hurt < 2.0 { 0.3 } else { -1.0 };
            self.add(Turn::Unit { unit: own.id, action }, gain);
        }
    }

    /// What an NCU may do.
    fn ncu(&mut self) -> Result<(), MeetingError> {
        self.claim(None, Benefit::Nothing, -0.1);
        let free = |seat: &Seat| self.view.seen.state.seats[*seat as usize].is_none();
        let seats: Vec<Seat> = Seat::ALL.into_iter().filter(free).collect();
        for seat in seats {
            self.claim(Some(seat), Benefit::Nothing, -0.05);
            match seat {
                Seat::Crown => self.crown()?,
                Seat::Wealth => self.wealth(),
                Seat::Letters => self.letters(),
                Seat::Swords => self.swords()?,
                Seat::Horse => self.horse(),
            }
        }
        Ok(())
    }

    fn claim(&mut self, seat: Option<Seat>, benefit: Benefit, gain: f64) {
        self.add(Turn::Ncu { seat, benefit }, gain);
    }

    fn crown(&mut self) -> Result<(), MeetingError> {
        let view = self.view;
        for enemy in &view.enemies {
            let meeting = view.seen.state.panic(view.seen.battle, enemy.id, -1, false);
            let outlook = view.outlook(&meeting)?;
            let lost = (f64::from(enemy.left) - outlook.left[0]) * enemy.wound;
            let gain = lost + outlook.destroyed[0] * enemy.prize;
            self.claim(Some(Seat::Crown), Benefit::Test { unit: enemy.id }, gain);
        }
        Ok(())
    }

    fn wealth(&mut self) {
        let view = self.view;
        for own in &view.own {
            let full = view.seen.battle.fighter(own.id).map_or(0, |one| one.wounds());
            let healed = f64::from((full - own.left.min(full)).min(3));
            let held = view.seen.state.unit(own.id).map_or(0, |held| held.tokens);
            let token = Condition::ALL.into_iter().find(|token| held & token.bit() != 0);
            let gain = healed * own.wound * 0.8 + if token.is_some() { TOKEN } else { 0.0 };
            self.claim(Some(Seat::Wealth), Benefit::Restore { unit: own.id, token }, gain);
        }
    }

    fn letters(&mut self) {
        let view = self.view;
        for enemy in &view.enemies {
            let held = view.seen.state.unit(enemy.id).map_or(0, |held| held.tokens);
            let near = if enemy.engaged { 1.5 } else { 1.0 };
            let missing = [Condition::Vulnerable, Condition::Weakened, Condition::Panicked];
            for token in missing.into_iter().filter(|token| held & token.bit() == 0) {
                let more = if token == Condition::Vulnerable { 0.1 } else { 0.0 };
                let benefit = Benefit::Token { unit: enemy.id, token };
                self.claim(Some(Seat::Letters), benefit, TOKEN * near + more);
            }
        }
    }

    fn swords(&mut self) -> Result<(), MeetingError> {
        let view = self.view;
        for own in &view.own {
            let attacks = if own.engaged { view.melees(own)? } else { view.shots(own)? };
            for Weighed { action, gain } in attacks {
                self.claim(Some(Seat::Swords), Benefit::Act { unit: own.id, action }, gain);
            }
        }
        Ok(())
    }

    fn horse(&mut self) {
        let view = self.view;
        for (number, own) in view.own.iter().enumerate().filter(|(_, own)| !own.engaged) {
            let here = view.stands(number, own.pose);
            for step in view.steps(own) {
                if matches!(step.action, Action::Manoeuvre { .. }) {
                    let gain = view.stands(number, step.pose) - here;
                    let benefit = Benefit::Act { unit: own.id, action: step.action };
                    // a unit that still activates could do as much itself
                    let gain = if own.activated { gain } else { gain * 0.5 };
                    self.claim(Some(Seat::Horse), benefit, gain);
                }
            }
        }
    }

    /// Units that come from reserve (A13.2.2): soon.
    fn reserve(&mut self) {
        let view = self.view;
        for (unit, pose) in super::small::arrivals(view.seen, view.hash) {
            self.add(Turn::Reserve { unit, pose }, 3.0);
        }
    }
}
