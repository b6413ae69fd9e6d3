//! What changes charges: X1 and X2 (X3 stands with the saves).

use warodds::chance::Rule;
use warodds::games::asoiaf::charge::ChargeRule;
use warodds::games::asoiaf::effect::Zone;
use warodds::games::asoiaf::{
    Charge, Context, Engagement, Question, Sequence, SequenceStep, Spending, TerrainKeyword, Token,
    Tokens,
};
use warodds::study::Answer;

use crate::common::{DISORDERLY, charge_to};

use super::bench::{
    Fighter, answered, attack, attack_in, close, distribution, engines, fighter, having, mean,
};
use super::common::exact;

/// The keys tested here.
pub(super) const KEYS: &[&str] =
    &["reroll_charge", "charge_six", "charge_six_on_failing", "charge_distance", "disorderly_to"];
/// The moments tested here.
pub(super) const MOMENTS: &[&str] = &[
    "charging",
    "enemy-charging",
    "declaring",
    "enemy-declaring",
    "enemy-disorderly",
    "enemy-failing-charge",
];

/// A charge with speed 5.
#[track_caller]
pub(super) fn charge(
    charger: &Fighter,
    target: &Fighter,
    inches: f64,
    terrain: &[TerrainKeyword],
) -> Answer {
    let question = Question::Charge(question(charger, target, inches, terrain));
    engines(&question);
    exact(&question)
}

#[track_caller]
fn question(
    charger: &Fighter,
    target: &Fighter,
    inches: f64,
    terrain: &[TerrainKeyword],
) -> Charge {
    let attack = attack(charger, target);
    let mut charge = charge_to(&attack, inches);
    (charge.terrain, charge.panic_test) = (terrain.iter().copied().collect(), false);
    charge
}

/// The same of a charger that takes a panic test where it fails (A5.6).
#[track_caller]
fn risked(charger: &Fighter, target: &Fighter, inches: f64, terrain: &[TerrainKeyword]) -> Answer {
    let mut asked = question(charger, target, inches, terrain);
    (asked.panic_test, asked.spending) = (true, Spending::WhenItHelps);
    let asked = Question::Charge(asked);
    engines(&asked);
    exact(&asked)
}

#[test]
fn a_failed_charge_is_tested_as_the_charge_left_the_unit() {
    let charger = || fighter().but(|one| (one.body, one.dice) = ((12, 3, 1), "3, 3, 3"));
    // 11 inches: a 6. Dangerous ground costs 3 on average and a rank in any case (A5.11): a test on
    // 9+, failed with 26 of 36 for D3 + 2
    let shaken = charger().but(|one| one.lost = 3);
    let shaken = shaken
        .with("when = 'testing', morale = { each = -2, per = 'own-ranks-lost' }")
        .with("when = 'testing', panic_wounds = { per = 'own-ranks-lost' }");
    let failed = |needed: f64, wounds: f64| 5.0 / 6.0 * needed / 36.0 * wounds;
    let unarmed = || calm().with("when = 'attacked', block = 20");
    let answer = risked(&shaken, &unarmed(), 11.0, &[TerrainKeyword::Dangerous]);
    close(mean(&answer, "own_wounds"), 3.0 + failed(26.0, 4.0));
    close(mean(&risked(&shaken, &unarmed(), 11.0, &[]), "own_wounds"), failed(15.0, 3.0));
    // wounds of what comes before the roll count as well
    let trapped = unarmed().with("when = 'enemy-declaring', wound_enemy = 1");
    let answer = risked(&shaken, &trapped, 11.0, &[]);
    close(mean(&answer, "own_wounds"), 1.0 + failed(26.0, 4.0));
    // a token that the target gives it is spent, like one it held
    let fear = unarmed().with("when = 'enemy-declaring', give_enemy = 'panicked'");
    let afraid = charger().but(|one| one.tokens = Tokens::NONE.with(Token::Panicked));
    let given = distribution(&risked(&charger(), &fear, 11.0, &[]), "own_wounds");
    assert_eq!(given, distribution(&risked(&afraid, &unarmed(), 11.0, &[]), "own_wounds"));
    assert_ne!(given, distribution(&risked(&charger(), &unarmed(), 11.0, &[]), "own_wounds"));
    // zones are those of both players
    let king = charger().with("when = 'testing', not_enemy_zone = 'crown', reroll_morale = true");
    let crowned =
        unarmed().but(|one| one.circumstances.zones = [Zone::Crown].into_iter().collect());
    let answer = risked(&king, &crowned, 11.0, &[]);
    close(mean(&answer, "own_wounds"), failed(15.0, 3.0));
    assert!(mean(&risked(&king, &unarmed(), 11.0, &[]), "own_wounds") < failed(15.0, 3.0) - 0.1);
}

