//! Draws sample charts for people to look at.

use std::path::Path;

use super::*;

#[test]
#[ignore = "draws for people to look at, into the directory that WARODDS_LOOK names"]
fn look() {
    let dir = std::env::var("WARODDS_LOOK").expect("the directory is given");
    let terrains = [
        "open",
        "rough",
        "hindering",
        "rough + hindering",
        "dangerous",
        "fortified",
        "all of it at once",
    ];
    let sampled = |mut answer: Answer, reroll: &str| {
        answer.case.push(crate::answer::Setting::text("may reroll", reroll));
        for event in &mut answer.events {
            let seen = (event.probability() * 60.0) as u64;
            event.distribution = samples::counted(&[60 - seen, seen]);
        }
        answer.method.trials = Some(60);
        answer
    };
    let panels = ["no", "yes"].map(|reroll| {
        samples::charges(&terrains[..5]).into_iter().map(|f| sampled(f, reroll)).collect::<Vec<_>>()
    });
    let long = samples::NASTY.map(|name| if name.is_empty() { "x" } else { name });
    let sets: [(&str, Vec<Answer>); 10] = [
        ("charges", samples::charges(&["open", "rough"])),
        ("terrains", samples::charges(&terrains)),
        ("panels", panels.concat()),
        ("long", samples::charges(&long[3..])),
        ("attacks", samples::attacks()),
        ("duel", samples::duels()),
        ("panic", vec![samples::panic()]),
        ("big", vec![samples::big()]),
        ("nasty", samples::nasty()),
        (
            "few",
            vec![
                samples::tossed("few tosses", [3, 5, 2]),
                samples::tossed("many", [2600, 5000, 2400]),
                samples::nothing(),
            ],
        ),
    ];
    for (name, answers) in sets {
        let charts = draw_all("Riverrun, spring", &answers).expect("drawn");
        let owner = crate::report::files::Owner::new(name);
        let dir = Path::new(&dir).join(name);
        crate::report::files::write(&dir, &owner, &charts.files).expect("written");
    }
}
