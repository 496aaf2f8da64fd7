"""shutdown: the order in which this room is powered off and started, manually or by `poweroff.yml`, and the effects of each failure of the facility."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.hostlist import fold
from generator.plan.monitoring.jobs import monitoring_hosts
from generator.plan.operations.power_order import PowerStep, losses, power_steps, stopped_first
from generator.plan.plan import Plan
from generator.plan.slurm.controllers import is_shared
from generator.render.artifact import Artifact
from generator.render.escape import markdown
from generator.render.templates import Templates

NAME = "shutdown"
_PAGE = "docs/shutdown.md"


def paths(_plan: Plan) -> Iterable[str]:
    """Name the page."""
    return (_PAGE,)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print it."""
    yield Artifact(_PAGE, templates.render("docs/shutdown.md.j2", **_values(plan)))


def _values(plan: Plan) -> dict[str, Any]:
    steps = power_steps(plan)
    return {
        "cluster": plan.name,
        "mounts": any(tier.mount for tier in plan.tiers),
        "queue": plan.slurm is not None and is_shared(plan, plan.slurm.state),
        "watched": bool(monitoring_hosts(plan)),
        "count": sum(len(step.hosts) for step in steps),
        "steps": [_row(step) for step in steps],
        "starts": [_row(step) for step in sorted(steps, key=lambda step: step.start)],
        "stopped": [
            {"tier": each.tier, "group": each.group, "product": markdown(each.product), "how": each.how}
            for each in stopped_first(plan)
        ],
        "losses": [
            {
                "failure": f"{each.kind} {each.name}",
                "group": each.group if each.hosts else "",
                "hosts": _named(each.hosts),
                "reduced": _named(each.reduced),
            }
            for each in losses(plan)
        ],
    }


def _row(step: PowerStep) -> dict[str, Any]:
    return {
        "number": step.number,
        "start": step.start,
        "title": step.title,
        "hosts": _named(step.hosts),
        "why": step.why,
        "check": step.check,
    }


def _named(names: tuple[str, ...]) -> str:
    """Count names, and fold them."""
    return f"{len(names):,}: {fold(names)}" if names else "0"
