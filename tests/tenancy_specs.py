"""Clusters whose tenants have routing instances on storage, on each switch system."""

from typing import Any

from tests.edge_specs import pair
from tests.eos_specs import eos_cluster
from tests.specs import Spec, cluster

TENANTS = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-06]"]}}
CAGES = {"sonic": 50, "cumulus": 50, "eos": 50}
SPEEDS = {"sonic": 100, "cumulus": 100, "eos": 400}
"""The rest, gpu04 and gpu07 and on, are nobody's."""


def served(os: str = "sonic", *, ipv6: bool = False, version: str | None = None, **storage: Any) -> Spec:
    """Return a cluster of eight GPU hosts with two tenants; `storage` adds keys to that fabric."""
    spec = eos_cluster() if os == "eos" else cluster(8)
    for fabric in spec["fabrics"].values() if os == "cumulus" else ():
        for tier in {"leaf", "spine"} & set(fabric):
            fabric[tier] = {**fabric[tier], "os": os, **({"version": version} if version else {})}
    spec["tenants"] = TENANTS
    spec["fabrics"]["storage"] |= {"tenancy": "instances", **storage}
    if ipv6:
        spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    return spec


def owned(os: str = "sonic", **way: Any) -> Spec:
    """Return the same with a segment of blue on the frontend, and a way of blue to the site; storage keeps tenants apart by filters."""
    spec = served(os, tenancy="filters")
    spec["segments"] = {"data": {"vlan": 310, "prefix": "10.170.0.0/20", "roles": ["compute"], "tenant": "blue"}}
    spec["access"] = {
        "weather": {"source": ["data/compute"], "to": ["site"], "services": ["https"], "why": "data of the site"}
    }
    frontend = spec["fabrics"]["frontend"]
    frontend["reserve_ports"] = 2
    frontend["edge"] = {
        "fw-blue": {"leaf": "frontend-leaf1", "cage": CAGES[os], "speed_gbps": SPEEDS[os], "tenant": "blue", "asn": 65010, "address": "192.0.2.1/31", "peer": "192.0.2.0",
                    "accept": ["198.51.100.0/24"], "announce": ["data"], **way},
    }  # fmt: skip
    return spec


def joined(os: str) -> Spec:
    """Return the smallest pair with two tenants, a host and a segment each: red's segment may ask blue's, and login hosts blue's, but for Cumulus Linux."""
    spec = pair(os, "7060x6-64pe" if os == "eos" else "sn5600")
    del spec["addressing"], spec["fabrics"]["compute"]["edge"]
    for group, most in (("gpu", 2), ("storage", 1), ("login", 1)):
        spec["hosts"][group] |= {"count": most, "max": most}
    spec["tenants"] = {"blue": {"hosts": ["gpu1"]}, "red": {"hosts": ["gpu2"]}}
    spec["segments"] = {
        "data": {"vlan": 310, "prefix": "10.170.0.0/20", "roles": ["compute"], "tenant": "blue"},
        "lake": {"vlan": 320, "prefix": "10.180.0.0/20", "roles": ["compute"], "tenant": "red"},
    }
    spec["access"] = {"pull": _rule("lake/compute") | {"across_tenants": True}}
    if os != "cumulus":
        spec["access"]["notebooks"] = _rule("inband/login")
    return spec


def _rule(source: str) -> dict[str, Any]:
    return {"source": [source], "to": ["data/compute"], "services": ["tcp/8888"], "why": "a service"}


def everywhere() -> Spec:
    """Return a small cluster with all of it at once: tenants in instances on compute, storage and frontend, ways to the site by BGP in two instances of one port and by static routes, weighted paths. Red's segment may ask one of blue's, and not the other."""
    spec = cluster(4, 4, su_hosts=2, spines=4, weighted=True)
    spec["hosts"]["storage"]["max"] = 2
    spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    spec["tenants"] = {"blue": {"hosts": ["gpu1", "gpu3"]}, "red": {"hosts": ["gpu2"]}}
    spec["fabrics"]["storage"] |= {"tenancy": "instances", "underlay": "numbered"}
    spec["segments"] = {
        "data": {"vlan": 310, "prefix": "10.170.0.0/20", "roles": ["compute"], "tenant": "blue"},
        "lake": {"vlan": 320, "prefix": "10.180.0.0/20", "roles": ["compute"], "tenant": "red"},
        "vault": {"vlan": 330, "prefix": "10.190.0.0/20", "roles": ["compute"], "tenant": "blue"},
    }
    spec["access"] = {"pull": _rule("lake/compute") | {"across_tenants": True}}
    frontend, way = spec["fabrics"]["frontend"], {"leaf": "frontend-leaf1", "cage": 50, "speed_gbps": 100, "asn": 65010}
    frontend["reserve_ports"] = 2
    frontend["edge"] = {
        "fw": {**way, "vlan": 101, "default": "accept", "accept": ["198.51.100.0/24"], "announce": ["inband"], "address": "192.0.2.1/31", "peer": "192.0.2.0"},
        "fw-blue": {**way, "vlan": 102, "tenant": "blue", "accept": ["198.51.101.0/24"], "announce": ["data"], "address": "192.0.2.5/31", "peer": "192.0.2.4"},
        "router": {"leaf": "frontend-leaf2", "cage": 50, "speed_gbps": 100, "accept": ["203.0.113.0/24"], "address": "192.0.2.9/31", "peer": "192.0.2.8"},
    }  # fmt: skip
    return spec
