"""Red Hat's firewall, with the real firewalld of Debian: an adopted host keeps it until the word, and after that the planned rules alone are in effect.

No package of Red Hat's family is at hand, so the host is Debian's; its inventory stops firewalld, as that of a host of Red Hat's family does.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.twin import ssh_schedulers
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, stand_in_resolved
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_hosts import SshHosts, require

pytestmark = pytest.mark.proof
PLAY = "ansible/playbooks/hosts.yml"
CONTROL, ADOPTED = "control1", "login1"
_WATCH = """#!/bin/sh
while sleep 0.1; do nft list tables | grep -Eq "inet (firewalld|clustergen)$" || date >>/var/lib/bare; done
"""
_WATCHES = "[Unit]\nAfter=firewalld.service\n[Service]\nExecStart=/usr/local/bin/watch-rules\n[Install]\nWantedBy=multi-user.target\n"


def _tables(host: SshHost) -> set[str]:
    return {line.removeprefix("table ") for line in host.must("nft", "list", "tables").splitlines()}


def _firewalled(host: SshHost) -> None:
    """Have firewalld let SSH in and drop all else, rules of a container engine beside it, and a watch for moments without any firewall."""
    host.must("systemctl", "enable", "--now", "firewalld")
    assert host.must("firewall-cmd", "--state").strip() == "running"
    host.must("firewall-cmd", "--set-default-zone=drop")
    host.must("firewall-cmd", "--permanent", "--zone=drop", "--add-service=ssh")
    host.must("firewall-cmd", "--reload")
    host.must("nft", "add table ip containers")
    host.write("/usr/local/bin/watch-rules", _WATCH, "755")
    host.write("/etc/systemd/system/watch-rules.service", _WATCHES)
    host.must("systemctl", "enable", "--now", "watch-rules")


def test_firewalld_stays_until_the_planned_rules_are_loaded(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """At no moment the host has neither; the container engine's table stays, and a firewalld that somebody starts again is stopped again."""
    require(program)
    program("firewalld")
    with SshHosts(
        bed_tree(debian_spec("roce-16"), tmp_path)[1], [CONTROL, ADOPTED], controller=CONTROLLER, face="bond0"
    ) as bed:
        stand_in_resolved(bed)
        ssh_schedulers.schedule(bed[CONTROL])
        host = bed[ADOPTED]
        ssh_schedulers.run_jobs(host)
        _firewalled(host)
        stopped = {"cluster_hosts_units_stop": ["networking.service", "firewalld.service"]}
        run = (PLAY, "--limit", ADOPTED, "-e", json.dumps(stopped))
        bed.playbook(*run).must()
        assert _tables(host) == {"inet firewalld", "ip containers"}
        bed.playbook(*run, "-e", "allow=boot").must()
        assert host.boots == 2
        assert _tables(host) == {"inet clustergen", "ip containers"}
        assert not host.exists("/var/lib/bare")
        host.must("systemctl", "enable", "--now", "firewalld")
        host.must("firewall-cmd", "--reload")  # ends when its rules are loaded
        assert "inet firewalld" in _tables(host)
        bed.playbook(*run).must()
        assert _tables(host) == {"inet clustergen", "ip containers"}
        states = [host.unit(each)["UnitFileState"] for each in ("clustergen-firewall", "firewalld")]
        assert states == ["enabled", "disabled"]
        assert bed.playbook(*run).must().changed == {}
        assert not host.exists("/var/lib/bare")
    proven(
        "firewalld (Debian's)", "keeps an adopted host until the word; then stopped, and the planned rules alone loaded"
    )
