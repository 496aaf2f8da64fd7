"""Links as they are built: both ends on the metal, with cable, medium, address and label."""

from msgspec import Struct

from generator.catalog.model import Optic
from generator.model.cluster import Cluster
from generator.model.device import End, Place
from generator.model.device import Link as ModelLink
from generator.plan.addressing.addresses import Addressing
from generator.plan.cabling.cables import CableAllocator
from generator.plan.cabling.chosen import Cabling
from generator.plan.cabling.ends import label, place_text, plug_text, port_text, position_text
from generator.plan.cabling.media import Media
from generator.plan.cabling.pinned import pin_cables
from generator.plan.cabling.records import LEGS, Cable, Link, LinkEnd
from generator.source.diagnostic import Problems


def make_allocators(cluster: Cluster, problems: Problems) -> dict[str, CableAllocator]:
    """Make each fabric's cable allocator."""
    media = {technology: Media(cluster.catalog, technology) for technology in ("ethernet", "infiniband")}
    allocators = {
        name: CableAllocator(
            cluster, shape, media["infiniband" if shape.demand.spec.technology == "infiniband" else "ethernet"]
        )
        for name, shape in cluster.shapes.items()
    }
    if cluster.pinned.spec.links:
        problems.add(*pin_cables(cluster, allocators))
    return allocators


def plan_links(
    cluster: Cluster, addressing: Addressing, allocators: dict[str, CableAllocator]
) -> tuple[list[Link], list[Cable]]:
    """Assign every link its cable, and return every cable once."""
    positions = {device.name: _position(device.name, device.place) for device in cluster.devices}
    mtus = {name: shape.demand.spec.mtu_bytes for name, shape in cluster.shapes.items()}
    links: list[Link] = []
    cables: dict[str, Cable] = {}
    for link in cluster.links:
        allocator = allocators[link.fabric]
        cabling = allocator.of(link)
        if cabling is None:
            continue
        legs = allocator.legs(link, cabling)
        links.append(_planned(addressing, link, cabling, positions, legs, mtus[link.fabric]))
        if cabling.cable not in cables:
            cables[cabling.cable] = _cable(link, cabling)
    return links, list(cables.values())


class _Position(Struct, frozen=True):
    """Where a device is: its rack, the lowest unit, and both as labels of its cables have them."""

    rack: str
    unit: int
    text: str


def _position(device: str, place: Place) -> _Position:
    return _Position(place.rack, place.unit, position_text(place.rack, place.unit, device))


def _planned(
    addressing: Addressing,
    link: ModelLink,
    cabling: Cabling,
    positions: dict[str, _Position],
    legs: list[tuple[Place, str, str]],
    mtu_bytes: int,
) -> Link:
    medium = cabling.medium
    (near, near_ipv6), (far, far_ipv6) = _addresses(addressing, link)
    near_position, far_position = positions[link.a.device], positions[link.b.device]
    a = _end(link.a, near_position, medium.optic_a, near, near_ipv6)
    b = _end(link.b, far_position, medium.optic_b, far, far_ipv6)
    label_a, label_b = _labels(cabling, (near_position.text, a), (far_position.text, b), legs)
    return Link(
        fabric=link.fabric,
        kind=link.kind,
        index=link.index,
        a=a,
        b=b,
        speed_gbps=link.speed_gbps,
        mtu_bytes=mtu_bytes,
        rail=link.rail,
        plane=link.plane,
        cable=cabling.cable,
        medium=medium.kind,
        length_m=medium.cable_m,
        part=medium.part,
        label_a=label_a,
        label_b=label_b,
    )


def _addresses(addressing: Addressing, link: ModelLink) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return both ends' IPv4 and IPv6 addresses, empty where an end has none."""
    pair = addressing.link(link)
    if pair:
        return (pair.host, pair.host_ipv6), (pair.leaf, pair.leaf_ipv6)
    numbered = addressing.underlay(link)
    if numbered:
        return (numbered[0], ""), (numbered[1], "")
    return (addressing.out_of_band(link), ""), ("", "")


def _labels(
    cabling: Cabling, a: tuple[str, LinkEnd], b: tuple[str, LinkEnd], legs: list[tuple[Place, str, str]]
) -> tuple[str, str]:
    """Label both ends of the cable, each given with the place of its device: one plug has one label, however many links are in it."""
    far = f"{b[0]} {plug_text(b[1], cabling.links)}"
    if legs:
        near = label(cabling.cable, f"{a[0]} {port_text(a[1])}", f"{b[0]} {port_text(b[1])}")
        hosts = LEGS.join(place_text(place.rack, place.unit, device, cage) for place, device, cage in legs)
        return near, label(cabling.cable, far, hosts)
    near = f"{a[0]} {plug_text(a[1], cabling.links)}"
    return label(cabling.cable, near, far), label(cabling.cable, far, near)


def _end(end: End, position: _Position, optic: Optic | None, address: str, ipv6: str) -> LinkEnd:
    return LinkEnd(
        device=end.device,
        rack=position.rack,
        unit=position.unit,
        cage=end.cage,
        port=end.port,
        ports=end.ports,
        interface=end.interface,
        form_factor=end.form_factor,
        address=address,
        ipv6=ipv6,
        optic=optic.model if optic else "",
    )


def _cable(link: ModelLink, cabling: Cabling) -> Cable:
    medium = cabling.medium
    return Cable(
        cable=cabling.cable,
        fabric=link.fabric,
        kind=link.kind,
        model=medium.cable.model,
        medium=medium.kind,
        length_m=medium.cable_m,
        part=medium.part,
        links=cabling.links,
    )
