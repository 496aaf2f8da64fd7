"""Encrypted local drives: the line of crypttab, what is mounted, packages, facts of the role, and the secret."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.plan.secrets import used
from generator.render.tree import render_tree
from tests.encryption_specs import encrypted
from tests.ours import TEMPLATES
from tests.specs import plan_data

UUID = "3ef1d33d-e320-5b69-967f-05fd5c29b80b"
OPTIONS = "luks,nofail,headless=true,x-systemd.device-timeout=90s"


def tree(spec: dict[str, Any], folder: Path) -> dict[str, str]:
    """Return the files of a spec by their paths."""
    return {each.path: str(each.content) for each in render_tree(plan_data(spec, folder), TEMPLATES)}


def facts(files: dict[str, str]) -> dict[str, Any]:
    """Return the facts of the group of GPU hosts."""
    found: dict[str, Any] = yaml.safe_load(files["ansible/inventory/group_vars/gpu.yml"])
    return found


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("tpm", f"luks-scratch UUID={UUID} - {OPTIONS},tpm2-device=auto"),
        ("reference", f"luks-scratch UUID={UUID} /etc/cryptsetup-keys.d/luks-scratch.key {OPTIONS}"),
    ],
)
def test_both_ends_have_one_name(key: str, line: str, tmp_path: Path) -> None:
    """What crypttab opens is what the unit mounts and the role formats."""
    files = tree(encrypted(key), tmp_path)
    assert files["host_groups/gpu/etc/clustergen/crypttab"].splitlines()[-1] == line
    assert "What=/dev/mapper/luks-scratch\n" in files["host_groups/gpu/etc/systemd/system/scratch.mount"]
    local = facts(files)["cluster_storage_local"][0]
    assert local["device"] == "/dev/mapper/luks-scratch"
    assert local["volume"]["uuid"] == UUID
    assert local["volume"]["unit"] == "systemd-cryptsetup@luks\\x2dscratch.service"
    assert not [path for path in files if path.endswith("crypttab") and "gpu" not in path]


@pytest.mark.parametrize(
    ("system", "key", "packages"),
    [
        ("ubuntu-24.04", "tpm", {"cryptsetup-bin", "tpm2-tools"}),
        ("ubuntu-22.04", "reference", {"cryptsetup-bin"}),
        ("debian-12", "reference", {"cryptsetup-bin"}),
        ("debian-13", "tpm", {"cryptsetup-bin", "systemd-cryptsetup", "tpm2-tools"}),
        ("rocky-9", "tpm", {"cryptsetup", "tpm2-tss"}),
    ],
)
def test_packages_by_system(system: str, key: str, packages: set[str], tmp_path: Path) -> None:
    found = set(facts(tree(encrypted(key, system), tmp_path))["cluster_storage_packages"])
    assert {each for each in found if "crypt" in each or "tpm" in each} == packages


def test_the_secret_is_asked_for(tmp_path: Path) -> None:
    """By the stage that needs it; without encryption by nobody."""
    spec = encrypted()
    assert "drives_key" in used(close(plan_data(spec, tmp_path)))
    assert (
        'clustergen_drives_key", "tags": ["storage"]'
        in tree(spec, tmp_path)["ansible/inventory/group_vars/all/secrets.yml"]
    )
    del spec["storage"]["scratch"]["encryption"]
    assert "drives_key" not in used(close(plan_data(spec, tmp_path)))


def test_names_of_hosts_and_of_the_domain_change_nothing(tmp_path: Path) -> None:
    """A volume is found after a rename, as a label is."""
    spec = encrypted() | {"name": "other", "domain": "other.example.net"}
    assert f"UUID={UUID}" in tree(spec, tmp_path)["host_groups/gpu/etc/clustergen/crypttab"]


def test_the_command_says_that_drives_are_encrypted(tmp_path: Path) -> None:
    assert "| `scratch` | encrypted local drives of 2 hosts" in tree(encrypted(), tmp_path)["ansible/README.md"]
