"""BMCs that tell of their sensors by Redfish over TLS, as far as the program of the tree asks, and certificates for them by an authority of the test.

One has Sensors and expands them; one has Thermal and Power alone; others do not answer, answer without end, or answer with what is no Redfish.
"""

from __future__ import annotations

import base64
import json
import ssl
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Json = dict[str, Any]
ROOT, CHASSIS = "/redfish/v1/", "/redfish/v1/Chassis"
EVIL = 'PSU"1\\\n\u202e' + "x" * 200


def _status(health: str | None = "OK", state: str = "Enabled") -> Json:
    return {"Status": {"State": state, "Health": health}}


def newer(*, expands: bool, hot: bool = False) -> dict[str, Json]:
    """The resources of a BMC with Sensors; `hot`: a sensor is above its maker's limit, and the BMC states no health of it."""
    at = f"{CHASSIS}/1"
    limits = {"Thresholds": {"UpperCritical": {"Reading": 90.0}, "LowerCritical": {"Reading": None}}}
    sensors = {
        "t1": {"Name": "Inlet", "ReadingType": "Temperature", "Reading": 24.5, **limits, **_status()},
        "t2": {"Name": "GPU 1", "ReadingType": "Temperature", "Reading": 96.0 if hot else 60.0, **limits, **_status(None)},
        "f1": {"Name": "Fan", "ReadingType": "Rotational", "Reading": 4200, **_status("Warning")},
        "p1": {"Name": "Total", "ReadingType": "Power", "Reading": 3200.25, **_status()},
        "gone": {"Name": "Bay 2", "ReadingType": "Temperature", "Reading": None, **_status("Critical", "Absent")},
        "odd": {"Name": EVIL, "ReadingType": ["Temperature"], "Reading": "hot", "Status": {"Health": {}, "State": []}},
    }  # fmt: skip
    found: dict[str, Json] = {
        ROOT: {"Chassis": {"@odata.id": CHASSIS}, "ProtocolFeaturesSupported": {"ExpandQuery": {"NoLinks": expands}}},
        CHASSIS: {"Members": [{"@odata.id": at}]},
        at: {
            "Id": "1",
            "Sensors": {"@odata.id": f"{at}/Sensors"},
            "PowerSubsystem": {"@odata.id": f"{at}/PowerSubsystem"},
            "ThermalSubsystem": {"@odata.id": "https://192.0.2.1/redfish/v1/elsewhere"},
        },
        f"{at}/Sensors": {"Members": [{"@odata.id": f"{at}/Sensors/{name}"} for name in sensors]},
        f"{at}/PowerSubsystem": {"PowerSupplies": {"@odata.id": f"{at}/PowerSubsystem/PowerSupplies"}},
        f"{at}/PowerSubsystem/PowerSupplies": {"Members": [{"@odata.id": f"{at}/PowerSubsystem/PowerSupplies/0"}]},
        f"{at}/PowerSubsystem/PowerSupplies/0": {"Id": "0", "Name": EVIL, **_status("Critical" if hot else "OK")},
    }
    return found | {f"{at}/Sensors/{name}": {"Id": name, **each} for name, each in sensors.items()}


def older() -> dict[str, Json]:
    """The resources of a BMC from before Sensors, with a failed supply."""
    at = f"{CHASSIS}/Self"
    return {
        ROOT: {"Chassis": {"@odata.id": CHASSIS}},
        CHASSIS: {"Members": [{"@odata.id": at}]},
        at: {"Id": "Self", "Thermal": {"@odata.id": f"{at}/Thermal"}, "Power": {"@odata.id": f"{at}/Power"}},
        f"{at}/Thermal": {
            "Temperatures": [{"MemberId": "0", "Name": "CPU", "ReadingCelsius": 41, "UpperThresholdCritical": 95, **_status(None)}],
            "Fans": [
                {"MemberId": "0", "FanName": "Fan A", "Reading": 5100, "ReadingUnits": "RPM", **_status()},
                {"MemberId": "1", "Name": "Fan B", "Reading": 40, "ReadingUnits": "Percent", **_status()},
            ],
        },
        f"{at}/Power": {
            "PowerControl": [{"MemberId": "0", "Name": "System", "PowerConsumedWatts": 812}],
            "Voltages": [{"MemberId": "0", "Name": "12V", "ReadingVolts": 12.1, **_status()}],
            "PowerSupplies": [{"MemberId": "0", "Name": "PSU1", **_status("Critical")}],
        },
    }  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    resources: dict[str, Json]
    login: str
    kind: str
    asked: list[str]

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        """Answer with a resource, whose members are whole where they are to be expanded."""
        path, _, query = self.path.partition("?")
        self.asked.append(self.path)
        if self.kind == "endless":
            return self._drip()
        word = base64.b64decode(self.headers.get("Authorization", "").partition(" ")[2]).decode()
        if word != self.login:
            return self._answer(401, b"{}")
        if self.kind == "garbage":
            return self._answer(200, b"\xff<html>" * 1000)
        found = self.resources.get(path)
        if found is None:
            return self._answer(404, b"{}")
        if query == "$expand=.":
            members = [self.resources[each["@odata.id"]] | each for each in found["Members"]]
            found = found | {"Members": members}
        return self._answer(200, json.dumps({"@odata.id": path, **found}).encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b" ")
            time.sleep(1)


def serve(
    address: tuple[str, int], certificate: Path, login: str, resources: dict[str, Json], kind: str = ""
) -> tuple[ThreadingHTTPServer, list[str]]:
    """Make a BMC, which the caller serves; the list has what it was asked for."""
    asked: list[str] = []
    handler = type("Handler", (_Handler,), {"resources": resources, "login": login, "kind": kind, "asked": asked})
    server = ThreadingHTTPServer(address, handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server, asked


def authority(folder: Path) -> Path:
    """Make an authority; its certificate is returned, with its key beside it."""
    made = folder / "authority.pem"
    words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=site -keyout {folder}/authority.key -out {made}"
    subprocess.run(["openssl", *words.split()], check=True, capture_output=True)
    return made


def certify(folder: Path, name: str) -> Path:
    """Make a certificate of a BMC with its key in one file, by the authority of the folder."""
    made, key, asked = (folder / f"{name}.{end}" for end in ("pem", "key", "csr"))
    (folder / f"{name}.ext").write_text(f"subjectAltName=DNS:{name}\n", "utf-8")
    for words in (
        f"req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=bmc -keyout {key} -out {asked}",
        f"x509 -req -in {asked} -CA {folder}/authority.pem -CAkey {folder}/authority.key -CAcreateserial -days 2 -extfile {folder}/{name}.ext -out {made}",
    ):
        subprocess.run(["openssl", *words.split()], check=True, capture_output=True)
    made.write_text(made.read_text("ascii") + key.read_text("ascii"), "ascii")
    return made


KINDS = {
    "expanding": lambda: newer(expands=True),
    "hot": lambda: newer(expands=False, hot=True),
    "older": older,
    "garbage": dict,
    "endless": dict,
}
"""What a BMC may be."""

if __name__ == "__main__":
    _address, _certificate, _login, _kind = sys.argv[1:]
    _server, _ = serve((_address, 443), Path(_certificate), _login, KINDS[_kind](), _kind)
    _server.serve_forever()
