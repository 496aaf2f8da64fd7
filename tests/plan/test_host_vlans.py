"""Addresses of hosts that share a VLAN for each rail: who has which, for how many there is room, and what is untouched."""

from __future__ import annotations

from ipaddress import IPv4Interface, IPv4Network, IPv6Interface
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.plan.addressing.addresses import Addressing
from generator.source.diagnostic import Problems, SpecError
from tests.bond_specs import converged
from tests.conftest import example
from tests.specs import plan_data
from tests.vlan_specs import sharing

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.draft import Draft


IPV6 = {"ipv6": "fd42:c1::/32"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """Two scalable units, the second of them half full, storage too."""
    spec = sharing(gpu=5, most=8, su_hosts=4, spines=2) | {"addressing": IPV6}
    return plan_data(spec, tmp_path_factory.mktemp("shared"))


def test_every_coordinate_of_the_envelope_has_an_address_of_its_own(shared: Draft) -> None:
    """No host has the prefix' first or last address or its gateway's, and none is in another's prefix, whoever is installed."""
    addressing = Addressing.make(shared.cluster, Problems())
    seen: dict[str, str] = {}
    for links in addressing.routed.values():
        for link in shared.cluster.reserved:
            if link.fabric != links.shape.name or link.kind != "host_leaf":
                continue
            plane, member, ordinal, rail = links.coordinate(link.index)
            pair = links.pair(plane, member, ordinal, rail)
            host = IPv4Interface(f"{pair.host}/{pair.length}")
            network = host.network
            assert network == links.su_prefix(plane, rail, links.shape.seating.run_of(member, ordinal).su)
            gateway = IPv4Interface(f"{pair.leaf}/{pair.length}")
            assert gateway.network == network
            assert len({network.network_address, network.broadcast_address, gateway.ip, host.ip}) == 4
            assert seen.setdefault(pair.host, str(link.a)) == str(link.a)
            assert seen.setdefault(pair.leaf, str(network)) == str(network)
            one, two = (
                IPv6Interface(f"{each}/{pair.length + 96}").network for each in (pair.host_ipv6, pair.leaf_ipv6)
            )
            assert one == two
    assert len(seen) > 100


def test_the_arithmetic_is_the_documented_one(shared: Draft) -> None:
    """First host .1, second .3, the gateway is the last address but one, and is the leaf's own alone."""
    first, second = (
        next(each for each in shared.interfaces_of[name] if each.name == "rail0") for name in ("gpu1", "gpu2")
    )
    assert (first.address, second.address, first.gateway, first.length) == ("10.0.0.1", "10.0.0.3", "10.0.0.254", 24)
    gateways = [a for a in shared.addresses if a.address == "10.0.0.254"]
    assert [(a.device, a.interface, a.use, a.vlan) for a in gateways] == [("compute-leaf1", "Vlan900", "gateway", 900)]


def test_a_port_is_in_the_vlan_of_its_rail_and_has_no_address(shared: Draft) -> None:
    """On every leaf, ports of hosts that are yet to come among them; ports between switches are as ever."""
    for port in shared.ports:
        if port.fabric in {"compute", "storage"} and port.kind == "host_leaf":
            base = {"compute": 900, "storage": 950}[port.fabric]
            assert (port.address, port.ipv6, port.tagged) == ("", "", ())
            assert port.vlan is not None
            assert port.peer_interface.removeprefix("rail").removeprefix("storage") == str(port.vlan - base)
    for switch in shared.switches:
        if switch.tier == "leaf" and switch.fabric in {"compute", "storage"}:
            own = {port.vlan for port in shared.ports_of[switch.name] if port.kind == "host_leaf"}
            assert set(switch.vlans) == own


def test_what_leaves_announce_is_what_they_announce_without(tmp_path: Path) -> None:
    """Switches' prefixes, AS numbers, loopbacks, cables and names are those of routed links; hosts' addresses are next to them."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    spec = sharing(gpu=5, most=8)
    routed = sharing(gpu=5, most=8)
    for name in ("compute", "storage"):
        del routed["fabrics"][name]["host_links"]
    one, two = plan_data(spec, tmp_path / "a"), plan_data(routed, tmp_path / "b")
    for ours, theirs in zip(one.switches, two.switches, strict=True):
        assert (ours.networks, ours.aggregates, ours.asn, ours.loopback) == (theirs.networks, theirs.aggregates, theirs.asn, theirs.loopback)  # fmt: skip
    assert one.filters == two.filters
    assert one.access.zones == two.access.zones
    assert [(link.cable, str(link.a.interface)) for link in one.links] == [(link.cable, str(link.a.interface)) for link in two.links]  # fmt: skip


@pytest.mark.parametrize(("hosts", "length", "fits"), [(7, 25, True), (8, 25, False), (8, 24, True)])
def test_the_last_coordinate_is_the_gateways(hosts: int, length: int, fits: bool, tmp_path: Path) -> None:
    """Eight rails of eight coordinates fill a /25: seven hosts and the gateway; the same pool holds eight routed ones."""
    pool = {"addressing": {"compute": f"10.0.0.0/{length}"}}
    spec = sharing(gpu=hosts, most=hosts) | pool
    if not fits:
        with pytest.raises(SpecError, match="pool-too-small"):
            plan_data(spec, tmp_path)
        del spec["fabrics"]["compute"]["host_links"]
    assert plan_data(spec, tmp_path).hosts


def test_one_host_alone_has_a_neighbour(tmp_path: Path) -> None:
    """The smallest unit is a /30: the host, the gateway, and the two that nobody has."""
    spec = sharing(gpu=1, most=1) | {"addressing": {"compute": "10.0.0.0/27"}}
    (rail, *_) = plan_data(spec, tmp_path).interfaces_of["gpu1"]
    assert IPv4Interface(f"{rail.address}/{rail.length}").network == IPv4Network("10.0.0.0/30")
    assert (rail.address, rail.gateway) == ("10.0.0.1", "10.0.0.2")


def test_a_converged_pair_has_all_vlans(tmp_path: Path) -> None:
    """Rails, storage sides and the in-band segment on the same two leaves, and only the last is stretched."""
    spec = converged()
    spec["fabrics"]["compute"] |= {"host_links": "vlan", "bonding": "active-backup"}
    plan = plan_data(spec, tmp_path)
    leaf = next(switch for switch in plan.switches if switch.fabric == "compute")
    assert leaf.vlans == (900, 901, 902, 903, 950, 200)
    assert {vlan.vlan for vlan in plan.vlans if vlan.vni} == {200}


def test_planes_have_the_same_ids_and_prefixes_of_their_own(tmp_path: Path) -> None:
    """A VLAN ends at its leaf, and a leaf is of one plane."""
    spec: dict[str, Any] = yaml.safe_load(example("b300-two-planes-512").read_text(encoding="utf-8"))
    spec["fabrics"]["compute"]["host_links"] = "vlan"
    spec["hosts"]["gpu"]["count"] = 2
    spec["scheduler"] = {"slurm": {}}
    plan = plan_data(spec, tmp_path)
    rails = [each for each in plan.interfaces_of["gpu001"] if each.rail == 0 and each.fabric == "compute"]
    assert [each.plane for each in rails] == [0, 1]
    assert len({each.neighbours for each in rails}) == 2
    ports = [port for port in plan.ports if port.peer == "gpu001" and port.peer_interface in {r.name for r in rails}]
    assert [port.vlan for port in ports] == [900, 900]
    assert len({port.switch for port in ports}) == 2
