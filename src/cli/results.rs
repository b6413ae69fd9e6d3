//! Where results go: each question has a directory of its own in that of `--out`, which is tried
//! before the work begins, and another beside it for what a stopped run leaves, so that a whole
//! result never gives way to a part of one.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use anyhow::anyhow;

use super::failure::Failure;
use super::input::Input;
use super::slug::{self, QuestionName};
use super::{print, watch};
use crate::report::files::{FileError, Owner};
use crate::report::{Artifact, files};

/// The ending of directories for what stopped runs leave.
const PARTIAL: &str = ".partial";

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        if error.is_bad_input() { Self::input(error) } else { Self::Failed(error.into()) }
    }
}

/// How far an answer got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// To its end.
    Whole,
    /// Until the run was stopped.
    Partial,
}

impl Extent {
    /// That of an answer that says whether it is partial.
    pub(super) const fn of(partial: bool) -> Self {
        if partial { Self::Partial } else { Self::Whole }
    }
}

/// Where the results of a question go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    /// What `--out` names.
    out: PathBuf,
    /// The directory in it for a whole result; none if `out` itself takes it.
    whole: Option<OsString>,
    /// The directory in it for a part.
    partial: OsString,
    /// The question: only its own files are replaced.
    owner: Owner,
}

impl Destination {
    /// `OUT/NAME/` and `OUT/NAME.partial/` for a file called `NAME.toml`. Input that is no regular
    /// file has the name `stdin-` with a hash of its text.
    ///
    /// # Errors
    /// When such a directory would not lie in `OUT`, or is meant for parts of other results.
    pub(super) fn of_file(out: &Path, input: &Input) -> Result<Self, Failure> {
        Self::of_game(out, input, "")
    }

    /// The same for one of several questions of a file, told apart by the ending of its directory.
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
        let owner = Owner::new(&format!("{}{ending}", slug::relative(out, file).display()));
        Ok(Self::named(out, name, owner))
    }

    /// That of the shards of a file or a link called `name`.
    ///
    /// # Errors
    /// As [`of_file`](Self::of_file).
    pub(super) fn of_merged(out: &Path, name: &Path) -> Result<Self, Failure> {
        let stem = stem_in_out(name, name.file_stem().unwrap_or_default())?;
        let owner = Owner::new(&format!("merge of {}", name.display()));
        Ok(Self::named(out, stem.to_owned(), owner))
    }

    /// `OUT/NAME/` and `OUT/NAME.partial/` for a question.
    pub(super) fn of_question(out: &Path, name: &QuestionName) -> Self {
        Self::named(out, name.folder.clone().into(), Owner::new(&name.question))
    }

    /// `OUT/` itself, for what is not an answer.
    pub(super) fn of_pages(out: &Path, what: &str) -> Self {
        Self { whole: None, ..Self::named(out, what.into(), Owner::new(what)) }
    }

    fn named(out: &Path, name: OsString, owner: Owner) -> Self {
        let partial = [name.as_os_str(), OsStr::new(PARTIAL)].into_iter().collect();
        Self { out: out.to_owned(), whole: Some(name), partial, owner }
    }

    /// Its directory for an answer that got so far.
    fn dir(&self, extent: Extent) -> PathBuf {
        match extent {
            Extent::Whole => {
                self.whole.as_ref().map_or_else(|| self.out.clone(), |name| self.out.join(name))
            }
            Extent::Partial => self.out.join(&self.partial),
        }
    }

    /// Whether both would write over each other's results, on some systems at least.
    pub(super) fn is_that_of(&self, other: &Self) -> bool {
        let key = |one: &Self| one.dir(Extent::Whole).to_string_lossy().to_lowercase();
        key(self) == key(other)
    }

    /// Tries it before the work begins. Where the answer is printed for programs as well, a
    /// failure of the system is only told: nothing is lost by going on.
    pub(super) fn try_writing(&self, is_printed: bool) -> Result<(), Failure> {
        match self.tried() {
            Err(Failure::Failed(error)) if is_printed => {
                print::note(&format!("warning: {error:#}; the answer will only be printed"));
                Ok(())
            }
            tried => tried,
        }
    }

    fn tried(&self) -> Result<(), Failure> {
        self.check_links()?;
        for extent in [Extent::Whole, Extent::Partial] {
            files::check_writable(&self.dir(extent), &self.owner)?;
        }
        Ok(())
    }

    /// Nothing is written out of the directory that the player named, where a link in it leads.
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

    /// Writes all files or none, and says where they are.
    pub(super) fn write(&self, extent: Extent, artifacts: &[Artifact]) -> Result<String, Failure> {
        self.check_links()?;
        let dir = self.dir(extent);
        let written = watch::undisturbed(|| files::write(&dir, &self.owner, artifacts));
        let count = written?.len();
        Ok(format!("{count} files written to {}", dir.display()))
    }
}

/// The stem of a file's name as the name of a directory.
fn stem_in_out<'a>(file: &Path, stem: &'a OsStr) -> Result<&'a OsStr, Failure> {
    let refused = |why: &str| {
        let (file, stem) = (file.display(), Path::new(stem).display());
        let wrong = format!("{file}: its results would go to the directory `{stem}`, {why}");
        Failure::input(format!("{wrong}; give the file another name"))
    };
    if !is_one_name(stem) {
        return Err(refused("which does not lie in that of --out"));
    }
    if stem.to_string_lossy().to_lowercase().ends_with(PARTIAL) {
        return Err(refused("and such names are for what is left of runs that were stopped"));
    }
    Ok(stem)
}

/// Whether a name is that of a file or directory, and no way to another place.
fn is_one_name(name: &OsStr) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(one)), None) if one == name)
}

#[cfg(test)]
mod tests {
    use super::super::input::InputSource;
    use super::*;

    #[test]
    fn only_directories_in_out_are_written() {
        let of = |file: &str| {
            let input = Input { path: file.into(), text: String::new(), source: InputSource::File };
            Destination::of_file(Path::new("out"), &input)
        };
        let duel = of("scenarios/duel.toml").expect("a plain name");
        assert_eq!(duel.dir(Extent::Whole), Path::new("out/duel"));
        assert_eq!(duel.dir(Extent::Partial), Path::new("out/duel.partial"));
        assert!(duel.is_that_of(&of("else/Duel.toml").expect("a plain name")));
        // the stems are `..`, `.`, nothing, and what stopped runs of `duel` leave
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
