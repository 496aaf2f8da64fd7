"""cumulus: startup.yaml, the same as an `nv set` script, and the resulting FRR configuration, of every switch that runs Cumulus Linux."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.artifact import Artifact
from generator.render.templates import Templates

NAME = "cumulus"
_FILES = ("startup.yaml", "nv-set.sh", "frr.conf")


def paths(plan: Plan) -> Iterable[str]:
    """Three files a switch."""
    return [f"switches/{switch.name}/{file}" for switch in _mine(plan) for file in _FILES]


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print all files of every Cumulus switch."""
    for switch in _mine(plan):
        from generator.render.cumulus.files import switch_files  # noqa: PLC0415  (most clusters have no such switch)

        yield from switch_files(plan, switch, templates)


def _mine(plan: Plan) -> list[Switch]:
    return [switch for switch in plan.switches if switch.os == "cumulus"]
