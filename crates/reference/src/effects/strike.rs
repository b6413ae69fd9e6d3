//! One attack: what comes before its dice, the dice, the panic test and what follows.

use warodds_games::asoiaf::Token;
use warodds_games::asoiaf::effect::{Action, Moment, TriggeredEffect};

use super::model::{ReferenceModel, Resolution, TestCause};
use super::numbers::{AttackNumbers, SaveNumbers, pool};
use super::state::{AttackDamage, Chances, CombatState, bit, each, surely};

impl ReferenceModel<'_> {
    /// What comes before the dice of an attack.
    pub fn begin(&self, state: CombatState, resolution: Resolution<'_>) -> Chances<CombatState> {
        let (me, it) = (resolution.me, 1 - resolution.me);
        let begins = resolution.is_main() && !self.is_begun;
        let charged = begins && self.is_charge();
        let mut moments = Vec::new();
        if begins {
            moments.push((me, Moment::Activating));
        }
        if charged {
            moments.extend([(me, Moment::Declaring), (it, Moment::EnemyDeclaring)]);
        }
        moments.extend([(me, Moment::BeforeAttacking), (it, Moment::BeforeAttacked)]);
        each(self.kill(state, resolution), |start| {
            let mut states = surely(start);
            for (side, moment) in &moments {
                for (number, effect) in
                    self.effects(*side, resolution.choices, start.fallen[*side], *moment)
                {
                    states = each(states, |now| {
                        let what = (*side, number, effect);
                        self.happen(now, &start, what, resolution, (2, AttackDamage::default()))
                    });
                }
            }
            states
        })
    }

    /// The die for the enemy's attachment.
    fn kill(&self, state: CombatState, resolution: Resolution<'_>) -> Chances<CombatState> {
        let (me, it) = (resolution.me, 1 - resolution.me);
        let has = self.abilities[it].iter().any(|ability| ability.attached);
        for (_, effect) in
            self.effects(me, resolution.choices, state.fallen[me], Moment::BeforeAttacking)
        {
            if let Action::Triggered(TriggeredEffect::KillAttachment(face)) = effect.action
                && has
                && !state.fallen[it]
                && state.both_stand()
                && self.holds(effect, me, resolution, &state)
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
    pub fn strike(&self, state: CombatState, resolution: Resolution<'_>) -> Chances<CombatState> {
        let numbers = AttackNumbers::of(self, resolution, &state);
        each(self.hits(state, resolution, &numbers), |(now, hits, sure, back)| {
            let saved = self.saves(now, resolution, &numbers, [hits, sure]);
            each(saved, |(now, wounds, more_back, given)| {
                self.finish(now, resolution, (hits, wounds, given), [back, more_back])
            })
        })
    }

    /// Attack dice: hits, those that cannot be blocked, and wounds that come back.
    fn hits(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        numbers: &AttackNumbers,
    ) -> Chances<(CombatState, i32, i32, i32)> {
        let me = resolution.me;
        let rolled = if numbers.auto_hit { 0 } else { numbers.dice };
        each(pool(&numbers.attack, rolled), |rolled_dice| {
            let mut now = state;
            if numbers.weakened && rolled_dice.forced {
                now.tokens[me] &= !bit(Token::Weakened);
            }
            let good = rolled_dice.plain + rolled_dice.sixes + numbers.dice - rolled;
            let hits =
                good * numbers.hits_each + rolled_dice.sixes * numbers.critical + numbers.hits;
            let sure = if numbers.precision { rolled_dice.sixes } else { 0 };
            let misses = if numbers.misses_back {
                rolled - rolled_dice.plain - rolled_dice.sixes
            } else {
                0
            };
            let back = self.unsaved(me, misses);
            let ones = rolled_dice.ones * numbers.ones_wound;
            back.into_iter().map(|(wounds, p)| ((now, hits, sure, wounds + ones), p)).collect()
        })
    }

    /// Defence dice: wounds of the attack, wounds that come back, and tokens to be given.
    fn saves(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        numbers: &AttackNumbers,
        [hits, sure]: [i32; 2],
    ) -> Chances<(CombatState, i32, i32, u8)> {
        let it = 1 - resolution.me;
        let SaveNumbers { none, fixed, .. } = numbers.save;
        let open = hits - sure;
        let rolled = if none || fixed.is_some() { 0 } else { open };
        each(pool(&numbers.save.die, rolled), |rolled_dice| {
            let mut now = state;
            if numbers.vulnerable && rolled_dice.forced {
                now.tokens[it] &= !bit(Token::Vulnerable);
            }
            let given = if rolled_dice.ones > 0 { numbers.save.ones_give } else { 0 };
            let blocked = rolled_dice.plain + rolled_dice.sixes;
            let back = if numbers.save.blocks_back { blocked } else { 0 };
            let sixes = rolled_dice.sixes * numbers.save.sixes_wound;
            let unblocked = hits - (blocked + numbers.save.block).min(open);
            each(self.unsaved(resolution.me, back), |wounds| {
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
        state: CombatState,
        resolution: Resolution<'_>,
        (hits, wounds, given): (i32, i32, u8),
        back: [i32; 2],
    ) -> Chances<CombatState> {
        let (me, it) = (resolution.me, 1 - resolution.me);
        let (left, suffered) = (state.left[it], state.suffered[it]);
        let mut states = surely(state);
        for (side, more) in [(me, back[0]), (me, back[1]), (it, wounds)] {
            states = each(states, |now| {
                each(self.hurt(now, side, more, resolution), |(end, suffered)| {
                    let from_hits = if resolution.is_main() { suffered } else { end.from_hits };
                    // the last of the three are the hits on the unit attacked
                    surely(CombatState { from_hits, ..end })
                })
            });
        }
        each(states, |now| {
            each(self.panic(now, resolution, wounds), |(mut now, panic, failed)| {
                if given != 0 {
                    now = self.given(now, it, given, resolution, &now);
                }
                if resolution.is_main() {
                    (now.hits, now.unblocked) = (hits, wounds);
                    (now.panic, now.failed) = (panic, failed);
                }
                let had = self.true_ranks(it, &CombatState { left: [left; 2], ..now });
                let ranks = (had - self.true_ranks(it, &now)).max(0);
                let done = AttackDamage { dealt: now.suffered[it] - suffered, ranks };
                if resolution.is_main() {
                    now.done = done;
                }
                self.after(now, resolution, done)
            })
        })
    }

    /// The panic test of an attack.
    fn panic(
        &self,
        now: CombatState,
        resolution: Resolution<'_>,
        wounds: i32,
    ) -> Chances<(CombatState, i32, bool)> {
        let it = 1 - resolution.me;
        let test = (it, TestCause::Attack);
        if now.left[it] == 0 {
            surely((now, 0, false))
        } else if wounds > 0 {
            self.take(now, test, resolution, (1, AttackDamage::default()))
        } else {
            let over = self.over(now, test, false, resolution, (1, AttackDamage::default()));
            each(over, |end| surely((end, 0, false)))
        }
    }

    /// What follows an attack.
    fn after(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        done: AttackDamage,
    ) -> Chances<CombatState> {
        let (me, it) = (resolution.me, 1 - resolution.me);
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
            for (number, effect) in
                self.effects(side, resolution.choices, state.fallen[side], moment)
            {
                states = each(states, |now| {
                    self.happen(now, &now, (side, number, effect), resolution, (2, done))
                });
            }
        }
        states
    }
}
