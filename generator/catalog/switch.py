"""Switches: the faceplate, and its data under each operating system."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints, create_model, model_validator

from generator.catalog.buffers import SonicBuffers
from generator.catalog.entry import CageRange, CatalogEntry, FormFactor, PowerFact, SupplyFact
from generator.data import SWITCH_SYSTEMS
from generator.spec.base import Figure, Number, SpecModel, Word, defaults, own_error


class Breakout(SpecModel):
    """One way to divide a cage: into `ports` equal ports."""

    ports: Annotated[int, Field(ge=1, le=8)]
    """Logical ports that the cage becomes."""
    speeds_gbps: Annotated[tuple[Figure, ...], Field(min_length=1)]
    """Speeds each of them can run at, Gb/s, highest first."""
    only: Literal["odd"] | None = None
    """Cages of the range that may do it; null: all."""
    disables: Literal["next"] | None = None
    """A neighbour that goes dark when a cage does it."""
    mode: Word | None = None
    """What the platform's own data calls it, e.g. `2x400G[200G,100G]`."""


class CageGroup(SpecModel):
    """A run of equal cages on a switch's faceplate."""

    numbers: CageRange
    """Their numbers as printed: `1-64`."""
    form_factor: FormFactor
    """The kind of cage."""
    lanes: Annotated[int, Field(ge=1, le=8)]
    """Electrical lanes of a cage."""
    breakouts: Annotated[tuple[Breakout, ...], Field(min_length=1)]
    """How the metal can be divided, undivided first."""
    use: Literal["fabric", "service"] = "fabric"
    """`service` cages (an extra SFP) are not planned."""

    @property
    def range(self) -> range:
        """The cage numbers."""
        first, _, last = self.numbers.partition("-")
        return range(int(first), int(last or first) + 1)


class SonicCage(SpecModel):
    """How SONiC names one cage: its first port's number, its lanes, its alias."""

    ethernet: Number
    """Number of the undivided port: 8 is `Ethernet8`."""
    lanes: Annotated[tuple[Number, ...], Field(min_length=1)]
    """Lane numbers, in the platform's own order."""
    alias: Word
    """Alias of the undivided port."""
    index: Number
    """The `index` of port_config.ini: the transceiver's number."""


class Headroom(SpecModel):
    """One row of pg_profile_lookup.ini: lossless headroom by speed and cable length. Bytes."""

    speed_gbps: Figure
    """Port speed, Gb/s."""
    length_m: Number
    """Cable length that the row covers, m."""
    size: Number
    """Guaranteed buffer of the priority group, bytes."""
    xon: Number
    """Resume threshold, bytes."""
    xon_offset: Number | None = None
    """Resume offset, bytes (Broadcom tables)."""
    xoff: Number
    """Headroom after pause, bytes."""
    threshold: Number
    """Dynamic threshold exponent (alpha = 2^threshold)."""


class EcnProfile(SpecModel):
    """Marking thresholds that a vendor ships for this platform, bytes and per cent."""

    speed_gbps: Figure | None = None
    """Port speed it is for; null: every speed."""
    kmin_bytes: Number
    """Start of marking."""
    kmax_bytes: Number
    """Marking of everything above."""
    pmax_percent: Number
    """Marking probability at `kmax`."""


class SonicSku(SpecModel):
    """One way in which a SONiC image divides a box (device/<vendor>/<platform>/<hwsku>), with the buffers that are sized for it."""

    hwsku: Word
    """DEVICE_METADATA hwsku."""
    divides: Annotated[int, Field(ge=1, le=8)] | None = None
    """Ports that it makes of every cage for fabrics; null: configuration divides them, one by one."""
    ecmp_members: Number | None = None
    """Equal paths that it has room for (SAI_NUM_ECMP_MEMBERS of its sai.profile); null: in no document."""
    rows_from: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._@:/-]{1,160}$")] | None = None
    """The folder that its headroom, thresholds and pools are from: of this very SKU, as another's are sized for other ports."""
    headroom: tuple[Headroom, ...] = ()
    """Its lossless headroom table."""
    ecn: tuple[EcnProfile, ...] = ()
    """Published marking thresholds."""
    buffers: SonicBuffers | None = None
    """Pools and profiles; null: in no document."""

    @model_validator(mode="after")
    def _own_rows(self) -> "SonicSku":
        if self.rows_from is not None and self.rows_from.rpartition("/")[2] != self.hwsku:
            raise own_error(f"the rows of {self.hwsku} are from {self.rows_from}, which is another SKU's folder")
        return self

    @property
    def has_rows(self) -> bool:
        """Whether any buffer data is published."""
        return bool(self.headroom or self.ecn or self.buffers)


