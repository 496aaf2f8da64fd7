"""A compute group without ports on the storage fabric: nothing of its hosts mounts, expects or serves a tier there, and everything else does."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import to_builtins

from generator.analysis.close import close
from generator.analysis.explain import explain
from generator.change import waits
from generator.plan.clients import client_roles, is_client
from generator.plan.draft import Draft
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.caches import cache_of
from generator.plan.hosts.gds import gds_tiers
from generator.plan.hosts.mounts import lustre_networks, mounts_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.scale import scale_clusters
from generator.plan.monitoring.extra import reporters_of
from generator.plan.records import Host
from generator.render.backends import ansible, docs, kubernetes
from tests.ours import TEMPLATES
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
        + ("; pods there wait for volumes of the class fast and have to select other hosts" if product == "nfs" else "")
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


def test_health_checks_and_hosts_that_wait_are_those_that_mount(tmp_path: Path) -> None:
    plan = plan_data(mixed(**TIERS["lustre"]), tmp_path)
    assert plan.slurm is not None
    checks = {each.stem: " ".join(each.checks) for each in plan.slurm.checks}
    assert ["mount-fast" in checks[stem] for stem in ("gpu", "light")] == [True, False]
    assert ["mount-home" in checks[stem] for stem in ("gpu", "light")] == [True, True]
    rows = to_builtins(plan.tiers[0])
    assert {host.group for host in plan.hosts if waits.mounts(rows, to_builtins(host))} == {"gpu"}


def test_slurm_keeps_its_queue_where_all_controllers_reach(tmp_path: Path) -> None:
    spec = mixed(**TIERS["lustre"])
    assert (slurm := plan_data(spec, tmp_path).slurm) is not None
    assert (slurm.state, len(slurm.controllers)) == ("/home/slurmctld", 3)
    spec["storage"]["home"]["clients"] = ["compute"]
    assert (slurm := plan_data(spec, tmp_path).slurm) is not None
    assert (slurm.state, len(slurm.controllers)) == ("/var/spool/slurmctld", 1)


def test_outputs_name_the_groups_that_a_tier_is_out_of_reach_of(tmp_path: Path) -> None:
    drafted = plan_data(mixed(**TIERS["lustre"]), tmp_path)
    assert (
        "no host of light mounts /fast: it has no port on the storage fabric" in explain(drafted, "storage.fast").lines
    )
    plan = close(plan_data(mixed(**TIERS["lustre"], volumes={}) | {"monitoring": {"exporters": ["lustre"]}}, tmp_path))
    texts = {
        each.path: each.content for backend in (ansible, docs, kubernetes) for each in backend.render(plan, TEMPLATES)
    }
    assert "no host of light mounts /fast: it has no port on the storage fabric" in texts["docs/design.md"]
    (volume,) = yaml.safe_load_all(texts["kubernetes/volumes.yaml"])
    (term,) = volume["spec"]["nodeAffinity"]["required"]["nodeSelectorTerms"]
    assert term["matchExpressions"] == [{"key": "clustergen.dev/group", "operator": "NotIn", "values": ["light"]}]
    tiers = {
        group: re.findall('"tier": "([a-z]+)"', texts[f"ansible/inventory/group_vars/{group}.yml"])
        for group in ("role_compute", "light", "role_control", "role_login")
    }
    assert tiers == {
        "role_compute": ["fast", "home"],
        "light": ["home"],
        "role_control": ["home"],
        "role_login": ["home"],
    }
    lustre = next(each for each in reporters_of(plan) if each.name == "lustre")
    assert {*lustre.hosts} == {"gpu1", "gpu2", "storage1", "storage2"}


def test_connections_of_a_tier_are_those_of_roles_that_reach_it(tmp_path: Path) -> None:
    plan = plan_data(mixed(**TIERS["scale"]), tmp_path)
    why = {
        (flow.source, flow.to)
        for flow in plan.access.flows
        if flow.why == "storage.fast" and flow.service.name == "ssh"
    }
    assert why == {("inband/storage", "inband/compute"), ("inband/storage", "inband/storage")}
