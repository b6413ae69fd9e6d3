//! The commands about files and cards, and those of the other games.

use super::cases::{Case, Way, beside, changes, of, outputs, refusals, same, with_cards, words};
use super::check;

/// What is said of options about dice where none are rolled.
const EXACT: &str = "the exact engine rolls none";

/// All ways to ask.
pub(super) fn ways() -> Vec<Way> {
    [files(), cards(), westeros(), warmachine()].concat()
}

/// A way without dice of its own.
fn way(name: &'static str, command: &'static str, base: &str, cases: &[Vec<Case>]) -> Way {
    Way { name, command, base: words(base), dice: false, cases: cases.concat() }
}

/// Options about the engine of a single question.
fn engines() -> Vec<Case> {
    [
        changes(&["--engine monte-carlo", "--json"]),
        refusals(&["--trials 1000", "--seed 1"], EXACT),
        beside(&["--engine monte-carlo", "--trials 1000"], changes(&["--trials 2000", "--seed 1"])),
        refusals(&["--precision 0.1"], EXACT),
        beside(&["--engine monte-carlo", "--trials 20000"], changes(&["--precision 0.5"])),
        changes(&["--check", "--fractions", "--rolled 2"]),
        changes(&["--at-least 1", "--at-most 1"]),
        beside(&["--engine dice"], refusals(&["--fractions"], "the dice engine samples")),
        outputs(),
    ]
    .concat()
}

