//! Choices with too many combinations are refused before memory is taken for them.

use std::fmt::Write as _;
use std::process::{Command, Output};

use warodds::catalogue::{Catalogue, NamedUnit};
use warodds::games::asoiaf::{
    Attack, Combatant, CombatantError, Context, Spending, Token, Tokens, WeaponFilter,
};

/// A unit of a catalogue with abilities of eight options each, of which any may be taken.
pub(crate) fn cards(abilities: usize) -> String {
    let names: Vec<String> = (1..=abilities).map(|number| format!("\"Lore {number}\"")).collect();
    let mut text = format!(
        "faction = \"Stark\"\n[units.loremasters]\nname = \"Loremasters\"\ntype = \"infantry\"\n\
         speed = 5\ndefense = 4\nmorale = 7\nabilities = [{}]\nseason = \"2021\"\nsource = \"a \
         test\"\nattacks = [{{ name = \"Axe\", kind = \"melee\", hit = 3, dice = [8, 6, 4] }}]\n",
        names.join(", ")
    );
    for number in 1..=abilities {
        let option = |option: usize| {
            let dice = number * 8 + option;
            format!(
                "{{ name = \"O{option}\", effects = [{{ when = 'attacking', attack_dice = {dice} }}] }}"
            )
        };
        let options: Vec<String> = (0..8).map(option).collect();
        write!(
            text,
            "[[ability]]\nname = \"Lore {number}\"\nseason = \"2021\"\ncodes = [\"A1\"]\nsummary \
             = \"A test.\"\nchoose = {{ picks = 8, optional = true, options = [{}] }}\n",
            options.join(", ")
        )
        .expect("text");
    }
    text
}

/// Runs a command of the program in a shell with so many kB of memory; `None` without a shell that
/// limits it.
fn limited(kilobytes: u32, arguments: &str) -> Option<Output> {
    let program = env!("CARGO_BIN_EXE_warodds");
    let line = format!("ulimit -v {kilobytes} || exit 99; exec '{program}' {arguments}");
    let output = Command::new("sh").args(["-c", &line]).output().ok()?;
    if output.status.code() == Some(99) {
        eprintln!("the shell does not limit memory: skipped");
        return None;
    }
    Some(output)
}

#[test]
fn multiplying_options_are_refused_before_memory_is_taken() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("cards.toml");
    std::fs::write(&path, cards(3)).expect("a file");
    let path = path.display();
    for (question, code) in [
        ("attack loremasters 'lannister guardsmen'", 2),
        ("attack 'lannister guardsmen' loremasters --no-orders", 2),
        ("charge loremasters 'lannister guardsmen' --distance 8", 2),
        ("duel loremasters 'lannister guardsmen'", 2),
        ("survive loremasters --by 'lannister guardsmen'", 2),
        ("matrix --attackers loremasters --defenders 'lannister guardsmen'", 2),
        ("compare loremasters 'stark sworn swords'", 2),
        ("attachments --for loremasters", 2),
        ("attack loremasters 'lannister guardsmen' --without 'lore 1' --without 'lore 2'", 0),
        ("attack loremasters 'lannister guardsmen' --choose 'lore 1=o7' --choose 'lore 2=o7'", 0),
    ] {
        // 1.5 GB of addresses hold the program and its threads
        let arguments = format!("{question} --catalogue '{path}' --threads 2");
        let Some(output) = limited(1_500_000, &arguments) else { return };
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {error}");
        if code == 2 {
            assert!(output.stdout.is_empty(), "{arguments}");
            // 256 sets of options of each of three abilities; with the order of the Guardsmen or
            // without it
            let has = |combinations: u64| error.contains(&format!("have {combinations} comb"));
            assert!(has(256 * 256 * 256) || has(256 * 256 * 256 * 2), "{arguments}: {error}");
            assert!(error.contains("at most 4096 are compared"), "{error}");
            assert!(error.contains("`Lore 1` of Loremasters (256)"), "{error}");
        }
    }
}

/// The most combinations of the shipped cards are far below the limit: each unit with its own
/// orders and options, against a unit with those of another one.
#[test]
fn shipped_units_are_never_refused() {
    let all_tokens: Tokens = Token::ALL.into_iter().collect();
    let fighter = |named: NamedUnit<'_>| {
        let weapon = WeaponFilter::Any.first(&named.unit.attacks)?;
        let fighter = Combatant::full(&named.unit, all_tokens, Spending::WhenItHelps).ok()?;
        Some(fighter.attacking_with(weapon))
    };
    let units = Catalogue::shipped().filtered("0..20").expect("a filter");
    let fighters: Vec<Combatant> = units.into_iter().filter_map(fighter).collect();
    assert!(fighters.len() > 100);
    for (number, fighter) in fighters.iter().enumerate() {
        let others = fighters.iter().skip(number % 7).step_by(7);
        for other in others {
            let attack = Attack::new(fighter.clone(), other.clone(), Context::default());
            assert!(
                !matches!(attack, Err(CombatantError::TooManyChoices { .. })),
                "{} {}: {attack:?}",
                fighter.name,
                other.name
            );
        }
    }
}
