//! The commands about *A Song of Ice and Fire*, on each way to ask them.

use super::cases::{Case, Way, beside, changes, of, outputs, refusals, same, with_cards, words};
use super::check;

/// What is said where units are asked for by name and none are.
const NAMES: &str = "needs units by name and has no effect on plain numbers";
/// What is said of options about dice where none are rolled.
const EXACT: &str = "the exact engine rolls none";

/// All ways to ask.
pub(super) fn ways() -> Vec<Way> {
    [attacks(), charges(), explains(), alone(), fields()].concat()
}

/// Options about units by name, which plain numbers do not have.
const OF_NAMES: [&str; 24] = [
    "--attacker-with falconer",
    "--defender-with falconer",
    "--weapon Beak",
    "--attacker-wounds-lost 1",
    "--defender-wounds-lost 1",
    "--catalogue tests/it/options/cards.toml",
    "--attacker-zones crown",
    "--defender-zones crown",
    "--round 2",
    "--defender-not-activated",
    "--engaged",
    "--attacker-resource 1",
    "--defender-resource 1",
    "--attacker-supported",
    "--attacker-near-commander",
    "--attacker-not-activated",
    "--defender-supported",
    "--defender-near-commander",
    "--no-orders",
    "--without Keen",
    "--choose Picky=blunt",
    "--fishing never",
    "--attacker-card swoop",
    "--defender-card roost",
];

/// Options that change the rolls of any attack.
pub(super) const OF_ROLLS: [&str; 15] = [
    "--hit-modifier -1",
    "--save-modifier -1",
    "--panic-modifier -1",
    "--auto-hits 2",
    "--weakened",
    "--attacker-tokens weakened",
    "--vulnerable",
    "--panicked",
    "--defender-tokens panicked+vulnerable",
    "--reroll-attacks",
    "--reroll-saves",
    "--reroll-morale",
    "--force-reroll-attacks",
    "--force-reroll-saves",
    "--force-reroll-morale",
];

/// Options of what lies around an attack.
const OF_THE_FIELD: [&str; 4] = ["--in-dangerous", "--horrific", "--inspiring", "--crown"];

/// Options that change the rolls of each side of a duel.
fn of_sides() -> Vec<Case> {
    let options = [
        "hit-modifier -1",
        "auto-hits 2",
        "reroll-attacks",
        "force-reroll-attacks",
        "save-modifier -1",
        "panic-modifier -1",
        "reroll-saves",
        "force-reroll-saves",
        "reroll-morale",
        "force-reroll-morale",
    ];
    let of = |side| options.map(|option| changes(&[&format!("--{side}-{option}")])).concat();
    [of("a"), of("b")].concat()
}

/// The same options of an attacker and a defender for the sides of a duel.
fn of_duels(mut cases: Vec<Case>) -> Vec<Case> {
    let rename = |word: &mut String| {
        *word = word.replace("--attacker-", "--a-").replace("--defender-", "--b-");
    };
    for case in &mut cases {
        case.option.iter_mut().chain(case.beside.iter_mut().flatten()).for_each(rename);
    }
    cases
}

/// Options of when one player spends tokens.
fn of_tokens() -> Vec<Case> {
    [
        beside(&["--panicked"], changes(&["--attacker-spending never"])),
        beside(&["--weakened"], changes(&["--defender-spending never"])),
    ]
    .concat()
}

/// A token of an attacker that takes no test.
fn of_no_test() -> Vec<Case> {
    same("--attacker-panicked", "the attacker takes no panic test")
}

/// Options about the engine of any question.
fn rolling() -> Vec<Case> {
    [
        changes(&["--engine monte-carlo", "--json"]),
        refusals(&["--trials 1000", "--seed 1"], EXACT),
        beside(&["--engine monte-carlo", "--trials 1000"], changes(&["--trials 2000", "--seed 1"])),
        outputs(),
    ]
    .concat()
}

/// Options about the engine of a single question, which may be asked for a precision and a check.
fn engines() -> Vec<Case> {
    [
        rolling(),
        refusals(&["--precision 0.1"], EXACT),
        beside(&["--engine monte-carlo", "--trials 20000"], changes(&["--precision 0.5"])),
        changes(&["--check", "--fractions", "--explain", "--rolled 2"]),
        changes(&["--at-least 1", "--at-most 1"]),
        beside(
            &["--explain"],
            refusals(
                &["--check", "--rolled 1", "--at-least 1", "--at-most 1"],
                "contradict each other",
            ),
        ),
        beside(&["--engine exact"], changes(&["--check"])),
        beside(&["--check"], refusals(&["--fractions"], "the monte-carlo engine samples")),
    ]
    .concat()
}

/// What abilities hang on: `attack`, `charge` or another command of Eagles against Owls.
fn abilities(question: &str, enemies: &str) -> Vec<Case> {
    [
        of(
            question,
            changes(&[
                "--attacker-zones crown",
                "--round 2",
                "--defender-not-activated",
                "--engaged",
                "--attacker-resource 1",
                "--attacker-supported",
                "--attacker-near-commander",
                "--no-orders",
                "--without Keen",
                "--choose Picky=blunt",
                "--fishing always",
            ]),
        ),
        of(enemies, changes(&["--defender-zones wealth", "--defender-resource 1"])),
        same("--attacker-not-activated", "no ability of these units depends on it"),
        same("--defender-supported", "no ability of these units depends on it"),
        same("--defender-near-commander", "no ability of these units depends on it"),
        of(question, refusals(&["--without Fury"], "no unit here has an ability `Fury`")),
        beside(
            &["--attacker-zones wealth"],
            of(question, refusals(&["--defender-zones wealth"], "both name wealth")),
        ),
    ]
    .concat()
}

