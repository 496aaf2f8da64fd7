"""The module that speaks eAPI: whom it speaks to, what it sends, what it says when it may not. Against a real HTTPS server."""

from __future__ import annotations

import json
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.playbooks.roles import module

EAPI = module("eapi")
Seen = list[dict[str, Any]]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> list[Path]:
    """Two of a switch's own kind: signed by nobody else, for no name."""
    folder = tmp_path_factory.mktemp("eapi")
    made = [folder / name for name in ("one", "other")]
    for path in made:
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
        names = ("-subj", "/CN=self.signed", "-keyout", f"{path}.key", "-out", f"{path}.crt")
        subprocess.run(
            [program("openssl"), "req", "-x509", *curve, "-nodes", "-days", "2", *names],
            check=True,
            capture_output=True,
        )
        path.write_text(Path(f"{path}.key").read_text("ascii") + Path(f"{path}.crt").read_text("ascii"), "ascii")
    return made


@contextmanager
def switch(certificate: Path, status: int = 200, **said: object) -> Iterator[tuple[int, Seen]]:
    """Answer every request alike; give the port, and what was asked."""
    seen: Seen = []

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append({**body["params"], "login": self.headers["Authorization"]})
            answer = json.dumps({"jsonrpc": "2.0", "id": body["id"], **said}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Answer)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def asked(port: int, pin: Path, **more: object) -> dict[str, Any]:
    given = {
        "host": "127.0.0.1",
        "port": port,
        "user": "admin",
        "password": "secret",
        "commands": ["enable", "show version"],
    }
    return {**given, "format": "text", "authority": "", "pin": str(pin), "timeout": 5, **more}


def test_the_first_certificate_is_noted_and_another_gets_no_password(certificates: list[Path], tmp_path: Path) -> None:
    pin = tmp_path / "kept" / "certificate.sha256"
    with switch(certificates[0], result=[{}, {"output": "EOS"}]) as (port, seen):
        connection, first = EAPI.connected(asked(port, pin), noting=False)
        assert len(first) == 64
        assert not pin.exists(), "a check notes nothing"
        connection.close()
        connection, first = EAPI.connected(asked(port, pin), noting=True)
        assert EAPI.answered(connection, asked(port, pin)) == ["", "EOS"]
        assert (pin.read_text("ascii"), pin.stat().st_mode & 0o777) == (f"{first}\n", 0o600)
        connection, again = EAPI.connected(asked(port, pin), noting=True)
        connection.close()
        assert again == "", "it is known now"
        assert [each["cmds"] for each in seen] == [["enable", "show version"]]
    with (
        switch(certificates[1], result=[]) as (port, seen),
        pytest.raises(EAPI.RefusedError, match="a different certificate"),
    ):
        EAPI.connected(asked(port, pin), noting=True)
    assert seen == []


def test_an_authority_is_asked_where_there_is_one(certificates: list[Path], tmp_path: Path) -> None:
    """Its names count too: one for nobody is refused."""
    with switch(certificates[0], result=[]) as (port, seen), pytest.raises(ssl.SSLCertVerificationError):
        EAPI.connected(asked(port, tmp_path / "pin", authority=str(certificates[0])), noting=True)
    assert seen == []


@pytest.mark.parametrize(
    ("status", "said", "message"),
    [
        (401, {}, "clustergen_eos_admin_password"),
        (503, {}, "503"),
        (
            200,
            {"error": {"code": 1002, "message": "CLI command 2 of 2 'show bogus' failed"}},
            "refuses the commands: CLI command 2",
        ),
    ],
)
def test_what_goes_wrong_is_said(
    certificates: list[Path], tmp_path: Path, status: int, said: dict[str, object], message: str
) -> None:
    with switch(certificates[0], status, **said) as (port, _):
        connection, _ = EAPI.connected(asked(port, tmp_path / "pin"), noting=True)
        with pytest.raises(EAPI.RefusedError, match=message):
            EAPI.answered(connection, asked(port, tmp_path / "pin"))
