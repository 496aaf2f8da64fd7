"""Requests to Nautobot: valid addresses, proxies, and reasons of failures."""

import ssl
from http.client import HTTPException, IncompleteRead, RemoteDisconnected
from ipaddress import ip_address
from urllib.error import URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, build_opener

from generator.exports.export import ExportError
from generator.plan.counts import counted


class _Stay(HTTPRedirectHandler):
    """Follows no redirect, as the token would be sent with it."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirect is an error."""


def address_of(url: str) -> str:
    """Return the address of a Nautobot without a slash at its end. Plain HTTP is for this machine alone, as each request has the token.

    Raises:
        ExportError: it is no such address.
    """
    parts = _parts(url)
    if parts is None:
        raise ExportError(f"{url!r} is not the address of a Nautobot: write it as https://nautobot.example.net")
    if parts.scheme == "http" and not _is_here(parts.hostname or ""):
        raise ExportError(
            f"{url} would send the token unencrypted: write https://, or name the end of a tunnel on this machine, such as http://127.0.0.1:8001"
        )
    return url.rstrip("/")


def _parts(url: str) -> SplitResult | None:
    """Return the parts of an address that has a scheme, a host, and perhaps a port and a path; None for any other."""
    if not url.isascii() or not url.isprintable() or set(url) & set(" @?#"):
        return None
    try:
        parts = urlsplit(url)
        wrong = parts.port == 0  # a port that is no number raises, too
    except ValueError:
        return None
    return parts if parts.scheme in {"http", "https"} and parts.hostname and not wrong else None


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def opener(url: str) -> OpenerDirector:
    """Return the opener of requests: HTTPS through the proxy of the environment, plain HTTP through none, as a proxy would read the token."""
    return build_opener(_Stay(), *([] if urlsplit(url).scheme == "https" else [ProxyHandler({})]))


def failure(url: str, error: Exception) -> str:
    """Return why a request has no readable answer."""
    match error.reason if isinstance(error, URLError) else error:
        case ssl.SSLCertVerificationError() as untrusted:
            return f"{url} has a certificate that this machine does not trust ({untrusted.verify_message}): add the authority that issued it to this machine, or name its file in SSL_CERT_FILE"
        case ssl.SSLError():
            return f"{url} does not answer in TLS: name the port on which Nautobot does"
        case RemoteDisconnected():
            return f"{url} closes the connection without an answer: the reason is in its log, or in that of a proxy before it"
        case IncompleteRead() as cut:
            return f"{url} ends its answer after {counted(len(cut.partial), 'byte')}: run the command again"
        case HTTPException():
            return f"{url} does not answer in HTTP: name the port on which Nautobot does"
        case reason:
            return f"{url} does not answer: {reason}"
