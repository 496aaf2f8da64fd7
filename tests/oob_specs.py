"""Clusters whose out-of-band network has a way to the site, as data: static or BGP, one leaf or several."""

from typing import Any

from tests.specs import Spec, cluster

SERVICES: dict[str, Any] = {
    "dns": ["198.51.100.53"],
    "ntp": ["198.51.100.123"],
    "syslog": ["198.51.100.54"],
    "tacacs": ["198.51.100.49"],
    "snmp": {},
    "telemetry": "gnmi",
}
MODELS = {"sonic": "sn2201", "cumulus": "sn2201"}


def oob_cluster(os: str = "sonic", **changed: Any) -> Spec:
    """Return a cluster of two management leaves with one way out; `changed` are keys of the way."""
    spec = cluster(4, 24)
    spec["fabrics"]["oob"] = {"technology": "ethernet", "leaf": {"model": MODELS[os], "os": os}}
    spec["services"] = SERVICES
    way = {"leaf": "oob-leaf1", "cage": 50, "speed_gbps": 1, "address": "192.0.2.1/31", "peer": "192.0.2.0"}
    spec["addressing"] = {"oob_way_out": {"gw": way | changed}}
    return spec