/// What exchanges of attacks hang on: `question` is of Eagles against Owls, `enemies` of Owls against
/// Eagles, which attack too.
pub(super) fn of_exchanges(question: &str, enemies: &str) -> Vec<Case> {
    [
        changes(&["--attacker-wounds-lost 4", "--defender-wounds-lost 10"]),
        of(
            question,
            changes(&[
                "--attacker-zones crown",
                "--round 2",
                "--defender-not-activated",
                "--engaged",
                "--attacker-resource 1",
                "--attacker-supported",
                "--attacker-near-commander",
                "--no-orders",
                "--without Keen",
                "--choose Picky=blunt",
                "--fishing always",
                "--defender-zones wealth",
                "--defender-resource 1",
            ]),
        ),
        of(
            enemies,
            changes(&[
                "--attacker-not-activated",
                "--defender-supported",
                "--defender-near-commander",
                "--attacker-panicked",
            ]),
        ),
        of(question, refusals(&["--without Fury"], "no unit here has an ability `Fury`")),
        beside(
            &["--attacker-zones wealth"],
            of(question, refusals(&["--defender-zones wealth"], "both name wealth")),
        ),
    ]
    .concat()
}

fn attacks() -> Vec<Way> {
    let numbers = [
        changes(&["--dice 9", "--hit 3", "--defense 5", "--morale 9", "--defender-wounds 3"]),
        changes(&["--facing flank", "--flank", "--rear", "--charge", "--rules 2021"]),
        changes(&OF_ROLLS),
        changes(&OF_THE_FIELD),
        beside(&["--weakened"], changes(&["--wealth-removes weakened"])),
        changes(&["--wealth 2"]),
        refusals(&["--friend 7:9"], "melee attack"),
        beside(&["--ranged"], changes(&["--friend 7:9"])),
        beside(&["--charge"], changes(&["--disorderly", "--fortified"])),
        same("--melee", "an attack in plain numbers is made in melee unless --ranged is given"),
        // an attack from afar is any other, but for cover, which there is for no other
        beside(&["--cover"], changes(&["--ranged"])),
        beside(&["--ranged"], changes(&["--cover"])),
        beside(&["--panicked"], changes(&["--spending never"])),
        refusals(&["--spending never"], "no unit has one"),
        of_tokens(),
        of_no_test(),
        refusals(&OF_NAMES, NAMES),
        engines(),
        under_conditions(),
        refusals(&["--rank-cards"], "two units by name"),
        refusals(&["--unplayable", "--with-cards"], "has no effect without"),
        same("--strict", "plain numbers have no ability that could be left out"),
    ];
    vec![
        Way {
            name: "attack in plain numbers",
            command: "attack",
            base: words("attack --dice 8 --hit 4 --defense 4 --morale 7 --json"),
            dice: false,
            cases: [
                numbers.concat(),
                beside(&["--charge"], changes(&["--why", "--sensitivity", "--need destroyed=80%"])),
            ]
            .concat(),
        },
        Way {
            name: "attack of units by name",
            command: "attack",
            base: words("attack owls eagles --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: [
                of_units_by_name(),
                engines(),
                under_conditions(),
                of_card_rankings(),
                changes(&["--why", "--sensitivity", "--need destroyed=80%"]),
            ]
            .concat(),
        },
    ]
}

/// Options of an attack of units by name.
fn of_units_by_name() -> Vec<Case> {
    [
        changes(&["--dice 9", "--hit 3", "--defense 5", "--morale 9"]),
        changes(&[
            "--defender-wounds 3",
            "--facing flank",
            "--flank",
            "--rear",
            "--charge",
            "--rules 2021",
        ]),
        changes(&OF_ROLLS),
        changes(&OF_THE_FIELD),
        beside(&["--weakened"], changes(&["--wealth-removes weakened"])),
        changes(&["--wealth 2"]),
        refusals(&["--friend owls"], "no ranged attack"),
        beside(
            &["--ranged"],
            of(
                "attack eagles owls --catalogue tests/it/options/cards.toml --json",
                changes(&["--friend owls"]),
            ),
        ),
        beside(&["--charge"], changes(&["--disorderly", "--fortified"])),
        beside(&["--panicked"], changes(&["--spending never"])),
        of_tokens(),
        of_no_test(),
        of(
            "attack eagles owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--ranged", "--weapon claws"]),
        ),
        of("attack stark-bowmen lannister-guardsmen --json", changes(&["--melee"])),
        beside(
            &["--ranged"],
            of(
                "attack eagles owls --catalogue tests/it/options/cards.toml --json",
                changes(&["--cover"]),
            ),
        ),
        changes(&["--attacker-with falconer", "--defender-with falconer"]),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        changes(&["--attacker-wounds-lost 4", "--defender-wounds-lost 10"]),
        of(
            "attack stark-sworn-swords owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "attack moles owls --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        abilities(
            "attack eagles owls --catalogue tests/it/options/cards.toml --json",
            "attack eagles owls --catalogue tests/it/options/cards.toml --json",
        ),
    ]
    .concat()
}

