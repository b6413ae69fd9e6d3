//! Charts of ordinary and of odd answers: mostly what they say, and a few as drawings.

use warodds_bitmap::Pixels;

use super::*;
use crate::answer::{CriticalCount, RequestedCounts};
use crate::report::samples;
use warodds_charts::spec::{Bars, Chart, Columns, Counts, Dark, Fill, Lines, Panel, Share};

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
        assert_eq!(picture.size(), (width * 2, height * 2), "{}", png.name);
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

/// Returns the charts of answers by name.
fn described(title: &str, answers: &[Answer]) -> Vec<(String, Chart)> {
    let all = answer_pages(title, answers, &mut Vec::new());
    all.into_iter().map(|page| (page.name, page.chart)).collect()
}

/// Returns the chart of a name.
fn chart(answers: &[Answer], name: &str) -> Chart {
    let all = described("t", answers);
    let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
    let found = all.into_iter().find(|(one, _)| one == name);
    found.unwrap_or_else(|| panic!("{name} of {names:?}")).1
}

fn counts(chart: &Chart) -> &Counts {
    let [Panel::Counts(counts), ..] = &*chart.panels else { panic!("{chart:?}") };
    counts
}

fn bars(chart: &Chart) -> &Bars {
    let [Panel::Bars(bars)] = &*chart.panels else { panic!("{chart:?}") };
    bars
}

fn lines(chart: &Chart) -> &Lines {
    let [Panel::Lines(lines), ..] = &*chart.panels else { panic!("{chart:?}") };
    lines
}

fn shares(chart: &Chart) -> &[Share] {
    let [Panel::Shares(shares)] = &*chart.panels else { panic!("{chart:?}") };
    shares
}

fn columns(chart: &Chart) -> &Columns {
    let [Panel::Columns(columns)] = &*chart.panels else { panic!("{chart:?}") };
    columns
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
    // what the description says is what is written
    let curve = texts(file(&charts, "curve-reached.svg"));
    for words in ["distance (inches)", "terrain open", "terrain rough", "100 %", "13", "warodds"] {
        assert!(curve.iter().any(|text| text == words), "{words} of {curve:?}");
    }
    assert_eq!(charts, draw_all("sweep", &samples::charges(&["open", "rough"])).expect("drawn"));
}

#[test]
fn many_values_are_lines_and_few_are_bars() {
    let all = samples::charges(&["open", "rough"]);
    let curve = chart(&all, "curve-reached");
    assert!(curve.title.contains("reach") && lines(&curve).is_chance && lines(&curve).steps);
    assert_eq!(lines(&curve).across, "distance (inches)");
    let names: Vec<&str> = lines(&curve).lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["terrain open", "terrain rough"]);
    assert!(!lines(&chart(&all, "expected-charge")).is_chance);
    let few: Vec<Answer> = all
        .into_iter()
        .filter(|answer| answer.case.iter().any(|one| ["5", "13"].contains(&&*one.value)))
        .collect();
    let expected = chart(&few, "expected-charge");
    let text = |row: &warodds_charts::spec::BarRow| row.bars[0].text.clone();
    let texts: Vec<String> = bars(&expected).rows.iter().map(text).collect();
    assert!(texts.iter().any(|text| text == "0  out of reach"), "{texts:?}");
    assert!(expected.foot.starts_with("Exact."), "{}", expected.foot);
}

#[test]
fn odd_names_are_drawn_and_escaped() {
    let nasty = samples::nasty();
    let charts = draw_all(samples::NASTY.join("<&>").as_str(), &nasty).expect("drawn");
    check(&charts);
    let texts: Vec<String> = charts.files.iter().step_by(2).flat_map(texts).collect();
    assert!(texts.iter().any(|text| text.contains("\"quotes\" & <tags> 'n' ]]>")), "{texts:?}");
    for name in samples::NASTY {
        check(&draw_all(name, &[samples::coin(name, name)]).expect("drawn"));
    }
}

#[test]
fn axes_end_where_counts_are_negligible() {
    let big = chart(&[samples::big()], "distribution-attack-01");
    assert!(big.foot.contains("Counts above 33 (under 0.05 %) are not drawn"), "{}", big.foot);
    assert_eq!(*counts(&big).counts.end(), 33);
}

