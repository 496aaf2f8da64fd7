"""Workloads of a spec that do not train: inference, and programs of other kinds."""

from collections.abc import Iterator
from math import inf

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.spec.cluster import ClusterSpec
from generator.workload.figure import Figure
from generator.workload.records import GIGA, Machine
from generator.workload.serving import Serving, serving_of
from generator.workload.size import SizeError
from generator.workload.workloads import SEQUENCE, job_gpus, machine_in, model_of

_HPL_SHARE = 0.68
"""Of the FP64 peak of matrix units, what HPL reaches on 8 H100: 365 TFLOPS (Voltage Park and Georgia Tech, benchmarks)."""


class Program(Struct, frozen=True):
    """A program of kind `hpc`, with the total of its GPUs."""

    machine: Machine
    gpus: int
    figures: tuple[Figure, ...]

    @property
    def fits(self) -> bool:
        """Nothing is known of its memory."""
        return True


Service = Serving | Program


def services_in(
    spec: ClusterSpec, catalog: Catalog, *, most: bool = False
) -> Iterator[tuple[str, Service | SizeError]]:
    """Yield every workload that does not train, on installed hosts or on those of the envelope, or the error about unknown figures."""
    for name, stated in spec.workloads.items():
        if stated.trains:
            continue
        try:
            group, machine = machine_in(spec, catalog, stated.hosts)
            hosts = spec.hosts[group]
            gpus = job_gpus(machine, (hosts.max or hosts.count) if most else hosts.count, stated.share)
            if stated.kind == "hpc":
                yield name, Program(machine, gpus, tuple(_figures(machine, gpus)))
                continue
            model = model_of(catalog, stated)
            context = stated.sequence or model.sequence or SEQUENCE
            precision = stated.precision or "bf16"
            yield name, serving_of(machine, model, precision, context, gpus, stated.concurrent)
        except SizeError as error:
            yield name, error
        except ValueError as error:
            yield name, SizeError([str(error)], "state its figures in a catalog file of your own")


def _figures(machine: Machine, gpus: int) -> Iterator[Figure]:
    yield Figure(
        "memory of all GPUs", gpus * machine.memory_bytes, "bytes", "gpus * memory", {"gpus": gpus, "memory": machine.memory_bytes}, f"{machine.title}: the catalog"
    )  # fmt: skip
    rail = machine.rail / max(1.0, machine.oversubscription)
    yield Figure(
        "bandwidth of its GPUs into the fabric", gpus * rail, "bytes/s", "gpus * rail / oversubscription",
        {"gpus": gpus, "rail": machine.rail, "oversubscription": max(1.0, machine.oversubscription)}, f"ports of {machine.host}: the catalog",
    )  # fmt: skip
    if machine.fp64:
        peak = gpus * machine.fp64
        yield Figure(
            "FP64 peak",
            peak,
            "FLOP/s",
            "gpus * fp64",
            {"gpus": gpus, "fp64": machine.fp64},
            f"{machine.title}, matrix units: the catalog",
        )
        yield Figure(
            "HPL about", peak * _HPL_SHARE, "FLOP/s", "peak * 0.68", {"peak": peak},
            "365 TFLOPS on 8 H100 in one host (Voltage Park and Georgia Tech, benchmarks); several hosts reach less",
        )  # fmt: skip


def described_service(service: Service) -> dict[str, object]:
    """Return one as `clustergen size --format json` prints it."""
    figures = {each.name.replace(" ", "_").replace(",", ""): _finite(each.value) for each in service.figures}
    head = {"gpu": service.machine.model, "host": service.machine.host}
    if isinstance(service, Program):
        return {"kind": "hpc", **head, "gpus": service.gpus, **figures}
    return {
        "kind": "inference", **head, "model": service.model.name, "gpus": service.gpus * service.replicas, "precision": service.precision,
        "context": service.context, "gpus_per_replica": service.gpus, "replicas": service.replicas, "fits": service.fits,
        "sequences_per_replica": service.sequences, **figures, "sources": list(dict.fromkeys(each.source for each in service.figures)),
    }  # fmt: skip


def _finite(value: float) -> float | None:
    return None if value in {inf, -inf} else value


def service_title(service: Service) -> str:
    """Return what runs where, in a line."""
    machine = service.machine
    if isinstance(service, Program):
        return f"a program on {service.gpus:,} {machine.title} in {machine.host}"
    fits = "" if service.fits else ": does not fit"
    return (
        f"{service.model.name}: {service.model.params / GIGA:.4g}B parameters in {service.precision.upper()}, sequences of {service.context:,} tokens, "
        f"on {service.replicas:,} x {service.gpus} {machine.title} in {machine.host}{fits}"
    )


def service_text(service: Service) -> str:
    """Return one as people read it."""
    width = max(len(each.name) for each in service.figures)
    rows = [f"{each.name.ljust(width)}  {each.text}" for each in service.figures]
    sources = dict.fromkeys(f"source: {each.source}" for each in service.figures)
    return "\n".join([service_title(service), "", *rows, "", *sources])
