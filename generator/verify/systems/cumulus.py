"""Cumulus Linux: startup.yaml, the tree of NVUE objects. A filter's rules go by number, and what no rule matches passes (NVUE reference, acl)."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.verify.reach import UnreadableError
from generator.verify.reach.filters import ACTIONS, ESTABLISHED, FilterList, Line
from generator.verify.reach.packet import Span, family_of, numbers, own_and_span, span_of
from generator.verify.systems.leaks import nvue_leaks, nvue_targets
from generator.verify.systems.nvue_policy import read_nvue_counted, read_nvue_learned
from generator.verify.systems.peers import nvue_peers
from generator.verify.systems.records import Port, PortEnd, SwitchFiles

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FAMILIES = {"ipv4": 4, "ipv6": 6}
_NAMED_TYPES = {"router-solicitation": 133, "router-advertisement": 134, "neighbor-solicitation": 135, "neighbor-advertisement": 136, "echo-request": 128, "echo-reply": 129}  # fmt: skip
_ANYWHERE = {"ANY", "any"}
_ROCE_CLASSES = {3: 3, 6: 6}
"""The traffic classes of switch priorities under `qos roce` of Cumulus Linux; a priority is a DSCP's first three bits (Cumulus Linux 5.15, QoS)."""
_ROCE_SHARES = {0: 50, 3: 50}
"""The shares of its traffic classes, per cent, while no scheduler states others (Cumulus Linux 5.16, RDMA over Converged Ethernet)."""
_ON = ("enable", "enabled", "on", True)
_GLOBAL = "default-global"
_FEC = {"rs": "rs", "baser": "fc", "off": "none", "False": "none"}
"""By NVUE's words; YAML reads one of them as a truth value."""
_SPEED = re.compile(r"(\d+)([MG])")
Tree = Mapping[str, Any]


def parse(text: str) -> Tree:
    """Read startup.yaml."""
    tree: dict[str, Any] = {}
    for each in yaml.load(text, Loader=_LOADER):  # noqa: S506  (the safe loader, in C)
        tree |= each.get("set", {})
    return tree


def ends(tree: Tree) -> dict[str, PortEnd]:
    """Return the end of a cable at every front port. A class is a switch priority with a separate traffic class; all others are class 0."""
    qos, interfaces = tree.get("qos", {}), tree.get("interface", {})
    roce = qos.get("roce") or {}
    on = roce.get("state", roce.get("enable")) in _ON
    queues = _common(qos, "egress-queue-mapping", "switch-priority")
    queue = {n: int(queues.get(str(n), {}).get("traffic-class", _ROCE_CLASSES.get(n, 0))) for n in range(8)}
    mapped = _common(qos, "mapping", "dscp")
    priority = {n: int(mapped.get(str(n), {}).get("switch-priority", n >> 3)) for n in range(64)}
    classes = {dscp: n if queue[n] else 0 for dscp, n in priority.items()}
    pfc = _common(qos, "pfc", "switch-priority")
    paused = {int(n) for n in pfc} or ({3} if roce.get("mode", "lossless") == "lossless" else set())
    bonds = {member: row for row in interfaces.values() for member in row.get("bond", {}).get("member", {})}
    adaptive = any(_by_load(row) for row in interfaces.values())
    scheduled = _common(qos, "egress-scheduler", "traffic-class")
    shares = {
        int(n): int(row["bw-percent"]) for n, row in scheduled.items() if row.get("mode") == "dwrr"
    } or _ROCE_SHARES
    weights = {n: shares[queue[n]] for n in queue if queue[n] in shares and (queue[n] or not n)}
    ports = {}
    for name, row in interfaces.items():
        if name.startswith("swp"):
            link = row.get("link", {})
            lag, segment = _group(bonds.get(name, {}))
            profile = row.get("qos", {}).get("congestion-control", {}).get("profile", _GLOBAL)
            rows = _common(qos, "congestion-control", "traffic-class", profile)
            marked = {int(n) for n, each in rows.items() if each.get("ecn") in _ON}
            ports[name] = PortEnd(
                mtu_bytes=int(bonds.get(name, row).get("link", {}).get("mtu", 0)),
                classes=classes if on else {},
                paused=frozenset(paused if on else ()),
                marked=frozenset(n for n, each in queue.items() if on and each in marked),
                weights=weights if on else {},
                cable_m=int(roce.get("cable-length", 0)) if on else 0,
                lag=lag,
                adaptive=adaptive,
                negotiates=link.get("auto-negotiate") in _ON,
                up="down" not in link.get("state", {}),
                speed_mbps=_mbps(str(link.get("speed", ""))),
                fec=_FEC.get(str(link.get("fec", "")), ""),
                segment=segment,
            )
    return ports


def _mbps(speed: str) -> int:
    """Return a speed of NVUE in Mb/s: 400G; 0 where it is decided by negotiation."""
    found = _SPEED.fullmatch(speed)
    return int(found[1]) * (1000 if found[2] == "G" else 1) if found else 0


def _by_load(row: Mapping[str, Any]) -> bool:
    said = row.get("router", {}).get("adaptive-routing", {})
    return said.get("state", said.get("enable")) in _ON


def _group(bond: Mapping[str, Any]) -> tuple[str, str]:
    """Return a bond's kind, and the Ethernet segment that it is, where that is turned on."""
    if not bond:
        return "", ""
    segment = bond.get("evpn", {}).get("multihoming", {}).get("segment", {})
    on = segment.get("state", segment.get("enable")) in _ON
    name = f"{segment.get('mac-address')} {segment.get('local-id')}" if on else ""
    return "static" if bond["bond"].get("mode") == "static" else "lacp", name


