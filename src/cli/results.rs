//! Directories for results. Each question has its own directory in that of `--out`, checked before
//! the work begins, and another for partial results, so that a partial result never replaces a
//! complete one.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use anyhow::anyhow;

use super::failure::Failure;
use super::input::Input;
use super::slug::{self, QuestionName};
use super::{print, watch};
use crate::counted::counted;
use crate::report::files::{FileError, Owner};
use crate::report::{Artifact, files, page};

/// Suffix of directories for partial results.
const PARTIAL: &str = ".partial";

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        if error.is_bad_input() { Self::input(error) } else { Self::Failed(error.into()) }
    }
}

/// Whether an answer is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Complete.
    Whole,
    /// Stopped early.
    Partial,
}

impl Extent {
    /// Converts from the flag of an answer.
    pub(super) const fn of(partial: bool) -> Self {
        if partial { Self::Partial } else { Self::Whole }
    }
}

/// The directories for the results of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    /// Directory named by `--out`.
    out: PathBuf,
    /// Directory in it for a complete result; `None` for `out` itself.
    whole: Option<OsString>,
    /// Directory in it for a partial result.
    partial: OsString,
    /// The question, which replaces only its own files.
    owner: Owner,
}

impl Destination {
    /// Returns `OUT/NAME/` and `OUT/NAME.partial/` for a file `NAME.toml`. Input that is not a
    /// regular file gets the name `stdin-` with a hash of its text.
    ///
    /// # Errors
    /// If the directory would not be inside `OUT`, or has the suffix of partial results.
    pub(super) fn of_file(out: &Path, input: &Input) -> Result<Self, Failure> {
        Self::of_game(out, input, "")
    }

    /// Returns the directories of one of several questions of a file, with a suffix.
    ///
    /// # Errors
    /// As [`of_file`](Self::of_file).
    pub(super) fn of_game(out: &Path, input: &Input, ending: &str) -> Result<Self, Failure> {
        if !input.is_regular() {
            let name = format!("stdin-{}{ending}", slug::hash(&input.text));
            return Ok(Self::of_question(out, &QuestionName::plain(&name)));
        }
        let file = &input.path;
        let stem = stem_in_out(file, file.file_stem().unwrap_or_default())?;
        let name = [stem, OsStr::new(ending)].into_iter().collect();
        // relative to the output directory, so that both can be moved or mounted elsewhere together
        let owner = Owner::new(&format!("{}{ending}", slug::relative(out, file).display()));
        Ok(Self::named(out, name, owner))
    }

    /// Returns the directories of the shards of a file or link `name`.
    ///
    /// # Errors
    /// As [`of_file`](Self::of_file).
    pub(super) fn of_merged(out: &Path, name: &Path) -> Result<Self, Failure> {
        let stem = stem_in_out(name, name.file_stem().unwrap_or_default())?;
        let owner = Owner::new(&format!("merge of {}", name.display()));
        Ok(Self::named(out, stem.to_owned(), owner))
    }

    /// Returns `OUT/NAME/` and `OUT/NAME.partial/` for a question.
    pub(super) fn of_question(out: &Path, name: &QuestionName) -> Self {
        Self::named(out, name.folder.clone().into(), Owner::new(&name.question))
    }

    /// Returns `OUT/` itself, for files that are not answers.
    pub(super) fn of_pages(out: &Path, what: &str) -> Self {
        Self { whole: None, ..Self::named(out, what.into(), Owner::new(what)) }
    }

    fn named(out: &Path, name: OsString, owner: Owner) -> Self {
        let partial = [name.as_os_str(), OsStr::new(PARTIAL)].into_iter().collect();
        Self { out: out.to_owned(), whole: Some(name), partial, owner }
    }

    /// Returns the directory for a complete or partial answer.
    fn dir(&self, extent: Extent) -> PathBuf {
        match extent {
            Extent::Whole => {
                self.whole.as_ref().map_or_else(|| self.out.clone(), |name| self.out.join(name))
            }
            Extent::Partial => self.out.join(&self.partial),
        }
    }

