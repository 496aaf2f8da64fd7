"""The role `storage` on hosts whose gateways share addresses: real Ceph, HAProxy and keepalived of Debian 12, and a real S3 client that uses the name of the store.

The bed is that of test_ansible_ceph.py; the tier is on the frontend. test_balancers.py has the firewall of the hosts, the times and the planted faults.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.balancer_specs import ADDRESSES, balanced
from tests.twin.ceph_bed import CephHosts, ceph_hosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NAME = "s3-objects.atlas.example.net"
REPORT = "/var/lib/prometheus/node-exporter/clustergen-balancer.prom"
HOSTS = ("storage1", "storage2", "storage3")


@pytest.fixture(scope="module")
def hosts(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[CephHosts]:
    """Three hosts, each with an empty drive; two have a gateway."""
    for name in ("haproxy", "keepalived", "curl"):
        program(name)
    with ceph_hosts(balanced(), HOSTS, tmp_path_factory.mktemp("ceph"), program) as bed:
        yield bed


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the authority that signs the certificates of the hosts."""
    return tmp_path_factory.mktemp("authority") / "keys"


def held(hosts: CephHosts) -> list[list[str]]:
    """The hosts that have each address."""
    return [[name for name in HOSTS if hosts[name].must("ip", "-o", "addr", "show", "to", each)] for each in ADDRESSES]


def until(holds: Callable[[], bool], why: str) -> None:
    """Wait for half a minute."""
    for _ in range(60):
        if holds():
            return
        time.sleep(0.5)
    raise AssertionError(why)


def got(hosts: CephHosts, authority: Path, address: str) -> str:
    """Get an object by the name of the store at one of its addresses."""
    return hosts.s3(
        "red", f"https://{NAME}", authority, "s3", "cp", "s3://red-data/object", "-", resolved=f"{address} {NAME}\n"
    ).stdout


def test_the_second_run_changes_nothing(hosts: CephHosts, authority: Path) -> None:
    hosts.playbook("ansible/playbooks/certificates.yml", "-e", f"certificates_authority={authority}").must()
    changed = hosts.serve(storage_create_ceph="objects")
    assert {"Divide connections among the gateways", "Hold the addresses of the store in turn"} <= changed["storage2"]
    assert "Divide connections among the gateways" not in changed["storage3"]
    assert hosts.serve() == {}
    until(lambda: held(hosts) == [["storage1"], ["storage2"]], "an address for each gateway")


def test_a_client_passes_while_a_gateway_or_a_balancer_is_away(
    hosts: CephHosts, authority: Path, proven: Callable[[str, str], None]
) -> None:
    (authority / "object").write_text("kept\n", encoding="ascii")
    line = f"{ADDRESSES[0]} {NAME}\n"
    put = hosts.s3(
        "red",
        f"https://{NAME}",
        authority,
        "s3",
        "cp",
        str(authority / "object"),
        "s3://red-data/object",
        resolved=line,
    )
    assert put.returncode == 0, put.stderr
    assert [got(hosts, authority, each) for each in ADDRESSES] == ["kept\n", "kept\n"]

    hosts["storage1"].must("systemctl", "start", "clustergen-balancer.service")
    assert hosts["storage1"].read(REPORT).count("} 1\n") == len(("an address", "both gateways", "both gateways"))

    hosts["storage1"].must("systemctl", "stop", "ceph-radosgw@rgw.storage1")
    assert [got(hosts, authority, each) for each in ADDRESSES] == ["kept\n", "kept\n"]
    until(lambda: reported(hosts, 'gateway="storage1"') == ["0", "0"], "both report it")
    hosts["storage1"].must("systemctl", "stop", "haproxy")
    until(lambda: held(hosts) == [["storage2"], ["storage2"]], "the other gateway holds both")
    assert [got(hosts, authority, each) for each in ADDRESSES] == ["kept\n", "kept\n"]

    assert hosts.serve() == {"storage1": {"Run the gateway", "Divide connections among the gateways"}}
    until(lambda: held(hosts) == [["storage1"], ["storage2"]], "each holds its own again")
    assert got(hosts, authority, ADDRESSES[0]) == "kept\n"
    until(lambda: reported(hosts, 'gateway="storage1"') == ["1", "1"], "both report it")
    proven(
        "role storage over SSH",
        "Ceph 16.2.15, HAProxy 2.6 and keepalived 2.2 of Debian 12: two gateways that share two addresses, the S3 client of AWS",
    )


def reported(hosts: CephHosts, what: str) -> list[str]:
    """What both gateways report to their node exporters."""
    found = []
    for name in HOSTS[:2]:
        hosts[name].must("/usr/local/sbin/clustergen-balancer.sh", REPORT)
        found += [line.split()[-1] for line in hosts[name].read(REPORT).splitlines() if what in line]
    return found
