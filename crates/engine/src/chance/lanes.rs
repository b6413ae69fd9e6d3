//! Real dice for 64 resolutions side by side.

use super::{
    Bytes, Chance, Coin, DiceStream, FaceCounts, Faces, LANES, Label, Ledger, Mask, Memoised, Num,
    OutOfLineDice, Slot, Sorted, TallyBuffer, entry,
};

/// A source of dice for [`Lanes`].
pub trait LaneDice: Clone {
    /// The dice in a step that is compiled apart: such steps are instantiated for few kinds of
    /// dice.
    type OutOfLine: LaneDice<OutOfLine = Self::OutOfLine>;

    /// Whether the dice stay in registers: see [`Chance::INLINES`].
    const INLINES: bool = false;

    /// Rolls 64 dice.
    fn roll(&mut self) -> Bytes;

    /// Rolls two dice for each of 64 resolutions, each 0 to 5 (one less than the face).
    #[inline(always)]
    fn roll_two_from_zero(&mut self) -> [Bytes; 2] {
        [self.roll() - Bytes::of(1), self.roll() - Bytes::of(1)]
    }

    /// Returns 64 numbers of 16 bits.
    fn numbers(&mut self) -> [u16; LANES];

    /// Rolls 64 dice of eight faces, each 0 to 7.
    fn roll_eights(&mut self) -> Bytes;

    /// Lends the dice to a step that is compiled apart.
    #[must_use]
    fn lend(&mut self) -> Self::OutOfLine;

    /// Takes the lent dice back.
    fn take_back(&mut self, lent: Self::OutOfLine);
}

/// One stream for all steps.
impl LaneDice for DiceStream {
    type OutOfLine = OutOfLineDice;

    const INLINES: bool = true;

    #[inline(always)]
    fn roll(&mut self) -> Bytes {
        self.d6()
    }

    #[inline(always)]
    fn roll_two_from_zero(&mut self) -> [Bytes; 2] {
        self.two_from_zero()
    }

    #[inline(always)]
    fn numbers(&mut self) -> [u16; LANES] {
        Self::numbers(self)
    }

    #[inline(always)]
    fn roll_eights(&mut self) -> Bytes {
        self.d8()
    }

    #[inline(always)]
    fn lend(&mut self) -> OutOfLineDice {
        OutOfLineDice::of(self.clone())
    }

    #[inline(always)]
    fn take_back(&mut self, lent: OutOfLineDice) {
        *self = lent.into_stream();
    }
}

/// Chance from real dice, 64 resolutions at a time, with a ledger of the results.
///
/// The dice are stored by value and the buffer behind a pointer. Code compiled apart never gets the
/// address of the dice, so their generator stays in registers.
#[derive(Clone, Debug)]
pub struct Lanes<D = DiceStream> {
    dice: D,
    /// Resolutions of this batch that count: the last batch of a run may be smaller.
    counting: usize,
    /// Where results are written down; none only while it is handed on.
    buffer: Option<Box<TallyBuffer>>,
}

impl<D: LaneDice> Lanes<D> {
    /// Moves the engine into a value whose address no other code has seen. A value built by a
    /// constructor has to stay in memory.
    #[inline(always)]
    #[must_use]
    pub fn detach(&mut self) -> Self {
        Self { dice: self.dice.clone(), counting: self.counting, buffer: self.buffer.take() }
    }
}

impl<D> Lanes<D> {
    /// Creates an engine with these dice, for a rule with these slots.
    pub fn of(dice: D, slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        Self::on(dice, Box::new(TallyBuffer::new(slots, joint)))
    }

    /// Creates an engine with these dice that records into `buffer`.
    pub const fn on(dice: D, buffer: Box<TallyBuffer>) -> Self {
        Self { dice, counting: LANES, buffer: Some(buffer) }
    }

    /// Returns the dice.
    pub const fn dice(&mut self) -> &mut D {
        &mut self.dice
    }

    /// Sets how many resolutions of the next batches count; all by default.
    #[inline(always)]
    pub fn count_first(&mut self, counting: usize) {
        self.counting = counting.min(LANES);
    }

    /// Returns the dice and the buffer.
    pub fn into_parts(self) -> (D, Box<TallyBuffer>) {
        (self.dice, self.buffer.unwrap_or_else(|| Box::new(TallyBuffer::incomplete())))
    }

    /// Returns the recorded results.
    pub fn into_ledger(self) -> Ledger<u64> {
        self.into_parts().1.into_ledger()
    }
}

/// Entries of a table that are looked for side by side rather than lane by lane.
const FEW_ENTRIES: usize = 16;

