"""Published schemas and kubectl accept the rendered objects, and refuse each planted fault."""

import json
import subprocess
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.render.backends import kubernetes
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.render.pod_specs import routed_pods
from tests.render.test_spectrum_x import planned
from tests.specs import cluster, plan_data

EXAMPLES = ("roce-16", "roce-256", "ib-256", "nvl72-8-racks", "b300-two-planes-512", "mixed-schedulers")
OF_OPTIONS = ("rke2-shared-rails-4", "kubeadm-tenants-8")
_NOT_OBJECTS = {"kustomization.yaml", "values.yaml"}
_NOT_APPLIED = (
    "kubeadm/control*.yaml",
    "kubeadm/gpu*.yaml",
    "kubeadm/audit-policy.yaml",
    "kubeadm/encryption.yaml",
    "rke2/audit-policy.yaml",
    "rke2/*/config.yaml",
    "rke2/rke2-cilium-config.yaml",
    "slinky/topology.yaml",
)
"""What other programs read: installers, and Slurm."""
Rendered = Callable[[str], Path]
Proven = Callable[[str, str], None]


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def _objects(tree: Path, below: str = "") -> list[dict[str, Any]]:
    files = sorted((tree / "kubernetes" / below).rglob("*.yaml"))
    wanted = [path for path in files if path.name not in _NOT_OBJECTS and not any(map(path.match, _NOT_APPLIED))]
    return [each for path in wanted for each in read_objects(path.read_text())]


@pytest.mark.parametrize("example", [*EXAMPLES, *OF_OPTIONS])
def test_every_object_is_accepted(rendered: Rendered, judge: KubernetesJudge, proven: Proven, example: str) -> None:
    objects = _objects(rendered(example))
    assert {_name(each): faults for each in objects if (faults := judge.check(each))} == {}
    proven("Kubernetes schemas", f"{example}: {len(objects)} objects, strict and with CEL")


@pytest.mark.parametrize("example", EXAMPLES)
def test_kubectl_builds_the_kustomization(
    rendered: Rendered, program: Callable[[str], str], proven: Proven, example: str
) -> None:
    """All that is to be applied, and nothing of the acceptance jobs, which are a list for each kind."""
    tree = rendered(example)
    built = _built(program("kubectl"), tree / "kubernetes")
    jobs = _objects(tree, "acceptance")
    wanted = [each for each in _objects(tree) if each not in jobs]
    assert sorted(built, key=_name) == sorted(wanted, key=_name)
    folders = sorted(path.parent for path in (tree / "kubernetes" / "acceptance").rglob("kustomization.yaml"))
    accepted = [each for folder in folders for each in _built(program("kubectl"), folder)]
    maps = [each for each in accepted if each["kind"] == "ConfigMap"]
    assert [folder.name for folder in folders] == ["acceptance", "mpi", "trainer"]
    assert sorted((each for each in accepted if each not in maps), key=_name) == sorted(jobs, key=_name)
    code = (tree / "kubernetes/acceptance/all_reduce.py").read_text()
    assert [each["data"] for each in maps] == [{"all_reduce.py": code}] * 2
    compile(code, "all_reduce.py", "exec")
    proven("kubectl kustomize", f"{example}: {len(built)} and {len(accepted)} objects")


def _built(kubectl: str, folder: Path) -> list[dict[str, Any]]:
    run = subprocess.run((kubectl, "kustomize", str(folder)), capture_output=True, text=True, check=True)
    return [each for each in yaml.safe_load_all(run.stdout) if each]


LAUNCHED: dict[str, Any] = {
    "llm": {"model": "llama-3.1-8b", "tokens": 1e9, "launch": {"arguments": ["--lr", "3e-4"]}},
    "cfd": {"kind": "hpc", "launch": {"program": "/srv/cfd", "image": "registry.example.net/cfd:1"}},
}
FILLED: dict[str, Any] = {
    "fast": {
        "kind": "parallel",
        "mount": "/fast",
        "hosts": "storage",
        "product": "Lustre",
        "lustre": {},
        "volumes": {},
    },
    "home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "feeds": {"fast": {"hosts": 2}}},
}
COPYING = {"transfer_image": "registry.example.net/copy:1"}
CHOICES: dict[str, dict[str, Any]] = {
    "volcano": {"scheduler": {"kubernetes": {"queues": "volcano"}}},
    "kai": {"scheduler": {"kubernetes": {"queues": "kai"}}},
    "appwrapper": {"scheduler": {"kubernetes": {"acceptance": ["appwrapper"]}}},
    "both schedulers": {"scheduler": {"slurm": {}, "kubernetes": {"hosts": ["gpu02"]}}},
    "old labels": {"scheduler": {"kubernetes": {"topology_prefix": "nvidia"}}},
    "tenants": {"tenants": {"blue": {"hosts": ["gpu01"]}, "red": {"hosts": ["gpu02"]}}},
    "routed pods": {"scheduler": {"kubernetes": {"cni": "cilium", "pod_routing": "bgp"}}},
    "maintenance": {"states": {"maintenance": ["gpu01"]}},
    "workloads": {"workloads": LAUNCHED},
    "workloads, volcano": {"workloads": LAUNCHED, "scheduler": {"kubernetes": {"queues": "volcano"}}},
    "workloads, kai": {"workloads": LAUNCHED, "scheduler": {"kubernetes": {"queues": "kai"}}},
    "transfers": {"storage": FILLED, "scheduler": {"kubernetes": COPYING}},
    "transfers, volcano": {"storage": FILLED, "scheduler": {"kubernetes": COPYING | {"queues": "volcano"}}},
    "transfers, kai": {"storage": FILLED, "scheduler": {"kubernetes": COPYING | {"queues": "kai"}}},
    "another maker": {"hosts": {"gpu": {"model": "mi300x-8gpu", "count": 2}}},
}


