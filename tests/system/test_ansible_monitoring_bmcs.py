"""`monitoring` with `exporters: [redfish]` over real SSH: the reader of BMCs is installed as a user of its own, and Prometheus has what a BMC tells it over verified TLS."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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


class Site:
    """A control host, and the BMC of another host at an address of this one."""

    def __init__(self, hosts: SshHosts, bmc: Host, authority: str) -> None:
        self.hosts, self.watcher, self.bmc, self._authority = hosts, hosts[WATCHER], bmc, authority

    def play(self, *arguments: str, password: str = PASSWORD) -> Play:
        secrets = {"CLUSTERGEN_BMC_MONITOR_PASSWORD": password, "CLUSTERGEN_BMC_AUTHORITY": self._authority}
        return self.hosts.playbook(PLAYBOOK, "--diff", *arguments, **secrets)

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