#[test]
fn what_follows_the_test_of_a_failed_charge_happens() {
    // 11 inches: a 6, else a test on 7+, failed with 15 of 36 for 3 wounds
    let bold = || fighter().but(|one| (one.body, one.dice) = ((12, 3, 1), "3, 3, 3"));
    let unarmed = || calm().with("when = 'attacked', block = 20");
    let (failed, passed) = (5.0 / 6.0 * 15.0 / 36.0, 5.0 / 6.0 * 21.0 / 36.0);
    let grim = bold().with("when = 'failing', wound_enemy = 2");
    let answer = risked(&grim, &unarmed(), 11.0, &[]);
    close(mean(&answer, "wounds"), failed * 2.0);
    close(mean(&answer, "own_wounds"), failed * 3.0);
    let proud = bold().with("when = 'passing', test = 'panic', wound_enemy = 2");
    close(mean(&risked(&proud, &unarmed(), 11.0, &[]), "wounds"), passed * 2.0);
    // no attack and no ability calls for the test
    for test in ["attack", "called"] {
        let proud = bold().with(&format!("when = 'passing', test = '{test}', wound_enemy = 2"));
        close(mean(&risked(&proud, &unarmed(), 11.0, &[]), "wounds"), 0.0);
    }
    // the target is within short range and not in contact: its abilities count where they say so
    let cruel =
        |far: &str| unarmed().with(&format!("when = 'enemy-failing', {far}wound_enemy = 1"));
    for (far, wounds) in [("", 3.0), ("melee = false, ", 4.0), ("short = true, ", 4.0)] {
        let answer = risked(&bold(), &cruel(far), 11.0, &[]);
        close(mean(&answer, "own_wounds"), failed * wounds);
    }
    // a test follows the test, and no third one
    let shy = bold().with("when = 'failing', test_self = true");
    close(
        mean(&risked(&shy, &unarmed(), 11.0, &[]), "own_wounds"),
        failed * (3.0 + 15.0 / 36.0 * 3.0),
    );
    // the charger's player may spend the target's token on a test that follows, and does not
    let afraid =
        unarmed().but(|one| (one.morale, one.tokens) = (7, Tokens::NONE.with(Token::Panicked)));
    let patient = bold()
        .but(|one| one.policy.spending = Spending::Never)
        .with("when = 'failing', test_enemy = true");
    close(mean(&risked(&patient, &afraid, 11.0, &[]), "wounds"), failed * 15.0 / 36.0 * 3.0);
    // hits are saved with its own defence value
    let trapped = bold().but(|one| one.defense = 3).with("when = 'failing', hit_self = 3");
    close(mean(&risked(&trapped, &unarmed(), 11.0, &[]), "own_wounds"), failed * (3.0 + 3.0 / 3.0));
}

/// A unit of 12 wounds whose morale never fails.
pub(super) fn calm() -> Fighter {
    fighter().but(|one| (one.morale, one.body, one.dice) = (2, (12, 3, 1), "3, 3, 3"))
}

