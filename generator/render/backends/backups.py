"""backups: the program that copies the state of control hosts with restic, the state of each, and the page that lists it."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.catalog.exporter import read_exporter
from generator.plan.backups.records import BackupsPlan, HostState
from generator.plan.backups.switches import KEPT
from generator.plan.hosts.certificates import authority_option, has_tls
from generator.plan.monitoring.alerting import TEXTFILES
from generator.plan.monitoring.options import AMTOOL, WEB
from generator.plan.plan import Plan
from generator.plan.secrets import reference
from generator.render.artifact import ROOT_ONLY, UNPROVEN, Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "backups"
_HOME = "backups"
_HEAD = "written by clustergen; change the spec, not this file"
_RESTIC = Proof(Grade.APPLIED, "restic 0.14")
_UNIT = Proof(Grade.APPLIED, "systemd 252")
_UNITS = {"service": "service", "timer": "timer"}
_SWITCHES = f"{_HOME}/switches"
_RUN = Proof(Grade.APPLIED, "ansible-core 2.21")
_OF_SWITCHES = {
    "clustergen-switches.service": "backups/switches-service.j2",
    "clustergen-switches.timer": "backups/switches-timer.j2",
    "secrets": "backups/switches-secrets.j2",
}
_OWN = ("settings", "items", "repository")
_TEXTS: dict[str, str] = {
    "password": "{backup_password}\n",
    "s3": "[default]\naws_access_key_id = {backup_s3_key_id}\naws_secret_access_key = {backup_s3_secret_key}\n",
}
"""Files with secrets, which the role `backups` fills in."""


def paths(plan: Plan) -> Iterable[str]:
    """Return its files, if the spec has backups."""
    made = plan.backups
    if made is None:
        return
    yield f"{_HOME}/README.md"
    yield f"{_HOME}/clustergen-backup.sh"
    yield from (f"{_HOME}/units/clustergen-backup.{kind}" for kind in _UNITS)
    yield from (f"{_HOME}/shared/{name}" for name in _shared(made))
    yield from (f"{_SWITCHES}/{name}" for name in _OF_SWITCHES if made.reading)
    yield from (f"{_HOME}/hosts/{state.host}/{name}" for state in made.hosts for name in _OWN)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the files; a further control host adds its own files, and lines to the page."""
    made = plan.backups
    if made is None:
        return
    values = {
        "head": _HEAD,
        "cluster": plan.name,
        "every_hours": made.every_hours,
        "mount": made.mount,
        "amtool": _amtool(plan),
    }
    page = templates.render(
        "backups/README.md.j2",
        **values,
        plan=made,
        overdue_hours=2 * made.every_hours,
        authority=authority_option(plan),
    )
    yield Artifact(f"{_HOME}/README.md", page, UNPROVEN)
    yield Artifact(
        f"{_HOME}/clustergen-backup.sh", templates.render("backups/clustergen-backup.sh.j2", **values), _RESTIC
    )
    for kind in _UNITS:
        yield Artifact(
            f"{_HOME}/units/clustergen-backup.{kind}", templates.render(f"backups/{kind}.j2", **values), _UNIT
        )
    for name in _shared(made):
        text = _TEXTS[name].format_map({each: reference(each) for each in _named(made)})
        yield Artifact(f"{_HOME}/shared/{name}", text, _RESTIC if name == "password" else UNPROVEN, ROOT_ONLY)
    if made.reading is not None:
        for name, template in _OF_SWITCHES.items():
            text = templates.render(template, **values, secrets=made.reading.secrets, kept=KEPT)
            yield Artifact(f"{_SWITCHES}/{name}", text, _RUN if name == "secrets" else _UNIT)
    for state in made.hosts:
        yield from _own(made, state, templates, values)


def _amtool(plan: Plan) -> str:
    """Return the options by which amtool reaches the Alertmanager of its host."""
    place = f"127.0.0.1:{read_exporter('alertmanager').port}"
    secured = f"--alertmanager.url=https://{place} --http.config.file={WEB}/{AMTOOL}"
    return secured if has_tls(plan) else f"--alertmanager.url=http://{place}"


def _shared(made: BackupsPlan) -> tuple[str, ...]:
    return ("password", "s3") if made.kind == "s3" else ("password",)


def _named(made: BackupsPlan) -> tuple[str, ...]:
    return (
        ("backup_password", "backup_s3_key_id", "backup_s3_secret_key") if made.kind == "s3" else ("backup_password",)
    )


def _own(made: BackupsPlan, state: HostState, templates: Templates, values: dict[str, Any]) -> Iterator[Artifact]:
    """Print what one host has beside the program."""
    keep = " ".join(f"--{option}={count}" for option, count in made.keep.items())
    settings = templates.render(
        "backups/settings.j2",
        **values,
        host=state.host,
        kind=made.kind,
        parts=made.parts,
        keep=keep,
        metrics=TEXTFILES if made.watched else "",
    )
    folder = f"{_HOME}/hosts/{state.host}"
    yield Artifact(f"{folder}/settings", settings, _RESTIC)
    yield Artifact(f"{folder}/items", templates.render("backups/items.j2", **values, items=state.items), _RESTIC)
    address = state.repository
    if made.kind == "rest":
        address = address.replace("//", f"//{reference('backup_rest_login')}@", 1)
    yield Artifact(f"{folder}/repository", f"{address}\n", _RESTIC if made.kind == "path" else UNPROVEN, ROOT_ONLY)
