"""Hosts and what is in them: GPUs and NICs."""

import operator
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from generator.catalog.acceptance import AcceptanceFact
from generator.catalog.entry import CatalogEntry, FormFactor, HostRole, ModelName, PowerFact, SupplyFact
from generator.spec.base import FabricName, Figure, Line, Number, SpecModel, Word, defaults

Share = Annotated[float, Field(gt=0, le=1)]
"""A part of a whole, 0 to 1."""
AcsFact = Literal["disable", "keep"]
"""Access control services of PCI bridges: switched off, so that devices reach each other directly, or left as the firmware sets them."""

PciAddress = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$")]
"""Domain, bus, device and function, as Linux writes them in sysfs: `0000:18:00.0`."""
RdmaName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
"""A name that the kernel takes for an RDMA device (IB_DEVICE_NAME_MAX: 64 with the final zero)."""


Precision = Literal["bf16", "fp8", "fp4"]
"""Precision of the matrix products of a training run."""


class TflopsFact(SpecModel):
    """Dense peaks of one GPU by precision, TFLOPS: tables that count sparse products print twice as much."""

    fp64: Figure | None = None
    """64 bit, on the matrix units."""
    tf32: Figure | None = None
    """TF32."""
    bf16: Figure | None = None
    """BF16 and FP16."""
    fp8: Figure | None = None
    """FP8."""
    fp4: Figure | None = None
    """FP4 (NVFP4 or MXFP4)."""


class TrainingFact(SpecModel):
    """What dense models of language reach in training, as a share of the dense peak of a precision, attention counted."""

    precision: Precision
    """The precision of the run and of the peak."""
    low: Share
    """The lowest that is usual."""
    expected: Share
    """What to plan with."""
    high: Share
    """The highest that is published."""


class Gpu(CatalogEntry):
    """A GPU model."""

    memory_gb: Figure | None
    """Memory, GB (10^9 bytes as the vendor states it)."""
    tdp_w: Figure | None
    """Thermal design power, W."""
    critical_it_w: Figure | None = None
    """Published IT power of a whole cluster for each GPU in it, W: hosts, network and storage."""
    link_gbytes_per_s: Figure | None
    """NVLink or xGMI bandwidth of one GPU, GB/s, both directions added (the vendor's figure)."""
    tflops: TflopsFact = defaults(TflopsFact)
    """Dense peaks by precision, TFLOPS."""
    memory_tbytes_per_s: Figure | None = None
    """Bandwidth of its memory, TB/s."""
    training: tuple[TrainingFact, ...] = ()
    """Measured shares of the peak, by precision; without a row, a run cannot be estimated unless its rate is stated."""
    acceptance: tuple[AcceptanceFact, ...] = ()
    """Published figures of tests of acceptance; a test without a row is measured and recorded."""
    slurm_type: ModelName
    """The GRES type in Slurm: `gpu:<type>`."""
    vendor_kind: Literal["nvidia", "amd"]
    """Which driver stack it takes."""
    fabric_manager: bool | None = None
    """Whether its host runs NVIDIA Fabric Manager, for the NVSwitches beside it; null: it has none."""
    mig: bool | None = None
    """Whether it can be divided (MIG), which only NVIDIA's can; null: no document says."""
    acs: AcsFact | None = None
    """What becomes of access control (ACS) on the PCI bridges of its host; null: nobody says, and it stays as it is."""

    @property
    def divisible(self) -> bool | None:
        """Whether it can be divided (MIG); None where no document says."""
        return self.mig if self.vendor_kind == "nvidia" else False


_Parameter = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]


class AdaptiveFact(SpecModel):
    """What makes an adapter take a flow's packets in any order, as switches send them that choose a path by load."""

    firmware: dict[_Parameter, Number]
    """Parameters of mlxconfig: kept over a reboot."""
    roce_accl: dict[_Parameter, Number]
    """Fields of the register ROCE_ACCL: set at every boot (mlxreg)."""
    since: Word | None
    """The first firmware that has them; null: in no document, so the host asks the adapter itself."""