#[test]
fn a_charger_that_loses_its_head_counts_a_six() {
    // 11 inches: a 6. It tests on 7+: 15 of 36 fail
    let rage = having("when = 'charging', charge_six_on_failing = true");
    close(mean(&charge(&rage, &calm(), 11.0, &[]), "reached"), 15.0 / 36.0 + 21.0 / 36.0 / 6.0);
    // an orderly charge where it failed, and else but for a 1: 5 inches are always reached
    close(mean(&charge(&rage, &calm(), 5.0, &[]), "disorderly"), 21.0 / 36.0 / 6.0);
    // what follows the test: a wound; the enemy is not in contact yet, so that its presence does
    // not weigh on the roll
    let wounded = fighter().ability(
        "Rage",
        "effects = [{ when = 'charging', charge_six_on_failing = true }, { when = 'failing', test \
         = 'called', wound_self = 1 }]",
    );
    let grim = calm().with("when = 'enemy-testing', morale = -2");
    let answer = charge(&wounded, &grim, 12.0, &[]);
    assert_eq!(mean(&answer, "own_wounds"), 0.0, "what cannot be reached is not declared");
    close(mean(&charge(&wounded, &grim, 11.0, &[]), "own_wounds"), 15.0 / 36.0);
    // a reroll is of dice that were rolled
    let both = rage.with("when = 'charging', reroll_charge = true");
    close(
        mean(&charge(&both, &calm(), 11.0, &[]), "reached"),
        15.0 / 36.0 + 21.0 / 36.0 * 11.0 / 36.0,
    );
}

#[test]
fn distances_are_longer_or_shorter() {
    // 8 inches: 3+; one inch less, 4+; one more, 2+
    close(
        mean(
            &charge(&fighter(), &having("when = 'enemy-charging', charge_distance = -1"), 8.0, &[]),
            "reached",
        ),
        0.5,
    );
    let answer = charge(&having("when = 'charging', charge_distance = 1"), &fighter(), 8.0, &[]);
    close(mean(&answer, "reached"), 5.0 / 6.0);
    close(distribution(&answer, "distance")[12], 1.0 / 6.0);
    // what may be declared is farther away as well
    close(
        mean(
            &charge(&having("when = 'charging', charge_distance = 1"), &fighter(), 12.0, &[]),
            "reached",
        ),
        1.0 / 6.0,
    );
    let rough = charge(
        &having("when = 'charging', charge_distance = 1"),
        &fighter(),
        8.0,
        &[TerrainKeyword::Rough],
    );
    close(mean(&rough, "reached"), 4.0 / 6.0);
}

#[test]
fn the_roll_hangs_on_how_things_stand_by_then() {
    let few = || {
        let few = fighter().but(|one| (one.body, one.dice) = ((3, 3, 1), "3, 2, 1"));
        few.with("when = 'declaring', wound_self = 1")
    };
    let reached =
        |charger: &Fighter, inches| mean(&charge(charger, &calm(), inches, &[]), "reached");
    // 8 inches: 3+, and 2+ for the rank that the declaration cost; 11 inches: 5+ in place of a 6
    let driven = few().with("when = 'charging', own_ranks_lost = 1, charge_distance = 1");
    close(reached(&driven, 8.0), 5.0 / 6.0);
    close(reached(&driven, 11.0), 2.0 / 6.0);
    close(distribution(&charge(&driven, &calm(), 11.0, &[]), "distance")[12], 1.0 / 6.0);
    let whole = few().with("when = 'charging', own_ranks_lost = 0, charge_distance = 1");
    close(reached(&whole, 8.0), 4.0 / 6.0);
    // a token given before lets it reroll
    let crier = fighter()
        .with("when = 'declaring', give_enemy = 'panicked'")
        .with("when = 'charging', enemy_holds = 'panicked', reroll_charge = true");
    close(reached(&crier, 8.0), 4.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0);
    // the test before the roll, on 7+, is taken where it is asked for by then
    let rage = few().with("when = 'charging', own_ranks_lost = 1, charge_six_on_failing = true");
    close(reached(&rage, 11.0), 15.0 / 36.0 + 21.0 / 36.0 / 6.0);
    // the target is as far away as it is: orderly within 6 inches, and in contact never
    let near = having("when = 'charging', short = true, charge_six = true");
    let disorder = |charger, inches| mean(&charge(charger, &calm(), inches, &[]), "disorderly");
    close(disorder(&near, 6.0), 0.0);
    close(disorder(&near, 7.0), 1.0 / 6.0);
    close(disorder(&having("when = 'charging', melee = true, charge_six = true"), 6.0), 1.0 / 6.0);
}

