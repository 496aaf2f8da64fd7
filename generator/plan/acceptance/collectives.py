"""Lines of collectives between hosts.

A ring over the rails of hosts with g GPUs has a bus bandwidth of at most g x b, where b is the rate of a GPU's ports, and at most that within one
host. From three hosts on, 85 per cent of it are required, with messages of at least a gigabyte.
"""

from collections.abc import Iterator

from generator.plan.acceptance.machines import RECORD, Machine, fact_of, line_of
from generator.plan.acceptance.records import Line, Scope

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


def collective_lines(machine: Machine) -> Iterator[Line]:
    """Yield all-reduce in a leaf, in a unit and across all, and all-to-all; empty for a single host."""
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
