"""A control host that reads switches by a timer of its own: what `backups.yml` places there reaches a switch over SSH, and what it read is in the backup.

The switch is a stand-in of SONiC (`tests/twin/switch_stand_ins.py`); Ansible on the control host is this interpreter's, as from an index.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest

from tests.system.test_ansible_pull import give_ansible
from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.switch_stand_ins import dress_sonic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOST, SWITCH = "control1", "compute-leaf1"
PROGRAM = "/usr/local/sbin/clustergen-backup.sh"
READ = f"/var/lib/clustergen/switches/{SWITCH}/config_db.json"
PASSPHRASE = "with 'quotes', \"others\" and {{ braces }}"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Path:
    """roce-16 on Debian 12 without a scheduler, with backups that have switches."""
    program("restic")
    spec = debian_spec("roce-16") | {"monitoring": {"enabled": False}, "scheduler": {}}
    spec["backups"] = {"repository": "/home/backups/atlas", "switches": True}
    spec["services"] = spec.get("services", {}) | {"tacacs": ["10.192.1.9"]}
    return planned_tree(spec, tmp_path_factory.mktemp("reading"))[1]


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """The control host, with the tier of its repository, and one switch."""
    require(program)
    with SshHosts(tree, (HOST, SWITCH)) as bed:
        dress_sonic(bed[SWITCH], tree)
        bed[HOST].must("mkdir", "-p", "/var/lib/kea")
        bed[HOST].must("mount", "-t", "tmpfs", "-o", "mode=755", "home", "/home")
        yield bed


def _backups(hosts: SshHosts, *arguments: str) -> Play:
    key = base64.b64encode((hosts.scratch / "key").read_bytes()).decode()
    secrets = {"BACKUP_PASSWORD": "sealed", "BACKUP_SWITCHES_SSH_KEY": key, "TACACS_KEY": PASSPHRASE}
    given = {f"CLUSTERGEN_{name}": value for name, value in secrets.items()}
    return hosts.playbook("ansible/playbooks/backups.yml", "--limit", HOST, *arguments, **given)


def test_the_timer_of_a_control_host_reads_switches(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """It stops where Ansible is missing. Its first run is before the first backup, which has what it read; a second run of the stage changes nothing."""
    host, switch = hosts[HOST], hosts[SWITCH]
    assert "has no /opt/clustergen/bin/ansible-playbook" in _backups(hosts).failed[HOST]
    give_ansible(hosts, HOST)
    _backups(hosts).must()
    running = json.loads(switch.read("/var/lib/switch/db.json"))
    assert json.loads(host.read(READ)) == running
    assert host.must(PROGRAM, "show", "switches").strip() == "1 switches"
    assert "switches" in {line.split()[0] for line in host.must(PROGRAM, "list").splitlines()}
    said = host.log("clustergen-switches.service")
    assert f"another configuration than the tree has: {SWITCH}" in said
    assert "quotes" not in said
    assert (
        host.must(
            "stat", "-c", "%a %U", "/etc/clustergen/switches/variables.yml", "/etc/clustergen/switches/ssh_key"
        ).split()
        == ["600", "root"] * 2
    )
    timer = host.unit("clustergen-switches.timer")
    assert (timer["ActiveState"], timer["UnitFileState"]) == ("active", "enabled")
    # Another change by hand is there after the next run of the timer's service
    running["PORT"] = {"Ethernet0": {"mtu": "1500"}}
    switch.write("/var/lib/switch/db.json", json.dumps(running))
    host.must("systemctl", "start", "clustergen-switches.service")
    assert json.loads(host.read(READ)) == running
    assert _backups(hosts).must().changed.get(HOST, []) == []
    # A switch with another key than at first is not spoken with
    before = host.read(READ)
    switch.change_host_key()
    running["PORT"] = {}
    switch.write("/var/lib/switch/db.json", json.dumps(running))
    host.must("systemctl", "start", "clustergen-switches.service")
    assert host.read(READ) == before
    assert f"not read or compared: {SWITCH} (not reached)" in " ".join(host.log("clustergen-switches.service").split())
    proven("ansible-core 2.21", "a control host reads the configuration of a switch by a timer, and backs it up")
