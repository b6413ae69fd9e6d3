//! Refuses requests of foreign pages: only pages of this server, and of one other origin if that is
//! allowed, may use the interface.
//!
//! A foreign page could make a browser send requests to a server that only this machine reaches.
//! Browsers say in headers which origin such a request comes from. Requests to a foreign host name
//! are refused as well: its owner could point it at this machine (DNS rebinding).

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The origin of a web page: a scheme and a host with an optional port.
///
/// # Examples
/// ```
/// use warodds_server::http::WebOrigin;
///
/// let origin: WebOrigin = "https://Example.org/".parse().unwrap();
/// assert_eq!(origin.to_string(), "https://example.org");
/// assert!("https://example.org/path".parse::<WebOrigin>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin {
    text: String,
}

/// A string that is not an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebOriginError;

impl fmt::Display for WebOriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it must be an origin, such as https://example.org or http://localhost:8000")
    }
}

impl std::error::Error for WebOriginError {}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for WebOrigin {
    type Err = WebOriginError;

    fn from_str(text: &str) -> Result<Self, WebOriginError> {
        let text = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_plain = |host: &str| {
            !host.is_empty()
                && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c))
        };
        if host.is_some_and(is_plain) { Ok(Self { text }) } else { Err(WebOriginError) }
    }
}

impl WebOrigin {
    /// Returns the host without the port.
    fn host(&self) -> &str {
        let host = self.text.split_once("://").map_or("", |(_, host)| host);
        without_port(host)
    }

    /// Returns the value of an `Access-Control-Allow-Origin` header.
    fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.text).ok()
    }
}

/// The URL of a page: an origin and a path, without a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageUrl {
    origin: WebOrigin,
    path: String,
}

impl fmt::Display for PageUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.origin, self.path)
    }
}

impl FromStr for PageUrl {
    type Err = PageUrlError;

    fn from_str(text: &str) -> Result<Self, PageUrlError> {
        let (scheme, rest) = text.trim().split_once("://").ok_or(PageUrlError)?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let origin = format!("{scheme}://{host}").parse().map_err(|WebOriginError| PageUrlError)?;
        let is_plain = path.chars().all(|c| c.is_ascii_graphic() && !"?#\"<>\\".contains(c));
        if is_plain { Ok(Self { origin, path: path.to_owned() }) } else { Err(PageUrlError) }
    }
}

/// A string that is not the URL of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageUrlError;

impl fmt::Display for PageUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it must be the URL of a page, such as https://example.org/odds/")
    }
}

impl std::error::Error for PageUrlError {}

/// Returns a host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    }
}

/// The header in which browsers say how the page that sends a request relates to this server.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The header in which browsers say what a request is for: a navigation, an image, a script.
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Decides whether a request may be answered.
#[derive(Clone, Debug)]
pub(super) struct OriginGuard {
    public: Option<PageUrl>,
    allowed: Option<WebOrigin>,
}

impl OriginGuard {
    /// Creates a guard that lets pages of this server and of `allowed` send requests, to this
    /// machine or to the host of `public`.
    pub(super) const fn new(public: Option<PageUrl>, allowed: Option<WebOrigin>) -> Self {
        Self { public, allowed }
    }

    /// Returns why a request is refused, or `None` if it may be answered.
    pub(super) fn refusal(&self, headers: &HeaderMap) -> Option<String> {
        // no host or origin is called `?`, so unreadable headers are refused
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("").to_ascii_lowercase();
        if !self.is_this_server(without_port(&host)) {
            return Some(format!(
                "this server does not answer to the name {host:?}: use its IP address, or localhost"
            ));
        }
        let is_allowed =
            |origin: &str| self.allowed.as_ref().is_some_and(|allowed| allowed.text == origin);
        let is_same_origin = |origin: &str| {
            origin.split_once("://").is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(&host))
        };
        match text(header::ORIGIN) {
            Some(origin) if is_same_origin(origin) || is_allowed(origin) => None,
            Some(origin) => Some(format!(
                "pages of {origin:?} may not use this server: start it with --cors to allow them"
            )),
            // images and scripts of other pages; following a link is a navigation, which is
            // harmless
            None if text(FETCH_SITE)
                .is_some_and(|site| matches!(site, "cross-site" | "same-site"))
                && text(FETCH_MODE) != Some("navigate") =>
            {
                Some(
                    "other pages may not use this server: start it with --cors to allow them"
                        .to_owned(),
                )
            }
            None => None,
        }
    }

    /// Returns the origin whose pages may read answers.
    pub(super) fn allowed(&self) -> Option<HeaderValue> {
        self.allowed.as_ref()?.header()
    }

    /// Returns whether a host is this server.
    fn is_this_server(&self, host: &str) -> bool {
        let number = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            // names that only the local network can assign (RFC 6762)
            || host.ends_with(".local")
            // an address cannot be rebound: no name server answers for it
            || number.parse::<IpAddr>().is_ok()
            || self.public.as_ref().is_some_and(|public| public.origin.host() == host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn refusal_spares_own_and_allowed_origins_only() {
        let guard = OriginGuard::new(
            "https://odds.example.org/page/".parse().ok(),
            "https://friend.example.net".parse().ok(),
        );
        for (sent, is_allowed) in [
            (&[("host", "localhost:8420")][..], true),
            (&[("host", "127.0.0.1:8420")], true),
            (&[("host", "[::1]:8420")], true),
            (&[("host", "192.168.1.5:8420")], true),
            (&[("host", "desk.local:8420")], true),
            (&[("host", "odds.example.org")], true),
            (&[], false),
            (&[("host", "evil.example.com:8420")], false),
            (&[("host", "localhost.example.com")], false),
            (&[("host", "localhost:8420"), ("origin", "http://localhost:8420")], true),
            (&[("host", "localhost:8420"), ("origin", "http://localhost:8000")], false),
            (&[("host", "localhost:8420"), ("origin", "https://friend.example.net")], true),
            (&[("host", "localhost:8420"), ("origin", "https://evil.example.com")], false),
            (&[("host", "localhost:8420"), ("origin", "null")], false),
            (&[("host", "localhost:8420"), ("sec-fetch-site", "same-origin")], true),
            (&[("host", "localhost:8420"), ("sec-fetch-site", "cross-site")], false),
            (
                &[
                    ("host", "localhost:8420"),
                    ("sec-fetch-site", "cross-site"),
                    ("sec-fetch-mode", "navigate"),
                ],
                true,
            ),
        ] {
            let refusal = guard.refusal(&headers(sent));
            assert_eq!(refusal.is_none(), is_allowed, "{sent:?}: {refusal:?}");
        }
    }

    #[test]
    fn origins_and_page_urls_parse_only_when_valid() {
        for (text, is_origin, is_page) in [
            ("https://example.org", true, true),
            ("http://localhost:8000/", true, true),
            ("https://example.org/odds/", false, true),
            ("example.org", false, false),
            ("ftp://example.org", false, false),
            ("https://", false, false),
            ("https://a b", false, false),
            ("https://example.org/a?b", false, false),
            ("*", false, false),
        ] {
            assert_eq!(text.parse::<WebOrigin>().is_ok(), is_origin, "{text}");
            assert_eq!(text.parse::<PageUrl>().is_ok(), is_page, "{text}");
        }
        let shown = |text: &str| text.parse::<PageUrl>().map(|page| page.to_string());
        assert_eq!(shown("https://Example.org/Odds").as_deref(), Ok("https://example.org/Odds"));
        assert_eq!(shown("https://example.org").as_deref(), Ok("https://example.org/"));
    }
}
