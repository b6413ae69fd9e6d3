//! What is at stake in a test: that of the situation in which it is taken.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds::games::asoiaf::{Context, Facing, Question, Token, Tokens};
use warodds::study::Answer;

use super::bench::{alike, attack_in, distribution, duel};
use super::common::exact;
use super::situations::{Brings, Card, SituationModel, State, States, Way};

const QUESTIONS: usize = 400;
const DUELS: usize = 120;

/// Deals cards whose tests hang on how things stand.
struct Dealer(Xoshiro256PlusPlus);

impl Dealer {
    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.0.random_range(0..all.len())].clone()
    }

    fn tokens(&mut self, share: f64) -> Tokens {
        Token::ALL.into_iter().filter(|_| self.0.random_bool(share)).collect()
    }

    fn brings(&mut self) -> Brings {
        let (low, sign) = (self.one_of(&[1, 2]), self.one_of(&[-1, 1]));
        match self.0.random_range(0..18) {
            0 | 1 => Brings::Brutal(self.one_of(&[-2, 0]), low),
            2 | 3 => Brings::Unyielding(low),
            4 => Brings::Steady(sign),
            5 => Brings::Bold(self.one_of(&[0, 1, 2])),
            6 => Brings::Cap(self.one_of(&[0, 1, 2]), self.one_of(&[0, 1])),
            7 => Brings::Grim(1),
            8 => Brings::Supremacy(self.one_of(&[0, 1]), self.one_of(&[0, 1])),
            9 => Brings::Horrific,
            10 => Brings::Gives(self.tokens(0.5).with(Token::Panicked)),
            11 => Brings::Before(low - 1, self.one_of(&[0, 1])),
            12 => Brings::Pays(low),
            13 => Brings::Vengeance,
            14 => Brings::GoesDown,
            16 => Brings::Firm(self.one_of(&[1, 2])),
            15 => self.one_of(&[Brings::Breaks, Brings::Counters, Brings::Bleeds(1)]),
            _ => self.one_of(&[Brings::AnswersFirst, Brings::AnswersLast]),
        }
    }

    fn card(&mut self) -> Card {
        let body = self.one_of(&[(6, 3, 1), (12, 3, 1), (4, 2, 1), (3, 3, 1), (2, 2, 2)]);
        let mut brings: Vec<Brings> = Vec::new();
        for _ in 0..self.one_of(&[1, 2, 3]) {
            let one = self.brings();
            let alike =
                |other: &Brings| std::mem::discriminant(other) == std::mem::discriminant(&one);
            if !brings.iter().any(alike) && one != Brings::Before(0, 0) {
                brings.push(one);
            }
        }
        Card {
            body,
            dice: self.one_of(&[[3, 2, 1], [2, 2, 1], [1, 2, 3]]),
            hit: self.one_of(&[3, 4]),
            defense: self.one_of(&[4, 5]),
            morale: self.one_of(&[6, 7, 8]),
            lost: self.0.random_range(0..body.0 * body.2),
            tokens: self.tokens(0.35),
            brings,
        }
    }
}

/// The distribution of a count of each state.
fn counted(states: &States, of: impl Fn(&State) -> u8) -> Vec<f64> {
    let mut distribution = vec![0.0; 80];
    for (state, p) in states {
        distribution[usize::from(of(state))] += p;
    }
    distribution
}

/// A count of a state, by its name.
type Named<'a> = (&'a str, &'a dyn Fn(&State) -> u8);

/// Holds the program's answer against the distribution of the states at the end.
#[track_caller]
fn hold(cards: &[Card; 2], answer: &Answer, states: &States) {
    let left = cards.each_ref().map(Card::left);
    let named: [Named<'_>; 5] = [
        ("wounds", &|state| left[1] - state.left[1]),
        ("own_wounds", &|state| left[0] - state.left[0]),
        ("destroyed", &|state| u8::from(state.left[1] == 0)),
        ("own_destroyed", &|state| u8::from(state.left[0] == 0)),
        ("panic_failed", &|state| u8::from(state.failed)),
    ];
    for (name, of) in named {
        alike(&format!("{name} of {cards:#?}"), &distribution(answer, name), &counted(states, of));
    }
}

#[test]
fn tests_are_what_the_situation_makes_of_them() {
    let mut dealer = Dealer(Xoshiro256PlusPlus::seed_from_u64(13));
    let (mut model, mut settled) = (SituationModel::new(), 0);
    for _ in 0..QUESTIONS {
        let cards = [dealer.card(), dealer.card()];
        let facing = dealer.one_of(&Facing::ALL);
        let start = model.begin(cards.clone());
        let states = model.attack(start, 0, Way { facing, is_main: true });
        // equally good rerolls may leave the distribution open (A4.4)
        if !model.open {
            settled += 1;
            let [own, other] = cards.each_ref().map(Card::fighter);
            let context = Context { facing, ..Context::default() };
            let question = Question::Attack(attack_in(context, &own, &other));
            hold(&cards, &exact(&question), &states);
        }
    }
    assert!(settled > QUESTIONS / 2, "only {settled} distributions are settled");
}

#[test]
fn in_a_duel_each_test_is_that_of_its_own_attack() {
    let mut dealer = Dealer(Xoshiro256PlusPlus::seed_from_u64(14));
    let (mut model, mut settled) = (SituationModel::new(), 0);
    for _ in 0..DUELS {
        let cards = [dealer.card(), dealer.card()];
        let mut states = model.begin(cards.clone());
        for me in [0, 1, 0] {
            model.active = me;
            let way = Way { facing: Facing::Front, is_main: true };
            let (stand, over): (States, States) =
                states.into_iter().partition(|(state, _)| !state.left.contains(&0));
            states = model.attack(stand, me, way);
            over.into_iter().for_each(|(state, p)| *states.entry(state).or_default() += p);
        }
        if !model.open {
            settled += 1;
            let [own, other] = cards.each_ref().map(Card::fighter);
            let answer = exact(&Question::Duel(Box::new(duel(&own, &other, 3))));
            for (side, name) in ["a_left", "b_left"].into_iter().enumerate() {
                let derived = counted(&states, |state| state.left[side]);
                alike(&format!("{name} of {cards:#?}"), &distribution(&answer, name), &derived);
            }
        }
    }
    assert!(settled > DUELS / 3, "only {settled} distributions are settled");
}