#[test]
fn what_comes_before_the_roll_comes_whether_it_arrives_or_not() {
    // 11 inches: one charge in six arrives
    for when in ["activating", "declaring"] {
        let answer =
            charge(&calm().with(&format!("when = '{when}', wound_self = 1")), &calm(), 11.0, &[]);
        close(mean(&answer, "own_wounds"), 1.0);
        close(mean(&answer, "reached"), 1.0 / 6.0);
    }
    let trapped =
        charge(&calm(), &calm().with("when = 'enemy-declaring', hit_enemy = 1"), 11.0, &[]);
    close(mean(&trapped, "own_wounds"), 0.5);
    // tokens and ranks count in the attack: an orderly charge blocked a quarter in place of half
    let crier = calm()
        .with("when = 'declaring', give_enemy = 'vulnerable'")
        .with("when = 'charging', charge_six = true");
    close(mean(&charge(&crier, &calm(), 5.0, &[]), "wounds"), 3.0 * 0.75 * 0.75);
    let few = fighter().but(|one| (one.body, one.dice) = ((3, 3, 1), "3, 2, 1"));
    let few =
        few.with("when = 'charging', charge_six = true").with("when = 'declaring', wound_self = 1");
    close(mean(&charge(&few, &calm(), 5.0, &[]), "wounds"), 2.0 * 0.75 * 0.5);
    // a charger that falls by then does not arrive, and one that survives does
    let last = fighter()
        .but(|one| (one.lost, one.morale) = (5, 2))
        .with("when = 'declaring', wound_self = 1");
    close(mean(&charge(&last, &calm(), 5.0, &[]), "wounds"), 0.0);
    let saved = last.with("when = 'dying', survive = { uses = 1 }");
    assert!(mean(&charge(&saved, &calm(), 5.0, &[]), "wounds") > 0.0);
    close(mean(&charge(&saved, &calm(), 5.0, &[]), "own_wounds"), 0.0);
    // in an attack by charge they belong to it, and to no other
    for (context, wounds) in [(Context::CHARGE, 1.0), (Context::default(), 0.0)] {
        let declared =
            attack_in(context, &calm().with("when = 'declaring', wound_self = 1"), &calm());
        close(mean(&answered(&declared), "own_wounds"), wounds);
        let trapped =
            attack_in(context, &calm(), &calm().with("when = 'enemy-declaring', wound_enemy = 1"));
        close(mean(&answered(&trapped), "own_wounds"), wounds);
    }
}

