//! What changes saves and what hits come to: D1 to D8 and W1, held against every way the dice can
//! fall.

use warodds::games::asoiaf::{Context, Facing, Question, Token, Tokens};

use super::bench::{
    answered, attack, attack_in, close, distribution, fighter, having, hold, mean, same,
};
use super::common::exact;
use warodds_reference::attack::{AttackReroll, PlainAttack};

/// The keys tested here.
pub(super) const KEYS: &[&str] = &[
    "saves",
    "reroll_saves",
    "block",
    "no_saves",
    "only_sixes_save",
    "half_wounds",
    "save_ones_give",
    "save_sixes_wound",
    "blocks_hit_back",
    "fixed_wounds",
    "fixed_d3",
    "wounds",
    "no_charge_bonus",
    "no_facing_bonus",
];

const VULNERABLE: Tokens = Tokens::NONE.with(Token::Vulnerable);

#[test]
fn sundering_takes_one_from_saves() {
    // blocked on 5+: 3 · 1/2 · 4/6
    let answer = hold(
        &attack(&having("when = 'attacking', saves = -1"), &fighter()),
        &PlainAttack { save: 5, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 1.0);
    // a 6 always blocks and a 1 never does (A0.5)
    hold(
        &attack(&having("when = 'attacking', saves = -9"), &fighter()),
        &PlainAttack { save: 6, ..PlainAttack::default() },
    );
    hold(
        &attack(&fighter(), &having("when = 'attacked', saves = 9")),
        &PlainAttack { save: 2, ..PlainAttack::default() },
    );
    // effects of different names add up
    let two = having("when = 'attacking', saves = -1").with("when = 'attacking', saves = -1");
    hold(&attack(&two, &fighter()), &PlainAttack { save: 6, ..PlainAttack::default() });
}

#[test]
fn failed_saves_are_rolled_again() {
    // 1/4 of the hits get through
    let stubborn = having("when = 'attacked', reroll_saves = true");
    let answer = hold(
        &attack(&fighter(), &stubborn),
        &PlainAttack { reroll_saves: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 0.375);
    // the striker's Vulnerable comes first (A0.7): a block is rolled again, then what fails is,
    // each die once a player: 1/2 fail at first and are saved by 1/2; of the other half 1/2 fail,
    // then 1/2: 1/2 · 1/2 + 1/2 · 1/2 · 1/2 = 3/8
    let held = stubborn.but(|one| one.tokens = VULNERABLE);
    let answer = hold(
        &attack(&fighter().but(|one| one.dice = "2, 1, 1"), &held),
        &PlainAttack { dice: 2, reroll_saves: true, vulnerable: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 0.375);
}

#[test]
fn hits_are_blocked_beside_the_dice() {
    let answer = hold(
        &attack(&fighter(), &having("when = 'attacked', block = 1")),
        &PlainAttack { block: 1, ..PlainAttack::default() },
    );
    // unblocked hits are binomial(3, 1/4): 27, 27, 9 and 1 of 64; one fewer: (9 + 2) / 64
    close(mean(&answer, "attack_wounds"), 11.0 / 64.0);
    let by_rank =
        having("when = 'attacked', block = { per = 'own-ranks-lost' }").but(|one| one.lost = 4);
    hold(
        &attack(&fighter(), &by_rank),
        &PlainAttack { block: 2, left: 2, ..PlainAttack::default() },
    );
}

#[test]
fn no_saves_leave_all_hits() {
    let answer = hold(
        &attack(&having("when = 'attacking', no_saves = true"), &fighter()),
        &PlainAttack { no_saves: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 1.5);
    let both = attack(
        &having("when = 'attacking', no_saves = true"),
        &having("when = 'attacked', saves = 3, save_sixes_wound = 1"),
    );
    hold(&both, &PlainAttack { no_saves: true, ..PlainAttack::default() });
}

#[test]
fn only_sixes_save_whatever_the_modifiers() {
    let answer = hold(
        &attack(
            &having("when = 'attacking', only_sixes_save = true"),
            &having("when = 'attacked', saves = 3"),
        ),
        &PlainAttack { save: 6, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 1.25);
}

#[test]
fn two_hits_make_a_wound() {
    // binomial(3, 1/4): 2 or 3 unblocked hits make one wound: 10/64
    let answer = hold(
        &attack(&fighter(), &having("when = 'attacked', half_wounds = true")),
        &PlainAttack { half: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 10.0 / 64.0);
    // wounds beside the hits are not halved
    let more = having("when = 'attacking', wounds = 2");
    hold(
        &attack(&more, &having("when = 'attacked', half_wounds = true")),
        &PlainAttack { half: true, wounds: 2, ..PlainAttack::default() },
    );
    // nor are wounds in place of saves: no hits are left to be counted in pairs
    let fire = attack(
        &having("when = 'attacking', fixed_wounds = 3"),
        &having("when = 'attacked', half_wounds = true"),
    );
    hold(&fire, &PlainAttack { half: true, fixed: Some((3, 0)), ..PlainAttack::default() });
}

#[test]
fn fixed_wounds_stand_in_place_of_saves() {
    // 7/8 of three dice hit at all
    let fire = having("when = 'attacking', fixed_wounds = { per = 'enemy-ranks' }");
    let answer = hold(
        &attack(&fire, &fighter()),
        &PlainAttack { fixed: Some((3, 0)), ..PlainAttack::default() },
    );
    close(mean(&answer, "attack_wounds"), 0.0);
    close(mean(&answer, "added_wounds"), 3.0 * 7.0 / 8.0);
    let more = having(
        "when = 'attacking', fixed_wounds = 1, fixed_d3 = true, wounds = 1, precision = true",
    );
    let answer = hold(
        &attack(&more, &fighter()),
        &PlainAttack { fixed: Some((1, 1)), wounds: 1, precision: true, ..PlainAttack::default() },
    );
    close(mean(&answer, "added_wounds"), 4.0 * 7.0 / 8.0);
    let alone = having("when = 'attacking', fixed_d3 = true");
    hold(
        &attack(&alone, &fighter()),
        &PlainAttack { fixed: Some((0, 1)), ..PlainAttack::default() },
    );
}

#[test]
fn wounds_come_with_any_hit() {
    let answer = hold(
        &attack(&having("when = 'attacking', wounds = 2"), &fighter()),
        &PlainAttack { wounds: 2, ..PlainAttack::default() },
    );
    // 3 · 1/4 unblocked hits, and 2 where any of three hits: 7/8
    close(mean(&answer, "attack_wounds"), 0.75);
    close(mean(&answer, "added_wounds"), 2.0 * 7.0 / 8.0);
    // both are wounds of the attack, and none come where nothing hits
    close(mean(&answer, "hit_wounds"), 0.75 + 2.0 * 7.0 / 8.0);
    close(distribution(&answer, "hit_wounds")[0], 1.0 / 8.0);
}

#[test]
fn sixes_of_the_saves_wound_the_attacker() {
    // 3 · 1/2 saves, a sixth of them 6s
    let answer = hold(
        &attack(&fighter(), &having("when = 'attacked', save_sixes_wound = 1")),
        &PlainAttack { sixes_wound: 1, ..PlainAttack::default() },
    );
    close(mean(&answer, "own_wounds"), 0.25);
    let twice = having("when = 'attacked', save_sixes_wound = 2, reroll_saves = true");
    hold(
        &attack(&fighter().but(|one| one.dice = "2, 1, 1"), &twice),
        &PlainAttack { dice: 2, sixes_wound: 2, reroll_saves: true, ..PlainAttack::default() },
    );
}

#[test]
fn blocked_hits_strike_back() {
    // 3 · 1/2 · 1/2 blocked, a third of which get past 3+
    let guarded = fighter().but(|one| one.defense = 3);
    let plain = PlainAttack { blocks_back: true, own: (6, 3), ..PlainAttack::default() };
    let answer =
        hold(&attack(&guarded, &having("when = 'attacked', blocks_hit_back = true")), &plain);
    close(mean(&answer, "own_wounds"), 0.25);
    // both things that saves do at once
    let both = having("when = 'attacked', blocks_hit_back = true, save_sixes_wound = 1");
    hold(&attack(&guarded, &both), &PlainAttack { sixes_wound: 1, ..plain });
}

#[test]
fn ones_of_the_saves_give_tokens_after_the_attack() {
    // a save die in two shows a 1 with 1/6. The token shows in the answer: the struck unit strikes
    // back with it. Without the token 3 dice make 3/2 hits; with Weakened 3/4. One die that hits
    // (1/2) and is saved with a 1 (1/6).
    let hammer =
        having("when = 'attacking', save_ones_give = 'weakened'").but(|one| one.dice = "1, 1, 1");
    let steady = having("when = 'after-attacked', attack = true")
        .but(|one| (one.morale, one.dice) = (2, "3, 3, 3"));
    let answer = answered(&attack(&hammer, &steady));
    // wounds of the answer: half the hits, on a morale of 7 that does not matter to the mean of the
    // first wounds: so the striker's morale is 2 as well
    let hammer = hammer.but(|one| one.morale = 2);
    let calm = answered(&attack(&hammer, &steady));
    let weak = 1.0 / 12.0;
    close(mean(&calm, "own_wounds"), (1.0 - weak) * 0.75 + weak * 0.375);
    assert!(mean(&answer, "own_wounds") > mean(&calm, "own_wounds"), "panic costs more");
    // a Panicked token given so comes too late for the panic test of this attack
    let late = having("when = 'attacking', save_ones_give = 'panicked'");
    same(&attack(&late, &fighter()), &attack(&fighter(), &fighter()));
    // and one the unit cannot gain is not given
    let immune = steady.clone().with("when = 'always', immune = 'weakened'");
    close(mean(&answered(&attack(&hammer, &immune)), "own_wounds"), 0.75);
    // which may hang on the ranks of the striker: it has three
    for (ranks, wounds) in [(3, 0.75), (2, mean(&calm, "own_wounds"))] {
        let immune = steady
            .clone()
            .with(&format!("when = 'always', enemy_ranks = {ranks}, immune = 'weakened'"));
        close(mean(&answered(&attack(&hammer, &immune)), "own_wounds"), wounds);
    }
}

#[test]
fn bonuses_are_denied() {
    let charge = Context::CHARGE;
    let stand = having("when = 'attacked', no_charge_bonus = true");
    close(
        mean(
            &hold(
                &attack_in(charge, &fighter(), &fighter()),
                &PlainAttack { reroll: AttackReroll::Misses, ..PlainAttack::default() },
            ),
            "hits",
        ),
        2.25,
    );
    hold(&attack_in(charge, &fighter(), &stand), &PlainAttack::default());
    // a reroll of another name stays
    let own = having("when = 'attacking', reroll_attack = true");
    hold(
        &attack_in(charge, &own, &stand),
        &PlainAttack { reroll: AttackReroll::Misses, ..PlainAttack::default() },
    );
    // A3.3: −2 and −2 from the rear
    let rear = Context { facing: Facing::Rear, ..Context::default() };
    close(
        mean(
            &hold(
                &attack_in(rear, &fighter(), &fighter()),
                &PlainAttack { save: 6, morale: 9, ..PlainAttack::default() },
            ),
            "attack_wounds",
        ),
        1.25,
    );
    hold(
        &attack_in(rear, &fighter(), &having("when = 'attacked', no_facing_bonus = true")),
        &PlainAttack::default(),
    );
    let one = Context { facing: Facing::Flank, ..Context::CHARGE };
    let both =
        having("when = 'attacked', melee = true, no_charge_bonus = true, no_facing_bonus = true");
    hold(&attack_in(one, &fighter(), &both), &PlainAttack::default());
}

#[test]
fn all_there_is_in_one_attack_has_the_sum_of_its_distributions() {
    let one = having(
        "when = 'attacking', critical = 1, precision = true, ones_wound = 1, reroll_attack = \
         true, hits = 1, saves = -1",
    )
    .with("when = 'attacking', wounds = 1, morale = -2");
    let other = having(
        "when = 'attacked', misses_hit_back = true, blocks_hit_back = true, save_sixes_wound = 1, \
         block = 1",
    )
    .with("when = 'attacked', reroll_saves = true");
    let answer = exact(&Question::Attack(attack(&one, &other)));
    for quantity in &answer.quantities {
        close(quantity.distribution.pmf().probabilities().iter().sum::<f64>(), 1.0);
    }
    answered(&attack(&one, &other));
}
