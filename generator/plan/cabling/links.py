"""Links as they are built: both ends on the metal, with cable, medium, address and label."""

from generator.catalog.model import Optic
from generator.model.cluster import Cluster
from generator.model.device import End, Place
from generator.model.device import Link as ModelLink
from generator.plan.addressing.addresses import Addressing
from generator.plan.cabling.cables import CableAllocator
from generator.plan.cabling.chosen import Cabling
from generator.plan.cabling.ends import label, place_text, where, where_plug
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
    places = {device.name: device.place for device in cluster.devices}
    mtus = {name: shape.demand.spec.mtu_bytes for name, shape in cluster.shapes.items()}
    links: list[Link] = []
    cables: dict[str, Cable] = {}
    for link in cluster.links:
        allocator = allocators[link.fabric]
        cabling = allocator.of(link)
        if cabling is None:
            continue
        legs = allocator.legs(link, cabling)
        links.append(_planned(addressing, link, cabling, places, legs, mtus[link.fabric]))
        if cabling.cable not in cables:
            cables[cabling.cable] = _cable(link, cabling)
    return links, list(cables.values())


def _planned(
    addressing: Addressing,
    link: ModelLink,
    cabling: Cabling,
    places: dict[str, Place],
    legs: list[tuple[Place, str, str]],
    mtu_bytes: int,
) -> Link:
    medium = cabling.medium
    (near, near_ipv6), (far, far_ipv6) = _addresses(addressing, link)
    a = _end(link.a, places, medium.optic_a, near, near_ipv6)
    b = _end(link.b, places, medium.optic_b, far, far_ipv6)
    label_a, label_b = _labels(cabling, a, b, legs)
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


def _labels(cabling: Cabling, a: LinkEnd, b: LinkEnd, legs: list[tuple[Place, str, str]]) -> tuple[str, str]:
    """Label both ends of the cable: one plug has one label, however many links are in it."""
    if legs:
        far = LEGS.join(place_text(place.rack, place.unit, device, cage) for place, device, cage in legs)
        return label(cabling.cable, where(a), where(b)), label(cabling.cable, where_plug(b, cabling.links), far)
    near, far = where_plug(a, cabling.links), where_plug(b, cabling.links)
    return label(cabling.cable, near, far), label(cabling.cable, far, near)


def _end(end: End, places: dict[str, Place], optic: Optic | None, address: str, ipv6: str) -> LinkEnd:
    place = places[end.device]
    return LinkEnd(
        device=end.device,
        rack=place.rack,
        unit=place.unit,
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
