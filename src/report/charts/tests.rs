//! Charts of ordinary and of odd findings.

use std::path::Path;

use image::ImageReader;

use super::*;
use crate::report::samples;

fn names(charts: &Charts) -> Vec<&str> {
    charts.files.iter().map(|file| file.name.as_str()).collect()
}

fn text<'a>(charts: &'a Charts, name: &str) -> &'a str {
    let file = charts.files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("{name} of {:?}", names(charts)));
    std::str::from_utf8(&file.bytes).expect("SVG is text")
}

#[test]
#[ignore = "draws to a directory for people to look at: WARODDS_LOOK=dir"]
fn look() {
    let dir = std::env::var("WARODDS_LOOK").expect("the directory is given");
    let sets: [(&str, Vec<Finding>); 8] = [
        ("charges", samples::charges(&["open", "rough"])),
        ("terrains", samples::charges(&["open", "rough", "hindering", "rough + hindering", "dangerous", "fortified", "all of it at once"])),
        ("attacks", samples::attacks()),
        ("duel", vec![samples::duel()]),
        ("panic", vec![samples::panic()]),
        ("big", vec![samples::big()]),
        ("nasty", samples::nasty()),
        ("few", vec![samples::tossed("few tosses", [3, 5, 2]), samples::tossed("many", [2600, 5000, 2400]), samples::nothing()]),
    ];
    for (name, findings) in sets {
        let charts = draw_all("Riverrun, spring", &findings).expect("drawn");
        crate::report::files::write(&Path::new(&dir).join(name), &charts.files).expect("written");
    }
}
