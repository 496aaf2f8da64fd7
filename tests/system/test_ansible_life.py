"""A host's life under the playbooks, from its first run until it leaves: the same tests on each distribution and with each release of ansible-core.

Hosts are fresh ones of the distribution, with its packages, cabled to a router. Slurm's and Kubernetes' commands are stand-ins on the control host
(ssh_schedulers.py), and slurmd is a unit that only runs; day one has the real ones. One bed for each class, and its tests in order.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import yaml

from tests.conftest import example
from tests.depth import FULL
from tests.twin import fabric, ssh_gpus, ssh_schedulers, ssh_stand_ins
from tests.twin.concessions import without_bonds, without_rdma
from tests.twin.cores import OLDEST, core
from tests.twin.day_one import CONTROLLER, Trees, clustergen, use_tree
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play
from tests.twin.systems import EGRESS, system

PLAY = "ansible/playbooks/hosts.yml"
GPUS, NEW, CONTROL = ("gpu01", "gpu02"), "gpu03", "control1"
BOTH = ("--limit", ",".join(GPUS))
_DRIVERS = (
    "nvidia-driver-580-server-open",
    "nvidia-utils-580-server",
    "nvidia-fabricmanager-580",
    "libnvidia-nscq-580",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A distribution of hosts, and a release of the controller's ansible-core; without one, that of .venv."""

    os: str
    core: str = ""

    def __str__(self) -> str:
        return f"{self.os}-core-{self.core}".removesuffix("-core-")


def spec_of(os_name: str, gpus: int, mtu_bytes: int = 9000) -> str:
    """Return the text of roce-16 with a distribution on all hosts, so many GPU hosts, and an MTU on the frontend."""
    spec = yaml.safe_load(example("roce-16").read_text(encoding="utf-8"))
    for group in spec["hosts"].values():
        group["os"] = os_name
    spec["hosts"]["gpu"]["count"] = gpus
    spec["egress"] = EGRESS
    spec["fabrics"]["frontend"]["host_mtu_bytes"] = mtu_bytes
    return str(yaml.safe_dump(spec))


