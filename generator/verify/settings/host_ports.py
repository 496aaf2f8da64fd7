"""Host ports: limits of flooding by hosts of the frontend, protection against bridges and loops, and tracking of uplinks.

Where a system does not support one of these, `waiting_for` of the plan names it, and nothing is required here: SONiC has no spanning tree at these ports, and Cumulus Linux tracks uplinks only for segments of multihomed
hosts.
"""

from collections.abc import Iterator

from generator.plan.edge_ports import FRONTEND, STORM_KBPS, STORM_PPS
from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Row, Rule, SwitchRows, Wanted

_FLOODED = ("broadcast", "multicast", "unknown-unicast")
_FLOODED_SONIC = ("broadcast", "unknown-multicast", "unknown-unicast")
_TRACKED = "link tracking group UPLINKS"
_LOSES = "a limit drops frames, and this port is not a host port of the frontend"


def _hosts(switch: SwitchRows) -> list[Row]:
    """Return the ports of hosts that are in VLANs."""
    return [port for port in switch.ports if port["kind"] == "host_leaf" and (port["vlan"] is not None or port["tagged"])]  # fmt: skip


def _edges(switch: SwitchRows) -> list[str]:
    return [port["interface"] for port in switch.ports if port["kind"] == "host_leaf" and port["fabric"] == FRONTEND]


def _uplinks(switch: SwitchRows) -> list[str]:
    return [port["interface"] for port in switch.ports if port["kind"] == "leaf_spine"]


def _segments(switch: SwitchRows) -> list[str]:
    """Return the numbers of bonds that hosts have on this leaf and on another."""
    return [str(lag["number"]) for lag in switch.lags if lag["segment"]]


def _flooding(name: str) -> str:
    return f"one host can flood its whole segment through {name}"


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    edges, table = _edges(switch), "PORT_STORM_CONTROL"
    for name in edges:
        for kind in _FLOODED_SONIC:
            yield Wanted((table, f"{name}|{kind}", "kbps"), str(STORM_KBPS), _flooding(name))
    for key in switch.main.below((table,)):
        if key.partition("|")[0] not in edges:
            yield Wanted((table, key), None, _LOSES)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    main, edges = switch.main, _edges(switch)
    interfaces = main.below(("interface",))
    bonds = {member: name for name in interfaces for member in main.below(("interface", name, "bond", "member"))}
    for name in edges:
        for kind in _FLOODED:
            yield Wanted(("interface", name, "storm-control", kind), str(STORM_PPS), _flooding(name))
    for name in interfaces:
        if name not in edges:
            yield Wanted(("interface", name, "storm-control"), None, _LOSES)
    for port in _hosts(switch):
        name = str(port["interface"])
        bridged = bonds.get(name, name)
        for domain in main.below(("interface", bridged, "bridge", "domain")):
            tree = ("interface", bridged, "bridge", "domain", domain, "stp")
            yield Wanted((*tree, "bpdu-guard"), "on", f"{bridged} stays up with a bridge behind it")
            yield Wanted((*tree, "admin-edge"), "on", f"{bridged} waits for spanning tree before its host is connected")
    for name in _uplinks(switch) if _segments(switch) else ():
        place = ("interface", name, "evpn", "multihoming", "uplink")
        yield Wanted(place, "on", "without it, a leaf that loses its uplinks still attracts the traffic of its hosts")


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    main, edges, uplinks = switch.main, _edges(switch), _uplinks(switch)
    interfaces = [line for line in main.below(()) if line.startswith("interface ")]
    channels = {member: lag["number"] for lag in switch.lags for member in lag["members"] if member in edges}
    heads = {f"interface {name}" for name in edges} | {f"interface Port-Channel{each}" for each in channels.values()}
    for head in sorted(heads):
        for kind in _FLOODED:
            yield Wanted((head, f"storm-control {kind} level pps"), str(STORM_PPS), _flooding(head.split()[1]))
        yield Wanted((head, "loop-protection"), "", f"{head.split()[1]} stays up with a loop behind it")
    for head in interfaces:
        if head not in heads:
            yield Wanted((head, "storm-control"), None, _LOSES)
    for port in _hosts(switch):
        head = f"interface {port['interface']}"
        yield Wanted(
            (head, "spanning-tree bpduguard"), "enable", f"{port['interface']} stays up with a bridge behind it"
        )
        yield Wanted((head, "spanning-tree portfast"), "", f"{port['interface']} waits for spanning tree before its host is connected")  # fmt: skip
    if edges:
        yield from _loops(switch)
    single = [name for name in edges if name not in channels]
    shared = [f"Port-Channel{number}" for number in _segments(switch)]
    if not (uplinks and (single or shared)):
        for name in single:
            yield Wanted((f"interface {name}", _TRACKED), None, f"{name} tracks uplinks, but this leaf has none")
        return
    lost = "without it, a leaf that loses its uplinks still attracts the traffic of its hosts"
    yield Wanted((_TRACKED,), "", lost)
    for names, direction in ((uplinks, "upstream"), ([*single, *shared], "downstream")):
        for name in names:
            yield Wanted((f"interface {name}", _TRACKED), direction, lost)


def _loops(switch: SwitchRows) -> Iterator[Wanted]:
    """Ask for the probes by which the switch finds a loop behind what filters BPDUs, in every VLAN of the frontend."""
    vlans = {each["vlan"] for each in switch.plan["vlans"] if each["fabric"] == FRONTEND} & {*switch.row["vlans"]}
    head = "monitor loop-protection"
    yield Wanted((head, "no shutdown"), "", "no port detects loops")
    yield Wanted((head, "protect vlan"), ",".join(map(str, sorted(vlans))), "loops in the other VLANs are not detected")


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
