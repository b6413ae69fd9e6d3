//! ChartFiles of ordinary and of odd answers.

mod look;

use warodds_bitmap::Pixels;

use super::*;
use crate::answer::{CriticalCount, RequestedCounts};
use crate::report::{samples, words};

pub(super) fn names(charts: &ChartFiles) -> Vec<&str> {
    charts.files.iter().map(|file| file.name.as_str()).collect()
}

pub(super) fn file<'a>(charts: &'a ChartFiles, name: &str) -> &'a Artifact {
    charts
        .files
        .iter()
        .find(|file| file.name == name)
        .unwrap_or_else(|| panic!("{name} of {:?}", names(charts)))
}

/// Returns all texts of a well-formed SVG.
pub(super) fn texts(svg: &Artifact) -> Vec<String> {
    let text = std::str::from_utf8(&svg.bytes).expect("SVG is text");
    let tree =
        roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{}: {error}", svg.name));
    tree.descendants()
        .filter(|node| node.is_text())
        .filter_map(|node| node.text().map(|text| text.trim().to_owned()))
        .collect()
}

/// Returns the size in the attributes of an SVG.
fn size(svg: &Artifact) -> (u32, u32) {
    let text = std::str::from_utf8(&svg.bytes).expect("SVG is text");
    let tree = roxmltree::Document::parse(text).expect("well-formed");
    let number = |name: &str| {
        tree.root_element().attribute(name).and_then(|value| value.parse().ok()).expect("a size")
    };
    (number("width"), number("height"))
}

/// Checks that every file is well-formed, exists in both formats at the same size, and is not
/// blank.
pub(super) fn check(charts: &ChartFiles) {
    for [svg, png] in charts.files.as_chunks().0 {
        assert!(!texts(svg).is_empty(), "{}", svg.name);
        let (picture, (width, height)) = (Pixels::from_png(&png.bytes).expect("a PNG"), size(svg));
        assert_eq!(picture.size(), (width * 3 / 2, height * 3 / 2), "{}", png.name);
        let colours = picture.colours();
        let inked = colours.iter().filter(|colour| **colour != [255; 3]).count();
        assert!(inked * 200 > colours.len(), "{} is nearly blank", png.name);
        assert!(
            colours.iter().any(|colour| colour.iter().all(|&part| part < 60)),
            "{} has no text",
            png.name
        );
        // a drawing that is cut off would touch the edge
        assert!(picture.edge().all(|colour| *colour == [255; 3]), "{} is cut off", png.name);
    }
}

#[test]
fn no_answers_give_no_charts() {
    assert_eq!(draw_all("t", &[]).expect("drawn"), ChartFiles::default());
    let unseen = draw_all("t", &[samples::nothing()]).expect("drawn");
    assert!(unseen.files.is_empty() && unseen.notes.len() == 1);
}

#[test]
fn sweep_has_all_three_charts_in_both_formats() {
    let charts = draw_all("sweep", &samples::charges(&["open", "rough"])).expect("drawn");
    let stems = [
        "expected-charge",
        "distribution-charge-01",
        "distribution-charge-02",
        "distribution-charge-03",
        "curve-reached",
    ];
    let expected: Vec<String> =
        stems.iter().flat_map(|stem| [format!("{stem}.svg"), format!("{stem}.png")]).collect();
    assert_eq!(names(&charts), expected);
    check(&charts);
    let curve = texts(file(&charts, "curve-reached.svg"));
    for words in [
        "Distance (inches)",
        "Chance: charge reaches",
        "terrain open",
        "terrain rough",
        "100%",
        "13",
    ] {
        assert!(curve.iter().any(|text| text == words), "{words} of {curve:?}");
    }
    // nine distances are drawn as lines, not bars
    let expected = texts(file(&charts, "expected-charge.svg"));
    for words in ["Distance (inches)", "Expected wounds", "terrain open", "terrain rough"] {
        assert!(expected.iter().any(|text| text == words), "{words} of {expected:?}");
    }
    assert!(!expected.iter().any(|text| text.contains("Whiskers")));
}

#[test]
fn few_values_are_bars_with_notes_on_empty_ones() {
    let few: Vec<Answer> = samples::charges(&["open", "rough"])
        .into_iter()
        .filter(|answer| answer.case.iter().any(|one| ["5", "13"].contains(&&*one.value)))
        .collect();
    let charts = draw_all("sweep", &few).expect("drawn");
    let expected = texts(file(&charts, "expected-charge.svg"));
    assert!(
        expected.iter().any(|text| text == "0  out of reach" || text == "0 out of reach"),
        "{expected:?}"
    );
    assert!(expected.iter().any(|text| text == "Exact, without sampling"), "{expected:?}");
}

