"""Requirements of each storage tier: stated in the spec, else those of its workloads, else the GPU maker's recommendation."""

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.spec.base import FabricName
from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec
from generator.workload.clients import fabric_of, groups_reaching
from generator.workload.figure import Figure
from generator.workload.records import TERA
from generator.workload.size import Size, SizeError
from generator.workload.tier_demand import needed_by, of_runs, recommended
from generator.workload.tier_measures import BASES, KEYS, NAMES, Basis, Measured
from generator.workload.tier_products import product_of
from generator.workload.workloads import Workload, workloads_in


class TierNeed(Struct, frozen=True, kw_only=True):
    """A tier that hosts serve: its requirements, each figure with its source; unknown ones are missing."""

    name: str
    spec: TierSpec
    group: str
    fabric: FabricName
    figures: Mapping[Measured, Figure]
    basis: Mapping[Measured, Basis]
    needs: Mapping[Measured, Figure]
    """Rates that workloads need where they are sized for them; what `figures` have above is recommended for their GPUs."""
    metadata: Figure | None = None
    """Room for metadata of `files`, where documents of the product give bytes a file."""
    growth: Figure | None = None
    """What is added until the envelope must suffice."""
    grown: bool = False
    """Whether `value` has the growth in it: for the envelope."""
    standby: bool = False
    """One port of a host carries, the others wait: the frontend's bond where leaves keep no state about it."""

    @property
    def alone(self) -> bool:
        """Whether the first host of the group serves it by itself: NFS without another source in the spec."""
        return self.spec.kind == "nfs" and self.spec.source is None

    def value(self, what: Measured) -> float:
        """Return a figure in TB or GB/s, including metadata; 0 where it is not known."""
        figure = self.figures.get(what)
        found = figure.value if figure else 0.0
        if what == "capacity":
            found += self.metadata.value if self.metadata else 0.0
            found += self.growth.value if self.growth and self.grown else 0.0
        return found

    def needed(self, what: Measured) -> float:
        """Return the stated figure, or the need of workloads without recommendations."""
        if self.basis.get(what) == "workloads" and what in self.needs:
            return self.needs[what].value
        return self.value(what)

    @property
    def designed(self) -> bool:
        """Whether a requirement is stated, or workloads need it: recommendations do not count."""
        return any(each != "guidance" for each in self.basis.values())


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
    """Return the tier that keeps checkpoints: the stated one, else the first parallel file system that compute hosts mount, else NFS. `tiers` are those that the hosts of a run reach."""
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
    theirs = {each: of for each, of in sizes.items() if _kept_on(spec, catalog, of[0]) == name}
    main = main_tier(
        {each: of for each, of in spec.storage.items() if any(groups_reaching(spec, catalog, of, ("compute",)))}
    )
    gpus = _gpus(spec, catalog, tier, most=most) if tier.kind == "parallel" and main == name else 0
    for kind, found in zip(BASES, (_stated(name, tier), of_runs(theirs), recommended(gpus)), strict=True):
        for what, figure in found:
            if what not in figures:
                figures[what], basis[what] = figure, kind
    metadata = _metadata(tier)
    if (metadata or tier.growth) and "capacity" not in basis:
        basis["capacity"] = "stated"
    assert tier.hosts is not None
    return TierNeed(
        name=name,
        spec=tier,
        group=tier.hosts,
        fabric=fabric_of(spec, tier),
        figures=figures,
        basis=basis,
        needs={what: figure for what, figure in needed_by(theirs) if basis[what] == "workloads"},
        metadata=metadata,
        growth=_growth(name, tier),
        grown=most,
        standby=_standby(spec, fabric_of(spec, tier)),
    )


def _kept_on(spec: ClusterSpec, catalog: Catalog, workload: Workload) -> str | None:
    """Return the tier with the checkpoints of a workload."""
    group = workload.group
    reached = {name: tier for name, tier in spec.storage.items() if group in groups_reaching(spec, catalog, tier)}
    return main_tier(reached, workload.spec.launch.checkpoints)


def _standby(spec: ClusterSpec, fabric: FabricName) -> bool:
    given = spec.fabrics.given()
    bonds = given.get("frontend") or given.get("compute")
    return fabric == "frontend" and bonds is not None and bonds.bonding == "active-backup"


def _gpus(spec: ClusterSpec, catalog: Catalog, tier: TierSpec, *, most: bool) -> int:
    """Return the GPUs of the hosts that use a tier."""
    names = groups_reaching(spec, catalog, tier, tier.clients)
    groups = (spec.hosts[name] for name in names if name != tier.hosts)
    return sum(
        ((group.max or group.count) if most else group.count) * host.gpu_count
        for group in groups
        if (host := catalog.find(Host, group.model))
    )


def _stated(name: str, tier: TierSpec) -> Iterator[tuple[Measured, Figure]]:
    for what, key in KEYS.items():
        value = getattr(tier, key)
        if value is not None:
            unit = "TB" if what == "capacity" else "GB/s"
            source = f"storage.{name}.{key}"
            yield what, Figure(NAMES[what], float(value), unit, "stated", {"stated": float(value)}, source)


def _metadata(tier: TierSpec) -> Figure | None:
    found = product_of(tier)
    if tier.files is None or found.file_bytes is None:
        return None
    inputs = {"files": tier.files, "each": found.file_bytes}
    return Figure(
        "room for metadata",
        tier.files * found.file_bytes / TERA,
        "TB",
        "files * each / 1e12",
        inputs,
        found.file_source,
    )


def _growth(name: str, tier: TierSpec) -> Figure | None:
    if tier.growth is None:
        return None
    inputs = {"tb_a_year": float(tier.growth.tb_a_year), "years": float(tier.growth.years)}
    value = inputs["tb_a_year"] * inputs["years"]
    return Figure("growth", value, "TB", "tb_a_year * years", inputs, f"storage.{name}.growth")
