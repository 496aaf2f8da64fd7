"""Labels of a cable: the text at each end, after TIA-606 (id, place of this end, place of the other one)."""

from generator.plan.cabling.records import LEGS, Link, LinkEnd

_TO = " > "


def port_text(end: LinkEnd) -> str:
    """Name a port as a technician finds it: the cage, and the port in it where it has several."""
    return f"{end.cage}/{end.port}" if end.ports > 1 else end.cage


def label(cable: str, near: str, far: str) -> str:
    """Write the label of an end that is at `near`, of a cable whose other end is at `far`."""
    return f"{cable} {near}{_TO}{far}"


def plug_text(end: LinkEnd, links: int) -> str:
    """Name the ports of the end of a cable with `links` links: a port, a whole cage, or the ports of one connector in it."""
    if links == 1:
        return port_text(end)
    ports = plug_ports(end, links)
    return end.cage if links == end.ports else f"{end.cage}/{ports[0]}-{ports[-1]}"


def plug_ports(end: LinkEnd, links: int) -> range:
    """Return the ports, from 1, of a plug with this number of links: the connectors of a cage have its ports in order."""
    first = (end.port - 1) // links * links + 1
    return range(first, first + links)


def place_text(rack: str, unit: int, device: str, port: str) -> str:
    """Place of a plug, as text."""
    return f"{position_text(rack, unit, device)} {port}"


def position_text(rack: str, unit: int, device: str) -> str:
    """Place of a device, as text: what the places of all its plugs begin with."""
    return f"{rack}-U{unit:02d} {device}"


def leg_places(text: str) -> list[tuple[str, int, str, str]]:
    """Read the far side of a splitter's label back: rack, unit, device and cage of every leg, installed or not."""
    found = []
    for leg in text.split(LEGS):
        place, device, cage = leg.split(" ", 2)
        rack, _, unit = place.rpartition("-U")
        found.append((rack, int(unit), device, cage))
    return found


def label_lines(link: Link, end: str) -> tuple[str, str]:
    """Return the two lines below the id on the label of end "a" or "b": this end, and the other one."""
    return label_ends(link.cable, link.label_a if end == "a" else link.label_b)


def label_ends(cable: str, text: str) -> tuple[str, str]:
    """Return the two lines below the id of a label: this end, and the other one."""
    near, _, far = text[len(cable) + 1 :].partition(_TO)
    return near, far
