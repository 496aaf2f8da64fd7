"""The role `hosts` on Ubuntu's network renderer over real SSH: netplan generates and applies, and systemd-networkd has the network; what cuts a host off goes back.

Stand-ins: the host says that it is Ubuntu and has Debian's programs (netplan.io is 0.106 there, Ubuntu 24.04 has 1.0 or later), systemd-resolved is an
empty package, and bond0 is a port, as a test machine's kernel may have no bonds.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.twin.concessions import NETPLAN, without_bonds
from tests.twin.debian import CONTROLLER, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ubuntu import make_ubuntu

PLAY = "ansible/playbooks/hosts.yml"
NAME = "login1"
UFW = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n"
WORD = ("-e", "allow=network")
"""Without it a host in use keeps its network."""


@pytest.fixture(scope="module")
def hosts(
    rendered: Callable[[str], Path], copied: Callable[[Path], Path], program: Callable[[str], str]
) -> Iterator[SshHosts]:
    """A freshly installed login host of roce-256."""
    require(program)
    program("netplan")
    tree = copied(rendered("roce-256"))
    without_bonds(tree)
    with SshHosts(tree, [NAME], controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        make_ubuntu(bed[NAME])
        yield bed


def _tasks(hosts: SshHosts, *more: str) -> set[str]:
    said = hosts.playbook(PLAY, *WORD, *more).must()
    return {task.rpartition(" : ")[2] for task in said.changed.get(NAME, [])}


def _has(hosts: SshHosts, address: str) -> bool:
    return f"inet {address} " in hosts[NAME].must("ip", "-o", "-4", "address", "show", "dev", "bond0")


def test_the_first_network_comes_with_the_boot(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """By netplan's own generator; the installer's file is set aside, and networkd has what the plan says."""
    host = hosts[NAME]
    _tasks(hosts)
    assert host.boots == 2
    assert host.must("ls", "/etc/netplan").split() == ["60-clustergen.yaml"]
    assert host.exists("/var/lib/clustergen/before/etc/netplan/50-cloud-init.yaml")
    assert host.must("stat", "-c", "%a", f"/{NETPLAN}").strip() == "600"
    assert "10-netplan-bond0.network" in host.must("ls", "/run/systemd/network")
    assert "configured" in host.must("networkctl", "list", "--no-legend", "bond0")
    assert _has(hosts, f"{host.address}/16")
    assert "default via 10.160.0.1 dev bond0 proto static" in host.must("ip", "route")
    assert host.unit("clustergen-firewall.service")["ActiveState"] == "active"
    assert _tasks(hosts) == set()
    proven("role hosts over SSH", "netplan generate and apply on a host that says it is Ubuntu, with Debian's programs")


def test_a_change_is_applied_and_stays(hosts: SshHosts) -> None:
    """A second address: under the timer, which is stopped once the host is heard of."""
    file = hosts.tree / "hosts" / NAME / NETPLAN
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("/16\n", "/16\n      - 192.0.2.77/24\n", 1), encoding="utf-8")
    assert {"Change the network", "Stay"} <= _tasks(hosts)
    assert _has(hosts, "192.0.2.77/24")
    assert hosts[NAME].unit("clustergen-way-back.timer")["ActiveState"] == "inactive"
    assert hosts[NAME].boots == 2
    assert _tasks(hosts) == set()


def test_what_netplan_refuses_is_not_applied(hosts: SshHosts) -> None:
    """The program's own words, before anything counts."""
    file = hosts.tree / "hosts" / NAME / NETPLAN
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("192.0.2.77/24", "192.0.2.777/24"), encoding="utf-8")
    said = hosts.playbook(PLAY)
    assert (NAME, "clustergen.cluster.hosts : Place the host's files") in said.of("failed", host=NAME)
    assert "192.0.2.777" in said.stdout
    assert _has(hosts, "192.0.2.77/24")
    file.write_text(text, encoding="utf-8")


def test_a_network_that_cuts_the_host_off_goes_back(hosts: SshHosts) -> None:
    """Another address on bond0, and a file that was not there: nobody is heard, the host returns to the files and the network of before, and says so; with the right file all is well."""
    host, file = hosts[NAME], hosts.tree / "hosts" / NAME / NETPLAN
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace(f"{host.address}/16", "10.160.128.99/16"), encoding="utf-8")
    more = hosts.tree / "hosts" / NAME / "etc/netplan/70-more.yaml"
    more.write_text("network: {version: 2, bridges: {br9: {addresses: [192.0.2.99/32]}}}\n", encoding="utf-8")
    said = hosts.playbook(PLAY, *WORD, "--diff", "-e", "hosts_way_back_s=20")
    more.unlink()
    assert "/etc/netplan/70-more.yaml" in said.stdout
    assert "it returns to the previous configuration" in said.failed[NAME]
    deadline = time.monotonic() + 60
    while hosts.ssh(NAME, "true").returncode != 0:
        assert time.monotonic() < deadline, "the way back was not taken"
        time.sleep(1)
    assert host.read(f"/{NETPLAN}") == good
    assert host.must("ls", "/etc/netplan").split() == ["60-clustergen.yaml"]
    assert _has(hosts, f"{host.address}/16")
    assert not _has(hosts, "10.160.128.99/16")
    assert "network as before" in host.must("journalctl", "--no-pager", "-t", "clustergen-way-back")
    file.write_text(good, encoding="utf-8")
    _tasks(hosts)
    assert _tasks(hosts) == set()


def test_a_firewall_waits_where_the_host_is_reached_otherwise(
    rendered: Callable[[str], Path], program: Callable[[str], str]
) -> None:
    """A freshly installed host has its address on a port that will be the bond's: the firewall knows the bond alone, so it comes after the boot. The one that the distribution starts stays until then."""
    require(program)
    with SshHosts(rendered("roce-256"), ["storage2"], controller=CONTROLLER, face="frontend0") as bed:
        stand_in_resolved(bed)
        make_ubuntu(bed["storage2"])
        bed["storage2"].write("/etc/systemd/system/ufw.service", UFW)
        bed["storage2"].must("systemctl", "enable", "--now", "ufw")
        said = bed.playbook(PLAY, "-e", "hosts_may_reboot=never").must()
        assert "needs a reboot for" in said.stdout
        firewall = bed["storage2"].unit("clustergen-firewall.service")
        assert (firewall["ActiveState"], firewall["UnitFileState"]) == ("inactive", "disabled")
        theirs = bed["storage2"].unit("ufw.service")
        assert (theirs["ActiveState"], theirs["UnitFileState"]) == ("active", "enabled")
        assert "until then it keeps its firewall, ufw.service" in " ".join(said.stdout.split())
        assert bed.playbook(PLAY, "-e", "hosts_may_reboot=never").must().changed == {}
