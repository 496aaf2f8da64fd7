"""The bench's table of Ansible's time: the stage `hosts` on 8, 16 and 32 fresh hosts of roce-256 over SSH, then again where nothing is to change.

Controller and hosts share the machine's processors, so their processor time is told apart: what a controller spends on its own, and what hosts
would spend on theirs. Needs root and the programs of the system tests.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.twin.debian import CONTROLLER, debian_spec, planned_tree, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts

HOSTS = (8, 16, 32)
FORKS = 50
"""As in ansible.cfg."""
_PLAY = "ansible/playbooks/site.yml"


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of the clock, of the controller's processes, and of those of all hosts together."""

    seconds: float
    controller: float
    hosts: float


def hosts(counts: tuple[int, ...] = HOSTS) -> Iterator[str]:
    """Yield the table's lines: the first run with its boot, the second, and what each host adds."""
    yield f"stage hosts, {FORKS} forks; {len(os.sched_getaffinity(0))} cores for the controller and all hosts together\n"
    yield f"{'hosts':>6} {'run':>7} {'seconds':>8} {'controller cpu s':>17} {'hosts cpu s':>12} {'controller cpu s a host':>24}"
    with tempfile.TemporaryDirectory() as name:
        plan, tree = planned_tree(debian_spec("roce-256"), Path(name) / "tree")
        every = [host.name for host in plan.hosts if host.name != "control3"]
        for count in counts:
            for run, spent in zip(("first", "second"), _runs(tree, every[:count]), strict=True):
                yield (
                    f"{count:>6} {run:>7} {spent.seconds:>8.0f} {spent.controller:>17.1f} {spent.hosts:>12.1f} {spent.controller / count:>24.2f}"
                )


def _runs(tree: Path, names: list[str]) -> Iterator[Spent]:
    """Bring fresh hosts up, and come again."""
    with SshHosts(tree, names, controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        for _ in range(2):
            yield _spent(bed)


def _spent(bed: SshHosts) -> Spent:
    """Run once; the controller's processes are this one's children, the hosts' are in the bed's cgroup."""
    before, theirs = os.times(), _hosts_seconds(bed)
    start = time.monotonic()
    bed.playbook(_PLAY, "--tags", "hosts", ANSIBLE_FORKS=str(FORKS)).must()
    seconds, after = time.monotonic() - start, os.times()
    mine = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(seconds, mine, _hosts_seconds(bed) - theirs)


def _hosts_seconds(bed: SshHosts) -> float:
    """Read what the bed's cgroup has used of the processors."""
    said = bed._bottle.must("sh", "-c", f"cat $(find /run/cgroup -type d -name {bed.scratch.name})/cpu.stat")
    return sum(int(line.split()[1]) for line in said.splitlines() if line.startswith("usage_usec")) / 1e6
