"""A host whose exporter reads another folder than Debian's: programs of the tree write to it, over real SSH with real systemd."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import yaml

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.plan.monitoring.alerting import TEXTFILES
from generator.render.backends import ansible, monitoring, slurm
from tests.conftest import ROOT
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require
from tests.twin.ssh_hosts import SshHosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
CONTROLLER = "control1"
CLOUD = {
    "provider": "aws", "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/clustergen/burst-credentials",
}  # fmt: skip
HOST, FOLDER = "gpu01", "/srv/textfiles"
PLAYBOOK = "ansible/playbooks/monitoring.yml"
CHOSEN = ("-e", f"exporters_textfiles={FOLDER}")
UNIT, LAST = "clustergen-reporter-nic", "clustergen-reporter-kernel-log"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    require(program)
    for name in ("sshd", "prometheus-node-exporter"):
        program(name)
    tree = tmp_path_factory.mktemp("textfiles") / "tree"
    _render(["nic", "kernel-log"], tree)
    with SshHosts(tree, [HOST]) as bed:
        yield bed


def _render(exporters: list[str], tree: Path) -> None:
    """Write what the run needs of a tree with these exporters, and with the programs on losses; without any, the tree has no program."""
    shutil.rmtree(tree, ignore_errors=True)
    spec = cluster(gpu=1, storage=1) | ({"services": {"audit": {}}, "egress": {}} if exporters else {})
    plan = close(plan_data(spec | {"monitoring": {"exporters": exporters}}, tree.parent))
    write_tree([each for backend in (ansible, monitoring) for each in backend.render(plan, TEMPLATES)], tree)


def test_the_role_knows_where_programs_write() -> None:
    named = yaml.safe_load((ROOT / "playbooks/roles/exporters/vars/main.yml").read_text("utf-8"))
    assert named["exporters_written"] == TEXTFILES


def test_programs_write_where_the_exporter_reads(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """A folder in the way is reported; without it, the program's protected unit writes through the link, and the exporter answers with it."""
    host = hosts[HOST]
    host.must("mkdir", "-p", TEXTFILES)
    refused = hosts.playbook(PLAYBOOK, *CHOSEN)
    assert refused.failed
    assert f"but its exporter reads {FOLDER}" in " ".join(refused.stdout.split())
    host.must("rm", "-r", TEXTFILES)
    hosts.playbook(PLAYBOOK, *CHOSEN).must()
    assert host.must("readlink", TEXTFILES).strip() == FOLDER
    assert set(host.must("ls", FOLDER).split()) >= {f"{HOST}.prom", "reporter-nic.prom"}
    assert host.unit(f"{UNIT}.timer")["ActiveState"] == "active"
    before = host.must("stat", "-c", "%Y", f"{FOLDER}/reporter-nic.prom")
    host.must("rm", f"{FOLDER}/reporter-nic.prom")
    host.must("systemctl", "start", f"{UNIT}.service")
    assert host.unit(f"{UNIT}.service")["Result"] == "success"
    assert int(host.must("stat", "-c", "%Y", f"{FOLDER}/reporter-nic.prom")) >= int(before)
    assert hosts.playbook(PLAYBOOK, *CHOSEN).must().changed == {}
    proven(
        "ansible-playbook over SSH, systemd",
        "a program of the tree writes to another folder of the exporter; second run changed=0",
    )


def test_what_a_host_lost_is_read_by_protected_units(hosts: SshHosts) -> None:
    """A chain as that of the firewall's output, which drops nothing here; the host has no auditctl, so that nobody knows what audit lost."""
    host = hosts[HOST]
    host.must(
        "nft",
        "add table inet clustergen; add chain inet clustergen output; add rule inet clustergen output counter drop",
    )
    for name, said in (("egress", "clustergen_egress_filtered 1"), ("audit", "clustergen_audit_up 0")):
        host.must("systemctl", "start", f"clustergen-reporter-{name}.service")
        assert host.unit(f"clustergen-reporter-{name}.service")["Result"] == "success"
        assert said in host.read(f"{FOLDER}/reporter-{name}.prom").splitlines()


