"""Performance of host models as servers of a storage tier."""

from generator.catalog.entry import CatalogEntry
from generator.spec.base import FabricName, Figure, Number


class StorageModel(CatalogEntry):
    """A host model as a part of a storage tier: `model` is its file in `hosts/`, which has its drives and ports. GB/s are 10^9 bytes a second."""

    drive_read_gbs: Figure | None
    """What one data drive reads, GB/s."""
    drive_write_gbs: Figure | None
    """What one data drive writes, GB/s."""
    host_read_gbs: Figure | None
    """What one whole host reads, as its maker publishes or a benchmark found, GB/s."""
    host_write_gbs: Figure | None
    """What one whole host writes, GB/s."""
    slot_gbps: dict[FabricName, Figure] = {}
    """What the slots of its ports on a fabric carry together, Gb/s, where that is less than the ports' speeds."""
    enclosure_hosts: Number | None = None
    """Hosts that share an enclosure with their drives, and are lost with it; null: each has its own."""
