"""Keys that are stated where nothing follows from them."""

from collections.abc import Iterator
from itertools import chain

from generator.plan.draft import Draft
from generator.plan.hosts.logs import asks_tls, collectors_of
from generator.plan.provisioning.mirrors import mirror_keys
from generator.plan.tenants import INSTANCES
from generator.rules import plan_warning
from generator.rules.idle import REMOVE, Idle, stated
from generator.rules.idle_hardware import idle_hardware
from generator.rules.idle_tiers import idle_tiers
from generator.rules.idle_workloads import idle_workloads
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.fabrics import FabricSpec

_INSTALLERS = ("ubuntu", "ubuntu_ports", "debian", "debian_security", "rocky", "rhel")
"""Keys of `services.mirror` that only installers read."""
_ARCHITECTURES = {"amd64", "arm64"}


@plan_warning(
    title="A key that has no effect",
    why="No file of the tree follows from it in this spec, so what it is meant to change stays as it is.",
    fix="Remove the key, or state what it belongs to.",
)
def key_without_effect(plan: Draft) -> Iterator[Finding]:
    """Every key that is stated belongs to something that the spec has."""
    found = (
        _fabrics,
        _infiniband,
        _underlay,
        _cabling,
        _access,
        idle_hardware,
        idle_tiers,
        idle_workloads,
        _managers,
        _schedulers,
        _monitoring,
        _mirrors,
        _logs,
        _coolant,
        _users,
    )
    for loc, why, fix in chain.from_iterable(each(plan) for each in found):
        yield KeyFinding(message=f"{'.'.join(map(str, loc))} has no effect: {why}", loc=loc, help=fix)


def _fabrics(plan: Draft) -> Iterator[Idle]:
    for name, shape in plan.cluster.shapes.items():
        fabric: FabricSpec | None = getattr(plan.spec.fabrics, name)
        if fabric is None or shape.peer_links:
            continue
        why = "spines join its leaves" if shape.upper else "no link joins two of its switches"
        if fabric.peer_links is not None:
            yield ("fabrics", name, "peer_links"), why, REMOVE
        if fabric.ttl_security and fabric.technology != "infiniband" and not shape.upper and not fabric.edge:
            yield ("fabrics", name, "ttl_security"), why, REMOVE
    storage = plan.spec.fabrics.storage
    if storage is not None and storage.tenancy == INSTANCES and not plan.spec.tenants:
        yield ("fabrics", "storage", "tenancy"), "the spec has no tenants", "add tenants, or remove it"


def _infiniband(plan: Draft) -> Iterator[Idle]:
    fabrics = plan.spec.fabrics.given().items()
    for name, fabric in ((name, each) for name, each in fabrics if each.technology == "infiniband"):
        for tier in ("leaf", "spine", "core"):
            for key in stated(getattr(fabric, tier), "version"):
                yield ("fabrics", name, tier, key), "InfiniBand switches run their own system", REMOVE
        for key in stated(fabric, "ttl_security", "underlay", "load_balancing"):
            yield ("fabrics", name, key), "it is a key of Ethernet, and this fabric is InfiniBand", REMOVE


def _underlay(plan: Draft) -> Iterator[Idle]:
    if not any(fabric.underlay == "numbered" for fabric in plan.spec.fabrics.given().values()):
        for key in stated(plan.spec.addressing, "underlay"):
            yield (
                ("addressing", key),
                "no fabric has a numbered underlay",
                "set underlay: numbered for a fabric, or remove it",
            )


def _cabling(plan: Draft) -> Iterator[Idle]:
    systems = {switch.os for switch in plan.switches}
    for system in sorted(set(plan.spec.cabling.transceiver_licences) - systems):
        yield ("cabling", "transceiver_licences", system), "no switch runs this system", REMOVE


def _access(plan: Draft) -> Iterator[Idle]:
    for name, rule in plan.spec.access.items() if not plan.spec.tenants else ():
        for key in stated(rule, "across_tenants"):
            yield ("access", name, key), "the spec has no tenants", REMOVE


