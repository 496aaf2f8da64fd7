"""readme: the first page of an output tree (its contents, the order of work, the grades of proof), and that of its playbooks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.plan import secrets
from generator.plan.edge import OOB
from generator.plan.hostlist import fold
from generator.plan.hosts.certificates import authority_option, has_tls
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.creations import creations
from generator.plan.plan import Plan
from generator.plan.sonic import unsized_models
from generator.plan.states import PLANNED
from generator.render.artifact import Artifact
from generator.render.runbooks import runbooks
from generator.render.stages import stages
from generator.render.templates import Templates

NAME = "readme"
_PLAYBOOKS = "ansible/README.md"


def paths(_plan: Plan) -> Iterable[str]:
    """Two files."""
    return ("README.md", _PLAYBOOKS)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the pages."""
    yield Artifact(
        "README.md",
        templates.render(
            "readme/README.md.j2",
            name=plan.name,
            counts={key: f"{len(getattr(plan, key)):,}" for key in ("hosts", "switches", "cables", "racks")},
            schedulers=list(plan.scheduled.schedulers),
            infiniband=bool(plan.subnets),
            lags=bool(plan.lags),
            frontend="frontend" in plan.fabrics,
            way_out=plan.site.addressing.way_out,
            management_uplinks=[
                f"{uplink.switch} cage {uplink.cage}" for uplink in plan.site_uplinks if uplink.fabric == OOB
            ],
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
            runbooks=runbooks(plan),
        ),
    )
    yield Artifact(_PLAYBOOKS, templates.render("readme/ansible.md.j2", **_playbooks(plan)))


def _playbooks(plan: Plan) -> Mapping[str, Any]:
    """Return the values of the page of the playbooks."""
    control = [host.name for host in plan.hosts_of.get("control", ())]
    devices = _devices(plan, control)
    work = [host.name for host in plan.hosts_of.get("compute", ())]
    return {
        "name": plan.name,
        "secrets": [
            {
                "variable": secrets.variable(name).upper(),
                "meaning": secrets.meaning(name),
                "tag": secrets.stages(name)[0][0],
            }
            for name in secrets.used(plan)
        ],
        "waiting": len(plan.waiting_for),
        "authority": authority_option(plan),
        "switches": "switches" in devices,
        "tested": plan.acceptance is not None,
        "stages": [{"name": name, "devices": devices[name]} for name in stages() if name in devices],
        "creations": list(creations(plan)),
        "example": work[0] if work else "",
        "control": control[0] if control else "",
        "backups": plan.site.backups is not None and bool(control),
        "prometheus": [host.name for host in plan.monitoring.hosts] if plan.monitoring else [],
    }


def _devices(plan: Plan, control: list[str]) -> dict[str, str]:
    """Return the devices of each stage; stages without work here are left out."""
    managed = [host for host in configured_hosts(plan) if host.state != PLANNED]
    every = f"{len(managed):,} hosts"
    gpus = sum(1 for host in managed if host.gpus)
    switches = sum(1 for switch in plan.switches if switch.os)
    found = {
        "preflight": every,
        "provision": fold(control) if plan.provisioning.zones else "",
        "switches": f"{switches:,} switches" if switches else "",
        "hosts": every,
        "certificates": every if has_tls(plan) else "",
        "gpu": f"{gpus:,} hosts with GPUs" if gpus else "",
        "storage": every if plan.tiers else "",
        "slurm": every if "slurm" in plan.scheduled.schedulers else "",
        "kubernetes": fold(control) if "kubernetes" in plan.scheduled.schedulers else "",
        "monitoring": f"{every}; Prometheus on {fold(host.name for host in plan.monitoring.hosts)}"
        if plan.monitoring
        else "",
        "backups": fold(control) if plan.site.backups is not None else "",
        "verify": every,
    }
    return {stage: devices for stage, devices in found.items() if devices}
