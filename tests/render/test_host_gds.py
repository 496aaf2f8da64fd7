"""cufile.json: documented keys alone, the addresses of the host itself, and nothing where there is nothing to read straight."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.plan.hosts.gds import section_of
from generator.render.backends import host_gds
from generator.spec.storage import TierSpec
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data
from tests.tier_specs import caching

_DOCUMENTED: dict[str, dict[str, type]] = {
    "properties": {"allow_compat_mode": bool, "rdma_dev_addr_list": list},
    "fs": {"lustre": dict, "beegfs": dict, "gpfs": dict, "nfs": dict},
}
"""The keys that are used of NVIDIA's schema (GPUDirect Storage Benchmarking and Configuration Guide, GPUDirect Storage Parameters), with their types."""


def rendered(spec: Spec, folder: Path) -> dict[str, Any]:
    """Return the files of a spec, read strictly."""
    plan = plan_data(spec, folder)
    found = {each.path: each.content for each in host_gds.render(plan, TEMPLATES)}
    assert sorted(found) == sorted(host_gds.paths(plan))
    return {path: json.loads(text) for path, text in found.items()}


def undocumented(content: dict[str, Any]) -> list[str]:
    """Return keys of a file that NVIDIA's schema has not, or that have another type there."""
    found = [
        f"{part}.{key}"
        for part, values in content.items()
        for key, value in values.items()
        if not isinstance(value, _DOCUMENTED.get(part, {}).get(key, ()))
    ]
    tables = [(name, table) for name, section in content.get("fs", {}).items() for key, table in section.items() if key == "mount_table"]  # fmt: skip
    found += [f"fs.{name}.{key}" for name, section in content.get("fs", {}).items() for key in section if key != "mount_table"]  # fmt: skip
    return found + [f"fs.{name}: {mount}" for name, table in tables for mount, row in table.items() if set(row) != {"rdma_dev_addr_list"}]  # fmt: skip


def test_each_host_has_its_own_addresses(tmp_path: Path) -> None:
    """Those on the fabric of the tier; local drives have none."""
    found = rendered(caching(), tmp_path)
    assert sorted(found) == ["hosts/gpu01/etc/cufile.json", "hosts/gpu02/etc/cufile.json"]
    first, second = (each["fs"]["lustre"]["mount_table"]["/fast"]["rdma_dev_addr_list"] for _, each in sorted(found.items()))  # fmt: skip
    plan = plan_data(caching(), tmp_path)
    storage = [each.address for each in plan.interfaces_of["gpu01"] if each.fabric == "storage" and each.address]
    assert first == storage
    assert set(first).isdisjoint(second)
    assert all(each["properties"] == {"allow_compat_mode": True} for each in found.values())


@pytest.mark.parametrize(
    ("tier", "section"),
    [
        ({"product": "Lustre", "source": "10.128.0.9@o2ib:/fast"}, "lustre"),
        ({"product": "BeeGFS", "beegfs": {}}, "beegfs"),
        ({"product": "Storage Scale", "filesystem": "gpfs", "source": "fast"}, "gpfs"),
        ({"kind": "nfs", "fabric": "storage", "source": "10.128.0.9:/fast", "options": "vers=4.2,hard,proto=rdma,port=20049"}, "nfs"),
        ({"product": "WEKA", "source": "backend1/fast"}, ""),
    ],
)  # fmt: skip
def test_keys_are_documented(tier: dict[str, Any], section: str, tmp_path: Path) -> None:
    """Every file system has its section, and WEKA the addresses of `properties`."""
    spec = caching()
    spec["storage"] = {"fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage", "gds": True} | tier}
    found = rendered(spec, tmp_path)["hosts/gpu01/etc/cufile.json"]
    assert undocumented(found) == []
    assert list(found.get("fs", {})) == ([section] if section else [])
    assert bool(found["properties"].get("rdma_dev_addr_list")) == (not section)


def test_local_drives_alone_are_the_same_for_a_group(tmp_path: Path) -> None:
    """Nothing in the file is a host's own."""
    spec = caching()
    del spec["storage"]["fast"]
    assert rendered(spec, tmp_path) == {"host_groups/gpu/etc/cufile.json": {"properties": {"allow_compat_mode": True}}}


def test_without_the_key_there_is_no_file(tmp_path: Path) -> None:
    """No tier has it by itself."""
    spec = caching()
    for tier in spec["storage"].values():
        tier.pop("gds", None)
    assert rendered(spec, tmp_path) == {}


@pytest.mark.parametrize(("options", "section"), [("vers=4.2,hard", None), ("vers=3,hard,proto=rdma", "nfs"), (None, None)])  # fmt: skip
def test_a_product_that_is_mounted_as_nfs_needs_rdma(options: str | None, section: str | None) -> None:
    tier = TierSpec.model_validate(
        {"kind": "parallel", "mount": "/fast", "product": "VAST", "filesystem": "nfs", "source": "10.128.0.9:/fast", "options": options, "gds": True}
    )  # fmt: skip
    assert section_of(tier) == section


@pytest.mark.parametrize("content", [{"fs": {"luster": {}}}, {"properties": {"allow_compat_mode": "yes"}}, {"fs": {"lustre": {"mount_table": {"/fast": {"adr": []}}}}}])  # fmt: skip
def test_a_wrong_key_is_seen(content: dict[str, Any]) -> None:
    """The test's own list of keys refuses a misspelt one, and another type."""
    assert undocumented(content) != []
