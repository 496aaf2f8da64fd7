"""Whom a host knows without DNS: itself, and the few that it cannot start without; control and login hosts know everybody.

A file of one device that names others names the envelope. Every host of a large cluster in every host's file would be 2,048 x 2,048 lines,
so `/etc/hosts` has the host's own names, the control and login hosts of the envelope, and the hosts that its mounts come from.
The few control and login hosts, from where jobs are started and hosts reached, have every host of the envelope. All else is DNS.
"""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from generator.plan.hosts.envelope_names import KNOW_ALL
from generator.plan.hosts.records import HostInterface, Name
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier


class Names(Struct, frozen=True, dict=True):
    """The names of a plan's hosts."""

    plan: Plan

    @cached_property
    def _vlans(self) -> dict[int, str]:
        return {vlan.vlan: vlan.name for vlan in self.plan.vlans if vlan.fabric == "frontend"}

    def envelope(self, role: str) -> tuple[Name, ...]:
        """Return the in-band names of a role's hosts, of the envelope."""
        return self.plan.known.by_role.get(role, ())

    @property
    def managers(self) -> tuple[Name, ...]:
        """The control hosts' management ports."""
        return self.plan.known.managers

    def server(self, tier: Tier) -> Name:
        """Return the first host of the group that serves a tier, by its name and address on the tier's fabric, installed or not."""
        return self.plan.known.servers[tier.name]

    @cached_property
    def _few(self) -> tuple[Name, ...]:
        return tuple(name for role in KNOW_ALL for name in self.envelope(role))

    @cached_property
    def _all(self) -> tuple[Name, ...]:
        return tuple(name for names in self.plan.known.by_role.values() for name in names)

    def known(self, role: str) -> tuple[Name, ...]:
        """Return whom hosts of a role know: control and login hosts, and these know all."""
        return self._all if role in KNOW_ALL else self._few

    def own(self, host: Host) -> Iterator[Name]:
        """Yield a host's own names: the plain one in-band, or else on the first port with an address; all others say which port or segment."""
        mine = [interface for interface in self.plan.interfaces_of[host.name] if interface.address]
        plain = next((interface for interface in mine if interface.kind == "bond"), mine[0] if mine else None)
        for interface in mine:
            name = host.name if interface is plain else f"{host.name}-{self._place(interface)}"
            yield Name(interface.address, (f"{name}.{self.plan.domain}", name))

    def _place(self, interface: HostInterface) -> str:
        """Name a VLAN by its segment: `bond0.300` is no host name (RFC 952)."""
        return (
            self._vlans[interface.vlan] if interface.kind == "vlan" and interface.vlan is not None else interface.name
        )
