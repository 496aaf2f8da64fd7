"""Lines of storage tiers at the hosts that use them: read and write rates of one host and of all together, capacity, and metadata.

One host gets no more than its ports on the tier's fabric carry, and all together no more than the tier's hosts deliver. A tier that states a rate, or
whose workloads need one, is accepted when all hosts reach it together; figures of one host are published for few products.
"""

import math
from collections.abc import Collection, Iterator

from generator.plan.acceptance.machines import RECORD, Machine
from generator.plan.acceptance.records import Line
from generator.plan.acceptance.tier_clients import Client, users_of
from generator.plan.draft import Draft
from generator.plan.hosts.gds import reads_gds
from generator.plan.records import Host, Tier
from generator.plan.stores import served_tiers
from generator.workload.data import FILL
from generator.workload.tier_measures import KEYS, RATES, Measured
from generator.workload.tier_products import product_of

_DIGITS = 4
_CAPACITY = "capacity"


def tier_lines(plan: Draft, machines: list[Machine]) -> Iterator[Line]:
    """Yield the lines of every tier that hosts mount over a fabric, by name, for each model with hosts that mount it."""
    served = {each.need.name: each for each in served_tiers(plan)}
    for tier in plan.tiers:
        for machine in machines if tier.fabric else ():
            mine = users_of(plan, tier, machine.entry.model)
            if mine:
                found = served.get(tier.name)
                ports = _ports(plan, tier, mine[0], standby=found is not None and found.need.standby)
                names = tuple(host.name for host in mine)
                gds = machine.gpu.vendor_kind == "nvidia" and reads_gds(plan.spec.storage[tier.name])
                yield from _lines(
                    Client(tier=tier, machine=machine, hosts=names, ports_gbps=ports, served=found, gds=gds)
                )


def tier_mounts(plan: Draft, lines: Collection[Line]) -> dict[str, str]:
    """Return the mount of every test that reads the size of one."""
    tests = {line.test for line in lines}
    return {_size_test(tier): tier.mount for tier in plan.tiers if _size_test(tier) in tests}


def _ports(plan: Draft, tier: Tier, host: Host, *, standby: bool) -> tuple[float, ...]:
    """Return the speeds of the ports of a host on the tier's fabric; one where the others wait for it."""
    links = plan.links_of[host.name]
    speeds = [link.speed_gbps for link in links if (link.fabric, link.kind) == (tier.fabric, "host_leaf")]
    return tuple(sorted(speeds, reverse=True)[: 1 if standby else None])


def _lines(client: Client) -> Iterator[Line]:
    for what in RATES:
        yield _one(client, what)
        yield _all(client, what)
    for what in RATES if client.gds else ():
        yield _one(client, what, gds=True)
        yield _all(client, what, gds=True)
    if client.tier.mount:
        yield _capacity(client)
        yield client.line(
            "files", "all", unit="1/s",
            formula=f"{client.tier.mount}: mdtest, or fio without it (files.py), files created by {client.together} at once; {RECORD}",
        )  # fmt: skip


def _one(client: Client, what: Measured, *, gds: bool = False) -> Line:
    """Return the line of one host: its ports bound it, and the tier where that delivers less. The direct path into GPUs has the same bounds."""
    test, at = f"gds-{what}" if gds else what, client.at(gds=gds)
    if not client.each_gbs:
        return client.line(test, "tier", unit="GB/s", formula=f"{at}; {RECORD}")
    delivered, bound, formula = client.delivered(what), client.each_gbs, client.each_text
    if delivered and delivered < bound:
        bound, formula = delivered, f"min({formula}, {delivered:,.4g} that all hosts of the tier {what})"
    product = product_of(client.served.need.spec) if client.served else None
    source = client.source
    if product and product.client_share is not None:
        bound, formula = product.client_share * bound, f"{product.client_share:g} x {formula}"
        source = f"{source}; {product.client_source}"
    return client.line(
        test, "tier", unit="GB/s", expected=_rounded(bound), formula=f"{at}: {formula} at most; {RECORD}", source=source,
    )  # fmt: skip


def _all(client: Client, what: Measured, *, gds: bool = False) -> Line:
    """Return the line of all hosts of the model that mount it at once: what the tier must do, as far as their ports carry that; of the direct path nobody states what it must."""
    test, hosts = f"{'gds-' if gds else ''}{what}-all", len(client.hosts)
    at = f"{client.at(gds=gds)}, {client.together} at once"
    bounds = [each for each in (hosts * client.each_gbs, client.delivered(what)) if each]
    if not bounds:
        return client.line(test, "all", unit="GB/s", formula=f"{at}; {RECORD}")
    expected, wanted, source = min(bounds), None if gds else _wanted(client, what), client.source
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
    return client.line(
        test,
        "all",
        unit="GB/s",
        expected=_rounded(expected),
        line=line,
        formula=formula,
        source=source,
    )


def _wanted(client: Client, what: Measured) -> tuple[float, str] | None:
    """Return a required rate of the tier and its reason; None where it is only recommended."""
    if client.served is None:
        return None
    need = client.served.need
    basis = need.basis.get(what, "guidance")
    if basis == "guidance" or not need.needed(what):
        return None
    stated = f"storage.{need.name}.{KEYS[what]}"
    return need.needed(what), stated if basis == "stated" else f"the workloads that keep checkpoints in {need.name}"


def _capacity(client: Client) -> Line:
    """Return the line of the size that a host sees: the required capacity at the planned fill level."""
    mount = client.tier.mount
    need = client.served.need if client.served else None
    wanted = need.value("capacity") if need and need.basis.get("capacity") in {"stated", "workloads"} else 0.0
    # The space for metadata of parallel file systems is not included in df
    wanted -= need.metadata.value if need and need.metadata and wanted else 0.0
    if need is None or not wanted:
        return client.line(_CAPACITY, "tier", unit="TB", formula=f"size of {mount}; {RECORD}")
    return client.line(
        _CAPACITY, "tier", unit="TB", line=_rounded(wanted / FILL),
        formula=f"size of {mount}: {wanted:,.4g} TB that it must hold / {FILL:g}", source=f"explain SPEC storage.{need.name}",
    )  # fmt: skip


def _size_test(tier: Tier) -> str:
    return f"tier-{tier.name}-{_CAPACITY}"


def _rounded(value: float) -> float:
    """Return four digits of a figure; one that is larger keeps its whole number."""
    return round(value) if value >= 10**_DIGITS else float(f"{value:.{_DIGITS}g}")
