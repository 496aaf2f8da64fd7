"""clustergen-way-back.sh with the real nft and what role hosts keeps of a step: what was in effect before the step returns, and no rules go with it.

systemd is a stand-in: a timer is what a file says, and the network's program only notes its files.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.twin.bottle import Bottle
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

ROLE = ROOT / "playbooks" / "roles" / "hosts" / "files"
FIREWALL, NETPLAN = "etc/clustergen/firewall.nft", "etc/netplan/60-clustergen.yaml"
SNAPSHOT = "/run/clustergen-way-back.nft"
_TIMER = "/run/timer"
_PREPARE = """
set -e
for each in /var/lib/clustergen /etc/clustergen /etc/netplan /usr/local/sbin; do
  mkdir -p $each; mount -t tmpfs none $each
done
"""
_STAND_INS = {
    "clustergen-network.sh": 'echo "$*" >>/run/network',
    "logger": ":",
    "systemd-run": f"touch {_TIMER}",
    "systemctl": f"""case "$*" in
  *is-active*) [ -e {_TIMER} ] ;;
  "stop clustergen-way-back.timer") rm -f {_TIMER} ;;
esac""",
}
_RULES = """table inet clustergen
delete table inet clustergen
table inet clustergen {{
  chain input {{
    type filter hook input priority filter; policy drop;
    tcp dport {} accept
  }}
}}
"""


class Host:
    """A host with the role's programs, and a tree that has its firewall and its network."""

    def __init__(self, bottle: Bottle, tree: Path) -> None:
        self.bottle, self.tree = bottle, tree

    def write(self, path: str, text: str) -> None:
        """Have a text in the tree."""
        (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
        (self.tree / path).write_text(text, encoding="utf-8")

    def step(self, *, settled: bool = True) -> None:
        """Place the tree's files by the role's module, and note that they are in effect."""
        self._module({"src": [str(self.tree)], "set": "hosts"})
        if settled:
            self._module({"settled": True, "set": "hosts"})

    def _module(self, arguments: dict[str, object]) -> None:
        programs = Path(sys.executable).parent
        variables = {
            "ANSIBLE_COLLECTIONS_PATH": str(ROOT / "playbooks" / "collections"),
            "ANSIBLE_PYTHON_INTERPRETER": sys.executable,
            "ANSIBLE_LOCALHOST_WARNING": "false",
            "HOME": "/run",
        }
        asked = ("-i", "localhost,", "-c", "local", "-m", "clustergen.cluster.rendered_files")
        values = [f"{name}={value}" for name, value in variables.items()]
        command = ("env", *values, str(programs / "ansible"), "localhost", *asked, "-a", json.dumps(arguments))
        self.bottle.must(*command)

    def load(self, rules: str) -> None:
        """Have rules in effect."""
        self.bottle.must("nft", "--file", "-", stdin=rules)

    def way_back(self, *arguments: str) -> None:
        """Run the program."""
        self.bottle.must("sh", "/usr/local/sbin/clustergen-way-back.sh", *arguments)

    @property
    def rules(self) -> str:
        """What is loaded; empty where no table is."""
        return self.bottle.run("nft", "--stateless", "list", "table", "inet", "clustergen").stdout


@pytest.fixture
def host(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Host]:
    """A host as planned: its files are there, and port 22 is open."""
    program("nft")
    with Bottle() as bottle:
        bottle.must("sh", "-c", _PREPARE)
        for name, text in _STAND_INS.items():
            place = shlex.quote(f"/usr/local/sbin/{name}")
            bottle.must("sh", "-c", f"cat >{place}; chmod 755 {place}", stdin=f"#!/bin/sh\n{text}\n")
        place = "/usr/local/sbin/clustergen-way-back.sh"
        bottle.must("sh", "-c", f"cat >{place}", stdin=(ROLE / "clustergen-way-back.sh").read_text(encoding="utf-8"))
        made = Host(bottle, tmp_path / "tree")
        made.write(FIREWALL, _RULES.format(22))
        made.write(NETPLAN, "network: {version: 2}\n")
        made.step()
        made.load(_RULES.format(22))
        yield made


def test_a_network_that_goes_back_leaves_the_firewall(host: Host) -> None:
    """The step changed the network alone, as a commit that a host pulls may; both are asked for."""
    before = host.rules
    assert "dport 22" in before
    host.write(NETPLAN, "network: {version: 2, ethernets: {}}\n")
    host.step(settled=False)
    host.way_back("arm", "90", "network")
    host.way_back("keep")
    host.way_back("now", "network", "firewall")
    assert host.rules == before
    assert host.bottle.must("cat", f"/{NETPLAN}") == "network: {version: 2}\n"
    assert host.bottle.must("cat", "/run/network") == f"/{NETPLAN}\n"


def test_a_firewall_file_that_goes_back_is_loaded(host: Host) -> None:
    """And it is what a later start with a bad file falls back to."""
    host.write(FIREWALL, _RULES.format(23))
    host.step(settled=False)
    host.way_back("arm", "90", "firewall")
    host.load(_RULES.format(23))
    host.way_back("now", "firewall")
    assert "dport 22" in host.rules
    assert host.bottle.must("cat", f"/{FIREWALL}") == _RULES.format(22)
    assert host.bottle.must("cat", "/etc/clustergen/firewall.loaded") == _RULES.format(22)


def test_rules_that_drifted_return_where_the_file_did_not_change(host: Host) -> None:
    """The controller came in by a rule that somebody added; the file's own rules shut it out. A second try within the time keeps what the first has noted."""
    host.load(_RULES.format(2222))
    drifted = host.rules
    for _ in range(2):
        host.way_back("arm", "90", "firewall")
        host.load(_RULES.format(22))
    host.way_back("now", "firewall")
    assert host.rules == drifted
    host.way_back("keep")
    host.load(_RULES.format(22))
    host.way_back("arm", "90", "network")
    host.way_back("now", "network", "firewall")
    assert "dport 22 " in host.rules, "of the step before"


def test_a_first_firewall_that_shuts_the_controller_out_is_removed(host: Host) -> None:
    """Where none of ours was loaded before, whatever file is there."""
    host.bottle.must("nft", "delete", "table", "inet", "clustergen")
    host.way_back("arm", "90", "firewall")
    host.load(_RULES.format(22))
    host.way_back("now", "firewall")
    assert host.rules == ""


def test_the_firewall_goes_back_although_the_network_does_not(host: Host) -> None:
    """Each by itself: the run says that one of them has failed."""
    place = "/usr/local/sbin/clustergen-network.sh"
    host.bottle.must("sh", "-c", f"printf '#!/bin/sh\\nexit 1\\n' >{place}")
    host.write(FIREWALL, _RULES.format(23))
    host.step(settled=False)
    host.way_back("arm", "90", "network", "firewall")
    host.load(_RULES.format(23))
    back = host.bottle.run("sh", "/usr/local/sbin/clustergen-way-back.sh", "now", "network", "firewall")
    assert back.returncode != 0
    assert "dport 22" in host.rules


def test_the_program_is_clean(program: Callable[[str], str]) -> None:
    """As shellcheck reads it, like the other one of the role."""
    with Bottle() as bottle:
        bottle.must(program("shellcheck"), *map(str, sorted(ROLE.glob("*.sh"))))
