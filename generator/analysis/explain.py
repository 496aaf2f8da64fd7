"""Explanations: a name of the plan in sentences, with its place in the spec and the rule that it follows from."""

import difflib
from collections.abc import Callable
from ipaddress import AddressValueError, IPv4Address

from msgspec import Struct, field

from generator.analysis import money
from generator.analysis.answers import QUESTIONS, answer
from generator.analysis.facility import FACILITY, facility_lines
from generator.analysis.host_groups import group_lines, per_rack_lines
from generator.analysis.moving import RULE as OF_MOVING
from generator.analysis.moving import moving_lines
from generator.analysis.stores import RULE as OF_STORES
from generator.analysis.stores import store_lines
from generator.analysis.workloads import EVERY, workload_lines
from generator.analysis.workloads import RULE as OF_WORKLOADS
from generator.model.carrying import RULE
from generator.plan.addressing.layout import Layout
from generator.plan.cabling.ends import port_text
from generator.plan.cabling.records import Link
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.source.span import Loc


class Explanation(Struct):
    """Sentences, the place in the spec that they come from, and the rule; `near` where nothing was found."""

    lines: list[str] = field(default_factory=list)
    origin: Loc = ()
    rule: str = ""
    near: list[str] = field(default_factory=list)


def explain(plan: Draft, name: str) -> Explanation:
    """Explain `name`, by the first kind of thing that has it."""
    for known in _KINDS:
        found = known(plan, name)
        if found:
            return found
    names = [d.name for d in plan.devices] + [r.name for r in plan.racks] + [c.cable for c in plan.cables]
    names += [
        f"{fabric}.{count}"
        for fabric in plan.fabrics
        for count in ("topology", "planes", "leaves", "spines", "cores", "carries", *QUESTIONS)
    ]
    names += [*(f"{group}.per_rack" for group in plan.site.per_rack), *FACILITY]
    names += [*EVERY, *(f"workloads.{name}" for name in plan.spec.workloads)] if plan.spec.workloads else []
    names += [f"storage.{name}" for name in plan.spec.storage]
    longer = [each for each in names if each.rpartition(".")[2] == name]
    return Explanation(near=longer or difflib.get_close_matches(name, names, 3, 0.6))


def _device(plan: Draft, name: str) -> Explanation | None:
    for host in plan.hosts:
        if host.name == name:
            lines = [
                f"{name} is host {host.ordinal + 1} of group {host.group} ({host.role}), a {host.model} in rack {host.rack}, unit {host.unit}",
                *([f"scalable unit {host.su + 1}"] if host.su is not None else []),
                *[_link_line(link, name) for link in plan.links_of[name]],
                *[f"{a.interface}: {a.address}/{a.length} ({a.use})" for a in plan.addresses_of[name]],
                *plan.cluster.pinned.explained((host.group, host.ordinal)),
            ]
            return Explanation(lines, host.origin, "hosts are placed and numbered by their ordinal in the envelope")
    for switch in plan.switches:
        if switch.name == name:
            shape = plan.cluster.shapes[switch.fabric]
            lines = [
                f"{name} is {switch.tier} {switch.ordinal + 1} of the {switch.fabric} fabric, a {switch.model} in rack {switch.rack}, unit {switch.unit}",
                f"AS {switch.asn}, loopback {switch.loopback}, management {switch.management or 'in band'}",
                *([f"announces {', '.join(switch.networks)}"] if switch.networks else []),
                f"{len(plan.links_of[name])} links now, {len(plan.reserved_of[name])} ports in the envelope",
                *plan.cluster.pinned.explained((switch.fabric, switch.tier, switch.ordinal)),
            ]
            key = {"leaf": "leaves", "spine": "spines", "core": "cores"}[switch.tier]
            return Explanation(lines, switch.origin, shape.reasons.get(key, ""))
    return None


