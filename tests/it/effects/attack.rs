//! What changes attack dice: A1 to A11, held against every way the dice can fall and a figure
//! derived by hand.
//!
//! A fighter rolls 3 dice on 4+ against another that saves on 4+: 3 · 1/2 hits and 3 · 1/4 wounds
//! without effects.

use warodds::games::asoiaf::{ChargeEffects, Context, Engagement, Fishing, Token, Tokens};

use super::bench::{answered, attack, attack_in, close, fighter, having, hold, mean};
use super::charges::charge;
use crate::common::DISORDERLY;
use warodds_reference::attack::{AttackReroll, PlainAttack};

/// The keys tested here.
pub(super) const KEYS: &[&str] = &[
    "attack_dice",
    "ranks_for_dice",
    "highest_dice",
    "lowest_dice",
    "to_hit",
    "auto_hit",
    "reroll_attack",
    "reroll_misses",
    "critical",
    "precision",
    "ones_wound",
    "hits_each",
    "hits",
    "misses_hit_back",
];

#[test]
fn without_effects_the_bench_is_the_plain_attack() {
    let answer = hold(&attack(&fighter(), &fighter()), &PlainAttack::default());
    close(mean(&answer, "hits"), 1.5);
    close(mean(&answer, "attack_wounds"), 0.75);
}

#[test]
fn attack_dice_are_more_or_fewer_but_never_below_none() {
    let answer = hold(
        &attack(&having("when = 'attacking', attack_dice = 1"), &fighter()),
        &PlainAttack { dice: 4, ..PlainAttack::default() },
    );
    close(mean(&answer, "hits"), 2.0);
    hold(
        &attack(&fighter(), &having("when = 'attacked', attack_dice = -2")),
        &PlainAttack { dice: 1, ..PlainAttack::default() },
    );
    let none = hold(
        &attack(&having("when = 'attacking', attack_dice = -5"), &fighter()),
        &PlainAttack { dice: 0, ..PlainAttack::default() },
    );
    close(mean(&none, "hits"), 0.0);
}

#[test]
fn dice_count_by_what_is_left_and_lost() {
    // on its second rank of three, each of 2 wounds: 2 wounds lost, 2 dice on the card
    let amounts = [
        ("per = 'own-ranks'", 2 + 2),
        ("per = 'own-ranks-lost'", 2 + 1),
        ("per = 'own-wounds-lost'", 2 + 2),
        ("each = 2, per = 'enemy-ranks'", 2 + 4),
        ("per = 'enemy-ranks-lost'", 2 + 1),
        ("per = 'enemy-tokens'", 2 + 2),
        ("base = 3, each = -1, per = 'own-ranks'", 2 + 1),
        ("base = 1, each = 2, per = 'enemy-ranks', most = 3", 2 + 3),
    ];
    for (amount, dice) in amounts {
        let two = Tokens::NONE.with(Token::Panicked).with(Token::Weakened);
        let striker = having(&format!("when = 'attacking', attack_dice = {{ {amount} }}"))
            .but(|one| one.lost = 2);
        // a morale of 2 never fails, whatever a token makes be rolled again
        let struck = fighter().but(|one| (one.lost, one.tokens, one.morale) = (3, two, 2));
        let plain = PlainAttack { dice, morale: 2, left: 3, ..PlainAttack::default() };
        close(mean(&hold(&attack(&striker, &struck), &plain), "hits"), dice as f64 / 2.0);
    }
}

#[test]
fn ranks_for_dice_move_along_the_card() {
    for (lost, more, dice) in
        [(2, 1, 3), (0, 1, 3), (4, 1, 2), (4, 2, 3), (0, -1, 2), (2, -2, 1), (4, -1, 1)]
    {
        let striker = having(&format!("when = 'attacking', ranks_for_dice = {more}"))
            .but(|one| one.lost = lost);
        hold(&attack(&striker, &fighter()), &PlainAttack { dice, ..PlainAttack::default() });
    }
    let struck = having("when = 'attacked', ranks_for_dice = -1");
    close(
        mean(
            &hold(&attack(&fighter(), &struck), &PlainAttack { dice: 2, ..PlainAttack::default() }),
            "hits",
        ),
        1.0,
    );
}

