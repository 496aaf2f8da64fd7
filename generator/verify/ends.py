"""Comparison of both ends of every cable, from rendered files only: the host's NIC with its leaf's port, switch with switch.

plan.json is only used for the cables, not for expected values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from generator.change.formats import PlanFileError
from generator.verify.end_hosts import HostEnds, HostPorts, read_host, read_ports
from generator.verify.rendered import Rendered, read_forwarding, rendered
from generator.verify.settings.judge import cages_at_fault, sessions_at_fault
from generator.verify.spectrum_x import adapter_groups, unlike_host
from generator.verify.switch_ends import Row, gbps, unlike_cages, unlike_ports, unlike_sessions
from generator.verify.systems.records import PortEnd, SwitchFiles, SwitchPorts
from generator.verify.verdict import Verdict

Ports = frozenset[tuple[str, str]]
"""Ports, each with its switch."""
_ECN_BITS = 3
_DSCP_SHIFT = 2
_LACP = "802.3ad"
_BONDS = {"active-backup": "bonds it as active-backup"}
_GROUPED = {"": "has it in no group", "lacp": "has it in an LACP group", "static": "has it in a group without LACP"}


def ends(tree: Path) -> Verdict:
    """Compare DSCP, priorities, PFC, marking, notifications, MTU, speed, FEC, lanes, sessions, groups of ports and the cable's length at both ends of every cable, and NCCL's traffic class with them."""
    known = rendered(tree)
    try:
        plan = known.plan
        links = plan["links"]
        groups = {host["name"]: host["group"] for host in plan["hosts"]}
        hosts = groups.keys()
        models = {switch["name"]: switch["model"] for switch in plan["switches"]}
    except PlanFileError:
        return Verdict("both ends", 0, ran=False, note="the tree has no plan.json with its cables")
    host = cache(partial(_host, known, {}))
    switch = cache(lambda name: found.ends() if (found := known.switch(name)) else None)
    routes = cache(partial(read_forwarding, known))
    divided, opened = cache(partial(cages_at_fault, tree)), cache(partial(sessions_at_fault, tree))
    faults: list[str] = []
    grouped: dict[str, list[tuple[str, PortEnd]]] = {}
    compared = skipped = 0
    for link in links:
        near, far = link["a"], link["b"]
        below = host(near["device"]) if near["device"] in hosts else switch(near["device"])
        above = switch(far["device"])
        if below is None or above is None or near["interface"] in {"bmc", "eth0"}:
            skipped += 1
            continue
        compared += 1
        faults += [f"{_name(near)} and {_name(far)}: {said}" for said in _link(link, below, above, models, divided)]
        if isinstance(below, SwitchPorts) and (ours := routes(near["device"])) and (theirs := routes(far["device"])):
            said = [*unlike_sessions(link, ours, theirs)]
            faults += [f"{_name(near)} and {_name(far)}: {each}" for each in said if not _told(link, opened)]
        if isinstance(below, HostEnds) and near["interface"] in below.ports.bonded and far["interface"] in above.ports:
            grouped.setdefault(near["device"], []).append((_name(far), above.ports[far["interface"]]))
    faults += [f"{name}: {said}" for name, ports in sorted(grouped.items()) for said in _bond(ports)]
    by_load, said_wrong = adapter_groups(tree)
    faults += said_wrong
    for name in sorted(hosts):
        found = host(name)
        faults += (
            [f"{name}: {said}" for said in (*_nccl(found), *unlike_host(by_load, groups[name], found))] if found else []
        )
    faults += uneven_weights(known, plan["switches"])
    note = f"{compared} cables compared" + (
        f", {skipped} not checked, as no rendered file describes one end" if skipped else ""
    )
    return Verdict("both ends", compared, ran=True, note=note, faults=faults, unit="cables")


def _host(known: Rendered, alike: dict[str, HostPorts], name: str) -> HostEnds | None:
    """Read a host; None where it has no files. Of hosts whose networks only differ by addresses (`alike`), one is read."""
    if not known.hosts.has_any(name):
        return None
    look = known.signatures.network(name)
    if look not in alike:
        alike[look] = read_ports(known.hosts, name)
    return read_host(known.hosts, name, alike[look])


def _bond(ports: list[tuple[str, PortEnd]]) -> Iterator[str]:
    """Hold the leaves of a bond against each other: one that is spread over several by LACP has to find one partner on all of them."""
    if len({name.split()[0] for name, _ in ports}) == 1 or not any(port.lag for _, port in ports):
        return
    if len({port.segment for _, port in ports}) > 1 or not ports[0][1].segment:
        said = ", ".join(f"{name} {port.segment or 'of none'}" for name, port in ports)
        yield f"its bond has several partners: Ethernet segment at {said}"


def _name(end: dict[str, Any]) -> str:
    return f"{end['device']} {end['interface']}"


def _link(
    link: Row,
    below: HostEnds | SwitchPorts,
    above: SwitchPorts,
    models: Mapping[str, str],
    stated: Callable[[], Ports],
) -> Iterator[str]:
    near, far = link["a"]["interface"], link["b"]["interface"]
    upper = above.ports.get(far)
    if upper is None:
        yield f"{above.file} has no port {far}"
        return
    if isinstance(below, HostEnds):
        yield from _host_link(near, below, upper)
        if upper.speed_mbps and upper.speed_mbps != round(link["speed_gbps"] * 1000):
            yield f"the switch has {gbps(upper.speed_mbps)}, but the cable is for {link['speed_gbps']:g} Gb/s"
        return
    lower = below.ports.get(near)
    if lower is None:
        yield f"{below.file} has no port {near}"
        return
    yield from unlike_ports(link, lower, upper, one_model=models[link["a"]["device"]] == models[link["b"]["device"]])
    if (said := unlike_cages(link, lower, upper)) and not _told(link, stated):
        yield from said


def _told(link: Row, stated: Callable[[], Ports]) -> bool:
    """Whether `settings` reports a port of a cable, with the line of the end that differs from the plan."""
    return not {(link[end]["device"], link[end]["interface"]) for end in "ab"}.isdisjoint(stated())


def _host_link(interface: str, host: HostEnds, port: PortEnd) -> Iterator[str]:
    if not port.up:
        yield "the switch's port is shut down"
    mtu = host.ports.mtu_bytes.get(interface)
    if mtu and port.mtu_bytes and mtu > port.mtu_bytes:
        yield f"the host sends packets of {mtu} bytes, but the switch accepts at most {port.mtu_bytes}"
    mode = host.ports.bonded.get(interface, "")
    if (mode == _LACP) != (port.lag == "lacp") or port.lag == "static":
        yield f"the host {_BONDS.get(mode, 'does not bond it') if mode != _LACP else 'bonds it by LACP'}, and the switch {_GROUPED[port.lag]}"
    roce = host.roce.get(interface)
    if roce is None:
        if port.classes and interface in host.ports.routed:
            yield "the switch has RoCE classes, but the host sets none on its NIC"
        return
    if not port.classes:
        yield "the host sets RoCE classes on its NIC, but the switch has none"
        return
    for what, dscp, priority in (
        ("RoCE", roce.dscp, roce.priority),
        ("notifications", roce.cnp_dscp, roce.cnp_priority),
    ):
        found = port.classes.get(dscp)
        if found != priority:
            yield f"{what} of DSCP {dscp} are priority {priority} on the host and class {found} on the switch"
    share = port.weights.get(roce.priority)
    if roce.weight and share and roce.weight != share:
        yield f"RoCE of priority {roce.priority} has {roce.weight} per cent on the host and {share} on the switch"
    if port.adaptive and not roce.adaptive:
        yield "the switch chooses paths by load, but the host's NIC treats reordered packets as lost"
    others = {each for each in port.classes.values() if each not in {0, roce.priority, roce.cnp_priority}}
    if roce.paused != port.paused - others:
        yield f"paused priorities: {sorted(roce.paused)} on the host and {sorted(port.paused)} on the switch"
    if roce.marking != (roce.priority in port.marked):
        here, there = ("on", "off") if roce.marking else ("off", "on")
        yield f"marking of priority {roce.priority} is {here} on the host and {there} on the switch"
    if roce.paused and port.cable_m and (roce.cable_m > port.cable_m or (port.exact and roce.cable_m < port.cable_m)):
        yield f"headroom for a cable of {roce.cable_m} m on the host and of {port.cable_m} m on the switch"
    if roce.marking != bool(roce.traffic_class & _ECN_BITS) or roce.traffic_class >> _DSCP_SHIFT != roce.dscp:
        yield f"traffic class {roce.traffic_class} does not say DSCP {roce.dscp} with marking {'on' if roce.marking else 'off'}"


def _nccl(host: HostEnds) -> Iterator[str]:
    """Compare NCCL's traffic classes with the settings of the host's compute ports."""
    rails = [roce for roce in host.roce.values() if roce.fabric == "compute"]
    if not rails or not host.nccl:
        return
    if all(rail.adaptive for rail in rails) != (host.nccl.get("NCCL_IB_ADAPTIVE_ROUTING") == "1"):
        yield f"NCCL_IB_ADAPTIVE_ROUTING is {host.nccl.get('NCCL_IB_ADAPTIVE_ROUTING', 'not set')}, and its rails are {'' if rails[0].adaptive else 'not '}set for paths by load"
    wanted = {"NCCL_IB_TC": {rail.traffic_class for rail in rails}, "NCCL_IB_FIFO_TC": {rail.cnp_dscp << _DSCP_SHIFT for rail in rails}}  # fmt: skip
    for name, values in wanted.items():
        said = host.nccl.get(name)
        if said is None or {int(said)} != values:
            yield f"{name} is {said or 'not set'}, and its rails have {', '.join(map(str, sorted(values)))}"


def uneven_weights(known: Rendered, switches: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Yield every entry of a route-map that counts nothing, or otherwise than the same entry of another switch of its fabric.

    A switch that receives one path without a count gives all paths of that route the same weight (RFC 10005; FRR manual, Weighted ECMP using BGP
    link bandwidth): one switch without the setting disables the weights of all others, and nothing fails.
    """
    fabrics: dict[str, list[SwitchFiles]] = {}
    for row in switches:
        if found := read_forwarding(known, row["name"]):
            fabrics.setdefault(row["fabric"], []).append(found)
    for files in fabrics.values():
        usual: dict[str, tuple[str, str]] = {}
        for file in files:
            usual |= {entry: (how, file.name) for entry, how in file.counted.items() if how and entry not in usual}
        for file in files:
            for entry, how in file.counted.items():
                if entry in usual and how != usual[entry][0]:
                    said = f"counts {how}" if how else "counts no links behind its routes"
                    yield f"{file.name}: route-map {entry} {said}, and that of {usual[entry][1]} counts {usual[entry][0]}: a switch that receives both gives all paths the same weight"
