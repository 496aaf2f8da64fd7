"""The commands of providers, run by their own programs: gcloud against a stand-in of the Compute Engine API, az as far as it reads its arguments."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import threading
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from generator.analysis.close import close
from generator.render.backends import slurm
from tests.depth import FULL
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.system.test_slurm_burst import BURST
from tests.system.test_slurm_cluster import spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
GOOGLE = {
    "provider": "google", "machine": "a2-highgpu-4g", "image": "projects/p/global/images/i", "place": "europe-west4-a", "project": "p",
    "network": "projects/p/regions/europe-west4/subnetworks/s", "firewall": "burst", "tags": {"team": "research"},
}  # fmt: skip
AZURE = {
    "provider": "azure", "machine": "Standard_NC24ads_A100_v4", "place": "westeurope", "project": "burst",
    "image": "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/g/providers/Microsoft.Compute/images/i",
    "network": "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/s",
    "tags": {"team": "research"}, "login_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2bIeFiUphBfRLSBIYJ1r7pk7Sx0zJKsqfSJc0P8xYk",
}  # fmt: skip


class Engine(http.server.BaseHTTPRequestHandler):
    """Instances of one zone; an operation is done when it is made. `quota` makes it refuse."""

    instances: dict[str, dict[str, Any]]
    quota = False
    asked: list[str]

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = self.path.partition("?")[0]
        self.asked.append(f"{self.command} {path}")
        if path == "/token":
            self._answer(200, {"access_token": "of-the-test", "expires_in": 3600, "token_type": "Bearer"})
        elif self.headers.get("Authorization") != "Bearer of-the-test":
            self._answer(401, {"error": {"code": 401, "message": "no token"}})
        elif self.command == "GET" and path.endswith("/instances"):
            self._answer(200, {"items": list(self.instances.values())})
        elif self.command == "GET" and "/instances/" in path:
            self._answer(200, self.instances[path.rpartition("/")[2]])
        elif self.command == "POST" and path.endswith("/instances") and self.quota:
            self._answer(403, {"error": {"code": 403, "message": "Quota 'NVIDIA_A100_GPUS' exceeded. Limit: 0.0"}})
        elif self.command == "POST" and path.endswith("/instances"):
            made = json.loads(body)
            self.instances[made["name"]] = made | {
                "status": "RUNNING",
                "zone": self._url(path.removesuffix("/instances")),
            }
            self._done("insert", f"{path}/{made['name']}")
        elif self.command == "DELETE":
            del self.instances[path.rpartition("/")[2]]
            self._done("delete", path)
        else:
            self._answer(200, {"name": "p", "operationType": "insert", "status": "DONE"})

    def _url(self, path: str) -> str:
        return f"http://{self.headers['Host']}{path}"

    def _done(self, what: str, path: str) -> None:
        zone = self._url(path.partition("/instances")[0])
        self._answer(200, {
            "kind": "compute#operation", "name": "op", "operationType": what, "status": "DONE", "targetLink": self._url(path), "zone": zone,
            "selfLink": f"{zone}/operations/op",
        })  # fmt: skip

    def _answer(self, code: int, value: object) -> None:
        text = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_DELETE = _any  # noqa: N815  (names of the standard library)


@pytest.fixture
def engine() -> Iterator[http.server.ThreadingHTTPServer]:
    Engine.instances, Engine.asked, Engine.quota = {}, [], False
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Engine)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def placed(cloud: dict[str, Any], folder: Path, **environment: str) -> Path:
    """Render burst.py with its settings; its state is in the folder, and it has the test's own variables."""
    plan = plan_data(spec_of("roce-16", burst=BURST | {"cloud": cloud}), folder)
    for each in slurm.render(close(plan), TEMPLATES):
        if each.path.startswith("slurm/burst"):
            (folder / each.path.removeprefix("slurm/")).write_text(each.content)
    path = folder / "burst.json"
    settings = json.loads(path.read_text())
    settings |= {
        "state": str(folder / "state"),
        "home": str(folder),
        "environment": settings["environment"] | environment,
    }
    path.write_text(json.dumps(settings))
    return folder


def run(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of Python beside burst.py."""
    command = ("/usr/bin/python3", "-B", "-c", f"import burst; {line}")
    return subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True, text=True, timeout=300, check=False)  # fmt: skip


@FULL
def test_gcloud_orders_a_host_and_gives_it_back(
    program: Callable[[str], str],
    engine: http.server.ThreadingHTTPServer,
    tmp_path: Path,
    proven: Callable[[str, str], None],
) -> None:
    """With labels, first start and no service account; a second order changes nothing, a quota is a reason."""
    program("gcloud")
    at = f"http://127.0.0.1:{engine.server_address[1]}"
    key = rsa.generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    account = {"type": "service_account", "project_id": "p", "private_key_id": "k", "private_key": key.decode(), "client_email": "s@p.example.net", "client_id": "1", "token_uri": f"{at}/token"}  # fmt: skip
    (tmp_path / "account.json").write_text(json.dumps(account))
    cloud = GOOGLE | {"endpoint": f"{at}/compute/v1/", "credentials": "/etc/clustergen/burst"}
    own = {
        "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE": str(tmp_path / "account.json"),
        "CLOUDSDK_AUTH_TOKEN_HOST": f"{at}/token",
    }
    folder = placed(cloud, tmp_path, **own)
    for _ in range(2):
        done = run(folder, "burst.order('burst0002', burst.existing(), burst.now())")
        assert done.returncode == 0, done.stderr
    assert Engine.asked.count("POST /compute/v1/projects/p/zones/europe-west4-a/instances") == 1
    made = Engine.instances["burst0002"]
    assert made["labels"] == {"clustergen": "atlas", "team": "research"}
    assert made["scheduling"]["onHostMaintenance"] == "TERMINATE"
    assert made["tags"] == {"items": ["burst"]}
    assert not made.get("serviceAccounts")
    assert 'hostname: "burst0002"' in made["metadata"]["items"][0]["value"]
    Engine.instances["other"] = made | {"name": "other", "labels": {"clustergen": "beta"}}
    done = run(folder, "assert burst.release(['burst0002', 'burst0003']) == []")
    assert done.returncode == 0, done.stderr
    assert set(Engine.instances) == {"other"}
    Engine.quota = True
    done = run(folder, "burst.order('burst0003', {}, burst.now())")
    assert re.search(r"Refused: Google Compute Engine: .*NVIDIA_A100_GPUS' exceeded", done.stderr), done.stderr
    proven("gcloud 528", "orders, lists and gives back a burst host, against a stand-in of the Compute Engine API")


@FULL
def test_az_reads_its_commands(
    program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Without a login it goes no further than that; a word that it does not have is another fault."""
    program("az")
    folder = placed(
        AZURE | {"credentials": "/etc/clustergen/azure"}, tmp_path, AZURE_CONFIG_DIR=str(tmp_path / "azure")
    )
    words = json.loads((folder / "burst.json").read_text())["commands"]
    for name in ("list", "start"):
        done = run(folder, f"burst.call(*burst.words('{name}', name='burst0001', first_boot='/dev/null'))")
        assert "Please run 'az login'" in done.stderr, done.stderr
    done = run(folder, "burst.call(*burst.words('list'), '--resource')")
    assert "Please run 'az login'" not in done.stderr
    assert words["start"][words["start"].index("--nsg") + 1] == ""
    assert {"clustergen=atlas", "team=research"} <= set(words["start"])
    proven("az 2.45", "reads the words of `vm create` and `vm list` of burst hosts; without a login it calls nothing")
