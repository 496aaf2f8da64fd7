"""What is not the compute fabric with IPv4 alone: storage, the frontend's EVPN, a numbered underlay, IPv6."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import echoes, host_network
from generator.twin.twin import Twin
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0


def test_storage_converges_and_answers(
    rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Clients and storage hosts, all pairs of their NICs, with the longest packet that they send."""
    require(program)
    with Twin(rendered("roce-64"), "storage") as twin:
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        mtu = min(twin.tree.host(rail.nic.device)[rail.nic.interface].mtu_bytes for rail in twin.rails)
        assert twin.silent_rails(size_bytes=mtu - echoes.HEADERS_BYTES[4]) == []
    proven("FRR", f"storage of roce-64: {len(twin.rails)} NICs answer all others, converged in {seconds:.1f} s")


def test_the_frontend_is_one_layer_2_over_evpn(
    rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Leaves tell each other of their tunnel ends (type 3) and of the hosts behind them (type 2); hosts on unlike leaves answer at full length.

    Every second host has changed to its second port, so both leaves have hosts; a bond keeps its addresses.
    """
    require(program)
    with Twin(rendered("roce-64"), "frontend") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        bonds = {host: twin.tree.host(host)["bond0"] for host in twin.hosts}
        active = {host: bond.members[number % 2] for number, (host, bond) in enumerate(bonds.items())}
        for host, bond in bonds.items():
            if active[host] != bond.members[0]:
                twin.bottle.must("ip", "-batch", "-", netns=host, stdin=host_network.fail_over(bond))
        addresses = {host: bond.addresses[0].ip for host, bond in bonds.items()}
        (vlan,) = twin.tree.config(twin.leaves[0]).vlans()
        everyone = {*addresses.values(), vlan.gateways[0].ip}
        for host, bond in bonds.items():
            longest = bond.mtu_bytes - echoes.HEADERS_BYTES[4]
            assert twin.ping(host, addresses[host], everyone - {addresses[host]}, size_bytes=longest) == set()
        home = {nic.device: leaf.device for nic, leaf in twin.host_links if active[nic.device] == nic.interface}
        assert set(home.values()) == set(twin.leaves)
        for leaf in twin.leaves:
            vni = json.loads(twin.show(leaf, f"show evpn vni {vlan.vni} json"))
            assert set(vni["numRemoteVteps"]) == {twin.tree.config(far).vtep for far in twin.leaves if far != leaf}
            macs = json.loads(twin.show(leaf, f"show evpn mac vni {vlan.vni} json"))["macs"]
            known = {host: macs[bond.bond_mac()]["type"] for host, bond in bonds.items()}
            assert known == {host: "local" if home[host] == leaf else "remote" for host in bonds}
    size = f"{len(bonds)} hosts on 2 leaves over VNI {vlan.vni}, types 2 and 3 exchanged, all pairs answer"
    proven("FRR", f"frontend of roce-64: {size}")


@pytest.mark.parametrize("underlay", ["unnumbered", "numbered"])
def test_both_families_on_either_underlay(
    underlay: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """The same routes of IPv4 and IPv6 over all cables, all pairs of NICs answer in both, and sessions take neighbours one hop away alone (RFC 5082)."""
    require(program)
    spec = cluster(4, 12, spines=2, underlay=underlay, ttl_security=True) | {"addressing": {"ipv6": "fd42:c1::/32"}}
    tree = render_tree(plan_data(spec, tmp_path), TEMPLATES)
    write_tree(tree, tmp_path / "tree")
    with Twin(tmp_path / "tree", "compute") as twin:
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        for version in (4, 6):
            assert twin.silent_pairs(twin.rails, version=version) == set()
    size = f"{len(twin.switches)} switches, {len(twin.rails)} NICs, IPv4 and IPv6"
    proven("FRR", f"{underlay} underlay: {size}, converged in {seconds:.1f} s")


def test_a_numbered_underlay_has_addresses_of_its_own(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """IPv4 alone: sessions between the addresses of both ends of each cable, and the same routes as without them."""
    require(program)
    spec = cluster(4, 12, spines=2, underlay="numbered")
    tree = render_tree(plan_data(spec, tmp_path), TEMPLATES)
    write_tree(tree, tmp_path / "tree")
    with Twin(tmp_path / "tree", "compute") as twin:
        for link in twin.links:
            ((one,), (two,)) = (twin.tree.config(end.device).port_addresses(end.interface) for end, _ in link.ends())
            assert one.network == two.network
            assert one.ip != two.ip
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        assert twin.silent_rails() == []
    proven("FRR", f"numbered underlay: {len(twin.links)} sessions over IPv4, converged in {seconds:.1f} s")
