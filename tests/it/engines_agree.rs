//! Three engines, one distribution: the lanes and the table against the exact engine, question by
//! question.
//!
//! The three share the text of the rules and nothing of their chance. Every result of every
//! question is compared by Pearson's chi-square, the joint distribution of duels too. A false alarm
//! has at most one chance in a million for the whole file (Bonferroni): each of its fewer than
//! [`MOST_COMPARISONS`] comparisons alarms below [`ALARM`], which is 1e-6 / [`MOST_COMPARISONS`].
//! Seeds are fixed, so a pass stays a pass until rules or generators change.

use crate::common;
use crate::common::random;

use common::{
    AttackParts, attack, attacker, charge_to, combatant, defender, edit, found, panic_test_of,
    plan, standing, weapon,
};
use random::Dealer;
use warodds::dist::{Pmf, Tally, agreement};
use warodds::games::asoiaf::values::{Activations, AutoHits, DiceCount, Modifier, Morale};
use warodds::games::asoiaf::{
    ActivePlayer, Body, Combatant, Duel, DuelSide, Engagement, Facing, Opening, Question, Range,
    Rerolls, Spending, Terrain, TerrainKeyword, Token, Tokens, UnitState,
};
use warodds::study::{Answer, Distribution, EngineKind};

const MOST_COMPARISONS: usize = 2000;
const ALARM: f64 = 1e-6 / MOST_COMPARISONS as f64;
/// Not a multiple of 64 nor of a block, so that the last batch and block count in part.
const TABLE_TRIALS: u64 = 300_007;
const LANES_TRIALS: u64 = 3_000_001;

fn modifier(value: i64) -> Modifier {
    Modifier::new(value).expect("in range")
}

fn unit((models, ranks, wounds): (i64, i64, i64), lost: i64, tokens: &[Token]) -> UnitState {
    let body = Body::new(models, ranks, wounds).expect("a unit");
    UnitState::after(body, lost, tokens.iter().copied().collect()).expect("in range")
}

fn dice(rows: &[i64]) -> Vec<DiceCount> {
    rows.iter().map(|&count| DiceCount::new(count).expect("in range")).collect()
}

const BOTH: Rerolls = Rerolls { roller: true, enemy: true };
const OWN: Rerolls = Rerolls { roller: true, enemy: false };
const ENEMY: Rerolls = Rerolls { roller: false, enemy: true };
const ALL_TOKENS: Tokens =
    Tokens::NONE.with(Token::Panicked).with(Token::Vulnerable).with(Token::Weakened);

/// A plain attack of 8 dice, changed.
fn changed(change: impl FnOnce(&mut AttackParts)) -> Question {
    let mut question = attack(8, 3, 4, 7);
    edit(&mut question, change);
    Question::Attack(question)
}

fn attacks() -> Vec<Question> {
    vec![
        changed(|_| ()),
        changed(|a| a.context.engagement = Engagement::CHARGE),
        changed(|a| a.context.engagement = Engagement::Melee { charge: common::DISORDERLY }),
        changed(|a| a.context.facing = Facing::Rear),
        changed(|a| a.context.engagement = Engagement::Melee { charge: common::FORTIFIED }),
        changed(|a| a.context.engagement = Engagement::Ranged { range: Range::Long, cover: true }),
        changed(|a| a.attacker.modifiers.attack_rerolls = BOTH),
        changed(|a| a.defender.modifiers.save_rerolls = BOTH),
        changed(|a| (a.defender.modifiers.morale_rerolls, a.context.facing) = (OWN, Facing::Flank)),
        changed(|a| a.defender.modifiers.morale_rerolls = BOTH),
        changed(|a| (a.attacker.state.tokens, a.defender.state.tokens) = (ALL_TOKENS, ALL_TOKENS)),
        changed(|a| {
            (a.attacker.state.tokens, a.defender.state.tokens) = (ALL_TOKENS, ALL_TOKENS);
            (a.attacker.policy.spending, a.defender.policy.spending) =
                (Spending::Never, Spending::Never);
        }),
        changed(|a| {
            (a.defender.state, a.defender.modifiers.morale_rerolls) = (standing(3), OWN);
            a.defender.state.tokens = ALL_TOKENS;
        }),
        changed(|a| a.attacker.modifiers.auto_hits = AutoHits::new(4).expect("in range")),
        changed(|a| {
            (a.attacker.modifiers.hit_modifier, a.defender.modifiers.save_modifier) =
                (modifier(-5), modifier(5))
        }),
        changed(|a| {
            (weapon(&mut a.attacker).dice, a.attacker.state) =
                (dice(&[8, 6, 4]), unit((12, 3, 1), 5, &[Token::Weakened]))
        }),
        // many dice and hits: results too wide to be counted in bytes
        changed(|a| {
            (weapon(&mut a.attacker).dice, a.attacker.modifiers.auto_hits) =
                (dice(&[40]), AutoHits::new(20).expect("in range"))
        }),
        changed(|a| {
            (weapon(&mut a.attacker).dice, a.defender.state) =
                (dice(&[24]), unit((12, 3, 3), 0, &[Token::Vulnerable]))
        }),
    ]
}