def _managers(plan: Draft) -> Iterator[Idle]:
    for group in plan.cluster.groups:
        if group.spec.manages is not None and group.role != "manager":
            why = f"its hosts are {group.role}, and only hosts of role manager manage a fabric"
            yield ("hosts", group.name, "manages"), why, "set role: manager, or remove it"


def _schedulers(plan: Draft) -> Iterator[Idle]:
    scheduler, place = plan.spec.scheduler, ("scheduler",)
    slurm, kubernetes = scheduler.slurm, scheduler.kubernetes
    if scheduler.shared_hosts and (slurm is None or kubernetes is None):
        yield (*place, "shared_hosts"), "the spec has one scheduler at most", REMOVE
    elif scheduler.shared_hosts and not plan.scheduled.slurm & plan.scheduled.kubernetes:
        yield (*place, "shared_hosts"), "scheduler.kubernetes.hosts divides the hosts", "remove one of the two"
    if kubernetes is not None and kubernetes.pod_routing != "bgp":
        for key in stated(kubernetes, "pod_asn", "leaf_asn"):
            yield (*place, "kubernetes", key), "pods are routed in an overlay", "set pod_routing: bgp, or remove it"
    gather = slurm.gather if slurm is not None else None
    if (
        gather is not None
        and not (gather.influxdb or gather.hdf5)
        and {gather.energy, gather.interconnect, gather.filesystem} == {"none"}
    ):
        for key in stated(gather, "every_seconds"):
            yield (
                (*place, "slurm", "gather", key),
                "nothing is measured",
                "state what is measured, such as energy, or remove it",
            )


def _monitoring(plan: Draft) -> Iterator[Idle]:
    monitoring = plan.spec.monitoring
    if not monitoring.enabled:
        for key in stated(monitoring, *(each for each in type(monitoring).model_fields if each != "enabled")):
            yield ("monitoring", key), "monitoring is not enabled", "remove enabled: false, or this key"
        return
    needs = {"bmc_user": ("ipmi", "redfish"), "bmc_certificates": ("redfish",), "ufm": ("ufm",)}
    for key in stated(monitoring, *needs):
        if not set(needs[key]) & set(monitoring.exporters):
            wanted = " or ".join(needs[key])
            yield (
                ("monitoring", key),
                f"exporters do not have {wanted}",
                f"add {wanted} to monitoring.exporters, or remove it",
            )


def _mirrors(plan: Draft) -> Iterator[Idle]:
    mirror, keys = plan.spec.services.mirror, plan.spec.services.root_keys
    used = {key for group in plan.cluster.groups for key in mirror_keys(group.spec.os, _ARCHITECTURES)}
    for key in stated(mirror, *_INSTALLERS):
        if not keys:
            why, fix = "no host is installed from the network", "state services.root_keys, or remove it"
            yield ("services", "mirror", key), why, fix
        elif key not in used:
            yield ("services", "mirror", key), "no hosts have this system", REMOVE
    for key in stated(mirror, "files") if plan.spec.scheduler.kubernetes is None else ():
        yield ("services", "mirror", key), "only kubespray fetches files, and the spec has no Kubernetes", REMOVE


def _logs(plan: Draft) -> Iterator[Idle]:
    place, tls = ("services", "tls"), plan.spec.services.tls
    if not collectors_of(plan):
        for key in stated(tls, "switch_logs", "plain_logs"):
            yield (*place, key), "no control host collects logs", "name one in services.syslog, or remove it"
    elif tls is not None and tls.switch_logs and not any(asks_tls(plan, each) for each in plan.switches):
        yield (*place, "switch_logs"), "no switch has a system that sends logs over TLS", REMOVE


def _coolant(plan: Draft) -> Iterator[Idle]:
    for name, loop in plan.spec.cooling.loops.items():
        for key in stated(loop, "coolant") if loop.rise_k is None and loop.cdu_lpm is None else ():
            why = "neither the flow nor the rise of the loop is stated"
            yield ("cooling", "loops", name, key), why, "state cdu_lpm or rise_k, or remove it"


def _users(plan: Draft) -> Iterator[Idle]:
    if not plan.spec.users.accounts:
        for key in stated(plan.spec.users, "home"):
            yield ("users", key), "there are no accounts", "add users.accounts, or remove it"
