//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::request::Parts;

/// The client's address as a key for rate limits. A proxy on this machine speaks for its clients by
/// `X-Forwarded-For`, whose last entry it wrote itself; from anywhere else that header is hearsay.
pub(crate) fn address(parts: &Parts) -> String {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    match peer {
        Some(peer) if !peer.is_loopback() => key(peer),
        _ => forwarded(parts).map_or_else(|| "local".to_owned(), key),
    }
}

fn forwarded(parts: &Parts) -> Option<IpAddr> {
    let header = parts.headers.get_all("x-forwarded-for").iter().next_back()?;
    let last = header.to_str().ok()?.rsplit(',').next()?;
    last.trim().parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

/// One household has a whole /64 of IPv6.
fn key(address: IpAddr) -> String {
    match address {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn address_of(peer: Option<&str>, forwarded: &str) -> String {
        let mut request = Request::builder().header("x-forwarded-for", forwarded);
        if let Some(peer) = peer {
            request = request.extension(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
        }
        address(&request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn only_a_proxy_on_this_machine_is_believed() {
        assert_eq!(address_of(Some("203.0.113.9:5000"), "10.0.0.1"), "203.0.113.9");
        assert_eq!(address_of(Some("127.0.0.1:5000"), "10.0.0.1, 198.51.100.7"), "198.51.100.7");
        assert_eq!(address_of(Some("127.0.0.1:5000"), "nonsense"), "local");
        assert_eq!(address_of(None, ""), "local");
    }

    #[test]
    fn an_ipv6_client_counts_by_its_network() {
        assert_eq!(address_of(Some("[2001:db8:1:2:3:4:5:6]:80"), ""), "2001:db8:1:2::/64");
        assert_eq!(address_of(Some("[::ffff:192.0.2.1]:80"), ""), "192.0.2.1");
    }
}
