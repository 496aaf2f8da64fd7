"""Links: computed from seats, so that no link depends on whether another one is installed."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from generator.model.dealt import Dealt
from generator.model.device import End, Link, LinkKind, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.member import MemberPort
from generator.model.planes import Installed, Plane, envelope_switches, planes_of
from generator.model.switch_ports import down_ports, management_end, port_of, up_port, up_ports

_PAIR = 2
_Made = Mapping[int, Link]
"""Links of a kind that exist already, by index."""


def wire(shape: FabricShape, installed: Installed, dealt: Dealt) -> Iterator[Link]:
    """Yield every link of what is installed, around the ports that are pinned."""
    seats = {member.name: member.installed for member in shape.demand.members}
    for plane in planes_of(shape, installed):
        yield from _host_links(plane, seats if plane.leaves else {}, {}, dealt)
        if shape.upper:
            yield from _leaf_spine_links(plane, plane.leaves, plane.spines, {}, dealt)
            yield from _spine_core_links(plane, plane.spines, plane.cores, {}, dealt)
        elif shape.peer_links and len(plane.leaves) == _PAIR:
            yield from _peer_links(plane, dealt)
        if shape.demand.own_management:
            yield from _own_management(plane)


def reserve(shape: FabricShape, installed: Installed, wired: Iterable[Link], dealt: Dealt) -> Iterator[Link]:
    """Yield every link of the envelope that ends on an installed switch. Links in `wired` are reused."""
    made: dict[LinkKind, dict[int, Link]] = {"host_leaf": {}, "leaf_spine": {}, "spine_core": {}, "leaf_leaf": {}}
    for link in wired:
        made[link.kind][link.index] = link
    every = planes_of(shape, envelope_switches(shape))
    for plane, whole in zip(planes_of(shape, installed), every, strict=True):
        yield from _host_links(plane, _kept_seats(plane), made["host_leaf"], dealt)
        if shape.upper:
            there = {*plane.leaves}
            later = tuple(leaf for leaf in whole.leaves if leaf not in there)
            yield from _leaf_spine_links(plane, plane.leaves, whole.spines, made["leaf_spine"], dealt)
            yield from _leaf_spine_links(plane, later, plane.spines, made["leaf_spine"], dealt)
            there = {*plane.spines}
            later = tuple(spine for spine in whole.spines if spine not in there)
            yield from _spine_core_links(plane, plane.spines, whole.cores, made["spine_core"], dealt)
            yield from _spine_core_links(plane, later, plane.cores, made["spine_core"], dealt)
        elif shape.peer_links and shape.in_plane("leaf") == _PAIR:
            yield from _peer_links(plane, dealt)
        if shape.demand.own_management:
            yield from _own_management(whole)


def switch_links(shape: FabricShape, dealt: Dealt) -> Iterator[Link]:
    """Yield every link between switches of the envelope."""
    for plane in planes_of(shape, envelope_switches(shape)):
        if shape.upper:
            yield from _leaf_spine_links(plane, plane.leaves, plane.spines, {}, dealt)
            yield from _spine_core_links(plane, plane.spines, plane.cores, {}, dealt)
        elif shape.peer_links and len(plane.leaves) == _PAIR:
            yield from _peer_links(plane, dealt)


def _kept_seats(plane: Plane) -> dict[str, tuple[int, ...]]:
    """Every seat of the envelope on the installed leaves."""
    seating = plane.shape.seating
    sus = {leaf // seating.leaves_per_su for leaf in plane.leaves}
    seats: dict[str, list[int]] = {}
    for run in seating.runs:
        if run.su in sus:
            seats.setdefault(run.member, []).extend(range(run.first, run.first + run.count))
    return {name: tuple(ordinals) for name, ordinals in seats.items()}


def _host_links(plane: Plane, seats: Mapping[str, tuple[int, ...]], made: _Made, dealt: Dealt) -> Iterator[Link]:
    shape = plane.shape
    name, seating, bank, tier = shape.name, shape.seating, shape.demand.host_bank, shape.demand.leaf
    leaves = [plane.switch("leaf", leaf) for leaf in range(shape.in_plane("leaf"))]
    cages: dict[tuple[int, int, int], End] = {}
    for member in sorted(shape.demand.members, key=lambda member: member.order):
        count, ports = len(member.ports), [_host_end(port, plane) for port in member.ports]
        for ordinal in seats.get(member.name, ()):
            first = plane.host_link(member.name, ordinal * count)
            if first in made:
                yield from (made[first + index] for index in range(count))
                continue
            run = seating.run_of(member.name, ordinal)
            device = member.device(ordinal)
            for index, port in enumerate(member.ports):
                seat = seating.seat(run, ordinal, index)
                if dealt.places.pins.pins:
                    seat = dealt.places.seat((plane.number, member.name, ordinal, index))
                at = (seat.cage, seat.port, port.breakout.ports)
                if at not in cages:
                    cages[at] = port_of("", tier, bank, bank.cages[seat.cage], seat.port, port.breakout.ports)
                yield Link(
                    fabric=name,
                    kind="host_leaf",
                    index=first + index,
                    a=replace(ports[index], device=device),
                    b=replace(cages[at], device=leaves[seat.leaf]),
                    speed_gbps=port.speed_gbps,
                    rail=index if name == "compute" and not member.manages else None,
                    plane=plane.number,
                )


def _host_end(port: MemberPort, plane: Plane) -> End:
    """The end of any host of a member in a plane: part `plane` of the port."""
    return End(
        device="",
        cage=port.cage,
        port=port.cage_port + plane.number,
        ports=port.cage_ports,
        interface=f"{port.interface}p{plane.number}" if plane.shape.planes > 1 else port.interface,
        form_factor=port.form_factor,
    )


def _leaf_spine_links(
    plane: Plane, leaves: tuple[int, ...], spines: tuple[int, ...], made: _Made, dealt: Dealt
) -> Iterator[Link]:
    shape, upper = plane.shape, plane.shape.upper
    assert upper is not None
    ups: list[End] = []
    downs: list[End] = []
    there = {spine: plane.switch("spine", spine) for spine in spines}
    for leaf in leaves:
        first = plane.numbered("leaf", leaf) * shape.uplinks
        pod = leaf // upper.pod_leaves
        leaf_name = plane.switch("leaf", leaf)
        for uplink in range(shape.uplinks):
            if link := made.get(first + uplink):
                yield link
                continue
            if not downs:
                ups, downs = (
                    up_ports(shape.demand.leaf, (shape.uplinks,), shape.uplinks),
                    down_ports(shape.demand.spine),
                )
            spine, port = dealt.ends("leaf_spine", plane.number, leaf, uplink) or shape.trunk(leaf, uplink)
            name = there.get(pod * upper.spines + spine)
            if name:
                yield Link(
                    fabric=shape.name,
                    kind="leaf_spine",
                    index=first + uplink,
                    a=replace(ups[uplink], device=leaf_name),
                    b=replace(downs[port], device=name),
                    speed_gbps=shape.demand.uplink_gbps,
                    plane=plane.number,
                )


def _spine_core_links(
    plane: Plane, spines: tuple[int, ...], cores: tuple[int, ...], made: _Made, dealt: Dealt
) -> Iterator[Link]:
    shape, upper = plane.shape, plane.shape.upper
    assert upper is not None
    tier, count = shape.demand.spine, upper.spine_uplinks
    if not spines or not cores:
        return
    ups, downs = up_ports(tier, (count,), count), down_ports(shape.demand.core)
    there = {core: plane.switch("core", core) for core in cores}
    for ordinal in spines:
        first = plane.numbered("spine", ordinal) * count
        spine = ordinal % upper.spines
        spine_name = plane.switch("spine", ordinal)
        for uplink in range(count):
            if link := made.get(first + uplink):
                yield link
                continue
            core_in_group, port = dealt.ends("spine_core", plane.number, ordinal, uplink) or shape.spine_trunk(
                ordinal, uplink
            )
            name = there.get(spine * upper.group + core_in_group)
            if name:
                yield Link(
                    fabric=shape.name,
                    kind="spine_core",
                    index=first + uplink,
                    a=replace(ups[uplink], device=spine_name),
                    b=replace(downs[port], device=name),
                    speed_gbps=shape.demand.uplink_gbps,
                    plane=plane.number,
                )


def _peer_links(plane: Plane, dealt: Dealt) -> Iterator[Link]:
    shape = plane.shape
    low, high = plane.switch("leaf", 0), plane.switch("leaf", 1)
    for index in range(shape.peer_links):
        _, port = dealt.ends("leaf_leaf", plane.number, 0, index) or (0, index)
        yield Link(
            fabric=shape.name,
            kind="leaf_leaf",
            index=plane.number * shape.peer_links + index,
            a=up_port(low, shape.demand.leaf, shape.uplink_steps or (shape.uplinks,), index),
            b=up_port(high, shape.demand.leaf, shape.uplink_steps or (shape.uplinks,), port),
            speed_gbps=shape.demand.uplink_gbps,
            plane=plane.number,
        )


def _own_management(plane: Plane) -> Iterator[Link]:
    """Cable the out-of-band switches' own management ports to a neighbour, over the last two access cages of each leaf."""
    shape = plane.shape
    bank, tier = shape.demand.host_bank, shape.demand.leaf
    there = {"leaf": set(plane.leaves), "spine": set(plane.spines)}
    for name, ordinal, leaf, cage in managed_by(shape):
        if leaf in there["leaf"] and ordinal in there[name]:
            yield Link(
                fabric=shape.name,
                kind="host_leaf",
                index=plane.host_link(f"own {name}", ordinal),
                a=management_end(plane.switch(name, ordinal)),
                b=port_of(plane.switch("leaf", leaf), tier, bank, bank.cages[cage], 0, 1),
                speed_gbps=1.0,
            )


