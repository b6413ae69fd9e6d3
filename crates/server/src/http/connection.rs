//! Connections: so many at once, and none that dawdles.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// Connections at once; others wait.
const MOST_CONNECTIONS: usize = 512;
/// How long the head of a request may take, and a connection stay without one.
const READING: Duration = Duration::from_secs(15);
/// How long a client may take nothing of an answer.
const WRITING: Duration = Duration::from_secs(20);
/// Bytes of the head of a request; what is longer than a question may be is still read and told so.
const MOST_HEAD: usize = 128 * 1024;
/// How long to wait where the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves all who come.
pub async fn serve(listener: &TcpListener, router: &Router) -> Infallible {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = places.clone().acquire_owned().await;
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    let _place = place;
                    connection(stream, router).await;
                });
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Serves one client until either side has had enough.
async fn connection(stream: TcpStream, router: Router) {
    // what cannot be sent at once is sent a little later
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITING));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(READING)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    // a client that broke off is nobody's fault, and nobody is there to be told
    let _ = served.await;
}
