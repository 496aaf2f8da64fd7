"""The meaning of a spec: what `build` gives and `make_plan` takes."""

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.model.baseline import Baseline
from generator.model.carrying import Carrying
from generator.model.dealt import Dealt
from generator.model.device import Host, Link, Switch
from generator.model.fabric_shape import FabricShape
from generator.model.floor import FloorPlan
from generator.model.groups import HostGroup
from generator.model.pinned import Pinned
from generator.source.diagnostic import Diagnostic
from generator.spec.cluster import ClusterSpec


class Cluster(Struct, frozen=True, kw_only=True):
    """Everything named, counted, seated, placed and joined. `warnings` are what the model stage had to say.

    `reserved` holds every link of the envelope that ends on an installed switch, the installed ones among them.
    """

    spec: ClusterSpec
    catalog: Catalog
    groups: tuple[HostGroup, ...]
    shapes: dict[str, FabricShape]
    floor: FloorPlan
    hosts: tuple[Host, ...]
    switches: tuple[Switch, ...]
    links: tuple[Link, ...]
    reserved: tuple[Link, ...]
    warnings: tuple[Diagnostic, ...]
    baseline: Baseline
    """What of it was fixed by an earlier plan."""
    pinned: Pinned
    """What of it the site has fixed."""
    dealt: dict[str, Dealt]
    """Where the ports of each fabric are cabled to, around those that it has fixed."""
    carrying: Carrying
    """What the leaves of compute carry beside it, and why; `spec` has the decision."""

    @property
    def devices(self) -> tuple[Host | Switch, ...]:
        """Hosts, then switches."""
        return (*self.hosts, *self.switches)
