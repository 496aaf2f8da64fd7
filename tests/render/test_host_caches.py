"""Caches of NFS on local drives: both ends on hosts that have both, nothing on the others, and limits that the kernel takes."""

from pathlib import Path

import pytest

from generator.analysis.explain import explain
from generator.plan.draft import Draft
from generator.render.inventory_hosts import system_facts
from tests.render.test_host_system import files
from tests.specs import plan_data
from tests.tier_specs import caching

CONF, UNIT = "etc/cachefilesd.conf", "etc/systemd/system/clustergen-cache.service"


@pytest.fixture
def plan(tmp_path: Path) -> Draft:
    """The plan of a cluster whose hosts cache home on scratch."""
    return plan_data(caching(), tmp_path)


def limits(text: str) -> dict[str, int]:
    """Read the limits of a cachefilesd.conf, in per cent."""
    words = (line.split() for line in text.splitlines() if line.endswith("%"))
    return {name: int(value.removesuffix("%")) for name, value in words}


@pytest.mark.parametrize("free", [10, 20, 80])
def test_limits_are_in_the_order_that_the_kernel_requires(free: int, tmp_path: Path) -> None:
    """0 <= stop < cull < run < 100 (CacheFiles), and the stated share is never taken."""
    spec = caching()
    spec["storage"]["scratch"]["caches"]["free_percent"] = free
    found = limits(files(plan_data(spec, tmp_path), "gpu01")[CONF])
    for kind in "bf":
        assert 0 <= found[f"{kind}stop"] < found[f"{kind}cull"] < found[f"{kind}run"] < 100
    assert found["bstop"] == free


def test_both_ends_are_on_hosts_with_drives(plan: Draft) -> None:
    """The mount has the option where the daemon is; a client without the local tier has neither."""
    gpu, control = files(plan, "gpu01"), files(plan, "control1")
    assert "Options=vers=4.2,hard,fsc,nosuid,nodev" in gpu["etc/systemd/system/home.mount"]
    assert "dir /scratch/fscache\ntag scratch\n" in gpu[CONF]
    assert "fsc" not in control["etc/systemd/system/home.mount"]
    assert {CONF, UNIT}.isdisjoint(control)


def test_a_mount_does_not_need_the_cache(plan: Draft) -> None:
    """The service is before the mounts in time and nothing requires it; it requires the local tier, so it never fills the system drive."""
    gpu = files(plan, "gpu01")
    assert "RequiresMountsFor=/scratch" in gpu[UNIT]
    assert "ConditionPathIsMountPoint=/scratch" in gpu[UNIT]
    assert "Before=remote-fs-pre.target" in gpu[UNIT]
    assert not [path for path, text in gpu.items() if path.endswith(".mount") and "clustergen-cache" in text]


def test_the_role_storage_starts_it(plan: Draft) -> None:
    """The role hosts does not: the local tier is not mounted yet."""
    groups, _ = system_facts(plan)
    assert groups["gpu"]["storage_cache"] == "clustergen-cache.service"
    assert "cachefilesd" in groups["gpu"]["storage_packages"]
    assert "clustergen-cache.service" not in groups["gpu"]["hosts_units_run"]
    assert "cachefilesd.service" in groups["gpu"]["hosts_units_stop"]
    assert "storage_cache" not in groups["control"]


def test_stated_options_keep_the_cache(tmp_path: Path) -> None:
    """Options of the spec replace the usual ones, and the cache is added once."""
    spec = caching()
    spec["storage"]["home"]["options"] = "vers=4.1,fsc"
    assert "Options=vers=4.1,fsc,nosuid,nodev" in files(plan_data(spec, tmp_path), "gpu01")["etc/systemd/system/home.mount"]  # fmt: skip


def test_explain_has_the_arithmetic(plan: Draft) -> None:
    """Which hosts cache, how much at most, and who does without."""
    said = "\n".join(explain(plan, "storage.home").lines)
    assert "gpu: 2 hosts cache home in /scratch/fscache, on scratch" in said
    assert "at most 24.58 TB = 30.72 TB of drives * (100 - 20) %" in said
    assert "control: 3 hosts without a cache" in said