def _pdu(plan: Plan, name: str) -> Explanation | None:
    pdu = next((each for each in plan.pdus if name in {each.name, each.strip}), None)
    if pdu is None:
        return None
    lines = [
        f"{pdu.name} is the power strip {pdu.strip} on feed {pdu.feed} of rack {pdu.rack}",
        f"its management port is cabled to cage {pdu.cage} of {pdu.leaf} ({pdu.interface}) by {pdu.cable}, {pdu.length_m:g} m",
        f"mgmt0: {pdu.address}/{pdu.length} (bmc)",
    ]
    why = "strips take the last cages that reserve_ports keeps, rack after rack of the envelope"
    return Explanation(lines, ("power", "pdu_management"), why)


def _workload(plan: Draft, name: str) -> Explanation | None:
    lines = workload_lines(plan, name)
    wanted = name.partition(".")[2]
    return Explanation(lines, ("workloads", *([wanted] if wanted else [])), OF_WORKLOADS) if lines else None


def _store(plan: Draft, name: str) -> Explanation | None:
    lines = store_lines(plan, name)
    wanted = name.partition(".")[2]
    return Explanation(lines, ("storage", *([wanted] if wanted else [])), OF_STORES) if lines else None


def _money(plan: Draft, name: str) -> Explanation | None:
    lines = money.money_lines(plan, name)
    return Explanation(lines, (), money.RULE) if lines else None


def _facility(plan: Draft, name: str) -> Explanation | None:
    found = facility_lines(plan, name)
    return Explanation(*found) if found else None


def _cable(plan: Plan, name: str) -> Explanation | None:
    links = [link for link in plan.links if link.cable == name]
    if not links:
        return None
    lines = []
    for link in links:
        lines.append(
            f"{name} is a {link.length_m:g} m {link.medium} cable{f' ({link.part})' if link.part else ''}, {link.speed_gbps:g} Gb/s"
        )
        lines += [
            f"  {end.device} {port_text(end)} ({end.interface}), rack {end.rack} unit {end.unit}"
            for end in (link.a, link.b)
        ]
    return Explanation(
        lines,
        ("fabrics", links[0].fabric),
        "length: from the positions of the racks, with slack; medium: by reach, cages and price order",
    )


def _port(plan: Plan, name: str) -> Explanation | None:
    device, _, port = name.partition(":")
    for link in plan.links_of.get(device, []) if port else []:
        near, far = (link.a, link.b) if link.a.device == device else (link.b, link.a)
        if port in {near.interface, port_text(near)}:
            rail = f", rail {link.rail}" if link.rail is not None else ""
            lines = [
                f"{name} is cage {near.cage}, port {near.port}{rail}; the other end is {far.device} {port_text(far)} ({far.interface}), cable {link.cable}"
            ]
            lines += [f"address {near.address}, the other end has {far.address}"] if near.address else []
            return Explanation(
                lines,
                ("fabrics", link.fabric),
                "a port depends only on SU, ordinal and rail, not on which other hosts are installed",
            )
    return None


def _address(plan: Draft, name: str) -> Explanation | None:
    try:
        address = IPv4Address(name.partition("/")[0])
    except (AddressValueError, ValueError):
        return None
    found = [a for a in plan.addresses if a.address == str(address)]
    lines = [f"{a.address}/{a.length} is {a.use} of {a.device} {a.interface} ({a.fabric})" for a in found]
    for layout in plan.layouts:
        if address in layout.prefix:
            lines.append(f"in pool {layout.pool} {layout.prefix}: {_coordinates(layout, address)}")
            around = ", except where pinned" if plan.cluster.pinned.devices else ""
            return Explanation(lines, layout.origin, f"an address is a coordinate{around}: see ip/layout.md")
    return Explanation(lines) if lines else None


def _moving(plan: Draft, name: str) -> Explanation | None:
    found = moving_lines(plan, name.partition("/")[0])
    return Explanation(*found, OF_MOVING) if found else None


def _coordinates(layout: Layout, address: IPv4Address) -> str:
    rest, parts = int(address) - int(layout.prefix.network_address), []
    for each in reversed(layout.fields):
        rest, value = divmod(rest, 1 << each.bits)
        parts.append(f"{each.name} {value}")
    return ", ".join(reversed(parts))


