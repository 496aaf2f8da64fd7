"""The program that reads BMCs by Redfish, beside BMCs over TLS: what they have, what they withhold, and what they answer instead."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import environment
from tests.twin.sensing_bmc import KINDS, authority, certify, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NAME = "gpu01-bmc.atlas.example.net"
LOGIN = "monitor:S3nsors only"


class Reader:
    """The program on a host whose only BMC listens on 127.0.0.1, and gives up after three seconds."""

    def __init__(self, folder: Path, rendered: dict[str, str]) -> None:
        self.folder = folder
        for name, text in rendered.items():
            (folder / name).write_text(text, "utf-8")
        self.planned = json.loads((folder / "bmcs.json").read_text("utf-8"))
        (folder / "password").write_text(LOGIN.partition(":")[2] + "\n", "utf-8")
        authority(folder)
        self.certificate = certify(folder, NAME)

    def settings(self, *, verified: bool = True, name: str = NAME) -> None:
        """Have it ask 127.0.0.1 alone."""
        (self.folder / "bmcs.json").write_text(
            json.dumps(self.planned | {"verified": verified, "bmcs": {"127.0.0.1": name}}), "utf-8"
        )

    def ask(self, port: int) -> dict[str, float]:
        """Run it, and return the series of the one answer; the reason of a failure is in `log`."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            listen = free.getsockname()[1]
        told = {"CREDENTIALS_DIRECTORY": str(self.folder), "REDFISH_LISTEN": str(listen), "REDFISH_PORT": str(port)}
        log = self.folder / "log"
        with log.open("w", encoding="utf-8") as kept:
            running = subprocess.Popen(
                (sys.executable, "-B", str(self.folder / "redfish.py")),
                env=os.environ | told | {"REDFISH_SECONDS": "3"}, stderr=kept,
            )  # fmt: skip
            try:
                text = answer(f"http://127.0.0.1:{listen}/redfish?module=redfish&target=127.0.0.1")
                with pytest.raises(urllib.error.HTTPError):
                    answer(f"http://127.0.0.1:{listen}/redfish?target=192.0.2.1")
            finally:
                running.terminate()
                running.wait()
        self.log = log.read_text("utf-8")
        rows = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
        return {name.removeprefix("clustergen_redfish_"): float(value) for name, _, value in rows}


def answer(url: str) -> str:
    """Ask until somebody listens."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=30) as said:
                return str(said.read().decode())
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            time.sleep(0.1)
    raise TimeoutError(url)


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Its rendered files."""
    plan = plan_data(cluster() | {"monitoring": {"exporters": ["redfish"]}}, tmp_path_factory.mktemp("spec"))
    files = {each.path: each.content for each in monitoring.render(close(plan), TEMPLATES)}
    prefix = "monitoring/redfish/"
    return {path.removeprefix(prefix): text for path, text in files.items() if path.startswith(prefix)}


@pytest.fixture
def reader(tmp_path: Path, rendered: dict[str, str]) -> Reader:
    found = Reader(tmp_path, rendered)
    found.settings()
    return found


class Bmcs:
    """BMCs that are served until the test ends."""

    def __init__(self) -> None:
        self.servers: list[object] = []

    def start(self, certificate: Path, kind: str, login: str = LOGIN) -> tuple[int, list[str]]:
        """Serve one; returns its port, and what it was asked for."""
        server, asked = serve(("127.0.0.1", 0), certificate, login, KINDS[kind](), kind)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.servers.append(server)
        return server.server_port, asked


@pytest.fixture
def bmcs() -> Iterator[Bmcs]:
    found = Bmcs()
    yield found
    for server in found.servers:
        server.shutdown()  # type: ignore[attr-defined]
        server.server_close()  # type: ignore[attr-defined]


def _at(chassis: str, which: str, name: str) -> str:
    return f'chassis="{chassis}",id="{which}",name="{name}"'


def test_sensors_and_supplies_are_read(reader: Reader, bmcs: Bmcs) -> None:
    """With one question for all sensors; what is absent is not among them, and no link leads elsewhere."""
    port, asked = bmcs.start(reader.certificate, "expanding")
    found = reader.ask(port)
    assert 86400 < found.pop("certificate_end_timestamp_seconds") - time.time() < 2 * 86400
    evil = 'PSU\\"1\\\\' + "x" * 58
    assert found == {
        "up": 1,
        f'sensor_state{{{_at("1", "t1", "Inlet")},kind="temperature"}}': 0,
        f'sensor_state{{{_at("1", "t2", "GPU 1")},kind="temperature"}}': 0,
        f'sensor_state{{{_at("1", "f1", "Fan")},kind="fan"}}': 1,
        f'sensor_state{{{_at("1", "p1", "Total")},kind="power"}}': 0,
        f'sensor_state{{{_at("1", "0", evil)},kind="part"}}': 0,
        f"temperature_celsius{{{_at('1', 't1', 'Inlet')}}}": 24.5,
        f"temperature_celsius{{{_at('1', 't2', 'GPU 1')}}}": 60,
        f"fan_speed_rpm{{{_at('1', 'f1', 'Fan')}}}": 4200,
        f"power_watts{{{_at('1', 'p1', 'Total')}}}": 3200.25,
    }
    assert asked.count("/redfish/v1/Chassis/1/Sensors?$expand=.") == 1
    assert not any(path.startswith("/redfish/v1/Chassis/1/Sensors/") or "elsewhere" in path for path in asked)


