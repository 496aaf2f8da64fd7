"""Addresses that move between two existing devices: in any order of steps both would answer to one address for some time, so such a change is refused.

A gateway belongs to its VLAN, and the upper end of a link to the link: where the lower end keeps its address, the upper one moves with the cable.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generator.change.tables import PlanRows
from generator.plan.plan import Plan
from generator.source.diagnostic import Diagnostic, Note
from generator.source.rule import register

register(
    "address-of-another",
    title="An address that another device gives up",
    stage="plan",
    why="Two existing devices would have to change at the same moment: until both have changed, packets for one reach the other.",
    fix="Choose another pool for the fabric in the same change, so that every new address is free, or make the change in two steps.",
)
SHARED = frozenset({"gateway"})
"""Uses of addresses that several devices share."""
_FEW = 3


class TakenOver(Struct, frozen=True):
    """An address that moves: the new and the earlier device, and the fabric."""

    fabric: str
    address: str
    device: str
    interface: str
    of: str


def taken_over(old: PlanRows, new: Plan | PlanRows) -> Iterator[TakenOver]:
    """Yield addresses that would move between existing devices, IPv4 first."""
    stay = _names(new)
    for family in ("address", "ipv6"):
        before, after = _holders(_rows(old), family), _holders(_rows(new), family)
        both = sorted(before.keys() & after.keys())
        given = {at: (before[at].keys() - after[at].keys()) & stay for at in both}
        if not any(given[at] and after[at].keys() - before[at].keys() for at in both):
            continue
        cabled = set(_with_cable(new, before, family))
        for at in both:
            for device in sorted(after[at].keys() - before[at].keys()) if given[at] else ():
                if (device, at) not in cabled:
                    fabric, interface = after[at][device]
                    yield TakenOver(fabric, at, device, interface, min(given[at]))


def _names(plan: Plan | PlanRows) -> set[str]:
    if isinstance(plan, Plan):
        return {device.name for device in plan.devices}
    return {row["name"] for section in ("hosts", "switches") for row in plan[section]}


def _rows(plan: Plan | PlanRows) -> Iterable[tuple[str, str, str, str, str, str]]:
    if isinstance(plan, Plan):
        return ((a.address, a.ipv6, a.use, a.device, a.fabric, a.interface) for a in plan.addresses)
    keys = ("address", "ipv6", "use", "device", "fabric", "interface")
    return (
        (row[keys[0]], row[keys[1]], row[keys[2]], row[keys[3]], row[keys[4]], row[keys[5]])
        for row in plan["addresses"]
    )


def _holders(rows: Iterable[tuple[str, str, str, str, str, str]], family: str) -> dict[str, dict[str, tuple[str, str]]]:
    """Return the devices that have each address, with the fabric and the interface."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for address, ipv6, use, device, fabric, interface in rows:
        at = address if family == "address" else ipv6
        if at and use not in SHARED:
            found.setdefault(at, {})[device] = (fabric, interface)
    return found


def _with_cable(
    plan: Plan | PlanRows, before: Mapping[str, Mapping[str, tuple[str, str]]], family: str
) -> Iterator[tuple[str, str]]:
    """Yield the upper ends of links whose lower end keeps its address, each with its own."""
    if isinstance(plan, Plan):
        ends = ((getattr(x.a, family), x.a.device, x.a.interface, x.b.device, getattr(x.b, family)) for x in plan.links)
    else:
        ends = (
            (x["a"][family], x["a"]["device"], x["a"]["interface"], x["b"]["device"], x["b"][family])
            for x in plan["links"]
        )
    for at, device, interface, upper, other in ends:
        stood = before.get(at, {}).get(device)
        if stood is not None and stood[1] == interface:
            yield upper, other


def refuse_taken_over(plan: Plan, earlier: PlanRows, source: str) -> Iterator[Diagnostic]:
    """Yield the addresses that would move to another device: one problem per fabric, with the count and the first of them."""
    found: dict[str, list[TakenOver]] = {}
    for each in taken_over(earlier, plan):
        found.setdefault(each.fabric, []).append(each)
    for fabric, things in found.items():
        few = "; ".join(f"{each.device} {each.interface} gets {each.address} of {each.of}" for each in things[:_FEW])
        more = f"; and {len(things) - _FEW} more" if len(things) > _FEW else ""
        yield Diagnostic(
            code="address-of-another",
            loc=("fabrics", fabric) if fabric in plan.fabrics else ("hosts",),
            at_key=True,
            message=f"{fabric} cannot be planned with {source} as the baseline: {len(things)} addresses would go from one existing device to another",
            notes=(Note(few + more, ()),),
            help=f"set addressing.{fabric} to another prefix in this change, so that every new address is free, or make the change in two steps",
        )
