"""Fresh hosts of a rendered tree, for roles and playbooks of a site's own: `python -m tests.twin.hosts TREE HOST... -- COMMAND`.

Each host is a process tree with systemd, SSH, a root file system and a network of its own, as the tests of our playbooks have them; nothing is left when COMMAND ends.
Without COMMAND it is a shell. What hosts lack (GPUs, adapters, a kernel of their own) are stand-ins: docs/site.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.twin.ssh_hosts import SshHosts
from tests.twin.systems import SUITES, System


def main(arguments: list[str] | None = None) -> int:
    """Boot the hosts, run the command, and return how it ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.twin.hosts", description=__doc__)
    parser.add_argument("tree", type=Path, help="a rendered tree")
    parser.add_argument(
        "hosts", nargs="+", metavar="HOST", help="hosts of its inventory, fresh as their installer leaves them"
    )
    parser.add_argument(
        "--system", choices=sorted(SUITES), help="their distribution; by default this machine's own packages"
    )
    given = sys.argv[1:] if arguments is None else arguments
    mine, command = _divided(given)
    asked = parser.parse_args(mine)
    tree = asked.tree.resolve()
    unknown = [name for name in asked.hosts if not (tree / "ansible/inventory/host_vars" / f"{name}.yml").is_file()]
    if unknown:
        parser.error(f"{tree} has no host {', '.join(unknown)} in its inventory")
    if os.geteuid() != 0:
        parser.error("hosts with systemd need root")
    system = System(suite=SUITES[asked.system]) if asked.system else None
    if system and not system.root.is_dir():
        parser.error(f"{asked.system} is not unpacked here: `make setup-system` does that")
    with SshHosts(tree, asked.hosts, face="bond0", system=system) as bed:
        _say(f"{', '.join(asked.hosts)}: up, and known to Ansible by {tree}/ansible/inventory")
        return bed.shown(*(command or ["sh"]))


def _divided(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return what is before `--`, and the command behind it."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