#[test]
fn what_a_disorderly_roll_triggers_comes_before_the_attack() {
    // 5 inches always arrive, without order on a 1
    let stakes = || calm().with("when = 'enemy-disorderly', wound_enemy = 1");
    close(mean(&charge(&calm(), &stakes(), 5.0, &[]), "own_wounds"), 1.0 / 6.0);
    // whether it arrives or not: of 11 inches no 1 does
    close(mean(&charge(&calm(), &stakes(), 11.0, &[]), "own_wounds"), 1.0 / 6.0);
    let pits = stakes().with("when = 'enemy-charging', disorderly_to = 3");
    close(mean(&charge(&calm(), &pits, 11.0, &[]), "own_wounds"), 0.5);
    // ranks of one model: with 2 left, 2 dice on 4+ past 4+
    let few = fighter().but(|one| (one.body, one.dice, one.morale) = ((3, 3, 1), "3, 2, 1", 2));
    let wounds = 5.0 / 6.0 * 3.0 * 0.75 * 0.5 + 1.0 / 6.0 * 2.0 * 0.5 * 0.5;
    close(mean(&charge(&few, &stakes(), 5.0, &[]), "wounds"), wounds);
    // an attack that is known to be one has it, and no other
    let disorderly = Engagement::Melee { charge: DISORDERLY };
    for (context, wounds) in [
        (Context { engagement: disorderly, ..Context::default() }, 1.0),
        (Context::CHARGE, 0.0),
        (Context::default(), 0.0),
    ] {
        close(mean(&answered(&attack_in(context, &calm(), &stakes())), "own_wounds"), wounds);
    }
}

#[test]
fn what_a_failed_charge_triggers_comes_before_its_panic_test() {
    // 11 inches: 5 of 6 fail
    let stakes = calm().with("when = 'enemy-failing-charge', wound_enemy = 1");
    close(mean(&charge(&calm(), &stakes, 11.0, &[]), "own_wounds"), 5.0 / 6.0);
    close(mean(&charge(&calm(), &stakes, 5.0, &[]), "own_wounds"), 0.0);
    // a rank lost by then: a test on 9+ in place of 7+, failed with 26 of 36 for 3 wounds
    let shaken = fighter().but(|one| (one.body, one.lost) = ((12, 3, 1), 3));
    let shaken = shaken.with("when = 'testing', morale = { each = -2, per = 'own-ranks-lost' }");
    let answer = risked(&shaken, &stakes, 11.0, &[]);
    close(mean(&answer, "own_wounds"), 5.0 / 6.0 + failed_test(26.0, 3.0));
    // and a token given by then is spent in it
    let fear = calm().with("when = 'enemy-failing-charge', give_enemy = 'panicked'");
    let afraid = fighter().but(|one| one.tokens = Tokens::NONE.with(Token::Panicked));
    let given = distribution(&risked(&fighter(), &fear, 11.0, &[]), "own_wounds");
    let held = distribution(&risked(&afraid, &calm(), 11.0, &[]), "own_wounds");
    assert_eq!(given, held);
}

/// P(an 11-inch charge fails) times the mean wounds of a test that `failing` of 36 rolls fail.
fn failed_test(failing: f64, wounds: f64) -> f64 {
    5.0 / 6.0 * failing / 36.0 * wounds
}

#[test]
fn options_before_the_roll_are_those_best_for_the_whole_charge() {
    let body = "choose = { picks = 1, options = [\n{ name = 'strike', effects = [{ when = \
                'attacking', attack_dice = 3 }] },\n{ name = 'run', effects = [{ when = \
                'charging', charge_six = true }] },\n] }";
    let either = |chosen: Option<&str>| {
        calm().ability("Either", body).but(|one| {
            one.chosen =
                chosen.iter().map(|option| ("Either".to_owned(), (*option).to_owned())).collect();
        })
    };
    for (inches, best) in [(11.0, "run"), (5.0, "strike")] {
        let worth = |option| mean(&charge(&either(Some(option)), &calm(), inches, &[]), "wounds");
        assert!(["strike", "run"].into_iter().all(|other| worth(other) <= worth(best)), "{inches}");
        close(mean(&charge(&either(None), &calm(), inches, &[]), "wounds"), worth(best));
        let told = ChargeRule::new(&question(&either(None), &calm(), inches, &[])).decided();
        assert_eq!(told, [format!("the charger's choice for Either: {best}")]);
    }
    // a 6 for sure: 3 · 3/4 · 1/2
    close(mean(&charge(&either(None), &calm(), 11.0, &[]), "wounds"), 1.125);
    // the target's: a sixth of 9 · 3/4 · 1/2 wounds kept away is more than the half of one that a
    // trap deals, and traps are best where nothing can be kept away
    let traps = calm().ability(
        "Order: Traps",
        "choose = { options = [\n{ name = 'traps', effects = [{ when = 'enemy-declaring', \
         hit_enemy = 1 }] },\n{ name = 'slowed', effects = [{ when = 'enemy-charging', \
         charge_distance = -1 }] },\n] }",
    );
    let many = calm().but(|one| one.dice = "9, 9, 9");
    close(mean(&charge(&many, &traps, 11.0, &[]), "reached"), 0.0);
    close(mean(&charge(&many, &traps, 5.0, &[]), "own_wounds"), 0.5);
}

