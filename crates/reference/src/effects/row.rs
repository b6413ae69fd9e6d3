//! The row of attacks: the one in question and those that are called forth.

use warodds_games::asoiaf::effect::{Action, Effect, Moment, Triggered};

use super::state::{Chances, State, each, surely};
use super::telling::{Fray, Kind, Telling};
use super::ways::Way;

/// An attack of the row: who makes it, and what calls it forth; nothing the one in question.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    by: usize,
    called: Option<(usize, &'a Effect)>,
}

impl<'a> Telling<'a> {
    /// The attack in question with all it calls forth, chosen in this way.
    pub fn row(&self, way: &Way) -> Chances<State> {
        self.row_from(self.start(), way)
    }

    /// The same where things stand so when it begins.
    pub fn row_from(&self, start: State, way: &Way) -> Chances<State> {
        self.decided.borrow_mut().clear();
        self.began.set(start);
        let fray = Fray { me: 0, kind: Kind::Main, way };
        self.rest(self.begin(start, fray), 0, fray)
    }

    /// The row from one of its attacks on.
    pub fn rest(&self, mut states: Chances<State>, first: usize, fray: Fray<'_>) -> Chances<State> {
        for (place, turn) in self.turns(fray).into_iter().enumerate().skip(first) {
            states = each(states, |now| match turn.called {
                _ if !self.may(&now, turn) => surely(now),
                None => self.strike(now, fray),
                Some(_) => {
                    let way = self.way_to_answer(now.bare(), turn.by, place, fray);
                    self.answer_so(now, turn.by, &way)
                }
            });
        }
        each(states, |now| self.suffer_terrain(now, fray))
    }

    /// The attacks of the row.
    fn turns(&self, fray: Fray<'_>) -> Vec<Turn<'a>> {
        let before = [Moment::Activating, Moment::BeforeAttacking].map(|moment| (0, moment));
        let after = [Moment::AfterAttacked, Moment::Destroyed].map(|moment| (1, moment));
        let called = |moments: &[(usize, Moment)]| {
            moments.iter().flat_map(|(by, moment)| self.called(*by, *moment, fray)).collect()
        };
        let first: Vec<Turn<'a>> = called(&[&before[..], &[(1, Moment::BeforeAttacked)]].concat());
        let last: Vec<Turn<'a>> = called(&[&[(0, Moment::AfterAttacking)], &after[..]].concat());
        [first, vec![Turn { by: 0, called: None }], last].concat()
    }

    /// The attacks of a side that are called forth at a moment, as things stand when all begins.
    fn called(&self, by: usize, moment: Moment, fray: Fray<'_>) -> Vec<Turn<'a>> {
        let called = self.effects(by, fray.way, false, moment).into_iter().filter(|(_, effect)| {
            effect.action == Action::Triggered(Triggered::Attack)
                && self.can_answer(by)
                && self.holds(effect, by, fray, &self.began.get())
        });
        called.map(|called| Turn { by, called: Some(called) }).collect()
    }

    /// Whether an attack of the row is made.
    fn may(&self, now: &State, Turn { by, called }: Turn<'_>) -> bool {
        let Some((number, effect)) = called else { return now.both_stand() };
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let last = effect.moment == Moment::Destroyed;
        (now.left[by] == 0) == last
            && now.left[1 - by] > 0
            && !(self.abilities[by][number].attached && now.fallen[by])
            && asked(effect.conditions.dealt, now.done.dealt > 0)
            && asked(effect.conditions.rank_destroyed, now.done.ranks > 0)
    }

    /// An attack that is called forth, chosen in this way.
    pub fn answer_so(&self, state: State, by: usize, way: &Way) -> Chances<State> {
        let fray = Fray { me: by, kind: Kind::Called, way };
        let struck = each(self.begin(state, fray), |now| {
            let fell = state.left[by] > 0 && now.left[by] == 0;
            if fell || now.left[1 - by] == 0 { surely(now) } else { self.strike(now, fray) }
        });
        each(struck, |now| self.suffer_terrain(now, fray))
    }

    /// What dangerous terrain costs who acts in it.
    fn suffer_terrain(&self, now: State, fray: Fray<'_>) -> Chances<State> {
        if self.attack.traits()[fray.me].surroundings.dangerous {
            self.suffer_ground(now, fray)
        } else {
            surely(now)
        }
    }

    /// What dangerous ground costs the one who acts, if it stands.
    pub fn suffer_ground(&self, now: State, fray: Fray<'_>) -> Chances<State> {
        if now.left[fray.me] == 0 {
            return surely(now);
        }
        each((2..=4).map(|wounds| (wounds, 1.0 / 3.0)).collect(), |wounds| {
            each(self.hurt(now, fray.me, wounds, fray), |(end, _)| surely(end))
        })
    }
}
