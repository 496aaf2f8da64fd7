"""What a host is in against its rendered files: a host that is right gives no row, and every planted fault gives its own and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.host_files import host_folders
from tests.playbooks.roles import filters

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Facts = dict[str, Any]
WANTED = filters("verify_wanted")
LINKS = filters("verify_links")["link_differences"]
SYSTEM = filters("verify_system")["system_differences"]
TRACKING = "C0000201,192.0.2.1,3,1790000000.1,{offset},0.000001,0.00001,-3.1,0.0,0.05,0.001,0.0002,64.2,{leap}\n"


def _facts(tree: Path, host: str) -> Facts:
    """Return what the role passes of a host's host_vars: facts without the prefix of variables."""
    text = (tree / "ansible" / "inventory" / "host_vars" / f"{host}.yml").read_text(encoding="utf-8")
    return {name.removeprefix("cluster_"): fact for name, fact in yaml.safe_load(text).items()}


@pytest.fixture(scope="module")
def inventory(rendered: Callable[[str], Path]) -> Callable[[str], Facts]:
    """Read a host's facts of roce-16."""
    return lambda name: _facts(rendered("roce-16"), name)


@pytest.fixture(scope="module")
def wanted(rendered: Callable[[str], Path], inventory: Callable[[str], Facts]) -> Facts:
    """What gpu01 of roce-16 should be in."""
    host = inventory("gpu01") | {"host_role": "compute"}
    peers = [("gpu02", inventory("gpu02")["ports"])]
    facts: Facts = WANTED["verify_wanted"](host, host_folders(rendered("roce-16"), "gpu01"), peers)
    return facts


@pytest.fixture
def state(wanted: Facts) -> Facts:
    """A host that is in all of it."""
    return {
        "interfaces": {
            each["name"]: {
                "up": True,
                "speed": str(each.get("speed_gbps", 100) * 1000),
                "mtu": each["mtu"],
                "addresses": list(each["addresses"]),
            }
            for each in wanted["interfaces"]
        },
        "rdma": {},
        "pings": ["ok"] * len(wanted["pings"]),
        "tracking": TRACKING.format(offset="0.000012", leap="Normal"),
        "units": {unit: {"LoadState": "loaded", "ActiveState": "active"} for unit in wanted["on"]}
        | {unit: {"LoadState": "not-found", "ActiveState": "inactive"} for unit in wanted["off"]},
        "sysctls": dict(wanted["sysctls"]),
        "roce": {
            port["interface"]: {
                "pfc": [int(bit) for bit in port["pfc"].split(",")],
                "dscp": {port["dscp"]: int(port["priority"]), port["cnp_dscp"]: int(port["cnp_priority"])},
                "traffic_class": int(port["traffic_class"]),
                "marking": ["1", "1"],
            }
            for port in wanted["roce"]
        },
        "mounts": dict.fromkeys(wanted["mounts"], "nfs4"),
        "firewall": dict.fromkeys(wanted["chains"], "") | {"input": "drop"},
        "missing": [],
    }


def judge(state: Facts, wanted: Facts, *, speeds: bool = True) -> list[Facts]:
    rows: list[Facts] = [*LINKS(state, wanted, "gpu01", speeds), *SYSTEM(state, wanted, "gpu01")]
    return rows


def test_the_files_of_a_host_are_read(wanted: Facts) -> None:
    names = [each["name"] for each in wanted["interfaces"]]
    assert names == [*(f"rail{n}" for n in range(8)), "storage0", "storage1", "frontend0", "frontend1", "bond0"]
    assert wanted["interfaces"][0] == {
        "name": "rail0", "speed_gbps": 400, "addresses": ["10.0.0.0/31"], "mtu": 9000, "gateway": "10.0.0.1"
    }  # fmt: skip
    assert "clustergen-roce@storage1.service" in wanted["on"]
    assert "nftables.service" in wanted["off"]
    assert wanted["sysctls"]["net.ipv4.tcp_rmem"] == "4096 87380 67108864"
    assert wanted["mounts"] == ["/home", "/scratch"]
    assert {"input", "from_compute", "from_inband"} <= set(wanted["chains"])
    assert wanted["clock"] is True
    pings = {each["what"]: each for each in wanted["pings"]}
    assert pings["rail3 to its gateway"] == {
        "what": "rail3 to its gateway",
        "target": "10.48.0.1",
        "source": "10.48.0.0",
        "bytes": 9000,
    }
    assert pings["rail3 to gpu02 (own leaf)"]["target"] == "10.48.0.2"
    assert pings["bond0 to its gateway"]["target"] == "10.160.0.1"
    assert len(pings) == 8 + 2 + 1 + 10


def test_a_host_that_is_in_all_of_it_gives_no_row(state: Facts, wanted: Facts) -> None:
    assert judge(state, wanted) == []


