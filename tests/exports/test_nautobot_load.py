"""The loader against a stand-in that refuses, redirects and answers in pages, as a real Nautobot does only sometimes (`test_nautobot` has the real one)."""

import json
import re
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from generator.exports.export import ExportError
from generator.exports.nautobot.answers import survey_of
from generator.exports.nautobot.client import Client
from generator.exports.nautobot.kind import Kind
from generator.exports.nautobot.load import load
from tests.adopt.test_round_trip import run
from tests.twin.certificate import SELF_SIGNED

_PAGE = 2


class Lists(ThreadingHTTPServer):
    """Lists of objects by path; `refused` are names that no list takes."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.lists: dict[str, list[dict[str, Any]]] = {}
        self.refused: set[str] = set()
        self.says: int | None = None
        self.raw: bytes | None = None
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
        if self.server.raw is not None:
            self.wfile.write(self.server.raw)
            return False
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


def whole(content: str) -> bytes:
    return f"HTTP/1.0 200 OK\r\nContent-Length: {len(content)}\r\n\r\n{content}".encode()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "closes the connection without an answer"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "does not answer in HTTP: name the port"),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n{", "ends its answer after 1 byte: run the command again"),
        (b"HTTP/1.0 400 Bad\r\nContent-Length: 99\r\n\r\n{", "refuses a filter of Nautobot 3.2: no reason stated"),
        (whole(""), "does not answer in JSON"),
        (whole("<html>"), "does not answer in JSON"),
        (whole("\ufeff{}"), "does not answer in JSON"),
        (whole("[" * 100_000), "does not answer in JSON"),
        (whole("{}"), "does not answer with a list of objects"),
        (whole("[]"), "does not answer with a list of objects"),
        (whole("null"), "does not answer with a list of objects"),
        (whole('{"results": {}}'), "does not answer with a list of objects"),
        (whole('{"results": [{"name": "a"}]}'), "does not answer with a list of objects"),
        (whole('{"results": [1]}'), "does not answer with a list of objects"),
    ],
)
def test_answers_that_are_not_nautobots(there: Lists, raw: bytes, said: str) -> None:
    there.raw = raw
    with pytest.raises(ExportError, match=re.escape(said)):
        loaded(there)


def test_objects_of_another_program_are_not_compared(there: Lists) -> None:
    """A program with other objects behind the same paths is named; nothing is compared."""
    there.raw = whole('{"results": [{"id": "x"}]}')
    with pytest.raises(
        ExportError, match=r"an object that is not as in Nautobot 3 \(it has no `name` where one is needed\)"
    ):
        survey_of(Client(there.url, "x"), "atlas")


def test_an_answer_with_other_objects_than_were_sent(there: Lists) -> None:
    client = Client(there.url, "x")
    there.raw = whole('[{"id": 1}, {"id": 2}]')
    with pytest.raises(ExportError, match="answers with 2 objects to a request for 1"):
        client.create("roles", [{"name": "a"}])


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1",
        "127.0.0.1:80",
        "http://a:b@127.0.0.1",
        "file:///etc/passwd",
        "http:///",
        "http://host:abc",
        "https://host:99999",
        "https://host:0",
        "http://[::1",
        "https://a b",
        "https://a/b c",
        "https://a\n",
        "https://a\tb",
        "https://nautobot.ex\u00e4mple",
        "https://a?b",
        "https://a#b",
    ],
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(ExportError, match="is not the address of a Nautobot"):
        Client(url, "x")


def test_no_token_goes_out_unencrypted() -> None:
    for host in ("nautobot.example.net", "10.0.0.1", "[2001:db8::1]", "127.0.0.1.example.net", "localhost.example.net"):
        assert Client(f"https://{host}/", "x").url == f"https://{host}"
        with pytest.raises(ExportError, match="would send the token unencrypted: write https://"):
            Client(f"http://{host}", "x")
    for host in ("127.0.0.1", "127.8.9.1:80", "[::1]:8001", "localhost", "LOCALHOST:8001"):
        assert Client(f"http://{host}", "x").url == f"http://{host}"


def test_plain_http_asks_no_proxy(there: Lists, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same server is the proxy: it would see a whole address as the path."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, there.url)
    monkeypatch.setenv("no_proxy", "")
    with pytest.raises(ExportError, match=r"http://127\.0\.0\.1:1 does not answer"):
        list(Client("http://127.0.0.1:1", "x").list("roles"))
    assert there.seen == []
    assert list(Client(there.url, "x").list("roles")) == []
    there.seen.clear()
    with pytest.raises(ExportError, match=r"does not answer: Tunnel connection failed: 501"):
        list(Client("https://nautobot.example.net", "x").list("roles"))
    assert there.seen == []


@pytest.mark.proof
def test_a_certificate_that_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key", tmp_path / "crt"
    name = ("-addext", "subjectAltName=IP:127.0.0.1")
    subprocess.run([*SELF_SIGNED, *name, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = Lists()
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with pytest.raises(ExportError, match=r"does not trust \(self-signed certificate\).*SSL_CERT_FILE"):
            list(Client(server.url.replace("http:", "https:"), "x").list("roles"))
        assert server.seen == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert list(Client(server.url.replace("http:", "https:"), "x").list("roles")) == []
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_tls_where_there_is_none(there: Lists) -> None:
    with pytest.raises(ExportError, match="does not answer in TLS: name the port"):
        list(Client(there.url.replace("http:", "https:"), "x").list("roles"))


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