def managed_by(shape: FabricShape) -> Iterator[tuple[SwitchTier, int, int, int]]:
    """Yield the own management ports of the envelope: (tier, ordinal, leaf, cage as an index from the end). Those of an earlier plan are kept."""
    baseline = shape.demand.baseline_fabric
    kept = baseline.managed if baseline else {}
    for (tier, ordinal), (leaf, cage) in kept.items():
        if ordinal < shape.in_plane(tier):
            yield tier, ordinal, leaf, cage
    done, taken = set(kept), set(kept.values())
    for tier, ordinal, leaf, cage in _pairs(planes_of(shape, envelope_switches(shape))[0]):
        if (tier, ordinal) not in done and (leaf, cage) not in taken:
            done.add((tier, ordinal))
            taken.add((leaf, cage))
            yield tier, ordinal, leaf, cage


def _pairs(plane: Plane) -> Iterator[tuple[SwitchTier, int, int, int]]:
    """Pair leaves two by two, spine n on leaf n; then the leaves that came with racks, among themselves or with the one before.

    Leaves in the compute rows pair among themselves (an odd last one with the one before), and spines use the last leaves, which are beside them. A leaf without a neighbour is managed in band.
    """
    first = plane.shape.first
    runs, count = first.seating.runs, first.in_plane("leaf")
    rows = max((run.su + 1 for run in runs if run.near is not None), default=0) * first.seating.leaves_per_su
    for leaf in (each for each in plane.leaves if each < count):
        partner = (leaf - rows ^ 1) + rows if leaf >= rows else leaf ^ 1
        if leaf < rows <= partner:
            yield "leaf", leaf, leaf - 1, -2
        else:
            yield "leaf", leaf, partner, -1
    for spine in plane.spines:
        yield "spine", spine, count - 1 - spine if rows else spine, -2
    for leaf in (each for each in plane.leaves if each >= count):
        partner = (leaf - count ^ 1) + count
        yield "leaf", leaf, partner if partner in plane.leaves else leaf - 1, -1
        yield "leaf", leaf, leaf - 1, -2
