"""`egress`: connections that hosts open themselves, and those of them that may leave the cluster."""

from ipaddress import IPv4Network, IPv6Network
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from generator.spec.access import Party, ServiceName
from generator.spec.addresses import HostOrAddress, prefix_of
from generator.spec.base import Line, Slug, SpecModel, own_error

AnyPrefix = Annotated[IPv4Network | IPv6Network, BeforeValidator(prefix_of)]
"""An IPv4 or IPv6 prefix without host bits."""


class DestinationSpec(SpecModel):
    """Addresses outside of the cluster, and the services that hosts use there. Replies are allowed."""

    source: Annotated[tuple[Party, ...], Field(min_length=1)] = ("inband",)
    """Hosts that open connections: segments, or host roles in them (`inband/login`)."""
    to: Annotated[tuple[AnyPrefix, ...], Field(min_length=1)]
    """Prefixes outside of the cluster; a single address is `192.0.2.10/32` or `2001:db8::10/128`."""
    services: Annotated[tuple[ServiceName, ...], Field(min_length=1)]
    """Services that are allowed."""
    names: tuple[HostOrAddress, ...] = ()
    """Names that stand for these addresses: what the spec names so elsewhere (`services.ntp`, `services.mirror`, an issuer) counts as stated here. Firewalls hold addresses
    only; nothing looks a name up."""
    why: Line = ""
    """Reason, for whoever reads the spec."""


Outside = Literal["stated", "ports", "open"]
"""What hosts may ask outside of the cluster."""


class EgressSpec(SpecModel):
    """Hosts' firewalls drop packets that a host sends itself, unless it answers, or the access matrix or a destination here allows them.

    Packets that a host forwards, such as those of pods with addresses of their own, are not among them, nor is RDMA.
    """

    outside: Outside = "stated"
    """What hosts may ask outside of the cluster. `stated`: what the spec states by an address, and the destinations here. `ports`: also services that the spec states by a name, by
    their ports at any address, and what a host needs where nothing is stated for it: name servers (control hosts), HTTP and HTTPS (archives, registries). `open`: everything, and
    firewalls filter incoming and forwarded packets only. If `egress` is left out: `ports`."""
    destinations: dict[Slug, DestinationSpec] = {}
    """Destinations outside of the cluster by name, beyond those that the spec states with an address for its own services. Rules of `access` to `site` count as well: they
    allow any address outside of the cluster."""

    @model_validator(mode="after")
    def _closed_or_open(self) -> Self:
        if self.outside == "open" and self.destinations:
            raise own_error(
                "with `outside: open` hosts may ask every address, so destinations mean nothing: leave them out, or write `ports` or `stated`"
            )
        return self


BY_PORTS = EgressSpec.model_construct(outside="ports", destinations={})
"""What holds where the spec says nothing of it."""
