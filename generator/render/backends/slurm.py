"""slurm: the files that every controller and every host of the cluster shares."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.access.services import SRUN_PORTS
from generator.plan.plan import Plan
from generator.plan.states import PLANNED
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.hostlist import fold
from generator.render.slurm.hardware import MEMORY_RULE, NO_LIBRARY_SINCE, devices, hardware
from generator.render.slurm.held import held
from generator.render.slurm.tree import TreeSwitch, switch_tree
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "slurm"
_SLURMCTLD = Proof(Grade.APPLIED, "slurmctld 22.05")
_SLURMD = Proof(Grade.PARSED, "slurmd 22.05 (-G)")
_LOCAL_STATE = "/var/spool/slurmctld"
_YAML_SINCE = "25.05"
_YAML_HEADER = "Slurm 25.05 and later read this file instead of topology.conf and TopologyPlugin."


def paths(plan: Plan) -> Iterable[str]:
    """Give four files, and topology.yaml for the releases that read it."""
    if plan.spec.scheduler.slurm is None:
        return
    yield from ("slurm/slurm.conf", "slurm/gres.conf", "slurm/cgroup.conf", "slurm/topology.conf")
    if _reads_yaml(plan):
        yield "slurm/topology.yaml"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; they name every compute host, so growth adds to them."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return
    hosts = plan.hosts_of.get("compute", [])
    switches = switch_tree(plan, hosts)
    controllers = [host for host in plan.hosts_of.get("control", []) if host.state != PLANNED]
    conf = templates.render(
        "slurm/slurm.conf.j2",
        cluster=plan.spec.name,
        slurm=slurm,
        controllers=controllers,
        state=_state(plan),
        shared=_state(plan) != _LOCAL_STATE,
        hardware=list(hardware(plan, slurm.memory_reserve_percent)),
        memory_rule=MEMORY_RULE,
        hosts=fold(host.name for host in hosts),
        tree=bool(switches),
        yaml=_reads_yaml(plan),
        held=list(held(plan)),
        srun_ports=SRUN_PORTS,
        tenants=bool(plan.tenants),
    )
    gres = templates.render("slurm/gres.conf.j2", cluster=plan.spec.name, devices=list(devices(plan, slurm.version)))
    yield Artifact("slurm/slurm.conf", conf, _SLURMCTLD)
    yield Artifact("slurm/gres.conf", gres, _SLURMD if slurm.version < NO_LIBRARY_SINCE else UNPROVEN)
    yield Artifact("slurm/cgroup.conf", templates.render("slurm/cgroup.conf.j2", cluster=plan.spec.name), _SLURMD)
    topology = templates.render("slurm/topology.conf.j2", cluster=plan.spec.name, switches=switches)
    yield Artifact("slurm/topology.conf", topology, _SLURMCTLD)
    if _reads_yaml(plan):
        yield Artifact("slurm/topology.yaml", yaml_text(_topologies(switches), _YAML_HEADER))


def _reads_yaml(plan: Plan) -> bool:
    slurm = plan.spec.scheduler.slurm
    return slurm is not None and slurm.version >= _YAML_SINCE


def _state(plan: Plan) -> str:
    """Give the first mount that all controllers share (what the rule `shared-state` asks for), or a local folder."""
    mounts = (tier.mount for tier in plan.tiers if tier.kind in {"nfs", "parallel"} and "control" in tier.clients)
    return next((f"{mount}/slurmctld" for mount in mounts if mount), _LOCAL_STATE)


def _topologies(switches: list[TreeSwitch]) -> list[dict[str, Any]]:
    """Give one tree; without a compute fabric every host is as near as any other."""
    kind: dict[str, Any] = {"flat": True}
    if switches:
        rows = [
            {"switch": each.name, **({"nodes": each.hosts} if each.hosts else {"children": each.children})}
            for each in switches
        ]
        kind = {"tree": {"switches": rows}}
    return [{"topology": "compute", "cluster_default": True, **kind}]
