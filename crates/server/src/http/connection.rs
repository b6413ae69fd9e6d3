//! Connections: so many at once, some of each address, and none that dawdles.

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

use super::limits::Limits;
use super::places::{ConnectionSlot, ConnectionSlots};
use crate::fault::ApiFault;

/// Bytes of the head of a request; what is longer than a question may be is still read and told so.
const MOST_HEAD: usize = 128 * 1024;
/// How long to wait where the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves all who come.
pub(super) async fn serve(listener: &TcpListener, router: &Router, limits: Limits) -> Infallible {
    let places = ConnectionSlots::new(limits);
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Some(place) = places.take(peer.ip()).await else {
            refuse(&stream, limits);
            continue;
        };
        let number = place.number();
        let task = tokio::spawn(connection(stream, router.clone(), place, limits));
        places.set_task(number, task.abort_handle());
    }
}

/// Says why there is no place; a client that does not listen is not waited for.
fn refuse(stream: &TcpStream, limits: Limits) {
    let most = limits.per_address;
    let fault = ApiFault::Busy(format!(
        "this address has {most} connections already, all of them in use: close one, or wait for \
         an answer"
    ));
    let (status, body) = (fault.status(), fault.json());
    let response = format!(
        "HTTP/1.1 {status} Service Unavailable\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(response.as_bytes());
}

/// Serves one client until either side has had enough, or its place is needed.
async fn connection(stream: TcpStream, router: Router, place: ConnectionSlot, limits: Limits) {
    // what cannot be sent at once is sent a little later
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.writing));
    let (place, router) = (Arc::new(place), TowerToHyperService::new(router));
    let service = service_fn(move |request| {
        let (busy, answered) = (place.busy(), router.call(request));
        async move {
            let _busy = busy;
            answered.await
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.reading)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // a client that broke off is nobody's fault, and nobody is there to be told
    let _ = served.await;
}
