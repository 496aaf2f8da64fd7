"""Nautobot's REST API: lists page after page, objects created and changed several at a time."""

import json
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request

from generator.exports.export import ExportError
from generator.exports.nautobot.requests import address_of, failure, opener

_SECONDS = 300
"""Nautobot validates each object of a request, which takes tens of milliseconds."""
_PAGE = 500
"""Objects of an answer: MAX_PAGE_SIZE of Nautobot is 1,000 unless its administrator chose otherwise."""
Row = Mapping[str, Any]


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