def test_programs_that_the_plan_no_longer_has_are_stopped(hosts: SshHosts) -> None:
    """The kernel log has no options of the exporter, so nothing else of the host changes with its key."""
    host = hosts[HOST]
    _render(["kernel-log"], hosts.tree)
    hosts.playbook(PLAYBOOK, *CHOSEN).must()
    assert (host.unit(f"{UNIT}.timer")["ActiveState"], host.unit(f"{LAST}.timer")["ActiveState"]) == (
        "inactive",
        "active",
    )
    _render([], hosts.tree)
    hosts.playbook(PLAYBOOK, *CHOSEN).must()
    assert host.unit(f"{LAST}.timer")["ActiveState"] == "inactive"
    assert not {"reporter-nic.prom", "reporter-kernel-log.prom"} & set(host.must("ls", FOLDER).split())
    assert hosts.playbook(PLAYBOOK, *CHOSEN).must().changed == {}


def test_nobody_leads_root_elsewhere(hosts: SshHosts) -> None:
    """Debian's package gives the folder above to the exporter's user, who may have put a link there: it is refused, and without it the folder is root's."""
    host, above = hosts[HOST], TEXTFILES.rpartition("/")[0]
    host.must("sh", "-c", f"mkdir -p {above} && rm -rf {TEXTFILES} && chown prometheus {above}")
    host.must("runuser", "-u", "prometheus", "--", "ln", "-s", "/etc", TEXTFILES)
    refused = hosts.playbook(PLAYBOOK)
    assert refused.failed
    assert f"can lead it elsewhere by {TEXTFILES}" in " ".join(refused.stdout.split())
    assert not host.exists(f"/etc/{HOST}.prom")
    host.must("rm", TEXTFILES)
    hosts.playbook(PLAYBOOK).must()
    assert host.must("stat", "-c", "%U %a", above, TEXTFILES).split() == ["root", "755", "root", "755"]
    assert host.must("dpkg-statoverride", "--list", above) == f"root root 755 {above}\n"
    assert hosts.playbook(PLAYBOOK).must().changed == {}


@pytest.fixture(scope="module")
def controllers(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A controller that orders burst hosts, before its exporter is there."""
    require(program)
    burst = {"count": 2, "cpus": 8, "memory_gib": 64, "cloud": CLOUD}
    spec = cluster(gpu=1, storage=1) | {"scheduler": {"slurm": {"burst": burst}}}
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    tree = tmp_path_factory.mktemp("burst") / "tree"
    backends = (ansible, monitoring, slurm)
    write_tree([each for backend in backends for each in backend.render(close(plan), TEMPLATES)], tree)
    with SshHosts(tree, [CONTROLLER]) as bed:
        yield bed


def test_figures_of_burst_hosts_are_written_from_the_first_run_on(controllers: SshHosts) -> None:
    """Stage slurm, which comes first, has no folder to put their file into; without the file, no alert about hosts that cost money would fire."""
    host, run = controllers[CONTROLLER], (PLAYBOOK, "--tags", "exporters", "--limit", CONTROLLER)
    figures = f"{TEXTFILES}/clustergen-burst.prom"
    controllers.playbook(*run).must()
    assert not host.exists(figures), "a host whose stage slurm has not run may lack the user"
    host.must("mkdir", "-p", "/etc/slurm")
    host.write("/etc/slurm/burst.json", (controllers.tree / "slurm/burst.json").read_text("utf-8"))
    assert set(controllers.playbook(*run).must().changed) == {CONTROLLER}
    assert host.must("stat", "-c", "%U %a", figures).split() == ["slurm", "644"]
    host.must("runuser", "-u", "slurm", "--", "sh", "-c", f"echo clustergen_burst_up 0 >{figures}")
    assert controllers.playbook(*run).must().changed == {}
    assert host.read(figures) == "clustergen_burst_up 0\n"
