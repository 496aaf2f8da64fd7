"""Lines of storage tiers at the hosts that mount them: what one host reads and writes, what all do at once, what the tier holds, and its metadata.

One host gets no more than its ports on the tier's fabric carry, and all together no more than the tier's hosts deliver. A tier that states a rate, or
whose workloads need one, is accepted when all hosts reach it together; what one host reaches is published for few products.
"""

import math
from collections.abc import Collection, Iterator

from msgspec import Struct

from generator.plan.acceptance.machines import RECORD, Machine, line_of
from generator.plan.acceptance.places import tested_hosts
from generator.plan.acceptance.records import Line
from generator.plan.draft import Draft
from generator.plan.records import Tier
from generator.plan.stores import served_tiers
from generator.workload.data import FILL
from generator.workload.tier_figures import ServedTier
from generator.workload.tier_measures import KEYS, RATES, Measured
from generator.workload.tier_products import product_of

_BITS = 8
_DIGITS = 4
_PROGRAMS = {
    "object": "elbencho --s3endpoints",
    "parallel": "fio (measure.py tiers), IOR -F -C -e or elbencho --direct",
    "nfs": "fio (measure.py tiers), IOR -F -C -e or elbencho --direct",
}
"""By the kind of a tier; local drives have lines of their own."""


class _Client(Struct, frozen=True, kw_only=True):
    """A tier as one model of hosts mounts it. `ports_gbps` are those on its fabric that carry at once; `served` is left out where no host of the spec serves it."""

    tier: Tier
    machine: Machine
    ports_gbps: tuple[float, ...]
    served: ServedTier | None

    @property
    def at(self) -> str:
        """What the program is run on."""
        return f"{self.tier.mount or self.tier.name}: {_PROGRAMS[self.tier.kind]}"

    @property
    def each_gbs(self) -> float:
        """What the ports of one host carry; 0 where none is on the fabric."""
        return sum(self.ports_gbps) / _BITS

    @property
    def each_text(self) -> str:
        """The arithmetic of it."""
        return f"{len(self.ports_gbps)} x {min(self.ports_gbps):g} Gb/s / {_BITS}"

    @property
    def source(self) -> str:
        """Where the figures of one host come from."""
        return f"ports of {self.machine.entry.title} on {self.tier.fabric} as planned"

    def delivered(self, what: Measured) -> float:
        """Return what all hosts of the tier deliver at most, GB/s; 0 where nothing is known."""
        return self.served.delivered(what, self.served.hosts) if self.served else 0.0


def tier_lines(plan: Draft, machines: list[Machine]) -> Iterator[Line]:
    """Yield the lines of every tier that hosts mount over a fabric, by name, for each model of hosts that mounts it."""
    served = {each.need.name: each for each in served_tiers(plan)}
    for tier in plan.tiers:
        for machine in machines if tier.fabric else ():
            roles = {host.role for host in tested_hosts(plan) if host.model == machine.entry.model}
            if not roles.isdisjoint(tier.clients):
                found = served.get(tier.name)
                ports = _ports(plan, tier, machine, standby=found is not None and found.need.standby)
                yield from _lines(_Client(tier=tier, machine=machine, ports_gbps=ports, served=found))


def tier_mounts(plan: Draft, lines: Collection[Line]) -> dict[str, str]:
    """Return the mount of every test that reads the size of one."""
    tests = {line.test for line in lines}
    return {_size_test(tier): tier.mount for tier in plan.tiers if _size_test(tier) in tests}


def _ports(plan: Draft, tier: Tier, machine: Machine, *, standby: bool) -> tuple[float, ...]:
    """Return the speeds of the ports of the model's first host on the tier's fabric; one where the others wait for it."""
    first = next(host for host in tested_hosts(plan) if host.model == machine.entry.model)
    links = plan.links_of[first.name]
    speeds = [link.speed_gbps for link in links if (link.fabric, link.kind) == (tier.fabric, "host_leaf")]
    return tuple(sorted(speeds, reverse=True)[: 1 if standby else None])


def _lines(client: _Client) -> Iterator[Line]:
    for what in RATES:
        yield _one(client, what)
        yield _all(client, what)
    if client.tier.mount:
        yield _capacity(client)
        yield line_of(
            client.machine, f"tier-{client.tier.name}-files", "all", unit="1/s",
            formula=f"{client.tier.mount}: mdtest, files created by all hosts of the model at once; {RECORD}",
        )  # fmt: skip