fn westeros() -> Vec<Way> {
    // a story is told in words, and not as data
    let story = |base: &'static str| {
        let told = [changes(&["--explain"]), beside(&["--explain"], changes(&["--seed 9"]))];
        [engines(), of(base, told.concat())].concat()
    };
    let countered = "westeros attack green red_stalwart_figures=9 --counter --json";
    let attack = [
        changes(&["--attacker-dice 4", "--attacker-no-valor"]),
        of("westeros attack green green_cavalry --json", changes(&["--attacker-class cavalry"])),
        changes(&["--target-class cavalry", "--target-heavy-armor", "--target-toughness 1"]),
        changes(&["--target-cover 1", "--target-figures 1", "--target-stalwart"]),
        beside(&["--target-figures 1"], changes(&["--target-commander 2"])),
        changes(&["--target-room 0", "--target-terrain building", "--flanking"]),
        changes(&["--parting-blow", "--moved", "--modifier 1", "--attacker-terrain forest"]),
        beside(&["--target-stalwart"], changes(&["--counter", "--ranged"])),
        beside(&["--target-terrain building"], changes(&["--engaged"])),
        beside(&["--flanking"], changes(&["--retreat-worth 2"])),
        of(countered, changes(&["--target-dice 1", "--target-no-valor"])),
        of(countered, changes(&["--attacker-heavy-armor", "--attacker-toughness 1"])),
        of(countered, changes(&["--attacker-cover 1", "--attacker-stalwart"])),
        of(countered, changes(&["--attacker-figures 1", "--attacker-room 0"])),
        of(countered, changes(&["--attacker-commander 2"])),
        refusals(&["--counter"], "--target-stalwart"),
        refusals(&["--target-dice 1", "--attacker-figures 2"], "--counter"),
        story("westeros attack green_dice=3 green"),
    ];
    let pursuit = [
        changes(&["--hexes 2", "--other red_infantry", "--off-balance", "--modifier 1"]),
        changes(&["--flanking", "--moved", "--parting-blow"]),
        changes(&["--attacker-dice 1", "--attacker-no-valor"]),
        of("westeros pursuit red green_cavalry --json", changes(&["--attacker-class cavalry"])),
        changes(&["--attacker-terrain forest", "--target-class cavalry", "--target-room 0"]),
        changes(&["--target-heavy-armor", "--target-toughness 1", "--target-cover 1"]),
        changes(&["--target-stalwart", "--target-figures 2", "--target-terrain hill"]),
        beside(&["--target-figures 1"], changes(&["--target-commander 3"])),
        beside(&["--target-terrain building"], changes(&["--engaged"])),
        beside(
            &["--other green"],
            [
                changes(&["--other-class cavalry", "--other-heavy-armor", "--other-toughness 1"]),
                changes(&["--other-cover 1", "--other-figures 1", "--other-terrain forest"]),
            ]
            .concat(),
        ),
        beside(&["--other green", "--other-figures 1"], changes(&["--other-commander 3"])),
        beside(&["--other green"], changes(&["--other-room 0"])),
        beside(&["--other green", "--other-room 0"], changes(&["--other-stalwart"])),
        refusals(&["--other-figures 1"], "--other"),
        beside(&["--flanking"], changes(&["--retreat-worth 2"])),
        story("westeros pursuit red_cavalry green_infantry"),
    ];
    let dogs = [
        changes(&["--attacker-terrain forest", "--attacker-no-valor", "--modifier 1"]),
        changes(&["--attacker blue_forest"]),
        of("westeros dogs-of-war green_cavalry --json", changes(&["--attacker-class cavalry"])),
        changes(&["--target-class cavalry", "--target-heavy-armor", "--target-toughness 1"]),
        changes(&["--target-cover 1", "--target-stalwart", "--target-figures 1"]),
        changes(&["--target-terrain building", "--target-room 0"]),
        beside(&["--target-figures 1"], changes(&["--target-commander 2"])),
        story("westeros dogs-of-war green_infantry"),
    ];
    let exchange = [
        changes(&["--rounds 1", "--first b", "--press-on"]),
        changes(&["--a-class cavalry", "--a-dice 1", "--a-heavy-armor"]),
        changes(&["--a-toughness 1", "--a-cover 1", "--a-figures 1", "--a-room 0"]),
        changes(&["--a-terrain hill", "--b-class infantry", "--b-dice 1", "--b-no-valor"]),
        changes(&["--b-toughness 1", "--b-cover 1", "--b-stalwart"]),
        changes(&["--b-figures 1", "--b-terrain forest", "--b-room 0"]),
        of("westeros exchange green green --json", changes(&["--a-stalwart", "--a-no-valor"])),
        of("westeros exchange green green --json", changes(&["--b-heavy-armor"])),
        beside(&["--a-figures 1"], changes(&["--a-commander 3"])),
        beside(&["--b-figures 1"], changes(&["--b-commander 3"])),
        story("westeros exchange blue_infantry_stalwart red_cavalry"),
    ];
    let rout = [
        changes(&["--units archers:_a_red_archers"]),
        // names are in the words of an answer alone
        of(
            "westeros rout --units swords:_a_blue --units riders:_b_green --order regroup",
            changes(&["--a Stark", "--b Lannister"]),
        ),
        changes(&["--order riders_attacks_swords", "--track 1", "--marker 9"]),
        beside(&["--marker 2"], changes(&["--zones 1-3"])),
        beside(
            &["--marker 10"],
            of(
                "westeros rout --units swords:_a_blue_infantry --units riders:_b_green_cavalry --order \
                 swords_attacks_riders --json",
                changes(&["--b-end stop"]),
            ),
        ),
        beside(&["--marker -10"], changes(&["--a-end stop"])),
        story(
            "westeros rout --units swords:_a_green_infantry_figures=1 --units riders:_b_red_cavalry --order \
             swords_attacks_riders --order riders_attacks_swords --order \
             riders_attacks_swords --order regroup",
        ),
    ];
    let orders = [
        changes(&["--dice 5", "--green 1", "--blue 2", "--red 2", "--flags 1", "--kept valor"]),
        story("westeros orders --dice 6 --green 2 --blue 1 --red 1"),
    ];
    let fire = [
        changes(&["--ground forest", "--level 2", "--around bare", "--rounds 1", "--scorch 1"]),
        changes(&["--put-out 2", "--figures 4", "--scorch-rounds 3"]),
        beside(&["--figures 4"], changes(&["--order-inside 1"])),
        refusals(&["--order-inside 1"], "--figures"),
        story("westeros fire --level 3 --scorch 4"),
    ];
    vec![
        way(
            "westeros attack",
            "westeros attack",
            "westeros attack green_dice=3 green --json",
            &attack,
        ),
        way(
            "westeros pursuit",
            "westeros pursuit",
            "westeros pursuit red_cavalry green_infantry --json",
            &pursuit,
        ),
        way(
            "westeros dogs-of-war",
            "westeros dogs-of-war",
            "westeros dogs-of-war green_infantry --json",
            &dogs,
        ),
        way(
            "westeros exchange",
            "westeros exchange",
            "westeros exchange blue_infantry_stalwart red_cavalry --json",
            &exchange,
        ),
        way(
            "westeros rout",
            "westeros rout",
            "westeros rout --units swords:_a_green_infantry_figures=1 --units riders:_b_red_cavalry --order \
             swords_attacks_riders --order riders_attacks_swords --order \
             riders_attacks_swords --order regroup --json",
            &rout,
        ),
        way(
            "westeros orders",
            "westeros orders",
            "westeros orders --dice 6 --green 2 --blue 1 --red 1 --json",
            &orders,
        ),
        way("westeros fire", "westeros fire", "westeros fire --level 3 --scorch 4 --json", &fire),
    ]
}

