//! What owners choose: options, orders, and abilities left aside; and what stacks.

use warodds::chance::Rule;
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::{Combatant, Spending, Tokens, Unit};

use super::bench::{
    Fighter, alike, answered, attack, close, distribution, fighter, having, mean, same,
};

/// The keys tested here, and with shipped cards in `card_texts`.
pub(super) const KEYS: &[&str] = &["deny_cards", "deny_orders"];

/// Something for dice, for saves and for panic, as Battle Scars has it.
const SCARS: &str = "choose = { picks = { base = 1, per = 'own-ranks-lost' }, options = [\n{ name \
                     = 'Vicious', effects = [{ when = 'attacking', morale = -2 }] },\n{ name = \
                     'Sundering', effects = [{ when = 'attacking', saves = -1 }] },\n{ name = \
                     'reroll', effects = [{ when = 'attacking', reroll_attack = true }] },\n] }";
const NAMES: [&str; 3] = ["Vicious", "Sundering", "reroll"];

fn scarred(lost: i64, chosen: &[&str]) -> Fighter {
    fighter().ability("Scars", SCARS).but(|one| {
        (one.lost, one.dice) = (lost, "3, 3, 3");
        one.chosen =
            chosen.iter().map(|option| ("scars".to_owned(), (*option).to_owned())).collect();
    })
}

#[test]
fn the_options_taken_are_the_best_of_all() {
    for (lost, defense, morale) in
        [(0, 2, 4), (0, 6, 11), (0, 4, 7), (2, 3, 9), (2, 5, 5), (4, 4, 7)]
    {
        let struck = fighter()
            .but(|one| (one.defense, one.morale, one.body) = (defense, morale, (12, 3, 1)));
        let worth =
            |chosen: &[&str]| mean(&answered(&attack(&scarred(lost, chosen), &struck)), "wounds");
        // as many as there are to pick: 1, 2 or all 3
        let sets: Vec<Vec<&str>> = match lost {
            0 => NAMES.iter().map(|name| vec![*name]).collect(),
            2 => {
                (0..3).map(|out| (0..3).filter(|k| *k != out).map(|k| NAMES[k]).collect()).collect()
            }
            _ => vec![NAMES.to_vec()],
        };
        let best = sets.iter().map(|set| worth(set)).fold(0.0, f64::max);
        let free = attack(&scarred(lost, &[]), &struck);
        close(mean(&answered(&free), "wounds"), best);
        let rule = AttackRule::new(&free);
        let decided = rule.decided();
        let [line] = decided.as_slice() else { panic!("one choice is told: {decided:?}") };
        let told: Vec<&str> =
            line.split_once(": ").expect("an ability and its options").1.split(" and ").collect();
        close(worth(&told), best);
        assert!(sets.contains(&told), "{told:?}");
    }
}

#[test]
fn what_may_be_left_is_left_where_it_harms() {
    let body = |cost: i64| {
        format!(
            "choose = {{ picks = 1, optional = true, options = [{{ name = 'given', effects = \
             [\n{{ when = 'attacking', no_saves = true }}, {{ when = 'after-attacking', \
             wound_self = {cost} }}] }}] }}"
        )
    };
    // 3/4 of a wound more in front of the panic test, for none or for six of one's own
    let rage = |cost| fighter().ability("Rage", &body(cost));
    let calm = fighter().but(|one| (one.morale, one.body) = (2, (12, 3, 1)));
    close(mean(&answered(&attack(&rage(0), &calm)), "wounds"), 1.5);
    same(&attack(&rage(6), &calm), &attack(&fighter(), &calm));
}

#[test]
fn owners_say_what_is_used() {
    let plain = attack(&fighter(), &fighter());
    let order =
        || fighter().ability("Order: More", "effects = [{ when = 'attacking', attack_dice = 1 }]");
    close(mean(&answered(&attack(&order(), &fighter())), "hits"), 2.0);
    same(&attack(&order().but(|one| one.policy.orders = false), &fighter()), &plain);
    for name in ["order: more", "More", "MORE!"] {
        same(
            &attack(&order().but(|one| one.policy.without = vec![name.to_owned()]), &fighter()),
            &plain,
        );
    }
    let other = order().but(|one| one.policy.without = vec!["less".to_owned()]);
    close(mean(&answered(&attack(&other, &fighter())), "hits"), 2.0);
    // orders are not the only abilities
    let always = having("when = 'attacking', attack_dice = 1").but(|one| one.policy.orders = false);
    close(mean(&answered(&attack(&always, &fighter())), "hits"), 2.0);
}

