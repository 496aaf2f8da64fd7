"""The program that reads BMCs by Redfish: itself, its unit, and whom it asks. Password and authority are references, which Ansible fills in."""

from collections.abc import Iterator

from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.jobs import REDFISH, SLOW_REDFISH
from generator.plan.monitoring.readings import RedfishReading
from generator.plan.secrets import reference
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.lines import one_line
from generator.render.templates import Templates

_FOLDER, _PROGRAM = "/etc/clustergen/redfish", "/usr/local/lib/clustergen/redfish.py"
_UNIT = "clustergen-redfish.service"
_SETTINGS = "bmcs.json"
_AT_MOST = SLOW_REDFISH - 20
"""Seconds that a BMC may take: less than Prometheus waits."""
_PYTHON = Proof(Grade.APPLIED, "python3, prometheus 2.42")
_SYSTEMD = Proof(Grade.PARSED, "systemd-analyze verify")


def paths(reading: RedfishReading) -> Iterator[str]:
    """Yield the names of its files, below monitoring/."""
    yield from (f"{REDFISH}/{name}" for name in (_SETTINGS, *_secrets(reading), "redfish.py"))
    yield f"units/{_UNIT}"


def files(home: str, reading: RedfishReading, templates: Templates) -> Iterator[Artifact]:
    """Print them; a further BMC is a line of its settings."""
    yield Artifact(f"{home}/{REDFISH}/{_SETTINGS}", _settings(reading), _PYTHON)
    for name, secret in _secrets(reading).items():
        yield Artifact(f"{home}/{REDFISH}/{name}", f"{reference(secret)}\n", UNPROVEN)
    program = templates.render("monitoring/redfish.py.j2", port=read_exporter(REDFISH).port, seconds=_AT_MOST)
    yield Artifact(f"{home}/{REDFISH}/redfish.py", program, _PYTHON)
    credentials = [_SETTINGS, *_secrets(reading)]
    unit = templates.render("monitoring/redfish.service.j2", credentials=credentials, folder=_FOLDER, program=_PROGRAM)
    yield Artifact(f"{home}/units/{_UNIT}", unit, _SYSTEMD)


def _secrets(reading: RedfishReading) -> dict[str, str]:
    """Return the secret of each file that has one."""
    return {"password": "bmc_monitor_password", **({"authority.pem": "bmc_authority"} if reading.verified else {})}


def _settings(reading: RedfishReading) -> str:
    """Return who asks, and the name that the certificate of each BMC has to have, one BMC a line."""
    head = f'  "user": {one_line(reading.user)},\n  "verified": {one_line(reading.verified)},\n'
    rows = [f"    {one_line(address)}: {one_line(name)}" for address, name in reading.bmcs.items()]
    return "{\n" + head + '  "bmcs": {\n' + ",\n".join(rows) + "\n  }\n}\n"