fn charges() -> Vec<Way> {
    let way = || {
        [
            changes(&["--speed 6", "--distance 9", "--rough", "--hindering", "--hindering-edge"]),
            changes(&["--terrain rough"]),
            changes(&["--dangerous", "--reroll-distance"]),
            refusals(&OF_NAMES, NAMES),
            engines(),
            under_conditions(),
            refusals(&["--rank-cards"], "two units by name"),
            refusals(&["--unplayable", "--with-cards"], "has no effect without"),
            changes(&["--why", "--sensitivity", "--need destroyed=80%"]),
            same("--strict", "plain numbers have no ability that could be left out"),
        ]
        .concat()
    };
    let with_attack = [
        way(),
        changes(&["--fortified", "--facing flank", "--flank", "--rear", "--rules 2021"]),
        changes(&["--dice 9", "--hit 4", "--defense 5", "--morale 9", "--defender-wounds 3"]),
        beside(&["--fortified"], changes(&OF_ROLLS)),
        changes(&[
            "--attacker-morale 9",
            "--attacker-panic-modifier -1",
            "--attacker-panicked",
            "--attacker-wounds 2",
        ]),
        changes(&["--attacker-reroll-morale", "--attacker-horrific", "--attacker-inspiring"]),
        changes(&["--attacker-force-reroll-morale"]),
        of_tokens(),
        changes(&OF_THE_FIELD),
        changes(&["--dangerous-edge"]),
        beside(&["--weakened"], changes(&["--wealth-removes weakened"])),
        same("--wealth 2", "a unit of plain numbers is whole: there is nothing to restore"),
        beside(&["--attacker-panicked"], changes(&["--spending never"])),
        beside(&["--vulnerable"], changes(&["--spending never"])),
        refusals(&["--spending never"], "no unit has one"),
    ];
    let of_the_attack = "applies to the attack, and without --dice";
    let alone = [
        way(),
        changes(&["--attacker-morale 7"]),
        same("--fortified", "it changes the attack alone, and this is a fact about the way"),
        refusals(&["--facing flank", "--flank", "--rear"], of_the_attack),
        refusals(&OF_ROLLS, of_the_attack),
        refusals(&OF_THE_FIELD, of_the_attack),
        refusals(&["--wealth 2", "--wealth-removes weakened"], of_the_attack),
        changes(&["--dangerous-edge"]),
        refusals(&["--attacker-horrific", "--attacker-inspiring"], "which needs --attacker-morale"),
        beside(&["--attacker-morale 7"], changes(&["--attacker-horrific", "--attacker-inspiring"])),
        refusals(&["--dice 8"], "add --hit, --defense, --morale"),
        refusals(&["--hit 4", "--defense 4", "--morale 7", "--defender-wounds 3"], "add --dice"),
        refusals(
            &["--attacker-panic-modifier -1", "--attacker-panicked"],
            "which needs --attacker-morale",
        ),
        refusals(
            &["--attacker-reroll-morale", "--attacker-force-reroll-morale"],
            "which needs --attacker-morale",
        ),
        refusals(&["--attacker-spending never"], of_the_attack),
        refusals(&["--defender-spending never"], "no unit has one"),
        refusals(&["--attacker-wounds 2"], "takes none here"),
        beside(&["--dangerous"], changes(&["--attacker-wounds 2"])),
        beside(
            &["--attacker-morale 7"],
            changes(&[
                "--attacker-panicked",
                "--attacker-panic-modifier -1",
                "--attacker-force-reroll-morale",
            ]),
        ),
        beside(&["--attacker-morale 7"], changes(&["--attacker-reroll-morale", "--rules 2021"])),
        beside(&["--attacker-morale 7", "--attacker-panicked"], changes(&["--spending never"])),
        refusals(&["--spending never"], "no unit has one"),
    ];
    vec![
        Way {
            name: "charge with its attack in plain numbers",
            command: "charge",
            base: words(
                "charge --speed 5 --distance 8 --dice 8 --hit 3 --defense 4 --morale 7 \
                 --attacker-morale 7 --json",
            ),
            dice: false,
            cases: with_attack.concat(),
        },
        Way {
            name: "charge alone in plain numbers",
            command: "charge",
            base: words("charge --speed 5 --distance 8 --json"),
            dice: false,
            cases: alone.concat(),
        },
        Way {
            name: "charge of units by name",
            command: "charge",
            base: words(
                "charge owls eagles --distance 8 --catalogue tests/it/options/cards.toml --json",
            ),
            dice: false,
            cases: charge_by_name(),
        },
    ]
}