fn panics() -> Vec<Question> {
    let test = |morale, wounds, tokens, rerolls, active, spending| {
        let mut standing = standing(wounds);
        standing.tokens = tokens;
        let mut test = panic_test_of(morale, |unit| {
            unit.state = standing;
            unit.modifiers.morale_rerolls = rerolls;
            unit.modifiers.panic_modifier = modifier(-1);
        });
        (test.active, test.spending) = (active, spending);
        Question::Panic(test)
    };
    let mut all = vec![test(
        6,
        12,
        Tokens::NONE,
        Rerolls::default(),
        ActivePlayer::Enemy,
        Spending::WhenItHelps,
    )];
    for active in [ActivePlayer::Own, ActivePlayer::Enemy] {
        all.push(test(7, 12, Tokens::NONE, OWN, active, Spending::WhenItHelps));
        all.push(test(7, 12, Tokens::NONE, ENEMY, active, Spending::WhenItHelps));
        all.push(test(8, 12, ALL_TOKENS, OWN, active, Spending::WhenItHelps));
        all.push(test(5, 2, ALL_TOKENS, BOTH, active, Spending::WhenItHelps));
        all.push(test(5, 3, ALL_TOKENS, OWN, active, Spending::Never));
    }
    all
}

fn charge(inches: f64, keywords: &[TerrainKeyword], reroll_distance: bool) -> Question {
    let own = unit((12, 3, 1), 6, &[Token::Panicked]);
    let mut contact = attack(7, 3, 4, 6);
    edit(&mut contact, |contact| {
        let charger = &mut contact.attacker;
        (weapon(charger).dice, charger.state) = (dice(&[8, 6, 4]), own);
        (charger.morale, charger.modifiers.morale_rerolls) = (Morale::new(7).ok(), OWN);
    });
    let mut charge = charge_to(&contact, inches);
    charge.terrain = keywords.iter().copied().collect::<Terrain>();
    charge.reroll_distance = reroll_distance;
    Question::Charge(charge)
}

fn charges() -> Vec<Question> {
    use TerrainKeyword::{Dangerous, Fortified, Hindering, HinderingEdge, Rough};
    let terrains: [&[TerrainKeyword]; 8] = [
        &[],
        &[Rough],
        &[Hindering],
        &[HinderingEdge],
        &[Fortified],
        &[Dangerous],
        &[Rough, Hindering, Dangerous],
        &[Rough, Fortified],
    ];
    let open = [(9.0, false), (7.0, true), (12.0, false)]
        .map(|(inches, reroll)| charge(inches, &[], reroll));
    open.into_iter().chain(terrains.into_iter().map(|terrain| charge(7.5, terrain, true))).collect()
}

fn side(rows: &[i64], standing: UnitState) -> Combatant {
    let mut side = combatant(attacker(1, 4), defender(4, 6));
    (weapon(&mut side).dice, side.state) = (dice(rows), standing);
    side
}

fn duels() -> Vec<Question> {
    let infantry = side(&[8, 6, 4], unit((12, 3, 1), 0, &[Token::Panicked, Token::Weakened]));
    let cavalry = side(&[9, 5], unit((4, 2, 3), 2, &[Token::Vulnerable]));
    let monster = side(&[6], unit((1, 1, 8), 0, &[]));
    let duel = |a: &Combatant, b: &Combatant, activations, first, facing, charge| {
        let activations = Activations::new(activations).expect("in range");
        let opening = Opening { first, facing, charge };
        let duel = Duel::new(a.clone(), b.clone(), activations, opening).expect("both can fight");
        Question::Duel(Box::new(duel))
    };
    let mut stubborn = infantry.clone();
    (stubborn.policy.spending, stubborn.modifiers.morale_rerolls) = (Spending::Never, OWN);
    vec![
        duel(&infantry, &cavalry, 12, DuelSide::A, Facing::Front, None),
        duel(&cavalry, &infantry, 7, DuelSide::A, Facing::Flank, common::ORDERLY),
        duel(&monster, &infantry, 5, DuelSide::B, Facing::Rear, common::DISORDERLY),
        duel(&stubborn, &cavalry, 6, DuelSide::B, Facing::Front, common::ORDERLY),
    ]
}

