"""`monitoring` with `exporters: [redfish]` over real SSH: the reader of BMCs is installed as a user of its own, and Prometheus has what a BMC tells it over verified TLS. What a later tree no longer has is stopped."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.cli.output import write_tree
from generator.render.backends import ansible, monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin import sensing_bmc
from tests.twin.needs import require
from tests.twin.ssh_hosts import SshHosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.plan.records import Host
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof
WATCHER, PASSWORD, NEXT = "control1", "S3nsors only", "An0ther one"
PLAYBOOK = "ansible/playbooks/monitoring.yml"
UNIT, HOME = "clustergen-redfish", "/etc/clustergen/redfish"
PORT = read_exporter("redfish").port
COLLECTOR, CERTIFICATES = "/usr/local/bin/gnmic", ("ca.crt", "client.crt", "client.key")
STAND_IN = "#!/bin/sh\n[ $1 = version ] && echo 'version : %s' && exit\nexec sleep infinity\n"


class Site:
    """A control host, and the BMC of another host at an address of this one."""

    def __init__(self, hosts: SshHosts, bmc: Host, authority: str) -> None:
        self.hosts, self.watcher, self.bmc, self._authority = hosts, hosts[WATCHER], bmc, authority

    def play(self, *arguments: str, password: str = PASSWORD) -> Play:
        secrets = {"CLUSTERGEN_BMC_MONITOR_PASSWORD": password, "CLUSTERGEN_BMC_AUTHORITY": self._authority}
        return self.hosts.playbook(PLAYBOOK, "--diff", *arguments, **secrets)

    def replan(self, work: Path, **spec: Any) -> Path:
        """Render `monitoring` of another spec into the same tree."""
        work.mkdir(exist_ok=True)
        plan = plan_data(cluster(gpu=1, storage=1) | spec, work)
        write_tree(monitoring.render(close(plan), TEMPLATES), work / "tree")
        config = work / "tree/monitoring/prometheus/prometheus.yml"
        config.write_text(config.read_text("utf-8").replace("120s", "9s"), "utf-8")
        folder = self.hosts.tree / "monitoring"
        shutil.rmtree(folder)
        return Path(shutil.copytree(work / "tree/monitoring", folder))

    def answer(self) -> str:
        """Ask the program as Prometheus does."""
        return self.watcher.must("curl", "-sS", f"http://127.0.0.1:{PORT}/redfish?target={self.bmc.bmc}")

    def started(self) -> str:
        return self.watcher.unit(UNIT)["ExecMainStartTimestampMonotonic"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Site]:
    require(program)
    for name in ("sshd", "openssl", "promtool", "amtool", "prometheus", "prometheus-alertmanager"):
        program(name)
    spec = cluster(gpu=1, storage=1) | {"monitoring": {"interval_seconds": 5, "exporters": ["redfish"]}}
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    work = tmp_path_factory.mktemp("bmcs")
    tree = work / "tree"
    write_tree([each for backend in (ansible, monitoring) for each in backend.render(close(plan), TEMPLATES)], tree)
    config = tree / "monitoring/prometheus/prometheus.yml"
    text = config.read_text("utf-8")
    assert "120s" in text
    config.write_text(text.replace("120s", "9s"), "utf-8")
    (bmc,) = (host for host in plan.hosts if host.name == "gpu01")
    made = sensing_bmc.authority(work)
    certificate = sensing_bmc.certify(work, f"gpu01-bmc.{plan.domain}")
    with SshHosts(tree, [WATCHER]) as hosts:
        watcher = hosts[WATCHER]
        watcher.write("/root/bmc.py", Path(sensing_bmc.__file__).read_text("utf-8"))
        watcher.write("/root/bmc.pem", certificate.read_text("ascii"), "600")
        watcher.must("ip", "address", "add", f"{bmc.bmc}/32", "dev", "lo")
        command = ("python3", "/root/bmc.py", str(bmc.bmc), "/root/bmc.pem", f"monitor:{PASSWORD}", "hot")
        watcher.must("systemd-run", "--unit", "bmc-of-gpu01", *command)
        yield Site(hosts, bmc, made.read_text("ascii"))


def test_bmcs_are_read_by_a_user_of_its_own(site: Site, proven: Callable[[str, str], None]) -> None:
    """Predicted, done, answered; the password is in one file of root's and in no output; a second run changes nothing."""
    predicted = site.play("--check").must()
    assert not site.watcher.exists(HOME)
    done = site.play().must()
    assert set(predicted.changed[WATCHER]) <= set(done.changed[WATCHER])
    found = site.watcher.unit(UNIT)
    assert (found["ActiveState"], found["UnitFileState"], found["DynamicUser"]) == ("active", "enabled", "yes")
    assert site.watcher.must("stat", "-c", "%U %a", HOME, f"{HOME}/password", f"{HOME}/bmcs.json").split() == ["root", "700", "root", "600", "root", "600"]  # fmt: skip
    assert site.watcher.read(f"{HOME}/password").strip() == PASSWORD
    answer = site.answer()
    told = " ".join(done.stdout.split()).partition("do not answer: ")[2]
    assert "bmc-redfish gpu01" not in told
    assert "bmc-redfish storage1" in told
    assert "Read Prometheus' active targets (29 retries left)" in done.stdout
    assert "clustergen_redfish_up 1\n" in answer
    assert 'clustergen_redfish_sensor_state{chassis="1",id="t2",name="GPU 1",kind="temperature"} 2\n' in answer
    for said in (predicted.stdout, done.stdout, site.watcher.log(UNIT)):
        assert PASSWORD not in said
    assert site.play().must().changed == {}
    proven("ansible-playbook over SSH", "monitoring with redfish: its unit reads a BMC over verified TLS; second run changed=0")  # fmt: skip


