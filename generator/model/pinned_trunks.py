"""Pinned uplinks: the port of a switch above at which each uplink ends, around the pinned ones.

A switch keeps as many links to each one above as the formula gives it, so that its uplinks stay even: pins only exchange these links and their ports. Of two leaves that are joined directly the second is above the first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from generator.model.baseline import Ends
from generator.model.dealt import Dealt, UplinkKey
from generator.model.dealt_uplinks import Usual, deal_uplinks
from generator.model.device import End, LinkKind, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.pinned import Pinned
from generator.model.pinned_ports import pin_ports, twice
from generator.model.switch_ports import down_ports, up_ports
from generator.source.diagnostic import Diagnostic, Note, Problems
from generator.source.span import Loc
from generator.spec.pins import end_of

_Key = tuple[int, int]
"""A lower switch by its ordinal in the plane, and its uplink."""


_TIERS: Mapping[LinkKind, tuple[SwitchTier, SwitchTier]] = {
    "leaf_leaf": ("leaf", "leaf"),
    "leaf_spine": ("leaf", "spine"),
    "spine_core": ("spine", "core"),
}


class _Block(Struct, frozen=True, dict=True):
    """Switches of a plane with the same switches above: where each uplink usually ends, the ordinals of those above in the plane, and ports by interface."""

    kind: LinkKind
    plane: int
    usual: Mapping[_Key, Ends]
    uppers: Sequence[int]
    lower_ports: Sequence[End]
    upper_ports: Sequence[End]

    @cached_property
    def lower_names(self) -> Mapping[str, int]:
        """The uplinks of a lower switch by interface."""
        return {port.interface: index for index, port in enumerate(self.lower_ports)}

    @cached_property
    def upper_names(self) -> Mapping[str, int]:
        """The ports of a switch above by interface."""
        return {port.interface: index for index, port in enumerate(self.upper_ports)}

    @cached_property
    def lower_cages(self) -> Sequence[str]:
        """The cages of the uplinks."""
        return [port.cage for port in self.lower_ports]

    @cached_property
    def upper_cages(self) -> Sequence[str]:
        """The cages of the ports above."""
        return [port.cage for port in self.upper_ports]


class _Asked(Struct, frozen=True):
    """An uplink that is pinned to a port."""

    ends: Ends
    loc: Loc
    a: str
    b: str


def pin_links(pinned: Pinned, shapes: Mapping[str, FabricShape], problems: Problems) -> dict[str, Dealt]:
    """Return the ports and uplinks of every fabric around its pins. A pin of no such port is left out here, and refused where cables are pinned."""
    found = {name: Dealt(places) for name, places in pin_ports(pinned, shapes, problems).items()}
    stated = [
        (("pins", "links", index, "b"), link.a, link.b)
        for index, link in enumerate(pinned.spec.links)
        if link.b and len(pinned.seat_of(end_of(link.a)[0]) or ()) == 3
    ]
    for name, shape in shapes.items() if stated else ():
        uplinks: dict[UplinkKey, Ends] = {}
        for block in _blocks(shape) if not shape.carrier else ():
            asked = _asked(pinned, shape, block, stated, problems)
            for (lower, uplink), ends in _deal(shape, block, asked, problems).items():
                uplinks[block.kind, block.plane, lower, uplink] = ends
        found[name] = Dealt(found[name].places, uplinks)
    return found


def _blocks(shape: FabricShape) -> Iterator[_Block]:
    """Yield the blocks of every plane of the envelope."""
    upper, demand = shape.upper, shape.demand
    for plane in range(shape.planes):
        if upper is None:
            if shape.peer_links:
                names = up_ports(demand.leaf, shape.uplink_steps or (shape.uplinks,), shape.peer_links)
                ends = {(0, link): (0, link) for link in range(shape.peer_links)}
                yield _Block("leaf_leaf", plane, ends, (1,), names, names)
            continue
        names, above = up_ports(demand.leaf, (shape.uplinks,), shape.uplinks), down_ports(demand.spine)
        for pod in range(upper.pods):
            leaves = range(pod * upper.pod_leaves, min((pod + 1) * upper.pod_leaves, shape.in_plane("leaf")))
            ends = {(leaf, link): shape.trunk(leaf, link) for leaf in leaves for link in range(shape.uplinks)}
            uppers = range(pod * upper.spines, (pod + 1) * upper.spines)
            yield _Block("leaf_spine", plane, ends, uppers, names, above)
        names, above = up_ports(demand.spine, (upper.spine_uplinks,), upper.spine_uplinks), down_ports(demand.core)
        for spine in range(upper.spines if upper.group else 0):
            spines = range(spine, upper.spines * upper.pods, upper.spines)
            ends = {
                (each, link): shape.spine_trunk(each, link) for each in spines for link in range(upper.spine_uplinks)
            }
            uppers = range(spine * upper.group, (spine + 1) * upper.group)
            yield _Block("spine_core", plane, ends, uppers, names, above)


def _asked(
    pinned: Pinned,
    shape: FabricShape,
    block: _Block,
    stated: Sequence[tuple[Loc, str, str]],
    problems: Problems,
) -> dict[_Key, _Asked]:
    """Return the uplinks of a block that are pinned to a port of it."""
    found: dict[_Key, _Asked] = {}
    held: dict[Ends, _Asked] = {}
    lower_tier, upper_tier = _TIERS[block.kind]
    places = set(block.usual.values())
    for loc, a, b in stated:
        lower, uplink = _read(pinned, shape, block.plane, lower_tier, a, block.lower_names)
        upper, port = _read(pinned, shape, block.plane, upper_tier, b, block.upper_names)
        key = lower, uplink
        if key not in block.usual or upper not in block.uppers or (block.uppers.index(upper), port) not in places:
            continue
        ask = _Asked((block.uppers.index(upper), port), loc, a, b)
        same, other = found.setdefault(key, ask), held.setdefault(ask.ends, ask)
        if same.ends != ask.ends:
            problems.add(twice(f"{a} is pinned to two ports", loc, same.loc))
        elif other.a != a:
            problems.add(twice(f"{b} is pinned for two cables", loc, other.loc))
    return found


def _read(
    pinned: Pinned, shape: FabricShape, plane: int, tier: SwitchTier, text: str, names: Mapping[str, int]
) -> tuple[int, int]:
    """Read an end: the ordinal in its plane of a switch of a tier, and its uplink or port; -1 for what it does not name."""
    device, interface = end_of(text)
    seat = pinned.seat_of(device)
    if seat is None or seat[:2] != (shape.name, tier) or interface not in names:
        return -1, -1
    its_plane, local = divmod(seat[-1], shape.in_plane(tier))
    return (local, names[interface]) if its_plane == plane else (-1, -1)


def _deal(shape: FabricShape, block: _Block, asked: Mapping[_Key, _Asked], problems: Problems) -> dict[_Key, Ends]:
    """Return where the uplinks of a block end that do not end as usual: the pinned ones, and those that they displace."""
    if not asked:
        return {}
    owed: dict[int, Counter[int]] = {}
    for (lower, _), (above, _) in block.usual.items():
        owed.setdefault(lower, Counter())[above] += 1
    for (lower, _), ask in asked.items():
        owed[lower][ask.ends[0]] -= 1
        if owed[lower][ask.ends[0]] < 0:
            problems.add(_uneven(shape, block, asked, lower, ask))
            return {}
    usual = Usual(block.usual, block.lower_cages.__getitem__, block.upper_cages.__getitem__)
    found = deal_uplinks(usual, {key: ask.ends for key, ask in asked.items()}, owed)
    return {key: ends for key, ends in found.items() if ends != block.usual[key]}


def _uneven(shape: FabricShape, block: _Block, asked: Mapping[_Key, _Asked], lower: int, last: _Asked) -> Diagnostic:
    mine = [ask for (each, _), ask in asked.items() if each == lower and ask.ends[0] == last.ends[0]]
    usual = sum(1 for (each, _), ends in block.usual.items() if each == lower and ends[0] == last.ends[0])
    device, peer = (end_of(text)[0] for text in (last.a, last.b))
    count = sum(1 for each, _ in block.usual if each == lower)
    return Diagnostic(
        code="pin-cable",
        loc=last.loc,
        message=f"{device} has {len(mine)} links pinned to {peer}, and of its {count} uplinks {usual} go to each switch above it",
        notes=(
            Note("another one is pinned here", mine[0].loc),
            Note("the tier above is sized here", ("fabrics", shape.name)),
        ),
        help="uplinks are even over the switches above, or paths are not; correct the pin, or move the cable",
    )