class Nic(CatalogEntry):
    """A network adapter."""

    speeds_gbps: Annotated[tuple[Figure, ...], Field(min_length=1)]
    """Speeds that one port can run at, Gb/s."""
    ports: Number
    """Ports on the card."""
    form_factors: tuple[FormFactor, ...]
    """Cage kinds it is sold with."""
    power_w: PowerFact = defaults(PowerFact)
    """Power without optics, W."""
    protocols: tuple[Literal["ethernet", "roce", "infiniband"], ...]
    """What it speaks."""
    tool: Literal["mlx5", "bnxt", "ionic"] | None = None
    """Whose programs set its RoCE classes: NVIDIA's (mlnx_qos), Broadcom's (bnxt_setupcc.sh) or AMD's (nicctl); null: not known."""
    gid_index: Annotated[int, Field(ge=0, le=255)] | None = None
    """The GID that NCCL and RCCL have to be told; null: they find it themselves."""
    qps: Annotated[int, Field(ge=1, le=128)] | None = None
    """Queue pairs a connection in its maker's examples for NCCL and RCCL, where they are its own matter; null: as the fabric needs."""
    adaptive_routing: AdaptiveFact | None = None
    """Its half of adaptive routing on RoCE; null: no document says that it has one, and its fabrics hash."""
    acs: AcsFact | None = None
    """What it asks of access control (ACS) on the way to a GPU: `keep` where its data path is built on it; null: nothing."""


class HostPort(SpecModel):
    """One network port of a host, as labelled on the metal."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,14}$")]
    """The name of the interface that clustergen gives it: `rail0`, `storage0`, `frontend1`, `bmc`, `mgmt0`."""
    fabric: FabricName
    """The fabric it is meant for."""
    speed_gbps: Figure
    """Its highest speed, Gb/s."""
    form_factor: FormFactor
    """The cage it sits in."""
    cage: Word
    """The cage's name: the vendor's label, or the slot and port where the vendor prints none."""
    cage_port: Number = 1
    """Which port of that cage, from 1."""
    nic: ModelName | None = None
    """The adapter, a file in `nics/`; null for ports on the mainboard."""
    gpu: Number | None = None
    """The index of the GPU it is nearest to."""
    pci: PciAddress | None = None
    """PCI address, where the vendor fixes it."""
    rdma: RdmaName | None = None
    """RDMA device name that the vendor documents, e.g. mlx5_0."""
    ethernet_ports: Number = 1
    """Ethernet ports that it is split into; a fabric of one plane uses the first. 1 on InfiniBand."""
    roles: tuple[HostRole, ...] | None = None
    """The roles of a host that uses this port; null: all."""


class NvmeFact(SpecModel):
    """Local drives."""

    count: Number
    """How many drives."""
    size_tb: Figure
    """Size of one, TB (10^12 bytes)."""


class CpuFact(SpecModel):
    """The processors of a host."""

    title: Line | None = None
    """Product name."""
    maker: Literal["intel", "amd", "nvidia"] | None = None
    """Who makes it, where the host's document names it."""
    sockets: Number
    """Sockets."""
    cores_per_socket: Number
    """Cores a socket."""
    threads_per_core: Number
    """Hardware threads a core."""


class HostGpus(SpecModel):
    """The GPUs of a host."""

    model: ModelName
    """A file in `gpus/`."""
    count: Number
    """How many."""


class RackFixture(SpecModel):
    """Something that a rack of hosts comes with: NVLink switches, power shelves."""

    what: Line
    """What it is, in the words of an elevation."""
    model: ModelName | None = None
    """Its file in `hosts/`, where it is a device with ports and addresses of its own; null: it is furniture."""
    count: Annotated[int, Field(ge=1, le=60)]
    """How many in a rack."""
    height_u: Annotated[int, Field(ge=1, le=20)]
    """Rack units of one."""
    units: tuple[Number, ...] | None = None
    """The lowest unit of each, where a document states it; null: they are drawn above the hosts."""


_UNSAID = Field(exclude_if=operator.not_)
"""A fact that `plan.json` has where it is known."""