fn warmachine() -> Vec<Way> {
    let numbers =
        || changes(&["--skill 6", "--def 14", "--pow 15", "--arm 18", "--boxes 8", "--attacks 2"]);
    let threshold = [changes(&["--fury 4", "--threshold 8", "--explain"]), engines()];
    let effects = [
        changes(&["--arm 14", "--pow 10", "--turns 3", "--expires-on 3", "--boxes 4"]),
        changes(&["--effect corrosion", "--explain"]),
        engines(),
    ];
    // without a plan all of them are compared
    let compared = || refusals(&["--explain"], "resolves a single question");
    let damage =
        [numbers(), changes(&["--boost-attack", "--boost-damage", "--explain"]), engines()];
    let boost = [numbers(), changes(&["--points 3", "--plan buy-attacks"]), compared(), engines()];
    let leech = [
        changes(&["--arc 3", "--held 3", "--beasts 4:7", "--plan nothing"]),
        // what is left of its fury is told beside the numbers
        of("warmachine leech --arc 6 --held 1 --beasts 3:9", changes(&["--lost 1", "--upkeep 2"])),
        compared(),
        engines(),
    ];
    let focus = [
        changes(&["--arc 3", "--upkeep 1", "--keep 2", "--most 1", "--def 14", "--arm 17"]),
        changes(&["--jacks 6:17:1", "--jacks 7:19:2:crippled", "--plan nothing"]),
        compared(),
        engines(),
    ];
    vec![
        way(
            "warmachine threshold",
            "warmachine threshold",
            "warmachine threshold --fury 3 --threshold 9 --json",
            &threshold,
        ),
        way(
            "warmachine effects",
            "warmachine effects",
            "warmachine effects --arm 16 --json",
            &effects,
        ),
        way(
            "warmachine damage",
            "warmachine damage",
            "warmachine damage --skill 7 --def 15 --pow 16 --arm 19 --json",
            &damage,
        ),
        way(
            "warmachine boost-or-buy",
            "warmachine boost-or-buy",
            "warmachine boost-or-buy --skill 7 --def 15 --pow 16 --arm 19 --points 2 --json",
            &boost,
        ),
        way(
            "warmachine leech",
            "warmachine leech",
            "warmachine leech --arc 6 --held 1 --beasts 3:9 --beasts 4:8 --beasts 5:7 --json",
            &leech,
        ),
        way(
            "warmachine focus",
            "warmachine focus",
            "warmachine focus --arc 4 --def 13 --arm 18 --jacks 7:19:2 --jacks 6:18:2 --json",
            &focus,
        ),
    ]
}

