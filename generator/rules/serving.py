"""Workloads of inference on the cluster that is planned for them."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.services import services_in
from generator.workload.serving import Serving
from generator.workload.size import SizeError


@plan_warning(
    title="An inference or other workload that cannot be calculated",
    why="Without its model and its GPUs, it is unknown whether it fits.",
    fix="Name a published model, and a host group whose GPUs have figures in the catalog.",
)
def workload_service_unknown(plan: Draft) -> Iterator[Finding]:
    """Every workload that does not train has GPUs and figures that are known."""
    for name, service in services_in(plan.spec, plan.catalog, most=True):
        if isinstance(service, SizeError):
            yield KeyFinding(message="; ".join(service.problems), loc=("workloads", name), help=service.help)


@plan_warning(
    title="Inference sequences that do not fit",
    why="The weights, and the keys and values of all concurrent sequences, must fit into the memory of the GPUs of one NVLink domain.",
    fix="Use a GPU with more memory, a smaller precision, shorter or fewer sequences, or more hosts.",
)
def workload_no_room(plan: Draft) -> Iterator[Finding]:
    """The GPUs of the envelope hold the model and its sequences."""
    for name, service in services_in(plan.spec, plan.catalog, most=True):
        if not isinstance(service, Serving):
            continue
        room, wanted = service.sequences * service.replicas, plan.spec.workloads[name].concurrent
        if not service.fits:
            memory = service.gpus * service.machine.memory_bytes / 1e9
            need = (service.weights + service.token_bytes * service.context) / 1e9
            yield KeyFinding(
                message=f"{name} needs {need:,.0f} GB for its weights and one sequence of {service.context:,} tokens, and {service.gpus} GPUs have {memory:,.0f} GB, of which 0.9 may be used",
                loc=("workloads", name),
                help="use a GPU with more memory, a smaller precision, or shorter sequences",
            )
        elif wanted is not None and wanted > room:
            yield Finding(
                message=f"{service.replicas} x {service.sequences} sequences of {service.context:,} tokens fit beside {name}, not {wanted:,}",
                loc=("workloads", name, "concurrent"),
                help=f"state {room:,} at most, shorter sequences, or plan for about {-(-wanted // service.sequences) * service.gpus:,} GPUs",
            )
