"""plan: the whole plan, one object a line, so that a text diff of two plans is readable."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import json_sections
from generator.render.templates import Templates

NAME = "plan"
FORMAT = 1


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return ("plan.json",)


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print every record of the plan."""
    spec = plan.spec
    sections = {
        "format": FORMAT,
        "name": spec.name,
        "domain": spec.domain,
        "layouts": [
            {"pool": each.pool, "prefix": each.prefix, "fields": [f"{f.name}:{f.bits}" for f in each.fields]}
            for each in plan.layouts
        ],
        "prefixes": plan.prefixes,
        "vlans": plan.vlans,
        "asns": plan.asns,
        "roce": list(plan.roce.values()),
        "racks": plan.racks,
        "hosts": plan.hosts,
        "switches": plan.switches,
        "filters": [{"fabric": name, "lines": lines} for name, lines in plan.filters.items()],
        "links": plan.links,
        "ports": plan.ports,
        "cables": plan.cables,
        "addresses": plan.addresses,
        "tiers": plan.tiers,
    }
    yield Artifact("plan.json", json_sections(sections))
