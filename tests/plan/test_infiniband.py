"""InfiniBand in the plan: routing, partitions, names, numbers, addresses; and what a discovery is compared with."""

from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.catalog.model import Switch
from generator.plan.infiniband.discovered import find_faults
from generator.plan.infiniband.ibnet import device_of, read_links
from generator.plan.infiniband.subnet import SubnetEnd, SubnetLink
from generator.rules import check_plan
from generator.source.diagnostic import Severity
from generator.spec.load import DocumentError
from generator.spec.tenants import TenantSpec, pkey_of, unfold
from tests.conftest import tree_of
from tests.specs import Spec, plan_data, with_site_services
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
    """Return an InfiniBand cluster; `fabric` adds keys to its compute fabric."""
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
        spec["hosts"]["sm"] = {"model": "manager-1u", "count": 2}
        trees.append(tree_of(plan_data(spec, tmp_path)))
    assert_grown(*trees)


def test_switches_without_sharp_are_refused(tmp_path: Path) -> None:
    """No InfiniBand switch of the catalog lacks it, so a leaf's model loses it here."""
    plan = plan_data(cluster(sharp=True, manager="ufm"), tmp_path)
    assert "no-sharp" not in {problem.code for problem in check_plan(plan)}
    leaf = plan.hardware.get(Switch, next(switch.model for switch in plan.switches if switch.fabric == "compute"))
    assert leaf.infiniband
    without = leaf.model_copy(update={"infiniband": leaf.infiniband.model_copy(update={"sharp": False})})
    bare = replace(plan.hardware, switches={**plan.hardware.switches, leaf.model: without})
    assert "no-sharp" in {problem.code for problem in check_plan(replace(plan, hardware=bare))}


def test_every_subnet_of_a_host_has_a_prefix_of_its_own(tmp_path: Path) -> None:
    spec = cluster(8, 8)
    spec["fabrics"]["storage"] = spec["fabrics"]["compute"]
    plan = plan_data(spec, tmp_path)
    assert [f"{subnet.prefix:#x}" for subnet in plan.subnets] == ["0xfe80000000000000", "0xfec0000000000008"]


def test_xdr_switches_have_their_own_command_line(tmp_path: Path) -> None:
    spec = cluster(8, 8, leaf={"model": "q3400"})
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    spec = with_site_services(spec, {"dns": ["192.0.2.53"], "ntp": ["ntp.example.net"], "syslog": ["192.0.2.14"]})
    tree = tree_of(plan_data(spec, tmp_path))
    path = next(path for path in tree if path.endswith("nv-set.sh"))
    assert "nv set system hostname compute-leaf" in tree[path]
    assert "\nnv set system ntp server ntp.example.net\n" in tree[path]


TENANTS = {"tenants": {"red": {"hosts": ["gpu1", "gpu2"]}, "blue": {"hosts": ["gpu3", "gpu4"]}}}


def problems(spec: Spec, folder: Path) -> dict[str, str]:
    """Return the way out of every error, by its rule."""
    with pytest.raises(DocumentError) as caught:
        plan_data(spec, folder)
    return {each.code: each.help for each in caught.value.problems if each.severity is Severity.ERROR}


@pytest.mark.parametrize(
    ("host", "leaf", "advice"),
    [
        ("dgx-h100", "qm9700", "manager-1u"),
        ("dgx-a100", "qm8790", "manager-1u"),
        ("dgx-b300", "q3400", "manager-1u-800g"),
    ],
)
def test_no_tenant_runs_the_manager_and_the_way_out_works(host: str, leaf: str, advice: str, tmp_path: Path) -> None:
    """Refused on compute hosts; fine with the group that the message names, and with UFM where it says so."""
    spec = cluster(4, 4, leaf={"model": leaf}) | TENANTS
    spec["hosts"]["gpu"]["model"] = host
    found = problems(spec, tmp_path)
    assert list(found) == ["manager-on-compute"]
    assert f"`sm: {{model: {advice}, count: 2}}`" in found["manager-on-compute"]
    assert ("use manager: ufm" in found["manager-on-compute"]) is (leaf != "q3400")
    managed = {**spec, "hosts": {**spec["hosts"], "sm": {"model": advice, "count": 2}}}
    default, red, blue = sorted(plan_data(managed, tmp_path).subnets[0].partitions, key=lambda p: p.name != "Default")
    assert {member.role for member in default.members} == {"manager"}
    assert not {member.device for member in red.members} & {member.device for member in blue.members}
    if leaf != "q3400":
        spec["fabrics"]["compute"]["manager"] = "ufm"
        assert {runner.role for runner in plan_data(spec, tmp_path).subnets[0].runners} == {"manager"}


