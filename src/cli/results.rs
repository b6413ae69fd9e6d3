//! Where results go: to the file that `--out` names, or to a directory.
//!
//! Each question has its own directory in that of `--out`, checked before the work begins, and
//! another for partial results, so that a partial result never replaces a complete one.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use anyhow::anyhow;

use super::failure::Failure;
use super::file_format::FileFormat;
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

/// Where the results of a question go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// All of them to a directory.
    Folders(Folders),
    /// One of them to a file.
    File(PathBuf, FileFormat),
}

/// The directories for the results of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folders {
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

    /// Returns `OUT/NAME/` and `OUT/NAME.partial/` for a question. If another question of this name
    /// has written there, a hash of the question distinguishes them.
    pub(super) fn of_question(out: &Path, name: &QuestionName) -> Self {
        let owner = Owner::new(&name.question);
        match Self::named(out, name.folder.clone().into(), owner.clone()) {
            Self::Folders(folders) if folders.are_taken() => {
                let folder = format!("{}-{}", name.folder, slug::hash(&name.question));
                Self::named(out, folder.into(), owner)
            }
            free => free,
        }
    }

    /// Returns `OUT/` itself, for files that are not answers.
    pub(super) fn of_pages(out: &Path, what: &str) -> Self {
        match Self::named(out, what.into(), Owner::new(what)) {
            Self::Folders(folders) => Self::Folders(Folders { whole: None, ..folders }),
            file @ Self::File(..) => file,
        }
    }

    fn named(out: &Path, name: OsString, owner: Owner) -> Self {
        if let Some(format) = FileFormat::of(out) {
            return Self::File(out.to_owned(), format);
        }
        let partial = [name.as_os_str(), OsStr::new(PARTIAL)].into_iter().collect();
        Self::Folders(Folders { out: out.to_owned(), whole: Some(name), partial, owner })
    }

    /// Returns whether two destinations are the same on a file system that ignores case.
    pub(super) fn collides_with(&self, other: &Self) -> bool {
        let path = |one: &Self| match one {
            Self::Folders(folders) => folders.dir(Extent::Whole),
            Self::File(path, _) => path.clone(),
        };
        let key = |one: &Self| path(one).to_string_lossy().to_lowercase();
        key(self) == key(other)
    }

    /// Checks before the work begins that results can be written, and that a file has one of the
    /// `formats` that the command writes. If the answer is also printed as data, an error of the
    /// system is only a warning.
    pub(super) fn check_writable(
        &self,
        is_printed: bool,
        formats: &[FileFormat],
    ) -> Result<(), Failure> {
        let checked = match self {
            Self::Folders(folders) => folders.check_directories(),
            Self::File(path, format) if !formats.contains(format) => {
                let known: Vec<&str> = formats.iter().map(|format| format.ending()).collect();
                let known = if known.is_empty() {
                    "name a directory".to_owned()
                } else {
                    format!("name a directory, or a file that ends in {}", known.join(", "))
                };
                let (path, ending) = (path.display(), format.ending());
                Err(Failure::input(format!(
                    "--out {path}: this command writes no {ending}: {known}"
                )))
            }
            Self::File(path, _) => files::check_file_writable(path).map_err(Failure::from),
        };
        match checked {
            Err(Failure::Failed(error)) if is_printed => {
                print::note(&format!("warning: {error:#}; the answer will only be printed"));
                Ok(())
            }
            checked => checked,
        }
    }

    /// Returns the path to open: the page of a complete or partial answer, or the file.
    pub(super) fn page(&self, extent: Extent) -> PathBuf {
        match self {
            Self::Folders(folders) => folders.dir(extent).join(page::FILE),
            Self::File(path, _) => file_of(path, extent),
        }
    }

    /// Writes all files, or the one that is named, whole or not at all. Returns a note on where they
    /// are.
    pub(super) fn write(&self, extent: Extent, artifacts: &[Artifact]) -> Result<String, Failure> {
        match self {
            Self::Folders(folders) => folders.write(extent, artifacts),
            Self::File(path, format) => write_one(&file_of(path, extent), *format, artifacts),
        }
    }
}

/// Returns the file of a complete answer, or that of a partial one: `answer.partial.png`.
fn file_of(path: &Path, extent: Extent) -> PathBuf {
    match (extent, path.extension()) {
        (Extent::Partial, Some(ending)) => {
            let ending = ending.to_string_lossy();
            path.with_extension(format!("{}.{ending}", PARTIAL.trim_start_matches('.')))
        }
        _ => path.to_owned(),
    }
}

/// Writes the most important file of a format.
fn write_one(path: &Path, format: FileFormat, artifacts: &[Artifact]) -> Result<String, Failure> {
    let files = format.files(artifacts);
    let (shown, what) = (path.display(), format.contents());
    let Some(file) = files.first() else {
        return Err(Failure::input(format!(
            "--out {shown}: this answer has no {what}: name a directory, or a file of another format"
        )));
    };
    watch::undisturbed(|| files::write_file(path, &file.bytes))?;
    let others = counted(files.len() as u64 - 1, "other chart", "other charts");
    Ok(match files.len() {
        1 => format!("{shown} written"),
        _ if what == "chart" => {
            format!("{shown} written; {others}: name a directory for all of them")
        }
        _ => format!("{shown} written"),
    })
}

