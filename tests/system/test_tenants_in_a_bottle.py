"""Tenants over a numbered underlay: routing instances, EVPN type 5 and VXLAN as rendered, every pair of hosts asked.

This kernel may have no VRF device: each instance is a namespace, which FRR takes for one (zebra -n), and what VXLAN carries is the kernel's own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import echoes, wiring
from generator.twin.twin import Twin
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.twin.tree import Rail

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0
TENANTS = {"blue": ["gpu01", "gpu02", "gpu03"], "red": ["gpu05", "gpu06"]}
"""The rest, gpu04 and gpu07 and on, are nobody's."""


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Twin]:
    """Two leaves joined directly; those with spines that pass EVPN on are in `test_fabrics_in_a_bottle.py`."""
    require(program)
    folder = tmp_path_factory.mktemp("tenants")
    spec = cluster(8, 12, underlay="numbered")
    spec["tenants"] = {name: {"hosts": hosts} for name, hosts in TENANTS.items()}
    tree = render_tree(plan_data(spec, folder), TEMPLATES)
    write_tree(tree, folder / "two leaves, numbered")
    with Twin(folder / "two leaves, numbered", "compute") as twin:
        twin.up()
        yield twin


def test_tenants_routes_arrive(twin: Twin, proven: Callable[[str, str], None]) -> None:
    """Loopbacks over every cable, and in each instance each other leaf's prefixes through that instance's tunnel."""
    seconds = twin.wait_converged(CONVERGE_S)
    assert all(set(twin.tree.config(leaf).vrfs) == {"Vrf-blue", "Vrf-red"} for leaf in twin.leaves)
    size = f"{len(twin.switches)} switches, {len(TENANTS)} routing instances a leaf"
    proven("FRR", f"{twin.tree.root.name}: {size}, converged in {seconds:.1f} s")


def test_every_pair_answers_as_its_tenants_say(twin: Twin, proven: Callable[[str, str], None]) -> None:
    """All pairs of NICs: within a tenant, and among hosts of none, all answer; across, not one."""
    twin.wait_converged(CONVERGE_S)
    pairs = {(near.nic, far.nic) for near in twin.rails for far in twin.rails if near.nic.device != far.nic.device}
    apart = {(near, far) for near, far in pairs if _tenant(near.device) != _tenant(far.device)}
    assert twin.silent_pairs(twin.rails, retries=1) == apart
    words = f"{len(pairs) - len(apart):,} pairs of NICs answer, {len(apart):,} across tenants do not"
    proven("FRR", f"{twin.tree.root.name}: {words}")


def test_a_tenants_longest_packet_passes_the_tunnel(twin: Twin) -> None:
    """What VXLAN adds fits the fabric's ports."""
    twin.wait_converged(CONVERGE_S)
    blue = [rail for rail in twin.rails if _tenant(rail.nic.device) == "blue"]
    mtu = twin.tree.host(blue[0].nic.device)[blue[0].nic.interface].mtu_bytes
    for near in blue:
        others = [far.address.ip for far in blue if far.nic.device != near.nic.device]
        assert twin.ping(near.nic.device, near.address.ip, others, size_bytes=mtu - echoes.HEADERS_BYTES[4]) == set()


def test_route_targets_are_those_of_the_instances(twin: Twin) -> None:
    """Each leaf has every leaf's type 5 routes, each prefix once a tenant, and no two tenants' VNIs share a route target."""
    twin.wait_converged(CONVERGE_S)
    vnis = twin.tree.config(twin.leaves[0]).vrfs
    for leaf in twin.leaves:
        found = list(_type_5(json.loads(twin.show(leaf, "show bgp l2vpn evpn route type 5 json"))))
        for vrf, vni in vnis.items():
            everywhere = {(name, prefix) for name in twin.leaves for prefix in twin.tree.config(name).announced(vrf)}
            assert {prefix for prefix, targets in found if targets == {vni}} == {
                str(prefix) for _, prefix in everywhere
            }
        assert {frozenset(targets) for _, targets in found} == {frozenset({vni}) for vni in vnis.values()}


def test_a_port_in_the_wrong_instance_is_seen(twin: Twin) -> None:
    """A host of red whose port stands in blue answers blue, and the pings say so."""
    twin.wait_converged(CONVERGE_S)
    blue = next(rail for rail in twin.rails if rail.vrf == "Vrf-blue")
    red = next(rail for rail in twin.rails if rail.vrf == "Vrf-red" and rail.leaf.device == blue.leaf.device)
    assert twin.ping(blue.nic.device, blue.address.ip, [red.address.ip]) == {red.address.ip}
    _move(twin, red, "Vrf-red", "Vrf-blue")
    try:
        assert twin.ping(blue.nic.device, blue.address.ip, [red.address.ip]) == set()
    finally:
        _move(twin, red, "Vrf-blue", "Vrf-red")
    assert twin.ping(blue.nic.device, blue.address.ip, [red.address.ip]) == {red.address.ip}


def _move(twin: Twin, rail: Rail, old: str, new: str) -> None:
    leaf, port = rail.leaf.device, rail.leaf.interface
    there = wiring.namespace(leaf, new)
    addresses = twin.tree.config(leaf).port_addresses(port)
    twin.bottle.must("ip", "link", "set", "dev", port, "netns", there, netns=wiring.namespace(leaf, old))
    lines = [*(f"addr add {each} dev {port}" for each in addresses), f"link set dev {port} up"]
    twin.bottle.must("ip", "-batch", "-", netns=there, stdin="".join(f"{line}\n" for line in lines))


def _type_5(said: dict[str, Any]) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield the prefix of each route, and the VNIs of its route targets."""
    for distinguisher in said.values():
        for route in distinguisher.values() if isinstance(distinguisher, dict) else ():
            for path in (path for paths in route["paths"] for path in paths) if isinstance(route, dict) else ():
                words = path["extendedCommunity"]["string"].split()
                targets = frozenset(int(word.rpartition(":")[2]) for word in words if word.startswith("RT:"))
                yield f"{path['ip']}/{path['ipLen']}", targets


def _tenant(host: str) -> str:
    return next((name for name, hosts in TENANTS.items() if host in hosts), "")
