//! Attack and damage rolls (W1.6, W1.7).

use super::question::{AttackValues, Damage};
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Slot, State, when};

const ATTACK: Label = Label::new("attack roll", "W1.6");
const BOOSTED_ATTACK: Label = Label::new("boost of the attack roll", "W1.8");
const HIT: Label = Label::new("hit", "W1.6");
const DAMAGE: Label = Label::new("damage roll", "W1.7");
const BOOSTED_DAMAGE: Label = Label::new("boost of the damage roll", "W1.8");
const DEALT: Label = Label::new("damage", "W1.7");

/// Largest damage counted if the target has no boxes.
// results are bytes; eight attacks of POW 50 can deal more, which counts as this
pub(crate) const MOST_COUNTED: u8 = 250;

/// Rolls 2D6, or 3D6 if boosted. Returns the sum, where all dice show 1, and where all show 6.
fn roll<C: Chance>(
    chance: &mut C,
    labels: [&'static Label; 2],
    boosted: <C::N as Num>::Mask,
) -> (C::N, <C::N as Num>::Mask, <C::N as Num>::Mask) {
    let [one, other] = chance.two_d6(labels[0]);
    let [third] = when!(boosted, [chance.d6(labels[1])]);
    let pair = |face: u8| one.equals(C::N::of(face)) & other.equals(C::N::of(face));
    // lanes without a boost have no third die: two dice decide
    let none = third.equals(C::N::of(0));
    let ones = pair(1) & (none | third.equals(C::N::of(1)));
    let sixes = pair(6) & (none | third.equals(C::N::of(6)));
    (one + other + third, ones, sixes)
}

/// Resolves an attack roll. An attack hits if roll and skill reach the defense; all 1s miss, and
/// all 6s hit (W1.6).
pub(super) fn attack_hits<C: Chance>(
    chance: &mut C,
    strike: &AttackValues,
    boosted: <C::N as Num>::Mask,
) -> <C::N as Num>::Mask {
    let (sum, ones, sixes) = roll(chance, [&ATTACK, &BOOSTED_ATTACK], boosted);
    // compared as a sum, since skill minus defense may be negative
    let reached = (sum + C::N::of(strike.skill.get())).ge(C::N::of(strike.def.get()));
    let hits = (reached | sixes) & !ones;
    chance.describe(&HIT, C::N::flag(hits));
    hits
}

/// Rolls the damage of a hit: roll and power minus armor (W1.7).
pub(super) fn damage_dealt<C: Chance>(
    chance: &mut C,
    (pow, arm): (u8, u8),
    boosted: <C::N as Num>::Mask,
) -> C::N {
    let (sum, ..) = roll(chance, [&DAMAGE, &BOOSTED_DAMAGE], boosted);
    // armor never heals: damage is at least 0
    let dealt = (sum + C::N::of(pow)).saturating_sub(C::N::of(arm));
    chance.describe(&DEALT, dealt);
    dealt
}

/// The rule of several attacks.
///
/// # Examples
/// An attack roll of two 6s always hits (W1.6).
/// ```
/// use warodds_engine::run::exact;
/// use warodds_games::warmachine::damage::DamageRule;
/// use warodds_games::warmachine::values::{Arm, Attacks, Def, Pow, Skill};
/// use warodds_games::warmachine::{AttackValues, Damage};
///
/// let (skill, def) = (Skill::new(0)?, Def::new(30)?);
/// let strike = AttackValues { skill, def, pow: Pow::new(0)?, arm: Arm::new(0)? };
/// let attacks = Attacks::new(1)?;
/// let question =
///     Damage { strike, attacks, boost_attack: false, boost_damage: false, boxes: None };
/// // slots: damage, hits, at least one hit
/// let found = exact(&DamageRule::new(&question))?;
/// assert!((found.slots[1].mean() - 1.0 / 36.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DamageRule {
    question: Damage,
}

/// Indices of the results of [`DamageRule`].
mod slot {
    pub(super) const DAMAGE: usize = 0;
    pub(super) const HITS: usize = 1;
    pub(super) const HIT: usize = 2;
    pub(super) const DESTROYED: usize = 3;
}

impl DamageRule {
    /// Creates the rule of a question.
    pub const fn new(question: &Damage) -> Self {
        Self { question: *question }
    }

    /// Returns the largest damage counted.
    fn most(&self) -> u8 {
        self.question.boxes.map_or(MOST_COUNTED, |boxes| boxes.get())
    }
}

