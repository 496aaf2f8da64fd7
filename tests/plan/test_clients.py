"""A compute group without ports on the storage fabric: nothing of its hosts mounts, expects or serves a tier there, and everything else does."""

from pathlib import Path
from typing import Any

import pytest

from generator.plan.clients import client_roles, is_client
from generator.plan.draft import Draft
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.caches import cache_of
from generator.plan.hosts.gds import gds_tiers
from generator.plan.hosts.mounts import lustre_networks, mounts_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.scale import scale_clusters
from generator.plan.records import Host
from tests.specs import Spec, cluster, plan_data

DISK = {"device": "/dev/disk/by-id/wwn-0x5000c500a0b1c2d3"}
TIERS: dict[str, Spec] = {
    "lustre": {"product": "Lustre", "lustre": {}, "gds": True},
    "weka": {"product": "WEKA", "source": "backend1/fast", "client_cores": 2},
    "beegfs": {"product": "BeeGFS", "beegfs": {}},
    "scale": {"product": "IBM Storage Scale", "scale": {"disks": [DISK], "quorum": 1}},
    "cephfs": {"product": "CephFS", "source": "10.128.0.1:/"},
    "nfs": {"kind": "nfs", "fabric": "storage"},
}


def mixed(**fast: Any) -> Spec:
    """Return a cluster with a second compute group, whose model has no storage ports; `fast` adds keys to the tier of the storage fabric."""
    spec = cluster(2, 4)
    spec["hosts"]["light"] = {"model": "l40s-8gpu", "count": 2, "max": 4}
    spec["storage"]["fast"] |= {"clients": ["compute", "control", "login"]} | fast
    return spec


def first(plan: Draft, group: str) -> Host:
    return next(host for host in plan.hosts if host.group == group)


def mounts(plan: Draft, group: str) -> set[str]:
    return {each.where for each in mounts_of(plan, Names(plan), first(plan, group))}


@pytest.mark.parametrize("product", TIERS)
def test_only_hosts_with_a_port_on_its_fabric_use_a_tier(product: str, tmp_path: Path) -> None:
    plan = plan_data(mixed(**TIERS[product]), tmp_path)
    tier = next(each for each in plan.tiers if each.name == "fast")
    assert tier.apart == ("control", "light", "login")
    assert client_roles(plan.groups.values(), tier) == ("compute",)
    assert {host.group for host in plan.hosts if is_client(tier, host)} == {"gpu"}
    assert mounts(plan, "light") == mounts(plan, "control") == mounts(plan, "login") == {"/home"}
    assert mounts(plan, "gpu") == {"/home"} | ({"/fast"} if product != "scale" else set())
    assert not lustre_networks(plan, first(plan, "light"))
    assert not [*gds_tiers(plan, first(plan, "light"))]
    assert not [each for each in plan.waiting_for if "storage.fast" in each or "mounts Lustre" in each]
    assert [each.message for each in plan.warnings if each.code == "tier-out-of-reach" and "light" in each.message] == [
        "light (compute) is a client of storage.fast and has no port on the storage fabric, so it does not mount it"
    ]
    if product == "beegfs":
        assert {*beegfs_systems(plan)["fast"].interfaces} == {"gpu1", "gpu2", "storage1", "storage2"}
    if product == "scale":
        assert {*scale_clusters(plan)["fast"].nodes} == {"gpu1", "gpu2", "storage1", "storage2"}


def test_only_hosts_that_mount_a_tier_cache_it(tmp_path: Path) -> None:
    spec = mixed(kind="nfs", fabric="storage")
    spec["storage"]["local"] = {"kind": "local-nvme", "mount": "/local", "caches": {"tiers": ["fast"]}}
    plan = plan_data(spec, tmp_path)
    assert cache_of(plan, first(plan, "gpu"))
    assert not cache_of(plan, first(plan, "light"))


@pytest.mark.parametrize(
    ("keys", "apart"),
    [
        ({"source": "10.128.0.9/fast"}, ("control", "light", "login")),  # in the pool of the storage fabric
        ({"source": "192.0.2.7,192.0.2.8/fast"}, ()),  # at the site
        ({"source": "192.0.2.7@tcp:/fast", "product": "Lustre"}, ("control", "light", "login")),  # LNet has other ports
        ({"fabric": "frontend"}, ()),
        ({"kind": "nfs"}, ()),
    ],
)
def test_the_frontend_leads_to_addresses_of_the_site(keys: Spec, apart: tuple[str, ...], tmp_path: Path) -> None:
    plan = plan_data(mixed(**{"product": "WEKA", "client_cores": 2} | keys), tmp_path)
    assert plan.tiers[0].apart == apart
    assert ("/fast" in mounts(plan, "light")) == (not apart and ("source" in keys or keys.get("kind") == "nfs"))
