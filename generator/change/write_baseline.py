"""The numbering of a plan: a later plan reads it as its baseline, so that every device keeps its number, seat and place.

Rows for `plan.json`, each with `what` it is. `change/read_baseline.py` reads them back: change both together, and the format number.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.model.cluster import Cluster
from generator.model.device import TIERS
from generator.model.fabric_shape import FabricShape, Numbered
from generator.model.floor import FloorPlan
from generator.model.pdu_seats import pdu_seats
from generator.model.planes import envelope_links
from generator.model.wiring import managed_by
from generator.plan.addressing.pools import role_numbers
from generator.plan.cabling.cables import CableAllocator
from generator.plan.power.turns import turn_rows

Row = Mapping[str, Any]
_NUMBERED: tuple[Numbered, ...] = (*TIERS, "pods")


def baseline_rows(cluster: Cluster, allocators: Mapping[str, CableAllocator]) -> Iterator[Row]:
    """Yield every row, in a fixed order."""
    for group in cluster.groups:
        yield {"what": "digits", "of": group.name, "digits": group.digits}
    for role, blocks in sorted(role_numbers(cluster).items()):
        yield from _blocks(f"role.{role}", blocks.rows)
    for name, shape in cluster.shapes.items():
        yield from _digits(shape)
        if not shape.carrier:
            for what in _NUMBERED:
                yield from _blocks(f"{name}.{what}", shape.numbers(what).rows)
        yield from _blocks(f"{name}.host_leaf", shape.numbers("host_leaf").rows)
        yield from _fabric(shape, allocators[name])
    yield from _floor(cluster)
    for rack, seat in pdu_seats(cluster).items():
        yield {"what": "pdus", "rack": rack, "leaf": seat.leaf, "first": seat.first, "count": seat.count}
    yield from turn_rows((group.name for group in cluster.groups), cluster.shapes, cluster.baseline.turns)


def _digits(shape: FabricShape) -> Iterator[Row]:
    counts = {tier: shape.first.in_plane(tier) for tier in TIERS} | envelope_links(shape.first)
    for what, count in counts.items():
        yield {"what": "digits", "of": f"{shape.name}.{what}", "digits": shape.digits(what, count)}


def _blocks(of: str, rows: tuple[Any, ...]) -> Iterator[Row]:
    for row in rows:
        yield {"what": "block", "of": of, "kind": row.kind, "first": row.first, "start": row.start, "count": row.count}


def _fabric(shape: FabricShape, allocator: CableAllocator) -> Iterator[Row]:
    demand, upper = shape.demand, shape.upper
    yield {
        "what": "fabric",
        "fabric": shape.name,
        "models": [tier.model.model for tier in (demand.leaf, demand.spine, demand.core)],
        "host_gbps": demand.host_gbps,
        "uplink_gbps": demand.uplink_gbps,
        "leaves_per_su": shape.seating.leaves_per_su,
        "sus_per_pod": shape.sus_per_pod,
        "carrier": shape.carrier,
        "uplinks": shape.uplinks,
        "uplink_steps": list(shape.uplink_steps),
        "peer_links": shape.peer_links,
        "upper": [
            upper.pods,
            upper.pod_leaves,
            upper.spines,
            upper.per_pair,
            upper.spine_uplinks,
            upper.group,
            upper.core_per_pair,
        ]
        if upper
        else [],
        "reasons": shape.reasons,
    }
    for run in shape.seating.given:
        zones = [[z.leaf, z.first_cage, z.ports_per_cage, z.step, z.first_port] for z in run.zones]
        head = {"what": "run", "fabric": shape.name, "member": run.member, "su": run.su, "first": run.first}
        at = {} if run.at is None else {"at": run.at}
        yield {**head, "count": run.count, "near": run.near, **at, "zones": zones}
    for (leaf, uplink), (spine, port) in shape.trunks.items():
        yield {"what": "trunk", "fabric": shape.name, "leaf": leaf, "uplink": uplink, "spine": spine, "port": port}
    if demand.own_management:
        for tier, ordinal, leaf, cage in managed_by(shape):
            where = {"tier": tier, "ordinal": ordinal, "leaf": leaf, "cage": cage}
            yield {"what": "managed", "fabric": shape.name, **where}
    for (kind, cages), (one, two) in sorted(allocator.optics()):
        yield {"what": "optics", "fabric": shape.name, "kind": kind, "cages": cages, "a": one, "b": two}


def _floor(cluster: Cluster) -> Iterator[Row]:
    floor = cluster.floor
    for slot in floor.racks:
        yield {"what": "rack", "rack": slot.name, "row": slot.row, "position": slot.position, "use": slot.use}
    yield from sorted((*_rows(floor), *_held_rows(floor)), key=lambda row: str(row["group"]))
    names = {group.name: group for group in cluster.groups}
    places = [(names[group].host_name(ordinal), place) for (group, ordinal), place in floor.host_places.items()]
    places += [(name, floor.switch_places[key]) for name, key in floor.switch_names.items()]
    for device, place in sorted((*places, *floor.held.places.items()), key=lambda each: each[0]):
        at = {"what": "place", "device": device, "rack": place.rack, "unit": place.unit, "height_u": place.height_u}
        held = device in floor.held.places and device in floor.held.groups
        yield {**at, "group": floor.held.groups[device]} if held else at
    for name, stack in floor.stacks.items():
        sides = [[slot.name for slot in side] for side in stack.racks]
        yield {"what": "stack", "of": name, "racks": sides, "edges": list(stack.edges), "counts": list(stack.counts)}


def _rows(floor: FloorPlan) -> Iterator[Row]:
    for group, runs in floor.host_runs.items():
        for run in runs:
            racks = [slot.name for slot in run.racks.values()]
            head = {"what": "row", "group": group, "first": run.first, "count": run.count}
            shelf = {"per_rack": run.stack.per_rack, "height_u": run.stack.height_u, "units": list(run.stack.units)}
            yield {**head, **shelf, "racks": racks}


def _held_rows(floor: FloorPlan) -> Iterator[Row]:
    """Yield the rows of absent groups as the earlier plan has them."""
    for row in floor.held.rows:
        head = {"what": "row", "group": row.group, "first": row.first, "count": row.count}
        shelf = {"per_rack": row.per_rack, "height_u": row.height_u, "units": list(row.units)}
        yield {**head, **shelf, "racks": list(row.racks)}
