"""Which runbooks of the manual apply to a cluster: sections of docs/runbooks.md, each with an example of what fails."""

from collections.abc import Iterator

from generator.plan.backups.switches import reader_of
from generator.plan.monitoring.sessions import session_counts, sessions_by_address
from generator.plan.monitoring.switches import BETWEEN
from generator.plan.monitoring.telemetry import PEERS, streamed_switches
from generator.plan.plan import Plan

_CERTIFICATES = frozenset({"CertificateEnds", "BmcCertificateEnds", "EtcdCertificateEnds", "SwitchCertificateEnds"})


def runbooks(plan: Plan) -> list[tuple[str, str]]:
    """Return the section of each part that this cluster has, with the name of one such part."""
    return [(section, example) for section, example in _sections(plan) if example]


def _sections(plan: Plan) -> Iterator[tuple[str, str]]:
    hosts = {role: mine[0].name for role, mine in plan.hosts_of.items() if mine}
    tiers = {switch.tier: switch.name for switch in reversed(plan.switches)}
    oob = next((switch.name for switch in plan.switches if switch.fabric == "oob"), "")
    gpus = next((host.name for host in plan.hosts if host.gpus), "")
    groups = {tier.group for tier in plan.tiers if tier.kind == "nfs"}
    server = next((host.name for host in plan.hosts if host.group in groups), "")
    database = plan.slurm.database.host if plan.slurm and plan.slurm.database else ""
    yield "An optic or a cable", plan.links[0].cable if plan.links else ""
    yield "A NIC", gpus
    yield "A GPU", gpus
    yield "A host", plan.hosts[0].name if plan.hosts else ""
    yield "A leaf", tiers.get("leaf", "")
    yield "A spine", tiers.get("spine", "")
    yield from _streamed(plan)
    reader = reader_of(plan)
    yield (
        "A switch that differs from the tree",
        next((each.name for each in plan.switches if each.os), "") if reader else "",
    )
    yield from _alerted(plan, gpus, hosts)
    yield "A control host", hosts.get("control", "")
    yield "The database", database
    yield "A PDU or a feed", plan.racks[0].name if plan.racks else ""
    yield "A file server", server
    yield "A full file system", plan.hosts[0].name if plan.hosts else ""
    yield "The management network", oob


def _alerted(plan: Plan, gpus: str, hosts: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what some clusters alone have alerts on, by the groups of their rules: each with a host that they are about."""
    groups = (
        {group.group: {rule.alert for rule in group.rules} for group in plan.monitoring.groups}
        if plan.monitoring
        else {}
    )
    alerts = frozenset().union(*groups.values())
    yield "A finding of a health check", gpus if "health" in groups else ""
    yield "One slow rail", gpus if "RailSlow" in alerts else ""
    yield "Goodput below its objective", gpus if "GoodputLow" in alerts else ""
    yield "Monitoring is silent", hosts.get("control", "") if "Watchdog" in alerts else ""
    yield "A certificate that ends", hosts.get("control", "") if alerts & _CERTIFICATES else ""
    first = plan.hosts[0].name if plan.hosts else ""
    yield "Lost audit records", first if "AuditRecordsLost" in alerts else ""
    yield "Packets that a host may not send", first if "EgressDropped" in alerts else ""
    serving = {tier.group for tier in plan.tiers if plan.site.storage[tier.name].ceph}
    store = next((host.name for host in plan.hosts if host.group in serving), "")
    yield "An object store", store if "stores" in groups else ""
    yield "An object store of the site", hosts.get("control", "") if "endpoints" in groups else ""


def _streamed(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield what only counters of queues show: each with a switch that streams them, and whose fabric has what fails."""
    streaming = {switch.name: switch.fabric for switch in streamed_switches(plan)}
    pausing = (name for name, fabric in streaming.items() if fabric in plan.roce and plan.roce[fabric].paused)
    lossless = next(pausing, "")
    rising = (link.a.device for link in plan.links if link.kind in BETWEEN - {PEERS} and link.a.device in streaming)
    yield "A pause storm", lossless
    uplink = next(rising, "")
    yield "Congestion on one uplink", uplink
    yield "Uplinks that differ", uplink
    yield "Drops in a lossless queue", lossless
    by_address = [each.switch for each in sessions_by_address(plan)]
    yield "A BGP session", next(iter([*by_address, *(each.switch for each in session_counts(plan))]), "")