def _common(qos: Mapping[str, Any], subject: str, key: str, profile: str = _GLOBAL) -> dict[str, Any]:
    rows: dict[str, Any] = qos.get(subject, {}).get(profile, {}).get(key, {})
    return {str(name): row for name, row in rows.items()}


def forwarding(folder: Path, where: str, tree: Tree) -> SwitchFiles:
    """Return the forwarding of a switch's file."""
    lists = {name: _list(where, name, row) for name, row in tree.get("acl", {}).items()}
    ports: dict[str, Port] = {}
    vlans: dict[int, Port] = {}
    for name, row in tree.get("interface", {}).items():
        port = _port(row, lists)
        if row.get("type") == "svi" or name.startswith("vlan"):
            vlans[int(row.get("vlan", name.removeprefix("vlan")))] = port
        else:
            ports[name] = port
    for name, row in tree.get("interface", {}).items():
        # Own settings of a port in a bond have no effect: its frames are the bond's.
        for member in row.get("bond", {}).get("member", {}):
            ports[member] = ports[name]
    bridge: Tree = next(iter(tree.get("bridge", {}).get("domain", {}).values()), {})
    vrfs = tree.get("vrf", {})
    return SwitchFiles(
        name=folder.name,
        file=where,
        ports=ports,
        vlans={int(vlan): vlans.get(int(vlan), Port()) for vlan in bridge.get("vlan", {})} | vlans,
        announced={_instance(name): list(_announced(name, row)) for name, row in vrfs.items()},
        vlan_vnis={
            int(vlan): int(vni) for vlan, row in bridge.get("vlan", {}).items() for vni in (row or {}).get("vni", {})
        },
        vrf_vnis={name: int(vni) for name, row in vrfs.items() for vni in row.get("evpn", {}).get("vni", {})},
        learned=read_nvue_learned(where, tree),
        taken=nvue_leaks(tree),
        targets=nvue_targets(tree),
        counted=read_nvue_counted(tree),
        peers=nvue_peers(tree),
    )


def _instance(vrf: str) -> str:
    return "" if vrf == "default" else vrf


def _announced(vrf: str, row: Tree) -> Iterator[tuple[int, Span]]:
    """Yield networks of the default instance, and those of others that are exported to EVPN."""
    for family in row.get("router", {}).get("bgp", {}).get("address-family", {}).values():
        if vrf == "default" or "route-export" in family:
            yield from ((family_of(prefix), span_of(prefix)) for prefix in family.get("network", {}))


def _port(row: Tree, lists: Mapping[str, FilterList]) -> Port:
    """Read a port. Newer releases have `ipv4` and `ipv6` where older ones have `ip`; a port in no bridge has an address of its link."""
    port = Port(vrf=_instance(row.get("vrf") or row.get("ip", {}).get("vrf", "")), link_local="bridge" not in row)
    for key in ("ip", "ipv4", "ipv6"):
        branch = row.get(key, {})
        for address in (*branch.get("address", {}), *branch.get("vrr", {}).get("address", {})):
            port.subnets.append((family_of(address), *own_and_span(address)))
    for bridge in row.get("bridge", {}).get("domain", {}).values():
        if "access" in bridge:
            port.untagged = int(bridge["access"])
        else:
            port.untagged = int(bridge["untagged"]) if "untagged" in bridge else None
            port.tagged = {n for vlans in bridge.get("vlan", {}) for n in numbers(str(vlans))} - {port.untagged}
    port.lists = [lists[name] for name, direction in row.get("acl", {}).items() if "inbound" in direction]
    return port


def _list(where: str, name: str, row: Tree) -> FilterList:
    family = _FAMILIES[row["type"]]
    rules = sorted(row.get("rule", {}).items(), key=lambda rule: int(rule[0]))
    lines = tuple(_line(f"{where}: {name}", str(number), family, rule) for number, rule in rules)
    return FilterList(where, name, lines, otherwise=True, family=family)


def _line(where: str, number: str, family: int, rule: Tree) -> Line:
    (action,) = rule["action"]
    match = dict(rule.get("match", {}).get("ip", {}))
    protocol = str(match.pop("protocol", "")).replace("icmpv6", "icmp")
    ends = [match.pop(f"{end}-ip", "ANY") for end in ("source", "dest")]
    source, destination = (None if end in _ANYWHERE else span_of(end) for end in ends)
    kind = match.pop("icmpv6-type", match.pop("icmp-type", None))
    below = dict(match.pop(protocol, {})) if protocol in {"tcp", "udp"} else {}
    state = below.pop("state", None)
    line = Line(
        permits=ACTIONS[action],
        rule=f"rule {number}",
        family=family,
        protocol=protocol,
        source=source,
        destination=destination,
        source_ports=_ports(below.pop("source-port", {})),
        ports=_ports(below.pop("dest-port", {})),
        flags=ESTABLISHED if state == "established" else (),
        icmp_type=None if kind is None else _NAMED_TYPES[kind],
    )
    if match or below or state not in {None, "established"}:
        raise UnreadableError(f"{where} rule {number} matches by {', '.join((*match, *below)) or state}, whose effect is not known to clustergen")  # fmt: skip
    return line


def _ports(branch: Tree) -> Span | None:
    if not branch:
        return None
    (text,) = branch
    first, _, last = str(text).partition(":")
    return int(first), int(last or first)
