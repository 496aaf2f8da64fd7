"""Nautobot's REST API: lists page after page, objects created and changed several at a time."""

import json
import ssl
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException, IncompleteRead, RemoteDisconnected
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from generator.exports.export import ExportError
from generator.plan.counts import counted

_SECONDS = 300
"""Nautobot validates each object of a request, which takes tens of milliseconds."""
_PAGE = 500
"""Objects of an answer: MAX_PAGE_SIZE of Nautobot is 1,000 unless its administrator chose otherwise."""
Row = Mapping[str, Any]


class _Stay(HTTPRedirectHandler):
    """Follows no redirect, as the token would be sent with it."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirect is an error."""


def address_of(url: str) -> str:
    """Return the address of a Nautobot without a slash at its end. Plain HTTP is for this machine alone, as each request has the token.

    Raises ExportError: it is no such address.
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


class RefusedError(Exception):
    """Nautobot refuses a request because of its content; `args[0]` is its answer."""


class Client:
    """A Nautobot at a URL, used with an API token that may write."""

    def __init__(self, url: str, token: str) -> None:
        self.url = address_of(url)
        self._token = token
        self._opener = opener(self.url)

    def list(self, path: str, query: Sequence[tuple[str, str]] = ()) -> Iterator[Row]:
        """Yield all objects of a list that a filter selects."""
        offset = 0
        while True:
            page = urlencode([*query, ("limit", str(_PAGE)), ("offset", str(offset))])
            try:
                answer = self._ask("GET", f"{path}/?{page}")
            except RefusedError as error:
                raise ExportError(f"{self.url}/api/{path} refuses a filter of Nautobot 3.2: {error.args[0]}") from None
            found = answer.get("results") if isinstance(answer, Mapping) else None
            rows = self._objects(path, found)
            yield from rows
            offset += len(rows)
            if not answer.get("next") or not rows:
                return

    def create(self, path: str, rows: Sequence[Row]) -> Sequence[Row]:
        """Create objects, all or none, and return them in the same order."""
        created = self._objects(path, self._ask("POST", f"{path}/", rows))
        if len(created) != len(rows):
            raise ExportError(f"{self.url}/api/{path} answers with {len(created)} objects to a request for {len(rows)}")
        return created

    def change(self, path: str, rows: Sequence[Row]) -> None:
        """Change objects, all or none; each row has the `id` and the fields that change."""
        self._ask("PATCH", f"{path}/", rows)

    def _ask(self, method: str, path: str, rows: Sequence[Row] | None = None) -> Any:
        headers = {"Authorization": f"Token {self._token}", "Accept": "application/json"}
        if rows is not None:
            headers["Content-Type"] = "application/json"
        body = None if rows is None else json.dumps(rows).encode()
        request = Request(f"{self.url}/api/{path}", body, headers, method=method)  # noqa: S310 - the scheme is checked above
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                content = answer.read()
        except HTTPError as error:
            if error.code == 400:
                raise RefusedError(_message(error)) from None
            raise ExportError(_why(error, self.url, path)) from None
        except (OSError, HTTPException, UnicodeError) as error:
            raise ExportError(failure(self.url, error)) from None
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise ExportError(
                f"{self.url}/api/{path.partition('?')[0]} does not answer in JSON: name the address of Nautobot itself"
            ) from None

    def _objects(self, path: str, found: Any) -> Sequence[Row]:
        """Return the objects of an answer, each with its id."""
        if isinstance(found, list) and all(isinstance(each, Mapping) and "id" in each for each in found):
            return found
        raise ExportError(
            f"{self.url}/api/{path} does not answer with a list of objects: name the address of Nautobot 3 itself"
        )


def _message(error: HTTPError) -> Any:
    try:
        return json.load(error)
    except (ValueError, RecursionError, OSError, HTTPException):
        return "no reason stated"


def _why(error: HTTPError, url: str, path: str) -> str:
    where = f"{url}/api/{path.partition('?')[0]}"
    match error.code:
        case 401 | 403:
            return f"{where} refuses the token of NAUTOBOT_TOKEN ({error.code}): it must be an API token of a user who may view these objects, and for --load add and change them"
        case 301 | 302 | 303 | 307 | 308:
            return f"{where} redirects to another address: name that address, as the token is not sent along"
        case 404:
            return f"{where} does not exist: the address must be that of Nautobot 3 without /api"
        case _:
            return f"{where} fails with {error.code}: the reason is in Nautobot's log"