#[test]
fn highest_and_lowest_dice_are_those_of_the_card() {
    let odd = |effect: &str| having(effect).but(|one| (one.dice, one.lost) = ("2, 3, 1", 0));
    hold(
        &attack(&odd("when = 'attacking', highest_dice = true"), &fighter()),
        &PlainAttack { dice: 3, ..PlainAttack::default() },
    );
    hold(
        &attack(&odd("when = 'attacking', lowest_dice = true"), &fighter()),
        &PlainAttack { dice: 1, ..PlainAttack::default() },
    );
    let highest = having("when = 'attacking', highest_dice = true").but(|one| one.lost = 4);
    close(mean(&hold(&attack(&highest, &fighter()), &PlainAttack::default()), "hits"), 1.5);
    let lowest = having("when = 'attacked', lowest_dice = true");
    close(
        mean(
            &hold(&attack(&fighter(), &lowest), &PlainAttack { dice: 1, ..PlainAttack::default() }),
            "hits",
        ),
        0.5,
    );
}

#[test]
fn to_hit_moves_the_face_but_not_ones_and_sixes() {
    for (modifier, face, hits) in [(1, 3, 2.0), (-1, 5, 1.0), (5, 2, 2.5), (-5, 6, 0.5)] {
        let answer = hold(
            &attack(&having(&format!("when = 'attacking', to_hit = {modifier}")), &fighter()),
            &PlainAttack { hit: face, ..PlainAttack::default() },
        );
        close(mean(&answer, "hits"), hits);
    }
    // one of each side: they add up
    let both = attack(
        &having("when = 'attacking', to_hit = 2"),
        &having("when = 'attacked', to_hit = -1"),
    );
    hold(&both, &PlainAttack { hit: 3, ..PlainAttack::default() });
}

#[test]
fn dice_that_hit_of_themselves_show_no_faces() {
    let plain = PlainAttack { auto_hit: true, ..PlainAttack::default() };
    let answer = hold(&attack(&having("when = 'attacking', auto_hit = true"), &fighter()), &plain);
    close(mean(&answer, "attack_wounds"), 1.5);
    // no 6 is rolled and no die misses
    let all = having(
        "when = 'attacking', auto_hit = true, critical = 1, precision = true, ones_wound = 1",
    );
    hold(&attack(&all, &having("when = 'attacked', misses_hit_back = true")), &plain);
}

#[test]
fn misses_are_rolled_again() {
    // 3/4 of the dice hit
    let plain = PlainAttack { reroll: AttackReroll::Misses, ..PlainAttack::default() };
    let answer =
        hold(&attack(&having("when = 'attacking', reroll_attack = true"), &fighter()), &plain);
    close(mean(&answer, "hits"), 2.25);
    // a charge's reroll beside it touches no die a second time (A0.7)
    let charge = Context::CHARGE;
    hold(
        &attack_in(charge, &having("when = 'attacking', reroll_attack = true"), &fighter()),
        &plain,
    );
    // a Weakened token is spent after it: 3/4 · 1/2
    let weakened = having("when = 'attacking', reroll_attack = true")
        .but(|one| one.tokens = Tokens::NONE.with(Token::Weakened));
    let answer = hold(&attack(&weakened, &fighter()), &PlainAttack { weakened: true, ..plain });
    close(mean(&answer, "hits"), 3.0 * 0.375);
}

#[test]
fn a_reroll_of_misses_keeps_hits_that_are_no_sixes() {
    let misses = || having("when = 'attacking', reroll_misses = true");
    let plain = PlainAttack { reroll: AttackReroll::Misses, ..PlainAttack::default() };
    close(mean(&hold(&attack(&misses(), &fighter()), &plain), "hits"), 2.25);
    // a 6 counts 4 hits: with 1/6, or 1/2 · 1/6 after a miss
    let sixes = misses().with("when = 'attacking', critical = 3");
    let always = sixes.clone().but(|one| one.policy.fishing = Fishing::Always);
    let plain = PlainAttack { critical: 3, ..plain };
    for one in [&sixes, &always] {
        close(mean(&hold(&attack(one, &fighter()), &plain), "hits"), 3.0 * (0.75 + 0.25 * 3.0));
    }
    // the bonus of a charge allows to give up 4s and 5s, and a disorderly charge has none
    let reroll = AttackReroll::AllButSixes;
    hold(&attack_in(Context::CHARGE, &always, &fighter()), &PlainAttack { reroll, ..plain });
    let calm = fighter().but(|one| one.morale = 2);
    let wounds = |charge| {
        let engagement = Engagement::Melee { charge };
        let context = Context { engagement, ..Context::default() };
        mean(&answered(&attack_in(context, &always, &calm)), "wounds")
    };
    let orderly = Some(ChargeEffects { disorderly: false, fortified: false });
    let expected = 5.0 / 6.0 * wounds(orderly) + wounds(DISORDERLY) / 6.0;
    close(mean(&charge(&always, &calm, 5.0, &[]), "wounds"), expected);
}

