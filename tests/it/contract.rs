//! The contract of a rule with all engines: each slot is recorded exactly once in every resolution,
//! outside of parts, and the joint distribution where one is asked for; else nothing may be
//! counted.
//!
//! A source of dice of its own keeps account of each resolution, in all ways in which engines ask
//! for a rule; and what the engines themselves counted must come to all trials.

use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds::chance::{
    Chance, Coin, FaceCounts, Faces, Label, Memoised, Rule, ScalarDice, Sequential, Sorted,
};
use warodds::engine::{Goal, Isa, Sampler, StdControl};
use warodds::games::asoiaf::effect::CountRange;
use warodds::games::asoiaf::values::{Inches, Speed};
use warodds::games::asoiaf::{
    CombatantError, Engagement, Friends, Question as Asoiaf, Reach, Retreat, zones,
};
use warodds::games::warmachine::campaign::CampaignRule;
use warodds::games::{Question, asoiaf, warmachine, westeros};
use warodds::scenario::load;

#[path = "../../benches/common/mod.rs"]
mod benched;

use crate::common::{edit, panic_test, random::Dealer, standing, weapon};

/// Dice that keep account: how often each slot was recorded in a resolution.
///
/// `INLINES` is what engines say of themselves: a rule may ask for it.
struct Account<const INLINES: bool> {
    generator: Xoshiro256PlusPlus,
    records: Vec<u32>,
    joint: u32,
    /// How many parts are being run.
    depth: u32,
    most: Vec<u8>,
}

impl<const INLINES: bool> Account<INLINES> {
    fn new(most: Vec<u8>, seed: u64) -> Self {
        let generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { generator, records: vec![0; most.len()], joint: 0, depth: 0, most }
    }

    fn die(&mut self) -> u8 {
        self.generator.random_range(1..=6)
    }
}

impl<const INLINES: bool> Chance for Account<INLINES> {
    type N = u8;
    type OutOfLine = Self;
    const INLINES: bool = INLINES;

    fn d6(&mut self, _: &'static Label) -> u8 {
        self.die()
    }

    fn d3(&mut self, _: &'static Label) -> u8 {
        self.die().div_ceil(2)
    }

    fn successes(&mut self, _: &'static Label, dice: u8, needed: u8) -> u8 {
        (0..dice).filter(|_| self.die() >= needed).count() as u8
    }

    fn toss(&mut self, _: &'static Label, coin: Coin) -> u8 {
        u8::from(self.generator.random_bool(coin.heads()))
    }

    fn symbols<const K: usize>(
        &mut self,
        _: &'static Label,
        dice: u8,
        faces: &'static Faces<K>,
    ) -> [u8; K] {
        let mut shown = [0; K];
        for _ in 0..dice {
            let mut face = self.generator.random_range(0..8);
            let symbol = faces.counts().iter().position(|count| {
                let here = face < *count;
                face = face.saturating_sub(*count);
                here
            });
            shown[symbol.expect("eight faces")] += 1;
        }
        shown
    }

    fn sorted(
        &mut self,
        _: &'static Label,
        dice: u8,
        needed: u8,
        wanted: FaceCounts,
    ) -> Sorted<u8> {
        let mut sorted = Sorted::default();
        for _ in 0..dice {
            let face = self.die();
            sorted.ones += u8::from(face == 1 && wanted == FaceCounts::OnesAndSixes);
            sorted.plain += u8::from(face >= needed && face < 6);
            sorted.sixes += u8::from(face == 6);
        }
        sorted
    }

    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        assert!(column < columns, "a row of {columns} has no column {column}");
        table[usize::from(row) * usize::from(columns) + usize::from(column)]
    }

    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        self.depth += 1;
        let made = part.run(self, given);
        self.depth -= 1;
        made
    }

    fn describe(&mut self, _: &'static Label, _: u8) {}

    fn record(&mut self, slot: usize, value: u8) {
        assert_eq!(self.depth, 0, "slot {slot} is recorded in a part");
        assert!(value <= self.most[slot], "slot {slot} came to {value}, above {}", self.most[slot]);
        self.records[slot] += 1;
    }

    fn record_joint(&mut self, _: u8, _: u8) {
        assert_eq!(self.depth, 0, "the joint distribution is recorded in a part");
        self.joint += 1;
    }
}

/// In which steps a rule is taken: [`Rule::step`], or [`Rule::merging_step`] as the exact engine
/// does.
#[derive(Clone, Copy, Debug)]
enum Steps {
    Whole,
    Merging,
}

