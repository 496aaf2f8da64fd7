"""`paths A B`: the equal paths between two hosts, as the kernels would forward, against those of the cables."""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address

from generator.plan.counts import counted
from generator.twin.answer import Answer, TwinError
from generator.twin.bed import Bed
from generator.twin.command import Command
from generator.twin.design import Place
from generator.twin.kernel_tables import lookup
from generator.twin.running import Running
from generator.twin.switch_config import DEFAULT
from generator.twin.tree import End

_MOST_TIERS = 8
"""No path of a fabric is longer; a loop would be."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The number of paths, counted by link, their ports by switch, and their switches by tier."""

    count: int
    steps: frozenset[tuple[str, str]]
    tiers: tuple[tuple[str, ...], ...]


def walk_tables(bed: Bed, near: End, far: End, address: IPv4Address) -> Walk:
    """Follow the kernel tables. Packets in a tunnel between leaves, as of tenants and VLANs, follow the outer header."""
    routed = all(bed.tree.config(end.device).vrf(end.interface) == DEFAULT for end in (near, far))
    target = (
        address if routed and bed.tree.config(far.device).port_addresses(far.interface) else _tunnel(bed, far.device)
    )
    tables = {}

    def ports(switch: str) -> set[str]:
        if switch not in tables:
            tables[switch] = bed.fib(switch)
        return lookup(tables[switch], target)

    return _walk(bed, near.device, far.device, ports)


def walk_cables(bed: Bed, near: str, far: str) -> Walk:
    """Follow the plugged cables."""
    return _walk(bed, near, far, lambda switch: bed.routes(switch).get(far, set()))


def _tunnel(bed: Bed, leaf: str) -> IPv4Address:
    vtep = bed.tree.config(leaf).vtep
    return IPv4Address(vtep) if vtep else bed.tree.loopback(leaf).ip


def _walk(bed: Bed, near: str, far: str, ports: Callable[[str], set[str]]) -> Walk:
    over = {(end.device, end.interface): other.device for link in bed.links for end, other in link.ends()}
    counts, steps = {near: 1}, set[tuple[str, str]]()
    tiers: list[tuple[str, ...]] = [(near,)]
    while len(tiers) < _MOST_TIERS and set(counts) != {far}:
        ahead: dict[str, int] = {}
        for switch, paths in counts.items():
            if switch == far:
                ahead[far] = ahead.get(far, 0) + paths
                continue
            for port in ports(switch):
                if (switch, port) in over:
                    steps.add((switch, port))
                    there = over[switch, port]
                    ahead[there] = ahead.get(there, 0) + paths
        if not ahead:
            break
        counts = ahead
        tiers.append(tuple(sorted(counts)))
    return Walk(counts.get(far, 0), frozenset(steps), tuple(tiers))


def _paths(running: Running, one: str, other: str) -> Answer:
    if running.switch(one) or running.switch(other) or one.partition(":")[0] == other.partition(":")[0]:
        raise TwinError("paths needs two different hosts")
    pairs = _pairs(running.places_of(one), running.places_of(other))
    if not pairs:
        raise TwinError(f"{one} and {other} have no address on one fabric that is up")
    lines, faults, rows = [], [], []
    for a, b in pairs:
        line, fault, row = _compared(running, a, b)
        lines.append(line)
        faults += [fault] if fault else []
        rows.append(row)
    state = "as designed" if not faults else f"{counted(len(faults), 'pair')} not as designed"
    summary = f"{one} to {other}: paths of {counted(len(pairs), 'pair')} of ports, {state}"
    return Answer(command=f"paths {one} {other}", summary=summary, lines=lines, faults=faults, more={"pairs": rows})


def _pairs(near: list[Place], far: list[Place]) -> list[tuple[Place, Place]]:
    """Each port of the first host with the port of the second that has its name, or else the first on its fabric."""
    found = []
    for a in near:
        same = [b for b in far if b.fabric == a.fabric]
        match = [b for b in same if b.interface == a.interface] or same
        found += [(a, b) for b in match[:1]]
    return found


def _compared(running: Running, a: Place, b: Place) -> tuple[str, str, dict[str, object]]:
    bed = running.bed
    row: dict[str, object] = {"from": str(a), "to": str(b), "fabric": a.fabric}
    nics = [bed.nic(place.host, place.interface) for place in (a, b)]
    if dark := [place for place, nic in zip((a, b), nics, strict=True) if nic is None or not bed.lit(nic)]:
        return f"{a} to {b}: {dark[0]} has no carrier", "", {**row, "paths": 0, "designed": 0}
    near, far = (bed.leaf_of[nic] for nic in nics if nic)
    if near.device == far.device:
        return f"{a} to {b}: both on {near.device}", "", {**row, "paths": 1, "designed": 1, "switches": [[near.device]]}
    seen = walk_tables(bed, near, far, b.address)
    wanted = walk_cables(bed, near.device, far.device)
    row |= {"paths": seen.count, "designed": wanted.count, "switches": [list(tier) for tier in seen.tiers]}
    line = f"{a} to {b}: {counted(seen.count, 'equal path')}, {wanted.count:,} designed: {_tiers(seen)}"
    fault = "" if seen.steps == wanted.steps else f"{a} to {b}: {_difference(seen, wanted)}"
    return line, fault, row


def _tiers(walk: Walk) -> str:
    """Return the switches of each tier on the path, by name if there are few."""
    shown = [", ".join(tier) if len(tier) <= 2 else f"{len(tier)} of {tier[0]} to {tier[-1]}" for tier in walk.tiers]
    return " - ".join(shown) or "none"


def _difference(seen: Walk, wanted: Walk) -> str:
    missing, more = sorted(wanted.steps - seen.steps), sorted(seen.steps - wanted.steps)
    said = [f"{switch} does not use {port}" for switch, port in missing[:4]]
    said += [f"{switch} uses {port}, which the cables do not give" for switch, port in more[:4]]
    rest = len(missing) + len(more) - len(said)
    return "; ".join(said) + (f"; and {rest} more ports" if rest > 0 else "")


COMMAND = Command(
    name="paths",
    usage="paths A B",
    help="Follow the kernel tables from host A to host B, and compare with the paths of the cables. HOST:PORT is one port.",
    place=4,
    run=_paths,
    kinds=("device", "device"),
    least=2,
)
