"""Clusters that meet the site, as data: two border leaves, two firewalls, both IP versions."""

from typing import Any

from tests.specs import Spec, cluster

WAY: dict[str, Any] = {
    "cage": 50,
    "speed_gbps": 100,
    "asn": 65010,
    "default": "accept",
    "accept": ["198.51.100.0/22 le 24", "2001:db8:100::/48"],
    "announce": ["inband", "loopbacks"],
}


def edge_cluster(os: str = "sonic", **changed: Any) -> Spec:
    """Return a cluster whose two frontend leaves each speak BGP with a firewall of the site; `changed` are keys of the first way."""
    spec = cluster(4, 8)
    for name, fabric in spec["fabrics"].items():
        for tier in ("leaf", "spine"):
            if tier in fabric and (name != "oob" or os != "eos"):
                fabric[tier] = {**fabric[tier], "os": os}
    spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    spec["fabrics"]["frontend"]["edge"] = {
        "fw1": {**WAY, "leaf": "frontend-leaf1", "password": "site", "address": "192.0.2.1/31", "peer": "192.0.2.0", "ipv6": "2001:db8:f::1/127", "peer_ipv6": "2001:db8:f::", **changed},
        "fw2": {**WAY, "leaf": "frontend-leaf2", "asn": 65020, "address": "192.0.2.3/31", "peer": "192.0.2.2", "ipv6": "2001:db8:f::3/127", "peer_ipv6": "2001:db8:f::2"},
    }  # fmt: skip
    return spec


def pair(os: str = "sonic", model: str = "sn5600") -> Spec:
    """Return a converged pair with a tenant, whose instance and the common one are handed over on one port, each by its tag; another way is static."""
    spec = edge_cluster(os)
    for group, host in (("storage", "storage-2u-400g"), ("control", "server-1u-400g"), ("login", "server-1u-400g")):
        spec["hosts"][group]["model"] = host
    leaf = {"model": model, "os": os}
    spec["fabrics"] = {
        "compute": {"technology": "roce", "leaf": leaf, "carries": ["storage", "frontend"]},
        "oob": spec["fabrics"]["oob"],
    }
    spec["tenants"] = {"blue": {"hosts": ["gpu1", "gpu2"]}}
    spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    way = {**WAY, "leaf": "compute-leaf1", "cage": 48, "speed_gbps": 400}
    spec["fabrics"]["compute"]["edge"] = {
        "fw": {**way, "vlan": 101, "address": "192.0.2.1/31", "peer": "192.0.2.0", "ipv6": "2001:db8:f::1/127", "peer_ipv6": "2001:db8:f::"},
        "fw-blue": {**way, "vlan": 102, "tenant": "blue", "announce": ["rails"], "default": "none", "address": "192.0.2.5/31", "peer": "192.0.2.4", "ipv6": "2001:db8:f::5/127", "peer_ipv6": "2001:db8:f::4"},
        "router": {"leaf": "compute-leaf2", "cage": 48, "speed_gbps": 400, "accept": ["203.0.113.0/24"], "address": "192.0.2.9/31", "peer": "192.0.2.8"},
    }  # fmt: skip
    return spec