    /// Returns whether two destinations are the same on a file system that ignores case.
    pub(super) fn collides_with(&self, other: &Self) -> bool {
        let key = |one: &Self| one.dir(Extent::Whole).to_string_lossy().to_lowercase();
        key(self) == key(other)
    }

    /// Checks before the work begins that results can be written. If the answer is also printed as
    /// data, an error of the system is only a warning.
    pub(super) fn check_writable(&self, is_printed: bool) -> Result<(), Failure> {
        match self.check_directories() {
            Err(Failure::Failed(error)) if is_printed => {
                print::note(&format!("warning: {error:#}; the answer will only be printed"));
                Ok(())
            }
            checked => checked,
        }
    }

    fn check_directories(&self) -> Result<(), Failure> {
        self.check_links()?;
        // both, because only a signal during the run decides which one is needed
        for extent in [Extent::Whole, Extent::Partial] {
            files::check_writable(&self.dir(extent), &self.owner)?;
        }
        Ok(())
    }

    /// Refuses symbolic links, which could lead out of the directory that the player named.
    fn check_links(&self) -> anyhow::Result<()> {
        for name in self.whole.iter().chain([&self.partial]) {
            let dir = self.out.join(name);
            if dir.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
                let link = dir.display();
                return Err(anyhow!("cannot write to {link}: it is a link; remove it"));
            }
        }
        Ok(())
    }

    /// Returns the path of the page of a complete or partial answer.
    pub(super) fn page(&self, extent: Extent) -> PathBuf {
        self.dir(extent).join(page::FILE)
    }

    /// Writes all files or none, and returns a note on where they are.
    pub(super) fn write(&self, extent: Extent, artifacts: &[Artifact]) -> Result<String, Failure> {
        self.check_links()?;
        let dir = self.dir(extent);
        let written = watch::undisturbed(|| files::write(&dir, &self.owner, artifacts));
        let count = written?.len();
        Ok(format!("{} written to {}", counted(count as u64, "file", "files"), dir.display()))
    }
}

/// Checks that the stem of a file name is usable as a directory in `--out`.
fn stem_in_out<'a>(file: &Path, stem: &'a OsStr) -> Result<&'a OsStr, Failure> {
    let refused = |why: &str| {
        let (file, stem) = (file.display(), Path::new(stem).display());
        let wrong = format!("{file}: its results would go to the directory `{stem}`, {why}");
        Failure::input(format!("{wrong}; give the file another name"))
    };
    if !is_one_name(stem) {
        return Err(refused("which is not inside that of --out"));
    }
    if stem.to_string_lossy().to_lowercase().ends_with(PARTIAL) {
        return Err(refused("and that suffix is for partial results"));
    }
    Ok(stem)
}

/// Returns whether a name is a single path component.
fn is_one_name(name: &OsStr) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(one)), None) if one == name)
}

#[cfg(test)]
mod tests {
    use super::super::input::InputSource;
    use super::*;

    #[test]
    fn destinations_are_inside_out() {
        let of = |file: &str| {
            let input = Input { path: file.into(), text: String::new(), source: InputSource::File };
            Destination::of_file(Path::new("out"), &input)
        };
        let duel = of("scenarios/duel.toml").expect("a plain name");
        assert_eq!(duel.dir(Extent::Whole), Path::new("out/duel"));
        assert_eq!(duel.dir(Extent::Partial), Path::new("out/duel.partial"));
        assert!(duel.collides_with(&of("else/Duel.toml").expect("a plain name")));
        // stems: `..`, `.`, none, and two with the suffix of partial results
        for file in
            ["...toml", "..toml", "scenarios/..", "/", "duel.partial.toml", "a.PARTIAL.toml"]
        {
            assert!(matches!(of(file), Err(Failure::BadInput(_))), "{file}");
        }
        assert!(of("duel.partial").is_ok(), "a file called duel.partial has the stem duel");
        let all = Destination::of_question(Path::new("out/all"), &QuestionName::plain("matrix"));
        assert_eq!(all.dir(Extent::Whole), Path::new("out/all/matrix"));
        assert_eq!(all.dir(Extent::Partial), Path::new("out/all/matrix.partial"));
    }
}
