"""Number of series in every Prometheus of the cluster: series of exporters (`series` in `catalog/exporters`), times their units in the plan."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from generator.catalog.exporter import SeriesUnit, read_exporter
from generator.plan.groups import Group
from generator.plan.hosts.configured import configured_hosts
from generator.plan.monitoring.dcgm import PROFILING, profiles_gpus
from generator.plan.monitoring.expected import between_series, expected_of, host_series, rdma_ports
from generator.plan.monitoring.extra import NODE, parts_of_hosts, reporters_of
from generator.plan.monitoring.records import Expected, Job, SeriesRow, SeriesSize, Telemetry
from generator.plan.monitoring.sessions import bfd_total, session_total
from generator.plan.monitoring.switches import BETWEEN
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED

Pair = tuple[int, int]
"""How many there are: installed, and in the envelope."""
Units = Mapping[SeriesUnit, Pair]
_HOST, _GPU, _SERVER = "host", "gpu", "prometheus"
_OF_SWITCHES = frozenset({"switch", "switch-counters"})
_STREAMED = "switch-telemetry"
_PROBED: Mapping[str, SeriesUnit] = {
    "certificate": "certificate",
    "switch-certificate": "certificate",
    "object-endpoint": "endpoint",
}
"""What probes other than pings ask, by their jobs."""
OF_THREADS: frozenset[SeriesUnit] = frozenset({"thread", "core"})
"""The units that `monitoring.thread_series` concerns."""


def size_of(plan: Plan, jobs: tuple[Job, ...], telemetry: Telemetry | None) -> SeriesSize:
    """Return the series of all jobs. What has no number is named, and not counted."""
    every = plan.site.monitoring.interval_seconds
    asked = {job.name: _units(plan, job, telemetry) for job in jobs if job.targets}
    seconds = {job.name: max(job.slowest, every) for job in jobs}
    exporters = {job.name: job.exporter for job in jobs}
    rows = [row for name, units in asked.items() for row in _rows(exporters[name], units, seconds[name])]
    if _GPU in asked and profiles_gpus(plan):
        rows += _rows(PROFILING, asked[_GPU], seconds[_GPU])
    parts = [each.exporter for each in parts_of_hosts(plan)]
    rows += [row for name in parts for row in _rows(name, _part(plan, name, asked.get(_HOST, {})), every)]
    rows += _planned(plan, every)
    rows += [row for job in jobs for row in _rows(_SERVER, {"scrape": _targets(plan, job)}, seconds[job.name])]
    names = dict.fromkeys([*(exporters[name] for name in asked), *parts])
    return SeriesSize(
        rows=tuple(_merged(rows)),
        uncounted=(*_uncounted(names), *_without_processors(plan)),
        retention_days=plan.site.monitoring.retention_days,
    )


def _rows(exporter: str, units: Units, seconds: int) -> Iterator[SeriesRow]:
    facts = read_exporter(exporter)
    for each in facts.series:
        installed, envelope = units.get(each.per, (0, 0))
        if each.count and envelope:
            yield SeriesRow(
                exporter=facts.title,
                what=each.what,
                each=each.count,
                installed=installed,
                envelope=envelope,
                seconds=seconds,
            )


def _merged(rows: list[SeriesRow]) -> Iterator[SeriesRow]:
    """Yield the rows with those of one kind and interval added up."""
    found: dict[tuple[str, str, int, int], Pair] = {}
    for row in rows:
        key = row.exporter, row.what, row.each, row.seconds
        now, most = found.get(key, (0, 0))
        found[key] = now + row.installed, most + row.envelope
    for (exporter, what, each, seconds), (now, most) in found.items():
        yield SeriesRow(exporter=exporter, what=what, each=each, installed=now, envelope=most, seconds=seconds)


def _units(plan: Plan, job: Job, telemetry: Telemetry | None) -> Units:
    """Return the units of the series of a job."""
    if job.name == _HOST:
        return _of_hosts(plan)
    if job.name == _GPU:
        return {"gpu": _sum(plan, lambda host: host.gpus if _is_target(job, host) else 0)}
    if job.name in _OF_SWITCHES or job.name == _STREAMED:
        ports = _switch_ports(plan, _names(job, telemetry))
        queues = _times(ports, len(telemetry.queues)) if telemetry else (0, 0)
        priorities = _times(ports, len(telemetry.priorities)) if telemetry else (0, 0)
        bgp, bfd = (session_total(plan), bfd_total(plan)) if job.name == _STREAMED else (0, 0)
        return {
            "probe": _targets(plan, job),
            "switch-port": ports,
            "queue": queues,
            "priority": priorities,
            "bgp-session": _grown(plan, (bgp, bgp)) if bgp else (0, 0),
            "bfd-session": _grown(plan, (bfd, bfd)) if bfd else (0, 0),
        }
    targets = _targets(plan, job)
    return {_PROBED[job.name]: targets} if job.name in _PROBED else {"probe": targets, "host": targets}


def _names(job: Job, telemetry: Telemetry | None) -> set[str]:
    if job.name == _STREAMED and telemetry:
        return {switch.name for switch in telemetry.switches}
    return {target.labels["instance"] for target in job.targets}


def _times(pair: Pair, many: int) -> Pair:
    return pair[0] * many, pair[1] * many


def _is_target(job: Job, host: Host) -> bool:
    return any(target.labels.get("instance") == host.name for target in job.targets)


def _sum(plan: Plan, of_host: Callable[[Host], int]) -> Pair:
    """Add up a number of hosts over all groups: that of the first host of a group represents all of them."""
    now = most = 0
    for group, hosts in _groups(plan):
        each = of_host(hosts[0])
        now, most = now + each * len(hosts), most + each * group.max
    return now, most


@once
def _groups(plan: Plan) -> list[tuple[Group, list[Host]]]:
    """Return the groups whose hosts are watched in-band, with those that are installed."""
    found: dict[str, list[Host]] = {}
    for host in configured_hosts(plan):
        if host.inband and host.state != PLANNED:
            found.setdefault(host.group, []).append(host)
    return [(plan.groups[name], hosts) for name, hosts in found.items()]


def _of_hosts(plan: Plan) -> Units:
    counts: Mapping[SeriesUnit, Callable[[Host], int]] = {
        "host": lambda _: 1,
        "thread": lambda host: _threads(plan.groups[host.group]),
        "core": lambda host: _cores(plan.groups[host.group]),
        "interface": lambda host: len(plan.interfaces_of[host.name]),
        "ethernet-port": lambda host: len(_firsts(plan)[host.group].ethernet),
        "rdma-port": lambda host: len(rdma_ports(_firsts(plan)[host.group])),
        "drive": lambda host: sum(drive.count for drive in plan.groups[host.group].entry.local_nvme),
    }
    kept = plan.site.monitoring.thread_series
    return {unit: _sum(plan, count) for unit, count in counts.items() if kept or unit not in OF_THREADS}


def _cores(group: Group) -> int:
    cpu = group.entry.cpu
    return cpu.sockets * cpu.cores_per_socket if cpu else 0


def _threads(group: Group) -> int:
    cpu = group.entry.cpu
    return _cores(group) * cpu.threads_per_core if cpu else 0


def _part(plan: Plan, name: str, hosts: Units) -> Units:
    """Return what an exporter is counted by that hosts answer for: `host` is a host that runs its program."""
    running = [each for each in reporters_of(plan) if each.name == name]
    runs = {host for each in running for host in each.hosts}
    return {**hosts, "host": _sum(plan, lambda host: int(host.name in runs))}


def _planned(plan: Plan, seconds: int) -> Iterator[SeriesRow]:
    """Yield the series of `expected/`: those of hosts, and those of links between switches, which each control host has."""
    first = _firsts(plan)
    whole = _sum(plan, lambda host: host_series(first[host.group]))
    yield _row("what a host must have (expected/)", whole, seconds)
    links = _sum(plan, lambda host: between_series(first[host.group]))
    if links[0]:
        yield _row("links between switches, from each control host (expected/)", _grown(plan, links), seconds)


@once
def _firsts(plan: Plan) -> Mapping[str, Expected]:
    """Return the expected values of the first host of each group, by group."""
    return {group.name: expected_of(plan, hosts[0]) for group, hosts in _groups(plan)}


def _row(what: str, pair: Pair, seconds: int) -> SeriesRow:
    title = read_exporter(NODE).title
    return SeriesRow(exporter=title, what=what, each=1, installed=pair[0], envelope=pair[1], seconds=seconds)


def _grown(plan: Plan, links: Pair) -> Pair:
    """Return series of links with the links of the envelope for those that are installed."""
    installed = sum(1 for link in plan.links if link.kind in BETWEEN)
    envelope = sum(fabric.envelope_links[kind] for fabric in plan.fabrics.values() for kind in BETWEEN)
    return links[0], round(links[1] * envelope / installed)


def _switch_ports(plan: Plan, names: set[str]) -> Pair:
    """Return the ports of switches: those of the envelope on installed switches, and as many on each switch that is still to come."""
    ports = sum(len(plan.reserved_of.get(name, ())) for name in names)
    switches = _switches(plan, names)
    return ports, round(ports * switches[1] / switches[0]) if switches[0] else 0


def _switches(plan: Plan, names: set[str]) -> Pair:
    """Return how many of the switches are installed, and how many the envelope has in their fabrics."""
    fabrics = {switch.fabric for switch in plan.switches if switch.name in names}
    there = sum(1 for switch in plan.switches if switch.fabric in fabrics)
    found = (plan.fabrics[name] for name in fabrics if name in plan.fabrics)
    most = sum((0 if each.carrier else each.leaves) + each.spines + each.cores for each in found)
    return len(names), round(len(names) * max(most, there) / there) if there else 0


def _targets(plan: Plan, job: Job) -> Pair:
    """Return the targets of a job: installed, and with all hosts and switches of the envelope."""
    names = {target.labels.get("instance", "") for target in job.targets}
    if job.name in _OF_SWITCHES:
        return _switches(plan, names)
    groups = Counter(target.labels.get("group", "") for target in job.targets)
    installed = Counter(host.group for host in plan.hosts if host.state != PLANNED)
    most = sum(
        round(asked * plan.groups[name].max / installed[name]) if name in plan.groups else asked
        for name, asked in groups.items()
    )
    return len(job.targets), most


def _uncounted(names: Mapping[str, None]) -> Iterator[str]:
    """Yield the series that nothing has the number of."""
    for name in names:
        for each in read_exporter(name).series:
            if each.count is None:
                yield f"{read_exporter(name).title}: {each.what}"


def _without_processors(plan: Plan) -> Iterator[str]:
    """Yield the groups whose threads nothing has the number of."""
    for group, _ in _groups(plan):
        if group.entry.cpu is None and plan.site.monitoring.thread_series:
            yield f"{read_exporter(NODE).title}: processor threads of {group.name} ({group.model}), whose processors no document at hand names"
