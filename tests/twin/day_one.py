"""The day-one bed: fresh hosts of the distribution that the spec states, users of the site, and commands as one of them over SSH.

All that it concedes is in tests/twin/concessions.py.
"""

from __future__ import annotations

import base64
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import yaml

from tests.conftest import example
from tests.twin import fabric
from tests.twin.concessions import concede_hosts, concede_tree
from tests.twin.debian import planned_tree
from tests.twin.ssh_hosts import SshHosts
from tests.twin.systems import system

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SITE = "ansible/playbooks/site.yml"
STAGES = ("--tags", "dns,hosts,storage,slurm")
CONTROLLER = "10.160.96.2"
"""A control host of the envelope that is not installed: firewalls let it in."""
SECRETS = {
    "CLUSTERGEN_MUNGE_KEY": base64.b64encode(bytes(range(256)) * 4).decode(),
    "CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1",
}
USERS = ("alice", "bob")


def day_one_tree(folder: Path, counts: dict[str, int]) -> Path:
    """roce-64 with a number of hosts by group, Slurm alone, as rendered but for the concessions."""
    spec = yaml.safe_load(example("roce-64").read_text(encoding="utf-8"))
    for group, count in counts.items():
        spec["hosts"][group]["count"] = count
    spec["scheduler"] = {"slurm": {}}
    del spec["storage"]["scratch"]
    _, build = planned_tree(spec, folder)
    concede_tree(build)
    return build


@contextmanager
def day_one_hosts(tree: Path, names: tuple[str, ...]) -> Iterator[SshHosts]:
    """Fresh hosts, cabled, with the users of the site's directory, whose homes the file server has."""
    with SshHosts(tree, names, controller=CONTROLLER, face="bond0", system=system("noble")) as bed:
        fabric.cable(bed)
        concede_hosts(bed)
        key = (bed.scratch / "key.pub").read_text(encoding="ascii")
        for host in bed:
            for number, user in enumerate(USERS, 20001):
                host.must("useradd", "--uid", str(number), "--no-create-home", "--shell", "/bin/bash", user)
                if host.name == "storage1":
                    host.write(f"/home/{user}/.ssh/authorized_keys", key)
                    host.must("chown", "-R", f"{user}:", f"/home/{user}")
                    host.must("chmod", "700", f"/home/{user}", f"/home/{user}/.ssh")
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