def test_without_expanding_each_sensor_is_asked(reader: Reader, bmcs: Bmcs) -> None:
    """A reading above the maker's limit is critical where the BMC states no health, and so is what it calls critical."""
    port, asked = bmcs.start(reader.certificate, "hot")
    found = reader.ask(port)
    assert len([path for path in asked if path.startswith("/redfish/v1/Chassis/1/Sensors/")]) == 6
    critical = {re.search(r'id="(\w+)"', name)[1] for name, value in found.items() if name.startswith("sensor_state") and value == 2}  # type: ignore[index]  # fmt: skip
    assert critical == {"t2", "0"}


def test_bmcs_from_before_sensors_are_read(reader: Reader, bmcs: Bmcs) -> None:
    port, _ = bmcs.start(reader.certificate, "older")
    found = reader.ask(port)
    assert found[f'sensor_state{{{_at("Self", "0", "PSU1")},kind="part"}}'] == 2
    assert found[f"temperature_celsius{{{_at('Self', '0', 'CPU')}}}"] == 41
    assert found[f"voltage_volts{{{_at('Self', '0', '12V')}}}"] == 12.1
    assert found[f"power_watts{{{_at('Self', '0', 'System')}}}"] == 812
    assert {name for name in found if name.startswith("fan")} == {f"fan_speed_rpm{{{_at('Self', '0', 'Fan A')}}}"}
    assert found[f'sensor_state{{{_at("Self", "1", "Fan B")},kind="part"}}'] == 0


@pytest.mark.parametrize(
    ("kind", "login", "reason"),
    [
        ("garbage", LOGIN, "UnicodeDecodeError"),
        ("endless", LOGIN, "not read within 3 seconds"),
        ("hot", "monitor:another", "the login is refused"),
    ],
)
def test_a_bmc_that_answers_otherwise_is_not_read(
    kind: str, login: str, reason: str, reader: Reader, bmcs: Bmcs
) -> None:
    port, _ = bmcs.start(reader.certificate, kind, login)
    assert reader.ask(port) == {"up": 0}
    assert reason in reader.log
    assert "S3nsors" not in reader.log


def test_a_bmc_that_says_nothing_is_not_read(reader: Reader) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert reader.ask(silent.getsockname()[1]) == {"up": 0}


def test_only_the_right_certificate_gets_the_password(reader: Reader, bmcs: Bmcs) -> None:
    """Another name is refused before a request, and read where the spec does without verification."""
    port, asked = bmcs.start(reader.certificate, "older")
    reader.settings(name="gpu02-bmc.atlas.example.net")
    assert reader.ask(port) == {"up": 0}
    assert "CERTIFICATE_VERIFY_FAILED" in reader.log
    assert asked == []
    reader.settings(name="gpu02-bmc.atlas.example.net", verified=False)
    found = reader.ask(port)
    assert (found["up"], "certificate_end_timestamp_seconds" in found) == (1, False)


def test_series_and_names_are_those_of_the_catalog(reader: Reader, bmcs: Bmcs) -> None:
    """No stand-in has a current; each BMC of the plan has the name of DNS."""
    found: set[str] = set()
    for kind in ("expanding", "older"):
        port, _ = bmcs.start(reader.certificate, kind)
        found |= {f"clustergen_redfish_{name.partition('{')[0]}" for name in reader.ask(port)}
    assert found == set(read_exporter("redfish").metrics) - {"clustergen_redfish_current_amperes"}
    assert NAME in reader.planned["bmcs"].values()
    assert reader.planned["user"] == "monitor"


@pytest.mark.proof
def test_openstacks_emulator_is_read(reader: Reader, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Its root is open, everything else wants the login; it has Thermal alone."""
    programs = environment("sushy")
    line = "import bcrypt, sys; print(bcrypt.hashpw(sys.argv[1].encode(), bcrypt.gensalt(4)).decode())"
    user, _, password = LOGIN.partition(":")
    made = subprocess.run((str(programs / "python"), "-c", line, password), capture_output=True, text=True, check=True)
    (tmp_path / "users").write_text(f"{user}:{made.stdout}", "utf-8")
    (tmp_path / "emulator.conf").write_text(f"SUSHY_EMULATOR_AUTH_FILE = {str(tmp_path / 'users')!r}\n", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = f"--fake --config {tmp_path}/emulator.conf -i 127.0.0.1 -p {port} --ssl-certificate {reader.certificate} --ssl-key {reader.certificate.with_suffix('.key')}"
    with (tmp_path / "emulator.log").open("w") as log:
        running = subprocess.Popen((str(programs / "sushy-emulator"), *words.split()), stdout=log, stderr=log)
        try:
            for _ in range(300):
                if "Running on" in (tmp_path / "emulator.log").read_text("utf-8"):
                    break
                time.sleep(0.1)
            found = reader.ask(port)
            (tmp_path / "password").write_text("another\n", "utf-8")
            refused = reader.ask(port)
        finally:
            running.terminate()
            running.wait()
    assert {name.partition("{")[0] for name in found} == {"up", "certificate_end_timestamp_seconds", "sensor_state", "temperature_celsius", "fan_speed_rpm"}  # fmt: skip
    assert [value for name, value in found.items() if 'name="CPU Temp"' in name] == [0, 41]
    assert refused == {"up": 0}
    assert "the login is refused" in reader.log
    proven("sushy-emulator 2.2", "temperatures and fans of Thermal over verified TLS; a wrong password is reported")
