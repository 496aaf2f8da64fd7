"""Required figures of each test for each model of hosts: from the catalog, or computed; otherwise the test is measured and recorded."""

from collections.abc import Iterator

from generator.plan.acceptance.drives import drive_lines
from generator.plan.acceptance.machines import RECORD, Machine, fact_of, line_of, machines_of
from generator.plan.acceptance.programs import hpl_line, training_lines
from generator.plan.acceptance.records import Line, Scope
from generator.plan.acceptance.tiers import tier_lines
from generator.plan.draft import Draft

_PORT_SHARE = 0.9
_PORT_SOURCE = (
    "Azure/azurehpc-health-checks (HDR 180 of 200, NDR 360 and 380 of 400 Gb/s: 90 per cent of the line and more)"
)
_DIAGNOSTICS = {
    "nvidia": ("dcgmi diag -r 3", "NVIDIA DCGM User Guide, Diagnostics"),
    "amd": ("rvs -c gst_single.conf", "ROCm Validation Suite, Getting started"),
}
_COPIES = {
    "nvidia": {
        "memory-bandwidth": "twice nvbandwidth device_local_copy, as it reads and writes",
        "host-to-device": "nvbandwidth host_to_device_memcpy_ce",
        "peer-copy": "nvbandwidth device_to_device_memcpy_read_ce",
    },
    "amd": {},
}
"""The test of each vendor's program; where none is named, any that measures the same."""
_NODE_TESTS: tuple[tuple[str, str, str], ...] = (
    ("memory-bandwidth", "GB/s", "read and written, the slowest GPU"),
    ("host-to-device", "GB/s", "the slowest GPU"),
    ("peer-copy", "GB/s", "one way, the slowest pair of GPUs"),
    ("all-reduce-host", "GB/s", "bus bandwidth of all GPUs at 8 to 16 GB"),
)
_SHARE = 0.85
"""Below the figures reached by healthy fabrics (96 and 95 per cent, in the documents of the source): the lower end of planning figures."""
_FEW_HOSTS = 2
"""Two hosts add up faster than a ring: no bound of it holds for them."""
_SOURCE = "NVIDIA/nccl issue 812 (192 of 200 GB/s), NVIDIA/dgxc-benchmarking (380 of 400 GB/s)"
_SCOPES: tuple[tuple[str, Scope], ...] = (
    ("all-reduce-leaf", "leaf"),
    ("all-reduce-unit", "unit"),
    ("all-reduce-all", "all"),
)


def plan_lines(plan: Draft) -> tuple[Line, ...]:
    """Return the lines of every model, model after model, then those of storage tiers."""
    machines = machines_of(plan)
    return (*(line for each in machines for line in _of_machine(plan, each)), *tier_lines(plan, machines))


def _of_machine(plan: Draft, machine: Machine) -> Iterator[Line]:
    command, source = _DIAGNOSTICS[machine.gpu.vendor_kind]
    yield line_of(
        machine, "gpu-count", "host", formula=f"{machine.gpus} GPUs answer", source=machine.entry.sources["gpus"]
    )
    yield line_of(machine, "gpu-diagnostics", "host", formula=f"{command}: no test fails", source=source)
    for test, unit, of in _NODE_TESTS:
        program = _COPIES[machine.gpu.vendor_kind].get(test)
        formula = f"{of}: {program}" if program else of
        fact = fact_of(machine, test)
        if fact is None:
            yield line_of(machine, test, "host", unit=unit, formula=f"{formula}; {RECORD}")
        else:
            yield line_of(
                machine,
                test,
                "host",
                unit=unit,
                expected=fact.expected,
                line=fact.line,
                formula=formula,
                source=fact.source,
            )
    yield hpl_line(plan, machine)
    if machine.speeds_gbps:
        yield _port_line(machine)
    yield from collective_lines(machine)
    yield from drive_lines(plan, machine)
    yield from training_lines(plan, machine)


def _port_line(machine: Machine) -> Line:
    speed, fact = min(machine.speeds_gbps), fact_of(machine, "ib-write-bw")
    if fact is not None and fact.line is not None:
        line, formula, source = fact.line, f"published for ports of {speed:g} Gb/s", fact.source
    else:
        line, formula, source = round(_PORT_SHARE * speed, 1), f"{_PORT_SHARE:g} x {speed:g} Gb/s", _PORT_SOURCE
    return line_of(
        machine, "ib-write-bw", "port", unit="Gb/s", expected=speed, line=line, formula=formula, source=source
    )


def collective_lines(machine: Machine) -> Iterator[Line]:
    """Yield all-reduce in a leaf, in a unit and across all, and all-to-all; empty for a single host.

    A ring over the rails of hosts with g GPUs has a bus bandwidth of at most g x b, where b is the rate of a GPU's ports, and at most that within one
    host. From three hosts on, 85 per cent of it are required, with messages of at least a gigabyte.
    """
    if machine.hosts < _FEW_HOSTS or not machine.speeds_gbps:
        return
    bound = _bound(machine)
    for test, scope in _SCOPES:
        if bound is None:
            yield line_of(machine, test, scope, unit="GB/s", formula=f"bus bandwidth; {RECORD}")
        else:
            expected, formula = bound
            yield line_of(
                machine, test, scope, unit="GB/s", expected=expected, line=round(_SHARE * expected, 1),
                formula=f"{_SHARE:g} x {formula}, from 3 hosts on", source=_SOURCE,
            )  # fmt: skip
    yield line_of(machine, "all-to-all-all", "all", unit="GB/s", formula=f"bus bandwidth; {RECORD}")


def _bound(machine: Machine) -> tuple[float, str] | None:
    """Return the ring's bound in GB/s and its formula; None where a domain spans hosts, or no figure of one host is published."""
    fact = fact_of(machine, "all-reduce-host")
    inside = (fact.expected or fact.line) if fact else None
    if machine.spans or inside is None or machine.hosts <= _FEW_HOSTS:
        return None
    rails = sum(machine.speeds_gbps) / 8
    return min(
        inside, rails
    ), f"min({inside:g} in a host, {len(machine.speeds_gbps)} ports x {min(machine.speeds_gbps):g} Gb/s / 8)"
