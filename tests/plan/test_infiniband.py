"""InfiniBand in the plan: routing, partitions, names, numbers, addresses; and what a discovery is compared with."""

from dataclasses import replace
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import pytest

from generator.plan.checks import check_plan
from generator.plan.discovered import find_faults
from generator.plan.ibnet import device_of, read_links
from generator.plan.subnet import SubnetEnd, SubnetLink
from generator.spec.tenants import TenantSpec, pkey_of, unfold
from tests.conftest import tree_of
from tests.specs import Spec, plan_data
from tests.test_growth import assert_grown

LEAF = "S-0002c90300a1b2c0"
DISCOVERED = f"""
vendid=0x2c9
switchguid=0x2c90300a1b2c0(2c90300a1b2c0)
Switch	65 "{LEAF}"		# "MF0;compute-leaf1:MQM9700/U1" enhanced port 0 lid 1 lmc 0
[1]	"H-0c42a103008b3bd0"[1](c42a103008b3bd0) 		# "gpu1 mlx5_0" lid 2 4xNDR
[2]	"H-0c42a103008b3bd8"[1](c42a103008b3bd8) 		# "gpu2 mlx5_0" lid 3 4xNDR
[65]	"H-0002c90300a1b2c8"[1](2c90300a1b2c8) 		# "Mellanox Technologies Aggregation Node" lid 4 4xNDR

caguid=0xc42a103008b3bd0
Ca	1 "H-0c42a103008b3bd0"		# "gpu1 mlx5_0"
[1](c42a103008b3bd0) 	"{LEAF}"[1]		# lid 2 lmc 0 "compute-leaf1" lid 1 4xNDR

caguid=0xc42a103008b3bd8
Ca	1 "H-0c42a103008b3bd8"		# "gpu2 mlx5_0"
[1](c42a103008b3bd8) 	"{LEAF}"[2]		# lid 3 lmc 0 "compute-leaf1" lid 1 4xNDR

caguid=0x2c90300a1b2c8
Ca	1 "H-0002c90300a1b2c8"		# "Mellanox Technologies Aggregation Node"
[1](2c90300a1b2c8) 	"{LEAF}"[65]		# lid 4 lmc 0 "compute-leaf1" lid 1 4xNDR
"""


def cluster(count: int = 4, most: int = 64, **fabric: Any) -> Spec:
    """Give an InfiniBand cluster; `fabric` adds keys to its compute fabric."""
    compute = {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "qm9700"}, **fabric}
    return {
        "clustergen": 1,
        "name": "atlas",
        "domain": "atlas.example.net",
        "hosts": {
            "gpu": {"model": "dgx-h100", "count": count, "max": most},
            "control": {"model": "server-1u", "role": "control", "count": 1},
        },
        "fabrics": {
            "compute": compute,
            "frontend": {"technology": "ethernet", "leaf": {"model": "sn4600c"}},
            "oob": {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}},
        },
    }


def link(device: str, node: str, number: int, guid: str = "") -> SubnetLink:
    return SubnetLink(
        cable=f"C{number}",
        kind="host_leaf",
        a=SubnetEnd(device=device, tier="host", port="rail0", node=node, number=1, guid=guid),
        b=SubnetEnd(
            device="compute-leaf1", tier="leaf", port=f"1/{number}", node="compute-leaf1", number=number, guid=""
        ),
    )


def test_devices_are_known_by_what_they_call_themselves() -> None:
    """Without a GUID in the assets: the switch's system name, the host's name and adapter; SHARP's own ports are no cables."""
    assert device_of("MF0;compute-leaf1:MQM9700/U1") == "compute-leaf1"
    assert len(list(read_links(DISCOVERED))) == 2
    assert find_faults([link("gpu1", "gpu1 mlx5_0", 1), link("gpu2", "gpu2 mlx5_0", 2)], DISCOVERED) == []


def test_a_guid_says_more_than_a_name() -> None:
    """Two hosts with each other's names are told apart by their GUIDs."""
    planned = [
        link("gpu1", "gpu1 mlx5_0", 1, "0x0c42a103008b3bd8"),
        link("gpu2", "gpu2 mlx5_0", 2, "0x0c42a103008b3bd0"),
    ]
    assert [fault.kind for fault in find_faults(planned, DISCOVERED)] == ["swapped"]


