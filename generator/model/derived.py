"""What follows from the rest of a spec where it is silent, before anything is built of it."""

from dataclasses import replace

from generator.catalog.load import Catalog
from generator.model.carrying import Carrying, decide_carrying
from generator.model.packets import decide_mtu
from generator.spec.cluster import ClusterSpec


def derive(spec: ClusterSpec, catalog: Catalog) -> Carrying:
    """Decide what compute carries and how large packets are; the spec in the answer has both."""
    carrying = decide_carrying(spec, catalog)
    return replace(carrying, spec=decide_mtu(carrying.spec, catalog))
