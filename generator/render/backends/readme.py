"""readme: the first page of an output tree: what is in it, in which order a crew uses it, how far it is proven."""

from collections.abc import Iterable, Iterator

from generator.plan.edge import OOB
from generator.plan.plan import Plan
from generator.plan.sonic import unsized_models
from generator.render.artifact import Artifact
from generator.render.templates import Templates

NAME = "readme"


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return ("README.md",)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the page."""
    yield Artifact(
        "README.md",
        templates.render(
            "readme/README.md.j2",
            name=plan.name,
            counts={key: len(getattr(plan, key)) for key in ("hosts", "switches", "cables", "racks")},
            schedulers=list(plan.scheduled.schedulers),
            infiniband=bool(plan.subnets),
            lags=bool(plan.lags),
            frontend="frontend" in plan.fabrics,
            way_out=plan.site.addressing.way_out,
            management_ways=[f"{way.switch} cage {way.cage}" for way in plan.ways if way.fabric == OOB],
            waiting_for=plan.waiting_for,
            warnings=plan.warnings,
            systems={switch.os for switch in plan.switches if switch.os},
            unrendered=sorted(
                {switch.model for switch in plan.switches if switch.os is None and switch.asn is not None}
            ),
            unsized=unsized_models(plan),
            harnesses=bool(plan.harnesses),
            tested=plan.acceptance is not None,
            served=bool(plan.provisioning.zones),
        ),
    )
