"""first-start: files that a switch fetches at its first start; its configuration is served as it is in `switches/`."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.lines import json_sections
from generator.render.provisioning.first_start import FILES, KEYS, MADE
from generator.render.templates import Templates

NAME = "first-start"
_HOME = "provisioning/ztp"
_SCRIPT = Proof(Grade.PARSED, "shellcheck")
_READ = Proof(Grade.PARSED, "ssh-keygen -l")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the files of each switch whose MAC address is known."""
    serving = plan.provisioning.serving
    for switch in serving.switches if serving else ():
        files = FILES[switch.os or ""]
        yield from (f"{_HOME}/{switch.name}/{file}" for file in files)
        if files and plan.site.services.root_keys:
            yield f"{_HOME}/{switch.name}/{KEYS}"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them."""
    serving = plan.provisioning.serving
    if serving is None:
        return
    keys = "".join(f"{key}\n" for key in plan.site.services.root_keys)
    for switch in serving.switches:
        for file, content in MADE[switch.os or ""](switch, serving.places, templates):
            path = f"{_HOME}/{switch.name}/{file}"
            if isinstance(content, str):
                yield Artifact(path, content, _SCRIPT)
            else:
                yield Artifact(path, json_sections(content), UNPROVEN)
        if keys and FILES[switch.os or ""]:
            yield Artifact(f"{_HOME}/{switch.name}/{KEYS}", keys, _READ)
