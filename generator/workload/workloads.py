"""The workloads of a spec on the hosts that it has, or may have."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.host import Precision
from generator.catalog.load import Catalog
from generator.catalog.model import Gpu, Host, ModelShape
from generator.spec.cluster import ClusterSpec
from generator.spec.guesses import suggestion
from generator.spec.hosts import HostGroupSpec
from generator.spec.tenants import unfold
from generator.spec.workloads import FailuresSpec, WorkloadSpec
from generator.workload.data import DataSet
from generator.workload.failures import HOURS_A_FAILURE, RESTART_S, Rates
from generator.workload.machine import machine_of
from generator.workload.model import of_size, published
from generator.workload.records import TERA, Machine, Model, Run, Split
from generator.workload.size import Size, SizeError, size_for_gpus

SEQUENCE = 8_192
"""Tokens of a sequence where neither the user nor the model states them."""


class Workload(Struct, frozen=True):
    """A workload with its host group, model and machine, and its GPUs now and at most."""

    name: str
    group: str
    spec: WorkloadSpec
    machine: Machine
    model: Model
    run: Run
    gpus: int
    gpus_max: int

    def unhindered(self) -> "Workload":
        """Return the workload on a fabric without oversubscription."""
        return replace(self, machine=replace(self.machine, oversubscription=1.0))

    def on(self, gpus: int) -> Size:
        """Return its size on this number of GPUs. Raises SizeError: a figure is not known."""
        found = size_for_gpus(
            self.machine, self.model, self.run, gpus, self.spec.mfu, self.split(gpus), rates_of(self.spec.failures)
        )
        data = self.spec.data
        if data is None:
            return found
        hosts = -(-gpus // self.machine.host_gpus)
        return replace(found, data=DataSet(float(data.tb) * TERA, float(data.epochs), hosts, data.local))

    def split(self, gpus: int) -> Split | None:
        """Return the stated split for this number of GPUs, if there is one."""
        stated = self.spec.split
        if stated is None:
            return None
        rest = gpus // (stated.tp * stated.cp * stated.pp)
        return Split(stated.tp, stated.cp, stated.ep, stated.pp, max(1, rest))


def rates_of(stated: FailuresSpec) -> Rates:
    """Return a site's figures of failures, and published rates for the rest."""
    return Rates(
        gpu_hours=stated.gpu_hours or HOURS_A_FAILURE,
        restart_s=stated.restart_minutes * 60 if stated.restart_minutes else RESTART_S,
        repair_days=stated.repair_days,
        confidence=stated.confidence,
    )


def machine_in(spec: ClusterSpec, catalog: Catalog, group: str | None = None) -> tuple[str, Machine]:
    """Return the host group with the most GPUs at most, or the one of a name, and its GPU.

    Raises SizeError: no group has GPUs, or their figures are not known.
    """
    models = {name: catalog.get(Host, each.model) for name, each in spec.hosts.items() if group in {None, name}}
    sizes = {name: host.gpu_count * _most(spec.hosts[name]) for name, host in models.items() if host.gpu_count}
    if not sizes:
        raise SizeError([f"no hosts of {group or 'this spec'} have GPUs"], "name a group of GPU hosts in `hosts`")
    found = max(sizes, key=lambda name: (sizes[name], name))
    compute = spec.fabrics.compute
    host = models[found]
    assert host.gpus is not None
    try:
        return found, machine_of(catalog.get(Gpu, host.gpus.model), host, compute.oversubscription if compute else 1.0)
    except ValueError as error:
        raise SizeError([str(error)], "state its figures in a catalog file of your own") from None


def _most(group: HostGroupSpec) -> int:
    return group.max or group.count


def job_gpus(machine: Machine, hosts: int, share: float) -> int:
    """Return the GPUs of one job on a share of some hosts: of whole NVLink domains that span hosts the part that a job uses, or a rest of less than that alone."""
    gpus = max(1, int(hosts * machine.host_gpus * share))
    if not machine.has_racks:
        return gpus
    return gpus // machine.domain * machine.job_domain or min(gpus, machine.job_domain)


def tokens_of(stated: WorkloadSpec, sequence: int) -> float:
    """Return the stated tokens of a run, else those of its samples, each a sequence, as often as they are read."""
    if stated.tokens is not None:
        return stated.tokens
    assert stated.data is not None
    assert stated.data.samples is not None
    return stated.data.samples * stated.data.epochs * sequence


def hosts_of(spec: ClusterSpec, group: str, tenant: str | None) -> tuple[int, int]:
    """Return the installed hosts of a group, and those of the envelope; for a tenant, those of its hosts, by their names without pins."""
    stated = spec.hosts[group]
    theirs = spec.tenants.get(tenant) if tenant else None
    if theirs is None or group in theirs.hosts:
        return stated.count, _most(stated)
    named = {name for entry in theirs.hosts if entry not in spec.hosts for name in unfold(entry)}
    numbers = {int(found[1]) for name in named if (found := re.fullmatch(rf"{re.escape(group)}(\d+)", name))}
    return sum(number <= stated.count for number in numbers), sum(number <= _most(stated) for number in numbers)


def workload_in(spec: ClusterSpec, catalog: Catalog, name: str) -> Workload:
    """Return a workload of a spec. Raises SizeError: its model, its hosts or their figures are not known."""
    stated = spec.workloads[name]
    group, machine = machine_in(spec, catalog, stated.hosts)
    model = model_of(catalog, stated)
    sequence = stated.sequence or model.sequence or SEQUENCE
    run = Run(
        tokens_of(stated, sequence), sequence, stated.batch_tokens or 0, precision_of(machine, stated.precision, stated.mfu)
    )  # fmt: skip
    shares = (job_gpus(machine, count, stated.share) for count in hosts_of(spec, group, stated.tenant))
    return Workload(name, group, stated, machine, model, run, *shares)


def workloads_in(spec: ClusterSpec, catalog: Catalog) -> Iterator[tuple[str, Workload | SizeError]]:
    """Yield every training run of a spec, or the error about unknown figures."""
    for name, stated in spec.workloads.items():
        if not stated.trains:
            continue
        try:
            yield name, workload_in(spec, catalog, name)
        except SizeError as error:
            yield name, error


def sized_in(spec: ClusterSpec, catalog: Catalog) -> Iterator[tuple[str, Workload, Size]]:
    """Yield every training run with known figures, and its size on the installed hosts."""
    for name, workload in workloads_in(spec, catalog):
        if not isinstance(workload, Workload):
            continue
        try:
            size = workload.on(workload.gpus)
        except SizeError:
            continue
        yield name, workload, size


def model_of(catalog: Catalog, stated: WorkloadSpec) -> Model:
    """Return the model of a workload. Raises SizeError: the catalog does not have it."""
    if stated.model is not None:
        shape = catalog.find(ModelShape, stated.model)
        if shape is None:
            raise SizeError(
                [f"the catalog has no model {stated.model}"], suggestion(stated.model, catalog.names("models"))
            )
        return published(shape)
    assert stated.params is not None
    try:
        return of_size(catalog.every(ModelShape), stated.params, stated.active_params, stated.layers, stated.hidden)
    except ValueError as error:
        raise SizeError([str(error)], "state layers and hidden") from None


def precision_of(machine: Machine, stated: Precision | None, mfu: float | None) -> Precision:
    """Return the stated precision, or BF16 where runs in it are published or the rate is stated, else the first in which runs are."""
    if stated is not None:
        return stated
    published_in = [row.precision for row in machine.training]
    return "bf16" if mfu or "bf16" in published_in or not published_in else published_in[0]