#[test]
fn bars_from_the_marked_count_on_are_dark_and_its_chance_is_framed() {
    let coins = || samples::coin("two coins", "front");
    let panel = |answer: Answer| counts(&chart(&[answer], "distribution-toss-01")).clone();
    // one of four pairs shows two heads, three at most one; the mean is 1
    let plain = &panel(coins()).series[0];
    assert_eq!(
        (&*plain.exactly, &*plain.reached),
        (&[0.25, 0.5, 0.25][..], &[1.0, 0.75, 0.25][..])
    );
    assert_eq!((plain.framed, &plain.dark), (Some(1), &Dark::Within(1..=i64::MAX)));
    assert_eq!((plain.mean, plain.middle), (1.0, (0.0, 2.0)));
    let mut critical = coins();
    critical.headline.critical =
        vec![CriticalCount { count: 2, words: "a rank lost", event: None }];
    let marked = panel(critical);
    assert_eq!(marked.series[0].framed, Some(2));
    let mark = &marked.marks[0];
    assert_eq!(
        (mark.count, &*mark.words, &mark.chances[0]),
        (2, "a rank lost", &"25 %".to_owned())
    );
    let mut requested = coins();
    requested.counts = RequestedCounts::new(None, Some((&coins().quantities[0], 1)));
    let most = &panel(requested).series[0];
    assert_eq!((most.row, &*most.reached), ("at most", &[0.25, 0.75, 1.0][..]));
    assert_eq!((&most.dark, most.framed), (&Dark::Within(0..=1), Some(1)));
}

#[test]
fn sampled_bars_have_whiskers_and_the_exact_mean() {
    // a single answer would have no bars
    let tossed = ["few", "more"].map(|name| samples::tossed(name, [3, 5, 2]));
    let means = chart(&tossed, "expected-toss");
    for words in ["Sampled: 10 resolutions, seed 7", "Whiskers: 95 % interval", "Diamonds: exact"] {
        assert!(means.foot.contains(words), "{words} of {}", means.foot);
    }
    let bar = &bars(&means).rows[0].bars[0];
    assert!(bar.exact == Some(1.0) && bar.interval.is_some());
    let one = chart(&[samples::tossed("few", [3, 5, 2])], "distribution-toss-01");
    let series = &counts(&one).series[0];
    assert!(series.intervals.iter().all(Option::is_some), "{series:?}");
    assert!(series.mean_words.ends_with("(exact 1.00)"), "{}", series.mean_words);
}

