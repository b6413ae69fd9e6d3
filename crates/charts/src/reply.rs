//! The charts of a reply.

use warodds_questions::study::{ContractError, Control, EngineKind};

use crate::answer::Answer;
use crate::request::why::duel_by_round;
use crate::request::{Query, Reply, Request};
use crate::text::headline;
use crate::{
    Page, analysis_pages, answer_pages, campaign_pages, field_pages, luck_pages, option_pages,
    round_pages, select_key_pages,
};

/// Returns a duel after each of its rounds; empty for other questions, sampled answers, and under a
/// condition.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug), and if `control`
/// stopped it.
pub fn rounds(
    request: &Request,
    reply: &Reply,
    control: &dyn Control,
) -> Result<Vec<Answer>, ContractError> {
    let (Query::One(question, _), Reply::One(answer, _)) = (&request.asked, reply) else {
        return Ok(Vec::new());
    };
    if request.plan.engine != EngineKind::Exact || answer.given.is_some() {
        return Ok(Vec::new());
    }
    duel_by_round(question, &request.plan, control)
}

/// Returns the key charts of a reply; none of battles and of single resolutions. Those of whole
/// fields and of analyses are named after `stem`.
///
/// # Errors
/// As [`rounds`].
pub fn reply_pages(
    request: &Request,
    reply: &Reply,
    stem: &str,
    control: &dyn Control,
) -> Result<Vec<Page>, ContractError> {
    let notes = &mut Vec::new();
    Ok(match reply {
        Reply::One(answer, analysis) => {
            let answers = std::slice::from_ref(&**answer);
            let title = headline::subject(&[answer]);
            let mut pages = select_key_pages(answer_pages(&title, answers, notes), notes);
            pages.extend(round_pages(&title, &rounds(request, reply, control)?));
            pages.extend(analysis_pages(stem, answer, analysis, notes));
            pages
        }
        Reply::Cases(cases) => {
            let title = headline::subject(&cases.iter().collect::<Vec<_>>());
            select_key_pages(answer_pages(&title, cases, notes), notes)
        }
        Reply::Many(options, by) => {
            let answers: Vec<&Answer> = options.iter().map(|(_, answer)| answer).collect();
            option_pages(&headline::subject(&answers), options, *by, notes)
        }
        Reply::Field(found) => field_pages(stem, std::slice::from_ref(&**found), notes),
        Reply::Fields(found) => select_key_pages(field_pages(stem, found, notes), notes),
        Reply::Campaign(found) => campaign_pages(&found.answer.name, found, notes),
        Reply::Luck(found) => luck_pages(found, notes),
        _ => Vec::new(),
    })
}
