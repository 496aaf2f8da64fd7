"""`verify` over real SSH: two hosts that are in all that the plan says give an empty table; planted faults give their rows; nothing is changed.

Real: links, addresses, pings of full size, lldpd at both ends of every cable, the kernel's settings, the firewall, mounts, systemd. Stand-ins: units that start no
program, `chronyc` (the clock is the machine's), `dcb` (no NIC here has classes).
"""

from __future__ import annotations

import csv
import time
from typing import TYPE_CHECKING

import pytest

from tests.host_files import whole_host
from tests.playbooks.roles import filters
from tests.twin.leaves import Leaves
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_root import FACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOSTS = ("gpu01", "gpu02")
SETTLE_S = 60.0
ALIVE = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n"
TRACKING = "C0000201,192.0.2.1,3,1790000000.1,0.000012,0.000001,0.00001,-3.1,0.0,0.05,0.001,0.0002,64.2,Normal"
DCB = """#!/bin/sh
case $3 in
  pfc) echo '{"pfc_cap":8,"delay":0,"prio_pfc":[false,false,false,true,false,false,false,false]}' ;;
  app) echo '{"dscp_prio":[[26,3],[48,6]]}' ;;
esac
"""


@pytest.fixture(scope="module")
def tree(rendered: Callable[[str], Path]) -> Path:
    return rendered("roce-16")


@pytest.fixture(scope="module")
def bed(
    tree: Path, program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[SshHosts, Leaves]]:
    """Boot two hosts, cable them, and put them into what their files say."""
    require(program)
    program("lldpd")
    with SshHosts(tree, HOSTS) as hosts:
        leaves = Leaves(hosts)
        for host in hosts:
            settle(host, whole_host(tree, host.name, tmp_path_factory.mktemp(host.name)))
        yield hosts, leaves


def settle(host: SshHost, home: Path) -> None:
    """Apply a host's files without the roles: what is in effect counts here, not who has done it."""
    wanted = filters("verify_wanted")["verify_wanted"]({"ports": []}, [str(home)], [])
    settings = (home / "etc/sysctl.d/90-clustergen.conf").read_text(encoding="utf-8")
    host.must("sysctl", "-q", "-p", "/dev/stdin", stdin=settings)
    host.must("nft", "-f", "-", stdin=(home / "etc/clustergen/firewall.nft").read_text(encoding="utf-8"))
    host.must("nft", "insert", "rule", "inet", "clustergen", "input", "iifname", FACE, "accept")
    for place in wanted["mounts"]:
        host.must("sh", "-c", f"mkdir -p {place} && mount -t tmpfs tmpfs {place}")
    services = [unit for unit in wanted["on"] if unit.endswith(".service") and unit != "lldpd.service"]
    for unit in services:
        host.write(f"/etc/systemd/system/{unit}", ALIVE)
    host.must("systemctl", "daemon-reload")
    host.must("systemctl", "restart", *services)
    host.must("systemctl", "start", "lldpd")
    host.stand_in("chronyc", TRACKING)
    host.script("dcb", DCB)


def verify(hosts: SshHosts, *more: str) -> Play:
    """Run it; links of namespaces have no speed."""
    return hosts.playbook("ansible/playbooks/verify.yml", "-e", "verify_speeds=false", *more)


def listen(hosts: SshHosts, leaves: Leaves, down: int = 0) -> None:
    """Wait until hosts have heard the other ends of all their cables but those that are down."""
    read = filters("report_neighbours")["heard_ports"]
    wanted = sum(map(len, leaves.ports.values())) - down
    end = time.monotonic() + SETTLE_S
    heard = 0
    while heard != wanted and time.monotonic() < end:
        leaves.speak()
        time.sleep(1)
        said = [host.must("lldpcli", "-f", "json0", "show", "neighbors", "details") for host in hosts]
        heard = sum(len(read(each)) for each in said)
    assert heard == wanted