def test_strangers_and_gaps_are_named() -> None:
    faults = find_faults([link("gpu1", "gpu1 mlx5_0", 1), link("gpu3", "gpu3 mlx5_0", 3)], DISCOVERED)
    assert [fault.kind for fault in faults] == ["unplanned", "missing"]
    assert "gpu2 mlx5_0" in faults[0].text
    assert faults[1].text.startswith("C3 from gpu3 rail0 to compute-leaf1 port 3")


@pytest.mark.parametrize(
    ("manager", "most", "engines"),
    [("opensm", 64, ("ftree", "updn", "no_fallback")), ("ufm", 64, ("ar_updn",)), ("opensm", 4, ("minhop",))],
)
def test_the_routing_follows_shape_and_manager(
    manager: str, most: int, engines: tuple[str, ...], tmp_path: Path
) -> None:
    plan = plan_data(cluster(4, most, manager=manager), tmp_path)
    assert plan.subnets[0].routing.engines == engines


def test_a_tenants_key_is_its_own() -> None:
    """It follows from the name alone, and a stated one wins."""
    tenant = TenantSpec(hosts=("gpu",))
    assert pkey_of("red", tenant) == pkey_of("red", tenant) != pkey_of("blue", tenant)
    assert all(0x1000 <= pkey_of(f"t{n}", tenant) < 0x7000 for n in range(100))
    assert pkey_of("red", TenantSpec(hosts=("gpu",), pkey=7)) == 7
    assert list(unfold("gpu[08-11]")) == ["gpu08", "gpu09", "gpu10", "gpu11"]


def test_rails_over_ip_share_a_flat_prefix(tmp_path: Path) -> None:
    """Every port has an address of its rail's prefix, never the prefix's own or its broadcast."""
    plan = plan_data(cluster(40, ipoib=True), tmp_path)
    found = [a for a in plan.addresses if a.use == "ipoib"]
    assert len(found) == len({a.address for a in found}) == 320
    prefixes: dict[str, set[IPv4Network]] = {}
    for each in found:
        network = IPv4Network((each.address, each.length), strict=False)
        assert IPv4Address(each.address) not in {network.network_address, network.broadcast_address}
        prefixes.setdefault(each.interface, set()).add(network)
    assert all(len(networks) == 1 for networks in prefixes.values())
    assert len(set.union(*prefixes.values())) == 8


def test_hosts_that_arrive_change_nothing(tmp_path: Path) -> None:
    """The growth contract, with tenants and IPoIB: partitions and names only gain lines."""
    trees = []
    for count in (3, 50):
        spec = cluster(count, ipoib=True) | {
            "tenants": {"red": {"hosts": ["gpu[01-20]"]}, "blue": {"hosts": ["gpu[21-64]"]}}
        }
        trees.append(tree_of(plan_data(spec, tmp_path)))
    assert_grown(*trees)
    first, second = trees
    for path in (path for path in first if path.startswith("infiniband/")):
        lines, later = first[path].splitlines(), second[path].splitlines()
        assert set(lines) <= set(later), path


def test_switches_without_sharp_are_refused(tmp_path: Path) -> None:
    """No InfiniBand switch of the catalog lacks it; an Ethernet one stands in for one that does."""
    plan = plan_data(cluster(sharp=True, manager="ufm"), tmp_path)
    assert "no-sharp" not in {problem.code for problem in check_plan(plan)}
    leaf = next(switch.name for switch in plan.switches if switch.fabric == "compute")
    switches = tuple(replace(s, model="sn5600") if s.name == leaf else s for s in plan.switches)
    assert "no-sharp" in {problem.code for problem in check_plan(replace(plan, switches=switches))}


def test_every_subnet_of_a_host_has_a_prefix_of_its_own(tmp_path: Path) -> None:
    spec = cluster(8, 8)
    spec["fabrics"]["storage"] = spec["fabrics"]["compute"]
    plan = plan_data(spec, tmp_path)
    assert [f"{subnet.prefix:#x}" for subnet in plan.subnets] == ["0xfe80000000000000", "0xfec0000000000008"]


def test_xdr_switches_have_their_own_command_line(tmp_path: Path) -> None:
    spec = cluster(8, 8, leaf={"model": "q3400"})
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    spec["services"] = {"dns": ["192.0.2.53"], "ntp": ["ntp.example.net"], "syslog": ["192.0.2.14"]}
    tree = tree_of(plan_data(spec, tmp_path))
    path = next(path for path in tree if path.endswith("nv-set.sh"))
    assert "nv set system hostname compute-leaf" in tree[path]
    assert "\nnv set system ntp server ntp.example.net\n" in tree[path]
