"""What hangs on a cable: the text of the label at each end."""

from generator.plan.records import LinkEnd


def port_text(end: LinkEnd) -> str:
    """Name a port as a technician finds it: the cage, and the port in it where it has several."""
    return f"{end.cage}/{end.port}" if end.ports > 1 else end.cage


def label(cable: str, near: LinkEnd, far: LinkEnd) -> str:
    """Write the label of the near end (after TIA-606: id, where this end is, where the other one is)."""
    return f"{cable} {where(near)} > {where(far)}"


def where(end: LinkEnd) -> str:
    """Say where one end is: rack and unit, device, port."""
    return f"{end.rack}-U{end.unit:02d} {end.device} {port_text(end)}"
