"""Power strips (PDUs) that are managed: the port, cable, address and name of each one's management port.

Their addresses are coordinates as those of BMCs are: the leaf, and the cage that its cable is plugged into.
"""

from collections.abc import Iterator
from typing import Final

from generator.catalog.model import Pdu
from generator.model.cluster import Cluster
from generator.model.device import End, Place
from generator.model.pdu_seats import OOB, pdu_seats, seat_cage, seat_tier
from generator.model.planes import switch_name
from generator.model.switch_ports import port_of
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.records import Address
from generator.plan.cabling.media import Media, Socket
from generator.plan.cabling.route import needed_length_m
from generator.plan.pdu_records import PORT, ManagedPdu
from generator.plan.power.strips import strip_feeds
from generator.plan.records import SwitchPort
from generator.spec.power import PduMaker

BMC: Final = "bmc"
"""Their segment: access to them is the same as to BMCs."""
_GBPS = 1.0


def pdu_maker(cluster: Cluster) -> PduMaker | None:
    """Return whose objects the strips' cards answer with: as the spec states, or as the catalog has of their model."""
    power = cluster.spec.power
    if power.pdu_management and power.pdu_management.maker:
        return power.pdu_management.maker
    model = cluster.catalog.find(Pdu, power.pdu) if power.pdu else None
    return model.snmp if model else None


def plan_pdus(cluster: Cluster, addressing: Addressing) -> Iterator[ManagedPdu]:
    """Yield the strips of every rack that has something in it, in the order of the floor, as far as leaves have cages for them."""
    used = {device.place.rack for device in cluster.devices}
    return (pdu for pdu in _envelope(cluster, addressing) if pdu.rack in used)


def pdu_ports(cluster: Cluster, addressing: Addressing) -> Iterator[SwitchPort]:
    """Yield the ports of installed leaves that strips of the envelope are, or will be, connected to."""
    for pdu in _envelope(cluster, addressing):
        yield SwitchPort(
            switch=pdu.leaf,
            cage=pdu.cage,
            port=1,
            ports=1,
            interface=pdu.interface,
            fabric="oob",
            kind="host_leaf",
            speed_gbps=_GBPS,
            mtu_bytes=cluster.shapes[OOB].demand.spec.mtu_bytes,
            length_m=pdu.length_m,
            medium="copper",
            cable=pdu.cable,
            peer=pdu.name,
            peer_interface=PORT,
            group="",
            address="",
            ipv6="",
            vlan=addressing.oob[BMC].vlan,
            tagged=(),
            role=BMC,
            tenant="",
            vrf="",
            peer_address="",
            peer_asn=None,
        )


def pdu_addresses(pdus: tuple[ManagedPdu, ...], addressing: Addressing) -> Iterator[Address]:
    """Yield the address of each strip."""
    for pdu in pdus:
        yield Address(
            address=pdu.address,
            length=pdu.length,
            device=pdu.name,
            interface=PORT,
            fabric="oob",
            use=BMC,
            vlan=addressing.oob[BMC].vlan,
        )


def _envelope(cluster: Cluster, addressing: Addressing) -> Iterator[ManagedPdu]:
    seats = pdu_seats(cluster)
    if not seats or not addressing.oob:
        return
    shape, segment, maker = cluster.shapes[OOB], addressing.oob[BMC], pdu_maker(cluster) or ""
    tier, bank = seat_tier(shape)
    media, card, port = Media(cluster.catalog, "ethernet"), Socket("rj45", 1), Socket(bank.form_factor, 1)
    installed = {switch.name for switch in cluster.switches}
    slots = {slot.name: slot for slot in cluster.floor.racks}
    for rack, slot in slots.items():
        seat = seats.get(rack)
        leaf = switch_name(shape, "leaf", seat.leaf) if seat else ""
        if seat is None or leaf not in installed:
            continue
        # its card may be anywhere on a strip that is as tall as the rack: the lowest unit has the longest cable
        here = Place(rack=rack, row=slot.row, position=slot.position, unit=1, height_u=1)
        there = cluster.floor.switch(OOB, "leaf", seat.leaf)
        length = needed_length_m(cluster.spec.racks, here, there, cluster.spec.cabling.bend_m)
        cord = media.assembly(card, port, _GBPS, length)
        for number, (strip, feed) in enumerate(strip_feeds(rack, cluster.spec.power)):
            cage = seat_cage(shape, seat.first + number)
            if cage is None or seat.first + number >= shape.demand.spec.reserve_ports:
                continue  # `rules/pdus` reports it; the cage may be a host's
            end: End = port_of(leaf, tier, bank, cage, 0, 1)
            name = strip.lower()
            yield ManagedPdu(
                name=name,
                strip=strip,
                rack=rack,
                feed=feed,
                maker=maker,
                leaf=leaf,
                leaf_rack=there.rack,
                leaf_unit=there.unit,
                cage=cage,
                interface=end.interface,
                address=segment.port(seat.leaf, cage),
                length=segment.prefix(0).prefixlen,
                cable=f"{name}-{PORT}",
                model=cord.cable.model if cord else "",
                part=cord.part if cord else "",
                length_m=cord.cable_m if cord else length,
            )
