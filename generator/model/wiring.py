"""Links: who is cabled to which port, computed from seats, so that a link never depends on another's presence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.model.demand import Tier
from generator.model.device import End, Link
from generator.model.faceplate import Bank, step
from generator.model.interfaces import interface_name
from generator.model.member import device_name, digits_for
from generator.model.sizing import FabricShape


@dataclass(frozen=True, slots=True)
class Installed:
    """What of a fabric's envelope is there: sorted ordinals by tier."""

    leaves: tuple[int, ...]
    spines: tuple[int, ...]
    cores: tuple[int, ...]

    def of(self, tier: str) -> tuple[int, ...]:
        """The ordinals of a tier."""
        return {"leaf": self.leaves, "spine": self.spines, "core": self.cores}[tier]


def installed_switches(shape: FabricShape) -> Installed:
    """Find the switches that today's hosts need.

    A scalable unit with a host has all its leaves, a pod with a leaf all its spines (each leaf that is
    there has all of its uplinks), and cores come with the second pod.
    """
    seating = shape.seating
    sus = {seating.run_of(member.name, ordinal).su for member in shape.demand.members for ordinal in member.installed}
    per_su = seating.leaves_per_su
    leaves = tuple(su * per_su + leaf for su in sorted(sus) for leaf in range(per_su))
    upper = shape.upper
    if upper is None:
        return Installed(leaves, (), ())
    pods = sorted({shape.pod_of(leaf) for leaf in leaves})
    spines = tuple(pod * upper.spines + spine for pod in pods for spine in range(upper.spines))
    cores = tuple(range(shape.cores)) if len(pods) > 1 else ()
    return Installed(leaves, spines, cores)


def switch_name(shape: FabricShape, tier: str, ordinal: int) -> str:
    """Name a switch by its coordinate: `compute-leaf07`."""
    count = {"leaf": shape.leaves, "spine": shape.spines, "core": shape.cores}[tier]
    return device_name(f"{shape.name}-{tier}", ordinal, digits_for(count))


def envelope_switches(shape: FabricShape) -> Installed:
    """Everything that the envelope may have."""
    return Installed(tuple(range(shape.leaves)), tuple(range(shape.spines)), tuple(range(shape.cores)))


def wire(shape: FabricShape, installed: Installed) -> Iterator[Link]:
    """Give every link of what is installed."""
    yield from _host_links(shape, {member.name: member.installed for member in shape.demand.members})
    if shape.upper:
        yield from _leaf_spine_links(shape, installed.leaves, installed.spines)
        yield from _spine_core_links(shape, installed.spines, installed.cores)
    elif shape.peer_links and len(installed.leaves) == 2:
        yield from _peer_links(shape)
    if shape.demand.reserved:
        yield from _own_management(shape, installed)


