//! One attack: what comes before its dice, the dice, the panic test and what follows.

use warodds_games::asoiaf::Token;
use warodds_games::asoiaf::effect::{Action, Moment, Triggered};

use super::numbers::{Numbers, Save, pool};
use super::state::{Chances, Done, State, bit, each, surely};
use super::telling::{Fray, From, Telling};

impl Telling<'_> {
    /// What comes before the dice of an attack.
    pub fn begin(&self, state: State, fray: Fray<'_>) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let begins = fray.is_main() && !self.is_begun;
        let charged = begins && self.is_charge();
        let mut moments = Vec::new();
        if begins {
            moments.push((me, Moment::Activating));
        }
        if charged {
            moments.extend([(me, Moment::Declaring), (it, Moment::EnemyDeclaring)]);
        }
        moments.extend([(me, Moment::BeforeAttacking), (it, Moment::BeforeAttacked)]);
        each(self.kill(state, fray), |start| {
            let mut states = surely(start);
            for (side, moment) in &moments {
                for (number, effect) in self.effects(*side, fray.way, start.fallen[*side], *moment)
                {
                    states = each(states, |now| {
                        let what = (*side, number, effect);
                        self.happen(now, &start, what, fray, (2, Done::default()))
                    });
                }
            }
            states
        })
    }

    /// The die for the enemy's attachment.
    fn kill(&self, state: State, fray: Fray<'_>) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let has = self.abilities[it].iter().any(|ability| ability.attached);
        for (_, effect) in self.effects(me, fray.way, state.fallen[me], Moment::BeforeAttacking) {
            if let Action::Triggered(Triggered::KillAttachment(face)) = effect.action
                && has
                && !state.fallen[it]
                && state.both_stand()
                && self.holds(effect, me, fray, &state)
            {
                let mut killed = state.wounded(it, 1);
                killed.fallen[it] = true;
                let p = f64::from(7 - face) / 6.0;
                return vec![(killed, p), (state, 1.0 - p)];
            }
        }
        surely(state)
    }

    /// The dice of an attack and all that follows them.
    pub fn strike(&self, state: State, fray: Fray<'_>) -> Chances<State> {
        let numbers = Numbers::of(self, fray, &state);
        each(self.hits(state, fray, &numbers), |(now, hits, sure, back)| {
            let saved = self.saves(now, fray, &numbers, [hits, sure]);
            each(saved, |(now, wounds, more_back, given)| {
                self.finish(now, fray, (hits, wounds, given), [back, more_back])
            })
        })
    }

    /// Attack dice: hits, those that cannot be blocked, and wounds that come back.
    fn hits(
        &self,
        state: State,
        fray: Fray<'_>,
        numbers: &Numbers,
    ) -> Chances<(State, i32, i32, i32)> {
        let me = fray.me;
        let rolled = if numbers.auto_hit { 0 } else { numbers.dice };
        each(pool(&numbers.attack, rolled), |fell| {
            let mut now = state;
            if numbers.weakened && fell.forced {
                now.tokens[me] &= !bit(Token::Weakened);
            }
            let good = fell.plain + fell.sixes + numbers.dice - rolled;
            let hits = good * numbers.hits_each + fell.sixes * numbers.critical + numbers.hits;
            let sure = if numbers.precision { fell.sixes } else { 0 };
            let misses = if numbers.misses_back { rolled - fell.plain - fell.sixes } else { 0 };
            let back = self.unsaved(me, misses);
            let ones = fell.ones * numbers.ones_wound;
            back.into_iter().map(|(wounds, p)| ((now, hits, sure, wounds + ones), p)).collect()
        })
    }

    /// Defence dice: wounds of the attack, wounds that come back, and tokens to be given.
    fn saves(
        &self,
        state: State,
        fray: Fray<'_>,
        numbers: &Numbers,
        [hits, sure]: [i32; 2],
    ) -> Chances<(State, i32, i32, u8)> {
        let it = 1 - fray.me;
        let Save { none, fixed, .. } = numbers.save;
        let open = hits - sure;
        let rolled = if none || fixed.is_some() { 0 } else { open };
        each(pool(&numbers.save.die, rolled), |fell| {
            let mut now = state;
            if numbers.vulnerable && fell.forced {
                now.tokens[it] &= !bit(Token::Vulnerable);
            }
            let given = if fell.ones > 0 { numbers.save.ones_give } else { 0 };
            let blocked = fell.plain + fell.sixes;
            let back = if numbers.save.blocks_back { blocked } else { 0 };
            let sixes = fell.sixes * numbers.save.sixes_wound;
            let unblocked = hits - (blocked + numbers.save.block).min(open);
            each(self.unsaved(fray.me, back), |wounds| {
                let more = if hits > 0 { numbers.wounds } else { 0 };
                let dealt: Chances<i32> = match fixed {
                    Some(_) if hits == 0 => surely(0),
                    Some((base, true)) => (1..=3).map(|d3| (base + d3, 1.0 / 3.0)).collect(),
                    Some((base, false)) => surely(base),
                    None if numbers.save.half => surely(unblocked / 2),
                    None => surely(unblocked),
                };
                dealt
                    .into_iter()
                    .map(|(dealt, p)| ((now, dealt + more, wounds + sixes, given), p))
                    .collect()
            })
        })
    }

    /// Wounds, the panic test, and what follows an attack.
    fn finish(
        &self,
        state: State,
        fray: Fray<'_>,
        (hits, wounds, given): (i32, i32, u8),
        back: [i32; 2],
    ) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let (left, suffered) = (state.left[it], state.suffered[it]);
        let mut states = surely(state);
        for (side, more) in [(me, back[0]), (me, back[1]), (it, wounds)] {
            states =
                each(states, |now| each(self.hurt(now, side, more, fray), |(end, _)| surely(end)));
        }
        each(states, |now| {
            each(self.panic(now, fray, wounds), |(mut now, panic, failed)| {
                if given != 0 {
                    now = self.given(now, it, given, fray, &now);
                }
                if fray.is_main() {
                    (now.hits, now.unblocked) = (hits, wounds);
                    (now.panic, now.failed) = (panic, failed);
                }
                let had = self.true_ranks(it, &State { left: [left; 2], ..now });
                let ranks = (had - self.true_ranks(it, &now)).max(0);
                let done = Done { dealt: now.suffered[it] - suffered, ranks };
                if fray.is_main() {
                    now.done = done;
                }
                self.after(now, fray, done)
            })
        })
    }

    /// The panic test of an attack.
    fn panic(&self, now: State, fray: Fray<'_>, wounds: i32) -> Chances<(State, i32, bool)> {
        let it = 1 - fray.me;
        let test = (it, From::Attack);
        if now.left[it] == 0 {
            surely((now, 0, false))
        } else if wounds > 0 {
            self.take(now, test, fray, (1, Done::default()))
        } else {
            let over = self.over(now, test, false, fray, (1, Done::default()));
            each(over, |end| surely((end, 0, false)))
        }
    }

    /// What follows an attack.
    fn after(&self, state: State, fray: Fray<'_>, done: Done) -> Chances<State> {
        let (me, it) = (fray.me, 1 - fray.me);
        let mut moments = vec![
            (it, Moment::LosingRanks),
            (me, Moment::AfterAttacking),
            (it, Moment::AfterAttacked),
        ];
        if state.left[it] == 0 {
            moments.push((it, Moment::Destroyed));
        }
        let mut states = surely(state);
        for (side, moment) in moments {
            for (number, effect) in self.effects(side, fray.way, state.fallen[side], moment) {
                states = each(states, |now| {
                    self.happen(now, &now, (side, number, effect), fray, (2, done))
                });
            }
        }
        states
    }
}
