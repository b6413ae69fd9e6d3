//! Attacks whose tests hang on how things stand when they are taken, modelled a second time: state
//! after state, with single dice and every reroll tried.
//!
//! Nothing of the program stands in it: it shares the numbers of the cards, and the dice of the
//! reference model.

use std::collections::HashMap;

use warodds::games::asoiaf::{Facing, Spending, Token, Tokens};

use super::bench::{Fighter, fighter};
use warodds_reference::asoiaf::{
    DicePool, MoraleTestResults, MoraleTestValues, RerollingPlayer, morale_test_results,
};

/// What a card brings. Numbers for each rank are of its bearer unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brings {
    /// Brutal Armaments: added to the panic test of an attack, and wounds for each rank the enemy
    /// has lost.
    Brutal(i32, i32),
    /// Unyielding: so many wounds fewer for each rank lost.
    Unyielding(i32),
    /// Added to its tests for each rank lost.
    Steady(i32),
    /// It rerolls its tests with so many ranks lost.
    Bold(i32),
    /// The most wounds of a failed test, and more for each rank left.
    Cap(i32, i32),
    /// With so many ranks lost, an attack on it has no bonus for flank or rear.
    Firm(i32),
    /// Intimidating Traits: tests of an enemy have −1, and cost so many wounds more.
    Grim(i32),
    /// Lannister Supremacy, after it was attacked: −1 · a and +1 · b wounds for each rank left.
    Supremacy(i32, i32),
    /// Horrific Visage, before it is attacked: −1 for each rank left.
    Horrific,
    /// Tokens for the enemy before its attack.
    Gives(Tokens),
    /// Wounds to itself, and to the enemy, before its attack.
    Before(i32, i32),
    /// Wounds to itself after its attack.
    Pays(i32),
    /// After it was attacked: a wound to the enemy and one more for each rank lost.
    Vengeance,
    /// A wound to the enemy for each rank that an attack cost it.
    GoesDown,
    /// The test of an attack failed: another, with a wound more for each rank lost.
    Breaks,
    /// The test of an attack passed: one of the enemy at −2.
    Counters,
    /// Wounds for each failed test.
    Bleeds(i32),
    /// It attacks before or after it is attacked.
    AnswersFirst,
    AnswersLast,
}

impl Brings {
    /// The same as a card has it.
    fn written(self) -> String {
        match self {
            Self::Brutal(roll, each) => format!(
                "when = 'attacking', morale = {roll}, \
                 panic_wounds = {{ each = {each}, per = 'enemy-ranks-lost' }}"
            ),
            Self::Unyielding(each) => format!(
                "when = 'testing', panic_wounds = {{ each = {}, per = 'own-ranks-lost' }}",
                -each
            ),
            Self::Steady(each) => {
                format!("when = 'testing', morale = {{ each = {each}, per = 'own-ranks-lost' }}")
            }
            Self::Bold(least) => format!(
                "when = 'testing', own_ranks_lost = {{ least = {least} }}, reroll_morale = true"
            ),
            Self::Cap(base, each) => format!(
                "when = 'testing', \
                 panic_cap = {{ base = {base}, each = {each}, per = 'own-ranks' }}"
            ),
            Self::Firm(least) => format!(
                "when = 'attacked', own_ranks_lost = {{ least = {least} }}, no_facing_bonus = true"
            ),
            Self::Grim(more) => {
                format!("when = 'enemy-testing', morale = -1, panic_wounds = {more}")
            }
            Self::Supremacy(roll, wounds) => format!(
                "when = 'after-attacked', test_enemy = {{ \
                 morale = {{ each = {}, per = 'own-ranks' }}, \
                 wounds = {{ each = {wounds}, per = 'own-ranks' }} }}",
                -roll
            ),
            Self::Horrific => "when = 'before-attacked', test_enemy = { \
                 morale = { each = -1, per = 'own-ranks' } }"
                .to_owned(),
            Self::Gives(tokens) => {
                let names = [
                    (Token::Panicked, "'panicked'"),
                    (Token::Vulnerable, "'vulnerable'"),
                    (Token::Weakened, "'weakened'"),
                ];
                let held: Vec<&str> = names
                    .into_iter()
                    .filter_map(|(token, name)| tokens.holds(token).then_some(name))
                    .collect();
                format!("when = 'before-attacking', give_enemy = [{}]", held.join(", "))
            }
            Self::Before(own, enemy) => {
                format!("when = 'before-attacking', wound_self = {own}, wound_enemy = {enemy}")
            }
            Self::Pays(wounds) => format!("when = 'after-attacking', wound_self = {wounds}"),
            Self::Vengeance => "when = 'after-attacked', \
                 wound_enemy = { base = 1, per = 'own-ranks-lost' }"
                .to_owned(),
            Self::GoesDown => {
                "when = 'losing-ranks', wound_enemy = { per = 'ranks-destroyed' }".to_owned()
            }
            Self::Breaks => "when = 'failing', test = 'attack', \
                 test_self = { wounds = { per = 'own-ranks-lost' } }"
                .to_owned(),
            Self::Counters => {
                "when = 'passing', test = 'attack', test_enemy = { morale = -2 }".to_owned()
            }
            Self::Bleeds(wounds) => format!("when = 'failing', wound_self = {wounds}"),
            Self::AnswersFirst => "when = 'before-attacked', attack = true".to_owned(),
            Self::AnswersLast => "when = 'after-attacked', attack = true".to_owned(),
        }
    }
}

