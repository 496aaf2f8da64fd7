"""Clusters of Cumulus switches for the tests: every form of fabric, every release, every way to say RoCE."""

from typing import Any

from tests.render.pod_specs import routed_pods
from tests.specs import Spec, cluster, with_site_services

RELEASES = ("5.13", "5.14", "5.15", "5.16")
SERVICES = {
    "dns": ["10.192.0.53"],
    "ntp": ["10.192.0.123", "time.example.net"],
    "syslog": ["10.192.0.14"],
    "tacacs": ["10.192.0.49", "10.192.0.50"],
    "snmp": {"user": "watcher"},
    "telemetry": "gnmi",
}
_SPLIT = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-08]", "gpu10"]}}
_SEGMENT = {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}


def on_cumulus(spec: Spec, version: str = "5.16") -> Spec:
    """Return every Ethernet switch of a spec this system."""
    for fabric in spec["fabrics"].values():
        for tier in ("leaf", "spine", "core"):
            if tier in fabric:
                fabric[tier] = {**fabric[tier], "os": "cumulus", "version": version}
    return spec


def _pair(**compute: Any) -> Spec:
    leaf = {"model": "sn5600"}
    return {
        "clustergen": 1,
        "name": "ember",
        "domain": "ember.example.net",
        "hosts": {
            "gpu": {"model": "dgx-h100", "count": 4},
            "storage": {"model": "storage-2u-400g", "count": 2},
            "control": {"model": "server-1u-400g", "role": "control", "count": 3},
        },
        "fabrics": {
            "compute": {"technology": "roce", "carries": ["storage", "frontend"], "leaf": leaf, **compute},
            "oob": {"technology": "ethernet", "leaf": {"model": "sn2201"}},
        },
    }


def _with(top: dict[str, Any], **fabric: Any) -> Spec:
    return {**cluster(8, **fabric), **top}


def _ready(spec: Spec) -> Spec:
    """Choose adapters for the rails that support their half of adaptive routing."""
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    return spec


FORMS: dict[str, Spec] = {
    "leaves and spines": cluster(8),
    "numbered": cluster(8, underlay="numbered"),
    "tenants": _with({"tenants": _SPLIT, "segments": {"backup": _SEGMENT}}),
    "numbered tenants": _with({"tenants": _SPLIT}, underlay="numbered"),
    "ipv6": _with({"addressing": {"ipv6": "fd42::/32"}}),
    "numbered ipv6": _with({"addressing": {"ipv6": "fd42::/32"}}, underlay="numbered"),
    "converged pair": _pair(),
    "vlans of rails": _with({"addressing": {"ipv6": "fd42::/32"}, "scheduler": {"slurm": {}}}, host_links="vlan"),
    "converged pair, vlans": _pair(host_links="vlan"),
    "services": with_site_services(_with({}), SERVICES),
    "by load": _ready(cluster(8, planes=1)),
    "hashing": _ready(cluster(8, planes=1, load_balancing="hash")),
    "weighted": _with({"addressing": {"ipv6": "fd42::/32"}}, weighted=True),
    "spectrum-x": _ready(cluster(8, planes=1, profile="spectrum-x", weighted=True)),
    "routed pods": routed_pods(cluster(8)),
    "routed pods, numbered ipv6": routed_pods(_with({"addressing": {"ipv6": "fd42::/32"}}), underlay="numbered"),
    "routed pods, converged pair": routed_pods(_pair()),
    "lossy": cluster(8, roce={"lossless": False}),
    "unmarked": cluster(8, roce={"marking": False}),
    "neither": cluster(8, roce={"lossless": False, "marking": False}),
    "other classes": cluster(8, roce={"dscp": 34, "priority": 4, "cnp_dscp": 46, "cnp_priority": 5}),
    "other classes, lossy": cluster(8, roce={"dscp": 34, "priority": 4, "lossless": False}),
    "own thresholds": cluster(8, roce={"ecn": {"kmin_bytes": 200_000, "kmax_bytes": 900_000, "pmax_percent": 20}}),
}
