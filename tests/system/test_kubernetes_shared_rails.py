"""Pods with addresses of a rendered pool in a VLAN of two hosts and their leaf, in real kernels: they meet each other, their gateway, and hosts.

A port on a bridge stands for macvlan, which forwards the same way. The hosts' addresses are netplan's.
"""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.render.backends import host_network, kubernetes
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.render.artifact import Artifact

pytestmark = pytest.mark.proof

LEAF = "leaf"
HOSTS = ("gpu01", "gpu02")


def _read(files: list[Artifact], path: str) -> Any:
    return next(yaml.safe_load(each.content) for each in files if each.path == path)


def _join(bottle: Bottle, near: str, port: str, far: str, end: str) -> None:
    """Join two rooms by a cable."""
    bottle.must("ip", "link", "add", port, "netns", near, "type", "veth", "peer", "name", end, "netns", far)
    bottle.must("ip", "link", "set", port, "up", netns=near)
    bottle.must("ip", "link", "set", end, "up", netns=far)


def _bridge(bottle: Bottle, room: str, *ports: str) -> None:
    bottle.must("ip", "link", "add", "joined", "type", "bridge", netns=room)
    bottle.must("ip", "link", "set", "joined", "up", netns=room)
    for port in ports:
        bottle.must("ip", "link", "set", port, "master", "joined", netns=room)


def test_pods_meet_on_a_vlan(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    spec = cluster(2, 32, host_links="vlan") | {"scheduler": {"kubernetes": {"rail_networks": "macvlan"}}}
    plan = plan_data(spec, tmp_path)
    templates = TEMPLATES
    files = [*kubernetes.render(plan, templates), *host_network.render(plan, templates)]
    pool = _read(files, "kubernetes/pools/rail0.yaml")["spec"]
    subnet, gateway, block = IPv4Network(pool["subnet"]), pool["gateway"], pool["perNodeBlockSize"]
    wide = subnet.supernet().prefixlen
    with Bottle() as bottle:
        for room in (LEAF, *HOSTS, *(f"pod-{host}" for host in HOSTS)):
            bottle.must("ip", "netns", "add", room)
        for number, host in enumerate(HOSTS):
            _join(bottle, host, "rail0", LEAF, f"swp{number}")
        _bridge(bottle, LEAF, "swp0", "swp1")
        bottle.must("ip", "addr", "add", f"{gateway}/{wide}", "dev", "joined", netns=LEAF)
        bottle.must("sysctl", "-qw", "net.ipv4.ip_forward=1", netns=LEAF)
        pods, hosts = {}, {}
        for number, host in enumerate(HOSTS):
            pod = f"pod-{host}"
            _join(bottle, host, "child", pod, "net1")
            _bridge(bottle, host, "rail0", "child")
            port = _read(files, f"hosts/{host}/etc/netplan/60-clustergen.yaml")["network"]["ethernets"]["rail0"]
            hosts[host] = port["addresses"][0]
            bottle.must("ip", "addr", "add", hosts[host], "dev", "joined", netns=host)
            pods[pod] = str(subnet.network_address + 1 + number * block)
            bottle.must("ip", "addr", "add", f"{pods[pod]}/{subnet.prefixlen}", "dev", "net1", netns=pod)
            for route in pool["routes"]:
                bottle.must("ip", "route", "add", route["dst"], "via", gateway, netns=pod)
        for pod in pods:
            others = [address for name, address in pods.items() if name != pod]
            for far in (gateway, *others, *(address.partition("/")[0] for address in hosts.values())):
                bottle.must("ping", "-qc1", "-W2", far, netns=pod)
        bottle.must("ip", "addr", "flush", "dev", "joined", netns=LEAF)
        assert bottle.run("ping", "-qc1", "-W1", hosts[HOSTS[0]].partition("/")[0], netns="pod-gpu02").returncode
    proven("rails that pods share", "2 hosts, 2 pods and a leaf: everybody answers everybody, hosts by way of the leaf")