def rows(tree: Path) -> list[dict[str, str]]:
    text = (tree.parent / f"{tree.name}-reports" / "verify.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def test_hosts_that_are_in_all_of_it(
    bed: tuple[SshHosts, Leaves], tree: Path, proven: Callable[[str, str], None]
) -> None:
    """No fault, no change; what a NIC here cannot show is told for each RoCE port."""
    listen(*bed)
    play = verify(bed[0]).must()
    assert [row for row in rows(tree) if row["fault"] == "yes"] == []
    assert {row["what"].partition(" ")[2] for row in rows(tree)} == {"RoCE"}
    assert play.changed == {}
    assert play.stdout.count("0 faults (*) on 0 of 2 hosts") == 1
    ports = sum(map(len, bed[1].ports.values()))
    proven(
        "verify over SSH",
        f"{len(HOSTS)} hosts, {ports} cables heard by lldpd, {play.seconds:.0f} s; units, chronyc and dcb are stand-ins",
    )


def test_planted_faults_are_in_the_table(bed: tuple[SshHosts, Leaves], tree: Path) -> None:
    """Two swapped cables, a small MTU on a leaf, a link that is down, and six that only the host itself shows."""
    hosts, leaves = bed
    swapped = ("gpu01", "rail0"), ("gpu02", "rail0")
    leaves.unplug(*swapped)
    listen(hosts, leaves, down=2)
    leaves.cross(*swapped)
    listen(hosts, leaves)  # else the port that goes down below may still count for one of these
    leaves.shrink("gpu01", "rail5", 1500)
    one, two = hosts["gpu01"], hosts["gpu02"]
    two.must("ip", "link", "set", "dev", "rail7", "down")
    two.must("ip", "link", "set", "dev", "storage1", "mtu", "1500")
    two.must("sysctl", "-q", "-w", "net.ipv4.ip_forward=0")
    two.must("systemctl", "stop", "clustergen-acs.service")
    two.must("umount", "/scratch")
    one.must("nft", "delete", "table", "inet", "clustergen")
    one.stand_in("chronyc", TRACKING.replace("Normal", "Not synchronised"))
    one.script("dcb", DCB.replace("true", "false"))
    listen(hosts, leaves, down=1)
    play = verify(hosts)
    found = {(row["host"], row["what"]): row for row in rows(tree) if row["fault"] == "yes"}
    assert {
        ("gpu01", "rail0 cable"),
        ("gpu02", "rail0 cable"),
        ("gpu01", "rail5 to its gateway"),
        ("gpu02", "rail7 link"),
        ("gpu02", "storage1 MTU"),
        ("gpu02", "net.ipv4.ip_forward"),
        ("gpu02", "clustergen-acs.service"),
        ("gpu02", "mount /scratch"),
        ("gpu01", "firewall"),
        ("gpu01", "clock"),
        ("gpu01", "rail3 PFC"),
    } <= set(found)
    assert "the two cables are swapped: swap CH001 and" in found["gpu01", "rail0 cable"]["hint"]
    assert found["gpu01", "rail5 to its gateway"]["found"] == "answers small packets only"
    untouched = {"rail1", "rail2", "rail4", "rail6", "storage0", "bond0"}
    assert not {what for _, what in found if what.split()[0] in untouched and "PFC" not in what}
    assert set(play.failed) == {"gpu01", "gpu02"}
    assert play.changed == {}


def test_one_host_alone_and_one_that_is_not_reached(bed: tuple[SshHosts, Leaves], tree: Path) -> None:
    """`--limit` looks at one host; a cable that is out is a row like the others, and tolerance lets all go on."""
    hosts, _ = bed
    alone = verify(hosts, "--limit", "gpu02", "--check")
    assert set(alone.counts) <= {"gpu02", "localhost"}
    hosts["gpu02"].stop_ssh()
    play = verify(hosts, "-e", "verify_enforce=false")
    hosts["gpu02"].start_ssh()
    assert ("gpu02", "host", "not reached") in {(row["host"], row["what"], row["found"]) for row in rows(tree)}
    assert play.failed.keys() <= {"gpu02"}