class Life:
    """The lines of a life, each of which a site meets; a subclass has a fixture `cell`, of its class."""

    @pytest.fixture(scope="class")
    @classmethod
    def trees(cls, cell: Cell, tmp_path_factory: pytest.TempPathFactory) -> Trees:
        """The tree of the first day with another MTU to come, and one with a host more on it, and the change between the two."""
        folder = tmp_path_factory.mktemp("life")
        made = Trees(before=folder / "before", after=folder / "after", change=folder / "change.json")
        other, spec = folder / "other", folder / "cluster.yaml"
        for tree, gpus, mtu_bytes, base in (
            (made.before, 2, 9000, ()),
            (other, 2, 8000, ("--baseline", made.before / "plan.json")),
            (made.after, 3, 8000, ("--baseline", other / "plan.json")),
        ):
            spec.write_text(spec_of(cell.os, gpus, mtu_bytes), encoding="utf-8")
            clustergen("render", spec, "-o", tree, *base)
        made.change.write_text(clustergen("plan", other, made.after, "--format", "json"), encoding="utf-8")
        for tree in (made.before, other, made.after):
            without_bonds(tree)
            without_rdma(tree)
        return made

    @pytest.fixture(scope="class")
    @classmethod
    def hosts(cls, cell: Cell, trees: Trees, program: Callable[[str], str]) -> Iterator[SshHosts]:
        """Two fresh GPU hosts, a control host with both schedulers, and a GPU host that is not in the plan yet."""
        require(program)
        bed = SshHosts(
            trees.after,
            [*GPUS, NEW, CONTROL],
            controller=CONTROLLER,
            face="bond0",
            stand_ins={name: said for name, said in ssh_stand_ins.COMMANDS.items() if name != "nvidia-smi"},
            system=system(cell.os),
            core=core(cell.core) if cell.core else None,
        )
        with bed as running:
            fabric.cable(running)
            use_tree(running, trees.before)
            ssh_schedulers.schedule(running[CONTROL])
            yield running

    def run(self, hosts: SshHosts, *more: str) -> Play:
        """Run the stage `hosts` on the hosts of the first day."""
        given = () if "--limit" in more else ("--limit", ",".join((*GPUS, CONTROL)))
        return hosts.playbook(PLAY, *given, *more)

    def test_first_run(self, cell: Cell, hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
        """Each host is of its distribution, boots once, and has its name, its firewall and its clock."""
        said = self.run(hosts).must()
        release = hosts.ansible("--version").stdout.split("[core ")[1].split("]")[0]
        assert release.startswith(cell.core)
        for name in (*GPUS, CONTROL):
            host = hosts[name]
            assert host.must("sh", "-c", '. /etc/os-release; echo "$ID-$VERSION_ID"').strip() == cell.os
            assert (host.boots, host.must("hostname").strip()) == (2, name)
            assert host.unit("clustergen-firewall.service")["ActiveState"] == "active"
            assert host.unit("chrony.service")["ActiveState"] == "active"
            assert "policy drop" in host.must("nft", "list", "chain", "inet", "clustergen", "input")
        proven("a host's life over SSH", f"hosts of {cell.os}, ansible-core {release}: first run {said.seconds:.0f} s")

    def test_second_run(self, hosts: SshHosts) -> None:
        assert self.run(hosts).must().changed == {}
        assert [hosts[name].boots for name in GPUS] == [2, 2]

    def test_drift(self, hosts: SshHosts) -> None:
        """Rules, settings of the kernel, modes, files and units that somebody changed come back in one run, without a boot."""
        host = hosts["gpu01"]
        rules = host.must("nft", "--stateless", "list", "table", "inet", "clustergen")
        host.must("nft", "insert", "rule", "inet", "clustergen", "input", "accept")
        host.must("sysctl", "--write", "net.ipv4.conf.all.arp_ignore=0")
        host.must("chmod", "0666", "/etc/hosts")
        host.must("sh", "-c", "echo 'server 192.0.2.7' >>/etc/chrony/chrony.conf; systemctl disable --now chrony")
        self.run(hosts).must()
        assert host.must("nft", "--stateless", "list", "table", "inet", "clustergen") == rules
        assert host.must("sysctl", "--values", "net.ipv4.conf.all.arp_ignore").strip() == "1"
        assert host.must("stat", "--format", "%a", "/etc/hosts").strip() == "644"
        assert "192.0.2.7" not in host.read("/etc/chrony/chrony.conf")
        assert (host.unit("chrony")["ActiveState"], host.unit("chrony")["UnitFileState"]) == ("active", "enabled")
        assert self.run(hosts).must().changed == {}
        assert host.boots == 2

    def test_kill(self, hosts: SshHosts) -> None:
        """Killed after files are placed and before they are in effect: the next run puts them into effect, and the one after finds nothing."""
        host = hosts["gpu01"]
        host.must("sh", "-c", "echo '# x' >>/etc/chrony/chrony.conf")
        started = host.unit("chrony")["ExecMainStartTimestampMonotonic"]
        run = hosts.start("ansible-playbook", str(hosts.tree / PLAY), "--limit", "gpu01")
        run.wait_for("clustergen.cluster.hosts : Place the host's files")
        run.kill()
        self.run(hosts, "--limit", "gpu01").must()
        assert host.unit("chrony")["ExecMainStartTimestampMonotonic"] != started
        assert self.run(hosts, "--limit", "gpu01").must().changed == {}

    def test_unreachable_host(self, hosts: SshHosts) -> None:
        """Named at the end of a run that goes on with the others, where its cable is out and where it knows our key no more."""
        gpu = hosts["gpu02"]
        for fault, undo in ((gpu.cut, gpu.join), (gpu.forget_key, gpu.know_key)):
            fault()
            try:
                said = self.run(hosts)
            finally:
                undo()
            assert said.returncode != 0
            assert said.failed.keys() == {"gpu02"}
            assert said.counts["gpu01"].failed == said.counts[CONTROL].unreachable == 0
        assert self.run(hosts).must().changed == {}

    def test_wrong_secret(self, hosts: SshHosts) -> None:
        """A key of munge that is none: named by its variable, its value nowhere, and the key of the host as it was; a missing one before any host is asked."""
        secrets = {"CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1"}
        asked = ("ansible/playbooks/slurm.yml", "--limit", "gpu01")
        assert "CLUSTERGEN_MUNGE_KEY" in hosts.playbook(*asked, **secrets).stdout
        assert not hosts["gpu01"].exists("/etc/munge/munge.key")
        said = hosts.playbook(*asked, CLUSTERGEN_MUNGE_KEY="dG9vLXNob3J0", **secrets)
        assert "CLUSTERGEN_MUNGE_KEY is not the base64 of a key" in said.failed["gpu01"]
        assert "dG9vLXNob3J0" not in said.stdout
        assert hosts["gpu01"].must("ls", "/etc/munge").split() == ["munge.key"]
        assert int(hosts["gpu01"].must("stat", "--format", "%s", "/etc/munge/munge.key")) >= 128, "that of its package"

    def test_live_network_change(self, hosts: SshHosts, trees: Trees) -> None:
        """Refused without its word; with it each host that carries jobs is drained, changed, read back and given back, the canary first."""
        for name in GPUS:
            ssh_schedulers.run_jobs(hosts[name])
        use_tree(hosts, trees.before.with_name("other"))
        said = self.run(hosts, *BOTH)
        assert "-e allow=network allows this run to drain the host" in said.failed["gpu01"]
        assert "mtu 9000" in hosts["gpu01"].must("ip", "link", "show", "dev", "bond0")
        assert ssh_schedulers.drains(hosts[CONTROL]) == []
        self.run(hosts, *BOTH, "-e", "allow=network").must()
        assert ssh_schedulers.drains(hosts[CONTROL]) == ["-gpu01", "+gpu01", "-gpu02", "+gpu02"]
        for name in GPUS:
            assert "mtu 8000" in hosts[name].must("ip", "link", "show", "dev", "bond0")
        assert self.run(hosts, *BOTH).must().changed == {}
        self.run(hosts, "--limit", CONTROL, "-e", "allow=network").must()

    def test_grow(self, hosts: SshHosts, trees: Trees) -> None:
        """The new host comes up; those that carry jobs are asked and not touched."""
        use_tree(hosts, trees.after)
        before = [_life(hosts[name]) for name in GPUS]
        limit = ("--limit", ",".join((*GPUS, NEW)), "--tags", "hosts", "-e", f"growth_plan={trees.change}")
        said = hosts.playbook("ansible/playbooks/grow.yml", *limit).must()
        assert "new hosts: gpu03" in said.stdout
        assert [_life(hosts[name]) for name in GPUS] == before
        assert not {*GPUS} & said.changed.keys()
        assert (hosts[NEW].boots, hosts[NEW].must("hostname").strip()) == (2, NEW)
        assert self.run(hosts, "--limit", ",".join((*GPUS, NEW))).must().changed == {}

    def test_upgrade_while_a_job_runs(self, hosts: SshHosts) -> None:
        """The host is drained and its job waited for; nothing is upgraded before it is over, and the host is given back."""
        gpu, control = hosts["gpu01"], hosts[CONTROL]
        ssh_gpus.nvidia_packages(gpu, "580.95.05")
        ssh_gpus.has_gpus(gpu, 8)
        gpu.must("apt-get", "install", "-qy", *_DRIVERS)
        gpu.write("/usr/bin/nvidia-persistenced", "#!/bin/sh\nexec sleep infinity\n")
        gpu.must("chmod", "+x", "/usr/bin/nvidia-persistenced")
        gpu.must("systemctl", "enable", "--now", "nvidia-persistenced", "nvidia-fabricmanager")
        gpu.package("site-agent", "1.0")
        gpu.must("apt-get", "install", "-qy", "site-agent")
        gpu.package("site-agent", "2.0")
        ssh_schedulers.run_job(control, "gpu01")
        asked, deadline = len(control.calls("squeue")), time.monotonic() + 120
        given = json.dumps({"upgrade_packages": ["site-agent"], "upgrade_boot": "never"})
        book = str(hosts.tree / "ansible/playbooks/upgrade.yml")
        run = hosts.start("ansible-playbook", book, "--limit", "gpu01", "-e", given)
        while len(control.calls("squeue")) == asked:
            assert time.monotonic() < deadline, run.kill().stdout
            time.sleep(0.5)
        assert ssh_schedulers.in_service(control, "gpu01")[0] is False
        assert _version(gpu) == "1.0"
        ssh_schedulers.end_job(control, "gpu01")
        run.finish().must()
        assert _version(gpu) == "2.0"
        assert ssh_schedulers.in_service(control, "gpu01") == (True, True)

    def test_decommission(self, hosts: SshHosts) -> None:
        """Asks for its confirmation before it drains; then the host is out of service, its daemons stopped, and we still get in."""
        book, limit = "ansible/playbooks/decommission.yml", ("--limit", "gpu02")
        before = ssh_schedulers.drains(hosts[CONTROL])
        assert "nothing was changed" in hosts.playbook(book, *limit).stdout
        assert ssh_schedulers.drains(hosts[CONTROL]) == before
        hosts.playbook(book, *limit, "-e", "decommission_sure=gpu02").must()
        assert ssh_schedulers.drains(hosts[CONTROL]) == [*before, "-gpu02"]
        assert hosts["gpu02"].unit("slurmd")["ActiveState"] == "inactive"
        assert not hosts["gpu02"].exists("/var/lib/clustergen/up")
        assert hosts.ssh("gpu02", "true").returncode == 0


def _life(host: SshHost) -> tuple[int, str]:
    """Return what stays while nobody interrupts a host's jobs: its boots, and when its slurmd began."""
    return host.boots, host.unit("slurmd")["ActiveEnterTimestampMonotonic"]


def _version(host: SshHost) -> str:
    return host.must("dpkg-query", "-W", "-f", "${Version}", "site-agent")


BEDS_IN_FULL = (Cell(os="debian-12", core=OLDEST),)


class TestDebian12(Life):
    @pytest.fixture(scope="class", params=[pytest.param(each, marks=FULL) for each in BEDS_IN_FULL], ids=str)
    @classmethod
    def cell(cls, request: pytest.FixtureRequest) -> Cell:
        """The oldest of both."""
        found: Cell = request.param
        return found
