//! Accepts connections and serves each of them, within the limits on their number and times.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

use super::answer_service::Peer;
use super::limits::Limits;
use super::slots::{ConnectionSlot, ConnectionSlots};
use crate::fault::ApiFault;

/// The largest head of a request, in bytes: far longer than an address may be, so that clients are
/// informed which part of a long request is too long.
const MAX_HEAD: usize = 128 * 1024;
/// The pause after a failure to accept, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Accepts and serves connections until the program ends.
pub(super) async fn serve(listener: &TcpListener, router: &Router, limits: Limits) -> Infallible {
    let slots = ConnectionSlots::new(limits);
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let Some(slot) = slots.take(address.ip()).await else {
            refuse(&stream, limits);
            continue;
        };
        let (number, peer) = (slot.number(), Peer(address.ip()));
        let task = tokio::spawn(serve_connection(stream, router.clone(), peer, slot, limits));
        slots.set_task(number, task.abort_handle());
    }
}

/// Refuses a connection without waiting for a client that does not read.
fn refuse(stream: &TcpStream, limits: Limits) {
    let most = limits.per_address;
    let fault = ApiFault::Busy(format!(
        "this address already has {most} connections, all of them busy: close one, or wait for an \
         answer"
    ));
    let (status, body) = (fault.status(), fault.json());
    let retry_after = fault.retry_after().unwrap_or_default();
    let response = format!(
        "HTTP/1.1 {status} Too Many Requests\r\nretry-after: {retry_after}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(response.as_bytes());
}

/// Serves one connection until either side closes it or its slot is reassigned.
async fn serve_connection(
    stream: TcpStream,
    router: Router,
    peer: Peer,
    slot: ConnectionSlot,
    limits: Limits,
) {
    // without it small responses are delayed; failing to set it does no harm
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    // reading has a timeout of its own below, which hyper restarts for each request
    stream.set_write_timeout(Some(limits.writing));
    let (slot, router) = (Arc::new(slot), TowerToHyperService::new(router));
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        let (busy, response) = (slot.busy(), router.call(request));
        async move {
            let _busy = busy;
            response.await
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.reading)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // an error means that the client broke off: nobody is left to report it to
    let _ = served.await;
}