#[test]
fn one_order_is_given_for_each_trigger() {
    let order = |name: &str, more: i64, trigger: &str| {
        (
            format!("Order: {name}"),
            format!("{trigger}\neffects = [{{ when = 'attacking', attack_dice = {more} }}]"),
        )
    };
    let ordered =
        |orders: [(String, String); 2]| fighter().but(|one| one.abilities.extend(orders.clone()));
    // the better of two: 3 + 2 dice
    let same_trigger = ordered([order("One", 1, ""), order("Two", 2, "")]);
    let question = attack(&same_trigger, &fighter());
    close(mean(&answered(&question), "hits"), 2.5);
    assert_eq!(
        AttackRule::new(&question).decided(),
        ["the attacker's choice for an order before the unit's attack dice: Order: Two"]
    );
    // another trigger has room for another order: 3 + 3 dice
    close(
        mean(
            &answered(&attack(
                &ordered([order("One", 1, "trigger = 'turn'"), order("Two", 2, "")]),
                &fighter(),
            )),
            "hits",
        ),
        3.0,
    );
    // what is left aside is no rival
    let without = same_trigger.but(|one| one.policy.without = vec!["Two".to_owned()]);
    close(mean(&answered(&attack(&without, &fighter())), "hits"), 2.0);
    // options of an order are weighed with it: 2 of them, 3 dice more, are worth more than 2
    let body = "choose = { picks = 2, options = [\n{ name = 'a', effects = [{ when = 'attacking', \
                attack_dice = 1 }] },\n{ name = 'b', effects = [{ when = 'attacking', attack_dice \
                = 2 }] },\n] }";
    let chooser = ordered([order("One", 2, ""), ("Order: Either".to_owned(), body.to_owned())]);
    close(mean(&answered(&attack(&chooser, &fighter())), "hits"), 3.0);
    // what is best hangs on how things stand: of the second rank a third die, of the first only one
    // more
    let ranked = [
        order("One", 1, ""),
        (
            "Order: Ranks".to_owned(),
            "effects = [{ when = 'attacking', attack_dice = { each = 2, per = 'own-ranks-lost' } \
             }]"
            .to_owned(),
        ),
    ];
    close(mean(&answered(&attack(&ordered(ranked.clone()), &fighter())), "hits"), 2.0);
    close(
        mean(&answered(&attack(&ordered(ranked).but(|one| one.lost = 2), &fighter())), "hits"),
        2.0,
    );
}

#[test]
fn options_that_there_are_not_cannot_be_wished_for() {
    let unit = scarred(0, &[]).read().expect("a card");
    let told = |ability: &str, option: &str| {
        unit.wish(ability, option).map(|_| ()).map_err(|wrong| wrong.to_string())
    };
    assert_eq!(told("SCARS", "re-roll"), Ok(()));
    assert_eq!(
        told("Scars", "rerolls"),
        Err("`Scars` has no option `rerolls`: its options are Vicious, Sundering, reroll"
            .to_owned())
    );
    assert_eq!(told("Wounds", "Vicious"), Err("Fighter has no ability `Wounds`".to_owned()));
}

#[test]
fn weapons_count_in_hand_alone() {
    let body = "weapon = true\neffects = [{ when = 'attacking', attack_dice = 1 }]";
    close(mean(&answered(&attack(&fighter().ability("Blade", body), &fighter())), "hits"), 2.0);
    close(mean(&answered(&attack(&fighter().ability("Bow", body), &fighter())), "hits"), 1.5);
}

#[test]
fn the_same_name_does_not_stack_and_others_do() {
    let unit = having("when = 'attacking', attack_dice = 1").read().expect("a card");
    let twice =
        Unit { abilities: [unit.abilities.clone(), unit.abilities.clone()].concat(), ..unit };
    let twice = Combatant::full(&twice, Tokens::NONE, Spending::default()).expect("a full unit");
    assert_eq!(twice.abilities.len(), 1);
    let mut question = attack(&fighter(), &fighter());
    question.edit(|own, _| own.abilities = twice.abilities).expect("both can fight");
    close(mean(&answered(&question), "hits"), 2.0);
    let two =
        having("when = 'attacking', attack_dice = 1").with("when = 'attacking', attack_dice = 1");
    close(mean(&answered(&attack(&two, &fighter())), "hits"), 2.5);
}

