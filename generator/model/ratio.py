"""Oversubscription: host bandwidth to uplink bandwidth of a leaf."""

from generator.model.fabric_shape import FabricShape


def oversubscription(shape: FabricShape, uplinks: int | None = None) -> float:
    """Host bandwidth to uplink bandwidth of the fullest leaf of the envelope, with the installed uplinks; 1 where nothing has to leave a leaf."""
    if nothing_crosses(shape):
        return 1.0
    down = max(_down_gbps(shape).values())
    return round(down / ((uplinks or shape.uplinks_there) * shape.demand.uplink_gbps), 3)


def nothing_crosses(shape: FabricShape) -> bool:
    """Whether no traffic needs an uplink: one leaf, islands of rails, or a pair on both of whose leaves every host sits.

    The peer links of such a pair carry only what a failed port diverts.
    """
    homes = {zone.leaf for run in shape.seating.runs for zone in run.zones}
    paired = shape.peer_links and not shape.topology.rails and len(homes) > 1
    return not shape.uplinks or bool(paired)


def _down_gbps(shape: FabricShape) -> dict[tuple[int, int], float]:
    """Bandwidth of the hosts of the envelope on each leaf, by SU and leaf within it."""
    found: dict[tuple[int, int], float] = {}
    members = {member.name: member for member in shape.demand.members}
    for run in shape.seating.runs:
        for port, zone in zip(members[run.member].ports, run.zones, strict=True):
            key = (run.su, zone.leaf)
            found[key] = found.get(key, 0.0) + run.count * port.speed_gbps
    return found