def test_another_password_restarts_the_reader_alone(site: Site) -> None:
    """The program gets its credentials when it starts."""
    before, prometheus = site.started(), site.watcher.unit("prometheus")["ExecMainStartTimestampMonotonic"]
    site.play("--tags", "prometheus", password=NEXT).must()
    assert site.started() != before
    assert site.watcher.unit("prometheus")["ExecMainStartTimestampMonotonic"] == prometheus
    assert "clustergen_redfish_up 0\n" in site.answer()
    assert "the login is refused (401)" in site.watcher.log(UNIT)
    site.play("--tags", "prometheus").must()
    assert "clustergen_redfish_up 1\n" in site.answer()


def collector(folder: Path, archive: Path) -> None:
    """Make an archive with a stand-in for gNMIc, and have the plan name its digest."""
    release = json.loads((folder / "gnmic/release.json").read_text("utf-8"))
    text = (STAND_IN % release["version"]).encode()
    with tarfile.open(archive, "w:gz") as made:
        entry = tarfile.TarInfo("gnmic")
        entry.size, entry.mode = len(text), 0o755
        made.addfile(entry, io.BytesIO(text))
    release["sha256"] = hashlib.sha256(archive.read_bytes()).hexdigest()
    (folder / "gnmic/release.json").write_text(json.dumps(release), "utf-8")


def test_programs_that_a_later_tree_lacks_are_stopped(
    site: Site, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """gNMIc beside the reader of BMCs, then neither: both are stopped and gone with their files, and the site's own certificates stay."""
    folder = site.replan(
        tmp_path, services={"telemetry": "gnmic"}, monitoring={"interval_seconds": 5, "exporters": ["redfish"]}
    )
    collector(folder, tmp_path / "gnmic.tar.gz")
    site.watcher.must("mkdir", "-p", "/etc/gnmic")
    for name in CERTIFICATES:
        site.watcher.write(f"/etc/gnmic/{name}", "planted\n", "640")
    site.play("--tags", "prometheus", "-e", f"monitoring_collector_archive={tmp_path}/gnmic.tar.gz").must()
    assert [site.watcher.unit(unit)["ActiveState"] for unit in ("gnmic", UNIT)] == ["active", "active"]
    site.replan(tmp_path / "later", monitoring={"interval_seconds": 5})
    site.play("--tags", "prometheus", "--check").must()
    assert site.watcher.unit("gnmic")["ActiveState"] == "active"
    site.play("--tags", "prometheus").must()
    for unit in ("gnmic", UNIT):
        found = site.watcher.unit(unit)
        assert (found["ActiveState"], found["LoadState"]) == ("inactive", "not-found")
        assert not site.watcher.exists(f"/etc/systemd/system/multi-user.target.wants/{unit}.service")
    left = (COLLECTOR, "/etc/gnmic/gnmic.yml", HOME, "/usr/local/lib/clustergen/redfish.py")
    assert [path for path in left if site.watcher.exists(path)] == []
    assert all(site.watcher.exists(f"/etc/gnmic/{name}") for name in CERTIFICATES)
    assert site.play("--tags", "prometheus").must().changed == {}
    proven("ansible-playbook over SSH", "gNMIc and the reader of BMCs are stopped and removed once no tree has them")
