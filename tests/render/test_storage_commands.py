"""The page of the playbooks has, for each tier that no run creates by itself, the command that the role asks for."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.data import data_texts
from generator.plan.draft import Draft
from generator.render.backends import readme
from tests.ceph_specs import stored
from tests.nfs_specs import paired
from tests.ours import TEMPLATES
from tests.render.test_host_beegfs import spec as beegfs
from tests.specs import cluster, plan_data

_ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]+) \| `(ansible-playbook playbooks/storage\.yml[^`]*)` \|$", re.MULTILINE)
_OPTION = re.compile(r"\b(storage_\w+)(?:=|\":)")


def rows(plan: Draft) -> dict[str, tuple[str, str]]:
    """Return what is created and the command, by tier."""
    page = next(each.content for each in readme.render(close(plan), TEMPLATES) if each.path == "ansible/README.md")
    return {tier: (what, command) for tier, what, command in _ROW.findall(page)}


def _messages() -> str:
    """Return the tasks of the role, whose messages have the options."""
    texts = data_texts("playbooks")
    return "".join(text for path, text in texts.items() if path.startswith("roles/storage/tasks/"))


@pytest.mark.parametrize("spec", [paired(), stored(), beegfs()])
def test_what_hosts_of_ours_serve_has_its_command(spec: dict[str, Any], tmp_path: Path) -> None:
    found = rows(plan_data(spec, tmp_path))
    asked = _messages()
    assert found
    for _, command in found.values():
        options = _OPTION.findall(command)
        assert options
        assert [name for name in options if f"-e {name}=" not in asked and f'"{name}"' not in asked] == []


@pytest.mark.parametrize(
    ("name", "tier", "words"),
    [
        ("train-405b-2048", "fast", ("--limit role_storage", "-e storage_format_lustre=fast", '"MGS": ')),
        ("storage-scale-256", "fast", ("-e storage_create_scale=fast", "-e storage_scale_license=true")),
        ("roce-16", "scratch", ("--limit gpu ", "-e storage_make_local=true", '"storage_local_disks": [')),
    ],
)
def test_examples_have_the_commands_of_their_tiers(
    name: str, tier: str, words: tuple[str, ...], plans: Callable[[str], Draft]
) -> None:
    command = rows(plans(name))[tier][1]
    assert [word for word in words if word not in command] == []


def test_a_cluster_whose_tiers_are_of_others_has_none(tmp_path: Path) -> None:
    spec = cluster(2)
    spec["storage"] = {name: tier for name, tier in spec["storage"].items() if tier["kind"] != "local-nvme"}
    assert rows(plan_data(spec, tmp_path)) == {}
