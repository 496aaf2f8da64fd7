"""What stands when a cluster grows: the records of two plans of one cluster, held against each other."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from generator.plan.draft import Draft

LISTS = (
    "prefixes",
    "addresses",
    "vlans",
    "asns",
    "hosts",
    "switches",
    "links",
    "ports",
    "cables",
    "racks",
    "tiers",
    "vrfs",
)
"""The lists of a plan: what is in one stays in it, as it is."""
MATRIX = ("zones", "flows")
"""The lists of who may talk to whom."""


def assert_records_stand(before: Draft, after: Draft, *, but: Iterable[str] = ()) -> None:
    """Hold every record of a plan against a later plan of the cluster. `but` names what the step is meant to change."""
    meant = set(but)
    old, new = records(before), records(after)
    for name in old.keys() - meant:
        lost = old[name] - new[name]
        assert not lost, f"{len(lost)} of {len(old[name])} {name} do not stand, such as {min(map(str, lost))}"
    if "layouts" not in meant:
        assert after.layouts == before.layouts
    assert after.filters == before.filters
    assert after.roce == before.roce
    if "port filters" not in meant:
        assert_alike(before.port_filters, after.port_filters)
    if "interfaces" not in meant:
        assert_alike(before.interfaces_of, after.interfaces_of)


def records(plan: Draft) -> dict[str, frozenset[Hashable]]:
    """Return every list of a plan as a set."""
    found: dict[str, frozenset[Hashable]] = {name: frozenset(getattr(plan, name)) for name in LISTS}
    found |= {name: frozenset(getattr(plan.access, name)) for name in MATRIX}
    rows = [(subnet.name, partition) for subnet in plan.subnets for partition in subnet.partitions]
    found["subnet hosts"] = frozenset((each.name, host) for each in plan.subnets for host in each.hosts)
    found["subnet switches"] = frozenset((each.name, switch) for each in plan.subnets for switch in each.switches)
    found["partitions"] = frozenset((name, each.name, each.pkey, each.everyone, each.ipoib) for name, each in rows)
    found["members"] = frozenset((name, each.name, host.device) for name, each in rows for host in each.members)
    return found


def assert_alike(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> None:
    """Hold each entry of a mapping against the later one."""
    changed = [key for key, value in before.items() if after.get(key) != value]
    assert not changed, f"{len(changed)} changed, such as {changed[0]}: {before[changed[0]]}, {after.get(changed[0])}"
