//! Answers as server-sent events: progress on the way, and battles with their odds so far.
//!
//! The work takes turns with other heavy questions: each part of a battle waits for its turn, so
//! that a long run of battles delays other questions by a part alone. It ends when the client closes
//! the connection.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, Sse};
use futures_core::Stream;
use serde_json::json;
use tokio::sync::mpsc::{self, Receiver, Sender};
use warodds_questions::study::Control;

use super::answer_service::{AnswerService, ClientPresence, Peer, PresenceGuard};
use crate::address_question::AddressQuestion;
use crate::battles::BattleParts;
use crate::fault::ApiFault;

/// The time between two events of progress.
const BETWEEN: Duration = Duration::from_millis(150);
/// The time that a part of a battle should take: the odds move often enough, and others wait no
/// longer for their turn.
const PART: Duration = Duration::from_millis(700);

/// The events of an answer. Dropping it stops the work.
#[derive(Debug)]
pub(super) struct EventStream {
    events: Receiver<Event>,
    _guard: PresenceGuard,
}

impl Stream for EventStream {
    type Item = Result<Event, Infallible>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().events.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Starts to answer a question for a client, for at most `limit`.
///
/// # Errors
/// [`ApiFault::Busy`] if too many heavy questions of the client are pending.
pub(super) fn stream(
    service: &Arc<AnswerService>,
    question: AddressQuestion,
    Peer(peer): Peer,
    limit: Duration,
) -> Result<Sse<EventStream>, ApiFault> {
    let place = service.enqueue(peer)?;
    let (sender, events) = mpsc::channel(16);
    let presence = ClientPresence::default();
    let work = Work {
        service: service.clone(),
        question: Arc::new(question),
        presence: presence.clone(),
        sender: sender.clone(),
    };
    tokio::spawn(async move {
        let _place = place;
        let done = tokio::time::timeout(limit, work.answer()).await;
        let last = match done.unwrap_or(Err(ApiFault::Stopped)) {
            Ok(answer) => event("answer", &answer),
            Err(fault) => event("fault", &fault.json()),
        };
        // an error means that the client has left
        let _ = sender.send(last).await;
    });
    Ok(Sse::new(EventStream { events, _guard: PresenceGuard(presence) }))
}

/// Builds an event.
fn event(name: &str, data: &str) -> Event {
    Event::default().event(name).data(data.trim_end())
}

/// The answer in progress.
struct Work {
    service: Arc<AnswerService>,
    question: Arc<AddressQuestion>,
    presence: ClientPresence,
    sender: Sender<Event>,
}

impl Work {
    /// Answers the question; battles in parts.
    async fn answer(&self) -> Result<String, ApiFault> {
        if let Some(parts) = BattleParts::of(&self.question) {
            return self.battles(parts).await;
        }
        let control = ProgressControl::new(&self.presence, &self.sender, self.question.steps());
        let question = self.question.clone();
        self.service.heavy.run(move || question.json(&control)).await
    }

    /// Plays battles in parts that take about as long each. Returns the answer to all.
    async fn battles(&self, mut parts: BattleParts) -> Result<String, ApiFault> {
        let mut blocks = 1;
        loop {
            let presence = self.presence.clone();
            let work = move || {
                let start = Instant::now();
                parts.play(blocks, &presence).map(|parts| (parts, start.elapsed()))
            };
            let (played, elapsed) = self.service.heavy.run(work).await?;
            parts = played;
            if parts.is_whole() {
                return parts.json();
            }
            let [done, total] = parts.progress();
            let answer: serde_json::Value = serde_json::from_str(&parts.json()?)?;
            let part = json!({ "done": done, "total": total, "answer": answer });
            // a client that reads slowly delays the battles
            if self.sender.send(event("part", &part.to_string())).await.is_err() {
                return Err(ApiFault::Stopped);
            }
            blocks = if elapsed < PART / 2 { blocks * 2 } else { blocks };
        }
    }
}

/// A control that reports the progress, and stops when the client leaves.
struct ProgressControl {
    presence: ClientPresence,
    sender: Sender<Event>,
    done: AtomicU64,
    total: u64,
    reported: Mutex<Instant>,
}

impl ProgressControl {
    fn new(presence: &ClientPresence, sender: &Sender<Event>, total: u64) -> Self {
        let (presence, sender, reported) =
            (presence.clone(), sender.clone(), Mutex::new(Instant::now()));
        Self { presence, sender, done: AtomicU64::new(0), total, reported }
    }
}

impl Control for ProgressControl {
    fn is_stopped(&self) -> bool {
        self.presence.is_stopped()
    }

    fn advance(&self, trials: u64) {
        let done = self.done.fetch_add(trials, Ordering::Relaxed).saturating_add(trials);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() < BETWEEN {
            return;
        }
        *reported = Instant::now();
        let progress = json!({ "done": done.min(self.total), "total": self.total });
        // an event that finds no room is followed by a later one
        let _ = self.sender.try_send(event("progress", &progress.to_string()));
    }
}
