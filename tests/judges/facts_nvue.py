"""What a Cumulus switch will do, read from its startup.yaml in the form of either side of the 5.15 renames."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.judges.nvue import settings
from tests.judges.switch_facts import DEFAULT, LagFact, SwitchFacts

_FRONT = re.compile(r"swp(\d+)(?:s(\d))?")
_VIRTUAL = "vrr"
_ON = {"on", "enabled"}
_CLASSES = range(8)
_DSCPS = range(64)
_RESERVED = {3: 3, 6: 6}
"""What `qos roce` does by itself: switch priority 3 is RoCE's class, 6 that of notifications, all others class 0."""
_ROCE_CLASS = 3
_OWN_MARKING = (150_000, 1_500_000, 100)
"""Where it marks by itself (Cumulus Linux 5.16, RoCE)."""


def facts_of(startup: str) -> SwitchFacts:
    """Read one switch."""
    tree = settings(startup)
    interfaces: dict[str, Any] = tree["interface"]
    bgp = _get(tree, "vrf", DEFAULT, "router", "bgp")
    qos = tree.get("qos", {})
    runs_roce = bool(_ON & set(_get(qos, "roce").values()))
    used = {_canonical(name): port for name, port in interfaces.items() if _in_use(name, port)}
    return SwitchFacts(
        hostname=tree["system"]["hostname"],
        asn=int(bgp.get("autonomous-system", 0)),
        router_id=bgp.get("router-id", ""),
        addresses=frozenset(_addresses(interfaces)),
        sessions=frozenset(_sessions(tree)),
        announced=frozenset(_announced(tree)),
        vlans=frozenset(_vlans(tree)),
        l3vnis=frozenset(
            (name, int(vni)) for name, vrf in tree.get("vrf", {}).items() for vni in _get(vrf, "evpn", "vni")
        ),
        mtu={name: int(port["link"]["mtu"]) for name, port in used.items()},
        dscp_to_class=_classes(qos) if runs_roce else {},
        lossless=frozenset(_lossless(qos)) if runs_roce else frozenset(),
        marking={name: _marking(qos, port) for name, port in used.items()} if runs_roce else {},
        lags=frozenset(_lags(interfaces)),
        access=frozenset(_access(used)),
    )


def _lags(interfaces: Mapping[str, Any]) -> Iterator[LagFact]:
    """Yield bonds that speak LACP. A segment that is not turned on is none."""
    for name, bond in interfaces.items():
        if bond["type"] != "bond" or bond["bond"]["mode"] != "lacp":
            continue
        number = int(name.removeprefix("bond"))
        segment = _get(bond, "evpn", "multihoming", "segment")
        mac, preference = "", 0
        if segment and _ON & {segment.get("state", segment.get("enable"))}:
            mac, preference = segment["mac-address"], int(segment["df-preference"])
            number = int(segment["local-id"])
        (bridge,) = bond["bridge"]["domain"].values()
        untagged = int(bridge.get("access", bridge.get("untagged", 0)))
        every = {int(vlan) for text in bridge.get("vlan", {}) for vlan in text.split(",")}
        yield (
            frozenset(map(_canonical, bond["bond"]["member"])),
            number,
            mac,
            preference,
            untagged,
            frozenset(every - {untagged}),
        )


def _access(used: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for name, port in used.items():
        for bridge in _get(port, "bridge", "domain").values():
            if "access" in bridge:
                yield name, int(bridge["access"])


def _get(tree: Mapping[str, Any], *path: str) -> dict[str, Any]:
    found: Any = tree
    for key in path:
        found = found.get(key, {})
    assert isinstance(found, dict)
    return found


def _canonical(name: str) -> str:
    front = _FRONT.fullmatch(name)
    return f"{front[1]}/{int(front[2] or 0) + 1}" if front else name


def _in_use(name: str, port: Mapping[str, Any]) -> bool:
    return bool(_FRONT.fullmatch(name)) and "up" in _get(port, "link", "state")


def _addresses(interfaces: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield addresses; of a VLAN with a shared gateway only the shared one, which is what hosts know."""
    for name, interface in interfaces.items():
        families = [interface[key] for key in ("ip", "ipv4", "ipv6") if key in interface]
        vrf = interface.get("vrf") or _get(interface, "ip").get("vrf", DEFAULT)
        for family in families:
            place = family.get(_VIRTUAL, family)
            for prefix in place.get("address", {}):
                yield _canonical(name), prefix, vrf


def _sessions(tree: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, vrf in tree.get("vrf", {}).items():
        for peer, settings_of in _get(vrf, "router", "bgp", "neighbor").items():
            yield _canonical(peer), settings_of["peer-group"], name


def _announced(tree: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, vrf in tree.get("vrf", {}).items():
        for family in _get(vrf, "router", "bgp", "address-family").values():
            for prefix in family.get("network", {}):
                yield name, prefix


def _vlans(tree: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    for bridge in _get(tree, "bridge", "domain").values():
        for vlan, given in bridge["vlan"].items():
            for number in vlan.split(","):
                yield int(number), int(next(iter(given.get("vni", {"0": {}}))))


def _classes(qos: Mapping[str, Any]) -> dict[int, int]:
    """Follow every DSCP to its class, and name the class by the priority that it is asked for by."""
    mapped = {int(d): int(row["switch-priority"]) for d, row in _get(qos, "mapping", "default-global", "dscp").items()}
    queues = {priority: _RESERVED.get(priority, 0) for priority in _CLASSES}
    for priority, row in _get(qos, "egress-queue-mapping", "default-global", "switch-priority").items():
        queues[int(priority)] = int(row["traffic-class"])
    names = {queue: priority for priority, queue in queues.items() if queue}
    return {dscp: names.get(queues[mapped.get(dscp, dscp >> 3)], 0) for dscp in _DSCPS}


def _lossless(qos: Mapping[str, Any]) -> list[int]:
    if not qos["roce"]["mode"].startswith("lossless"):
        return []
    return [int(priority) for priority in _get(qos, "pfc", "default-global", "switch-priority")] or [_ROCE_CLASS]


def _marking(qos: Mapping[str, Any], port: Mapping[str, Any]) -> tuple[int, int, int] | None:
    profile = _get(port, "qos", "congestion-control").get("profile", "default-global")
    row = _get(qos, "congestion-control", profile, "traffic-class", str(_ROCE_CLASS))
    if row.get("ecn") in {"disable", "disabled"}:
        return None
    keys = ("min-threshold", "max-threshold", "probability")
    low, high, most = (int(row.get(key, own)) for key, own in zip(keys, _OWN_MARKING, strict=True))
    return low, high, most