#[test]
fn odd_names_are_drawn_and_escaped() {
    let nasty = samples::nasty();
    let charts = draw_all(samples::NASTY.join("<&>").as_str(), &nasty).expect("drawn");
    check(&charts);
    let texts: Vec<String> = charts.files.iter().step_by(2).flat_map(texts).collect();
    assert!(texts.iter().any(|text| text.starts_with("\"quotes\" & <tags> 'n' ]]>")), "{texts:?}");
    for name in samples::NASTY {
        check(&draw_all(name, &[samples::coin(name, name)]).expect("drawn"));
    }
}

#[test]
fn distributions_of_many_values_are_drawn() {
    let charts = draw_all("big", &[samples::big()]).expect("drawn");
    check(&charts);
    // only counts with a chance are drawn, and a remark says so
    let texts = texts(file(&charts, "distribution-attack-01.svg"));
    assert!(
        texts.iter().any(|text| text.contains("Counts above 33 (under 0.05%) are not drawn")),
        "{texts:?}"
    );
    assert!(texts.iter().any(|text| text == "32") && !texts.iter().any(|text| text == "40"));
}

#[test]
fn marked_counts_are_labelled() {
    let label = |answer: Answer| {
        let charts = draw_all("coins", &[answer]).expect("drawn");
        let texts = texts(file(&charts, "distribution-toss-01.svg"));
        texts.into_iter().find(|text| text.starts_with(['≥', '≤']))
    };
    let coins = || samples::coin("two coins", "front");
    assert_eq!(label(coins()), None);
    // one of four pairs shows two heads, three at most one
    let mut critical = coins();
    critical.headline.critical =
        vec![CriticalCount { count: 2, words: "a rank lost", event: None }];
    assert_eq!(label(critical).as_deref(), Some("≥2: 25.0% (a rank lost)"));
    let mut requested = coins();
    requested.counts = RequestedCounts::new(None, Some((&coins().quantities[0], 1)));
    assert_eq!(label(requested).as_deref(), Some("≤1: 75.0%"));
}

#[test]
fn hidden_lines_are_named() {
    let names_hidden_lines = |answers: &[crate::answer::Answer]| {
        let charts = draw_all("lines", answers).expect("drawn");
        texts(file(&charts, "curve-reached.svg"))
            .iter()
            .any(|text| text.contains("Hidden behind an identical line"))
    };
    let apart = samples::charges(&["open", "rough"]);
    assert!(!names_hidden_lines(&apart));
    // a second line with the same chances under another name
    let again = samples::charges(&["open"]).into_iter().map(|mut answer| {
        answer
            .case
            .iter_mut()
            .filter(|setting| setting.axis == "terrain")
            .for_each(|setting| setting.value = "road".to_owned());
        answer
    });
    assert!(names_hidden_lines(&apart.iter().cloned().chain(again).collect::<Vec<_>>()));
}

#[test]
fn duel_shows_both_sides_and_certain_answers_are_not_drawn() {
    let charts = draw_all("duel", &samples::duels()).expect("drawn");
    check(&charts);
    for name in ["expected-duel.svg", "distribution-duel-01.svg"] {
        let texts = texts(file(&charts, name));
        for side in ["wounds left to Umber Greataxes", "wounds left to Mountain's Men"] {
            assert!(texts.iter().any(|text| text.contains(side)), "{side} of {texts:?}");
        }
    }
    // each side has its own line
    let texts = texts(file(&charts, "distribution-duel-01.svg"));
    assert!(
        ["Umber Greataxes, at least", "Mountain's Men, at least"]
            .iter()
            .all(|words| texts.iter().any(|text| text.ends_with(words))),
        "{texts:?}"
    );
    let mut certain = samples::panic();
    certain.quantities[0].distribution =
        crate::answer::Distribution::Exact(crate::dist::Pmf::certain(2, 3));
    assert!(draw_all("certain", &[certain]).expect("drawn").files.is_empty());
}

#[test]
fn whiskers_and_exact_means_are_explained() {
    // a single answer would have no bars
    let tossed = ["few", "more"].map(|name| samples::tossed(name, [3, 5, 2]));
    let charts = draw_all("few", &tossed).expect("drawn");
    check(&charts);
    let texts = texts(file(&charts, "expected-toss.svg"));
    assert!(
        texts
            .iter()
            .any(|text| text.ends_with("Whiskers: 95% interval of the mean. Diamonds: exact mean")),
        "{texts:?}"
    );
}