@pytest.mark.parametrize("choice", CHOICES)
def test_other_choices_are_accepted(judge: KubernetesJudge, tmp_path: Path, choice: str) -> None:
    more = CHOICES[choice]
    spec = cluster() | {key: value for key, value in more.items() if key != "hosts"}
    spec["hosts"] |= more.get("hosts", {})
    artifacts = kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)
    texts = [
        each.content for each in artifacts if each.path.endswith(".yaml") and Path(each.path).name not in _NOT_OBJECTS
    ]
    objects = [each for text in texts for each in read_objects(text)]
    assert {_name(each): faults for each in objects if (faults := judge.check(each))} == {}


def test_spectrum_x_is_accepted(judge: KubernetesJudge, tmp_path: Path) -> None:
    """Its rules in CEL: one virtual function, no roceOptimized beside it, and adapters that can."""
    artifacts = kubernetes.render(planned(tmp_path), TEMPLATES)
    texts = [each.content for each in artifacts if each.path.endswith("network-operator/nic-configuration.yaml")]
    objects = [each for text in texts for each in read_objects(text)]
    (template,) = (each for each in objects if each["kind"] == "NicConfigurationTemplate")
    assert {_name(each): faults for each in objects if (faults := judge.check(each))} == {}
    template["spec"]["template"]["numVfs"] = 0
    assert any("numVfs==1" in fault for fault in judge.check(template))


def _name(thing: dict[str, Any]) -> tuple[str, str, str]:
    return thing["kind"], thing["metadata"]["name"], thing["metadata"].get("namespace", "")