impl Folders {
    /// Returns the directory for a complete or partial answer.
    fn dir(&self, extent: Extent) -> PathBuf {
        match extent {
            Extent::Whole => {
                self.whole.as_ref().map_or_else(|| self.out.clone(), |name| self.out.join(name))
            }
            Extent::Partial => self.out.join(&self.partial),
        }
    }

    /// Returns whether one of the directories holds the results of another question.
    fn are_taken(&self) -> bool {
        let extents = [Extent::Whole, Extent::Partial];
        extents.into_iter().any(|extent| files::is_of_other(&self.dir(extent), &self.owner))
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

    fn write(&self, extent: Extent, artifacts: &[Artifact]) -> Result<String, Failure> {
        self.check_links()?;
        let dir = self.dir(extent);
        let written = watch::undisturbed(|| files::write(&dir, &self.owner, artifacts))?;
        let count = counted(written.len() as u64, "file", "files");
        let page = written.iter().find(|path| path.ends_with(page::FILE));
        let page = page.map_or_else(String::new, |page| format!("; open {}", page.display()));
        Ok(format!("{count} written to {}{page}", dir.display()))
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
        let dir = |of: &Destination, extent| of.page(extent).parent().map(Path::to_path_buf);
        let duel = of("scenarios/duel.toml").expect("a plain name");
        assert_eq!(dir(&duel, Extent::Whole).as_deref(), Some(Path::new("out/duel")));
        assert_eq!(dir(&duel, Extent::Partial).as_deref(), Some(Path::new("out/duel.partial")));
        assert!(duel.collides_with(&of("else/Duel.toml").expect("a plain name")));
        // stems: `..`, `.`, none, and two with the suffix of partial results
        for file in
            ["...toml", "..toml", "scenarios/..", "/", "duel.partial.toml", "a.PARTIAL.toml"]
        {
            assert!(matches!(of(file), Err(Failure::BadInput(_))), "{file}");
        }
        assert!(of("duel.partial").is_ok(), "a file called duel.partial has the stem duel");
        let all = Destination::of_question(Path::new("out/all"), &QuestionName::plain("matrix"));
        assert_eq!(dir(&all, Extent::Whole).as_deref(), Some(Path::new("out/all/matrix")));
        assert_eq!(
            dir(&all, Extent::Partial).as_deref(),
            Some(Path::new("out/all/matrix.partial"))
        );
    }

    #[test]
    fn name_with_an_ending_is_a_file() {
        let home = tempfile::tempdir().expect("a directory");
        let name = QuestionName::plain("attack");
        let at = |file: &str| Destination::of_question(&home.path().join(file), &name);
        for (file, format) in [("x.png", FileFormat::Png), ("a/X.HTML", FileFormat::Page)] {
            assert_eq!(at(file), Destination::File(home.path().join(file), format));
        }
        assert!(matches!(at("results.v2"), Destination::Folders(_)));
        std::fs::create_dir(home.path().join("old.csv")).expect("a directory");
        assert!(matches!(at("old.csv"), Destination::Folders(_)));
        let partial = at("x.png").page(Extent::Partial);
        assert_eq!(partial, home.path().join("x.partial.png"));
    }

    #[test]
    fn file_is_the_first_of_its_format_or_nothing() {
        let home = tempfile::tempdir().expect("a directory");
        let name = QuestionName::plain("attack");
        let at = |file: &str| Destination::of_question(&home.path().join(file), &name);
        let files = ["a.json", "one.svg", "one.png", "two.png"];
        let files = files.map(|name| Artifact::new(name, name));
        let note = at("x.png").write(Extent::Whole, &files).expect("written");
        assert!(
            note.ends_with("x.png written; 1 other chart: name a directory for all of them"),
            "{note}"
        );
        assert_eq!(std::fs::read_to_string(home.path().join("x.png")).expect("a file"), "one.png");
        let none = at("x.csv").write(Extent::Whole, &files);
        assert!(matches!(none, Err(Failure::BadInput(_))), "{none:?}");
        let wrong = at("x.html").check_writable(false, &FileFormat::WITHOUT_PAGE);
        assert!(matches!(wrong, Err(Failure::BadInput(_))), "{wrong:?}");
        assert!(!home.path().join("x.csv").exists() && !home.path().join("x.html").exists());
    }

    #[test]
    fn two_questions_of_one_name_have_two_directories() {
        let home = tempfile::tempdir().expect("a directory");
        let name = |question: &str| QuestionName::of_words("attack", question);
        let file = [Artifact::new("a.json", "1")];
        let first = Destination::of_question(home.path(), &name("one"));
        first.write(Extent::Whole, &file).expect("written");
        let second = Destination::of_question(home.path(), &name("two"));
        assert!(!first.collides_with(&second));
        second.write(Extent::Whole, &file).expect("written");
        // the same questions again
        for (known, question) in [(first, "one"), (second, "two")] {
            assert_eq!(known, Destination::of_question(home.path(), &name(question)));
        }
    }
}
