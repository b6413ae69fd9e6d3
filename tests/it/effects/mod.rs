//! What abilities do: every key and every moment of the language of effects, written as a catalogue
//! has it, against figures derived by hand, against every way single dice can fall, and with the
//! engines against each other.

mod answers;
mod attack;
pub(crate) mod bench;
mod cards;
mod charges;
mod choices;
use crate::common;
mod conditions;
mod duels;
mod fuzz;
mod out_of_turn;
mod own_effects;
mod saves;
mod situations;
mod stakes;
mod tests;
mod trials;
mod triggered;

use std::collections::BTreeSet;

use bench::having;
use warodds::catalogue::vocabulary::EFFECT_KEYS;
use warodds::games::asoiaf::effect::Moment;

#[test]
fn every_key_and_every_moment_has_its_test() {
    let tested: BTreeSet<&str> = [
        attack::KEYS,
        saves::KEYS,
        triggered::KEYS,
        tests::KEYS,
        trials::KEYS,
        answers::KEYS,
        charges::KEYS,
        choices::KEYS,
    ]
    .concat()
    .into_iter()
    .collect();
    assert_eq!(tested, EFFECT_KEYS.iter().map(|word| word.key).collect());
    let moments: BTreeSet<&str> =
        [triggered::MOMENTS, tests::MOMENTS, answers::MOMENTS, charges::MOMENTS]
            .concat()
            .into_iter()
            .collect();
    assert_eq!(moments, Moment::ALL.iter().map(|(_, name, _)| *name).collect());
}

#[test]
fn what_cannot_be_done_is_refused() {
    for (effect, told) in [
        ("when = 'enemy-charging', charge_six_on_failing = true", "does not go with this `when`"),
        ("when = 'attacking', spends = 0, saves = 1", "`spends` must be"),
        ("when = 'after-attacking', kill_attachment = 5", "does not go with this `when`"),
        ("when = 'before-attacking', kill_attachment = 1", "from 2 to 6"),
        ("when = 'attacking', test = 'panic', saves = 1", "no morale test is taken at this moment"),
        ("when = 'passing', test = 'any', heal = 1", "`test` cannot be `any`"),
        ("when = 'activating', morale_test_self = { d3 = 1 }", "cannot depend on this count"),
        ("when = 'activating', morale_test_self = false", "must be true or left out"),
        (
            "when = 'after-attacked', test_enemy = { morale = { d3 = 1 } }",
            "cannot depend on this count",
        ),
        (
            "when = 'after-attacked', test_enemy = { wounds = { per = 'wounds-dealt' } }",
            "cannot depend on this count",
        ),
        ("when = 'attacking', heal = 1", "does not go with this `when`"),
        ("when = 'activating', saves = 1", "does not go with this `when`"),
        ("when = 'attacking', saves = { d3 = 1 }", "cannot roll dice itself"),
        ("when = 'before-attacking', dealt = true, heal = 1", "what an attack did is not known"),
        ("when = 'attacking', saves = { each = 1 }", "needs `per`"),
        ("when = 'attacking'", "does nothing"),
        ("when = 'attacking', no_saves = false", "must be true or left out"),
    ] {
        let wrong = having(effect).read().expect_err(effect);
        assert!(wrong.contains(told), "{effect}: {wrong}");
    }
    let effects = "effects = [{ when = 'attacking', saves = 1 }]";
    let paid = "choose = { options = [{ name = 'paid', effects = [{ when = 'attacking', spends = \
                1, saves = 1 }] }] }";
    for (name, body, told) in [
        ("Shout", format!("trigger = 'turn'\n{effects}"), "only orders have a `trigger`"),
        ("Order: Shout", format!("trigger = 'dusk'\n{effects}"), "`trigger` cannot be `dusk`"),
        ("Shout", paid.to_owned(), "an option cannot cost tokens"),
    ] {
        let wrong = bench::fighter().ability(name, &body).read().expect_err(&body);
        assert!(wrong.contains(told), "{body}: {wrong}");
    }
}
