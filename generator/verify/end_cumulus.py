"""Ports of a Cumulus switch, from its startup.yaml: `qos roce` with what differs from it, and bonds for their members."""

from collections.abc import Mapping
from typing import Any

import yaml

from generator.verify.end_port import Port

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ROCE_CLASSES = {3: 3, 6: 6}
"""The traffic classes of switch priorities under `qos roce` of Cumulus Linux; a priority is a DSCP's first three bits (Cumulus Linux 5.15, QoS)."""
_ON = ("enable", "enabled", "on", True)


def read_cumulus(text: str) -> dict[str, Port]:
    """Return every front port. A class is a switch priority that has a traffic class of its own; all others are class 0."""
    found: dict[str, Any] = {}
    for each in yaml.load(text, Loader=_LOADER):  # noqa: S506  (the safe loader, in C)
        found |= each.get("set", {})
    qos = found.get("qos", {})
    roce = qos.get("roce") or {}
    on = roce.get("state", roce.get("enable")) in _ON
    queues = _common(qos, "egress-queue-mapping", "switch-priority")
    queue = {n: int(queues.get(str(n), {}).get("traffic-class", _ROCE_CLASSES.get(n, 0))) for n in range(8)}
    mapped = _common(qos, "mapping", "dscp")
    priority = {n: int(mapped.get(str(n), {}).get("switch-priority", n >> 3)) for n in range(64)}
    classes = {dscp: n if queue[n] else 0 for dscp, n in priority.items()}
    pfc = _common(qos, "pfc", "switch-priority")
    paused = {int(n) for n in pfc} or ({3} if roce.get("mode", "lossless") == "lossless" else set())
    bonds = {
        member: row for row in found.get("interface", {}).values() for member in row.get("bond", {}).get("member", {})
    }
    ports = {}
    for name, row in found.get("interface", {}).items():
        if name.startswith("swp"):
            lag, segment = _group(bonds.get(name, {}))
            profile = row.get("qos", {}).get("congestion-control", {}).get("profile", _GLOBAL)
            rows = _common(qos, "congestion-control", "traffic-class", profile)
            marked = {int(n) for n, each in rows.items() if each.get("ecn") in _ON}
            ports[name] = Port(
                mtu_bytes=int(bonds.get(name, row).get("link", {}).get("mtu", 0)),
                classes=classes if on else {},
                paused=frozenset(paused if on else ()),
                marked=frozenset(n for n, each in queue.items() if on and each in marked),
                cable_m=int(roce.get("cable-length", 0)) if on else 0,
                lag=lag,
                segment=segment,
            )
    return ports


def _group(bond: Mapping[str, Any]) -> tuple[str, str]:
    """Return a bond's kind, and the Ethernet segment that it is, where that is turned on."""
    if not bond:
        return "", ""
    segment = bond.get("evpn", {}).get("multihoming", {}).get("segment", {})
    on = segment.get("state", segment.get("enable")) in _ON
    name = f"{segment.get('mac-address')} {segment.get('local-id')}" if on else ""
    return "static" if bond["bond"].get("mode") == "static" else "lacp", name


_GLOBAL = "default-global"


def _common(qos: Mapping[str, Any], subject: str, key: str, profile: str = _GLOBAL) -> dict[str, Any]:
    rows: dict[str, Any] = qos.get(subject, {}).get(profile, {}).get(key, {})
    return {str(name): row for name, row in rows.items()}
