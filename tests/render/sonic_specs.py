"""Specs whose SONiC files differ in form: every combination of classes, underlay, address families, tenants and management."""

from itertools import product
from typing import Any

from tests.render.pod_specs import routed_pods
from tests.specs import Spec, cluster, with_site_services
from tests.tenancy_specs import served

TENANTS = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-08]", "gpu10"]}}
SERVICES = {
    "dns": ["192.0.2.4"],
    "ntp": ["192.0.2.3"],
    "syslog": ["192.0.2.5"],
    "tacacs": ["192.0.2.1", "192.0.2.2"],
    "snmp": {"user": "reader"},
    "telemetry": "gnmic",
}


def sonic_spec(
    *,
    lossless: bool = True,
    marking: bool = True,
    numbered: bool = False,
    ipv6: bool = False,
    tenants: bool = False,
    services: bool = False,
    leaf: str = "sn5600",
    vlans: bool = False,
    version: str | None = None,
    relays: str | None = None,
    spine: str = "sn5600",
    uplink: int | None = None,
) -> Spec:
    """Return a spec of one form. Storage is always lossless and marked, so that one switch system has both forms."""
    spec = cluster(gpu=8, login=2)
    release: dict[str, Any] = {"version": version} if version else {}
    compute = spec["fabrics"]["compute"]
    compute |= {
        "roce": {"lossless": lossless, "marking": marking},
        "underlay": "numbered" if numbered else "unnumbered",
        "leaf": {"model": leaf, "os": "sonic", **release},
        "spine": {"model": spine, "os": "sonic", **release},
    }
    if uplink:
        compute["uplink_speed_gbps"] = uplink
    if relays:
        spec["fabrics"]["oob"]["leaf"] = {"model": "sn2201", "os": "sonic", "version": relays}
    if ipv6:
        spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    if vlans:
        for name in ("compute", "storage"):
            spec["fabrics"][name]["host_links"] = "vlan"
        spec["scheduler"] = {"slurm": {}}
    if tenants:
        spec["tenants"] = TENANTS
        spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}}
        spec["access"] = {
            "web": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8080", "udp/5000-5010"]}
        }
    return with_site_services(spec, SERVICES) if services else spec


SPECS: dict[str, Spec] = {
    **{
        "-".join(
            word
            for word, on in (
                ("lossless" if lossless else "lossy", True),
                ("marked" if marking else "unmarked", True),
                ("numbered", numbered),
                ("ipv6", ipv6),
                ("tenants", tenants),
            )
            if on
        ): sonic_spec(lossless=lossless, marking=marking, numbered=numbered, ipv6=ipv6, tenants=tenants, services=ipv6)
        for lossless, marking, numbered, ipv6, tenants in product((True, False), repeat=5)
        if tenants or not (numbered or ipv6)
    },
    "th5-table": sonic_spec(leaf="z9864f"),
    "th5-sku": sonic_spec(leaf="7060x6-64pe"),
    "th5-computed": sonic_spec(spine="7060x6-64pe", uplink=800),
    "th5-no-sku": sonic_spec(leaf="7060x6-64pe", uplink=800),
    "no-buffers": sonic_spec(leaf="7060dx5-64s"),
    "vlans": sonic_spec(vlans=True),
    "vlans-numbered-ipv6": sonic_spec(vlans=True, numbered=True, ipv6=True),
    "served-ipv6": served(ipv6=True),
    "served-numbered": served(underlay="numbered"),
    "relays-oldest": sonic_spec(relays="202311"),
    "oldest": sonic_spec(version="202311", services=True, ipv6=True),
    "routed-pods": routed_pods(sonic_spec(tenants=True)),
    "routed-pods-numbered-ipv6": routed_pods(sonic_spec(ipv6=True), underlay="numbered"),
}
"""Every combination with tenants, those of the classes without; one on each of the other buffer models, one on the oldest release; and leaves that route to pods."""