class SonicPlatform(SonicSku):
    """A switch as community SONiC sees it, in the SKU that it is delivered with; `others` are the image's other ways to divide it."""

    platform: Word
    """The platform string of the image."""
    others: tuple[SonicSku, ...] = ()
    """SKUs of the same box and image."""
    breakouts: tuple[Breakout, ...] | None
    """What platform.json lists for the fabric cages; null: the platform has no breakout data, so none is planned."""
    sub_alias: Literal["letter", "lane"]
    """How divided ports are called: `etp1a`, `etp1b`, or `Ethernet1/1`, `Ethernet1/5`."""
    buffer_model: Literal["dynamic", "traditional"]
    """Which buffer manager the platform runs: dynamic ones compute pools and headroom themselves."""
    pfc_to_pg: bool
    """Whether the platform maps PFC priorities to priority groups; others go by their traffic classes alone."""
    hash_fields: tuple[Word, ...] | None = None
    """Header fields by which its silicon can hash (SWITCH_HASH), as a document states; null: no document does, and nothing is set."""
    cages: dict[Number, SonicCage]
    """Every cage with its lanes; the key is the number on the faceplate."""
    port_ranges: Number | None = None
    """Different ranges of ports that all filters of the switch may have together; null: no limit is documented."""

    @model_validator(mode="after")
    def _traced(self) -> "SonicPlatform":
        for each in (self, *self.others) if self.buffer_model == "traditional" else ():
            if each.has_rows and each.rows_from is None:
                raise own_error(
                    f"rows_from is missing: headroom, thresholds and pools of {each.hwsku} need the folder that they are from"
                )
        return self

    @property
    def skus(self) -> tuple[SonicSku, ...]:
        """Every SKU of the box, the one that it is delivered with first."""
        return (self, *self.others)

    def divided(self, divisions: frozenset[int]) -> "SonicPlatform":
        """Return the platform in the SKU with these divisions of cages.

        If there is none: the delivered SKU stays, without the values that are sized for its own ports.
        """
        if not self.others and self.divides is None:
            return self
        sku = next((each for each in self.skus if each.divides is None or divisions <= {each.divides}), None)
        if sku is self:
            return self
        rows = {name: getattr(sku, name) for name in SonicSku.model_fields} if sku else dict(_NO_ROWS)
        return self.model_copy(update=rows)


_NO_ROWS = {"divides": None, "ecmp_members": None, "rows_from": None, "headroom": (), "ecn": (), "buffers": None}


class EosPlatform(SpecModel):
    """A switch as Arista EOS sees it."""

    queue: Literal["uc", "tx"]
    """How it calls the queues of a port: `uc-tx-queue` where unicast has queues of its own (Broadcom XGS: Trident, Tomahawk), else `tx-queue`
    (Broadcom DNX: Jericho)."""


class DescribedSystems(SpecModel):
    """What each operating system makes of the metal: its platform data, or that it runs there. Null: it does not, or no data is at hand."""

    sonic: SonicPlatform | None = None
    """Community SONiC."""
    eos: EosPlatform | None = None
    """Arista EOS."""

    @property
    def names(self) -> list[str]:
        """The systems that run on it."""
        return [name for name in SWITCH_SYSTEMS if getattr(self, name)]


if TYPE_CHECKING:
    SwitchOs = DescribedSystems
else:
    _RUNS = (Literal[True] | None, Field(default=None, description="It runs on it."))
    _OTHERS = {name: _RUNS for name in SWITCH_SYSTEMS if name not in DescribedSystems.model_fields}
    SwitchOs = create_model("SwitchOs", __base__=DescribedSystems, **_OTHERS)


class InfinibandSwitch(SpecModel):
    """An InfiniBand switch as its operator and the InfiniBand tools see it."""

    system: Literal["mlnx-os", "nvos"] | None
    """The operating system whose command line it has; null: externally managed, by its subnet manager alone."""
    topology_type: Word | None
    """The name of its kind in ibdiagnet's topology files; null: in no document at hand, so the model's name stands there."""
    sharp: bool | None
    """Whether it reduces in the network (SHARP); null: not known."""


class Switch(CatalogEntry):
    """A switch model."""

    technology: Literal["ethernet", "infiniband"]
    """What it speaks."""
    asic: Word | None
    """Switching silicon."""
    buffer_mb: Figure | None = None
    """Packet buffer, MB, where published."""
    height_u: Number | None
    """Rack units."""
    weight_kg: Figure | None = None
    """Weight, kg."""
    power_w: PowerFact
    """Power, W: without optics, unless `max_includes_optics` says otherwise of the maximum."""
    supplies: SupplyFact | None = None
    """Power supplies."""
    cages: tuple[CageGroup, ...]
    """The faceplate."""
    management_port: Word = "mgmt0"
    """Label of the out-of-band management port (RJ45, 1 Gb/s)."""
    os: SwitchOs = defaults(SwitchOs)
    """What each operating system makes of it."""
    infiniband: InfinibandSwitch | None = None
    """What only InfiniBand switches have; null on Ethernet."""

    @model_validator(mode="after")
    def _whole(self) -> "Switch":
        cages = [number for group in self.cages if group.use == "fabric" for number in group.range]
        if not cages:
            raise own_error(f"{self.model} has no cage for fabrics")
        named = self.os.sonic.cages if self.os.sonic else dict.fromkeys(cages)
        if unnamed := sorted({*cages} - {*named}):
            raise own_error(f"os.sonic.cages lacks {len(unnamed)} of the cages for fabrics, from {unnamed[0]} on")
        for what, values in (
            ("cage", [number for group in self.cages for number in group.range]),
            ("Ethernet number", [each.ethernet for each in named.values() if each]),
            ("lane", [lane for each in named.values() if each for lane in each.lanes]),
        ):
            if len(values) > len({*values}):
                raise own_error(f"{what} {Counter(values).most_common(1)[0][0]} of {self.model} is there twice")
        return self
