"""The commands of providers, run by their own programs: gcloud against a stand-in of the Compute Engine API, az against one of Azure Resource Manager."""

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
from tests.twin.azure import Azure, first_start
from tests.twin.needs import environment

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


@pytest.fixture
def azure(tmp_path: Path) -> Iterator[Azure]:
    """Azure's stand-in, with the CLI of `.ci/az`, logged in."""
    with Azure(tmp_path, environment("az") / "az") as found:
        found.log_in()
        yield found


def _ordering(azure: Azure, folder: Path, seconds: int) -> Path:
    """Place burst.py so that it asks the stand-in by the CLI, and waits for so many seconds."""
    login = azure.environment["AZURE_CONFIG_DIR"]
    placed(AZURE | {"credentials": "/etc/clustergen/azure"}, folder, **azure.environment)
    path = folder / "burst.json"
    settings = json.loads(path.read_text())
    assert settings["program"] == "az"
    assert settings["environment"]["AZURE_CONFIG_DIR"] == login
    path.write_text(json.dumps(settings | {"program": str(azure.program), "call_seconds": seconds}))
    return folder


def test_az_orders_a_host_and_gives_it_back(azure: Azure, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """With tags, first start and nothing that is open to everybody; a second order changes nothing; another cluster's machine and one that is being deleted stay."""
    folder = _ordering(azure, tmp_path, 120)
    for _ in range(2):
        done = run(folder, "burst.order('burst0002', burst.existing(), burst.now())")
        assert done.returncode == 0, done.stderr
    (resources,) = azure.orders
    assert [each["type"] for each in resources] == ["Microsoft.Network/networkInterfaces", "Microsoft.Compute/virtualMachines"]  # fmt: skip
    port, machine = resources
    assert machine["tags"] == {"clustergen": "atlas", "team": "research"}
    assert "networkSecurityGroup" not in port["properties"]
    assert "publicIPAddress" not in str(port)
    properties = machine["properties"]
    assert properties["hardwareProfile"]["vmSize"] == AZURE["machine"]
    assert properties["storageProfile"]["imageReference"]["id"] == AZURE["image"]
    assert properties["storageProfile"]["osDisk"]["deleteOption"] == "Delete"
    assert properties["networkProfile"]["networkInterfaces"][0]["properties"]["deleteOption"] == "Delete"
    assert properties["osProfile"]["linuxConfiguration"]["disablePasswordAuthentication"] is True
    assert 'hostname: "burst0002"' in first_start(resources)
    made = azure.machines["burst0002"]
    azure.machines["other"] = made | {"name": "other", "tags": {"clustergen": "beta"}}
    azure.machines["burst0003"] = made | {"name": "burst0003", "properties": {"provisioningState": "Deleting"}}
    done = run(folder, "assert burst.release(['burst0002', 'burst0003']) == []")
    assert done.returncode == 0, done.stderr
    assert set(azure.machines) == {"other", "burst0003"}
    (ended,) = [each for each in azure.asked if each.startswith("DELETE")]
    assert "/virtualMachines/burst0002?" in ended
    assert "forceDeletion=true" in ended
    proven("az 2.91", "orders, lists and gives back a burst host over TLS, against a stand-in of Azure Resource Manager and a token service")  # fmt: skip


def test_faults_of_azure_are_reasons(azure: Azure, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """A quota, an end of its login and silence: each has its kind, and nothing is ordered."""
    folder = _ordering(azure, tmp_path, 120)
    short = "\ntry: burst.order('burst0003', {}, burst.now())\nexcept burst.Refused as why: print(why.short, '|', why)"
    quota = (
        "Operation could not be completed as it results in exceeding approved standardNCADSA100v4Family Cores quota."
    )
    azure.refusal = {"code": "InvalidTemplateDeployment", "message": "The template deployment failed.", "details": [{"code": "QuotaExceeded", "message": quota}]}  # fmt: skip
    done = run(folder, short)
    assert done.stdout.startswith("Azure Virtual Machines: a quota or limit is reached |"), done.stdout + done.stderr
    azure.refusal, azure.secret = {}, "another"
    for kept in (tmp_path / "login").glob("msal_token_cache*"):
        kept.unlink()
    assert "Azure Virtual Machines: the login is refused |" in run(folder, short).stdout
    azure.secret, azure.silent = "of-the-test", 60
    folder = _ordering(azure, tmp_path, 15)
    done = run(folder, "burst.existing()")
    assert "Azure Virtual Machines did not answer within 15 s" in done.stderr
    assert azure.machines == {}
    proven("az 2.91", "a quota, a refused login and a silent provider are reasons, in the words of each")