#[test]
fn a_natural_six_of_the_final_dice_counts_more_hits() {
    // of 4+: 3 faces of 6 hit, one of them twice: 4/6 a die
    let critical = |number: i64| having(&format!("when = 'attacking', critical = {number}"));
    let answer = hold(
        &attack(&critical(1), &fighter()),
        &PlainAttack { critical: 1, ..PlainAttack::default() },
    );
    close(mean(&answer, "hits"), 2.0);
    hold(
        &attack(&critical(2).but(|one| one.dice = "2, 1, 1"), &fighter()),
        &PlainAttack { dice: 2, critical: 2, ..PlainAttack::default() },
    );
    // on dice rolled again: misses (1/2) give 4/6 more: 3 · (4/6 + 1/2 · 4/6)
    let again = critical(1)
        .with("when = 'attacking', reroll_attack = true")
        .but(|one| one.policy.fishing = Fishing::Never);
    let answer = hold(
        &attack(&again, &fighter()),
        &PlainAttack { critical: 1, reroll: AttackReroll::Misses, ..PlainAttack::default() },
    );
    close(mean(&answer, "hits"), 3.0);
    // a Weakened token takes 6s away like any other hit: 3 · 3/6 · 4/6
    let weakened = critical(1).but(|one| one.tokens = Tokens::NONE.with(Token::Weakened));
    let answer = hold(
        &attack(&weakened, &fighter()),
        &PlainAttack { critical: 1, weakened: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "hits"), 1.0);
    // a modified 6 is no natural 6 (A0.2)
    let plain = PlainAttack { critical: 1, hit: 2, ..PlainAttack::default() };
    hold(&attack(&critical(1).with("when = 'attacking', to_hit = 2"), &fighter()), &plain);
}

