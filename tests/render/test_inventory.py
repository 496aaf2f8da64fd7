"""The inventory of NVLink domains: numbered once for the cluster, and nothing where there are none."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

from generator.plan import secrets
from generator.plan.domains import nvlink_domains
from generator.plan.draft import Draft
from generator.plan.kubernetes.bootstrap import installer_facts
from generator.plan.states import MAINTENANCE, PLANNED
from generator.render.backends import ansible
from generator.render.inventory import WAVES, group_tree, ranges
from tests.conftest import EXAMPLES, ROOT, tree_of
from tests.ours import TEMPLATES
from tests.plan.test_cables import fabric
from tests.specs import plan_data

BELOW = "ansible/inventory"


def facts(tree: dict[str, str], host: str) -> dict[str, object]:
    """Return the variables of a host as Ansible reads them."""
    found: dict[str, object] = yaml.safe_load(tree[f"{BELOW}/host_vars/{host}.yml"])
    return found


def test_hosts_of_a_domain_know_it(plans: Callable[[str], Draft]) -> None:
    """From 1, the same in host_vars and in the tree; a rack holds one domain."""
    plan = plans("nvl72-8-racks")
    tree = tree_of(plan)
    groups = yaml.safe_load(tree[f"{BELOW}/hosts.yml"])
    racks: dict[object, set[str]] = {}
    members: dict[object, list[str]] = {}
    for host in plan.hosts:
        domain = facts(tree, host.name).get("cluster_nvlink_domain")
        assert domain == (None if host.domain is None else host.domain + 1)
        if domain:
            racks.setdefault(domain, set()).add(host.rack)
            members.setdefault(domain, []).append(host.name)
    assert sorted(members) == list(range(1, 9))  # type: ignore[type-var]
    assert all(len(each) == 1 for each in racks.values())
    for domain, names in members.items():
        assert list(groups[f"nvlink_domain_{domain}"]["hosts"]) == ranges(names)
    assert not any("cluster_nvlink_domain" in facts(tree, switch.name) for switch in plan.switches)


def test_there_is_no_group_without_a_domain(plans: Callable[[str], Draft]) -> None:
    plan = plans("roce-256")
    assert nvlink_domains(plan) == {}
    assert not any(name.startswith("nvlink") for name in group_tree(plan))


def test_two_groups_share_no_number(tmp_path: Path) -> None:
    """Each group counts its own domains from 0; the numbers go on from the envelope of the one before."""

    def domains(count: int) -> dict[str, int]:
        spec = fabric("gb200-nvl72-tray", "qm9700", "infiniband", count, 36)
        spec["hosts"]["other"] = {"model": "gb200-nvl72-tray", "count": 18}
        return nvlink_domains(plan_data(spec, tmp_path))

    few, many = domains(18), domains(36)
    assert few.items() <= many.items()
    assert {name.rstrip("0123456789"): {many[each] for each in many if each.startswith(name[:3])} for name in many} == {
        "gpu": {1, 2},
        "other": {3},
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_inventory_fits_a_review(plans: Callable[[str], Draft], name: str) -> None:
    """No line of any file is longer than a page of a review shows."""
    found = {each.path: each.content for each in ansible.render(plans(name), TEMPLATES) if each.path.startswith(BELOW)}
    assert {path.split("/")[2] for path in found} == {"hosts.yml", "group_vars", "host_vars"}
    assert [path for path, text in found.items() if max(map(len, text.splitlines())) > 160] == []


@pytest.mark.parametrize("name", ["roce-16", "roce-256", "ib-256", "nvl72-8-racks", "rke2-shared-rails-4"])
def test_every_variable_has_a_reader(rendered: Callable[[str], Path], name: str) -> None:
    """A playbook, a role or a plugin of ours, another variable, Ansible itself, or a role of the site's, for which docs/site.md lists it."""
    texts = _variables(rendered(name))
    code = [
        path.read_text("utf-8") for end in ("yml", "py", "sh", "j2") for path in (ROOT / "playbooks").rglob(f"*.{end}")
    ]
    page = (
        (ROOT / "docs" / "site.md")
        .read_text("utf-8")
        .partition("## Variables for roles of yours")[2]
        .partition("\n## ")[0]
    )
    expressions = re.findall(r"\{\{.*?\}\}", "".join(texts.values()))
    words = set(re.findall(r"\w+", "\n".join([*code, *expressions]))) | set(re.findall(r"`(\w+)`", page))
    assert sorted(each for each in _names(texts) - words if not each.startswith("ansible_")) == []


@pytest.mark.parametrize("name", ["roce-16", "roce-256", "ib-256", "nvl72-8-racks", "mixed-schedulers", "tenants-64"])
def test_no_variable_is_one_of_the_sites(
    rendered: Callable[[str], Path], plans: Callable[[str], Draft], name: str
) -> None:
    """All begin with `cluster_`, but for those whose names are Ansible's or an installer's, secrets, and the steps that a site sets."""
    plan = plans(name)
    named = {secrets.variable(each) for each in secrets.used(plan)} | installer_facts(plan).keys() | WAVES.keys()
    others = {each for each in _names(_variables(rendered(name))) if not each.startswith("cluster_")}
    assert others - named <= {
        "ansible_host",
        "ansible_connection",
        "ansible_user",
        "ansible_python_interpreter",
        "ansible_network_os",
    }
    assert named <= others


def _variables(tree: Path) -> dict[Path, str]:
    """Return the text of every file of variables of a tree's inventory; `hosts.yml` has groups alone."""
    inventory = tree / "ansible" / "inventory"
    groups = yaml.safe_load((inventory / "hosts.yml").read_text("utf-8")).values()
    assert all(set(group or ()) <= {"hosts", "children"} for group in groups)
    return {path: path.read_text("utf-8") for path in inventory.glob("*_vars/**/*.yml")}


def _names(texts: Mapping[Path, str]) -> set[str]:
    return {variable for text in texts.values() for variable in yaml.safe_load(text)}


def test_every_group_that_playbooks_ask_for_is_there(plans: Callable[[str], Draft]) -> None:
    """In the inventory of some cluster, or filled by a run."""
    texts = "\n".join(path.read_text("utf-8") for path in (ROOT / "playbooks").rglob("*.yml"))
    asked = set(re.findall(r"\bgroups\.(\w+)", texts)) - {"get", "all", "csv"}
    made = set(
        re.findall(r"\w+", " ".join(re.findall(r"^ +(?:key|groups): (.*(?:\n +(?:\{\{|\+).*)*)$", texts, re.MULTILINE)))
    )
    known = {MAINTENANCE, PLANNED} | {
        group for name in ("roce-256", "nvl72-8-racks", "mixed-schedulers") for group in group_tree(plans(name))
    }
    assert asked - known - made == set()
    assert "slurm_compute" in asked
