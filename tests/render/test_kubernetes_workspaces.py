"""Queues, namespaces and trees say what the cabling map, the inventory and Slurm say."""

import csv
import json
import re
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

import celpy
import celpy.adapter
import pytest
import yaml

from generator import catalog
from generator.catalog.load import Catalog
from generator.pipeline.read import read_plan
from generator.render.backends import kubernetes, slurm
from tests.conftest import example
from tests.host_files import host_file
from tests.judges.kubernetes import read_objects
from tests.judges.kubernetes_names import dangling
from tests.ours import TEMPLATES
from tests.plan.test_hostlist import unfold
from tests.specs import Spec, cluster, plan_data

Rendered = Callable[[str], Path]
Thing = dict[str, Any]
HOST = "kubernetes.io/hostname"


def _tree(tree: Path) -> list[Thing]:
    files = sorted((tree / "kubernetes").rglob("*.yaml"))
    names = {"kustomization.yaml", "values.yaml"}
    return [each for file in files if file.name not in names for each in read_objects(file.read_text())]


def _made(spec: Spec, folder: Path) -> list[Thing]:
    artifacts = list(kubernetes.render(plan_data(spec, folder), TEMPLATES))
    names = ("kustomization.yaml", "values.yaml", ".py", ".yml")
    return [each for file in artifacts if not file.path.endswith(names) for each in read_objects(file.content)]


def _of(things: list[Thing], kind: str) -> dict[str, Thing]:
    return {each["metadata"]["name"]: each for each in things if each["kind"] == kind}


def _labels(things: list[Thing]) -> dict[str, dict[str, str]]:
    return {name: {**node["metadata"]["labels"], HOST: name} for name, node in _of(things, "Node").items()}


def _chosen(things: list[Thing], wanted: dict[str, str]) -> set[str]:
    return {name for name, mine in _labels(things).items() if wanted.items() <= mine.items()}


def _cables(tree: Path) -> list[dict[str, str]]:
    with (tree / "cabling" / "cables.csv").open() as file:
        return list(csv.DictReader(file))


def _quota(queue: Thing) -> dict[str, dict[str, str]]:
    (group,) = queue["spec"]["resourceGroups"]
    return {each["name"]: {r["name"]: r["nominalQuota"] for r in each["resources"]} for each in group["flavors"]}


def _tenants() -> Spec:
    """Return the tenants' example, run by Kubernetes."""
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    return spec | {"scheduler": {"kubernetes": {}}}


@pytest.mark.parametrize("name", ["roce-16", "roce-256", "ib-256", "nvl72-8-racks", "b300-two-planes-512"])
def test_names_that_are_used_exist(rendered: Rendered, name: str) -> None:
    things = _tree(rendered(name))
    assert {"Topology", "ResourceFlavor", "ClusterQueue", "LocalQueue", "ResourceQuota"} <= {t["kind"] for t in things}
    assert dangling(things) == []