fn cards() -> Vec<Way> {
    let units = [
        changes(&["--faction stark", "--type cavalry", "--cost 5", "--cards 1.0"]),
        changes(&["--sort cost", "--catalogue tests/it/options/cards.toml"]),
        of("units", changes(&["--json"])),
        changes(&["--attachments"]),
        beside(&["--attachments"], changes(&["--for stark-sworn-swords"])),
        refusals(&["--for stark-sworn-swords"], "--attachments"),
    ];
    let show = [
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
        of("units show stark-sworn-swords", changes(&["--json"])),
    ];
    let no_card = "no tactics card";
    let tactics = [
        changes(&["--faction stark", "--commander eddard", "--coverage", "--ncus"]),
        changes(&["--catalogue tests/it/options/cards.toml"]),
        refusals(&["--cards 1.0"], no_card),
        of("cards", changes(&["--json"])),
    ];
    let found = [
        of("cards search charge", changes(&["--json"])),
        of("cards search stark", changes(&["--ncus"])),
        changes(&["--catalogue tests/it/options/cards.toml"]),
        refusals(&["--cards 1.0"], no_card),
    ];
    let shown = [
        of("cards show calm --catalogue tests/it/options/cards.toml", changes(&["--json"])),
        of("cards show stark-winters-might", refusals(&["--cards 1.0"], no_card)),
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
    ];
    vec![
        way("cards", "cards", "cards --json", &tactics),
        way("cards search", "cards search", "cards search oo --json", &found),
        way(
            "cards show",
            "cards show",
            "cards show calm --catalogue tests/it/options/cards.toml --json",
            &shown,
        ),
        way("units", "units", "units --json", &units),
        way(
            "units search",
            "units search",
            "units search owls --catalogue tests/it/options/cards.toml --json",
            &[
                of("units search sworn", changes(&["--json"])),
                changes(&["--catalogue tests/it/options/other-cards.toml"]),
            ],
        ),
        way(
            "units show",
            "units show",
            "units show owls --catalogue tests/it/options/cards.toml --json",
            &show,
        ),
    ]
}

/// Options about printing what files ask.
fn prints() -> Vec<Case> {
    [
        beside(&["--json"], refusals(&["--csv"], "cannot be used with")),
        same("--quiet", "it is about progress, and nobody watches here"),
        same("--threads 1", "any number of threads gives the same answer"),
    ]
    .concat()
}