#[test]
fn a_six_cannot_be_blocked_and_its_further_hits_can() {
    // 1/6 sure and 2/6 saved on 4+: 2/6 wounds a die
    let precise = having("when = 'attacking', precision = true");
    let answer = hold(
        &attack(&precise, &fighter()),
        &PlainAttack { precision: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 1.0);
    // with Critical Blow the second hit of a 6 is saved as any other: 1/6 + (2/6 + 1/6)/2 = 5/12
    let both = precise.clone().with("when = 'attacking', critical = 1");
    let answer = hold(
        &attack(&both, &fighter()),
        &PlainAttack { precision: true, critical: 1, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 1.25);
    // and hits blocked beside the dice do not touch it: every six wounds
    let walled = having("when = 'attacked', block = 9");
    let answer = hold(
        &attack(&precise, &walled),
        &PlainAttack { precision: true, block: 9, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 0.5);
}

#[test]
fn ones_wound_the_attacker() {
    // a 1 in 6 dice, whoever makes it so
    let answer = hold(
        &attack(&having("when = 'attacking', ones_wound = 1"), &fighter()),
        &PlainAttack { ones_wound: 1, ..PlainAttack::default() },
    );
    close(mean(&answer, "own_wounds"), 0.5);
    let twice = attack(&fighter(), &having("when = 'attacked', ones_wound = 2"));
    hold(&twice, &PlainAttack { ones_wound: 2, ..PlainAttack::default() });
    // of the final dice: 1s are rolled again with all misses, half the dice: 1/2 · 1/6 a die
    let again = having("when = 'attacking', ones_wound = 1, reroll_attack = true");
    let answer = hold(
        &attack(&again, &fighter()),
        &PlainAttack { ones_wound: 1, reroll: AttackReroll::Misses, ..PlainAttack::default() },
    );
    close(mean(&answer, "own_wounds"), 0.25);
    // at most the wounds left
    let last = having("when = 'attacking', ones_wound = 2")
        .but(|one| (one.lost, one.dice) = (5, "3, 3, 3"));
    hold(
        &attack(&last, &fighter()),
        &PlainAttack { ones_wound: 2, own: (1, 4), ..PlainAttack::default() },
    );
}

#[test]
fn a_success_makes_several_hits() {
    let two = having("when = 'attacking', hits_each = 2").but(|one| one.dice = "2, 1, 1");
    let plain = PlainAttack { dice: 2, hits_each: 2, ..PlainAttack::default() };
    close(mean(&hold(&attack(&two, &fighter()), &plain), "hits"), 2.0);
    let answer = hold(
        &attack(&two.with("when = 'attacking', critical = 1, precision = true"), &fighter()),
        &PlainAttack { critical: 1, precision: true, ..plain },
    );
    // 2 · 3/6 and one more for a 6
    close(mean(&answer, "hits"), 2.0 * (1.0 + 1.0 / 6.0));
}

#[test]
fn hits_beside_the_dice_are_saved_as_others() {
    let answer = hold(
        &attack(&having("when = 'attacking', hits = { per = 'own-ranks' }"), &fighter()),
        &PlainAttack { hits: 3, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), (1.5 + 3.0) / 2.0);
    let less = having("when = 'attacking', hits = 2").with("when = 'attacking', hits = -5");
    hold(&attack(&less, &fighter()), &PlainAttack { hits: 0, ..PlainAttack::default() });
}

#[test]
fn misses_strike_back_and_may_be_saved() {
    // half the dice miss, a third of these hits get past 3+: 3 · 1/2 · 1/3
    let guarded = fighter().but(|one| one.defense = 3);
    let answer = hold(
        &attack(&guarded, &having("when = 'attacked', misses_hit_back = true")),
        &PlainAttack { misses_back: true, own: (6, 3), ..PlainAttack::default() },
    );
    close(mean(&answer, "own_wounds"), 0.5);
    // of the final dice: a quarter misses
    let again = having("when = 'attacking', reroll_attack = true").but(|one| one.dice = "2, 1, 1");
    let plain = PlainAttack {
        dice: 2,
        misses_back: true,
        reroll: AttackReroll::Misses,
        ..PlainAttack::default()
    };
    let answer =
        hold(&attack(&again, &having("when = 'attacked', misses_hit_back = true")), &plain);
    close(mean(&answer, "own_wounds"), 0.25);
    // its saves outside of attacks know no flank: only the struck unit's do
    let alone = hold(
        &attack(
            &guarded.with("when = 'attacked', saves = -2"),
            &having("when = 'attacked', misses_hit_back = true"),
        ),
        &PlainAttack { misses_back: true, own: (6, 3), ..PlainAttack::default() },
    );
    close(mean(&alone, "own_wounds"), 0.5);
}

#[test]
fn all_dice_but_sixes_are_rolled_again_where_that_is_worth_more() {
    let striker = |policy| {
        having("when = 'attacking', critical = 2, precision = true, reroll_attack = true").but(
            |one| {
                (one.dice, one.policy.fishing) = ("2, 1, 1", policy);
            },
        )
    };
    let plain = |reroll| PlainAttack {
        dice: 2,
        critical: 2,
        precision: true,
        reroll,
        save: 2,
        ..PlainAttack::default()
    };
    let wall = fighter().but(|one| one.defense = 2);
    // against 2+ a hit is worth 1/6 and a 6 1 + 2/6 = 8/6: a new die is worth 8/36 + 2/36 = 10/36,
    // more than the 6/36 of a hit
    for (policy, again) in [
        (Fishing::WhenItHelps, AttackReroll::AllButSixes),
        (Fishing::Always, AttackReroll::AllButSixes),
        (Fishing::Never, AttackReroll::Misses),
    ] {
        hold(&attack(&striker(policy), &wall), &plain(again));
    }
    // where nothing is blocked a hit is worth 1 and a new die 3/6 + 2/6: hits are kept
    let open = |policy| striker(policy).with("when = 'attacking', no_saves = true");
    let bare = |again| PlainAttack { no_saves: true, ..plain(again) };
    for (policy, again) in
        [(Fishing::WhenItHelps, AttackReroll::Misses), (Fishing::Always, AttackReroll::AllButSixes)]
    {
        hold(&attack(&open(policy), &wall), &bare(again));
    }
}