/// A unit on the table.
#[derive(Clone, Debug)]
pub(super) struct Card {
    /// Models, ranks, wounds of each model.
    pub body: (i64, i64, i64),
    /// Dice with all ranks, with one lost, with two.
    pub dice: [u8; 3],
    pub hit: i64,
    pub defense: i64,
    pub morale: i64,
    pub lost: i64,
    pub tokens: Tokens,
    pub brings: Vec<Brings>,
}

impl Card {
    /// The same as the program reads it.
    pub(super) fn fighter(&self) -> Fighter {
        let dice: &'static str = self.dice[..self.body.1 as usize]
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(", ")
            .leak();
        let plain = fighter().but(|one| {
            (one.body, one.dice, one.hit) = (self.body, dice, self.hit);
            (one.defense, one.morale) = (self.defense, self.morale);
            (one.lost, one.tokens) = (self.lost, self.tokens);
            // whether to spend a token is weighed elsewhere; here the stakes of tests are told
            one.policy.spending = Spending::Always;
        });
        self.brings.iter().fold(plain, |one, brings| one.with(&brings.written()))
    }

    pub(super) fn left(&self) -> u8 {
        let (models, _, wounds) = self.body;
        (models * wounds - self.lost) as u8
    }

    fn ranks(&self, left: u8) -> i32 {
        let (models, ranks, wounds) = self.body;
        i32::from(left.div_ceil((models / ranks * wounds) as u8))
    }
}

/// How things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub left: [u8; 2],
    pub tokens: [Tokens; 2],
    /// Whether the panic test of the attack in question failed.
    pub failed: bool,
}

impl State {
    fn stand(&self) -> bool {
        !self.left.contains(&0)
    }

    fn wounded(mut self, side: usize, wounds: i32) -> Self {
        self.left[side] = self.left[side].saturating_sub(wounds.max(0) as u8);
        self
    }

    fn spent(mut self, side: usize, spent: Token) -> Self {
        let kept = Token::ALL.into_iter().filter(|token| *token != spent);
        self.tokens[side] = kept.filter(|token| self.tokens[side].holds(*token)).collect();
        self
    }
}

/// The chance of each state.
pub(super) type States = HashMap<State, f64>;

/// Each state with its chance replaced by what `step` makes of it.
fn each(states: States, mut step: impl FnMut(State) -> States) -> States {
    let mut all = States::new();
    for (state, p) in states {
        for (end, q) in step(state) {
            *all.entry(end).or_default() += p * q;
        }
    }
    all
}

fn surely(state: State) -> States {
    States::from([(state, 1.0)])
}

/// What a test comes from.
#[derive(Clone, Copy, Debug)]
enum From {
    /// The wounds of an attack, with what its facing adds; whether it is the one in question.
    Attack(i32, bool),
    /// An ability: added to roll and wounds.
    Ability(i32, i32),
}

/// The attack that is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub facing: Facing,
    /// The attack in question: no answer, which is answered no more.
    pub is_main: bool,
}

/// The model of two cards, keeping the tests it has been through.
pub(super) struct SituationModel {
    pub cards: [Card; 2],
    /// Whose turn it is.
    pub active: usize,
    /// Whether ties leave the distribution open (A4.4).
    pub open: bool,
    tests: HashMap<(MoraleTestValues, Vec<RerollingPlayer>), (MoraleTestResults, bool)>,
}

impl SituationModel {
    pub(super) fn new() -> Self {
        let none = Card {
            body: (1, 1, 1),
            dice: [1; 3],
            hit: 4,
            defense: 4,
            morale: 7,
            lost: 0,
            tokens: Tokens::NONE,
            brings: Vec::new(),
        };
        Self { cards: [none.clone(), none], active: 0, open: false, tests: HashMap::new() }
    }

