//! Requests and responses: which is answered by what, and with which headers.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::guard::OriginGuard;
use super::limits::Limits;
use super::work::AnswerService;
use crate::address::Site;
use crate::fault::ApiFault;
use crate::files;

/// The most bytes behind the `?` of an address.
const MOST_QUERY: usize = 2048;

/// What is the same in all responses.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' \
         blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // a program that was renewed answers anew; until then nothing is sent or worked out twice
    (header::CACHE_CONTROL, "no-cache"),
];

/// What requests are answered with.
#[derive(Debug)]
struct RouterState {
    desk: Arc<AnswerService>,
    guard: OriginGuard,
    tag: HeaderValue,
    patience: Duration,
}

/// The page and its interface.
pub(super) fn router(
    site: Site,
    guard: OriginGuard,
    Limits { budget, patience, .. }: Limits,
) -> Router {
    let tag = tag(&site.version);
    let allowed = guard.allowed();
    let shared = Arc::new(RouterState {
        desk: Arc::new(AnswerService::new(site, budget)),
        guard,
        tag,
        patience,
    });
    let router = Router::new()
        .route("/", get(respond))
        .route("/{*path}", get(respond))
        .with_state(shared)
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| {
            faulty(&ApiFault::Failed("the program failed".to_owned()))
        }));
    let headers = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    let router = headers.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, value))
    });
    let Some(allowed) = allowed else { return router };
    let cors = header::ACCESS_CONTROL_ALLOW_ORIGIN;
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    router
        .layer(SetResponseHeaderLayer::overriding(cors, allowed))
        .layer(SetResponseHeaderLayer::overriding(policy, HeaderValue::from_static("cross-origin")))
}

/// What stands for the version: answers are the same as long as it is.
fn tag(version: &str) -> HeaderValue {
    let plain: String =
        version.chars().filter(|c| c.is_ascii_alphanumeric() || ".-".contains(*c)).collect();
    HeaderValue::from_str(&format!("W/\"{plain}\"")).unwrap_or(HeaderValue::from_static("W/\"0\""))
}

/// Answers a request.
async fn respond(State(shared): State<Arc<RouterState>>, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(refusal) = shared.guard.refusal(&headers) {
        return refused(StatusCode::FORBIDDEN, refusal);
    }
    if uri.query().is_some_and(|query| query.len() > MOST_QUERY) {
        let words = format!("a question may have at most {MOST_QUERY} bytes behind its ?");
        return refused(StatusCode::URI_TOO_LONG, words);
    }
    if headers.get(header::IF_NONE_MATCH) == Some(&shared.tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, shared.tag.clone())]).into_response();
    }
    if let Some(file) = files::at(uri.path()) {
        return found(&shared, file.content_type, file.text);
    }
    let address = uri.path_and_query().map_or("", |address| address.as_str());
    let answer = tokio::time::timeout(shared.patience, shared.desk.answer(address.to_owned()));
    match answer.await.unwrap_or(Err(ApiFault::Stopped)) {
        Ok(body) => found(&shared, body.content_type, body.text),
        Err(fault) => faulty(&fault),
    }
}

/// What was asked for.
fn found(shared: &RouterState, content_type: &'static str, text: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::ETAG, shared.tag.clone()),
    ];
    (headers, text).into_response()
}

/// Why there is no answer.
fn faulty(fault: &ApiFault) -> Response {
    let status = StatusCode::from_u16(fault.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, "application/json")], fault.json()).into_response()
}

/// A request that is not even looked at.
fn refused(status: StatusCode, words: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], ApiFault::BadInput(words).json())
        .into_response()
}