#[test]
fn one_order_is_given_for_each_charge() {
    // a wound more or a 6 for sure: the one that is worth more, not both
    let hasty = calm()
        .ability(
            "Order: Blood",
            "trigger = 'charge'\neffects = [{ when = 'declaring', wound_enemy = 1 }]",
        )
        .ability(
            "Order: Haste",
            "trigger = 'charge'\neffects = [{ when = 'charging', charge_six = true }]",
        );
    let answer = charge(&hasty, &calm(), 11.0, &[]);
    // 1 + 1/6 · 3 · 3/4 · 1/2 against 9/8
    close(mean(&answer, "wounds"), 1.0 + 1.125 / 6.0);
    let told = ChargeRule::new(&question(&hasty, &calm(), 11.0, &[])).decided();
    assert_eq!(told, ["the charger's choice for an order when the unit charges: Order: Blood"]);
}

#[test]
fn an_order_given_with_a_charge_counts_in_its_attack_too() {
    // 2 wounds for a die of 3: worth giving, and its price is paid
    let rash = calm().ability(
        "Order: Rash",
        "effects = [{ when = 'declaring', wound_enemy = 2 }, { when = 'attacking', attack_dice = \
         -1 }]",
    );
    // 5 inches always arrive, in disorder one in six
    let each = (5.0 / 6.0 * 0.75 + 1.0 / 6.0 * 0.5) * 0.5;
    close(mean(&charge(&rash, &calm(), 5.0, &[]), "wounds"), 2.0 + 2.0 * each);
    let timid = rash.but(|one| one.policy.orders = false);
    close(mean(&charge(&timid, &calm(), 5.0, &[]), "wounds"), 3.0 * each);
}

#[test]
fn an_attachment_whose_order_is_not_given_may_be_killed() {
    // its order harms it alone; 5 inches always arrive, and a 2 or more kills it with its model
    let hunter = calm().with("when = 'before-attacking', kill_attachment = 2");
    let prey = calm()
        .with("when = 'attacked', block = 20")
        .ability("Order: Folly", "effects = [{ when = 'enemy-declaring', wound_self = 5 }]")
        .but(|one| one.attached = 1);
    close(mean(&charge(&hunter, &prey, 5.0, &[]), "wounds"), 5.0 / 6.0);
}

#[test]
fn a_dead_attachment_acts_before_no_later_charge() {
    // killed by the first attacker on 2 or more, with a model; otherwise it costs its unit three
    // wounds when the second one declares its charge, and neither rolls a die
    let harmless = || calm().with("when = 'attacking', attack_dice = -9");
    let hunter = harmless().with("when = 'before-attacking', kill_attachment = 2");
    let prey = calm()
        .with("when = 'enemy-declaring', wound_self = 3")
        .but(|one| (one.body, one.attached) = ((12, 3, 1), 1));
    let first = SequenceStep::Attack(attack(&hunter, &prey));
    let second = SequenceStep::Charge(question(&harmless(), &prey, 5.0, &[]));
    let asked = Sequence::new(vec![first, second]).expect("two steps");
    let asked = Question::Sequence(Box::new(asked));
    let left = distribution(&exact(&asked), "left");
    close(left[12 - 1], 5.0 / 6.0);
    close(left[12 - 3], 1.0 / 6.0);
    engines(&asked);
}

