"""A control host that reads switches by a timer of its own: what `backups.yml` places there reaches a switch over SSH, and what it read is in the backup.

The switch is a stand-in of SONiC (`tests/twin/switch_stand_ins.py`); Ansible on the control host is this interpreter's, as from an index. The other switches
of the tree are off: their addresses lead nowhere.
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

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOST, SWITCH = "control1", "compute-leaf1"
PROGRAM = "/usr/local/sbin/clustergen-backup.sh"
KEPT = "/var/lib/clustergen/switches"
READ = f"{KEPT}/{SWITCH}/config_db.json"
SERIES = "/var/lib/prometheus/node-exporter/clustergen_switches.prom"
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
        host = bed[HOST]
        host.must("mkdir", "-p", "/var/lib/kea", SERIES.rpartition("/")[0])
        host.must("mount", "-t", "tmpfs", "-o", "mode=755", "home", "/home")
        for address in (bed[SWITCH].address, bed.controller):
            host.must("ip", "route", "add", f"{address}/32", "dev", "ansible0")
        host.must("ip", "route", "add", "unreachable", "10.0.0.0/8")
        yield bed


def _backups(hosts: SshHosts, without: str = "") -> Play:
    key = base64.b64encode((hosts.scratch / "key").read_bytes()).decode()
    secrets = {"BACKUP_PASSWORD": "sealed", "BACKUP_SWITCHES_SSH_KEY": key, "TACACS_KEY": PASSPHRASE}
    given = {f"CLUSTERGEN_{name}": value for name, value in secrets.items() if name != without}
    # Without monitoring in the bed, the folder of its exporter is named here
    metrics = f"backups_metrics={SERIES.rpartition('/')[0]}"
    return hosts.playbook("ansible/playbooks/backups.yml", "--limit", HOST, "-e", metrics, **given)


def _change(switch: SshHost, mtu: str) -> str:
    """Change the running configuration of the switch by hand; returns it."""
    running = json.loads(switch.read("/var/lib/switch/db.json")) | {"PORT": {"Ethernet0": {"mtu": mtu}}}
    switch.write("/var/lib/switch/db.json", json.dumps(running))
    return json.dumps(running)


def _series(host: SshHost) -> dict[str, str]:
    """What is reported of the one switch that is on."""
    rows = [line.rpartition(" ") for line in host.read(SERIES).splitlines() if f'switch="{SWITCH}"' in line]
    return {name.partition("{")[0].removeprefix("clustergen_switch_config_"): value for name, _, value in rows}


def test_nothing_is_placed_without_a_secret_or_ansible(hosts: SshHosts) -> None:
    """The run stops with what is missing."""
    for secret in ("TACACS_KEY", "BACKUP_SWITCHES_SSH_KEY"):
        refused = _backups(hosts, without=secret)
        assert f"CLUSTERGEN_{secret}" in refused.failed[HOST]
    assert "has no /opt/clustergen/bin/ansible-playbook" in _backups(hosts).failed[HOST]
    assert not hosts[HOST].exists("/etc/clustergen/switches")


def test_the_timer_of_a_control_host_reads_switches(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """Its first run ends before the first backup, which has what it read; a second run of the stage changes nothing."""
    host, switch = hosts[HOST], hosts[SWITCH]
    give_ansible(hosts, HOST)
    _backups(hosts).must()
    assert json.loads(host.read(READ)) == json.loads(switch.read("/var/lib/switch/db.json"))
    assert _series(host) == {"read": "1", "drift": "1"}
    assert host.must(PROGRAM, "show", "switches").strip() == "1 switches"
    assert "switches" in {line.split()[0] for line in host.must(PROGRAM, "list").splitlines()}
    assert "quotes" not in host.log("clustergen-switches.service")
    secrets = ("/etc/clustergen/switches/variables.yml", "/etc/clustergen/switches/ssh_key")
    assert host.must("stat", "-c", "%a %U", *secrets).split() == ["600", "root"] * 2
    timer = host.unit("clustergen-switches.timer")
    assert (timer["ActiveState"], timer["UnitFileState"]) == ("active", "enabled")
    assert timer["NextElapseUSecMonotonic"] not in {"", "infinity"}
    changed = _change(switch, "1500")
    host.must("systemctl", "start", "clustergen-switches.service")
    assert json.loads(host.read(READ)) == json.loads(changed)
    assert _backups(hosts).must().changed.get(HOST, []) == []
    proven("ansible-core 2.21", "a control host reads the configuration of a switch by a timer, and backs it up")


def test_a_restored_host_reads_them_again(hosts: SshHosts) -> None:
    """What is restored is of the past; the run does not wait for the reading."""
    host, switch = hosts[HOST], hosts[SWITCH]
    host.must("rm", READ)
    words = ("-e", f"restore_host={HOST}", "-e", f"restore_sure={HOST}", "-e", "restore_parts=switches")
    hosts.playbook("ansible/playbooks/restore.yml", "--limit", HOST, *words).must()
    asked = '[ "$(systemctl show -P ActiveState clustergen-switches.service)" = activating ]'
    host.must("sh", "-c", f"while {asked}; do sleep 0.2; done")
    assert json.loads(host.read(READ)) == json.loads(switch.read("/var/lib/switch/db.json"))


def test_a_switch_with_another_host_key_is_not_read(hosts: SshHosts) -> None:
    """What it had stays. As no switch was read, the time does not advance, and the part is not backed up again."""
    host, switch = hosts[HOST], hosts[SWITCH]
    before = host.read(READ)
    switch.change_host_key()
    _change(switch, "9100")
    host.must("touch", "-d", "-13 hours", f"{KEPT}/read")
    host.must("systemctl", "start", "clustergen-switches.service")
    assert host.read(READ) == before
    assert _series(host) == {"read": "0"}
    refused = host.run(PROGRAM, "run")
    assert "no configurations of switches were read for two intervals" in refused.stderr
    host.must("ssh-keygen", "-R", switch.address, "-f", f"{KEPT}/known_hosts")
    host.must("systemctl", "start", "clustergen-switches.service")
    assert _series(host) == {"read": "1", "drift": "1"}


def test_a_host_that_reads_no_longer_has_no_logins(hosts: SshHosts, tree: Path) -> None:
    """Without `switches`, the timer and the secrets go; what was read stays."""
    host, items = hosts[HOST], tree / f"backups/hosts/{HOST}/items"
    rows = items.read_text("utf-8").splitlines(keepends=True)
    items.write_text("".join(row for row in rows if not row.startswith("switches ")), "utf-8")
    _backups(hosts).must()
    gone = ("/etc/clustergen/switches", "/var/lib/clustergen/switches-tree", SERIES)
    units = [f"/etc/systemd/system/clustergen-switches.{kind}" for kind in ("timer", "service")]
    assert [path for path in (*gone, *units) if host.exists(path)] == []
    assert host.unit("clustergen-switches.timer")["LoadState"] == "not-found"
    assert host.exists(READ)
    assert _backups(hosts).must().changed.get(HOST, []) == []
