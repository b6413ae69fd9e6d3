//! Requests and responses: checks requests, answers them, and sets the headers.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::get;
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::answer_service::{AnswerService, Peer};
use super::limits::Limits;
use super::origin_guard::OriginGuard;
use super::stream;
use crate::address::{Address, Site};
use crate::fault::ApiFault;
use crate::page::{self, PageFile};

/// The largest number of bytes after the `?` of an address: enough for 64 links with the text of a
/// card each at `/api/means`, which escapes them twice. Longer addresses than 65,534 bytes do not parse.
const MAX_QUERY: usize = 60_000;

/// The address of answers that report their progress.
const STREAM: &str = "/api/stream";

/// Headers of all responses.
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
    // browsers ask whether the answer is still the same; if so, nothing is computed or sent again
    (header::CACHE_CONTROL, "no-cache"),
];

/// The state that all requests share.
#[derive(Debug)]
struct RouterState {
    service: Arc<AnswerService>,
    guard: OriginGuard,
    /// What all answers depend on besides their address, as JSON.
    site: String,
    limits: Limits,
}

/// Builds the router of the page and its interface.
///
/// # Errors
/// The error of the operating system if threads cannot be started.
pub(super) fn router(site: Site, guard: OriginGuard, limits: Limits) -> io::Result<Router> {
    let allowed = guard.allowed();
    let described = site.json();
    let service = Arc::new(AnswerService::new(site, limits)?);
    let router = Router::new()
        .route("/", get(respond))
        .route("/{*path}", get(respond))
        .method_not_allowed_fallback(|| async { fault_response(&ApiFault::BadMethod) })
        .with_state(Arc::new(RouterState { service, guard, site: described, limits }))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| {
            fault_response(&ApiFault::Failed("the program failed".to_owned()))
        }));
    let headers = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    let router = headers.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, value))
    });
    let Some(allowed) = allowed else { return Ok(router) };
    let cors = header::ACCESS_CONTROL_ALLOW_ORIGIN;
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    let foreign = HeaderValue::from_static("cross-origin");
    Ok(router
        .layer(SetResponseHeaderLayer::overriding(cors, allowed))
        .layer(SetResponseHeaderLayer::overriding(policy, foreign)))
}

/// Returns the entity tag of the response to an address: responses depend on the address and the
/// site alone. Faults have none, so that a client cannot hold a tag of an unknown address.
fn etag(site: &str, address: &str) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    (site, address).hash(&mut hasher);
    // weak, because compression changes the bytes of a response and not its meaning
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"0\""))
}

/// Returns whether a client has the response with a tag.
fn has_response(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let values = request.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = values.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(','));
    tags.any(|tag| tag.trim() == etag)
}

/// Answers a request.
async fn respond(
    State(state): State<Arc<RouterState>>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if let Some(refusal) = state.guard.refusal(&headers) {
        return refusal_response(StatusCode::FORBIDDEN, refusal);
    }
    if uri.query().is_some_and(|query| query.len() > MAX_QUERY) {
        let message = format!("a question may have at most {MAX_QUERY} bytes after its ?");
        return refusal_response(StatusCode::URI_TOO_LONG, message);
    }
    let address = uri.path_and_query().map_or("", |address| address.as_str());
    let etag = etag(&state.site, address);
    if has_response(&headers, &etag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response();
    }
    if let Some(file) = page::file(uri.path()) {
        return file_response(etag, file, &headers);
    }
    if uri.path() == STREAM {
        let found = Address::new(address).asked();
        let streamed = found.and_then(|question| {
            stream::stream(&state.service, question, peer, state.limits.streaming)
        });
        return streamed.map_or_else(|fault| fault_response(&fault), Sse::into_response);
    }
    let answer = state.service.answer(address.to_owned(), peer);
    match tokio::time::timeout(state.limits.patience, answer).await {
        Ok(Ok(body)) => ok_response(etag, body.content_type, body.text),
        Ok(Err(fault)) => fault_response(&fault),
        // dropping the future of the answer has stopped its work as well
        Err(_) => fault_response(&ApiFault::Stopped),
    }
}

/// Builds the response with a file of the page, compressed for clients that take that.
fn file_response(etag: HeaderValue, file: &'static PageFile, request: &HeaderMap) -> Response {
    let Some(gzip) = file.gzip.as_deref().filter(|_| takes_gzip(request)) else {
        return ok_response(etag, file.content_type, file.text.as_str());
    };
    let headers = [(header::CONTENT_ENCODING, "gzip"), (header::VARY, "accept-encoding")];
    (headers, ok_response(etag, file.content_type, gzip)).into_response()
}

/// Returns whether a client takes content that is compressed with gzip.
fn takes_gzip(request: &HeaderMap) -> bool {
    let values = request.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f64>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && quality.is_some_and(|quality| quality > 0.0)
    })
}

/// Builds the response with a file or an answer.
fn ok_response(etag: HeaderValue, content_type: &'static str, text: impl IntoResponse) -> Response {
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static(content_type)), (header::ETAG, etag)];
    (headers, text).into_response()
}

/// Builds the response that describes a fault.
fn fault_response(fault: &ApiFault) -> Response {
    let status = StatusCode::from_u16(fault.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [(header::CONTENT_TYPE, "application/json")];
    let mut response = (status, headers, fault.json()).into_response();
    if let Some(seconds) = fault.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

/// Builds the response to a request that is refused unread.
fn refusal_response(status: StatusCode, message: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], ApiFault::BadInput(message).json())
        .into_response()
}
