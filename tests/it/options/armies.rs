//! The commands about lists of armies and about attachments.

use super::asoiaf::{OF_ROLLS, of_exchanges};
use super::cases::{Case, Way, beside, changes, of, outputs, refusals, with_cards, words};
use super::check;

/// All ways to ask.
pub(super) fn ways() -> Vec<Way> {
    [lists(), vec![attachments()]].concat()
}

/// A list of units that only cards of one's own have.
const LIST: &str = "tests/it/options/list.txt";

fn lists() -> Vec<Way> {
    let cards = "--catalogue tests/it/options/cards.toml";
    let shared = || {
        [
            changes(&["--points 3"]),
            refusals(&["--points 0"], "from 1 to 1000"),
            refusals(&["--catalogue tests/it/options/other-cards.toml"], "there is no ability"),
        ]
        .concat()
    };
    let way = |name: &'static str, cases: Vec<Case>, end: &str| Way {
        name,
        command: name,
        base: words(&format!("{name} {LIST} {cards}{end}")),
        dice: false,
        cases,
    };
    let show = of(&format!("list show {LIST} {cards}"), changes(&["--json"]));
    vec![
        way("list check", shared(), ""),
        way("list show", [shared(), show].concat(), " --json"),
        super::battles::search("list improve"),
    ]
}

fn attachments() -> Way {
    let eagles =
        "attachments --for eagles --against owls --catalogue tests/it/options/cards.toml --json";
    let cases = [
        changes(&[
            "--for moles",
            "--against moles",
            "--facing flank",
            "--flank",
            "--rear",
            "--charge",
            "--at-least 2",
            "--at-most 2",
            "--rules 2021",
        ]),
        beside(&["--charge"], changes(&["--disorderly", "--fortified"])),
        of(eagles, changes(&["--weapon ranged"])),
        beside(&["--weapon ranged"], of(eagles, changes(&["--cover"]))),
        changes(&OF_ROLLS),
        of_exchanges(
            eagles,
            "attachments --for owls --against eagles --catalogue tests/it/options/cards.toml --json",
        ),
        beside(&["--panicked"], changes(&["--spending never"])),
        refusals(&["--strict"], "not modelled"),
        of(
            "attachments --for stark-sworn-swords --against owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "attachments --for stark-sworn-swords --against stark-bowmen",
            changes(&["--json", "--csv", "--top 2"]),
        ),
        refusals(&["--top 2"], "--json prints none"),
        outputs(),
    ];
    Way {
        name: "attachments",
        command: "attachments",
        base: words(
            "attachments --for owls --against eagles --catalogue tests/it/options/cards.toml --json",
        ),
        dice: false,
        cases: cases.concat(),
    }
}

#[test]
fn no_option_of_a_list_is_ignored() {
    check(&with_cards(lists()));
}

#[test]
fn no_option_of_attachments_is_ignored() {
    check(&with_cards(vec![attachments()]));
}
