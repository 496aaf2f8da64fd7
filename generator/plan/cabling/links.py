"""Links as they are built: both ends on the metal, with cable, medium, address and label."""

from dataclasses import replace

from generator.model.cluster import Cluster
from generator.model.device import End, Place
from generator.model.device import Link as ModelLink
from generator.plan.addressing.addresses import Addressing
from generator.plan.cabling.cables import CableAllocator, Cabling
from generator.plan.cabling.ends import LEGS, label, place_text, where, where_cage
from generator.plan.cabling.media import Media
from generator.plan.records import Cable, Link, LinkEnd


def make_allocators(cluster: Cluster) -> dict[str, CableAllocator]:
    """Make each fabric's cable allocator."""
    media = {technology: Media(cluster.catalog, technology) for technology in ("ethernet", "infiniband")}
    return {
        name: CableAllocator(
            cluster, shape, media["infiniband" if shape.demand.spec.technology == "infiniband" else "ethernet"]
        )
        for name, shape in cluster.shapes.items()
    }


def plan_links(
    cluster: Cluster, addressing: Addressing, allocators: dict[str, CableAllocator]
) -> tuple[list[Link], list[Cable]]:
    """Give every link its cable, and every cable once."""
    places = {device.name: device.place for device in cluster.devices}
    links: list[Link] = []
    cables: dict[str, Cable] = {}
    for link in cluster.links:
        cabling = allocators[link.fabric].of(link)
        if cabling is None:
            continue
        legs = allocators[link.fabric].legs(link, cabling)
        links.append(_planned(cluster, addressing, link, cabling, places, legs))
        cables.setdefault(cabling.cable, _cable(link, cabling))
    return links, list(cables.values())


def _planned(
    cluster: Cluster,
    addressing: Addressing,
    link: ModelLink,
    cabling: Cabling,
    places: dict[str, Place],
    legs: list[tuple[Place, str, str]],
) -> Link:
    medium = cabling.medium
    pair = addressing.link(link)
    a = _end(link.a, places, medium.optic_a.model if medium.optic_a else "")
    b = _end(link.b, places, medium.optic_b.model if medium.optic_b else "")
    if pair:
        a = replace(a, address=pair.host, ipv6=pair.host_ipv6)
        b = replace(b, address=pair.leaf, ipv6=pair.leaf_ipv6)
    else:
        a = replace(a, address=addressing.out_of_band(link))
    spec = cluster.shapes[link.fabric].demand.spec
    label_a, label_b = _labels(cabling, a, b, legs)
    return Link(
        fabric=link.fabric,
        kind=link.kind,
        index=link.index,
        a=a,
        b=b,
        speed_gbps=link.speed_gbps,
        mtu_bytes=spec.mtu_bytes,
        rail=link.rail,
        plane=link.plane,
        cable=cabling.cable,
        medium=medium.kind,
        length_m=medium.length_m,
        part=medium.part,
        label_a=label_a,
        label_b=label_b,
    )


def _labels(cabling: Cabling, a: LinkEnd, b: LinkEnd, legs: list[tuple[Place, str, str]]) -> tuple[str, str]:
    """Label both ends of the cable: one plug has one label, however many links are in it."""
    if legs:
        far = LEGS.join(place_text(place.rack, place.unit, device, cage) for place, device, cage in legs)
        return label(cabling.cable, where(a), where(b)), label(cabling.cable, where_cage(b), far)
    text = where if cabling.links == 1 else where_cage
    return label(cabling.cable, text(a), text(b)), label(cabling.cable, text(b), text(a))


def _end(end: End, places: dict[str, Place], optic: str) -> LinkEnd:
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
        optic=optic,
    )


def _cable(link: ModelLink, cabling: Cabling) -> Cable:
    medium = cabling.medium
    return Cable(
        cable=cabling.cable,
        fabric=link.fabric,
        kind=link.kind,
        model=medium.cable.model,
        medium=medium.kind,
        length_m=medium.length_m,
        part=medium.part,
        links=cabling.links,
    )