#[test]
fn options_follow_the_situation_in_which_they_are_taken() {
    // picks by the enemy's tokens: with one token two options, here all there are
    let body = "choose = { picks = { base = 1, per = 'enemy-tokens' }, options = [\n{ name = \
                'one', effects = [{ when = 'attacking', attack_dice = 1 }] },\n{ name = 'two', \
                effects = [{ when = 'attacking', attack_dice = 1 }] },\n] }";
    let chooser = fighter().ability("Chooser", body);
    let held = fighter().but(|one| {
        one.tokens =
            warodds::games::asoiaf::Tokens::NONE.with(warodds::games::asoiaf::Token::Weakened)
    });
    let found = answered(&attack(&chooser, &held));
    alike(
        "hits",
        &distribution(&found, "hits"),
        &[5, 4, 3, 2, 1, 0].map(|k| [1.0, 5.0, 10.0, 10.0, 5.0, 1.0][k] / 32.0),
    );
    close(mean(&answered(&attack(&chooser, &fighter())), "hits"), 2.0);
}

#[test]
fn hits_that_are_worth_more_blocked_are_left_to_the_weakened() {
    // of 1/2 a hit 5/6 are blocked on 2+, and of those 5/6 are not saved on 6+; a wound is 1/12:
    // the token would halve both
    let weak = fighter().but(|one| {
        (one.dice, one.defense) = ("1, 1, 1", 6);
        one.tokens =
            warodds::games::asoiaf::Tokens::NONE.with(warodds::games::asoiaf::Token::Weakened);
    });
    let thorns = having("when = 'attacked', blocks_hit_back = true")
        .but(|one| (one.defense, one.morale, one.body) = (2, 2, (12, 3, 1)));
    let answer = answered(&attack(&weak, &thorns));
    close(mean(&answer, "own_wounds"), 25.0 / 72.0);
    close(mean(&answer, "wounds"), 1.0 / 12.0);
}

/// A fighter that takes more dice or denies the enemy its orders.
fn isolating(dice: i64) -> Fighter {
    let body = format!(
        "choose = {{ picks = 1, options = [\n{{ name = 'strength', effects = [{{ when = \
         'attacking', attack_dice = {dice} }}] }},\n{{ name = 'isolate', effects = [{{ when = \
         'attacking', deny_orders = true }}] }},\n] }}"
    );
    fighter().ability("Winter", &body)
}

fn ordered(body: &str) -> Fighter {
    fighter().ability("Order: Answer", body).but(|one| (one.morale, one.body) = (2, (12, 3, 1)))
}

#[test]
fn denied_orders_are_not_given() {
    // 2 wounds for the attacker: 3 dice with a quarter each and none lost, in place of 4 and 2 lost
    let answer = || ordered("effects = [{ when = 'after-attacked', wound_enemy = 2 }]");
    let question = attack(&isolating(1), &answer());
    let answered = answered(&question);
    close(mean(&answered, "wounds"), 0.75);
    close(mean(&answered, "own_wounds"), 0.0);
    assert_eq!(
        AttackRule::new(&question).decided(),
        [
            "the attacker's choice for Winter: isolate",
            "the defender's choice for an order after an attack on the unit: nothing, because it \
             is denied",
        ]
    );
}

#[test]
fn orders_are_denied_only_where_that_is_worth_more() {
    // saves of 3+: 6 dice with a sixth each are worth more than 3 with a quarter
    let guarded = ordered("effects = [{ when = 'attacked', saves = 1 }]");
    close(mean(&answered(&attack(&isolating(3), &guarded)), "wounds"), 1.0);
}

#[test]
fn orders_given_before_a_charge_arrives_are_not_denied() {
    let denying = || having("when = 'attacking', deny_orders = true");
    for (trigger, derived) in [("enemy-activation", 2.0), ("turn", 2.0), ("after-attacked", 0.0)] {
        let body = format!(
            "trigger = '{trigger}'\neffects = [{{ when = 'after-attacked', wound_enemy = 2 }}]"
        );
        let answer = answered(&attack(&denying(), &ordered(&body)));
        close(mean(&answer, "own_wounds"), derived);
    }
    // what denies while the bearer is attacked denies nothing of its own enemy's defender
    let idle = having("when = 'attacked', deny_orders = true");
    let body = "effects = [{ when = 'after-attacked', wound_enemy = 2 }]";
    close(mean(&answered(&attack(&idle, &ordered(body))), "own_wounds"), 2.0);
}
