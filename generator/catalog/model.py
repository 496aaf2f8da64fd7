"""The shapes of catalog entries. A fact that no document gives is null, never a guess."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from generator.spec.base import SpecModel

ModelName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]{0,47}$")]
CageRange = Annotated[str, StringConstraints(pattern=r"^[0-9]+(-[0-9]+)?$")]
FormFactor = Literal[
    "rj45", "sfp28", "sfp-plus", "qsfp28", "qsfp56", "qsfp112", "qsfp-dd", "qsfp56-dd", "osfp", "osfp-flat", "osfp112",
]  # fmt: skip
FabricName = Literal["compute", "storage", "frontend", "oob"]
HostRole = Literal["compute", "storage", "control", "login"]


class CatalogEntry(SpecModel):
    """What every catalog file begins with."""

    model: ModelName
    """The name that specs use; the file is called `<model>.yaml`."""
    vendor: str
    """Who makes it."""
    title: str
    """The product's own name."""
    sources: dict[str, str]
    """For each fact (a key of this file), the document that states it."""
    notes: tuple[str, ...] = ()
    """What a reader must know: disagreements between documents, traps."""

    def __hash__(self) -> int:
        """Hash by identity: the catalog reads each model once."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Compare by identity, as `__hash__` does."""
        return self is other


class PowerFact(SpecModel):
    """Electric power in watts, as the vendor states it; `max` without optics for switches unless noted."""

    typical: float | None = None
    """Typical draw, W."""
    max: float | None = None
    """Maximum draw, W."""


class Gpu(CatalogEntry):
    """A GPU model."""

    memory_gb: float | None
    """Memory, GB (10^9 bytes as the vendor states it)."""
    tdp_w: float | None
    """Thermal design power, W."""
    link_gbytes_per_s: float | None
    """NVLink or xGMI bandwidth of one GPU, GB/s, both directions added (the vendor's figure)."""
    slurm_type: ModelName
    """The GRES type in Slurm: `gpu:<type>`."""
    vendor_kind: Literal["nvidia", "amd"]
    """Which driver stack it takes."""


class Nic(CatalogEntry):
    """A network adapter."""

    speeds_gbps: tuple[float, ...]
    """Speeds that one port can run at, Gb/s."""
    ports: int
    """Ports on the card."""
    form_factors: tuple[FormFactor, ...]
    """Cage kinds it is sold with."""
    power_w: PowerFact = PowerFact()
    """Power without optics, W."""
    protocols: tuple[Literal["ethernet", "roce", "infiniband"], ...]
    """What it speaks."""


class HostPort(SpecModel):
    """One network port of a host, as labelled on the metal."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,14}$")]
    """The name of the interface that clustergen gives it: `rail0`, `storage0`, `frontend1`, `bmc`, `mgmt0`."""
    fabric: FabricName
    """The fabric it is meant for."""
    speed_gbps: float
    """Its highest speed, Gb/s."""
    form_factor: FormFactor
    """The cage it sits in."""
    cage: str
    """The cage's name: the vendor's label, or the slot and port where the vendor prints none."""
    cage_port: int = 1
    """Which port of that cage, from 1."""
    nic: ModelName | None = None
    """The adapter, a file in `nics/`; null for ports on the mainboard."""
    gpu: int | None = None
    """The index of the GPU it is nearest to."""
    pci: str | None = None
    """PCI address, where the vendor fixes it."""
    rdma: str | None = None
    """RDMA device name that the vendor documents, e.g. mlx5_0."""
    roles: tuple[HostRole, ...] | None = None
    """The roles of a host that uses this port; null: all."""


class NvmeFact(SpecModel):
    """Local drives."""

    count: int
    """How many drives."""
    size_tb: float
    """Size of one, TB (10^12 bytes)."""


class CpuFact(SpecModel):
    """The processors of a host."""

    title: str | None = None
    """Product name."""
    sockets: int
    """Sockets."""
    cores_per_socket: int
    """Cores a socket."""
    threads_per_core: int
    """Hardware threads a core."""


class HostGpus(SpecModel):
    """The GPUs of a host."""

    model: ModelName
    """A file in `gpus/`."""
    count: int
    """How many."""


class Host(CatalogEntry):
    """A host model."""

    role: HostRole | None
    """The role that its hosts have unless the spec states one."""
    height_u: Annotated[int, Field(ge=1, le=20)] | None
    """Rack units."""
    weight_kg: float | None = None
    """Weight, kg."""
    power_w: PowerFact
    """Power of the whole host, W."""
    cooling: Literal["air", "liquid", "hybrid"] | None = None
    """How its heat leaves."""
    per_rack: int | None = None
    """Hosts a rack in the vendor's reference design."""
    cpu: CpuFact | None
    """Processors."""
    memory_gb: float | None
    """Main memory, GB."""
    gpus: HostGpus | None = None
    """GPUs; null for a host without."""
    nvlink_domain_hosts: int | None = None
    """Hosts in one NVLink domain where it spans hosts (18 trays in an NVL72 rack)."""
    local_nvme: tuple[NvmeFact, ...] = ()
    """Data drives (not the boot drives)."""
    ports: tuple[HostPort, ...]
    """Every network port, in the order of the metal."""

    @property
    def gpu_count(self) -> int:
        """GPUs in one host."""
        return self.gpus.count if self.gpus else 0


