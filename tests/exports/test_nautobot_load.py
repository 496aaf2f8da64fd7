"""The loader against a stand-in that refuses, redirects and answers in pages, as a real Nautobot does only sometimes (`test_nautobot` has the real one)."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from generator.exports.export import ExportError
from generator.exports.nautobot.client import Client
from generator.exports.nautobot.kind import Kind
from generator.exports.nautobot.load import load
from tests.adopt.test_round_trip import run

_PAGE = 2


class Lists(ThreadingHTTPServer):
    """Lists of objects by path; `refused` are names that no list takes."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.lists: dict[str, list[dict[str, Any]]] = {}
        self.refused: set[str] = set()
        self.says: int | None = None
        self.seen: list[tuple[str, str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Answer(BaseHTTPRequestHandler):
    server: Lists

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query))
        if self.noted():
            every = self.server.lists.get(parts.path, [])
            at = int(query["offset"])
            page = every[at : at + _PAGE]
            self.answer(200, {"results": page, "next": "there is more" if at + _PAGE < len(every) else None})

    def do_POST(self) -> None:
        rows = self.body()
        if not self.noted():
            return
        if bad := [row for row in rows if row["name"] in self.server.refused]:
            self.answer(400, [{"name": [f"{row['name']} is refused."]} if row in bad else {} for row in rows])
            return
        every = self.server.lists.setdefault(self.path, [])
        made = [{**row, "id": f"{self.path} {len(every) + at}"} for at, row in enumerate(rows)]
        every += made
        self.answer(201, made)

    def do_PATCH(self) -> None:
        rows = self.body()
        if self.noted():
            known = {each["id"]: each for each in self.server.lists[self.path]}
            for row in rows:
                known[row["id"]] |= row
            self.answer(200, rows)

    def body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def noted(self) -> bool:
        self.server.seen.append((self.command, self.path, self.headers["Authorization"]))
        if self.server.says is None:
            return True
        self.send_response(self.server.says)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return False

    def answer(self, code: int, value: Any) -> None:
        content = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture
def there() -> Iterator[Lists]:
    server = Lists()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def kinds(*, draw: int = 5) -> list[Kind]:
    roles = [{"name": name, "kinds": ["device"]} for name in ("gpu", "login", "storage")]
    devices = [{"name": f"host{n}", "role": "gpu", "draw": draw, "first": f"10.0.0.{n}"} for n in range(45)]
    devices += [{"name": "odd", "role": "gpu"}, {"name": "under", "role": "gpu", "parent": "odd"}]
    devices += [{"name": "last", "role": "gpu", "parent": "host44"}]
    return [
        Kind(name="roles", path="roles", key=("name",), extend=("kinds",), objects=roles),
        Kind(
            name="devices",
            path="devices",
            key=("name",),
            refs={"role": "roles", "parent": "devices"},
            update=("draw",),
            fill=("first",),
            objects=devices,
        ),
    ]


def loaded(there: Lists, *, draw: int = 5) -> list[tuple[str, int, int, int, list[str]]]:
    done = load(Client(there.url, "x" * 40), kinds(draw=draw))
    return [(each.kind, each.created, each.existing, each.changed, each.refused) for each in done]


def test_pages_refusals_and_changes(there: Lists) -> None:
    """One refused object takes only what refers to it along; a second load creates what is missing, and changes what it may."""
    there.refused = {"odd"}
    lost = ["odd: name: odd is refused.", "under: parent is odd, which is not in Nautobot"]
    assert loaded(there) == [("roles", 3, 0, 0, []), ("devices", 46, 0, 0, lost)]
    rows = there.lists["/api/devices/"]
    assert rows[-1]["parent"] == next(row["id"] for row in rows if row["name"] == "host44")
    assert {row["role"] for row in rows} == {there.lists["/api/roles/"][0]["id"]}
    # people changed things: nothing of it is set back but what follows the plan
    rows[0] |= {"draw": 7, "first": "192.0.2.1", "note": "ours"}
    rows[1]["first"] = ""
    there.lists["/api/roles/"][1]["kinds"] = ["prefix"]
    there.refused = set()
    assert loaded(there) == [("roles", 0, 3, 1, []), ("devices", 2, 46, 2, [])]
    assert rows[0] | {"draw": 5} == rows[0]
    assert (rows[0]["first"], rows[0]["note"], rows[1]["first"]) == ("192.0.2.1", "ours", "10.0.0.1")
    assert there.lists["/api/roles/"][1]["kinds"] == ["prefix", "device"]
    assert loaded(there) == [("roles", 0, 3, 0, []), ("devices", 0, 48, 0, [])]
    assert loaded(there, draw=6)[1] == ("devices", 0, 48, 45, [])


@pytest.mark.parametrize(
    ("code", "said"), [(403, "NAUTOBOT_TOKEN"), (302, "redirects"), (404, "without /api"), (502, "Nautobot's log")]
)
def test_every_other_answer_ends_the_load(there: Lists, code: int, said: str) -> None:
    there.says = code
    with pytest.raises(ExportError, match=said):
        loaded(there)
    assert len(there.seen) == 1


@pytest.mark.parametrize(
    "url", ["ftp://127.0.0.1", "127.0.0.1:80", "http://a:b@127.0.0.1", "file:///etc/passwd", "http:///"]
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(ExportError, match="is not the address of a Nautobot"):
        Client(url, "x")


def test_the_command(there: Lists, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its messages name the fix, and never the token."""
    monkeypatch.delenv("NAUTOBOT_TOKEN", raising=False)
    for option in ("--load", "--compare"):
        code, said = run("export", small, "nautobot", option, there.url)
        assert (code, "NAUTOBOT_TOKEN has no API token" in said) == (1, True)
        assert run("export", small, "graphviz", option, there.url)[0] == 2
    assert run("export", small, "netbox", "--compare", there.url)[0] == 2
    assert there.seen == []
    secret = "0123456789abcdef" * 2
    monkeypatch.setenv("NAUTOBOT_TOKEN", secret)
    code, said = run("export", small, "nautobot", "--load", there.url)
    assert code == 1
    assert "error: statuses: Active: it is not in Nautobot, and is not created" in said
    code, other = run("export", small, "nautobot", "--compare", there.url)
    assert code == 1
    assert "has no location ember with a 'Cluster room' in it" in other
    assert secret not in said + other
    assert {login for _, _, login in there.seen} == {f"Token {secret}"}
    code, said = run("export", small, "nautobot", "--load", "http://127.0.0.1:1")
    assert (code, said.startswith("error: http://127.0.0.1:1 does not answer: ")) == (1, True)


@pytest.fixture
def small(rendered: Any) -> Path:
    return Path(rendered("small-4-hosts"))