def _set(*path: Any, value: Any) -> Callable[[Facts], None]:
    def change(state: Facts) -> None:
        place: Any = state
        for each in path[:-1]:
            place = place[each]
        if value is None:
            del place[path[-1]]
        else:
            place[path[-1]] = value

    return change


ABSENT = {
    "LoadState": "not-found",
    "ActiveState": "inactive",
    "ConditionResult": "no",
    "ConditionTimestampMonotonic": "0",
}
IDLE = {**ABSENT, "LoadState": "loaded"}
FAULTS: dict[str, tuple[Callable[[Facts], None], str, str]] = {
    "no such interface": (_set("interfaces", "rail2", value=None), "rail2", "no interface of this name"),
    "a link is down": (_set("interfaces", "rail2", "up", value=False), "rail2 link", "down"),
    "a slow link": (_set("interfaces", "rail2", "speed", value="200000"), "rail2 speed", "200000 Mb/s"),
    "a small MTU": (_set("interfaces", "bond0", "mtu", value=1500), "bond0 MTU", "1500"),
    "another address": (_set("interfaces", "storage0", "addresses", value=["10.9.9.9/31"]), "storage0 address", "10.9.9.9/31"),
    "a gateway is silent": (_set("pings", 0, value="Destination Host Unreachable"), "rail0 to its gateway", "Destination Host Unreachable"),
    "small packets only": (_set("pings", 11, value="small"), "rail0 to gpu02 (own leaf)", "answers small packets only"),
    "no time": (_set("tracking", value=TRACKING.format(offset="0.0", leap="Not synchronised")), "clock", "not synchronised"),
    "a wrong time": (_set("tracking", value=TRACKING.format(offset="-3.5", leap="Normal")), "clock", "-3.500 s"),
    "nobody tells the time": (_set("tracking", value=""), "clock", "no answer"),
    "a unit has failed": (_set("units", "clustergen-roce@rail1.service", "ActiveState", value="failed"), "clustergen-roce@rail1.service", "failed"),
    "a package is missing": (_set("units", "chrony.service", value=ABSENT), "chrony.service", "not installed"),
    "it was never started": (_set("units", "clustergen-acs.service", value=IDLE), "clustergen-acs.service", "inactive"),
    "two firewalls": (_set("units", "ufw.service", "ActiveState", value="active"), "ufw.service", "active"),
    "systemd is silent": (_set("units", value=False), "units", "no answer"),
    "another sysctl": (_set("sysctls", "net.ipv4.ip_forward", value="0"), "net.ipv4.ip_forward", "0"),
    "PFC is off": (_set("roce", "rail3", "pfc", value=[0] * 8), "rail3 PFC", "0,0,0,0,0,0,0,0"),
    "DSCP is not mapped": (_set("roce", "rail3", "dscp", "26", value=None), "rail3 DSCP 26", "priority of none"),
    "another traffic class": (_set("roce", "rail3", "traffic_class", value=104), "rail3 traffic class", "104"),
    "marking is half on": (_set("roce", "rail3", "marking", value=["1", "0"]), "rail3 marking", "half"),
    "a mount is missing": (_set("mounts", "/home", value=None), "mount /home", "not mounted"),
    "no firewall": (_set("firewall", value=False), "firewall", "not loaded"),
    "an old firewall": (_set("firewall", "from_storage", value=None), "firewall", "missing"),
    "an open firewall": (_set("firewall", "input", value="accept"), "firewall input", "policy accept"),
    "no ping": (_set("missing", value=["ping"]), "program ping", "missing"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_gives_its_own_row(name: str, state: Facts, wanted: Facts) -> None:
    change, what, found = FAULTS[name]
    change(state)
    state = {key: value if value is not False else None for key, value in state.items()}
    if name in {"no such interface", "a link is down", "another address"}:
        # What such a port cannot answer is this difference and no other.
        state["pings"] = [
            "Network is unreachable" if each["what"].startswith(what.split()[0]) else "ok" for each in wanted["pings"]
        ]
    rows = judge(state, wanted)
    assert [(row["what"], row["found"]) for row in rows] == [(what, found)]
    assert all(row["fault"] and row["hint"] and row["planned"] for row in rows)


def test_many_sysctls_are_one_row(state: Facts, wanted: Facts) -> None:
    state["sysctls"] = dict.fromkeys(wanted["sysctls"], "")
    (row,) = judge(state, wanted)
    assert (row["what"], row["found"].split(":")[0]) == ("sysctl", f"{len(wanted['sysctls'])} differ")


def test_what_a_driver_does_not_show_is_told_once_a_port(state: Facts, wanted: Facts) -> None:
    state["roce"] = {}
    rows = judge(state, wanted)
    assert len(rows) == 10
    assert not any(row["fault"] for row in rows)


def test_virtual_links_have_no_speed_and_a_condition_keeps_a_unit_away(state: Facts, wanted: Facts) -> None:
    for each in state["interfaces"].values():
        each["speed"] = "10000"
    state["units"]["clustergen-acs.service"] = {**IDLE, "ConditionTimestampMonotonic": "8123456"}
    assert judge(state, wanted, speeds=False) == []
    assert len(judge(state, wanted)) == 12


def _ports(state: str = "4: ACTIVE", rate: str = "400 Gb/sec (4X NDR)", layer: str = "InfiniBand") -> list[Facts]:
    return [{"link_layer": layer, "state": state, "rate": rate}]


def test_infiniband_ports_are_judged_by_their_devices(state: Facts, wanted: Facts) -> None:
    """By name where a document has one; else by how many are active at their speed."""
    named = {**wanted, "infiniband": [{"name": f"rail{n}", "rdma": f"mlx5_{n}", "speed_gbps": 400} for n in range(5)]}
    state["rdma"] = {
        "mlx5_0": _ports(),
        "mlx5_1": _ports(state="2: INIT"),
        "mlx5_2": _ports(rate="200 Gb/sec (2X NDR)"),
        "mlx5_3": _ports(layer="Ethernet"),
    }
    rows = judge(state, named)
    assert [(row["what"], row["found"]) for row in rows] == [
        ("rail1 state", "2: INIT"),
        ("rail2 speed", "200 Gb/sec (2X NDR)"),
        ("rail3 link layer", "Ethernet"),
        ("rail4", "no device of this name"),
    ]
    loose = {**wanted, "infiniband": [{**port, "rdma": ""} for port in named["infiniband"]]}
    (row,) = judge(state, loose)
    assert (row["what"], row["planned"], row["found"]) == ("InfiniBand ports", "5 active at 400 Gb/s", "1 of 3")
    assert judge(state, {**loose, "infiniband": loose["infiniband"][:1]}) == []


def test_ports_without_an_interface_are_infiniband(rendered: Callable[[str], Path]) -> None:
    host = _facts(rendered("ib-256"), "gpu01")
    hardware = {"ports": [{"name": "rail3", "rdma": "mlx5_5"}]}
    facts = WANTED["verify_wanted"]({**host, "hardware": hardware}, "/nowhere", [])
    assert [each["name"] for each in facts["interfaces"]] == ["frontend0", "frontend1", "bond0"]
    assert facts["infiniband"][3] == {"name": "rail3", "rdma": "mlx5_5", "speed_gbps": 400}
    assert len(facts["infiniband"]) == 10
    ends = {p["name"]: {"device": p["switch"], "port": p["switch_port"], "description": ""} for p in host["ports"]}
    heard = {"gpu01": {name: end for name, end in ends.items() if name.startswith("frontend")}}
    assert filters("verify_cluster")["cabling_differences"]({"gpu01": host["ports"]}, heard) == []


GROUPS = {
    "all": ["gpu01", "gpu02", "gpu03", "gpu04", "gpu05", "storage1", "storage2"],
    "gpu": ["gpu01", "gpu02", "gpu03", "gpu04", "gpu05"],
    "role_compute": ["gpu01", "gpu02", "gpu03", "gpu04", "gpu05"],
    "su_1": ["gpu01", "gpu02"],
    "su_2": ["gpu03", "gpu04"],
    "su_10": ["gpu05"],
    "storage": ["storage1", "storage2"],
    "rack_a01": ["storage1"],
    "maintenance": ["gpu04"],
}


def test_peers_are_a_ring_within_and_between_units() -> None:
    ring = WANTED["ring_peers"]
    assert ring("gpu01", GROUPS) == ["gpu02", "gpu03"]
    assert ring("gpu02", GROUPS) == ["gpu01", "gpu03"]
    assert ring("gpu03", GROUPS) == ["gpu05"]
    assert ring("gpu05", GROUPS) == ["gpu01"]
    assert ring("storage1", GROUPS) == ["storage2"]
    assert ring("login1", GROUPS) == []


def test_what_hosts_depend_on_makes_no_ring() -> None:
    """Groups of a shutdown, and of a failure of the facility, join hosts of all kinds."""
    ring = WANTED["ring_peers"]
    more = GROUPS | {"power_off_2": ["login1", "storage1"], "without_feed_a": ["login1", "gpu01"]}
    assert ring("login1", more) == []
    assert ring("storage1", more) == ["storage2"]


def test_a_peer_of_another_unit_is_by_another_leaf(
    inventory: Callable[[str], Facts], rendered: Callable[[str], Path]
) -> None:
    host, far = inventory("gpu01"), inventory("gpu02")
    far["ports"] = [{**port, "switch": "compute-leaf9"} for port in far["ports"]]
    facts = WANTED["verify_wanted"](host, [str(rendered("roce-16") / "hosts" / "nobody")], [("gpu02", far["ports"])])
    assert "rail0 to gpu02 (by compute-leaf1 and compute-leaf9)" in {each["what"] for each in facts["pings"]}
    assert (facts["sysctls"], facts["on"], facts["roce"], facts["chains"], facts["clock"]) == ({}, [], [], [], False)
