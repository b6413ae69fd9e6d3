//! Effects triggered by abilities, and wounds that a unit may survive.

use warodds_games::asoiaf::Token;
use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Effect, EffectTarget, Moment, TriggeredEffect,
};

use super::model::{ReferenceModel, Resolution, TestCause};
use super::state::{AttackDamage, Chances, CombatState, certain, flat_map, token_bit};

impl<'a> ReferenceModel<'a> {
    /// Applies a triggered effect if its conditions hold in state `at`.
    ///
    /// `depth` bounds the tests that tests trigger; `damage` is that of the attack that triggers the
    /// effect.
    pub fn apply_effect(
        &self,
        now: CombatState,
        at: &CombatState,
        (bearer, number, effect): (usize, usize, &Effect),
        resolution: Resolution<'_>,
        (depth, damage): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let Action::Triggered(triggered) = effect.action else { return certain(now) };
        if !self.happens(effect, bearer, (&now, at), resolution, damage) {
            return certain(now);
        }
        self.apply_triggered(triggered, (now, at), (bearer, number), resolution, (depth, damage))
    }

    /// Returns whether a triggered effect happens: its conditions hold in state `at`.
    pub(super) fn happens(
        &self,
        effect: &Effect,
        bearer: usize,
        (now, at): (&CombatState, &CombatState),
        resolution: Resolution<'_>,
        damage: AttackDamage,
    ) -> bool {
        let matches =
            |required: Option<bool>, is: bool| required.is_none_or(|required| required == is);
        let rank_destroyed = effect.conditions.rank_destroyed;
        // the moment itself requires a lost rank
        let rank_destroyed = if effect.moment == Moment::LosingRanks {
            rank_destroyed.or(Some(true))
        } else {
            rank_destroyed
        };
        // a destroyed unit only does what is for its end
        let can_act = effect.moment == Moment::Destroyed || now.left[bearer] > 0;
        can_act
            && self.holds(effect, bearer, resolution, at)
            && matches(effect.conditions.dealt, damage.dealt > 0)
            && matches(rank_destroyed, damage.ranks > 0)
            && matches(effect.conditions.enemy_destroyed, now.left[1 - bearer] == 0)
    }

    /// Applies a triggered effect whose conditions hold.
    fn apply_triggered(
        &self,
        triggered: TriggeredEffect,
        (now, at): (CombatState, &CombatState),
        (bearer, number): (usize, usize),
        resolution: Resolution<'_>,
        (depth, damage): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let to =
            |whom: EffectTarget| if whom == EffectTarget::Bearer { bearer } else { 1 - bearer };
        let amounts = |amount: Amount| self.resolve_amount(amount, bearer, &now, damage);
        let wound = |side: usize, wounds: i32| {
            flat_map(self.suffer(now, side, wounds, resolution), |(end, _)| certain(end))
        };
        match triggered {
            TriggeredEffect::Wounds(whom, amount) => {
                flat_map(amounts(amount), |more| wound(to(whom), more))
            }
            TriggeredEffect::Hits(whom, amount, saves) => flat_map(amounts(amount), |hits| {
                let forces = self.spends_on_hits(to(whom), resolution, (&now, at));
                let unsaved = self.unsaved_hits(to(whom), hits, (saves.into(), forces));
                flat_map(unsaved, |(wounds, forced)| {
                    let mut hit = now;
                    if forced {
                        hit.tokens[to(whom)] &= !token_bit(Token::Vulnerable);
                    }
                    flat_map(self.suffer(hit, to(whom), wounds, resolution), |(end, _)| {
                        certain(end)
                    })
                })
            }),
            TriggeredEffect::Heal(whom, amount) if now.left[to(whom)] > 0 => {
                flat_map(amounts(amount), |healed| certain(self.heal(now, to(whom), healed)))
            }
            TriggeredEffect::Give(whom, tokens) => {
                certain(self.give_tokens(now, to(whom), tokens.bits(), resolution, at))
            }
            TriggeredEffect::Remove(whom, tokens) => {
                let mut end = now;
                end.tokens[to(whom)] &= !tokens.bits();
                certain(end)
            }
            TriggeredEffect::Swap(these, others) if now.tokens[1 - bearer] & these.bits() != 0 => {
                let mut end = now;
                end.tokens[1 - bearer] &= !these.bits();
                certain(self.give_tokens(end, 1 - bearer, others.bits(), resolution, at))
            }
            TriggeredEffect::Test(whom, roll, wounds) if depth > 0 => {
                let from = TestCause::Ability { bearer, number, roll, wounds, costs: true };
                self.triggered_test(now, (to(whom), from), resolution, (depth, damage))
            }
            TriggeredEffect::Morale(whom, roll) if depth > 0 => {
                let none = Amount::default();
                let from = TestCause::Ability { bearer, number, roll, wounds: none, costs: false };
                self.triggered_test(now, (to(whom), from), resolution, (depth, damage))
            }
            _ => certain(now),
        }
    }

    /// Restores wounds of a side, up to a full unit.
    fn heal(&self, mut now: CombatState, side: usize, wounds: i32) -> CombatState {
        // healing goes up to a full unit (A1.5)
        now.left[side] = (now.left[side] + wounds).min(self.full_wounds(side));
        now
    }