class Breakout(SpecModel):
    """One way to divide a cage: into `ports` equal ports."""

    ports: Annotated[int, Field(ge=1, le=8)]
    """Logical ports that the cage becomes."""
    speeds_gbps: tuple[float, ...]
    """Speeds each of them can run at, Gb/s, highest first."""
    only: Literal["odd"] | None = None
    """Cages of the range that may do it; null: all."""
    disables: Literal["next"] | None = None
    """A neighbour that goes dark when a cage does it."""
    mode: str | None = None
    """What the platform's own data calls it, e.g. `2x400G[200G,100G]`."""


class CageGroup(SpecModel):
    """A run of equal cages on a switch's faceplate."""

    numbers: CageRange
    """Their numbers as printed: `1-64`."""
    form_factor: FormFactor
    """The kind of cage."""
    lanes: Annotated[int, Field(ge=1, le=8)]
    """Electrical lanes of a cage."""
    breakouts: tuple[Breakout, ...]
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

    ethernet: int
    """Number of the undivided port: 8 is `Ethernet8`."""
    lanes: tuple[int, ...]
    """Lane numbers, in the platform's own order."""
    alias: str
    """Alias of the undivided port."""
    index: int
    """The `index` of port_config.ini: the transceiver's number."""


class Headroom(SpecModel):
    """One row of pg_profile_lookup.ini: lossless headroom by speed and cable length. Bytes."""

    speed_gbps: float
    """Port speed, Gb/s."""
    length_m: int
    """Cable length that the row covers, m."""
    size: int
    """Guaranteed buffer of the priority group, bytes."""
    xon: int
    """Resume threshold, bytes."""
    xon_offset: int | None = None
    """Resume offset, bytes (Broadcom tables)."""
    xoff: int
    """Headroom after pause, bytes."""
    threshold: int
    """Dynamic threshold exponent (alpha = 2^threshold)."""


class EcnProfile(SpecModel):
    """Marking thresholds that a vendor ships for this platform, bytes and per cent."""

    speed_gbps: float | None = None
    """Port speed it is for; null: every speed."""
    kmin_bytes: int
    """Start of marking."""
    kmax_bytes: int
    """Marking of everything above."""
    pmax_percent: int
    """Marking probability at `kmax`."""


