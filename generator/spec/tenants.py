"""`tenants`: who shares the cluster, and which hosts each of them has."""

from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.base import Line, SpecModel


class TenantSpec(SpecModel):
    """A tenant. Its hosts reach each other over the fabrics, and no other tenant's."""

    hosts: Annotated[tuple[Line, ...], Field(min_length=1)]
    """Its hosts, by name or range: `gpu01`, `gpu[01-16]`, or a whole group by its name."""
    pkey: Annotated[StrictInt, Field(ge=0x0001, le=0x7FFE)] | None = None
    """Its InfiniBand partition key (15 bits); by default the next free one after the tenants before it by name."""
    description: Line = ""
    """Who they are."""
