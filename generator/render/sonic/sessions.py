"""The BGP sessions of a switch, as both of its files name them."""

from msgspec import Struct

from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import RESTART_MINUTES
from generator.plan.sessions import PrefixLimits


class Session(Struct, frozen=True):
    """A peer: its address and AS number where the underlay is numbered, else the interface that it is behind, and any AS number but ours."""

    interface: str
    group: str
    peer: str
    address: str
    asn: int | None

    @property
    def name(self) -> str:
        """The key of the session: interface or address."""
        return self.address or self.interface


class Sessions(Struct, frozen=True):
    """All sessions of a switch, its peer groups, limits of prefixes, whether peers are configured by address, and whether they must be one hop away."""

    peers: tuple[Session, ...]
    groups: tuple[str, ...]
    limits: PrefixLimits
    numbered: bool
    ttl_security: bool


def sessions_of(plan: Plan, switch: Switch) -> Sessions:
    """Return the sessions of a switch by port."""
    peers = tuple(
        Session(
            port.interface,
            port.group,
            f"{port.peer} {port.peer_interface}",
            port.peer_address,
            port.peer_asn if port.peer_address else None,
        )
        for port in plan.ports_of[switch.name]
        if port.group
    )
    groups = tuple(sorted({peer.group for peer in peers}))
    numbered = any(peer.address for peer in peers)
    return Sessions(peers, groups, plan.limits[switch.fabric], numbered, plan.fabrics[switch.fabric].ttl_security)


def limit_of(most: str) -> dict[str, str]:
    """Return the limit of prefixes, and when a session that was over it is tried again: FRR's minutes, which the management framework hands on as they are."""
    return {"max_prefix_limit": most, "max_prefix_restart_interval": str(RESTART_MINUTES)}
