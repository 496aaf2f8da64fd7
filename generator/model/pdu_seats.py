"""Seats of power strips on out-of-band leaves: which leaf a rack's strips are connected to, and which of its kept cages they take.

A rack's strips go to the leaf of its devices (the first one, where it has several). A leaf's racks take places in the order of the floor, for the
whole envelope, so a rack that comes later moves no other. Connections of an earlier plan stay.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.demand import Tier
from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import Bank
from generator.model.wiring import managed_by

OOB = "oob"
_OWN = 2
"""The last cages of a leaf, which its neighbours' own management ports take (`wiring.managed_by`)."""


class PduSeat(Struct, frozen=True):
    """A rack's place on a leaf: the ordinal of the leaf, and the first of `count` places, from 0."""

    leaf: int
    first: int
    count: int


def pdu_seats(cluster: Cluster) -> dict[str, PduSeat]:
    """Return the places of every rack of the envelope whose strips are managed, by its name; none where there is no out-of-band network."""
    shape, power = cluster.shapes.get(OOB), cluster.spec.power
    if shape is None or power.pdu_management is None:
        return {}
    count = power.feeds * power.pdus_per_feed
    leaves = _leaf_of_racks(cluster, shape)
    kept = {
        rack: seat
        for rack, seat in cluster.baseline.pdus.items()
        if rack in leaves and seat[2] == count and seat[0] < shape.in_plane("leaf")
    }
    found = {rack: PduSeat(*seat) for rack, seat in kept.items()}
    ends: dict[int, int] = {}
    for seat in found.values():
        ends[seat.leaf] = max(ends.get(seat.leaf, 0), seat.first + seat.count)
    for rack in (slot.name for slot in cluster.floor.racks if slot.name in leaves and slot.name not in kept):
        leaf = leaves[rack]
        found[rack] = PduSeat(leaf, ends.get(leaf, 0), count)
        ends[leaf] = ends.get(leaf, 0) + count
    return found


def seat_cage(shape: FabricShape, place: int) -> int | None:
    """Return the cage of a place on a leaf, counted from its end, so that more kept cages move none; None where it has fewer."""
    bank: Bank = shape.demand.host_bank
    index = (_OWN if shape.demand.own_management else 0) + place + 1
    return bank.cages[-index] if index <= len(bank.cages) else None


def seat_tier(shape: FabricShape) -> tuple[Tier, Bank]:
    """Return the leaf as a tier for the ports of strips."""
    return shape.demand.leaf, shape.demand.host_bank


def _leaf_of_racks(cluster: Cluster, shape: FabricShape) -> dict[str, int]:
    """Return the first leaf of the devices of every rack; where a rack has nothing but switches of this network, theirs."""
    served, own = _first(_members(cluster, shape)), _first(_switches(cluster, shape))
    return {**own, **served}


def _first(racks: Iterator[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for rack, leaf in racks:
        found[rack] = min(leaf, found.get(rack, leaf))
    return found


def _members(cluster: Cluster, shape: FabricShape) -> Iterator[tuple[str, int]]:
    """Yield the rack and leaf of every device of the envelope that draws from strips: not those that come in a rack with shelves of its own."""
    whole = {group.name for group in cluster.groups if group.model.rack_fixtures or group.share}
    pinned = cluster.dealt[OOB].places
    for member in (each for each in shape.demand.members if each.name not in whole):
        for ordinal in range(member.max):
            run = shape.seating.run_of(member.name, ordinal)
            seat = shape.seating.seat(run, ordinal, 0)
            if pinned.pins.pins:
                seat = pinned.seat((0, member.name, ordinal, 0))
            yield cluster.floor.by_name(member.device(ordinal)).rack, seat.leaf


def _switches(cluster: Cluster, shape: FabricShape) -> Iterator[tuple[str, int]]:
    """Yield the racks of the leaves themselves, and those of spines with the leaf that manages them."""
    for leaf in range(shape.in_plane("leaf")):
        yield cluster.floor.switch(OOB, "leaf", leaf).rack, leaf
    for tier, ordinal, leaf, _ in managed_by(shape) if shape.demand.own_management else ():
        if tier == "spine":
            yield cluster.floor.switch(OOB, tier, ordinal).rack, leaf
