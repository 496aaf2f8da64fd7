"""Series that leave the cluster, and the alert that always fires: real Prometheus sends to real Prometheus over verified TLS, real Alertmanager to a service that counts."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from generator.verify.watch import alerts, notifications
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.monitoring import NotReadyError, Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof

PORT, WATCHED = 9443, 9444
STORE = "10.254.0.1"
RIGHT, WRONG = "planted", "another"
SPEC = {
    "interval_seconds": 5,
    "retention_gb": 500,
    "remote_write": {"url": f"https://{STORE}:{PORT}/api/v1/write", "user": "atlas", "authority": True},
    "receivers": {"watchdog": {"url": f"https://{STORE}:{WATCHED}/atlas", "token": True}},
}
_ASK = """
import base64, json, ssl, sys, urllib.parse, urllib.request
ca, url, query, login = sys.argv[1:]
request = urllib.request.Request(url + "/api/v1/query?" + urllib.parse.urlencode({"query": query}))
request.add_header("Authorization", "Basic " + base64.b64encode(login.encode()).decode())
print(json.dumps(json.load(urllib.request.urlopen(request, context=ssl.create_default_context(cafile=ca)))["data"]["result"]))
"""
_WATCH = """
import http.server, json, ssl, sys
address, port, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
class Answer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(folder + "/watched", "a") as file:
            for alert in said["alerts"]:
                file.write(json.dumps([self.headers["Authorization"], alert["labels"]["alertname"]]) + "\\n")
        self.send_response(200); self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer((address, port), Answer)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); context.load_cert_chain(folder + "/store.crt", folder + "/store.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
"""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A cluster that sends its recorded series to a store, and tells a service outside that it works."""
    return plan_data(cluster() | {"monitoring": SPEC}, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its rendered tree."""
    found = tmp_path_factory.mktemp("sends") / "tree"
    write_tree(render_tree(plan, TEMPLATES), found)
    return found


def test_the_tools_take_the_tree(tree: Path, program: Callable[[str], str]) -> None:
    program("promtool")
    program("amtool")
    for judge in (alerts, notifications):
        judged = judge(tree)
        assert (judged.ran, judged.faults) == (True, [])


@pytest.mark.parametrize("password", [RIGHT, WRONG])
def test_recorded_series_arrive_with_the_name_of_their_server(
    password: str,
    plan: Draft,
    tree: Path,
    tmp_path: Path,
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """With the right password, and none with another; what no rule computes stays."""
    require(program)
    for name in ("prometheus", "promtool", "openssl"):
        program(name)
    control = next(host for host in plan.hosts if host.name == "control1")
    with Bottle() as bottle:
        tower = _tower(bottle, tree, tmp_path, f"{control.inband}/16", password)
        _store(bottle, tmp_path)
        _sends(bottle, tree, tmp_path, "control1")
        if password == WRONG:
            tower.until("prometheus_remote_storage_samples_failed_total > 0", bool)
            assert _arrived(bottle, tmp_path, "up") == []
            return
        rows = _until(bottle, tmp_path, 'up{job="prometheus"}')
        raw = _arrived(bottle, tmp_path, '{__name__!~".+:.+|ALERTS|up"}')
        here = tower.ask("ALERTS")
    assert {(row["cluster"], row["replica"]) for row in rows} == {("atlas", "control1")}
    assert raw == []
    assert not any("replica" in row for row in here)
    proven(
        "prometheus 2.42, remote write over verified TLS",
        "recorded series with the server's name; none with a wrong password",
    )


def test_the_service_outside_hears_the_alert_that_always_fires(
    plan: Draft, tree: Path, tmp_path: Path, program: Callable[[str], str]
) -> None:
    """It alone, with its token; other alerts do not go there."""
    require(program)
    for name in ("prometheus-alertmanager", "amtool", "openssl"):
        program(name)
    control = next(host for host in plan.hosts if host.name == "control1")
    with Bottle() as bottle:
        tower = _tower(bottle, tree, tmp_path, f"{control.inband}/16", RIGHT)
        (tmp_path / "watch.py").write_text(_WATCH, "utf-8")
        bottle.must(
            "sh",
            "-c",
            f"exec {sys.executable} {tmp_path}/watch.py {STORE} {WATCHED} {tmp_path} >{tmp_path}/watch.log 2>&1 &",
        )
        # the authority of this test takes the place of those of the system
        bottle.must("mount", "--bind", f"{tmp_path}/ca.crt", "/etc/ssl/certs/ca-certificates.crt")
        tower.run("prometheus-alertmanager", "hosts/control1/prometheus-alertmanager")
        tower.fire([{"alertname": "Watchdog"}, {"alertname": "HostDown", "instance": "gpu01"}])
        heard = tower.until_it_is("watchdog", lambda: _lines(tmp_path / "watched"), bool)
    assert heard == [["Bearer planted-token", "Watchdog"]]


def _lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def _tower(bottle: Bottle, tree: Path, work: Path, address: str, password: str) -> Tower:
    """Make the control host with the secrets that its role would place, and a certificate for what is outside."""
    tower = Tower(bottle, tree, work, address)
    bottle.must("ip", "address", "add", f"{STORE}/32", "dev", "lan")
    (work / "names").write_text(f"subjectAltName=IP:{STORE}\n", "utf-8")
    for line in (
        f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -keyout {work}/ca.key -out {work}/ca.crt",
        f"openssl req -newkey rsa:2048 -nodes -subj /CN=store -keyout {work}/store.key -out {work}/request",
        f"openssl x509 -req -days 2 -in {work}/request -CA {work}/ca.crt -CAkey {work}/ca.key -CAcreateserial -extfile {work}/names -out {work}/store.crt",
    ):
        bottle.must(*line.split())
    secrets = work / "etc/secrets"
    secrets.mkdir()
    (secrets / "remote_write_password").write_text(password, "utf-8")
    (secrets / "remote_write_authority").write_bytes((work / "ca.crt").read_bytes())
    (secrets / "watchdog_token").write_text("planted-token", "utf-8")
    return tower


def _store(bottle: Bottle, work: Path) -> None:
    """Start a Prometheus that takes what others send, from one user and over TLS."""
    web = {
        "tls_server_config": {"cert_file": "store.crt", "key_file": "store.key"},
        "basic_auth_users": {"atlas": _hashed(bottle, RIGHT)},
    }
    (work / "web.yml").write_text(json.dumps(web), "utf-8")
    (work / "store.yml").write_text("{}\n", "utf-8")
    options = f"--config.file={work}/store.yml --storage.tsdb.path={work}/stored --web.config.file={work}/web.yml --web.enable-remote-write-receiver"
    bottle.must("sh", "-c", f"exec prometheus {options} --web.listen-address={STORE}:{PORT} >{work}/store.log 2>&1 &")


def _hashed(bottle: Bottle, password: str) -> str:
    """Return the bcrypt hash of a password, by the crypt(3) of this machine."""
    done = bottle.run("perl", "-e", f"print crypt('{password}', '$2b$04$' . ('a' x 22))")
    assert done.stdout.startswith("$2b$"), done
    return str(done.stdout)


def _sends(bottle: Bottle, tree: Path, work: Path, host: str) -> None:
    """Start the rendered Prometheus with the environment that its unit gives it on a host."""
    (unit,) = (tree / "monitoring/units/prometheus.service.d").iterdir()
    (line,) = [line for line in unit.read_text("utf-8").splitlines() if line.startswith("Environment=")]
    variable = line.removeprefix("Environment=").replace("%H", host)
    command = (
        f"set -f; (. {tree}/monitoring/options/prometheus; {variable} exec prometheus $ARGS >{work}/sends.log 2>&1) &"
    )
    bottle.must("sh", "-c", command)


def _arrived(bottle: Bottle, work: Path, query: str) -> list[dict[str, str]]:
    (work / "ask.py").write_text(_ASK, "utf-8")
    done = bottle.run(
        sys.executable, f"{work}/ask.py", f"{work}/ca.crt", f"https://{STORE}:{PORT}", query, f"atlas:{RIGHT}"
    )
    return [row["metric"] for row in json.loads(done.stdout or "[]")]


def _until(bottle: Bottle, work: Path, query: str) -> list[dict[str, str]]:
    for _ in range(60):
        if found := _arrived(bottle, work, query):
            return found
        bottle.run("sleep", "1")
    raise NotReadyError("".join(log.read_text("utf-8")[-800:] for log in sorted(work.glob("*.log"))))