/// Small questions with every feature mixed, as [`Dealer`] deals them.
fn dealt() -> Vec<Question> {
    let mut dealer = Dealer::new(11);
    let attacks = (0..6).map(|_| Question::Attack(dealer.attack())).collect::<Vec<_>>();
    let charges = (0..6).map(|_| Question::Charge(dealer.charge())).collect::<Vec<_>>();
    let duels = (0..6).map(|_| Question::Duel(Box::new(dealer.duel()))).collect::<Vec<_>>();
    [attacks, charges, duels].concat()
}

/// The chance of what was seen, for each result and the joint distribution.
fn chances(seen: &Answer, exact: &Answer) -> Vec<(String, f64)> {
    let distributions = |answer: &Answer| -> Vec<(String, Distribution)> {
        let quantities = answer
            .quantities
            .iter()
            .map(|quantity| (quantity.name.to_string(), quantity.distribution.clone()));
        quantities
            .chain(
                answer
                    .events
                    .iter()
                    .map(|event| (event.name.to_string(), event.distribution.clone())),
            )
            .collect()
    };
    let mut chances: Vec<(String, f64)> = distributions(seen)
        .into_iter()
        .zip(distributions(exact))
        .map(|((name, distribution), (_, exact))| match distribution {
            Distribution::Sampled(tally) => (name, agreement(&tally, &exact.pmf()).p_value),
            Distribution::Exact(_) | Distribution::Fractions(..) => {
                panic!("{name} was not sampled")
            }
        })
        .collect();
    if let (Some((.., shares)), Some((.., joint))) = (&seen.joint, &exact.joint) {
        let trials = seen.method.trials.expect("it was sampled") as f64;
        let counts = shares.rows().flatten().map(|share| (share * trials).round() as u64).collect();
        let distribution = Pmf::new(joint.rows().flatten().copied().collect())
            .expect("a joint distribution is a distribution");
        chances.push((
            "joint".to_owned(),
            agreement(&Tally::from_counts(counts), &distribution).p_value,
        ));
    }
    chances
}

/// Holds both sampling engines against the exact one; how many comparisons that took.
fn hold(questions: &[Question], seed: u64) -> usize {
    let mut comparisons = 0;
    for (number, question) in questions.iter().enumerate() {
        let exact = found(question, &plan(EngineKind::Exact, 1, 0));
        for (engine, trials) in
            [(EngineKind::Dice, TABLE_TRIALS), (EngineKind::MonteCarlo, LANES_TRIALS)]
        {
            let seen = found(question, &plan(engine, trials, seed + number as u64));
            assert_eq!(seen.method.trials, Some(trials));
            for (name, chance) in chances(&seen, &exact) {
                comparisons += 1;
                assert!(
                    chance >= ALARM,
                    "{} saw {name} with a chance of {chance:e} in number {number}: {question:#?}",
                    engine.name()
                );
            }
        }
    }
    comparisons
}

#[test]
fn the_engines_agree_on_every_feature() {
    let groups =
        [(attacks(), 100), (panics(), 200), (charges(), 300), (duels(), 400), (dealt(), 500)];
    assert!(groups.iter().map(|(questions, _)| questions.len()).sum::<usize>() >= 40);
    let comparisons: usize = groups.iter().map(|(questions, seed)| hold(questions, *seed)).sum();
    assert!((400..=MOST_COMPARISONS).contains(&comparisons), "{comparisons} comparisons");
}

#[test]
fn a_distribution_that_is_slightly_off_raises_the_alarm() {
    // the same attack on morale 8 instead of 7 and with one die in eight more
    let right = found(&changed(|_| ()), &plan(EngineKind::Exact, 1, 0));
    let stouter = found(
        &changed(|a| a.defender.modifiers.panic_modifier = modifier(1)),
        &plan(EngineKind::MonteCarlo, LANES_TRIALS, 1),
    );
    let more = found(
        &changed(|a| weapon(&mut a.attacker).dice = dice(&[9])),
        &plan(EngineKind::Dice, TABLE_TRIALS, 1),
    );
    for wrong in [stouter, more] {
        let alarms =
            chances(&wrong, &right).into_iter().filter(|(_, chance)| *chance < ALARM).count();
        assert!(alarms >= 3, "only {alarms} results raised the alarm");
    }
}
