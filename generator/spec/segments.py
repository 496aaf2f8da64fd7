"""`segments`: security zones, each a VLAN."""

from typing import Literal

from generator.spec.addresses import Prefix4
from generator.spec.base import Line, Slug, SpecModel, VlanId
from generator.spec.hosts import HostRole


class SegmentSpec(SpecModel):
    """A VLAN of the frontend or of the out-of-band network, with its own prefix."""

    vlan: VlanId
    """VLAN id."""
    fabric: Literal["frontend"] = "frontend"
    """The fabric that carries it."""
    prefix: Prefix4
    """Its addresses."""
    roles: tuple[HostRole, ...] = ()
    """Roles of the hosts that are in it, with a tagged interface on their frontend ports."""
    tenant: Slug | None = None
    """Its tenant: only that tenant's hosts of these roles are in it, and its gateway is in the tenant's routing instance, which no other segment reaches. By
    default it is shared by all."""
    description: Line = ""
    """Its purpose."""


class BuiltinVlansSpec(SpecModel):
    """VLAN ids of the segments of every cluster."""

    inband: VlanId = 200
    """The in-band segment of the frontend, untagged, which all hosts are in."""
    management: VlanId = 100
    """The segment of the switches' management ports and the control hosts' management NICs."""
    bmc: VlanId = 110
    """The segment of BMCs."""
