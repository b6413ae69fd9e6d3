//! `warodds serve`: serves the page and its interface from this machine.

use anyhow::Context;
use clap::Args;
use warodds_server::http::{
    Limits, ListenScope, LoopbackLimit, PageUrl, Server, ServerSettings, WebOrigin,
};
use warodds_server::terminal_code;

use super::failure::Failure;
use super::{print, version};
use crate::request::numbers::within;

/// Serve the page of odds to browsers, and answers as JSON to programs.
///
/// The page answers the questions of the commands; /api describes the interface for programs.
/// Serves until Ctrl-C.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ServeArgs {
    /// The port to listen on; 0 for any free port.
    #[arg(long, value_name = "P", value_parser = within::<u16, 0, 65_535>, default_value_t = PORT)]
    port: u16,
    /// Let other devices in the network use the page, such as a phone. Prints the address, also as
    /// a QR code.
    #[arg(long)]
    lan: bool,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    /// Let shared links lead to this page, such as https://example.org, instead of this machine.
    #[arg(long, value_name = "URL")]
    public: Option<PageUrl>,
    /// Let pages of this origin use the interface as well.
    #[arg(long, value_name = "ORIGIN")]
    cors: Option<WebOrigin>,
    /// Limit connections from this machine too: 32 connections, 4 slow questions. Without it, a
    /// proxy on this machine may connect for many clients.
    #[arg(long)]
    limit_loopback: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds serve --open
  warodds serve --lan
  curl 'http://localhost:8420/api/panic?morale=7&panicked'";

/// The default port.
const PORT: u16 = 8420;

/// Serves until Ctrl-C.
pub(super) fn run(arguments: &ServeArgs) -> Result<(), Failure> {
    let ServeArgs { port, lan, open, public, cors, limit_loopback } = arguments.clone();
    let scope = if lan { ListenScope::Network } else { ListenScope::Machine };
    let loopback = if limit_loopback { LoopbackLimit::Counted } else { LoopbackLimit::Exempt };
    let limits = Limits { loopback, ..Limits::default() };
    let settings = ServerSettings { port, scope, public, cors, limits, version: version::short() };
    // bad input, because the usual cause is a port in use, which an option avoids
    let server = Server::bind(settings).map_err(|error| {
        Failure::input(format!(
            "port {port} cannot be used ({error}): name another with --port, or 0 for any free port"
        ))
    })?;
    print_urls(&server)?;
    if open && let Err(error) = open::that_detached(server.local_url()) {
        print::note(&format!("note: no browser was opened ({error})"));
    }
    Ok(server.run().context("the page can no longer be served")?)
}

/// Prints the URLs of the page.
fn print_urls(server: &Server) -> Result<(), Failure> {
    // on stdout, so that scripts that choose port 0 can read it
    print::print(&server.local_url())?;
    if let Some(elsewhere) = server.network_url() {
        print::print(&elsewhere)?;
        // a URL is never too long for a QR code
        print::note(&terminal_code(&elsewhere).unwrap_or_default());
        print::note(
            "everyone on this network can use the page; without --lan only this machine can",
        );
    }
    Ok(())
}
