"""What each storage tier must do: as the spec states it, else as its workloads need, else as the GPUs' maker recommends."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.spec.base import FabricName
from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec
from generator.workload.figure import Figure
from generator.workload.records import GIGA, TERA
from generator.workload.size import Size, SizeError
from generator.workload.storage import KEPT, READ_GBS, WRITE_GBS
from generator.workload.workloads import Workload, workloads_in

Basis = Literal["stated", "workloads", "guidance"]
"""Where a figure comes from."""
BASES: tuple[Basis, ...] = ("stated", "workloads", "guidance")
"""The firmest first."""
Measured = Literal["capacity", "read", "write"]
"""What a tier must do."""
RATES: tuple[Measured, ...] = ("read", "write")
KEYS: Mapping[Measured, str] = {"capacity": "capacity_tb", "read": "read_gbs", "write": "write_gbs"}
"""The key of the spec that states each."""
_METADATA: Mapping[str, tuple[float, str]] = {
    "lustre": (4096, "Lustre manual, table 1.1: an MDT of 16 TiB on ldiskfs holds 4 billion files"),
    "beegfs": (0.5e12 / 150e6, "NetApp, BeeGFS building block: 0.5 TB of metadata for about 150 million files"),
}
"""Bytes of metadata for a file, by product."""
_GUIDANCE = "DGX SuperPOD Reference Architecture, DGX H100: 40 GB/s reading and 20 writing for 256 GPUs, the middle row"


class TierNeed(Struct, frozen=True, kw_only=True):
    """A tier that hosts serve: what it must do, each figure with where it comes from; what nobody knows has none."""

    name: str
    spec: TierSpec
    group: str
    fabric: FabricName
    figures: Mapping[Measured, Figure]
    basis: Mapping[Measured, Basis]
    metadata: Figure | None = None
    standby: bool = False
    """One port of a host carries, the others wait: the frontend's bond where leaves keep no state about it."""

    @property
    def alone(self) -> bool:
        """Whether the first host of the group serves it by itself: NFS of which the spec states no other source."""
        return self.spec.kind == "nfs" and self.spec.source is None

    def value(self, what: Measured) -> float:
        """Return a figure in TB or GB/s; 0 where it is not known."""
        figure = self.figures.get(what)
        return figure.value if figure else 0.0

    @property
    def designed(self) -> bool:
        """Whether somebody states what it must do, or workloads need it: guidance alone is a recommendation."""
        return any(each != "guidance" for each in self.basis.values())


def fabric_of(spec: ClusterSpec, tier: TierSpec) -> FabricName:
    """Return the fabric that a tier is reached over."""
    away = tier.kind == "nfs" or "storage" not in spec.fabrics.given()
    return tier.fabric or ("frontend" if away else "storage")


class Mounted(Protocol):
    """A tier of the spec or of the plan, as far as it decides where checkpoints are kept."""

    @property
    def kind(self) -> str:
        """Its kind."""

    @property
    def mount(self) -> str | None:
        """Where clients see it."""

    @property
    def clients(self) -> Collection[str]:
        """Roles that mount it."""


def main_tier(tiers: Mapping[str, Mounted], stated: str | None = None) -> str | None:
    """Return the tier that keeps checkpoints: the stated one, else the first parallel file system that compute hosts mount, else NFS."""
    mounted = {name: tier for name, tier in sorted(tiers.items()) if tier.mount and "compute" in tier.clients}
    if stated is not None:
        return stated if stated in mounted else None
    return next((name for kind in ("parallel", "nfs") for name, tier in mounted.items() if tier.kind == kind), None)


def tier_needs(spec: ClusterSpec, catalog: Catalog, *, most: bool = False) -> tuple[TierNeed, ...]:
    """Return the needs of every tier that hosts of the spec serve, by name, for the GPUs that are installed or those of the envelope."""
    sizes = dict(_sizes(spec, catalog, most=most)) if spec.storage else {}
    return tuple(
        _need(spec, catalog, name, tier, sizes, most=most)
        for name, tier in sorted(spec.storage.items())
        if tier.kind != "local-nvme" and tier.hosts in spec.hosts
    )


def _sizes(spec: ClusterSpec, catalog: Catalog, *, most: bool) -> Iterator[tuple[str, tuple[Workload, Size]]]:
    """Yield the training runs whose figures are known, on the GPUs that they have."""
    for name, workload in workloads_in(spec, catalog):
        gpus = (workload.gpus_max if most else workload.gpus) if isinstance(workload, Workload) else 0
        if isinstance(workload, Workload) and gpus:
            try:
                yield name, (workload, workload.on(gpus))
            except SizeError:
                continue