/// One resolution: each slot once.
fn resolve<const INLINES: bool, R: Rule>(rule: &R, steps: Steps, seed: u64) {
    let most = rule.slots().iter().map(|slot| slot.max).collect();
    let mut account = Account::<INLINES>::new(most, seed);
    let mut state = rule.start();
    let count = match steps {
        Steps::Whole => rule.steps(),
        Steps::Merging => rule.merging_steps(),
    };
    for step in 0..count {
        if rule.over::<u8>(&state) {
            break;
        }
        match steps {
            Steps::Whole => rule.step(&mut account, step, &mut state),
            Steps::Merging => rule.merging_step(&mut account, step, &mut state),
        }
    }
    rule.finish(&mut account, state);
    let slots = rule.slots();
    for (slot, times) in slots.iter().zip(&account.records) {
        assert_eq!(*times, 1, "{} is recorded so often, in {steps:?} steps", slot.name.as_str());
    }
    assert_eq!(account.joint, u32::from(rule.joint().is_some()), "the joint distribution");
}

/// Resolutions of all kinds of engines.
fn hold<R: Rule>(rule: &R) {
    for seed in 0..20 {
        for steps in [Steps::Whole, Steps::Merging] {
            resolve::<false, R>(rule, steps, seed);
            resolve::<true, R>(rule, steps, seed);
        }
    }
}

fn hold_asoiaf(question: &Asoiaf) {
    match question {
        Asoiaf::Attack(attack) => hold(&asoiaf::attack::AttackRule::new(attack)),
        Asoiaf::Charge(charge) => hold(&asoiaf::charge::ChargeRule::new(charge)),
        Asoiaf::Panic(panic) => hold(&asoiaf::panic::PanicRule::new(panic)),
        Asoiaf::Duel(duel) => hold(&asoiaf::duel::DuelRule::new(duel)),
        Asoiaf::Survive(all) => {
            hold(&asoiaf::survive::SurviveRule::under(&asoiaf::Parameters::default(), all));
        }
        Asoiaf::Sequence(all) => {
            hold(&asoiaf::sequence::SequenceRule::under(&asoiaf::Parameters::default(), all));
        }
        Asoiaf::Deck(deck) => hold(&asoiaf::deck::DeckRule::new(deck)),
        Asoiaf::Retreat(retreat) => hold(&asoiaf::retreat::RetreatRule::new(retreat)),
    }
}

fn hold_warmachine(question: &warmachine::WarmachineQuestion) {
    use warmachine::{WarmachineQuestion as Query, boost, control, damage, effects, threshold};
    match question {
        Query::Threshold(threshold) => hold(&threshold::ThresholdRule::new(threshold)),
        Query::Effects(effects) => hold(&effects::EffectsRule::new(effects)),
        Query::Damage(damage) => hold(&damage::DamageRule::new(damage)),
        Query::Boost(boost) => hold(&boost::BoostRule::new(boost)),
        Query::Leech(leech) => hold(&control::LeechRule::new(leech)),
        Query::Focus(focus) => hold(&control::FocusRule::new(focus)),
    }
}

fn hold_westeros(question: &westeros::WesterosQuestion) {
    use westeros::{
        WesterosQuestion as Query, attack, dogs, exchange, fire, orders, pursuit, rout,
    };
    match question {
        Query::Attack(attack) => hold(&attack::WesterosAttackRule::new(attack)),
        Query::Exchange(exchange) => hold(&exchange::ExchangeRule::new(exchange)),
        Query::Pursuit(pursuit) => hold(&pursuit::PursuitRule::new(pursuit)),
        Query::DogsOfWar(dogs) => hold(&dogs::DogsRule::new(dogs)),
        Query::Rout(rout) => hold(&rout::RoutRule::new(rout)),
        Query::Orders(orders) => hold(&orders::OrdersRule::new(orders)),
        Query::Fire(fire) => hold(&fire::FireRule::new(fire)),
    }
}

/// What the engines counted of a question comes to all trials.
fn hold_engines(question: &Question) {
    let ready = question.ready();
    // not a multiple of 64: the last batch counts in part
    const TRIALS: u64 = 203;
    let goal = Goal { trials: TRIALS, seed: 7, precision: None };
    for sampler in [Sampler::Table, Sampler::Lanes(Isa::Portable), Sampler::Lanes(Isa::best())] {
        let sample = ready.sample(sampler, goal, &StdControl).expect("rules keep their contract");
        for (slot, tally) in ready.slots().iter().zip(&sample.slots) {
            assert_eq!(tally.trials(), TRIALS, "{} of {sampler:?}", slot.name.as_str());
        }
    }
    let exact = ready.exact().expect("each slot is recorded on every path");
    assert_eq!(exact.slots.len(), ready.slots().len());
}

fn hold_all(question: &Question) {
    match question {
        Question::Asoiaf(question, _) => hold_asoiaf(question),
        Question::Warmachine(question) => hold_warmachine(question),
        Question::Westeros(question) => hold_westeros(question),
    }
    hold_engines(question);
}