class SonicPlatform(SpecModel):
    """A switch as community SONiC sees it (device/<vendor>/<platform>/<hwsku>)."""

    platform: str
    """The platform string of the image."""
    hwsku: str
    """DEVICE_METADATA hwsku."""
    breakouts: tuple[Breakout, ...] | None
    """What platform.json lists for the fabric cages; null: the platform has no breakout data, so none is planned."""
    sub_alias: Literal["letter", "lane"]
    """How divided ports are called: `etp1a`, `etp1b`, or `Ethernet1/1`, `Ethernet1/5`."""
    buffer_model: Literal["dynamic", "traditional"]
    """Which buffer manager the platform runs."""
    cages: dict[int, SonicCage]
    """Every cage with its lanes; the key is the number on the faceplate."""
    headroom: tuple[Headroom, ...] = ()
    """The platform's lossless headroom table."""
    ecn: tuple[EcnProfile, ...] = ()
    """Published marking thresholds."""


class SwitchOs(SpecModel):
    """What each operating system makes of the metal; null: it does not run here, or no data is at hand."""

    sonic: SonicPlatform | None = None
    """Community SONiC."""
    cumulus: Literal[True] | None = None
    """NVIDIA Cumulus Linux runs on it."""
    eos: Literal[True] | None = None
    """Arista EOS runs on it."""


class Switch(CatalogEntry):
    """A switch model."""

    technology: Literal["ethernet", "infiniband"]
    """What it speaks."""
    asic: str | None
    """Switching silicon."""
    buffer_mb: float | None = None
    """Packet buffer, MB, where published."""
    height_u: int | None
    """Rack units."""
    weight_kg: float | None = None
    """Weight, kg."""
    power_w: PowerFact
    """Power without optics, W."""
    cages: tuple[CageGroup, ...]
    """The faceplate."""
    management_port: str = "mgmt0"
    """Label of the out-of-band management port (RJ45, 1 Gb/s)."""
    os: SwitchOs = SwitchOs()
    """What each operating system makes of it."""


class Optic(CatalogEntry):
    """A pluggable transceiver."""

    form_factors: tuple[FormFactor, ...]
    """Cages it fits."""
    ports: int
    """Links that one transceiver carries (2 for a twin-port OSFP)."""
    speed_gbps: float
    """Speed of one of these links, Gb/s."""
    signal: str
    """What it sends, e.g. `400g-sr4`: two ends match when their signals are the same."""
    fibre: Literal["om4", "os2"]
    """Fibre kind."""
    connector: str
    """Connector of one link, e.g. `mpo-12-apc`."""
    reach_m: int
    """Longest fibre, m."""
    power_w: float | None
    """Power of the transceiver, W."""
    technologies: tuple[Literal["ethernet", "infiniband"], ...]
    """Fabrics it is sold for."""
    part: str | None
    """The vendor's part number; null: not known."""


class CableEnd(SpecModel):
    """One end of a cable assembly."""

    form_factors: tuple[FormFactor, ...]
    """Cages this end fits."""
    ports: int
    """Links in this end."""


class Cable(CatalogEntry):
    """A cable: a copper or active assembly with its ends, or fibre between two transceivers."""

    kind: Literal["dac", "acc", "aoc", "fibre", "copper"]
    """Passive copper, active copper, active optical, fibre for transceivers, twisted pair."""
    ends: tuple[CableEnd, ...] = ()
    """Ends of an assembly: two, or one trunk end and several legs. Empty for fibre."""
    speed_gbps: float | None = None
    """Speed of one link, Gb/s; null for fibre."""
    fibre: Literal["om4", "os2"] | None = None
    """Fibre kind, for fibre."""
    connector: str | None = None
    """Connector on both ends, for fibre."""
    lengths_m: tuple[float, ...]
    """Lengths that are sold, m, ascending."""
    parts: dict[str, str] = {}
    """Part number by length: `"3": "MCP..."`; a length without one is not known."""
    power_w: float | None = None
    """Power of one end, W (active kinds)."""
    technologies: tuple[Literal["ethernet", "infiniband"], ...]
    """Fabrics it is sold for."""
    price_order: int
    """Order of preference among what reaches: lower is cheaper for a metre of link."""

    @model_validator(mode="after")
    def _ends_or_fibre(self) -> "Cable":
        if (self.kind == "fibre") == bool(self.ends):
            message = "an assembly has ends, and fibre has none"
            raise ValueError(message)
        return self
