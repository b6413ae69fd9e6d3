//! A catalogue of cards, attachments and abilities: read, or refused with messages; what is read
//! makes units.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use warodds::catalogue::Catalogue;

/// A place for the file, which every run writes anew.
static PLACE: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fuzz.toml");
    (folder, path)
});

fuzz_target!(|text: &str| {
    std::fs::write(&PLACE.1, text).expect("a file");
    let mut catalogue = Catalogue::default();
    if let Err(wrong) = catalogue.add(&PLACE.1) {
        wrong.iter().for_each(|fault| assert!(!fault.to_string().is_empty()));
        return;
    }
    for card in catalogue.cards() {
        catalogue.unit(card).not_modelled();
    }
});
