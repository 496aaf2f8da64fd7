"""A plan for emulators: the devices with an emulated system, and the links between those.

The management network of an emulator replaces the out-of-band fabric: management ports of switches and BMCs have no link in a lab.
InfiniBand has no emulated switch, so its fabrics stay out.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.exports.export import Asked, ExportError
from generator.plan.cabling.records import Link
from generator.plan.plan import Plan

HOST = "linux"
"""How an option calls the image of hosts."""
_OOB = "oob"


class Node(Struct, frozen=True):
    """A device of a lab: `system` is that of a switch, or `linux` for a host; `management` its address out of band, empty where it has none."""

    name: str
    system: str
    group: str
    model: str
    rack: str
    unit: int
    management: str


def lab_links(plan: Plan, asked: Asked) -> list[Link]:
    """Return the links of the asked fabrics that an emulator can have: Ethernet, and not out of band."""
    known = set(_devices(plan))
    return [
        link
        for link in plan.links
        if asked.has(link.fabric)
        and link.fabric != _OOB
        and plan.fabrics[link.fabric].technology != "infiniband"
        and {link.a.device, link.b.device} <= known
    ]


def lab_nodes(plan: Plan, asked: Asked) -> list[Node]:
    """Return the devices at the ends of `lab_links`, hosts first, in the order of the plan."""
    used = {end.device for link in lab_links(plan, asked) for end in (link.a, link.b)}
    found = [node for name, node in _devices(plan).items() if name in used]
    if not found:
        raise ExportError(
            f"no link of {', '.join(asked.fabrics or plan.fabrics)} is Ethernet and in-band: a lab needs at least one such link"
        )
    return found


def images_of(nodes: list[Node], asked: Asked) -> dict[str, str]:
    """Return the image of each system that the nodes run. Raises ExportError: systems without an image, all of them."""
    systems = sorted({node.system for node in nodes})
    if lacking := [each for each in systems if each not in asked.images]:
        options = " ".join(f"--image {each}=IMAGE" for each in lacking)
        counts = ", ".join(f"{sum(1 for n in nodes if n.system == each)} x {each}" for each in lacking)
        raise ExportError(f"no image is set for {counts}; add {options}")
    return {each: asked.images[each] for each in systems}


def port_names(plan: Plan) -> dict[tuple[str, str], str]:
    """Return the names of a switch's ports as Linux interfaces inside an emulated switch, by (switch, interface).

    SONiC's image has `eth1` and on, in the order of its ports: here the n-th port of the envelope, so that growth renames none.
    EOS has an underscore for the slash (containerlab, docs/manual/kinds/ceos.md); Cumulus Linux has its own names.
    """
    found = {}
    for switch in plan.switches:
        for number, port in enumerate(plan.reserved_of[switch.name], 1):
            found[switch.name, port.interface] = _linux_name(port.interface, number, switch.os)
    return found


def _linux_name(interface: str, number: int, system: str | None) -> str:
    if system == "sonic":
        return f"eth{number}"
    return interface.replace("Ethernet", "eth").replace("/", "_") if system == "eos" else interface


def _devices(plan: Plan) -> dict[str, Node]:
    """Return every device that an emulator can run: hosts, and switches with a system of ours."""
    return {node.name: node for node in (*_hosts(plan), *_switches(plan))}


def _hosts(plan: Plan) -> Iterator[Node]:
    for host in plan.hosts:
        yield Node(host.name, HOST, host.group, host.model, host.rack, host.unit, host.management)


def _switches(plan: Plan) -> Iterator[Node]:
    for switch in plan.switches:
        if switch.os:
            group = f"{switch.fabric}-{switch.tier}"
            yield Node(switch.name, switch.os, group, switch.model, switch.rack, switch.unit, switch.management)