impl Rule for DamageRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let destroyed =
            self.question.boxes.map(|_| Slot::event(event::DESTROYED, "target destroyed"));
        let slots = [
            Slot::quantity(quantity::DAMAGE, "damage", "points", self.most()),
            Slot::quantity(quantity::HITS, "hits", "hits", self.question.attacks.get()),
            Slot::event(event::HIT, "at least one hit"),
        ];
        slots.into_iter().chain(destroyed).collect()
    }

    fn steps(&self) -> usize {
        self.question.attacks.get().into()
    }

    /// Resolves one attack, unless the target is destroyed.
    fn step<C: Chance>(&self, chance: &mut C, _: usize, state: &mut State<C::N>) {
        let Damage { strike, boost_attack, boost_damage, .. } = self.question;
        let mask = <C::N as Num>::Mask::all_of;
        // damage beyond the last box is not counted
        let room = C::N::of(self.most()).saturating_sub(state[0]);
        let alive = room.gt(C::N::of(0)) | mask(self.question.boxes.is_none());
        let [hit] = when!(alive, [C::N::flag(attack_hits(chance, &strike, mask(boost_attack)))]);
        let hits = hit.gt(C::N::of(0));
        let [dealt] = when!(
            hits,
            [damage_dealt(chance, (strike.pow.get(), strike.arm.get()), mask(boost_damage))]
        );
        (state[0], state[1]) = (state[0] + dealt.at_most(room), state[1] + hit);
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        chance.record(slot::DAMAGE, state[0]);
        chance.record(slot::HITS, state[1]);
        chance.record(slot::HIT, C::N::flag(state[1].gt(C::N::of(0))));
        if let Some(boxes) = self.question.boxes {
            chance.record(slot::DESTROYED, C::N::flag(state[0].ge(C::N::of(boxes.get()))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warmachine::values::{Arm, Attacks, Boxes, Def, Pow, Skill};
    use warodds_engine::run::exact;

    fn question(skill: i64, def: i64, pow: i64, arm: i64) -> Damage {
        let strike = AttackValues {
            skill: Skill::new(skill).expect("in range"),
            def: Def::new(def).expect("in range"),
            pow: Pow::new(pow).expect("in range"),
            arm: Arm::new(arm).expect("in range"),
        };
        Damage {
            strike,
            attacks: Attacks::new(1).expect("in range"),
            boost_attack: false,
            boost_damage: false,
            boxes: None,
        }
    }

    fn distributions(question: &Damage) -> Vec<warodds_engine::dist::Pmf> {
        exact(&DamageRule::new(question)).expect("a distribution").slots
    }

    #[test]
    fn published_chances_to_hit() {
        // needs 8: 15 of 36, and 181 of 216 with three dice
        let plain = question(7, 15, 20, 18);
        assert!((distributions(&plain)[2].at_least(1) - 15.0 / 36.0).abs() < 1e-12);
        let boosted = distributions(&Damage { boost_attack: true, ..plain });
        assert!((boosted[2].at_least(1) - 181.0 / 216.0).abs() < 1e-12);
        // and the damage of a hit is 2D6 + 2, mean 9
        assert!((boosted[0].mean() - 181.0 / 216.0 * 9.0).abs() < 1e-12);
    }

    #[test]
    fn all_ones_miss_and_all_sixes_hit() {
        let chance = |skill, def, boost_attack| {
            distributions(&Damage { boost_attack, ..question(skill, def, 10, 10) })[2].at_least(1)
        };
        assert!(
            (chance(20, 2, false) - 35.0 / 36.0).abs() < 1e-12
                && (chance(20, 2, true) - 215.0 / 216.0).abs() < 1e-12
        );
        assert!(
            (chance(0, 30, false) - 1.0 / 36.0).abs() < 1e-12
                && (chance(0, 30, true) - 1.0 / 216.0).abs() < 1e-12
        );
    }

    #[test]
    fn every_die_counted_out_gives_the_same_distribution() {
        for (skill, def, pow, arm, boost_attack, boost_damage) in [
            (6, 13, 14, 17, false, false),
            (5, 14, 12, 20, true, false),
            (7, 12, 18, 25, false, true),
            (6, 12, 16, 16, true, true),
        ] {
            let question = Damage { boost_attack, boost_damage, ..question(skill, def, pow, arm) };
            let dice = |boost: bool| 2 + usize::from(boost);
            let rolls = |dice: usize| {
                (0..6_usize.pow(dice as u32)).map(move |roll| {
                    (0..dice).map(move |d| roll / 6_usize.pow(d as u32) % 6 + 1).collect::<Vec<_>>()
                })
            };
            let hits: Vec<bool> = rolls(dice(boost_attack))
                .map(|roll| {
                    let all = |face| roll.iter().all(|shown| *shown == face);
                    !all(1)
                        && (all(6) || roll.iter().sum::<usize>() + skill as usize >= def as usize)
                })
                .collect();
            let hit = hits.iter().filter(|hit| **hit).count() as f64 / hits.len() as f64;
            let mut expected = [0.0; 60];
            expected[0] = 1.0 - hit;
            let all = 6_f64.powi(dice(boost_damage) as i32);
            rolls(dice(boost_damage)).for_each(|roll| {
                expected
                    [(roll.iter().sum::<usize>() + pow as usize).saturating_sub(arm as usize)] +=
                    hit / all
            });
            let distribution = &distributions(&question)[0];
            assert!(
                expected
                    .iter()
                    .zip(distribution.probabilities())
                    .all(|(a, b)| (a - b).abs() < 1e-12),
                "{question:?}"
            );
        }
    }

    #[test]
    fn several_attacks_fill_the_boxes_and_no_more() {
        let boxes = Some(Boxes::new(9).expect("in range"));
        let three = distributions(&Damage {
            attacks: Attacks::new(3).expect("in range"),
            boxes,
            ..question(7, 15, 20, 18)
        });
        // each hit does 2D6 + 2, at least 4; one destroys with 7 or more of 2D6 (21/36), two do in
        // 7 or more less often than ever: never destroyed with no hit, or one hit below 7, or two
        // hits that sum to less than 5 of 4D6 (4: 1 of 1296)
        let (h, m) = (15.0 / 36.0, 21.0 / 36.0);
        let two_fail = 1.0 / 1296.0;
        let fail = m * m * m + 3.0 * h * m * m * (15.0 / 36.0) + 3.0 * h * h * m * two_fail;
        assert!(
            (three[3].at_least(1) - (1.0 - fail)).abs() < 1e-12,
            "{} {}",
            three[3].at_least(1),
            1.0 - fail
        );
        assert_eq!(three[0].max(), 9);
    }
}
