//! Tables of small, large and odd sets of answers.

use super::*;
use crate::report::samples;

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn render_small_sets() {
    let answers = [
        samples::attacks(),
        samples::charges(&["open", "rough"]),
        samples::duels(),
        vec![samples::panic()],
    ]
    .concat();
    insta::assert_snapshot!(render(
        &answers,
        &Layout { width: 100, rows: 12, ..Layout::default() },
        Detail::Full
    ));
}

#[test]
fn render_in_eighty_columns() {
    let answers = [
        samples::attacks(),
        vec![samples::nothing(), samples::tossed("two coins", [300, 480, 220])],
    ]
    .concat();
    insta::assert_snapshot!(render(
        &answers,
        &Layout { width: 80, rows: 4, ..Layout::default() },
        Detail::Full
    ));
}

#[test]
fn duel_shows_both_sides_and_events_in_a_hundred_columns() {
    let text = render(
        &samples::duels(),
        &Layout { width: 100, rows: 12, ..Layout::default() },
        Detail::Full,
    );
    assert!(
        text.lines()
            .any(|line| line == "Columns left out: exact mean (wider terminal, --csv or --json)."),
        "{text}"
    );
    // duels of other units in the same table: headings cannot name the sides
    let mut others = vec![
        samples::duel("a", ["Umber Greataxes", "Mountain's Men"]),
        samples::duel("a", ["Freefolk", "Mountain's Men"]),
    ];
    others.iter_mut().for_each(|duel| duel.case.clear());
    others[1].name = "freefolk".into();
    let text = render(&others, &Layout { width: 160, rows: 12, ..Layout::default() }, Detail::Full);
    assert!(
        text.contains("to a ") && text.contains("Men ┆") && !text.contains("Umber ┆"),
        "{text}"
    );
}

#[test]
fn render_in_forty_columns_shows_all_numbers_as_cards() {
    let text = render(
        &samples::duels(),
        &Layout { width: 40, rows: 12, ..Layout::default() },
        Detail::Full,
    );
    assert!(
        text.lines().any(|line| line == "first b") && !text.contains("Columns left out"),
        "{text}"
    );
    assert_eq!(text.matches("exact mean").count(), 4, "{text}");
    assert!(
        widest(
            &text
                .lines()
                .filter(|line| line.starts_with(['│', '┌']))
                .collect::<Vec<_>>()
                .join("\n")
        ) <= 40,
        "{text}"
    );
}

#[test]
fn tables_never_exceed_a_narrow_terminal() {
    let answers = [
        samples::attacks(),
        samples::charges(&["open", "rough"]),
        vec![samples::big(), samples::panic()],
    ]
    .concat();
    for width in [40, 60, 80] {
        let text = render(&answers, &Layout { width, rows: 5, ..Layout::default() }, Detail::Full);
        let drawn =
            text.lines().filter(|line| line.starts_with(['│', '┌'])).collect::<Vec<_>>().join("\n");
        assert!(widest(&drawn) <= usize::from(width), "{text}");
    }
}

#[test]
fn render_accepts_empty_answers_and_odd_names() {
    assert_eq!(render(&[], &Layout::default(), Detail::Full), "No answers.\n");
    let nothing = render(&[samples::nothing()], &Layout::default(), Detail::Full);
    assert!(
        nothing.contains("stopped early after 0 resolutions") && !nothing.contains("NaN"),
        "{nothing}"
    );
    assert!(!nothing.contains('%') && !nothing.contains("mean"), "nothing is not zero: {nothing}");
    let nasty = render(
        &samples::nasty(),
        &Layout { width: 80, rows: 2, ..Layout::default() },
        Detail::Full,
    );
    assert!(nasty.contains(" not shown; the CSV and JSON output has all rows."), "{nasty}");
}

#[test]
fn rows_with_unmodelled_abilities_are_marked_and_listed_once() {
    let left_out = |unit: &str, ability: &str| crate::answer::NotModelled {
        unit: unit.to_owned(),
        ability: ability.to_owned(),
        is_card: false,
    };
    let mut answers =
        [samples::coin("a", "front"), samples::coin("b", "flank"), samples::coin("c", "rear")];
    answers[0].not_modelled =
        vec![left_out("Wolf", "Bite"), left_out("Wolf", "Howl"), left_out("Bear", "Bite")];
    answers[2].not_modelled = vec![left_out("Wolf", "Howl")];
    let text = render(&answers, &Layout::default(), Detail::Full);
    assert!(
        text.contains("front *") && text.contains("rear *") && !text.contains("flank *"),
        "{text}"
    );
    assert!(
        text.contains("\n* Abilities not counted: Bite, Howl of Wolf; Bite of Bear.\n"),
        "{text}"
    );
    assert_eq!(unmodelled::describe_answers(&[&answers[1]]), None);
}