FAULTS: dict[str, tuple[str, tuple[str | int, ...], Any, str]] = {
    "a quota that counts nothing": ("ResourceQuota", ("spec", "hard"), {"nvidia.com/gpu": "16"}, "counts nothing"),
    "a limit for everybody": ("LimitRange", ("spec", "limits", 0, "max"), {"nvidia.com/gpu": "8"}, "own limit"),
    "a tree that is not there": ("ResourceFlavor", ("spec", "topologyName"), "spine", "no topology spine"),
    "a label that no node has": ("ResourceFlavor", ("spec", "nodeLabels"), {"clustergen.dev/grp": "gpu"}, "no node"),
    "a level that no node has": ("Topology", ("spec", "levels", 0, "nodeLabel"), "fabric.topograph.run/tier-7", "no node"),
    "another's queue": ("LocalQueue", ("spec", "clusterQueue"), "atlsa", "no queue atlsa"),
    "a namespace that nobody makes": ("LocalQueue", ("metadata", "namespace"), "default", "no namespace"),
    "a rail that nobody offers": ("HostDeviceNetwork", ("spec", "resourceName"), "rail-0", "nobody offers rail-0"),
    "a pool that is not there": ("HostDeviceNetwork", ("spec", "ipam"), '{"poolName": "rail99"}', "no pool rail99"),
    "a flavor that is not there": (
        "ClusterQueue", ("spec", "resourceGroups", 0, "flavors", 0, "name"), "h100", "no flavor h100",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_seen(rendered: Rendered, fault: str) -> None:
    """The API server takes each of these."""
    kind, path, value, words = FAULTS[fault]
    things = deepcopy(_tree(rendered("roce-16")))
    place: Any = next(each for each in things if each["kind"] == kind)
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert any(words in said for said in dangling(things)), dangling(things)


@pytest.mark.parametrize("name", ["roce-16", "roce-256", "ib-256", "nvl72-8-racks"])
def test_quotas_are_what_is_installed(rendered: Rendered, name: str) -> None:
    """GPUs as in the summary, a rail for every cable of it, and the same number of GPUs in the namespace's quota."""
    tree = rendered(name)
    things, summary = _tree(tree), json.loads((tree / "summary.json").read_text())
    (queue,) = _of(things, "ClusterQueue").values()
    (quota,) = _quota(queue).values()
    assert int(quota["nvidia.com/gpu"]) == summary["gpus"]
    (hard,) = (each["spec"]["hard"] for each in things if each["kind"] == "ResourceQuota")
    assert hard == {"requests.nvidia.com/gpu": quota["nvidia.com/gpu"]}
    rails: dict[str, int] = {}
    hosts = {host for host, mine in _labels(things).items() if mine["clustergen.dev/role"] == "compute"}
    for row in _cables(tree):
        if row["fabric"] == "compute" and row["a_device"] in hosts:
            rail = f"nvidia.com/{row['a_interface']}"
            rails[rail] = rails.get(rail, 0) + 1
    assert {rail: int(count) for rail, count in quota.items() if "rail" in rail} == rails
    threads, memory_gb = {"nvl72-8-racks": (144, 960)}.get(name, (224, 2000))
    kept = yaml.safe_load((tree / "kubernetes/kubespray/group_vars/all/clustergen.yml").read_text())
    cpus = sum(int(kept[f"{whose}_cpu_reserved"]) for whose in ("kube", "system"))
    gib = sum(int(kept[f"{whose}_memory_reserved"].removesuffix("Gi")) for whose in ("kube", "system"))
    assert int(quota["cpu"]) == (threads - cpus) * len(hosts)
    mib = int(quota["memory"].removesuffix("Mi")) / len(hosts)
    assert mib <= memory_gb * 10**9 / 2**20 - gib * 1024 - 100, "kubelet ends pods where less than 100 MiB are free"
    assert mib > memory_gb * 10**9 / 2**20 - gib * 1024 - 102


@pytest.mark.parametrize("name", ["roce-256", "ib-256", "nvl72-8-racks", "b300-two-planes-512"])
def test_levels_nest_and_every_host_has_them(rendered: Rendered, name: str) -> None:
    """Two hosts that share a level share all wider ones, so the labels are a tree."""
    things = _tree(rendered(name))
    labels = _labels(things)
    for flavor in _of(things, "ResourceFlavor").values():
        topology = _of(things, "Topology")[flavor["spec"]["topologyName"]]
        levels = [each["nodeLabel"] for each in topology["spec"]["levels"]]
        assert levels[-1] == HOST
        for wide, narrow in pairwise(levels):
            above: dict[str, str] = {}
            for host in _chosen(things, flavor["spec"]["nodeLabels"]):
                mine = labels[host]
                assert above.setdefault(mine[narrow], mine[wide]) == mine[wide], (narrow, mine[narrow])


def test_a_domain_is_a_rack(rendered: Rendered) -> None:
    """Eighteen trays that share an NVLink domain stand in one rack of the cabling map; no two domains do."""
    tree = rendered("nvl72-8-racks")
    racks = {row["a_device"]: row["a_rack"] for row in _cables(tree)}
    domains: dict[str, list[str]] = {}
    for host, mine in _labels(_tree(tree)).items():
        if "accelerator.topograph.run/domain" in mine:
            domains.setdefault(mine["accelerator.topograph.run/domain"], []).append(racks[host])
    assert [len(mine) for mine in domains.values()] == [18] * 8
    assert len({rack for mine in domains.values() for rack in set(mine)}) == 8
    assert all(len(set(mine)) == 1 for mine in domains.values())


def _slurm_tree(text: str) -> dict[str, set[str]]:
    """Read topology.conf: what is right below each switch."""
    found = {}
    for line in text.splitlines():
        row = dict(pair.split("=", 1) for pair in line.split() if "=" in pair and not line.startswith("#"))
        if "SwitchName" in row:
            found[row["SwitchName"]] = set(unfold(row.get("Nodes") or row["Switches"]))
    return found


def _hyper_tree(things: list[Thing]) -> dict[str, set[str]]:
    """Read HyperNodes as Volcano does: labels choose nodes, names choose HyperNodes."""
    found: dict[str, set[str]] = {}
    for name, each in _of(things, "HyperNode").items():
        for member in each["spec"]["members"]:
            match = member["selector"].get("labelMatch")
            if match is None:
                mine = {member["selector"]["exactMatch"]["name"]}
            else:
                absent = {each["key"] for each in match.get("matchExpressions", ())}
                mine = {
                    host for host in _chosen(things, match["matchLabels"]) if not absent & set(_labels(things)[host])
                }
            found.setdefault(name, set()).update(mine)
    return found


@pytest.mark.parametrize("hosts", [2, 40, 100])
def test_volcano_has_slurms_tree(tmp_path: Path, hosts: int) -> None:
    spec = cluster(hosts, 128) | {"scheduler": {"slurm": {}, "kubernetes": {"queues": "volcano"}}}
    plan = plan_data(spec, tmp_path)
    text = next(each.content for each in slurm.render(plan, TEMPLATES) if each.path == "slurm/topology.conf")
    things = _made(spec, tmp_path)
    assert _hyper_tree(things) == _slurm_tree(text)
    assert dangling(things) == []
    assert _of(things, "Queue")["atlas"]["spec"]["capability"] == {"nvidia.com/gpu": str(8 * hosts)}


def test_volcano_keeps_domains_whole(tmp_path: Path) -> None:
    """Domains reach over scalable units, so they hang under the pod; every tray is in one HyperNode of the lowest tier."""
    spec: Spec = yaml.safe_load(example("nvl72-8-racks").read_text())
    things = _made(spec | {"scheduler": {"kubernetes": {"queues": "volcano"}}}, tmp_path)
    lowest = {name: each for name, each in _of(things, "HyperNode").items() if each["spec"]["tier"] == 1}
    tree = _hyper_tree(things)
    assert sorted(len(tree[name]) for name in lowest) == [18] * 8
    assert len(set().union(*(tree[name] for name in lowest))) == 144
    assert tree["pod1"] == set(lowest)


def test_a_tenants_queue_has_its_hosts_and_no_others(tmp_path: Path) -> None:
    things = _made(_tenants(), tmp_path)
    assert dangling(things) == []
    blue, red = {f"gpu0{n}" for n in range(1, 5)}, {f"gpu0{n}" for n in range(5, 9)}
    flavors = {name: each["spec"]["nodeLabels"] for name, each in _of(things, "ResourceFlavor").items()}
    assert {name: _chosen(things, labels) for name, labels in flavors.items()} == {"gpu-blue": blue, "gpu-red": red}
    queues = _of(things, "ClusterQueue")
    assert {name: set(_quota(queue)) for name, queue in queues.items()} == {"blue": {"gpu-blue"}, "red": {"gpu-red"}}
    assert _quota(queues["red"])["gpu-red"]["nvidia.com/gpu"] == "32", "hosts 17 to 20 are not there yet"
    for name, queue in queues.items():
        assert queue["spec"]["namespaceSelector"] == {"matchLabels": {"kubernetes.io/metadata.name": name}}


@pytest.mark.parametrize(
    ("spec", "allowed"),
    [
        ({"nodeSelector": {"clustergen.dev/tenant": "blue"}}, True),
        ({"nodeSelector": {"clustergen.dev/tenant": "blue", "clustergen.dev/group": "gpu"}}, True),
        ({"nodeSelector": {"clustergen.dev/tenant": "red"}}, False),
        ({"nodeSelector": {"clustergen.dev/group": "gpu"}}, False),
        ({}, False),
        ({"nodeName": "gpu05"}, False),
    ],
)
def test_a_tenants_pods_stay_on_its_hosts(tmp_path: Path, spec: Thing, allowed: bool) -> None:
    """The policy's own expression, on pods in a tenant's namespace."""
    things = _made(_tenants(), tmp_path)
    assert _admitted(things, "clustergen-tenant-hosts", spec, _of(things, "Namespace")["blue"]) == allowed
    (want,) = _bound_to(things, "clustergen-tenant-hosts")
    assert all(want["key"] in each["metadata"]["labels"] for each in _of(things, "Namespace").values())


def _admitted(things: list[Thing], name: str, spec: Thing, namespace: Thing) -> bool:
    """Judge a pod by a policy's own expression."""
    (rule,) = _of(things, "ValidatingAdmissionPolicy")[name]["spec"]["validations"]
    environment = celpy.Environment()
    program = environment.program(environment.compile(rule["expression"]))
    values = {"object": {"spec": spec}, "namespaceObject": namespace}
    return bool(program.evaluate({key: celpy.adapter.json_to_cel(value) for key, value in values.items()}))


def _bound_to(things: list[Thing], policy: str) -> list[Thing]:
    binding = _of(things, "ValidatingAdmissionPolicyBinding")[policy]["spec"]
    assert binding["policyName"] == policy
    namespaces: list[Thing] = binding["matchResources"]["namespaceSelector"]["matchExpressions"]
    return namespaces


_HOMES: Thing = {"server": "storage1.atlas.example.net", "path": "/home"}


@pytest.mark.parametrize(
    ("volumes", "allowed"),
    [
        (None, True),
        ([], True),
        ([{"name": "a", "emptyDir": {}}, {"name": "b", "persistentVolumeClaim": {"claimName": "home"}}], True),
        ([{"name": "a", "csi": {"driver": "secrets-store.csi.k8s.io"}}], True),
        ([{"name": "a", "emptyDir": {}}, {"name": "b", "nfs": _HOMES}], False),
        ([{"name": "a", "csi": {"driver": "nfs.csi.k8s.io", "volumeAttributes": _HOMES}}], False),
        (
            [{"name": "a", "iscsi": {"targetPortal": "10.160.64.1", "iqn": "iqn.2026-11.net.example:a", "lun": 0}}],
            False,
        ),
    ],
)
def test_pods_mount_no_tier_by_themselves(tmp_path: Path, volumes: list[Thing] | None, allowed: bool) -> None:
    """With and without tenants: `baseline` admits a folder of NFS, which the kubelet mounts as root of the host."""
    for spec, names in ((cluster(), ["atlas"]), (_tenants(), ["blue", "red"])):
        things = _made(spec, tmp_path)
        pod = {} if volumes is None else {"volumes": volumes}
        assert _admitted(things, "clustergen-volumes", pod, _of(things, "Namespace")[names[0]]) == allowed
        assert [each["values"] for each in _bound_to(things, "clustergen-volumes")] == [names]


def test_members_are_called_as_the_api_knows_them(tmp_path: Path) -> None:
    """By tokens of an identity provider, or without one by certificates."""
    for oidc, words in (
        ({}, "whose certificates have the group (O) workspace:atlas"),
        ({"oidc": {"issuer": "https://login1:8443/realms/hpc", "client_id": "atlas"}}, "provider's group oidc:workspace:atlas"),
    ):  # fmt: skip
        spec = cluster() | {"scheduler": {"kubernetes": oidc}}
        files = {each.path: each.content for each in kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)}
        assert words in files["kubernetes/workspaces/atlas.yaml"].partition("---")[0]


def test_hosts_let_pods_lock_memory(rendered: Rendered) -> None:
    """What makes `baseline` work with RDMA: without it pods would need IPC_LOCK, which it refuses."""
    tree = rendered("roce-16")
    (namespace,) = _of(_tree(tree), "Namespace").values()
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "baseline"
    conf = host_file(tree, "gpu01", "etc/systemd/system.conf.d/90-clustergen.conf").read_text()
    assert re.search(r"^DefaultLimitMEMLOCK=infinity$", conf, re.MULTILINE)


def test_volumes_come_from_what_hosts_mount(rendered: Rendered) -> None:
    tree = rendered("roce-16")
    classes = _of(_tree(tree), "StorageClass")
    assert set(classes) == {"home", "scratch"}, "nobody knows a driver's parameters of the parallel tier"
    unit = host_file(tree, "gpu01", "etc/systemd/system/home.mount").read_text()
    row = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
    home = classes["home"]
    folder = PurePosixPath(home["parameters"]["share"])
    assert row["What"] == f"{home['parameters']['server']}:{folder.parent}"
    assert row["Options"].split(",") == home["mountOptions"]


def test_the_driver_may_write_where_its_volumes_are(rendered: Rendered, tmp_path: Path) -> None:
    """Its root is nobody on the hosts that export the tier, and not where the site does; pods are other users, so it opens each volume."""
    tree = rendered("roce-16")
    home = _of(_tree(tree), "StorageClass")["home"]["parameters"]
    server = yaml.safe_load((tree / "ansible/inventory/host_vars/storage1.yml").read_text())
    folders = {each["path"]: (each["uid"], each["mode"]) for each in server["cluster_storage_folders"]}
    assert (folders[home["share"]], home["mountPermissions"]) == ((65534, "0700"), "0777")
    spec = cluster()
    spec["storage"]["home"] |= {"source": "filer.example.net:/export/home"}
    theirs = _of(_made(spec, tmp_path), "StorageClass")["home"]["parameters"]
    assert theirs == {"server": "filer.example.net", "share": "/export/home"}


def test_unknown_processors_are_not_counted(tmp_path: Path) -> None:
    """A queue that counts processors of some hosts would let nothing onto the others; and no default asks for what it does not count."""
    facts = (Path(catalog.__file__).parent / "hosts" / "hgx-h100.yaml").read_text()
    (tmp_path / "hosts").mkdir()
    unknown = re.sub(r"(?m)^cpu: .*$", "cpu: null", facts.replace("model: hgx-h100\n", "model: bare-h100\n"))
    (tmp_path / "hosts" / "bare-h100.yaml").write_text(unknown)
    spec = cluster()
    spec["hosts"]["other"] = {"model": "bare-h100", "count": 1, "max": 2}
    path = tmp_path / "cluster.yaml"
    path.write_text(json.dumps(spec))
    plan = read_plan(path, Catalog((tmp_path,)), "cluster.yaml")[0]
    things = [
        each
        for file in kubernetes.render(plan, TEMPLATES)
        if file.path.endswith("/kueue/queues.yaml") or "/workspaces/" in file.path
        for each in read_objects(file.content)
    ]
    (queue,) = _of(things, "ClusterQueue").values()
    quota = _quota(queue)
    assert set(quota) == {"gpu", "other"}
    assert "cpu" not in quota["gpu"].keys() | quota["other"].keys()
    assert "memory" in quota["other"]
    (limits,) = (each["spec"]["limits"] for each in things if each["kind"] == "LimitRange")
    assert [set(each["defaultRequest"]) for each in limits] == [{"memory"}]


def test_growth_changes_quotas_and_nothing_else(tmp_path: Path) -> None:
    few, many = (_made(cluster(count), tmp_path) for count in (1, 32))
    still = {
        "Topology",
        "ResourceFlavor",
        "LocalQueue",
        "Namespace",
        "NetworkPolicy",
        "Role",
        "RoleBinding",
        "StorageClass",
    }
    assert [each for each in few if each["kind"] in still] == [each for each in many if each["kind"] in still]


def test_no_file_a_host(tmp_path: Path) -> None:
    few, many = (list(kubernetes.paths(plan_data(cluster(count, 200), tmp_path))) for count in (1, 200))
    assert few == many
