//! What each point of an attachment adds, as bars: to the right what helps, to the left what harms.
//! What is free has no price to be divided by, and stands in the table alone.

use super::bars::{self, BARS, Bars, BarsPage, Row};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::Legend;
use crate::report::field::attachments::{called, headline};
use crate::report::field::{how, remarks};
use crate::report::table::why::signed;
use crate::study::attachments::{Added, AttachmentsAnswer};

/// The pages of all attachments with a price; none without one.
pub fn pages(answer: &AttachmentsAnswer) -> Vec<BarsPage> {
    let priced = |one: &Added| Some(row(one, one.per_point()?));
    bars::pages(Bars {
        rows: answer.attachments.iter().filter_map(priced).collect(),
        measure: "Wounds dealt less wounds suffered, added by each point".to_owned(),
        heads: ["points", "dealt", "suffered"],
        header: &|page| header(answer, page),
        legend: &|| {
            let words = ["adds to the unit", "takes from it"];
            Legend::of(words.iter().zip(BARS).map(|(word, bar)| Legend::bar(word, bar)).collect())
        },
    })
}

fn row(one: &Added, per_point: f64) -> Row {
    Row {
        name: called(one),
        value: per_point,
        interval: None,
        told: signed(per_point),
        beside: [
            one.cost.map_or_else(String::new, |cost| cost.to_string()),
            signed(one.adds.dealt),
            signed(one.adds.suffered),
        ],
    }
}

fn header(answer: &AttachmentsAnswer, (page, pages): (usize, usize)) -> Header {
    let leaf = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = how(answer.method, answer.edition, &answer.weapons, &answer.terms);
    let [title, alone] = headline(answer);
    let remarks =
        remarks(&answer.left_out, &answer.notes, answer.method.partial, &answer.not_modelled);
    let lines: Vec<String> = leaf.into_iter().chain([how, alone]).chain(remarks).collect();
    Header::of(&title, &lines, WIDTH - 2.0 * MARGIN)
}
