"""DHCP relays: the VLANs of a leaf whose requests are relayed, and the servers.

Every out-of-band VLAN ends on its leaf, and control hosts only receive broadcasts of their own one. So leaves relay all of them, including that of
the control hosts: other control hosts then respond there, too. The servers are the control hosts' management ports of the envelope, as in filters
and time sources, so that no file of a leaf changes when one is added. In-band needs no relay: that VLAN is on all leaves.
"""

from ipaddress import IPv4Network

from msgspec import Struct

from generator.catalog.model import SwitchSystem
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch

_SERVERS = "management/control"


class Relay(Struct, frozen=True, kw_only=True):
    """A VLAN of a leaf that is relayed: `gateway` is the leaf's address there, to which servers reply (RFC 2131, section 4.1)."""

    vlan: int
    gateway: str
    segment: str


class RelayAgent(Struct, frozen=True, kw_only=True):
    """The DHCP relay of a leaf. `servers`: addresses; `uplinks`: its ports to other switches, behind which servers may be."""

    relays: tuple[Relay, ...]
    servers: tuple[str, ...]
    uplinks: tuple[str, ...]


def relay_agent(plan: Plan, switch: Switch) -> RelayAgent | None:
    """Return the relay of a switch; None where it has no out-of-band VLAN, or there is no server."""
    servers, names = _servers(plan), {vlan.vlan: vlan.name for vlan in plan.vlans}
    relays = tuple(
        Relay(vlan=address.vlan, gateway=address.address, segment=names[address.vlan])
        for address in plan.addresses_of[switch.name]
        if address.use == "gateway" and address.fabric == "oob" and address.vlan is not None
    )
    if not servers or not relays:
        return None
    uplinks = tuple(port.interface for port in plan.ports_of[switch.name] if port.group)
    return RelayAgent(relays=relays, servers=servers, uplinks=uplinks)


@once
def _servers(plan: Plan) -> tuple[str, ...]:
    zone = plan.access.zone.get(_SERVERS)
    return tuple(str(each) for prefix in (zone.prefixes if zone else ()) for each in IPv4Network(prefix))


def hears_unnumbered(plan: Plan, switch: Switch) -> bool:
    """Whether a switch's relay accepts replies on ports without an IPv4 address."""
    system = plan.hardware.get(SwitchSystem, switch.os or "")
    known = switch.version in system.versions
    return known and system.has("dhcp-relay-unnumbered", switch.version, switch.model)
