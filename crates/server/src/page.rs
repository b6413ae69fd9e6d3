//! The files of the page, in `page/`, compiled in. Comments and indents are left out of what is sent,
//! and each file is compressed once.

use std::io::{self, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageFile {
    /// The path from the root of the server.
    path: &'static str,
    /// The content type.
    pub content_type: &'static str,
    /// The content.
    pub text: String,
    /// The content compressed with gzip; `None` if that failed.
    pub gzip: Option<Vec<u8>>,
}

impl PageFile {
    fn new(path: &'static str, content_type: &'static str, text: &str) -> Self {
        let text = without_comments(text);
        let gzip = compressed(&text).ok();
        Self { path, content_type, text, gzip }
    }
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const MANIFEST: &str = "application/manifest+json";

/// Embeds files of `page/` with their content types.
macro_rules! page {
    ($($name:literal: $type:expr;)*) => {
        vec![$(PageFile::new(
            concat!("/", $name),
            $type,
            include_str!(concat!("../page/", $name)),
        )),*]
    };
}

/// The files that `warodds serve` delivers: all of `page/` but those of copies without a server.
static PAGE: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    page! {
        "answers.js": SCRIPT;
        "app.css": CSS;
        "app.js": SCRIPT;
        "bars.js": SCRIPT;
        "battle-form.js": SCRIPT;
        "battle.js": SCRIPT;
        "card-editor.js": SCRIPT;
        "cards.js": SCRIPT;
        "cells.js": SCRIPT;
        "changes.js": SCRIPT;
        "chart.js": SCRIPT;
        "chips.js": SCRIPT;
        "choosing.js": SCRIPT;
        "colours.js": SCRIPT;
        "controls.js": SCRIPT;
        "counts.js": SCRIPT;
        "details.js": SCRIPT;
        "drawing.js": SCRIPT;
        "duel.js": SCRIPT;
        "early.js": SCRIPT;
        "editor.js": SCRIPT;
        "engine.js": SCRIPT;
        "examples.js": SCRIPT;
        "field.js": SCRIPT;
        "form.js": SCRIPT;
        "games.js": SCRIPT;
        "heat.js": SCRIPT;
        "history.js": SCRIPT;
        "icon.svg": SVG;
        "index.html": HTML;
        "keys.js": SCRIPT;
        "leads.js": SCRIPT;
        "lists.js": SCRIPT;
        "manifest.webmanifest": MANIFEST;
        "many-answers.js": SCRIPT;
        "menu.js": SCRIPT;
        "more.css": CSS;
        "one-answer.js": SCRIPT;
        "own-cards.js": SCRIPT;
        "page.js": SCRIPT;
        "picker.js": SCRIPT;
        "plots.js": SCRIPT;
        "recent.js": SCRIPT;
        "redraw.js": SCRIPT;
        "related.js": SCRIPT;
        "replay.js": SCRIPT;
        "scatter.js": SCRIPT;
        "sequence.js": SCRIPT;
        "share.js": SCRIPT;
        "shortcuts.js": SCRIPT;
        "shown.js": SCRIPT;
        "sides.js": SCRIPT;
        "situation.js": SCRIPT;
        "state.js": SCRIPT;
        "strips.js": SCRIPT;
        "tables.js": SCRIPT;
        "tabs.js": SCRIPT;
        "tips.js": SCRIPT;
        "units.js": SCRIPT;
        "views.js": SCRIPT;
        "worth.js": SCRIPT;
    }
});

/// Empties the lines that are only a comment, and leaves out what indents lines: an eighth of what a
/// browser would load. The numbers of lines stay those of the file, and texts between backticks
/// stay as they are.
fn without_comments(text: &str) -> String {
    let mut is_text = false;
    text.lines()
        .map(|line| {
            let shown = match line.trim_start() {
                _ if is_text => line,
                bare if bare.starts_with("//") => "",
                bare => bare,
            };
            is_text ^= shown.matches('`').count() % 2 == 1;
            shown
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Compresses a text as small as gzip can.
fn compressed(text: &str) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Returns the file at a path; `/` is `/index.html`.
pub(crate) fn file(path: &str) -> Option<&'static PageFile> {
    let path = if path == "/" { "/index.html" } else { path };
    PAGE.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// The files of copies of the page without a server, which answer in the browser.
    const STATIC_ONLY: [&str; 4] = ["offline.js", "sw.js", "wasm.js", "worker.js"];

    #[test]
    fn texts_of_several_lines_keep_their_spaces() {
        let source = "  // a comment\n  const list = `Wolves\n  with // Robb\n`;\n  next();\n";
        let sent = "\nconst list = `Wolves\n  with // Robb\n`;\nnext();";
        assert_eq!(without_comments(source), sent);
    }

    #[test]
    fn compressed_files_are_the_files() {
        for file in PAGE.iter() {
            let mut text = String::new();
            let packed = file.gzip.as_deref().unwrap();
            flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
            assert_eq!(text, file.text, "{}", file.path);
        }
    }

    /// Returns the scripts that a script imports, and those that they import.
    fn imported(name: &str, found: &mut Vec<String>) {
        let text = &file(&format!("/{name}")).unwrap().text;
        for line in text.split(" from \"./").skip(1) {
            let name = line.split('"').next().unwrap();
            if !found.iter().any(|one| one == name) {
                found.push(name.to_owned());
                imported(name, found);
            }
        }
    }

    #[test]
    fn the_page_names_all_scripts_of_its_first_answer() {
        let mut needed = Vec::new();
        imported("app.js", &mut needed);
        needed.sort();
        let html = &file("/").unwrap().text;
        let named = html.split("<link rel=\"modulepreload\" href=\"").skip(1);
        let mut named: Vec<&str> = named.map(|one| one.split('"').next().unwrap()).collect();
        named.push("early.js");
        named.sort_unstable();
        assert_eq!(named, needed);
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !STATIC_ONLY.contains(&name.as_str()))
            .map(|name| format!("/{name}"))
            .collect();
        names.sort();
        let served: Vec<&str> = PAGE.iter().map(|file| file.path).collect();
        assert_eq!(served, names);
    }
}
