//! One attack: effects before its dice, the dice, the panic test, and effects after it.

use warodds_games::asoiaf::Token;
use warodds_games::asoiaf::effect::{Action, Moment, TriggeredEffect};

use super::attack_numbers::{AttackDiceValues, SaveNumbers, pool};
use super::model::{ReferenceModel, Resolution, TestCause};
use super::state::{AttackDamage, Chances, CombatState, certain, flat_map, token_bit};

impl ReferenceModel<'_> {
    /// Resolves what precedes the dice of an attack.
    pub fn before_dice(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        let (me, enemy) = (resolution.me, 1 - resolution.me);
        let begins = resolution.is_main() && !self.is_begun;
        // a charge has resolved its own activation and declaration before the roll (A14.16)
        let charged = begins && self.is_charge();
        let mut moments = Vec::new();
        if begins {
            moments.extend([(me, Moment::Activating), (enemy, Moment::EnemyActivating)]);
        }
        if charged {
            moments.extend([(me, Moment::Declaring), (enemy, Moment::EnemyDeclaring)]);
        }
        if charged && self.charge(resolution).is_some_and(|charge| charge.disorderly) {
            moments.push((enemy, Moment::EnemyDisorderly));
        }
        moments.extend([(me, Moment::BeforeAttacking), (enemy, Moment::BeforeAttacked)]);
        // the die for the attachment comes first of all (A14.17)
        flat_map(self.kill_attachment(state, resolution), |start| {
            let mut states = certain(start);
            for (side, moment) in &moments {
                let lost = start.attachment_lost[*side];
                let effects = self.effects(*side, resolution.choices, lost, *moment);
                states = flat_map(states, |now| {
                    // conditions are checked in the state at the beginning (A14.2)
                    let bound = (2, AttackDamage::default());
                    self.apply_effects(now, Some(&start), (*side, &effects), resolution, bound)
                });
            }
            states
        })
    }

    /// Rolls the die that may kill the enemy's attachment (B3).
    fn kill_attachment(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        let (me, enemy) = (resolution.me, 1 - resolution.me);
        let has_attachment = self.abilities[enemy].iter().any(|ability| ability.attached);
        for (_, effect) in
            self.effects(me, resolution.choices, state.attachment_lost[me], Moment::BeforeAttacking)
        {
            if let Action::Triggered(TriggeredEffect::KillAttachment(face)) = effect.action
                && has_attachment
                && !state.attachment_lost[enemy]
                && state.both_survive()
                && self.holds(effect, me, resolution, &state)
            {
                // the model that the attachment replaces dies with it, without saves (A14.17)
                let mut killed = state.wounded(enemy, 1);
                killed.attachment_lost[enemy] = true;
                let p = f64::from(7 - face) / 6.0;
                return vec![(killed, p), (state, 1.0 - p)];
            }
        }
        certain(state)
    }

    /// Rolls the dice of an attack and resolves all that follows them.
    pub fn roll_attack(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
    ) -> Chances<CombatState> {
        // saves too look at the state before the attack dice (A14.2)
        let numbers = AttackDiceValues::of(self, resolution, &state);
        flat_map(self.hits(state, resolution, &numbers), |(now, hits, sure, back)| {
            let saved = self.saves(now, resolution, &numbers, [hits, sure]);
            flat_map(saved, |(now, wounds, more_back, given)| {
                let added = match numbers.save.fixed {
                    Some(_) => wounds,
                    None if hits > 0 => numbers.wounds,
                    None => 0,
                };
                let dice = (hits, [wounds, added], given);
                self.apply_wounds(now, resolution, dice, [back, more_back])
            })
        })
    }

    /// Rolls attack dice: hits, those that cannot be blocked, and wounds of the attacker.
    fn hits(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        numbers: &AttackDiceValues,
    ) -> Chances<(CombatState, i32, i32, i32)> {
        let me = resolution.me;
        let rolled = if numbers.auto_hit { 0 } else { numbers.dice };
        flat_map(pool(&numbers.attack, rolled), |roll| {
            let mut now = state;
            if numbers.weakened && roll.forced {
                now.tokens[me] &= !token_bit(Token::Weakened);
            }
            let good = roll.plain + roll.sixes + numbers.dice - rolled;
            let hits = good * numbers.hits_each + roll.sixes * numbers.critical + numbers.hits;
            // one hit of each natural 6; those of `critical` can be blocked (A14.3)
            let sure = if numbers.precision { roll.sixes } else { 0 };
            let misses = if numbers.misses_back { rolled - roll.plain - roll.sixes } else { 0 };
            let back = self.hits_back(now, (me, misses), numbers);
            let ones = roll.ones * numbers.ones_wound;
            flat_map(back, |(now, wounds)| certain((now, hits, sure, wounds + ones)))
        })
    }

    /// Rolls the attacker's saves against its misses or its blocked hits. Returns its wounds.
    fn hits_back(
        &self,
        now: CombatState,
        (me, hits): (usize, i32),
        numbers: &AttackDiceValues,
    ) -> Chances<(CombatState, i32)> {
        let vulnerable = token_bit(Token::Vulnerable);
        let forces = numbers.own_vulnerable && now.tokens[me] & vulnerable != 0;
        flat_map(self.unsaved_hits(me, hits, (0, forces)), |(wounds, forced)| {
            let mut after = now;
            if forced {
                after.tokens[me] &= !vulnerable;
            }
            certain((after, wounds))
        })
    }

    /// Rolls defence dice: wounds of the defender, wounds of the attacker, and tokens of the
    /// defender.
    fn saves(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        numbers: &AttackDiceValues,
        [hits, sure]: [i32; 2],
    ) -> Chances<(CombatState, i32, i32, u8)> {
        let enemy = 1 - resolution.me;
        let SaveNumbers { none, fixed, .. } = numbers.save;
        let open = hits - sure;
        // fixed wounds leave nothing to save against
        let rolled = if none || fixed.is_some() { 0 } else { open };
        flat_map(pool(&numbers.save.die, rolled), |roll| {
            let mut now = state;
            if numbers.vulnerable && roll.forced {
                now.tokens[enemy] &= !token_bit(Token::Vulnerable);
            }
            let given = if roll.ones > 0 { numbers.save.ones_give } else { 0 };
            let blocked = roll.plain + roll.sixes;
            let back = if numbers.save.blocks_back { blocked } else { 0 };
            let sixes = roll.sixes * numbers.save.sixes_wound;
            // blocks without dice cannot block sure hits (A14.6)
            let unblocked = hits - (blocked + numbers.save.block).min(open);
            flat_map(self.hits_back(now, (resolution.me, back), numbers), |(now, wounds)| {
                // added if the attack hit at all, saved or not (A14.7)
                let more = if hits > 0 { numbers.wounds } else { 0 };
                let dealt: Chances<i32> = match fixed {
                    Some(_) if hits == 0 => certain(0),
                    Some((base, true)) => (1..=3).map(|d3| (base + d3, 1.0 / 3.0)).collect(),
                    Some((base, false)) => certain(base),
                    // an odd unblocked hit is lost (A14.6)
                    None if numbers.save.half => certain(unblocked / 2),
                    None => certain(unblocked),
                };
                dealt
                    .into_iter()
                    .map(|(dealt, p)| ((now, dealt + more, wounds + sixes, given), p))
                    .collect()
            })
        })
    }

    /// Applies the wounds, resolves the panic test and what follows the attack.
    fn apply_wounds(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        (hits, [wounds, added], given): (i32, [i32; 2], u8),
        back: [i32; 2],
    ) -> Chances<CombatState> {
        let (me, enemy) = (resolution.me, 1 - resolution.me);
        let (left, suffered) = (state.left[enemy], state.suffered[enemy]);
        let mut states = certain(state);
        for (side, more) in [(me, back[0]), (me, back[1]), (enemy, wounds)] {
            states = flat_map(states, |now| {
                flat_map(self.suffer(now, side, more, resolution), |(end, suffered)| {
                    let from_hits = if resolution.is_main() { suffered } else { end.from_hits };
                    // the defender comes last, so its wounds are the ones that remain in
                    // `from_hits`
                    certain(CombatState { from_hits, ..end })
                })
            });
        }
        flat_map(states, |now| {
            flat_map(self.panic_test(now, resolution, wounds), |(mut now, panic, failed)| {
                if given != 0 {
                    now = self.give_tokens(now, enemy, given, resolution, &now);
                }
                if resolution.is_main() {
                    (now.hits, now.unblocked, now.added) = (hits, wounds - added, added);
                    (now.panic, now.failed) = (panic, failed);
                }
                // ranks lost include those of the panic test (A14.10)
                let had = self.remaining_ranks(enemy, &CombatState { left: [left; 2], ..now });
                let ranks = (had - self.remaining_ranks(enemy, &now)).max(0);
                let dealt = now.suffered[enemy] - suffered;
                let damage = AttackDamage { dealt, ranks, of_test: 0 };
                if resolution.is_main() {
                    now.damage = damage;
                }
                self.after_attack(now, resolution, damage)
            })
        })
    }

    /// Resolves the panic test of an attack; without wounds it passes (A2.7).
    fn panic_test(
        &self,
        now: CombatState,
        resolution: Resolution<'_>,
        wounds: i32,
    ) -> Chances<(CombatState, i32, bool)> {
        let enemy = 1 - resolution.me;
        let test = (enemy, TestCause::Attack);
        // a destroyed unit takes no test (A2.9)
        if now.left[enemy] == 0 {
            certain((now, 0, false))
        } else if wounds > 0 {
            self.take_test(now, test, resolution, (1, AttackDamage::default()))
        } else {
            // a test passed without dice still triggers what passing does (A14.8)
            let over = self.after_test(now, test, false, resolution, (1, AttackDamage::default()));
            flat_map(over, |end| certain((end, 0, false)))
        }
    }

    /// Resolves what an attack triggers after its panic test.
    fn after_attack(
        &self,
        state: CombatState,
        resolution: Resolution<'_>,
        damage: AttackDamage,
    ) -> Chances<CombatState> {
        let (me, enemy) = (resolution.me, 1 - resolution.me);
        // lost ranks, then the attacker, the defender and the destroyed unit (A14.1)
        let mut moments = vec![
            (enemy, Moment::LosingRanks),
            (me, Moment::AfterAttacking),
            (enemy, Moment::AfterAttacked),
        ];
        if state.left[enemy] == 0 {
            moments.push((enemy, Moment::Destroyed));
        }
        let mut states = certain(state);
        for (side, moment) in moments {
            let lost = state.attachment_lost[side];
            let effects = self.effects(side, resolution.choices, lost, moment);
            states = flat_map(states, |now| {
                self.apply_effects(now, None, (side, &effects), resolution, (2, damage))
            });
        }
        states
    }
}
