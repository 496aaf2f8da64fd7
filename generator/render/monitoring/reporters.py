"""Programs of ours that add series to those of their host: the programs, their units, and which hosts run them."""

from collections.abc import Iterator, Mapping, Sequence

from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.alerting import TEXTFILES
from generator.plan.monitoring.records import Reporter
from generator.plan.monitoring.telemetry import CA, CERTIFICATE
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.lines import one_line
from generator.render.templates import Templates

LIBRARY = "/usr/local/lib/clustergen/reporters"
"""Where hosts have the programs."""
_SHARED = "report"
_PREFIX, _SUFFIX = "clustergen_", "_total"
_OWN = ("up", "certificate_end_timestamp_seconds")
"""What a program finds out by itself of the one that it asks."""
_UNIT = Proof(Grade.PARSED, "systemd-analyze verify")
_PYTHON = Proof(Grade.APPLIED, "python3, prometheus-node-exporter 1.5")
_KINDS = ("service", "timer")
_SOONEST = 15
"""Seconds from one run of a program to the next, at least."""
_UNPRIVILEGED = ("CapabilityBoundingSet=", "RestrictAddressFamilies=none")
_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "audit": ("CapabilityBoundingSet=CAP_AUDIT_CONTROL", "RestrictAddressFamilies=AF_NETLINK"),
    "collector": ("CapabilityBoundingSet=CAP_DAC_READ_SEARCH", "RestrictAddressFamilies=none"),
    "egress": ("CapabilityBoundingSet=CAP_NET_ADMIN", "RestrictAddressFamilies=AF_NETLINK"),
    "etcd": ("CapabilityBoundingSet=CAP_DAC_READ_SEARCH",),
    "kernel-log": (
        "CapabilityBoundingSet=CAP_SYSLOG",
        "RestrictAddressFamilies=none",
        "StateDirectory=clustergen-reporter-kernel-log",
    ),
    "kubernetes": ("CapabilityBoundingSet=CAP_DAC_READ_SEARCH", "TimeoutStartSec=2min"),
    "lustre": ("CapabilityBoundingSet=", "TimeoutStartSec=4min"),
    "nic": _UNPRIVILEGED,
    "opensm": ("CapabilityBoundingSet=", "TimeoutStartSec=5min"),
    "slurm-commands": ("CapabilityBoundingSet=",),
}
"""Additional settings of the unit of each program."""


def reporter_paths(reporters: Sequence[Reporter]) -> Iterator[str]:
    """Yield the names of their files, below monitoring/."""
    if reporters:
        yield "reporters/hosts.json"
        yield f"reporters/{_SHARED}.py"
    for each in reporters:
        yield f"reporters/{each.name}.py"
        yield from (f"units/{unit_of(each.name)}.{kind}" for kind in _KINDS)


def unit_of(name: str) -> str:
    """Return the name of the units of a program."""
    return f"clustergen-reporter-{name}"


def reporter_files(
    home: str, reporters: Sequence[Reporter], interval_seconds: int, templates: Templates
) -> Iterator[Artifact]:
    """Print them; a further host is a line of hosts.json."""
    if reporters:
        yield Artifact(f"{home}/reporters/hosts.json", _hosts(reporters), _PYTHON)
        yield Artifact(
            f"{home}/reporters/{_SHARED}.py",
            templates.render(f"monitoring/reporters/{_SHARED}.py.j2", textfiles=TEXTFILES),
            _PYTHON,
        )
    for each in reporters:
        text = templates.render(
            f"monitoring/reporters/{each.name}.py.j2",
            counters=counters_of(each.name),
            series=series_of(each.name),
            certificate=CERTIFICATE,
            authority=CA,
        )
        yield Artifact(f"{home}/reporters/{each.name}.py", text, _PYTHON)
        for kind in _KINDS:
            unit = templates.render(
                f"monitoring/reporters/{kind}.j2",
                name=each.name,
                library=LIBRARY,
                textfiles=TEXTFILES,
                title=read_exporter(each.name).title,
                every_seconds=max(_SOONEST, interval_seconds),
                settings=_SETTINGS[each.name],
            )
            yield Artifact(f"{home}/units/{unit_of(each.name)}.{kind}", unit, _UNIT)


def counters_of(name: str) -> list[str]:
    """Return the counters of the kernel that a program reads: the middle of the names of its series."""
    series = (each for each, metric in read_exporter(name).metrics.items() if metric.kind == "counter")
    found = (
        each.removeprefix(f"{_PREFIX}rdma_").removesuffix(_SUFFIX)
        for each in series
        if each.startswith(f"{_PREFIX}rdma_")
    )
    return list(found)


def series_of(name: str) -> list[str]:
    """Return the series of another program that a program takes over, by that program's names: all but its own."""
    metrics = (each.removeprefix(_PREFIX) for each in read_exporter(name).metrics)
    own = {f"{name}_{each}" for each in _OWN}
    return [each for each in metrics if each not in own]


def _hosts(reporters: Sequence[Reporter]) -> str:
    """Return the programs of each host, one host a line."""
    found: dict[str, list[str]] = {}
    for each in reporters:
        for host in each.hosts:
            found.setdefault(host, []).append(each.name)
    rows = [f"  {one_line(host)}: {one_line(names)}" for host, names in sorted(found.items())]
    return "{\n" + ",\n".join(rows) + "\n}\n"