fn files() -> Vec<Way> {
    let questions = [
        changes(&["--engine exact", "--trials 2000", "--seed 1", "--json"]),
        changes(&["--rules 2021", "--out DIRECTORY"]),
        beside(&["--trials 100000"], changes(&["--precision 0.5"])),
        beside(&["--engine dice"], refusals(&["--fractions"], "the dice engine samples")),
        of(
            "run tests/it/options/asked.toml --catalogue tests/it/options/cards.toml --json",
            changes(&["--fractions"]),
        ),
        of(
            "run scenarios/campaigns/border-war.toml --trials 100 --json",
            refusals(&["--fractions"], "does not apply to campaigns and battles"),
        ),
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
        refusals(&["--full"], "cannot be used with"),
        of(
            "run tests/it/options/asked.toml --trials 1000 --catalogue \
             tests/it/options/cards.toml --out DIRECTORY",
            changes(&["--full"]),
        ),
        beside(&["--engine exact"], refusals(&["--precision 0.1"], EXACT)),
        of(
            "run tests/it/options/asked.toml --engine exact --catalogue \
             tests/it/options/cards.toml --json",
            refusals(&["--trials 10", "--seed 1"], EXACT),
        ),
        beside(&["--out DIRECTORY"], changes(&["--charts none"])),
        refusals(&["--open"], "--out"),
        prints(),
        refusals(&["--strict"], "Not Yet Told of Moles"),
        of(
            "run scenarios/westeros-attack.toml --engine exact --json",
            refusals(
                &["--rules 2021", "--strict", "--catalogue tests/it/options/cards.toml"],
                "applies to A Song of Ice and Fire",
            ),
        ),
    ];
    let fields = [
        changes(&["--engine exact"]),
        changes(&["--json", "--rules 2021", "--out DIRECTORY"]),
        refusals(&["--precision 0.1"], "each attack is rolled equally often"),
        of(
            "run tests/it/options/fields.toml --catalogue tests/it/options/cards.toml --json",
            refusals(&["--trials 10", "--seed 1", "--precision 0.1"], EXACT),
        ),
        of(
            "run tests/it/options/fields.toml --catalogue tests/it/options/cards.toml --json",
            refusals(&["--fractions"], "whose tables show decimals"),
        ),
        changes(&["--catalogue tests/it/options/other-cards.toml"]),
        beside(&["--out DIRECTORY"], changes(&["--charts none"])),
        refusals(&["--open"], "--out"),
        prints(),
        of(
            "run tests/it/options/fields.toml --catalogue tests/it/options/cards.toml",
            [refusals(&["--csv"], "tables of their own"), changes(&["--full"])].concat(),
        ),
        refusals(&["--strict"], "Not Yet Told of Moles"),
    ];
    let campaign = [
        changes(&["--engine exact", "--trials 200", "--seed 9", "--json", "--out DIRECTORY"]),
        beside(&["--engine exact"], refusals(&["--trials 10", "--seed 1"], EXACT)),
        refusals(&["--engine dice"], "it must be exact or monte-carlo"),
        of(
            "campaign scenarios/campaigns/border-war.toml --trials 100",
            changes(&["--csv", "--as link", "--full"]),
        ),
        outputs(),
    ];
    let check = [changes(&["--catalogue tests/it/options/none.toml"])];
    vec![
        way(
            "run of questions",
            "run",
            "run tests/it/options/asked.toml --trials 1000 --catalogue \
             tests/it/options/cards.toml --json",
            &questions,
        ),
        way(
            "run of fields",
            "run",
            "run tests/it/options/fields.toml --engine monte-carlo --trials 1000 --catalogue \
             tests/it/options/cards.toml --json",
            &fields,
        ),
        way(
            "campaign",
            "campaign",
            "campaign scenarios/campaigns/border-war.toml --trials 100 --json",
            &campaign,
        ),
        way(
            "luck",
            "luck",
            "luck docs/guides/rolls.txt --json",
            &[
                of("luck docs/guides/rolls.txt", changes(&["--json", "--csv", "--as link"])),
                of(
                    "luck tests/it/options/rolls.txt --catalogue tests/it/options/cards.toml \
                     --json",
                    changes(&["--catalogue tests/it/options/other-cards.toml", "--cards 1.0"]),
                ),
                outputs(),
            ],
        ),
        way(
            "check",
            "check",
            "check tests/it/options/asked.toml --catalogue tests/it/options/cards.toml",
            &check,
        ),
        way("schema", "schema", "schema scenario", &[]),
        way("fields", "fields", "fields attack", &[changes(&["--json"])]),
        way("completions", "completions", "completions bash", &[]),
        way("man", "man", "man", &[changes(&["--out DIRECTORY"])]),
    ]
}

#[test]
fn no_option_of_a_file_is_ignored() {
    check(&with_cards(files()));
}

#[test]
fn no_option_of_cards_is_ignored() {
    check(&with_cards(cards()));
}

#[test]
fn no_option_of_battles_of_westeros_is_ignored() {
    check(&westeros());
}

#[test]
fn no_option_of_warmachine_is_ignored() {
    check(&warmachine());
}