    /// Resolves a morale test triggered by an ability, unless the unit is destroyed.
    fn triggered_test(
        &self,
        now: CombatState,
        (side, from): (usize, TestCause),
        resolution: Resolution<'_>,
        (depth, damage): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        if now.left[side] == 0 {
            return certain(now);
        }
        flat_map(self.take_test(now, (side, from), resolution, (depth - 1, damage)), |(end, ..)| {
            certain(end)
        })
    }

    /// Gives tokens to a side, but for those that it is immune to.
    pub(super) fn give_tokens(
        &self,
        now: CombatState,
        side: usize,
        tokens: u8,
        resolution: Resolution<'_>,
        at: &CombatState,
    ) -> CombatState {
        let always = [Moment::Always];
        let immune = self.changes(resolution, [&always, &always], at, None).into_iter().fold(
            0,
            |all, (bearer, change)| match change {
                Change::Immune(tokens) if bearer == side => all | tokens.bits(),
                _ => all,
            },
        );
        let mut end = now;
        if now.left[side] > 0 {
            end.tokens[side] |= tokens & !immune;
        }
        end
    }

    /// Returns the hits that a side does not save with its own defence value (A2.4), to which
    /// `added` is added, and whether its enemy, which may if `forces`, had any block rerolled.
    pub fn unsaved_hits(
        &self,
        side: usize,
        hits: i32,
        (added, forces): (i32, bool),
    ) -> Chances<(i32, bool)> {
        let missed = f64::from(self.save_value(side, added) - 1) / 6.0;
        let saved = 1.0 - missed;
        let mut all = certain((0, false));
        for _ in 0..hits {
            all = flat_map(all, |(wounds, forced)| {
                if forces {
                    // each block is rolled once more
                    let [again, kept] = [saved * missed, saved * saved];
                    vec![
                        ((wounds + 1, forced), missed),
                        ((wounds + 1, true), again),
                        ((wounds, true), kept),
                    ]
                } else {
                    vec![((wounds + 1, forced), missed), ((wounds, forced), saved)]
                }
            });
        }
        all
    }

    /// Makes a side suffer wounds, which its abilities may prevent. Returns the wounds suffered as
    /// well.
    pub fn suffer(
        &self,
        state: CombatState,
        side: usize,
        wounds: i32,
        resolution: Resolution<'_>,
    ) -> Chances<(CombatState, i32)> {
        let mut states = certain((state, wounds, 0));
        let survivals = self.survival_effects(side);
        for (number, effect) in self.effects(side, resolution.choices, false, Moment::Dying) {
            let Action::Triggered(TriggeredEffect::Survive { uses, test }) = effect.action else {
                continue;
            };
            let attached = self.abilities[side][number].attached;
            let Some(place) = survivals.iter().position(|(known, _)| std::ptr::eq(*known, effect))
            else {
                panic!("{effect:?} is not on the card")
            };
            // the state has room for the attempts of four uses: the program counts no more either
            if survivals[..=place].iter().map(|(_, uses)| uses).sum::<u8>() > 4 {
                continue;
            }
            if attached && state.attachment_lost[side] {
                continue;
            }
            states = flat_map(states, |(now, open, suffered)| {
                let lethal = open > 0 && now.left[side] > 0 && open >= now.left[side];
                if !lethal
                    || now.survival_attempts[side][place] >= uses
                    || !self.holds(effect, side, resolution, &now)
                {
                    return certain((now, open, suffered));
                }
                let mut now = now;
                now.survival_attempts[side][place] += 1;
                self.survive(now, (side, number, test), (open, suffered), resolution)
            });
        }
        flat_map(states, |(now, open, suffered)| {
            let last = open.clamp(0, now.left[side]);
            certain((now.wounded(side, last), suffered + last))
        })
    }

    /// Returns the survival effects of a side in card order, with the number of their uses.
    fn survival_effects(&self, side: usize) -> Vec<(&'a Effect, u8)> {
        let uses = |effect: &'a Effect| match effect.action {
            Action::Triggered(TriggeredEffect::Survive { uses, .. }) => Some((effect, uses)),
            _ => None,
        };
        self.abilities[side].iter().flat_map(|one| one.effects.all()).filter_map(uses).collect()
    }

    /// Resolves one use of a survival effect: one wound is left, after a passed test if the effect
    /// requires one.
    fn survive(
        &self,
        now: CombatState,
        (side, number, test): (usize, usize, bool),
        (open, suffered): (i32, i32),
        resolution: Resolution<'_>,
    ) -> Chances<(CombatState, i32, i32)> {
        let lost = now.left[side] - 1;
        if !test {
            return certain((now.wounded(side, lost), 0, suffered + lost));
        }
        let none = Amount::default();
        let from =
            TestCause::Ability { bearer: side, number, roll: none, wounds: none, costs: false };
        flat_map(self.roll(side, from, resolution, &now), |(_, failed, tokens)| {
            let mut after = now;
            after.tokens[side] = tokens;
            let (open, suffered) = if failed { (open, suffered) } else { (0, suffered + lost) };
            if !failed {
                after = after.wounded(side, lost);
            }
            let over = self.after_test(
                after,
                (side, from),
                failed,
                resolution,
                (1, AttackDamage::default()),
            );
            over.into_iter().map(|(end, p)| ((end, open, suffered), p)).collect()
        })
    }
}
