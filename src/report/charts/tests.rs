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

/// Checks that no two texts of a chart cover each other, that none leaves the picture, and that at
/// most two lines are below the title; on wide pages and on phones.
pub(super) fn check_texts(name: &str, chart: &Chart) {
    load_fonts().expect("a font");
    for least in [theme::WIDTH, theme::PHONE] {
        let (canvas, (width, height)) = draw::draw(chart, least);
        let mut boxes = canvas.text_boxes();
        boxes.retain(|(text, _)| !text.is_empty());
        for (text, [(left, top), (right, bottom)]) in &boxes {
            let is_inside = *left >= 0.0 && *top >= 0.0;
            let is_inside = is_inside && *right <= f64::from(width) && *bottom <= f64::from(height);
            assert!(is_inside, "{name} at {least}: {text:?} leaves the picture");
        }
        boxes.sort_by(|one, other| one.1[0].1.total_cmp(&other.1[0].1));
        for (place, (text, [from, to])) in boxes.iter().enumerate() {
            let below = boxes.iter().skip(place + 1).take_while(|(_, other)| other[0].1 < to.1);
            for (other, [other_from, other_to]) in below {
                let is_apart = to.0 <= other_from.0 || other_to.0 <= from.0;
                assert!(is_apart, "{name} at {least}: {text:?} covers {other:?}");
            }
        }
    }
    let room = theme::WIDTH - 2.0 * theme::MARGIN;
    let lines = chart.question.split('\n').map(|line| theme::SUBTITLE.wrap_whole(line, room).len());
    assert!(lines.sum::<usize>() <= 2, "{name}: {}", chart.question);
}

/// The questions whose charts are checked, as links: one for each kind of chart.
const LINKS: &[&str] = &[
    "attack/stark-sworn-swords/lannister-guardsmen?charge&facing=flank",
    "attack/stark-sworn-swords/lannister-guardsmen?facing=front,flank,rear&charge",
    "attack?dice=7&hit=2,3,4,5&defense=2,3,4,5,6&morale=6",
    "attack?dice=4,5,6,7,8,9,10&hit=3&defense=4&morale=6",
    "attack/stark-sworn-swords/lannister-guardsmen?why&sensitivity",
    "charge/stark-outriders/lannister-guardsmen?distance=6,7,8,9,10,11,12",
    "charge/stark-outriders/lannister-guardsmen?distance=6,7,8,9,10,11,12&facing=front,flank",
    "panic?morale=4,5,6,7,8,9",
    "retreat/lannister-guardsmen?distance=3,4,5,6,7,8",
    "duel/stark-sworn-swords/lannister-guardsmen",
    "duel/stark-sworn-swords/lannister-guardsmen?rounds=1,2,3,4,5,6",
    "duel/stark-sworn-swords/lannister-guardsmen?first=a,b",
    "survive/house-umber-berserkers?by=lannister%20halberdiers",
    "sequence/lannister-guardsmen?by=stark%20outriders%3Acharge,flank&by=stark%20bowmen%3Aranged&\
     by=umber%20berserkers&best-order",
    "sequence/lannister-guardsmen?by=stark%20outriders%3Acharge,flank&by=stark%20bowmen%3Aranged",
    "options/stark-bowmen/lannister-guardsmen?distance=6,7,8,9,10,11,12",
    "options/stark-outriders/lannister-crossbowmen?distance=9&facing=front,flank",
    "deck?copies=1,2&round=1,2,3,4,5,6",
    "deck?copies=2&round=3",
    "matrix?attackers=stark&defenders=lannister",
    "matrix?attackers=stark,infantry&defenders=lannister,infantry&duel",
    "compare/stark-sworn-swords/house-umber-berserkers",
    "compare/stark-sworn-swords/house-umber-berserkers/stark-bowmen",
    "compare/stark-sworn-swords/house-umber-berserkers?why",
    "attachments?for=lannister-guardsmen&against=stark",
    "rate?units=stark,infantry",
    "westeros/attack/red%20infantry/blue%20infantry",
    "westeros/exchange/blue%20infantry%20stalwart/red%20cavalry",
    "warmachine/damage?skill=5,6,7,8&def=10,11,12,13&pow=20&arm=16,17,18",
    "warmachine/boost-or-buy?skill=7&def=13&pow=16&arm=19&attacks=2&points=1,2,3&boxes=25",
];