class FlowFact(SpecModel):
    """The coolant that a host or a rack needs at full load, by the temperature of its inlet."""

    supply_c: Figure
    """Temperature of the coolant at the inlet, degrees Celsius."""
    lpm: Figure
    """Litres per minute."""


class LiquidFact(SpecModel):
    """What the maker of a liquid-cooled host asks of its loop."""

    per: Literal["host", "rack"]
    """What `flows` are stated for: one host, or a whole rack of the product."""
    supply_c_max: Figure | None = None
    """Highest permitted temperature at the inlet, degrees Celsius; null: not known."""
    flows: tuple[FlowFact, ...] = ()
    """Flow at full load by temperature at the inlet, coldest first; empty: not known."""

    def lpm_at(self, supply_c: float) -> float | None:
        """Return the flow of the next warmer row; nothing beyond the last one."""
        return next((row.lpm for row in self.flows if row.supply_c >= supply_c), None)


class Host(CatalogEntry):
    """A host model."""

    role: HostRole | None
    """The role that its hosts have unless the spec states one."""
    subnet_manager: Literal["ufm"] | None = None
    """The subnet manager that it is sold with: such a host stands for `manager: ufm` where the spec names none."""
    system: Word | None = None
    """Its vendor's own system, such as NVOS, where nothing of ours is installed on it; null: a host that is configured here, or an appliance of UFM."""
    height_u: Annotated[int, Field(ge=1, le=20)] | None
    """Rack units."""
    weight_kg: Figure | None = None
    """Weight, kg."""
    power_w: PowerFact
    """Power of the whole host, W."""
    cooling: Literal["air", "liquid", "hybrid"] | None = None
    """How its heat leaves."""
    liquid_percent: Annotated[float, Field(ge=0, le=100)] | None = None
    """Share of its heat that direct liquid cooling takes, per cent; null: not known (an air-cooled host has none)."""
    liquid: Annotated[LiquidFact | None, _UNSAID] = None
    """What it asks of a coolant loop; null: not known, or air-cooled."""
    airflow_cfm: Figure | None = None
    """Air that it moves, cubic feet a minute."""
    supplies: SupplyFact | None = None
    """Power supplies."""
    per_rack: Number | None = None
    """Hosts a rack in the vendor's reference design."""
    rack_power_w: PowerFact = defaults(PowerFact)
    """Power of a whole rack of the product, its fixtures included, W: for hosts that are sold by the rack."""
    rack_supplies: Annotated[SupplyFact | None, _UNSAID] = None
    """Supplies that feed a whole rack of the product (power shelves), for hosts without supplies of their own."""
    rack_fixtures: tuple[RackFixture, ...] = ()
    """What else stands in each rack of the product."""
    cpu: CpuFact | None
    """Processors."""
    numa_nodes: Number | None = None
    """NUMA nodes that the kernel lists, where they are more than sockets: memory of GPUs counts, too. Null: no document says."""
    memory_gb: Figure | None
    """Main memory, GB."""
    gpus: HostGpus | None = None
    """GPUs; null for a host without."""
    nvlink_domain_hosts: Number | None = None
    """Hosts in one NVLink domain where it spans hosts (18 trays in an NVL72 rack)."""
    local_nvme: tuple[NvmeFact, ...] = ()
    """Data drives (not the boot drives)."""
    ports: tuple[HostPort, ...]
    """Every network port, in the order of the metal."""

    @property
    def appliance(self) -> bool:
        """Whether it runs what its vendor put there: no file is written for it."""
        return self.subnet_manager is not None or self.system is not None

    def ports_on(self, fabric: str, role: str, manages: str | None = None) -> list[HostPort]:
        """The ports of a host of a role that are meant for a fabric, in the order of the metal; those of a manager go to the fabric that it `manages`."""
        meant = fabric
        if role == "manager" and fabric in {"compute", "storage"}:
            meant = "compute" if fabric == (manages or "compute") else ""
        return [p for p in self.ports if p.fabric == meant and (p.roles is None or role in p.roles)]

    @property
    def gpu_count(self) -> int:
        """GPUs in one host."""
        return self.gpus.count if self.gpus else 0
