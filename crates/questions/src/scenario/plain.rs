//! Tables whose keys are those of a kind of question and name nothing else in the file.

use std::fmt::Debug;

use super::blocks::{Block, BuildCases, kind};
use super::keyed::Keyed;
use super::sweep::SweepCase;
use crate::document::{Report, Section, TableArray};
use crate::request::PlainKeys;
use crate::study::NamedQuestion;

/// Such a table.
#[derive(Debug)]
struct PlainTable<K>(Keyed<K>);

/// Reads the tables of one kind of question.
pub(super) fn tables<K: PlainKeys + Debug + 'static>(
    root: &mut Section<'_>,
    of: TableArray,
    report: &mut Report,
) -> Vec<Block<'static>> {
    kind(root, of, &(), report, |form| Box::new(PlainTable::<K>(form.keyed())))
}

impl<K: PlainKeys + Debug> BuildCases for PlainTable<K> {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let keys = self.0.at(case, report)?;
        let asked = self.0.told_in(keys.question(), case, report)?;
        let asked = keys.with_sides(asked, &|id| self.0.varies(id));
        // the name of the table or its sentence takes its place
        Some(NamedQuestion { subject: String::new(), ..asked })
    }

    fn sentence(&self, case: &SweepCase) -> String {
        // faults were told when the question was built
        let keys = self.0.at(case, &mut Report::default());
        keys.map_or_else(String::new, |keys| keys.sentence())
    }
}
