"""A host's rails move into a pod by the real plugin (host-device), with the addresses and routes of the rendered pools, and back.

What the Network Operator makes of a network is written out here: its template is {type: host-device, ipam: ours}. In place of nv-ipam, which
needs an API server, the plugin `static` hands out what the pool has for the host.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from ipaddress import IPv4Interface
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.twin.bottle import Bottle
from tests.conftest import missing
from tests.judges.kubernetes import read_objects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

HOST, POD = "machine", "pod"
_PLACES = os.pathsep.join((os.environ.get("CNI_PATH", ""), "/usr/lib/cni", "/opt/cni/bin"))


def _plugin() -> str:
    found = shutil.which("host-device", path=_PLACES)
    if found is None:
        missing("host-device of the CNI plugins", "apt-get install containernetworking-plugins, or set CNI_PATH")
    assert found is not None
    return found


def _configurations(tree: Path, host: str) -> dict[str, dict[str, Any]]:
    """Return each rail's network as the plugin is told of it on a host."""
    found = {}
    for network in read_objects((tree / "kubernetes/network-operator/networks.yaml").read_text()):
        ipam = json.loads(network["spec"]["ipam"])
        pool = yaml.safe_load((tree / f"kubernetes/pools/{ipam['poolName']}.yaml").read_text())["spec"]
        (mine,) = (each for each in pool["staticAllocations"] if each["nodeName"] == host)
        found[network["spec"]["resourceName"]] = {
            "cniVersion": "0.3.1",
            "name": network["metadata"]["name"],
            "type": "host-device",
            "device": network["spec"]["resourceName"],
            "ipam": {
                "type": "static",
                "addresses": [{"address": mine["prefix"], "gateway": mine["gateway"]}],
                "routes": [{"dst": route["dst"], "gw": mine["gateway"]} for route in pool["routes"]],
            },
        }
    return found


def _call(bottle: Bottle, plugin: str, command: str, number: int, configuration: dict[str, Any]) -> None:
    environment = {
        "CNI_COMMAND": command,
        "CNI_CONTAINERID": "job",
        "CNI_NETNS": f"/run/netns/{POD}",
        "CNI_IFNAME": f"net{number}",
        "CNI_PATH": os.path.dirname(plugin),  # noqa: PTH120  (a plain string for the plugin)
    }
    words = [f"{key}={value}" for key, value in environment.items()]
    bottle.must("env", *words, plugin, netns=HOST, stdin=json.dumps(configuration))


def _addresses(bottle: Bottle, netns: str) -> dict[str, str]:
    shown = json.loads(bottle.must("ip", "-j", "-4", "addr", netns=netns))
    return {
        each["ifname"]: f"{address['local']}/{address['prefixlen']}"
        for each in shown
        for address in each["addr_info"]
        if each["ifname"] != "lo"
    }


def _ways(tree: Path, host: str) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Give, by rail, the host's address, its leaf's, and another host's, from the address plan and the cabling map."""
    with (tree / "ip/addresses.csv").open() as file:
        address = {(row["device"], row["interface"]): row["address"] for row in csv.DictReader(file)}
    mine, leaf, other = {}, {}, {}
    with (tree / "cabling/cables.csv").open() as file:
        for row in csv.DictReader(file):
            if row["fabric"] == "compute" and row["kind"] == "host_leaf":
                rail = row["a_interface"]
                if row["a_device"] == host:
                    mine[rail] = address[host, rail]
                    leaf[rail] = address[row["b_device"], row["b_interface"]]
                else:
                    other[rail] = address[row["a_device"], rail]
    return mine, leaf, other


def test_rails_move_into_a_pod_with_their_planned_addresses(
    rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    plugin = _plugin()
    tree = rendered("roce-16")
    configurations = _configurations(tree, "gpu01")
    mine, leaf, other = _ways(tree, "gpu01")
    assert set(configurations) == set(mine)
    names = {rail: f"net{number}" for number, rail in enumerate(configurations, 1)}
    with Bottle() as bottle:
        for netns in (HOST, POD):
            bottle.must("ip", "netns", "add", netns)
        for rail, address in mine.items():
            far = f"leaf-{rail}"
            bottle.must("ip", "link", "add", rail, "type", "veth", "peer", "name", far, netns=HOST)
            bottle.must("ip", "addr", "add", f"{address}/31", "dev", rail, netns=HOST)
            for name in (rail, far):
                bottle.must("ip", "link", "set", name, "up", netns=HOST)
        for rail, configuration in configurations.items():
            _call(bottle, plugin, "ADD", int(names[rail].removeprefix("net")), configuration)
        assert _addresses(bottle, HOST) == {}, "the host does without its rails meanwhile"
        assert _addresses(bottle, POD) == {names[rail]: f"{address}/31" for rail, address in mine.items()}
        for rail, name in names.items():
            near = json.loads(bottle.must("ip", "-j", "route", "get", other[rail], netns=POD))[0]
            assert (near["gateway"], near["dev"], near["prefsrc"]) == (leaf[rail], name, mine[rail])
            # RDMA asks by the port whose address it sends from (rdma_addr_find_l2_eth_by_grh), whatever other rails' routes say
            for far in other.values():
                way = json.loads(bottle.must("ip", "-j", "route", "get", far, "oif", name, netns=POD))[0]
                assert (way["gateway"], way["dev"]) == (leaf[rail], name)
        for rail, configuration in configurations.items():
            _call(bottle, plugin, "DEL", int(names[rail].removeprefix("net")), configuration)
        links = json.loads(bottle.must("ip", "-j", "link", netns=HOST))
        assert set(mine) <= {each["ifname"] for each in links}, "they come back under their names"
        assert _addresses(bottle, POD) == {}
    assert all(
        IPv4Interface(f"{address}/31").network.network_address == IPv4Interface(address).ip for address in mine.values()
    )
    proven(
        "CNI host-device", f"roce-16: {len(mine)} rails of a host into a pod and back, addresses and ways as planned"
    )
