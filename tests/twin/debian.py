"""Trees for hosts of the test bed for Ansible, which have Debian 12 whatever an example says, and what such a host finds in place of systemd-resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.conftest import example
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.concessions import without_bonds

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.twin.ssh_host import SshHost

CONTROLLER = "10.160.96.3"
"""A control host's address in the examples: firewalls let it in."""
_RESOLVED = "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"


def debian_spec(name: str) -> dict[str, Any]:
    """Return the data of an example with Debian 12 on all of its hosts."""
    spec: dict[str, Any] = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    return spec


def planned_tree(spec: dict[str, Any], folder: Path) -> tuple[Draft, Path]:
    """Render a spec that is data below a folder, which is made if it has to be; gives its plan and the tree."""
    folder.mkdir(exist_ok=True)
    plan = plan_data(spec, folder)
    write_tree(render_tree(plan, TEMPLATES), folder / "build")
    return plan, folder / "build"


def bed_tree(spec: dict[str, Any], folder: Path) -> tuple[Draft, Path]:
    """The same for hosts whose network comes into effect: bond0 is a port, as the list of concessions has it."""
    plan, tree = planned_tree(spec, folder)
    without_bonds(tree)
    return plan, tree


def stand_in_resolved(hosts: Iterable[SshHost]) -> None:
    """Add an empty package systemd-resolved, with a unit that only runs, to the archive: the real one replaces resolv.conf, and the bed has no resolver."""
    for host in hosts:
        host.package("systemd-resolved", "252.39")
        host.write("/lib/systemd/system/systemd-resolved.service", _RESOLVED)
