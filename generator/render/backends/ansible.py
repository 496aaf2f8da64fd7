"""ansible: the inventory. Groups by role, group, rack, SU and fabric; host_vars hold only what differs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.plan.domains import nvlink_domains
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.inventory import group_tree, host_facts, role_facts, site_facts, switch_facts
from generator.render.lines import yaml_entries
from generator.render.templates import Templates

NAME = "ansible"
_READ = Proof(Grade.PARSED, "ansible-inventory")
_HEAD = "written by clustergen; change the spec, not this file"


def paths(plan: Plan) -> Iterable[str]:
    """The configuration, the tree of groups, and variables by group and host."""
    yield from ("ansible/ansible.cfg", "ansible/inventory/hosts.yml", "ansible/inventory/group_vars/all.yml")
    for role in plan.hosts_of:
        yield f"ansible/inventory/group_vars/role_{role}.yml"
    for device in plan.devices:
        yield f"ansible/inventory/host_vars/{device.name}.yml"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the inventory."""
    yield Artifact("ansible/ansible.cfg", templates.render("ansible/ansible.cfg.j2", plan=plan), _READ)
    yield Artifact("ansible/inventory/hosts.yml", _tree(group_tree(plan)), _READ)
    yield Artifact("ansible/inventory/group_vars/all.yml", _vars(site_facts(plan)), _READ)
    for role in plan.hosts_of:
        yield Artifact(f"ansible/inventory/group_vars/role_{role}.yml", _vars(role_facts(plan, role)), _READ)
    domains = nvlink_domains(plan)
    for device in plan.devices:
        facts = _facts(plan, device, domains.get(device.name))
        yield Artifact(f"ansible/inventory/host_vars/{device.name}.yml", _vars(facts), _READ)


def _facts(plan: Plan, device: Host | Switch, domain: int | None) -> Mapping[str, Any]:
    return host_facts(plan, device, domain) if isinstance(device, Host) else switch_facts(plan, device)


def _vars(facts: Mapping[str, Any]) -> str:
    return yaml_entries(facts, _HEAD)


def _tree(groups: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """Print the groups, each with its host ranges or its child groups; Ansible hangs those without a parent below `all`."""
    lines = [f"# {_HEAD}", "---"]
    for name, group in groups.items():
        lines.append(f"{name}:")
        for kind, members in group.items():
            lines.append(f"  {kind}:")
            lines += [f"    {member}:" for member in members]
    return "\n".join(lines) + "\n"
