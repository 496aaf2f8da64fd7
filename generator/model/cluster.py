"""The cluster that a spec describes: the result of `build`, and the input of `make_plan`."""

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
    """All devices, seats, places and links. `warnings` are those of the model stage.

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
    """Values fixed by an earlier plan."""
    pinned: Pinned
    """Values fixed by the site's pins."""
    dealt: dict[str, Dealt]
    """By fabric, the places of its ports around the pinned ones."""
    carrying: Carrying
    """Fabrics that the leaves of compute carry, with the reason; `spec` has the decision."""

    @property
    def devices(self) -> tuple[Host | Switch, ...]:
        """Hosts, then switches."""
        return (*self.hosts, *self.switches)
