"""`access`: allowed connections, beyond those that a cluster needs to work. All else is denied."""

from typing import Annotated

from pydantic import Field, StringConstraints

from generator.spec.base import Flag, Line, SpecModel

Party = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]{0,31}(/[a-z][a-z0-9-]{0,31})?$")]
"""A segment (`inband`, `management`, `bmc`, `compute`, `storage`, or one of `segments`), or a role of hosts in it: `inband/login`."""
ServiceName = Annotated[
    str,
    StringConstraints(strict=True, pattern=r"^(any|icmp|[a-z][a-z0-9-]{0,31}|(tcp|udp)/[0-9]{1,5}(-[0-9]{1,5})?)$"),
]
"""A service by name (`ssh`, `https`; `clustergen show SPEC services` prints them), or by protocol and ports: `tcp/8080`, `udp/5000-5010`."""


class AccessSpec(SpecModel):
    """One rule: these sources may open connections to these destinations, with these services. Replies are allowed."""

    source: Annotated[tuple[Party, ...], Field(min_length=1)]
    """Sources that open connections: segments, host roles in them (`inband/login`), `pods`, `burst`, or `site`."""
    to: Annotated[tuple[Party, ...], Field(min_length=1)]
    """Destinations."""
    services: Annotated[tuple[ServiceName, ...], Field(min_length=1)]
    """Services that are allowed."""
    across_tenants: Flag = False
    """Whether hosts of one tenant may connect to hosts of another; by default only to those of the same tenant and to hosts that serve all."""
    why: Line = ""
    """Reason of the rule, which the documents print."""