/// Returns the charts of a question.
fn linked(link: &str) -> Vec<Page> {
    use crate::engine::StdControl;
    use crate::request::Setup;
    use crate::request::link::Link;
    let setup = Setup::shipped();
    let link = Link::parse(link, setup.catalogue).unwrap_or_else(|error| panic!("{link}: {error}"));
    let Link { kind, given, .. } = &link;
    let request = kind.request(kind.keys(), given, &setup);
    let request = request.unwrap_or_else(|error| panic!("{link:?}: {error}"));
    let reply = request.reply(kind, given, &setup, &StdControl).expect("an answer");
    warodds_charts::reply_pages(&request, &reply, "chart", &StdControl).expect("charts")
}

#[test]
fn texts_of_charts_of_questions_do_not_cover_each_other() {
    let faults: Vec<String> = LINKS
        .iter()
        .flat_map(|link| linked(link).into_iter().map(move |page| (*link, page)))
        .filter_map(|(link, page)| {
            let name = format!("{link}: {}", page.name);
            let checked = std::panic::catch_unwind(|| check_texts(&name, &page.chart));
            let message = |fault: Box<dyn std::any::Any + Send>| {
                fault.downcast_ref::<String>().cloned().unwrap_or_default()
            };
            checked.err().map(message)
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn texts_of_charts_of_samples_do_not_cover_each_other() {
    let several = [
        samples::attacks(),
        samples::charges(&["open", "rough"]),
        samples::charges(&["a", "b", "c", "d", "e", "f", "g"]),
        samples::duels(),
        vec![samples::panic()],
        vec![samples::big()],
        vec![samples::coin("two coins", "front")],
        ["few", "more"].map(|name| samples::tossed(name, [3, 5, 2])).into(),
    ];
    for answers in several {
        for (name, chart) in described("t", &answers) {
            check_texts(&name, &chart);
        }
    }
}

/// A title is never the text of a command line, and says something.
#[test]
fn titles_are_findings_without_raw_input() {
    for link in LINKS {
        for Page { name, chart, .. } in linked(link) {
            let title = &chart.title;
            let is_raw = title.contains(['`', '=', '_']) || title.contains("list=");
            assert!(!is_raw && !title.contains(":charge"), "{link}: {name}: {title}");
            let says = title.chars().any(|c| c.is_ascii_digit()) || title.contains("not matter");
            assert!(
                says || title.starts_with("Best: ") || title.starts_with("No "),
                "{link}: {name}: {title}"
            );
        }
    }
}

#[test]
fn exchange_draws_units_that_are_driven_back() {
    let pages = linked("westeros/exchange/blue%20infantry%20stalwart/red%20cavalry");
    let odds = &pages.iter().find(|page| page.name.starts_with("odds")).expect("odds").chart;
    assert_eq!(odds.title, "Blue infantry drives red cavalry back: 72 %");
    let parts = &shares(odds)[0].parts;
    assert!((parts.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{parts:?}");
    assert!((parts[1].1 - 0.717).abs() < 1e-3 && parts[1].0 == Fill::APale, "{parts:?}");
    // most exchanges destroy nobody, so nothing is even at a half
    let (canvas, _) = draw::draw(odds, theme::WIDTH);
    assert!(!canvas.text_boxes().iter().any(|(text, _)| text == "even"));
}

#[test]
fn long_comparison_has_the_ends_and_a_strip() {
    let pages = linked("compare/stark-sworn-swords/house-umber-berserkers");
    let [page] = pages.as_slice() else { panic!("{} pages", pages.len()) };
    let bars = bars(&page.chart);
    assert_eq!(bars.rows.len(), 21);
    let strip = &bars.rows[10];
    assert!(strip.bars.is_empty() && strip.name.ends_with("units between"), "{strip:?}");
    let value = |row: &warodds_charts::spec::BarRow| row.bars[0].value;
    let (least, most) = (value(&bars.rows[11]), value(&bars.rows[9]));
    assert!(strip.strokes.iter().all(|one| (least..=most).contains(one)));
}

#[test]
fn options_at_several_distances_are_lines() {
    let pages = linked("options/stark-bowmen/lannister-guardsmen?distance=6,7,8,9,10,11,12");
    let lines = lines(&pages[0].chart);
    let names: Vec<&str> = lines.lines.iter().map(|line| &*line.name).collect();
    // shooting at three arcs and charging three, less the one that is never among the best; holding
    // has one line, which is drawn where it is
    assert_eq!(names.len(), 6, "{names:?}");
    assert!(names.starts_with(&["Shoot at the rear", "Shoot at the flank"]), "{names:?}");
    assert!(lines.lines.iter().all(|line| line.points.is_sorted_by_key(|point| point.0)));
}

#[test]
fn settings_that_do_not_matter_are_one_line() {
    let pages = linked("warmachine/damage?skill=6&def=10,11,12,13,14,15&pow=20&arm=16,17,18");
    let hit = pages.iter().find(|page| page.name == "curve-hit").expect("a curve");
    assert_eq!(lines(&hit.chart).lines.len(), 1);
    assert!(hit.chart.title.ends_with("; ARM does not matter"), "{}", hit.chart.title);
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
    assert_eq!(odds.title, format!("Umber Greataxes win {percent} %"));
    let parts = &shares(&odds)[0].parts;
    assert!(parts[0].0 == Fill::A && (parts[0].1 - chance).abs() < 1e-4, "{parts:?}");
    // the counts of the sample's events are rounded one by one
    assert!((parts.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-4);
    // several duels: between whom
    let several = chart(&samples::duels(), "odds-duel");
    assert_eq!(several.title, "Umber Greataxes win most often with first a: 54 %");
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
    assert_eq!(odds.title, "Hounds win 40 %");
    let parts: Vec<i64> =
        shares(&odds)[0].parts.iter().map(|(_, share)| (share * 1000.0).round() as i64).collect();
    // nobody is driven back in a duel
    assert_eq!(parts, [400, 0, 100, 200, 0, 300]);
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

/// Returns the stops of a scale of the page: `--heat-0` to `--heat-4`.
fn page_stops(scheme: &str, scale: &str) -> Vec<plotters::style::RGBColor> {
    let stop = |place: usize| {
        let name = format!("--{scale}-{place}: #");
        let start = scheme.find(&name).expect("a stop") + name.len();
        let digits = scheme.get(start..start + 6).expect("six digits");
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("a byte");
        plotters::style::RGBColor(part(0), part(2), part(4))
    };
    (0..5).map(stop).collect()
}

/// The page colours cells by `heatOf` in `colours.js`: white or black text by depth.
#[test]
fn text_on_cells_of_the_page_has_enough_contrast() {
    use super::theme::{contrast, luminance};
    let css = include_str!("../../../crates/server/page/app.css");
    let schemes: Vec<&str> = css.split(":root").skip(1).collect();
    for scheme in schemes.iter().filter(|scheme| scheme.contains("--heat-0")) {
        let is_dark = scheme.contains("--on-deep: #000");
        for scale in ["heat", "sides"] {
            let stops = page_stops(scheme, scale);
            for step in 0..=1000 {
                let part = f64::from(step) / 1000.0;
                // the page rounds shares of colours to whole percents
                let share = (100.0 * (part * 4.0).fract()).round() / 100.0;
                let low = (part * 4.0).floor() as usize;
                let (from, to) = (stops[low], stops[(low + 1).min(4)]);
                let blend = |a: u8, b: u8| {
                    (f64::from(a) * (1.0 - share) + f64::from(b) * share).round() as u8
                };
                let colour = plotters::style::RGBColor(
                    blend(from.0, to.0),
                    blend(from.1, to.1),
                    blend(from.2, to.2),
                );
                let depth = if scale == "sides" { (part - 0.5).abs() * 2.0 } else { part };
                let (dark, light) = match (scale, part < 0.5) {
                    ("heat", _) => (0.48, 0.64),
                    (_, true) => (0.42, 0.87),
                    (_, false) => (0.48, 0.78),
                };
                let is_white = if depth < dark { is_dark } else { depth >= light && !is_dark };
                let on = luminance(colour);
                let ratio = if is_white { contrast(1.0, on) } else { contrast(on, 0.0) };
                assert!(ratio >= 4.5, "{scale} {part}, dark {is_dark}: {ratio:.2}");
            }
        }
    }
}
