//! The server: the page and its interface by HTTP 1.1, without state.
//!
//! It reads, and only reads: `GET` alone, no cookies, no files of the machine but those of the page
//! that are compiled in. What one client can take of it is bounded: the length of a question, the
//! trials it rolls, how long it is waited for; heavy questions are answered one at a time, and work
//! ends when the client leaves.

mod connection;
mod guard;
mod limits;
mod places;
mod router;
mod work;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use crate::address::Site;
use guard::OriginGuard;
pub use guard::{PageUrl, PageUrlError, WebOrigin, WebOriginError};
pub use limits::{Limits, LoopbackLimit};
pub use work::Budget;

/// Who may ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListenScope {
    /// This machine alone.
    #[default]
    Machine,
    /// All who reach it by the network.
    Network,
}

/// How to serve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Who may ask.
    pub reach: ListenScope,
    /// The address of a public page, for links that are to work elsewhere.
    pub public: Option<PageUrl>,
    /// Pages of this origin may ask as well.
    pub cors: Option<WebOrigin>,
    /// What one client can take of the server.
    pub limits: Limits,
    /// The program's version, and its commit where that is known.
    pub version: String,
}

/// A server that holds its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    settings: ServerSettings,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When it is taken already, or the machine gives none.
    pub fn bind(settings: ServerSettings) -> io::Result<Self> {
        let from = match settings.reach {
            ListenScope::Machine => Ipv4Addr::LOCALHOST,
            ListenScope::Network => Ipv4Addr::UNSPECIFIED,
        };
        let listener = TcpListener::bind(SocketAddr::from((from, settings.port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, port, settings })
    }

    /// Its address on this machine.
    pub fn here(&self) -> String {
        format!("http://localhost:{}/", self.port)
    }

    /// Its address for others in the network; none where nobody else may ask.
    pub fn elsewhere(&self) -> Option<String> {
        let address = (self.settings.reach == ListenScope::Network).then(own_address)??;
        Some(format!("http://{}/", SocketAddr::new(address, self.port)))
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// When the machine gives no threads, or its port is taken away.
    pub fn run(self) -> io::Result<()> {
        let public = self.settings.public.as_ref().map(ToString::to_string);
        let site =
            Site { version: self.settings.version.clone(), public, address: self.elsewhere() };
        let limits = self.settings.limits;
        let guard = OriginGuard::new(self.settings.public, self.settings.cors);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(work::most_threads())
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            connection::serve(&listener, &router::router(site, guard, limits), limits).await;
            Ok(())
        })
    }
}

/// The address under which others in the network know this machine: that which it would send from.
/// Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // an address for documentation, which nobody has (RFC 5737)
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}
