"""The bench's table of Ansible's time: the stage `hosts` on 16 fresh hosts of roce-256 over SSH, then again where nothing is to change.

Controller and hosts share the machine's processors, so their processor time is told apart: what a controller spends on its own, of which one process
does its part for one host after another, and what hosts would spend on theirs. A second table has up to 1,000 hosts, first and unchanged, by local connections and
canned answers, which leaves the controller's work alone.
Needs root and the programs of the system tests.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.local_hosts import UNCHANGED, files_of, fresh, run_stage, tree_of
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts
from tests.twin.ssh_play import Play

HOSTS = (16,)
MANY = (16, 100, 1000)
"""Hosts with local connections."""
FORKS = 50
"""As in ansible.cfg."""
_PLAY = "ansible/playbooks/site.yml"


def hosts(counts: tuple[int, ...] = HOSTS, many: tuple[int, ...] = MANY) -> Iterator[str]:
    """Yield the tables' lines: the first run with its boot, the second, and what each host adds; then the same over many, without a boot."""
    yield f"stage hosts, {FORKS} forks; {len(os.sched_getaffinity(0))} cores for the controller and all hosts together\n"
    yield f"{'hosts':>6} {'run':>7} {'seconds':>8} {'controller cpu s':>17} {'a host':>7} {'one process':>12} {'a host':>7} {'hosts cpu s':>12}"
    with tempfile.TemporaryDirectory() as name:
        plan, tree = bed_tree(debian_spec("roce-256"), Path(name) / "tree")
        every = [host.name for host in plan.hosts if host.name != "control3"]
        for count in counts:
            for run, (said, theirs) in zip(("first", "second"), _runs(tree, every[:count]), strict=True):
                yield f"{_row(count, run, said)} {theirs:>12.1f}"
    for count in many:
        with tempfile.TemporaryDirectory() as name:
            tree = tree_of(count, Path(name) / "tree")
            first = min(path.name for path in (tree / "hosts").glob("gpu*"))
            for run, answers in (("local 1", fresh(files_of(tree, first, "gpu"))), ("local 2", UNCHANGED)):
                yield _row(count, run, run_stage(tree, Path(name) / run[-1], FORKS, answers))


def _row(count: int, run: str, said: Play) -> str:
    every = said.main_s + said.workers_s
    return f"{count:>6} {run:>7} {said.seconds:>8.0f} {every:>17.1f} {every / count:>7.2f} {said.main_s:>12.1f} {said.main_s / count:>7.2f}"


def _runs(tree: Path, names: list[str]) -> Iterator[tuple[Play, float]]:
    """Bring fresh hosts up, and come again; the hosts' processes are in the bed's cgroup."""
    settings = {"ANSIBLE_CONFIG": str(tree / "ansible" / "ansible.cfg"), "ANSIBLE_FORKS": str(FORKS)}
    with SshHosts(tree, names, controller=CONTROLLER, face="bond0", kept=False) as bed:
        stand_in_resolved(bed)
        for _ in range(2):
            before = _hosts_seconds(bed)
            said = bed.playbook(_PLAY, "--tags", "hosts", **settings).must()
            yield said, _hosts_seconds(bed) - before


def _hosts_seconds(bed: SshHosts) -> float:
    """Read what the bed's cgroup has used of the processors."""
    said = bed._bottle.must("sh", "-c", f"cat $(find /run/cgroup -type d -name {bed.scratch.name})/cpu.stat")
    return sum(int(line.split()[1]) for line in said.splitlines() if line.startswith("usage_usec")) / 1e6
