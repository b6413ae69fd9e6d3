//! The HTTP/1.1 server of the page and its interface.
//!
//! The server keeps no state and only reads: it answers `GET` alone, sets no cookies, and opens no
//! files but those of the page, which are compiled in. What one client can take of it is limited:
//! the length of a question, the number of trials, connections and pending questions, and the time
//! to an answer. Heavy questions are answered one at a time, and work ends when the client leaves.

mod answer_service;
mod connection;
mod limits;
mod origin_guard;
mod router;
mod slots;
mod stream;
mod turns;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use crate::address::Site;
pub use limits::{Budget, Limits, LoopbackLimit};
use origin_guard::OriginGuard;
pub use origin_guard::{PageUrl, PageUrlError, WebOrigin, WebOriginError};

/// The machines that can reach the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListenScope {
    /// This machine only.
    #[default]
    Machine,
    /// All machines of the network.
    Network,
}

/// The settings of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    /// The machines that can reach the server.
    pub scope: ListenScope,
    /// The address of a public copy of the page, which shared links lead to.
    pub public: Option<PageUrl>,
    /// An origin whose pages may use the interface as well.
    pub cors: Option<WebOrigin>,
    /// Limits on what one client can take.
    pub limits: Limits,
    /// The version of the program, with its commit if that is known.
    pub version: String,
}

/// A server that listens on a port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    settings: ServerSettings,
}

impl Server {
    /// Starts to listen; requests wait until [`run`](Self::run).
    ///
    /// # Errors
    /// The error of the operating system, such as a port in use.
    ///
    /// # Examples
    /// ```
    /// use warodds_server::http::{Server, ServerSettings};
    ///
    /// // port 0: any free one
    /// let server = Server::bind(ServerSettings::default())?;
    /// assert!(server.local_url().starts_with("http://localhost:"));
    /// assert_eq!(server.network_url(), None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind(settings: ServerSettings) -> io::Result<Self> {
        let interface = match settings.scope {
            ListenScope::Machine => Ipv4Addr::LOCALHOST,
            ListenScope::Network => Ipv4Addr::UNSPECIFIED,
        };
        let listener = TcpListener::bind(SocketAddr::from((interface, settings.port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, port, settings })
    }

    /// Returns the URL of the page on this machine.
    pub fn local_url(&self) -> String {
        format!("http://localhost:{}/", self.port)
    }

    /// Returns the URL of the page for other machines of the network, or `None` if they cannot
    /// reach it.
    pub fn network_url(&self) -> Option<String> {
        let address = (self.settings.scope == ListenScope::Network).then(network_address)??;
        Some(format!("http://{}/", SocketAddr::new(address, self.port)))
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// The error of the operating system if threads cannot be started.
    pub fn run(self) -> io::Result<()> {
        let public = self.settings.public.as_ref().map(ToString::to_string);
        let site =
            Site { version: self.settings.version.clone(), public, address: self.network_url() };
        let limits = self.settings.limits;
        let guard = OriginGuard::new(self.settings.public, self.settings.cors);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(answer_service::max_threads())
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            connection::serve(&listener, &router::router(site, guard, limits)?, limits).await;
            Ok(())
        })
    }
}

/// Returns the address under which the network knows this machine.
///
/// Connecting a UDP socket sends nothing, but makes the system choose the interface.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // an address reserved for documentation (RFC 5737)
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}
