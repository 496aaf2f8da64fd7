"""Nautobot's REST API: lists page after page, objects created and changed several at a time."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from generator.exports.export import ExportError

_SECONDS = 300
"""Nautobot validates each object of a request, which takes tens of milliseconds."""
_PAGE = 500
"""Objects of an answer: MAX_PAGE_SIZE of Nautobot is 1,000 unless its administrator chose otherwise."""
Row = Mapping[str, Any]


class RefusedError(Exception):
    """Nautobot refuses a request because of its content; `args[0]` is its answer."""


class _Stay(HTTPRedirectHandler):
    """Follows no redirect, as the token would be sent along."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirect is an error."""


class Client:
    """A Nautobot at a URL, used with an API token that may write."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc or parts.query:
            raise ExportError(f"{url!r} is not the address of a Nautobot: write it as https://nautobot.example.net")
        self.url = url.rstrip("/")
        self._token = token
        self._opener = build_opener(_Stay())

    def list(self, path: str, query: Sequence[tuple[str, str]] = ()) -> Iterator[Row]:
        """Yield all objects of a list that a filter selects."""
        offset = 0
        while True:
            page = urlencode([*query, ("limit", str(_PAGE)), ("offset", str(offset))])
            try:
                answer = self._ask("GET", f"{path}/?{page}")
            except RefusedError as error:
                raise ExportError(f"{self.url}/api/{path} refuses a filter of Nautobot 3.2: {error.args[0]}") from None
            yield from answer["results"]
            offset += len(answer["results"])
            if not answer["next"] or not answer["results"]:
                return

    def create(self, path: str, rows: Sequence[Row]) -> Sequence[Row]:
        """Create objects, all or none, and return them in the same order."""
        created: Sequence[Row] = self._ask("POST", f"{path}/", rows)
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
                return json.load(answer)
        except HTTPError as error:
            if error.code == 400:
                raise RefusedError(_message(error)) from None
            raise ExportError(_why(error, self.url, path)) from None
        except (URLError, OSError) as error:
            raise ExportError(f"{self.url} does not answer: {getattr(error, 'reason', error)}") from None
        except ValueError:
            raise ExportError(
                f"{self.url}/api/{path} does not answer in JSON: name the address of Nautobot itself"
            ) from None


def _message(error: HTTPError) -> Any:
    try:
        return json.load(error)
    except ValueError:
        return "no reason stated"


def _why(error: HTTPError, url: str, path: str) -> str:
    where = f"{url}/api/{path.partition('?')[0]}"
    match error.code:
        case 401 | 403:
            return f"{where} refuses the token of NAUTOBOT_TOKEN ({error.code}): it must be an API token of a user who may add and change objects"
        case 301 | 302 | 307 | 308:
            return f"{where} redirects to another address: name that address, as the token is not sent along"
        case 404:
            return f"{where} does not exist: the address must be that of Nautobot 3 without /api"
        case _:
            return f"{where} fails with {error.code}: the reason is in Nautobot's log"
