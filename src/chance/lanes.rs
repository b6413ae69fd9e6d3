//! Real dice for 64 resolutions side by side.

use super::{Bytes, Chance, Coin, DiceStream, Faces, LANES, Label, Ledger, Mask, Num, Part, Slot, Sorted, Wanted, entry};

/// Slots up to this value are counted in bytes, one vector a value; larger ones resolution by resolution.
const COUNTED_IN_BYTES: u8 = 16;
/// Batches after which counts in bytes must be emptied: one more could overflow them.
const FULL: u8 = 255;
/// Batches that wait to be counted together, so that a count is fetched once for all of them.
const WAITING: usize = 15;

/// Where lanes get their dice.
pub trait Dice: Sized {
    /// 64 dice for a step of the rule.
    fn roll(&mut self, step: &'static Label) -> Bytes;

    /// Two dice for each of 64 resolutions, each 0 to 5: one less than they show.
    #[inline(always)]
    fn roll_two_from_zero(&mut self, step: &'static Label) -> [Bytes; 2] {
        [self.roll(step) - Bytes::of(1), self.roll(step) - Bytes::of(1)]
    }

    /// 64 numbers of 16 bits for a step of the rule.
    fn numbers(&mut self, step: &'static Label) -> [u16; LANES];

    /// 64 dice of eight faces, each 0 to 7, for a step of the rule.
    fn roll_eights(&mut self, step: &'static Label) -> Bytes;

    /// These dice as they are, to be handed on; they are replaced by what comes back.
    #[must_use]
    fn lend(&mut self) -> Self;

    /// What 64 resolutions came to in a slot: nothing to do for most.
    #[inline(always)]
    fn seen(&mut self, _slot: usize, _value: Bytes) {}

    /// A step has come to something: nothing to do for most.
    #[inline(always)]
    fn told(&mut self, _step: &'static Label) {}

    /// What 64 resolutions have given in a place: nothing to do for most.
    #[inline(always)]
    fn given(&mut self, _place: usize, _value: Bytes) {}
}

/// One stream for all steps.
impl Dice for DiceStream {
    #[inline(always)]
    fn roll(&mut self, _: &'static Label) -> Bytes {
        self.d6()
    }

    #[inline(always)]
    fn roll_two_from_zero(&mut self, _: &'static Label) -> [Bytes; 2] {
        self.two_from_zero()
    }

    #[inline(always)]
    fn numbers(&mut self, _: &'static Label) -> [u16; LANES] {
        Self::numbers(self)
    }

    #[inline(always)]
    fn roll_eights(&mut self, _: &'static Label) -> Bytes {
        self.d8()
    }

    #[inline(always)]
    fn lend(&mut self) -> Self {
        self.clone()
    }
}

/// Luck from real dice, 64 resolutions at a time, with a ledger of what came of them.
///
/// The dice stand in it by value and the book by a pointer: nothing that is compiled apart is ever handed the address of
/// the dice, so that a generator stays in registers.
#[derive(Clone, Debug)]
pub struct Lanes<D = DiceStream> {
    dice: D,
    /// Resolutions of this batch that count: the last batch of a run may be smaller.
    counting: usize,
    /// Where results are written down; none only while it is handed on.
    book: Option<Box<Book>>,
}

/// What was recorded.
#[derive(Clone, Debug)]
struct Book {
    quick: Vec<Quick>,
    ledger: Ledger<u64>,
    /// Whole batches that wait to be counted.
    waiting: usize,
    /// Whole batches counted since the last emptying.
    batches: u8,
}

/// Counts of one slot since the last emptying: a byte for each value and lane. What shows none of the values from 1 shows 0.
#[derive(Clone, Debug)]
struct Quick {
    rows: Vec<Row>,
    /// What whole batches came to that are not counted yet.
    waiting: [Bytes; WAITING],
}

/// How often a value was seen in each lane.
#[derive(Clone, Debug)]
struct Row {
    /// The value, in every lane: loaded with the count, it need not be spread while dice roll.
    value: Bytes,
    count: Bytes,
}

impl Lanes {
    /// The luck of a seed, for a rule with these slots.
    pub fn new(seed: u64, slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        Self::of(DiceStream::new(seed), slots, joint)
    }
}

impl<D: Dice> Lanes<D> {
    /// The same luck somewhere else; nothing is left of this one.
    ///
    /// What a constructor or a step compiled apart was handed the address of has to stay in memory. Dice roll with a copy
    /// whose address nobody knows.
    #[inline(always)]
    #[must_use]
    pub fn lend(&mut self) -> Self {
        Self { dice: self.dice.lend(), counting: self.counting, book: self.book.take() }
    }
}

impl<D> Lanes<D> {
    /// The luck of these dice, for a rule with these slots.
    pub fn of(dice: D, slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        let quick = slots.iter().map(|slot| Quick::new(if slot.max <= COUNTED_IN_BYTES { slot.max } else { 0 })).collect();
        let book = Book { quick, ledger: Ledger::new(slots, joint), waiting: 0, batches: 0 };
        Self { dice, counting: LANES, book: Some(Box::new(book)) }
    }

    /// Its dice.
    pub const fn dice(&mut self) -> &mut D {
        &mut self.dice
    }

    /// How many resolutions of the coming batches count: the first `counting`, all by default.
    #[inline(always)]
    pub fn count_first(&mut self, counting: usize) {
        self.counting = counting.min(LANES);
    }

    /// What was recorded.
    pub fn into_ledger(self) -> Ledger<u64> {
        let Some(mut book) = self.book else { return Ledger::new(&[], None) };
        book.count(book.waiting);
        book.empty();
        book.ledger
    }
}

impl Book {
    /// Counts a value in the `counting` first resolutions.
    #[inline(always)]
    fn record(&mut self, slot: usize, value: Bytes, counting: usize) {
        match self.quick.get_mut(slot) {
            Some(Quick { rows, waiting }) if !rows.is_empty() && counting == LANES => {
                if let Some(place) = waiting.get_mut(self.waiting) {
                    *place = value;
                }
            }
            _ => self.record_singly(slot, &value, counting),
        }
    }

    /// A whole batch is over: all its values wait.
    #[inline(always)]
    fn end_batch(&mut self) {
        self.waiting += 1;
        if self.waiting == WAITING {
            self.count(WAITING);
        }
    }

    /// Counts the batches that wait, `batches` of them.
    #[inline(always)]
    fn count(&mut self, batches: usize) {
        for quick in &mut self.quick {
            quick.count(batches);
        }
        self.batches += batches as u8;
        self.waiting = 0;
        if usize::from(FULL - self.batches) < WAITING {
            self.empty();
        }
    }

    /// Moves the counts in bytes into the ledger.
    #[cold]
    #[inline(never)]
    fn empty(&mut self) {
        let resolutions = u64::from(self.batches) * LANES as u64;
        for (slot, quick) in self.quick.iter_mut().enumerate() {
            quick.empty_into(&mut self.ledger, slot, resolutions);
        }
        self.batches = 0;
    }

    /// Counts resolution by resolution: for wide slots and for batches that do not count whole.
    #[inline(never)]
    fn record_singly(&mut self, slot: usize, value: &Bytes, counting: usize) {
        for &one in value.as_array().iter().take(counting) {
            self.ledger.add(slot, one, 1);
        }
    }

    /// Counts a pair of values, resolution by resolution.
    #[inline(never)]
    fn record_joint(&mut self, first: &Bytes, second: &Bytes, counting: usize) {
        for (&one, &other) in first.as_array().iter().zip(second.as_array()).take(counting) {
            self.ledger.add_pair(one, other, 1);
        }
    }
}

/// The entries of a table lane by lane: no instruction set does it side by side, so it is compiled once.
#[inline(never)]
fn gather(table: &[u8], columns: u8, row: &Bytes, column: &Bytes) -> Bytes {
    let (rows, places) = (row.as_array(), column.as_array());
    Bytes::from_array(std::array::from_fn(|lane| entry(table, columns, rows[lane], places[lane])))
}

impl Quick {
    /// For values up to `most`; for none where that is 0.
    fn new(most: u8) -> Self {
        let row = |value| Row { value: Bytes::of(value), count: Bytes::default() };
        Self { rows: (1..=most).map(row).collect(), waiting: [Bytes::default(); WAITING] }
    }

    /// Counts the first `batches` that wait.
    #[inline(always)]
    fn count(&mut self, batches: usize) {
        for row in &mut self.rows {
            let mut count = row.count;
            for value in self.waiting.iter().take(batches) {
                count = count.one_more(value.equals(row.value));
            }
            row.count = count;
        }
    }

    /// Moves the counts of so many resolutions into the ledger.
    fn empty_into(&mut self, ledger: &mut Ledger<u64>, slot: usize, resolutions: u64) {
        if self.rows.is_empty() {
            return;
        }
        let mut others = 0;
        for (row, value) in self.rows.iter_mut().zip(1..) {
            let seen = row.count.as_array().iter().map(|&n| u64::from(n)).sum();
            ledger.add(slot, value, seen);
            others += seen;
            row.count = Bytes::default();
        }
        ledger.add(slot, 0, resolutions - others);
    }
}

impl<D: Dice> Chance for Lanes<D> {
    type N = Bytes;

    #[inline(always)]
    fn d6(&mut self, label: &'static Label) -> Bytes {
        self.dice.roll(label)
    }

    #[inline(always)]
    fn d3(&mut self, label: &'static Label) -> Bytes {
        let die = self.dice.roll(label);
        Bytes::of(1) + Bytes::flag(die.ge(Bytes::of(3))) + Bytes::flag(die.ge(Bytes::of(5)))
    }

    #[inline(always)]
    fn successes(&mut self, label: &'static Label, dice: Bytes, needed: Bytes) -> Bytes {
        // dice from zero show more than this
        let failing = needed - Bytes::of(2);
        let (mut count, mut to_roll) = (Bytes::default(), dice);
        loop {
            let another = to_roll.less(Bytes::of(1));
            let rolled = [to_roll.gt(Bytes::of(0)), another.gt(Bytes::of(0))];
            if !rolled[0].any() {
                return count;
            }
            let [first, second] = self.dice.roll_two_from_zero(label);
            count = count.one_more(first.above(failing) & rolled[0]);
            count = count.one_more(second.above(failing) & rolled[1]);
            to_roll = another.less(Bytes::of(1));
        }
    }

    #[inline(always)]
    fn toss(&mut self, label: &'static Label, coin: Coin) -> Bytes {
        let [high, low] = [self.dice.numbers(label), self.dice.numbers(label)];
        let below = coin.threshold(32) as u64;
        let number = |lane: usize| u64::from(high[lane]) << 16 | u64::from(low[lane]);
        Bytes::from_array(std::array::from_fn(|lane| u8::from(number(lane) < below)))
    }

    #[inline(always)]
    fn symbols<const K: usize>(&mut self, label: &'static Label, dice: Bytes, faces: &'static Faces<K>) -> [Bytes; K] {
        // first how many dice show a symbol or a later one, then how many of those not a later one
        let (mut shown, mut to_roll) = ([Bytes::default(); K], dice);
        loop {
            let rolled = to_roll.gt(Bytes::of(0));
            if !rolled.any() {
                break;
            }
            let face = self.dice.roll_eights(label);
            for (symbol, count) in shown.iter_mut().enumerate() {
                *count = count.one_more(face.ge(Bytes::of(faces.first_face(symbol))) & rolled);
            }
            to_roll = to_roll.less(Bytes::of(1));
        }
        for symbol in 1..K {
            shown[symbol - 1] = shown[symbol - 1] - shown[symbol];
        }
        shown
    }

    #[inline(always)]
    fn sorted(&mut self, label: &'static Label, dice: Bytes, needed: Bytes, wanted: Wanted) -> Sorted<Bytes> {
        // dice from zero show more than this
        let failing = needed - Bytes::of(2);
        let (mut faces, mut good, mut to_roll) = (Sorted::default(), Bytes::default(), dice);
        loop {
            let another = to_roll.less(Bytes::of(1));
            let rolled = [to_roll.gt(Bytes::of(0)), another.gt(Bytes::of(0))];
            if !rolled[0].any() {
                return Sorted { plain: good - faces.sixes, ..faces };
            }
            for (shown, rolled) in self.dice.roll_two_from_zero(label).into_iter().zip(rolled) {
                let six = shown.above(Bytes::of(4)) & rolled;
                good = good.one_more((shown.above(failing) & rolled) | six);
                faces.sixes = faces.sixes.one_more(six);
                if wanted == Wanted::OnesAndSixes {
                    faces.ones = faces.ones.one_more(shown.equals(Bytes::of(0)) & rolled);
                }
            }
            to_roll = another.less(Bytes::of(1));
        }
    }

    #[inline(always)]
    fn look_up(&mut self, table: &[u8], columns: u8, row: Bytes, column: Bytes) -> Bytes {
        gather(table, columns, &row, &column)
    }

    #[inline(always)]
    fn apart<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        let mut lent = self.lend();
        let made = call(&mut lent);
        *self = lent;
        made
    }

    #[inline(always)]
    fn part<const I: usize, const O: usize>(&mut self, part: &impl Part<I, O>, given: [Bytes; I]) -> [Bytes; O] {
        part.run(self, given)
    }

    #[inline(always)]
    fn tell(&mut self, label: &'static Label, _: Bytes) {
        self.dice.told(label);
    }

    #[inline(always)]
    fn given(&mut self, place: usize, value: Bytes) {
        self.dice.given(place, value);
    }

    #[inline(always)]
    fn record(&mut self, slot: usize, value: Bytes) {
        self.dice.seen(slot, value);
        if let Some(book) = &mut self.book {
            book.record(slot, value, self.counting);
        }
    }

    #[inline(always)]
    fn record_joint(&mut self, first: Bytes, second: Bytes) {
        if let Some(book) = &mut self.book {
            book.record_joint(&first, &second, self.counting);
        }
    }

    #[inline(always)]
    fn end(&mut self) {
        if let Some(book) = &mut self.book
            && self.counting == LANES
        {
            book.end_batch();
        }
    }
}
