"""first-start: files that a switch fetches at its first start; its configuration is served as it is in `switches/`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generator.plan.plan import Plan
from generator.plan.provisioning.places import FIRST_FILES
from generator.plan.provisioning.records import Places
from generator.plan.records import Switch
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.cumulus.dialect import Dialect
from generator.render.lines import json_sections
from generator.render.templates import Templates

NAME = "first-start"
_HOME = "provisioning/ztp"
_SCRIPT = Proof(Grade.PARSED, "shellcheck")
_READ = Proof(Grade.PARSED, "ssh-keygen -l")
ACCESS = "access.sh"
KEYS = "authorized_keys"
"""Who may log in: beside the files of systems whose first start has a script that takes them."""
_KEYS = "/var/run/ztp/authorized_keys"
FILES: Mapping[str, tuple[str, ...]] = {
    "sonic": (FIRST_FILES["sonic"], ACCESS),
    "cumulus": (FIRST_FILES["cumulus"],),
    "eos": (),
}
"""Files that are written here, by system; the others of its folder are the switch's own, from `switches/`."""


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


def ztp_json(switch: Switch, places: Places) -> dict[str, Any]:
    """Return sonic-ztp's list (sonic-net/SONiC, doc/ztp/ztp.md; fields as in its sources). It has no digests: HTTPS protects the downloads.

    Sections run in the order of their names. Routing comes before the configuration, whose reload restarts the container that reads it; everything
    is retried after a failure, as the clock of a new switch may be behind the certificate.
    """

    def file(name: str) -> str:
        return places.of_switch(switch.name, name)

    def fetched(name: str, to: str, mode: str) -> dict[str, Any]:
        return {"url": {"source": file(name), "destination": to}, "permissions": mode}

    files = [fetched("frr.conf", "/etc/sonic/frr/frr.conf", "640"), fetched(KEYS, _KEYS, "600")]
    return {
        "ztp": {
            "01-download": {"files": files, "halt-on-failure": True},
            "02-access": {
                "plugin": {"url": {"source": file(ACCESS)}, "ignore-section-data": True},
                "halt-on-failure": True,
            },
            "03-configdb-json": {"url": {"source": file("config_db.json")}, "clear-config": True},
            "restart-ztp-on-failure": True,
        }
    }


def _sonic(switch: Switch, places: Places, templates: Templates) -> Iterator[tuple[str, str | dict[str, Any]]]:
    yield FIRST_FILES["sonic"], ztp_json(switch, places)
    yield ACCESS, templates.render("provisioning/sonic-access.sh.j2", switch=switch, keys=_KEYS)


def _cumulus(switch: Switch, places: Places, templates: Templates) -> Iterator[tuple[str, str | dict[str, Any]]]:
    before = () if Dialect.of(switch.version).modern else ("nv unset interface eth0 ip address dhcp",)
    source = places.of_switch(switch.name, "").rstrip("/")
    text = templates.render("provisioning/cumulus-ztp.j2", switch=switch, before=before, **{"from": source})
    yield FIRST_FILES["cumulus"], text


_Made = Callable[[Switch, Places, Templates], Iterator[tuple[str, str | dict[str, Any]]]]
MADE: Mapping[str, _Made] = {"sonic": _sonic, "cumulus": _cumulus, "eos": lambda *_: iter(())}
"""The file of each system, with text or data."""