/// What benches ask, with everything around a fight that may come beside it.
fn benched() -> Vec<Asoiaf> {
    let mut shot = benched::six_effects();
    shot.context.engagement = Engagement::of(Reach::LONG);
    shot.friends = Friends::new(vec![panic_test(7), panic_test(5)]).expect("there is room");
    let mut plain_shot = benched::attack(benched::S1);
    plain_shot.context.engagement = Engagement::of(Reach::SHORT);
    plain_shot.friends = shot.friends.clone();
    let mut surrounded = benched::attack(benched::S2);
    edit(&mut surrounded, |surrounded| surrounded.attacker.surroundings.dangerous = true);
    let mut crowned = benched::duel();
    let crown = zones::crown(CountRange::ANY);
    crowned.edit(|a, _| a.abilities.push(crown)).expect("both can fight");
    let retreat = Retreat {
        speed: Speed::new(5).expect("in range"),
        distance: Inches::new(8.0).expect("in range"),
        terrain: asoiaf::TerrainKeyword::ALL.into_iter().collect(),
        state: standing(5),
    };
    let too_far = Retreat { distance: Inches::new(50.0).expect("in range"), ..retreat };
    let cases = [benched::S1, benched::S2, benched::S3].map(benched::attack);
    cases
        .into_iter()
        .chain([benched::six_effects(), shot, plain_shot, surrounded])
        .map(Asoiaf::Attack)
        .chain([benched::duel(), crowned].map(|duel| Asoiaf::Duel(Box::new(duel))))
        .chain([Asoiaf::Retreat(retreat), Asoiaf::Retreat(too_far), Asoiaf::Panic(panic_test(7))])
        .collect()
}

#[test]
fn rules_of_a_song_of_ice_and_fire_keep_their_contract() {
    let mut dealer = Dealer::new(31);
    let dealt = (0..60).flat_map(|_| {
        [
            Asoiaf::Attack(dealer.attack()),
            Asoiaf::Charge(dealer.charge()),
            Asoiaf::Duel(Box::new(dealer.duel())),
        ]
    });
    for question in benched().into_iter().chain(dealt) {
        hold_all(&Question::from(question));
    }
}

#[test]
fn rules_of_matchups_of_shipped_cards_keep_their_contract() {
    use crate::choices::Matchups;
    let mut dealer = Matchups::new(32);
    for _ in 0..40 {
        let matchup = dealer.matchup(asoiaf::WeaponFilter::Melee);
        hold_all(&Question::from(Asoiaf::Attack(matchup.attack())));
        hold_all(&Question::from(Asoiaf::Charge(matchup.charge())));
    }
}

#[test]
fn rules_of_shipped_scenarios_keep_their_contract() {
    let (mut kinds, mut count) = (std::collections::HashSet::new(), 0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for entry in std::fs::read_dir(folder).expect("the shipped scenarios") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let scenario = load(&path).expect("it is valid");
        for asked in &scenario.asked {
            kinds.insert(std::mem::discriminant(&asked.question));
            hold_all(&asked.question);
            count += 1;
        }
    }
    assert!(kinds.len() == 3 && count > 50, "{count} questions of {} games", kinds.len());
}

#[test]
fn questions_of_battles_of_westeros_keep_their_contract() {
    for question in crate::westeros::questions() {
        hold_all(&Question::from(question));
    }
}

/// One campaign: each slot once, with a value that was announced.
fn play(rule: &CampaignRule<'_>, seed: u64) {
    let (slots, mut generator) = (rule.slots(), Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut dice = ScalarDice::new(&mut generator, &slots, None);
    let (mut chance, mut state) = (dice.as_chance(), rule.start());
    for step in 0..rule.steps() {
        if rule.over(&state) {
            break;
        }
        rule.step(&mut chance, step, &mut state);
    }
    rule.finish(&mut chance, &state);
    let ledger = dice.into_ledger();
    assert!(!ledger.is_incomplete());
    for (slot, counts) in slots.iter().zip(ledger.slots()) {
        assert_eq!(counts.iter().sum::<u64>(), 1, "{} is recorded so often", slot.name.as_str());
    }
}

#[test]
fn shipped_campaigns_keep_their_contract() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/campaigns");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the shipped campaigns") {
        let path = entry.expect("a file").path();
        let scenario = warodds::scenario::campaign::load(&path).expect("it is valid");
        let rule = CampaignRule::new(&scenario.campaign);
        (0..50).for_each(|seed| play(&rule, seed));
        count += 1;
    }
    assert!(count > 1);
}

#[test]
fn an_attacker_without_dice_for_all_its_ranks_is_refused() {
    let mut dealer = Dealer::new(3);
    let mut attack = loop {
        let attack = dealer.attack();
        if attack.attacker().state.body().ranks() > 1 {
            break attack;
        }
    };
    let before = attack.clone();
    let refused = attack.edit(|own, _| weapon(own).dice.truncate(1));
    assert!(matches!(refused, Err(CombatantError::TooFewDice { .. })), "{refused:?}");
    assert_eq!(attack, before);
}
