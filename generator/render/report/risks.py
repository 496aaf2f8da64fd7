"""The risks of a design, most serious first: lost feeds, single points of failure, other weak points, warnings, unknown facts."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from generator.analysis.analyse import FabricAnalysis
from generator.analysis.findings import findings
from generator.analysis.service_hosts import service_hosts
from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.counts import counted
from generator.plan.hosts.single_points import single_points
from generator.plan.plan import Plan
from generator.plan.power.feeds import left_at_worst

_SINGLE = "one failed "
"""How a finding about the failure of one device begins."""


class Risk(Struct, frozen=True):
    """A risk; `rank` 1 is the most serious."""

    rank: int
    about: str
    text: str


def risks(plan: Plan, fabrics: Mapping[str, FabricAnalysis]) -> list[Risk]:
    """Return every risk that the plan shows, in order; none is left out."""
    points = list(single_points(plan))
    found = [*_feeds(plan), *_findings(fabrics), *_services(plan, {f"storage tier {each.tier}" for each in points})]
    found += [Risk(2, f"storage.{each.tier}", each.text) for each in points]
    found += [Risk(4, each.code, each.message) for each in plan.warnings]
    return sorted(found, key=lambda risk: risk.rank)


def _feeds(plan: Plan) -> Iterator[Risk]:
    """Compare the supplies that keep power when one feed is lost with those that the full load needs, model by model."""
    power = plan.site.power
    one_lost = power.model_copy(update={"redundancy": "n+1"})  # a site may plan for more lost feeds, or for none
    unknown: Counter[str] = Counter()
    for name, (model, count) in _models(plan).items():
        fact = model.supplies
        if fact is None or (fact.needed is None and power.feeds > 1 and fact.count > 1):
            unknown[name] = count
            continue
        left = left_at_worst(fact.count, one_lost) if power.feeds > 1 else 0
        if left < (fact.needed or 1):
            then = (
                f"leaves {left} of {fact.count} supplies; full load needs {fact.needed}" if left else "switches it off"
            )
            yield Risk(1, "power", f"the loss of one feed {then}: {counted(count, 'device')} of model {name}")
    if unknown:
        named = ", ".join(f"{count:,} x {name}" for name, count in unknown.items())
        yield Risk(
            5,
            "power",
            f"no document states how many supplies these devices need: after the loss of a feed, {named} may stop",
        )


def _models(plan: Plan) -> dict[str, tuple[HostModel | SwitchModel, int]]:
    counts = Counter(device.model for device in plan.devices)
    found: dict[str, HostModel | SwitchModel] = {
        host.model: plan.hardware.get(HostModel, host.model) for host in plan.hosts
    }
    found |= {switch.model: plan.hardware.get(SwitchModel, switch.model) for switch in plan.switches}
    return {name: (found[name], counts[name]) for name in sorted(found)}


def _findings(fabrics: Mapping[str, FabricAnalysis]) -> Iterator[Risk]:
    for each in findings(dict(fabrics)):
        single = each.text.startswith(_SINGLE)
        yield Risk(2 if single else 3 if each.weak else 6, each.fabric, each.text)


def _services(plan: Plan, listed: Collection[str]) -> Iterator[Risk]:
    """Yield one risk for the services that only one host provides, without those that have their own risk: the table of losses has the effect of each."""
    alone: dict[str, list[str]] = {}
    for each in service_hosts(plan):
        if each.single and each.service not in listed:
            alone.setdefault(each.hosts[0], []).append(each.service)
    if alone:
        named = "; ".join(f"{host}: {', '.join(services)}" for host, services in alone.items())
        yield Risk(2, "services", f"each of these services has one host ({named})")
