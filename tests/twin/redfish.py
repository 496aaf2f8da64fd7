"""A BMC that speaks Redfish over TLS, as far as the role asks: systems, the next boot, power, accounts, subscriptions, certificates. It keeps state, and records what changed it.

It is as strict as the strictest BMC: a PATCH needs the ETag of what it changes (DSP0266, "ETag"), and every request a login.
"""

from __future__ import annotations

import base64
import json
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

from tests.twin.redfish_certificates import MONITOR, REPLACE, REQUEST, Certificates
from tests.twin.redfish_events import Events

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

Json = dict[str, Any]
_SYSTEMS = "/redfish/v1/Systems"
_ACCOUNTS = "/redfish/v1/AccountService/Accounts"
_RESET = f"{_SYSTEMS}/DGX/Actions/ComputerSystem.Reset"


class Bmc:
    """A running BMC. `resources` is its state by path, `passwords` by account, `changes` every request but reads, passwords left out."""

    def __init__(
        self, folder: Path, *, serial: str = "", targets: tuple[str, ...] = ("None", "Pxe", "UefiHttp")
    ) -> None:
        """Make one with a GPU baseboard before the system that boots, and one account."""
        self.certificate = folder / "bmc.pem"
        _certify(self.certificate)
        self.passwords = {"admin": "correct horse"}
        self.changes: list[tuple[str, str, Json]] = []
        boot = {"BootSourceOverrideEnabled": "Disabled", "BootSourceOverrideTarget": "None"}
        self.resources: dict[str, Json] = {
            f"{_SYSTEMS}/Baseboard": {"Name": "GPUs", "Boot": {}},
            f"{_SYSTEMS}/DGX": {
                "SerialNumber": serial,
                "PowerState": "Off",
                "Boot": {**boot, "BootSourceOverrideTarget@Redfish.AllowableValues": list(targets)},
                "Actions": {"#ComputerSystem.Reset": {"target": _RESET, "ResetType@Redfish.AllowableValues": ["On", "PowerCycle"]}},
            },
            f"{_ACCOUNTS}/1": {"UserName": "admin", "RoleId": "Administrator", "Enabled": True},
        }  # fmt: skip
        self.events = Events(self.resources)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self.certificates = Certificates(self.resources, self.certificate, context)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"https://127.0.0.1:{self._server.server_port}"

    @property
    def system(self) -> Json:
        """The system that boots."""
        return self.resources[f"{_SYSTEMS}/DGX"]

    def account(self, name: str) -> Json:
        """An account by its user's name; empty where there is none."""
        return next((each for each in self.resources.values() if each.get("UserName") == name), {})

    def members(self, path: str) -> list[str] | None:
        """Return the paths in a collection; nothing where the path is none."""
        known = path in {_SYSTEMS, _ACCOUNTS, *self.events.collections, *self.certificates.collections}
        return [each for each in self.resources if each.rpartition("/")[0] == path] if known else None

    def knows(self, header: str) -> bool:
        """Whether a request's Authorization is that of an enabled account."""
        word, _, coded = header.partition(" ")
        name, _, password = base64.b64decode(coded or "").decode().partition(":")
        return word == "Basic" and self.passwords.get(name) == password and self.account(name).get("Enabled", False)

    def change(self, method: str, path: str, body: Json) -> int:
        """Do what a request asks, and give the status."""
        self.changes.append((method, path, {key: value for key, value in body.items() if key != "Password"}))
        if path == _RESET:
            self.system["PowerState"] = "On"
            return 204
        if method == "POST" and path == _ACCOUNTS:
            self.passwords[body["UserName"]] = body.pop("Password")
            self.resources[f"{_ACCOUNTS}/{len(self.resources)}"] = body
            return 201
        if method in {"POST", "DELETE"}:
            return self.events.add(path, body) if method == "POST" else self.events.remove(path)
        found = self.resources[path]
        if "Password" in body:
            self.passwords[found["UserName"]] = body.pop("Password")
        found |= body | ({"Boot": found["Boot"] | body["Boot"]} if "Boot" in body else {})
        return 200


def tag(resource: Json) -> str:
    """The ETag of a resource as it is."""
    return f'"{hash(json.dumps(resource, sort_keys=True)):x}"'


def _certify(path: Path) -> None:
    """Make a certificate that signs itself, as a new BMC has."""
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=bmc -addext subjectAltName=IP:127.0.0.1"
    key = path.with_suffix(".key")
    subprocess.run(["openssl", *words.split(), "-keyout", str(key), "-out", str(path)], check=True, capture_output=True)
    path.write_text(path.read_text("ascii") + key.read_text("ascii"), encoding="ascii")


def _handler(bmc: Bmc) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            """Return a resource, or the members of a collection."""
            if self.path == MONITOR and self._known():
                return self._answer(*bmc.certificates.monitored())
            if (members := bmc.members(self.path)) is not None:
                return self._answer(200, {"Members": [{"@odata.id": path} for path in members]})
            found = bmc.resources.get(self.path)
            return self._answer(200, {"@odata.id": self.path, **found}, tag(found)) if found else self._answer(404)

        def do_PATCH(self) -> None:
            """Change a resource that is still as the client read it."""
            found = bmc.resources.get(self.path)
            body = self._body()
            if found is None:
                return self._answer(404)
            if "If-Match" not in self.headers:
                return self._answer(428)
            if self.headers["If-Match"] != tag(found):
                return self._answer(412)
            if refused := bmc.events.refuses(self.path, body):
                return self._answer(*refused)
            return self._answer(bmc.change("PATCH", self.path, body) if self._known() else 401)

        def do_POST(self) -> None:
            """Make a member of a collection, or do an action."""
            body = self._body()
            if self.path in {REQUEST, REPLACE} and self._known():
                bmc.changes.append(("POST", self.path, body))
                return self._answer(*bmc.certificates.act(self.path, body))
            if self.path != _RESET and bmc.members(self.path) is None:
                return self._answer(404)
            if refused := bmc.events.refuses(self.path, body):
                return self._answer(*refused)
            return self._answer(bmc.change("POST", self.path, body) if self._known() else 401)

        def do_DELETE(self) -> None:
            """Take a resource away."""
            found = self.path in bmc.resources
            return self._answer((bmc.change("DELETE", self.path, {}) if found else 404) if self._known() else 401)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

        def _known(self) -> bool:
            return bmc.knows(self.headers.get("Authorization", ""))

        def _body(self) -> Json:
            found: Json = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
            return found

        def _answer(self, status: int, body: Json | None = None, etag: str = "") -> None:
            if not self._known():
                status, body, etag = 401, None, ""
            text = json.dumps(body).encode() if body is not None else b""
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            if etag:
                self.send_header("ETag", etag)
            if status == 202 and bmc.certificates.monitor:
                self.send_header("Location", bmc.certificates.monitor)
            self.end_headers()
            self.wfile.write(text)

    return Handler