#[test]
fn the_charge_die_is_rolled_again_where_it_fails() {
    // 8 inches: 3+, with 4/6 and again
    close(mean(&charge(&fighter(), &fighter(), 8.0, &[]), "reached"), 4.0 / 6.0);
    let answer = charge(&having("when = 'charging', reroll_charge = true"), &fighter(), 8.0, &[]);
    close(mean(&answer, "reached"), 4.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0);
}

#[test]
fn a_charge_die_is_rolled_again_for_what_it_is_worth_by_then() {
    // 8 inches: 3+. Arriving deals 4 and costs 6: not wanted, unless a test before the roll, failed
    // with 15 of 36, left it 2 to lose
    let wild = calm()
        .but(|one| one.morale = 7)
        .ability(
            "Rage",
            "effects = [{ when = 'activating', morale_test_self = true }, { when = 'failing', \
             test = 'called', wound_self = 10 }]",
        )
        .with("when = 'charging', reroll_charge = true")
        .with("when = 'before-attacking', wound_enemy = 4");
    let spikes = calm()
        .with("when = 'before-attacked', wound_enemy = 6")
        .with("when = 'attacked', block = 20");
    let answer = charge(&wild, &spikes, 8.0, &[]);
    close(mean(&answer, "reached"), 21.0 / 36.0 * 4.0 / 9.0 + 15.0 / 36.0 * 8.0 / 9.0);
}

#[test]
fn the_charge_die_counts_as_a_six() {
    let answer = charge(&having("when = 'charging', charge_six = true"), &fighter(), 11.0, &[]);
    close(mean(&answer, "reached"), 1.0);
    close(distribution(&answer, "distance")[11], 1.0);
    close(mean(&answer, "disorderly"), 0.0);
    // an orderly charge: 3 · 3/4 · 1/2 wounds on a morale of 2
    let calm = fighter().but(|one| one.morale = 2);
    close(
        mean(&charge(&having("when = 'charging', charge_six = true"), &calm, 11.0, &[]), "wounds"),
        1.125,
    );
}

#[test]
fn disorder_comes_with_more_or_fewer_faces() {
    let disorder = |answer: Answer| mean(&answer, "disorderly");
    close(disorder(charge(&fighter(), &fighter(), 5.0, &[])), 1.0 / 6.0);
    close(
        disorder(charge(
            &fighter(),
            &having("when = 'enemy-charging', disorderly_to = 2"),
            5.0,
            &[],
        )),
        2.0 / 6.0,
    );
    close(
        disorder(charge(&having("when = 'charging', disorderly_to = 0"), &fighter(), 5.0, &[])),
        0.0,
    );
    // A3.1: a disorderly charge rerolls nothing: 2/6 · 3/4 + 4/6 · 9/8 wounds
    let calm = having("when = 'enemy-charging', disorderly_to = 2").but(|one| one.morale = 2);
    close(
        mean(&charge(&fighter(), &calm, 5.0, &[]), "wounds"),
        2.0 / 6.0 * 0.75 + 4.0 / 6.0 * 1.125,
    );
}

#[test]
fn what_a_charge_brings_counts_in_its_attack() {
    // wounds taken on the way in, and dice for the charge: 4 dice, 3/4 hit but for the disorderly
    // sixth
    let bold = having("when = 'attacking', charge = true, attack_dice = 1")
        .with("when = 'before-attacking', charge = true, wound_self = { d3 = 1 }");
    let bold = bold.but(|one| (one.body, one.dice) = ((12, 3, 1), "3, 3, 3"));
    let answer = charge(&bold, &calm(), 5.0, &[]);
    close(mean(&answer, "own_wounds"), 2.0);
    close(mean(&answer, "wounds"), 4.0 * (1.0 / 6.0 * 0.5 + 5.0 / 6.0 * 0.75) * 0.5);
}
