//! A single resolution whose dice come from a caller: rolled, or from a record.

use super::{Chance, Coin, FaceCounts, Faces, Label, Memoised, Sorted, entry};

/// A kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// A D6: 1 to 6 (A0.1).
    D6,
    /// A D3: a D6 halved, rounded up (A0.1).
    D3,
}

/// A source of single dice.
pub trait DiceSource {
    /// Rolls one die into each element of `faces`. `needed` is the face each die needs to count, if
    /// the dice are independent.
    fn roll(&mut self, label: &'static Label, die: Die, needed: Option<u8>, faces: &mut [u8]);

    /// Observes the result of a step.
    fn record_step(&mut self, _label: &'static Label, _value: u8) {}

    /// Marks the result as invalid: the rule read outside of a table or used dice the source does
    /// not have.
    fn mark_invalid(&mut self);
}

/// Chance from the single dice of a source, for rules compiled once for all sources.
#[expect(missing_debug_implementations, reason = "a source may be anything")]
pub struct SingleDice<'a>(pub &'a mut dyn DiceSource);

impl SingleDice<'_> {
    fn one(&mut self, label: &'static Label, die: Die) -> u8 {
        let mut face = [0];
        self.0.roll(label, die, None, &mut face);
        face[0]
    }

    /// Rolls independent dice of a pool.
    fn pool(&mut self, label: &'static Label, dice: u8, needed: u8) -> ([u8; 255], usize) {
        let (mut faces, count) = ([0; 255], usize::from(dice));
        if let Some(rolled) = faces.get_mut(..count).filter(|rolled| !rolled.is_empty()) {
            self.0.roll(label, Die::D6, Some(needed), rolled);
        }
        (faces, count)
    }
}

impl Chance for SingleDice<'_> {
    type N = u8;
    type OutOfLine = Self;

    fn d6(&mut self, label: &'static Label) -> u8 {
        self.one(label, Die::D6)
    }

    fn d3(&mut self, label: &'static Label) -> u8 {
        self.one(label, Die::D3)
    }

    fn two_d6(&mut self, label: &'static Label) -> [u8; 2] {
        let mut faces = [0; 2];
        self.0.roll(label, Die::D6, None, &mut faces);
        faces
    }

    fn successes(&mut self, label: &'static Label, dice: u8, needed: u8) -> u8 {
        let (faces, count) = self.pool(label, dice, needed);
        faces.iter().take(count).filter(|face| **face >= needed).count() as u8
    }

    /// Invalid: no rule over single dice tosses coins.
    fn toss(&mut self, _: &'static Label, _: Coin) -> u8 {
        self.0.mark_invalid();
        0
    }

    /// Invalid: no rule over single dice rolls symbols.
    fn symbols<const K: usize>(
        &mut self,
        _: &'static Label,
        _: u8,
        _: &'static Faces<K>,
    ) -> [u8; K] {
        self.0.mark_invalid();
        [0; K]
    }

    fn sorted(
        &mut self,
        label: &'static Label,
        dice: u8,
        needed: u8,
        wanted: FaceCounts,
    ) -> Sorted<u8> {
        let (faces, count) = self.pool(label, dice, needed);
        let of = |is: &dyn Fn(u8) -> bool| {
            faces.iter().take(count).filter(|face| is(**face)).count() as u8
        };
        let ones = if wanted == FaceCounts::OnesAndSixes { of(&|face| face == 1) } else { 0 };
        let plain = of(&|face| face >= needed && face < 6);
        Sorted { ones, plain, sixes: of(&|face| face == 6) }
    }

    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        entry(table, columns, row, column).unwrap_or_else(|| {
            self.0.mark_invalid();
            0
        })
    }

    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        part.run(self, given)
    }

    fn describe(&mut self, label: &'static Label, value: u8) {
        self.0.record_step(label, value);
    }

    /// Ignored: the caller uses the returned values of a rule.
    fn record(&mut self, _: usize, _: u8) {}

    fn record_joint(&mut self, _: u8, _: u8) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::MemoKey;

    const DIE: Label = Label::new("a die", "A0.1");

    /// Dice that are written down.
    struct Written(Vec<u8>, Vec<(Die, Option<u8>, usize)>);

    impl DiceSource for Written {
        fn roll(&mut self, _: &'static Label, die: Die, needed: Option<u8>, faces: &mut [u8]) {
            self.1.push((die, needed, faces.len()));
            for face in faces {
                *face = self.0.remove(0);
            }
        }

        fn mark_invalid(&mut self) {
            panic!("lost")
        }
    }

    #[test]
    fn written_dice_are_what_a_rule_sees() {
        let mut written = Written(vec![4, 2, 6, 1, 1, 3, 4, 6, 6, 1, 5, 6], Vec::new());
        let mut chance = SingleDice(&mut written);
        assert_eq!((chance.d6(&DIE), chance.d3(&DIE), chance.two_d6(&DIE)), (4, 2, [6, 1]));
        assert_eq!(chance.successes(&DIE, 5, 4), 3, "of 1 3 4 6 6");
        assert_eq!(chance.successes(&DIE, 0, 4), 0, "nothing is rolled");
        let sorted = chance.sorted(&DIE, 3, 4, FaceCounts::OnesAndSixes);
        assert_eq!((sorted.ones, sorted.plain, sorted.sixes), (1, 1, 1));
        let (six, three) = (Die::D6, Die::D3);
        let pool = |dice| (six, Some(4), dice);
        let asked = vec![(six, None, 1), (three, None, 1), (six, None, 2), pool(5), pool(3)];
        assert_eq!((written.0, written.1), (vec![], asked));
    }

    /// A die doubled.
    struct Doubled;

    impl Memoised<1, 2> for Doubled {
        fn key(&self, given: [u8; 1]) -> (MemoKey, [u8; 1]) {
            (MemoKey::OfRule(0), given)
        }

        fn run<C: Chance>(&self, chance: &mut C, [added]: [C::N; 1]) -> [C::N; 2] {
            let die = chance.d6(&DIE);
            [die + added, die + die]
        }
    }

    #[test]
    fn parts_that_engines_remember_are_rolled_each_time() {
        let mut written = Written(vec![4, 2], Vec::new());
        let mut chance = SingleDice(&mut written);
        assert_eq!(chance.memoised(&Doubled, [1]), [5, 8]);
        assert_eq!(chance.memoised(&Doubled, [1]), [3, 4]);
    }
}