#[test]
fn charts_with_too_many_pages_are_left_out_with_a_note() {
    let (pages, notes) = pages_of(600);
    assert_eq!((pages.len(), notes.len()), (25 + 100, 0));
    let names: std::collections::HashSet<&str> =
        pages.iter().map(|page| page.name.as_str()).collect();
    assert_eq!(names.len(), 125);
    // a chart with too many pages is left out completely
    let (pages, notes) = pages_of(1206);
    assert!(pages.len() == 51 && pages.iter().all(|page| page.name.starts_with("expected-")));
    assert_eq!(notes.len(), 1);
    assert!(notes[0].starts_with("distribution-toss: not drawn, 201 pages exceed"), "{notes:?}");
}

/// Lays out the pages of a number of tosses.
fn pages_of(tosses: usize) -> (Vec<Page>, Vec<String>) {
    let many: Vec<Answer> =
        (0..tosses).map(|n| samples::coin(&format!("toss {n}"), "front")).collect();
    let mut notes = Vec::new();
    let pages = pages("many", &many, &mut notes);
    (pages, notes)
}

#[test]
fn key_charts_have_all_of_their_pages() {
    let numbers = |tosses: usize| {
        let kept = select_key_pages(pages_of(tosses).0, &mut Vec::new());
        kept.iter().map(|page| (page.name.clone(), page.number)).collect::<Vec<_>>()
    };
    // 18 tosses: a page of means, three of distributions
    let names =
        ["expected-toss", "distribution-toss-01", "distribution-toss-02", "distribution-toss-03"];
    assert_eq!(
        numbers(18),
        names.map(str::to_owned).into_iter().zip([1, 1, 2, 3]).collect::<Vec<_>>()
    );
    // 72 tosses: three pages of means; twelve more of distributions would exceed the limit
    assert_eq!(numbers(72).iter().map(|(_, number)| *number).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn titles_are_wrapped_and_never_cut() {
    let title = "Stark Sworn Swords + Sworn Sword Captain, then House Umber Berserkers; ".repeat(6);
    let title = title + &"M".repeat(200);
    for answers in [samples::charges(&["open", "rough"]), samples::duels(), vec![samples::panic()]]
    {
        for svg in draw_all(&title, &answers).expect("drawn").files.iter().step_by(2) {
            let all = texts(svg);
            assert!(!all.iter().any(|text| text.contains('…')), "{}: {all:?}", svg.name);
            let letters = |text: &str| text.replace(' ', "");
            let drawn = letters(&drawn_texts(svg).concat());
            assert!(drawn.starts_with(&letters(&title)), "{}: {drawn}", svg.name);
        }
    }
}

#[test]
fn charges_show_wounds_over_distance() {
    use crate::answer::Headline;
    let mut charges = samples::charges(&["open", "rough"]);
    for charge in &mut charges {
        let curve = charge.headline.curve;
        let distance = crate::chance::QuantityName::new("distance");
        let headline = Headline::one(distance, "charge distance", "expected charge distance");
        charge.headline = Headline { curve, ..headline };
        let mut quantity = charge.quantities[0].clone();
        (quantity.name, quantity.unit) = (distance, "inches");
        charge.quantities.insert(0, quantity);
    }
    for count in [charges.len(), 3] {
        let charts = draw_all("table", &charges[..count]).expect("drawn");
        let told = texts(file(&charts, "expected-charge.svg")).join(" ");
        assert!(told.contains("table: expected wounds by distance"), "{told}");
        assert!(names(&charts).contains(&"curve-reached.svg"), "{:?}", names(&charts));
        let all: Vec<String> = charts.files.iter().step_by(2).flat_map(texts).collect();
        assert!(!all.iter().any(|text| text.contains("expected charge distance")), "{all:?}");
    }
}

#[test]
fn odds_of_duel_name_the_winner_in_the_colours_of_the_sides() {
    let sides = ["Umber Greataxes", "Mountain's Men"];
    let charts = draw_all("ford", &[samples::duel("a", sides)]).expect("drawn");
    let odds = file(&charts, "odds-duel.svg");
    let all = texts(odds);
    let chance = samples::duel("a", sides).events[1].probability();
    let title = format!("ford: victory of Umber Greataxes {}", words::percent(chance, 1));
    for words in [
        title.as_str(),
        "victory of Umber Greataxes (Mountain's Men destroyed)",
        "victory of Mountain's Men (Umber Greataxes destroyed)",
    ] {
        assert!(all.iter().any(|text| text == words), "{words} of {all:?}");
    }
    let colours = [fills(odds), fills(file(&charts, "expected-duel.svg"))];
    let [odds_colours, means] = &colours;
    assert_eq!(odds_colours[..2], means[..2], "colours of the sides");
    let end = place_of(odds, "100%");
    assert!((end - rightmost(odds)).abs() < 2.0, "the axis ends at {end}");
    // several duels: between whom
    let several = draw_all("ford", &samples::duels()).expect("drawn");
    let all = texts(file(&several, "odds-duel.svg"));
    let title = "ford: who wins, Umber Greataxes or Mountain's Men";
    assert!(all.iter().any(|text| text == title), "{all:?}");
}

#[test]
fn odds_of_duel_include_destruction_of_both_sides() {
    let mut duel = samples::duel("a", ["Hounds", "Guards"]);
    for (event, chance) in duel.events.iter_mut().zip([0.5, 0.6, 0.1]) {
        let seen = (1000.0 * chance) as u64;
        event.distribution = samples::counted(&[1000 - seen, seen]);
        event.exact = None;
    }
    let charts = draw_all("ford", &[duel]).expect("drawn");
    let all = drawn_texts(file(&charts, "odds-duel.svg"));
    // of 1000: both stand in 100, only Guards fall in 400, only Hounds in 300, both in 200
    for words in [
        "ford: victory of Hounds 40.0%",
        "victory of Hounds (only Guards destroyed)",
        "victory of Guards (only Hounds destroyed)",
        "both stand",
        "both destroyed",
        "40.0%",
        "30.0%",
        "10.0%",
        "20.0%",
    ] {
        assert!(all.iter().any(|text| text == words), "{words} of {all:?}");
    }
}

/// Returns the drawn texts, without those for screen readers.
fn drawn_texts(svg: &Artifact) -> Vec<String> {
    let source = std::str::from_utf8(&svg.bytes).expect("SVG is text");
    let tree = roxmltree::Document::parse(source).expect("well-formed");
    let nodes = tree.descendants().filter(|node| node.has_tag_name((SVG, "text")));
    nodes.filter_map(|node| node.text().map(|text| text.trim().to_owned())).collect()
}

/// Returns the colours of rectangles in order, without repetitions and the background.
fn fills(svg: &Artifact) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for rectangle in attributes(svg, "rect", "fill") {
        if rectangle != "#FFFFFF" && !all.contains(&rectangle) {
            all.push(rectangle);
        }
    }
    all
}

/// Returns an attribute of all elements with a name.
fn attributes(svg: &Artifact, element: &str, attribute: &str) -> Vec<String> {
    let text = std::str::from_utf8(&svg.bytes).expect("SVG is text");
    let tree = roxmltree::Document::parse(text).expect("well-formed");
    let elements = tree.descendants().filter(|node| node.has_tag_name((SVG, element)));
    elements.filter_map(|node| node.attribute(attribute).map(str::to_owned)).collect()
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// Returns the horizontal position of a text.
fn place_of(svg: &Artifact, text: &str) -> f64 {
    let source = std::str::from_utf8(&svg.bytes).expect("SVG is text");
    let tree = roxmltree::Document::parse(source).expect("well-formed");
    let mut nodes = tree.descendants().filter(|node| node.has_tag_name((SVG, "text")));
    let node = nodes.find(|node| node.text().is_some_and(|found| found.trim() == text));
    node.and_then(|node| node.attribute("x")?.parse().ok()).expect("the text and its place")
}

/// Returns the right end of all lines.
fn rightmost(svg: &Artifact) -> f64 {
    let lines = attributes(svg, "polyline", "points");
    let points = lines.iter().flat_map(|points| points.split_whitespace());
    let across = points.filter_map(|point| point.split(',').next()?.parse::<f64>().ok());
    across.fold(0.0, f64::max)
}

#[test]
fn legends_use_the_words_of_probability() {
    let charts = draw_all("words", &samples::attacks()).expect("drawn");
    let all = texts(file(&charts, "distribution-attack-01.svg"));
    for words in ["exactly", "at least", "90% interval", "mean"] {
        assert!(all.iter().any(|text| text == words), "{words} of {all:?}");
    }
    let sets = [samples::attacks(), samples::duels(), samples::charges(&["open"])];
    for svg in sets.iter().flat_map(|set| draw_all("words", set).expect("drawn").files) {
        if svg.name.ends_with(".svg") {
            let told = texts(&svg).join(" ");
            assert!(!told.contains("so many") && !told.contains("nine of ten"), "{told}");
        }
    }
}
