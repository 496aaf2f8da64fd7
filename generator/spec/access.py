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
    """One rule: these may start a conversation with those, by these services. Answers follow."""

    source: Annotated[tuple[Party, ...], Field(min_length=1)]
    """Who starts."""
    to: Annotated[tuple[Party, ...], Field(min_length=1)]
    """Who answers."""
    services: Annotated[tuple[ServiceName, ...], Field(min_length=1)]
    """What for."""
    across_tenants: Flag = False
    """Whether hosts of one tenant may start with those of another; by default each keeps to its own, and to those that serve everyone."""
    why: Line = ""
    """The reason, for the documents."""
