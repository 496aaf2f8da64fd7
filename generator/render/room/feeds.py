"""Feeds in words: the circuit, the load of each feed, and what is left of the supplies."""

from collections.abc import Iterator, Mapping

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.plan import Plan
from generator.plan.power.budget import Budget
from generator.plan.power.feeds import PHASES, FeedLoad, left_at_worst

UNKNOWN = "not known"


def kw(watts: float) -> str:
    """Print W as kW, to the watt."""
    return f"{watts / 1000:,.3f}"


def circuit_row(budget: Budget) -> dict[str, str] | None:
    """Report what each power strip hangs on, and how its limit comes about; nothing where the spec does not."""
    circuit = budget.circuit
    if circuit is None:
        return None
    return {
        "words": circuit.words,
        "pdu": circuit.pdu or "stated in the spec",
        "arithmetic": circuit.arithmetic,
        "stated": f"{circuit.stated_kw:g} kW" if circuit.stated_kw else "no document states another figure",
        "usable": f"{circuit.usable_kw:.1f}",
        "count": f"{budget.circuits:,}",
        "provisioned": kw(budget.provisioned_w or 0.0),
    }


def feed_summary(plan: Plan, feeds: Mapping[str, tuple[FeedLoad, ...]], budget: Budget) -> Iterator[dict[str, str]]:
    """Yield each feed with the racks in which it, and one of its phases, carries most."""
    power, circuit = plan.site.power, budget.circuit
    limit_w = circuit.usable_kw * power.pdus_per_feed * 1000 if circuit else None
    for index, name in enumerate(power.feed_names if feeds else ""):
        mine = {rack: loads[index] for rack, loads in feeds.items()}
        normal = max(mine, key=lambda rack: mine[rack].normal_w)
        failover = max(mine, key=lambda rack: mine[rack].failover_w)
        phases = {rack: max(load.failover_phases) for rack, load in mine.items() if load.failover_phases}
        fullest = max(phases, key=lambda rack: phases[rack], default=None)
        uneven = mine[normal].imbalance_percent if phases else None
        yield {
            "feed": name,
            "all": kw(sum(load.normal_w for load in mine.values())),
            "normal": f"{kw(mine[normal].normal_w)} ({normal})",
            "failover": f"{kw(mine[failover].failover_w)} ({failover})" if power.lost_feeds else "-",
            "limit": kw(limit_w) if limit_w else "not stated",
            "phase": f"{kw(phases[fullest])} of {kw(limit_w / PHASES)} ({fullest})" if fullest and limit_w else "-",
            "uneven": f"{uneven:.1f} % ({normal})" if uneven is not None else "-",
        }


def rule_words(plan: Plan) -> str:
    """Report how many feeds there are and how many may be lost."""
    power = plan.site.power
    redundancy = power.redundancy or ("n+1" if power.feeds > 1 else "n")
    lost = {0: "no feed may be lost", 1: "one feed may be lost"}.get(
        power.lost_feeds, f"{power.lost_feeds} feeds may be lost"
    )
    feeds = "1 feed" if power.feeds == 1 else f"{power.feeds} feeds"
    return f"{feeds} a rack ({', '.join(power.feed_names)}), {redundancy}: {lost}"


def supply_rows(plan: Plan) -> Iterator[dict[str, str]]:
    """Say of every model what the loss of feeds leaves of its supplies."""
    models: dict[str, HostModel | SwitchModel] = {
        host.model: plan.hardware.get(HostModel, host.model) for host in plan.hosts
    }
    models |= {switch.model: plan.hardware.get(SwitchModel, switch.model) for switch in plan.switches}
    for name, model in sorted(models.items()):
        fact = model.supplies
        if fact is None:
            yield {"model": name, "count": UNKNOWN, "needed": UNKNOWN, "left": UNKNOWN, "then": UNKNOWN}
            continue
        left = left_at_worst(fact.count, plan.site.power)
        then = "off" if not left else UNKNOWN
        if left and fact.needed is not None:
            then = "full load" if left >= fact.needed else "reduced"
        yield {
            "model": name,
            "count": str(fact.count),
            "needed": UNKNOWN if fact.needed is None else str(fact.needed),
            "left": str(left),
            "then": then,
        }