    /// Other cards, as they stand.
    pub(super) fn begin(&mut self, cards: [Card; 2]) -> States {
        (self.cards, self.active, self.open) = (cards, 0, false);
        let left = self.cards.each_ref().map(Card::left);
        let tokens = self.cards.each_ref().map(|card| card.tokens);
        surely(State { left, tokens, failed: false })
    }

    fn ranks(&self, side: usize, state: State) -> i32 {
        self.cards[side].ranks(state.left[side])
    }

    fn lost(&self, side: usize, state: State) -> i32 {
        self.cards[side].body.1 as i32 - self.ranks(side, state)
    }

    /// What a test of a side is rolled with as things stand, and whether it may reroll.
    fn test(&self, side: usize, from: From, state: State) -> (MoraleTestValues, bool) {
        let (mut modifier, mut base) = match from {
            From::Attack(facing, _) => (facing, 1),
            From::Ability(roll, wounds) => (roll, 1 + wounds),
        };
        let (mut cap, mut own) = (99, false);
        let (lost, ranks) = (self.lost(side, state), self.ranks(side, state));
        for brings in &self.cards[side].brings {
            match *brings {
                Brings::Unyielding(each) => base -= each * lost,
                Brings::Steady(each) => modifier += each * lost,
                Brings::Bold(least) => own |= lost >= least,
                Brings::Firm(least) if lost >= least => {
                    modifier -= if let From::Attack(facing, _) = from { facing } else { 0 };
                }
                Brings::Cap(least, each) => cap = cap.min((least + each * ranks).max(0)),
                _ => {}
            }
        }
        for brings in &self.cards[1 - side].brings {
            match (*brings, from) {
                (Brings::Brutal(roll, each), From::Attack(..)) => {
                    modifier += roll;
                    base += each * lost;
                }
                (Brings::Grim(more), _) => {
                    modifier -= 1;
                    base += more;
                }
                _ => {}
            }
        }
        let (morale, left) = (self.cards[side].morale as i32, state.left[side]);
        (MoraleTestValues { morale, modifier, left, base, cap }, own)
    }

    /// A test of a side that stands, and what follows: `more` tests in a row may.
    fn take(&mut self, state: State, side: usize, from: From, more: u8) -> States {
        let (test, own) = self.test(side, from, state);
        let token = state.tokens[side].holds(Token::Panicked);
        let (own, enemy) =
            (own.then_some(RerollingPlayer::Tested), token.then_some(RerollingPlayer::Enemy));
        let order = if self.active == side { [own, enemy] } else { [enemy, own] };
        let order: Vec<RerollingPlayer> = order.into_iter().flatten().collect();
        let (rolled, open) = self
            .tests
            .entry((test, order.clone()))
            .or_insert_with(|| morale_test_results(&test, &order))
            .clone();
        self.open |= open;
        let mut all = States::new();
        for ((wounds, failed, forced), p) in rolled {
            let mut after = state.wounded(side, wounds);
            if forced {
                after = after.spent(side, Token::Panicked);
            }
            after.failed |= failed && matches!(from, From::Attack(_, true));
            for (end, q) in self.over(after, side, (from, failed), more) {
                *all.entry(end).or_default() += p * q;
            }
        }
        all
    }

    /// What follows a test.
    fn over(
        &mut self,
        state: State,
        side: usize,
        (from, failed): (From, bool),
        more: u8,
    ) -> States {
        let mut states = surely(state);
        let of_attack = matches!(from, From::Attack(..));
        for brings in self.cards[side].brings.clone() {
            states = each(states, |state| match brings {
                Brings::Breaks if failed && of_attack && more > 0 && state.left[side] > 0 => {
                    let from = From::Ability(0, self.lost(side, state));
                    self.take(state, side, from, more - 1)
                }
                Brings::Counters if !failed && of_attack && more > 0 && state.stand() => {
                    self.take(state, 1 - side, From::Ability(-2, 0), more - 1)
                }
                Brings::Bleeds(wounds) if failed => surely(state.wounded(side, wounds)),
                _ => surely(state),
            });
        }
        states
    }

