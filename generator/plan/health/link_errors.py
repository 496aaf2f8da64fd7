"""Checks of counters of links: how many errors a port has counted between two runs, as a rate. What it has counted since it booted says nothing.

A link within its specification has some errors, so one run says little: a check fails after three of five.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from generator.plan.health.check import NOTICE, PORT, RAIL, REPORT, Check, words
from generator.plan.health.hardware import PortCheck

INFINIBAND: Mapping[str, int] = {
    "counters/symbol_error": 120,
    "counters/port_rcv_errors": 10,
    "counters/local_link_integrity_errors": 10,
    "counters/excessive_buffer_overrun_errors": 10,
    "counters/link_error_recovery": 10,
}
"""Errors an hour that a port of InfiniBand may have. Symbol errors: the specification's rate of 10^-12 (Oracle, Sun Datacenter InfiniBand Switch, document
820-7751). Others: what ibqueryerrors reports (infiniband-diags, error_thresholds)."""
ETHERNET: Mapping[str, int] = {"statistics/rx_crc_errors": 40}
"""The same for Ethernet: what the alert LinkErrors reports (more than 10 in 15 minutes)."""
LOSSES: Mapping[bool, Mapping[str, int]] = {False: {"carrier_down_count": 2}, True: {"counters/link_downed": 2}}
"""Losses of link an hour, as the alerts LinkFlapping and InfinibandFlapping have them, for Ethernet and for InfiniBand. Idle ports lose links, too, so these checks are
good again by themselves; a switch that starts again must not hold its hosts."""
RETRIES: Mapping[str, int] = {"hw_counters/packet_seq_err": 3600, "hw_counters/local_ack_timeout_err": 360}
"""Packets an hour that an mlx5 port sends again: what the alerts RdmaOutOfSequence and RdmaTimeouts report. They are lost on the way or at the other end, so the host
stays in service. Receivers count the first as out_of_sequence, which adaptive routing makes by itself; for rnr_nak_retry_err no document has a limit."""
_INFINIBAND_SOURCE = "InfiniBand's bit error rate of 10^-12 (Oracle 820-7751); infiniband-diags, error_thresholds"
_OURS = "clustergen's alerts of links and NICs"
_rate_check = partial(Check, seconds=5, failures=3, runs=5)


def link_checks(ports: Iterable[PortCheck]) -> Iterator[Check]:
    """Yield the checks of counters of rails, then those of other ports."""
    every = tuple(ports)
    for rail in (True, False):
        kind, condition = ("rail", RAIL) if rail else ("port", PORT)
        for infiniband, name, limits, source in (
            (False, "errors-ethernet", ETHERNET, _OURS),
            (True, "errors-infiniband", INFINIBAND, _INFINIBAND_SOURCE),
            (False, "losses-ethernet", LOSSES[False], _OURS),
            (True, "losses-infiniband", LOSSES[True], _OURS),
        ):
            asked = [port for port in every if port.rail is rail and port.infiniband is infiniband]
            if asked:
                yield _rate_check(
                    name=f"{kind}-{name}",
                    probe=_probe("rdma" if infiniband else "net", limits, asked),
                    limit=_limits(limits),
                    source=source,
                    step="hold",
                    condition=condition,
                )
    sending = [port for port in every if port.rail and port.device and port.mlx5]
    if sending:
        yield _rate_check(
            name="rail-retries",
            probe=_probe("rdma", RETRIES, sending),
            limit=_limits(RETRIES),
            source=_OURS,
            step=REPORT,
            condition=NOTICE,
        )


def _probe(kind: str, limits: Mapping[str, int], ports: Iterable[PortCheck]) -> str:
    asked = ",".join(f"{counter}={most}" for counter, most in limits.items())
    return f"errors {kind} {asked} {' '.join(words(port.name, port.pci, port.device) for port in ports)}"


def _limits(limits: Mapping[str, int]) -> str:
    return "an hour, at most: " + ", ".join(f"{most} {counter.rpartition('/')[2]}" for counter, most in limits.items())
