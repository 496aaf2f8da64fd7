"""Records of managed power strips (PDUs)."""

from msgspec import Struct

from generator.plan.cabling.ends import label, place_text

PORT = "mgmt0"
"""The name of the management port of a strip in `assets.yaml`, as for a switch."""


class ManagedPdu(Struct, frozen=True, kw_only=True):
    """A power strip with its management port. `name` is its name in DNS and in alerts, `strip` what the cords' labels call it."""

    name: str
    strip: str
    rack: str
    feed: str
    maker: str
    leaf: str
    leaf_rack: str
    leaf_unit: int
    cage: int
    interface: str
    address: str
    length: int
    cable: str
    model: str
    """The patch cord; empty where none of the catalog is as long."""
    part: str
    length_m: float
    """The length as sold, m; without a cord, the length that is needed."""

    @property
    def here(self) -> str:
        """Where the end at the strip is."""
        return f"{self.strip} {PORT}"

    @property
    def there(self) -> str:
        """Where the end at the leaf is."""
        return place_text(self.leaf_rack, self.leaf_unit, self.leaf, str(self.cage))

    @property
    def label_pdu(self) -> str:
        """The label at the strip."""
        return label(self.cable, self.here, self.there)

    @property
    def label_leaf(self) -> str:
        """The label at the leaf."""
        return label(self.cable, self.there, self.here)
