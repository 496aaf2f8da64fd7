"""`storage.<local tier>.caches`: the tiers of NFS of which hosts keep copies on their local drives, and how much of the drives stays free."""

from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.base import Slug, SpecModel


class CachesSpec(SpecModel):
    """What the local drives cache: files that a host reads from a tier of NFS stay there until the room is needed (FS-Cache, cachefilesd). Users see no difference but the speed."""

    tiers: Annotated[tuple[Slug, ...], Field(min_length=1)]
    """The tiers of NFS that are cached, by name. Hosts that mount one of them and have the local drives mount it with the option `fsc`."""
    free_percent: Annotated[StrictInt, Field(ge=10, le=80)] = 20
    """Per cent of the local tier that the cache never takes: while less is free, it stores nothing. It removes files that were read least recently while less than 4 per cent more is free, until
    7 per cent more is free. So what jobs write there comes first. By default a fifth, as tiers are sized to be 80 % full."""
