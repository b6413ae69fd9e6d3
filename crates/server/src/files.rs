//! The page: the files of `web/`, as they stand.

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFile {
    /// Its path below the root.
    pub path: &'static str,
    /// Its type.
    pub content_type: &'static str,
    /// What is in it.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const MANIFEST: &str = "application/manifest+json";

/// Files with the types that they have.
macro_rules! page {
    ($($name:literal: $type:expr;)*) => {
        &[$(PageFile {
            path: concat!("/", $name),
            content_type: $type,
            text: include_str!(concat!("../../../web/", $name)),
        }),*]
    };
}

/// The files that `warodds serve` hands out; `/` is `/index.html`.
pub const PAGE: &[PageFile] = page! {
    "app.css": CSS;
    "app.js": SCRIPT;
    "cards.js": SCRIPT;
    "chart.js": SCRIPT;
    "controls.js": SCRIPT;
    "engine.js": SCRIPT;
    "icon.svg": SVG;
    "index.html": HTML;
    "keys.js": SCRIPT;
    "manifest.webmanifest": MANIFEST;
    "page.js": SCRIPT;
    "picker.js": SCRIPT;
    "share.js": SCRIPT;
    "situation.js": SCRIPT;
    "state.js": SCRIPT;
    "tables.js": SCRIPT;
    "views.js": SCRIPT;
};

/// The file at a path.
#[cfg(feature = "http")]
pub(crate) fn at(path: &str) -> Option<&'static PageFile> {
    let path = if path == "/" { "/index.html" } else { path };
    PAGE.iter().find(|file| file.path == path)
}
