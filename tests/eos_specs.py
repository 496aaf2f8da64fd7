"""Clusters whose switches run Arista EOS, as data: what the tests of EOS and its place in the bench share."""

from typing import Any

from tests.specs import Spec, with_site_services

COMPUTE = "7060x6-64pe"
OTHER = "7060dx5-64s"
SERVICES = {
    "dns": ["198.51.100.53"],
    "ntp": ["198.51.100.123", "time.example.net"],
    "syslog": ["198.51.100.14"],
    "tacacs": ["198.51.100.49", "198.51.100.50"],
    "snmp": {"collectors": ["198.51.100.162"]},
    "telemetry": "gnmi",
}
TENANTS = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-08]", "gpu10"]}}


def eos_cluster(gpu: int = 8, most: int = 32, os: str = "eos", **compute: Any) -> Spec:
    """Return a cluster on Arista switches: rails with spines, a storage pair, a frontend pair; `compute` adds keys to that fabric."""
    return {
        "clustergen": 1,
        "name": "atlas",
        "domain": "atlas.example.net",
        "hosts": {
            "gpu": {"model": "dgx-h100", "count": gpu, "max": most, "per_rack": 4},
            "storage": {"model": "storage-2u-400g", "role": "storage", "count": 2, "max": 8},
            "control": {"model": "server-1u-400g", "role": "control", "count": 3},
            "login": {"model": "server-1u-400g", "role": "login", "count": 2, "max": 2},
        },
        "fabrics": {
            "compute": {"technology": "roce", "leaf": {"model": COMPUTE, "os": os}, **compute},
            "storage": {"technology": "roce", "leaf": {"model": OTHER, "os": os}},
            "frontend": {"technology": "ethernet", "leaf": {"model": OTHER, "os": os}},
            "oob": {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}},
        },
    }


def with_everything(**compute: Any) -> Spec:
    """Return the same with site services, tenants, a segment and a rule of its own."""
    return with_site_services(eos_cluster(**compute), SERVICES) | {
        "tenants": TENANTS,
        "segments": {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}},
        "access": {"web": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8080"]}},
    }


def without_services(**compute: Any) -> Spec:
    """Return the same without the site's services and the uplink to them: it is on a leaf that a smaller cluster does not have."""
    return with_everything(**compute) | {"services": {}, "addressing": {}}