def reserve(shape: FabricShape, installed: Installed) -> Iterator[Link]:
    """Give every link of the envelope that ends on an installed switch: the ports that are kept, and for whom."""
    per_su = shape.seating.leaves_per_su
    sus = {leaf // per_su for leaf in installed.leaves}
    seats: dict[str, list[int]] = {}
    for run in shape.seating.runs:
        if run.su in sus:
            seats.setdefault(run.member, []).extend(range(run.first, run.first + run.count))
    yield from _host_links(shape, {name: tuple(ordinals) for name, ordinals in seats.items()})
    every = envelope_switches(shape)
    if shape.upper:
        later = tuple(leaf for leaf in every.leaves if leaf not in set(installed.leaves))
        yield from _leaf_spine_links(shape, installed.leaves, every.spines)
        yield from _leaf_spine_links(shape, later, installed.spines)
        later = tuple(spine for spine in every.spines if spine not in set(installed.spines))
        yield from _spine_core_links(shape, installed.spines, every.cores)
        yield from _spine_core_links(shape, later, installed.cores)
    elif shape.peer_links and shape.leaves == 2:
        yield from _peer_links(shape)
    if shape.demand.reserved:
        yield from _own_management(shape, every)


def _host_links(shape: FabricShape, seats: Mapping[str, tuple[int, ...]]) -> Iterator[Link]:
    seating, bank = shape.seating, shape.demand.host_bank
    tier, base = shape.demand.leaf, 0
    for member in sorted(shape.demand.members, key=lambda member: member.order):
        count = len(member.ports)
        for ordinal in seats.get(member.name, ()):
            run = seating.run_of(member.name, ordinal)
            device = member.device(ordinal)
            for index, port in enumerate(member.ports):
                seat = seating.seat(run, ordinal, index)
                ports = port.breakout.ports
                cage = bank.cages[seat.cage]
                yield Link(
                    fabric=shape.name,
                    kind="host_leaf",
                    index=base + ordinal * count + index,
                    a=End(
                        device=device,
                        cage=port.cage,
                        port=port.cage_port,
                        ports=port.cage_ports,
                        interface=port.interface,
                        form_factor=port.form_factor,
                    ),
                    b=_port(switch_name(shape, "leaf", seat.leaf), tier, bank, cage, seat.port, ports),
                    speed_gbps=port.speed_gbps,
                    rail=index if shape.name == "compute" else None,
                )
        base += member.max * count


def _leaf_spine_links(shape: FabricShape, leaves: tuple[int, ...], spines: tuple[int, ...]) -> Iterator[Link]:
    upper, leaf_tier, spine_tier = shape.upper, shape.demand.leaf, shape.demand.spine
    assert upper is not None
    there = set(spines)
    for leaf in leaves:
        pod, within = divmod(leaf, upper.pod_leaves)
        leaf_name = switch_name(shape, "leaf", leaf)
        for uplink in range(shape.uplinks):
            spine, extra = divmod(uplink, upper.per_pair)
            ordinal = pod * upper.spines + spine
            if ordinal in there:
                yield Link(
                    fabric=shape.name,
                    kind="leaf_spine",
                    index=leaf * shape.uplinks + uplink,
                    a=up_port(leaf_name, leaf_tier, shape.uplinks, uplink),
                    b=down_port(switch_name(shape, "spine", ordinal), spine_tier, within * upper.per_pair + extra),
                    speed_gbps=shape.demand.uplink_gbps,
                )


def _spine_core_links(shape: FabricShape, spines: tuple[int, ...], cores: tuple[int, ...]) -> Iterator[Link]:
    upper, spine_tier, core_tier = shape.upper, shape.demand.spine, shape.demand.core
    assert upper is not None
    there = set(cores)
    for ordinal in spines:
        pod, spine = divmod(ordinal, upper.spines)
        for uplink in range(upper.spine_uplinks):
            core_in_group, extra = divmod(uplink, upper.core_per_pair)
            core = spine * upper.group + core_in_group
            if core in there:
                yield Link(
                    fabric=shape.name,
                    kind="spine_core",
                    index=ordinal * upper.spine_uplinks + uplink,
                    a=up_port(switch_name(shape, "spine", ordinal), spine_tier, upper.spine_uplinks, uplink),
                    b=down_port(switch_name(shape, "core", core), core_tier, pod * upper.core_per_pair + extra),
                    speed_gbps=shape.demand.uplink_gbps,
                )


def _peer_links(shape: FabricShape) -> Iterator[Link]:
    low, high = switch_name(shape, "leaf", 0), switch_name(shape, "leaf", 1)
    for index in range(shape.peer_links):
        yield Link(
            fabric=shape.name,
            kind="leaf_leaf",
            index=index,
            a=up_port(low, shape.demand.leaf, shape.uplinks, index),
            b=up_port(high, shape.demand.leaf, shape.uplinks, index),
            speed_gbps=shape.demand.uplink_gbps,
        )


def _own_management(shape: FabricShape, installed: Installed) -> Iterator[Link]:
    """Cable the out-of-band switches' own management ports to a neighbour: leaf n to leaf n xor 1, spine n to leaf n.

    They use the last two access cages of each leaf. A leaf whose neighbour is not there (yet) is managed in band.
    """
    bank, tier = shape.demand.host_bank, shape.demand.leaf
    base = sum(member.max * len(member.ports) for member in shape.demand.members)
    there = set(installed.leaves)
    pairs = [("leaf", leaf, leaf ^ 1, -1) for leaf in installed.leaves]
    pairs += [("spine", spine, spine, -2) for spine in installed.spines]
    for name, ordinal, leaf, cage in pairs:
        if leaf in there:
            yield Link(
                fabric=shape.name,
                kind="host_leaf",
                index=base + ordinal + (shape.leaves if name == "spine" else 0),
                a=management_end(switch_name(shape, name, ordinal)),
                b=_port(switch_name(shape, "leaf", leaf), tier, bank, bank.cages[cage], 0, 1),
                speed_gbps=1.0,
            )


def management_end(device: str) -> End:
    """The out-of-band port of a switch."""
    return End(device=device, cage="mgmt0", port=1, ports=1, interface="eth0", form_factor="rj45")


def up_port(device: str, tier: Tier, uplinks: int, index: int) -> End:
    """Uplink `index` of a switch that keeps `uplinks` of them: they take the last cages of the faceplate."""
    cages = -(-uplinks // tier.breakout.ports)
    first = len(tier.bank.cages) - cages * step(tier.breakout)
    cage, port = divmod(index, tier.breakout.ports)
    return _port(
        device, tier, tier.bank, tier.bank.cages[first + cage * step(tier.breakout)], port, tier.breakout.ports
    )


def down_port(device: str, tier: Tier, index: int) -> End:
    """Port `index` of a switch towards the tier below, from the first cage on."""
    cage, port = divmod(index, tier.breakout.ports)
    return _port(device, tier, tier.bank, tier.bank.cages[cage * step(tier.breakout)], port, tier.breakout.ports)


def _port(device: str, tier: Tier, bank: Bank, cage: int, port: int, ports: int) -> End:
    return End(
        device=device,
        cage=str(cage),
        port=port + 1,
        ports=ports,
        form_factor=bank.form_factor,
        interface=interface_name(tier.model, tier.os, cage, port + 1, ports),
    )