/// The entries of a table at each lane's row and column; 0 outside, for lanes look things up where
/// nothing is made of it as well. Engines that go through one resolution at a time do not, and know
/// a rule by it that asks for what there is not. Compiled once for all instruction sets:
/// none of them looks up every lane of a large table at once, and a small one costs little on any.
#[inline(never)]
fn gather(table: &[u8], columns: u8, row: &Bytes, column: &Bytes) -> Bytes {
    if table.len() <= FEW_ENTRIES {
        return gather_of_few(table, columns, *row, *column);
    }
    let (rows, places) = (row.as_array(), column.as_array());
    let found = |lane: usize| entry(table, columns, rows[lane], places[lane]).unwrap_or(0);
    Bytes::from_array(std::array::from_fn(found))
}

/// The same from a table of few entries, each of which is given to all lanes that ask for it.
#[inline(always)]
fn gather_of_few(table: &[u8], columns: u8, row: Bytes, column: Bytes) -> Bytes {
    let mut found = Bytes::default();
    for (entries, place) in table.chunks(usize::from(columns.max(1))).zip(0..) {
        let here = row.equals(Bytes::of(place));
        for (&value, place) in entries.iter().zip(0..) {
            found = found | Bytes::of(value).masked(here & column.equals(Bytes::of(place)));
        }
    }
    found
}

impl<D: LaneDice> Chance for Lanes<D> {
    type N = Bytes;
    type OutOfLine = Lanes<D::OutOfLine>;

    const INLINES: bool = D::INLINES;

    #[inline(always)]
    fn d6(&mut self, _: &'static Label) -> Bytes {
        self.dice.roll()
    }

    #[inline(always)]
    fn d3(&mut self, _: &'static Label) -> Bytes {
        let die = self.dice.roll();
        Bytes::of(1) + Bytes::flag(die.ge(Bytes::of(3))) + Bytes::flag(die.ge(Bytes::of(5)))
    }

    #[inline(always)]
    fn two_d6(&mut self, _: &'static Label) -> [Bytes; 2] {
        let [first, second] = self.dice.roll_two_from_zero();
        [first + Bytes::of(1), second + Bytes::of(1)]
    }

    #[inline(always)]
    fn successes(&mut self, _: &'static Label, dice: Bytes, needed: Bytes) -> Bytes {
        // dice from zero show more than this
        let failing = needed - Bytes::of(2);
        let (mut count, mut to_roll) = (Bytes::default(), dice);
        loop {
            let another = to_roll.saturating_sub(Bytes::of(1));
            let rolled = [to_roll.gt(Bytes::of(0)), another.gt(Bytes::of(0))];
            if !rolled[0].any() {
                return count;
            }
            let [first, second] = self.dice.roll_two_from_zero();
            count = count.one_more(first.above(failing) & rolled[0]);
            count = count.one_more(second.above(failing) & rolled[1]);
            to_roll = another.saturating_sub(Bytes::of(1));
        }
    }

    #[inline(always)]
    fn toss(&mut self, _: &'static Label, coin: Coin) -> Bytes {
        let [high, low] = [self.dice.numbers(), self.dice.numbers()];
        let below = coin.threshold(32) as u64;
        let number = |lane: usize| u64::from(high[lane]) << 16 | u64::from(low[lane]);
        Bytes::from_array(std::array::from_fn(|lane| u8::from(number(lane) < below)))
    }

    #[inline(always)]
    fn symbols<const K: usize>(
        &mut self,
        _: &'static Label,
        dice: Bytes,
        faces: &'static Faces<K>,
    ) -> [Bytes; K] {
        // first how many dice show a symbol or a later one, then how many of those not a later one
        let (mut shown, mut to_roll) = ([Bytes::default(); K], dice);
        loop {
            let rolled = to_roll.gt(Bytes::of(0));
            if !rolled.any() {
                break;
            }
            let face = self.dice.roll_eights();
            for (symbol, count) in shown.iter_mut().enumerate() {
                *count = count.one_more(face.ge(Bytes::of(faces.first_face(symbol))) & rolled);
            }
            to_roll = to_roll.saturating_sub(Bytes::of(1));
        }
        for symbol in 1..K {
            shown[symbol - 1] = shown[symbol - 1] - shown[symbol];
        }
        shown
    }

    #[inline(always)]
    fn sorted(
        &mut self,
        _: &'static Label,
        dice: Bytes,
        needed: Bytes,
        wanted: FaceCounts,
    ) -> Sorted<Bytes> {
        // dice from zero show more than this; a 6 is always among them
        let failing = (needed - Bytes::of(2)).at_most(Bytes::of(4));
        let (mut good, mut faces, mut to_roll) = (Bytes::default(), Sorted::default(), dice);
        loop {
            let another = to_roll.saturating_sub(Bytes::of(1));
            let rolled = [to_roll.gt(Bytes::of(0)), another.gt(Bytes::of(0))];
            if !rolled[0].any() {
                return Sorted { plain: good - faces.sixes, ..faces };
            }
            let [first, second] = self.dice.roll_two_from_zero();
            good = good
                .one_more(first.above(failing) & rolled[0])
                .one_more(second.above(failing) & rolled[1]);
            let [six, other_six] =
                [first.above(Bytes::of(4)) & rolled[0], second.above(Bytes::of(4)) & rolled[1]];
            faces.sixes = faces.sixes.one_more(six).one_more(other_six);
            if wanted == FaceCounts::OnesAndSixes {
                let [one, other_one] = [
                    first.equals(Bytes::of(0)) & rolled[0],
                    second.equals(Bytes::of(0)) & rolled[1],
                ];
                faces.ones = faces.ones.one_more(one).one_more(other_one);
            }
            to_roll = another.saturating_sub(Bytes::of(1));
        }
    }

