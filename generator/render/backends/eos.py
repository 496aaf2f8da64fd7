"""eos: running.cfg of every switch that runs Arista EOS."""

from collections.abc import Iterable, Iterator
from functools import partial

from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "eos"
_SHARES = 4
_SCHEMA = Proof(Grade.SCHEMA, "Arista AVD schema (pyavd)")


def paths(plan: Plan) -> Iterable[str]:
    """One file a switch."""
    return [_path(switch) for switch in _mine(plan)]


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the file of every EOS switch."""
    for part in PARTS:
        yield from part(plan, templates)


def _share(number: int, plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print every fourth switch: pyavd takes a tenth of a second for each, which is worth several processes."""
    del templates
    for switch in _mine(plan)[number::_SHARES]:
        from generator.render.eos.avd import running_config  # noqa: PLC0415  (most clusters have no such switch)
        from generator.render.eos.structured import structured_config  # noqa: PLC0415

        yield Artifact(_path(switch), running_config(switch.name, structured_config(plan, switch)), _SCHEMA)


PARTS = tuple(partial(_share, number) for number in range(_SHARES))


def _path(switch: Switch) -> str:
    return f"switches/{switch.name}/running.cfg"


def _mine(plan: Plan) -> list[Switch]:
    return [switch for switch in plan.switches if switch.os == "eos"]
