//! Where results go: a directory that is tried before the work begins, and beside it another for
//! what a run leaves that is stopped, so that a whole result never gives way to a part of one.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use anyhow::anyhow;

use super::failure::Failure;
use super::{print, watch};
use crate::document::STANDARD_INPUT;
use crate::report::{Artifact, files};

/// The ending of directories for what stopped runs leave.
const PARTIAL: &str = ".partial";

/// How far an answer got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To its end.
    Whole,
    /// Until the run was stopped.
    Partial,
}

impl Extent {
    /// That of an answer that says whether it is partial.
    pub const fn of(partial: bool) -> Self {
        if partial { Self::Partial } else { Self::Whole }
    }
}

/// Where the results of a file, or of a question about a field of units, go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// What `--out` names.
    out: PathBuf,
    /// The directory in it for a whole result; none where that has all of it.
    whole: Option<OsString>,
    /// The directory in it for a part.
    partial: OsString,
}

impl Destination {
    /// `OUT/NAME/` and `OUT/NAME.partial/` for a file called `NAME.toml`; of standard input the
    /// name is `stdin`.
    ///
    /// # Errors
    /// When such a directory would not lie in `OUT`, or is meant for parts of other results.
    pub fn of_file(out: &Path, file: &Path) -> Result<Self, Failure> {
        let stem = if file == Path::new(STANDARD_INPUT) {
            OsStr::new("stdin")
        } else {
            file.file_stem().unwrap_or_default()
        };
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
        let partial = [stem, OsStr::new(PARTIAL)].into_iter().collect();
        Ok(Self { out: out.to_owned(), whole: Some(stem.to_owned()), partial })
    }

    /// `OUT/` itself and `OUT/STEM.partial/` for a question that has `OUT` to itself.
    pub fn of_question(out: &Path, stem: &str) -> Self {
        Self { out: out.to_owned(), whole: None, partial: format!("{stem}{PARTIAL}").into() }
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
    pub fn is_that_of(&self, other: &Self) -> bool {
        let key = |one: &Self| one.dir(Extent::Whole).to_string_lossy().to_lowercase();
        key(self) == key(other)
    }

    /// Tries it before the work begins. Where the answer is printed for programs as well, a
    /// failure is only told: nothing is lost by going on.
    pub fn try_writing(&self, is_printed: bool) -> Result<(), Failure> {
        match self.tried() {
            Err(error) if is_printed => {
                print::note(&format!("warning: {error:#}; the answer will only be printed"));
                Ok(())
            }
            tried => tried.map_err(Failure::Failed),
        }
    }

    fn tried(&self) -> anyhow::Result<()> {
        self.check_links()?;
        for extent in [Extent::Whole, Extent::Partial] {
            files::try_writing(&self.dir(extent))?;
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
    pub fn write(&self, extent: Extent, artifacts: &[Artifact]) -> Result<String, Failure> {
        self.check_links()?;
        let dir = self.dir(extent);
        let written = watch::undisturbed(|| files::write(&dir, artifacts));
        let count = written.map_err(anyhow::Error::from)?.len();
        Ok(format!("{count} files written to {}", dir.display()))
    }
}

/// Whether a name is that of a file or directory, and no way to another place.
fn is_one_name(name: &OsStr) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(one)), None) if one == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directories_in_out_are_written() {
        let of = |file: &str| Destination::of_file(Path::new("out"), Path::new(file));
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
        let all = Destination::of_question(Path::new("out/all"), "matrix");
        assert_eq!(all.dir(Extent::Whole), Path::new("out/all"));
        assert_eq!(all.dir(Extent::Partial), Path::new("out/all/matrix.partial"));
    }
}
