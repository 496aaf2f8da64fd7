"""Azure as far as burst hosts go: Azure Resource Manager and the token service of one tenant, over TLS, with virtual machines in memory.

The token service is of the kind that Azure Stack has (ADFS): for that, the CLI does not ask Microsoft which authorities there are.
"""

from __future__ import annotations

import base64
import http.server
import json
import ssl
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any, Self

from tests.twin.sensing_bmc import authority, certify

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000"
_GROUP = f"{SUBSCRIPTION}/resourceGroups/burst/providers/Microsoft.Compute/virtualMachines"
_READ = {
    "/images/i": {"storageProfile": {"osDisk": {"osType": "Linux", "osState": "Generalized"}, "dataDisks": []}},
    "/virtualNetworks/v": {"subnets": [{"name": "s", "id": "s", "properties": {"addressPrefix": "10.0.0.0/24"}}]},
}
"""What orders name, by how the path ends."""


class Azure:
    """A running stand-in. `machines` are by name; `refusal` is what orders are answered with, `silent` how long listings take, `secret` what logs in."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder, self.secret, self.silent = folder, "of-the-test", 0
        self.refusal: dict[str, Any] = {}
        self.machines: dict[str, dict[str, Any]] = {}
        self.asked: list[str] = []
        self.orders: list[list[dict[str, Any]]] = []
        authority(folder)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certify(folder, "localhost"))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"https://localhost:{self._server.server_port}"
        self.program = program
        self.environment = {
            "AZURE_CONFIG_DIR": str(folder / "login"),
            "REQUESTS_CA_BUNDLE": str(folder / "authority.pem"),
        }

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def log_in(self) -> None:
        """Register this cloud with the CLI and log in, as whoever sets burst hosts up does once."""
        ends = {"active-directory": f"{self.url}/adfs"}
        others = ("resource-manager", "active-directory-resource-id", "active-directory-graph-resource-id")
        ends |= dict.fromkeys((*others, "microsoft-graph-resource-id", "management"), f"{self.url}/")
        told = [word for name, value in ends.items() for word in (f"--endpoint-{name}", value)]
        self._must("cloud", "register", "-n", "stand-in", "--skip-endpoint-discovery", *told)
        self._must("cloud", "set", "-n", "stand-in")
        self._must("login", "--service-principal", "-u", "burst", "-p", self.secret, "--tenant", "adfs")

    def _must(self, *words: str) -> None:
        told = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), **self.environment}
        done = subprocess.run((str(self.program), *words), env=told, capture_output=True, text=True, timeout=300, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr

    def answer(self, method: str, path: str, body: str) -> tuple[int, Any]:
        """Return the status and the body of an answer."""
        if path.endswith("/.well-known/openid-configuration"):
            ends = {"authorization_endpoint": "authorize", "token_endpoint": "token"}
            return 200, {
                "issuer": f"{self.url}/adfs",
                **{name: f"{self.url}/adfs/oauth2/{end}" for name, end in ends.items()},
            }
        if path == "/adfs/oauth2/token":
            if f"client_secret={self.secret}" in body:
                return 200, {"access_token": "a-token", "expires_in": 3600, "token_type": "Bearer"}
            return 401, {
                "error": "invalid_client",
                "error_description": "AADSTS7000215: Invalid client secret provided.",
            }
        if path == "/subscriptions":
            which = {"id": SUBSCRIPTION, "subscriptionId": SUBSCRIPTION.rpartition("/")[2]}
            return 200, {"value": [{**which, "displayName": "s", "state": "Enabled", "tenantId": "adfs"}]}
        for end, properties in _READ.items():
            if path.endswith(end):
                return 200, {"id": path, "name": end[-1], "location": "westeurope", "properties": properties}
        return self._machines(method, path, body)

    def _machines(self, method: str, path: str, body: str) -> tuple[int, Any]:
        if "/deployments/" in path and method == "PUT":
            if self.refusal:
                return 400, {"error": self.refusal}
            return 201, self._ordered(path, json.loads(body)["properties"]["template"]["resources"])
        if path.endswith("/virtualMachines"):
            time.sleep(self.silent)
            return 200, {"value": list(self.machines.values())}
        if path.startswith(f"{_GROUP}/") and method == "DELETE":
            self.machines.pop(path.rpartition("/")[2], None)
            return 202, {}
        return 404, {"error": {"code": "ResourceNotFound", "message": path}}

    def _ordered(self, path: str, resources: list[dict[str, Any]]) -> Any:
        self.orders.append(resources)
        for each in resources:
            if each["type"] == "Microsoft.Compute/virtualMachines":
                properties = each["properties"] | {"provisioningState": "Creating"}
                which = {"id": f"{_GROUP}/{each['name']}", "name": each["name"], "location": each["location"]}
                self.machines[each["name"]] = {**which, "tags": each["tags"], "properties": properties}
        return {"id": path, "name": path.rpartition("/")[2], "properties": {"provisioningState": "Accepted"}}


def first_start(resources: list[dict[str, Any]]) -> str:
    """Return what cloud-init of an ordered machine gets."""
    machine = next(each for each in resources if each["type"] == "Microsoft.Compute/virtualMachines")
    return base64.b64decode(machine["properties"]["osProfile"]["customData"]).decode()


def _handler(azure: Azure) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Print nothing."""

        def _any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            path = self.path.partition("?")[0]
            azure.asked.append(f"{self.command} {self.path}")
            code, value = azure.answer(self.command, path, body)
            if path.startswith(f"{SUBSCRIPTION}/") and self.headers.get("Authorization") != "Bearer a-token":
                code, value = 401, {"error": {"code": "AuthenticationFailed", "message": "no token"}}
            text = json.dumps(value).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            if code == 202:
                self.send_header("Location", f"{azure.url}/operation")
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PUT = do_DELETE = _any  # noqa: N815  (names of the standard library)

    return Handler