def _need(
    spec: ClusterSpec, catalog: Catalog, name: str, tier: TierSpec, sizes: Mapping[str, tuple[Workload, Size]], *, most: bool
) -> TierNeed:  # fmt: skip
    figures: dict[Measured, Figure] = {}
    basis: dict[Measured, Basis] = {}
    theirs = {each: of for each, of in sizes.items() if main_tier(spec.storage, of[0].spec.launch.checkpoints) == name}
    gpus = _gpus(spec, catalog, most=most) if tier.kind == "parallel" and main_tier(spec.storage) == name else 0
    for kind, found in zip(BASES, (_stated(name, tier), _of_runs(theirs), _recommended(gpus)), strict=True):
        for what, figure in found:
            if what not in figures:
                figures[what], basis[what] = figure, kind
    assert tier.hosts is not None
    return TierNeed(
        name=name,
        spec=tier,
        group=tier.hosts,
        fabric=fabric_of(spec, tier),
        figures=figures,
        basis=basis,
        metadata=_metadata(tier),
        standby=_standby(spec, fabric_of(spec, tier)),
    )


def _standby(spec: ClusterSpec, fabric: FabricName) -> bool:
    given = spec.fabrics.given()
    bonds = given.get("frontend") or given.get("compute")
    return fabric == "frontend" and bonds is not None and bonds.bonding == "active-backup"


def _gpus(spec: ClusterSpec, catalog: Catalog, *, most: bool) -> int:
    models = ((group, catalog.find(Host, group.model)) for group in spec.hosts.values())
    return sum(((group.max or group.count) if most else group.count) * host.gpu_count for group, host in models if host)


def _stated(name: str, tier: TierSpec) -> Iterator[tuple[Measured, Figure]]:
    for what, key in KEYS.items():
        value = getattr(tier, key)
        if value is not None:
            unit = "TB" if what == "capacity" else "GB/s"
            figure = Figure(
                _NAMES[what], float(value), unit, "stated", {"stated": float(value)}, f"storage.{name}.{key}"
            )
            yield what, figure  # fmt: skip


_NAMES: Mapping[Measured, str] = {"capacity": "to hold", "read": "to read", "write": "to write"}


def _of_runs(runs: Mapping[str, tuple[Workload, Size]]) -> Iterator[tuple[Measured, Figure]]:
    """Yield what runs need together: room of all of them, and rates of those that run at once."""
    if not runs:
        return
    written = sum(size.checkpoint_bytes for _, size in runs.values()) / TERA
    data = sum(size.data.bytes for _, size in runs.values() if size.data) / TERA
    yield "capacity", Figure(
        _NAMES["capacity"], KEPT * written + data, "TB", f"{KEPT} * checkpoints + data", {"checkpoints": written, "data": data},
        "a checkpoint of each run and the data sets, TB; 20 of each stay (bigscience chronicles: 15 to 20)",
    )  # fmt: skip
    reading = {name: max(size.demand.read_gbs, _data_rate(size)) for name, (_, size) in runs.items()}
    yield "read", _together("read", reading, runs)
    yield "write", _together("write", {name: size.demand.write_gbs for name, (_, size) in runs.items()}, runs)


def _data_rate(size: Size) -> float:
    return size.data.read_rate(size.seconds(size.rate.expected)) / GIGA if size.data else 0.0


def _together(what: Measured, rates: Mapping[str, float], runs: Mapping[str, tuple[Workload, Size]]) -> Figure:
    shares: dict[str, float] = {}
    for workload, _ in runs.values():
        shares[workload.group] = shares.get(workload.group, 0.0) + workload.spec.share
    inputs = {name.replace("-", "_"): rate for name, rate in rates.items()}
    at_once = max(shares.values()) <= 1
    if len(inputs) == 1:
        formula, why = next(iter(inputs)), "the run's rate"
    elif at_once:
        formula, why = " + ".join(inputs), "their shares of the hosts add up to 1 at most, so they run at once"
    else:
        formula, why = f"max({', '.join(inputs)})", "their shares of the hosts are more than 1, so they take turns"
    value = sum(inputs.values()) if at_once else max(inputs.values())
    return Figure(_NAMES[what], value, "GB/s", formula, inputs, f"{why}; each: explain workloads.NAME")


def _recommended(gpus: int) -> Iterator[tuple[Measured, Figure]]:
    if gpus:
        yield "read", Figure(_NAMES["read"], READ_GBS * gpus, "GB/s", f"{READ_GBS} * gpus", {"gpus": gpus}, _GUIDANCE)
        yield (
            "write",
            Figure(_NAMES["write"], WRITE_GBS * gpus, "GB/s", f"{WRITE_GBS} * gpus", {"gpus": gpus}, _GUIDANCE),
        )


def _metadata(tier: TierSpec) -> Figure | None:
    known = next((value for product, value in _METADATA.items() if product in tier.product.lower()), None)
    if tier.files is None or known is None:
        return None
    each, source = known
    return Figure("room for metadata", tier.files * each / TERA, "TB", "files * each / 1e12", {"files": tier.files, "each": each}, source)  # fmt: skip