#[test]
fn hidden_lines_are_named() {
    let names_hidden_lines =
        |answers: &[Answer]| chart(answers, "curve-reached").foot.contains("Hidden behind");
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
    let distribution = chart(&samples::duels()[..1], "distribution-duel-01");
    let key: Vec<(&str, Option<Fill>)> =
        distribution.key.iter().map(|phrase| (phrase.text.as_str(), phrase.swatch)).collect();
    assert_eq!(
        key,
        [
            ("wounds left to Umber Greataxes", Some(Fill::A)),
            ("wounds left to Mountain's Men", Some(Fill::B))
        ]
    );
    assert_eq!(counts(&distribution).series.len(), 2);
    let mut certain = samples::panic();
    certain.quantities[0].distribution =
        crate::answer::Distribution::Exact(crate::dist::Pmf::certain(2, 3));
    assert!(described("certain", &[certain]).is_empty());
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

/// Describes a number of tosses.
fn pages_of(tosses: usize) -> (Vec<Page>, Vec<String>) {
    let many: Vec<Answer> =
        (0..tosses).map(|n| samples::coin(&format!("toss {n}"), "front")).collect();
    let mut notes = Vec::new();
    let pages = answer_pages("many", &many, &mut notes);
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
    for svg in draw_all(&title, &[samples::panic()]).expect("drawn").files.iter().step_by(2) {
        let all = texts(svg);
        assert!(!all.iter().any(|text| text.contains('…')), "{}: {all:?}", svg.name);
        let letters = |text: &str| text.replace(' ', "");
        let drawn = letters(&drawn_texts(svg).concat());
        assert!(drawn.contains(&letters(&title)), "{}: {drawn}", svg.name);
    }
}

#[test]
fn charges_from_several_distances_are_columns_of_all_charges() {
    let mut charges = samples::charges(&["open"]);
    let name = crate::games::asoiaf::results::quantity::WOUNDS;
    for charge in &mut charges {
        charge.quantities[0].name = name;
        charge.quantities[0].unit = "wounds";
        let what = charge.headline.leads[0].words.clone();
        charge.headline.leads = vec![crate::answer::Lead { quantity: name, words: what }];
    }
    let all = described("t", &charges);
    assert!(
        !all.iter().any(|(name, _)| name.starts_with("expected")),
        "the columns have the means"
    );
    let found = chart(&charges, "curve-reached");
    let columns = columns(&found);
    assert_eq!(columns.columns.len(), charges.len());
    for (column, charge) in columns.columns.iter().zip(&charges) {
        let parts: Vec<f64> = column.parts.iter().map(|(share, _)| *share).collect();
        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let reached = charge.events[0].probability();
        assert!((parts[0] + parts[1] - reached).abs() < 1e-12, "{column:?}");
    }
    assert_eq!(columns.rows[0].cells.len(), charges.len());
}

#[test]
fn odds_of_duel_name_the_winner_in_the_colours_of_the_sides() {
    let sides = ["Umber Greataxes", "Mountain's Men"];
    let duel = samples::duel("a", sides);
    let odds = chart(std::slice::from_ref(&duel), "odds-duel");
    let chance = duel.events[1].probability();
    let percent = crate::report::words::whole_percent(chance);
    assert_eq!(odds.title, format!("Victory of Umber Greataxes: {percent} %"));
    let parts = &shares(&odds)[0].parts;
    assert!(parts[0].0 == Fill::A && (parts[0].1 - chance).abs() < 1e-4, "{parts:?}");
    // the counts of the sample's events are rounded one by one
    assert!((parts.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-4);
    // several duels: between whom
    let several = chart(&samples::duels(), "odds-duel");
    assert_eq!(several.title, "Who wins, Umber Greataxes or Mountain's Men");
}

#[test]
fn odds_of_duel_include_destruction_of_both_sides() {
    let mut duel = samples::duel("a", ["Hounds", "Guards"]);
    for (event, chance) in duel.events.iter_mut().zip([0.5, 0.6, 0.1]) {
        let seen = (1000.0 * chance) as u64;
        event.distribution = samples::counted(&[1000 - seen, seen]);
        event.exact = None;
    }
    let odds = chart(&[duel], "odds-duel");
    // of 1000: both stand in 100, only Guards fall in 400, only Hounds in 300, both in 200
    assert_eq!(odds.title, "Victory of Hounds: 40 %");
    let parts: Vec<i64> =
        shares(&odds)[0].parts.iter().map(|(_, share)| (share * 1000.0).round() as i64).collect();
    assert_eq!(parts, [400, 100, 200, 300]);
    assert!(odds.key.iter().any(|phrase| phrase.text == "both destroyed"));
}

#[test]
fn duels_by_round_are_columns() {
    let with_rounds = |rounds: u8| {
        let mut duel = samples::duel("a", ["Hounds", "Guards"]);
        duel.case = vec![crate::answer::Setting::text("rounds", rounds.to_string())];
        duel
    };
    let all: Vec<Answer> = (1..=3).map(with_rounds).collect();
    let found = chart(&all, "odds-duel");
    let names: Vec<&str> = columns(&found).columns.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["1", "2", "3"]);
    assert_eq!(columns(&found).parts[0], (Fill::A, "won by Hounds".to_owned()));
    assert_eq!(columns(&found).rows.len(), 2);
}

/// Returns the drawn texts, without those for screen readers.
fn drawn_texts(svg: &Artifact) -> Vec<String> {
    let source = std::str::from_utf8(&svg.bytes).expect("SVG is text");
    let tree = roxmltree::Document::parse(source).expect("well-formed");
    let nodes = tree.descendants().filter(|node| node.has_tag_name((SVG, "text")));
    nodes.filter_map(|node| node.text().map(|text| text.trim().to_owned())).collect()
}

const SVG: &str = "http://www.w3.org/2000/svg";

#[test]
fn text_has_enough_contrast_on_every_colour() {
    use super::theme::{contrast, heat, ink_over, luminance};
    let parts = (0..=1000).map(|step| f64::from(step) / 1000.0);
    for colour in parts.flat_map(|part| [heat(part, false), heat(part, true)]) {
        let [on, ink] = [colour, ink_over(colour)].map(luminance);
        assert!(contrast(on.max(ink), on.min(ink)) >= 4.5, "{colour:?}");
    }
    // published: #767676 on white is the lightest grey with 4.5 : 1
    let grey = luminance(plotters::style::RGBColor(0x76, 0x76, 0x76));
    assert!((contrast(1.0, grey) - 4.54).abs() < 0.01);
}