    /// One side's attack.
    pub(super) fn attack(&mut self, mut states: States, me: usize, way: Way) -> States {
        let it = 1 - me;
        for brings in self.cards[me].brings.clone() {
            states = each(states, |state| self.before(state, me, brings));
        }
        if self.cards[it].brings.contains(&Brings::Horrific) {
            states = each(states, |state| {
                let from = From::Ability(-self.ranks(it, state), 0);
                if state.stand() { self.take(state, me, from, 1) } else { surely(state) }
            });
        }
        let answer = Way { facing: Facing::Front, is_main: false };
        if way.is_main && self.cards[it].brings.contains(&Brings::AnswersFirst) {
            states = each(states, |state| {
                if state.stand() { self.attack(surely(state), it, answer) } else { surely(state) }
            });
        }
        states =
            each(
                states,
                |state| {
                    if state.stand() { self.dice(state, me, way) } else { surely(state) }
                },
            );
        if way.is_main && self.cards[it].brings.contains(&Brings::AnswersLast) {
            states = each(states, |state| {
                if state.stand() { self.attack(surely(state), it, answer) } else { surely(state) }
            });
        }
        states
    }

    fn before(&self, mut state: State, me: usize, brings: Brings) -> States {
        let it = 1 - me;
        match brings {
            Brings::Gives(tokens) if state.stand() => {
                state.tokens[it] = Token::ALL
                    .into_iter()
                    .filter(|token| tokens.holds(*token) || state.tokens[it].holds(*token))
                    .collect();
            }
            // the keys of an effect come in the order of the language: the enemy's wounds first
            Brings::Before(own, enemy) if state.left[me] > 0 => {
                state = state.wounded(it, enemy).wounded(me, own);
            }
            _ => {}
        }
        surely(state)
    }

    /// The dice of an attack, its panic test, and what follows it.
    fn dice(&mut self, state: State, me: usize, way: Way) -> States {
        let it = 1 - me;
        let facing = match way.facing {
            Facing::Front => 0,
            Facing::Flank => -1,
            Facing::Rear => -2,
        };
        let pool = |value: i64, modifier: i32, enemy: bool, roller_is_active: bool| DicePool {
            value: value as i32,
            modifier,
            roller: false,
            enemy,
            roller_is_active,
        };
        let weakened = state.tokens[me].holds(Token::Weakened);
        let vulnerable = state.tokens[it].holds(Token::Vulnerable);
        let number = self.cards[me].dice[self.lost(me, state) as usize];
        let (mut all, ranks) = (States::new(), self.ranks(it, state));
        let from = From::Attack(facing, way.is_main);
        let hits = pool(self.cards[me].hit, 0, weakened, true).roll(number);
        let lost = self.lost(it, state);
        let is_firm = |brings: &Brings| matches!(brings, Brings::Firm(least) if lost >= *least);
        let bonus = if self.cards[it].brings.iter().any(is_firm) { 0 } else { facing };
        let saves = pool(self.cards[it].defense, bonus, vulnerable, false);
        for ((hits, forced_hits), p) in hits {
            let state = if forced_hits { state.spent(me, Token::Weakened) } else { state };
            for ((blocked, forced_saves), q) in saves.roll(hits) {
                let state = if forced_saves { state.spent(it, Token::Vulnerable) } else { state };
                let after = state.wounded(it, i32::from(hits - blocked));
                let tested = if after.left[it] == 0 {
                    surely(after)
                } else if hits > blocked {
                    self.take(after, it, from, 1)
                } else {
                    self.over(after, it, (from, false), 1)
                };
                for (end, r) in each(tested, |state| self.after(state, me, ranks)) {
                    *all.entry(end).or_default() += p * q * r;
                }
            }
        }
        all
    }

    /// What follows an attack on a unit that had so many ranks.
    fn after(&mut self, state: State, me: usize, ranks: i32) -> States {
        let it = 1 - me;
        let destroyed = ranks - self.ranks(it, state);
        let mut states = surely(state);
        let theirs = self.cards[it].brings.clone();
        if theirs.contains(&Brings::GoesDown) && state.left[it] > 0 {
            states = surely(state.wounded(me, destroyed));
        }
        for brings in self.cards[me].brings.clone() {
            if let Brings::Pays(wounds) = brings {
                states = each(states, |state| surely(state.wounded(me, wounds)));
            }
        }
        for brings in theirs {
            states = each(states, |state| match brings {
                Brings::Vengeance if state.left[it] > 0 => {
                    surely(state.wounded(me, 1 + self.lost(it, state)))
                }
                Brings::Supremacy(roll, wounds) if state.stand() => {
                    let ranks = self.ranks(it, state);
                    self.take(state, me, From::Ability(-roll * ranks, wounds * ranks), 1)
                }
                _ => surely(state),
            });
        }
        states
    }
}