/// Options of a charge of units by name.
fn charge_by_name() -> Vec<Case> {
    [
        changes(&["--dice 9", "--hit 3", "--defense 5", "--morale 9"]),
        changes(&["--speed 6", "--attacker-morale 9"]),
        changes(&["--defender-wounds 3", "--attacker-wounds 2"]),
        changes(&["--distance 9", "--rough", "--hindering", "--hindering-edge", "--fortified"]),
        changes(&["--terrain rough", "--attacker-force-reroll-morale"]),
        of_tokens(),
        under_conditions(),
        changes(&[
            "--dangerous",
            "--reroll-distance",
            "--facing flank",
            "--flank",
            "--rear",
            "--rules 2021",
        ]),
        changes(&["--why", "--sensitivity", "--need destroyed=80%"]),
        changes(&[
            "--attacker-panic-modifier -1",
            "--attacker-panicked",
            "--attacker-reroll-morale",
        ]),
        changes(&["--attacker-horrific", "--attacker-inspiring", "--dangerous-edge"]),
        changes(&OF_THE_FIELD),
        beside(&["--weakened"], changes(&["--wealth-removes weakened"])),
        // what is regained may be lost again
        beside(&["--attacker-wounds-lost 9"], changes(&["--wealth 2"])),
        // a charge may reroll its misses anyway, but for what it crosses
        beside(&["--fortified"], changes(&OF_ROLLS)),
        beside(&["--attacker-panicked"], changes(&["--spending never"])),
        changes(&["--attacker-with falconer", "--defender-with falconer"]),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        of_card_rankings(),
        changes(&["--attacker-wounds-lost 4", "--defender-wounds-lost 10"]),
        of(
            "charge eagles owls --distance 8 --catalogue tests/it/options/cards.toml --json",
            changes(&["--weapon claws"]),
        ),
        of(
            "charge stark-sworn-swords owls --distance 8 --catalogue tests/it/options/cards.toml \
             --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "charge moles owls --distance 8 --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        abilities(
            "charge eagles owls --distance 8 --catalogue tests/it/options/cards.toml --json",
            "charge eagles owls --distance 8 --catalogue tests/it/options/cards.toml --json",
        ),
        engines(),
    ]
    .concat()
}

/// Options of a ranking of cards.
fn of_card_rankings() -> Vec<Case> {
    [
        changes(&["--rank-cards"]),
        // the cards are named in notes
        refusals(&["--with-cards"], "has no effect without"),
        beside(&["--rank-cards"], same("--unplayable", "it changes notes alone")),
        refusals(&["--unplayable"], "has no effect without"),
        beside(&["--rank-cards"], refusals(&["--given destroyed=0"], "contradict each other")),
    ]
    .concat()
}

/// Options about the output of one resolution.
fn of_one_resolution() -> Vec<Case> {
    [
        changes(&["--json"]),
        refusals(&["--csv", "--out DIRECTORY"], "no distribution to write"),
        refusals(&["--full"], "everything else"),
        refusals(&["--charts all", "--open"], "--out"),
        same("--threads 1", "one resolution takes one thread"),
        same("--quiet", "it is about progress, and nobody watches here"),
    ]
    .concat()
}

/// Options of the condition under which a question is answered.
fn under_conditions() -> Vec<Case> {
    [
        changes(&["--given destroyed=0"]),
        refusals(&["--given wounds>99"], "cannot happen"),
        refusals(&["--given luck>1"], "this question has no quantity or event"),
        beside(&["--explain"], changes(&["--given destroyed=0"])),
        beside(
            &["--given destroyed=0"],
            refusals(&["--check", "--engine dice"], "--given is exact"),
        ),
        beside(
            &["--given destroyed=0"],
            refusals(&["--rolled 1", "--why", "--sensitivity"], "contradict each other"),
        ),
    ]
    .concat()
}

fn explains() -> Vec<Way> {
    let dice = || changes(&["--seed 99"]);
    let numbers = [
        changes(&["--dice 9", "--hit 3", "--defense 5", "--morale 9", "--defender-wounds 1"]),
        changes(&["--facing flank", "--flank", "--rear", "--charge", "--rules 2021"]),
        changes(&OF_ROLLS),
        changes(&OF_THE_FIELD),
        beside(&["--weakened"], changes(&["--wealth-removes weakened"])),
        changes(&["--wealth 2"]),
        refusals(&["--friend 7:9"], "melee attack"),
        beside(&["--ranged"], changes(&["--friend 7:9"])),
        beside(&["--charge"], changes(&["--disorderly", "--fortified"])),
        same("--melee", "an attack in plain numbers is made in melee unless --ranged is given"),
        beside(&["--cover"], changes(&["--ranged"])),
        beside(&["--ranged"], changes(&["--cover"])),
        beside(&["--vulnerable"], changes(&["--spending never"])),
        of_tokens(),
        of_no_test(),
        refusals(&OF_NAMES, NAMES),
        refusals(&["--question x"], "--scenario"),
        changes(&["--scenario tests/it/options/asked.toml"]),
        changes(&["--given wounds>=3"]),
        same("--strict", "plain numbers have no ability that could be left out"),
        changes(&["--as link"]),
        of_one_resolution(),
        dice(),
    ];
    let by_name = of_units_by_name().into_iter().map(|case| Case {
        of: case.of.map(|of| {
            let words = of.into_iter().map(|word| word.replace("attack", "explain"));
            words.filter(|word| word != "--json").collect()
        }),
        ..case
    });
    let file = "takes the attack from its file";
    let beside_a_file = [
        refusals(
            &["--dice 9", "--hit 3", "--defense 5", "--morale 9", "--defender-wounds 1"],
            file,
        ),
        refusals(
            &[
                "--facing flank",
                "--flank",
                "--rear",
                "--charge",
                "--ranged",
                "--melee",
                "--spending never",
                "--attacker-spending never",
                "--defender-spending never",
                "--attacker-panicked",
            ],
            file,
        ),
        changes(&["--given wounds>=1"]),
        refusals(&OF_ROLLS, file),
        refusals(&OF_THE_FIELD, file),
        refusals(&["--wealth 2", "--wealth-removes weakened", "--friend owls"], file),
        beside(&["--charge"], refusals(&["--disorderly", "--fortified"], file)),
        refusals(&["--cover"], file),
        of(
            "explain --scenario tests/it/options/asked.toml --catalogue \
             tests/it/options/cards.toml",
            refusals(
                &OF_NAMES.map(|option| if option.contains("--cat") { "--cover" } else { option }),
                file,
            ),
        ),
        changes(&["--question owls_charge", "--rules 2021", "--scenario scenarios/duel.toml"]),
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
        of(
            "explain --scenario tests/it/options/asked.toml --catalogue \
             tests/it/options/cards.toml",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        refusals(&["--as link"], "not of a file"),
        of_one_resolution(),
        dice(),
    ];
    vec![
        Way {
            name: "explain in plain numbers",
            command: "explain",
            base: words("explain --dice 8 --hit 4 --defense 4 --morale 7"),
            dice: true,
            cases: numbers.concat(),
        },
        Way {
            name: "explain of units by name",
            command: "explain",
            base: words("explain owls eagles --catalogue tests/it/options/cards.toml"),
            dice: true,
            cases: by_name
                .chain(refusals(&["--question x", "--scenario x"], "--scenario"))
                .chain(dice())
                .chain(changes(&["--given wounds>=3"]))
                .chain([changes(&["--as link"]), of_one_resolution()].concat())
                .collect(),
        },
        Way {
            name: "explain of a file",
            command: "explain",
            base: words(
                "explain --scenario tests/it/options/asked.toml --catalogue \
                 tests/it/options/cards.toml",
            ),
            dice: true,
            cases: beside_a_file.concat(),
        },
    ]
}

fn alone() -> Vec<Way> {
    let named = [
        changes(&["--morale 9"]),
        changes(&["--panic-modifier -1", "--panicked", "--reroll-morale", "--force-reroll-morale"]),
        changes(&["--tokens panicked"]),
        changes(&["--horrific", "--inspiring", "--crown"]),
        same("--with falconer", "it brings nothing to a panic test"),
        changes(&["--card calm"]),
        beside(&["--card calm"], changes(&["--near-commander", "--resource 1"])),
        changes(&["--wounds 2", "--wounds-lost 10", "--rules 2021"]),
        beside(&["--panicked"], changes(&["--spending never"])),
        beside(&["--panicked", "--reroll-morale"], changes(&["--active own"])),
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
        of(
            "panic moles --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        engines(),
    ];
    let panic = [
        refusals(
            &[
                "--with falconer",
                "--wounds-lost 1",
                "--card calm",
                "--near-commander",
                "--resource 1",
            ],
            "add UNIT",
        ),
        refusals(&["--strict", "--catalogue tests/it/options/cards.toml"], "plain numbers"),
        changes(&[
            "--morale 9",
            "--panic-modifier -1",
            "--panicked",
            "--tokens panicked",
            "--reroll-morale",
            "--force-reroll-morale",
        ]),
        changes(&["--wounds 2", "--rules 2021", "--horrific", "--inspiring", "--crown"]),
        beside(&["--panicked"], changes(&["--spending never"])),
        beside(&["--panicked", "--reroll-morale"], changes(&["--active own"])),
        refusals(&["--spending never"], "no unit has one"),
        engines(),
    ];
    let eagles = "options eagles owls --distance 8 --catalogue tests/it/options/cards.toml --json";
    let options = [
        changes(&["--distance 5", "--facing front,flank", "--flank", "--rear", "--rules 2021"]),
        changes(&["--pair-distance eagles:owls=5", "--points by-wounds", "--by destroyed"]),
        changes(&["--attacker-panicked"]),
        changes(&["--attacker-with falconer", "--defender-with falconer"]),
        changes(&["--attacker-wounds-lost 4", "--defender-wounds-lost 10", "--cover"]),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        // a charge may reroll its misses anyway
        of(
            "options owls eagles --engaged --catalogue tests/it/options/cards.toml --json",
            changes(&OF_ROLLS),
        ),
        beside(&["--panicked"], changes(&["--spending never"])),
        refusals(&["--spending never"], "no unit has one"),
        abilities(eagles, eagles),
        of(
            "options stark-sworn-swords owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "options moles owls --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        engines(),
    ];
    let eagles = "survive owls --by eagles --catalogue tests/it/options/cards.toml --json";
    let survive = [
        changes(&["--dice 9", "--hit 2", "--defense 6", "--morale 12"]),
        of(
            "survive owls --by moles --catalogue tests/it/options/cards.toml",
            changes(&["--within 3"]),
        ),
        changes(&["--by eagles", "--with falconer", "--wounds 2", "--wounds-lost 4"]),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        changes(&["--facing flank", "--flank", "--rear", "--charge", "--rules 2021"]),
        beside(&["--charge"], changes(&["--disorderly", "--fortified"])),
        of(eagles, changes(&["--ranged"])),
        of("survive lannister-guardsmen --by stark-bowmen --json", changes(&["--melee"])),
        of(eagles, changes(&["--aim wounds"])),
        beside(&["--ranged"], of(eagles, changes(&["--cover"]))),
        changes(&OF_ROLLS),
        beside(&["--panicked"], changes(&["--spending never"])),
        refusals(&["--spending never"], "no unit has one"),
        of_no_test(),
        abilities(eagles, eagles),
        of(
            "survive owls --by stark-sworn-swords --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        refusals(&["--strict"], "Not Yet Told of Moles"),
        engines(),
    ];
    let eagles = "sequence owls --by eagles --catalogue tests/it/options/cards.toml --json";
    let sequence = [
        changes(&["--defense 6", "--morale 12"]),
        changes(&["--by eagles", "--defender-with falconer"]),
        changes(&["--defender-wounds 2", "--defender-wounds-lost 4"]),
        changes(&["--best-order", "--rules 2021"]),
        of(eagles, changes(&["--aim wounds"])),
        beside(&["--aim wounds"], of(eagles, changes(&["--fishing always"]))),
        changes(&["--save-modifier -1", "--panic-modifier -1", "--reroll-saves"]),
        changes(&["--reroll-morale", "--horrific", "--inspiring"]),
        changes(&["--defender-tokens vulnerable", "--vulnerable", "--panicked"]),
        of(
            "sequence owls --by eagles:ranged --catalogue tests/it/options/cards.toml --json",
            changes(&["--cover"]),
        ),
        beside(&["--panicked"], changes(&["--spending never"])),
        of(
            "sequence owls --by moles:weakened --catalogue tests/it/options/cards.toml --json",
            changes(&["--defender-spending never"]),
        ),
        same("--spending never", "abilities of these units might add tokens, and add none"),
        of(eagles, changes(&["--round 2", "--defender-not-activated", "--no-orders"])),
        of(eagles, changes(&["--defender-zones wealth", "--defender-resource 1"])),
        same("--defender-supported", "no ability of these units depends on it"),
        same("--defender-near-commander", "no ability of these units depends on it"),
        of(
            "sequence owls --by stark-sworn-swords --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        refusals(&["--strict"], "Not Yet Told of Moles"),
        engines(),
    ];
    let way_out = || {
        [
            changes(&["--distance 9", "--rough", "--dangerous", "--terrain rough+dangerous"]),
            refusals(&["--terrain hindering"], "does not affect retreats"),
            beside(&["--dangerous"], changes(&["--wounds 2"])),
            refusals(&["--wounds 2"], "loses none here"),
            same("--rules 2021", "editions differ in no rule of retreats"),
            engines(),
        ]
        .concat()
    };
    let retreat = [
        way_out(),
        changes(&["--speed 6"]),
        refusals(&["--strict", "--catalogue tests/it/options/cards.toml"], "plain numbers"),
    ];
    let named_retreat = [
        way_out(),
        changes(&["--speed 9"]),
        of(
            "retreat moles --distance 8 --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
    ];
    let of_robb = "deck --faction stark --commander robb --card stark-winters-might --discard 2 \
                 --round 2 --json";
    let deck = [
        changes(&["--copies 3", "--round 4", "--cards 25", "--discard 2", "--letters 1"]),
        of(of_robb, changes(&["--card stark-devastating-impact --card stark-winters-might"])),
        of(of_robb, changes(&["--drawn stark-northern-ferocity", "--played stark-winters-might"])),
        of(of_robb, changes(&["--catalogue tests/it/options/deck.toml"])),
        refusals(&["--catalogue tests/it/options/deck.toml"], "has no effect without"),
        of(of_robb, refusals(&["--faction lannister", "--commander tywin"], "no commander")),
        of(
            "deck --army list=scenarios/lists/stark-40.toml --card stark-winters-might --json",
            refusals(&["--army list=scenarios/lists/lannister-40.toml"], "is a card of Stark"),
        ),
        refusals(&["--card winter"], "in an army's deck"),
        of("deck --leadership 2 --rating 4 --json", changes(&["--leadership 3", "--rating 3"])),
        engines(),
    ];
    let link = [
        of("ask panic?morale=7", changes(&["--json", "--as link"])),
        refusals(&["--top 2"], "this question has none"),
        outputs(),
        of(
            "ask matrix?attackers=stark&defenders=lannister",
            changes(&["--out DIRECTORY", "--top 2"]),
        ),
    ];
    let duel = [
        changes(&["--rounds 2", "--first b", "--opening-charge", "--opening-facing rear"]),
        beside(&["--opening-charge"], changes(&["--opening-disorderly"])),
        changes(&["--a-with falconer", "--b-with falconer", "--why", "--sensitivity"]),
        of(
            "duel eagles owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--a-weapon claws"]),
        ),
        of(
            "duel owls eagles --catalogue tests/it/options/cards.toml --json",
            changes(&["--b-weapon claws"]),
        ),
        changes(&["--a-card swoop", "--b-card roost"]),
        changes(&["--a-wounds-lost 4", "--b-wounds-lost 4"]),
        changes(&["--a-dice 9", "--a-hit 2", "--a-defense 6", "--a-morale 12"]),
        changes(&["--b-dice 9", "--b-hit 2", "--b-defense 6", "--b-morale 12"]),
        changes(&["--a-crown", "--b-crown", "--a-horrific", "--b-horrific"]),
        changes(&["--a-inspiring", "--b-inspiring"]),
        beside(&["--a-wounds-lost 4"], changes(&["--a-wealth 2"])),
        beside(&["--b-wounds-lost 4"], changes(&["--b-wealth 2"])),
        beside(&["--a-tokens weakened"], changes(&["--a-wealth-removes weakened"])),
        beside(&["--b-tokens weakened"], changes(&["--b-wealth-removes weakened"])),
        beside(&["--a-crown"], changes(&["--claimed-in 2..3", "--claimed-in 1"])),
        refusals(&["--claimed-in 2"], "and no zone is"),
        beside(&["--a-crown"], refusals(&["--claimed-in 3..2", "--claimed-in 0"], "such as 2..4")),
        changes(&["--a-tokens weakened+vulnerable", "--b-tokens panicked", "--rules 2021"]),
        beside(&["--b-tokens panicked"], changes(&["--spending never", "--a-spending never"])),
        beside(&["--a-tokens panicked"], changes(&["--b-spending never"])),
        changes(&["--activations 3"]),
        of(
            "duel veterans-of-the-watch-v1-0 veterans-of-the-watch --rounds 2 --opening-charge \
             --b-wounds-lost 4 --b-tokens weakened --json",
            changes(&["--aim wounds"]),
        ),
        of_sides(),
        of(
            "duel stark-sworn-swords owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "duel moles owls --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        of_duels(abilities(
            "duel eagles owls --rounds 1 --aim wounds --catalogue tests/it/options/cards.toml --json",
            "duel eagles owls --rounds 1 --aim wounds --catalogue tests/it/options/cards.toml --json",
        )),
        engines(),
    ];
    vec![
        Way {
            name: "panic in plain numbers",
            command: "panic",
            base: words("panic --morale 7 --json"),
            dice: false,
            cases: panic.concat(),
        },
        Way {
            name: "panic of a unit by name",
            command: "panic",
            base: words("panic owls --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: named.concat(),
        },
        Way {
            name: "retreat in plain numbers",
            command: "retreat",
            base: words("retreat --speed 5 --distance 8 --json"),
            dice: false,
            cases: retreat.concat(),
        },
        Way {
            name: "retreat of a unit by name",
            command: "retreat",
            base: words("retreat owls --distance 8 --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: named_retreat.concat(),
        },
        Way {
            name: "options",
            command: "options",
            base: words(
                "options eagles owls --distance 8 --catalogue tests/it/options/cards.toml --json",
            ),
            dice: false,
            cases: options.concat(),
        },
        Way {
            name: "survive",
            command: "survive",
            base: words("survive owls --by moles --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: survive.concat(),
        },
        Way {
            name: "sequence",
            command: "sequence",
            base: words("sequence owls --by moles --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: sequence.concat(),
        },
        Way {
            name: "deck",
            command: "deck",
            base: words("deck --round 2 --discard 1 --json"),
            dice: false,
            cases: deck.concat(),
        },
        Way {
            name: "a link",
            command: "ask",
            base: words("ask panic?morale=7 --json"),
            dice: false,
            cases: link.concat(),
        },
        Way {
            name: "duel",
            command: "duel",
            base: words("duel owls moles --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: duel.concat(),
        },
    ]
}

/// Options that matrices and comparisons share; `question` is of Eagles against Owls.
fn of_fields(question: &str) -> Vec<Case> {
    [
        changes(&["--facing flank", "--flank", "--rear", "--charge", "--rules 2021"]),
        changes(&OF_ROLLS),
        beside(&["--charge"], changes(&["--disorderly", "--fortified", "--distance 9"])),
        beside(
            &["--charge", "--distance 9"],
            [
                changes(&["--terrain rough", "--rough", "--hindering", "--hindering-edge"]),
                changes(&["--dangerous", "--dangerous-edge", "--reroll-distance"]),
            ]
            .concat(),
        ),
        refusals(
            &["--distance 9", "--reroll-distance", "--terrain rough"],
            "has no effect without",
        ),
        changes(&["--attacker-with falconer", "--defender-with falconer"]),
        changes(&["--attacker-wounds-lost 4", "--defender-wounds-lost 10"]),
        of(question, changes(&["--weapon ranged"])),
        beside(&["--weapon ranged"], of(question, changes(&["--cover"]))),
        beside(&["--panicked"], changes(&["--spending never"])),
        of_no_test(),
        abilities(question, question),
        rolling(),
        refusals(&["--check", "--fractions"], "one question"),
        refusals(&["--explain", "--rolled 1"], "a single question"),
        beside(
            &["--engine monte-carlo", "--trials 1000"],
            refusals(&["--precision 0.5"], "rolled equally often"),
        ),
        refusals(&["--top 2"], "--json prints none"),
    ]
    .concat()
}

fn fields() -> Vec<Way> {
    let matrix = [
        changes(&["--dice 9", "--hit 2", "--defense 6", "--morale 12"]),
        of_fields(
            "matrix --attackers eagles --defenders owls --catalogue tests/it/options/cards.toml \
             --json",
        ),
        changes(&["--attackers owls", "--defenders eagles", "--sort name"]),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        same("--metric per-point", "all metrics are in the JSON"),
        changes(&["--at-least 2", "--duel", "--metric points"]),
        beside(&["--metric points"], changes(&["--points by-wounds"])),
        beside(&["--duel"], changes(&["--rounds 1", "--activations 3", "--first b", "--charge"])),
        beside(&["--duel"], changes(&["--aim wounds"])),
        beside(&["--duel"], refusals(&["--metric wounds"], "a matrix of duels shows `wins`")),
        beside(
            &["--duel", "--charge"],
            refusals(&["--fortified"], "fortified terrain does not apply to a duel"),
        ),
        refusals(&["--metric wins"], "ask for duels as well"),
        refusals(&["--rounds 2", "--activations 3", "--first b", "--aim win"], "--duel"),
        of(
            "matrix --attackers unit=stark-sworn-swords --defenders owls --catalogue \
             tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "matrix --attackers moles --defenders owls --catalogue tests/it/options/cards.toml \
             --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        of(
            "matrix --attackers owls --defenders eagles --catalogue tests/it/options/cards.toml",
            changes(&["--metric per-point"]),
        ),
        of(
            "matrix --attackers faction=home --defenders stark --catalogue \
             tests/it/options/cards.toml",
            changes(&["--top 2"]),
        ),
    ];
    let compare = [
        of_fields(
            "compare eagles eagles --b-with falconer --against owls --catalogue \
             tests/it/options/cards.toml --json",
        ),
        changes(&["--against moles", "--a-with falconer", "--b-with falconer", "--by wounds"]),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        changes(&["--by duel", "--by survive", "--by trade", "--at-least 2", "--at-most 2"]),
        beside(&["--by duel"], changes(&["--rounds 2"])),
        beside(&["--by trade"], changes(&["--points by-destruction"])),
        beside(&["--charge"], changes(&["--why"])),
        of(
            "compare stark-sworn-swords lannister-guardsmen --against owls --catalogue \
             tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "compare moles owls --against eagles --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        of(
            "compare owls eagles --against stark --catalogue tests/it/options/cards.toml",
            changes(&["--top 2"]),
        ),
    ];
    let rate = [
        changes(&["--units eagles", "--rounds 1", "--activations 3", "--charge", "--rules 2021"]),
        changes(&["--facing flank", "--flank", "--rear", "--aim win"]),
        of("rate --units stark-sworn-swords,lannister-guardsmen --json", rolling()),
        refusals(&["--check", "--fractions"], "one question"),
        refusals(&["--explain", "--rolled 1"], "a single question"),
        beside(
            &["--engine monte-carlo", "--trials 1000"],
            refusals(&["--precision 0.5"], "rolled equally often"),
        ),
        refusals(&["--top 2"], "--json prints none"),
        of(
            "rate --units unit=stark-sworn-swords --units owls --catalogue \
             tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        of(
            "rate --units moles,owls --catalogue tests/it/options/cards.toml --json",
            refusals(&["--strict"], "Not Yet Told of Moles"),
        ),
        of("rate --units stark", changes(&["--top 2"])),
    ];
    let eagles = "worth eagles --against owls --catalogue tests/it/options/cards.toml --json";
    let worth = [
        changes(&["--against eagles", "--points by-destruction", "--rules 2021"]),
        changes(&["--facing flank", "--flank", "--rear", "--charge"]),
        beside(&["--charge"], changes(&["--disorderly", "--fortified"])),
        changes(&OF_ROLLS),
        beside(&["--panicked"], changes(&["--spending never"])),
        of(eagles, changes(&["--weapon ranged"])),
        beside(&["--weapon ranged"], of(eagles, changes(&["--cover"]))),
        of_exchanges(
            eagles,
            "worth owls --against eagles --catalogue tests/it/options/cards.toml --json",
        ),
        changes(&["--attacker-card swoop", "--defender-card roost"]),
        refusals(&["--strict"], "Not Yet Told of Moles"),
        of(
            "worth stark-sworn-swords --against owls --catalogue tests/it/options/cards.toml --json",
            changes(&["--catalogue tests/it/options/other-cards.toml"]),
        ),
        refusals(&["--top 2"], "--json prints none"),
        of(
            "worth stark-sworn-swords,stark-bowmen --against lannister-guardsmen",
            changes(&["--json", "--csv", "--top 2"]),
        ),
        outputs(),
    ];
    vec![
        Way {
            name: "worth",
            command: "worth",
            base: words(
                "worth owls+falconer,moles --against owls --catalogue tests/it/options/cards.toml \
                 --json",
            ),
            dice: false,
            cases: worth.concat(),
        },
        Way {
            name: "rate",
            command: "rate",
            base: words("rate --units owls,eagles --catalogue tests/it/options/cards.toml --json"),
            dice: false,
            cases: rate.concat(),
        },
        Way {
            name: "matrix",
            command: "matrix",
            base: words(
                "matrix --attackers owls,moles --defenders moles,eagles --catalogue \
                 tests/it/options/cards.toml --json",
            ),
            dice: false,
            cases: matrix.concat(),
        },
        Way {
            name: "compare",
            command: "compare",
            base: words(
                "compare owls moles --against eagles --catalogue tests/it/options/cards.toml \
                 --json",
            ),
            dice: false,
            cases: compare.concat(),
        },
    ]
}

#[test]
fn no_option_of_an_attack_is_ignored() {
    check(&with_cards(attacks()));
}

#[test]
fn no_option_of_a_charge_is_ignored() {
    check(&with_cards(charges()));
}

#[test]
fn no_option_of_explain_is_ignored() {
    check(&with_cards(explains()));
}

#[test]
fn no_option_of_a_panic_test_or_a_duel_is_ignored() {
    check(&with_cards(alone()));
}

#[test]
fn no_option_of_a_field_is_ignored() {
    check(&with_cards(fields()));
}
