"""`segments`: security zones, each a VLAN."""

from typing import Literal

from generator.spec.addresses import Prefix4
from generator.spec.base import Line, Slug, SpecModel, VlanId
from generator.spec.hosts import HostRole


class SegmentSpec(SpecModel):
    """A VLAN of the frontend, or of the out-of-band network, with a prefix of its own."""

    vlan: VlanId
    """VLAN id."""
    fabric: Literal["frontend"] = "frontend"
    """The fabric that carries it."""
    prefix: Prefix4
    """Its addresses."""
    roles: tuple[HostRole, ...] = ()
    """Roles of the hosts that get an address in it, tagged on their frontend ports."""
    tenant: Slug | None = None
    """The tenant whose segment it is: of the hosts with these roles only the tenant's own are in it, and its gateway is in the tenant's routing instance,
    which no other segment reaches. By default it is everybody's."""
    description: Line = ""
    """What it is for."""


class BuiltinVlansSpec(SpecModel):
    """VLAN ids of the segments that every cluster has."""

    inband: VlanId = 200
    """The frontend segment that every host is in, untagged."""
    management: VlanId = 100
    """Management ports of switches, and the management NIC of control hosts."""
    bmc: VlanId = 110
    """BMCs."""
