"""Host groups in sentences: role, model, hosts, and how many of them fit in a rack."""

from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.source.span import Loc


def group_lines(plan: Draft, name: str) -> tuple[list[str], Loc] | None:
    """Describe a host group: the lines, and its place in the spec; None where it is no group."""
    group = next((each for each in plan.cluster.groups if each.name == name), None)
    if group is None:
        return None
    hosts = [host.name for host in plan.hosts if host.group == name]
    lines = [
        f"{name} is a host group of role {group.role}, {group.model.model}: {len(hosts)} installed of {group.max} in the envelope",
        *([f"hosts: {fold(hosts)}"] if hosts else []),
    ]
    place = per_rack_lines(plan, f"{name}.per_rack")
    return [*lines, *(place[0] if place else [])], group.origin


def per_rack_lines(plan: Draft, name: str) -> tuple[list[str], Loc, str] | None:
    """Explain `GROUP.per_rack`: the lines, the place in the spec, and the rule."""
    group, _, key = name.partition(".")
    found = plan.site.per_rack.get(group) if key == "per_rack" else None
    if found is None:
        return None
    stated = any(each.name == group and each.spec.per_rack for each in plan.cluster.groups)
    loc = ("hosts", group, *(["per_rack"] if stated else []))
    return [f"{found.count} hosts of {group} fit in one rack: {found.reason}"], loc, found.rule