def test_a_lone_storage_host_waits_with_no_tenants_host(tmp_path: Path) -> None:
    """The one that waits may have to work: it computes for no tenant either."""
    spec = cluster(4, 4) | TENANTS
    spec["hosts"] |= {"sm": {"model": "manager-1u", "count": 2}, "store": {"model": "storage-2u", "count": 1}}
    spec["fabrics"]["storage"] = spec["fabrics"]["compute"]
    found = problems(spec, tmp_path)
    assert "`sm: {model: manager-1u, count: 2, manages: storage}`" in found["manager-on-compute"]
    spec["hosts"]["store"]["max"] = 2
    assert [r.device for r in plan_data(spec, tmp_path).subnets[1].runners] == ["store1", "store2"]


@pytest.mark.parametrize(
    ("host", "leaf", "model"),
    [
        ("dgx-h100", "qm9700", "ufm-appliance"),
        ("dgx-a100", "qm9700", "ufm-appliance"),
        ("dgx-a100", "qm8790", "ufm-appliance-hdr"),
    ],
)
def test_the_appliance_is_of_the_fabrics_generation(host: str, leaf: str, model: str, tmp_path: Path) -> None:
    spec = cluster(4, 16, leaf={"model": leaf}, manager="ufm")
    spec["hosts"]["gpu"]["model"] = host
    plan = plan_data(spec, tmp_path)
    assert {each.model for each in plan.hosts if each.role == "manager"} == {model}
    ports = [end for each in plan.subnets[0].links for end in (each.a, each.b) if end.device.startswith("ufm")]
    assert len(ports) == 4


def test_where_no_appliance_fits_servers_stand_in_for_it(tmp_path: Path) -> None:
    """Two of them on normal leaf ports, as a group of the spec's own would be; and it is said, with ways out that work."""
    spec = cluster(4, 16, leaf={"model": "q3400"}, manager="ufm")
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    plan = plan_data(spec, tmp_path)
    (said,) = (warning for warning in plan.warnings if warning.code == "ufm-on-servers")
    assert "two manager-1u-800g are planned" in said.message
    assert {each.model for each in plan.hosts if each.role == "manager"} == {"manager-1u-800g"}
    assert (plan.subnets[0].manager, {runner.device for runner in plan.subnets[0].runners}) == ("ufm", {"ufm1", "ufm2"})
    speeds = {link.speed_gbps for link in plan.links if link.fabric == "compute" and link.a.device.startswith("ufm")}
    assert speeds == {800}
    server = {**spec, "hosts": {**spec["hosts"], "sm": {"model": "manager-1u-800g", "count": 2}}}
    own = plan_data(server, tmp_path)
    assert {runner.device for runner in own.subnets[0].runners} == {"sm1", "sm2"}
    assert "ufm-on-servers" not in {warning.code for warning in own.warnings}
    spec["fabrics"]["compute"]["manager"] = "opensm"
    assert {runner.device for runner in plan_data(spec, tmp_path).subnets[0].runners} == {"gpu01", "gpu02"}


def test_where_nothing_fits_ufm_is_refused(tmp_path: Path) -> None:
    """No InfiniBand cable of the catalog runs at 100 Gb/s, neither for an appliance nor for a server."""
    found = problems(cluster(4, 16, manager="ufm", host_speed_gbps=100), tmp_path)
    assert "from a catalog file of your own" in found["ufm-unfit"]


def test_planes_are_managed_by_hosts_that_are_in_all_of_them(tmp_path: Path) -> None:
    spec = cluster(4, 16, planes=2, manager="ufm")
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    assert list(problems(spec, tmp_path)) == ["manager-planes"]
    spec["fabrics"]["compute"]["manager"] = "opensm"
    assert [len(subnet.runners) for subnet in plan_data(spec, tmp_path).subnets] == [2, 2]


def test_leaves_that_nothing_joins_are_no_subnet(tmp_path: Path) -> None:
    spec = cluster(40, 40, topology="rail-only")
    assert list(problems(spec, tmp_path)) == ["infiniband-islands"]
    spec["fabrics"]["compute"]["topology"] = "rail-optimized"
    assert len(plan_data(spec, tmp_path).subnets) == 1