def _vlan(plan: Plan, name: str) -> Explanation | None:
    number = name.lower().removeprefix("vlan")
    for vlan in plan.vlans:
        if number == str(vlan.vlan) or name == vlan.name:
            lines = [
                f"VLAN {vlan.vlan} is segment {vlan.name} on {vlan.fabric}, {vlan.prefix}"
                + (f", VNI {vlan.vni}" if vlan.vni else "")
            ]
            lines += [f"gateway {vlan.gateway} on every leaf"] if vlan.gateway else []
            return Explanation(
                lines, ("vlans",) if vlan.name in {"inband", "bmc", "management"} else ("segments", vlan.name)
            )
    return None


def _rack(plan: Plan, name: str) -> Explanation | None:
    devices = [d for d in plan.devices if d.rack == name]
    if not devices:
        return None
    lines = [f"rack {name} holds"] + [
        f"  U{d.unit}-U{d.unit + d.height_u - 1} {d.name}" for d in sorted(devices, key=lambda d: -d.unit)
    ]
    return Explanation(
        lines, ("racks",), "racks are filled by coordinate: compute rows SU by SU, leaves at the end of the row"
    )


def _count(plan: Draft, name: str) -> Explanation | None:
    fabric, _, count = name.partition(".")
    shape = plan.cluster.shapes.get(fabric)
    count = "leaves" if count in {"leafs", "leaf"} else count
    known = {"topology", "leaves", "spines", "cores", "uplinks", "planes"}
    if shape is None or (count and count not in known):
        return None
    counts = {
        "topology": shape.topology.name,
        "planes": shape.planes,
        "leaves": shape.leaves,
        "spines": shape.spines,
        "cores": shape.cores,
        "uplinks": shape.uplinks,
    }
    if shape.carrier:
        lines = [
            f"{fabric} has no switches of its own: it uses the switches of {shape.carrier}",
            shape.reasons["leaves"],
        ]
        return Explanation(lines, ("fabrics", shape.carrier, "carries"))
    wanted = [count] if count else list(counts)
    lines = [
        f"{fabric}.{each} is {counts[each]} in the envelope: {_reason(counts[each], shape.reasons.get(each))}"
        for each in wanted
    ]
    lines += [_carried(plan)] if fabric == "compute" and count in {"", "topology"} else []
    return Explanation(lines, ("fabrics", fabric))


def _reason(count: object, reason: str | None) -> str:
    """Return the reason for a count, without the count where it begins with it."""
    return (reason or "follows from the others").removeprefix(f"{count}: ")


def _carries(plan: Draft, name: str) -> Explanation | None:
    """The fabrics that the leaves of compute carry, and the rule that decides it."""
    if name != "compute.carries" or "compute" not in plan.fabrics:
        return None
    return Explanation([_carried(plan)], ("fabrics", "compute", "carries"), RULE)


def _carried(plan: Draft) -> str:
    compute = plan.spec.fabrics.compute
    carried = " and ".join(compute.carries) if compute else ""
    return f"compute.carries is {carried or 'nothing'}: {plan.cluster.carrying.why}"


def _question(plan: Draft, name: str) -> Explanation | None:
    fabric, _, question = name.partition(".")
    found = answer(plan, fabric, question)
    return Explanation(found[0], ("fabrics", fabric), found[1]) if found else None


def _group(plan: Draft, name: str) -> Explanation | None:
    found = group_lines(plan, name)
    return Explanation(*found) if found else None


def _per_rack(plan: Draft, name: str) -> Explanation | None:
    found = per_rack_lines(plan, name)
    return Explanation(*found) if found else None


def _link_line(link: Link, device: str) -> str:
    near, far = (link.a, link.b) if link.a.device == device else (link.b, link.a)
    return f"{near.interface}: {link.cable} to {far.device} {far.interface}, {link.speed_gbps:g} Gb/s" + (
        f", {near.address}" if near.address else ""
    )


_KINDS: tuple[Callable[[Draft, str], Explanation | None], ...] = (
    _device,
    _pdu,
    _cable,
    _port,
    _moving,
    _address,
    _vlan,
    _rack,
    _count,
    _carries,
    _question,
    _group,
    _per_rack,
    _workload,
    _store,
    _money,
    _facility,
)