_POD = ("spec", "template", "spec")
_QOS = ("spec", "template", "roceOptimized", "qos")
FAULTS: dict[str, tuple[str, tuple[str | int, ...], Any, str]] = {
    "unknown key": ("CIDRPool", ("spec", "gatewayindex"), 1, "gatewayindex"),
    "wrong type": ("CIDRPool", ("spec", "perNodeNetworkPrefix"), "31", "'31' is not of type 'integer'"),
    "below the minimum": ("CIDRPool", ("spec", "perNodeExclusions", 0, "startIndex"), -1, "-1 is less than"),
    "a rule in CEL": ("CIDRPool", ("spec", "perNodeExclusions", 0, "endIndex"), 0, "endIndex must be greater than"),
    "missing key": ("CIDRPool", ("spec", "staticAllocations", 0), {"nodeName": "gpu01"}, "'prefix' is a required"),
    "misspelt label block": ("Node", ("metadata", "label"), {}, "'label' was unexpected"),
    "label that is a number": ("Node", ("metadata", "labels", "clustergen.dev/su"), 1, "1 is not of type 'string'"),
    "link type that is none": ("NicConfigurationTemplate", ("spec", "template", "linkType"), "RoCE", "is not one of"),
    "classes for seven priorities": ("NicConfigurationTemplate", (*_QOS, "pfc"), "0,0,0,1,0,0,0", "does not match"),
    "switches of the wrong name": ("NicConfigurationTemplate", (*_QOS, "dscp"), 26, "dscp"),
    "RoCE twice, which CEL alone sees": (
        "NicConfigurationTemplate",
        ("spec", "template", "spectrumXOptimized"),
        {"enabled": True, "version": "RA2.1"},
        "spectrumXOptimized",
    ),
    "an address map that is none": (
        "HostDeviceNetwork",
        ("spec", "ipam"),
        {"type": "nv-ipam"},
        "is not of type 'string'",
    ),
    "a policy with a namespace": ("NicNodePolicy", ("metadata", "namespace"), "default", "has no namespace"),
    "a component that is none": ("NicClusterPolicy", ("spec", "nvIPAM"), {}, "nvIPAM"),
    "rails in one list": (
        "NicInterfaceNameTemplate",
        ("spec", "railPciAddresses", 0),
        "0000:18:00.0",
        "is not of type 'array'",
    ),
    "the old name of a cohort": ("ClusterQueue", ("spec", "cohort"), "atlas", "cohort"),
    "more covered than counted, which CEL alone sees": (
        "ClusterQueue",
        ("spec", "resourceGroups", 0, "coveredResources"),
        ["cpu"],
        "same number of resources",
    ),
    "a host above a switch, which CEL alone sees": (
        "Topology",
        ("spec", "levels", 0, "nodeLabel"),
        "kubernetes.io/hostname",
        "must be unique",
    ),
    "a tree without labels, which CEL alone sees": (
        "ResourceFlavor",
        ("spec", "nodeLabels"),
        {},
        "at least one nodeLabel",
    ),
    "policytypes": ("NetworkPolicy", ("spec", "policytypes"), ["Ingress"], "policytypes"),
    "a quota that is a number": ("ResourceQuota", ("spec", "hard"), ["64"], "is not of type"),
    "a role for nobody": ("RoleBinding", ("subjects", 0, "kindd"), "Group", "kindd"),
    "a class by another key": ("StorageClass", ("provisoner",), "nfs.csi.k8s.io", "provisoner"),
    "a job that counts in words": ("Job", ("spec", "completions"), "two", "is not of type 'integer'"),
    "a device that is asked for by number": ("Job", (*_POD, "containers", 0, "resources", "limit"), {}, "limit"),
    "unknown version": ("CIDRPool", ("apiVersion",), "nv-ipam.nvidia.com/v1", "no schema"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(rendered: Rendered, judge: KubernetesJudge, fault: str) -> None:
    kind, path, value, words = FAULTS[fault]
    good = next(each for each in _objects(rendered("roce-16")) if each["kind"] == kind)
    bad = deepcopy(good)
    place: Any = bad
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert judge.check(good) == []
    assert any(words in each for each in judge.check(bad)), judge.check(bad)


PEERING: dict[str, tuple[str, tuple[str | int, ...], Any, str]] = {
    "no instance": ("CiliumBGPClusterConfig", ("spec", "bgpInstances"), [], "[] should be non-empty"),
    "a number that is none": ("CiliumBGPClusterConfig", ("spec", "bgpInstances", 0, "localASN"), 0, "0 is less than"),
    "a peer by another key": ("CiliumBGPClusterConfig", ("spec", "bgpInstances", 0, "peers", 0, "peerAs"), 1, "peerAs"),
    "a family that is none": ("CiliumBGPPeerConfig", ("spec", "families", 0, "afi"), "ip", "is not one of"),
    "more keepalive than hold, which CEL alone sees": (
        "CiliumBGPPeerConfig",
        ("spec", "timers", "keepAliveTimeSeconds"),
        10,
        "can not be larger",
    ),
    "a selection of nothing, which CEL alone sees": (
        "CiliumBGPAdvertisement",
        ("spec", "advertisements", 0, "selector"),
        {},
        "selector is not allowed",
    ),
}


@pytest.mark.parametrize("fault", PEERING)
def test_a_planted_fault_in_the_peering_is_refused(judge: KubernetesJudge, tmp_path: Path, fault: str) -> None:
    kind, path, value, words = PEERING[fault]
    artifacts = kubernetes.render(plan_data(routed_pods(cluster()), tmp_path), TEMPLATES)
    (text,) = (each.content for each in artifacts if each.path == "kubernetes/cni/bgp.yaml")
    good = next(each for each in read_objects(text) if each["kind"] == kind)
    bad = deepcopy(good)
    place: Any = bad
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert judge.check(good) == []
    assert any(words in each for each in judge.check(bad)), judge.check(bad)


def test_a_custom_resource_without_its_namespace_is_refused(rendered: Rendered, judge: KubernetesJudge) -> None:
    pool = next(each for each in _objects(rendered("roce-16")) if each["kind"] == "CIDRPool")
    del pool["metadata"]["namespace"]
    assert judge.check(pool) == ["metadata: a namespace is missing"]


def test_rules_of_other_crds_are_run(judge: KubernetesJudge) -> None:
    """Kueue: the host name may only be the last level, which only CEL sees."""
    levels = [{"nodeLabel": "kubernetes.io/hostname"}, {"nodeLabel": "fabric.topograph.run/tier-0"}]
    head = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Topology", "metadata": {"name": "fabric"}}
    assert any("hostname" in each for each in judge.check({**head, "spec": {"levels": levels}}))
    assert judge.check({**head, "spec": {"levels": levels[::-1]}}) == []


@pytest.mark.parametrize("example", ["roce-256", "nvl72-8-racks"])
def test_ansible_reads_the_inventory_of_kubespray(
    rendered: Rendered, program: Callable[[str], str], proven: Proven, example: str
) -> None:
    """The groups and variables as Ansible puts them together."""
    tree = rendered(example)
    inventory = tree / "kubernetes" / "kubespray" / "inventory.yml"
    command = (program("ansible-inventory"), "-i", str(inventory), "--list")
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    nodes = {each["metadata"]["name"] for each in _objects(tree) if each["kind"] == "Node"}
    assert {*found["kube_node"]["hosts"], *found["kube_control_plane"]["hosts"]} == nodes
    assert len(found["etcd"]["hosts"]) % 2 == 1
    for name in nodes:
        mine = found["_meta"]["hostvars"][name]
        assert mine["kube_version"] == "1.35.4"
        assert mine["ip"] == mine["ansible_host"]
    proven("ansible-inventory", f"{example}: kubespray's groups, {len(nodes)} hosts")
