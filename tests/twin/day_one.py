"""The day-one bed: fresh hosts of the distribution that the spec states, users of the site, and commands as one of them over SSH.

All that it concedes is in tests/twin/concessions.py.
"""

from __future__ import annotations

import base64
import re
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from tests.conftest import example
from tests.twin import fabric
from tests.twin.concessions import concede_hosts, concede_spec, concede_tree
from tests.twin.debian import planned_tree
from tests.twin.ssh_hosts import SshHosts
from tests.twin.systems import system

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

SITE = "ansible/playbooks/site.yml"
STAGES = ("--tags", "dns,hosts,storage,slurm")
CONTROLLER = "10.160.96.9"
"""An address of control hosts that no host has: firewalls let it in."""
SECRETS = {
    "CLUSTERGEN_MUNGE_KEY": base64.b64encode(bytes(range(256)) * 4).decode(),
    "CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bed:
    """Which hosts a day begins with, of what distribution and with what release of Slurm."""

    os: str
    release: str
    compute: int = 2
    storage: int = 1
    control: int = 1
    slurm: Mapping[str, Any] = field(default_factory=dict)

    @property
    def gpus(self) -> tuple[str, ...]:
        """The names of the hosts that compute."""
        return tuple(f"gpu{number:02d}" for number in range(1, self.compute + 1))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all hosts."""
        others = {"storage": self.storage, "login": 1, "control": self.control}
        return (*self.gpus, *(f"{group}{n}" for group, count in others.items() for n in range(1, count + 1)))

    def tree(self, folder: Path) -> Path:
        """Return the tree as rendered but for the concessions."""
        counts = {"gpu": self.compute, "storage": self.storage, "control": self.control, "login": 1}
        spec = day_one_spec(counts, dict(self.slurm))
        for group in spec["hosts"].values():
            group["os"] = self.os
        _, build = planned_tree(spec, folder)
        concede_tree(build)
        return build


def day_one_spec(counts: Mapping[str, int], slurm: dict[str, Any]) -> dict[str, Any]:
    """Return the data of roce-64 with a number of hosts by group, Slurm alone, less what the bed concedes."""
    spec: dict[str, Any] = yaml.safe_load(example("roce-64").read_text(encoding="utf-8"))
    for group, count in counts.items():
        spec["hosts"][group]["count"] = count
    spec["scheduler"] = {"slurm": slurm}
    concede_spec(spec)
    return spec


@contextmanager
def day_one_hosts(tree: Path, names: tuple[str, ...]) -> Iterator[SshHosts]:
    """Fresh hosts of the distribution that the spec states, cabled, with the users of the site's directory, whose homes the file server has."""
    said = yaml.safe_load((tree / "ansible/inventory/group_vars/gpu.yml").read_text(encoding="utf-8"))
    with SshHosts(tree, names, controller=CONTROLLER, face="bond0", system=system(said["hosts_system"])) as bed:
        fabric.cable(bed)
        concede_hosts(bed)
        yield bed


def as_user(hosts: SshHosts, command: str, user: str = "alice", host: str = "login1") -> str:
    """What a user's command prints on a login host, over SSH."""
    done = hosts.ssh(host, command, user=user)
    assert done.returncode == 0, (command, done.stdout[-1500:], done.stderr[-1500:])
    return done.stdout


def until(hosts: SshHosts, command: str, pattern: str, seconds: float = 120) -> str:
    """What a user's command prints once it matches a pattern."""
    deadline = time.monotonic() + seconds
    while not re.search(pattern, said := as_user(hosts, command)):
        assert time.monotonic() < deadline, (command, said)
        time.sleep(1)
    return said
