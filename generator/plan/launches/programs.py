"""Programs of kind `hpc` as schedulers start them: a rank of MPI on each GPU of whole hosts."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.launches.places import places_of, rails_of, settings_of
from generator.plan.launches.ranks import PIPELINE_NEAR
from generator.plan.launches.records import Launch
from generator.workload.records import Split
from generator.workload.size import SizeError
from generator.workload.workloads import machine_in


def plan_programs(plan: Draft) -> Iterator[Launch]:
    """Yield every workload of kind `hpc` with a stated program, on each scheduler that has hosts for it."""
    for name, stated in plan.spec.workloads.items():
        if stated.kind != "hpc" or stated.launch.program is None:
            continue
        try:
            group, machine = machine_in(plan.spec, plan.catalog, stated.hosts)
        except SizeError:
            continue
        for place in places_of(plan, group, stated.share, machine, stated.tenant or ""):
            ranks = place.hosts * machine.host_gpus
            yield Launch(
                scheduler=place.scheduler,
                name=name,
                kind=stated.kind,
                title=f"{stated.launch.program} on {ranks:,} {machine.title}",
                group=group,
                tenant=stated.tenant or "",
                hosts=place.hosts,
                gpus=machine.host_gpus,
                split=Split(dp=ranks),
                order=PIPELINE_NEAR,
                rails=rails_of(plan, place.first),
                segment=place.segment if place.hosts % max(1, place.segment) == 0 else 0,
                program=stated.launch.program,
                image=stated.launch.image or "",
                arguments=stated.launch.arguments,
                checkpoints="",
                tier="",
                kept_tb=0.0,
                save_every=0,
                save_s=0.0,
                step_s=0.0,
                iterations=0,
                settings=settings_of(plan, place.first),
                environment=(),
                partition=place.partition,
                gpu_type=place.gpu_type,
                max_minutes=place.max_minutes,
                notes=(),
            )
