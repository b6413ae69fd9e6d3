//! The formats of a single file that `--out` may name in place of a directory.

use std::path::Path;

use crate::report::Artifact;

/// The format of a file, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileFormat {
    /// The page of the answer.
    Page,
    /// The data as CSV.
    Csv,
    /// The data as JSON.
    Json,
    /// The first chart as SVG.
    Svg,
    /// The first chart as PNG.
    Png,
}

impl FileFormat {
    /// All formats.
    pub(super) const ALL: [Self; 5] = [Self::Page, Self::Csv, Self::Json, Self::Svg, Self::Png];
    /// The formats of data and charts without a page.
    pub(super) const WITHOUT_PAGE: [Self; 3] = [Self::Json, Self::Svg, Self::Png];
    /// The formats of a page and its pictures.
    pub(super) const OF_SHEETS: [Self; 3] = [Self::Page, Self::Svg, Self::Png];

    /// Returns the format of a file that is to be written; `None` for a directory.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        // results may lie in a directory of such a name
        Self::ALL.into_iter().find(|format| format.ending() == ending).filter(|_| !path.is_dir())
    }

    /// Returns the end of the names of its files.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Page => "html",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    /// Returns what a file of this format shows.
    pub(super) const fn contents(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Csv => "table",
            Self::Json => "data",
            Self::Svg | Self::Png => "chart",
        }
    }

    /// Returns the files of this format, the most important one first.
    pub(super) fn files(self, all: &[Artifact]) -> Vec<&Artifact> {
        let is_of = |file: &&Artifact| {
            Path::new(&file.name).extension().is_some_and(|ending| ending == self.ending())
        };
        all.iter().filter(is_of).collect()
    }
}
