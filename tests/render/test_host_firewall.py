"""The firewall's files: what a tenant more changes, who is the site, and what a host passes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.plan.access.firewall import POD_INTERFACES
from generator.plan.draft import Draft
from generator.render.backends import host_firewall
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data


def _files(plan: Draft) -> dict[str, str]:
    made = made_for(plan, host_firewall.render(plan, TEMPLATES))
    assert {path for files in made.values() for path in files} == {"etc/clustergen/firewall.nft"}
    return {host: files["etc/clustergen/firewall.nft"] for host, files in made.items()}


def _chain(text: str, name: str) -> list[str]:
    """Return the lines of a chain."""
    _, _, rest = text.partition(f"chain {name} {{\n")
    assert rest, name
    return [line.strip() for line in rest.partition("\n  }")[0].splitlines()]


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """Return the files of a cluster with all roles."""

    def give(**more: Any) -> dict[str, str]:
        spec: Spec = cluster(12, 32) | more
        spec["hosts"] |= {"edge": {"model": "border-2u", "count": 1}, "gw": {"model": "gateway-2u", "count": 1}}
        return _files(plan_data(spec, tmp_path))

    return give


def test_a_tenant_more_changes_the_files_of_those_it_concerns(made: Callable[..., dict[str, str]]) -> None:
    """Its own hosts, and the compute hosts of no tenant, whom its hosts no longer may ask; nobody else's, not even in a remark."""
    blue = {"blue": {"hosts": ["gpu[01-03]"]}}
    before = made(tenants=blue)
    after = made(tenants=blue | {"red": {"hosts": ["gpu[05-06]"]}})
    changed = {host for host in before if before[host] != after[host]}
    assert changed == {f"gpu{number:02}" for number in range(4, 13)}
    assert "red" not in "".join(text for host, text in after.items() if host not in {"gpu05", "gpu06"})


def test_the_first_tenant_leaves_services_alone(made: Callable[..., dict[str, str]]) -> None:
    before, after = made(), made(tenants={"blue": {"hosts": ["gpu[01-03]"]}})
    assert {host for host in before if before[host] != after[host]} == {f"gpu{n:02}" for n in range(1, 13)}


def test_neighbours_are_not_the_site(made: Callable[..., dict[str, str]]) -> None:
    """Whoever has an address of the wire alone stands beside the host; and where in-band has no IPv6, nobody asks by it."""
    for more in ({}, {"addressing": {"ipv6": "fd42:c1::/32"}}):
        lines = [line for line in _chain(made(**more)["login1"], "from_inband") if "saddr !=" in line]
        assert len(lines) == 2
        assert all("169.254.0.0/16" in line and " 0.0.0.0/8" in line for line in lines)
        assert not any("ip6" in line for line in lines)


def test_nobody_heeds_router_advertisements(made: Callable[..., dict[str, str]]) -> None:
    """Neighbours are asked for and answer, from the same wire (RFC 4861, section 7.1)."""
    for text in made(addressing={"ipv6": "fd42:c1::/32"}).values():
        assert "nd-router" not in text
        line = "icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } ip6 hoplimit 255 accept"
        assert line in _chain(text, "input")


def test_dhcp_is_asked_without_an_address(made: Callable[..., dict[str, str]]) -> None:
    """Control hosts serve it, on both networks; nobody else."""
    files = made()
    asked = {host: text.count("ip saddr 0.0.0.0 udp sport 68 udp dport { 67 } accept") for host, text in files.items()}
    assert {host for host, count in asked.items() if count} == {"control1", "control2", "control3"}
    assert asked["control1"] == 2


def test_what_hosts_pass_on(made: Callable[..., dict[str, str]]) -> None:
    """Pods in-band and among themselves, a gateway between its fabrics, a border host between in-band and what is not planned; all else nothing."""
    files = made()
    for host, text in files.items():
        lines = _chain(text, "forward")
        assert lines[0].endswith("policy drop;"), host
        assert lines[1:3] == ["ct state established,related accept", "ct state invalid drop"]
        opened = lines[3:]
        if host.startswith(("gpu", "control")):
            assert opened == [*(f'iifname "{n}" goto pods_ask' for n in POD_INTERFACES), 'iifname "bond0" goto to_pods']
            assert _chain(text, "pods_ask") == ['oifname "bond0" accept', "goto to_pods"]
        elif host == "edge1":
            own = '{ "frontend0", "frontend1", "frontend2", "frontend3" }'
            assert opened[0].startswith(f'iifname "bond0" oifname != {own} accept')
            assert opened[1].startswith(f'iifname != {own} oifname "bond0" accept')
        elif host == "gw1":
            both = '{ "storage0", "storage1", "bond0" }'
            assert opened[0].startswith(f"iifname {both} oifname {both} accept")
        else:
            assert opened == []


def test_without_kubernetes_no_pod_is_expected(made: Callable[..., dict[str, str]]) -> None:
    for host, text in made(scheduler={"slurm": {}}).items():
        assert "cali" not in text
        assert len(_chain(text, "forward")) == (5 if host == "edge1" else 4 if host == "gw1" else 3)


def test_only_control_hosts_give_their_pods_the_api(made: Callable[..., dict[str, str]]) -> None:
    files = made()
    assert ["6443" in " ".join(_chain(files[host], "from_own_pods")) for host in ("control1", "gpu01")] == [True, False]
    for host in ("control1", "gpu01"):
        assert "tcp dport { 10250 } accept" in " ".join(_chain(files[host], "from_own_pods"))
