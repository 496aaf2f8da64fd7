"""Waves: switches that may change at the same time, so that no device with two paths loses both.

A switch is out of service while it loads a new configuration. A device that is cabled to several switches of a fabric (a host to its leaves, a leaf to
its spines, a spine to its cores) keeps at least one of them in every wave; even and odd planes never share a wave. Upper tiers go first, so that a
wrong file costs capacity before it costs a host a port; out-of-band switches go last, as the path to all others leads over them, and those on the
controller's own path go alone.

A wave follows from a switch's coordinate: its tier, and whether its plane, and its place there (a spine's: in its pod), are even or odd. The numbers of waves are those of
the envelope, so growth inside it renumbers none. Only where parity would leave a device without a path (`_sides`), a switch goes to the other side,
or to a third: links of the whole envelope decide, in the order of ordinals, so that later switches change nothing for earlier ones.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.device import Link, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.planes import envelope_switches, switch_name
from generator.plan.records import Switch
from generator.plan.states import PLANNED

_UPPER_FIRST: tuple[SwitchTier, ...] = ("core", "spine", "leaf")
_TITLES = ("cores", "spines", "leaves")
_MANAGEMENT = "oob"
_CONTROL = "control"
_MORE = range(2, 66)
"""Further sides; at most as many as one switch has conflicts."""

Key = tuple[int, int, int, int]
"""Sort key of waves: out of band or not, tier, parity of the plane, side."""


class Wave(Struct, frozen=True, kw_only=True):
    """Switches that may change together, or with `singly` one after the other. `number` counts from 1; there may be none installed."""

    number: int
    title: str
    singly: bool
    switches: tuple[str, ...]


def plan_waves(cluster: Cluster, switches: Iterable[Switch]) -> tuple[Wave, ...]:
    """Return the waves of the envelope in their order, each with its switches that are not only planned."""
    there = {switch.name for switch in switches if switch.state != PLANNED}
    alone = _on_paths_of_control(cluster)
    keys = {name: key for name, key in _keys(cluster) if name not in alone}
    waves = [
        Wave(
            number=number,
            title=_title(key),
            singly=False,
            switches=tuple(name for name, mine in keys.items() if mine == key and name in there),
        )
        for number, key in enumerate(sorted(set(keys.values())), start=1)
    ]
    last = tuple(name for name in alone if name in there)
    return (*waves, Wave(number=len(waves) + 1, title="on the way to all others", singly=True, switches=last))


def _keys(cluster: Cluster) -> Iterator[tuple[str, Key]]:
    """Yield the coordinate of every switch of the envelope."""
    sides = _sides(cluster)
    for shape in _own(cluster):
        envelope = envelope_switches(shape)
        for rank, tier in enumerate(_UPPER_FIRST):
            for ordinal in envelope.of(tier):
                name = switch_name(shape, tier, ordinal)
                yield name, (shape.name == _MANAGEMENT, rank, ordinal // shape.in_plane(tier) % 2, sides[name])


def _sides(cluster: Cluster) -> dict[str, int]:
    """Assign every switch a side: the parity of its place, unless a device would then have all of its upper switches on one side."""
    ordinals = {
        switch_name(shape, tier, ordinal): _place(shape, tier, ordinal)
        for shape in _own(cluster)
        for tier in _UPPER_FIRST
        for ordinal in envelope_switches(shape).of(tier)
    }
    closing: dict[str, set[frozenset[str]]] = {}
    for uppers in _upper_switches(cluster, ordinals):
        *others, last = sorted(uppers, key=lambda name: (ordinals[name], name))
        closing.setdefault(last, set()).add(frozenset(others))
    sides: dict[str, int] = {}
    for name, ordinal in sorted(ordinals.items(), key=lambda pair: (pair[1], pair[0])):
        bad = [{sides[other] for other in others} for others in closing.get(name, ())]
        parity = ordinal % 2
        sides[name] = next(side for side in (parity, 1 - parity, *_MORE) if {side} not in bad)
    return sides


def _place(shape: FabricShape, tier: SwitchTier, ordinal: int) -> int:
    """Return a switch's place in its plane; of a spine in its pod, as all spines of one place share their cores, and pods must meet there."""
    place = ordinal % shape.in_plane(tier)
    return place % shape.upper.spines if tier == "spine" and shape.upper else place


def _upper_switches(cluster: Cluster, switches: Mapping[str, int]) -> set[frozenset[str]]:
    """Return the upper switches of each device in each fabric and plane, where there are several; those of the envelope."""
    found: dict[tuple[str, str, int], set[str]] = {}
    for link in cluster.reserved:
        if link.b.device in switches and link.kind != "leaf_leaf":
            found.setdefault((link.a.device, link.fabric, link.plane), set()).add(link.b.device)
    return {frozenset(uppers) for uppers in found.values() if len(uppers) > 1}


def _on_paths_of_control(cluster: Cluster) -> tuple[str, ...]:
    """Return the out-of-band switches on the control hosts' path to other switches.

    Those are the upper tiers, and the leaves that the control hosts are on; all of them, where leaves are joined without spines or no control host is there.
    """
    shape = cluster.shapes.get(_MANAGEMENT)
    if shape is None or shape.carrier:
        return ()
    envelope = envelope_switches(shape)
    groups = {group.name for group in cluster.groups if group.role == _CONTROL}
    seats = {link.b.device for link in cluster.reserved if _from_control(cluster, groups, link)}
    every = not seats or shape.upper is None
    leaves = [switch_name(shape, "leaf", ordinal) for ordinal in envelope.of("leaf")]
    upper = [switch_name(shape, tier, ordinal) for tier in _UPPER_FIRST[:2] for ordinal in envelope.of(tier)]
    return (*(leaf for leaf in leaves if every or leaf in seats), *upper)


def _from_control(cluster: Cluster, groups: set[str], link: Link) -> bool:
    """Whether a link is a control host's own path to the switches, not that of its BMC."""
    if link.fabric != _MANAGEMENT or link.kind != "host_leaf" or link.a.interface == "bmc":
        return False
    return cluster.floor.group_of(link.a.device) in groups


def _own(cluster: Cluster) -> list[FabricShape]:
    """Return the fabrics that have switches of their own."""
    return [shape for shape in cluster.shapes.values() if not shape.carrier]


def _title(key: Key) -> str:
    management, rank, plane, side = key
    where = "out-of-band " if management else ""
    return f"{where}{_TITLES[rank]}, {'odd' if plane else 'even'} planes, side {side + 1}"
