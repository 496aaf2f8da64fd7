"""readme: the first page of an output tree: what is in it, in which order a crew uses it, how far it is proven."""

from collections.abc import Iterable, Iterator

from generator.plan.cabling.harnesses import plan_harnesses
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.provisioning.zones import zones_of
from generator.plan.sonic import unsized_models
from generator.render.artifact import Artifact
from generator.render.templates import Templates

NAME = "readme"


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return ("README.md",)


def render(plan: Draft, templates: Templates) -> Iterator[Artifact]:
    """Print the page."""
    yield Artifact(
        "README.md",
        templates.render(
            "readme/README.md.j2",
            name=plan.name,
            counts={key: len(getattr(plan, key)) for key in ("hosts", "switches", "cables", "racks")},
            schedulers=[key for key in ("slurm", "kubernetes") if getattr(plan.spec.scheduler, key)],
            infiniband=bool(plan.subnets),
            lags=bool(plan.lags),
            frontend="frontend" in plan.fabrics,
            way_out=plan.site.addressing.way_out,
            waiting_for=plan.waiting_for,
            warnings=plan.warnings,
            systems={switch.os for switch in plan.switches if switch.os},
            unsized=unsized_models(plan),
            harnesses=bool(plan_harnesses(plan)),
            served=bool(zones_of(plan)),
        ),
    )