def _one(client: _Client, what: Measured) -> Line:
    """Return the line of one host: its ports bound it, and the tier where that delivers less."""
    test = f"tier-{client.tier.name}-{what}"
    if not client.each_gbs:
        return line_of(client.machine, test, "tier", unit="GB/s", formula=f"{client.at}; {RECORD}")
    delivered, bound, formula = client.delivered(what), client.each_gbs, client.each_text
    if delivered and delivered < bound:
        bound, formula = delivered, f"min({formula}, {delivered:,.4g} that all hosts of the tier {what})"
    product = product_of(client.served.need.spec) if client.served else None
    source = client.source
    if product and product.client_share is not None:
        bound, formula = product.client_share * bound, f"{product.client_share:g} x {formula}"
        source = f"{source}; {product.client_source}"
    return line_of(
        client.machine, test, "tier", unit="GB/s", expected=_rounded(bound), formula=f"{client.at}: {formula} at most; {RECORD}", source=source,
    )  # fmt: skip


def _all(client: _Client, what: Measured) -> Line:
    """Return the line of all hosts of the model at once: what the tier must do, as far as their ports carry that."""
    test, hosts = f"tier-{client.tier.name}-{what}-all", client.machine.hosts
    at = f"{client.at}, all hosts of the model at once"
    bounds = [each for each in (hosts * client.each_gbs, client.delivered(what)) if each]
    if not bounds:
        return line_of(client.machine, test, "all", unit="GB/s", formula=f"{at}; {RECORD}")
    expected, wanted, source = min(bounds), _wanted(client, what), client.source
    carry = f"{hosts} x {client.each_text}" if client.each_gbs else "their ports"
    if wanted is None:
        line, formula = None, f"{at}: {expected:,.4g} at most; {RECORD}"
    elif expected < wanted[0]:
        least = (
            carry
            if expected < (client.delivered(what) or math.inf)
            else f"{expected:,.4g} that the tier's hosts deliver"
        )
        line = None
        formula = f"{at}: {least} is less than the {wanted[0]:,.4g} GB/s that the tier must {what}; {RECORD}"
    else:
        line, source = _rounded(wanted[0]), wanted[1]
        formula = f"{at}: what the tier must {what}, of {expected:,.4g} at most"
    return line_of(
        client.machine, test, "all", unit="GB/s", expected=_rounded(expected), line=line, formula=formula, source=source
    )


def _wanted(client: _Client, what: Measured) -> tuple[float, str] | None:
    """Return a rate that the tier must have, and who asks for it; nothing where it is a recommendation alone."""
    if client.served is None:
        return None
    need = client.served.need
    basis = need.basis.get(what, "guidance")
    if basis == "guidance" or not need.needed(what):
        return None
    stated = f"storage.{need.name}.{KEYS[what]}"
    return need.needed(what), stated if basis == "stated" else f"the workloads that keep checkpoints in {need.name}"


def _capacity(client: _Client) -> Line:
    """Return the line of what a host sees as its size: what the tier must hold when it is as full as it should be."""
    test, mount = _size_test(client.tier), client.tier.mount
    need = client.served.need if client.served else None
    wanted = need.value("capacity") if need and need.basis.get("capacity") in {"stated", "workloads"} else 0.0
    # What parallel file systems keep metadata on is no part of what df shows
    wanted -= need.metadata.value if need and need.metadata and wanted else 0.0
    if need is None or not wanted:
        return line_of(client.machine, test, "tier", unit="TB", formula=f"size of {mount}; {RECORD}")
    return line_of(
        client.machine, test, "tier", unit="TB", line=_rounded(wanted / FILL),
        formula=f"size of {mount}: {wanted:,.4g} TB that it must hold / {FILL:g}", source=f"explain SPEC storage.{need.name}",
    )  # fmt: skip


def _size_test(tier: Tier) -> str:
    return f"tier-{tier.name}-capacity"


def _rounded(value: float) -> float:
    """Return four digits of a figure; one that is larger keeps its whole number."""
    return round(value) if value >= 10**_DIGITS else float(f"{value:.{_DIGITS}g}")
