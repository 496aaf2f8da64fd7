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
from click.testing import CliRunner

from generator.cli.main import main
from tests.conftest import example
from tests.twin import fabric
from tests.twin.concessions import concede_hosts, concede_spec, concede_tree
from tests.twin.debian import planned_tree
from tests.twin.ssh_hosts import SshHosts
from tests.twin.systems import EGRESS, system

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.twin.ssh_play import Play

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

    @property
    def spec(self) -> dict[str, Any]:
        """The data of its spec."""
        counts = {"gpu": self.compute, "storage": self.storage, "control": self.control, "login": 1}
        spec = day_one_spec(counts, dict(self.slurm))
        for group in spec["hosts"].values():
            group["os"] = self.os
        return spec

    def tree(self, folder: Path) -> Path:
        """Return the tree as rendered but for the concessions."""
        _, build = planned_tree(self.spec, folder)
        concede_tree(build)
        return build


@dataclass(frozen=True, slots=True, kw_only=True)
class Trees:
    """The tree of the first day, the grown one on it as its baseline, and what `clustergen plan` says of the change."""

    before: Path
    after: Path
    change: Path


def grown_trees(folder: Path, before: dict[str, Any], after: dict[str, Any]) -> Trees:
    """Render a spec and then the grown one on it, as somebody would at a prompt, but for the concessions."""
    made = Trees(before=folder / "before", after=folder / "after", change=folder / "change.json")
    spec = folder / "cluster.yaml"
    spec.write_text(yaml.safe_dump(before), encoding="utf-8")
    clustergen("render", spec, "-o", made.before)
    spec.write_text(yaml.safe_dump(after), encoding="utf-8")
    clustergen("render", spec, "-o", made.after, "--baseline", made.before / "plan.json")
    made.change.write_text(clustergen("plan", made.before, made.after, "--format", "json"), encoding="utf-8")
    for tree in (made.before, made.after):
        concede_tree(tree)
    return made


def clustergen(*arguments: object) -> str:
    """Run a command that has to succeed; returns what it prints."""
    said = CliRunner().invoke(main, [str(each) for each in arguments])
    assert said.exit_code == 0, said.output
    return said.stdout


def use_tree(hosts: SshHosts, tree: Path) -> None:
    """Use another tree of the same cluster in later runs of Ansible."""
    hosts.tree, hosts.inventory = tree, tree / "ansible" / "inventory"


def grow(hosts: SshHosts, trees: Trees) -> Play:
    """Run grow.yml of the grown tree."""
    use_tree(hosts, trees.after)
    limit = ("--limit", ",".join(("localhost", *hosts.hosts)), "-e", f"growth_plan={trees.change}")
    return hosts.playbook("ansible/playbooks/grow.yml", *STAGES, *limit, **SECRETS).must()


STEPS = "for n in $(seq 3600); do [ ! -e stop ] || exit 0; sleep 1; done"
"""What a job does until its user says in $HOME that it may stop."""


def life(hosts: SshHosts, name: str) -> tuple[int, str]:
    """How often a host has booted, and when its slurmd began: both stay while nobody restarts it."""
    return hosts[name].boots, hosts[name].unit("slurmd")["ActiveEnterTimestampMonotonic"]


def ended(hosts: SshHosts, job: str) -> str:
    """Wait for a job's end as slurmdbd knows it: its user and its state. A short job is root's there until slurmctld's next report."""
    asked = f"sacct --noheader --parsable2 --allocations --jobs={job} --format=user,state"
    return until(hosts, asked, r"^(?!root\|)\w+\|(COMPLETED|FAILED|CANCELLED|NODE_FAIL)").strip()


def day_one_spec(counts: Mapping[str, int], slurm: dict[str, Any]) -> dict[str, Any]:
    """Return the data of roce-64 with a number of hosts by group, Slurm alone, less what the bed concedes."""
    spec: dict[str, Any] = yaml.safe_load(example("roce-64").read_text(encoding="utf-8"))
    for group, count in counts.items():
        spec["hosts"][group]["count"] = count
    spec |= {"scheduler": {"slurm": slurm}, "egress": EGRESS}
    concede_spec(spec)
    return spec


@contextmanager
def day_one_hosts(tree: Path, names: tuple[str, ...]) -> Iterator[SshHosts]:
    """Fresh hosts of the distribution that the spec states, cabled, with the users of the site's directory, whose homes the file server has."""
    said = yaml.safe_load((tree / "ansible/inventory/group_vars/gpu.yml").read_text(encoding="utf-8"))
    with SshHosts(tree, names, controller=CONTROLLER, face="bond0", system=system(said["cluster_hosts_system"])) as bed:
        fabric.cable(bed)
        concede_hosts(bed)
        yield bed


def as_user(hosts: SshHosts, command: str, user: str = "alice", host: str = "login1") -> str:
    """What a user's command prints on a login host, over SSH."""
    done = hosts.ssh(host, command, user=user)
    assert done.returncode == 0, (command, done.stdout[-1500:], done.stderr[-1500:])
    return done.stdout


def until(hosts: SshHosts, command: str, pattern: str, seconds: float = 120) -> str:
    """What a user's command prints once it matches a pattern. Each question is a login: whoever waits long asks less often."""
    began = time.monotonic()
    while not re.search(pattern, said := as_user(hosts, command)):
        waited = time.monotonic() - began
        assert waited < seconds, (command, said)
        time.sleep(min(max(0.5, waited / 8), 5))
    return said