    #[inline(always)]
    fn look_up(&mut self, table: &[u8], columns: u8, row: Bytes, column: Bytes) -> Bytes {
        gather(table, columns, &row, &column)
    }

    #[inline(always)]
    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self::OutOfLine) -> T) -> T {
        let mut lent =
            Lanes { dice: self.dice.lend(), counting: self.counting, buffer: self.buffer.take() };
        let made = call(&mut lent);
        // part by part: to let go of the whole, its address would be handed out
        self.buffer = lent.buffer;
        self.dice.take_back(lent.dice);
        made
    }

    #[inline(always)]
    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [Bytes; I],
    ) -> [Bytes; O] {
        part.run(self, given)
    }

    #[inline(always)]
    fn describe(&mut self, _: &'static Label, _: Bytes) {}

    #[inline(always)]
    fn record(&mut self, slot: usize, value: Bytes) {
        if let Some(buffer) = &mut self.buffer {
            buffer.record(slot, value);
        }
    }

    #[inline(always)]
    fn record_joint(&mut self, first: Bytes, second: Bytes) {
        if let Some(buffer) = &mut self.buffer {
            buffer.record_joint(&first, &second, self.counting);
        }
    }

    #[inline(always)]
    fn end(&mut self) {
        if let Some(buffer) = &mut self.buffer {
            buffer.end_batch(self.counting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: Label = Label::new("dice", "A0.1");

    #[test]
    fn faces_are_those_of_the_stream_counted_one_by_one() {
        for (dice, needed) in (0..=5).flat_map(|dice| (2..=7).map(move |needed| (dice, needed))) {
            let mut stream = DiceStream::new(7);
            let rolled: Vec<Bytes> = (0..dice)
                .step_by(2)
                .flat_map(|_| stream.two_from_zero())
                .take(dice.into())
                .collect();
            let count = |lane: usize, counts: fn(u8, u8) -> bool| {
                rolled.iter().filter(|shown| counts(shown.as_array()[lane] + 1, needed)).count()
                    as u8
            };
            let chance = || Lanes::of(DiceStream::new(7), &[], None);
            let all = chance().successes(&DICE, Bytes::of(dice), Bytes::of(needed));
            let sorted = chance().sorted(
                &DICE,
                Bytes::of(dice),
                Bytes::of(needed),
                FaceCounts::OnesAndSixes,
            );
            for lane in 0..LANES {
                let [all, ones, plain, sixes] = [all, sorted.ones, sorted.plain, sorted.sixes]
                    .map(|count| count.as_array()[lane]);
                assert_eq!(
                    all,
                    count(lane, |face, needed| face >= needed),
                    "{dice} dice on {needed}+"
                );
                assert_eq!(ones, count(lane, |face, _| face == 1), "{dice} dice on {needed}+");
                assert_eq!(
                    plain,
                    count(lane, |face, needed| face >= needed && face < 6),
                    "{dice} dice on {needed}+"
                );
                assert_eq!(sixes, count(lane, |face, _| face == 6), "{dice} dice on {needed}+");
            }
        }
    }

    #[test]
    fn lanes_look_up_what_stands_in_their_row_and_column() {
        // tables that are looked through side by side and lane by lane, with places outside of them
        for (rows, columns) in [(1, 1), (3, 1), (1, 7), (3, 5), (4, 4), (3, 6), (5, 108)] {
            let table: Vec<u8> = (0..rows as usize * columns as usize)
                .map(|place| (place % 251 + 1) as u8)
                .collect();
            for shift in 0..=u8::MAX {
                let row: [u8; LANES] = std::array::from_fn(|lane| lane as u8 % (rows + 2));
                let column: [u8; LANES] =
                    std::array::from_fn(|lane| (lane as u8).wrapping_add(shift));
                let found =
                    gather(&table, columns, &Bytes::from_array(row), &Bytes::from_array(column));
                for (lane, &found) in found.as_array().iter().enumerate() {
                    let [row, column, columns] =
                        [row[lane], column[lane], columns].map(usize::from);
                    let there = if row < rows as usize && column < columns {
                        table[row * columns + column]
                    } else {
                        0
                    };
                    assert_eq!(found, there, "row {row} and column {column} of {rows} × {columns}");
                }
            }
        }
    }
}
