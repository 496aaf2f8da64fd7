"""ansible: the inventory, and the playbooks and roles that read it. host_vars hold only what differs from the groups."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from generator.catalog.program import read_program
from generator.data import data_texts
from generator.plan.domains import nvlink_domains
from generator.plan.kubernetes.bootstrap import installer_facts
from generator.plan.mirrored import mirrored
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.awx import awx_assets
from generator.render.encode import indented
from generator.render.inventory import WAVES, group_facts, group_tree, host_facts, site_facts, switch_facts
from generator.render.inventory_access import connection_facts, secret_facts
from generator.render.inventory_hosts import system_facts
from generator.render.lines import yaml_entries
from generator.render.templates import Templates

NAME = "ansible"
_READ = Proof(Grade.PARSED, "ansible-inventory")
_RUN = Proof(Grade.PARSED, "ansible-playbook --syntax-check, ansible-lint")
_IMPORTED = Proof(Grade.GRAMMAR, "natural keys and fields of awxkit 24.6.1")
_AWX = "ansible/awx.json"
_HEAD = "written by clustergen; change the spec, not this file"
_INVENTORY = "ansible/inventory/"
_WIDTH = 160
"""Of lines of the inventory: beyond it no pager or review shows them whole."""
_PREFIX = "cluster_"
_KEPT = ("ansible_", "clustergen_", "waves_")
"""Prefixes of variables that are no facts of the plan: Ansible's own, secrets of vaults and the environment, and the site's settings of the role `waves`."""
_TEXTS = {
    "ansible.cfg": "ansible/ansible.cfg.j2",
    "ansible/ansible.cfg": "ansible/ansible.cfg.j2",
    "ansible/.yamllint": "ansible/yamllint.j2",
    "ansible/requirements.yml": "ansible/requirements.yml.j2",
    "ansible/execution-environment.yml": "ansible/execution-environment.yml.j2",
}


def paths(plan: Plan) -> Iterable[str]:
    """The configuration, the playbooks, the tree of groups, and variables by group and host."""
    yield from _TEXTS
    yield _AWX
    yield from (_place(path) for path in data_texts("playbooks"))
    yield f"{_INVENTORY}hosts.yml"
    yield from (f"{_INVENTORY}group_vars/all/{part}.yml" for part in ("cluster", "connection", "secrets", "waves"))
    yield from (f"{_INVENTORY}group_vars/{group}.yml" for group, _ in group_facts(plan))
    yield from (f"{_INVENTORY}host_vars/{device.name}.yml" for device in plan.devices)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the inventory, and the playbooks as they are."""
    programs = read_program("ansible")
    image = mirrored(plan, programs.image)
    for path, template in _TEXTS.items():
        below = "" if path.startswith("ansible/") else "ansible/"  # AWX and ansible-pull start in the tree's own folder
        text = templates.render(template, name=plan.name, below=below, programs=programs, image=image)
        yield Artifact(path, text, _RUN)
    yield Artifact(_AWX, indented(awx_assets(plan)), _IMPORTED)
    for path, text in data_texts("playbooks").items():
        yield Artifact(_place(path), text, _RUN)
    yield Artifact(f"{_INVENTORY}hosts.yml", _tree(group_tree(plan)), _READ)
    yield _vars("group_vars/all/cluster", site_facts(plan))
    yield _vars("group_vars/all/connection", connection_facts(plan))
    yield _vars("group_vars/all/secrets", secret_facts(plan))
    yield _vars("group_vars/all/waves", WAVES)
    installers = installer_facts(plan)
    for group, facts in group_facts(plan):
        yield _vars(f"group_vars/{group}", facts, installers)
    domains, (_, own) = nvlink_domains(plan), system_facts(plan)
    for device in plan.devices:
        make = partial(_own_text, plan, device, domains.get(device.name), own.get(device.name, {}))
        yield Artifact(f"{_INVENTORY}host_vars/{device.name}.yml", make, _READ)


def _place(path: str) -> str:
    """Return a playbook's place in the tree: roles are beside the playbooks."""
    return f"ansible/{path}" if path.startswith("roles/") else f"ansible/playbooks/{path}"


def _own_text(plan: Plan, device: Host | Switch, domain: int | None, more: Mapping[str, Any]) -> str:
    """Print the facts of one device."""
    facts = host_facts(plan, device, domain) if isinstance(device, Host) else switch_facts(plan, device)
    return _variables({**facts, **more}, folded=True)  # a port of a host is a line or two, as a diff is read


def _vars(name: str, facts: Mapping[str, Any], installers: Collection[str] = ()) -> Artifact:
    return Artifact(f"{_INVENTORY}{name}.yml", _variables(facts, installers), _READ)


def _variables(facts: Mapping[str, Any], installers: Collection[str] = (), *, folded: bool = False) -> str:
    """Print facts as variables: `cluster_` before the name of each, so that none collides with the site's own. Variables of Kubespray have its names."""
    named = {key if key.startswith(_KEPT) or key in installers else _PREFIX + key: fact for key, fact in facts.items()}
    return yaml_entries(named, _HEAD, _WIDTH, folded=folded)


def _tree(groups: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """Print the groups, each with its host ranges or its child groups; those without a parent are below `all`."""
    lines = [f"# {_HEAD}", "---"]
    for name, group in groups.items():
        lines.append(f"{name}:")
        for kind, members in group.items():
            lines.append(f"  {kind}:")
            lines += [f"    {member}:" for member in members]
    return "\n".join(lines) + "\n"
